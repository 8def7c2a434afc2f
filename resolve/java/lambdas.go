package java

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A fn is an argument that is a lambda or a method reference: its type depends on the
// type of its parameter.
type fn struct {
	ref *parse.Reference // the call whose argument it is
	arg int

	methodRef bool
	params    []resolve.Type // of a lambda; unknown if not written
	explicit  bool           // every parameter has a written type
	value     bool           // a lambda whose body can return a value
	void      bool           // a lambda whose body can be void

	// For a method reference: the numbers of arguments that its candidates accept, as
	// a bit set, 0 if unknown; and the only method of the name, if it is not
	// overloaded.
	arities int
	exact   member
	unbound bool // exact is an instance method, called on the first argument
	raw     bool // qualified by a generic class without type arguments
}

// A function is the function type of a functional interface.
type function struct {
	params []resolve.Type
	result resolve.Type
}

// functionExpression describes argument i of a call, if it is a lambda or method
// reference.
func (e *eval) functionExpression(r *parse.Reference, i int, ctx resolve.DefID) *fn {
	t := r.ArgTypes()[i]
	fn := &fn{ref: r, arg: i, exact: noMember}
	if t.Func.Has(parse.FuncReference) {
		fn.methodRef = true
		e.describeMethodRef(fn, ctx)
		return fn
	}
	fn.value, fn.void = t.Func.Has(parse.FuncValue), t.Func.Has(parse.FuncVoid)
	fn.explicit = true
	for _, p := range t.Args {
		fn.params = append(fn.params, e.j.resolve(e.jf, ctx, p))
		fn.explicit = fn.explicit && !p.IsZero()
	}
	return fn
}

// describeMethodRef finds the candidates of a method reference.
//
//	Order::new     // the constructors of Order
//	order::ship    // the methods of a value
//	Order::ship    // static methods, and instance methods that take an Order first
func (e *eval) describeMethodRef(fn *fn, ctx resolve.DefID) {
	steps := fn.steps()
	if len(steps) == 0 {
		return
	}
	last := steps[len(steps)-1]
	if last.Kind == parse.StepNew {
		t := e.j.resolve(e.jf, ctx, last.WrittenType())
		e.describe(fn, e.constructorsOf(t), false)
		return
	}
	if last.Kind != parse.StepCall || len(steps) < 2 {
		return
	}
	t := e.eval(steps[:len(steps)-1], fn.ref.At, ctx)
	ms, open := e.methodsOf(t, last.Name)
	if !open {
		// With an unknown supertype there may be unknown overloads.
		e.describe(fn, e.accessible(ms, ctx), t.Static)
		fn.raw = t.Static && len(t.Args) == 0 && e.j.typeVars(t) > 0
	}
}

// describe records the numbers of arguments of a reference to one of ms; for a
// reference on a type, an instance method takes its receiver as the first.
//
// A method with variable arity accepts any number of arguments, so its shape rules
// out no functional interface.
func (e *eval) describe(fn *fn, ms []member, onType bool) {
	for _, m := range ms {
		n := len(e.j.declaredParams(m))
		unbound := onType && !e.j.hasFlag(m, "static")
		if unbound {
			n++
		}
		if e.j.isVarargs(m) {
			fn.arities = 0
			return
		}
		// A method with 30 parameters or more shares the last bit.
		fn.arities |= 1 << min(n, 30)
		if owner, _ := e.j.vars(m); len(ms) == 1 && owner == resolve.None {
			fn.exact, fn.unbound = m, unbound
		}
	}
}

// steps returns the steps of the function's result; for a method reference the last
// is its call.
func (fn *fn) steps() []parse.Step {
	if all := fn.ref.ArgSteps(); fn.arg < len(all) {
		return all[fn.arg]
	}
	return nil
}

// function finds the function type of t; the answer is whether t is a functional
// interface (JLS 9.8).
//
//	interface Act { void on(Dog d); default Act then(Act next) {…} boolean equals(Object o); }
//
// has one abstract method: default methods and those of Object do not count (JLS
// 9.8). An interface with an unknown supertype may have another; whether it is
// functional is uncertain.
func (j *tree) function(t resolve.Type) (function, ternary) {
	// The function type of an interface with wildcards is that of their bounds (JLS 9.9).
	t = lower(t)
	if !j.isClass(t) {
		return function{}, no
	}
	if !j.declares(t) {
		return function{}, maybe
	}
	if !j.isInterface(t) {
		return function{}, no
	}
	// The arguments are shared with other values of the type.
	t.Args = slices.Clone(t.Args)
	for i, a := range t.Args {
		t.Args[i] = lower(a)
	}
	var abstract, seen []member
	partial := false
	open := j.supers(t, func(s resolve.Type) bool {
		partial = partial || j.isPartial(s)
		for _, m := range j.interfaceMethods(s) {
			if j.isOverridden(m, seen) || j.isObjectMethod(m) {
				continue
			}
			seen = append(seen, m)
			if j.hasFlag(m, "abstract") {
				abstract = append(abstract, m)
			}
		}
		return true
	})
	switch {
	case len(abstract) > 1 || len(abstract) == 0 && open == 0 && !partial:
		return function{}, no
	case open != 0 || partial:
		return function{}, maybe
	}
	return function{j.params(abstract[0]), j.value(abstract[0])}, yes
}

// interfaceMethods lists the methods that the interface s declares and that are
// relevant to implementations: of platform interfaces only the abstract ones.
func (j *tree) interfaceMethods(s resolve.Type) []member {
	var out []member
	if s.Def == resolve.None {
		c := j.libraryClass(s)
		if !c.iface {
			// Object is visited as a supertype of every interface; its methods need no
			// implementation.
			return nil
		}
		for _, name := range c.abstracts() {
			for _, m := range j.writtenMethods(s, name) {
				if j.hasFlag(m, "abstract") {
					out = append(out, m)
				}
			}
		}
		return out
	}
	x := j.table.Def(s.Def)
	for id := range j.table.Within(x) {
		d := j.table.Def(id)
		if d.Outer == s.Def && d.Kind == graph.KindMethod && resolve.IsVirtual(d) {
			out = append(out, member{id, nil, s})
		}
	}
	return out
}

// isObjectMethod reports whether m is also declared in Object: such a method of an
// interface needs no implementation.
//
//	interface Comparator<T> { int compare(T a, T b); boolean equals(Object o); }
func (j *tree) isObjectMethod(m member) bool {
	c := j.libraryClass(object)
	return c != nil && slices.ContainsFunc(c.methods(j.nameOf(m)), func(o *libraryMember) bool {
		return j.sameSignature(m, member{resolve.None, o, object})
	})
}

// nameOf returns the name of a member.
func (j *tree) nameOf(m member) string {
	if m.library != nil {
		return m.library.Name
	}
	return j.table.Def(m.def).Name
}

// hasShape reports whether the shape of a lambda or method reference is compatible
// with a parameter of type p of m (JLS 15.12.2.1).
//
//	run(() -> save())         // fits Runnable and Supplier
//	run(() -> { save(); })    // fits only Runnable
//	run(() -> { throw e; })   // fits both
//
// A lambda fits any type parameter of the method, since it may be instantiated with a
// functional interface.
func (e *eval) hasShape(fn *fn, p resolve.Type, m member) ternary {
	if owner, _ := e.j.vars(m); owner != resolve.None && p.Owner == owner {
		return yes
	}
	f, is := e.j.function(p)
	switch {
	case is != yes:
		return is
	case fn.methodRef:
		if fn.arities != 0 && fn.arities&(1<<min(len(f.params), 30)) == 0 {
			// No method of that name accepts as many arguments as the function has
			// parameters.
			return no
		}
	case len(f.params) != len(fn.params), isVoid(f.result) && !fn.void,
		!isVoid(f.result) && !fn.value:
		return no
	}
	return yes
}

// fitsFunction reports whether a lambda or method reference is compatible with a
// parameter of type p of m, as far as that is pertinent to applicability (JLS
// 15.12.2.2).
//
// An implicitly typed lambda is not pertinent to applicability: its result is ignored
// when overloads are compared, so two that differ only in the result are ambiguous.
func (e *eval) fitsFunction(fn *fn, p resolve.Type, m member) ternary {
	shape := e.hasShape(fn, p, m)
	owner, _ := e.j.vars(m)
	if shape == no || owner != resolve.None && p.Owner == owner || !fn.isExact() {
		return shape
	}
	f, is := e.j.function(p)
	if is != yes {
		return shape
	}
	for i, q := range fn.params {
		inferred := owner != resolve.None && resolve.Mentions(f.params[i], owner)
		if !inferred && !e.j.sameErasure(q, f.params[i]) {
			// WrittenType parameter types must be those of the function, not merely convertible (JLS
			// 15.27.3).
			return no
		}
	}
	if isVoid(f.result) {
		return shape
	}
	// Only a function whose parameters do not depend on the target is distinguished
	// by its result.
	result, certain := e.resultType(fn)
	switch {
	case isVoid(result):
		return no
	case !certain && !result.Known(), owner != resolve.None && resolve.Mentions(f.result, owner):
		return shape
	case !result.Known() && e.j.isObject(f.result) && !fn.void:
		return shape
	}
	return min(shape, e.j.loose(result, f.result))
}

// isExact reports whether the parameter types do not depend on the target, as in a
// lambda with written types and a method reference to a method without overloads.
//
//	(Order o) -> o.ship()    // exact: the types are written
//	o -> o.ship()            // inexact: they come from the target
func (fn *fn) isExact() bool {
	if fn.methodRef {
		return fn.exact.found()
	}
	return fn.explicit
}

// resultType returns the result type of a lambda or method reference; certain is false if
// it has no result that could be evaluated.
func (e *eval) resultType(fn *fn) (t resolve.Type, certain bool) {
	steps := fn.steps()
	if len(steps) == 0 || !e.budget.Enter() {
		return resolve.Unknown, fn.methodRef || !fn.void || fn.value && len(steps) > 0
	}
	defer e.budget.Leave()
	// The names of a lambda's body are looked up in the body, where its parameters
	// are in scope.
	at := fn.ref.At
	if t := fn.ref.ArgTypes()[fn.arg]; t.At != 0 {
		at = t.At
	}
	t, _ = e.argument(steps, at, e.context(e.b.File.ID(fn.ref.Def), at))
	return t, true
}

// functionMoreSpecific reports whether the functional interface s is more specific
// than t for a lambda or method reference (JLS 15.12.2.5).
//
//	void size(ToIntFunction<Dog> f)
//	void size(Function<Dog, Integer> f)
//
// size((Dog d) -> 1) selects the first: its result is primitive, as the body is.
func (e *eval) functionMoreSpecific(fn *fn, s, t resolve.Type) bool {
	fs, a := e.j.function(s)
	ft, b := e.j.function(t)
	if a != yes || b != yes || !fn.isExact() || len(fs.params) != len(ft.params) {
		return false
	}
	for i := range fs.params {
		if !e.j.sameErasure(fs.params[i], ft.params[i]) {
			return false
		}
	}
	if isVoid(ft.result) {
		return true
	}
	if isVoid(fs.result) {
		return false
	}
	if isPrimitive(fs.result) == isPrimitive(ft.result) {
		return e.j.subtype(fs.result, ft.result) == yes
	}
	result, _ := e.resultType(fn)
	return result.Known() && isPrimitive(result) == isPrimitive(fs.result)
}

// functionTarget returns the parameter type of a lambda or method reference. While
// candidates remain, they must agree on its function type.
func (e *eval) functionTarget(at argument) resolve.Type {
	r := &e.b.File.References[at.ref]
	c := e.choice(at.ref)
	if c.member.found() {
		return e.parameterOf(c.member, r, c.varargs, at.arg).WithTier(c.choice.tier)
	}
	target := resolve.Unknown
	for i, m := range c.rest {
		t := e.parameterOf(m, r, e.expands(m, r), at.arg)
		if i == 0 {
			target = t
		} else if !e.sameFunction(target, t) {
			return resolve.Unknown
		}
	}
	return target
}

// sameFunction reports whether two functional interfaces have the same parameter
// types.
func (e *eval) sameFunction(s, t resolve.Type) bool {
	fs, a := e.j.function(s)
	ft, b := e.j.function(t)
	return a == yes && b == yes && slices.EqualFunc(fs.params, ft.params, e.j.sameType)
}

// parameterOf returns the type of the parameter of m for argument k, with the
// method's type parameters inferred from the other arguments.
func (e *eval) parameterOf(m member, r *parse.Reference, varargs bool, k int) resolve.Type {
	owner, vars := resolve.None, []resolve.Type(nil)
	if isDiamond(r) && e.j.typeVars(m.owner) > 0 {
		m, owner, vars = e.inferDiamond(m, r, varargs, k)
	}
	ps := paramTypes(e.j.params(m), max(int(r.Args), k+1), varargs)
	if k >= len(ps) {
		return resolve.Unknown
	}
	t := e.instantiate(ps[k], m, r, varargs, k)
	if owner != resolve.None {
		t = resolve.Substitute(t, owner, vars)
	}
	return t
}

// lambdaParam infers the type of a lambda's parameter from the method parameter that
// the lambda is passed to.
func (e *eval) lambdaParam(l *parse.Local) resolve.Type {
	at, ok := e.lambdas[l.Scope.Start]
	if !ok {
		return resolve.Unknown
	}
	k := int(l.Param)
	target := e.functionTarget(at)
	fn, is := e.j.function(target)
	if is != yes || k >= len(fn.params) {
		return resolve.Unknown
	}
	return fn.params[k].WithTier(resolve.WeakerTier(target.Tier, graph.Typed))
}
