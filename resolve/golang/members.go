package golang

import (
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// under returns the underlying type of t.
//
//	type Orders []Order
//	type Alias = Orders
//	type More Orders    // its underlying type is []Order: that of Orders, not Orders
func (g *tree) under(t resolve.Type) resolve.Type {
	// A type may be defined by itself, which is an error that need not stop the
	// analysis.
	for range resolve.MaxAliases {
		// The operations on a type parameter are those of its constraint.
		if t.Owner != resolve.None {
			b, ok := g.bounds[resolve.TypeVar{Owner: t.Owner, Param: t.Param}]
			if !ok {
				return t
			}
			t = b
			continue
		}
		if decl := g.std(t); decl != nil && !decl.Target.IsZero() {
			tier := t.Tier
			target := decl.Target
			t = scopeOf(decl, t).typeOf(&target).WithTier(tier)
			continue
		}
		if t.Def == resolve.None { // predeclared, a type literal, or unknown
			return t
		}
		d := g.table.Def(t.Def)
		// Structs and interfaces are their own underlying types here: their members are found
		// by the definition.
		if d.Kind != graph.KindTypeAlias && d.Kind != graph.KindDelegate {
			return t
		}
		tier := t.Tier
		t = resolve.Substitute(g.declared.of(t.Def), t.Def, t.Args)
		t.Tier = resolve.WeakerTier(t.Tier, tier)
	}
	return resolve.Unknown
}

// A selection is a field or method and the type that declares it, with its type
// arguments; for a field of an unnamed struct, only its type.
type selection struct {
	def       resolve.DefID
	twins     []resolve.DefID
	owner     resolve.Type
	name      string // of a method of an external interface; owner is its type
	outside   bool   // an external embedded type may have one at the same or a lesser depth
	ambiguous bool   // several are at the same depth
}

// notFound is the result of a failed lookup.
var notFound = selection{def: resolve.None, owner: resolve.Unknown}

// member finds a field or method of t: its own, or the one promoted from the
// shallowest depth. An external type hides deeper members: it may have the member,
// and is assumed to have it if no deeper type does; otherwise that is a guess. At the
// same depth it is assumed not to have it, since two would be an error.
//
//	type Shop struct { Store; Log }    // Store.Close and Log.Close are at depth 1
//
// shop.Close is ambiguous and does not compile, unless Shop itself has a Close;
// members deeper than the first depth with the name are never selected (Selectors).
func (g *tree) member(from *file, t resolve.Type, name string) selection {
	s := search{g: g, from: from, name: name}
	level := []resolve.Type{t}
	hidden := notFound // the external type that hides deeper members
	for depth := 0; len(level) > 0 && depth < resolve.MaxAliases; depth++ {
		s.next, s.count, s.outside, s.sure, s.outer = nil, 0, false, false, resolve.Unknown
		for _, t := range level {
			s.at(t)
		}
		switch {
		case hidden.outside && s.count > 0:
			// The external type may or may not have it: a deeper declaration is
			// evidence against it, so even the external type is a guess.
			hidden.owner = hidden.owner.WithTier(graph.Unique)
			return hidden
		case hidden.outside:
		case s.count == 1:
			return s.first
		case s.count > 1:
			return selection{def: resolve.None, owner: resolve.Unknown, ambiguous: true}
		case s.outside:
			hidden = selection{def: resolve.None, owner: s.outer, outside: true}
			if s.sure {
				return hidden
			}
		}
		// After the level: two paths to one type at the same depth are two
		// candidates.
		s.markSeen(level)
		level = s.next
	}
	return hidden
}

// A search looks for a member in types of increasing depth.
type search struct {
	g       *tree
	from    *file
	name    string
	seen    map[resolve.DefID]bool // at lesser depths
	next    []resolve.Type         // the types embedded at this depth
	first   selection              // at this depth
	count   int                    // the number found at this depth
	outside bool                   // a type of this depth is external
	sure    bool                   // and is known to have the member
	outer   resolve.Type           // the first such type; unknown if it has no name
}

// markSeen marks the types of a depth as seen, if there is a deeper one.
func (s *search) markSeen(level []resolve.Type) {
	if len(s.next) > 0 && s.seen == nil {
		s.seen = map[resolve.DefID]bool{}
	}
	for _, t := range level {
		if s.seen != nil && t.Def != resolve.None {
			s.seen[t.Def] = true
		}
	}
}

// add records a member found.
func (s *search) add(f selection) {
	if s.count == 0 {
		s.first = f
	}
	s.count++
}

// at searches one type.
//
//	type Shop struct { *Store }    // the members of Store, and, one deeper, of its embedded types
func (s *search) at(t resolve.Type) {
	if t.Owner != resolve.None {
		t = s.g.under(t)
	}
	switch {
	case t.Form == parse.FormObject && t.Def == resolve.None:
		s.inLiteral(t)
	case t.Def == resolve.None && t.External:
		s.atStandard(t)
	case t.Def == resolve.None:
		// A literal without fields, or an unresolved type: only the latter may have
		// it.
		s.outside = s.outside || !t.Known()
	case s.seen[t.Def]: // also embedded at a lesser depth: deeper members are hidden
	default:
		s.inDefined(t)
	}
}

// inLiteral searches a struct or interface literal. Its fields have types and no
// definitions, so the result is only a type.
func (s *search) inLiteral(t resolve.Type) {
	for _, f := range t.Args {
		switch {
		case len(f.Args) != 1 || f.Form != parse.FormField && f.Form != parse.FormEmbedded:
		case f.Name == s.name:
			// Fields of a literal are in source order; names are unique.
			s.add(selection{def: resolve.None, owner: f.Args[0]})
			return
		case f.Form == parse.FormEmbedded:
			s.next = append(s.next, f.Args[0])
		}
	}
}

// inDefined searches a defined type. If its definition is another defined type, it
// has only that type's fields.
//
//	type Shop Store    // has the fields of Store, but not its methods
func (s *search) inDefined(t resolve.Type) {
	if f := s.g.ownMember(s.from, t, s.name); f.def != resolve.None || f.ambiguous {
		s.add(f)
		return
	}
	if s.g.table.Def(t.Def).Kind == graph.KindInterface {
		s.inInterface(t)
		return
	}
	s.next = append(s.next, s.g.embedded(t)...)
	u := s.g.under(t)
	switch {
	case u.Def == t.Def:
	case u.Def != resolve.None: // type Shop Store
		// Methods of Store are not methods of Shop (Type definitions), unless Store
		// is an interface.
		f := s.g.ownMember(s.from, u, s.name)
		isInterface := s.g.table.Def(u.Def).Kind == graph.KindInterface
		if f.def != resolve.None && (isInterface || s.g.table.Def(f.def).Kind == graph.KindField) {
			s.add(f)
		} else if isInterface {
			s.inInterface(u)
		} else {
			s.next = append(s.next, s.g.embedded(u)...)
		}
	case u.Form == parse.FormObject:
		s.inLiteral(u)
	case u.External:
		s.atStandard(u)
	}
}

// inInterface searches the embedded interfaces of an interface: their methods are at
// the same depth as its own.
//
//	type ReadCloser interface { Reader; Closer }    // Read and Close are at depth 0
func (s *search) inInterface(t resolve.Type) {
	methods, whole := s.g.interfaceMethods(t)
	for _, m := range methods {
		if s.g.methodName(m) != s.name {
			continue
		}
		if m.def != resolve.None {
			// Any of them will do: embedded interfaces may repeat a method (since Go
			// 1.14).
			s.add(m)
			return
		}
		s.outside = true
	}
	if s.outside {
		s.outer = s.g.embeddedStandard(t, s.name)
	}
	s.outside = s.outside || !whole
}

// ownMember finds a field or method that the type itself declares. A type cannot have
// a field and a method with one name; if it seems to, they belong to different
// builds.
func (g *tree) ownMember(from *file, t resolve.Type, name string) selection {
	d := g.table.Def(t.Def)
	var ids []resolve.DefID
	if d.Outer == d.File.First {
		ids = g.methods[method{g.files[d.File].pkg, d.Name, name}]
	}
	if len(ids) == 0 {
		ids = g.ownFields(from, d, name)
	}
	if len(ids) == 0 {
		return notFound
	}
	id, twins, why := g.declarations(from, ids)
	if why == resolve.Ambiguous {
		return selection{def: resolve.None, owner: resolve.Unknown, ambiguous: true}
	}
	return selection{def: id, twins: twins, owner: t}
}

// ownFields lists the fields, and methods of interfaces, of d and of the types that
// replace it in other builds.
//
//	//go:build linux      type conn struct{ fd int }
//	//go:build windows    type conn struct{ handle uintptr }
//
// Which of them applies depends on the file that uses the field.
func (g *tree) ownFields(from *file, d *resolve.Def, name string) []resolve.DefID {
	types := []resolve.DefID{d.ID}
	if d.Outer == d.File.First {
		if all := g.files[d.File].pkg.scope[d.Name]; len(all) > 1 {
			types = all
		}
	}
	var out []resolve.DefID
	for _, t := range types {
		for _, id := range g.table.Own(t, name) {
			if x := g.table.Def(id); x.Outer == t && !x.Kind.IsType() {
				// Types inside a type are those of function bodies, and not members.
				out = append(out, id)
			}
		}
	}
	return out
}

// embedded lists the types that t embeds, with its type arguments substituted.
//
//	type Cache[K comparable] struct { Store[K, Order] }
func (g *tree) embedded(t resolve.Type) []resolve.Type {
	bases := g.table.Bases[t.Def]
	if len(t.Args) == 0 {
		return bases
	}
	out := make([]resolve.Type, len(bases))
	for i, b := range bases {
		out[i] = resolve.Substitute(b, t.Def, t.Args)
	}
	return out
}

// paramsOf lists the types of the parameters of a method.
func (g *tree) paramsOf(m selection) []resolve.Type {
	params := g.params[m.def]
	if len(m.owner.Args) == 0 {
		return params
	}
	out := make([]resolve.Type, len(params))
	for i, p := range params {
		out[i] = resolve.Substitute(p, m.owner.Def, m.owner.Args)
	}
	return out
}

// valueOf returns the type of a field, or the result type of a method.
//
//	func (b Box[T]) Get() T    // for a Box[Order]: an Order
func (g *tree) valueOf(m selection) resolve.Type {
	return resolve.Substitute(g.declared.of(m.def), m.owner.Def, m.owner.Args)
}

// interfaceMethods lists the methods of an interface, including those of embedded
// ones; whole is false if some are external, or if the interface is a constraint with
// a type set. The method of error has no definition.
//
//	type Number interface { ~int | ~float64 }    // a type set: its implementations are unknown
func (g *tree) interfaceMethods(t resolve.Type) (methods []selection, whole bool) {
	return g.addMethods(nil, t, map[resolve.DefID]bool{})
}

// addMethods adds the methods of the interface t and of those that it embeds (Embedded
// interfaces). It reports whether all of these are known.
func (g *tree) addMethods(methods []selection, t resolve.Type,
	seen map[resolve.DefID]bool) ([]selection, bool) {
	if seen[t.Def] {
		return methods, true
	}
	seen[t.Def] = true
	for _, name := range g.byType[t.Def] {
		if f := g.ownMember(nil, t, name); f.def != resolve.None {
			methods = append(methods, f)
		}
	}
	whole := true
	for _, e := range g.embedded(t) {
		// any and comparable add no method, and an empty interface has none.
		u := e
		if u.Def != resolve.None {
			u = g.under(u)
		}
		switch {
		case pointerElem(u).Known():
			// *E with a type parameter E: the pointers to any type argument.
		case u.Def == resolve.None && isPredeclared(u) && u.Name == "error":
			methods = append(methods, selection{def: resolve.None, owner: errorMethod, name: "Error"})
		case u.Def == resolve.None && (u.Name == "any" || u.Name == "comparable" ||
			u.Form == parse.FormObject && len(u.Args) == 0):
		case u.Def == resolve.None:
			var ok bool
			methods, ok = g.standardMethods(methods, u)
			whole = whole && ok
		case g.table.Def(u.Def).Kind != graph.KindInterface:
			whole = false // a type set: it contains only this type
		default:
			var ok bool
			methods, ok = g.addMethods(methods, u, seen)
			whole = whole && ok
		}
	}
	return methods, whole
}

// pointerElem returns the type *E if it is the only one of a type set and E is a type parameter.
//
//	type Init[E any] interface { *E; Init() }
func pointerElem(set resolve.Type) resolve.Type {
	if set.Form == parse.FormUnion && set.Def == resolve.None && len(set.Args) == 1 {
		if e := set.Args[0]; e.Owner != resolve.None && e.Pointer {
			return e
		}
	}
	return resolve.Unknown
}

// errorMethod is the type of the method of error, func() string.
var errorMethod = resolve.Type{Def: resolve.None, Owner: resolve.None, Form: parse.FormFunc,
	Args: []resolve.Type{
		{Def: resolve.None, Owner: resolve.None, Form: parse.FormTuple}, externalType("string"),
	}}

// methodName returns the name of an interface method, in the tree or external.
func (g *tree) methodName(m selection) string {
	if m.def == resolve.None {
		return m.name
	}
	return g.table.Def(m.def).Name
}
