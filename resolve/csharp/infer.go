package csharp

import (
	"slices"

	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// An inference infers the type arguments of a generic method from the arguments of a call
// (C# 12.6.3).
type inference struct {
	c      *binder
	method resolve.DefID
	bounds []bounds       // by type parameter
	fixed  []resolve.Type // unknown until fixed
	vague  bool           // the type of an argument, or of a lambda's return value, is unknown
}

// bounds are the constraints that the arguments place on one type parameter.
type bounds struct{ exact, lower, upper []resolve.Type }

// inferred returns a type whose arguments are the type arguments of a candidate, for
// subst. fit is no if they cannot be inferred, and maybe if an argument is not known well
// enough.
//
// Explicit type arguments are used as they are. Otherwise, all must be inferred: a method
// with a type parameter that no argument mentions can only be called with explicit ones,
// and is not a candidate.
//
//	static R Map<T, R>(this IEnumerable<T> list, Func<T, R> f)
//
// T is the element type of list, and R the return type of the lambda once its parameter
// is a T.
func (c *binder) inferred(k candidate, places []resolve.Type, args []arg,
	call *call) (resolve.Type, fit) {
	n := len(c.t.def(k.id).TypeParams)
	if n == 0 {
		return resolve.Unknown, yes
	}
	if c.t.def(k.id).Kind.IsType() && len(k.owner.Args) == n {
		// A primary constructor has the type parameters of its class, whose arguments are
		// given by the creation or the base.
		return k.owner, yes
	}
	owner := resolve.Type{Def: k.id, Owner: resolve.None, Args: make([]resolve.Type, n)}
	if r := call.r; r.Extra != nil && len(r.Extra.TypeArgs) == n {
		for i, a := range r.Extra.TypeArgs {
			owner.Args[i] = c.written(a, call.from, r.At)
		}
		return owner, yes
	}
	f := &inference{c: c, method: k.id, bounds: make([]bounds, n), fixed: owner.Args}
	for i := range f.fixed {
		f.fixed[i] = resolve.Unknown
	}
	if k.extension {
		// The receiver is the first argument in inference (C# 12.8.10.3).
		f.lower(c.t.receiver(k.id), call.recv)
	}
	for i, p := range places {
		f.first(p, args[i])
	}
	f.second(k, places, args, call)
	for i := range f.fixed {
		if !f.fixed[i].Known() {
			if f.vague {
				return owner, maybe
			}
			return owner, no
		}
	}
	return owner, yes
}

// first infers from an argument without lambdas whose parameter types must be inferred.
func (f *inference) first(p resolve.Type, a arg) {
	switch {
	case !resolve.Mentions(p, f.method):
	case a.Def == resolve.None && a.Owner == resolve.None && a.Form == parse.FormFunc:
		if in, ok := f.c.t.delegateParams(p); ok && len(in) == len(a.Args) {
			for i, x := range a.Args {
				if x.Known() { // its type is explicit
					f.exact(in[i], x)
				}
			}
		}
	case a.Form == groupForm:
		// A method group contributes only its return type, in the second phase.
	case a.Name == "null" && a.Def == resolve.None:
		// null has no type to infer from.
	case a.Form == parse.FormCollection:
		// Nothing is inferred for a parameter without an element type (C# 12.6.3.2).
		f.vague = f.vague || p.Owner != f.method
	case !a.Known() || a.IsModule:
		f.vague = true
	default:
		f.lower(p, a.Type)
	}
}

// second infers from the return types of lambdas and method groups, once their parameters
// have types, and fixes the rest.
//
// Phase two repeats until nothing is left: a lambda can be evaluated once the types of
// its parameters are fixed, and its return type may fix those of the next one, as in
// Aggregate(seed, step, result).
func (f *inference) second(k candidate, places []resolve.Type, args []arg, call *call) {
	pending, left := make([]bool, len(args)), 0
	for i, a := range args {
		if a.Def == resolve.None && (a.Form == parse.FormFunc || a.Form == groupForm) &&
			resolve.Mentions(places[i], f.method) {
			pending[i] = true
			left++
		}
	}
	for left > 0 {
		progress := false
		for i := range args {
			if !pending[i] {
				continue
			}
			f.fixInputs(places[i])
			if p := f.subst(places[i]); f.ready(p) {
				pending[i], progress = false, true
				left--
				f.output(k, p, args[i], call)
			}
		}
		if !progress {
			// The rest depends on each other: the parameters are fixed by the bounds
			// found so far.
			break
		}
	}
	for i := range f.fixed {
		f.fix(i)
	}
}

// fixInputs fixes the type parameters in the parameters of a delegate.
//
// Inference does not backtrack: once the parameters of a lambda are needed, their types
// are fixed by the bounds found so far (C# 12.6.3.3), even if a later argument would add
// others.
func (f *inference) fixInputs(p resolve.Type) {
	in, _ := f.c.t.delegateParams(p)
	for _, x := range in {
		for i := range f.fixed {
			if mentionsParam(x, f.method, i) {
				f.fix(i)
			}
		}
	}
}

// ready reports whether the parameters of a delegate are all fixed.
func (f *inference) ready(p resolve.Type) bool {
	in, ok := f.c.t.delegateParams(p)
	return ok && !slices.ContainsFunc(in,
		func(x resolve.Type) bool { return resolve.Mentions(x, f.method) })
}

// subst substitutes the fixed type parameters.
//
// The others remain as parameters of the method, so that the next lambda may bound them.
func (f *inference) subst(p resolve.Type) resolve.Type {
	args := slices.Clone(f.fixed)
	for i := range args {
		if !args[i].Known() {
			args[i] = resolve.Type{Def: resolve.None, Owner: f.method, Param: i}
		}
	}
	return subst(p, resolve.Type{Def: f.method, Owner: resolve.None, Args: args})
}

// output infers from the return type of a lambda or method group that is passed for p.
//
// An async lambda returns the T of the Task<T> that its delegate requires. A body that
// throws, or returns nothing, adds no bound; one of unknown type leaves the method a
// possibility.
func (f *inference) output(k candidate, p resolve.Type, a arg, call *call) {
	result := f.c.t.invoked(p)
	if !resolve.Mentions(result, f.method) {
		return
	}
	var v resolve.Type
	if a.Form == groupForm {
		v = f.c.groupResult(a.Type, p)
	} else {
		v = f.c.bodyType(k, f.fixed, a, call)
		if lambdaOf(a.Type).async && f.c.t.isTask(result) && len(result.Args) == 1 {
			result = result.Args[0]
		}
	}
	if isVoid(v) || isInvalid(v) {
		return
	}
	if v = naturalType(v); !v.Known() {
		f.vague = true
		return
	}
	f.lower(result, v)
}

// groupResult returns the return type of the only method of a group that converts to a
// delegate p; Unknown if there are several.
func (c *binder) groupResult(group, p resolve.Type) resolve.Type {
	in, _ := c.t.delegateParams(p)
	result := resolve.Unknown
	for _, m := range group.Args {
		id, params, typ := c.t.groupMethod(m)
		if len(params) != len(in) || len(c.t.def(id).TypeParams) > 0 {
			continue
		}
		fit := identical
		for i := range in {
			fit = min(fit, c.converts(in[i], params[i]))
		}
		switch {
		case fit == no:
		case fit < yes || result.Known():
			return resolve.Unknown
		default:
			result = typ
		}
	}
	return result
}

// exact infers from a type argument that must be equal.
func (f *inference) exact(p, a resolve.Type) {
	if !f.infers(p, a, func(b *bounds) { b.exact = append(b.exact, a) }) {
		return
	}
	if p.Def == a.Def && p.SameForm(a) && len(p.Args) == len(a.Args) {
		for i := range p.Args {
			f.exact(p.Args[i], a.Args[i])
		}
	}
}

// infers records a bound if p is a type parameter of the method. It reports whether the
// parts of p must be examined.
func (f *inference) infers(p, a resolve.Type, enter func(*bounds)) bool {
	switch {
	case !resolve.Mentions(p, f.method):
		return false
	case !a.Known():
		f.vague = true
		return false
	case p.Owner == f.method:
		if p.Param < len(f.bounds) {
			enter(&f.bounds[p.Param])
		}
		return false
	}
	return true
}

// lower infers from a value of type a that is passed for p.
//
// If the value's type is an instance of p's definition in two ways, such as two
// interfaces IHandler<A> and IHandler<B>, nothing is inferred (C# 12.6.3.10).
//
//	static T Any<T>(IEnumerable<T> list)    // with a List<Dog>: T is Dog
func (f *inference) lower(p, a resolve.Type) {
	if !f.infers(p, a, func(b *bounds) { b.lower = append(b.lower, withoutName(a)) }) {
		return
	}
	if p.Def == resolve.None && (p.Form != parse.FormNamed || p.Name != "") && p.SameForm(a) &&
		a.Def == resolve.None &&
		len(p.Args) == len(a.Args) {
		for i := range p.Args { // arrays, tuples, nullable values
			f.lower(p.Args[i], a.Args[i])
		}
		return
	}
	var instance resolve.Type
	isInstance := func(x *resolve.Type) bool {
		return x.Def != resolve.None && x.Def == p.Def && len(x.Args) == len(p.Args)
	}
	for _, x := range f.c.t.related(a, isInstance) {
		if instance.Args != nil && !sameType(instance, x) {
			f.vague = true
			return // more than one instance: nothing is inferred
		}
		instance = x
	}
	if instance.Args == nil {
		f.vague = f.vague || f.c.t.hasUnknownBase(a)
		return
	}
	for i := range p.Args {
		f.byVariance(f.c.t.varianceOf(p, i), p.Args[i], instance.Args[i])
	}
}

// byVariance infers from a type argument according to the variance v of its parameter.
// Value types are invariant: an IEnumerable<int> is not an IEnumerable<object>.
func (f *inference) byVariance(v external.Rules, p, a resolve.Type) {
	switch {
	case f.c.t.isValueType(a) || v&(external.Covariant|external.Contravariant) == 0:
		f.exact(p, a)
	case v&external.Covariant != 0:
		f.lower(p, a)
	default:
		f.upper(p, a)
	}
}

// upper infers from a type that p must convert to.
//
// An Action<Animal> passed for an Action<T> implies that T is Animal or derives from it.
func (f *inference) upper(p, a resolve.Type) {
	if !f.infers(p, a, func(b *bounds) { b.upper = append(b.upper, a) }) {
		return
	}
	if p.Def == a.Def && p.SameForm(a) && len(p.Args) == len(a.Args) {
		for i := range p.Args {
			f.exact(p.Args[i], a.Args[i])
		}
	}
}

// fix chooses the type of a parameter that satisfies all its bounds; it stays unknown if
// there is no such type.
//
// Of the candidates that satisfy all bounds, it takes the one to which the others
// convert: of the lower bounds Dog and Animal, Animal.
//
//	static T Pick<T>(T a, T b)              // with a Dog and an Animal: T is Animal
func (f *inference) fix(i int) {
	b := &f.bounds[i]
	if f.fixed[i].Known() {
		return
	}
	candidates := append(append(slices.Clone(b.exact), b.lower...), b.upper...)
	best := resolve.Unknown
	for _, x := range candidates {
		if !f.meets(x, b) {
			continue
		}
		switch {
		case !best.Known():
			best = x
		case sameType(best, x):
		case f.c.standard(best, x) >= yes:
			// x is wider, and accepts everything that best does.
			best = x
		}
	}
	f.fixed[i] = best
}

// meets reports whether x satisfies all bounds.
func (f *inference) meets(x resolve.Type, b *bounds) bool {
	for _, e := range b.exact {
		if !sameType(e, x) {
			return false
		}
	}
	for _, l := range b.lower {
		if f.c.standard(l, x) < yes {
			return false
		}
	}
	for _, u := range b.upper {
		if f.c.standard(x, u) < yes {
			return false
		}
	}
	return true
}

// bodyType returns the type of a lambda's return value, assuming that the call is bound
// to candidate k with those type arguments.
//
// The call is bound to the candidate temporarily, so that the lambda's parameters get
// their types from it, and all results found under this assumption are discarded
// afterwards. Nested lambdas multiply the work, which maxGuess bounds.
func (c *binder) bodyType(k candidate, targs []resolve.Type, a arg, call *call) resolve.Type {
	r, i := call.r, a.index
	if i >= len(r.ArgSteps()) || r.ArgSteps()[i] == nil || c.guess >= maxGuess {
		return resolve.Unknown
	}
	if i >= len(r.ArgTypes()) || r.ArgTypes()[i].IsZero() {
		return resolve.Unknown // a lambda in an expression: `b ? () => "x" : null`
	}
	x := call.x
	// The call is being resolved: its state is restored, whatever the body evaluates.
	outer := *x
	c.means(x, k.id, k.owner, targs)
	x.ext = k.extension
	invalid := c.invalid
	c.invalid = false
	v := c.guessing(func() resolve.Type {
		return c.value(r.ArgSteps()[i], call.from,
			r.ArgTypes()[i].At)
	})
	*x = outer
	if c.invalid {
		v = invalidBody
	}
	c.invalid = invalid
	if v.Static || v.IsModule {
		return resolve.Unknown
	}
	return v
}

// invalidBody is the type of the body of a lambda that would not compile.
var invalidBody = resolve.Type{Def: resolve.None, Owner: resolve.None, Form: invalidForm}

func isInvalid(x resolve.Type) bool { return x.Form == invalidForm }

// maxGuess bounds the nesting of lambdas whose return types are compared.
const maxGuess = 3

// fromCall returns the type of a lambda's parameter or an out variable, from the call
// that it is an argument of. whole is false if the call is not resolved yet, so that the
// answer may change.
//
// During the resolution of the call itself, the answer is that of the candidate being
// tried, and must not be memoized.
//
//	dictionary.TryGetValue(key, out var order)    // order is the TValue of the dictionary
func (c *binder) fromCall(l *parse.Local) (t resolve.Type, whole bool) {
	i := c.callAt(l.Callee)
	if i < 0 {
		return resolve.Unknown, true
	}
	x := c.resolveAt(i)
	r := &c.File.References[i]
	whole = x.state == done
	if len(x.ids) != 1 || x.why != resolve.Resolved {
		return resolve.Unknown, whole
	}
	k := candidate{id: x.ids[0], owner: x.owner(), extension: x.ext}
	if d := c.t.def(k.id); !resolve.IsMethod(d) {
		return c.delegateValue(d, x, l).WithTier(x.tier), whole
	}
	params, types := c.params(k)
	_, p := slot(params, types, r, int(l.Arg), resolve.Unknown)
	p = subst(subst(p, k.owner), resolve.Type{Def: k.id, Owner: resolve.None, Args: x.targs()})
	return c.lambdaParam(p, l).WithTier(x.tier), whole
}

// delegateValue is fromCall for the call of a delegate, or of a member whose value is a
// delegate, and for the creation of a type without a declared constructor.
func (c *binder) delegateValue(d *resolve.Def, x *ref, l *parse.Local) resolve.Type {
	v := c.valueOf(d.ID, x.owner())
	if d.Kind == graph.KindDelegate {
		v = x.owner()
	}
	in, ok := c.t.delegateParams(v)
	if !ok || int(l.Arg) >= len(in) {
		return resolve.Unknown
	}
	return c.lambdaParam(in[l.Arg], l)
}

// lambdaParam returns the type of a lambda's parameter, where p is the type of the
// argument. l.Param is negative for an `out var`, whose type is p itself.
func (c *binder) lambdaParam(p resolve.Type, l *parse.Local) resolve.Type {
	if l.Param < 0 {
		return p
	}
	in, ok := c.t.delegateParams(p)
	if !ok || int(l.Param) >= len(in) {
		return resolve.Unknown
	}
	return in[l.Param]
}

// callAt returns the index of the call or creation at a position, or -1.
func (c *binder) callAt(at uint32) int {
	refs := c.File.References
	for i := c.firstAt(at); i < len(refs) && refs[i].At == at; i++ {
		if refs[i].Kind == parse.RefCall || refs[i].Kind == parse.RefCreate {
			return i
		}
	}
	return -1
}
