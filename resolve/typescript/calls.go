package typescript

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Calls follow the TypeScript specification, 4.15: the candidates are the signatures of
// the callee in declaration order, the first one applicable to the arguments is chosen,
// and its type parameters are inferred.

// A signature is one way to call a function.
type signature struct {
	owner   resolve.DefID // the definition whose type parameters are inferred, or None
	generic []string      // their names
	params  []resolve.Type
	names   []string // of the parameters, if they have names
	least   int      // number of parameters that need an argument
	rest    bool     // the last parameter takes any number of arguments
	result  resolve.Type
	// of the platform: the type arguments used when nothing is inferred
	fallback []resolve.Type
	places   []bool // of the platform: whether array literals are inferred as tuples
}

// param returns the parameter that receives argument i.
//
//	function f(a: A, ...rest: B[])    // argument 3 is a B
func (g *signature) param(i int) (resolve.Type, bool) {
	switch {
	case g.rest && i >= len(g.params)-1:
		last := g.params[len(g.params)-1]
		if last.Form == parse.FormList && len(last.Args) == 1 {
			// A rest parameter has a list type, and each argument is an element of it.
			return last.Args[0], true
		}
		return resolve.Unknown, true
	case i < len(g.params):
		return g.params[i], true
	}
	return resolve.Unknown, false
}

// signatures lists the signatures of a value of type fn, in the order in which they are
// tried.
//
//	interface Source { (id: number): Order; (name: string): Line }
//
// An intersection of functions has the signatures of each part, in their order; a union
// can be called if all alternatives can, and returns the result of one of them.
func (s *scope) signatures(fn resolve.Type) []signature {
	fn = s.resolvedAlias(fn)
	switch {
	case fn.Static && fn.Def != resolve.None:
		// A function or method of the tree.
		return s.signaturesOf(fn)
	case fn.Form == methodOf:
		return s.platformSignatures(fn)
	case fn.Form == parse.FormFunc && len(fn.Args) > 0:
		return []signature{functionSignature(fn)}
	case fn.Form == parse.FormIntersection:
		var out []signature
		for _, a := range fn.Args {
			out = append(out, s.signatures(a)...)
		}
		return out
	case fn.Module == global && !fn.Static:
		// An interface of the platform with call signatures, such as Debugger in the
		// package debug.
		return s.outsideSignatures(fn)
	}
	return nil
}

// functionSignature reads the signature of a function type.
//
//	(o: Order, deep?: boolean) => Line
func functionSignature(fn resolve.Type) signature {
	last := len(fn.Args) - 1
	out := signature{owner: resolve.None, result: fn.Args[last],
		params: slices.Clone(fn.Args[:last])}
	for i, p := range out.params {
		switch p.Form {
		case parse.FormOptional:
			// least counts up to the last required parameter, so that (a?: A, b: B) needs
			// both.
			out.params[i] = p.Args[0]
		case parse.FormRest:
			out.params[i], out.rest = p.Args[0], true
		default:
			out.least = i + 1
		}
	}
	return out
}

// signaturesOf lists the signatures of a function, method or constructor of the tree, as
// a member of the types in fn.Args.
//
// The implementation of an overloaded function is not a signature: callers see only the
// declarations before it (4.15).
func (s *scope) signaturesOf(fn resolve.Type) []signature {
	d := s.b.Table.Def(fn.Def)
	switch d.Kind {
	case graph.KindFunction, graph.KindMethod, graph.KindConstructor:
	default:
		// A class is created, not called; a variable is called through the type of its
		// value.
		return nil
	}
	if len(d.RareFields().Overloads) == 0 {
		return []signature{s.declaredSignature(fn, d, d.Params, s.declared(fn.Def))}
	}
	out := make([]signature, len(d.RareFields().Overloads))
	for i, o := range d.RareFields().Overloads {
		out[i] = s.declaredSignature(fn, d, o.Params, s.typeOf(d.File, o.Type, fn.Def, d.NameAt))
	}
	return out
}

// declaredSignature resolves one signature of a function of the tree. Its types are seen
// from the receiver, with the type parameters of a generic class replaced by its
// arguments.
func (s *scope) declaredSignature(fn resolve.Type, d *resolve.Def, params []parse.Param,
	result resolve.Type) signature {
	out := signature{owner: s.b.Table.Canon[fn.Def], generic: d.TypeParams,
		result: s.asMember(fn, s.mixed(d, result))}
	for i, p := range params {
		out.params = append(out.params, s.asMember(fn, s.typeOf(d.File, p.Type, fn.Def, d.NameAt)))
		out.names = append(out.names, p.Name)
		if !p.Optional && !p.Variadic {
			out.least = i + 1
		}
		// A rest parameter is the last one (3.9.2.2), so that the last assignment counts.
		out.rest = p.Variadic
	}
	return out
}

// mixed returns the result of a mixin: the class that it declares, and the one that it extends,
// which is a parameter.
func (s *scope) mixed(d *resolve.Def, result resolve.Type) resolve.Type {
	if !result.Static || result.Def <= resolve.None || s.b.Table.Def(result.Def).Outer != d.ID {
		return result
	}
	for _, base := range s.b.Table.Def(result.Def).Bases {
		for _, p := range d.Params {
			if p.Name == base.Name && !p.Type.IsZero() {
				return formed(parse.FormIntersection, result, s.typeOf(d.File, p.Type, d.ID, d.NameAt))
			}
		}
	}
	return result
}

// asMember returns a type in the signature of the method fn, as seen from its receiver.
func (s *scope) asMember(fn, t resolve.Type) resolve.Type {
	if len(fn.Args) > 0 {
		// The first argument is the type that declares the method, the last one the
		// receiver: they differ for inherited methods.
		t = s.withThis(s.b.Subst(t, fn.Args[0]), fn.Args[len(fn.Args)-1])
	}
	return t
}

// arguments are the arguments of a call.
type arguments struct {
	written []resolve.Type // type arguments
	types   []resolve.Type
	lambdas []bool
	places  []resolve.Type // for an array literal the tuple of its elements, otherwise Unknown
	skip    []bool         // not evaluated, because they depend on the call
	spread  bool           // their number is unknown
}

// arguments evaluates the arguments of a call. To determine the expected type of argument
// before, functions from there on are left out; -1 leaves nothing out.
//
// The expected type of a function is needed while arguments are still unknown: for the
// parameter of a lambda, the arguments before it suffice, and those after it could depend
// on it.
func (s *scope) arguments(f *resolve.File, st *parse.Step, before int,
	from resolve.DefID) *arguments {
	g := groupOf(f, st)
	a := &arguments{written: s.typesOf(f, st.WrittenType().Args, from, st.WrittenType().At)}
	if st.Kind == parse.StepNew {
		// The type arguments in new Box<Order>() are those of the class; the caller
		// substitutes them.
		a.written = nil
	}
	for i := range g.Values {
		v := &g.Values[i]
		lambda := len(v.Steps) == 1 && v.Steps[0].Kind == parse.StepLambda
		// A function after the queried argument may mention a type that is being
		// inferred; other arguments may not.
		skip := before >= 0 && (i == before || i > before && lambda)
		a.spread = a.spread || isSpread(v)
		t, places := resolve.Unknown, resolve.Unknown
		if !skip && len(v.Steps) > 0 {
			t = s.value(f, st.At, i, from)
			if len(v.Steps) == 1 && v.Steps[0].Kind == parse.StepArray {
				places = s.tupleOf(f, &v.Steps[0], from)
			}
		}
		a.places = append(a.places, places)
		a.types, a.lambdas, a.skip = append(a.types, t), append(a.lambdas, lambda), append(a.skip,
			skip)
	}
	return a
}

// called returns the return type of a call of a value of type fn by the step st in file
// f.
//
//	shop.find(1)         // a signature of find
//	(await load())(1)    // of the value that load promises
func (s *scope) called(f *resolve.File, fn resolve.Type, st *parse.Step, at uint32,
	from resolve.DefID) resolve.Type {
	fn = s.resolvedAlias(fn)
	if sigs := s.signatures(fn); len(sigs) > 0 {
		t := s.resultAmong(f, sigs, st, from)
		if !t.Known() && ofModule(fn) {
			// An unresolved return type in a library still belongs to that library:
			// members of it are external instead of unresolved.
			t = externalType("call")
		}
		return t.WithTier(resolve.WeakerTier(fn.Tier, graph.Typed))
	}
	switch {
	case fn.Form == parse.FormUnion:
		// Each alternative must be callable, and any of them may run (4.15).
		all := make([]resolve.Type, len(fn.Args))
		for i, a := range fn.Args {
			all[i] = s.called(f, a, st, at, from)
		}
		return s.union(all).WithTier(fn.Tier)
	case fn.External:
		return externalType("call") // only the origin of an external function is known
	}
	return resolve.Unknown
}

// resultAmong returns the return type of a call of one of several signatures: Unknown if
// several remain with different return types.
func (s *scope) resultAmong(f *resolve.File, sigs []signature, st *parse.Step,
	from resolve.DefID) resolve.Type {
	if len(sigs) == 1 && len(sigs[0].generic) == 0 {
		// The usual case avoids evaluating the arguments, which is the expensive part of
		// a call.
		return sigs[0].result
	}
	return s.resultWith(sigs, s.arguments(f, st, -1, from), from)
}

// resultWith is resultAmong for known arguments.
func (s *scope) resultWith(sigs []signature, args *arguments, from resolve.DefID) resolve.Type {
	result := resolve.Unknown
	for i, g := range s.applicable(sigs, args) {
		// With several candidates, only the common part of their return types is certain.
		t := s.instantiate(g, g.result, args, s.contextOf(from))
		if i > 0 {
			t = common(result, t)
		}
		result = t
	}
	return result
}

// applicable lists the signatures that a call may refer to: the first one applicable to
// the arguments, and those before it that may be. A single signature is always
// applicable: a call that does not match it is an error in the program.
//
//	find(key: string): Order
//	find(key: number): Cart
//
// With find(vendor.key), both are possible, and the result is only their common part.
func (s *scope) applicable(sigs []signature, args *arguments) []*signature {
	if len(sigs) == 1 {
		return []*signature{&sigs[0]}
	}
	var out []*signature
	for i := range sigs {
		switch s.takes(&sigs[i], args) {
		case yes:
			return append(out, &sigs[i])
		case maybe:
			out = append(out, &sigs[i])
		}
	}
	return out
}

// takes reports whether a signature is applicable to arguments: by their number (4.15.1),
// the number of type arguments, and the types. After a spread argument, neither the
// number nor the positions are known.
//
// A call may omit optional parameters, and pass additional arguments only to a rest
// parameter.
func (s *scope) takes(g *signature, args *arguments) verdict {
	if n := len(args.types); !args.spread && (n < g.least || n > len(g.params) && !g.rest) {
		// Overloads often differ only in number: find(a) and find(a, b).
		return no
	}
	// explicit type arguments exclude a signature with too few type parameters
	if n := len(args.written); n > 0 && n > len(g.generic) {
		return no
	}
	out := yes
	if args.spread {
		out = maybe
	}
	for i, t := range args.types {
		p, ok := g.param(i)
		if !ok {
			return maybe // after a spread
		}
		switch {
		case args.lambdas[i]:
			out = min(out, s.takesLambda(p, t))
		case args.skip[i]:
			out = min(out, maybe)
		default:
			out = min(out, s.assignable(t, s.atParameter(p, g), 0))
		}
		if out == no {
			return no
		}
	}
	return out
}

// atParameter returns the type that an argument must be assignable to. It replaces the
// type parameters that are inferred by their constraints.
//
//	pick<T extends Order>(t: T)    // accepts everything assignable to Order
func (s *scope) atParameter(p resolve.Type, g *signature) resolve.Type {
	if g.owner == resolve.None || !resolve.Mentions(p, g.owner) {
		return p
	}
	limits := make([]resolve.Type, len(g.generic))
	for i, name := range g.generic {
		own := resolve.Type{Def: resolve.None, Owner: g.owner, Param: i, Name: name}
		if limits[i] = s.boundOf(own); !limits[i].Known() {
			// Without a constraint, the parameter accepts everything.
			limits[i] = anything
		}
	}
	return s.b.Subst(p, resolve.Type{Def: g.owner, Owner: resolve.None, Args: limits})
}

// takesLambda reports whether a parameter accepts a function literal. The literal's
// parameters have no types yet, so only their number counts: a function with fewer
// parameters than it is called with is accepted, one with more is not.
//
//	on(event: string, handler: (a: Order) => void)   // accepts () => {} and o => o.ship()
func (s *scope) takesLambda(p, fn resolve.Type) verdict {
	p = s.resolvedAlias(p)
	switch {
	case p.Name == "any":
		return yes
	case p.Form == parse.FormFunc:
		if fn.Form == parse.FormFunc && len(fn.Args) > len(p.Args) ||
			isTypeGuard(p) && fn.Form == parse.FormFunc && !isTypeGuard(fn) {
			// Both lists have the return type as their last element, so comparing lengths
			// compares the numbers of parameters. A rest parameter of fn counts as one.
			return no // it has more parameters, or is not a type guard
		}
		return yes
	case p.Form == parse.FormUnion:
		// Handler | null: one accepting alternative is enough.
		out := no
		for _, a := range p.Args {
			out = max(out, s.takesLambda(a, fn))
		}
		return out
	case primitive(p), p.Form == parse.FormList, p.Form == parse.FormTuple:
		return no
	}
	return maybe
}

// isTypeGuard reports whether a function is a type guard.
func isTypeGuard(fn resolve.Type) bool {
	return len(fn.Args) > 0 && fn.Args[len(fn.Args)-1].Form == parse.FormGuard
}

// expectedArg returns the type that a call expects of an argument: the contextual type of
// 4.23. Its type parameters are inferred from the arguments that do not depend on it,
// which are those before it and all that are not functions (4.15.2).
//
//	orders.reduce((sum, o) => sum + o.price, 0)   // sum has the type of the second argument
//
// The two passes of inference, first without functions, make this independent of their order.
func (s *scope) expectedArg(f *resolve.File, fn, recv resolve.Type, st *parse.Step, arg int,
	at uint32, from resolve.DefID) resolve.Type {
	if recv.IsModule && st.Name == "then" && !fn.Known() { // import('./m').then(m => …)
		return formed(parse.FormFunc, recv, resolve.Unknown)
	}
	fn = s.resolvedAlias(fn)
	if fn.Form == parse.FormUnion && fn.Def == resolve.None {
		// (xs: A[] | B[]) => xs.forEach(x => …): x is an element of either.
		all := make([]resolve.Type, len(fn.Args))
		for i, a := range fn.Args {
			all[i] = s.expectedArg(f, a, recv, st, arg, at, from)
		}
		return eitherFunction(all, s)
	}
	sigs := s.signatures(fn)
	if st.Kind == parse.StepNew {
		sigs = s.constructSignatures(fn)
	}
	// As in the checker, only overloads applicable to the other arguments count.
	args := s.arguments(f, st, arg, from)
	expected := resolve.Unknown
	for i, g := range s.applicable(sigs, args) {
		p, _ := g.param(arg)
		t := s.instantiate(g, p, args, s.contextOf(from))
		if i > 0 {
			t = common(expected, t)
		}
		expected = t
	}
	return expected.WithTier(resolve.WeakerTier(fn.Tier, graph.Typed))
}

// eitherFunction returns the expected function type where one of several function types
// is expected: each parameter is a union of their parameter types. It is Unknown if one
// of them is not a plain function.
func eitherFunction(all []resolve.Type, s *scope) resolve.Type {
	out := all[0]
	for i, t := range all {
		if t.Form != parse.FormFunc || t.Def != resolve.None || len(t.Args) != len(out.Args) {
			return resolve.Unknown
		}
		if i == 0 {
			out.Args = slices.Clone(t.Args)
			continue
		}
		for k := range out.Args {
			out.Args[k] = s.union([]resolve.Type{out.Args[k], t.Args[k]})
		}
	}
	return out
}

// constructSignatures lists the ways to create an instance of a class.
//
//	class Store { constructor(n: number); constructor(s: string); }
//	interface StoreConstructor { new (n: number): Store }
func (s *scope) constructSignatures(fn resolve.Type) []signature {
	if fn.Def == resolve.None {
		// Declared by the platform or a library.
		return s.platformConstructors(fn)
	}
	if !fn.Static || s.b.Table.Def(fn.Def).Kind != graph.KindClass {
		return nil
	}
	c := s.constructorOf(fn, 0)
	if c == resolve.None {
		// A class without a constructor in its inheritance chain takes no arguments.
		return nil
	}
	return s.signaturesOf(resolve.Type{Def: c, Owner: resolve.None, Static: true})
}

// contextOf returns the declared type of a variable whose initializer is evaluated, which
// is the expected return type of a call in it.
//
//	const lines: Map<string, Line> = new Map()   // Map<string, Line>
func (s *scope) contextOf(from resolve.DefID) resolve.Type {
	if from == resolve.None {
		return resolve.Unknown
	}
	// Only the initializer of a variable has its type as context. Inside a function, from
	// is the function, whose return type is unrelated to a call in its body.
	d := s.b.Table.Def(from)
	if d.Type.IsZero() || d.Kind != graph.KindConstant && d.Kind != graph.KindVariable {
		return resolve.Unknown
	}
	return s.declared(from)
}

// instantiate returns a type in a signature with the type parameters replaced: by the
// explicit type arguments of the call, otherwise inferred from the arguments, otherwise
// from the expected return type, otherwise by their defaults and constraints.
//
//	useState<Order>(null)                      // explicit
//	wrap(order)                                // from the argument
//	const list: Line[] = empty()                // from the expected return type
//	function make<T extends Shape = Square>()   // the default
func (s *scope) instantiate(g *signature, t resolve.Type, args *arguments,
	context resolve.Type) resolve.Type {
	if len(g.generic) == 0 || g.owner == resolve.None {
		return t
	}
	if len(args.written) > 0 {
		own := resolve.Type{Def: g.owner, Owner: resolve.None, Args: args.written}
		if g.fallback != nil {
			// Trailing type arguments may be omitted if the parameters have defaults.
			own.Args = append(own.Args[:len(own.Args):len(own.Args)],
				g.fallback[min(len(own.Args), len(g.fallback)):]...)
			return s.b.Subst(t, own)
		}
		return s.b.Subst(t, s.withDefaults(own))
	}
	// No explicit type arguments: infer (4.15.2).
	in := &inference{s: s, owner: g.owner, found: make([]resolve.Type, len(g.generic)),
		doubt: make([]bool, len(g.generic)), literals: make([]resolve.Type, len(g.generic))}
	for i := range in.found {
		in.found[i], in.literals[i] = resolve.Unknown, resolve.Unknown
	}
	for i, a := range args.types {
		p, ok := g.param(i)
		if !ok || args.skip[i] {
			continue
		}
		if args.places[i].Known() && s.keepsPlaces(g, p) {
			a = args.places[i]
		}
		in.unify(p, a, 0)
	}
	// the expected return type determines parameters that no argument determines
	if context.Known() {
		in.unify(g.result, context, 0)
	}
	t = keyedBy(t, g.owner, in.literals)
	return s.b.Subst(t, resolve.Type{Def: g.owner, Owner: resolve.None, Args: s.settledArgs(g, in)})
}

// tupleOf returns the type of an array literal as a tuple; Unknown if it has a spread.
func (s *scope) tupleOf(f *resolve.File, st *parse.Step, from resolve.DefID) resolve.Type {
	g := groupOf(f, st)
	all := make([]resolve.Type, len(g.Values))
	for i := range g.Values {
		if isSpread(&g.Values[i]) {
			return resolve.Unknown
		}
		all[i] = s.value(f, st.At, i, from)
	}
	return formed(parse.FormTuple, all...).WithTier(graph.Typed)
}

// keepsPlaces reports whether an array literal passed for a parameter of type p is a
// tuple: p is a type parameter with a tuple in its constraint (2.0, inference to tuples).
//
//	function all<T extends unknown[] | []>(values: T): T
//	all([order(), line()])    // [Order, Line]
func (s *scope) keepsPlaces(g *signature, p resolve.Type) bool {
	if p.Owner != g.owner || p.Param >= len(g.generic) {
		return false
	}
	if g.places != nil {
		return g.places[p.Param]
	}
	return holdsTuple(s.tree.bounds[param{g.owner, g.generic[p.Param]}])
}

// holdsTuple reports whether a written constraint is a tuple or a union that contains
// one.
func holdsTuple(t parse.TypeRef) bool {
	return t.Form == parse.FormTuple || t.Form == parse.FormUnion && slices.ContainsFunc(t.Args, holdsTuple)
}

// settledArgs completes inferred type arguments: a parameter without candidates gets its
// default, otherwise its constraint.
func (s *scope) settledArgs(g *signature, in *inference) []resolve.Type {
	out := make([]resolve.Type, len(g.generic))
	for i, name := range g.generic {
		t := in.found[i]
		switch {
		case t.Known():
			// Inferred, though an uncertain candidate makes it a guess below.
		case g.fallback != nil:
			// The tables express defaults and constraints in terms of the preceding parameters.
			t = s.b.Subst(g.fallback[i], resolve.Type{Def: g.owner, Owner: resolve.None,
				Args: out[:i]})
		default: // no candidate: the default, otherwise the constraint
			d := s.b.Table.Def(g.owner)
			if ref, ok := s.tree.presets[param{g.owner, name}]; ok {
				own := resolve.Type{Def: g.owner, Owner: resolve.None, Args: out[:i]}
				t = s.b.Subst(s.typeOf(d.File, ref, d.ID, d.NameAt), own)
			} else {
				t = s.boundOf(resolve.Type{Def: resolve.None, Owner: g.owner, Param: i, Name: name})
			}
		}
		if in.doubt[i] {
			t = t.WithTier(graph.Unique)
		}
		out[i] = t
	}
	return out
}
