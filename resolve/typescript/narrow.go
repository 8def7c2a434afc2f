package typescript

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Names are narrowed as in the checker (TypeScript specification 4.24, and control flow
// analysis since 2.0), but with scopes instead of a control flow graph: a guard applies
// in a range of the text, except where the name may have been assigned to since. Only
// variables, parameters, this, and members of these by plain names are narrowed.

// anyGuard narrows t by guards at least one of which holds.
func (s *scope) anyGuard(f *resolve.File, list []int32, t resolve.Type) resolve.Type {
	if len(list) == 1 {
		return s.guarded(f, &f.Guards[list[0]], t)
	}
	var all []resolve.Type
	for _, i := range list {
		x := s.guarded(f, &f.Guards[i], t)
		if same(x, t) {
			// If one operand of || excludes nothing, the whole test has no effect.
			return t
		}
		all = append(all, x)
	}
	return s.union(all)
}

// guarded returns the type t narrowed by a guard.
//
//	x instanceof C, typeof x === 'string', 'name' in x, x.kind === 'a', isOrder(x), x
func (s *scope) guarded(f *resolve.File, g *parse.Guard, t resolve.Type) resolve.Type {
	from := f.ID(g.Def)
	if g.By != nil && !s.assertsCondition(f, g, from) {
		// The test is the argument of a call, as in assert(x instanceof Order): it holds
		// after the call only if the function is declared to assert it.
		return t
	}
	switch g.Kind {
	case parse.GuardInstance:
		class := s.eval(f, g.Steps, g.At, from)
		return s.narrowTo(t, s.constructed(class), g.Not, !class.External)
	case parse.GuardTypeof:
		return s.narrowTypeof(t, g.Text, g.Not)
	case parse.GuardIn:
		return s.keep(t, g.Not, func(a resolve.Type) verdict { return s.hasMember(a, g.Text) })
	case parse.GuardEqual:
		value := s.eval(f, g.Steps, g.At, from)
		return s.keep(t, g.Not, func(a resolve.Type) verdict {
			return s.equals(s.memberType(a,
				g.Text), value)
		})
	case parse.GuardTruthy:
		return s.keep(t, g.Not, func(a resolve.Type) verdict {
			return s.truthy(s.memberType(a,
				g.Text))
		})
	case parse.GuardCall:
		return s.narrowByCall(f, g, parse.FormGuard, t, from)
	case parse.GuardAssert:
		return s.narrowByCall(f, g, parse.FormAssertion, t, from)
	}
	return t
}

// alternatives lists the parts of a union, or only t.
func (s *scope) alternatives(t resolve.Type) []resolve.Type {
	u := s.resolvedAlias(t)
	if u.Form != parse.FormUnion || u.Def != resolve.None || !s.enter() {
		return []resolve.Type{t}
	}
	defer s.budget.Leave()
	var out []resolve.Type
	for _, a := range u.Args {
		out = append(out, s.alternatives(a)...)
	}
	return out
}

// keep narrows a union by a test: it drops the alternatives of t for which the test
// certainly has the other outcome. A type that is not a union is unchanged.
//
//	if (x.kind === 'order') …    // of Order | Line, the one whose kind may be 'order'
func (s *scope) keep(t resolve.Type, not bool, test func(resolve.Type) verdict) resolve.Type {
	// the checker narrows by members only if there are alternatives
	all := s.alternatives(t)
	if len(all) == 1 {
		return t
	}
	var kept []resolve.Type
	for _, a := range all {
		v := test(a)
		if not {
			// If the outcome of a test is certain, so is the other one; a maybe remains a
			// maybe.
			v = yes - v
		}
		if v != no {
			kept = append(kept, a)
		}
	}
	// if all are excluded, the test was not understood
	if len(kept) == 0 || len(kept) == len(all) {
		return t
	}
	return s.union(kept).WithTier(resolve.WeakerTier(t.Tier, graph.Typed))
}

// narrowTo narrows t to the type of a test. sure reports that the type of the test is
// known; an unknown type is used only if t itself is unknown.
//
//	x instanceof Special   // for an Order: Special; for an unrelated interface: both
func (s *scope) narrowTo(t, to resolve.Type, not, sure bool) resolve.Type {
	if not {
		if !to.Known() || !sure {
			return t
		}
		return s.keep(t, true, func(a resolve.Type) verdict { return s.subtype(a, to) })
		// An alternative that may be a to is kept: only those that certainly are one are
		// excluded.
	}
	if !to.Known() {
		if !sure { // an instance of an external class
			return externalType("instance")
		}
		return resolve.Unknown
	}
	var kept []resolve.Type
	for _, a := range s.alternatives(t) {
		switch {
		case !a.Known() || isNothing(a):
		case s.subtype(a, to) == yes:
			// The alternative is narrower than the test: it is unchanged.
			kept = append(kept, a)
		case s.subtype(to, a) != no:
			// The test is narrower: a Special for an Order.
			kept = append(kept, to)
		}
	}
	if len(kept) == 0 {
		return to.WithTier(graph.Typed)
	}
	return s.union(kept).WithTier(graph.Typed)
}

// subtype is assignable for narrowing: an instance of a class is an instance of another
// class only if that is a base.
func (s *scope) subtype(a, b resolve.Type) verdict {
	v := s.assignable(a, b, 0)
	if v == maybe && a.Def != resolve.None && b.Def != resolve.None &&
		s.b.Table.Def(b.Def).Kind == graph.KindClass && s.closed(a) {
		return no
	}
	return v
}

// narrowTypeof narrows t by a typeof test.
//
//	typeof x === 'function'    // of Order | (() => Order), the second
func (s *scope) narrowTypeof(t resolve.Type, name string, not bool) resolve.Type {
	if len(s.alternatives(t)) > 1 {
		return s.keep(t, not, func(a resolve.Type) verdict { return s.typeofIs(a, name) })
	}
	if !t.Known() && !not && primitiveOf(name) != "" {
		return externalType(name)
	}
	return t
}

// typeofIs reports whether typeof returns name for a value of type a.
func (s *scope) typeofIs(a resolve.Type, name string) verdict {
	a = s.resolvedAlias(a)
	is := ""
	switch {
	case primitive(a):
		if is = primitiveOf(a.Name); is == "null" {
			// typeof null is "object" (ECMAScript 13.5.3).
			is = "object"
		}
	case a.Form == parse.FormFunc || a.Form == parse.FormConstructor ||
		a.Static && a.Def != resolve.None && s.b.Table.Def(a.Def).Kind != graph.KindEnum &&
			s.b.Table.Def(a.Def).Kind != graph.KindNamespace:
		is = "function"
	case isPlatform(a) || a.Form == parse.FormObject:
		// Arrays, maps and promises are objects to typeof.
		is = "object"
	case a.Def != resolve.None && !a.Static:
		switch s.b.Table.Def(a.Def).Kind {
		case graph.KindEnum, graph.KindConstant:
			// A number or a string.
			return maybe
		}
		is = "object"
	default:
		return maybe
	}
	if is == name {
		return yes
	}
	return no
}

// hasMember reports whether values of type a have a member with a name, for the test
// 'name' in x. An optional member keeps an alternative for both outcomes.
//
//	if ('ship' in x) x.ship()
func (s *scope) hasMember(a resolve.Type, name string) verdict {
	if a.Form == parse.FormObject && a.Def == resolve.None {
		if slices.Contains(objectNames(a), name) {
			return yes
		}
		return no
	}
	hits, outside := s.hits(a, name)
	switch {
	case len(hits) == 1 && optionalMember(s.b.Table.Def(hits[0].id)):
		return maybe
	case len(hits) > 0:
		return yes
	case outside && !primitive(a):
		return maybe
	}
	return no
}

// equals reports whether a member of type t can be equal to a value, for a test of a
// discriminant: only literals and members of enums distinguish alternatives.
//
// A discriminant is a member with a unit type in each alternative (4.24): one of type
// string distinguishes nothing.
func (s *scope) equals(t, value resolve.Type) verdict {
	t = s.resolvedAlias(t)
	if t.Form == parse.FormUnion && t.Def == resolve.None {
		out := no
		for _, a := range t.Args {
			// A union may be equal, or not: it is never certain.
			out = max(out, min(maybe, s.equals(a, value)))
		}
		return out
	}
	if !isUnit(s, t) || !isUnit(s, value) {
		if isNothing(t) {
			return no
		}
		return maybe
	}
	if same(t, value) {
		return yes
	}
	return no
}

// isUnit reports whether a type has exactly one value: a literal or a member of an enum.
func isUnit(s *scope, t resolve.Type) bool {
	if t.Def != resolve.None {
		return s.b.Table.Def(t.Def).Kind == graph.KindConstant
	}
	return primitive(t) && primitiveOf(t.Name) != t.Name && !isTemplate(t)
}

// truthy reports whether values of type t are truthy.
//
//	if (order) …        // drops null, undefined and literals that are empty
func (s *scope) truthy(t resolve.Type) verdict {
	t = s.resolvedAlias(t)
	switch {
	case !t.Known() || t.Form == parse.FormUnion:
		return maybe
	case isNothing(t), t.Name == "false", t.Name == "''", t.Name == "0":
		return no
	case primitive(t) && (primitiveOf(t.Name) == t.Name || isTemplate(t)):
		return maybe
	case t.External || t.Owner != resolve.None:
		if t.Name == "true" || primitive(t) {
			return yes
		}
		return maybe
	}
	return maybe // an object, but it may be missing
}

// narrowByCall narrows t by a type guard or an assertion: a function whose return type
// has the form, for the name of a parameter or this.
//
//	function isOrder(x: unknown): x is Order
//	function check(x: unknown): asserts x is Order
func (s *scope) narrowByCall(f *resolve.File, g *parse.Guard, form parse.TypeForm, t resolve.Type,
	from resolve.DefID) resolve.Type {
	to := s.asserts.of(s, g, func() resolve.Type { return s.asserted(f, g, form, from) })
	switch {
	case !to.Known():
		return t
	case to.Form == parse.FormList:
		return s.narrowToList(t, g.Not)
	}
	return s.narrowTo(t, to, g.Not, true)
}

// asserted returns the type that the call of a guard tests for, or Unknown if it is not a
// guard.
func (s *scope) asserted(f *resolve.File, g *parse.Guard, form parse.TypeForm,
	from resolve.DefID) resolve.Type {
	recv, fn := s.guardCallee(f, g.Steps, g.At, from)
	for _, sig := range s.signatures(fn) {
		if sig.result.Form != form || len(sig.result.Args) != 1 {
			continue
		}
		name := sig.result.Name
		if g.Arg < 0 != (name == "this") || g.Arg >= 0 && !sig.isParam(int(g.Arg), name) {
			// Arg is the index of the narrowed name among the arguments, -1 for the
			// receiver. A guard of another parameter does not affect this name.
			continue
		}
		to := sig.result.Args[0]
		if recv.Known() {
			to = s.withThis(to, recv)
		}
		args := &arguments{written: s.typesOf(f, g.Steps[len(g.Steps)-1].WrittenType().Args, from,
			g.At)}
		sig.result = to
		return s.instantiate(&sig, to, args, resolve.Unknown)
	}
	return resolve.Unknown
}

// isParam reports whether parameter i has a name, as far as it is known.
func (g *signature) isParam(i int, name string) bool {
	if g.names == nil {
		// The tables keep no names: the guards of the platform all test their first
		// parameter.
		return i == 0
	}
	return i < len(g.names) && g.names[i] == name
}

// guardCallee returns the function that the call of a guard calls, and its receiver.
//
//	if (shop.isOpen(x)) …    // the method isOpen, and shop for a guard of this
func (s *scope) guardCallee(f *resolve.File, steps []parse.Step, at uint32,
	from resolve.DefID) (recv, fn resolve.Type) {
	last := len(steps) - 1
	recv = resolve.Unknown
	if last > 0 {
		if recv = s.eval(f, steps[:last], at, from); !recv.Known() {
			return resolve.Unknown, resolve.Unknown
		}
	}
	return recv, s.callee(f, recv, steps, last, at, from)
}

// assertsCondition reports whether the call that has a guard as an argument asserts the
// condition.
func (s *scope) assertsCondition(f *resolve.File, g *parse.Guard, from resolve.DefID) bool {
	_, fn := s.guardCallee(f, g.By, g.At, from)
	for _, sig := range s.signatures(fn) {
		if sig.result.Form == parse.FormAssertion && len(sig.result.Args) == 0 &&
			sig.isParam(0, sig.result.Name) {
			return true
		}
	}
	return false
}

// narrowToList narrows t to arrays.
//
//	Array.isArray(x)    // of Order | Order[], the second
func (s *scope) narrowToList(t resolve.Type, not bool) resolve.Type {
	return s.keep(t, not, func(a resolve.Type) verdict {
		switch a = s.resolvedAlias(a); {
		case isList(a):
			return yes
		case primitive(a), isPlatform(a), a.Form == parse.FormFunc:
			return no
		case a.Def != resolve.None && s.closed(a):
			return no
		}
		return maybe
	})
}
