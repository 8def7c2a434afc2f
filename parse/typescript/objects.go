package typescript

import (
	"seedgraph/graph"
	"seedgraph/parse"
)

// object visits an object literal. Where it belongs to a module-level
// definition, the functions with a body in it are definitions.
func (e *extractor) object(n parse.Node) {
	if e.literal < 0 {
		keep := e.scope
		e.literal = -1
		for c := range n.Named {
			e.property(c)
		}
		e.scope = keep
		return
	}
	e.literalMembers(n)
}

// property visits an entry of an object literal that defines nothing.
func (e *extractor) property(n parse.Node) {
	switch n.Kind() {
	case "pair":
		if key := n.Field("key"); key.Is("computed_property_name") {
			e.each(key)
		}
		e.visit(n.Field("value"))
	case "method_definition":
		e.anonymousMethod(n)
	default:
		e.visit(n)
	}
}

// anonymousMethod visits a method of an object that has no name.
func (e *extractor) anonymousMethod(n parse.Node) {
	if name := n.Field("name"); name.Is("computed_property_name") {
		e.each(name)
	}
	keep := e.scope
	e.fn, e.block, e.top, e.returns, e.members, e.sink = n.Range(), n.Range(), false, -1, -1, ""
	e.parts(n, -1, hint{})
	e.scope = keep
}

// literalMembers visits an object literal whose functions are definitions.
func (e *extractor) literalMembers(n parse.Node) {
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
			e.literalMember(c, &l, prev)
			prev = e.made
			l = lead{}
		}
		prevEnd = c.End()
	}
	e.made = made
}

func (e *extractor) literalMember(n parse.Node, l *lead, prev int32) {
	keep := e.scope
	e.owner, e.def = e.literal, e.literal
	switch {
	case n.Is("method_definition"):
		e.methodMember(n, l, prev)
	case n.Is("pair") && hasBody(n.Field("value")):
		name, fn := n.Field("key"), n.Field("value")
		d := e.definition(graph.KindMethod, propertyName(name), n, name, l)
		d.Modifiers = modifiers(d.Modifiers, fn)
		d.Exported = true
		e.signed(&d, n, l, sigEnd(n, fn.Field("body")))
		e.callable(d, fn, l, -1)
	case n.Is("pair") && n.Field("value").Is("object") && holdsFunctions(n.Field("value")):
		name, value := n.Field("key"), n.Field("value")
		d := e.definition(graph.KindProperty, propertyName(name), n, name, l)
		d.Exported = true
		d.Body, d.Breaks = value.Range(), breaksOf(value)
		e.signed(&d, n, l, value.Start())
		def := e.define(d)
		e.literal = def
		e.literalMembers(value)
		e.made = -1
	default:
		e.property(n)
		e.made = -1
	}
	e.scope = keep
}

// hasBody reports whether n is a function with a block.
func hasBody(n parse.Node) bool { return isFunction(n) && n.Field("body").Is("statement_block") }

// holdsFunctions reports whether an object literal has a function with a body
// in it, directly or in an object that it holds.
func holdsFunctions(n parse.Node) bool {
	for c := range n.Named {
		if c.Is("method_definition") {
			return true
		}
		if v := c.Field("value"); c.Is("pair") && (hasBody(v) || v.Is("object") && holdsFunctions(v)) {
			return true
		}
	}
	return false
}

// arrayChain visits an array literal; of [...xs] it tells what the elements are.
func (e *extractor) arrayChain(n parse.Node) []parse.Step {
	first := namedChild(n)
	if !first.Is("spread_element") {
		e.array(n)
		return unknownStep
	}
	keep := e.literal
	e.literal = -1
	chain := unknownStep
	for c := range n.Named {
		if c == first {
			chain = e.chain(namedChild(c))
		} else {
			e.visit(c)
		}
	}
	e.literal = keep
	if opaque(chain) {
		return unknownStep
	}
	return append(chain, parse.Step{Kind: parse.StepIndex, Name: "array"})
}

// array visits an array literal: objects in it have no names.
func (e *extractor) array(n parse.Node) {
	keep := e.literal
	e.literal = -1
	e.each(n)
	e.literal = keep
}
