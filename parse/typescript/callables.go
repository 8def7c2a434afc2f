package typescript

import (
	"seedgraph/graph"
	"seedgraph/parse"
)

// function visits a function declaration or an overload signature of one.
func (e *extractor) function(n parse.Node, l *lead, prev int32) {
	name := n.Field("name")
	text := name.Text()
	if text == "" && has(l.modifiers, "default") {
		text = "default"
	}
	d := e.definition(graph.KindFunction, text, n, name, l)
	d.Modifiers = modifiers(d.Modifiers, n)
	e.signed(&d, n, l, sigEnd(n, n.Field("body")))
	e.callable(d, n, l, prev)
}

// methodMember visits a method, accessor or constructor of a class, interface
// or object type.
func (e *extractor) methodMember(n parse.Node, l *lead, prev int32) {
	name := n.Field("name")
	d := e.definition(graph.KindMethod, propertyName(name), n, name, l)
	d.Modifiers = modifiers(d.Modifiers, n)
	d.Exported = !has(d.Modifiers, "private") && !name.Is("private_property_identifier")
	if has(d.Modifiers, "get") || has(d.Modifiers, "set") {
		d.Kind = graph.KindProperty
	}
	e.signed(&d, n, l, sigEnd(n, n.Field("body")))
	if d.Name == "constructor" && e.owner > 0 && e.f.Definitions[e.owner].Kind == graph.KindClass {
		d.Kind = graph.KindConstructor
		d.Symbol = e.symbol(e.owner, d.Name)
		d.Name = e.f.Definitions[e.owner].Name
	}
	if name.Is("computed_property_name") {
		e.each(name)
	}
	e.callable(d, n, l, prev)
}

// callable adds d, or merges it into the previous overload or accessor, and visits
// its parameters, types and body.
func (e *extractor) callable(d parse.Definition, n parse.Node, l *lead, prev int32) int32 {
	if d.Symbol == "" {
		d.Symbol = e.symbol(d.Parent, d.Name)
	}
	body := n.Field("body")
	d.Body = body.Range()
	def := prev
	if e.joins(prev, &d) {
		e.join(prev, &d)
	} else {
		def = e.define(d)
	}
	if !body.IsZero() {
		e.f.Definitions[def].Complexity++
	}
	class := int32(-1)
	if d.Kind == graph.KindConstructor || d.Kind == graph.KindMethod &&
		e.f.Language == "javascript" {
		class = d.Parent
	} else if d.Kind == graph.KindFunction && e.f.Language == "javascript" && !n.Is("arrow_function") {
		class = def // if it is called with new
	}
	keep := e.scope
	e.scope = e.scope.inside(def, n.Range())
	e.ctor, e.returns = class, def
	if d.Kind == graph.KindConstructor || hasToken(n, "*") {
		e.returns = -1
	}
	if hasToken(n, "*") {
		e.yields = def
		e.f.Definitions[def].Yields = true
	}
	h := e.takeHint()
	e.decorators(l)
	e.parts(n, def, h)
	e.overloaded(def, !body.IsZero())
	e.scope = keep
	e.made = def
	return def
}

// joins reports whether d is a further declaration of the definition prev: an
// overload, its implementation, or the other accessor of a property.
func (e *extractor) joins(prev int32, d *parse.Definition) bool {
	if prev < 0 {
		return false
	}
	p := &e.f.Definitions[prev]
	if p.Symbol != d.Symbol || p.Kind != d.Kind || p.Parent != d.Parent ||
		has(p.Modifiers, "static") != has(d.Modifiers, "static") {
		return false
	}
	return p.Body.IsEmpty() || p.Kind == graph.KindProperty
}

// join extends the definition prev by d. Callers see the overloads: the
// implementation after them has no signature of its own.
func (e *extractor) join(prev int32, d *parse.Definition) {
	p := &e.f.Definitions[prev]
	if p.Kind != graph.KindProperty {
		if len(p.RareFields().Overloads) == 0 {
			p.AddRare().Overloads = []parse.Overload{{Params: p.Params, Type: p.Type}}
		}
		p.Params, p.Type, p.Init = nil, parse.TypeRef{}, nil
	}
	p.Range.End = d.Range.End
	if p.Doc == "" {
		p.Doc = d.Doc
	}
	if !d.Body.IsEmpty() {
		p.NameAt = d.NameAt
		if p.Body.IsEmpty() {
			p.Body.Start = d.Body.Start
		}
		p.Body.End = d.Body.End
	}
	p.Decorators = append(p.Decorators, d.Decorators...)
	for _, m := range d.Modifiers {
		if !has(p.Modifiers, m) {
			p.Modifiers = append(p.Modifiers, m)
		}
	}
}

// overloaded finishes one declaration of a callable that was declared before: one
// without a body is an overload, and the first represents all.
func (e *extractor) overloaded(def int32, hasBody bool) {
	d := &e.f.Definitions[def]
	list := d.RareFields().Overloads
	if len(list) == 0 {
		return
	}
	if !hasBody {
		list = append(list, parse.Overload{Params: d.Params, Type: d.Type})
		d.AddRare().Overloads = list
	}
	d.Params, d.Type, d.Init = list[0].Params, list[0].Type, nil
}

// parts visits the type parameters, parameters, return type and body of a function
// of any form. def is -1 for an anonymous function, h the type expected of it. It
// returns the written return type.
func (e *extractor) parts(n parse.Node, def int32, h hint) parse.TypeRef {
	e.typeParams(def, n)
	e.params(n.Field("parameters"), def, n.Range(), h)
	if single := n.Field("parameter"); !single.IsZero() {
		e.singleParam(single, def, n.Range(), h)
	}
	e.result = h.step(parse.Step{Kind: parse.StepFuncResult})
	var written parse.TypeRef
	if ret := n.Field("return_type"); !ret.IsZero() {
		written = e.typ(ret)
		e.returnType(written, def)
		e.result = typed(written)
	}
	if hasToken(n, "async") {
		e.result = e.result.step(parse.Step{Kind: parse.StepAwait})
	}
	e.body(n.Field("body"), def)
	return written
}

// body visits the body of a function.
func (e *extractor) body(n parse.Node, def int32) {
	switch {
	case n.IsZero():
	case n.Is("statement_block"):
		e.block = n.Range()
		e.statements(n, def)
	default:
		e.flow, e.hint = n.Range(), e.result
		e.returned(e.chain(n), n)
	}
}

// returnType sets the return type of a callable; the first overload's stays.
func (e *extractor) returnType(t parse.TypeRef, def int32) {
	if def >= 0 && e.f.Definitions[def].Type.IsZero() {
		e.f.Definitions[def].Type = t
	}
}

// mostValues bounds the recorded return values of a callable or values of a field.
// If there are more, the last is unknown.
const mostValues = 16

// returned records a return value of the enclosing function, if it has no written
// return type.
func (e *extractor) returned(chain []parse.Step, at parse.Node) {
	v := parse.Value{Steps: chain[:len(chain):len(chain)], At: at.Start()}
	switch {
	case e.returns >= 0:
		d := &e.f.Definitions[e.returns]
		if d.Type.IsZero() {
			d.Init = kept(d.Init, v)
		}
	case e.lambda >= 0:
		g := &e.f.Groups[e.lambda]
		g.Values = kept(g.Values, v)
	}
}

func kept(values []parse.Value, v parse.Value) []parse.Value {
	if len(values) < mostValues {
		return append(values, v)
	}
	values[mostValues-1].Steps = unknownStep
	return values
}

// lambdaChain visits a function without a name of its own: a callback, or one held
// by a local variable. Its references belong to the enclosing definition.
func (e *extractor) lambdaChain(n parse.Node) []parse.Step {
	return e.anonymous(n, !n.Is("arrow_function"))
}

// anonymous visits a function or method without a name of its own. The `this` of
// one that binds it is unknown, unless declared by a parameter of this name.
func (e *extractor) anonymous(n parse.Node, bindsThis bool) []parse.Step {
	h := e.takeHint()
	step := parse.Step{Kind: parse.StepLambda, At: e.group(parse.Group{})}
	keep := e.scope
	e.fn, e.block, e.flow, e.loop, e.top = n.Range(), n.Range(), n.Range(), parse.Range{}, false
	e.returns, e.lambda, e.yields, e.literal, e.members, e.sink = -1, int32(step.At)-1, -1, -1, -1, ""
	e.amd = false
	if hasToken(n, "*") {
		e.lambda = -1
	}
	if name := n.Field("name"); name.Is("identifier") {
		e.local(parse.Local{Name: name.Text(), Scope: n.Range(), Kind: parse.LocalVar})
	}
	if bindsThis {
		if e.ctor >= 0 && e.f.Definitions[e.ctor].Kind == graph.KindFunction {
			e.ctor = -1
		}
		e.local(parse.Local{Name: "this", Scope: n.Range(), Kind: parse.LocalParam})
	}
	written := e.parts(n, -1, h)
	e.scope = keep
	step.Type = e.functionType(n, written)
	if hasToken(n, "async") {
		step.Name = "async"
	}
	if hasToken(n, "*") {
		return unknownStep
	}
	return []parse.Step{step}
}

// functionType returns the written parts of the type of a function.
func (e *extractor) functionType(n parse.Node, result parse.TypeRef) *parse.TypeRef {
	t := &parse.TypeRef{Form: parse.FormFunc, At: n.Start()}
	for p := range n.Field("parameters").Named {
		if p.Is("required_parameter", "optional_parameter") && !p.Field("pattern").Is("this") {
			t.Args = append(t.Args, e.plainType(p.Field("type")))
		}
	}
	if !n.Field("parameter").IsZero() {
		t.Args = append(t.Args, parse.TypeRef{})
	}
	t.Args = append(t.Args, result)
	return t
}

// params visits a parameter list. scope is the scope of the parameters.
func (e *extractor) params(n parse.Node, def int32, scope parse.Range, h hint) {
	i := 0
	for c := range n.Named {
		if c.Is("required_parameter", "optional_parameter") {
			if c.Field("pattern").Is("this") {
				e.local(parse.Local{Name: "this", Scope: scope, Type: e.typ(c.Field("type")),
					Kind: parse.LocalParam})
				continue
			}
			e.param(c, def, scope, h, i)
			i++
		}
	}
}

// singleParam visits the parameter of x => …
func (e *extractor) singleParam(n parse.Node, def int32, scope parse.Range, h hint) {
	l := parse.Local{Name: n.Text(), Scope: scope, Kind: parse.LocalParam}
	l.Init, l.At = h.param(0).steps, h.at
	e.local(l)
	if def >= 0 {
		d := &e.f.Definitions[def]
		d.Params = append(d.Params, parse.Param{Name: n.Text()})
	}
}

func (e *extractor) param(n parse.Node, def int32, scope parse.Range, h hint, i int) {
	for c := range n.Named {
		if c.Is("decorator") {
			e.decorator(c)
		}
	}
	pattern, value := n.Field("pattern"), n.Field("value")
	if pattern.IsZero() {
		pattern = n.Field("name")
	}
	b := binding{scope: scope, kind: parse.LocalParam, typ: e.typ(n.Field("type"))}
	if !value.IsZero() {
		e.hint = typed(b.typ)
		b.init, b.at = e.chain(value), value.Start()
	}
	if expected := h.param(i); b.typ.IsZero() && !expected.isZero() {
		b.init, b.at = expected.steps, h.at
	}
	p := parse.Param{Name: pattern.Text(), Type: b.typ, Optional: n.Is("optional_parameter") ||
		!value.IsZero()}
	if pattern.Is("rest_pattern") {
		pattern = namedChild(pattern)
		p.Variadic, p.Name = true, pattern.Text()
	}
	if pattern.Is("object_pattern", "array_pattern") {
		p.Name = ""
	}
	if p.Variadic && pattern.Is("array_pattern") {
		e.restParams(pattern, def)
	} else {
		e.addParam(def, p)
	}
	if e.ctor >= 0 && isParameterProperty(n) {
		e.parameterProperty(n, pattern, b)
	}
	e.bind(pattern, b)
}

// restParams adds the parameters that ...[a, { b }, , ...c] destructures: one per
// element.
func (e *extractor) restParams(pattern parse.Node, def int32) {
	given := false
	for c := range pattern.Children {
		switch {
		case c.Is(","):
			if !given {
				e.addParam(def, parse.Param{Optional: true})
			}
			given = false
		case c.IsNamed() && !c.Is("comment"):
			given = true
			e.addParam(def, elementParam(c))
		}
	}
}

// elementParam returns the parameter for an element of an array pattern.
func elementParam(n parse.Node) parse.Param {
	p := parse.Param{Optional: true}
	if n.Is("rest_pattern") {
		n, p.Variadic = namedChild(n), true
	}
	if n.Is("identifier") {
		p.Name = n.Text()
	}
	return p
}

func (e *extractor) addParam(def int32, p parse.Param) {
	if def >= 0 {
		d := &e.f.Definitions[def]
		d.Params = append(d.Params, p)
	}
}

func isParameterProperty(n parse.Node) bool {
	for c := range n.Children {
		if c.Is("accessibility_modifier", "override_modifier", "readonly") {
			return true
		}
		if c.FieldName() == "pattern" {
			return false
		}
	}
	return false
}

// parameterProperty defines the field that a constructor's parameter declares.
func (e *extractor) parameterProperty(n, name parse.Node, b binding) {
	d := e.definition(graph.KindField, name.Text(), n, name, &lead{})
	d.Parent = e.ctor
	d.Modifiers = modifiers(nil, n)
	d.Exported = !has(d.Modifiers, "private")
	d.Type = b.typ
	if b.typ.IsZero() && !opaque(b.init) {
		d.Init = []parse.Value{{Steps: b.init, At: n.Start()}}
	}
	e.signed(&d, n, &lead{}, n.End())
	e.define(d)
}
