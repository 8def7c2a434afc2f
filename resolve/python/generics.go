package python

import (
	"slices"

	"seedgraph/external"
	"seedgraph/resolve"
)

// A variable is a type variable: a definition of the tree, a type parameter of one,
// or, without a definition, a type parameter of the called external declaration.
type variable struct {
	def  resolve.DefID
	name string
}

// solution maps the type variables of a call to their values.
type solution map[variable]set

// add adds a type to a variable. Type checkers solve for the smallest type that fits
// all arguments; their union suffices here, since members are looked up in each.
func (s solution) add(v val, t set) {
	k := variable{v.def, v.name}
	old, ok := s[k]
	if !ok {
		s[k] = t
		return
	}
	var u union
	u.add(old)
	u.add(t)
	s[k] = u.done()
}

// maxUnify bounds the depth of type comparison.
const maxUnify = 6

// infer infers the type variables of a signature in a call.
//
//	def first(items: Sequence[T], default: T) -> T: ...    # T is the union of both
func (p *evaluator) infer(s *signature, args *arguments) solution {
	out := solution{}
	to, _ := s.match(args)
	for i, f := range to {
		if f < 0 || args.isSpread(i) {
			continue
		}
		typ := s.formals[f].typ()
		if hasTypeVar(typ) {
			// Other arguments need not be evaluated.
			p.unify(typ, args.value(i), out, 0)
		}
	}
	return out
}

// hasTypeVar reports whether a type variable occurs in s.
func hasTypeVar(s set) bool {
	for i := range s {
		if s[i].kind == kindTypeVar {
			return true
		}
		for _, a := range s[i].args {
			if hasTypeVar(a) {
				return true
			}
		}
	}
	return false
}

// unify infers the variables in a type from arg, a value of the type.
//
// The depth bounds recursive types, such as a JSON alias.
func (p *evaluator) unify(typ, arg set, out solution, depth int) {
	if depth > maxUnify {
		return
	}
	// In Optional[T] or list[T] | T, the other alternatives match their values first,
	// and the variable gets the rest.
	rest := arg
	for _, t := range typ {
		if t.kind == kindTypeVar {
			continue
		}
		var left set
		for _, a := range rest {
			if a.kind != kindUnknown && a.kind != kindNothing {
				p.unifyOne(t, a, out, depth)
			}
			if len(typ) == 1 || p.fitsOne(t, a) != yes {
				// Values that only may fit also remain for the variable.
				left = append(left, a)
			}
		}
		rest = left
	}
	for _, t := range typ {
		if t.kind == kindTypeVar && (len(rest) > 0 || len(arg) == 0) {
			out.add(t, rest)
		}
	}
}

// unifyOne is unify for one alternative of each.
//
//	list[T] and list[Order]             # T is Order
//	Callable[[], T] and a function      # T is its result
//	type[T] and a class                 # T is an object of it
func (p *evaluator) unifyOne(t, a val, out solution, depth int) {
	switch t.kind {
	case kindObject:
		p.unifyObject(t, a, out, depth)
	case kindInstance:
		if len(t.args) == 0 || a.kind != kindInstance || !p.isSubclass(a, t.def) {
			return
		}
		args := p.typeArgsOf(a, t.def, 0)
		for i, name := range p.typeParams(p.table.Def(t.def)) {
			if i < len(t.args) {
				p.unify(t.args[i], args[name], out, depth+1)
			}
		}
	case kindTuple:
		if a.kind == kindTuple {
			p.unifyAll(t.args, a.args, out, depth)
		}
	case kindCallable:
		if p.fitsCallable(a) == yes && hasTypeVar(t.args[0]) {
			p.unify(t.args[0], p.call(a, &arguments{}), out, depth+1)
		}
	}
}

// unifyAll unifies type arguments one by one.
func (p *evaluator) unifyAll(types, args []set, out solution, depth int) {
	for i := range types {
		if i < len(args) {
			p.unify(types[i], args[i], out, depth+1)
		}
	}
}

// unifyObject unifies with an object of an external generic class: by the type
// arguments of that base, or, for a protocol, by the results of its methods.
//
//	def run(job: Awaitable[T]) -> T: ...    # T from the result of __await__
func (p *evaluator) unifyObject(t, a val, out solution, depth int) {
	switch {
	case len(t.args) == 0:
		return
	case t.name == "builtins.type":
		if a.kind == kindClass || a.kind == kindExternal {
			// type[T] and a class: T is the result of calling the class.
			p.unify(t.args[0], p.call(a, noArguments).withTier(a.tier), out, depth+1)
		}
		return
	case a.kind == kindResult:
		p.unifyResult(t, a, out, depth)
		return
	}
	if args := p.argsAs(a, t.name); args != nil {
		p.unifyAll(t.args, args, out, depth)
		return
	}
	class := p.standardType(t.name)
	if class == nil || class.Kind != external.Protocol ||
		a.kind != kindInstance && a.kind != kindObject {
		return
	}
	env := &environment{params: class.TypeParams, args: t.args}
	for _, c := range p.outsideOrder(class.Name) {
		declared := p.platform.Type(c.outside)
		if declared == nil || c.outside != class.Name {
			continue
		}
		for i := range declared.Members {
			m := &declared.Members[i]
			if result := p.declared(&m.Type, env); hasTypeVar(result) {
				p.unify(result, p.special(a, m.Name), out, depth+1)
			}
		}
	}
}

// unifyResult unifies with the result of a decorated function, which is substituted
// later.
func (p *evaluator) unifyResult(t, a val, out solution, depth int) {
	last := t.args[len(t.args)-1]
	switch t.name {
	case "typing.Awaitable", "typing.Coroutine":
		a.kind = kindAwaited
		p.unify(last, set{a}, out, depth+1)
	case "typing.Iterator", "typing.Iterable", "typing.Generator", "typing.AsyncIterator",
		"typing.AsyncIterable", "typing.AsyncGenerator":
		a.kind = kindElement
		p.unify(t.args[0], set{a}, out, depth+1)
	}
}

// substitute replaces type variables by their values. An unknown one becomes a value
// of its bound, except those in the parameters of a callable, which its own arguments
// determine.
func (p *evaluator) substitute(s set, by solution) set { return p.substituteBut(s, by, nil) }

// substituteBut is substitute that leaves the variables in kept unchanged.
//
//	def twice(f: Callable[[T], T]) -> Callable[[T], T]: ...    # T is inferred when the result is called
func (p *evaluator) substituteBut(s set, by solution, kept []set) set {
	if !hasTypeVar(s) {
		return s
	}
	var u union
	for _, v := range s {
		if v.kind == kindTypeVar {
			t, ok := by[variable{v.def, v.name}]
			switch {
			case ok:
				u.add(t.withTier(v.tier))
			case slices.ContainsFunc(kept, v.isIn):
				u.add(set{v})
			default:
				u.add(p.boundOf(v))
			}
			continue
		}
		if len(v.args) > 0 {
			within := kept
			if v.kind == kindCallable {
				// def f(…) -> Callable[[T], T]: T is inferred from the arguments of a
				// call of f's result.
				within = append(slices.Clip(kept), v.args[1:]...)
			}
			args := make([]set, len(v.args))
			for i := range args {
				args[i] = p.substituteBut(v.args[i], by, within)
			}
			v.args = args
		}
		u.add(normal(v))
	}
	return u.done()
}

// isIn reports whether the type variable v occurs in s.
func (v val) isIn(s set) bool {
	for i := range s {
		if s[i].kind == kindTypeVar && s[i].def == v.def && s[i].name == v.name ||
			slices.ContainsFunc(s[i].args, v.isIn) {
			return true
		}
	}
	return false
}

// normal returns v in its form without variables: a type[T] is a class once T is
// known, and a callable may become one that returns its argument.
func normal(v val) set {
	if v.kind == kindCallable {
		return callable(v.args[0], v.args[1:]...).withTier(v.tier)
	}
	if v.kind == kindObject && v.name == "builtins.type" && len(v.args) > 0 &&
		v.args[0].is(kindInstance) {
		c := v.args[0][0]
		c.kind = kindClass
		return set{c}
	}
	return set{v}
}

// boundOf returns a value of the bound of a type variable, unknown without one:
// within a generic function only the members of the bound can be used.
//
//	T = TypeVar("T", bound=Order)
//	def ship(x: T) -> T: x.ship()    # a member of Order
//	def ship[T: Order](x: T): ...    # the same
func (p *evaluator) boundOf(v val) set {
	if v.def == resolve.None {
		return nil
	}
	d := p.table.Def(v.def)
	if d.Type.Name == "TypeVar" && len(d.Type.Args) > 0 {
		return p.typeRef(d.Type.Args[0], d.NameAt, d.Outer).withTier(typed)
	}
	if l := p.typeParam(d.File, d, v.name, d.NameAt); l != nil && len(l.Type.Args) > 0 {
		return p.typeRef(l.Type.Args[0], d.NameAt, d.ID).withTier(typed)
	}
	return nil
}

// bounded replaces type variables by their bounds.
func (p *evaluator) bounded(s set) set {
	for i := range s {
		if s[i].kind == kindTypeVar {
			return p.each(s, func(v val) set { return set{v} })
		}
	}
	return s
}

// inferred substitutes the type variables inferred for a call in the function's
// result.
//
//	def wrap(order: T) -> list[T]: ...
//	wrap(Order())[0].ship()
func (p *evaluator) inferred(s set, d *resolve.Def, self *val, args *arguments) set {
	if !hasTypeVar(s) {
		return s
	}
	sig := p.treeSignature(d, p.takesSelf(d, self))
	return p.substitute(s, p.infer(&sig, args))
}

// takesSelf reports whether the first argument of a call is the receiver: the method
// is called through its class.
//
//	Order.ship(order)    # qualified by the class: the first argument is self
func (p *evaluator) takesSelf(d *resolve.Def, self *val) bool {
	return self != nil && self.kind == kindClass && p.isMember(d) && !p.isClassMethod(d) &&
		!hasDecorator(d, "staticmethod") && p.isSubclass(*self, d.Outer)
}
