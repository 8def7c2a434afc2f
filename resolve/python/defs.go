package python

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// definition is what a definition stands for when it is named, or, through an
// object self, when it is a member.
func (p *evaluator) definition(id resolve.DefID, self *val) set {
	d := p.table.Def(id)
	switch {
	case d.Kind == graph.KindTypeAlias:
		return p.aliased(d)
	case d.Kind.IsType():
		return set{{kind: pyClass, def: id}}
	case d.Kind == graph.KindProperty:
		if self == nil || self.kind == pyClass && !isClassMethod(d) {
			return nil
		}
		return p.result(id, self)
	case d.Kind.IsCallable():
		if s := p.decorated(d); len(s) > 0 {
			return s
		}
		return set{{kind: function, def: id, self: self}}
	case d.Outer != resolve.None && p.table.Def(d.Outer).Kind == graph.KindEnum && !p.isInstanceField(d):
		return set{{kind: instance, def: d.Outer}}
	}
	if d.Type.Name == "TypeVar" {
		return nil
	}
	return p.described(p.valueOf(d, self), d, self)
}

// valueOf is what a variable or field is declared to be or set to.
func (p *evaluator) valueOf(d *resolve.Def, self *val) set {
	if d.Type.IsZero() {
		return p.assigned(d)
	}
	defer p.bindTypeArgs(d, self)()
	return p.typeRef(d.Type, p.annotationAt(d), d.Outer)
}

// described puts what their __get__ gives in place of descriptors, objects that
// stand in a class body and are reached through an object of the class.
func (p *evaluator) described(s set, d *resolve.Def, self *val) set {
	if self == nil || self.kind != instance || !p.table.Def(d.Outer).Kind.IsType() || p.isInstanceField(d) {
		return s
	}
	var out set
	for _, v := range s {
		got := set{v}
		if v.kind == instance {
			for _, id := range p.classAttr(v, "__get__").defs {
				g := p.table.Def(id)
				if len(g.Params) > 0 && g.Params[0].Type.Name == "None" {
					continue // the declaration for access through the class
				}
				got = p.result(id, &v).withTier(resolve.Worse(v.tier, graph.Typed))
				break
			}
		}
		out = out.add(got)
	}
	return out
}

// bindTypeArgs puts in what the type parameters around member d stand for when
// it is reached through self. The function that it returns takes that back.
func (p *evaluator) bindTypeArgs(d *resolve.Def, self *val) func() {
	outer := p.typeArgs
	p.typeArgs = nil
	if self != nil && self.kind == instance && d.Outer != resolve.None && p.table.Def(d.Outer).Kind.IsType() {
		p.typeArgs = p.typeArgsOf(*self, d.Outer, 0)
	}
	return func() { p.typeArgs = outer }
}

// decorated is what a decorator of the tree makes of a function, if that is an
// object of a class of the tree. What other decorators make of it is taken to
// behave like the function.
func (p *evaluator) decorated(d *resolve.Def) set {
	if len(d.Decorators) == 0 || p.depth >= maxPyDepth {
		return nil
	}
	if s, ok := p.values[d.ID]; ok {
		return s
	}
	p.values[d.ID] = nil
	head := d.File.Text[d.Range.Start:d.NameAt]
	var out set
	for _, name := range d.Decorators {
		i := strings.Index(head, "@"+name)
		if i < 0 {
			continue
		}
		s := p.dotted(name, d.Range.Start, d.Outer)
		if strings.HasPrefix(head[i+1+len(name):], "(") {
			s = p.each(s, p.call)
		}
		for _, v := range p.each(s, p.call) {
			if v.kind == instance {
				out = out.add(set{v})
			}
		}
		break // the outermost decides
	}
	p.values[d.ID] = out
	return out
}

// dotted is what a dotted name stands for.
func (p *evaluator) dotted(name string, at uint32, from resolve.DefID) set {
	parts := strings.Split(name, ".")
	s := p.value(p.name(parts[0], at, from))
	for _, part := range parts[1:] {
		s = p.each(s, func(v val) set { return p.member(v, part) })
	}
	return s
}

// aliased is a type alias as a value: the classes that it names.
func (p *evaluator) aliased(d *resolve.Def) set {
	return ofKind(p.typeRef(d.Type, d.NameAt, d.Outer), instance, pyClass)
}

// annotationAt is where the names of a value's written type are looked up.
func (p *evaluator) annotationAt(d *resolve.Def) uint32 {
	if p.isInstanceField(d) {
		return p.table.Def(d.Outer).NameAt
	}
	return d.NameAt
}

// assigned joins what a value is set to.
func (p *evaluator) assigned(d *resolve.Def) set {
	if s, ok := p.values[d.ID]; ok {
		return s
	}
	p.values[d.ID] = nil
	depth, outer := p.depth, p.typeArgs
	p.typeArgs = nil
	defer func() { p.typeArgs = outer }()
	var out set
	for _, v := range d.Init {
		out = out.add(p.eval(v.Steps, v.At, p.scopeAt(d.File, v.At)).withTier(graph.Typed))
	}
	if depth == 0 || len(out) > 0 {
		p.values[d.ID] = out
	} else {
		delete(p.values, d.ID)
	}
	return out
}

// call is what calling v gives.
func (p *evaluator) call(v val) set {
	switch v.kind {
	case pyClass:
		return set{{kind: instance, def: v.def, args: v.args, tier: graph.Typed}}
	case function:
		return p.result(v.def, v.self).withTier(graph.Typed)
	case instance:
		r := p.attr(v, "__call__")
		if len(r.defs) > 0 {
			return p.result(r.defs[0], &v).withTier(graph.Typed)
		}
	case pyContainer:
		if v.name == "callable" && len(v.args) > 0 {
			return v.args[0]
		}
	case method:
		return containerCall(*v.self, v.name)
	case external:
		return set{externalCall(v.name)}
	}
	return nil
}

// result is what a function returns.
func (p *evaluator) result(id resolve.DefID, self *val) set {
	d := p.table.Def(id)
	key := call{function: id, class: resolve.None}
	if self != nil {
		key.class = self.def
	}
	generic := self != nil && len(self.args) > 0
	if s, ok := p.results[key]; ok && !generic {
		return s
	}
	if p.depth >= maxPyDepth {
		return nil
	}
	p.depth++
	p.results[key] = nil
	defer p.bindTypeArgs(d, self)()
	old, had := p.self[id]
	if self != nil && d.Outer != resolve.None && p.table.Def(d.Outer).Kind.IsType() {
		p.self[id] = p.receiver(d, *self)
	}
	s := p.returned(d)
	if delete(p.self, id); had {
		p.self[id] = old
	}
	p.depth--
	if generic || len(s) == 0 && p.depth > 0 {
		delete(p.results, key) // it may be known from elsewhere
	} else {
		p.results[key] = s
	}
	return s
}

// receiver is what the first parameter of method d stands for when it is
// reached through v.
func (p *evaluator) receiver(d *resolve.Def, v val) val {
	v.kind = instance
	if isClassMethod(d) {
		v.kind = pyClass
	}
	return v
}

// returned is what a function returns by its declaration or, without one, by
// its body.
func (p *evaluator) returned(d *resolve.Def) set {
	var s set
	switch {
	case !d.Type.IsZero() && p.returnsSelf(d):
		s = p.this(d.ID)
	case !d.Type.IsZero():
		s = p.typeRef(d.Type, d.NameAt, d.ID)
	default:
		for _, v := range d.Init {
			s = s.add(p.eval(v.Steps, v.At, p.scopeFor(d.File, v.At, d.ID)).withTier(graph.Typed))
		}
		if d.Yields && len(s) > 0 {
			s = container("iterator", s)
		}
	}
	if len(s) == 0 {
		return nil
	}
	switch {
	case hasDecorator(d, "contextmanager") || hasDecorator(d, "asynccontextmanager"):
		return container("manager", p.each(s, func(v val) set { return p.element(v, "*") }))
	case len(d.Modifiers) > 0 && d.Modifiers[0] == "async" && !d.Yields:
		return container("awaitable", s)
	}
	return s
}

// returnsSelf reports whether a method's result is declared to be of the type
// of the object it is called on: Self, or the type variable that stands at its
// first parameter.
func (p *evaluator) returnsSelf(d *resolve.Def) bool {
	if resolve.LastName(d.Type.Name) == "Self" {
		return true
	}
	for _, i := range p.modules.locals[d.File]["self"] {
		if l := &d.File.Locals[i]; d.File.ID(l.Def) == d.ID && l.Kind == parse.LocalParam {
			return !l.Type.IsZero() && l.Type.Name == d.Type.Name
		}
	}
	return false
}
