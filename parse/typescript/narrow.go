package typescript

import "seedgraph/parse"

// deepestTest bounds the depth to which a condition is analyzed.
const deepestTest = 12

// A test is a conjunction of clauses. The guards of a clause are alternatives, and
// share one name.
type test [][]parse.Guard

// narrow records the guards on names in the range holds that follow from a
// condition with the outcome sense.
func (e *extractor) narrow(condition parse.Node, sense bool, holds parse.Range) {
	e.guard(e.tested(condition, sense, 0), holds)
}

func (e *extractor) guard(t test, holds parse.Range) {
	if holds.IsEmpty() {
		return
	}
	for _, clause := range t {
		for i, g := range clause {
			g.Scope, g.Def, g.Or = holds, e.def, i > 0
			e.f.Guards = append(e.f.Guards, g)
		}
	}
}

// tested returns the test implied by a condition with the outcome sense.
func (e *extractor) tested(n parse.Node, sense bool, depth int) test {
	for n.Is("parenthesized_expression") {
		n = namedChild(n)
	}
	if depth > deepestTest {
		return nil
	}
	switch n.Kind() {
	case "unary_expression":
		if n.Field("operator").Kind() == "!" {
			return e.tested(n.Field("argument"), !sense, depth+1)
		}
	case "binary_expression":
		return e.testedBinary(n, sense, depth)
	case "call_expression":
		return e.testedCall(n, sense)
	case "member_expression":
		if name := pathName(n.Field("object")); name != "" {
			return test{{{Name: name, At: n.Start(), Kind: parse.GuardTruthy,
				Text: n.Field("property").Text(), Not: !sense}}}
		}
	}
	return nil
}

func (e *extractor) testedBinary(n parse.Node, sense bool, depth int) test {
	left, right := n.Field("left"), n.Field("right")
	switch op := n.Field("operator").Kind(); op {
	case "&&", "||":
		l, r := e.tested(left, sense, depth+1), e.tested(right, sense, depth+1)
		if (op == "&&") == sense {
			return append(l, r...)
		}
		return either(l, r)
	case "instanceof":
		name := pathName(left)
		if class := dotted(right); name != "" && class != "" {
			return test{{{Name: name, At: n.Start(), Kind: parse.GuardInstance,
				Steps: e.quietChain(right), Not: !sense}}}
		}
	case "in":
		if name := pathName(right); name != "" && left.Is("string") {
			return test{{{Name: name, At: n.Start(), Kind: parse.GuardIn,
				Text: unquote(left.Text()), Not: !sense}}}
		}
	case "===", "==":
		return e.equal(left, right, sense)
	case "!==", "!=":
		return e.equal(left, right, !sense)
	}
	return nil
}

// either returns the disjunction of two tests: for names constrained by both.
func either(a, b test) test {
	var out test
	for _, x := range a {
		for _, y := range b {
			if x[0].Name == y[0].Name {
				out = append(out, append(x[:len(x):len(x)], y...))
			}
		}
	}
	if len(out) > max(len(a), len(b)) {
		return nil // a product of several clauses
	}
	return out
}

// equal reads typeof x === 'string' and x.kind === value, with the operands in
// either order.
func (e *extractor) equal(left, right parse.Node, sense bool) test {
	if left.Is("string", "number", "true", "false") {
		left, right = right, left
	}
	if left.Is("unary_expression") && left.Field("operator").Kind() == "typeof" {
		if name := pathName(left.Field("argument")); name != "" && right.Is("string") {
			return test{{{Name: name, At: left.Start(), Kind: parse.GuardTypeof,
				Text: unquote(right.Text()), Not: !sense}}}
		}
		return nil
	}
	value := e.constant(right)
	if value == nil || !left.Is("member_expression") {
		return nil
	}
	name := pathName(left.Field("object"))
	if name == "" {
		return nil
	}
	return test{{{Name: name, At: left.Start(), Kind: parse.GuardEqual,
		Text: left.Field("property").Text(), Steps: value, Not: !sense}}}
}

// constant returns the chain of a value that can distinguish alternatives: a
// literal, or a member of an enum. Null and undefined cannot.
func (e *extractor) constant(n parse.Node) []parse.Step {
	switch n.Kind() {
	case "string", "number", "true", "false":
		return literalStep(n.Text())
	case "identifier", "member_expression":
		if dotted(n) != "" {
			return e.quietChain(n)
		}
	}
	return nil
}

// testedCall reads isOrder(x) and x.isOrder(). Which of the names it tests is
// unknown here: each may be tested.
func (e *extractor) testedCall(call parse.Node, sense bool) test {
	chain := e.guardCall(call)
	if chain == nil {
		return nil
	}
	var out test
	for arg, name := range guardedNames(call) {
		out = append(out, []parse.Guard{{Name: name, At: call.Start(), Kind: parse.GuardCall,
			Steps: chain, Arg: int16(arg), Not: !sense}})
	}
	return out
}

// guardedNames yields the names that a call may test: its arguments by their
// positions, and the receiver as -1.
func guardedNames(call parse.Node) func(func(int, string) bool) {
	return func(yield func(int, string) bool) {
		if fn := call.Field("function"); fn.Is("member_expression") {
			if name := pathName(fn.Field("object")); name != "" && !yield(-1, name) {
				return
			}
		}
		i := 0
		for c := range call.Field("arguments").Named {
			if c.Is("comment") {
				continue
			}
			if name := pathName(c); name != "" && !yield(i, name) {
				return
			}
			i++
		}
	}
}

// guardCall returns the chain of a call by plain names, or nil.
func (e *extractor) guardCall(call parse.Node) []parse.Step {
	fn := call.Field("function")
	if dotted(fn) == "" || call.Field("arguments").Is("template_string") {
		return nil
	}
	chain := e.quietChain(fn)
	last := &chain[len(chain)-1]
	if last.Kind != parse.StepName && last.Kind != parse.StepMember {
		return nil
	}
	last.Kind, last.Args = parse.StepCall, int16(argCount(call.Field("arguments")))
	if types := call.Field("type_arguments"); !types.IsZero() {
		last.Type = &parse.TypeRef{Args: e.plainTypes(types)}
	}
	return chain
}

// asserted records the guards from a call statement: assert(x instanceof C),
// assertOrder(x). Whether the function asserts anything is unknown here.
func (e *extractor) asserted(n parse.Node) {
	for n.Is("parenthesized_expression", "await_expression") {
		n = namedChild(n)
	}
	if !n.Is("call_expression") {
		return
	}
	chain, rest := e.guardCall(n), e.rest(n)
	if chain == nil || rest.IsEmpty() {
		return
	}
	for arg, name := range guardedNames(n) {
		if arg < 0 {
			continue // asserts this is T: rare, and any statement may be one
		}
		e.guard(test{{{Name: name, At: n.Start(), Kind: parse.GuardAssert, Steps: chain,
			Arg: int16(arg)}}}, rest)
	}
	t := e.tested(namedChild(n.Field("arguments")), true, 0)
	for i := range t {
		for j := range t[i] {
			t[i][j].By = chain
		}
	}
	e.guard(t, rest)
}

// rest returns the range after n in its list of statements.
func (e *extractor) rest(n parse.Node) parse.Range {
	return parse.Range{Start: n.End(), End: max(n.End(), e.flow.End)}
}

// pathName returns the name of an expression that can be tested: x, this.repo,
// order.lines; empty for anything else.
func pathName(n parse.Node) string {
	for n.Is("parenthesized_expression", "non_null_expression") {
		n = namedChild(n)
	}
	switch n.Kind() {
	case "identifier", "this":
		return n.Text()
	case "member_expression":
		if before := pathName(n.Field("object")); before != "" {
			return before + "." + n.Field("property").Text()
		}
	}
	return ""
}

// quietChain returns the steps of a.b.c without adding references.
func (e *extractor) quietChain(n parse.Node) []parse.Step {
	switch n.Kind() {
	case "this":
		return []parse.Step{{Kind: parse.StepThis}}
	case "super":
		return []parse.Step{{Kind: parse.StepBase}}
	case "member_expression":
		return append(e.quietChain(n.Field("object")),
			parse.Step{Kind: parse.StepMember, Name: n.Field("property").Text()})
	}
	return []parse.Step{{Kind: parse.StepName, Name: n.Text()}}
}

// ifStatement visits an if statement, with the guards from its condition in its
// branches and, if a branch always leaves, after it.
func (e *extractor) ifStatement(n parse.Node) {
	e.decision()
	condition, yes, no := n.Field("condition"), n.Field("consequence"), n.Field("alternative")
	e.narrow(condition, true, yes.Range())
	e.narrow(condition, false, no.Range())
	keep := e.block
	e.block = n.Range()
	e.visit(condition)
	e.branch(yes)
	e.branch(no)
	e.block = keep
	e.guard(e.after(n, 0), e.rest(n))
}

// branch visits a conditional statement.
func (e *extractor) branch(n parse.Node) {
	keep, keepTop := e.flow, e.top
	e.flow, e.top = n.Range(), false
	e.visit(n)
	e.flow, e.top = keep, keepTop
}

// after returns the test that holds after an if statement.
func (e *extractor) after(n parse.Node, depth int) test {
	condition, yes, no := n.Field("condition"), n.Field("consequence"), n.Field("alternative")
	switch {
	case depth > deepestTest:
	case leaves(yes, 0):
		out := e.tested(condition, false, 0)
		if inner := namedChild(no); inner.Is("if_statement") {
			out = append(out, e.after(inner, depth+1)...)
		}
		return out
	case leaves(no, 0):
		return e.tested(condition, true, 0)
	}
	return nil
}

// leaves reports whether control never passes the end of a statement.
func leaves(n parse.Node, depth int) bool {
	if depth > deepestTest {
		return false
	}
	switch n.Kind() {
	case "return_statement", "throw_statement", "continue_statement", "break_statement":
		return true
	case "statement_block", "else_clause":
		return leaves(lastStatement(n), depth+1)
	case "if_statement":
		return leaves(n.Field("consequence"), depth+1) && leaves(n.Field("alternative"), depth+1)
	}
	return false
}

// lastStatement returns the last statement of a block or case.
func lastStatement(n parse.Node) parse.Node {
	var last parse.Node
	for c := range n.Named {
		if !c.Is("comment") && c.FieldName() != "value" {
			last = c
		}
	}
	return last
}

// whileStatement visits a loop with a condition before its body.
func (e *extractor) whileStatement(n parse.Node) {
	e.narrow(n.Field("condition"), true, n.Field("body").Range())
	e.looped(n, e.each)
}

// looped visits the parts of a loop, which has its own scope.
func (e *extractor) looped(n parse.Node, visit func(parse.Node)) {
	e.decision()
	keep, keepFlow := e.loop, e.flow
	if e.loop.IsEmpty() {
		e.loop = n.Range()
	}
	e.flow = n.Range()
	e.scoped(n, visit)
	e.loop, e.flow = keep, keepFlow
}

// switchStatement visits a switch with the guards that its cases imply.
func (e *extractor) switchStatement(n parse.Node) {
	value, body := n.Field("value"), n.Field("body")
	for value.Is("parenthesized_expression") {
		value = namedChild(value)
	}
	e.visit(value)
	var open, none test // tests for cases that fall through, and for no matching case
	falls := false
	for c := range body.Named {
		var here test
		switch {
		case c.Is("switch_case"):
			here = e.caseTest(value, c.Field("value"), true)
			none = append(none, e.caseTest(value, c.Field("value"), false)...)
		case c.Is("switch_default"):
			here = none
		default:
			continue
		}
		if falls {
			here = either(open, here)
		}
		e.guard(here, c.Range())
		open, falls = here, !leaves(lastStatement(c), 0)
	}
	e.visit(body)
}

// caseTest returns the test implied by a case of a switch on a value.
func (e *extractor) caseTest(value, is parse.Node, sense bool) test {
	if value.Is("true") {
		return e.tested(is, sense, 0)
	}
	return e.equal(value, is, sense)
}

// assigned records that a name has a new value after an assignment.
func (e *extractor) assigned(left parse.Node, chain []parse.Step, n parse.Node) {
	name := pathName(left)
	if name == "" {
		return
	}
	g := parse.Guard{
		Name: name, Scope: e.rest(n), Reach: parse.Range{Start: n.End(), End: e.fn.End},
		At:   n.Start(),
		Kind: parse.GuardAssign, Steps: chain[:len(chain):len(chain)], Def: e.def,
	}
	if !e.loop.IsEmpty() {
		g.Reach.Start = e.loop.Start
	}
	e.f.Guards = append(e.f.Guards, g)
}
