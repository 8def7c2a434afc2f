package tags

import (
	"strings"

	"seedgraph/parse"
)

// rustMatch reads the pattern of a match arm, which the operand is matched with.
func rustMatch(w *Walk, n parse.Node) {
	init, at := parse.Run{}, n.Start()
	if match := n.Parent().Parent().Parent(); match.Is("match_expression") {
		locals, refs := len(w.Locals), len(w.References)
		value := match.Field("value")
		init, at = w.Chain(value), value.Start()
		w.Locals, w.References = w.Locals[:locals], w.References[:refs] // it was read before
	}
	for c := range n.Named {
		if c.FieldName() == "condition" {
			w.Visit(c)
			continue
		}
		w.inPattern(c, parse.Node{})
		first := len(w.Locals)
		w.rustPattern(c, init)
		for i := first; i < len(w.Locals); i++ {
			w.Locals[i].At = at // names in the operand are not those of the pattern
		}
	}
}

// rustPattern declares the names that a pattern binds: to the value init, or to a part of it.
//
//	Some(order)             // an element
//	Shape::Disc(point)      // the first field of the variant
//	Line { item, n: count } // fields by name
func (w *Walk) rustPattern(n parse.Node, init parse.Run) {
	switch n.Kind() {
	case "identifier", "shorthand_field_identifier":
		if !startsUpper(n.Text()) {
			w.Local(n.Text(), n.Start(), parse.LocalVar, parse.TypeRef{}, init, 0)
		}
	case "ref_pattern", "mut_pattern", "reference_pattern", "or_pattern", "captured_pattern":
		for c := range n.Named {
			w.rustPattern(c, init)
		}
	case "tuple_struct_pattern":
		head := n.Field("type")
		i := int16(0)
		for c := range n.Named {
			if c.FieldName() == "type" {
				continue
			}
			w.rustPattern(c, w.rustPart(init, head, i, ""))
			i++
		}
	case "struct_pattern":
		head := n.Field("type")
		for c := range n.Named {
			if !c.Is("field_pattern") {
				continue
			}
			name := c.Field("name")
			part := w.rustPart(init, head, 0, name.Text())
			if p := c.Field("pattern"); !p.IsZero() {
				w.rustPattern(p, part)
			} else {
				w.rustPattern(name, part)
			}
		}
	case "tuple_pattern", "slice_pattern":
		for c := range n.Named {
			w.rustPattern(c, parse.Run{})
		}
	}
}

// rustPart returns the steps of a part of a value that a pattern with a head matches: field i, or
// the field of a name.
func (w *Walk) rustPart(init parse.Run, head parse.Node, i int16, name string) parse.Run {
	path := dotted.Replace(strings.ReplaceAll(head.Text(), "::", "."))
	off := int32(len(w.Steps))
	step := parse.Step{Kind: parse.StepCapture, Args: i, Name: name,
		Type: &parse.TypeRef{Name: path, At: head.Start()}}
	switch path {
	case "Err":
		return parse.Run{} // the other type argument
	case "Some", "Ok":
		step = parse.Step{Kind: parse.StepElement}
	}
	if init.N == 0 {
		w.opaque()
	} else {
		w.Steps = append(w.Steps, w.Steps[init.Off:init.Off+init.N]...)
	}
	w.Steps = append(w.Steps, step)
	return parse.Run{Off: off, N: int32(len(w.Steps)) - off}
}

// rustClosure reads a closure. Its parameters refer to the call that it is an argument of.
func rustClosure(w *Walk, n parse.Node) {
	w.Within(n.Range(), func() {
		l := parse.Local{Def: w.def, Kind: parse.LocalParam, Scope: n.Range()}
		w.passedTo(n, &l)
		params := n.Field("parameters")
		for c := range params.Named {
			p := l
			name := c
			if c.Is("parameter") {
				name, p.Type = c.Field("pattern"), w.Type(c.Field("type"))
				w.TypeRefs(c.Field("type"))
			}
			for name.Is("reference_pattern", "mut_pattern", "ref_pattern") {
				name = name.First()
				for !name.IsZero() && !name.IsNamed() {
					name = name.Next()
				}
			}
			if name.Is("identifier") {
				p.Name = name.Text()
				w.Locals = append(w.Locals, parse.DraftLocal{Local: p})
			} else {
				w.rustPattern(name, parse.Run{})
			}
			l.Param++
		}
		for c := range n.Named {
			if c.Index() != params.Index() {
				w.Visit(c)
			}
		}
	})
}

// rustFields keeps the types of the fields of a tuple structure or variant as parameters.
//
//	struct Line(Item, i32);
func (w *Walk) rustFields(n parse.Node, d *parse.Definition) {
	for c := range n.Field("body").Named {
		if c.FieldName() == "type" {
			d.Params = append(d.Params, parse.Param{Type: w.Type(c)})
		}
	}
}
