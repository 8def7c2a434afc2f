package resolve

import (
	"reflect"
	"testing"

	"seedgraph/graph"
)

func TestSiteNamesKeepTheLastWord(t *testing.T) {
	s := newSiteNames([]uint32{3, 5, 9})
	s.use(&siteBuffers{types: make([]Type, 0, 9)})
	five, ok := s.find(5)
	if _, other := s.find(4); !ok || other {
		t.Fatalf("5 is expected: %t, 4 is: %t", ok, other)
	}
	if m := s.meaning(five); m.Def != None || s.typeOf(5) != nil {
		t.Errorf("nothing is said, and the name means %+v", m)
	}
	for _, d := range []DefID{1, 2} {
		s.setReferent(five, Referent{Def: d, Tier: graph.Exact})
		s.value(five, Type{Def: 10 + d, Owner: None})
	}
	nine, _ := s.find(9)
	s.value(nine, Type{Def: 20, Owner: None})
	if room := s.leave(); len(room.types) != 2 || room.types[0].Def == 12 {
		t.Errorf("the room has types of the file: %+v", room.types)
	}
	if m := s.meaning(five); m.Def != 2 || len(s.meanings) != 1 {
		t.Errorf("the name means %+v", m)
	}
	if s.typeOf(5).Def != 12 || s.typeOf(9).Def != 20 || s.typeOf(3) != nil || s.typeOf(4) != nil {
		t.Errorf("the types are %+v", s.types)
	}
	if m := s.meaning(nine); m.Def != None {
		t.Errorf("the last name means %+v", m)
	}
}

func TestSiteNamesKeepEqualTypesOnce(t *testing.T) {
	s := newSiteNames([]uint32{1, 2, 3, 4, 5})
	s.use(&siteBuffers{})
	args := []Type{{Def: 7}}
	for n, typ := range []Type{{Def: 1, Args: args}, {Def: 1}, {Def: 1, Args: args},
		{Def: 1, Args: []Type{{Def: 8}}}, {Def: 1}} {
		s.value(n, typ)
		s.setReferent(n, Referent{Def: DefID(n % 2)})
	}
	s.leave()
	if len(s.types) != 3 || len(s.meanings) != 2 {
		t.Errorf("%d types and %d meanings are kept, want 3 and 2", len(s.types), len(s.meanings))
	}
	for n, arg := range []DefID{7, None, 7, 8, None} {
		got := None
		if typ := s.typeOf(uint32(n + 1)); len(typ.Args) > 0 {
			got = typ.Args[0].Def
		}
		if got != arg || s.meaning(n).Def != DefID(n%2) {
			t.Errorf("name %d has the argument %d and means %d", n, got, s.meaning(n).Def)
		}
	}
}

// TestTypeKey: a key that lacks a field of Type would make different types equal.
func TestTypeKey(t *testing.T) {
	typ, key := reflect.TypeFor[Type](), reflect.TypeFor[typeKey]()
	if got := key.NumField(); got != typ.NumField()+1 { // the list of arguments has a length
		t.Errorf("the key has %d fields, a type %d", got, typ.NumField())
	}
}

func TestNoSitesHaveNoNames(t *testing.T) {
	var none *siteNames
	if _, ok := none.find(0); ok || none.typeOf(0) != nil {
		t.Error("a file without sites has a name in one")
	}
}

// BenchmarkSiteNames sets the meanings of 400 names, and types for every second one.
func BenchmarkSiteNames(b *testing.B) {
	var at []uint32
	for i := range uint32(400) {
		at = append(at, 30*i)
	}
	b.ReportAllocs()
	for b.Loop() {
		s := newSiteNames(at)
		for i, x := range at {
			n, _ := s.find(x)
			s.setReferent(n, Referent{Def: 1})
			if i%2 == 0 {
				s.value(n, Type{Def: 1})
			}
		}
	}
}
