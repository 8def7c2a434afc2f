package csharp

import (
	"strings"

	"seedgraph/parse"
)

func (r *reader) memberAccess(n parse.Node, g goal) []parse.Step {
	recv := r.receiverOf(n.Field("expression"))
	return r.useMember(n.Field("name"), recv, g)
}

// receiverOf reads the object expression of a member access.
func (r *reader) receiverOf(n parse.Node) []parse.Step {
	steps := r.expr(n, goal{steps: true, inner: true})
	if steps == nil {
		return r.opaque(goal{steps: true})
	}
	return steps
}

// lifted ends the chain of a?.b.c, whose value is null if a is: a value type
// becomes nullable (C# 12.8.8).
func (r *reader) lifted(n parse.Node, steps []parse.Step, g goal) []parse.Step {
	if len(steps) == 0 || g.inner || !r.isConditional(n) {
		return steps
	}
	return append(steps, parse.Step{Kind: parse.StepUnary, Name: "?."})
}

// isConditional reports whether the chain that ends with n contains a ?. or ?[. A
// parenthesized expression is a separate chain.
func (r *reader) isConditional(n parse.Node) bool {
	for {
		var of, next parse.Node
		switch n.Kind() {
		case "invocation_expression":
			n = n.Field("function")
			continue
		case "postfix_unary_expression": // a?.b!.c
			n = argumentValue(n)
			continue
		case "member_access_expression":
			of, next = n.Field("expression"), n.Field("name")
		case "element_access_expression":
			of, next = n.Field("expression"), n.Field("subscript")
		default:
			return false
		}
		// The question mark is blanked in the mended text.
		if at := of.End(); at < next.Start() &&
			strings.HasPrefix(strings.TrimLeft(r.text[at:next.Start()], " \t\r\n"), "?") {
			return true
		}
		n = of
	}
}

// useMember emits the use of a member of a chain.
func (r *reader) useMember(nameNode parse.Node, recv []parse.Step, g goal) []parse.Step {
	at := len(r.f.References)
	id, args, count := r.memberName(nameNode)
	name := r.str(id)
	r.refer(parse.Reference{Kind: parse.RefMember, Name: name, Recv: recv, Args: -1, At: id.Start(),
		TypeArgs: count, Extra: r.target(g)})
	r.inFront(at)
	if !g.steps {
		return nil
	}
	step := parse.Step{Kind: parse.StepMember, Name: name, At: id.Start()}
	if args != nil {
		step.Type = &parse.TypeRef{Name: name, Args: args, At: id.Start()}
	}
	return append(recv, step)
}

// inFront moves the last reference before those emitted since at, which follow it
// in the text.
func (r *reader) inFront(at int) {
	refs := r.f.References
	if last := len(refs) - 1; last > at {
		moved := refs[last]
		copy(refs[at+1:], refs[at:last])
		refs[at] = moved
	}
}

func (r *reader) awaitExpression(n parse.Node, g goal) []parse.Step {
	steps := r.last(n, goal{steps: true})
	r.implicitly(opAwait, n.Start(), steps, nil)
	if !g.steps {
		return nil
	}
	return append(steps, parse.Step{Kind: parse.StepAwait})
}

func (r *reader) elementAccess(n parse.Node, g goal) []parse.Step {
	steps := r.expr(n.Field("expression"), goal{steps: true, inner: true})
	subscript := n.Field("subscript")
	wanted := g.steps
	g.steps = true
	index, step := r.index(subscript, g)
	if steps == nil {
		g.steps = wanted
		return r.opaque(g)
	}
	if isFromEnd(subscript) {
		r.implicitly(opFromEnd, n.Start(), steps[:len(steps):len(steps)], nil)
		steps = append(append(steps, index...), step)
	} else {
		steps = append(append(steps, index...), step)
		r.implicitly(opIndex, n.Start(), steps, nil)
	}
	if !wanted {
		return nil
	}
	return steps
}

// isFromEnd reports whether the brackets hold a single index of the form ^n.
func isFromEnd(subscript parse.Node) bool {
	count, is := 0, false
	for c := range subscript.Named {
		value := c
		if c.Is("argument") {
			value = argumentValue(c)
		}
		count++
		is = value.Is("prefix_unary_expression") && prefixOperator(value) == "^"
	}
	return is && count == 1
}

// index reads the brackets of x[…]. If they contain a single expression, its chain
// is returned with the step.
func (r *reader) index(subscript parse.Node, g goal) ([]parse.Step, parse.Step) {
	step := parse.Step{Kind: parse.StepIndex}
	var steps []parse.Step
	count := 0
	for c := range subscript.Named {
		if c.Kind() == "comment" {
			continue
		}
		value := c
		if c.Kind() == "argument" {
			value = argumentValue(c)
		}
		switch count++; value.Kind() {
		case "range_expression":
			step.Kind = parse.StepSlice
		case "integer_literal":
			step.Name = r.str(value)
		}
		steps = r.expr(value, goal{steps: g.steps})
	}
	if count != 1 || step.Kind == parse.StepSlice || step.Name != "" || isOpaque(steps) {
		steps = nil
	}
	if count != 1 {
		step.Name = ""
	}
	if steps != nil {
		step = parse.Step{Kind: parse.StepIndexBy, Args: length(steps)}
	}
	return steps, step
}
