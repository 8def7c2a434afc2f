package csharp

import (
	"strings"

	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// foreignUse records the external symbol that a reference refers to: of the platform, or
// of a library of which only the name is known.
func (c *binder) foreignUse(r *parse.Reference, from resolve.DefID, x *ref) {
	if len(x.ids) == 1 && x.ids[0] < resolve.None {
		c.Foreign(r, from, c.t.foreignName(x.ids[0]), x.tier)
		return
	}
	// [Route] names RouteAttribute (C# 22.3): the suffix may be left out.
	if r.Kind == parse.RefType {
		fd := c.typeFound(r, from, r.Name+"Attribute")
		if len(fd.Defs) == 1 && fd.Defs[0] < resolve.None {
			c.Foreign(r, from, c.t.foreignName(fd.Defs[0]), fd.Tier)
			return
		}
	}
	name, ok := c.libraryName(r, from)
	if !ok {
		return
	}
	// If there is one unknown namespace in scope, the name must come from it; otherwise,
	// even the package is a guess.
	tier := graph.Unique
	if name.Package == "" {
		tier = graph.Heuristic
	}
	c.Foreign(r, from, name, tier)
}

// foreignName returns the name of a declaration of the platform. A constructor has the
// name of its type, as in the tree.
func (t *tree) foreignName(id resolve.DefID) resolve.ForeignName {
	f := t.platform.foreign(id)
	if f.member == nil {
		return resolve.ForeignName{Package: f.ModuleName, Type: f.Symbol}
	}
	name := t.foreignName(f.Outer)
	if f.member.Kind != external.Constructor {
		name.Member = f.Name
	}
	return name
}

// libraryName returns the name of a reference in a library: a type, a member of a type,
// or an extension method, whose type is unknown.
//
//	new Mapper(…)         // a type of the unknown namespace
//	Validate(order)       // inherited, if the class has exactly one unknown base
//	order.Adapt<Dto>()    // order is of the tree: an extension of some class
func (c *binder) libraryName(r *parse.Reference, from resolve.DefID) (resolve.ForeignName, bool) {
	name := resolve.ForeignName{Package: c.unknownSpace()}
	switch {
	case r.Kind == parse.RefType || r.Kind == parse.RefCreate:
		if name.Type = r.Name; r.Name == "base" || r.Name == "this" || r.Name == "new" {
			// Not a type name: a constructor called by a keyword.
			return name, false
		}
		if qualifier := resolve.DottedName(r.Recv); qualifier != "" {
			name.Package = qualifier
		}
		return name, true
	case r.Recv == nil && r.Kind == parse.RefMember:
		name.Type = r.Name // unless a base class has a member with the name
		_, inherited := c.unseenBase(c.this(from))
		return name, !inherited
	case r.Recv == nil:
		base, ok := c.unseenBase(c.this(from))
		name.Type, name.Member = base, r.Name
		return name, ok
	}
	t := c.value(r.Recv, from, r.At)
	name.Member = r.Name
	switch {
	case t.IsModule: // a type follows a namespace
		return resolve.ForeignName{Package: t.Module, Type: r.Name}, true
	case isDynamic(t): // bound at run time, to anything
		return name, false
	case isUnknownExternal(t):
		name.Type = t.Name
	case t.Def > resolve.None:
		base, ok := c.unseenBase(t)
		name.Type = base
		return name, ok
	case t.Def < resolve.None && t.Static: // a member missing from the tables
		owner := c.t.foreignName(t.Def)
		owner.Member = r.Name
		return owner, true
	case t.Def == resolve.None || r.Kind != parse.RefCall:
		return name, false
	}
	return name, true
}

// unseenBase returns the name of the only unknown base class of a type; ok is false if
// there is no such base, or more than one. Interfaces do not count: the class implements
// their members itself, and an inherited member comes from a class.
func (c *binder) unseenBase(t resolve.Type) (name string, ok bool) {
	if t.Def <= resolve.None {
		return "", false
	}
	for i, a := range c.t.lineage(t.Def) {
		if !c.isUnseenBase(t, a, i) || isInterfaceName(a.Name) {
			continue
		}
		if ok && a.Name != name {
			return "", false
		}
		name, ok = a.Name, true
	}
	return name, ok
}

// unknownSpace returns the only namespace that the file imports and that neither the tree
// nor the platform declares; "" if there is no such namespace, or more than one.
func (c *binder) unknownSpace() string {
	cf := c.t.files[c.File]
	only := ""
	for _, list := range [][]using{cf.usings, cf.project.usings} {
		for i := range list {
			u := &list[i]
			if u.space != "" || u.static || u.alias != "" || u.path == only {
				// Known, or not a namespace.
				continue
			}
			if only != "" {
				return ""
			}
			only = u.path
		}
	}
	return only
}

// ForeignType names a base type. Only the naming convention (IOrder) indicates whether an
// unknown base is an interface, which decides between Inherits and Implements.
func (r *rules) ForeignType(b *resolve.Binder, _ parse.TypeRef, _ resolve.DefID, _ uint32,
	t resolve.Type) (name resolve.ForeignName, isInterface, ok bool) {
	switch {
	case t.Def < resolve.None:
		name = r.tree.foreignName(t.Def)
		return name, r.tree.def(t.Def).Kind == graph.KindInterface, true
	case !isUnknownExternal(t):
		return name, false, false
	}
	c := binder{Binder: b, t: r.tree}
	name = resolve.ForeignName{Package: c.unknownSpace(), Type: t.Name}
	return name, isInterfaceName(t.Name), strings.Trim(t.Name, "?") != ""
}
