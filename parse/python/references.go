package python

import (
	"slices"
	"strconv"

	"seedgraph/parse"
)

// maxSteps bounds the length of a chain; longer ones are opaque.
const maxSteps = 40

var (
	selfSteps   = []parse.Step{{Kind: parse.StepThis}}
	baseSteps   = []parse.Step{{Kind: parse.StepBase}}
	opaqueSteps = []parse.Step{{Kind: parse.StepOpaque}}

	opaqueValues = []parse.Value{{Steps: opaqueSteps}} // an unknown value
	typeSteps    = map[string][]parse.Step{
		"string": builtin("str"), "concatenated_string": builtin("str"), "integer": builtin("int"),
		"float": builtin("float"), "true": builtin("bool"), "false": builtin("bool"),
		"comparison_operator": builtin("bool"), "not_operator": builtin("bool"),
		"bytes": builtin("bytes"), "format": builtin("str"), "none": builtin("None"),
	}
)

// builtin returns the chain of a value of a built-in type. The type has no
// position: no visible name changes its meaning.
func builtin(name string) []parse.Step {
	return []parse.Step{{Kind: parse.StepType, Name: name, Type: &parse.TypeRef{Name: name}}}
}

// refer emits a reference. A plain name is dropped at the end if it is a local.
func (w *walker) refer(r parse.Reference, plain bool) {
	if r.Name == "" {
		return
	}
	if plain {
		w.names = append(w.names, pendingName{len(w.f.References), w.scope})
	}
	r.Def = w.def
	w.f.References = append(w.f.References, r)
}

// name returns the chain that begins with a plain name.
func (w *walker) name(n parse.Node) []parse.Step {
	if s := w.scope.method(n.Text()); s != nil {
		return selfSteps
	}
	return w.cut(parse.Step{Kind: parse.StepName, Name: n.Text()})
}

// cut begins a chain in the buffer of steps.
func (w *walker) cut(s parse.Step) []parse.Step {
	if len(w.steps) == cap(w.steps) {
		w.steps = make([]parse.Step, 0, 1024)
	}
	w.steps = append(w.steps, s)
	n := len(w.steps)
	return w.steps[n-1 : n : n]
}

// extend returns the chain with one more step. A chain at the end of the
// buffer grows in place; each chain is extended at most once, see fork.
func (w *walker) extend(chain []parse.Step, s parse.Step) []parse.Step {
	if chain == nil {
		chain = opaqueSteps
	}
	if len(chain) >= maxSteps {
		return opaqueSteps
	}
	n := len(chain)
	if at := len(w.steps); at >= n && at < cap(w.steps) && &w.steps[at-n] == &chain[0] {
		w.steps = append(w.steps, s)
		return w.steps[at-n : at+1 : at+1]
	}
	return w.fork(chain, s)
}

// fork is like extend, for a chain that is extended more than once.
func (w *walker) fork(chain []parse.Step, s parse.Step) []parse.Step {
	if cap(w.steps)-len(w.steps) < len(chain)+1 {
		w.steps = make([]parse.Step, 0, 1024)
	}
	at := len(w.steps)
	w.steps = append(append(w.steps, chain...), s)
	return w.steps[at:len(w.steps):len(w.steps)]
}

// values reads an expression and returns its possible values: both sides of a
// conditional, and of `or`. None is left out.
func (w *walker) values(n parse.Node) []parse.Value {
	switch n.Kind() {
	case "parenthesized_expression":
		if c := items(n); len(c) == 1 {
			return w.values(c[0])
		}
		w.children(n)
		return opaqueValues
	case "conditional_expression":
		if c := items(n); len(c) == 3 {
			return w.conditional(c[0], c[1], c[2])
		}
		w.children(n)
		return opaqueValues
	case "boolean_operator":
		return w.boolean(n)
	case "none":
		return nil
	}
	if steps := w.expr(n); steps != nil {
		return []parse.Value{{Steps: steps, At: n.Start()}}
	}
	return opaqueValues
}

// conditional reads `then if cond else other`.
func (w *walker) conditional(then, cond, other parse.Node) []parse.Value {
	w.decide()
	f := w.scope.flowOf()
	mark, dead := f.mark(), f.dead
	w.narrowBy(cond, then.Start(), false)
	out := w.values(then)
	first := f.rollback(mark, dead, cond.Start())
	w.condition(cond)
	w.narrowBy(cond, other.Start(), true)
	out = append(out, w.values(other)...)
	f.join(other.End(), first, f.rollback(mark, dead, other.End()))
	return out
}

// boolean reads `left and right` or `left or right`. The right side is evaluated
// only under the outcome of the left.
func (w *walker) boolean(n parse.Node) []parse.Value {
	w.decide()
	left, right := n.Field("left"), n.Field("right")
	isOr := n.Field("operator").Kind() == "or"
	var out []parse.Value
	if isOr {
		out = w.values(left)
		if left.Is("identifier", "attribute", "call", "subscript", "await") {
			w.impliedOfAll(opTest, left, out)
		}
	} else {
		w.condition(left)
	}
	f := w.scope.flowOf()
	mark, dead := f.mark(), f.dead
	w.narrowBy(left, right.Start(), isOr)
	out = append(out, w.values(right)...)
	f.join(right.End(), f.rollback(mark, dead, right.End()), end{dead: dead})
	return out
}

// tuple reads a tuple: one value for each element up to the first unpacked one.
func (w *walker) tuple(n parse.Node) []parse.Step {
	var g parse.Group
	for _, c := range items(n) {
		g.Values = append(g.Values, w.argument(c))
	}
	if len(g.Values) > maxValues {
		return builtinTuple
	}
	return w.literal("tuple", g)
}

// builtinTuple is a tuple with unknown elements.
var builtinTuple = builtin("tuple")

// literal returns the chain of a display or a comprehension of a type: list, set,
// tuple or Generator.
func (w *walker) literal(typ string, g parse.Group) []parse.Step {
	return w.cut(parse.Step{Kind: parse.StepArray, Name: typ, At: w.group(g)})
}

// group adds a group, and returns the At of a step for it.
func (w *walker) group(g parse.Group) uint32 {
	w.f.Groups = append(w.f.Groups, g)
	return uint32(len(w.f.Groups))
}

// argument reads an argument of a call or an element of a display. An unknown one
// has no steps.
func (w *walker) argument(n parse.Node) parse.Value {
	v := parse.Value{At: n.Start()}
	switch n.Kind() {
	case "list_splat", "dictionary_splat":
		for c := range n.Named {
			v.Steps = w.expr(c)
		}
		if n.Kind() == "list_splat" {
			w.implied(opLoop, n, v.Steps, nil)
		} else {
			w.implied(opMapping, n, v.Steps, nil)
		}
		v.Steps = w.extend(v.Steps, parse.Step{Kind: parse.StepSpread})
	default:
		v.Steps = w.expr(n)
	}
	return v
}

// expr emits the references in an expression and returns it as a chain of steps,
// nil if unknown.
func (w *walker) expr(n parse.Node) []parse.Step {
	kind := n.Kind()
	switch kind {
	case "":
		return nil
	case "identifier":
		w.refer(parse.Reference{Kind: parse.RefMember, Name: n.Text(), Args: -1, At: n.Start()},
			true)
		return w.name(n)
	case "attribute":
		return w.attribute(n)
	case "call":
		return w.call(n)
	case "await":
		return w.await(n)
	case "subscript":
		return w.subscript(n)
	case "parenthesized_expression", "conditional_expression", "boolean_operator":
		return w.anyOf(n)
	case "named_expression":
		return w.namedExpression(n)
	case "lambda":
		w.lambda(n)
		return nil
	case "list_comprehension", "set_comprehension", "dictionary_comprehension",
		"generator_expression":
		return w.comprehension(n)
	case "list", "set":
		return w.display(n)
	case "expression_list", "tuple":
		return w.tuple(n)
	case "dictionary":
		return w.dictionary(n)
	case "string", "concatenated_string":
		w.stringLiteral(n)
	case "binary_operator":
		return w.binary(n)
	case "unary_operator":
		return w.unary(n)
	case "comparison_operator":
		return w.comparison(n)
	case "not_operator":
		w.condition(n.Field("argument"))
	case "keyword_argument":
		return w.expr(n.Field("value"))
	case "yield":
		w.yield(n)
		return nil
	case "type":
		w.annotation(n)
		return nil
	default:
		w.children(n)
	}
	return typeSteps[kind]
}

// anyOf reads an expression with alternatives.
func (w *walker) anyOf(n parse.Node) []parse.Step {
	return w.alternatives(w.values(n))
}

// maxValues bounds the alternatives of an expression that are distinguished.
const maxValues = 16

// alternatives returns the chain of an expression with these values.
func (w *walker) alternatives(vals []parse.Value) []parse.Step {
	switch {
	case len(vals) == 0:
		return typeSteps["none"]
	case len(vals) == 1:
		return vals[0].Steps
	case len(vals) > maxValues:
		return opaqueSteps
	}
	if !slices.ContainsFunc(vals[1:],
		func(v parse.Value) bool { return &v.Steps[0] != &vals[0].Steps[0] }) {
		return vals[0].Steps // such as the values of comparisons
	}
	return w.cut(parse.Step{Kind: parse.StepAlternatives, At: w.group(parse.Group{Values: vals})})
}

func (w *walker) attribute(n parse.Node) []parse.Step {
	recv, name := w.expr(n.Field("object")), n.Field("attribute")
	if recv == nil {
		recv = opaqueSteps
	}
	w.refer(parse.Reference{Kind: parse.RefMember, Name: name.Text(), Recv: recv, Args: -1,
		At: name.Start()}, false)
	return w.extend(recv, parse.Step{Kind: parse.StepMember, Name: name.Text()})
}

// different adds more to vals, except for built-in types that are present already.
func (w *walker) different(vals, more []parse.Value) []parse.Value {
	for _, v := range more {
		if len(vals) > maxValues {
			return opaqueValues
		}
		if !slices.ContainsFunc(vals,
			func(o parse.Value) bool { return &o.Steps[0] == &v.Steps[0] }) {
			vals = append(vals, v)
		}
	}
	return vals
}

// display reads a list or set literal.
func (w *walker) display(n parse.Node) []parse.Step {
	var vals []parse.Value
	for _, c := range items(n) {
		v := w.argument(c)
		if n.Kind() == "set" {
			w.implied(opKey, c, v.Steps, nil)
		}
		if v.Steps == nil {
			vals = w.different(vals, opaqueValues)
		} else {
			vals = w.different(vals, []parse.Value{v})
		}
	}
	return w.literal(n.Kind(), parse.Group{Values: vals})
}

// dictionary reads a dictionary literal.
func (w *walker) dictionary(n parse.Node) []parse.Step {
	var vals []parse.Value
	for _, c := range items(n) {
		if c.Kind() != "pair" {
			w.stmt(c, c.Start())
			vals = w.different(vals, opaqueValues) // **other
			continue
		}
		w.implied(opKey, c, w.expr(c.Field("key")), nil)
		vals = w.different(vals, w.values(c.Field("value")))
	}
	return w.object(vals)
}

// object returns the chain of a dictionary with these values.
func (w *walker) object(vals []parse.Value) []parse.Step {
	return w.cut(parse.Step{Kind: parse.StepObject, At: w.group(parse.Group{Values: vals})})
}

func (w *walker) await(n parse.Node) []parse.Step {
	for c := range n.Named {
		if chain := w.expr(c); chain != nil {
			w.implied(opAwait, n, chain, nil)
			return w.extend(chain, parse.Step{Kind: parse.StepAwait})
		}
	}
	return nil
}

// subscript reads x[i].
func (w *walker) subscript(n parse.Node) []parse.Step {
	value := n.Field("value")
	chain := w.expr(value)
	step := parse.Step{Kind: parse.StepIndex}
	var index []parse.Step
	for c := range n.Named {
		if c == value {
			continue
		}
		index = w.expr(c)
		switch c.Kind() {
		case "slice":
			step = parse.Step{Kind: parse.StepSlice}
		case "integer":
			step.Args = indexOf(c.Text())
		case "string":
			step.Name = c.Child("string_content").Text()
		}
	}
	if chain == nil {
		return nil
	}
	w.implied(subscriptOp(n), n, chain, index)
	return w.extend(chain, step)
}

// subscriptOp returns the construct that x[i] is part of: it reads, sets or deletes an
// element.
func subscriptOp(n parse.Node) string {
	switch p := n.Parent(); {
	case p.Kind() == "assignment" && p.Field("left") == n:
		return opSetItem
	case p.Kind() == "delete_statement", p.Kind() == "expression_list" && p.Parent().Is("delete_statement"):
		return opDelItem
	case p.Is("pattern_list", "tuple_pattern", "list_pattern"):
		return opSetItem
	}
	return opItem
}

// indexOf returns 1 + the index if the expression is a number, 0 for any other
// expression.
func indexOf(number string) int16 {
	i, err := strconv.ParseUint(number, 0, 14)
	if err != nil {
		return 0
	}
	return int16(i) + 1
}

func (w *walker) namedExpression(n parse.Node) []parse.Step {
	vals := w.values(n.Field("value"))
	name := n.Field("name")
	if name.Kind() == "identifier" {
		w.bindName(name, vals, parse.TypeRef{}, n)
	}
	return w.alternatives(vals)
}

// lambda reads an anonymous function: its references belong to the enclosing
// definition. In a class body, `lambda self: …` is a method without name.
func (w *walker) lambda(n parse.Node) {
	list, body := n.Field("parameters"), n.Field("body")
	arg := w.lambdaArg
	w.lambdaArg = 0
	first := ""
	if c := items(list); len(c) > 0 {
		first = c[0].Text()
	}
	params := w.params(list, w.scope.kind == classScope && (first == "self" || first == "cls"))
	locals := len(w.f.Locals)
	w.enter(innerScope, body.Range(), 0, params)
	if arg > 0 {
		w.waiting = append(w.waiting, lambdaArg{arg - 1, locals, len(w.f.Locals) - locals})
	}
	w.expr(body)
	w.pop()
}

// comprehension reads a comprehension, which has its own scope.
func (w *walker) comprehension(n parse.Node) []parse.Step {
	w.push(innerScope, n.Range())
	var element []parse.Step
	var conditions []parse.Node
	at := n.Start()
	for c := range n.Named {
		switch c.Kind() {
		case "pair":
			w.expr(c.Field("key"))
			element = w.expr(c.Field("value"))
			at = c.Start()
		case "for_in_clause":
			w.decide()
			left, right := c.Field("left"), c.Field("right")
			if w.scope.first.IsZero() {
				w.scope.first = right
			}
			vals := w.values(right)
			op := opLoop
			if c.First().Kind() == "async" {
				op = opAsyncLoop
			}
			w.impliedOfAll(op, c, vals)
			w.bindElements(left, vals, right)
			for d := range c.Named {
				if d != left && d != right {
					w.expr(d)
				}
			}
		case "if_clause":
			w.decide()
			w.children(c)
			conditions = append(conditions, c.First().Next())
		case "comment", "ERROR":
			w.stmt(c, c.Start())
		default:
			element = w.expr(c)
			at = c.Start()
		}
	}
	w.narrowElement(conditions, at, n.End())
	w.pop()
	if element == nil {
		element = opaqueSteps
	}
	vals := []parse.Value{{Steps: element, At: at}}
	switch n.Kind() {
	case "dictionary_comprehension":
		return w.object(vals)
	case "generator_expression":
		return w.literal("Generator", parse.Group{Values: vals})
	case "set_comprehension":
		return w.literal("set", parse.Group{Values: vals})
	}
	return w.literal("list", parse.Group{Values: vals})
}

// narrowElement narrows the names of a comprehension by its conditions in the
// element, which precedes them.
func (w *walker) narrowElement(conditions []parse.Node, at, end uint32) {
	f := w.scope.flowOf()
	mark, dead := f.mark(), f.dead
	for _, c := range conditions {
		w.narrowBy(c, at, false)
	}
	f.rollback(mark, dead, end)
}

// yield reads the value that a generator yields.
func (w *walker) yield(n parse.Node) {
	var vals []parse.Value
	delegates := false
	for c := range n.Children {
		if c.Kind() == "from" {
			delegates = true
		} else if c.IsNamed() {
			vals = w.values(c)
		}
	}
	s := w.scope
	for s.kind == innerScope {
		s = s.parent
	}
	d := &w.f.Definitions[s.def]
	if s.kind != functionScope {
		return
	}
	if !d.Yields {
		d.Yields, d.Init = true, nil
	}
	if d.Type.IsZero() && !delegates {
		d.Init = append(d.Init, vals...)
	}
}
