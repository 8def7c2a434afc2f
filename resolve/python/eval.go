package python

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

type kind uint8

const (
	instance    kind = iota + 1 // an object of class def
	pyClass                     // class def itself
	function                    // function def, bound to self if it was reached through an object
	module                      // the module at path name
	super                       // super() in class def; self is the object
	pyContainer                 // a value of a built-in generic type: name is list, dict, tuple, iterator, awaitable, callable, manager
	method                      // method name of the container self
	external                    // something outside the tree
)

// A val is one thing that an expression may stand for.
type val struct {
	kind kind
	def  resolve.DefID
	name string
	args []set // of a container, by position
	self *val
	tier graph.Tier
}

// A set is everything that an expression is known to stand for; nothing is
// known when it is empty.
type set []val

const (
	maxAlternatives = 4  // of what an expression may stand for
	maxPyDepth      = 14 // of declarations that one expression is followed through
)

func (s set) withTier(t graph.Tier) set {
	out := make(set, len(s))
	for i, v := range s {
		v.tier = resolve.Worse(v.tier, t)
		out[i] = v
	}
	return out
}

// add returns s with the values of t that are not in it.
func (s set) add(t set) set {
next:
	for _, v := range t {
		for i, o := range s {
			if v.kind == pyContainer && o.kind == pyContainer && v.name == "tuple" && o.name == "tuple" {
				s = append(set(nil), s...)
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
func mergeTuples(a, b []set) []set {
	out := make([]set, max(len(a), len(b)))
	copy(out, a)
	for i, x := range b {
		out[i] = append(set(nil), out[i]...).add(x)
	}
	return out
}

// eval follows an expression step by step.
func (p *evaluator) eval(steps []parse.Step, at uint32, from resolve.DefID) set {
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
func (p *evaluator) known(steps []parse.Step, at uint32, from resolve.DefID) (set, int) {
	if len(steps) < 2 || steps[1].Kind != parse.StepMember || steps[0].Kind != parse.StepThis && steps[0].Kind != parse.StepName {
		return nil, 0
	}
	f := p.table.Def(from).File
	name := "this"
	if steps[0].Kind == parse.StepName {
		name = steps[0].Name
	}
	var s set
	done := 0
	for i := 1; i < len(steps) && steps[i].Kind == parse.StepMember; i++ {
		name += "." + steps[i].Name
		for d := from; d != resolve.None && len(p.modules.locals[f][name]) > 0; d = p.table.Def(d).Outer {
			if ls := p.localsOf(f, d, name, at); len(ls) > 0 {
				if v := p.value(ref{locals: ls, file: f}); len(v) > 0 {
					s, done = v, i+1
				}
				break
			}
		}
	}
	return s, done
}

func (p *evaluator) step(s set, step *parse.Step, first bool, at uint32, from resolve.DefID) set {
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
		return p.each(s, func(v val) set { return p.member(v, step.Name) })
	case parse.StepCall:
		if first {
			s = p.value(p.name(step.Name, at, from))
		} else {
			s = p.each(s, func(v val) set { return p.member(v, step.Name) })
		}
		return p.each(s, p.call)
	case parse.StepIndex:
		return p.each(s, func(v val) set { return p.element(v, step.Name) })
	case parse.StepAwait:
		return p.each(s, p.awaited)
	}
	return nil
}

// each applies f to every value and joins what it gives, no surer than the value.
func (p *evaluator) each(s set, f func(val) set) set {
	var out set
	for _, v := range s {
		out = out.add(f(v).withTier(v.tier))
	}
	return out
}

// this is what the first parameter of the method around from stands for.
func (p *evaluator) this(from resolve.DefID) set {
	for d := from; d != resolve.None; d = p.table.Def(d).Outer {
		e := p.table.Def(d)
		if e.Outer == resolve.None {
			return nil
		}
		if v, ok := p.self[d]; ok {
			return set{v}
		}
		class := p.table.Def(e.Outer)
		if class.Outer != resolve.None && class.Kind.IsType() {
			v := val{kind: instance, def: class.ID}
			if isClassMethod(e) {
				v.kind = pyClass
			}
			return set{v}
		}
	}
	return nil
}

// isClassMethod reports whether the first parameter of a method is the class.
func isClassMethod(d *resolve.Def) bool {
	switch d.Name {
	case "__new__", "__init_subclass__", "__class_getitem__":
		return true
	}
	return hasDecorator(d, "classmethod") || hasDecorator(d, "class_property") || hasDecorator(d, "classproperty")
}

func hasDecorator(d *resolve.Def, name string) bool {
	for _, x := range d.Decorators {
		if x == name || strings.HasSuffix(x, "."+name) {
			return true
		}
	}
	return false
}

func (p *evaluator) super(from resolve.DefID) set {
	class := p.table.EnclosingType(from)
	if class == resolve.None {
		return nil
	}
	v := val{kind: super, def: class}
	if s := p.this(from); len(s) > 0 {
		v.self = &s[0]
	}
	return set{v}
}

// member is the value of a member of v.
func (p *evaluator) member(v val, name string) set { return p.value(p.attr(v, name)) }

// value is what a name stands for.
func (p *evaluator) value(r ref) set {
	if len(r.locals) > 0 {
		var out set
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
		if d := p.table.Def(id); r.self == nil || d.Kind.IsCallable() || d.Kind.IsType() {
			break
		}
	}
	return nil
}

// local is what a local stands for.
func (p *evaluator) local(f *resolve.File, l *parse.Local) set {
	owner := f.ID(l.Def)
	if !l.Type.IsZero() {
		at := l.Scope.Start
		if l.Kind == parse.LocalParam {
			at = p.table.Def(owner).NameAt // annotations are read outside
		}
		return p.typeRef(l.Type, at, owner)
	}
	if l.Init == nil {
		if l.Kind == parse.LocalParam {
			return p.inheritedParam(p.table.Def(owner), l.Name)
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
		s = p.each(s, func(v val) set { return p.element(v, "*") })
	}
	return s
}

// inheritedParam is what a parameter of a method is by the declaration of the
// method that it overrides.
func (p *evaluator) inheritedParam(d *resolve.Def, name string) set {
	if d.Outer == resolve.None || !p.table.Def(d.Outer).Kind.IsType() || d.Kind == graph.KindConstructor {
		return nil
	}
	for _, c := range p.mro(d.Outer)[1:] {
		if c == resolve.None {
			continue
		}
		for _, id := range p.table.Own(c, d.Name) {
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

// scopeFor is the definition that names at a position are looked up from: owner
// itself when the position lies in its header.
func (p *evaluator) scopeFor(f *resolve.File, at uint32, owner resolve.DefID) resolve.DefID {
	if d := p.table.Def(owner); d.Outer != resolve.None && !d.Body.Contains(at) {
		return owner
	}
	return p.scopeAt(f, at)
}
