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
		return p.typeRef(step.Type, at, from)
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

// mro lists the classes that members of class are looked for in, class first;
// none stands for a class outside the tree.
func (p *py) mro(class defID) []defID {
	if order, ok := p.orders[class]; ok {
		return order
	}
	p.orders[class] = []defID{class} // for a class that is its own base
	var lines [][]defID
	var bases []defID
	for _, b := range p.bases(class) {
		bases = append(bases, b)
		if b == none {
			lines = append(lines, []defID{none})
		} else {
			lines = append(lines, append([]defID(nil), p.mro(b)...))
		}
	}
	order := append([]defID{class}, linearize(append(lines, bases))...)
	p.orders[class] = order
	return order
}

// bases lists the base classes of a class, none for one outside the tree.
func (p *py) bases(class defID) []defID {
	d := p.ix.def(class)
	var out []defID
	for _, ref := range d.Bases {
		switch lastName(ref.Name) {
		case "Generic", "Protocol", "object", "ABC":
			continue
		}
		base := none
		for _, v := range p.typeRef(ref, d.NameAt, d.parent) {
			if v.kind == pyInstance {
				base = v.def
			}
		}
		if base != class {
			out = append(out, base)
		}
	}
	return out
}

// linearize merges the orders of bases as Python does. Where that has no
// answer, the first that is left comes next.
func linearize(lines [][]defID) []defID {
	var out []defID
	for {
		next, found := none, false
		rest := lines[:0]
		for _, l := range lines {
			if len(l) > 0 {
				rest = append(rest, l)
			}
		}
		if lines = rest; len(lines) == 0 {
			return out
		}
		for _, l := range lines {
			if !inTail(lines, l[0]) {
				next, found = l[0], true
				break
			}
		}
		if !found {
			next = lines[0][0]
		}
		out = append(out, next)
		for i, l := range lines {
			if l[0] == next {
				lines[i] = l[1:]
			} else if !found {
				lines[i] = without(l, next)
			}
		}
	}
}

func inTail(lines [][]defID, id defID) bool {
	for _, l := range lines {
		if id != none && containsID(l[1:], id) {
			return true
		}
	}
	return false
}

func without(ids []defID, id defID) []defID {
	var out []defID
	for _, x := range ids {
		if x != id {
			out = append(out, x)
		}
	}
	return out
}

// attr finds what a member of v means.
func (p *py) attr(v pyVal, name string) pyRef {
	var r pyRef
	switch v.kind {
	case pyModule:
		r = p.moduleMember(p.modules.at(v.name), name)
	case pyInstance, pyClass, pySuper:
		r = p.classAttr(v, name)
	case pyContainer:
		self := v
		r = pyRef{external: true, vals: pySet{{kind: pyMethod, name: name, def: none, self: &self}}}
	case pyExternal:
		r = pyRef{external: true, vals: pySet{{kind: pyExternal, name: v.name + "." + name, def: none}}}
	default:
		r = pyRef{external: true}
	}
	r.tier = worse(r.tier, v.tier)
	return r
}

// classAttr looks a member up along the bases of a class.
func (p *py) classAttr(v pyVal, name string) pyRef {
	if name == "__class__" && v.kind == pyInstance {
		return pyRef{external: true, vals: pySet{{kind: pyClass, def: v.def}}}
	}
	order := p.mro(v.def)
	self := v
	if v.kind == pySuper {
		order = order[1:]
		if v.self != nil {
			self = *v.self
			order = after(p.mro(self.def), v.def, order)
		}
	}
	outside := false
	var ids []defID
	for _, c := range order {
		if c == none {
			outside = true
			if len(ids) == 0 && v.kind == pySuper {
				break
			}
			continue
		}
		ids = append(ids, p.ix.own(c, name)...)
	}
	if len(ids) > 0 {
		return pyRef{defs: ids, self: &self}
	}
	if v.kind == pyInstance && !strings.HasPrefix(name, "__") {
		for _, c := range order {
			if c == none {
				continue
			}
			if g := p.ix.own(c, "__getattr__"); len(g) > 0 && p.ix.def(g[0]).Kind.IsCallable() {
				return pyRef{external: true, vals: p.result(g[0], &self)}
			}
		}
	}
	if v.kind == pyClass && name == "__init__" || outside || strings.HasPrefix(name, "__") {
		return pyRef{external: true, vals: pySet{{kind: pyExternal, name: "object." + name, def: none}}}
	}
	return pyRef{}
}

// after is what follows class in the order of the object's class; without it
// there, what follows it in its own.
func after(order []defID, class defID, own []defID) []defID {
	for i, c := range order {
		if c == class {
			return order[i+1:]
		}
	}
	return own
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
	if !d.Type.IsZero() {
		defer p.bindTypeArgs(d, self)()
		return p.typeRef(d.Type, p.annotationAt(d), d.parent)
	}
	return p.assigned(d)
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
	var out pySet
	for _, v := range p.typeRef(d.Type, d.NameAt, d.parent) {
		if v.kind == pyInstance {
			v.kind = pyClass
			out = append(out, v)
		}
	}
	return out
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
	depth := p.depth
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
