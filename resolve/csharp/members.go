package csharp

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// LinkMembers links the members of a type to the members that they override in its base
// classes, and to the interface members that they implement. An interface may be
// implemented by a member that a base class declares.
func (r *rules) LinkMembers(_ *resolve.Binder, d *resolve.Def) []resolve.Link {
	var out []resolve.Link
	for _, l := range r.tree.links(d) {
		out = append(out, resolve.Link{From: l.member, To: l.of, Kind: graph.Overrides})
	}
	return out
}

// A link records that a member overrides or implements another.
type link struct{ member, of resolve.DefID }

// links lists the members that members of a type override or implement.
//
//	class Order : Base, IPriced
//	{
//	    public override void Ship() { }      // overrides Base.Ship
//	    public decimal Price() => 1;         // implements IPriced.Price
//	    void IPriced.Tax() { }               // implements only IPriced.Tax
//	}
func (t *tree) links(d *resolve.Def) []link {
	if t.table.Canon[d.ID] != d.ID || d.Kind == graph.KindEnum || d.Kind == graph.KindDelegate {
		return nil
	}
	t.ready.Store(true)
	var out []link
	link := func(m, o resolve.DefID) { out = append(out, link{m, o}) }
	if d.Kind == graph.KindInterface {
		return t.interfaceLinks(d)
	}
	// The class itself, then its base classes, nearest first.
	var classes []resolve.Type
	for _, a := range t.lineage(d.ID) {
		if a.Def > resolve.None && t.table.Def(a.Def).Kind != graph.KindInterface {
			classes = append(classes, a)
		}
	}
	for _, m := range t.members[d.ID] {
		if slices.Contains(t.table.Def(m).Modifiers, "override") {
			if o := t.memberLike(classes[1:], classes[0], m, t.isVirtual); o != resolve.None {
				link(m, o)
			}
		}
	}
	for _, i := range t.listedInterfaces(d.ID) {
		for _, im := range t.members[i.Def] {
			if m := t.implementation(classes, i, im); m != resolve.None {
				link(m, im)
			}
		}
	}
	return out
}

// interfaceLinks lists the members of other interfaces that an interface implements: only
// an explicit implementation does (C# 18.4.1), a member with the same name hides.
func (t *tree) interfaceLinks(d *resolve.Def) []link {
	var out []link
	self := t.lineage(d.ID)[:1]
	for _, i := range t.listedInterfaces(d.ID) {
		for _, im := range t.members[i.Def] {
			if m := t.explicitImplementation(self, i, im); m != resolve.None {
				out = append(out, link{m, im})
			}
		}
	}
	return out
}

// listedInterfaces returns the interfaces that a type names itself, and their bases.
// Interfaces of a base class are implemented by that class.
//
// A class that names an interface again implements it anew (C# 18.6.7), including with
// members that it inherits.
func (t *tree) listedInterfaces(id resolve.DefID) []resolve.Type {
	var out []resolve.Type
	for _, base := range t.table.Bases[id] {
		if base.Def <= resolve.None || t.table.Def(base.Def).Kind != graph.KindInterface {
			// There are no edges to the platform's interfaces.
			continue
		}
		for _, i := range t.ancestry(base) {
			if i.Def > resolve.None && !t.holds(out, i) {
				out = append(out, i)
			}
		}
	}
	return out
}

// isVirtual reports whether a member can be overridden.
func (t *tree) isVirtual(d *resolve.Def) bool {
	for _, m := range d.Modifiers {
		if m == "virtual" || m == "abstract" || m == "override" {
			return true
		}
	}
	return false
}

// implementation returns the member of a class or its bases that implements the member im
// of an interface, or None.
//
// An explicit implementation takes precedence over a public member with the same name,
// wherever they are in the chain of base classes.
func (t *tree) implementation(classes []resolve.Type, i resolve.Type,
	im resolve.DefID) resolve.DefID {
	result := subst(t.signature(im).typ, i)
	m := t.explicitImplementation(classes, i, im)
	if m == resolve.None {
		m = t.memberLike(classes, i, im,
			func(d *resolve.Def) bool { return !t.explicitly(d) && t.isPublic(d) })
	}
	if m != resolve.None && t.table.Def(m).Kind == graph.KindProperty {
		// A property of another type hides that of the interface and does not implement
		// it.
		if own := t.signature(m).typ; own.Def != resolve.None && result.Def != resolve.None &&
			own.Def != result.Def {
			return resolve.None
		}
	}
	return m
}

// explicitImplementation returns the member of types that is declared as an
// implementation of the member im of an interface, or None.
func (t *tree) explicitImplementation(types []resolve.Type, i resolve.Type,
	im resolve.DefID) resolve.DefID {
	name := t.table.Def(i.Def).Name
	return t.memberLike(types, i, im,
		func(d *resolve.Def) bool { return t.explicitly(d) && t.implements(d, name) })
}

// implements reports whether an explicit implementation names the interface.
//
// The symbol of `void IPaint<int>.Paint()` has IPaint<int> before the name; the interface
// may be qualified, so each part of the name counts.
func (t *tree) implements(d *resolve.Def, name string) bool {
	rest := strings.TrimPrefix(d.Symbol, t.table.Defs[d.Outer].Symbol+".")
	before, _, _ := strings.Cut(rest, "<")
	before, _, _ = strings.Cut(before, "(")
	for _, part := range strings.Split(before, ".") {
		if part == name {
			return true
		}
	}
	return false
}

// isPublic reports whether a member can implement an interface by its name. A property in
// a record's header has no modifier and can.
func (t *tree) isPublic(d *resolve.Def) bool {
	if slices.Contains(d.Modifiers, "public") {
		return true
	}
	p := t.def(d.Outer)
	return p.Kind == graph.KindRecord && len(d.Modifiers) == 0 &&
		(p.Body.IsEmpty() || d.NameAt < p.Body.Start)
}

// memberLike returns the nearest member of types that has the kind, name and parameters
// of m, a member of owner, and that ok accepts, or None.
//
// Kind, name, number of type parameters and parameter types make a signature (C# 7.6);
// return types are not part of it.
func (t *tree) memberLike(types []resolve.Type, owner resolve.Type, m resolve.DefID,
	ok func(*resolve.Def) bool) resolve.DefID {
	d := t.table.Def(m)
	for _, a := range types {
		// The nearest type decides, as for calls.
		for _, id := range t.table.Own(a.Def, d.Name) {
			o := t.table.Def(id)
			if o.Kind == d.Kind && len(o.TypeParams) == len(d.TypeParams) && ok(o) &&
				t.sameParams(candidate{id: m, owner: owner}, candidate{id: id, owner: a}) {
				return id
			}
		}
	}
	return resolve.None
}

// sameParams reports whether two members have the same parameter types, with their type
// parameters compared by position.
//
// Type parameters of one generic method are replaced by those of the other: void Add<T>(T
// x) implements void Add<U>(U x).
func (t *tree) sameParams(a, b candidate) bool {
	pa, pb := t.signature(a.id).params, t.signature(b.id).params
	if len(pa) != len(pb) {
		return false
	}
	for i := range pa {
		x := rename(subst(pa[i], a.owner), a.id, b.id)
		if !sameType(x, subst(pb[i], b.owner)) {
			return false
		}
	}
	return true
}

// rename replaces type parameters of one method by those of another, which correspond by
// position, whatever their names.
func rename(t resolve.Type, from, to resolve.DefID) resolve.Type {
	if t.Owner == from && t.Owner != resolve.None {
		t.Owner = to
		return t
	}
	if len(t.Args) == 0 {
		return t
	}
	args := make([]resolve.Type, len(t.Args))
	for i, a := range t.Args {
		args[i] = rename(a, from, to)
	}
	t.Args = args
	return t
}

// ImplementedBy lists the members of interfaces and base classes that a method implements
// or overrides.
//
// A string that is passed to an interface method is executed by its implementation.
func (r *rules) ImplementedBy(id resolve.DefID) []resolve.DefID {
	t := r.tree
	d := t.table.Def(id)
	if d.Kind != graph.KindMethod || d.Outer == resolve.None {
		return nil
	}
	var out []resolve.DefID
	for _, l := range t.links(t.table.Def(t.table.Canon[d.Outer])) {
		if l.member == id {
			out = append(out, l.of)
		}
	}
	return out
}
