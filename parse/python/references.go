package python

import (
	"math"
	"slices"
	"strconv"

	"seedgraph/parse"
)

// maxSteps bounds the length of a chain; what goes on after it is unknown.
const maxSteps = 40

var (
	selfSteps   = []parse.Step{{Kind: parse.StepThis}}
	baseSteps   = []parse.Step{{Kind: parse.StepBase}}
	opaqueSteps = []parse.Step{{Kind: parse.StepOpaque}}

	opaqueValues = []parse.Value{{Steps: opaqueSteps}} // of a value that nothing is known of
	typeSteps    = map[string][]parse.Step{
		"string": builtin("str"), "concatenated_string": builtin("str"), "integer": builtin("int"),
		"float": builtin("float"), "true": builtin("bool"),
		"false": builtin("bool"), "list": builtin("list"), "dictionary": builtin("dict"),
		"set": builtin("set"), "tuple": builtin("tuple"),
		"expression_list": builtin("tuple"), "list_comprehension": builtin("list"),
		"dictionary_comprehension": builtin("dict"),
		"set_comprehension":        builtin("set"), "generator_expression": builtin("Iterator"),
		"comparison_operator": builtin("bool"), "not_operator": builtin("bool"),
		"bytes": builtin("bytes"), "format": builtin("str"),
	}
)

func builtin(name string) []parse.Step {
	return []parse.Step{{Kind: parse.StepType, Name: name, Type: &parse.TypeRef{Name: name}}}
}

// refer emits a reference. A plain name is dropped in the end if it is a local.
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

// name returns the chain that a plain name begins.
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

// fork is extend for a chain that others go on from too.
func (w *walker) fork(chain []parse.Step, s parse.Step) []parse.Step {
	if cap(w.steps)-len(w.steps) < len(chain)+1 {
		w.steps = make([]parse.Step, 0, 1024)
	}
	at := len(w.steps)
	w.steps = append(append(w.steps, chain...), s)
	return w.steps[at:len(w.steps):len(w.steps)]
}

// values reads an expression and returns what it may give: both sides of a
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
	case "expression_list", "tuple":
		return w.tupleValues(n)
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
	w.expr(cond)
	w.narrowBy(cond, other.Start(), true)
	out = append(out, w.values(other)...)
	f.join(other.End(), first, f.rollback(mark, dead, other.End()))
	return out
}

// boolean reads `left and right` or `left or right`. The right side is read only
// if the left has told so.
func (w *walker) boolean(n parse.Node) []parse.Value {
	w.decide()
	left, right := n.Field("left"), n.Field("right")
	isOr := n.Field("operator").Kind() == "or"
	var out []parse.Value
	if isOr {
		out = w.values(left)
	} else {
		w.expr(left)
	}
	f := w.scope.flowOf()
	mark, dead := f.mark(), f.dead
	w.narrowBy(left, right.Start(), isOr)
	out = append(out, w.values(right)...)
	f.join(right.End(), f.rollback(mark, dead, right.End()), end{dead: dead})
	return out
}

// tupleValues reads a tuple. Each of the values tells one of its elements.
func (w *walker) tupleValues(n parse.Node) []parse.Value {
	var out []parse.Value
	splat := false
	for i, c := range items(n) {
		splat = splat || c.Kind() == "list_splat"
		for _, v := range w.values(c) {
			if !splat {
				out = append(out, parse.Value{Steps: w.wrapped(v.Steps,
					parse.Step{Kind: parse.StepInTuple, Args: int16(min(i, math.MaxInt16))}),
					At: v.At})
			}
		}
	}
	if out == nil {
		out = []parse.Value{{Steps: typeSteps["tuple"], At: n.Start()}}
	}
	return out
}

// expr emits the references in an expression and returns it as a chain of
// steps, nil when nothing is known of it.
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
	case "dictionary":
		return w.dictionary(n)
	case "string", "concatenated_string":
		w.stringLiteral(n)
	case "binary_operator":
		return w.binary(n)
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

// anyOf reads an expression with alternatives. Where there are several, they are
// the values of a local without a name of its own.
func (w *walker) anyOf(n parse.Node) []parse.Step {
	return w.alternatives(w.values(n), n)
}

// maxValues bounds the alternatives of an expression that are told apart.
const maxValues = 16

// alternatives is the chain of an expression with these values.
func (w *walker) alternatives(vals []parse.Value, n parse.Node) []parse.Step {
	switch {
	case len(vals) == 0:
		return nil
	case len(vals) == 1:
		return vals[0].Steps
	case len(vals) > maxValues:
		return opaqueSteps
	}
	if !slices.ContainsFunc(vals[1:],
		func(v parse.Value) bool { return &v.Steps[0] != &vals[0].Steps[0] }) {
		return vals[0].Steps // such as the values of comparisons
	}
	return w.unnamed(n, vals...)
}

// unnamed makes a local without a name of its own for an expression with these
// values, and returns the chain that stands for it.
func (w *walker) unnamed(n parse.Node, vals ...parse.Value) []parse.Step {
	s := w.scope.binding("")
	l := parse.Local{Name: "@" + strconv.Itoa(int(n.Start())), Def: s.def, Scope: s.body,
		Kind: parse.LocalVar}
	for _, v := range vals {
		l.Init, l.At = v.Steps, v.At
		w.f.Locals = append(w.f.Locals, l)
	}
	return w.cut(parse.Step{Kind: parse.StepName, Name: l.Name})
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

// different adds more to vals, but for built-in types that are there already.
func (w *walker) different(vals, more []parse.Value) []parse.Value {
	for _, v := range more {
		if len(vals) <= maxValues && !slices.ContainsFunc(vals,
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
		vals = w.different(vals, w.values(c))
	}
	return w.wrapped(w.alternatives(vals, n), parse.Step{Kind: parse.StepInList})
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
		w.expr(c.Field("key"))
		vals = w.different(vals, w.values(c.Field("value")))
	}
	return w.wrapped(w.alternatives(vals, n), parse.Step{Kind: parse.StepInDict})
}

func (w *walker) await(n parse.Node) []parse.Step {
	for c := range n.Named {
		if chain := w.expr(c); chain != nil {
			return w.extend(chain, parse.Step{Kind: parse.StepAwait})
		}
	}
	return nil
}

// subscript reads x[i]. The index of a slice is ":".
func (w *walker) subscript(n parse.Node) []parse.Step {
	value := n.Field("value")
	chain := w.expr(value)
	index, slice := "", false
	for c := range n.Named {
		if c == value {
			continue
		}
		w.expr(c)
		slice = slice || c.Kind() == "slice"
		if c.Kind() == "integer" {
			index = c.Text()
		}
	}
	if chain == nil {
		return nil
	}
	if slice {
		return w.extend(chain, parse.Step{Kind: parse.StepSlice})
	}
	return w.extend(chain, parse.Step{Kind: parse.StepIndex, Name: index})
}

func (w *walker) namedExpression(n parse.Node) []parse.Step {
	vals := w.values(n.Field("value"))
	name := n.Field("name")
	if name.Kind() == "identifier" {
		w.bindName(name, vals, parse.TypeRef{}, n)
	}
	if len(vals) == 1 {
		return vals[0].Steps
	}
	return w.cut(parse.Step{Kind: parse.StepName, Name: name.Text()})
}

// lambda reads an anonymous function: what it does belongs to the definition
// around it. In a class body, `lambda self: …` is a method without name.
func (w *walker) lambda(n parse.Node) {
	list, body := n.Field("parameters"), n.Field("body")
	first := ""
	if c := items(list); len(c) > 0 {
		first = c[0].Text()
	}
	params := w.params(list, w.scope.kind == classScope && (first == "self" || first == "cls"))
	w.enter(innerScope, body.Range(), 0, params)
	w.expr(body)
	w.pop()
}

// comprehension reads a comprehension: its names are its own.
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
			vals := w.values(right)
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
	if len(element) > 0 && (element[0].Kind == parse.StepName ||
		element[0].Kind == parse.StepCall) {
		// names in it are known here alone
		element = w.unnamed(n, parse.Value{Steps: element, At: at})
	}
	if n.Kind() == "dictionary_comprehension" {
		return w.wrapped(element, parse.Step{Kind: parse.StepInDict})
	}
	return w.wrapped(element, parse.Step{Kind: parse.StepInList})
}

// narrowElement notes what the conditions of a comprehension tell of its names in
// the element, which stands before them.
func (w *walker) narrowElement(conditions []parse.Node, at, end uint32) {
	f := w.scope.flowOf()
	mark, dead := f.mark(), f.dead
	for _, c := range conditions {
		w.narrowBy(c, at, false)
	}
	f.rollback(mark, dead, end)
}

// yield reads what a generator gives.
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
