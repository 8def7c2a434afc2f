package external

import (
	"slices"
	"strings"
	"sync"
)

// A Library declares namespaces that no table has: the packages installed for a tree.
// It is queried for one namespace at a time, including those that its own
// declarations refer to, so only the needed ones are read. It may be queried
// concurrently, and once for each name.
type Library interface {
	// Declare returns the declarations of the namespace with a full name, or nil if
	// the library does not have it.
	Declare(name string) *Declared
}

// A Finder is a Library in which the target of an import depends on the importing
// file, as with nested package folders.
type Finder interface {
	// Find returns the full name of the namespace that an import path refers to in a
	// file, or "".
	Find(file, path string) string
}

// With returns p with the additional declarations of a library. If both declare a
// namespace, the tables take precedence if they are complete for it, otherwise the
// library.
func (p *Platform) With(l Library) *Platform {
	if p == nil || l == nil {
		return p
	}
	return &Platform{Name: p.Name, data: p.data, library: l}
}

// Find returns the full name of the namespace that an import path refers to in a
// file: one of the tables, whose names are import paths, otherwise one of the
// library.
func (p *Platform) Find(file, path string) string {
	if p == nil || path == "" {
		return ""
	}
	p.open()
	if p.namespaces[path] != nil {
		return path
	}
	if f, ok := p.library.(Finder); ok {
		return f.Find(file, path)
	}
	if p.Namespace(path) != nil {
		return path
	}
	return ""
}

// A reading is a namespace of a library that is read once.
type reading struct {
	once  sync.Once
	space *Namespace
}

// ofLibrary returns a namespace that the library declares, merged with the
// declarations in the tables.
func (p *Platform) ofLibrary(name string, table *Namespace) *Namespace {
	found, ok := p.read.Load(name)
	if !ok {
		found, _ = p.read.LoadOrStore(name, &reading{})
	}
	r, _ := found.(*reading)
	r.once.Do(func() {
		r.space = table
		if d := p.library.Declare(name); d != nil {
			r.space = &Namespace{Name: name, parts: []*part{declaredPart(d)}}
			if table != nil {
				r.space.parts = append(r.space.parts, table.parts...)
			}
		}
	})
	return r.space
}

// declaredPart builds a part from declarations that are in no table.
func declaredPart(d *Declared) *part {
	slices.SortFunc(d.Types, func(a, b *Type) int { return strings.Compare(a.Name, b.Name) })
	d.Types = slices.CompactFunc(d.Types, func(a, b *Type) bool { return a.Name == b.Name })
	slices.SortStableFunc(d.Members, byName)
	slices.SortFunc(d.Exports, func(a, b Export) int { return strings.Compare(a.Name, b.Name) })
	p := &part{name: d.Name, called: d.Short, some: d.Partial, out: d.Exports, stars: d.Star,
		saysStars: d.Star != nil, decoded: map[int]*Type{}, members: map[int][]Member{}}
	for i, t := range d.Types {
		slices.SortStableFunc(t.Members, byName)
		t.Namespace = d.Name
		p.types = append(p.types, entry{name: t.LocalName()})
		p.decoded[i] = t
	}
	for i := 0; i < len(d.Members); {
		same := named(d.Members[i:], d.Members[i].Name)
		p.members[len(p.names)] = same
		p.names = append(p.names, entry{name: same[0].Name})
		i += len(same)
	}
	p.once.Do(func() {}) // there is nothing to decode
	return p
}
