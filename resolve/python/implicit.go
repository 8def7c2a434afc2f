package python

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"seedgraph/external"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A protocol lists the special methods that a construct runs (data model 3.3). Each item
// lists alternatives: the first that the class of the value has is run.
type protocol struct {
	methods [][]string
	// of the right operand, if the left one has none of the methods
	reflected []string
	// of the result of the first method: __next__ of what __iter__ returns
	then []string
}

// protocols has the protocols of the constructs that have no operator with an own method,
// and of the functions of the language.
var protocols = func() map[string]*protocol {
	out := map[string]*protocol{
		"for":        loop("__iter__", "__next__"),
		"async for":  loop("__aiter__", "__anext__"),
		"with":       runs("__enter__").and("__exit__"),
		"async with": runs("__aenter__").and("__aexit__"),
		"await":      runs("__await__"),
		"if":         runs("__bool__", "__len__"),
		"[]":         runs("__getitem__"),
		"[]=":        runs("__setitem__"),
		"del []":     runs("__delitem__"),
		"in":         runs("__contains__", "__iter__"),
		"f":          runs("__format__", "__str__", "__repr__"),
		"-x":         runs("__neg__"),
		"+x":         runs("__pos__"),
		"~x":         runs("__invert__"),
		"()":         runs("__call__"),

		"len": runs("__len__"), "bool": runs("__bool__", "__len__"), "hash": runs("__hash__"),
		"str": runs("__str__", "__repr__"), "repr": runs("__repr__"), "ascii": runs("__repr__"),
		"print": runs("__str__", "__repr__"), "open": runs("__fspath__"), "format": runs("__format__", "__str__", "__repr__"),
		"int": runs("__int__", "__index__"), "float": runs("__float__", "__index__"),
		"complex": runs("__complex__", "__float__"), "index": runs("__index__"), "bytes": runs("__bytes__"),
		"iter": runs("__iter__"), "next": runs("__next__"), "aiter": runs("__aiter__"),
		"anext": runs("__anext__"), "abs": runs("__abs__"), "round": runs("__round__"),
		"reversed": runs("__reversed__", "__getitem__"), "divmod": runs("__divmod__"),
		"**x": runs("keys").and("__getitem__"),
		// of the elements, of which __gt__ is the reflected method
		"[] <": runs("__lt__", "__gt__"), "sorted[] <": runs("__lt__", "__gt__"),
		"min[] <": runs("__lt__", "__gt__"), "max[] <": runs("__gt__", "__lt__"),
		// of the arguments of max(a, b): b is compared with a
		"max <>": {methods: [][]string{{"__gt__"}}, reflected: []string{"__lt__"}},
		"min <>": {methods: [][]string{{"__lt__"}}, reflected: []string{"__gt__"}},

		"==": {methods: [][]string{{"__eq__"}}, reflected: []string{"__eq__"}},
		"!=": {methods: [][]string{{"__ne__", "__eq__"}}, reflected: []string{"__ne__", "__eq__"}},
		"<>": {methods: [][]string{{"__ne__", "__eq__"}}, reflected: []string{"__ne__", "__eq__"}},
		"<":  {methods: [][]string{{"__lt__"}}, reflected: []string{"__gt__"}},
		">":  {methods: [][]string{{"__gt__"}}, reflected: []string{"__lt__"}},
		"<=": {methods: [][]string{{"__le__"}}, reflected: []string{"__ge__"}},
		">=": {methods: [][]string{{"__ge__"}}, reflected: []string{"__le__"}},
	}
	for _, name := range strings.Fields("list tuple set frozenset dict sorted sum min max any all enumerate") {
		out[name] = out["for"]
	}
	for op, name := range map[string]string{"+": "add", "-": "sub", "*": "mul", "@": "matmul", "/": "truediv",
		"//": "floordiv", "%": "mod", "**": "pow", "<<": "lshift", ">>": "rshift", "&": "and", "^": "xor",
		"|": "or"} {
		plain, other := "__"+name+"__", []string{"__r" + name + "__"}
		out[op] = &protocol{methods: [][]string{{plain}}, reflected: other}
		out[op+"="] = &protocol{methods: [][]string{{"__i" + name + "__", plain}}, reflected: other}
	}
	return out
}()

func runs(methods ...string) *protocol { return &protocol{methods: [][]string{methods}} }

func (x *protocol) and(methods ...string) *protocol {
	x.methods = append(x.methods, methods)
	return x
}

// loop is the protocol of an iteration; a class without __iter__ is indexed.
func loop(begin, next string) *protocol {
	return &protocol{methods: [][]string{{begin, "__getitem__"}}, then: []string{next}}
}

// bindImplicit emits the calls of special methods by operators, loops, blocks, conversions
// and functions of the language. They are no references: a value of another type runs code
// of the language, which is not accounted for.
//
//	for order in Shop(): …    # Shop.__iter__, and __next__ of what that returns
//	with shop: …              # Shop.__enter__ and Shop.__exit__
func (p *evaluator) bindImplicit(b *resolve.Binder) {
	declared := map[*protocol]bool{} // whether the tree declares a method of the protocol
	attributes := p.newAttributes(b)
	var calls map[uint32]*parse.Reference
	for i := range b.File.Implicit {
		x := &b.File.Implicit[i]
		of := protocols[x.Op]
		p.bindKey(b, x)
		if number, is := strings.CutPrefix(x.Op, "argument "); is {
			if calls == nil {
				calls = callsByPosition(b.File)
			}
			p.bindLibraryRun(b, calls, x, number)
			continue
		}
		if of == nil {
			attributes.bindWrite(x)
			continue
		}
		known, asked := declared[of]
		if !asked {
			known = p.declaresAny(of)
			declared[of] = known
		}
		if known {
			p.bindProtocol(b, x, of)
		}
	}
	attributes.bindReads()
	attributes.bindAccessors()
	p.bindClasses(b)
	p.bindReceiverRuns(b)
	if of := protocols["()"]; p.declaresAny(of) {
		p.bindObjectCalls(b, of)
	}
}

// declaresAny reports whether a class of the tree may have a method of a protocol.
func (p *evaluator) declaresAny(of *protocol) bool {
	for _, list := range append(of.methods, of.reflected, of.then) {
		if slices.ContainsFunc(list, func(name string) bool { return len(p.table.Named("python", name)) > 0 }) {
			return true
		}
	}
	return false
}

// bindProtocol emits the calls of one construct.
func (p *evaluator) bindProtocol(b *resolve.Binder, x *parse.Implicit, of *protocol) {
	from := b.File.ID(x.Def)
	p.pending = math.MaxInt
	p.budget.Next(x.At)
	if p.isOwnName(x, from) {
		return
	}
	vals := p.eval(x.Value, x.At, from)
	switch {
	case strings.HasSuffix(x.Op, "[] <"):
		vals = p.each(vals, p.elementOf)
	case x.Op == "dict":
		if p.run(b, from, x.At, vals, []string{"keys"}) {
			p.run(b, from, x.At, vals, []string{"__getitem__"})
			return
		}
	}
	found := false
	for _, names := range of.methods {
		found = p.run(b, from, x.At, vals, names) || found
	}
	if !found && len(of.reflected) > 0 {
		p.run(b, from, x.At, p.eval(x.Arg, x.At, from), of.reflected)
	}
	for _, v := range vals {
		if v.kind == kindInstance && len(of.then) > 0 {
			p.run(b, from, x.At, p.special(v, of.methods[0][0]), of.then)
		}
	}
}

// callsByPosition returns the calls of a file by their positions.
func callsByPosition(f *resolve.File) map[uint32]*parse.Reference {
	out := map[uint32]*parse.Reference{}
	for i := range f.References {
		if r := &f.References[i]; r.Kind == parse.RefCall {
			out[r.At] = r
		}
	}
	return out
}

// bindLibraryRun emits the calls of special methods of an argument by a function of the library.
//
//	copy.deepcopy(order)    # Order.__deepcopy__
func (p *evaluator) bindLibraryRun(
	b *resolve.Binder, calls map[uint32]*parse.Reference, x *parse.Implicit, number string,
) {
	from, r := b.File.ID(x.Def), calls[x.At]
	k, err := strconv.Atoi(number)
	if r == nil || err != nil {
		return
	}
	p.pending = math.MaxInt
	p.budget.Next(x.At)
	m := p.resolve(r, from)
	of := external.RunsOf("python", m.foreign)
	if of == nil || m.foreigns > 0 || m.unknown || len(m.defs) > 0 || !of.Applies(k) {
		return
	}
	vals := p.eval(x.Value, x.At, from)
	if of.Elements {
		vals = p.each(vals, p.elementOf)
	}
	for _, names := range of.Methods {
		p.run(b, from, x.At, vals, names)
	}
}

// bindReceiverRuns emits the calls of methods that a method of a library runs on its object, of a
// class that derives from the library's. The class of the object is recorded: the method that runs
// may be one of the tree that others override.
//
//	class Orders(DataLoader):
//	    async def batch_load_fn(self, keys): …
//	Orders().load(1)    # Orders.batch_load_fn
func (p *evaluator) bindReceiverRuns(b *resolve.Binder) {
	for i := range b.File.References {
		r := &b.File.References[i]
		if r.Kind != parse.RefCall || len(r.Recv) == 0 || !external.HasRuns("python", r.Name) {
			continue
		}
		from := b.File.ID(r.Def)
		p.pending = math.MaxInt
		p.budget.Next(r.At)
		m := p.resolve(r, from)
		of := external.RunsOf("python", m.foreign)
		if of == nil || !of.Applies(external.Receiver) {
			continue
		}
		for _, v := range p.eval(r.Recv, r.At, from) {
			first := len(b.Implicit)
			for _, names := range of.Methods {
				p.run(b, from, r.At, set{v}, names)
			}
			for k := first; k < len(b.Implicit); k++ {
				b.Implicit[k].Recv = b.AddReceivers([]resolve.Receiver{{Class: p.table.Canon[v.def]}})
			}
		}
	}
}

// isOwnName reports whether a construct is a call of a function by a name of the language
// that the tree declares for the file: that function runs, and not the special method.
func (p *evaluator) isOwnName(x *parse.Implicit, from resolve.DefID) bool {
	op := strings.TrimSuffix(strings.TrimSuffix(x.Op, "[] <"), " <>")
	if len(op) < 3 || op[0] < 'a' || op[0] > 'z' || strings.Contains(op, " ") ||
		op == "for" || op == "await" || op == "with" {
		return false
	}
	m := p.resolve(&parse.Reference{Kind: parse.RefCall, Name: op, At: x.At}, from)
	return m.why != resolve.External
}

// run emits the calls of the first of several methods that each of some values has, and
// reports whether there are any. A value of the tree without it runs none.
func (p *evaluator) run(b *resolve.Binder, from resolve.DefID, at uint32, vals set, names []string) bool {
	r := &parse.Reference{Kind: parse.RefCall, Name: names[0], Recv: []parse.Step{{}}, At: at}
	m := referents{why: resolve.NotFound}
	for _, v := range vals {
		if v.kind != kindInstance {
			m.others++
			continue
		}
		for _, name := range names {
			refs := slices.DeleteFunc(slices.Clone(p.attr(v, name)), func(x ref) bool {
				return x.def == resolve.None || !p.table.Def(x.def).Kind.IsCallable()
			})
			if len(refs) > 0 {
				m.add(p, r, refs)
				break
			}
		}
	}
	p.settle(&m, r)
	if m.why != resolve.Resolved {
		return false
	}
	for _, to := range m.defs {
		b.Implied(from, to, m.tier, m.share, at)
	}
	return true
}

// bindObjectCalls emits the calls of objects, by variables that hold them.
//
//	check = Checker()
//	check(order)         # Checker.__call__
func (p *evaluator) bindObjectCalls(b *resolve.Binder, of *protocol) {
	for i := range b.File.References {
		r := &b.File.References[i]
		if r.Kind != parse.RefCall || len(r.Recv) == 1 && r.Recv[0].Kind == parse.StepBase {
			continue
		}
		from := b.File.ID(r.Def)
		p.pending = math.MaxInt
		p.budget.Next(r.At)
		if m := p.resolve(r, from); m.why != resolve.Local && !slices.ContainsFunc(m.defs, p.isVariable) {
			continue
		}
		kind := parse.StepMember
		if len(r.Recv) == 0 {
			kind = parse.StepName
		}
		steps := append(slices.Clone(r.Recv), parse.Step{Kind: kind, Name: r.Name})
		p.run(b, from, r.At, p.eval(steps, r.At, from), of.methods[0])
	}
}
