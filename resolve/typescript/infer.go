package typescript

import (
	"slices"
	"strings"

	"seedgraph/external"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// An inference infers the type arguments of a call.
type inference struct {
	s     *scope
	owner resolve.DefID // definition of the type parameters
	found []resolve.Type
	doubt []bool // an argument of unknown type may be another candidate
	// the string literals among the candidates that are the only one
	literals []resolve.Type
}

// deepestUnify bounds the depth to which types are unified.
const deepestUnify = 8

// unify is inference from a type to a type (TypeScript specification 3.11.7): it records
// the candidates that the argument type t provides for the type parameters in p.
//
//	p: Map<string, T>    t: Map<string, Order>    // T is Order
//	p: T[]               t: Order[]               // T is Order
//	p: (x: T) => void    t: (x: Order) => void    // T is Order, contravariantly
func (in *inference) unify(p, t resolve.Type, depth int) {
	s := in.s
	if depth > deepestUnify || !s.enter() {
		return
	}
	defer s.budget.Leave()
	switch {
	case p.Owner == in.owner && p.Owner != resolve.None:
		// A type parameter by itself: t is a candidate for it.
		in.addCandidate(p.Param, t)
	case !t.Known():
		in.addDoubt(p, 0)
	case p.Form == parse.FormUnion && p.Def == resolve.None:
		in.unifyUnion(p, t, depth)
	case p.Form == parse.FormFunc && p.Def == resolve.None:
		in.unifyFunction(p, t, depth)
	case p.Def == resolve.None && p.SameForm(t) && t.Def == resolve.None:
		for i := 0; i < len(p.Args) && i < len(t.Args); i++ {
			in.unify(p.Args[i], t.Args[i], depth+1)
		}
	case p.Form == setOf && t.Def == resolve.None && (t.Form == mapOf || t.Module == global),
		(p.Form == parse.FormList || p.Form == setOf) && p.Def == resolve.None &&
			(t.Form == parse.FormTuple || t.Form == parse.FormList || t.Form == setOf):
		// Iterable<T> from any iterable, a list parameter from a tuple.
		if len(p.Args) > 0 {
			in.unify(p.Args[0], s.element(t, "*"), depth+1)
		}
	case p.Form == parse.FormMap && p.Def == resolve.None && len(p.Args) == 2:
		// Record<K, V>: nothing is inferred for the key, which is a string in nearly all
		// programs.
		in.unify(p.Args[1], s.mapValue(t, 0), depth+1)
	case p.Form == parse.FormGuard && t.Form == parse.FormGuard && len(p.Args) == 1 && len(t.Args) == 1:
		in.unify(p.Args[0], t.Args[0], depth+1)
	case p.Form == parse.FormConstructor && p.Def == resolve.None:
		// new () => T from a class: T is its instance.
		in.unify(p.Args[len(p.Args)-1], s.constructed(t), depth+1)
	case p.Def != resolve.None && !p.Static:
		in.unifyNamed(p, t, depth)
	case isForeign(t):
		in.addDoubt(p, 0) // it may be a list, a function, or anything that p requires
	case p.Module == global && len(p.Args) > 0 && !p.Static:
		in.unifyOutside(p, t, depth)
	case p.Form == parse.FormObject && !primitive(t):
		for i, name := range objectNames(p) {
			if m := s.memberType(t, name); m.Known() && i < len(p.Args) {
				in.unify(withoutOptional(p.Args[i]), withoutOptional(m), depth+1)
			}
		}
	}
}

// isForeign reports whether t is declared neither in the tree nor by the platform.
func isForeign(t resolve.Type) bool {
	return t.External && t.Def == resolve.None && t.Owner == resolve.None && t.Module != global &&
		!primitive(t)
}

// unifyOutside unifies with an external generic type: by the target of an alias, by a
// base with its name, by call signatures, otherwise by their common members.
func (in *inference) unifyOutside(p, t resolve.Type, depth int) {
	s := in.s
	if a := s.outsideAlias(p); a.Known() {
		in.unify(a, t, depth+1)
		return
	}
	if base := s.baseOutside(t, p.Name, 0); base.Known() {
		for i := 0; i < len(p.Args) && i < len(base.Args); i++ {
			in.unify(p.Args[i], base.Args[i], depth+1)
		}
		return
	}
	if sigs := s.signatures(p); len(sigs) == 1 {
		// An interface of a function: Predicate<T> { (x: T): boolean }.
		want := &sigs[0]
		in.unifyFunction(formed(parse.FormFunc, append(slices.Clone(want.params), want.result)...), t,
			depth)
		return
	}
	d := s.tree.platform.Type(p.Name)
	if d == nil || d.Kind != external.Interface || primitive(t) || len(d.Members) > mostMembers {
		return
	}
	if made := s.constructed(t); t.Static && made.Known() {
		// Type<T> { new (...args: any[]): T } from a class.
		for _, g := range s.platformConstructors(p) {
			in.unify(g.result, made, depth+1)
		}
	}
	for i := range d.Members {
		name := d.Members[i].Name
		if have := s.memberType(t, name); have.Known() {
			in.unify(s.memberType(p, name), have, depth+1)
		}
	}
}

// mostMembers bounds the interfaces that are unified member by member.
const mostMembers = 16

// addCandidate records a candidate for a type parameter. Of several, the one that all others are
// assignable to is taken, otherwise the first. Literals are widened: 'a' infers string,
// as for a parameter without a constraint.
//
//	pick<T>(a: T, b: T)    // pick(dog, animal): T is Animal
//	pick('a', 'b')         // T is string
func (in *inference) addCandidate(param int, t resolve.Type) {
	if param >= len(in.found) {
		return
	}
	have := in.found[param]
	if param < len(in.literals) {
		if in.literals[param] = resolve.Unknown; isLiteralKey(t) && !have.Known() {
			in.literals[param] = t
		}
	}
	switch {
	case !t.Known() || isNothing(t):
		in.doubt[param] = in.doubt[param] || !t.Known()
	case !have.Known(), in.s.assignable(have, t, 0) == yes:
		// The new candidate is the first one, or as wide as the previous one.
		in.found[param] = widened(t)
	case isForeign(have) != isForeign(t):
		// The external type may be a base of the other one.
		in.doubt[param] = true
	}
}

// addDoubt records that an argument of unknown type may provide candidates for the type
// parameters in p.
func (in *inference) addDoubt(p resolve.Type, depth int) {
	if depth > deepestUnify {
		return
	}
	if p.Owner == in.owner && p.Param < len(in.doubt) {
		in.doubt[p.Param] = true
	}
	for _, a := range p.Args {
		in.addDoubt(a, depth+1)
	}
}

// unifyUnion unifies with a union: a part that no other alternative accepts is a
// candidate for the type parameter.
//
//	wait<T>(value: T | Promise<T>)   // wait(promise): T is the result of the promise
func (in *inference) unifyUnion(p, t resolve.Type, depth int) {
	rest := []resolve.Type{t}
	if t.Form == parse.FormUnion && t.Def == resolve.None {
		rest = t.Args
	}
	var naked []resolve.Type
	for _, a := range p.Args {
		if a.Owner == in.owner {
			// A naked type parameter receives the rest.
			naked = append(naked, a)
			continue
		}
		if a.Module == global && len(a.Args) > 0 { // Type<T> | Token<T>: each may provide candidates
			for _, x := range rest {
				in.unify(a, x, depth+1)
			}
			continue
		}
		var left []resolve.Type
		for _, x := range rest {
			if a.Def == x.Def && a.SameForm(x) && a.Static == x.Static ||
				a.Form == parse.FormMap && in.s.mapValue(x, 0).Known() ||
				in.s.assignable(x, a, 0) == yes {
				in.unify(a, x, depth+1)
			} else {
				left = append(left, x)
			}
		}
		rest = left
	}
	// with several naked parameters, it is unknown which of them receives the rest
	if len(naked) == 1 && len(rest) > 0 {
		in.unify(naked[0], in.s.union(rest), depth+1)
	}
}

// unifyFunction unifies the parameters and the return types of functions. Of overloads,
// the checker infers from the last.
//
//	map<U>(f: (o: Order) => U): U[]    // U is the return type of the function
func (in *inference) unifyFunction(p, t resolve.Type, depth int) {
	sigs := in.s.signatures(t)
	if len(sigs) == 0 {
		in.addDoubt(p, 0)
		return
	}
	g, want := sigs[len(sigs)-1], functionSignature(p)
	for i, x := range want.params {
		if have, ok := g.param(i); ok && have.Known() {
			// A lambda parameter without a type provides nothing: its type is to be
			// inferred.
			in.unify(x, have, depth+1)
		}
	}
	in.unify(want.result, g.result, depth+1)
}

// unifyNamed unifies with a type of the tree.
//
//	Box<T> with Box<Order>             // T is Order
//	Iterable<T> with { [Symbol.iterator](): … }    // by the members
func (in *inference) unifyNamed(p, t resolve.Type, depth int) {
	s := in.s
	if p.Def == t.Def && !t.Static {
		for i := 0; i < len(p.Args) && i < len(t.Args); i++ {
			in.unify(p.Args[i], t.Args[i], depth+1)
		}
		return
	}
	if len(p.Args) == 0 {
		return
	}
	if r := s.resolvedAlias(p); r.Def != p.Def {
		// An alias is unified by its target.
		in.unify(r, t, depth+1)
		return
	}
	if base := s.baseNamed(t, p.Def, 0); base.Known() {
		in.unify(p, base, depth+1)
		return
	}
	if t.Form == parse.FormObject {
		// Structure: the members of a literal against those of the interface.
		for i, name := range objectNames(t) {
			if m := s.memberType(p, name); m.Known() {
				in.unify(m, t.Args[i], depth+1)
			}
		}
		return
	}
	in.addDoubt(p, 0)
}

// baseNamed returns the base of t with a given definition, with its type arguments.
// Implemented interfaces count: instances of the class are of these types, too.
//
//	class Orders extends List<Order> {}   // seen as a List: List<Order>
func (s *scope) baseNamed(t resolve.Type, def resolve.DefID, depth int) resolve.Type {
	if t.Def == resolve.None || depth > deepestBases {
		return resolve.Unknown
	}
	if t = s.resolvedAlias(t); t.Def == def || t.Def == resolve.None {
		if t.Def == def {
			// A base is compared itself first, so that the nearest one is found.
			return t
		}
		return resolve.Unknown
	}
	for _, base := range append(s.basesOf(t), s.implemented(t)...) {
		if b := s.baseNamed(base, def, depth+1); b.Known() {
			return b
		}
	}
	return resolve.Unknown
}

// objectNames lists the names of the members of an object literal.
func objectNames(t resolve.Type) []string {
	if len(t.Args) == 0 {
		return nil
	}
	return strings.Split(t.Name, ",")
}

// widened returns the type of a variable that is initialized with a literal.
//
//	let kind = 'order'      // string
//	const kind = 'order'    // 'order'
func widened(t resolve.Type) resolve.Type {
	if form := primitiveOf(t.Name); form != "" && t.Def == resolve.None {
		t.Name = form
	}
	return t
}

// isNothing reports whether t has no values other than null and undefined.
func isNothing(t resolve.Type) bool {
	switch t.Name {
	case "null", "undefined", "void", "never":
		return t.Def == resolve.None
	}
	return false
}

var anything = externalType("any")

// same reports whether two types are equal, apart from their tiers.
func same(a, b resolve.Type) bool {
	if a.Def != b.Def || !a.SameForm(b) || a.Static != b.Static || a.Owner != b.Owner ||
		a.Param != b.Param || a.Module != b.Module || len(a.Args) != len(b.Args) {
		return false
	}
	for i := range a.Args {
		if !same(a.Args[i], b.Args[i]) {
			return false
		}
	}
	return true
}

// common returns the common part of two types: the same type, with the arguments that are
// equal.
func common(a, b resolve.Type) resolve.Type {
	if !same(bare(a), bare(b)) {
		return resolve.Unknown
	}
	out := a.WithTier(b.Tier)
	if a.Def == resolve.None && !isPlatform(a) {
		// Functions, object types and literals have no name that is meaningful without
		// their parts.
		if same(a, b) {
			return out
		}
		return resolve.Unknown
	}
	out.Args = nil
	for i := 0; i < len(a.Args) && i < len(b.Args); i++ {
		out.Args = append(out.Args, common(a.Args[i], b.Args[i]))
	}
	return out
}

// bare returns a type without its arguments.
func bare(t resolve.Type) resolve.Type {
	t.Args = nil
	return t
}
