package java

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A choice is the result of overload resolution.
type choice struct {
	member  member // the selected method; if missing, it is undecided
	tier    graph.Tier
	varargs bool     // the last parameter takes any number of arguments
	rest    []member // without a member: the remaining candidates
}

// An arg is an argument of a call.
type arg struct {
	resolve.Type
	fn    *fn          // of a lambda or method reference
	bound resolve.Type // for a call whose return type depends on its target: its upper bound
}

// The phases of overload resolution (JLS 15.12.2.2-4).
const (
	strictPhase = iota
	loosePhase
	varargsPhase
	phases
)

// choose selects the method or constructor among the candidates by the arguments of r
// (JLS 15.12.2). open specifies that an unknown supertype may have more: then only a
// candidate whose parameter types equal the argument types is certain, since none can
// be more specific.
//
//	void take(long n)
//	void take(Integer n)
//
// take(1) selects the first, though boxing would make the second exact: the phases
// run in order, and the first with an applicable method decides.
func (e *eval) choose(cands []member, open bool, r *parse.Reference) choice {
	if r.Args < 0 {
		// A name without arguments: a method reference.
		if len(cands) == 1 {
			return choice{member: cands[0], tier: openTier(open)}
		}
		return choice{member: noMember, rest: cands}
	}
	cands = e.j.taking(cands, int(r.Args))
	// The number of arguments decides: their types are not evaluated, and do not
	// affect the tier.
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
		out.tier = resolve.WeakerTier(out.tier, graph.Unique)
	}
	return out
}

// pairsPerStep is the number of pairs of candidates that cost one unit of the budget:
// candidates are compared pairwise, and one reference may have 400 of them.
const pairsPerStep = 8

func openTier(open bool) graph.Tier {
	if open {
		return graph.Unique
	}
	return graph.Exact
}

// only returns the choice of a single candidate.
func (e *eval) only(cands []member, r *parse.Reference, tier graph.Tier) choice {
	if len(cands) == 0 {
		return choice{member: noMember}
	}
	return choice{member: cands[0], tier: tier, varargs: e.expands(cands[0], r)}
}

// expands reports whether a call of m wraps its last arguments in an array. A single
// one may already be that array.
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

// taking keeps the methods that accept n arguments.
func (j *tree) taking(ms []member, n int) []member {
	return without(ms, func(m member) bool { return !j.takes(m, n) })
}

// isExpanded reports whether a call of m wraps the last arguments in an array,
// whatever their types are: their number differs from that of the parameters, or the
// last is a function, which is not an array.
//
//	void all(String head, Runnable... rest)
//	all("x", () -> stop())    // an array of one
func (j *tree) isExpanded(m member, args []arg) bool {
	n := len(args)
	return j.isVarargs(m) && (n != len(j.declaredParams(m)) || args[n-1].fn != nil)
}

// takes reports whether a method accepts n arguments.
//
//	void log(String s, Object... rest)    // one argument or more
func (j *tree) takes(m member, n int) bool {
	k := len(j.declaredParams(m))
	return n == k || j.isVarargs(m) && n >= k-1
}

// selectMember runs the phases until one has applicable candidates. A candidate whose
// applicability is uncertain, since the type of an argument is unknown, must either
// be less specific than the winner or be the only one that remains.
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
			// No candidate is certainly applicable: a later phase may have one, which
			// counts only if no earlier candidate may be applicable.
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
	// No candidate is certainly applicable. Since the source compiles, a single
	// possible one is selected.
	if len(possible) != 1 {
		return choice{member: noMember, rest: possible}
	}
	m := possible[0]
	return choice{member: m, tier: e.argumentTier(cands, args),
		varargs: e.j.isExpanded(m, args)}
}

// argumentTier returns the worst tier of the arguments whose types distinguish the
// candidates. An argument of unknown type cannot have done so, or no candidate would
// have been selected.
//
// An argument for which all candidates declare the same class did not distinguish
// them, so the tier of its type is irrelevant.
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
			tier = resolve.WeakerTier(tier, a.Tier)
		}
	}
	return tier
}

// slot returns the type of the parameter that receives argument i.
func (e *eval) slot(m member, i int, args []arg) resolve.Type {
	ps := paramTypes(e.j.params(m), len(args), e.j.isExpanded(m, args))
	if i < len(ps) {
		return ps[i]
	}
	return resolve.Unknown
}

// paramTypes returns the types of the parameters that receive n arguments; with
// varargs, the last parameter is repeated for each further argument.
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

// identical reports whether the parameters of m have the classes of the arguments. A
// candidate of an unknown supertype that is applicable in the first phase has
// parameters that are supertypes of the arguments: it cannot be more specific than m,
// and with the same parameters m overrides it.
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

// sameArgument reports whether an argument of type a has exactly the class of a
// parameter of type p, or both are arrays of one class.
func (e *eval) sameArgument(a, p resolve.Type) bool {
	if isArray(a) && isArray(p) {
		return e.sameArgument(a.Args[0], p.Args[0])
	}
	return sameClass(a, p)
}

// shapes reports whether m is potentially applicable (JLS 15.12.2.1): the lambdas and
// method references among the arguments have the shapes that its parameters require.
//
//	void run(Runnable r)
//	void run(Callable<T> c)
//	run(() -> { save(); })    // only the first is potentially applicable
func (e *eval) shapes(m member, args []arg) ternary {
	out := yes
	for i, a := range args {
		if a.fn != nil {
			out = min(out, e.hasShape(a.fn, e.slot(m, i, args), m))
		}
	}
	return out
}

// applicable reports whether m is applicable in a phase.
func (e *eval) applicable(m member, args []arg, phase int) ternary {
	ps := e.j.params(m)
	if phase == varargsPhase {
		if !e.j.isVarargs(m) {
			return no
		}
		ps = paramTypes(ps, len(args), true)
	} else if len(ps) != len(args) {
		// A variable arity method takes part in the first two phases with its array
		// as one argument.
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

// fits reports whether the argument a is compatible with a parameter of type p of the
// method m. If p is a type parameter of m to infer, its bound decides; a primitive
// value needs boxing, which the first phase does not do.
//
//	void f(long n)
//	void f(Object o)
//	f(1)    // strict: f(long); f(Object) needs boxing, which the second phase does
func (e *eval) fits(a arg, p resolve.Type, m member, phase int) ternary {
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

// fitsBound reports whether a call may return a value of type p if its return type
// depends on its target, within a bound (JLS 18.5.2.1). A class cannot extend two
// unrelated classes.
//
//	<T extends Node> T parse(String s)
//	add(parse(s))    // add(Node) or add(Leaf), never add(String)
func (e *eval) fitsBound(bound, p resolve.Type) ternary {
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

// anyOf returns the type p with the type parameters of owner, which are to be
// inferred, replaced by their bounds, or by wildcards if they are type arguments.
//
//	<T extends Comparable<T>> T max(Collection<? extends T> all)
//
// For applicability it suffices that the argument is a Collection of anything
// Comparable.
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

// openBounds returns the bounds of type parameters without their arguments, in which
// these parameters may themselves occur.
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

// mostSpecific selects the candidate of sure that is more specific than all others
// (JLS 15.12.2.5). Among several with the same parameters, the one that is not
// abstract wins, else the first; two with bodies, as static imports may bring in,
// leave it undecided.
//
// Candidates that only may be applicable count against the winner: if one of them is,
// it might be more specific.
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

// moreSpecific reports whether each parameter of a is more specific than the
// parameter of b for the same argument.
//
//	void put(Object o)
//	void put(String s)    // more specific: every String is an Object
func (e *eval) moreSpecific(a, b member, args []arg, phase int) bool {
	n := len(args)
	pa, pb := e.j.params(a), e.j.params(b)
	if phase == varargsPhase {
		n = max(n, len(pa), len(pb))
		// The first k parameters are compared, k being the greater number (JLS
		// 15.12.2.5).
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

// arguments returns the types of a call's arguments.
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
		// An argument is a value, even if it is written as a class: Order.class.
		out[i].Static = false
	}
	return out
}

// argument returns the type of an argument expression. The return type of a generic
// method that only its target determines is unknown except for its bound, if any.
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
