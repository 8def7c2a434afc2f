package java

import (
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A bounds is the set of known bounds of a type parameter to infer (JLS 18.1).
type bounds struct {
	equal, lower, upper []resolve.Type
	vague               bool // an argument of unknown type contributes
}

// An inference infers the type parameters of a generic method from the arguments
// of a call.
type inference struct {
	e     *eval
	owner resolve.DefID
	vars  []bounds
}

// A boundKind is how an inferred type relates to the type of an argument.
type boundKind uint8

const (
	lowerBound boundKind = iota // it is that type or a supertype
	equalBound
	upperBound
)

// instantiate replaces the type parameters of the method m in t by the types inferred
// from the arguments of r, ignoring argument skip and functions after it.
//
//	<T> List<T> listOf(T first, T second)
//
// The return type of listOf(dog, cat) is a List of their least upper bound. Explicit
// type arguments, as in Lists.<Animal>listOf(dog, cat), are used as written.
func (e *eval) instantiate(
	t resolve.Type, m member, r *parse.Reference, varargs bool, skip int,
) resolve.Type {
	owner, declared := e.j.vars(m)
	if owner == resolve.None || !resolve.Mentions(t, owner) {
		return t
	}
	if r == nil {
		return resolve.Substitute(t, owner, unknowns(len(declared)))
	}
	if given := e.typeArguments(r); len(given) == len(declared) && r.Kind != parse.RefCreate {
		// A wrong number is an error of the program; the arguments are ignored.
		return resolve.Substitute(t, owner, given)
	}
	in := e.infer(m, owner, len(declared), r, varargs, skip)
	vars := in.resolve()
	for i := range vars {
		if vars[i].Known() || in.vars[i].vague {
			// The contribution of an unknown argument must not be replaced by the
			// target type: the two could differ.
			continue
		}
		if t := e.fromTarget(m, owner, i, r); t.Known() {
			vars[i] = t
		}
	}
	return resolve.Substitute(t, owner, vars)
}

// unknowns lists n unknown types.
func unknowns(n int) []resolve.Type {
	out := make([]resolve.Type, n)
	for i := range out {
		out[i] = resolve.Unknown
	}
	return out
}

// typeArguments returns the explicit type arguments of a call.
func (e *eval) typeArguments(r *parse.Reference) []resolve.Type {
	if r.Extra == nil || len(r.Extra.TypeArgs) == 0 {
		return nil
	}
	ctx := e.context(e.b.File.ID(r.Def), r.At)
	out := make([]resolve.Type, len(r.Extra.TypeArgs))
	for i, t := range r.Extra.TypeArgs {
		out[i] = e.j.resolve(e.jf, ctx, t)
	}
	return out
}

// infer collects the bounds that the arguments of a call impose on the n type
// parameters of owner in the parameters of m.
//
// Arguments that are functions come last: the types of a lambda's parameters may
// depend on the other arguments (JLS 18.5.2).
func (e *eval) infer(
	m member, owner resolve.DefID, n int, r *parse.Reference, varargs bool, skip int,
) *inference {
	in := &inference{e, owner, make([]bounds, n)}
	args := e.arguments(r)
	ps := paramTypes(e.j.params(m), len(args), varargs)
	for i, a := range args {
		if i < len(ps) && i != skip && a.fn == nil {
			in.bound(ps[i], a.Type, lowerBound)
		}
	}
	// A function may depend on the bounds from functions before it, never on one
	// after it, so this terminates.
	for i, a := range args {
		if i < len(ps) && a.fn != nil && (skip < 0 || i < skip) {
			in.boundFunction(ps[i], a.fn)
		}
	}
	return in
}

// bound records the bounds implied by an argument, or a part of it, of type a for the
// declared type p.
//
//	<T> void fill(List<? super T> list, T value)
//
// list gives T an upper bound, value a lower one. null gives no bound, and an
// argument of unknown type leaves every type parameter in p undecided.
func (in *inference) bound(p, a resolve.Type, kind boundKind) {
	if !resolve.Mentions(p, in.owner) || isNull(a) {
		return
	}
	if isUnknown(a) {
		in.markUnknown(p)
		return
	}
	if p.Owner == in.owner { // a type argument is never primitive
		in.add(&in.vars[p.Param], boxed(a), kind)
		return
	}
	if isArray(p) {
		if isArray(a) && !isPrimitive(a.Args[0]) {
			// An int[] is not a T[], whatever T is (JLS 4.10.3).
			in.bound(p.Args[0], a.Args[0], kind)
		}
		return
	}
	in.boundClass(p, a)
}

// add records a bound of an inference variable (JLS 18.1.3).
func (in *inference) add(v *bounds, t resolve.Type, kind boundKind) {
	switch kind {
	case lowerBound:
		v.lower = append(v.lower, t)
	case equalBound:
		v.equal = append(v.equal, t)
	default:
		v.upper = append(v.upper, t)
	}
}

// markUnknown marks the type parameters in p as bounded by an argument of unknown type.
func (in *inference) markUnknown(p resolve.Type) {
	if p.Owner == in.owner {
		in.vars[p.Param].vague = true
	}
	for _, a := range p.Args {
		in.markUnknown(a)
	}
}

// boundClass compares the type arguments of p with those of a seen as a p.
//
//	<T> T first(Iterable<T> all)     // given a Names extends ArrayList<String>: T is String
func (in *inference) boundClass(p, a resolve.Type) {
	s, ok := in.e.superOf(a, p)
	if !ok || len(s.Args) < len(p.Args) { // an unknown supertype, or a raw type
		in.markUnknown(p)
		return
	}
	for i, x := range p.Args {
		switch y := s.Args[i]; {
		case x.Form == parse.FormExtends && len(x.Args) == 1:
			in.bound(x.Args[0], upper(y), lowerBound)
		case x.Form == parse.FormSuper && len(x.Args) == 1:
			in.bound(x.Args[0], lower(y), upperBound)
		default:
			in.bound(x, upper(y), equalBound)
		}
	}
}

// superOf returns a as a type of the class of p.
func (e *eval) superOf(a, p resolve.Type) (resolve.Type, bool) {
	for range resolve.MaxAliases {
		if a.Owner == resolve.None {
			break
		}
		a = e.j.boundOf(a)
	}
	if a.Form == parse.FormIntersection || a.Form == parse.FormUnion {
		for _, x := range a.Args {
			if s, ok := e.superOf(x, p); ok {
				return s, true
			}
		}
		return resolve.Unknown, false
	}
	if !e.j.isClass(a) || isArray(a) {
		return resolve.Unknown, false
	}
	s, ok, _ := e.j.asSuper(a, p)
	return s, ok
}

// boundFunction records the bounds implied by a lambda or method reference for a
// parameter of type p.
//
//	<T, R> R apply(T value, Function<T, R> f)   // R is the return type of f
func (in *inference) boundFunction(p resolve.Type, fn *fn) {
	f, is := in.e.j.function(p)
	if is != yes || !resolve.Mentions(p, in.owner) {
		return
	}
	if fn.explicit {
		for i, t := range fn.params {
			if i < len(f.params) {
				in.bound(f.params[i], t, equalBound)
			}
		}
	}
	if fn.exact.found() {
		in.boundExact(f, fn)
	}
	if resolve.Mentions(f.result, in.owner) {
		t := in.unboundResult(fn, f)
		if !t.Known() {
			t, _ = in.e.resultType(fn)
		}
		in.bound(f.result, t, lowerBound)
	}
}

// unboundResult returns the return type of a reference to an instance method through its
// class, for the function type f: the first parameter is the receiver, which may
// supply the type arguments that the class name lacks.
//
//	lists.flatMap(List::stream)    // with a Stream<List<Item>>: a Stream<Item>
func (in *inference) unboundResult(fn *fn, f function) resolve.Type {
	if !fn.raw || !fn.unbound || len(f.params) == 0 {
		return resolve.Unknown
	}
	m := fn.exact
	on := resolve.Substitute(f.params[0], in.owner, in.resolve())
	s, ok := in.e.superOf(upper(on), m.owner)
	if !ok {
		return resolve.Unknown
	}
	m.owner = s
	return in.e.j.value(m)
}

// boundExact bounds the parameters of a function type by those of the only method
// that a method reference can denote.
//
// Only a reference to a method without overloads takes part (JLS 15.13.1):
// Order::code implies that the function takes an Order, Integer::valueOf implies
// nothing.
func (in *inference) boundExact(f function, fn *fn) {
	ps := in.e.j.params(fn.exact)
	if fn.unbound && len(f.params) == len(ps)+1 {
		// Order::code on the type: the first parameter is the receiver.
		in.bound(f.params[0], fn.exact.owner, upperBound)
		f.params = f.params[1:]
	}
	if len(f.params) == len(ps) {
		for i, p := range ps {
			in.bound(f.params[i], p, upperBound)
		}
	}
}

// resolve returns the types of the type parameters (JLS 18.4): an equal bound
// decides, otherwise the least upper bound of the lower ones, otherwise an upper one.
// The type is unknown if there are no bounds, or if an argument of unknown type
// contributes: the least upper bound of the other arguments would be a guess.
//
//	List<T> with T = Order      // an equal bound: a type argument is never another type
//	T above Dog and Cat         // lower bounds: Animal
//	T below Order               // only an upper bound, as for a Consumer<? super T>
func (in *inference) resolve() []resolve.Type {
	out := unknowns(len(in.vars))
	for i := range in.vars {
		switch v := &in.vars[i]; {
		case len(v.equal) > 0:
			out[i] = v.equal[0]
		case v.vague:
			// It stays unknown.
		case len(v.lower) > 0:
			out[i] = in.e.j.join(v.lower)
		case len(v.upper) > 0:
			out[i] = v.upper[0]
		}
	}
	return out
}

// fromTarget infers type parameter k of the generic method m, which no argument
// bounds, from the target type of the call itself (JLS 18.5.2.1). The outer call must
// already be resolved: its overload must not depend on this type.
//
//	take(Collections.emptyList())   // with take(List<Order> list)
func (e *eval) fromTarget(m member, owner resolve.DefID, k int, r *parse.Reference) resolve.Type {
	at, ok := e.nested[r.At]
	if !ok {
		return resolve.Unknown
	}
	c := e.choices[at.ref]
	if c == nil || !c.done || !c.member.found() {
		return resolve.Unknown
	}
	if !e.budget.Enter() {
		return resolve.Unknown
	}
	defer e.budget.Leave()
	outer := &e.b.File.References[at.ref]
	target := e.parameterOf(c.member, outer, c.varargs, at.arg)
	_, declared := e.j.vars(m)
	// A fresh inference: the arguments gave no bound for parameter k.
	in := &inference{e, owner, make([]bounds, len(declared))}
	in.fromResult(e.j.value(m), target)
	return in.resolve()[k]
}

// fromResult records the bounds implied by a result of type p with a target type.
func (in *inference) fromResult(p, target resolve.Type) {
	if !resolve.Mentions(p, in.owner) || !target.Known() {
		return
	}
	if p.Owner == in.owner {
		if target = lower(target); !isPrimitive(target) {
			// take(int) with <T> T get(): the target would be boxed, and T is Integer
			// only if no other type fits.
			in.vars[p.Param].upper = append(in.vars[p.Param].upper, target)
		}
		return
	}
	s, ok := in.e.superOf(p, target)
	if !ok {
		return
	}
	for i, x := range s.Args {
		if i >= len(target.Args) || x.Owner != in.owner {
			continue
		}
		if a := target.Args[i]; isWildcard(a) && len(a.Args) == 0 {
			continue // ? gives no bound
		}
		// A type parameter of the platform is meaningless outside its class.
		if y := lower(target.Args[i]); y.Known() && y.Owner >= resolve.None {
			in.vars[x.Param].equal = append(in.vars[x.Param].equal, y)
		}
	}
}

// result returns the type of a call of m. poly reports that only its target
// determines the type, of which just the bound is known.
//
// getClass() has a special result type (JLS 4.3.2): on a value of type Order it is a
// Class<? extends Order>.
func (e *eval) result(
	c choice, r *parse.Reference, t resolve.Type,
) (value resolve.Type, poly bool) {
	m := c.member
	declared := e.j.value(m)
	if m.library != nil && m.library.Name == "getClass" && len(m.library.params) == 0 {
		return outsideType("java.lang.Class", compound(parse.FormExtends, t)).WithTier(graph.Typed), false
	}
	owner, bounds := e.j.vars(m)
	value = e.instantiate(declared, m, r, c.varargs, -1)
	if owner != resolve.None && declared.Owner == owner && !value.Known() {
		if b := openBounds(bounds, owner)[declared.Param]; !e.j.isObject(b) {
			// <T extends View> T find(int id): without a target, only View is
			// certain.
			return b.WithTier(graph.Typed), true
		}
		return resolve.Unknown, true
	}
	return upper(value).WithTier(resolve.WeakerTier(resolve.WeakerTier(t.Tier, c.tier), graph.Typed)), false
}
