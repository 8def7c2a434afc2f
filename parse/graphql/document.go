package graphql

import (
	"seedgraph/graph"
	"seedgraph/parse"
)

// operation reads the part after the keyword of an operation. One without a name
// is not a definition: its references belong to the file.
//
//	query Orders($first: Int = 10) @live { orders(first: $first) { id } }
func (r *reader) operation(h head, word string) {
	i := int32(0)
	if r.t.kind == tokenName {
		i, _ = r.define(graph.KindFunction, h, 0)
		r.f.Definitions[i].Modifiers = []string{word}
	}
	if r.take("(") {
		for r.take("$") {
			r.advance()
			r.expect(":")
			r.typeOf(i, 0)
			r.value()
			r.directives(i)
		}
		r.expect(")")
	}
	end := r.last
	r.directives(i)
	r.body(i, []parse.Step{{Kind: parse.StepName, Name: word}})
	if i > 0 {
		r.finish(i, h, end)
	}
}

// fragment reads the part after the keyword fragment.
//
//	orderParts on Order { id }
func (r *reader) fragment(h head) {
	i, ok := r.define(graph.KindFunction, h, 0)
	if !ok {
		return
	}
	r.f.Definitions[i].Modifiers = []string{"fragment"}
	r.expect("on")
	of := r.condition(i)
	end := r.last
	r.directives(i)
	r.body(i, of)
	r.finish(i, h, end)
}

// body reads the selections of a definition.
func (r *reader) body(i int32, of []parse.Step) {
	start := r.t.start
	if !r.is("{") {
		r.f.HasError = true
		return
	}
	r.selections(i, of, 0)
	if i > 0 {
		r.f.Definitions[i].Body = parse.Range{Start: uint32(start), End: uint32(r.last)}
	}
}

// condition reads a type condition.
func (r *reader) condition(of int32) []parse.Step {
	t := parse.TypeRef{Name: r.t.text, At: uint32(r.t.start)}
	if !r.named(of, parse.RefType) {
		return nil
	}
	return []parse.Step{{Kind: parse.StepType, Name: t.Name, Type: &t}}
}

// selections reads fields and fragments in braces; recv is their receiver.
func (r *reader) selections(of int32, recv []parse.Step, depth int) {
	r.expect("{")
	for r.t.kind != tokenEnd && !r.is("}") {
		switch {
		case depth >= maxDepth:
			r.f.HasError = true
			r.skipValue()
		case r.take("..."):
			r.spread(of, recv, depth)
		case r.t.kind == tokenName:
			r.field(of, recv, depth)
		default:
			r.f.HasError = true
			r.advance()
		}
	}
	r.expect("}")
}

// spread reads the part after "...": the name of a fragment, or an inline
// fragment.
func (r *reader) spread(of int32, recv []parse.Step, depth int) {
	switch {
	case r.take("on"):
		recv = r.condition(of)
	case r.t.kind == tokenName:
		r.named(of, parse.RefMember)
		r.directives(of)
		return
	}
	r.directives(of)
	if r.is("{") {
		r.selections(of, recv, depth+1)
	}
}

// field reads a selected field.
//
//	last: orders(first: 1) @include(if: $all) { id }
func (r *reader) field(of int32, recv []parse.Step, depth int) {
	name := r.advance()
	if r.take(":") {
		if name = r.t; name.kind != tokenName {
			r.f.HasError = true
			return
		}
		r.advance()
	}
	if recv != nil && name.text != "__typename" && name.text != "__schema" && name.text != "__type" {
		r.refer(parse.Reference{Name: name.text, Kind: parse.RefMember, At: uint32(name.start), Recv: recv}, of)
	}
	r.given()
	r.directives(of)
	if r.is("{") {
		r.selections(of, []parse.Step{{Kind: parse.StepName, Name: name.text, At: uint32(name.start)}}, depth+1)
	}
}
