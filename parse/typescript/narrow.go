package typescript

import "seedgraph/parse"

// narrow declares, for where a condition holds, the names that the condition
// tells a narrower type of: x instanceof T, isT(x). Whether isT is a type guard
// is not known here: the chain of such a local ends with the index step "is".
func (e *extractor) narrow(condition, holds parse.Node) {
	e.narrowAll(condition, holds, 0)
}

func (e *extractor) narrowAll(condition, holds parse.Node, depth int) {
	const deepest = 8
	if holds.IsZero() || depth > deepest {
		return
	}
	for condition.Is("parenthesized_expression") {
		condition = namedChild(condition)
	}
	switch {
	case condition.Is("binary_expression"):
		left, right := condition.Field("left"), condition.Field("right")
		switch condition.Field("operator").Kind() {
		case "&&":
			e.narrowAll(left, holds, depth+1)
			e.narrowAll(right, holds, depth+1)
		case "instanceof":
			if name := dotted(right); left.Is("identifier") && name != "" {
				t := parse.TypeRef{Name: name, At: right.Start()}
				e.local(parse.Local{Name: left.Text(), Scope: holds.Range(), Init: []parse.Step{{Kind: parse.StepType, Type: &t}, {Kind: parse.StepIndex, Name: "is"}}, At: right.Start(), Kind: parse.LocalVar})
			}
		}
	case condition.Is("call_expression"):
		e.narrowByCall(condition, holds)
	}
}

func (e *extractor) narrowByCall(call, holds parse.Node) {
	arg := namedChild(call.Field("arguments"))
	name := dotted(call.Field("function"))
	if !arg.Is("identifier") || name == "" {
		return
	}
	chain := e.quietChain(call.Field("function"))
	last := &chain[len(chain)-1]
	if last.Kind != parse.StepName && last.Kind != parse.StepMember {
		return
	}
	last.Kind, last.Args = parse.StepCall, 1
	if types := call.Field("type_arguments"); !types.IsZero() {
		last.Type = &parse.TypeRef{Args: e.plainTypes(types)}
	}
	chain = append(chain, parse.Step{Kind: parse.StepIndex, Name: "is"})
	e.local(parse.Local{Name: arg.Text(), Scope: holds.Range(), Init: chain, At: call.Start(), Kind: parse.LocalVar})
}

// quietChain returns the steps of a.b.c without adding references.
func (e *extractor) quietChain(n parse.Node) []parse.Step {
	switch n.Kind() {
	case "this":
		return []parse.Step{{Kind: parse.StepThis}}
	case "member_expression":
		return append(e.quietChain(n.Field("object")), parse.Step{Kind: parse.StepMember, Name: n.Field("property").Text()})
	}
	return []parse.Step{{Kind: parse.StepName, Name: n.Text()}}
}
