package csharp

import (
	"seedgraph/graph"
	"seedgraph/parse"
)

func (r *reader) assignment(n parse.Node, g goal) []parse.Step {
	left, right := n.Field("left"), n.Field("right")
	if left.Kind() == "tuple_expression" {
		return r.deconstruction(left, right)
	}
	needs := right.Is("implicit_object_creation_expression", "conditional_expression",
		"binary_expression", "switch_expression", "parenthesized_expression",
		"lambda_expression", "anonymous_method_expression")
	steps := r.expr(left, goal{steps: needs || g.steps})
	r.expr(right, goal{to: steps})
	r.assigned(left, right)
	return steps
}

// deconstruction reads (T a, var b, c) = value, which takes a value apart.
func (r *reader) deconstruction(left, right parse.Node) []parse.Step {
	value := r.expr(right, goal{steps: true})
	count := int16(0)
	for c := range left.Named {
		if c.Kind() == "argument" {
			count++
		}
	}
	i := 0
	for c := range left.Named {
		if c.Kind() != "argument" {
			continue
		}
		i++
		target := argumentValue(c)
		if target.Kind() != "declaration_expression" {
			r.expr(target, goal{})
			continue
		}
		name := target.Field("name")
		l := parse.Local{Name: r.str(name), Type: r.typ(target.Field("type")), Kind: parse.LocalVar}
		if l.Type.IsZero() {
			l.Init = partOf(value, i, count)
		}
		r.declare(name.Start(), l)
	}
	return value
}

// assigned notes what an assignment says of a local, of the string in a field
// that a constructor sets, and of a database command.
func (r *reader) assigned(left, right parse.Node) {
	r.assignedCommand(left, right)
	name := left
	if left.Kind() == "member_access_expression" &&
		left.Field("expression").Is("this", "this_expression") {
		name = left.Field("name")
	}
	if name.Kind() != "identifier" {
		return
	}
	if l := r.local(r.str(name)); l != nil && name == left {
		l.Set = true
	} else if r.current().Kind == graph.KindConstructor {
		r.laterValueOf(name.Start(), right, "")
	}
}
