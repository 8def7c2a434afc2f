package java

import (
	"seedgraph/graph"
	"seedgraph/parse"
)

// isCompound reports whether the value of n is composed of the values of its
// parts.
func isCompound(n parse.Node) bool {
	switch n.Kind() {
	case "assignment_expression", "ternary_expression", "update_expression", "binary_expression",
		"switch_expression":
		return true
	case "unary_expression":
		return !n.First().Is("!")
	}
	return false
}

// compound reads such an expression and returns its steps.
func (w *walk) compound(n parse.Node) parse.Run {
	switch n.Kind() {
	case "assignment_expression":
		s := w.expr(n.Field("left"))
		right := w.expr(n.Field("right"))
		left, adds := n.Field("left"), n.Field("operator").Is("+=")
		if adds { // an object can be added to a string only
			w.implied(opText, left.Start(), right)
		}
		if left.Is("identifier") {
			w.growing.Assign(w.def, left.Text(), adds, n.Field("right"))
		}
		if adds {
			w.setAgain(left, parse.Node{})
		} else {
			w.setAgain(left, n.Field("right"))
		}
		if name := lastName(left); w.Definitions[w.def].Kind == graph.KindConstructor {
			w.embedLocal(n.Field("right"), name.Start())
		}
		return s
	case "ternary_expression":
		return w.ternary(n)
	case "unary_expression":
		s := w.expr(lastNamed(n))
		if w.literalType(s) != "" {
			return s
		}
		if s.N == 0 || s.N > maxOperands || w.isOpaque(s) || n.Is("update_expression") {
			return s
		}
		off := int32(len(w.Steps))
		w.Steps = append(w.Steps, w.Steps[s.Off:s.Off+s.N]...)
		w.Steps = append(w.Steps, parse.Step{Kind: parse.StepUnary, Name: n.First().Kind()})
		return parse.Run{Off: off, N: s.N + 1}
	case "binary_expression":
		return w.binary(n)
	case "switch_expression":
		return w.switchExpression(n)
	}
	return w.expr(lastNamed(n))
}

// ternary reads c ? a : b.
func (w *walk) ternary(n parse.Node) parse.Run {
	w.decision()
	outer, target := w.flow, w.target
	a, b := n.Field("consequence"), n.Field("alternative")
	w.flow = flow{patternEnd: a.End(), otherwise: b.Range()}
	w.target = parse.TypeRef{}
	w.expr(n.Field("condition"))
	w.flow, w.target = outer, target
	then := w.expr(a)
	w.target = target
	return w.operator(parse.Step{Kind: parse.StepChoice}, then, w.expr(b))
}

// one returns a run of a single step.
func (w *walk) one(s parse.Step) parse.Run {
	w.Steps = append(w.Steps, s)
	return parse.Run{Off: int32(len(w.Steps) - 1), N: 1}
}

// maxOperands bounds the steps of an expression with operators, which are copied from
// operator to operator.
const maxOperands = 200

// operator returns the steps of an operator on two expressions. If both are of the
// same literal type, so is the result.
func (w *walk) operator(step parse.Step, a, b parse.Run) parse.Run {
	if a.N == 0 || b.N == 0 {
		return w.one(parse.Step{Kind: parse.StepOpaque})
	}
	if w.literalType(a) != "" && w.literalType(a) == w.literalType(b) {
		return a
	}
	if a.N+b.N > maxOperands {
		return w.one(parse.Step{Kind: parse.StepOpaque})
	}
	off := int32(len(w.Steps))
	w.Steps = append(w.Steps, w.Steps[a.Off:a.Off+a.N]...)
	w.Steps = append(w.Steps, w.Steps[b.Off:b.Off+b.N]...)
	step.Args = int16(b.N)
	w.Steps = append(w.Steps, step)
	return parse.Run{Off: off, N: int32(len(w.Steps)) - off}
}

// literalType returns the type of a run that is a literal of a type preserved by
// operators, or "".
func (w *walk) literalType(s parse.Run) string {
	if s.N != 1 || w.Steps[s.Off].Kind != parse.StepType {
		return ""
	}
	switch name := w.Steps[s.Off].Name; name {
	case "int", "long", "float", "double", "boolean", stringType:
		return name
	}
	return ""
}

// choice returns the run of a choice between values; empty without any.
func (w *walk) choice(values []parse.Run) parse.Run {
	var out parse.Run
	for i, v := range values {
		if i == 0 {
			out = v
		} else {
			out = w.operator(parse.Step{Kind: parse.StepChoice}, out, v)
		}
	}
	return out
}

// binary reads a chain of binary operators from the left, however long it is.
func (w *walk) binary(n parse.Node) parse.Run {
	base := len(w.spine)
	top := n
	for n.Is("binary_expression") {
		w.spine = append(w.spine, n)
		n = n.Field("left")
	}
	if top.Field("operator").Is("+") {
		w.embedExpression(top, n)
	}
	sink := w.sink
	w.sink, w.target = "", parse.TypeRef{}
	out := w.expr(n)
	for i := len(w.spine) - 1; i >= base; i-- {
		b := w.spine[i]
		op := b.Field("operator").Kind()
		if op == "&&" || op == "||" {
			w.decision()
		}
		right := w.expr(b.Field("right"))
		switch {
		case isComparison(op):
			out = w.one(typeStep("boolean"))
		case op == "+" && (w.isText(out) || w.isText(right)):
			w.implied(opText, b.Start(), out)
			w.implied(opText, b.Start(), right)
			out = w.one(typeStep(stringType))
		default:
			out = w.operator(parse.Step{Kind: parse.StepBinary, Name: op}, out, right)
		}
	}
	w.sink = sink
	w.spine = w.spine[:base]
	return out
}

func isComparison(op string) bool {
	switch op {
	case "&&", "||", "==", "!=", "<", ">", "<=", ">=":
		return true
	}
	return false
}

// isText reports whether the steps are a string.
func (w *walk) isText(s parse.Run) bool { return w.literalType(s) == stringType }
