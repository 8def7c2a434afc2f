package external

import (
	"slices"
	"sync"
	"sync/atomic"
	"testing"
)

// A shelf is a library of namespaces by name; it counts the queries.
type shelf struct {
	asked  atomic.Int32
	spaces map[string]Declared
}

func (s *shelf) Declare(name string) *Declared {
	s.asked.Add(1)
	d, ok := s.spaces[name]
	if !ok {
		return nil
	}
	return &d
}

// A nearest is a shelf whose imports depend on the importing file.
type nearest struct{ *shelf }

func (nearest) Find(file, path string) string { return file + ":" + path }

func encoded(t *testing.T, all ...Declared) string {
	t.Helper()
	data, err := Encode(all)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestLibrary queries a platform with a library: complete namespaces come from the
// tables, partial ones are added to those of the library.
func TestLibrary(t *testing.T) {
	whole := Declared{Name: "std", Types: []*Type{{Name: "std.A"}}}
	part := Declared{Name: "lib", Partial: true,
		Types: []*Type{{Name: "lib.Part"}, {Name: "lib.B", Flags: Abstract}}}
	s := &shelf{spaces: map[string]Declared{
		"std": {Name: "std", Types: []*Type{{Name: "std.Other"}}},
		"lib": {Name: "lib", Short: "l", Star: []string{"f"},
			Types: []*Type{{Name: "lib.C.D"},
				{Name: "lib.B", Members: []Member{{Name: "y"}, {Name: "x"}}}, {Name: "lib.B"}},
			Members: []Member{{Name: "g"}, {Name: "f", Kind: Value}, {Name: "g", Kind: Value}},
			Exports: []Export{{"z", "lib.B"}, {"a", "lib.C"}}},
	}}
	tables := []string{encoded(t, whole), encoded(t, part)}
	p := New("test", tables...).With(s)
	if p.Type("std.A") == nil || p.Type("std.Other") != nil {
		t.Error("the library hides what the tables have as a whole")
	}
	if p.Type("lib.Part") == nil || p.Type("lib.B") == nil || p.Type("lib.B").Flags != 0 {
		t.Error("the library and the part of it that the tables have are not joined, the library first")
	}
	if b := p.Type("lib.B"); b.Namespace != "lib" || len(b.Member("x")) != 1 || b.LocalName() != "B" {
		t.Errorf("lib.B is %+v", b)
	}
	if p.Type("lib.C.D") == nil || p.Type("lib.E") != nil || p.Type("none.A") != nil {
		t.Error("types of the library")
	}
	n := p.Namespace("lib")
	if n.Short() != "l" || !n.Has("f") || !n.Has("a") || n.Has("nothing") ||
		len(n.Member("g")) != 2 {
		t.Error("names of the library")
	}
	if star, ok := n.Star(); !ok || !slices.Equal(star, []string{"f"}) {
		t.Errorf("star %v", star)
	}
	if e := n.Exports(); len(e) != 2 || e[0].Name != "a" {
		t.Errorf("exports %v", e)
	}
	if p.Find("any", "std") != "std" || p.Find("any", "lib") != "lib" ||
		p.Find("any", "none") != "" || p.Find("any", "") != "" {
		t.Error("imports mean namespaces of their name")
	}
	if alone := New("test", tables...); alone.Type("lib.C.D") != nil ||
		alone.Find("any", "none") != "" {
		t.Error("a platform without the library has it")
	}
	var none *Platform
	if none.With(s) != nil || none.Find("a", "b") != "" || p.With(nil) != p {
		t.Error("nil")
	}
}

// TestLibraryOnce checks that each namespace is queried once, whatever the number of
// callers.
func TestLibraryOnce(t *testing.T) {
	s := &shelf{spaces: map[string]Declared{"lib": {Name: "lib", Types: []*Type{{Name: "lib.A"}}}}}
	p := New("test", encoded(t)).With(s)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if p.Type("lib.A") == nil || p.Type("lib.B") != nil {
				t.Error("types of the library")
			}
		})
	}
	wg.Wait()
	if n := s.asked.Load(); n != 1 {
		t.Errorf("asked %d times", n)
	}
}

func TestFinder(t *testing.T) {
	p := New("test", encoded(t, Declared{Name: "std"})).With(nearest{&shelf{}})
	if got := p.Find("a.ts", "x"); got != "a.ts:x" {
		t.Errorf("found %q", got)
	}
	if got := p.Find("a.ts", "std"); got != "std" {
		t.Errorf("found %q", got)
	}
}
