package r

import (
	"strings"

	"seedgraph/parse"
)

// maxSteps bounds the length of a chain; longer ones are opaque.
const maxSteps = 40

var (
	opaqueSteps   = []parse.Step{{Kind: parse.StepOpaque}}
	thisSteps     = []parse.Step{{Kind: parse.StepThis}}
	baseSteps     = []parse.Step{{Kind: parse.StepBase}}
	valueSteps    = ofClass("value")
	functionSteps = ofClass("function")
	literalSteps  = map[string][]parse.Step{
		"string": ofClass("character"), "float": ofClass("numeric"), "integer": ofClass("integer"),
		"complex": ofClass("complex"), "true": ofClass("logical"), "false": ofClass("logical"),
		"na": valueSteps, "inf": valueSteps, "nan": valueSteps, "null": ofClass("NULL"),
	}
)

// wantsValue is the Extra of a name used as an operand: it is not a function.
//
//	price * 2    # a variable price
var wantsValue = &parse.CallExtra{Target: parse.TypeRef{Name: "value"}}

// ofClass returns the chain of a value whose class attribute has these elements.
func ofClass(names ...string) []parse.Step {
	t := &parse.TypeRef{Name: names[0]}
	for _, n := range names[1:] {
		t.Args = append(t.Args, parse.TypeRef{Name: n})
	}
	return []parse.Step{{Kind: parse.StepType, Name: names[0], Type: t}}
}

// opaqueIf returns the steps, or those of an unknown value if they are empty.
func opaqueIf(steps []parse.Step) []parse.Step {
	if len(steps) == 0 {
		return opaqueSteps
	}
	return steps
}

// refer emits a reference.
func (w *walker) refer(r parse.Reference) {
	if r.Name != "" {
		r.Def = w.def
		w.f.References = append(w.f.References, r)
	}
}

// chain returns a chain with one more step. It is copied: the old one may be
// extended again.
func (w *walker) chain(before []parse.Step, s parse.Step) []parse.Step {
	n := len(before) + 1
	if n > maxSteps {
		return opaqueSteps
	}
	if cap(w.steps)-len(w.steps) < n {
		w.steps = make([]parse.Step, 0, 1024)
	}
	at := len(w.steps)
	w.steps = append(append(w.steps, before...), s)
	return w.steps[at:len(w.steps):len(w.steps)]
}

// nameStep returns the chain that begins with a name.
func (w *walker) nameStep(n parse.Node) []parse.Step {
	name := identifier(n)
	if name == "" {
		return nil
	}
	if w.class != nil {
		switch {
		case w.isLocal(name):
		case w.class.this[name]:
			return thisSteps
		case name == "super" && w.class.maker == "R6Class":
			return baseSteps
		}
	}
	return w.chain(nil, parse.Step{Kind: parse.StepName, Name: name, At: nameAt(n)})
}

// name reads a plain name.
func (w *walker) name(n parse.Node, extra *parse.CallExtra) []parse.Step {
	steps := w.nameStep(n)
	if len(steps) == 0 || steps[0].Kind != parse.StepName || w.isLocal(steps[0].Name) {
		return steps
	}
	if w.masked > 0 {
		return nil
	}
	w.refer(parse.Reference{Kind: parse.RefMember, Name: steps[0].Name, Args: -1, At: steps[0].At,
		Extra: extra})
	return steps
}

// expr emits the references in an expression and returns it as a chain of steps,
// nil if unknown.
func (w *walker) expr(n parse.Node) []parse.Step {
	kind := n.Kind()
	switch kind {
	case "":
		return nil
	case "identifier":
		return w.name(n, nil)
	case "dots", "dot_dot_i":
		return nil
	case "call":
		return w.call(n, parse.Node{})
	case "binary_operator":
		return w.binary(n)
	case "unary_operator":
		return w.unary(n)
	case "extract_operator":
		return w.extract(n)
	case "namespace_operator":
		return w.qualified(n)
	case "subset", "subset2":
		return w.subset(n)
	case "function_definition":
		w.anonymous(n)
		return functionSteps
	case "braced_expression":
		return w.statements(n)
	case "parenthesized_expression":
		return w.expr(inner(n))
	case "if_statement":
		return w.ifElse(n)
	case "for_statement", "while_statement", "repeat_statement":
		w.loop(n)
		return literalSteps["null"]
	case "string":
		w.str(n)
	default:
		w.children(n)
	}
	return literalSteps[kind]
}

// children reads the children of a node, for instance a broken one.
func (w *walker) children(n parse.Node) {
	end := n.Start()
	for c := range n.Named {
		if !c.Is("comment") {
			w.statement(c, w.lead(c.Start(), end))
			end = c.End()
		}
	}
}

// decide counts a decision of the innermost definition with code.
func (w *walker) decide() {
	if w.code > 0 {
		w.f.Definitions[w.code].Complexity++
	}
}

// ifElse reads a conditional: both of its values.
func (w *walker) ifElse(n parse.Node) []parse.Step {
	w.decide()
	w.operand(n.Field("condition"))
	w.branch++
	first := w.statement(n.Field("consequence"), n.Field("consequence").Start())
	other := n.Field("alternative")
	var second []parse.Step
	if !other.IsZero() {
		second = w.statement(other, other.Start())
	}
	w.branch--
	return w.either(first, second)
}

// either returns the chain of one of two values. NULL is ignored.
func (w *walker) either(a, b []parse.Step) []parse.Step {
	switch {
	case isNull(b):
		return a
	case isNull(a):
		return b
	case len(a)+len(b) >= maxSteps:
		return opaqueSteps
	}
	a, b = opaqueIf(a), opaqueIf(b)
	out := a
	for _, s := range b {
		out = w.chain(out, s)
	}
	return w.chain(out, parse.Step{Kind: parse.StepChoice, Args: int16(len(b))})
}

// isNull reports whether a chain is empty or NULL.
func isNull(steps []parse.Step) bool {
	return len(steps) == 0 || len(steps) == 1 && steps[0].Kind == parse.StepType && steps[0].Name == "NULL"
}

// loop reads a loop.
func (w *walker) loop(n parse.Node) {
	w.decide()
	if v := n.Field("variable"); !v.IsZero() {
		over := w.expr(n.Field("sequence"))
		if w.scope == nil {
			w.variable(identifier(v), v, v, v.Start())
		} else {
			if over != nil {
				over = w.chain(over, parse.Step{Kind: parse.StepElement})
			}
			w.local(identifier(v), v.End(), opaqueIf(over), parse.LocalVar, v.Start())
		}
	}
	w.operand(n.Field("condition"))
	w.branch++
	body := n.Field("body")
	w.statement(body, body.Start())
	w.branch--
}

// operand reads an operand of an operator.
func (w *walker) operand(n parse.Node) []parse.Step {
	if n.Is("identifier") {
		return w.name(n, wantsValue)
	}
	return w.expr(n)
}

// unary reads !x, -x, ?x and formulas.
func (w *walker) unary(n parse.Node) []parse.Step {
	operand := n.Field("rhs")
	switch op := n.Field("operator").Text(); op {
	case "~":
		w.mask(operand)
		return functionSteps // a function where purrr expects one; otherwise a formula
	case "?":
		return nil
	default:
		steps := w.operand(operand)
		w.operator(op, n, [][]parse.Step{steps})
		return valueSteps
	}
}

// mask reads an expression whose names may be columns, or be quoted.
func (w *walker) mask(n parse.Node) []parse.Step {
	w.masked++
	steps := w.expr(n)
	w.masked--
	return steps
}

// operator emits the call of an operator. One between literals is builtin.
func (w *walker) operator(op string, n parse.Node, args [][]parse.Step) {
	known := true
	for _, a := range args {
		known = known && len(a) == 1 && a[0].Kind == parse.StepType && a[0].Name != "value"
	}
	if known {
		return
	}
	r := parse.Reference{Kind: parse.RefCall, Name: op, Args: int16(len(args)),
		At: n.Field("operator").Start()}
	if n.Is("subset", "subset2") {
		r.At = n.Field("arguments").Start()
	}
	r.SetArgs(nil, args)
	w.refer(r)
}

// binary reads an operator between two operands.
func (w *walker) binary(n parse.Node) []parse.Step {
	if list, value := assignment(n); len(list) > 0 && !value.IsZero() {
		return w.assign(n, list, value, n.Start())
	}
	left, right := n.Field("lhs"), n.Field("rhs")
	op := n.Field("operator").Text()
	switch op {
	case "|>", "%>%", "%T>%", "%!>%", "%<>%", "%$%":
		return w.pipe(n, op)
	case "~":
		w.mask(left)
		w.mask(right)
		return ofFormula
	case "?", ":=":
		w.expr(right)
		return nil
	case "&&", "||", "&", "|":
		w.decide()
	}
	var a []parse.Step
	if isSpecial(op) {
		a = w.expr(left)
		b := w.expr(right)
		r := parse.Reference{Kind: parse.RefCall, Name: op, Args: 2, At: n.Field("operator").Start()}
		r.SetArgs(nil, [][]parse.Step{a, b})
		w.refer(r)
		return w.chain(nil, parse.Step{Kind: parse.StepCall, Name: op, Args: 2})
	}
	a = w.operand(left)
	b := w.operand(right)
	w.operator(op, n, [][]parse.Step{a, b})
	return w.combined(op, a, b)
}

var ofFormula = ofClass("formula")

// combined returns the chain of the result of an operator on two values.
func (w *walker) combined(op string, a, b []parse.Step) []parse.Step {
	if isPlain(a) && isPlain(b) || len(a)+len(b) >= maxSteps || strings.ContainsAny(op, "<>=!&|:") {
		return valueSteps
	}
	a, b = opaqueIf(a), opaqueIf(b)
	out := a
	for _, s := range b {
		out = w.chain(out, s)
	}
	return w.chain(out, parse.Step{Kind: parse.StepBinary, Name: op, Args: int16(len(b))})
}

// isPlain reports whether a chain is a literal or composed of literals.
func isPlain(steps []parse.Step) bool { return len(steps) == 1 && steps[0].Kind == parse.StepType }

// isSpecial reports whether an operator can be defined by any package: %in%.
func isSpecial(op string) bool { return len(op) > 1 && op[0] == '%' }

// extract reads x$name and x@name.
func (w *walker) extract(n parse.Node) []parse.Step {
	recv, member := w.expr(n.Field("lhs")), n.Field("rhs")
	name := identifier(member)
	if recv == nil || name == "" {
		return nil
	}
	w.refer(parse.Reference{Kind: parse.RefMember, Name: name, Recv: recv, Args: -1, At: nameAt(member)})
	return w.chain(recv, parse.Step{Kind: parse.StepMember, Name: name})
}

// qualified reads pkg::name.
func (w *walker) qualified(n parse.Node) []parse.Step {
	recv, name := w.packageStep(n), n.Field("rhs")
	if identifier(name) == "" {
		return nil
	}
	w.refer(parse.Reference{Kind: parse.RefMember, Name: identifier(name), Recv: recv, Args: -1,
		At: nameAt(name)})
	return w.chain(recv, parse.Step{Kind: parse.StepMember, Name: identifier(name)})
}

// packageStep returns the chain of the package in pkg::name.
func (w *walker) packageStep(n parse.Node) []parse.Step {
	name := identifier(n.Field("lhs")) + n.Field("operator").Text()
	return w.chain(nil, parse.Step{Kind: parse.StepName, Name: name, At: n.Start()})
}

// subset reads x[i] and x[["name"]]. Names between the brackets may be columns, if
// x is a data.table, but not functions.
func (w *walker) subset(n parse.Node) []parse.Step {
	recv := w.operand(n.Field("function"))
	args := arguments(n)
	for _, a := range args {
		if a.value.Is("identifier") && !w.isLocal(identifier(a.value)) {
			w.name(a.value, wantsValue)
			continue
		}
		w.inData(a.value)
	}
	op := "["
	if n.Is("subset2") {
		op = "[["
	}
	w.operator(op, n, [][]parse.Step{recv})
	if recv == nil {
		return nil
	}
	if n.Is("subset") {
		return w.chain(recv, parse.Step{Kind: parse.StepSlice})
	}
	if len(args) == 1 {
		if s, ok := literal(args[0].value); ok && s != "" {
			return w.chain(recv, parse.Step{Kind: parse.StepMember, Name: s})
		}
	}
	return w.chain(recv, parse.Step{Kind: parse.StepIndex})
}

// inData reads an expression that a data.table may evaluate among its columns: its
// calls, and those of its names that are not function names.
func (w *walker) inData(n parse.Node) { w.mask(n) }

// replace reads the left side of an assignment to a part of a value: each call in
// it is a call of a replacement function, and nested ones are also evaluated.
//
//	price(item)$net <- 5    # price(item), then `$<-` and `price<-`
func (w *walker) replace(n parse.Node, value []parse.Step, end uint32) {
	w.setClass(n, value, end)
	n = unwrapped(n)
	object := partOf(n)
	if object.Is("call", "extract_operator", "subset", "subset2") {
		w.expr(object)
	}
	w.setPart(n, value)
	for n = object; !n.IsZero(); n = partOf(n) {
		w.setPart(n, nil)
	}
}

// partOf returns the value whose part the left side of an assignment is; the zero
// Node for a name.
func partOf(n parse.Node) parse.Node {
	switch n.Kind() {
	case "extract_operator":
		return n.Field("lhs")
	case "subset", "subset2":
		return n.Field("function")
	case "call":
		return argumentAt(n, 0)
	case "parenthesized_expression":
		return inner(n)
	}
	return parse.Node{}
}

// setPart emits the call that assigns to a part of a value, or refers to the
// member that it is.
func (w *walker) setPart(n parse.Node, value []parse.Step) {
	switch n.Kind() {
	case "extract_operator":
		w.setMember(n, value)
	case "subset", "subset2":
		for _, a := range arguments(n) {
			w.inData(a.value)
		}
		w.operator(n.Field("arguments").Field("open").Text()+"<-", n,
			[][]parse.Step{w.quiet(n.Field("function"))})
	case "call":
		w.setCall(n)
	}
}

// setCall emits the call of a replacement function.
func (w *walker) setCall(n parse.Node) {
	args := arguments(n)
	for i, a := range args {
		if i > 0 {
			w.expr(a.value)
		}
	}
	f := n.Field("function")
	r := parse.Reference{Kind: parse.RefCall, Args: int16(min(len(args)+1, 1000))}
	switch f.Kind() {
	case "identifier":
		r.Name, r.At = identifier(f)+"<-", nameAt(f)
	case "namespace_operator":
		r.Recv, r.Name, r.At = w.packageStep(f), identifier(f.Field("rhs"))+"<-", nameAt(f.Field("rhs"))
	default:
		return
	}
	r.SetArgs(nil, kept([][]parse.Step{w.quiet(argumentAt(n, 0))}))
	w.refer(r)
}

// quiet returns a name as a chain without its reference, which is added elsewhere;
// nil for any other expression.
func (w *walker) quiet(n parse.Node) []parse.Step {
	if n.Is("identifier") {
		return w.nameStep(n)
	}
	return nil
}
