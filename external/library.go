package external

import (
	"slices"
	"strings"
	"sync"
)

// A Library declares what no table has: the packages that are installed beside a tree. It
// is asked for one namespace at a time, of the names that its own answers mention among
// others, so that only what is needed is read. It may be asked concurrently, and once
// for each name.
type Library interface {
	// Declare returns what the namespace with that full name declares, nil if the library
	// does not have it.
	Declare(name string) *Declared
}

// A Finder is a Library in which an import means what is nearest to the file that has it.
type Finder interface {
	// Find returns the full name of the namespace that an import path means in a file,
	// "" if it means none.
	Find(file, path string) string
}

// With returns p with what a library declares besides. Where both declare a namespace,
// the tables come first if they have the whole of it, else the library.
func (p *Platform) With(l Library) *Platform {
	if p == nil || l == nil {
		return p
	}
	return &Platform{Name: p.Name, data: p.data, library: l}
}

// Find returns the full name of the namespace that an import path means in a file: one of
// the tables, which have the names of their import paths, else one of the library.
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

// ofLibrary returns a namespace that the library declares, joined with what the tables
// have of it.
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

// declaredPart makes a part of declarations that are in no table.
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
		p.types = append(p.types, entry{name: t.Local()})
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
