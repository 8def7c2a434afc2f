package resolve

import (
	"slices"
	"unsafe"

	"seedgraph/graph"
	"seedgraph/parse"
)

// siteNames has what the names in the sites of a file mean. There are many names, and few of
// them have a meaning or a type that is known, so that lists take half the memory of maps.
// Nil has no names.
type siteNames struct {
	at       []uint32 // positions of the names, ascending
	meant    []int32  // of each name the place in meanings, from 1; 0: none
	typed    []int32  // of each name the place in types, from 1; 0: none
	meanings []Meaning
	types    []Type
	room     *siteRoom // while the file is bound
}

// newSiteNames expects names at positions, which are ascending.
func newSiteNames(at []uint32) *siteNames {
	both := make([]int32, 2*len(at))
	return &siteNames{at: at, meant: both[:len(at):len(at)], typed: both[len(at):]}
}

// A siteRoom has the lists of what is said of names while a file is bound. They grow to many
// times what is kept, unless files use those of others again.
type siteRoom struct {
	at       []uint32
	meanings []Meaning
	types    []Type

	places       []int32 // of each meaning or type the place of the first that is equal to it
	meaningPlace map[Meaning]int32
	typePlace    map[typeKey]int32
}

// use lets the names of a file grow in the room.
func (s *siteNames) use(room *siteRoom) {
	s.room, s.meanings, s.types = room, room.meanings[:0], room.types[:0]
}

// find returns the number of the name at a position.
func (s *siteNames) find(at uint32) (n int, ok bool) {
	if s == nil {
		return 0, false
	}
	return slices.BinarySearch(s.at, at)
}

// mean says what a name means, in place of what was said before.
func (s *siteNames) mean(n int, m Meaning) {
	if s.meant[n] == 0 {
		s.meanings = append(s.meanings, m)
		s.meant[n] = int32(len(s.meanings))
		return
	}
	s.meanings[s.meant[n]-1] = m
}

// meaning returns what a name means.
func (s *siteNames) meaning(n int) Meaning {
	if s.meant[n] == 0 {
		return Meaning{Def: None}
	}
	return s.meanings[s.meant[n]-1]
}

// value says of what type the value of a name is, in place of what was said before.
func (s *siteNames) value(n int, t Type) {
	if s.typed[n] == 0 {
		s.types = append(s.types, t)
		s.typed[n] = int32(len(s.types))
		return
	}
	s.types[s.typed[n]-1] = t
}

// leave returns the room, once all is said, and keeps one copy of each meaning and each type:
// most names of a file have those of others, and types are large.
func (s *siteNames) leave() *siteRoom {
	room := s.room
	room.meanings, room.types, s.room = s.meanings, s.types, nil
	s.meanings = distinct(room, &room.meaningPlace, room.meanings, s.meant,
		func(m *Meaning) Meaning { return *m })
	s.types = distinct(room, &room.typePlace, room.types, s.typed, keyOf)
	clear(room.meanings)
	clear(room.types)
	return room
}

// distinct returns a copy of a list in which nothing is there twice. Places, from 1, become
// those in the copy.
func distinct[T any, K comparable](room *siteRoom, known *map[K]int32, list []T, places []int32,
	key func(*T) K) []T {
	if *known == nil {
		*known = map[K]int32{}
	}
	room.places = room.places[:0]
	for i := range list {
		k := key(&list[i])
		at, ok := (*known)[k]
		if !ok {
			at = int32(len(*known)) + 1
			(*known)[k] = at
		}
		room.places = append(room.places, at)
	}
	out := make([]T, len(*known))
	for i, at := range room.places {
		out[at-1] = list[i]
	}
	for i, at := range places {
		if at > 0 {
			places[i] = room.places[at-1]
		}
	}
	clear(*known)
	return out
}

// A typeKey is equal for types that are equal and have one list of arguments.
type typeKey struct {
	def, owner     DefID
	args           *Type
	n, param       int
	name, module   string
	form           Form
	fn             parse.FuncForm
	tier           graph.Tier
	isModule       bool
	static, extern bool
	pointer        bool
}

func keyOf(t *Type) typeKey {
	return typeKey{t.Def, t.Owner, unsafe.SliceData(t.Args), len(t.Args), t.Param, t.Name,
		t.Module, t.Form, t.Func, t.Tier, t.IsModule, t.Static, t.External, t.Pointer}
}

// typeOf returns the type of the value of the name at a position; nil if nothing says it.
func (s *siteNames) typeOf(at uint32) *Type {
	n, ok := s.find(at)
	if !ok || s.typed[n] == 0 {
		return nil
	}
	return &s.types[s.typed[n]-1]
}
