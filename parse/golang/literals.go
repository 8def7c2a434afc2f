package golang

import "seedgraph/parse"

// composite reads T{…}.
func (w *walk) composite(n parse.Node) parse.Step {
	typ := n.Field("type")
	inner := typ
	if inner.Is("generic_type") {
		inner = inner.Field("type")
	}
	before := len(w.References)
	t := w.typeRef(typ)
	if before < len(w.References) && inner.Is("type_identifier", "qualified_type") {
		w.References[before].Kind = parse.RefCreate
	}
	w.literal(n.Field("body"), t)
	return parse.Step{Kind: parse.StepNew, Name: t.Name, Type: &t}
}

// made returns the steps of the value of a literal of type t.
func (w *walk) made(t parse.TypeRef) parse.Run {
	depth := 0
	for ; t.Form == parse.FormElementsOf; t = t.Args[0] {
		depth++
	}
	s := parse.Run{Off: int32(len(w.Steps)), N: int32(depth + 1)}
	w.Steps = append(w.Steps, parse.Step{Kind: parse.StepNew, Name: t.Name, Type: &t})
	for range depth {
		w.Steps = append(w.Steps, parse.Step{Kind: parse.StepElement})
	}
	return s
}

// literal reads the braces of a composite literal of type t.
func (w *walk) literal(n parse.Node, t parse.TypeRef) {
	var key, elem parse.TypeRef
	t = withoutStars(t) // an element of type *T is written as braces only
	switch {
	case t.Form == parse.FormList && len(t.Args) > 0:
		elem = t.Args[0]
	case t.Form == parse.FormMap && len(t.Args) == 2:
		key, elem = t.Args[0], t.Args[1]
	}
	fields := !t.IsZero() && elem.IsZero()
	if fields && t.Form != parse.FormObject {
		elem = parse.TypeRef{Form: parse.FormElementsOf, Args: []parse.TypeRef{t}}
	}
	var of parse.Run // the steps that the fields are members of; created once
	for c := range n.Named {
		switch c.Kind() {
		case "keyed_element":
			if fields && of.N == 0 {
				of = w.made(t)
			}
			w.keyed(c, t, key, elem, of)
		case "literal_element":
			w.elementOf(c, elem)
		case "comment":
		default:
			w.statement(c)
		}
	}
}

// keyed reads F: x or k: x. The names of fields are members on the steps of.
func (w *walk) keyed(n parse.Node, t, key, elem parse.TypeRef, of parse.Run) {
	first := true
	for c := range n.Named {
		if c.Is("comment") {
			continue
		}
		if !first {
			w.elementOf(c, elem)
			continue
		}
		first = false
		id := c
		if c.Is("literal_element") {
			id = c.First()
		}
		if of.N == 0 || !id.Is("identifier", "field_identifier") || t.Form == parse.FormObject {
			if t.Form != parse.FormObject || !id.Is("identifier") {
				w.elementOf(c, key)
			}
			continue
		}
		w.ref(parse.Reference{Kind: parse.RefMember, Name: id.Text(), Args: -1, At: id.Start()}, of)
	}
}

// elementOf reads one element; braces without a type have the type elem.
func (w *walk) elementOf(n parse.Node, elem parse.TypeRef) {
	if n.Is("literal_element") {
		n = n.First()
	}
	if n.Is("literal_value") {
		w.literal(n, elem)
		return
	}
	w.sink = ""
	w.statement(n)
}

// funcLiteral reads a function literal; its references belong to the enclosing
// definition.
func (w *walk) funcLiteral(n parse.Node) parse.Step {
	outer := w.scope
	w.open(n)
	w.sink, w.bodiless = "", false
	t := w.signature(n, -1)
	if body := n.Field("body"); !body.IsZero() {
		w.children(body)
	}
	w.scope = outer
	return parse.Step{Kind: parse.StepType, Name: "func", Type: &t}
}
