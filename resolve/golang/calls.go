package golang

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// called returns the type of a call's result.
//
//	f(x)              // the result of f
//	Order(x)          // a conversion: an Order
//	new(Order)        // *Order
//	pkg.Make[Order]() // the result with Order substituted
func (e *eval) called(gf *file, m referent, s *parse.Step, at uint32,
	from resolve.DefID) resolve.Type {
	v := m.value
	switch {
	case m.generic != nil:
		// A standard library function whose result type depends on its arguments:
		// slices.Clone.
		return e.calledStandard(gf, m.generic, s, at, from)
	case m.why == resolve.External && m.def == resolve.None && builtin[s.Name] && s.At != 0:
		return e.builtin(gf, s, at, from)
	case v.Known() && v.Static: // a conversion
		v.Static = false
		if len(v.Args) == 0 {
			v.Args = e.typeArguments(gf, s, from)
		}
		return v
	case m.isFunc && v.Known():
		return e.resultOf(gf, m, s, at, from).WithTier(resolve.WeakerTier(m.tier, graph.Typed))
	case !v.Known():
		if m.why == resolve.External {
			return externalType(unseen)
		}
		return resolve.Unknown
	}
	// A function value is called, or an element of a collection of functions:
	// handlers[i](x) looks like a call with type arguments.
	u := e.g.under(v)
	if len(s.WrittenType().Args) > 0 && u.Form != parse.FormFunc {
		u = e.g.under(e.indexed(u))
	}
	if u.Form == parse.FormFunc && len(u.Args) > 1 {
		return u.Args[1].WithTier(resolve.WeakerTier(v.Tier, graph.Typed))
	}
	if v.External {
		return externalType(unseen)
	}
	return resolve.Unknown
}

// instantiated substitutes the explicit type arguments of a generic function in its
// type.
//
//	make := Make[Order]    // a function without type parameters
func (e *eval) instantiated(gf *file, t resolve.Type, s *parse.Step,
	from resolve.DefID) resolve.Type {
	args := e.typeArguments(gf, s, from)
	if t.Form != parse.FormFunc || len(args) == 0 {
		return t
	}
	if fn := genericOf(t); fn != resolve.None {
		return resolve.Substitute(t, fn, args)
	}
	return t
}

// genericOf returns the definition whose type parameters a type mentions, or none. A
// function type mentions those of one function only.
func genericOf(t resolve.Type) resolve.DefID {
	if t.Owner != resolve.None {
		return t.Owner
	}
	for _, a := range t.Args {
		if fn := genericOf(a); fn != resolve.None {
			return fn
		}
	}
	return resolve.None
}

// typeArguments resolves the explicit type arguments of a call. There may be fewer
// than type parameters: the rest are inferred (Type inference).
func (e *eval) typeArguments(gf *file, s *parse.Step, from resolve.DefID) []resolve.Type {
	var out []resolve.Type
	for _, a := range s.WrittenType().Args {
		out = append(out, e.g.resolve(gf, from, a))
	}
	return out
}

// builtin returns the result type of a built-in function that returns a value of its
// arguments' type: append, min, max, and new of an expression, whose pointer has the
// members of the type.
//
//	append(orders, o)    // []Order
//	min(a, b)            // the type of the operands
func (e *eval) builtin(gf *file, s *parse.Step, at uint32, from resolve.DefID) resolve.Type {
	switch s.Name {
	case "append", "min", "max", "new":
	default:
		// len, cap, copy; the result types of the others are never needed.
		return externalType("int")
	}
	t := resolve.Unknown
	for _, arg := range e.arguments(gf, s.At) {
		if a := e.eval(gf, arg, at, from); a.Known() && !isConstant(arg) {
			t = a
			break
		}
	}
	return t
}

// arguments returns the argument expressions of a call. Those in the initializer of a
// variable in another file were kept when that file was read.
func (e *eval) arguments(gf *file, at uint32) [][]parse.Step {
	if given, ok := e.g.given[call{gf.File, at}]; ok || gf != e.gf {
		return given
	}
	if r := gf.referenceAt(at); r != nil {
		return r.ArgSteps()
	}
	return nil
}

// isConstant reports whether an argument is a literal: its type is determined by the
// other arguments.
//
// An untyped constant takes the type that the typed arguments give to the type
// parameter (Type inference): Max(1, x) with an x of type float64 is a float64.
func isConstant(steps []parse.Step) bool {
	return len(steps) == 1 && steps[0].Kind == parse.StepType && steps[0].WrittenType().At == 0
}

// resultOf returns the result type of a function call, with explicit or inferred type
// arguments. It is unknown if it depends on one that cannot be inferred.
//
//	func First[T any](list []T) T
//	First(orders)          // an Order
//	First(unknown())       // unknown
func (e *eval) resultOf(gf *file, m referent, s *parse.Step, at uint32,
	from resolve.DefID) resolve.Type {
	n := len(e.g.table.Def(m.def).TypeParams)
	if n == 0 {
		return m.value
	}
	args := make([]resolve.Type, n)
	for i := range args {
		args[i] = resolve.Unknown
	}
	copy(args, e.typeArguments(gf, s, from))
	if mentionsParams(m.value, m.def, args) {
		u := &unifier{g: e.g, fn: m.def, args: args, params: e.g.params[m.def]}
		for i := range args {
			u.bounds = append(u.bounds, e.g.bounds[resolve.TypeVar{Owner: m.def, Param: i}])
		}
		e.inferArguments(gf, u, s, at, from)
	}
	if mentionsParams(m.value, m.def, args) {
		return resolve.Unknown
	}
	return resolve.Substitute(m.value, m.def, args)
}

// mentionsParams reports whether t mentions type parameters of fn for which args has
// no type.
func mentionsParams(t resolve.Type, fn resolve.DefID, args []resolve.Type) bool {
	if t.Owner != resolve.None {
		return t.Owner == fn && !args[t.Param].Known()
	}
	return slices.ContainsFunc(t.Args,
		func(a resolve.Type) bool { return mentionsParams(a, fn, args) })
}

// inferArguments infers the type arguments of a call: from typed arguments first,
// then from the core types of constraints, then from the default types of constants.
//
//	func Map[S ~[]E, E, R any](s S, f func(E) R) []R
//
// S is the type of the argument, E is inferred from the core type of its constraint,
// R from the result of the function.
func (e *eval) inferArguments(gf *file, u *unifier, s *parse.Step, at uint32, from resolve.DefID) {
	given := e.arguments(gf, s.At)
	if s.At == 0 {
		given = nil
	}
	// Two rounds: untyped constants count only for type parameters that typed
	// arguments do not determine.
	for _, constants := range []bool{false, true} {
		for i, steps := range given {
			if len(steps) == 0 || isConstant(steps) != constants {
				continue
			}
			t := e.eval(gf, steps, at, from)
			if len(given) > 1 || t.Form != parse.FormTuple {
				u.argument(i, t)
				continue
			}
			for k, t := range t.Args { // f(g()), where g has several results
				u.argument(k, t)
			}
		}
		u.coreTypes()
	}
}

// argument unifies the type of parameter i, or of a variadic last parameter, with
// that of an argument.
//
//	func Join[T any](sep string, parts ...T)    // every further argument is a T
func (u *unifier) argument(i int, t resolve.Type) {
	if len(u.params) > 0 {
		u.unify(u.params[min(i, len(u.params)-1)], t)
	}
}

// A unifier infers the type arguments of one call.
type unifier struct {
	g    *tree
	fn   resolve.DefID
	args []resolve.Type // by type parameter; unknown until inferred

	params []resolve.Type // of the function
	bounds []resolve.Type // of its type parameters
}

// coreTypes unifies each type parameter with the core type of its constraint: E is
// inferred from S ~[]E and S, and vice versa.
func (u *unifier) coreTypes() {
	// Each round may infer a parameter that the next one depends on; the number of
	// parameters bounds the rounds.
	for range u.args {
		for i := range u.args {
			core := u.pointerCore(u.bounds[i])
			if core.Owner == u.fn && core.Pointer {
				u.unifyPointer(i, core.Param)
				continue
			}
			if core.Form != parse.FormList && core.Form != parse.FormMap && core.Form != parse.FormChan &&
				core.Form != parse.FormFunc {
				continue
			}
			if u.args[i].Known() {
				u.unify(core, u.args[i])
			} else if !mentionsParams(core, u.fn, u.args) {
				u.args[i] = resolve.Substitute(core, u.fn, u.args)
			}
		}
	}
}

// pointerCore returns *E if a constraint is an interface that embeds it, otherwise the constraint.
func (u *unifier) pointerCore(bound resolve.Type) resolve.Type {
	if bound.Def <= resolve.None || u.g.table.Def(bound.Def).Kind != graph.KindInterface {
		return bound
	}
	for _, e := range u.g.embedded(bound) {
		if e = pointerElem(e); e.Known() {
			return e
		}
	}
	return bound
}

// unifyPointer infers P from E, or E from P, where the core type of P is *E.
//
//	func Make[E any, P Init[E]]() P    // Make[Order]() is a *Order
func (u *unifier) unifyPointer(p, e int) {
	switch pointer, elem := u.args[p], u.args[e]; {
	case !pointer.Known() && elem.Known():
		elem.Pointer = true
		u.args[p] = elem
	case pointer.Known() && !elem.Known():
		pointer.Pointer = false
		u.args[e] = pointer
	}
}

// unify unifies the type of a parameter with that of its argument by setting type
// arguments. It uses the underlying type of a defined type if the parameter is a type
// literal.
//
//	type Orders []Order
//	func First[E any](list []E) E
//
// First(orders) uses the underlying type of Orders, since the parameter is a slice
// literal; with a parameter of type S the type argument would be Orders.
func (u *unifier) unify(param, arg resolve.Type) {
	if !arg.Known() || arg.External && arg.Name == unseen {
		return
	}
	if param.Owner == u.fn && param.Def == resolve.None {
		if !u.args[param.Param].Known() {
			// The first argument determines it: a second that differs does not
			// compile.
			arg.Static = false
			// *T from *Order: T is Order.
			arg.Pointer = arg.Pointer && !param.Pointer
			u.args[param.Param] = arg
		}
		return
	}
	if param.Def != resolve.None {
		if arg.Def != param.Def {
			u.unifyMethods(param, arg)
			return
		}
	} else if param.Module == "" {
		arg = u.g.under(arg)
	}
	if param.Def == resolve.None && (!param.SameForm(arg) || param.Module != arg.Module) {
		return
	}
	for i := range min(len(param.Args), len(arg.Args)) {
		u.unify(param.Args[i], arg.Args[i])
	}
}

// unifyMethods infers the type arguments of an interface from the methods of a type
// that implements it.
func (u *unifier) unifyMethods(param, arg resolve.Type) {
	if u.g.table.Def(param.Def).Kind != graph.KindInterface {
		// Two different defined types never unify.
		return
	}
	methods, _ := u.g.interfaceMethods(param)
	for _, im := range methods {
		m := u.g.member(nil, arg, u.g.methodName(im))
		if m.def == resolve.None || im.def == resolve.None {
			continue
		}
		want, has := u.g.paramsOf(im), u.g.paramsOf(m)
		for i := range min(len(want), len(has)) {
			u.unify(want[i], has[i])
		}
		u.unify(u.g.valueOf(im), u.g.valueOf(m))
	}
}
