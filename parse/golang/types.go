package golang

import (
	"strings"

	"seedgraph/parse"
)

// typeRef reads a written type and adds a reference for every name in it.
func (w *walk) typeRef(n parse.Node) parse.TypeRef { return w.readType(n, true) }

// quietType reads a written type without adding references: a base type.
func (w *walk) quietType(n parse.Node) parse.TypeRef {
	outer := w.quiet
	w.quiet = true
	t := w.readType(n, false)
	w.quiet = outer
	return t
}

func (w *walk) readType(n parse.Node, emit bool) parse.TypeRef {
	switch n.Kind() {
	case "":
		return parse.TypeRef{}
	case "type_identifier", "identifier":
		if name := n.Text(); emit && !w.isPredeclared(name) && !w.isLocal(name) {
			w.ref(parse.Reference{Kind: parse.RefType, Name: name, Args: -1, At: n.Start()},
				parse.Run{})
		}
		return parse.TypeRef{Name: n.Text(), At: n.Start()}
	case "qualified_type":
		return w.qualifiedType(n, emit)
	case "generic_type":
		return w.genericType(n, emit)
	case "slice_type":
		return parse.TypeRef{Form: parse.FormList,
			Args: []parse.TypeRef{w.readType(n.Field("element"), emit)}, At: n.Start()}
	case "array_type", "implicit_length_array_type":
		l := n.Field("length")
		if emit && !l.IsZero() {
			w.expr(l)
		}
		return parse.TypeRef{Form: parse.FormList, Args: []parse.TypeRef{w.readType(n.Field("element"), emit),
			{Form: parse.FormLength, Name: l.Text()}}, At: n.Start()}
	case "map_type":
		key := w.readType(n.Field("key"), emit)
		return parse.TypeRef{Form: parse.FormMap, Args: []parse.TypeRef{key,
			w.readType(n.Field("value"), emit)}, At: n.Start()}
	case "channel_type":
		t := parse.TypeRef{Form: parse.FormChan, Args: []parse.TypeRef{w.readType(n.Field("value"), emit)},
			At: n.Start()}
		if n.First().Is("<-") {
			t.Args = append(t.Args, parse.TypeRef{Form: parse.FormReceiveOnly})
		} else if n.First().Next().Is("<-") {
			t.Args = append(t.Args, parse.TypeRef{Form: parse.FormSendOnly})
		}
		return t
	case "function_type":
		outer := w.scope
		w.bodiless = true
		t := w.signature(n, -1)
		w.scope = outer
		return t
	case "struct_type":
		if emit {
			w.structType(n)
		}
		return w.structRef(n)
	case "interface_type":
		if emit {
			w.interfaceType(n)
		}
		return w.interfaceRef(n)
	case "pointer_type":
		return w.pointerTo(n, w.onlyType(n, emit))
	case "parenthesized_type", "type_elem", "negated_type", "type_constraint":
		return w.onlyType(n, emit)
	case "ERROR":
		w.children(n)
		return parse.TypeRef{}
	}
	w.expr(n)
	return parse.TypeRef{}
}

// structRef returns the type of a struct without a name, with one argument per
// field.
func (w *walk) structRef(n parse.Node) parse.TypeRef {
	t := parse.TypeRef{Form: parse.FormObject, At: n.Start()}
	if n.Parent().Is("type_spec") {
		return t
	}
	for c := range n.Child("field_declaration_list").Named {
		if !c.Is("field_declaration") {
			continue
		}
		of := w.quietType(c.Field("type"))
		if c.Field("name").IsZero() {
			t.Args = append(t.Args, parse.TypeRef{Form: parse.FormEmbedded, Name: lastName(of.Name),
				Args: []parse.TypeRef{of}, At: of.At})
			continue
		}
		for _, id := range names(c) {
			t.Args = append(t.Args, parse.TypeRef{Form: parse.FormField, Name: id.Text(), Args: []parse.TypeRef{of},
				At: id.Start()})
		}
	}
	return t
}

// interfaceRef returns the type of an interface without a name, with one argument
// per method.
func (w *walk) interfaceRef(n parse.Node) parse.TypeRef {
	t := parse.TypeRef{Form: parse.FormObject, At: n.Start()}
	if n.Parent().Is("type_spec") {
		return t
	}
	for c := range n.Named {
		switch {
		case c.Is("method_elem"):
			outer := w.scope
			w.bodiless, w.quiet = true, true
			of := w.signature(c, -1)
			w.scope = outer
			id := c.Field("name")
			t.Args = append(t.Args, parse.TypeRef{Form: parse.FormField, Name: id.Text(), Args: []parse.TypeRef{of},
				At: id.Start()})
		case c.Is("type_elem") && w.isEmbedded(c):
			of := w.quietType(lastNamed(c))
			t.Args = append(t.Args, parse.TypeRef{Form: parse.FormEmbedded, Name: lastName(of.Name),
				Args: []parse.TypeRef{of}, At: of.At})
		}
	}
	return t
}

// isEmbedded reports whether an element of an interface is a single type: an
// embedded interface, or a type set of one type.
func (w *walk) isEmbedded(elem parse.Node) bool {
	only := lastNamed(elem)
	return only.Is("type_identifier", "qualified_type", "generic_type") && elem.First() == only
}

// union returns the type set of an element of an interface: A | ~B.
func (w *walk) union(elem parse.Node) parse.TypeRef {
	t := parse.TypeRef{Form: parse.FormUnion}
	for c := range elem.Named {
		if !c.Is("comment") {
			t.Args = append(t.Args, w.quietType(c))
		}
	}
	return t
}

// pointerTo returns the type *t for the node n. Its name begins with the star, and
// is a slice of the source if the two are adjacent.
func (w *walk) pointerTo(n parse.Node, t parse.TypeRef) parse.TypeRef {
	if t.IsZero() {
		return t
	}
	if behind := w.text[n.Start()+1:]; t.Form == parse.FormNamed && strings.HasPrefix(behind, t.Name) {
		t.Name = w.text[n.Start() : int(n.Start())+1+len(t.Name)]
	} else {
		t.Name = "*" + t.Name
	}
	return t
}

// withoutStars returns the pointee of t if it is a pointer type, otherwise t.
func withoutStars(t parse.TypeRef) parse.TypeRef {
	t.Name = strings.TrimLeft(t.Name, "*")
	return t
}

// lastName returns the name of a type without its package.
func lastName(s string) string {
	return strings.TrimLeft(s[strings.LastIndexByte(s, '.')+1:], "*")
}

// onlyType reads the types inside n: one, or the terms of a constraint.
func (w *walk) onlyType(n parse.Node, emit bool) parse.TypeRef {
	var t parse.TypeRef
	count := 0
	for c := range n.Named {
		if !c.Is("comment") {
			t = w.readType(c, emit)
			count++
		}
	}
	if count > 1 {
		return parse.TypeRef{}
	}
	return t
}

func (w *walk) qualifiedType(n parse.Node, emit bool) parse.TypeRef {
	pkg, id := n.Field("package"), n.Field("name")
	if emit && id.Text() != "" {
		off := int32(len(w.Steps))
		w.Steps = append(w.Steps, parse.Step{Kind: parse.StepName, Name: pkg.Text()})
		w.ref(parse.Reference{Kind: parse.RefType, Name: id.Text(), Args: -1, At: id.Start()},
			parse.Run{Off: off, N: 1})
	}
	text := n.Text()
	if len(text) != len(pkg.Text())+1+len(id.Text()) {
		text = pkg.Text() + "." + id.Text()
	}
	return parse.TypeRef{Name: text, At: n.Start()}
}

func (w *walk) genericType(n parse.Node, emit bool) parse.TypeRef {
	t := w.readType(n.Field("type"), emit)
	for a := range n.Field("type_arguments").Named {
		if !a.Is("comment") {
			t.Args = append(t.Args, w.readType(a, emit))
		}
	}
	return t
}

// genericArgs adds references for the type arguments of a base type.
func (w *walk) genericArgs(n parse.Node) {
	for n.Is("pointer_type", "parenthesized_type") {
		n = lastNamed(n)
	}
	w.typesIn(n.Field("type_arguments"))
}

// typesIn adds references for all types directly below n.
func (w *walk) typesIn(n parse.Node) {
	for c := range n.Named {
		if !c.Is("comment") {
			w.typeRef(c)
		}
	}
}

// typeParameters records the type parameters of definition i.
func (w *walk) typeParameters(list parse.Node, i int32, scope parse.Range) {
	for c := range list.Named {
		for id := range c.Named {
			if id.FieldName() == "name" {
				w.Definitions[i].TypeParams = append(w.Definitions[i].TypeParams, id.Text())
				w.declareAt(parse.Local{Name: id.Text(), Kind: parse.LocalTypeParam}, scope.Start,
					scope.End)
			}
		}
	}
	for c := range list.Named {
		first := len(w.Locals)
		outer := w.scope
		w.limits = true
		t := w.typeRef(c.Field("type"))
		w.scope = outer
		for j := first - 1; j >= 0 && w.Locals[j].Kind == parse.LocalTypeParam &&
			w.Locals[j].Def == i; j-- {
			if declares(c, w.Locals[j].Name) && !predeclared[t.Name] {
				w.Locals[j].Type = t
			}
		}
	}
}

// declares reports whether c declares name.
func declares(c parse.Node, name string) bool {
	for id := range c.Named {
		if id.FieldName() == "name" && id.Text() == name {
			return true
		}
	}
	return false
}

// signature reads the parameters and results of n and declares them in the
// innermost block; it records those of definition i, if there is one.
func (w *walk) signature(n parse.Node, i int32) parse.TypeRef {
	// Parameters are in scope in the body: their types are resolved outside.
	start := n.Field("body").Start()
	params := w.parameters(n.Field("parameters"), i, start)
	result := n.Field("result")
	var out parse.TypeRef
	if result.Is("parameter_list") {
		switch rs := w.parameters(result, -1, start); len(rs.Args) {
		case 0:
		case 1:
			out = rs.Args[0]
		default:
			out = rs
		}
	} else if !result.IsZero() {
		out = w.typeRef(result)
	}
	if i >= 0 {
		w.Definitions[i].Type = out
		return parse.TypeRef{}
	}
	t := parse.TypeRef{Form: parse.FormFunc, Args: []parse.TypeRef{params}, At: n.Start()}
	if !out.IsZero() {
		t.Args = append(t.Args, out)
	}
	return t
}

// parameters reads a list of parameters or results, in scope from start on, and
// returns their types as a tuple.
func (w *walk) parameters(list parse.Node, i int32, start uint32) parse.TypeRef {
	out := parse.TypeRef{Form: parse.FormTuple, At: list.Start()}
	for c := range list.Named {
		variadic := c.Is("variadic_parameter_declaration")
		if !variadic && !c.Is("parameter_declaration") {
			continue
		}
		t := w.typeRef(c.Field("type"))
		local := t
		if variadic {
			local = parse.TypeRef{Form: parse.FormList, Args: []parse.TypeRef{t}, At: t.At}
		}
		add := func(id parse.Node) {
			if i >= 0 {
				w.Definitions[i].Params = append(w.Definitions[i].Params,
					parse.Param{Name: id.Text(), Type: t, Variadic: variadic})
			}
			out.Args = append(out.Args, local)
			if !w.bodiless {
				w.declareAt(parse.Local{Name: id.Text(), Type: local, Kind: parse.LocalParam},
					start, w.blockEnd)
			}
		}
		some := false
		for id := range c.Named {
			if id.FieldName() == "name" {
				add(id)
				some = true
			}
		}
		if !some {
			add(parse.Node{})
		}
	}
	return out
}
