package python

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// definition returns the value of a definition when it is referred to, or, through an
// object self, when it is accessed as a member.
func (p *evaluator) definition(id resolve.DefID, self *val) set {
	d := p.table.Def(id)
	switch {
	case d.Kind == graph.KindTypeAlias:
		return p.aliased(d)
	case d.Kind.IsType():
		return set{{kind: kindClass, def: id}}
	case d.Kind == graph.KindProperty:
		if self == nil || self.kind == kindClass {
			return nil // the property object: its getter does not run
		}
		return p.property(d, self)
	case d.Kind.IsCallable():
		return p.function(d, self)
	// The variables of an enumeration's body are its members: objects of the class.
	case p.isMember(d) && p.table.Def(d.Outer).Kind == graph.KindEnum && !p.isInstanceField(d):
		return set{{kind: kindInstance, def: d.Outer}}
	}
	// A type variable is not a value that a program uses.
	if d.Type.Name == "TypeVar" {
		return nil
	}
	return p.described(p.variable(d, self), d, self)
}

// function returns a function as a value, with its decorators applied.
//
//	@staticmethod
//	def make(): ...    # through an object or the class, without self
//
// If they make it an object of the tree, it is that object; otherwise it stays the
// function, and a call evaluates the result of its decorators.
func (p *evaluator) function(d *resolve.Def, self *val) set {
	if s := p.decorated(d); s.is(kindInstance) {
		return s
	}
	return set{{kind: kindFunction, def: d.ID, self: self}}
}

// property returns the value of a property.
//
//	@property
//	def order(self): return Order()
//
//	shop.order.ship()    # the result of the getter
func (p *evaluator) property(d *resolve.Def, self *val) set {
	s := p.decorated(d)
	if s.is(kindInstance) {
		return p.described(s, d, self)
	}
	if s.is(kindObject) {
		if t, _ := p.outsideMember(s[0].name, "__get__"); t != nil {
			get := memberRef(t.Name, "__get__", s[0]).vals[0]
			// descriptor.__get__(object, class), as for functools.cached_property.
			made := p.call(get, given(set{*self}, set{{kind: kindClass, def: self.def}}))
			return p.substituteResult(made, d, self, noArguments).withTier(graph.Typed)
		}
	}
	tier := graph.Exact
	if d.Type.IsZero() {
		tier = graph.Typed
	}
	return p.called(d, self, noArguments).withTier(tier)
}

// variable returns the declared type or the assigned values of a variable or field.
//
// An annotation is more reliable than the value (x: Animal = Dog()), except that a
// visible assignment narrows it.
func (p *evaluator) variable(d *resolve.Def, self *val) set {
	if d.Type.IsZero() {
		return p.substituteTypeArgs(p.assigned(d), p.contextOf(d, self).typeArgs)
	}
	return p.within(p.contextOf(d, self), func() set {
		return p.typeRef(d.Type, p.annotationAt(d), d.Outer)
	})
}

// substituteTypeArgs substitutes type arguments in the value of a field without a declared
// type.
//
//	class Box(Generic[T]):
//	    def __init__(self, kind: type[T]): self.kind = kind
//	box: Box[Order]
//	box.kind    # the class Order
func (p *evaluator) substituteTypeArgs(s set, typeArgs map[string]set) set {
	if len(typeArgs) == 0 || !hasTypeVar(s) {
		return s
	}
	by := solution{}
	var find func(s set)
	find = func(s set) {
		for _, v := range s {
			if of := typeArgs[v.name]; v.kind == kindTypeVar && len(of) > 0 {
				by[variable{v.def, v.name}] = of
			}
			for _, a := range v.args {
				find(a)
			}
		}
	}
	find(s)
	return p.substitute(s, by)
}

// described replaces descriptors, objects assigned in a class body and accessed
// through an instance of the class, by the return value of their __get__ (data model
// 3.3.2.2). An attribute set on self is not a descriptor, whatever its class defines.
//
//	class Shop:
//	    orders = cached_property(load)    # Shop().orders is the result of __get__
func (p *evaluator) described(s set, d *resolve.Def, self *val) set {
	if self == nil || self.kind != kindInstance || !p.isMember(d) || p.isInstanceField(d) {
		return s
	}
	return p.each(s, func(v val) set {
		if v.kind != kindInstance {
			return set{v}
		}
		for _, r := range p.classAttr(v, "__get__") {
			if r.def == resolve.None {
				continue
			}
			for _, id := range append([]resolve.DefID{r.def}, r.bases...) {
				g := p.table.Def(id)
				if len(g.Params) > 0 && g.Params[0].Type.Name == "None" {
					continue // the overload for access through the class
				}
				return p.declaredResult(g, &v).withTier(resolve.WeakerTier(v.tier, graph.Typed))
			}
		}
		return set{v}
	})
}

// isMember reports whether d is declared in a class body or by a method of one.
func (p *evaluator) isMember(d *resolve.Def) bool {
	return d.Outer != resolve.None && p.table.Def(d.Outer).Kind.IsType()
}

// contextOf returns the type arguments of the classes enclosing member d when it is
// accessed through self.
//
//	class Box(Generic[T]):
//	    value: T
//	box: Box[Order]
//	box.value.ship()    # an Order
func (p *evaluator) contextOf(d *resolve.Def, self *val) context {
	var c context
	if self != nil && self.kind == kindInstance && p.isMember(d) {
		c.typeArgs = p.typeArgsOf(*self, d.Outer, 0)
	}
	return c
}

// dotted returns the value of a dotted name: the first part is looked up as a name,
// each further one as a member of the value before it.
//
//	shop.model.Order    # in a string annotation, or the base of a class
func (p *evaluator) dotted(name string, at uint32, from resolve.DefID) set {
	parts := strings.Split(name, ".")
	s := p.value(p.name(parts[0], at, from))
	for _, part := range parts[1:] {
		s = p.each(s, func(v val) set { return p.member(v, part) })
	}
	return s
}

// aliased returns a type alias as a value: the classes that it denotes. It can be
// called and derived from like them.
func (p *evaluator) aliased(d *resolve.Def) set {
	return p.classes(p.aliasOf(d))
}

// annotationAt returns the position at which the names of a value's written type are
// looked up: for self.x: T = … in the class, as for any other field.
func (p *evaluator) annotationAt(d *resolve.Def) uint32 {
	if p.isInstanceField(d) {
		return p.table.Def(d.Outer).NameAt
	}
	return d.NameAt
}

// assigned returns the union of the assigned values of a variable.
//
//	if fast: load = a
//	else: load = b      # both
func (p *evaluator) assigned(d *resolve.Def) set {
	if len(d.Init) == 0 {
		return nothing
	}
	return p.memo(key{def: d.ID, kind: askValue}, true, func() set {
		return p.within(context{}, func() set {
			var u union
			for _, v := range d.Init {
				u.add(p.eval(v.Steps, v.At, p.scopeAt(d.File, v.At)).withTier(graph.Typed))
			}
			return u.done()
		})
	})
}

// call returns the result of calling v.
//
// A class creates an object, an object with __call__ runs that, a function returns
// its result, and a value of unknown type makes the result unknown.
func (p *evaluator) call(v val, args *arguments) set {
	switch v.kind {
	case kindClass:
		return p.instantiated(v, args)
	case kindFunction:
		return p.called(p.table.Def(v.def), v.self, args).withTier(graph.Typed)
	case kindWrapped:
		return set{{kind: kindResult, def: resolve.None}}
	case kindInstance:
		for _, r := range p.attr(v, "__call__") {
			if r.def != resolve.None {
				s := p.result(r.def, &v, args)
				return s.withTier(resolve.WeakerTier(r.tier, graph.Typed))
			}
		}
	case kindObject:
		if v.name == "builtins.type" && len(v.args) > 0 && hasTypeVar(v.args[0]) {
			return v.args[0] // def make(cls: type[T]): cls()
		}
		if t, _ := p.outsideMember(v.name, "__call__"); t != nil {
			return p.callExternal(memberRef(t.Name, "__call__", v).vals[0], args)
		}
		return set{externalCall(v.name)}
	case kindCallable:
		return p.callCallable(v, args)
	case kindMethod, kindExternal:
		return p.callExternal(v, args)
	}
	return nil
}

// callCallable returns the result of calling a value of which only the type is known.
func (p *evaluator) callCallable(v val, args *arguments) set {
	if !hasTypeVar(v.args[0]) {
		return v.args[0]
	}
	by := solution{}
	for i, param := range v.args[1:] {
		p.unify(param, args.value(i), by, 0)
	}
	return p.substitute(v.args[0], by)
}

// instantiated returns a new object of a class. Missing type arguments are inferred
// from the arguments of the constructor.
//
//	class Shop:
//	    def __new__(cls): return super().__new__(cls)    # a Shop all the same
func (p *evaluator) instantiated(v val, args *arguments) set {
	v.kind, v.self, v.tier = kindInstance, nil, graph.Typed
	d := p.table.Def(v.def)
	params := p.typeParams(d)
	if len(params) == 0 || len(v.args) > 0 || args.count == 0 {
		return set{v}
	}
	for _, c := range p.mro(v.def) {
		if c.def == resolve.None {
			break
		}
		for _, id := range p.table.Own(c.def, "__init__") {
			if c.def == v.def {
				v.args = p.inferredArgs(p.table.Def(id), params, args)
			}
			return set{v}
		}
	}
	return set{v}
}

// inferredArgs returns the type arguments of the object that a constructor call
// creates; nil if all are unknown.
//
//	class Box(Generic[T]):
//	    def __init__(self, value: T): ...
//	Box(order)    # Box[Order]
func (p *evaluator) inferredArgs(d *resolve.Def, params []string, args *arguments) []set {
	sig := p.treeSignature(d, false)
	by := p.infer(&sig, args)
	out := make([]set, len(params))
	known := false
	for i, name := range params {
		for v, s := range by {
			if v.name == name && len(s) > 0 {
				out[i], known = s.withTier(graph.Typed), true
			}
		}
	}
	if !known {
		return nil
	}
	return out
}

// called returns the result of calling a function with its decorators applied.
func (p *evaluator) called(d *resolve.Def, self *val, args *arguments) set {
	return p.each(p.decorated(d), func(v val) set {
		if v.kind == kindWrapped {
			return p.result(d.ID, self, args)
		}
		return p.substituteResult(p.call(v, args), d, self, args)
	})
}

// substituteResult substitutes the result of the function itself in the result of its decorators.
//
//	@lru_cache
//	def order(): return Order()
//	order().ship()    # the result of order, in the callable that lru_cache returns
func (p *evaluator) substituteResult(s set, d *resolve.Def, self *val, args *arguments) set {
	return p.each(s, func(v val) set {
		switch v.kind {
		case kindResult:
			return p.result(d.ID, self, args)
		case kindAwaited:
			return p.each(p.result(d.ID, self, args), p.awaited)
		case kindElement:
			return p.each(p.result(d.ID, self, args), p.elementOf)
		}
		if len(v.args) == 0 {
			return set{v}
		}
		own := make([]set, len(v.args))
		for i := range own {
			own[i] = p.substituteResult(v.args[i], d, self, args)
		}
		v.args = own
		return set{v}
	})
}

// result returns the return value of a function for the given arguments.
func (p *evaluator) result(id resolve.DefID, self *val, args *arguments) set {
	d := p.table.Def(id)
	if o := p.overloads(d); len(o) > 1 {
		return p.overloaded(o, self, args)
	}
	return p.inferred(p.declaredResult(d, self), d, self, args)
}

// overloads lists the @overload declarations of a function.
//
//	@overload
//	def get(key: int) -> Order: ...
//	def get(key): ...    # the implementation is not an overload
func (p *evaluator) overloads(d *resolve.Def) []resolve.DefID {
	if !hasDecorator(d, "overload") {
		return nil
	}
	return p.table.Filter(p.table.Own(d.Outer, d.Name), func(o *resolve.Def) bool {
		return o.File == d.File && hasDecorator(o, "overload")
	})
}

// overloaded returns the return value of the overload that fits the arguments, or the
// union for those that may fit.
//
//	@overload
//	def get(key: int) -> Order: ...
//	@overload
//	def get(key: str) -> Line: ...
//
// An argument of unknown type leaves both, and the result is either.
func (p *evaluator) overloaded(ids []resolve.DefID, self *val, args *arguments) set {
	all := make([]signature, len(ids))
	for i, id := range ids {
		d := p.table.Def(id)
		all[i] = p.treeSignature(d, p.takesSelf(d, self))
	}
	var u union
	chosen := p.choose(all, args)
	for _, sig := range chosen {
		d := p.table.Def(sig.def)
		u.add(p.substitute(p.declaredResult(d, self), p.infer(&sig, args)))
	}
	return p.agreed(u.done(), chosen, args)
}

// declaredResult returns the return value according to one declaration of a function.
func (p *evaluator) declaredResult(d *resolve.Def, self *val) set {
	key := key{def: d.ID, class: resolve.None, kind: askResult}
	c := p.contextOf(d, self)
	if self != nil {
		key.class = self.def
		if d.Outer != resolve.None && p.table.Def(d.Outer).Kind.IsType() {
			c.self = map[resolve.DefID]val{d.ID: p.receiver(d, *self)}
		}
	}
	if d.Outer != resolve.None && !p.table.Def(d.Outer).Kind.IsType() {
		c.params, c.self = p.params, p.self // the arguments of the enclosing function
	}
	// The key has only the class of the object: a result that depends on more is not
	// memoized.
	keep := (self == nil || len(self.args) == 0 && self.kind != kindSuper) && len(c.params) == 0
	key.within = !keep
	return p.memo(key, keep, func() set {
		if !p.enter() {
			return nil
		}
		defer p.budget.Leave()
		return p.within(c, func() set { return p.returned(d) })
	})
}

// returned returns the return value of a function according to its declaration or,
// without one, its body.
//
// A generator function returns an iterator over the yielded values, an async function
// a coroutine.
func (p *evaluator) returned(d *resolve.Def) set {
	var s set
	switch {
	case !d.Type.IsZero() && p.returnsSelf(d):
		s = p.each(p.this(d.ID), func(v val) set { v.kind = kindInstance; return set{v} })
	case !d.Type.IsZero():
		s = p.typeRef(d.Type, d.NameAt, d.ID)
	case p.isStub(d):
		return nil
	default:
		var u union
		for _, v := range d.Init {
			u.add(p.eval(v.Steps, v.At, p.scopeFor(d.File, v.At, d.ID)).withTier(graph.Typed))
		}
		if s = u.done(); len(d.Init) == 0 {
			s = nothing
		}
		if d.Yields && isAsync(d) {
			return object("typing.AsyncGenerator", s, nil)
		} else if d.Yields {
			return object("typing.Generator", s, nil, nil)
		}
	}
	if len(s) == 0 {
		return nil
	}
	if isAsync(d) && !d.Yields {
		return coroutine(s)
	}
	return s
}

func isAsync(d *resolve.Def) bool { return len(d.Modifiers) > 0 && d.Modifiers[0] == "async" }

func isInterface(d *resolve.Def) bool { return d.Kind == graph.KindInterface }

// isStub reports whether the body of a function gives no information on its result:
// it is abstract, or in a protocol.
//
//	@abstractmethod
//	def load(self): ...    # subclasses determine the return value
func (p *evaluator) isStub(d *resolve.Def) bool {
	if hasDecorator(d, "abstractmethod") {
		return true
	}
	return len(d.Init) == 0 && p.isMember(d) && p.table.Def(d.Outer).Kind == graph.KindInterface
}

// returnsSelf reports whether the declared return type of a method is the type of its
// receiver: Self, or the type variable of its first parameter.
//
//	def open(self: T) -> T: ...
//	def with_name(self, name) -> Self: ...
func (p *evaluator) returnsSelf(d *resolve.Def) bool {
	if resolve.LastName(d.Type.Name) == "Self" {
		return true
	}
	if !p.isMember(d) {
		return false
	}
	for _, name := range []string{"self", "cls"} {
		for _, i := range p.modules.localsOf(d.File, d.ID, name) {
			l := &d.File.Locals[i]
			// def open(self: T), or def make(cls: type[T]).
			if l.Kind == parse.LocalParam && !l.Type.IsZero() {
				t := l.Type
				if last := resolve.LastName(t.Name); (last == "type" || last == "Type") &&
					len(t.Args) == 1 {
					t = t.Args[0]
				}
				return t.Name == d.Type.Name
			}
		}
	}
	return false
}
