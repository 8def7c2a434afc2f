package resolve

import (
	"slices"
	"unsafe"

	"seedgraph/graph"
	"seedgraph/parse"
)

// siteNames holds the meanings and types of the names in the sites of a file. Few of the
// names have a known meaning or type, so lists take half the memory of maps. A nil
// siteNames has no names.
type siteNames struct {
	at       []uint32 // positions of the names, ascending
	meant    []int32  // for each name the index in meanings, from 1; 0: none
	typed    []int32  // for each name the index in types, from 1; 0: none
	meanings []Referent
	types    []Type
	room     *siteBuffers // while the file is bound
}

// newSiteNames returns siteNames for names at positions, which must be ascending.
func newSiteNames(at []uint32) *siteNames {
	both := make([]int32, 2*len(at))
	return &siteNames{at: at, meant: both[:len(at):len(at)], typed: both[len(at):]}
}

// A siteBuffers holds reusable buffers for the names of a file. They grow far beyond the
// final size while a file is bound, so files share them.
type siteBuffers struct {
	at       []uint32
	meanings []Referent
	types    []Type

	places       []int32 // for each meaning or type the index of the first equal one
	meaningPlace map[Referent]int32
	typePlace    map[typeKey]int32
}

// use makes the names of a file use the buffers of room.
func (s *siteNames) use(room *siteBuffers) {
	s.room, s.meanings, s.types = room, room.meanings[:0], room.types[:0]
}

// find returns the index of the name at a position.
func (s *siteNames) find(at uint32) (n int, ok bool) {
	if s == nil {
		return 0, false
	}
	return slices.BinarySearch(s.at, at)
}

// setReferent sets the meaning of a name, replacing any earlier one.
func (s *siteNames) setReferent(n int, m Referent) {
	if s.meant[n] == 0 {
		s.meanings = append(s.meanings, m)
		s.meant[n] = int32(len(s.meanings))
		return
	}
	s.meanings[s.meant[n]-1] = m
}

// meaning returns the meaning of a name.
func (s *siteNames) meaning(n int) Referent {
	if s.meant[n] == 0 {
		return Referent{Def: None}
	}
	return s.meanings[s.meant[n]-1]
}

// value sets the type of a name's value, replacing any earlier one.
func (s *siteNames) value(n int, t Type) {
	if s.typed[n] == 0 {
		s.types = append(s.types, t)
		s.typed[n] = int32(len(s.types))
		return
	}
	s.types[s.typed[n]-1] = t
}

// leave deduplicates the meanings and types and returns the buffers: most names of a file
// share them, and types are large.
func (s *siteNames) leave() *siteBuffers {
	room := s.room
	room.meanings, room.types, s.room = s.meanings, s.types, nil
	s.meanings = distinct(room, &room.meaningPlace, room.meanings, s.meant,
		func(m *Referent) Referent { return *m })
	s.types = distinct(room, &room.typePlace, room.types, s.typed, keyOf)
	clear(room.meanings)
	clear(room.types)
	return room
}

// distinct returns a copy of a list without duplicates. Indices in places, from 1, are
// updated.
func distinct[T any, K comparable](room *siteBuffers, known *map[K]int32, list []T, places []int32,
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

// A typeKey is equal for types that are equal and share one argument list.
type typeKey struct {
	def, owner     DefID
	args           *Type
	n, param       int
	name, module   string
	form           parse.TypeForm
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

// typeOf returns the type of the value of the name at a position, or nil if it is
// unknown.
func (s *siteNames) typeOf(at uint32) *Type {
	n, ok := s.find(at)
	if !ok || s.typed[n] == 0 {
		return nil
	}
	return &s.types[s.typed[n]-1]
}
