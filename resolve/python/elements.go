package python

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// displayed returns the value of a display or a comprehension.
//
//	[o.line for o in orders]    # a list of Lines
//	{o.id: o for o in orders}   # a dict of Orders
//
// Only a tuple keeps the type of each position, and only without an unpacking in it,
// which may have any length.
func (p *evaluator) displayed(step *parse.Step, from resolve.DefID) set {
	g := &p.table.Def(from).File.Groups[step.At-1]
	switch {
	case step.Kind == parse.StepObject:
		return object("builtins.dict", nil, p.anyOf(g, from))
	case step.Name == "Generator":
		return object("typing.Generator", p.anyOf(g, from), nil, nil)
	case step.Name != "tuple":
		return object("builtins."+step.Name, p.anyOf(g, from))
	}
	args := make([]set, len(g.Values))
	for i := range args {
		v := &g.Values[i]
		if n := len(v.Steps); n > 0 && v.Steps[n-1].Kind == parse.StepSpread {
			return object("builtins.tuple", p.anyOf(g, from))
		}
		args[i] = p.eval(v.Steps, v.At, from).withTier(typed)
	}
	return set{{kind: kindTuple, def: resolve.None, args: args}}
}

// anyOf returns the union of the values of a group: the elements of a display, or
// alternatives.
//
//	[Order(), Line()]    # a list of both
func (p *evaluator) anyOf(g *parse.Group, from resolve.DefID) set {
	if len(g.Values) == 0 {
		return nothing
	}
	var u union
	for i := range g.Values {
		v := &g.Values[i]
		s := p.eval(v.Steps, v.At, from).withTier(typed)
		if n := len(v.Steps); n > 0 && v.Steps[n-1].Kind == parse.StepSpread {
			s = p.each(s, p.elementOf)
		}
		u.add(s)
	}
	return u.done()
}

// elementOf returns the element type when iterating over v.
//
// The iteration protocols are tried in the order of the language (data model 3.3.7):
// __iter__ and __next__, then __getitem__.
func (p *evaluator) elementOf(v val) set {
	switch v.kind {
	case kindResult:
		// The decorated function is not called yet: its result is substituted later.
		v.kind = kindElement
		return set{v}
	case kindTuple, kindObject:
		for _, name := range []string{"typing.Iterable", "typing.AsyncIterable"} {
			if args := p.argsAs(v, name); len(args) > 0 {
				return args[0]
			}
		}
		return p.iterated(v)
	case kindClass: // of an enumeration
		v.kind = kindInstance
		return set{v}
	case kindInstance:
		if f := p.fieldsOf(v, isNamedTuple); f != nil {
			var u union
			for _, id := range f {
				u.add(p.definition(id, &v))
			}
			return u.done()
		}
		return p.iterated(v)
	}
	return nil
}

// iterated is elementOf for an object whose class defines the protocol: __next__ of
// the result of __iter__ (data model 3.3.7). An iterator returns itself, so the
// result of __iter__ is evaluated further only if it is another object.
//
//	class Shop:
//	    def __iter__(self): yield Order()
//	for order in Shop(): order.ship()
func (p *evaluator) iterated(v val) set {
	if !p.enter() {
		return nil
	}
	defer p.budget.Leave()
	for _, name := range [][2]string{{"__iter__", "__next__"}, {"__aiter__", "__anext__"}} {
		s := p.each(p.special(v, name[0]), func(it val) set {
			self := it.kind == v.kind && it.def == v.def && it.name == v.name
			if !self && it.kind != kindInstance {
				return p.elementOf(it)
			}
			next := p.special(it, name[1])
			if name[1] == "__anext__" {
				next = p.each(next, p.awaited)
			}
			return next
		})
		if len(s) > 0 {
			return s
		}
	}
	return nil
}

// special returns the result of a special method. The language looks it up in the
// class and never in the object (data model 3.3.12), so an attribute set by a method
// does not count.
func (p *evaluator) special(v val, name string, args ...set) set {
	var u union
	for _, r := range p.attr(v, name) {
		if r.kind != refOutside || len(r.vals) > 0 && r.vals[0].kind == kindMethod {
			s := p.each(p.refValue(&r), func(m val) set { return p.call(m, given(args...)) })
			u.add(s.withTier(r.tier))
		}
	}
	return u.done()
}

// The types of an index as written.
var (
	integer = object("builtins.int")
	text    = object("builtins.str")
)

// indexed returns the value of v[i] (data model 3.3.7). An index of a class is a type
// argument, which does not change the class, but an index of an enumeration is a
// lookup by name.
//
//	pair[1]        # the second element of tuple[Order, Line]
//	orders[0]      # __getitem__
//	List[Order]    # the class with a type argument, as a value
func (p *evaluator) indexed(v val, step *parse.Step) set {
	switch v.kind {
	case kindTuple:
		if step.Args > 0 {
			if i := int(step.Args) - 1; i < len(v.args) {
				return v.args[i]
			}
			return nothing
		}
		return p.elementOf(v)
	case kindObject:
		// A sequence yields its elements, a mapping its values, which are the second
		// type argument.
		for i, name := range []string{"typing.Sequence", "typing.Mapping"} {
			if args := p.argsAs(v, name); len(args) > i {
				return args[i]
			}
		}
		return p.each(p.member(v, "__getitem__"),
			func(m val) set { return p.call(m, given(indexOf(step))) })
	case kindClass:
		if p.table.Def(v.def).Kind == graph.KindEnum {
			v.kind = kindInstance // a member of an enumeration
		}
		return set{v} // or the class with type arguments
	case kindInstance:
		if s, ok := p.fieldAt(v, step); ok {
			return s
		}
		return p.special(v, "__getitem__", indexOf(step))
	case kindExternal: // a class with type arguments
		if e := p.entity(v.name); e != nil && e.typ != nil {
			return set{v}
		}
	}
	return nil
}

// indexOf returns the type of an index as written: a number, a string, or unknown.
func indexOf(step *parse.Step) set {
	switch {
	case step.Args > 0:
		return integer
	case step.Name != "":
		return text
	}
	return nil
}

// fieldAt returns the field of a named tuple at an index, or of a TypedDict with a
// key (PEP 589): both keep a type for each field, unlike plain tuples and dicts.
func (p *evaluator) fieldAt(v val, step *parse.Step) (set, bool) {
	if step.Name != "" {
		for _, id := range p.fieldsOf(v, isTypedDict) {
			if p.table.Def(id).Name == step.Name {
				return p.definition(id, &v), true
			}
		}
		return nil, false
	}
	if f := p.fieldsOf(v, isNamedTuple); step.Args > 0 && int(step.Args) <= len(f) {
		return p.definition(f[step.Args-1], &v), true
	}
	return nil, false
}

// sliced returns the value of v[i:j]; the built-in sequences return one of the same
// type.
//
//	orders[1:]    # a list of Orders: of the same type
func (p *evaluator) sliced(v val) set {
	switch v.kind {
	case kindTuple:
		return object("builtins.tuple", p.elementOf(v))
	case kindInstance:
		return p.special(v, "__getitem__", object("builtins.slice"))
	case kindObject:
		// list, str and bytes; a library class with slices of another type is an
		// exception.
		return set{v}
	}
	return nil
}

// captured returns the field of an object that a pattern captures by position.
//
//	match shape:
//	    case Circle(center, radius): ...    # by __match_args__, or the fields of a data class
func (p *evaluator) captured(v val, step *parse.Step) set {
	if v.kind != kindInstance {
		return nil
	}
	always := func(classID) bool { return true }
	if f := p.fieldsOf(v, always); int(step.Args) < len(f) {
		return p.definition(f[step.Args], &v)
	}
	return nil
}

func isNamedTuple(c classID) bool { return c.outside == "typing.NamedTuple" }

func isTypedDict(c classID) bool {
	return c.outside == "typing.TypedDict" || c.outside == "typing_extensions.TypedDict"
}

// fieldsOf lists the fields with a declared type of an object one of whose classes
// satisfies wanted, those of bases first; nil if no class does. That is the order of
// the constructor arguments of a data class, and of positional patterns (PEP 557, PEP
// 634).
func (p *evaluator) fieldsOf(v val, wanted func(classID) bool) []resolve.DefID {
	order := p.mro(v.def)
	if !slices.ContainsFunc(order, wanted) {
		return nil
	}
	var out []resolve.DefID
	// Bases come last in the method resolution order, and first among the fields.
	for i := len(order) - 1; i >= 0; i-- {
		if order[i].def == resolve.None {
			continue
		}
		for _, id := range p.bodyOf(order[i].def) {
			if d := p.table.Def(id); isValue(d) && !d.Type.IsZero() {
				out = append(out, id)
			}
		}
	}
	return out
}

// bodyOf lists the definitions in a class itself, in source order.
func (p *evaluator) bodyOf(id resolve.DefID) []resolve.DefID {
	class := p.table.Def(id)
	first := int32(class.ID - class.File.First)
	var out []resolve.DefID
	for member := range p.table.Within(class) {
		if class.File.Definitions[member-class.File.First].Parent == first {
			out = append(out, member)
		}
	}
	return out
}

// awaited returns the result of awaiting v: the return value of a coroutine, or for
// any other object that of the iterator from __await__ (PEP 492).
//
//	await load()    # the return value of the coroutine
//	await job       # the result of job.__await__()
func (p *evaluator) awaited(v val) set {
	switch v.kind {
	case kindResult:
		v.kind = kindAwaited
		return set{v}
	case kindObject:
		if args := p.argsAs(v, "typing.Awaitable"); len(args) > 0 {
			return args[0]
		}
		if p.argsAs(v, "typing.AsyncIterable") != nil {
			return set{v} // of asynchronous iteration, whose steps are not marked
		}
		return set{externalCall(v.name + ".__await__")}
	case kindInstance:
		return p.each(p.special(v, "__await__"), func(it val) set {
			if args := p.argsAs(it, "typing.Generator"); len(args) == 3 {
				return args[2]
			}
			return nil
		})
	case kindExternal:
		return set{externalCall(v.name + ".__await__")}
	}
	return nil
}
