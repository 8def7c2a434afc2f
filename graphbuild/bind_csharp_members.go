package graphbuild

import (
	"slices"
	"strings"

	"seedgraph/graph"
)

// linkMembers joins the members of a type to those that they override in its
// base classes, and those that implement its interfaces to what they implement.
// An interface may be implemented by a member that a base class declares.
func (r *csharpRules) linkMembers(b *binder, d *defn) []graph.Edge {
	var out []graph.Edge
	for _, l := range r.tree.links(d) {
		m := b.ix.def(l.member)
		out = append(out, graph.Edge{From: m.node, To: b.ix.def(l.of).node, Kind: graph.Overrides, Tier: graph.Exact, Line: m.file.line(m.NameAt)})
	}
	return out
}

// A csLink says that a member overrides or implements another.
type csLink struct{ member, of defID }

// links lists what the members of a type override and implement.
func (t *csTree) links(d *defn) []csLink {
	if t.ix.canon[d.id] != d.id || d.Kind == graph.KindEnum || d.Kind == graph.KindDelegate || d.Kind == graph.KindInterface {
		return nil
	}
	t.ready.Store(true)
	var out []csLink
	link := func(m, o defID) { out = append(out, csLink{m, o}) }
	var classes []typ
	for _, a := range t.lineage(d.id) {
		if a.def != none && t.ix.def(a.def).Kind != graph.KindInterface {
			classes = append(classes, a)
		}
	}
	for _, m := range t.members[d.id] {
		if slices.Contains(t.ix.def(m).Modifiers, "override") {
			if o := t.memberLike(classes[1:], classes[0], m, t.isVirtual); o != none {
				link(m, o)
			}
		}
	}
	for _, i := range t.listedInterfaces(d.id) {
		for _, im := range t.members[i.def] {
			if m := t.implementation(classes, i, im); m != none {
				link(m, im)
			}
		}
	}
	return out
}

// listedInterfaces are the interfaces that a type names itself, and the bases of
// those. What a base class implements is that class's affair.
func (t *csTree) listedInterfaces(id defID) []typ {
	var out []typ
	for _, base := range t.ix.bases[id] {
		if base.def == none || t.ix.def(base.def).Kind != graph.KindInterface {
			continue
		}
		for _, i := range t.ancestry(base) {
			if i.def != none && !t.holds(out, i) {
				out = append(out, i)
			}
		}
	}
	return out
}

// isVirtual reports whether a member can be overridden.
func (t *csTree) isVirtual(d *defn) bool {
	for _, m := range d.Modifiers {
		if m == "virtual" || m == "abstract" || m == "override" {
			return true
		}
	}
	return false
}

// implementation finds the member of a class or its bases that implements the
// member im of an interface, none if there is none.
func (t *csTree) implementation(classes []typ, i typ, im defID) defID {
	name := t.ix.def(i.def).Name
	result := csSubst(t.signature(im).typ, i)
	m := t.memberLike(classes, i, im, func(d *defn) bool { return t.explicitly(d) && t.implements(d, name) })
	if m == none {
		m = t.memberLike(classes, i, im, func(d *defn) bool { return !t.explicitly(d) && t.isPublic(d) })
	}
	if m != none && t.ix.def(m).Kind == graph.KindProperty {
		// A property of another type hides the interface's, and implements it not.
		if own := t.signature(m).typ; own.def != none && result.def != none && own.def != result.def {
			return none
		}
	}
	return m
}

// implements reports whether an explicit implementation names the interface.
func (t *csTree) implements(d *defn, name string) bool {
	rest := strings.TrimPrefix(d.Symbol, t.ix.defs[d.parent].Symbol+".")
	before, _, _ := strings.Cut(rest, "<")
	before, _, _ = strings.Cut(before, "(")
	for _, part := range strings.Split(before, ".") {
		if part == name {
			return true
		}
	}
	return false
}

// isPublic reports whether a member can implement an interface by its name. A
// property of a record's header says nothing and can.
func (t *csTree) isPublic(d *defn) bool {
	if slices.Contains(d.Modifiers, "public") {
		return true
	}
	p := t.ix.def(d.parent)
	return p.Kind == graph.KindRecord && len(d.Modifiers) == 0 && (p.Body.IsEmpty() || d.NameAt < p.Body.Start)
}

// memberLike finds the nearest member of types that has the kind, name and
// parameters of m, a member of owner, and that ok accepts.
func (t *csTree) memberLike(types []typ, owner typ, m defID, ok func(*defn) bool) defID {
	d := t.ix.def(m)
	for _, a := range types {
		for _, id := range t.ix.own(a.def, d.Name) {
			o := t.ix.def(id)
			if o.Kind == d.Kind && len(o.TypeParams) == len(d.TypeParams) && ok(o) && t.sameParams(csCandidate{id: m, owner: owner}, csCandidate{id: id, owner: a}) {
				return id
			}
		}
	}
	return none
}

// sameParams reports whether two members have the same parameter types, type
// parameters of their own counted by position.
func (t *csTree) sameParams(a, b csCandidate) bool {
	pa, pb := t.signature(a.id).params, t.signature(b.id).params
	if len(pa) != len(pb) {
		return false
	}
	for i := range pa {
		x := rename(csSubst(pa[i], a.owner), a.id, b.id)
		if !sameType(x, csSubst(pb[i], b.owner)) {
			return false
		}
	}
	return true
}

// rename makes type parameters of one method those of another.
func rename(t typ, from, to defID) typ {
	if t.owner == from && t.owner != none {
		t.owner = to
		return t
	}
	if len(t.args) == 0 {
		return t
	}
	args := make([]typ, len(t.args))
	for i, a := range t.args {
		args[i] = rename(a, from, to)
	}
	t.args = args
	return t
}

// implementedBy lists the members of interfaces and base classes that a method
// implements or overrides.
func (r *csharpRules) implementedBy(id defID) []defID {
	t := r.tree
	d := t.ix.def(id)
	if d.Kind != graph.KindMethod || d.parent == none {
		return nil
	}
	var out []defID
	for _, l := range t.links(t.ix.def(t.ix.canon[d.parent])) {
		if l.member == id {
			out = append(out, l.of)
		}
	}
	return out
}
