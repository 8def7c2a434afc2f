package java

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A choice is the outcome of overload resolution.
type choice struct {
	member  member // the one that is called; without one nothing decides
	tier    graph.Tier
	varargs bool     // its last parameter takes any number of arguments
	rest    []member // without a member: the candidates that remain
}

// An arg is an argument of a call.
type arg struct {
	resolve.Type
	fn    *fn          // of a lambda or method reference
	bound resolve.Type // of a call whose result its target decides: what it is at most
}

// The phases of overload resolution (JLS 15.12.2.2-4).
const (
	strictPhase = iota
	loosePhase
	varargsPhase
	phases
)

// choose picks the method or constructor that the arguments of r select among the
// candidates (JLS 15.12.2). open says that an unknown supertype may have further
// ones: then only a candidate whose parameters have the very types of the arguments
// is certain, since none can be more specific.
//
//	void take(long n)
//	void take(Integer n)
//
// take(1) means the first, though boxing would make the second exact: the phases are gone
// through in order, and the first that has an applicable method decides.
func (e *eval) choose(cands []member, open bool, r *parse.Reference) choice {
	if r.Args < 0 {
		// A name without arguments: a method reference.
		if len(cands) == 1 {
			return choice{member: cands[0], tier: openTier(open)}
		}
		return choice{member: noMember, rest: cands}
	}
	cands = e.j.taking(cands, int(r.Args))
	// The number of arguments alone decides: their types are not asked for, and have no
	// share in the tier.
	if len(cands) == 0 || len(cands) == 1 && !open {
		return e.only(cands, r, graph.Exact)
	}
	args := e.arguments(r)
	cands = without(cands, func(c member) bool { return e.shapes(c, args) == no })
	if len(cands) == 0 {
		return choice{member: noMember}
	}
	var out choice
	if len(cands) == 1 {
		out = e.only(cands, r, graph.Exact)
	} else if n := len(cands); e.budget.Charge(n * n / pairsPerStep) {
		out = e.selectMember(cands, args)
	} else {
		out = choice{member: noMember, rest: cands}
	}
	if out.member.found() && open && !e.identical(out.member, args) {
		out.tier = resolve.Worse(out.tier, graph.Unique)
	}
	return out
}

// pairsPerStep is how many pairs of candidates cost as much as a question: each is
// compared with each, which 400 candidates may cost one reference.
const pairsPerStep = 8

func openTier(open bool) graph.Tier {
	if open {
		return graph.Unique
	}
	return graph.Exact
}

// only is the choice of a single candidate.
func (e *eval) only(cands []member, r *parse.Reference, tier graph.Tier) choice {
	if len(cands) == 0 {
		return choice{member: noMember}
	}
	return choice{member: cands[0], tier: tier, varargs: e.expands(cands[0], r)}
}

// expands reports whether a call of m makes an array of its last arguments. A single
// one may be that array.
//
//	log("x", args)    // with log(String s, Object... rest): args may be the array itself
func (e *eval) expands(m member, r *parse.Reference) bool {
	n := len(e.j.declaredParams(m))
	if !e.j.isVarargs(m) || int(r.Args) != n {
		return e.j.isVarargs(m)
	}
	args := e.arguments(r)
	if e.j.isExpanded(m, args) {
		return true
	}
	last, ps := args[n-1], e.j.params(m)
	owner, bounds := e.j.vars(m)
	return last.Known() && e.j.subtype(last.Type, anyOf(ps[n-1], owner, bounds)) == no
}

// taking keeps the methods that may be called with n arguments.
func (j *tree) taking(ms []member, n int) []member {
	return without(ms, func(m member) bool { return !j.takes(m, n) })
}

// isExpanded reports whether a call of m makes an array of the last arguments, whatever their
// types are: there are more or fewer than parameters, or the last is a function, which is no array.
//
//	void all(String head, Runnable... rest)
//	all("x", () -> stop())    // an array of one
func (j *tree) isExpanded(m member, args []arg) bool {
	n := len(args)
	return j.isVarargs(m) && (n != len(j.declaredParams(m)) || args[n-1].fn != nil)
}

// takes reports whether a method may be called with n arguments.
//
//	void log(String s, Object... rest)    // one argument or more
func (j *tree) takes(m member, n int) bool {
	k := len(j.declaredParams(m))
	return n == k || j.isVarargs(m) && n >= k-1
}

// selectMember goes through the phases until one has applicable candidates. A candidate
// that only may be applicable, since the type of an argument is unknown, must either
// be less specific than the winner or the only one that remains.
func (e *eval) selectMember(cands []member, args []arg) choice {
	var possible []member
	for phase := range phases {
		var sure, all []member
		for _, c := range cands {
			fits := e.applicable(c, args, phase)
			if fits == yes {
				sure = append(sure, c)
			}
			if fits != no {
				all = append(all, c)
				if !slices.ContainsFunc(possible, c.same) {
					possible = append(possible, c)
				}
			}
		}
		if len(sure) == 0 {
			// Nothing applies for certain: a later phase may have something that does, which
			// only counts if nothing before it may apply.
			continue
		}
		// A candidate of an earlier phase that may apply would win.
		if len(possible) > len(all) {
			return choice{member: noMember, rest: possible}
		}
		m, ok := e.mostSpecific(sure, all, args, phase)
		if !ok {
			return choice{member: noMember, rest: all}
		}
		return choice{member: m, tier: e.argumentTier(cands, args), varargs: phase == varargsPhase}
	}
	// No candidate takes the arguments for certain. Since the source compiles, the only
	// one that may is the one.
	if len(possible) != 1 {
		return choice{member: noMember, rest: possible}
	}
	m := possible[0]
	return choice{member: m, tier: e.argumentTier(cands, args),
		varargs: e.j.isExpanded(m, args)}
}

// argumentTier is the worst tier of the arguments whose types tell the candidates apart.
// One of unknown type told nothing apart, or nothing would have been chosen.
//
// An argument for which all candidates declare the same class decided nothing, and how well its
// type is known is of no consequence.
func (e *eval) argumentTier(cands []member, args []arg) graph.Tier {
	tier := graph.Exact
	for i, a := range args {
		if !a.Known() {
			continue
		}
		first := e.slot(cands[0], i, args)
		if slices.ContainsFunc(cands[1:], func(c member) bool {
			return !e.j.sameErasure(first, e.slot(c, i, args))
		}) {
			tier = resolve.Worse(tier, a.Tier)
		}
	}
	return tier
}

// slot is the type of the parameter that argument i meets.
func (e *eval) slot(m member, i int, args []arg) resolve.Type {
	ps := paramTypes(e.j.params(m), len(args), e.j.isExpanded(m, args))
	if i < len(ps) {
		return ps[i]
	}
	return resolve.Unknown
}

// paramTypes are the types of the parameters that n arguments meet; with varargs the
// last parameter is one for each further argument.
func paramTypes(ps []resolve.Type, n int, varargs bool) []resolve.Type {
	if !varargs || len(ps) == 0 {
		return ps
	}
	last := ps[len(ps)-1]
	if isArray(last) {
		last = last.Args[0]
	}
	out := slices.Clone(ps[:min(len(ps)-1, n)])
	for len(out) < n {
		out = append(out, last)
	}
	return out
}

// identical reports whether the parameters of m are of the classes of the arguments. A
// candidate of an unknown supertype that takes the arguments in the first phase has
// parameters that are supertypes of theirs: it cannot be more specific than m, and with
// the same parameters m overrides it.
func (e *eval) identical(m member, args []arg) bool {
	ps := e.j.params(m)
	if len(ps) != len(args) {
		return false
	}
	for i, p := range ps {
		a := args[i]
		if a.fn != nil || !a.Known() || isNull(a.Type) || p.Owner != resolve.None {
			return false
		}
		if !e.sameArgument(a.Type, p) {
			return false
		}
	}
	return true
}

// sameArgument reports whether an argument of type a is of the very class of a parameter
// of type p, or both are arrays of one.
func (e *eval) sameArgument(a, p resolve.Type) bool {
	if isArray(a) && isArray(p) {
		return e.sameArgument(a.Args[0], p.Args[0])
	}
	return sameClass(a, p)
}

// shapes reports whether m is potentially applicable (JLS 15.12.2.1): the lambdas and
// method references among the arguments have the shapes that its parameters ask for.
//
//	void run(Runnable r)
//	void run(Callable<T> c)
//	run(() -> { save(); })    // only the first can be meant, before any type is compared
func (e *eval) shapes(m member, args []arg) answer {
	out := yes
	for i, a := range args {
		if a.fn != nil {
			out = min(out, e.hasShape(a.fn, e.slot(m, i, args), m))
		}
	}
	return out
}

// applicable reports whether m takes the arguments in a phase.
func (e *eval) applicable(m member, args []arg, phase int) answer {
	ps := e.j.params(m)
	if phase == varargsPhase {
		if !e.j.isVarargs(m) {
			return no
		}
		ps = paramTypes(ps, len(args), true)
	} else if len(ps) != len(args) {
		// A method of variable arity takes part in the first two phases with its array as one
		// argument.
		return no
	}
	out := yes
	for i, a := range args {
		if out = min(out, e.fits(a, ps[i], m, phase)); out == no {
			break
		}
	}
	return out
}

// fits reports whether the argument a may be given for a parameter of type p of the
// method m. For a type parameter of m that is to be inferred, its bound decides; a
// primitive value needs boxing, which the first phase does not do.
//
//	void f(long n)
//	void f(Object o)
//	f(1)    // strict: f(long); f(Object) needs boxing, which the second phase does
func (e *eval) fits(a arg, p resolve.Type, m member, phase int) answer {
	if a.fn != nil {
		return e.fitsFunction(a.fn, p, m)
	}
	owner, bounds := e.j.vars(m)
	if p.Owner == owner && owner != resolve.None && isPrimitive(a.Type) && phase == strictPhase {
		return no
	}
	p = anyOf(p, owner, bounds)
	if a.bound.Known() {
		return e.fitsBound(a.bound, p)
	}
	if phase == strictPhase {
		return e.j.subtype(a.Type, p)
	}
	return e.j.loose(a.Type, p)
}

// fitsBound reports whether a call may give a value of type p if its target decides what it
// returns, within a bound (JLS 18.5.2.1). No class extends two classes of which neither extends the other.
//
//	<T extends Node> T parse(String s)
//	add(parse(s))    // add(Node) or add(Leaf), never add(String)
func (e *eval) fitsBound(bound, p resolve.Type) answer {
	if e.j.subtype(bound, p) == yes {
		return yes
	}
	isClass := func(t resolve.Type) bool {
		return e.j.isClass(t) && e.j.declares(t) && !e.j.isInterface(t) && !isArray(t)
	}
	if isClass(bound) && isClass(p) && e.j.subtype(bound, p) == no && e.j.subtype(p, bound) == no {
		return no
	}
	return maybe
}

// anyOf is the type p with the type parameters of owner, which are to be inferred,
// replaced by their bounds, and where they are type arguments by wildcards.
//
//	<T extends Comparable<T>> T max(Collection<? extends T> all)
//
// For applicability it is enough that the argument is a Collection of anything Comparable.
func anyOf(p resolve.Type, owner resolve.DefID, bounds []resolve.Type) resolve.Type {
	switch {
	case owner == resolve.None || !resolve.Mentions(p, owner):
		return p
	case p.Owner == owner:
		return openBounds(bounds, owner)[p.Param]
	case isArray(p):
		return arrayOf(anyOf(p.Args[0], owner, bounds))
	}
	wild := make([]resolve.Type, len(bounds))
	for i := range wild {
		wild[i] = outsideType(wildAny)
	}
	return resolve.Substitute(p, owner, wild)
}

// openBounds are the bounds of type parameters without their arguments, in which
// these parameters may occur themselves.
func openBounds(bounds []resolve.Type, owner resolve.DefID) []resolve.Type {
	out := make([]resolve.Type, len(bounds))
	for i, b := range bounds {
		for range resolve.MaxAliases {
			// <A extends B, B extends C, …>: bounded by each other.
			if b.Owner != owner {
				break
			}
			b = bounds[b.Param]
		}
		out[i] = withoutArguments(b)
	}
	return out
}

// mostSpecific picks the candidate of sure that is more specific than all others
// (JLS 15.12.2.5). Of several with the same parameters the one that is not abstract
// wins, else the first; two that have a body, as two static imports may bring in, decide nothing.
//
// Candidates that only may be applicable count against the winner: should one of them apply, it
// might be the more specific.
func (e *eval) mostSpecific(sure, all []member, args []arg, phase int) (member, bool) {
	var best []member
	for _, c := range sure {
		wins := !slices.ContainsFunc(all, func(o member) bool {
			return !o.same(c) && !e.moreSpecific(c, o, args, phase)
		})
		if wins {
			best = append(best, c)
		}
	}
	if len(best) == 0 {
		return noMember, false
	}
	concrete := slices.DeleteFunc(slices.Clone(best), func(m member) bool {
		return e.j.hasFlag(m, "abstract")
	})
	switch len(concrete) {
	case 0:
		return best[0], true
	case 1:
		return concrete[0], true
	}
	return noMember, false
}

// moreSpecific reports whether each parameter of a is more specific than that of b
// for its argument.
//
//	void put(Object o)
//	void put(String s)    // more specific: every String is an Object
func (e *eval) moreSpecific(a, b member, args []arg, phase int) bool {
	n := len(args)
	pa, pb := e.j.params(a), e.j.params(b)
	if phase == varargsPhase {
		n = max(n, len(pa), len(pb))
		// The first k parameters are compared, k the greater number (JLS 15.12.2.5).
		pa, pb = paramTypes(pa, n, true), paramTypes(pb, n, true)
	}
	owner, bounds := e.j.vars(b)
	for i := range pa {
		q := anyOf(pb[i], owner, bounds)
		if e.j.subtype(pa[i], q) == yes {
			continue
		}
		if i >= len(args) || args[i].fn == nil || !e.functionMoreSpecific(args[i].fn, pa[i], q) {
			return false
		}
	}
	return true
}

// arguments are the types of the arguments of a call.
func (e *eval) arguments(r *parse.Reference) []arg {
	out := make([]arg, max(r.Args, 0))
	ctx := e.context(e.b.File.ID(r.Def), r.At)
	types, steps := r.ArgTypes(), r.ArgSteps()
	for i := range out {
		out[i].Type, out[i].bound = resolve.Unknown, resolve.Unknown
		switch {
		case i < len(types) && types[i].Func != 0:
			out[i].fn = e.functionExpression(r, i, ctx)
		case i < len(types) && !types[i].IsZero():
			out[i].Type = e.j.resolve(e.jf, ctx, types[i])
		case i < len(steps) && steps[i] != nil:
			out[i].Type, out[i].bound = e.argument(steps[i], r.At, ctx)
		}
		// An argument is a value, also where it is written as a class: Order.class.
		out[i].Static = false
	}
	return out
}

// argument is the type of an argument that is an expression. What a generic method
// returns whose result nothing but its target decides is unknown but for its bound, if it has one.
func (e *eval) argument(
	steps []parse.Step, at uint32, ctx resolve.DefID,
) (t, bound resolve.Type) {
	if last := &steps[len(steps)-1]; last.Kind == parse.StepCall && last.At != 0 {
		if k := e.referenceAt(last.At, last.Name); k >= 0 && e.meaning(k).poly {
			return resolve.Unknown, e.meaning(k).value
		}
	}
	return e.eval(steps, at, ctx), resolve.Unknown
}
