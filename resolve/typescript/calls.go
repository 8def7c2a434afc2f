package typescript

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Calls follow the TypeScript specification, 4.15: the candidates are the
// signatures of what is called in the order of their declarations, the first that
// takes the arguments is chosen, and its type parameters are inferred.

// A signature is one way to call a function.
type signature struct {
	owner   resolve.DefID // the definition whose type parameters are inferred; none for no such
	generic []string      // their names
	params  []resolve.Type
	names   []string // of the parameters, where they have some
	least   int      // number of parameters that need an argument
	rest    bool     // the last parameter takes any number of arguments
	result  resolve.Type
	// of the platform: what its type parameters are where nothing tells
	fallback []resolve.Type
	places   []bool // of the platform: whether they keep the places of an array literal apart
}

// param is the parameter that takes argument i.
//
//	function f(a: A, ...rest: B[])    // argument 3 is a B
func (g *signature) param(i int) (resolve.Type, bool) {
	switch {
	case g.rest && i >= len(g.params)-1:
		last := g.params[len(g.params)-1]
		if last.Form == resolve.List && len(last.Args) == 1 {
			// A rest parameter is written as a list, and each argument is an element of it.
			return last.Args[0], true
		}
		return resolve.Unknown, true
	case i < len(g.params):
		return g.params[i], true
	}
	return resolve.Unknown, false
}

// signatures lists the ways to call a value of type fn, in the order in which
// they are tried.
//
//	interface Source { (id: number): Order; (name: string): Line }
//
// An intersection of functions has the signatures of each part, in their order; a union can be
// called if all alternatives can, and gives one of their results.
func (s *scope) signatures(fn resolve.Type) []signature {
	fn = s.resolvedAlias(fn)
	switch {
	case fn.Static && fn.Def != resolve.None:
		// A function or method of the tree.
		return s.signaturesOf(fn)
	case fn.Form == methodOf:
		return s.platformSignatures(fn)
	case fn.Form == resolve.Func && len(fn.Args) > 0:
		return []signature{functionSignature(fn)}
	case fn.Form == resolve.Intersection:
		var out []signature
		for _, a := range fn.Args {
			out = append(out, s.signatures(a)...)
		}
		return out
	case fn.Module == global && !fn.Static:
		// An interface of the platform with call signatures, as Debugger of the package debug
		// is.
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
		case resolve.Optional:
			// Least counts up to the last parameter that is required, so that (a?: A, b: B)
			// needs both.
			out.params[i] = p.Args[0]
		case rest:
			out.params[i], out.rest = p.Args[0], true
		default:
			out.least = i + 1
		}
	}
	return out
}

// signaturesOf lists the signatures of a function, method or constructor of the
// tree, as a member of what fn.args say.
//
// The implementation of an overloaded function is no signature: callers see the declarations
// before it alone (4.15).
func (s *scope) signaturesOf(fn resolve.Type) []signature {
	d := s.b.Table.Def(fn.Def)
	switch d.Kind {
	case graph.KindFunction, graph.KindMethod, graph.KindConstructor:
	default:
		// A class is created and not called; a variable is called by the type of its value.
		return nil
	}
	if len(d.Rare().Overloads) == 0 {
		return []signature{s.declaredSignature(fn, d, d.Params, s.declared(fn.Def))}
	}
	out := make([]signature, len(d.Rare().Overloads))
	for i, o := range d.Rare().Overloads {
		out[i] = s.declaredSignature(fn, d, o.Params, s.typeOf(d.File, o.Type, fn.Def, d.NameAt))
	}
	return out
}

// declaredSignature reads one signature of a function of the tree. The types in it are
// seen from the receiver, so that those of a generic class are the arguments of it.
func (s *scope) declaredSignature(fn resolve.Type, d *resolve.Def, params []parse.Param,
	result resolve.Type) signature {
	out := signature{owner: s.b.Table.Canon[fn.Def], generic: d.TypeParams,
		result: s.asMember(fn, result)}
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

// asMember is a type in the signature of the method fn, seen from its receiver.
func (s *scope) asMember(fn, t resolve.Type) resolve.Type {
	if len(fn.Args) > 0 {
		// The first argument is the type that declares the method, the last one the receiver:
		// they differ where the method is inherited.
		t = s.withThis(s.b.Subst(t, fn.Args[0]), fn.Args[len(fn.Args)-1])
	}
	return t
}

// arguments are the arguments of a call.
type arguments struct {
	written []resolve.Type // type arguments
	types   []resolve.Type
	lambdas []bool
	places  []resolve.Type // of an array literal the tuple of its elements, else unknown
	skip    []bool         // not looked at, for what they are depends on the call
	spread  bool           // how many there are is not known
}

// arguments evaluates the arguments of a call. For what a call expects of argument
// before, functions from there on are left out; -1 leaves nothing out.
//
// What a function expects is asked for while arguments are still unknown: for the parameter of
// a lambda, those before it are enough, and those behind it could lead back to it.
func (s *scope) arguments(f *resolve.File, st *parse.Step, before int,
	from resolve.DefID) *arguments {
	g := groupOf(f, st)
	a := &arguments{written: s.typesOf(f, st.Written().Args, from, st.Written().At)}
	if st.Kind == parse.StepNew {
		// What is written in new Box<Order>() are arguments of the class; the caller puts them
		// in.
		a.written = nil
	}
	for i := range g.Values {
		v := &g.Values[i]
		lambda := len(v.Steps) == 1 && v.Steps[0].Kind == parse.StepLambda
		// A function behind the asked one may mention what is being inferred; other arguments
		// may not.
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

// called is the result type of calling a value of type fn by the step st in file
// f.
//
//	shop.find(1)         // a signature of find
//	(await load())(1)    // of whatever load promises
func (s *scope) called(f *resolve.File, fn resolve.Type, st *parse.Step, at uint32,
	from resolve.DefID) resolve.Type {
	fn = s.resolvedAlias(fn)
	if sigs := s.signatures(fn); len(sigs) > 0 {
		t := s.resultAmong(f, sigs, st, from)
		if !t.Known() && ofModule(fn) {
			// A library's result type that is not followed is of that library still: it lets a
			// member be external instead of unresolved.
			t = outsideType("call")
		}
		return t.WithTier(resolve.Worse(fn.Tier, graph.Typed))
	}
	switch {
	case fn.Form == resolve.Union:
		// Each alternative must be callable, and any of them may run (4.15).
		all := make([]resolve.Type, len(fn.Args))
		for i, a := range fn.Args {
			all[i] = s.called(f, a, st, at, from)
		}
		return s.union(all).WithTier(fn.Tier)
	case fn.External:
		return outsideType("call") // of a function outside the tree nothing else is known
	}
	return resolve.Unknown
}

// resultAmong is the result type of a call of one of several signatures: unknown
// where several may be meant that differ in it.
func (s *scope) resultAmong(f *resolve.File, sigs []signature, st *parse.Step,
	from resolve.DefID) resolve.Type {
	if len(sigs) == 1 && len(sigs[0].generic) == 0 {
		// The usual case needs no arguments: evaluating them is what a call costs.
		return sigs[0].result
	}
	return s.resultWith(sigs, s.arguments(f, st, -1, from), from)
}

// resultWith is resultAmong for known arguments.
func (s *scope) resultWith(sigs []signature, args *arguments, from resolve.DefID) resolve.Type {
	result := resolve.Unknown
	for i, g := range s.applicable(sigs, args) {
		// With several candidates only what their results have in common is certain.
		t := s.instantiate(g, g.result, args, s.contextOf(from))
		if i > 0 {
			t = common(result, t)
		}
		result = t
	}
	return result
}

// applicable lists the signatures that a call may mean: the first that takes the
// arguments, and those before it that may. A single signature is meant whatever
// the arguments are: a call that does not fit is an error of the program.
//
//	find(key: string): Order
//	find(key: number): Cart
//
// With find(vendor.key) both may be meant, and the result is only what they have in common.
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

// takes reports whether a signature can be called with arguments: by their number
// (4.15.1), the number of type arguments, and the types. After a spread argument
// neither number nor places are known.
//
// A call may leave out optional parameters, and give more arguments only to a rest parameter.
func (s *scope) takes(g *signature, args *arguments) verdict {
	if n := len(args.types); !args.spread && (n < g.least || n > len(g.params) && !g.rest) {
		// The near miss of overloads that differ by number alone: find(a) and find(a, b).
		return no
	}
	// written type arguments rule a signature out that has too few parameters
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

// atParameter is the type that an argument must be assignable to. It replaces the
// type parameters that are inferred by what they must extend.
//
//	pick<T extends Order>(t: T)    // takes what an Order may be given for
func (s *scope) atParameter(p resolve.Type, g *signature) resolve.Type {
	if g.owner == resolve.None || !resolve.Mentions(p, g.owner) {
		return p
	}
	limits := make([]resolve.Type, len(g.generic))
	for i, name := range g.generic {
		own := resolve.Type{Def: resolve.None, Owner: g.owner, Param: i, Name: name}
		if limits[i] = s.boundOf(own); !limits[i].Known() {
			// Without a constraint the parameter takes everything.
			limits[i] = anything
		}
	}
	return s.b.Subst(p, resolve.Type{Def: g.owner, Owner: resolve.None, Args: limits})
}

// takesLambda reports whether a parameter takes a function that is written in
// place. Its own parameters have no types yet, so that only their number counts:
// a function with fewer parameters than it is called with is fine, one with more
// is not.
//
//	on(event: string, handler: (a: Order) => void)   // takes () => {} and o => o.ship()
func (s *scope) takesLambda(p, fn resolve.Type) verdict {
	p = s.resolvedAlias(p)
	switch {
	case p.Name == "any":
		return yes
	case p.Form == resolve.Func:
		if fn.Form == resolve.Func && len(fn.Args) > len(p.Args) ||
			tests(p) && fn.Form == resolve.Func && !tests(fn) {
			// Both lists have the result as their last element, so that comparing lengths
			// compares the numbers of parameters. A rest parameter of fn counts as one.
			return no // it has more parameters, or is no type guard
		}
		return yes
	case p.Form == resolve.Union:
		// Handler | null: one alternative that takes it is enough.
		out := no
		for _, a := range p.Args {
			out = max(out, s.takesLambda(a, fn))
		}
		return out
	case primitive(p), p.Form == resolve.List, p.Form == resolve.Tuple:
		return no
	}
	return maybe
}

// tests reports whether a function is a type guard.
func tests(fn resolve.Type) bool {
	return len(fn.Args) > 0 && fn.Args[len(fn.Args)-1].Form == isGuard
}

// expectedArg is the type that a call expects of an argument: the contextual type
// of 4.23. The type parameters in it are inferred from the arguments that do not
// depend on it, which are those before it and all that are no functions (4.15.2).
//
//	orders.reduce((sum, o) => sum + o.price, 0)   // sum is what the second argument says
//
// The two passes of inference, first without functions, make this independent of their order.
func (s *scope) expectedArg(f *resolve.File, fn, recv resolve.Type, st *parse.Step, arg int,
	at uint32, from resolve.DefID) resolve.Type {
	if recv.IsModule && st.Name == "then" && !fn.Known() { // import('./m').then(m => …)
		return formed(resolve.Func, recv, resolve.Unknown)
	}
	fn = s.resolvedAlias(fn)
	if fn.Form == resolve.Union && fn.Def == resolve.None {
		// (xs: A[] | B[]) => xs.forEach(x => …): x is what either may give.
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
	// Only overloads that take the other arguments have a say, as in the checker.
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
	return expected.WithTier(resolve.Worse(fn.Tier, graph.Typed))
}

// eitherFunction is the function that is expected where one of several is: each of its parameters is
// of one of their types. It is unknown where one of them is no plain function.
func eitherFunction(all []resolve.Type, s *scope) resolve.Type {
	out := all[0]
	for i, t := range all {
		if t.Form != resolve.Func || t.Def != resolve.None || len(t.Args) != len(out.Args) {
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
		// A class without any constructor in its chain takes no arguments.
		return nil
	}
	return s.signaturesOf(resolve.Type{Def: c, Owner: resolve.None, Static: true})
}

// contextOf is the declared type of a variable whose initialiser is evaluated:
// what a call in it is expected to return.
//
//	const lines: Map<string, Line> = new Map()   // Map<string, Line>
func (s *scope) contextOf(from resolve.DefID) resolve.Type {
	if from == resolve.None {
		return resolve.Unknown
	}
	// Only a variable's own initialiser has its type as context. Inside a function from is the
	// function, whose result type says nothing of a call in its body.
	d := s.b.Table.Def(from)
	if d.Type.IsZero() || d.Kind != graph.KindConstant && d.Kind != graph.KindVariable {
		return resolve.Unknown
	}
	return s.declared(from)
}

// instantiate is a type in a signature with the type parameters replaced: by what
// is written at the call, else by what the arguments tell, else by what the call
// is expected to return, else by their defaults and bounds.
//
//	useState<Order>(null)                      // as it is written
//	wrap(order)                                // what the argument tells
//	const list: Line[] = empty()                // what is expected of the result
//	function make<T extends Shape = Square>()   // the default
func (s *scope) instantiate(g *signature, t resolve.Type, args *arguments,
	context resolve.Type) resolve.Type {
	if len(g.generic) == 0 || g.owner == resolve.None {
		return t
	}
	if len(args.written) > 0 {
		own := resolve.Type{Def: g.owner, Owner: resolve.None, Args: args.written}
		if g.fallback != nil {
			// Type arguments may be left out at the end where the parameters have defaults.
			own.Args = append(own.Args[:len(own.Args):len(own.Args)],
				g.fallback[min(len(own.Args), len(g.fallback)):]...)
			return s.b.Subst(t, own)
		}
		return s.b.Subst(t, s.withPresets(own))
	}
	// Nothing is written: infer (4.15.2).
	in := &inference{s: s, owner: g.owner, found: make([]resolve.Type, len(g.generic)),
		doubt: make([]bool, len(g.generic))}
	for i := range in.found {
		in.found[i] = resolve.Unknown
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
	// what is expected of the result tells of parameters that no argument tells of
	if context.Known() {
		in.unify(g.result, context, 0)
	}
	return s.b.Subst(t, resolve.Type{Def: g.owner, Owner: resolve.None, Args: s.settledArgs(g, in)})
}

// tupleOf is the type of an array literal whose places are told apart; unknown if it has a spread.
func (s *scope) tupleOf(f *resolve.File, st *parse.Step, from resolve.DefID) resolve.Type {
	g := groupOf(f, st)
	all := make([]resolve.Type, len(g.Values))
	for i := range g.Values {
		if isSpread(&g.Values[i]) {
			return resolve.Unknown
		}
		all[i] = s.value(f, st.At, i, from)
	}
	return formed(resolve.Tuple, all...).WithTier(graph.Typed)
}

// keepsPlaces reports whether an array literal that is given for a parameter of type p is a tuple:
// p is a type parameter with a tuple in its constraint (2.0, inference to tuples).
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

// holdsTuple reports whether a written constraint is a tuple or a union with one.
func holdsTuple(t parse.TypeRef) bool {
	return t.Name == "()" || t.Name == "|" && slices.ContainsFunc(t.Args, holdsTuple)
}

// settledArgs completes type arguments that were inferred: one that nothing tells
// is its default, else what the parameter must extend.
func (s *scope) settledArgs(g *signature, in *inference) []resolve.Type {
	out := make([]resolve.Type, len(g.generic))
	for i, name := range g.generic {
		t := in.found[i]
		switch {
		case t.Known():
			// Inferred, though a candidate in doubt makes it a guess below.
		case g.fallback != nil:
			// The tables say defaults and constraints in terms of the parameters before them.
			t = s.b.Subst(g.fallback[i], resolve.Type{Def: g.owner, Owner: resolve.None,
				Args: out[:i]})
		default: // no candidate: the default, else the constraint
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
