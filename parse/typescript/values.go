package typescript

import (
	"strconv"

	"seedgraph/graph"
	"seedgraph/parse"
)

// fieldMember visits a field of a class or a property of an interface. References
// in its type and initializer belong to the enclosing type.
func (e *extractor) fieldMember(n parse.Node, l *lead) {
	name, value := n.Field("name"), n.Field("value")
	l.takeDecorators(n)
	kind := graph.KindField
	if n.Is("property_signature") {
		kind = graph.KindProperty
	}
	d := e.definition(kind, propertyName(name), n, name, l)
	d.Modifiers = modifiers(d.Modifiers, n)
	if has(d.Modifiers, "accessor") {
		d.Kind = graph.KindProperty
	}
	d.Exported = !has(d.Modifiers, "private") && !name.Is("private_property_identifier")
	if name.Is("computed_property_name") {
		e.each(name)
	}
	if fn := unwrapped(value); isFunction(fn) {
		d.Kind = graph.KindMethod
		e.signed(&d, n, l, sigEnd(n, fn.Field("body")))
		e.hint = holds(&d, e.typ(n.Field("type")))
		def := e.callable(d, fn, l, -1)
		e.unbind(def, fn, hint{}, fn.Is("arrow_function"))
		e.made = -1
		return
	}
	e.signed(&d, n, l, valueSigEnd(n, value))
	def := e.define(d)
	e.decorators(l)
	keep := e.scope
	e.owner, e.top, e.members, e.literal = def, false, def, def
	t := e.typ(n.Field("type"))
	e.members = -1
	e.f.Definitions[def].Type = t
	if !value.IsZero() {
		e.hint = typed(t)
		if has(d.Modifiers, "static") && !has(d.Modifiers, "readonly") {
			e.f.Assign(name, unwrapped(value))
		}
		e.embedValue(def, unwrapped(value))
		e.setInit(def, e.chain(value), value)
	}
	e.scope = keep
	e.made = -1
}

// unbind declares the `this` of a function that does not inherit it, with the type
// expected there, if any.
func (e *extractor) unbind(def int32, fn parse.Node, h hint, isArrow bool) {
	if !isArrow {
		e.f.Locals = append(e.f.Locals, parse.Local{Name: "this", Scope: fn.Range(), Init: h.steps,
			At: h.at, Def: def, Kind: parse.LocalParam})
	}
}

// setInit records the value of a definition if it helps to determine its type.
func (e *extractor) setInit(def int32, chain []parse.Step, at parse.Node) {
	if d := &e.f.Definitions[def]; d.Type.IsZero() && !opaque(chain) {
		d.Init = []parse.Value{{Steps: chain, At: at.Start()}}
	}
}

// variables visits a const, let or var statement.
func (e *extractor) variables(n parse.Node, l *lead) {
	count := 0
	for c := range n.Named {
		if c.Is("variable_declarator") {
			count++
		}
	}
	inner := *l
	if !inner.fromOK {
		inner.from, inner.fromOK = n.Start(), true
	}
	inner.modifiers = modifiers(l.modifiers, n)
	for c := range n.Named {
		if !c.Is("variable_declarator") {
			continue
		}
		whole := c
		if count == 1 {
			whole = n
		}
		e.variable(c, whole, &inner, n.Is("variable_declaration"))
		e.disposed(n, c)
		inner = lead{exported: l.exported, modifiers: inner.modifiers}
	}
}

// variable visits one declarator. It is a definition at the top of a file or
// namespace, and if it holds a function outside of all named functions.
func (e *extractor) variable(n, whole parse.Node, l *lead, isVar bool) {
	name, value := n.Field("name"), n.Field("value")
	if e.required(name, value, isVar) {
		return
	}
	inner := unwrapped(value)
	switch {
	case name.Is("identifier") && (e.top || isFunction(inner) && e.outside() || inner.Is("class")):
		kind := graph.KindVariable
		if has(l.modifiers, "const") {
			kind = graph.KindConstant
		}
		e.value(name.Text(), kind, name, whole, value, n.Field("type"), l)
	case e.top:
		e.topPattern(name, whole, value, n.Field("type"), l)
	default:
		e.localVariable(n, isVar)
	}
}

// outside reports whether there is no enclosing named function or method, except for groups
// of tests.
func (e *extractor) outside() bool {
	k := e.f.Definitions[e.owner].Kind
	return k == graph.KindFile || k == graph.KindNamespace || e.suite > 0 && e.owner == e.suite
}

func (e *extractor) localVariable(n parse.Node, isVar bool) {
	value := n.Field("value")
	b := binding{scope: e.block, kind: parse.LocalVar, typ: e.typ(n.Field("type"))}
	if isVar {
		b.scope = e.fn
	}
	if !value.IsZero() {
		e.hint = typed(b.typ)
		b.init, b.at = e.chain(value), value.Start()
		if name := n.Field("name"); name.Is("identifier") {
			e.growing.Assign(e.def, name.Text(), false, value)
			if value.Is("this") && e.ctor >= 0 && e.f.Definitions[e.ctor].Kind == graph.KindFunction {
				e.self = self{name.Text(), e.ctor}
			}
		}
	}
	e.bind(n.Field("name"), b)
}

// value defines a variable, a function held by one, or a default export. at is
// its name; whole the statement.
func (e *extractor) value(name string, kind graph.NodeKind, at, whole, value, typ parse.Node,
	l *lead) int32 {
	inner := unwrapped(value)
	if inner.Is("class") {
		def := e.class(inner, whole, l, at, name)
		e.inside(def, func() { e.typ(typ) })
		return def
	}
	if isFunction(inner) {
		d := e.definition(graph.KindFunction, name, whole, at, l)
		d.Modifiers = modifiers(d.Modifiers, inner)
		e.signed(&d, whole, l, sigEnd(whole, inner.Field("body")))
		e.hint = holds(&d, e.plainType(typ))
		def := e.callable(d, inner, &lead{}, -1)
		e.inside(def, func() { e.typ(typ) })
		e.made = -1
		return def
	}
	d := e.definition(kind, name, whole, at, l)
	body := valueBody(inner)
	d.Body, d.Breaks = body.Range(), breaksOf(body)
	e.signed(&d, whole, l, valueSigEnd(whole, value))
	def := e.define(d)
	keep := e.scope
	e.scope = e.scope.inside(def, e.fn)
	e.block, e.members = keep.block, def
	t := e.typ(typ)
	e.f.Definitions[def].Type = t
	e.members, e.literal = -1, def
	if !value.IsZero() {
		e.hint = typed(t)
		if kind == graph.KindVariable && !at.IsZero() && !inner.Is("null", "undefined") && !isText(inner) {
			e.f.Assign(at, parse.Node{})
		}
		e.embedValue(def, inner)
		e.setInit(def, e.chain(value), value)
	}
	e.scope = keep
	e.made = -1
	return def
}

// inside calls visit with def as the current definition.
func (e *extractor) inside(def int32, visit func()) {
	keep := e.def
	e.def = def
	visit()
	e.def = keep
}

// topPattern defines the names bound by a destructuring at the top of a file.
func (e *extractor) topPattern(pattern, whole, value, typ parse.Node, l *lead) {
	first := int32(len(e.f.Definitions))
	keep := e.scope
	e.bind(pattern, binding{whole: whole, lead: l, init: []parse.Step{}})
	last := int32(len(e.f.Definitions))
	if first < last {
		e.owner, e.def = first, first
	}
	e.top = false
	var chain []parse.Step
	if t := e.typ(typ); !t.IsZero() {
		chain = []parse.Step{{Kind: parse.StepType, Type: &t}}
	}
	if !value.IsZero() {
		if c := e.chain(value); chain == nil {
			chain = c
		}
	}
	e.scope = keep
	for i := first; i < last; i++ {
		d := &e.f.Definitions[i]
		if opaque(chain) || len(d.Init) == 0 { // it is in a default value
			d.Init = nil
		} else {
			d.Init[0] = parse.Value{Steps: append(chain[:len(chain):len(chain)],
				d.Init[0].Steps...), At: value.Start()}
		}
	}
	e.made = -1
}

// A binding describes the value that the names of a pattern are bound to.
type binding struct {
	scope parse.Range
	kind  parse.LocalKind
	typ   parse.TypeRef
	init  []parse.Step
	iter  bool
	at    uint32     // position of init
	whole parse.Node // of a module-level pattern: the statement
	lead  *lead
}

// step returns the binding of a part of the value of b.
func (b binding) step(s parse.Step) binding {
	switch {
	case !b.typ.IsZero():
		typ := b.typ
		b.init = []parse.Step{{Kind: parse.StepType, Type: &typ}, s}
	case b.iter:
		b.init = append(b.init[:len(b.init):len(b.init)],
			parse.Step{Kind: parse.StepElement}, s)
	case b.init != nil:
		b.init = append(b.init[:len(b.init):len(b.init)], s)
	}
	b.typ, b.iter = parse.TypeRef{}, false
	return b
}

// bind declares the names of a pattern.
func (e *extractor) bind(n parse.Node, b binding) {
	switch n.Kind() {
	case "identifier", "shorthand_property_identifier_pattern":
		e.bindName(n, b)
	case "object_pattern":
		for c := range n.Named {
			e.bindProperty(c, b)
		}
	case "array_pattern":
		e.bindElements(n, b)
	case "assignment_pattern":
		e.bind(n.Field("left"), b)
		e.visit(n.Field("right"))
	case "rest_pattern":
		e.bind(namedChild(n), b)
	case "", "comment", "this":
	default:
		e.visit(n)
	}
}

// bindElements declares the names of an array pattern.
func (e *extractor) bindElements(n parse.Node, b binding) {
	e.destructured(n, b, "")
	i := 0
	for c := range n.Children {
		switch {
		case c.Is(","):
			i++
		case c.Is("rest_pattern"):
			e.bind(c, b.step(parse.Step{Kind: parse.StepRest}))
		case c.IsNamed():
			e.bind(c, b.step(parse.Step{Kind: parse.StepIndex, Name: strconv.Itoa(i)}))
		}
	}
}

func (e *extractor) bindProperty(n parse.Node, b binding) {
	member := func(name string) binding {
		e.destructured(n, b, name)
		return b.step(parse.Step{Kind: parse.StepMember,
			Name: name})
	}
	switch n.Kind() {
	case "shorthand_property_identifier_pattern":
		e.bindName(n, member(n.Text()))
	case "pair_pattern":
		key := n.Field("key")
		if key.Is("computed_property_name") {
			e.each(key)
		}
		e.bind(n.Field("value"), member(propertyName(key)))
	case "object_assignment_pattern":
		left := n.Field("left")
		e.bind(left, member(left.Text()))
		e.visit(n.Field("right"))
	default:
		e.bind(n, b)
	}
}

func (e *extractor) bindName(n parse.Node, b binding) {
	if b.whole.IsZero() {
		if opaque(b.init) {
			b.init = nil
		}
		e.local(parse.Local{Name: n.Text(), Scope: b.scope, Type: b.typ, Init: b.init,
			LastStep: parse.ElementIf(b.iter && b.init != nil), At: b.at, Kind: b.kind})
		return
	}
	kind := graph.KindVariable
	if has(b.lead.modifiers, "const") {
		kind = graph.KindConstant
	}
	d := e.definition(kind, n.Text(), b.whole, n, b.lead)
	d.Init = []parse.Value{{Steps: b.init}}
	e.signed(&d, b.whole, b.lead, b.whole.End())
	e.define(d)
}

// local adds a local of the enclosing definition.
func (e *extractor) local(l parse.Local) {
	l.Def = e.def
	e.f.Locals = append(e.f.Locals, l)
}

// unwrapped returns n without enclosing parentheses, casts and assertions.
func unwrapped(n parse.Node) parse.Node {
	for n.Is("parenthesized_expression", "as_expression", "satisfies_expression",
		"non_null_expression") {
		n = namedChild(n)
	}
	return n
}

func isFunction(n parse.Node) bool {
	return n.Is("arrow_function", "function_expression", "generator_function")
}

// valueBody returns the part of a value that may be long enough to be split:
// an object, an array, or the body of a callback.
func valueBody(n parse.Node) parse.Node {
	if n.Is("object", "array") {
		return n
	}
	var last parse.Node
	if n.Is("call_expression", "new_expression") {
		for c := range n.Field("arguments").Named {
			last = c
		}
	}
	if last.Is("object") {
		return last
	}
	if isFunction(last) && last.Field("body").Is("statement_block") {
		return last.Field("body")
	}
	return parse.Node{}
}

// breaksOf lists where the children of a block, object or array begin, including
// the comments before them.
func breaksOf(n parse.Node) []uint32 {
	var out []uint32
	comment := false
	for c := range n.Named {
		if !comment {
			out = append(out, c.Start())
		}
		comment = c.Is("comment")
	}
	return out
}

// valueSigEnd returns where the signature of a value ends: before a multi-line
// part.
func valueSigEnd(n, value parse.Node) uint32 {
	const longest = 160
	switch inner := unwrapped(value); {
	case value.IsZero():
	case inner.Is("object", "array", "template_string"), value.End()-n.Start() > longest:
		return value.Start()
	}
	return n.End()
}

// alternatives lists the names of the classes that an expression may be; nil if it may be anything
// else.
//
//	new (fast ? Quick : Slow)()
func alternatives(n parse.Node) []parse.Node {
	switch {
	case n.Is("identifier"):
		return []parse.Node{n}
	case n.Is("parenthesized_expression"):
		for c := range n.Named {
			return alternatives(c)
		}
	case n.Is("ternary_expression"):
		return both(alternatives(n.Field("consequence")), alternatives(n.Field("alternative")))
	case n.Is("binary_expression") && n.Field("operator").Is("||", "??"):
		return both(alternatives(n.Field("left")), alternatives(n.Field("right")))
	}
	return nil
}

// both joins two lists, unless one of them is empty.
func both(a, b []parse.Node) []parse.Node {
	if a == nil || b == nil {
		return nil
	}
	return append(a, b...)
}
