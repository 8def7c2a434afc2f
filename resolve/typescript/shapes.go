package typescript

import (
	"slices"

	"seedgraph/external"
	"seedgraph/resolve"
)

// Types outside the tree are compared by what they name as bases and by the names of their
// members, as those of the tree are.

// A shape is the names of the members that a type has. Calls are a member of the name
// [external.CallName].
type shape struct {
	needed, optional []string
	whole            bool // nothing that the type is based on is unknown
}

// shapeOf is the shape of an object type, or of an interface or class outside the tree.
func (s *scope) shapeOf(t resolve.Type) shape {
	if t.Form != resolve.Object {
		out := shape{whole: true}
		s.addShape(&out, t, 0)
		return out
	}
	out := shape{whole: true}
	for i, name := range objectNames(t) {
		switch {
		case name == "...":
			out.whole = false
		case t.Args[i].Form == resolve.Optional:
			out.optional = append(out.optional, name)
		default:
			out.needed = append(out.needed, name)
		}
	}
	return out
}

// addShape adds the members of a type outside the tree to a shape.
func (s *scope) addShape(out *shape, t resolve.Type, depth int) {
	d := s.tree.platform.Type(t.Name)
	known := d != nil && (d.Kind == external.Interface || d.Kind == external.Class)
	if !known || t.Module != global || t.Static || depth > deepestBases {
		// An alias or a name without a declaration may ask for anything.
		out.whole = false
		return
	}
	for i := range d.Members {
		switch m := &d.Members[i]; {
		case m.Flags&external.Static != 0, m.Kind == external.Indexer,
			d.Kind == external.Class && m.Kind == external.Constructor:
		case m.Flags&external.Optional != 0:
			out.optional = append(out.optional, m.Name)
		default:
			out.needed = append(out.needed, m.Name)
		}
	}
	for i := range d.Bases {
		s.addShape(out, s.platformRef(d.Bases[i].Name, nil), depth+1)
	}
}

// shapeAssignable reports whether a primitive value or an object literal may be given for
// an object type or a type outside the tree, by the names of their members. Where all
// members may be missing, it must have one of them (3.11.5, weak types). It never says yes,
// for it does not compare the types of the members.
func (s *scope) shapeAssignable(a, p resolve.Type) verdict {
	want, names := s.shapeOf(p), objectNames(a)
	has := func(name string) bool { return s.tree.primitiveHas(a, name) }
	if a.Form == resolve.Object {
		if slices.Contains(names, "...") {
			// A spread may bring in whatever is missing.
			return maybe
		}
		has = func(name string) bool {
			return slices.Contains(names, name) || s.tree.primitiveHas(resolve.Unknown, name)
		}
	}
	for _, name := range want.needed {
		if !has(name) {
			return no
		}
	}
	weak := want.whole && len(want.needed) == 0 && len(want.optional) > 0
	if weak && (a.Form != resolve.Object || len(names) > 0) &&
		!slices.ContainsFunc(want.optional, has) {
		return no
	}
	return maybe
}

// lacks reports whether a class or interface of the tree has not all members that a type
// outside the tree needs. What is based on something unknown may have any.
func (s *scope) lacks(a, p resolve.Type) bool {
	if p.Module != global || p.Static {
		return false
	}
	bases, all := s.outsideBases(a)
	for _, base := range bases {
		all = all && s.whole(base, 0)
	}
	if !all {
		return false
	}
	for _, name := range s.shapeOf(p).needed {
		own, _ := s.hits(a, name)
		declared, _ := s.platformMembers(a, name)
		// Every object has toString and the others of Object, so that they are never missing.
		if len(own)+len(declared) == 0 && !s.tree.primitiveHas(resolve.Unknown, name) {
			return true
		}
	}
	return false
}

// basedOn reports whether a class or interface outside the tree names a type as a base, or
// one of its bases does.
func (s *scope) basedOn(t resolve.Type, name string, depth int) bool {
	if t.Module != global || t.Static || t.Def != resolve.None || depth > deepestBases {
		return false
	}
	for _, d := range s.declarations(t) {
		for i := range d.typ.Bases {
			base := &d.typ.Bases[i]
			if base.Name == name || s.basedOn(s.platformRef(base.Name, nil), name, depth+1) {
				return true
			}
		}
	}
	return false
}

// whole reports whether all that a type outside the tree is based on is declared.
func (s *scope) whole(t resolve.Type, depth int) bool {
	d := s.tree.platform.Type(t.Name)
	if d == nil || d.Kind == external.Alias || depth > deepestBases {
		return false
	}
	for i := range d.Bases {
		if !s.whole(s.platformRef(d.Bases[i].Name, nil), depth+1) {
			return false
		}
	}
	return true
}

// baseOutside is the type outside the tree of that name which t is, or is based on, with the
// type arguments that it has there; unknown if t is not.
func (s *scope) baseOutside(t resolve.Type, name string, depth int) resolve.Type {
	if t.Static || depth > deepestBases || !s.enter() {
		return resolve.Unknown
	}
	defer s.budget.Leave()
	switch {
	case t.Def == resolve.None && t.Module == global && t.Name == name:
		return t
	case t.Def != resolve.None:
		for _, base := range append(s.basesOf(t), s.implemented(t)...) {
			if b := s.baseOutside(base, name, depth+1); b.Known() {
				return b
			}
		}
		return resolve.Unknown
	}
	for _, d := range s.declarations(t) {
		e := s.env(d, t)
		for i := range d.typ.Bases {
			base := s.converted(&d.typ.Bases[i], e)
			if b := s.baseOutside(base, name, depth+1); b.Known() {
				return b
			}
		}
	}
	return resolve.Unknown
}
