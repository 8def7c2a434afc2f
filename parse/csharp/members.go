package csharp

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// callable reads a method, constructor, operator, local function or delegate.
func (r *reader) callable(n parse.Node, kind graph.NodeKind) {
	h := r.header(n)
	name := r.callableName(&h)
	d := r.definition(kind, &h, name, r.leadStart(n))
	if d.Name == "" {
		r.children(n)
		return
	}
	d.TypeParams = r.typeParamNames(h.typeParams)
	d.Symbol = r.explicitPrefix(h.explicit) + compact(name) + genericArity(len(d.TypeParams))
	block := r.extends
	extends := block.by(&h)
	if kind != graph.KindDelegate {
		d.Symbol += extends.before(r.paramTypes(h.params))
	}
	d.TypeParams = append(slices.Clip(block.typeParams), d.TypeParams...)
	if !h.body.IsZero() {
		d.Complexity = 1
	}
	d.Partial = h.has("partial")
	outer := r.open(d)
	at := r.def
	r.push(d.Range.End)
	r.attributes(h.attributes)
	r.typeParams(h.typeParams)
	r.constraints(h.where)
	typ := r.typ(h.typ)
	params := r.parameters(h.params)
	r.typ(explicitName(h.explicit))
	x := &r.f.Definitions[at]
	if extends != nil {
		params = append([]parse.Param{extends.param}, params...)
	}
	x.Type, x.Params = typ, params
	x.SetReceiver(r.receiver(h.params, params))
	r.extends = extended{} // declarations in the body are not extensions
	r.initializer(h.initial)
	r.body(&h, typ)
	r.breaks(at, h.body)
	r.extends = block
	r.pop()
	r.close(outer)
}

// body reads the block or arrow of a callable whose declared type is typ.
func (r *reader) body(h *header, typ parse.TypeRef) {
	outer, yield := r.result, r.yield
	r.result, r.yield = nil, nil
	if h.has("async") {
		r.result = awaited(typ)
	} else if !typ.IsZero() {
		r.result = &typ
	}
	r.code(h.body)
	r.result, r.yield = outer, yield
}

// code reads a block or an arrow clause.
func (r *reader) code(n parse.Node) {
	if n.Kind() == "arrow_expression_clause" {
		for c := range n.Named {
			r.expr(c, goal{typ: r.result})
		}
		return
	}
	r.statement(n)
}

// callableName returns the name as people say it: for operators and conversions
// the text between the modifiers and the parameters.
func (r *reader) callableName(h *header) string {
	switch h.node.Kind() {
	case "destructor_declaration":
		return "~" + r.str(h.name)
	case "conversion_operator_declaration":
		for c := range h.node.Children {
			if c.Is("implicit", "explicit") {
				return c.Kind() + " operator " + compact(r.str(h.typ))
			}
		}
		return "operator " + compact(r.str(h.typ))
	case "operator_declaration":
		for c := range h.node.Children {
			if c.Kind() == "operator" {
				h.name = c
				end := max(c.End(), h.params.Start())
				return "operator " + compact(r.text[c.End():end])
			}
		}
	}
	return r.str(h.name)
}

func explicitName(n parse.Node) parse.Node {
	for c := range n.Named {
		return c
	}
	return parse.Node{}
}

// explicitPrefix returns the interface of an explicit implementation, with a dot.
func (r *reader) explicitPrefix(n parse.Node) string {
	if n.IsZero() {
		return ""
	}
	return compact(r.str(explicitName(n))) + "."
}

// paramTypes formats the types of parameters for a symbol.
func (r *reader) paramTypes(list parse.Node) string {
	var b strings.Builder
	b.WriteByte('(')
	for c := range list.Named {
		if c.Kind() != "parameter" {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.WriteString(parse.Balanced(r.typeText(c.Field("type"))))
	}
	b.WriteByte(')')
	return b.String()
}

// typeText returns a type as written, without white space and element names.
func (r *reader) typeText(n parse.Node) string {
	if n.Kind() == "scoped_type" { // a modifier, which is not a part of the type
		n = n.Field("type")
	}
	text := r.str(n)
	element := n.Kind() == "tuple_element"
	if strings.IndexByte(text, '(') < 0 && !element || n.First().IsZero() {
		return compact(text)
	}
	var b strings.Builder
	for c := range n.Children {
		if c.Kind() != "comment" && !(element && c.FieldName() == "name") {
			b.WriteString(r.typeText(c))
		}
	}
	return b.String()
}

// parameters declares the parameters of the innermost definition.
func (r *reader) parameters(list parse.Node) []parse.Param {
	var out []parse.Param
	for c := range list.Named {
		if c.Kind() == "parameter" {
			out = append(out, r.parameter(c))
		}
	}
	return out
}

// parameter reads one parameter: attributes, type, name, default value.
func (r *reader) parameter(n parse.Node) parse.Param {
	var p parse.Param
	name := n.Field("name")
	for c := range n.Named {
		switch {
		case c.Kind() == "attribute_list":
			r.attributesOf(c)
		case c.FieldName() == "type":
			p.Type = r.typ(c)
		case c == name:
			p.Name = r.str(c)
			r.declare(c.Start(), parse.Local{Name: p.Name, Type: p.Type, Kind: parse.LocalParam})
		case c.Kind() != "modifier" && c.Kind() != "comment":
			p.Optional = true
			r.expr(c, goal{typ: &p.Type})
		}
	}
	p.Variadic = strings.HasSuffix(strings.TrimRight(r.text[:n.Start()], " \t\r\n"), "params") &&
		n.Parent().Kind() != "lambda_expression"
	return p
}

// attributesOf reads attributes that are not on a definition.
func (r *reader) attributesOf(list parse.Node) {
	for c := range list.Named {
		if c.Kind() == "attribute" {
			r.typ(c.Field("name"))
			r.children(c.Child("attribute_argument_list"))
			if r.sites != parse.NoSites && r.def != 0 {
				r.parameterSite(c)
			}
		}
	}
}

// by returns the extended receiver as the first parameter of a member of an
// extension block; nil outside of one, and for static members.
func (e *extended) by(h *header) *extended {
	if e.param.Name == "" || h.has("static") {
		return nil
	}
	return e
}

// before prepends the receiver to the parameter types of a symbol.
func (e *extended) before(types string) string {
	switch {
	case e == nil:
		return types
	case types == "()":
		return "(" + e.text + ")"
	}
	return "(" + e.text + "," + types[1:]
}

// receiver returns the type that an extension member extends.
func (r *reader) receiver(list parse.Node, params []parse.Param) parse.TypeRef {
	if !r.extends.typ.IsZero() {
		return r.extends.typ
	}
	first := list.Child("parameter")
	for c := range first.Named {
		if c.Kind() == "modifier" && r.str(c) == "this" && len(params) > 0 {
			return params[0].Type
		}
	}
	return parse.TypeRef{}
}

// initializer reads `: base(…)` or `: this(…)`.
func (r *reader) initializer(n parse.Node) {
	for c := range n.Children {
		if c.Is("base", "this") {
			step := parse.Step{Kind: parse.StepBase}
			if c.Kind() == "this" {
				step.Kind = parse.StepThis
			}
			r.invoke(parse.Reference{Kind: parse.RefCreate, Name: c.Kind(), Recv: r.chain(step),
				At: c.Start()}, n.Child("argument_list"))
			return
		}
	}
}

// property reads a property, an indexer or an event with accessors.
func (r *reader) property(n parse.Node, kind graph.NodeKind) {
	h := r.header(n)
	name := r.str(h.name)
	if n.Kind() == "indexer_declaration" {
		name = "this[]"
		for c := range n.Children {
			if c.Kind() == "this" {
				h.name = c
			}
		}
	}
	d := r.definition(kind, &h, name, r.leadStart(n))
	if name == "" {
		r.children(n)
		return
	}
	d.Symbol = r.explicitPrefix(h.explicit) + name
	if n.Kind() == "indexer_declaration" {
		d.Symbol += r.paramTypes(h.params)
	}
	d.Partial = h.has("partial")
	d.TypeParams = r.extends.typeParams
	outer := r.open(d)
	at := r.def
	r.push(d.Range.End)
	r.attributes(h.attributes)
	typ := r.typ(h.typ)
	r.typ(explicitName(h.explicit))
	params := r.parameters(h.params)
	x := &r.f.Definitions[at]
	x.Type, x.Params = typ, params
	x.SetReceiver(r.extends.typ)
	block := r.extends
	r.extends = extended{}
	if hasCode(&h) {
		x.Complexity = 1
	}
	if n.Kind() == "property_declaration" {
		r.backingField(n, &h, typ)
	}
	r.propertyCode(&h, typ)
	if value, settable := propertyValue(&h); !value.IsZero() && !h.has("abstract") {
		r.memberValue(d.NameAt, value, typ, settable || h.has("virtual"))
	}
	if len(h.accessors.Text()) > 0 {
		r.breaks(at, h.accessors)
	}
	r.extends = block
	r.pop()
	r.close(outer)
}

// backingField declares the keyword field, the field of a property (C# 14), where its code uses the
// name. In a type with a member of that name it is the member, as in code for earlier versions.
func (r *reader) backingField(n parse.Node, h *header, typ parse.TypeRef) {
	if !strings.Contains(n.Text(), "field") {
		return
	}
	for m := range n.Parent().Named {
		if name := m.Field("name"); r.str(name) == "field" {
			return
		}
		for v := range m.Child("variable_declaration").Named {
			if v.Kind() == "variable_declarator" && r.str(v.Field("name")) == "field" {
				return
			}
		}
	}
	at := h.accessors.Start()
	if h.accessors.IsZero() {
		at = h.value.Start()
	}
	r.declare(at, parse.Local{Name: "field", Type: typ, Kind: parse.LocalVar})
}

func (r *reader) propertyCode(h *header, typ parse.TypeRef) {
	outer := r.result
	r.result = &typ
	for c := range h.accessors.Named {
		if c.Kind() == "accessor_declaration" {
			r.accessor(c, typ)
		}
	}
	if h.value.Kind() == "arrow_expression_clause" {
		r.code(h.value)
	} else if !h.value.IsZero() {
		r.expr(h.value, goal{typ: &typ})
	}
	if !h.body.IsZero() {
		r.code(h.body)
	}
	r.result = outer
}

// propertyValue returns the arrow expression or the initializer of a property;
// zero if an accessor computes it. settable means that a later value may replace
// it.
func propertyValue(h *header) (value parse.Node, settable bool) {
	if h.value.Kind() == "arrow_expression_clause" {
		return argumentValue(h.value), false
	}
	for c := range h.accessors.Named {
		if c.Kind() != "accessor_declaration" {
			continue
		}
		if !c.Field("body").IsZero() {
			return parse.Node{}, false
		}
		settable = settable || !hasGet(c)
	}
	return h.value, settable
}

func hasGet(accessor parse.Node) bool {
	for c := range accessor.Children {
		if c.Kind() == "get" {
			return true
		}
	}
	return false
}

// hasCode reports whether a property has an accessor with a body.
func hasCode(h *header) bool {
	for c := range h.accessors.Named {
		if !c.Field("body").IsZero() {
			return true
		}
	}
	return h.value.Kind() == "arrow_expression_clause" || !h.body.IsZero()
}

func (r *reader) accessor(n parse.Node, typ parse.TypeRef) {
	r.push(r.end(n))
	reads := false
	for c := range n.Children {
		switch {
		case c.Kind() == "get":
			reads = true
		case c.Kind() == "attribute_list":
			r.attributesOf(c)
		case c.FieldName() == "body":
			if !reads {
				r.declare(c.Start(), parse.Local{Name: "value", Type: typ, Kind: parse.LocalParam})
			}
			r.code(c)
		}
	}
	r.pop()
}

// fields reads a declaration of one or more fields or events. The range of the
// first includes the leading comment, the modifiers and the type.
func (r *reader) fields(n parse.Node, kind graph.NodeKind) {
	h := r.header(n)
	if h.has("const") {
		kind = graph.KindConstant
	}
	list := n.Child("variable_declaration")
	typeNode := list.Field("type")
	start := r.leadStart(n)
	doc := r.doc()
	var typ parse.TypeRef
	count, seen := declarators(list), 0
	for c := range list.Named {
		if c.Kind() != "variable_declarator" {
			continue
		}
		seen++
		d := r.field(&h, c, kind, typeNode)
		d.Doc = doc
		if seen == 1 {
			d.Range.Start = start
		}
		if seen == count {
			d.Range.End = r.end(n)
		}
		if d.Name == "" {
			r.children(c)
			continue
		}
		outer := r.open(d)
		if seen == 1 {
			r.attributes(h.attributes)
			typ = r.typ(typeNode)
		}
		r.current().Type = typ
		r.push(d.Range.End)
		r.declaratorValue(c, goal{typ: &typ})
		switch value := declaratorInit(c); {
		case value.IsZero():
		case h.has("const") || h.has("readonly"):
			r.memberValue(d.NameAt, value, typ, false)
		case h.has("static") && !r.isText(value) && !value.Is("null_literal"):
			r.f.Assign(declaratorName(c), parse.Node{})
		default:
			r.memberValue(d.NameAt, value, typ, true)
		}
		r.pop()
		r.close(outer)
	}
}

func declarators(list parse.Node) int {
	n := 0
	for c := range list.Named {
		if c.Kind() == "variable_declarator" {
			n++
		}
	}
	return n
}

// field creates the definition of one declarator.
func (r *reader) field(h *header, c parse.Node, kind graph.NodeKind,
	typeNode parse.Node) parse.Definition {
	name := declaratorName(c)
	text := r.str(name)
	d := parse.Definition{
		Kind: kind, Name: text, Symbol: text, Range: r.rangeOf(c), NameAt: name.Start(),
		Modifiers: h.modifiers, Exported: r.exported(h),
	}
	prefix := r.text[min(h.first, typeNode.End()):typeNode.End()]
	end := name.End()
	if kind == graph.KindConstant && c.End()-name.Start() <= 120 {
		end = r.end(c)
	}
	d.Signature = signature(prefix + " " + r.text[name.Start():end])
	return d
}

func declaratorName(c parse.Node) parse.Node {
	if name := c.Field("name"); !name.IsZero() {
		return name
	}
	return c.Child("identifier")
}

// declaratorValue reads the initializer of a declarator and returns its chain if
// the goal requests it.
func (r *reader) declaratorValue(c parse.Node, g goal) []parse.Step {
	name := declaratorName(c)
	if !c.Child("tuple_pattern").IsZero() {
		name = parse.Node{}
	}
	var steps []parse.Step
	for v := range c.Named {
		switch {
		case v == name || v.Kind() == "comment" || v.Kind() == "tuple_pattern":
		case v.Kind() == "bracketed_argument_list":
			r.children(v)
		default:
			steps = r.expr(v, g)
		}
	}
	return steps
}

// declaratorInit returns the initializer of a declarator, or the zero Node.
func declaratorInit(c parse.Node) parse.Node {
	name := declaratorName(c)
	var value parse.Node
	for v := range c.Named {
		if v != name && !v.Is("comment", "tuple_pattern", "bracketed_argument_list") {
			value = v
		}
	}
	if value.Kind() == "equals_value_clause" {
		return argumentValue(value)
	}
	return value
}

func (r *reader) enumMember(n parse.Node) {
	h := r.header(n)
	d := r.definition(graph.KindConstant, &h, r.str(h.name), r.leadStart(n))
	if d.Name == "" {
		return
	}
	d.Signature = signature(r.text[h.first:d.Range.End])
	d.Type = parse.TypeRef{Name: r.current().Name}
	outer := r.open(d)
	r.attributes(h.attributes)
	if !h.value.IsZero() {
		r.expr(h.value, goal{})
	}
	r.close(outer)
}
