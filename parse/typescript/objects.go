package typescript

import (
	"seedgraph/graph"
	"seedgraph/parse"
	"slices"
)

// objectChain visits an object literal, and returns the chain of its members. If
// it belongs to a module-level definition, its functions with a block or a call are
// definitions.
func (e *extractor) objectChain(n parse.Node) []parse.Step {
	h := e.takeHint()
	var g parse.Group
	if e.literal >= 0 {
		e.literalMembers(n, h, &g)
	} else {
		for c := range n.Named {
			e.property(c, h, &g)
		}
	}
	return []parse.Step{{Kind: parse.StepObject, At: e.group(g)}}
}

// property visits an entry of an object literal that is not a definition.
func (e *extractor) property(n parse.Node, h hint, g *parse.Group) {
	switch n.Kind() {
	case "pair":
		key := n.Field("key")
		if key.Is("computed_property_name") {
			e.each(key)
		}
		name := propertyName(key)
		e.hint = h.member(name)
		g.Add(name, value(n.Field("value"), e.chain(n.Field("value"))))
	case "shorthand_property_identifier":
		e.use(n)
		g.Add(n.Text(), value(n, []parse.Step{{Kind: parse.StepName, Name: n.Text()}}))
	case "spread_element":
		inner := namedChild(n)
		g.Add("...", value(inner, e.chain(inner)))
	case "method_definition":
		name := n.Field("name")
		if name.Is("computed_property_name") {
			e.each(name)
		}
		e.hint = h.member(propertyName(name))
		chain := e.anonymous(n, true)
		if hasToken(n, "get") || hasToken(n, "set") {
			chain = append(chain, parse.Step{Kind: parse.StepFuncResult})
		}
		g.Add(propertyName(name), value(n, chain))
	default:
		e.visit(n)
	}
}

// literalMembers visits an object literal whose functions are definitions. h is
// the type expected of it.
func (e *extractor) literalMembers(n parse.Node, h hint, g *parse.Group) {
	var l lead
	made := e.made
	prev := int32(-1)
	prevEnd := n.Start()
	for c := range n.Children {
		switch {
		case c.Is("comment"):
			e.comment(c, &l, prevEnd)
		case c.Is(","):
			l = lead{}
		case c.IsNamed():
			e.made = -1
			e.literalMember(c, &l, prev, h, g)
			prev = e.made
			l = lead{}
		}
		prevEnd = c.End()
	}
	e.made = made
}

func (e *extractor) literalMember(n parse.Node, l *lead, prev int32, h hint, g *parse.Group) {
	keep := e.scope
	e.owner, e.def = e.literal, e.literal
	switch {
	case n.Is("method_definition"):
		e.hint = h.member(propertyName(n.Field("name")))
		e.methodMember(n, l, prev)
		e.bindThis(n, h)
	case n.Is("pair") && hasBody(n.Field("value")):
		e.functionMember(n, l, h)
	case n.Is("pair") && n.Field("value").Is("object") && e.holdsFunctions(n.Field("value")):
		e.objectMember(n, l, h)
	default:
		e.property(n, h, g)
		e.made = -1
	}
	e.scope = keep
}

// functionMember defines a member of an object literal that is a function.
func (e *extractor) functionMember(n parse.Node, l *lead, h hint) {
	name, fn := n.Field("key"), n.Field("value")
	d := e.definition(graph.KindMethod, propertyName(name), n, name, l)
	d.Modifiers = modifiers(d.Modifiers, fn)
	d.Exported = true
	e.signed(&d, n, l, sigEnd(n, fn.Field("body")))
	e.hint = h.member(d.Name)
	e.callable(d, fn, l, -1)
	if !fn.Is("arrow_function") {
		e.bindThis(fn, h)
	}
}

// bindThis declares the `this` of the method of an object literal that was just
// defined, if a type is expected of the literal.
func (e *extractor) bindThis(fn parse.Node, h hint) {
	if !h.isZero() {
		e.unbind(e.made, fn, h, false)
	}
}

// objectMember defines a member of an object literal that is itself an object
// literal.
func (e *extractor) objectMember(n parse.Node, l *lead, h hint) {
	name, value := n.Field("key"), n.Field("value")
	d := e.definition(graph.KindProperty, propertyName(name), n, name, l)
	d.Exported = true
	d.Body, d.Breaks = value.Range(), breaksOf(value)
	e.signed(&d, n, l, value.Start())
	def := e.define(d)
	e.literal = def
	var g parse.Group
	e.literalMembers(value, h.member(d.Name), &g)
	e.setInit(def, []parse.Step{{Kind: parse.StepObject, At: e.group(g)}}, value)
	e.made = -1
}

// hasBody reports whether n is a function with a block, or one whose expression is a call:
// it passes its arguments on, like (id) => http.get("/orders/" + id). Other expressions,
// and imports, are values of the member.
func hasBody(n parse.Node) bool {
	if !isFunction(n) {
		return false
	}
	body := n.Field("body")
	for body.Is("await_expression", "parenthesized_expression", "as_expression",
		"non_null_expression") {
		body = namedChild(body)
	}
	return body.Is("statement_block") ||
		body.Is("call_expression") && !body.Field("function").Is("import")
}

// holdsFunctions reports whether an object literal contains a function that is
// a definition, directly or in a nested object. The result is cached, since it is queried
// for every nested object.
func (e *extractor) holdsFunctions(n parse.Node) bool {
	holds, known := e.withFunctions[n.Index()]
	if known {
		return holds
	}
	for c := range n.Named {
		if v := c.Field("value"); c.Is("method_definition") || c.Is("pair") &&
			(hasBody(v) || v.Is("object") && e.holdsFunctions(v)) {
			holds = true
			break
		}
	}
	if e.withFunctions == nil {
		e.withFunctions = map[int]bool{}
	}
	e.withFunctions[n.Index()] = holds
	return holds
}

// emptied reports whether the members of an object were left out of a condensed file.
func (e *extractor) emptied(n parse.Node) bool {
	for range n.Named {
		return false
	}
	return slices.ContainsFunc(e.f.Gaps, func(g parse.Gap) bool { return n.Start() < g.At && g.At < n.End() })
}

// arrayChain visits an array literal: objects in it have no names.
func (e *extractor) arrayChain(n parse.Node) []parse.Step {
	h := e.takeHint().step(parse.Step{Kind: parse.StepElement})
	keep := e.literal
	e.literal = -1
	var g parse.Group
	for c := range n.Named {
		if c.Is("comment") {
			continue
		}
		e.hint = h
		g.Values = kept(g.Values, value(c, e.chain(c)))
	}
	e.literal = keep
	return []parse.Step{{Kind: parse.StepArray, At: e.group(g)}}
}
