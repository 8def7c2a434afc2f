package python

import (
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// each returns the union of f over every value, with a tier no better than the
// value's. None and the unknown are kept: f need not handle them.
func (p *evaluator) each(s set, f func(val) set) set {
	if len(s) == 1 && s[0].kind != kindTypeVar { // the common case
		if s[0].kind == kindNothing || s[0].kind == kindUnknown {
			return s
		}
		return f(s[0]).withTier(s[0].tier)
	}
	var u union
	for _, v := range s {
		switch v.kind {
		case kindNothing, kindUnknown:
			u.add(set{v})
		case kindTypeVar:
			u.add(p.each(p.boundOf(v), f))
		default:
			u.add(f(v).withTier(v.tier))
		}
	}
	return u.done()
}

// eachOf is each for functions that handle type variables.
func (p *evaluator) eachOf(s set, f func(val) set) set {
	var u union
	for _, v := range s {
		if v.kind == kindNothing || v.kind == kindUnknown {
			u.add(set{v})
		} else {
			u.add(f(v).withTier(v.tier))
		}
	}
	return u.done()
}

// eval evaluates an expression step by step.
//
//	shop.orders[0].ship    # shop, its member orders, an element of that, its member ship
//
// Each step is applied to all alternatives of the step before it, and an unknown step
// makes the rest unknown.
func (p *evaluator) eval(steps []parse.Step, at uint32, from resolve.DefID) set {
	if !p.enter() {
		return nil
	}
	defer p.budget.Leave()
	// A visible assignment to a.b is more reliable than the declaration in the class
	// of a.
	s, done := p.known(steps, at, from)
	for i := done; i < len(steps); i++ {
		if i > 0 && len(s) == 0 {
			return nil
		}
		if i+1 < len(steps) && steps[i+1].Kind == parse.StepExpected {
			args := p.argumentsOf(&steps[i], from)
			arg := int(steps[i+1].Args)
			s = p.each(p.callee(s, &steps[i], i == 0, at, from), func(v val) set {
				return p.expected(v, args, arg)
			})
			i++
			continue
		}
		s = p.step(s, &steps[i], i == 0, at, from)
	}
	return s
}

// enter counts a nesting level of declarations. It returns false if the limits of one
// expression are reached: then the results must not be memoized.
func (p *evaluator) enter() bool {
	if !p.budget.Enter() {
		p.pending = 0
		return false
	}
	return true
}

// known returns the value that an assignment or a test gives to the leading members
// of an expression, and the number of steps they take.
//
//	if self.order is not None:
//	    self.order.ship()    # self.order as narrowed by the test
func (p *evaluator) known(steps []parse.Step, at uint32, from resolve.DefID) (set, int) {
	if len(steps) < 2 || steps[1].Kind != parse.StepMember ||
		steps[0].Kind != parse.StepThis && steps[0].Kind != parse.StepName {
		return nil, 0
	}
	name := "this"
	if steps[0].Kind == parse.StepName {
		name = steps[0].Name
	}
	var s set
	done := 0
	for i := 1; i < len(steps) && steps[i].Kind == parse.StepMember; i++ {
		name += "." + steps[i].Name
		for d := from; d != resolve.None; d = p.table.Def(d).Outer {
			x := p.modules.flow(d, name)
			if x == nil {
				continue
			}
			// The longest path with a known value wins.
			if refs, outwards := p.flowAt(x, at, false, 0); len(refs) > 0 && !outwards {
				if v := p.value(refs); len(v) > 0 {
					s, done = v, i+1
				}
			}
			break
		}
	}
	return s, done
}

// step applies one step to the values of those before it.
func (p *evaluator) step(s set, step *parse.Step, first bool, at uint32, from resolve.DefID) set {
	switch step.Kind {
	case parse.StepThis:
		return p.this(from)
	case parse.StepBase:
		return p.super(step, at, from)
	case parse.StepType:
		return p.typeRef(step.WrittenType(), at, from)
	case parse.StepName:
		return p.value(p.name(step.Name, at, from))
	case parse.StepMember:
		return p.each(s, func(v val) set { return p.member(v, step.Name) })
	case parse.StepCall:
		args := p.argumentsOf(step, from)
		return p.each(p.callee(s, step, first, at, from), func(v val) set { return p.call(v, args) })
	case parse.StepAlternatives:
		return p.anyOf(&p.table.Def(from).File.Groups[step.At-1], from)
	case parse.StepArray, parse.StepObject:
		return p.displayed(step, from)
	}
	return p.part(s, step)
}

// callee returns the callee of a call: a name, a member of the values before it, or
// these themselves.
func (p *evaluator) callee(
	s set, step *parse.Step, first bool, at uint32, from resolve.DefID,
) set {
	switch {
	case first:
		return p.value(p.name(step.Name, at, from))
	case step.Name != "":
		return p.each(s, func(v val) set { return p.member(v, step.Name) })
	}
	return s
}

// part evaluates a part of s.
func (p *evaluator) part(s set, step *parse.Step) set {
	switch step.Kind {
	case parse.StepIndex:
		return p.each(s, func(v val) set { return p.indexed(v, step) })
	case parse.StepFuncParam:
		return p.each(s, func(v val) set { return paramOf(v, int(step.Args)) })
	case parse.StepElement:
		return p.each(s, p.elementOf)
	case parse.StepSlice:
		return p.each(s, p.sliced)
	case parse.StepCapture:
		return p.each(s, func(v val) set { return p.captured(v, step) })
	case parse.StepAwait:
		return p.each(s, p.awaited)
	case parse.StepSpread:
		return s
	}
	return nil
}

// this returns the value of the first parameter of the method enclosing from.
//
//	class Shop:
//	    def open(self): ...     # an object of Shop, or of a subclass
//	    @classmethod
//	    def make(cls): ...      # the class
func (p *evaluator) this(from resolve.DefID) set {
	for d := from; d != resolve.None; d = p.table.Def(d).Outer {
		e := p.table.Def(d)
		if e.Outer == resolve.None {
			// The file.
			return nil
		}
		if v, ok := p.self[d]; ok {
			// The call being evaluated determines the object.
			return set{v}
		}
		class := p.table.Def(e.Outer)
		if class.Outer != resolve.None && class.Kind.IsType() {
			return set{p.receiver(e, val{def: class.ID})}
		}
	}
	return nil
}

// receiver returns the value of the first parameter of method d when it is accessed
// through v.
//
//	@classmethod
//	def make(cls): return cls()    # of Special.make(): a Special
func (p *evaluator) receiver(d *resolve.Def, v val) val {
	if v.kind == kindClass && !p.isSubclass(v, d.Outer) {
		return v // in a metaclass
	}
	v.kind = kindInstance
	if p.isClassMethod(d) {
		v.kind = kindClass
	}
	return v
}

// isClassMethod reports whether the first parameter of a method is the class.
func (p *evaluator) isClassMethod(d *resolve.Def) bool {
	switch d.Name {
	case "__new__", "__init_subclass__", "__class_getitem__":
		return true
	}
	return hasDecorator(d, "classmethod")
}

func hasDecorator(d *resolve.Def, name string) bool {
	for _, x := range d.Decorators {
		if resolve.LastName(x) == name {
			return true
		}
	}
	return false
}

// super returns the value of super(), or of super(C, self) with C as the name of the
// step.
//
//	super().go()            # the class after the enclosing one, in the order of the object
//	super(Base, self).go()  # the class after Base
func (p *evaluator) super(step *parse.Step, at uint32, from resolve.DefID) set {
	class := p.table.EnclosingType(from)
	self := p.this(from)
	if step.Name != "" {
		// super(C, self): C is written.
		class = resolve.None
		if s := p.dotted(step.Name, at, from); len(s) == 1 && s[0].kind == kindClass {
			class = s[0].def
		}
	}
	if class == resolve.None || len(self) == 0 {
		return nil
	}
	return set{{kind: kindSuper, def: class, self: &self[0]}}
}

// member returns the value of a member of v.
func (p *evaluator) member(v val, name string) set { return p.value(p.attr(v, name)) }

// value returns the union of the values of a name's meanings.
func (p *evaluator) value(refs []ref) set {
	if len(refs) == 1 {
		return p.refValue(&refs[0]).withTier(refs[0].tier)
	}
	var u union
	for i := range refs {
		u.add(p.refValue(&refs[i]).withTier(refs[i].tier))
	}
	return u.done()
}

// refValue returns the value of one meaning of a name: of the bindings that reach a
// position, of locals, of an external name, or of a definition.
func (p *evaluator) refValue(r *ref) set {
	switch {
	case r.value != nil:
		return p.bound(r)
	case len(r.locals) > 0:
		var u union
		for _, l := range r.locals {
			u.add(p.localOnce(r.file, l))
		}
		return u.done()
	case r.def == resolve.None:
		if r.kind == refOutside && len(r.vals) == 1 {
			return p.unfolded(r.vals[0])
		}
		return r.vals
	}
	// A base class's declaration of a field also applies to its subclasses.
	s := p.definition(r.def, r.self)
	if r.self == nil || !isValue(p.table.Def(r.def)) || !p.table.Def(r.def).Type.IsZero() {
		return s
	}
	for _, id := range r.bases {
		d := p.table.Def(id)
		if !isValue(d) {
			break
		}
		if !d.Type.IsZero() || len(s) == 0 || s[0].kind == kindNothing {
			s = p.definition(id, r.self)
		}
		if !d.Type.IsZero() {
			break
		}
	}
	return s
}

// bound returns the value that one binding of a flow gives to a name.
//
//	with open(path) as f        # the result of __enter__
//	for order in orders         # an element
//	except ValueError as e      # a ValueError
func (p *evaluator) bound(r *ref) set {
	b, f := r.value, r.file
	owner := f.ID(r.flow.Def)
	if b.Kind == parse.FlowGuard {
		return p.guard(r)
	}
	if r.def != resolve.None && isValue(p.table.Def(r.def)) && !p.table.Def(r.def).Type.IsZero() {
		// A member with a declared type, which the assignment narrows.
		return p.narrowed(p.definition(r.def, r.self), p.values(f, owner, b))
	}
	s := p.values(f, owner, b)
	if !b.Type.IsZero() {
		return p.narrowed(p.typeRef(b.Type, b.Type.At, owner), s)
	}
	if r.def != resolve.None && r.self != nil {
		return p.described(s, p.table.Def(r.def), r.self)
	}
	return s
}

// values returns the union of the values that a binding gives to a name; None is
// omitted from Values. The result is memoized unless a call is being evaluated, on
// whose parameters and self it may depend.
func (p *evaluator) values(f *resolve.File, owner resolve.DefID, b *parse.FlowBinding) set {
	if len(b.Values) == 0 {
		return nothing
	}
	return p.memo(key{binding: b, within: !p.isPlain()}, p.isPlain(), func() set {
		var u union
		for _, v := range b.Values {
			s := p.eval(v.Steps, v.At, p.scopeFor(f, v.At, owner)).withTier(graph.Typed)
			if b.Iter {
				s = p.each(s, p.elementOf)
			}
			u.add(s)
		}
		return u.done()
	})
}

// localOnce is local, except that a local assigned from itself adds nothing. A
// parameter has another value in each evaluated call.
//
//	for order in order.lines: …    # before any other binding
func (p *evaluator) localOnce(f *resolve.File, l *parse.Local) set {
	if l.Kind == parse.LocalParam {
		return p.local(f, l)
	}
	return p.memo(key{local: l, within: !p.isPlain()}, p.isPlain(), func() set { return p.local(f, l) })
}

// local returns the value of a local: its written type, narrowed by its value;
// otherwise the argument of the call being evaluated, a pytest fixture, a FastAPI
// dependency, the declaration of an overridden method, or its assigned value.
func (p *evaluator) local(f *resolve.File, l *parse.Local) set {
	owner := f.ID(l.Def)
	if l.Kind == parse.LocalTypeParam {
		return nil // not a value that a program uses
	}
	if !l.Type.IsZero() {
		at := l.Scope.Start
		if l.Kind == parse.LocalParam {
			at = p.table.Def(owner).NameAt // annotations are evaluated outside
		}
		declared := p.typeRef(l.Type, at, owner)
		if l.Init == nil {
			return declared
		}
		made := p.eval(l.Init, l.At, p.scopeFor(f, l.At, owner))
		return p.narrowed(declared, made.withTier(graph.Typed))
	}
	if l.Init == nil {
		if l.Kind != parse.LocalParam {
			// A name without a value, as created by global or nonlocal.
			return nothing
		}
		if s, ok := p.params[param{owner, l.Name}]; ok {
			return s
		}
		d := p.table.Def(owner)
		if id := p.fixture(d, l.Name); id != resolve.None {
			return p.fixtureValue(id).withTier(fixtureTier(d, l.Name))
		}
		return p.inheritedParam(d, l.Name)
	}
	if len(l.Init) == 1 && l.Init[0].Kind == parse.StepThis {
		return p.this(owner)
	}
	if id := p.dependency(f, l); id != resolve.None {
		return p.filled(id)
	}
	at := l.At
	if at == 0 {
		at = l.Scope.Start
	}
	s := p.eval(l.Init, at, p.scopeFor(f, at, owner)).withTier(graph.Typed)
	if l.LastStep == parse.StepElement {
		s = p.each(s, p.elementOf)
	}
	if l.Kind == parse.LocalParam && l.Init[len(l.Init)-1].Kind != parse.StepFuncParam {
		// A default value is only one of the possible arguments.
		var u union
		u.add(s)
		u.add(nil)
		s = u.done()
	}
	return s
}

// inheritedParam returns the value of a method parameter according to the declaration
// of the overridden method.
//
//	class Base:
//	    def visit(self, order: Order): ...
//	class Printer(Base):
//	    def visit(self, order): order.ship()    # an Order
func (p *evaluator) inheritedParam(d *resolve.Def, name string) set {
	if !p.isMember(d) || d.Kind == graph.KindConstructor {
		return nil
	}
	for _, c := range p.mro(d.Outer)[1:] {
		if c.def == resolve.None {
			continue
		}
		// By its name, since the parameters of an override may be in another order.
		for _, id := range p.table.Own(c.def, d.Name) {
			o := p.table.Def(id)
			for _, x := range o.Params {
				if x.Name == name && !x.Type.IsZero() && !x.Variadic {
					return p.typeRef(x.Type, o.NameAt, id).withTier(graph.Typed)
				}
			}
		}
	}
	return nil
}

// scopeFor returns the definition from which names at a position are looked up: owner
// itself if the position is in its header, otherwise the innermost definition there.
//
// Decorators, defaults and annotations are evaluated outside the function that they
// are written on (reference 8.7).
func (p *evaluator) scopeFor(f *resolve.File, at uint32, owner resolve.DefID) resolve.DefID {
	if d := p.table.Def(owner); d.Outer != resolve.None && !d.Body.Contains(at) {
		return owner
	}
	return p.scopeAt(f, at)
}
