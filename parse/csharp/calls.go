package csharp

import (
	"strings"

	"seedgraph/parse"
)

// invocation reads a call.
func (r *reader) invocation(n parse.Node, g goal) []parse.Step {
	outer := r.folding
	if kind := r.composerOf(n); kind > composesName {
		if !outer {
			r.embed(n)
		}
		r.folding = true
	} else {
		r.folding = false
	}
	steps := r.called(n.Field("function"), n.Field("arguments"), g)
	r.folding = outer
	return steps
}

// isCall reports whether an apparent index expression is the argument list of a
// call whose result is assigned to; see callAssigned.
func (r *reader) isCall(subscript parse.Node) bool {
	return strings.HasPrefix(r.str(subscript), "(")
}

// called reads a callee and its arguments.
func (r *reader) called(function, args parse.Node, g goal) []parse.Step {
	switch function.Kind() {
	case "identifier":
		return r.plainCall(function, function, args, g)
	case "generic_name":
		id := function.Child("identifier")
		return r.plainCall(id, function, args, g)
	case "member_access_expression":
		recv := r.receiverOf(function.Field("expression"))
		r.appended(function.Field("name"), recv, args)
		return r.memberCall(function.Field("name"), recv, args, g)
	}
	return r.delegateCall(r.receiverOf(function), args.Start(), args, g)
}

// delegateCall reads the call of a value as a call of its Invoke: f(x), f()(),
// handlers[0](x).
func (r *reader) delegateCall(value []parse.Step, at uint32, args parse.Node, g goal) []parse.Step {
	count := r.invoke(parse.Reference{Kind: parse.RefCall, Name: "Invoke", Recv: value, At: at},
		args)
	if !g.steps {
		return nil
	}
	return append(value, parse.Step{Kind: parse.StepCall, Name: "Invoke", Args: count, At: at})
}

// plainCall reads a call without receiver. Calling a local is calling a delegate:
// a call of its Invoke. nameof looks like a call but is not one.
func (r *reader) plainCall(id, function, args parse.Node, g goal) []parse.Step {
	name := r.str(id)
	if function.Kind() == "identifier" {
		if l := r.local(name); l != nil && l.Kind != parse.LocalTypeParam {
			return r.delegateCall(r.chain(parse.Step{Kind: parse.StepName, Name: name,
				At: id.Start()}), id.Start(), args, g)
		}
		if name == "nameof" {
			r.children(args)
			return r.typed(g, parse.TypeRef{Name: "string"})
		}
	}
	at := len(r.f.References)
	_, types, count := r.memberName(function)
	ref := parse.Reference{Kind: parse.RefCall, Name: name, At: id.Start(), TypeArgs: count,
		Extra: typeArgs(types)}
	n := r.invokeAt(ref, at, args)
	if !g.steps || name == "" {
		return r.opaque(g)
	}
	step := parse.Step{Kind: parse.StepCall, Name: name, Args: n, At: id.Start()}
	if types != nil {
		step.Type = &parse.TypeRef{Name: name, Args: types, At: id.Start()}
	}
	return r.chain(step)
}

// memberCall reads a call of a member of a chain.
func (r *reader) memberCall(nameNode parse.Node, recv []parse.Step, args parse.Node,
	g goal) []parse.Step {
	at := len(r.f.References)
	id, types, count := r.memberName(nameNode)
	name := r.str(id)
	n := r.invokeAt(parse.Reference{
		Kind: parse.RefCall, Name: name, Recv: recv, At: id.Start(), TypeArgs: count,
		Extra: typeArgs(types),
	}, at, args)
	if !g.steps {
		return nil
	}
	step := parse.Step{Kind: parse.StepCall, Name: name, Args: n, At: id.Start()}
	if types != nil {
		step.Type = &parse.TypeRef{Name: name, Args: types, At: id.Start()}
	}
	return append(recv, step)
}

// invoke emits a call or creation and reads its arguments.
func (r *reader) invoke(ref parse.Reference, args parse.Node) int16 {
	return r.invokeAt(ref, len(r.f.References), args)
}

// typeArgs returns the extra of a call with type arguments.
func typeArgs(types []parse.TypeRef) *parse.CallExtra {
	if types == nil {
		return nil
	}
	return &parse.CallExtra{TypeArgs: types}
}

// invokeAt is like invoke, for a reference that precedes those emitted since at.
func (r *reader) invokeAt(ref parse.Reference, at int, args parse.Node) int16 {
	if ref.Name == "" {
		return r.arguments(args, -1)
	}
	r.refer(ref)
	r.inFront(at)
	return r.arguments(args, at)
}

// arguments reads an argument list into the reference with index call; -1 if the
// call has none.
func (r *reader) arguments(list parse.Node, call int) (count int16) {
	a := callArguments{procedure: -1}
	for c := range list.Named {
		switch c.Kind() {
		case "comment":
		case "argument":
			if !strings.HasPrefix(r.str(c), ")") { // otherwise the list is empty: see callAssigned
				r.argument(c, &a, call)
			}
		default:
			r.statement(c)
		}
	}
	if call >= 0 {
		a.enter(&r.f.References[call])
	}
	if a.procedure >= 0 {
		r.procedureArgument(list, a.procedure)
	}
	return int16(min(a.count, maxArguments))
}

// maxArguments bounds the recorded number of arguments of a call.
const maxArguments = 1000

// A callArguments collects the facts of the arguments of a call.
type callArguments struct {
	count int
	types []parse.TypeRef
	steps [][]parse.Step
	names []string

	procedure int16 // index of the argument CommandType.StoredProcedure, or -1
}

// argument reads one argument of the call with index call.
func (r *reader) argument(n parse.Node, a *callArguments, call int) {
	value := argumentValue(n)
	t := r.argumentType(value)
	g := goal{steps: t.IsZero()}
	sink := ""
	if call >= 0 {
		g.arg = &argument{callee: r.f.References[call].At, index: int16(min(a.count, maxArguments))}
		sink = r.f.References[call].Name
	}
	steps := r.argumentExpr(value, g, sink)
	if call >= 0 && !r.folding {
		r.handed(value, call, int16(min(a.count, maxArguments)))
	}
	if r.isProcedureType(value) {
		a.procedure = int16(min(a.count, maxArguments))
	}
	if t.Func != 0 && g.arg != nil {
		t.At, steps = g.arg.returns.at, g.arg.returns.steps
	}
	if isOpaque(steps) {
		steps = nil
	}
	if mode := argumentMode(n); mode != "" {
		t = parse.TypeRef{Form: parse.FormByReference, Name: mode, Args: []parse.TypeRef{t}}
	}
	a.types = put(a.types, a.count, t, !t.IsZero())
	a.steps = put(a.steps, a.count, steps, steps != nil)
	name := r.str(n.Field("name"))
	a.names = put(a.names, a.count, name, name != "")
	a.count++
}

// argumentMode returns the modifier of an argument that is passed by reference.
func argumentMode(n parse.Node) string {
	for c := range n.Children {
		if c.Is("out", "ref", "in") {
			return c.Kind()
		}
	}
	return ""
}

// put appends v to s, which has one entry for each of n arguments, or is nil until
// one of them is informative.
func put[T any](s []T, n int, v T, says bool) []T {
	if s == nil && !says {
		return nil
	}
	if s == nil {
		s = make([]T, n, n+2)
	}
	return append(s, v)
}

// enter sets the arguments of a reference.
func (a *callArguments) enter(ref *parse.Reference) {
	ref.Args = int16(min(a.count, maxArguments))
	ref.SetArgs(a.types, a.steps)
	if a.names == nil {
		return
	}
	if ref.Extra == nil {
		ref.Extra = &parse.CallExtra{}
	}
	ref.Extra.ArgNames = a.names
}

// argumentValue returns the expression of an argument: its last operand.
func argumentValue(n parse.Node) parse.Node {
	var last parse.Node
	for c := range n.Children {
		if isOperand(c) {
			last = c
		}
	}
	return last
}

// isOperand reports whether a node may be an expression: a named node of the
// grammar, or `this`.
func isOperand(n parse.Node) bool {
	return n.IsNamed() && n.Kind() != "comment" || n.Kind() == "this"
}

// argumentExpr reads an argument, with sink for embedded code in it.
func (r *reader) argumentExpr(n parse.Node, g goal, sink string) []parse.Step {
	first := len(r.f.Embedded)
	steps := r.expr(n, g)
	for i := first; i < len(r.f.Embedded); i++ {
		if e := &r.f.Embedded[i]; e.Sink == "" && e.Range == r.rangeOf(n) {
			e.Sink = sink
		}
	}
	return steps
}

// argumentType returns the type of an argument as far as its syntax determines it;
// the declared type of a local.
func (r *reader) argumentType(n parse.Node) parse.TypeRef {
	switch n.Kind() {
	case "object_creation_expression", "cast_expression", "array_creation_expression":
		return r.silentType(n.Field("type"))
	case "default_expression":
		return r.silentType(n.Field("type"))
	case "as_expression":
		return r.silentType(n.Field("right"))
	case "typeof_expression":
		return parse.TypeRef{Name: "Type"}
	case "lambda_expression", "anonymous_method_expression":
		return parse.TypeRef{Form: parse.FormFunc, Func: lambdaForm(n), Args: r.lambdaTypes(n),
			At: n.Start()}
	case "element_binding_expression":
		return parse.TypeRef{Form: parse.FormCollection, At: n.Start()}
	case "integer_literal":
		if r.text[n.Start()] == '[' {
			return parse.TypeRef{Form: parse.FormCollection, At: n.Start()}
		}
	case "parenthesized_expression", "checked_expression":
		return r.argumentType(argumentValue(n))
	case "identifier":
		l := r.local(r.str(n))
		switch {
		case l == nil:
		case !l.Type.IsZero() && l.Kind != parse.LocalTypeParam:
			return l.Type
		case l.LastStep == 0 && len(l.Init) == 1 && (l.Init[0].Kind == parse.StepNew ||
			l.Init[0].Kind == parse.StepType):
			return l.Init[0].WrittenType()
		}
		return parse.TypeRef{}
	case "declaration_expression":
		if isProduct(n) {
			return parse.TypeRef{}
		}
		return r.silentType(n.Field("type"))
	case "is_pattern_expression", "is_expression":
		return parse.TypeRef{Name: "bool", At: n.Start()}
	}
	return r.literal(n)
}

// silentType reads a type whose names are emitted elsewhere.
func (r *reader) silentType(n parse.Node) parse.TypeRef { return r.typeRef(n, false) }

// lambdaForm returns the form of a lambda.
func lambdaForm(n parse.Node) parse.FuncForm {
	form := parse.FuncLambda
	if isAsync(n) {
		form |= parse.FuncAsync
	}
	switch body := lambdaBody(n); body.Kind() {
	case "block":
		if endsInThrow(body) {
			return form | parse.FuncBlock | parse.FuncThrows
		}
		return form | parse.FuncBlock
	case "throw_expression":
		return form | parse.FuncThrows
	case "invocation_expression", "assignment_expression", "postfix_unary_expression",
		"await_expression",
		"object_creation_expression", "implicit_object_creation_expression",
		"conditional_access_expression":
		return form | parse.FuncStatement
	case "prefix_unary_expression":
		if op := prefixOperator(body); op == "++" || op == "--" {
			return form | parse.FuncStatement
		}
	}
	return form
}

// isAsync reports whether a lambda is asynchronous.
func isAsync(n parse.Node) bool {
	for c := range n.Children {
		if c.Kind() == "modifier" && c.Text() == "async" || c.Kind() == "async" {
			return true
		}
	}
	return false
}

// lambdaBody returns the block or expression of a lambda.
func lambdaBody(n parse.Node) parse.Node { return argumentValue(n) }

// endsInThrow reports whether the last statement of a block throws, so that its
// end is unreachable.
func endsInThrow(block parse.Node) bool {
	var last parse.Node
	for c := range block.Named {
		if c.Kind() != "comment" {
			last = c
		}
	}
	return last.Kind() == "throw_statement"
}

// lambdaTypes returns the written type of each parameter of a lambda, or the zero
// value.
func (r *reader) lambdaTypes(n parse.Node) []parse.TypeRef {
	types := []parse.TypeRef{}
	for c := range n.Named {
		switch c.Kind() {
		case "implicit_parameter":
			return make([]parse.TypeRef, 1)
		case "parameter_list":
			for p := range c.Named {
				if p.Kind() == "parameter" {
					types = append(types, r.silentType(p.Field("type")))
				}
			}
			return types
		}
	}
	return types
}

// creation reads new T(…) { … }.
func (r *reader) creation(n parse.Node, g goal) []parse.Step {
	typeNode := n.Field("type")
	at := len(r.f.References)
	t := r.typ(typeNode)
	created := r.asCreation(at, typeNode)
	if args := flat(t).Args; created >= 0 && len(args) > 0 && t.Form != parse.FormOptional {
		r.f.References[created].Extra = &parse.CallExtra{TypeArgs: args}
	}
	args := r.creationArguments(n, created)
	return r.created(n, t, args, g)
}

// asCreation turns the reference to the name of the created type, among those
// emitted since at, into a creation and returns its index, or -1.
func (r *reader) asCreation(at int, typeNode parse.Node) int {
	name := typeNode
	for name.Is("qualified_name", "alias_qualified_name", "nullable_type") {
		next := name.Field("name")
		if next.IsZero() {
			next = name.Field("type")
		}
		name = next
	}
	for i := at; i < len(r.f.References); i++ {
		if ref := &r.f.References[i]; ref.At == name.Start() && ref.Kind == parse.RefType {
			ref.Kind = parse.RefCreate
			return i
		}
	}
	return -1
}

// creationArguments reads the arguments of the creation at index i.
func (r *reader) creationArguments(n parse.Node, i int) int16 {
	list := n.Field("arguments")
	if list.IsZero() {
		list = n.Child("argument_list")
	}
	return r.arguments(list, i)
}

// created reads the initializer of a creation of t and returns its chain.
func (r *reader) created(n parse.Node, t parse.TypeRef, args int16, g goal) []parse.Step {
	step := parse.Step{Kind: parse.StepNew, Name: flat(t).Name, Args: args, Type: &t, At: t.At}
	list := n.Field("initializer")
	if list.IsZero() {
		list = n.Child("initializer_expression")
	}
	if !list.IsZero() {
		r.objectInitializer(list, r.chain(step), elementGoals(t))
		r.createdCommand("", n)
	}
	if !g.steps {
		return nil
	}
	if t.IsZero() {
		return r.opaque(g)
	}
	return r.chain(step)
}

// objectInitializer reads { A = 1, B = { C = 2 }, x }: A and B are members of
// the object.
func (r *reader) objectInitializer(list parse.Node, object []parse.Step, elements []goal) {
	for c := range list.Named {
		if c.Kind() != "assignment_expression" {
			if c.Kind() != "comment" {
				first, count := r.element(c, elements)
				r.added(c, object, first, count)
			}
			continue
		}
		left, right := c.Field("left"), c.Field("right")
		if left.Kind() != "identifier" { // ["key"] = value
			r.expr(left, goal{})
			r.initialized(right, extend(object, parse.Step{Kind: parse.StepIndex, At: left.Start()}))
			continue
		}
		name := r.str(left)
		r.refer(parse.Reference{Kind: parse.RefMember, Name: name, Recv: object, Args: -1,
			At: left.Start()})
		r.f.Assign(left, right)
		member := extend(object, parse.Step{Kind: parse.StepMember, Name: name, At: left.Start()})
		r.initialized(right, member)
	}
}

// initialized reads the initializer of a member of the object: its new value, or the assignments
// and additions to the value that it has.
//
//	Name = new("a"), Lines = { new(1), new(2) }
func (r *reader) initialized(value parse.Node, member []parse.Step) {
	if value.Kind() != "initializer_expression" {
		r.expr(value, goal{to: member})
		return
	}
	r.objectInitializer(value, member,
		[]goal{{to: extend(member, parse.Step{Kind: parse.StepElement, At: value.Start()})}})
}

// implicitCreation reads new(…): a creation of the target type in the goal.
func (r *reader) implicitCreation(n parse.Node, g goal) []parse.Step {
	var t parse.TypeRef
	at := -1
	ref := parse.Reference{Kind: parse.RefCreate, At: n.Start()}
	switch {
	case g.typ != nil && !g.typ.IsZero():
		t = bare(*g.typ)
		named := flat(t)
		ref.Name = lastName(named.Name)
		ref.Recv = r.qualifierSteps(t)
		ref.TypeArgs = int8(min(len(named.Args), 100))
		ref.Extra = typeArgs(named.Args)
	case len(g.to) > 0:
		ref.Name, ref.Recv = "new", g.to[:len(g.to):len(g.to)]
	case g.arg != nil:
		ref.Name = "new"
		ref.Recv = r.chain(parse.Step{Kind: parse.StepArgument, At: g.arg.callee,
			Args: g.arg.index})
		if g.gives {
			ref.Recv = append(ref.Recv, parse.Step{Kind: parse.StepFuncResult})
		}
	}
	if ref.Name != "" {
		at = len(r.f.References)
		r.refer(ref)
	}
	args := r.creationArguments(n, at)
	return r.created(n, t, args, g)
}

func (r *reader) arrayCreation(n parse.Node, g goal) []parse.Step {
	t := r.typ(n.Field("type"))
	for c := range n.Named {
		if c.Kind() == "initializer_expression" {
			r.elements(c, goal{typ: &t})
		}
	}
	return r.typed(g, t)
}

// with reads x with { A = 1 }: names and values are siblings.
func (r *reader) with(n parse.Node, g goal) []parse.Step {
	var object []parse.Step
	for c := range n.Named {
		switch c.Kind() {
		case "comment":
		case "with_initializer", "with_initializer_expression":
			r.withMembers(c, object)
		default:
			object = r.copied(c)
		}
	}
	if object == nil {
		return r.opaque(g)
	}
	return object
}

func (r *reader) withMembers(n parse.Node, object []parse.Step) {
	recv := object[:len(object):len(object)]
	for c := range n.Children {
		if !c.IsNamed() || c.Kind() == "comment" {
			continue
		}
		if c.Kind() == "identifier" && c.Next().Kind() == "=" {
			r.refer(parse.Reference{Kind: parse.RefMember, Name: r.str(c), Recv: recv, Args: -1,
				At: c.Start()})
			continue
		}
		r.expr(c, goal{})
	}
}

// anonymousObject reads new { A = x, y.B }: A refers to no declaration.
func (r *reader) anonymousObject(n parse.Node, g goal) []parse.Step {
	parts := r.pieces(g)
	name := ""
	for c := range n.Children {
		switch {
		case !c.IsNamed() || c.Kind() == "comment":
		case c.Kind() == "identifier" && c.Next().Kind() == "=":
			name = r.str(c)
		default:
			if name == "" {
				name = r.str(impliedName(c))
			}
			parts.add(name, r.expr(c, goal{steps: g.steps}))
			name = ""
		}
	}
	return parts.chain("{}")
}

// impliedName returns the name that a value implies for the member or element it
// becomes: the name of the variable or member it refers to; the zero Node for
// other values.
func impliedName(n parse.Node) parse.Node {
	switch n.Kind() {
	case "identifier":
		return n
	case "member_access_expression":
		return n.Field("name")
	}
	return parse.Node{}
}

// A pieces collects the chains of the parts of an expression.
type pieces struct {
	r     *reader
	wants bool
	steps []parse.Step
}

func (r *reader) pieces(g goal) *pieces { return &pieces{r: r, wants: g.steps} }

// add adds a part with a name; a chain without steps is opaque.
func (p *pieces) add(name string, steps []parse.Step) {
	if !p.wants {
		return
	}
	if len(steps) == 0 {
		steps = []parse.Step{{Kind: parse.StepOpaque}}
	}
	p.steps = append(append(p.steps, steps...),
		parse.Step{Kind: parse.StepPart, Name: name, Args: length(steps)})
}

// chain returns the chain of the whole: a tuple "()", an object "{}" or an array
// "[]".
func (p *pieces) chain(form string) []parse.Step {
	if !p.wants {
		return nil
	}
	return append(p.steps, parse.Step{Kind: parse.StepTuple, Name: form, Args: length(p.steps)})
}

// length returns the number of steps, bounded to fit into a step.
func length(steps []parse.Step) int16 { return int16(min(len(steps), maxArguments)) }
