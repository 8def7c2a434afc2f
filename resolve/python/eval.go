package python

import (
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

type kind uint8

const (
	kindInstance  kind = iota + 1 // an object of class def
	kindClass                     // class def itself
	kindFunction                  // function def, bound to self if it was reached through an object
	kindModule                    // the module at path name
	kindSuper                     // super() in class def; self is the object
	kindContainer                 // a value of a built-in generic type: name is list, dict, tuple, iterator, awaitable, callable, manager
	kindMethod                    // method name of the container self
	kindExternal                  // something outside the tree
	kindNothing                   // None, or a value that is being found out: it adds nothing to others
	kindUnknown                   // among other values: or anything else
	kindWrapped                   // the function that a decorator is applied to
	kindResult                    // the result of that function, or, with the name "*", its elements
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

// A set is everything that an expression may stand for. Nothing is known when
// it is empty; what is known in part has a value of kind unknown.
type set []val

var nothing = set{{kind: kindNothing, def: resolve.None}}

// maxAlternatives bounds what one expression may stand for.
const maxAlternatives = 4

func (s set) withTier(t graph.Tier) set {
	out := make(set, len(s))
	for i, v := range s {
		v.tier = resolve.Worse(v.tier, t)
		out[i] = v
	}
	return out
}

// is reports whether s is one value of a kind.
func (s set) is(k kind) bool { return len(s) == 1 && s[0].kind == k }

// isPartial reports whether s may be something else as well.
func (s set) isPartial() bool { return len(s) == 0 || s[len(s)-1].kind == kindUnknown }

// A union joins what the alternatives of an expression stand for.
type union struct {
	set     set
	nothing bool
	unknown bool
}

// add joins an alternative. One of which nothing is known makes the union partial.
func (u *union) add(t set) {
	if len(t) == 0 {
		u.unknown = true
	}
next:
	for _, v := range t {
		switch v.kind {
		case kindUnknown:
			u.unknown = true
			continue
		case kindNothing:
			u.nothing = true
			continue
		}
		for i, o := range u.set {
			if v.kind == kindContainer && o.kind == kindContainer && v.name == "tuple" && o.name == "tuple" {
				u.set = append(set(nil), u.set...)
				u.set[i].args = mergeTuples(o.args, v.args)
				continue next
			}
			if o.kind == v.kind && o.def == v.def && o.name == v.name && (len(o.args) == 0) == (len(v.args) == 0) {
				u.set = append(set(nil), u.set...)
				u.set[i].tier = resolve.Worse(o.tier, v.tier)
				continue next
			}
		}
		if len(u.set) < 2*maxAlternatives {
			u.set = append(u.set[:len(u.set):len(u.set)], v)
		} else {
			u.unknown = true
		}
	}
}

// done returns the union.
func (u *union) done() set {
	switch {
	case len(u.set) > 0 && u.unknown:
		return append(u.set[:len(u.set):len(u.set)], val{kind: kindUnknown, def: resolve.None})
	case len(u.set) == 0 && u.nothing && !u.unknown:
		return nothing
	}
	return u.set
}

// mergeTuples joins what is known of the elements of two tuples.
func mergeTuples(a, b []set) []set {
	out := make([]set, max(len(a), len(b)))
	for i := range out {
		var u union
		for _, list := range [][]set{a, b} {
			if i < len(list) {
				u.add(list[i])
			}
		}
		out[i] = u.done()
	}
	return out
}

// each joins what f makes of every value, no surer than the value.
func (p *evaluator) each(s set, f func(val) set) set {
	var u union
	for _, v := range s {
		switch v.kind {
		case kindNothing, kindUnknown:
			u.add(set{v})
		default:
			u.add(f(v).withTier(v.tier))
		}
	}
	return u.done()
}

// eval follows an expression step by step.
func (p *evaluator) eval(steps []parse.Step, at uint32, from resolve.DefID) set {
	if !p.enter() {
		return nil
	}
	defer p.budget.Leave()
	s, done := p.known(steps, at, from)
	for i := done; i < len(steps); i++ {
		if w, ok := p.wrapped(s, &steps[i]); ok {
			s = w
			continue
		}
		if i > 0 && len(s) == 0 {
			return nil
		}
		s = p.step(s, &steps[i], i == 0, at, from)
	}
	return s
}

// enter counts a step deeper into declarations. It reports false where the limits
// of one expression are reached: then what is found out is not to be kept.
func (p *evaluator) enter() bool {
	if !p.budget.Enter() {
		p.pending = 0
		return false
	}
	return true
}

// known finds what an assignment or a test has told of the members that an
// expression begins with, and the number of steps that it saves.
func (p *evaluator) known(steps []parse.Step, at uint32, from resolve.DefID) (set, int) {
	if len(steps) < 2 || steps[1].Kind != parse.StepMember || steps[0].Kind != parse.StepThis && steps[0].Kind != parse.StepName {
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

func (p *evaluator) step(s set, step *parse.Step, first bool, at uint32, from resolve.DefID) set {
	switch step.Kind {
	case parse.StepThis:
		return p.this(from)
	case parse.StepBase:
		return p.super(step, at, from)
	case parse.StepType:
		return p.typeRef(step.Written(), at, from)
	case parse.StepName:
		return p.value(p.name(step.Name, at, from))
	case parse.StepMember:
		return p.each(s, func(v val) set { return p.member(v, step.Name) })
	case parse.StepCall:
		switch {
		case first:
			s = p.value(p.name(step.Name, at, from))
		case step.Name != "": // else the value itself is called
			s = p.each(s, func(v val) set { return p.member(v, step.Name) })
		}
		return p.each(s, p.call)
	case parse.StepIndex:
		return p.each(s, func(v val) set { return p.elementOf(v, step.Name) })
	case parse.StepAwait:
		return p.each(s, p.awaited)
	}
	return nil
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
			return set{p.receiver(e, val{def: class.ID})}
		}
	}
	return nil
}

// receiver is what the first parameter of method d stands for when it is
// reached through v.
func (p *evaluator) receiver(d *resolve.Def, v val) val {
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

// super is super(), or super(C, self) with C as the name of the step.
func (p *evaluator) super(step *parse.Step, at uint32, from resolve.DefID) set {
	class := p.table.EnclosingType(from)
	self := p.this(from)
	if step.Name != "" {
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

// member is the value of a member of v.
func (p *evaluator) member(v val, name string) set { return p.value(p.attr(v, name)) }

// value joins what the meanings of a name stand for.
func (p *evaluator) value(refs []ref) set {
	var u union
	for i := range refs {
		u.add(p.refValue(&refs[i]).withTier(refs[i].tier))
	}
	return u.done()
}

// refValue is what one meaning of a name stands for.
func (p *evaluator) refValue(r *ref) set {
	switch {
	case r.value != nil:
		return p.bound(r)
	case len(r.locals) > 0:
		var u union
		for _, l := range r.locals {
			u.add(p.local(r.file, l))
		}
		return u.done()
	case r.def == resolve.None:
		return r.vals
	}
	// What a base declares of a field holds for its classes, too.
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

// bound is what one binding of a flow sets a name to.
func (p *evaluator) bound(r *ref) set {
	b, f := r.value, r.file
	owner := f.ID(r.flow.Def)
	if b.Kind == parse.FlowGuard {
		return p.guard(r)
	}
	if r.def != resolve.None && isValue(p.table.Def(r.def)) && !p.table.Def(r.def).Type.IsZero() {
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

// values joins what a binding sets a name to; None is left out of Values.
func (p *evaluator) values(f *resolve.File, owner resolve.DefID, b *parse.FlowBinding) set {
	if len(b.Values) == 0 {
		return nothing
	}
	return p.memo(key{binding: b}, p.typeArgs == nil && p.self == nil && p.params == nil, func() set {
		var u union
		for _, v := range b.Values {
			s := p.eval(v.Steps, v.At, p.scopeFor(f, v.At, owner)).withTier(graph.Typed)
			if b.Iter {
				s = p.each(s, func(v val) set { return p.elementOf(v, "*") })
			}
			u.add(s)
		}
		return u.done()
	})
}

// narrowed is a declared type, as far as what the name was set to does not tell
// that it is a subclass.
func (p *evaluator) narrowed(declared, set set) set {
	if set.isPartial() || len(declared) != 1 || declared[0].kind != kindInstance {
		return declared
	}
	for _, v := range set {
		if v.kind != kindInstance || v.def == declared[0].def || !p.isSubclass(v, declared[0].def) {
			return declared
		}
	}
	return set
}

// guard is what a tested name stands for where the test has succeeded, or, with
// Not, failed.
func (p *evaluator) guard(r *ref) set {
	b := r.value
	owner := r.file.ID(r.flow.Def)
	before := p.value(p.unguarded(r))
	tested := p.typeRef(b.Type, b.Type.At, p.scopeFor(r.file, b.Type.At, owner))
	is := func(v val) bool {
		for _, t := range tested {
			if t.kind == v.kind && (t.def != resolve.None && p.isSubclass(v, t.def) || t.def == resolve.None && t.name == v.name) {
				return true
			}
		}
		return false
	}
	var u union
	for _, v := range before {
		if v.kind != kindUnknown && v.kind != kindNothing && is(v) != b.Not {
			u.add(set{v})
		}
	}
	if b.Not {
		if before.isPartial() {
			u.unknown = true
		}
		return u.done()
	}
	if s := u.done(); len(s) > 0 {
		return s
	}
	return tested
}

// unguarded lists what a tested name meant before the test.
func (p *evaluator) unguarded(r *ref) []ref {
	refs, outwards := p.boundToAny(r.flow, r.value.Prev, 0)
	if outwards {
		refs = append(refs, p.outerRefs(r)...)
	}
	return refs
}

// outerRefs lists what a tested name means outside of the scope of the test.
func (p *evaluator) outerRefs(r *ref) []ref {
	name := r.flow.Name
	i := lastDot(name)
	if i < 0 {
		e := p.table.Def(r.file.ID(r.flow.Def))
		if e.Outer == resolve.None {
			refs, _ := p.starred(r.file, name, 0, anywhere, true, 0)
			return refs
		}
		return p.name(name, e.NameAt, e.Outer)
	}
	from := r.file.ID(r.flow.Def)
	at := r.value.Type.At
	var s set
	if name[:i] == "this" {
		s = p.this(from)
	} else {
		s = p.dotted(name[:i], at, from)
	}
	var refs []ref
	for _, v := range s {
		refs = append(refs, p.attr(v, name[i+1:])...)
	}
	return refs
}

// local is what a local stands for.
func (p *evaluator) local(f *resolve.File, l *parse.Local) set {
	owner := f.ID(l.Def)
	if !l.Type.IsZero() {
		at := l.Scope.Start
		if l.Kind == parse.LocalParam {
			at = p.table.Def(owner).NameAt // annotations are read outside
		}
		declared := p.typeRef(l.Type, at, owner)
		if l.Init == nil {
			return declared
		}
		return p.narrowed(declared, p.eval(l.Init, l.At, p.scopeFor(f, l.At, owner)).withTier(graph.Typed))
	}
	if l.Init == nil {
		if l.Kind != parse.LocalParam {
			return nothing
		}
		if s, ok := p.params[param{owner, l.Name}]; ok {
			return s
		}
		if id := p.fixture(p.table.Def(owner), l.Name); id != resolve.None {
			return p.handed(id)
		}
		return p.inheritedParam(p.table.Def(owner), l.Name)
	}
	if len(l.Init) == 1 && l.Init[0].Kind == parse.StepThis {
		return p.this(owner)
	}
	at := l.At
	if at == 0 {
		at = l.Scope.Start
	}
	s := p.eval(l.Init, at, p.scopeFor(f, at, owner)).withTier(graph.Typed)
	if l.Iter {
		s = p.each(s, func(v val) set { return p.elementOf(v, "*") })
	}
	if l.Kind == parse.LocalParam { // a default value is only one of those that may be handed in
		var u union
		u.add(s)
		u.add(nil)
		s = u.done()
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
		if c.def == resolve.None {
			continue
		}
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

// scopeFor is the definition that names at a position are looked up from: owner
// itself when the position lies in its header.
func (p *evaluator) scopeFor(f *resolve.File, at uint32, owner resolve.DefID) resolve.DefID {
	if d := p.table.Def(owner); d.Outer != resolve.None && !d.Body.Contains(at) {
		return owner
	}
	return p.scopeAt(f, at)
}
