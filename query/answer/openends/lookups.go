package openends

import (
	"strings"

	"seedgraph/graph"
)

// dynamicName is the reason of lookups of members by a name that is computed at run time, or on an
// object of unknown class. The name of such an open end is that of the member if it is known, and
// else anyMember, after the class of the object and a point if that is known.
const dynamicName = "dynamic_name"

const anyMember = "{}"

// anyClass is the name of the creation of an object of a class found by its name.
const anyClass = "new {}"

// Limits of the search for the objects that a lookup may be made on.
const (
	maxFamily  = 400 // classes
	maxHolders = 300 // nodes that may hand over an object
)

// A finding tells what is known about whether a lookup finds a member.
type finding uint8

const (
	findsNone finding = iota // its object is of another class
	mayFind
	mayFindAny // its object may come from anywhere, as far as the walk went
)

// A family is the classes whose objects may have certain members: the classes that declare
// these, the classes that derive from them, and all from which these derive.
type family struct {
	nodes map[uint32]bool
	names map[string]bool // the last names of these classes
	paths map[string]bool // the files of the members
	loose map[uint32]bool // functions that are no members
	// the bases of the types and of the classes with the constructors
	created map[uint32]bool
}

// familyOf returns the family of some nodes; others than callables and types are ignored.
func (l *libraryTypes) familyOf(nodes []uint32) (*family, error) {
	f := &family{nodes: map[uint32]bool{}, names: map[string]bool{}, paths: map[string]bool{},
		loose: map[uint32]bool{}, created: map[uint32]bool{}}
	var below []uint32
	for _, n := range nodes {
		node, err := l.x.Node(n)
		if err != nil {
			return nil, err
		}
		if !node.Kind.IsCallable() && !node.Kind.IsType() {
			continue
		}
		f.paths[node.Path] = true
		class, ok := n, true
		if !node.Kind.IsType() {
			if class, ok, err = l.classOf(n); err != nil {
				return nil, err
			}
		}
		if ok && (node.Kind.IsType() || node.Kind == graph.KindConstructor) {
			line, err := l.of(class)
			if err != nil {
				return nil, err
			}
			for _, c := range line.classes {
				f.created[c] = true
			}
		}
		if !ok {
			f.loose[n] = true
		} else if !f.nodes[class] {
			f.nodes[class] = true
			below = append(below, class)
		}
	}
	return f, l.widen(f, below)
}

// widen adds the classes that derive from those of a family, and all their bases.
func (l *libraryTypes) widen(f *family, below []uint32) error {
	for i := 0; i < len(below) && i < maxFamily; i++ {
		edges, err := l.x.In(below[i])
		if err != nil {
			return err
		}
		for _, e := range edges {
			if (e.Kind == graph.Inherits || e.Kind == graph.Implements) && !f.nodes[e.From] {
				f.nodes[e.From] = true
				below = append(below, e.From)
			}
		}
	}
	for _, class := range below {
		line, err := l.of(class)
		if err != nil {
			return err
		}
		for _, c := range line.classes {
			node, err := l.x.Node(c)
			if err != nil {
				return err
			}
			f.nodes[c], f.names[node.Short] = true, true
		}
	}
	return nil
}

// finds reports whether a lookup in node n may find a member of a family.
func (l *libraryTypes) finds(n uint32, lookup string, f *family) (finding, error) {
	if class, ok := strings.CutSuffix(lookup, "."+anyMember); ok {
		return found(f.names[class]), nil
	}
	node, err := l.x.Node(n)
	if err != nil || lookup == anyClass && len(f.created) == 0 {
		return findsNone, err
	}
	if f.paths[node.Path] {
		return mayFind, nil
	}
	known, ok := l.around[n]
	if !ok {
		if known, err = l.known(n); err != nil {
			return findsNone, err
		}
		l.around[n] = known
	}
	if known == nil {
		return mayFindAny, nil
	}
	wanted := f.nodes
	if lookup == anyClass {
		wanted = f.created
	}
	return found(holdsAny(known, wanted) || holdsAny(known, f.loose)), nil
}

func found(may bool) finding {
	if may {
		return mayFind
	}
	return findsNone
}

func holdsAny(set, of map[uint32]bool) bool {
	for n := range of {
		if set[n] {
			return true
		}
	}
	return false
}

// known returns what a node and all code from which it is reached use, with the types around that:
// an object that a lookup in the node is made on comes from there. It returns nil if that is too
// much.
func (l *libraryTypes) known(n uint32) (map[uint32]bool, error) {
	used := map[uint32]bool{}
	seen := map[uint32]bool{n: true}
	holders := []uint32{n}
	for i := 0; i < len(holders); i++ {
		users, err := l.x.In(holders[i])
		if err != nil {
			return nil, err
		}
		for _, e := range users {
			if !seen[e.From] && e.Kind != graph.Contains {
				seen[e.From] = true
				holders = append(holders, e.From)
			}
		}
		if len(holders) > maxHolders {
			return nil, nil
		}
	}
	for _, at := range holders {
		if err := l.uses(at, used, true); err != nil {
			return nil, err
		}
	}
	return used, nil
}

// uses adds what a node uses, with the types around that. A value that it uses counts with what the
// value uses.
func (l *libraryTypes) uses(n uint32, used map[uint32]bool, values bool) error {
	edges, err := l.x.Out(n)
	if err != nil {
		return err
	}
	for _, e := range edges {
		used[e.To] = true
		class, ok, err := l.x.Parent(e.To)
		if err != nil {
			return err
		}
		if ok {
			used[class] = true
		}
		to, err := l.x.Node(e.To)
		if err != nil {
			return err
		}
		if !values || e.Kind != graph.References || to.Kind.IsCallable() || to.Kind.IsType() {
			continue
		}
		if err := l.uses(e.To, used, false); err != nil {
			return err
		}
	}
	return nil
}

// lookups adds the lookups that may find one of some nodes, in code of related languages.
func (s *searching) lookups(nodes []uint32, languages map[string]bool) error {
	f, err := s.libs.familyOf(nodes)
	if err != nil {
		return err
	}
	names := []string{anyMember, anyClass}
	for name := range f.names {
		names = append(names, name+"."+anyMember)
	}
	for _, name := range names {
		places, err := s.x.OpenEndsOf(name)
		if err != nil {
			return err
		}
		for _, n := range places {
			node, err := s.x.Node(n)
			if err != nil {
				return err
			}
			if !related(languages, node.Language) {
				continue
			}
			finds, err := s.libs.finds(n, name, f)
			if err != nil {
				return err
			}
			if finds == findsNone {
				continue
			}
			if err := s.addNamed(n, node, name, finds == mayFindAny); err != nil {
				return err
			}
		}
	}
	return nil
}

// addNamed adds the open ends of a node that have a name.
func (s *searching) addNamed(n uint32, node *graph.Node, name string, anywhere bool) error {
	ends, err := s.x.OpenEnds(n)
	for _, e := range ends {
		if e.Name == name {
			s.add(node, e.Line, e.Name, e.Reason, 0, anywhere)
		}
	}
	return err
}

// Lookups answers for many definitions whether lookups may find them.
type Lookups struct{ s *searching }

// NewLookups returns the lookups of an index.
func NewLookups(x Index) *Lookups {
	return &Lookups{&searching{x: x, libs: newLibraryTypes(x)}}
}

// MayFind reports whether a lookup by a computed name may find a callable or type.
func (l *Lookups) MayFind(n uint32, node *graph.Node) (bool, error) {
	if !node.Kind.IsCallable() && !node.Kind.IsType() {
		return false, nil
	}
	l.s.t, l.s.list, l.s.found = &target{}, nil, map[End]bool{}
	err := l.s.lookups([]uint32{n}, map[string]bool{node.Language: true})
	return len(l.s.list) > 0, err
}
