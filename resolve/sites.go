package resolve

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
)

// A Referent is the referent of a name in a site. The zero value denotes a local, or an
// unresolved name.
type Referent struct {
	Def      DefID  // the definition; None for an external symbol
	External string // the full name of an external symbol
	Tier     graph.Tier
}

// An ExternalNamer is implemented by rules that know external declarations.
type ExternalNamer interface {
	// ExternalName returns the full name of the declaration with an id below None: its
	// namespace, types and name, joined by dots.
	ExternalName(id DefID) string
}

// expectSites records the positions of the names in the sites of the file, so that
// binding keeps their meanings.
//
// The meanings of other names are not kept: frameworks need few of the hundreds of
// thousands of references of a tree.
func (b *Binder) expectSites() {
	if len(b.File.Sites) == 0 {
		return
	}
	room, ok := b.Table.siteRooms.Get().(*siteBuffers)
	if !ok {
		room = &siteBuffers{}
	}
	at := room.at[:0]
	expect := func(e *parse.Expr) {
		switch e.Kind {
		case parse.ExprName, parse.ExprMember, parse.ExprCall, parse.ExprNew, parse.ExprType:
			at = append(at, e.At)
		}
		for _, p := range e.Parts {
			if p.At != 0 {
				at = append(at, p.At)
			}
		}
	}
	for i := range b.File.Sites {
		s := &b.File.Sites[i]
		if s.Kind == parse.SiteValue || s.Kind == parse.SiteEach {
			at = append(at, s.For)
		}
		s.Walk(expect)
		for c := s.If; c != nil; c = c.Outer {
			c.Walk(expect)
		}
	}
	slices.Sort(at)
	room.at = at
	b.sites = newSiteNames(slices.Clone(slices.Compact(at)))
	b.sites.use(room)
}

// recordReferents records the bindings of the names in the sites of the file.
//
//	[Route("x")]    // refers to the class and creates it: the meaning is the class
func (b *Binder) recordReferents() {
	if b.sites == nil {
		return
	}
	for i := range b.Bindings {
		x := &b.Bindings[i]
		n, expected := b.sites.find(x.At)
		if !expected || x.To == None {
			continue
		}
		if m := b.sites.meaning(n); m.Def != None && b.Table.Def(m.Def).Kind.IsType() {
			continue // of a type and its constructor, keep the type
		}
		b.sites.setReferent(n, Referent{Def: x.To, Tier: x.Tier})
	}
	b.Table.siteRooms.Put(b.sites.leave())
}

// SetExternal records that the name of a reference refers to the external declaration
// with an id below None.
func (b *Binder) SetExternal(at uint32, id DefID, tier graph.Tier) {
	n, expected := b.sites.find(at)
	if !expected {
		return
	}
	if r, ok := b.File.Rules.(ExternalNamer); ok {
		b.sites.setReferent(n, Referent{Def: None, External: r.ExternalName(id), Tier: tier})
	}
}

// SetExternalName records that the name at a position refers to the external symbol with
// a full name, unless it already has a meaning.
func (b *Binder) SetExternalName(at uint32, name string) {
	if n, ok := b.sites.find(at); ok && b.sites.meaning(n) == (Referent{Def: None}) {
		b.sites.setReferent(n, Referent{Def: None, External: name, Tier: graph.Exact})
	}
}

// SetValueType records the type of the value of the name at a position.
func (b *Binder) SetValueType(at uint32, t Type) {
	if n, expected := b.sites.find(at); expected && t.Known() {
		b.sites.value(n, t)
	}
}

// SetLocalTypes records the types of locals named in sites, which are not references.
func (b *Binder) SetLocalTypes(typeOf func(*parse.Local) Type) {
	for i := range b.File.Sites {
		if b.File.Sites[i].Kind == parse.SiteAttribute {
			continue
		}
		b.File.Sites[i].Walk(func(e *parse.Expr) {
			if e.Kind != parse.ExprName || b.sites.typeOf(e.At) != nil {
				return
			}
			if l := b.LocalAt(e.Text, e.At); l != nil {
				b.SetValueType(e.At, typeOf(l))
			}
		})
	}
}

// ValueType returns the type of the value of the name at a position of a site; for a
// call, the type of its return value. It returns Unknown if the rules of the language
// give none.
func (b *Binder) ValueType(at uint32) Type {
	if t := b.sites.typeOf(at); t != nil {
		return *t
	}
	return Unknown
}

// Referent returns the meaning of the name at a position of a site.
func (b *Binder) Referent(at uint32) Referent {
	if n, ok := b.sites.find(at); ok {
		return b.sites.meaning(n)
	}
	return Referent{Def: None}
}

// Constant returns the string that is the value of a constant, or of a field that is set
// once, with Hole for unknown parts; ok is false if nothing is known.
func (r *Resolution) Constant(d DefID) (text string, ok bool) {
	held := r.strings.held[d]
	if held == nil {
		return "", false
	}
	text = r.strings.fold(held)
	return text, text != Hole
}

// Sources lists the definitions whose values the value of a constant is built from, the
// constant first.
func (r *Resolution) Sources(d DefID) []DefID {
	return r.strings.sources([]Segment{{Def: d, Param: -1}})
}

// ExternalName returns the full name of a declaration with an id below None, or "" if the
// rules of the file know none.
func (f *File) ExternalName(id DefID) string {
	if n, ok := f.Rules.(ExternalNamer); ok && id < None {
		return n.ExternalName(id)
	}
	return ""
}
