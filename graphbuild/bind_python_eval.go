package graphbuild

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

type pyKind uint8

const (
	pyInstance  pyKind = iota + 1 // an object of class def
	pyClass                       // class def itself
	pyFunction                    // function def, bound to self if it was reached through an object
	pyModule                      // the module at path name
	pySuper                       // super() in class def; self is the object
	pyContainer                   // a value of a built-in generic type: name is list, dict, tuple, iterator, awaitable, callable, manager
	pyMethod                      // method name of the container self
	pyExternal                    // something outside the tree
)

// A pyVal is one thing that an expression may stand for.
type pyVal struct {
	kind pyKind
	def  defID
	name string
	args []pySet // of a container, by position
	self *pyVal
	tier graph.Tier
}

// A pySet is everything that an expression is known to stand for; nothing is
// known when it is empty.
type pySet []pyVal

const (
	maxAlternatives = 4  // of what an expression may stand for
	maxPyDepth      = 14 // of declarations that one expression is followed through
)

func (s pySet) withTier(t graph.Tier) pySet {
	out := make(pySet, len(s))
	for i, v := range s {
		v.tier = worse(v.tier, t)
		out[i] = v
	}
	return out
}

// add returns s with the values of t that are not in it.
func (s pySet) add(t pySet) pySet {
next:
	for _, v := range t {
		for i, o := range s {
			if v.kind == pyContainer && o.kind == pyContainer && v.name == "tuple" && o.name == "tuple" {
				s = append(pySet(nil), s...)
				s[i].args = mergeTuples(o.args, v.args)
				continue next
			}
			if o.kind == v.kind && o.def == v.def && o.name == v.name && (len(o.args) == 0) == (len(v.args) == 0) {
				continue next
			}
		}
		if len(s) < 2*maxAlternatives {
			s = append(s, v)
		}
	}
	return s
}

// mergeTuples joins what is known of the elements of two tuples.
func mergeTuples(a, b []pySet) []pySet {
	out := make([]pySet, max(len(a), len(b)))
	copy(out, a)
	for i, x := range b {
		out[i] = append(pySet(nil), out[i]...).add(x)
	}
	return out
}

// eval follows an expression step by step.
func (p *py) eval(steps []parse.Step, at uint32, from defID) pySet {
	if p.depth >= maxPyDepth {
		return nil
	}
	p.depth++
	defer func() { p.depth-- }()
	s, done := p.known(steps, at, from)
	for i := done; i < len(steps); i++ {
		if s = p.step(s, &steps[i], i == 0, at, from); len(s) == 0 {
			return nil
		}
	}
	return s
}

// known finds what an assignment or a test has told of the members that an
// expression begins with, and the number of steps that it saves.
func (p *py) known(steps []parse.Step, at uint32, from defID) (pySet, int) {
	if len(steps) < 2 || steps[1].Kind != parse.StepMember || steps[0].Kind != parse.StepThis && steps[0].Kind != parse.StepName {
		return nil, 0
	}
	f := p.ix.def(from).file
	name := "this"
	if steps[0].Kind == parse.StepName {
		name = steps[0].Name
	}
	var s pySet
	done := 0
	for i := 1; i < len(steps) && steps[i].Kind == parse.StepMember; i++ {
		name += "." + steps[i].Name
		for d := from; d != none && len(p.modules.locals[f][name]) > 0; d = p.ix.def(d).parent {
			if ls := p.localsOf(f, d, name, at); len(ls) > 0 {
				if v := p.value(pyRef{locals: ls, file: f}); len(v) > 0 {
					s, done = v, i+1
				}
				break
			}
		}
	}
	return s, done
}

func (p *py) step(s pySet, step *parse.Step, first bool, at uint32, from defID) pySet {
	switch step.Kind {
	case parse.StepThis:
		return p.this(from)
	case parse.StepBase:
		return p.super(from)
	case parse.StepType:
		return p.typeRef(step.Written(), at, from)
	case parse.StepName:
		return p.value(p.name(step.Name, at, from))
	case parse.StepMember:
		return p.each(s, func(v pyVal) pySet { return p.member(v, step.Name) })
	case parse.StepCall:
		if first {
			s = p.value(p.name(step.Name, at, from))
		} else {
			s = p.each(s, func(v pyVal) pySet { return p.member(v, step.Name) })
		}
		return p.each(s, p.call)
	case parse.StepIndex:
		return p.each(s, func(v pyVal) pySet { return p.element(v, step.Name) })
	case parse.StepAwait:
		return p.each(s, p.awaited)
	}
	return nil
}

// each applies f to every value and joins what it gives, no surer than the value.
func (p *py) each(s pySet, f func(pyVal) pySet) pySet {
	var out pySet
	for _, v := range s {
		out = out.add(f(v).withTier(v.tier))
	}
	return out
}

// this is what the first parameter of the method around from stands for.
func (p *py) this(from defID) pySet {
	for d := from; d != none; d = p.ix.def(d).parent {
		e := p.ix.def(d)
		if e.parent == none {
			return nil
		}
		if v, ok := p.self[d]; ok {
			return pySet{v}
		}
		class := p.ix.def(e.parent)
		if class.parent != none && class.Kind.IsType() {
			v := pyVal{kind: pyInstance, def: class.id}
			if isClassMethod(e) {
				v.kind = pyClass
			}
			return pySet{v}
		}
	}
	return nil
}

// isClassMethod reports whether the first parameter of a method is the class.
func isClassMethod(d *defn) bool {
	switch d.Name {
	case "__new__", "__init_subclass__", "__class_getitem__":
		return true
	}
	return hasDecorator(d, "classmethod") || hasDecorator(d, "class_property") || hasDecorator(d, "classproperty")
}

func hasDecorator(d *defn, name string) bool {
	for _, x := range d.Decorators {
		if x == name || strings.HasSuffix(x, "."+name) {
			return true
		}
	}
	return false
}

func (p *py) super(from defID) pySet {
	class := p.ix.enclosingType(from)
	if class == none {
		return nil
	}
	v := pyVal{kind: pySuper, def: class}
	if s := p.this(from); len(s) > 0 {
		v.self = &s[0]
	}
	return pySet{v}
}

// member is the value of a member of v.
func (p *py) member(v pyVal, name string) pySet { return p.value(p.attr(v, name)) }

// value is what a name stands for.
func (p *py) value(r pyRef) pySet {
	if len(r.locals) > 0 {
		var out pySet
		for _, l := range r.locals {
			out = out.add(p.local(r.file, l))
		}
		return out
	}
	if len(r.defs) == 0 {
		return r.vals
	}
	// A field that says nothing of its type has that of the base's.
	for _, id := range r.defs {
		if s := p.definition(id, r.self); len(s) > 0 {
			return s.withTier(r.tier)
		}
		if d := p.ix.def(id); r.self == nil || d.Kind.IsCallable() || d.Kind.IsType() {
			break
		}
	}
	return nil
}

// local is what a local stands for.
func (p *py) local(f *file, l *parse.Local) pySet {
	owner := f.def(l.Def)
	if !l.Type.IsZero() {
		at := l.Scope.Start
		if l.Kind == parse.LocalParam {
			at = p.ix.def(owner).NameAt // annotations are read outside
		}
		return p.typeRef(l.Type, at, owner)
	}
	if l.Init == nil {
		if l.Kind == parse.LocalParam {
			return p.inheritedParam(p.ix.def(owner), l.Name)
		}
		return nil
	}
	at := l.At
	if at == 0 {
		at = l.Scope.Start
	}
	if len(l.Init) == 1 && l.Init[0].Kind == parse.StepThis {
		return p.this(owner)
	}
	s := p.eval(l.Init, at, p.scopeFor(f, at, owner)).withTier(graph.Typed)
	if l.Iter {
		s = p.each(s, func(v pyVal) pySet { return p.element(v, "*") })
	}
	return s
}

// inheritedParam is what a parameter of a method is by the declaration of the
// method that it overrides.
func (p *py) inheritedParam(d *defn, name string) pySet {
	if d.parent == none || !p.ix.def(d.parent).Kind.IsType() || d.Kind == graph.KindConstructor {
		return nil
	}
	for _, c := range p.mro(d.parent)[1:] {
		if c == none {
			continue
		}
		for _, id := range p.ix.own(c, d.Name) {
			o := p.ix.def(id)
			for _, x := range o.Params {
				if x.Name == name && !x.Type.IsZero() && !x.Variadic {
					return p.typeRef(x.Type, o.NameAt, id).withTier(graph.Typed)
				}
			}
		}
	}
	return nil
}

// scopeFor is the definition that names at a position are looked up from: owner
// itself when the position lies in its header.
func (p *py) scopeFor(f *file, at uint32, owner defID) defID {
	if d := p.ix.def(owner); d.parent != none && !d.Body.Contains(at) {
		return owner
	}
	return p.scopeAt(f, at)
}
