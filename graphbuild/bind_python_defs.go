package graphbuild

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// definition is what a definition stands for when it is named, or, through an
// object self, when it is a member.
func (p *py) definition(id defID, self *pyVal) pySet {
	d := p.ix.def(id)
	switch {
	case d.Kind == graph.KindTypeAlias:
		return p.aliased(d)
	case d.Kind.IsType():
		return pySet{{kind: pyClass, def: id}}
	case d.Kind == graph.KindProperty:
		if self == nil || self.kind == pyClass && !isClassMethod(d) {
			return nil
		}
		return p.result(id, self)
	case d.Kind.IsCallable():
		if s := p.decorated(d); len(s) > 0 {
			return s
		}
		return pySet{{kind: pyFunction, def: id, self: self}}
	case d.parent != none && p.ix.def(d.parent).Kind == graph.KindEnum && !p.isInstanceField(d):
		return pySet{{kind: pyInstance, def: d.parent}}
	}
	if d.Type.Name == "TypeVar" {
		return nil
	}
	return p.described(p.valueOf(d, self), d, self)
}

// valueOf is what a variable or field is declared to be or set to.
func (p *py) valueOf(d *defn, self *pyVal) pySet {
	if d.Type.IsZero() {
		return p.assigned(d)
	}
	defer p.bindTypeArgs(d, self)()
	return p.typeRef(d.Type, p.annotationAt(d), d.parent)
}

// described puts what their __get__ gives in place of descriptors, objects that
// stand in a class body and are reached through an object of the class.
func (p *py) described(s pySet, d *defn, self *pyVal) pySet {
	if self == nil || self.kind != pyInstance || !p.ix.def(d.parent).Kind.IsType() || p.isInstanceField(d) {
		return s
	}
	var out pySet
	for _, v := range s {
		got := pySet{v}
		if v.kind == pyInstance {
			for _, id := range p.classAttr(v, "__get__").defs {
				g := p.ix.def(id)
				if len(g.Params) > 0 && g.Params[0].Type.Name == "None" {
					continue // the declaration for access through the class
				}
				got = p.result(id, &v).withTier(worse(v.tier, graph.Typed))
				break
			}
		}
		out = out.add(got)
	}
	return out
}

// bindTypeArgs puts in what the type parameters around member d stand for when
// it is reached through self. The function that it returns takes that back.
func (p *py) bindTypeArgs(d *defn, self *pyVal) func() {
	outer := p.typeArgs
	p.typeArgs = nil
	if self != nil && self.kind == pyInstance && d.parent != none && p.ix.def(d.parent).Kind.IsType() {
		p.typeArgs = p.typeArgsOf(*self, d.parent, 0)
	}
	return func() { p.typeArgs = outer }
}

// decorated is what a decorator of the tree makes of a function, if that is an
// object of a class of the tree. What other decorators make of it is taken to
// behave like the function.
func (p *py) decorated(d *defn) pySet {
	if len(d.Decorators) == 0 || p.depth >= maxPyDepth {
		return nil
	}
	if s, ok := p.values[d.id]; ok {
		return s
	}
	p.values[d.id] = nil
	head := d.file.Text[d.Range.Start:d.NameAt]
	var out pySet
	for _, name := range d.Decorators {
		i := strings.Index(head, "@"+name)
		if i < 0 {
			continue
		}
		s := p.dotted(name, d.Range.Start, d.parent)
		if strings.HasPrefix(head[i+1+len(name):], "(") {
			s = p.each(s, p.call)
		}
		for _, v := range p.each(s, p.call) {
			if v.kind == pyInstance {
				out = out.add(pySet{v})
			}
		}
		break // the outermost decides
	}
	p.values[d.id] = out
	return out
}

// dotted is what a dotted name stands for.
func (p *py) dotted(name string, at uint32, from defID) pySet {
	parts := strings.Split(name, ".")
	s := p.value(p.name(parts[0], at, from))
	for _, part := range parts[1:] {
		s = p.each(s, func(v pyVal) pySet { return p.member(v, part) })
	}
	return s
}

// aliased is a type alias as a value: the classes that it names.
func (p *py) aliased(d *defn) pySet {
	return ofKind(p.typeRef(d.Type, d.NameAt, d.parent), pyInstance, pyClass)
}

// annotationAt is where the names of a value's written type are looked up.
func (p *py) annotationAt(d *defn) uint32 {
	if p.isInstanceField(d) {
		return p.ix.def(d.parent).NameAt
	}
	return d.NameAt
}

// assigned joins what a value is set to.
func (p *py) assigned(d *defn) pySet {
	if s, ok := p.values[d.id]; ok {
		return s
	}
	p.values[d.id] = nil
	depth, outer := p.depth, p.typeArgs
	p.typeArgs = nil
	defer func() { p.typeArgs = outer }()
	var out pySet
	for _, v := range d.Init {
		out = out.add(p.eval(v.Steps, v.At, p.scopeAt(d.file, v.At)).withTier(graph.Typed))
	}
	if depth == 0 || len(out) > 0 {
		p.values[d.id] = out
	} else {
		delete(p.values, d.id)
	}
	return out
}

// call is what calling v gives.
func (p *py) call(v pyVal) pySet {
	switch v.kind {
	case pyClass:
		return pySet{{kind: pyInstance, def: v.def, args: v.args, tier: graph.Typed}}
	case pyFunction:
		return p.result(v.def, v.self).withTier(graph.Typed)
	case pyInstance:
		r := p.attr(v, "__call__")
		if len(r.defs) > 0 {
			return p.result(r.defs[0], &v).withTier(graph.Typed)
		}
	case pyContainer:
		if v.name == "callable" && len(v.args) > 0 {
			return v.args[0]
		}
	case pyMethod:
		return containerCall(*v.self, v.name)
	case pyExternal:
		return pySet{externalCall(v.name)}
	}
	return nil
}

// result is what a function returns.
func (p *py) result(id defID, self *pyVal) pySet {
	d := p.ix.def(id)
	key := pyCall{function: id, class: none}
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
	if self != nil && d.parent != none && p.ix.def(d.parent).Kind.IsType() {
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
func (p *py) receiver(d *defn, v pyVal) pyVal {
	v.kind = pyInstance
	if isClassMethod(d) {
		v.kind = pyClass
	}
	return v
}

// returned is what a function returns by its declaration or, without one, by
// its body.
func (p *py) returned(d *defn) pySet {
	var s pySet
	switch {
	case !d.Type.IsZero() && p.returnsSelf(d):
		s = p.this(d.id)
	case !d.Type.IsZero():
		s = p.typeRef(d.Type, d.NameAt, d.id)
	default:
		for _, v := range d.Init {
			s = s.add(p.eval(v.Steps, v.At, p.scopeFor(d.file, v.At, d.id)).withTier(graph.Typed))
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
		return container("manager", p.each(s, func(v pyVal) pySet { return p.element(v, "*") }))
	case len(d.Modifiers) > 0 && d.Modifiers[0] == "async" && !d.Yields:
		return container("awaitable", s)
	}
	return s
}

// returnsSelf reports whether a method's result is declared to be of the type
// of the object it is called on: Self, or the type variable that stands at its
// first parameter.
func (p *py) returnsSelf(d *defn) bool {
	if lastName(d.Type.Name) == "Self" {
		return true
	}
	for _, i := range p.modules.locals[d.file]["self"] {
		if l := &d.file.Locals[i]; d.file.def(l.Def) == d.id && l.Kind == parse.LocalParam {
			return !l.Type.IsZero() && l.Type.Name == d.Type.Name
		}
	}
	return false
}
