package typescript

import (
	"slices"

	"seedgraph/external"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// External types are compared by their declared bases and by the names of their members,
// like those of the tree.

// A shape holds the names of the members of a type. Calls are a member with the name
// [external.CallName].
type shape struct {
	needed, optional []string
	whole            bool // all bases of the type are known
}

// shapeOf returns the shape of an object type, or of an external interface or class.
func (s *scope) shapeOf(t resolve.Type) shape {
	if t.Form != parse.FormObject {
		out := shape{whole: true}
		s.addShape(&out, t, 0)
		return out
	}
	out := shape{whole: true}
	for i, name := range objectNames(t) {
		switch {
		case name == "...":
			out.whole = false
		case t.Args[i].Form == parse.FormOptional:
			out.optional = append(out.optional, name)
		default:
			out.needed = append(out.needed, name)
		}
	}
	return out
}

// addShape adds the members of an external type to a shape.
func (s *scope) addShape(out *shape, t resolve.Type, depth int) {
	d := s.tree.platform.Type(t.Name)
	known := d != nil && (d.Kind == external.Interface || d.Kind == external.Class)
	if !known || t.Module != global || t.Static || depth > deepestBases {
		// An alias or a name without a declaration may require anything.
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

// shapeAssignable reports whether a primitive value or an object literal is assignable to
// an object type or an external type, by the names of their members. If all members are
// optional, it must have one of them (3.11.5, weak types). It never returns yes, because
// it does not compare the types of the members.
func (s *scope) shapeAssignable(a, p resolve.Type) verdict {
	want, names := s.shapeOf(p), objectNames(a)
	has := func(name string) bool { return s.tree.primitiveHas(a, name) }
	if a.Form == parse.FormObject {
		if slices.Contains(names, "...") {
			// A spread may add the missing members.
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
	if weak && (a.Form != parse.FormObject || len(names) > 0) &&
		!slices.ContainsFunc(want.optional, has) {
		return no
	}
	return maybe
}

// lacks reports whether a class or interface of the tree lacks members that an external
// type requires. A type with an unknown base may have any.
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
		// Every object has toString and the other members of Object, so they are never
		// missing.
		if len(own)+len(declared) == 0 && !s.tree.primitiveHas(resolve.Unknown, name) {
			return true
		}
	}
	return false
}

// basedOn reports whether an external class or interface names a type as a base, directly
// or indirectly.
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

// whole reports whether all bases of an external type are declared.
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

// baseOutside returns the external type with a name that t is, or is based on, with its
// type arguments there, or Unknown.
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
