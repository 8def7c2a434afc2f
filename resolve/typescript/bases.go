package typescript

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// conditional returns the branch of a conditional type that applies; if that is unknown,
// a guess made of both.
//
//	type Item<T> = T extends (infer E)[] ? E : T
func (s *scope) conditional(t resolve.Type) resolve.Type {
	if !s.enter() {
		return resolve.Unknown
	}
	defer s.budget.Leave()
	check := s.resolvedAlias(t.Args[0])
	if check.Form == parse.FormUnion && check.Def == resolve.None {
		// Conditional types distribute over a checked union (since 2.8).
		all := make([]resolve.Type, len(check.Args))
		for i, a := range check.Args {
			all[i] = s.conditional(formed(parse.FormConditional, a, t.Args[1], t.Args[2], t.Args[3]))
		}
		return s.union(all)
	}
	// if one branch is never, the other one applies
	then, otherwise := t.Args[2], t.Args[3]
	switch v := s.assignable(check, t.Args[1], 0); {
	case v == yes, isNothing(otherwise):
		return s.resolveConstraint(then) // which may be conditional, too
	case v == no, isNothing(then):
		return s.resolveConstraint(otherwise)
	}
	return s.union([]resolve.Type{then, otherwise}).WithTier(graph.Unique)
}

// resolveConstraint resolves a type that depends on a type parameter by the constraint of that
// parameter.
//
//	function get<T extends Shop, K extends keyof T>(t: T, k: K): T[K]
func (s *scope) resolveConstraint(t resolve.Type) resolve.Type {
	if t.Def == resolve.None && t.Owner == resolve.None && len(t.Args) == 1 &&
		(t.Form == resultOf || t.Form == lookup) {
		of := s.resolveConstraint(t.Args[0])
		if of.Owner != resolve.None {
			// Inside its function, a type parameter has the members of its constraint.
			of = s.boundOf(of)
		}
		if !of.Known() {
			return resolve.Unknown
		}
		t.Args = []resolve.Type{of}
		return s.settled(t)
	}
	if t.Form == keyed && t.Def == resolve.None && t.Owner == resolve.None && len(t.Args) == 2 {
		of := s.resolveConstraint(t.Args[0])
		if of.Owner != resolve.None {
			of = s.boundOf(of)
		}
		if !of.Known() {
			return resolve.Unknown
		}
		return s.keyedMember(of, t.Args[1]).WithTier(t.Tier)
	}
	switch t.Form {
	case awaitedAll:
		return s.awaitedAll(s.resolvedAlias(t.Args[0]))
	case elementOf:
		return s.element(t.Args[0], "*")
	}
	if t.Form == parse.FormConditional && t.Def == resolve.None && len(t.Args) == 4 {
		return s.conditional(t)
	}
	return t
}

// boundOf returns the constraint of a type parameter.
//
//	function go<T extends Order>(t: T) { t.ship(); }    // a member of Order
func (s *scope) boundOf(t resolve.Type) resolve.Type {
	// Constraints are indexed by owner and name, because a definition lists its type
	// parameters only by name.
	ref, ok := s.tree.bounds[param{t.Owner, t.Name}]
	if !ok {
		return resolve.Unknown
	}
	d := s.b.Table.Def(t.Owner)
	return s.typeOf(d.File, ref, t.Owner, d.NameAt)
}

// expanded returns the type that a type alias denotes.
//
// Aliases may be recursive (type Tree = Tree[] | Leaf): the budget ends the recursion.
func (s *scope) expanded(t resolve.Type) resolve.Type {
	d := s.b.Table.Def(t.Def)
	if d.Type.IsZero() {
		return resolve.Unknown
	}
	return s.b.Subst(s.declared(t.Def), t).WithTier(t.Tier)
}

// basesOf lists the bases of a class or interface, with declarations merged, in the order
// in which members are inherited from them (7.1). External bases are included: they may
// have any member.
//
//	interface Order extends Base {}
//	class Order implements Priced {}   // one type: its base is Base, and it implements Priced
func (s *scope) basesOf(t resolve.Type) []resolve.Type {
	return s.boundAll(s.heritage(t.Def).members, t)
}

// implemented lists the interfaces that a class declares to implement.
//
//	class Order implements Named, Priced {}
func (s *scope) implemented(t resolve.Type) []resolve.Type {
	return s.boundAll(s.heritage(t.Def).contracts, t)
}

// A heritage holds the bases that the declarations of a type name.
type heritage struct {
	members   []resolve.Type // bases that it inherits members from
	contracts []resolve.Type // interfaces that a class implements, without inheriting members
}

// heritage resolves the bases of all declarations of a type. They are memoized without
// the type arguments of a receiver, because the same type is queried with many.
func (s *scope) heritage(def resolve.DefID) heritage {
	// A class whose base is found through its own members is a cycle: inside, it has no
	// bases.
	h, _ := s.heritages.GetClosed(&s.budget, def, func() (out heritage) {
		for _, part := range s.declarationsOf(s.b.Table.Def(def)) {
			p := s.b.Table.Def(part)
			for i, ref := range p.Bases {
				base := s.typeOf(p.File, ref, p.ID, p.NameAt)
				if value, ok := s.baseValue(p, ref); ok {
					base = value
				}
				if base.Form == parse.FormIntersection && base.Def == resolve.None { // of mixins
					out.members = append(out.members, parts(base)...)
					continue
				}
				if base.Def == resolve.None && p.File.Language == "javascript" {
					base = s.functionBase(p, ref, base)
				}
				if p.Kind == graph.KindClass && i < len(p.RareFields().BaseKind) && p.RareFields().BaseKind[i] {
					// The implements clause checks a class and adds nothing to it
					// (8.1.1).
					out.contracts = append(out.contracts, base)
				} else {
					out.members = append(out.members, base)
				}
			}
		}
		return out
	})
	return h
}

// baseValue returns the instance type of a base class that is the value of a call, or of a local
// such as the parameter of a mixin; false for any other base.
//
//	function Named<B extends Ctor>(Base: B) { return class extends Base { name() {} }; }
//	class Order extends Named(Entity) {}
func (s *scope) baseValue(d *resolve.Def, ref parse.TypeRef) (resolve.Type, bool) {
	if d.Kind != graph.KindClass {
		return resolve.Unknown, false
	}
	if ref.At == 0 && len(d.Init) > 0 {
		v := d.Init[0]
		t := s.constructed(s.eval(d.File, v.Steps, v.At, d.Outer))
		return t, t.Known() && !t.External
	}
	if _, l := s.name(d.File, ref.Name, ref.At, d.Outer, values); l != nil && ref.At > 0 {
		return s.constructed(s.localType(d.File, l)), true
	}
	return resolve.Unknown, false
}

// ListBases implements [resolve.BaseLister].
func (r *rules) ListBases(b *resolve.Binder, d *resolve.Def, ref parse.TypeRef) []resolve.Type {
	isValue := ref.At == 0 && len(d.Init) > 0
	if ref.At > 0 {
		for range b.LocalsAt(ref.Name, ref.At) {
			isValue = true
			break
		}
	}
	if !isValue {
		return nil // the name of a class
	}
	t, ok := newScope(b, r.tree).baseValue(d, ref)
	if !ok {
		return nil
	}
	return slices.DeleteFunc(parts(t), func(t resolve.Type) bool { return !t.Known() })
}

// parts lists the types of an intersection.
func parts(t resolve.Type) []resolve.Type {
	if t.Form != parse.FormIntersection || t.Def != resolve.None {
		return []resolve.Type{t}
	}
	out := []resolve.Type{}
	for _, a := range t.Args {
		out = append(out, parts(a)...)
	}
	return out
}

// functionBase returns the instance type of a base that is a constructor function, which
// is not a type; otherwise it returns the type given.
//
//	util.inherits(Dog, Animal)    class Dog extends Animal {}
func (s *scope) functionBase(d *resolve.Def, ref parse.TypeRef, otherwise resolve.Type) resolve.Type {
	var steps []parse.Step
	for i, part := range strings.Split(ref.Name, ".") {
		kind := parse.StepMember
		if i == 0 {
			kind = parse.StepName
		}
		steps = append(steps, parse.Step{Kind: kind, Name: part})
	}
	t := s.eval(d.File, steps, ref.At, d.Outer)
	if t.Def == resolve.None || !s.isConstructorFunction(s.b.Table.Def(t.Def)) && s.b.Table.Def(t.Def).Kind != graph.KindClass {
		return otherwise
	}
	t.Static = false
	return t
}

// boundAll substitutes the type arguments of owner in types.
func (s *scope) boundAll(all []resolve.Type, owner resolve.Type) []resolve.Type {
	out := make([]resolve.Type, len(all))
	for i, t := range all {
		out[i] = s.bound(t, owner)
	}
	return out
}

// declarationsOf lists the declarations that merge with d.
//
//	interface Window { shop: Shop }    // in addition to the Window of the platform
//	class Box {} namespace Box { export const empty = new Box(); }
func (s *scope) declarationsOf(d *resolve.Def) []resolve.DefID {
	if d.Outer == resolve.None {
		// A file merges with nothing.
		return []resolve.DefID{d.ID}
	}
	if d.ModuleName == global { // declared in several files
		// Parts of a global declaration have different parents: they are found by name.
		return s.b.Table.Filter(s.b.Table.Named("typescript", d.Name),
			func(o *resolve.Def) bool { return s.b.Table.Canon[o.ID] == s.b.Table.Canon[d.ID] })
	}
	return s.b.Table.Filter(s.b.Table.Own(d.Outer, d.Name),
		func(o *resolve.Def) bool { return s.b.Table.Canon[o.ID] == s.b.Table.Canon[d.ID] })
}

// resolvedAlias follows aliases and bounds to a type that is neither.
func (s *scope) resolvedAlias(t resolve.Type) resolve.Type {
	// An alias of an alias is common, a chain of eight is a cycle: type A = B; type B =
	// A.
	alias := resolve.None
	for range 8 {
		open := t.Form == parse.FormConditional && alias != resolve.None
		t = s.resolveConstraint(t)
		switch rest, again := s.withoutAlias(t, alias); {
		case open && again:
			t = rest // which may be conditional, too
		case t.Owner != resolve.None:
			t = s.boundOf(t)
		case t.Def != resolve.None && !t.Static && s.isAlias(s.b.Table.Def(t.Def)):
			alias = t.Def
			t = s.expanded(t)
		default:
			// The tables' aliases come last, because only a type without a definition can
			// be one.
			a := s.outsideAlias(t)
			if !a.Known() {
				return t
			}
			t = a
		}
	}
	return resolve.Unknown
}

// withoutAlias drops the alternatives of an undecided conditional type that name its own
// alias again: whichever branch applies in the end, it is one of the others. With unknown
// arguments, expanding them would not end.
//
//	type Chain<P> = P extends `/${infer R}` ? Chain<R> : { [K in P]: Request }
//
// ok is false if none does.
func (s *scope) withoutAlias(t resolve.Type, alias resolve.DefID) (rest resolve.Type, ok bool) {
	again := func(a resolve.Type) bool { return a.Def == alias }
	if t.Form != parse.FormUnion || t.Def != resolve.None || !slices.ContainsFunc(t.Args, again) {
		return t, false
	}
	return s.union(slices.DeleteFunc(slices.Clone(t.Args), again)).WithTier(t.Tier), true
}

// isAlias reports whether a definition is a name of another type: an alias, or an
// interface of a function.
//
//	type Id = string;
//	interface Visit { (o: Order): void }
func (s *scope) isAlias(d *resolve.Def) bool {
	if d.Kind == graph.KindInterface {
		return d.Type.Form == parse.FormFunc || d.Type.Form == parse.FormConstructor || d.Type.Form == parse.FormIntersection
	}
	return d.Kind == graph.KindTypeAlias && d.Type.Form != parse.FormObject
}
