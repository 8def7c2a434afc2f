package python

import (
	"slices"

	"seedgraph/external"
	"seedgraph/resolve"
)

// A variable is a type variable: a definition of the tree, a type parameter of one,
// or, without a definition, a type parameter of the declaration that is called.
type variable struct {
	def  resolve.DefID
	name string
}

// solution is what type variables stand for in a call.
type solution map[variable]set

// add joins a type that a variable stands for. Checkers solve for the smallest type that
// takes all arguments; the union of them serves here, since members are asked of each.
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

// maxUnify bounds how deep types are compared with each other.
const maxUnify = 6

// infer finds what the type variables of a signature stand for in a call.
//
//	def first(items: Sequence[T], default: T) -> T: ...    # T joins what both say
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

// hasTypeVar reports whether a type variable is part of what s stands for.
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

// unify finds what the variables in a type stand for, of which arg is a value.
//
// The depth bounds types that hold themselves, as a JSON alias does.
func (p *evaluator) unify(typ, arg set, out solution, depth int) {
	if depth > maxUnify {
		return
	}
	// Of Optional[T] or list[T] | T the other alternatives take their values first, and the
	// variable stands for what is left.
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
				// What only may fit is left for the variable, too.
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

// unifyAll compares type arguments one by one.
func (p *evaluator) unifyAll(types, args []set, out solution, depth int) {
	for i := range types {
		if i < len(args) {
			p.unify(types[i], args[i], out, depth+1)
		}
	}
}

// unifyObject compares with an object of a generic class outside the tree: by the
// type arguments of that base, or, of a protocol, by the results of its methods.
//
//	def run(job: Awaitable[T]) -> T: ...    # T by the result of __await__
func (p *evaluator) unifyObject(t, a val, out solution, depth int) {
	switch {
	case len(t.args) == 0:
		return
	case t.name == "builtins.type":
		if a.kind == kindClass || a.kind == kindExternal {
			// type[T] and a class: calling the class gives what T stands for.
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

// unifyResult compares with the result of a decorated function, which is put in
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

// substitute puts in what type variables stand for. One of which nothing is known
// is a value of its bound, but for those of the parameters of a callable, which its
// own arguments tell.
func (p *evaluator) substitute(s set, by solution) set { return p.substituteBut(s, by, nil) }

// substituteBut is substitute that leaves the variables in kept alone.
//
//	def twice(f: Callable[[T], T]) -> Callable[[T], T]: ...    # T is told when the result is called
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
				// def f(…) -> Callable[[T], T]: T is told by the arguments of what f returns.
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

// isIn reports whether the type variable v is part of s.
func (v val) isIn(s set) bool {
	for i := range s {
		if s[i].kind == kindTypeVar && s[i].def == v.def && s[i].name == v.name ||
			slices.ContainsFunc(s[i].args, v.isIn) {
			return true
		}
	}
	return false
}

// normal is v in the form that it has without variables: a type[T] is a class as soon as T
// is known, and a callable may be known to return what it is given.
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

// boundOf is a value of the bound of a type variable, unknown without one: within a generic
// function only the members of the bound can be used.
//
//	T = TypeVar("T", bound=Order)
//	def ship(x: T) -> T: x.ship()    # a member of Order
func (p *evaluator) boundOf(v val) set {
	if v.def == resolve.None {
		return nil
	}
	d := p.table.Def(v.def)
	if d.Type.Name == "TypeVar" && len(d.Type.Args) > 0 {
		return p.typeRef(d.Type.Args[0], d.NameAt, d.Outer).withTier(typed)
	}
	return nil
}

// bounded puts their bounds in place of type variables.
func (p *evaluator) bounded(s set) set {
	for i := range s {
		if s[i].kind == kindTypeVar {
			return p.each(s, func(v val) set { return set{v} })
		}
	}
	return s
}

// inferred puts what the type variables of a function stand for in a call into
// its result.
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

// takesSelf reports whether the first argument of a call is the object: of a method
// that is called through its class.
//
//	Order.ship(order)    # the class is named: the first argument is self
func (p *evaluator) takesSelf(d *resolve.Def, self *val) bool {
	return self != nil && self.kind == kindClass && p.isMember(d) && !p.isClassMethod(d) &&
		!hasDecorator(d, "staticmethod") && p.isSubclass(*self, d.Outer)
}
