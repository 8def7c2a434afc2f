package typescript

import (
	"seedgraph/parse"
)

// visit walks a statement or an expression whose value is not needed.
func (e *extractor) visit(n parse.Node) {
	switch n.Kind() {
	case "identifier", "shorthand_property_identifier":
		e.use(n)
	case "call_expression", "member_expression", "new_expression", "subscript_expression",
		"await_expression", "as_expression", "type_assertion",
		"satisfies_expression", "non_null_expression", "string", "template_string",
		"ternary_expression", "binary_expression", "augmented_assignment_expression",
		"instantiation_expression":
		e.chain(n)
	case "arrow_function", "function_expression", "generator_function":
		e.lambdaChain(n)
	case "class":
		e.class(n, n, &lead{}, n.Field("name"), "")
	case "object":
		e.objectChain(n)
	case "array":
		e.arrayChain(n)
	case "statement_block", "switch_body":
		e.scoped(n, func(n parse.Node) { e.statements(n, -1) })
	case "export_statement", "ambient_declaration", "class_declaration",
		"abstract_class_declaration", "function_declaration", "generator_function_declaration",
		"function_signature", "interface_declaration", "type_alias_declaration", "enum_declaration",
		"module", "internal_module", "lexical_declaration",
		"variable_declaration", "import_statement", "import_alias", "expression_statement",
		"method_definition", "method_signature", "public_field_definition", "ERROR":
		made := e.made
		e.member(n, &lead{}, -1)
		e.made = made
	case "if_statement":
		e.ifStatement(n)
	case "while_statement", "for_statement":
		e.whileStatement(n)
	case "do_statement":
		e.looped(n, e.each)
	case "for_in_statement":
		e.looped(n, e.forIn)
	case "switch_statement":
		e.switchStatement(n)
	case "switch_case":
		e.decision()
		e.statements(n, -1)
	case "switch_default":
		e.statements(n, -1)
	case "catch_clause":
		e.decision()
		e.scoped(n, e.catch)
	case "return_statement":
		e.returnStatement(n)
	case "yield_expression":
		e.yielded(n)
	case "assignment_expression":
		e.assignment(n)
	case "jsx_opening_element", "jsx_self_closing_element":
		e.jsxTag(n)
	case "jsx_closing_element", "property_identifier", "private_property_identifier",
		"statement_identifier", "comment", "this", "super", "number", "regex":
	case "decorator":
		e.decorator(n)
	case "type_annotation", "type_arguments", "asserts_annotation", "type_predicate_annotation",
		"type_identifier":
		e.typ(n)
	default:
		e.each(n)
	}
}

// chain walks an expression and returns it as the steps that determine its type.
// Steps are shared between the references of one chain: a longer one continues the
// shorter ones in place.
func (e *extractor) chain(n parse.Node) []parse.Step {
	if !takesHint(n) {
		e.hint = hint{}
	}
	switch n.Kind() {
	case "identifier":
		e.use(n)
		return []parse.Step{{Kind: parse.StepName, Name: n.Text()}}
	case "this":
		return []parse.Step{{Kind: parse.StepThis}}
	case "super":
		return []parse.Step{{Kind: parse.StepBase}}
	case "member_expression":
		return e.memberChain(n)
	case "subscript_expression":
		return e.subscript(n)
	case "call_expression":
		return e.call(n)
	case "new_expression":
		return e.create(n)
	case "await_expression":
		chain := e.chain(namedChild(n))
		e.implied(opAwait, n.Start(), chain)
		return append(chain, parse.Step{Kind: parse.StepAwait})
	case "parenthesized_expression", "non_null_expression":
		return e.inner(n)
	case "instantiation_expression": // f<T>, the function
		chain := e.chain(n.First())
		e.typeArgs(n.Child("type_arguments"))
		return chain
	case "class":
		def := e.class(n, n, &lead{}, n.Field("name"), "")
		return []parse.Step{{Kind: parse.StepName, Name: e.f.Definitions[def].Name}}
	case "as_expression", "satisfies_expression", "type_assertion":
		return e.cast(n)
	case "assignment_expression":
		return e.assignment(n)
	case "array":
		return e.arrayChain(n)
	case "ternary_expression":
		return e.ternary(n)
	case "binary_expression":
		return e.binary(n)
	case "augmented_assignment_expression":
		return e.augmented(n)
	case "spread_element":
		chain := e.chain(namedChild(n))
		if n.Parent().Is("array", "arguments") {
			e.implied(opLoop, n.Start(), chain)
		}
		return append(chain[:len(chain):len(chain)], parse.Step{Kind: parse.StepSpread})
	case "arrow_function", "function_expression", "generator_function":
		return e.lambdaChain(n)
	case "object":
		return e.objectChain(n)
	case "unary_expression":
		return e.unary(n)
	case "update_expression":
		e.each(n)
		return literalStep("number")
	case "string":
		e.embedded(n)
		return literalStep(n.Text())
	case "template_string":
		e.embedded(n)
		e.substitutions(n)
		return literalStep("string")
	case "number", "true", "false", "null", "undefined":
		return literalStep(n.Text())
	}
	e.visit(n)
	return unknownStep
}

// takesHint reports whether a type expected of n determines types inside it.
func takesHint(n parse.Node) bool {
	return n.Is("arrow_function", "function_expression", "object", "array",
		"parenthesized_expression", "ternary_expression", "binary_expression")
}

var unknownStep = []parse.Step{{Kind: parse.StepOpaque}}[:1:1]

func literalStep(name string) []parse.Step {
	return []parse.Step{{Kind: parse.StepType, Type: &parse.TypeRef{Name: name}}}
}

// opaque reports whether a chain is unknown.
func opaque(chain []parse.Step) bool {
	return len(chain) == 0 || chain[0].Kind == parse.StepOpaque
}

// ref adds a reference.
func (e *extractor) ref(kind parse.RefKind, name string, recv []parse.Step, args int, at uint32) {
	if name == "" {
		return
	}
	e.f.References = append(e.f.References,
		parse.Reference{Kind: kind, Name: name, Recv: recv[:len(recv):len(recv)],
			Args: int16(min(args, 1<<15-1)), Def: e.def, At: at})
}

// use adds the use of a plain name.
func (e *extractor) use(n parse.Node) {
	switch name := n.Text(); name {
	case "undefined", "arguments", "NaN", "Infinity", "globalThis":
	default:
		e.ref(parse.RefMember, name, nil, -1, n.Start())
	}
}

func (e *extractor) memberChain(n parse.Node) []parse.Step {
	recv := e.chain(n.Field("object"))
	name := n.Field("property")
	if !name.IsZero() {
		e.ref(parse.RefMember, name.Text(), recv, -1, name.Start())
	}
	return append(recv, parse.Step{Kind: parse.StepMember, Name: name.Text()})
}

// subscript reads a[i]; a['name'] is a member.
func (e *extractor) subscript(n parse.Node) []parse.Step {
	recv, index := e.chain(n.Field("object")), n.Field("index")
	if index.Is("string") {
		name := unquote(index.Text())
		e.ref(parse.RefMember, name, recv, -1, index.Start())
		return append(recv, parse.Step{Kind: parse.StepMember, Name: name})
	}
	e.visit(index)
	step := parse.Step{Kind: parse.StepIndex}
	if index.Is("number") {
		step.Name = index.Text()
	}
	return append(recv, step)
}

// inner reads through parentheses and x!.
func (e *extractor) inner(n parse.Node) []parse.Step {
	chain := unknownStep
	first := true
	for c := range n.Named {
		switch {
		case c.Is("comment"):
		case first:
			chain, first = e.chain(c), false
		default:
			e.visit(c)
		}
	}
	return chain
}

// cast reads x as T, <T>x and x satisfies T.
func (e *extractor) cast(n parse.Node) []parse.Step {
	value, chain := parse.Node{}, unknownStep
	var t parse.TypeRef
	if last := lastStatement(n); n.Is("as_expression", "satisfies_expression") {
		e.hint = typed(e.plainType(last))
	}
	for c := range n.Named {
		switch {
		case c.Is("comment"):
		case n.Is("type_assertion") && c.Is("type_arguments"):
			if args := e.typeArgs(c); len(args) == 1 {
				t = args[0]
			}
		case value.IsZero():
			value, chain = c, e.chain(c)
		default:
			t = e.typ(c)
		}
	}
	if t.IsZero() || n.Is("satisfies_expression") { // `as const` has no type node
		return chain
	}
	return []parse.Step{{Kind: parse.StepType, Type: &t}}
}

// ternary reads a ? b : c.
func (e *extractor) ternary(n parse.Node) []parse.Step {
	e.decision()
	condition, yes, no := n.Field("condition"), n.Field("consequence"), n.Field("alternative")
	e.narrow(condition, true, yes.Range())
	e.narrow(condition, false, no.Range())
	h := e.takeHint()
	e.visit(condition)
	e.hint = h
	x := e.chain(yes)
	e.hint = h
	return e.choice(yes, x, no, e.chain(no))
}

// choice returns the chain of a choice between two expressions.
func (e *extractor) choice(a parse.Node, x []parse.Step, b parse.Node,
	y []parse.Step) []parse.Step {
	if opaque(x) && opaque(y) {
		return unknownStep
	}
	g := e.group(parse.Group{Values: []parse.Value{value(a, x), value(b, y)}})
	return []parse.Step{{Kind: parse.StepAlternatives, At: g}}
}

// group adds a group, and returns the At of a step for it.
func (e *extractor) group(g parse.Group) uint32 {
	e.f.Groups = append(e.f.Groups, g)
	return uint32(len(e.f.Groups))
}

// value returns a chain as a member of a group; an unknown one is left out.
func value(n parse.Node, chain []parse.Step) parse.Value {
	if opaque(chain) {
		return parse.Value{At: n.Start()}
	}
	return parse.Value{Steps: chain[:len(chain):len(chain)], At: n.Start()}
}

// binary reads a || b and the like.
func (e *extractor) binary(n parse.Node) []parse.Step {
	left, right := n.Field("left"), n.Field("right")
	h := e.takeHint()
	switch op := n.Field("operator").Kind(); op {
	case "||", "??":
		e.decision()
		if op == "||" {
			e.narrow(left, false, right.Range())
		}
		x := e.chain(left)
		e.hint = h
		return e.choice(left, x, right, e.chain(right))
	case "&&":
		e.decision()
		e.narrow(left, true, right.Range())
		e.visit(left)
		e.hint = h
		return e.chain(right)
	case "+":
		if e.embedded(n) {
			e.operand(left)
			e.operand(right)
			return literalStep("string")
		}
		if x, y := e.operand(left), e.operand(right); isNumber(x) && isNumber(y) {
			return literalStep("number")
		}
		return unknownStep
	case "<", ">", "<=", ">=":
		e.operand(left)
		e.operand(right)
		return literalStep("boolean")
	case "instanceof":
		e.visit(left)
		e.implied(opInstance, right.Start(), e.chain(right))
		return literalStep("boolean")
	case "===", "!==", "==", "!=", "in":
		e.visit(left)
		e.visit(right)
		return literalStep("boolean")
	}
	e.visit(left)
	e.visit(right)
	return literalStep("number")
}

// isNumber reports whether a chain is a number literal.
func isNumber(chain []parse.Step) bool {
	name := chain[0].WrittenType().Name
	return len(chain) == 1 && name != "" && (name == "number" || name[0] >= '0' && name[0] <= '9')
}

// unary reads !a, typeof a, -a and the like.
func (e *extractor) unary(n parse.Node) []parse.Step {
	op := n.Field("operator").Kind()
	if op == "+" || op == "-" || op == "~" {
		e.operand(n.Field("argument"))
		return literalStep("number")
	}
	e.visit(n.Field("argument"))
	switch op {
	case "!", "delete":
		return literalStep("boolean")
	case "typeof":
		return literalStep("string")
	case "void":
		return literalStep("undefined")
	}
	return literalStep("number")
}

// decision counts a decision point of the enclosing definition.
func (e *extractor) decision() {
	if d := &e.f.Definitions[e.def]; d.Complexity > 0 {
		d.Complexity++
	}
}

// call reads f(), x.f(), super(), import() and require().
func (e *extractor) call(n parse.Node) (chain []parse.Step) {
	fn, args := n.Field("function"), n.Field("arguments")
	count := argCount(args)
	callee, awaited := calleeOf(fn)
	var out []parse.Step
	switch callee.Kind() {
	case "identifier":
		if chain, ok := e.requireCall(n, callee, args); ok {
			return chain
		}
		e.ref(parse.RefCall, callee.Text(), nil, count, callee.Start())
		out = []parse.Step{{Kind: parse.StepCall, Name: callee.Text(), Args: int16(count)}}
	case "member_expression":
		e.embeddedCall(n)
		e.growList(n)
		recv := e.chain(callee.Field("object"))
		name := callee.Field("property")
		e.ref(parse.RefCall, name.Text(), recv, count, name.Start())
		out = append(recv, parse.Step{Kind: parse.StepCall, Name: name.Text(), Args: int16(count)})
	case "super":
		e.ref(parse.RefCreate, "super", []parse.Step{{Kind: parse.StepBase}}, count, callee.Start())
		out = unknownStep
	case "import":
		return e.dynamicImport(args)
	default:
		if out = e.chain(callee); !opaque(out) {
			out = append(out, parse.Step{Kind: parse.StepCall, Args: int16(count)})
		}
	}
	last := len(e.f.References) - 1
	if types := n.Field("type_arguments"); !types.IsZero() {
		list := e.typeArgs(types)
		if last >= 0 && len(list) < 127 {
			e.f.References[last].TypeArgs = int8(len(list))
		}
		if end := &out[len(out)-1]; end.Kind == parse.StepCall {
			end.Type = &parse.TypeRef{Args: list}
		}
	}
	if awaited {
		defer func() { chain = append(chain, parse.Step{Kind: parse.StepAwait}) }()
	}
	if args.Is("template_string") {
		e.embeddedTag(args, callee)
		e.each(args)
		return out
	}
	sink := e.sink
	e.sink = callee.Text()
	if callee.Is("member_expression") {
		e.sink = callee.Field("property").Text()
	}
	e.arguments(args, out, callee.Start())
	e.sink = sink
	e.converts(dotted(callee), callee, out)
	return out
}

// calleeOf returns the callee of a call. The grammar parses await f<T>(x) as a
// call of (await f): awaited reports that.
func calleeOf(n parse.Node) (callee parse.Node, awaited bool) {
	inner := n
	if inner.Is("await_expression") {
		inner, awaited = namedChild(inner), true
	}
	for inner.Is("parenthesized_expression", "non_null_expression") {
		inner = namedChild(inner)
	}
	return inner, awaited
}

func argCount(args parse.Node) int {
	if args.Is("template_string") {
		return 1
	}
	count := 0
	for c := range args.Named {
		if !c.Is("comment") {
			count++
		}
	}
	return count
}

// arguments visits the arguments of a call and adds them as a group to its chain.
func (e *extractor) arguments(args parse.Node, call []parse.Step, at uint32) {
	known := !opaque(call)
	group := uint32(0)
	if known && argCount(args) > 0 {
		group = e.group(parse.Group{})
		call[len(call)-1].At = group
	}
	var values []parse.Value
	keep := e.literal
	for c := range args.Named {
		if c.Is("comment") {
			continue
		}
		if known {
			e.hint = hint{call[:len(call):len(call)],
				at}.step(parse.Step{Kind: parse.StepExpected, Args: int16(len(values))})
		}
		values = append(values, value(c, e.chain(c)))
	}
	e.literal = keep
	if group > 0 {
		e.f.Groups[group-1].Values = values
	}
}

// create reads new T().
func (e *extractor) create(n parse.Node) []parse.Step {
	callee, args := n.Field("constructor"), n.Field("arguments")
	count := argCount(args)
	types := n.Field("type_arguments")
	out := unknownStep
	switch callee.Kind() {
	case "identifier":
		e.ref(parse.RefCreate, callee.Text(), nil, count, callee.Start())
		t := parse.TypeRef{Name: callee.Text(), Args: e.typeArgs(types), At: callee.Start()}
		out = []parse.Step{{Kind: parse.StepNew, Name: t.Name, Type: &t, Args: int16(count)}}
	case "member_expression":
		recv := e.chain(callee.Field("object"))
		name := callee.Field("property")
		e.ref(parse.RefCreate, name.Text(), recv, count, name.Start())
		t := parse.TypeRef{Name: dotted(callee), Args: e.typeArgs(types), At: callee.Start()}
		if t.Name != "" {
			out = []parse.Step{{Kind: parse.StepNew, Name: t.Name, Type: &t, Args: int16(count)}}
		}
	case "this":
		e.ref(parse.RefCreate, "this", []parse.Step{{Kind: parse.StepThis}}, count, callee.Start())
		out = []parse.Step{{Kind: parse.StepThis}, {Kind: parse.StepInstance}}
		e.typeArgs(types)
	default:
		classes := alternatives(callee)
		for _, c := range classes {
			e.ref(parse.RefCreate, c.Text(), nil, count, c.Start())
		}
		if recv := e.chain(callee); !opaque(recv) {
			if classes == nil {
				e.ref(parse.RefCreate, "new", recv, count, callee.Start())
			}
			out = append(recv, parse.Step{Kind: parse.StepInstance})
		}
		e.typeArgs(types)
	}
	if out[len(out)-1].Kind != parse.StepNew {
		e.arguments(args, nil, 0)
		return out
	}
	e.arguments(args, out, callee.Start())
	e.converts("new "+dotted(callee), callee, out)
	return out
}

// forIn reads for (const x of xs) and for (const key in x).
func (e *extractor) forIn(n parse.Node) {
	left, right := n.Field("left"), n.Field("right")
	chain := e.chain(right)
	if n.Field("operator").Is("of") {
		op := opLoop
		for c := range n.Children {
			if c.Is("await") {
				op = opAsyncLoop
			}
		}
		e.implied(op, right.Start(), chain)
	}
	if kind := n.Field("kind"); !kind.IsZero() {
		b := binding{scope: e.block, kind: parse.LocalVar}
		if kind.Is("var") {
			b.scope = e.fn
		}
		if n.Field("operator").Is("of") {
			b.init, b.iter, b.at = chain, true, right.Start()
		} else {
			b.typ = parse.TypeRef{Name: "string"}
		}
		e.bind(left, b)
	} else {
		e.visit(left)
	}
	e.visit(n.Field("body"))
}

func (e *extractor) catch(n parse.Node) {
	b := binding{scope: n.Range(), kind: parse.LocalVar}
	if t := n.Field("type"); !t.IsZero() {
		b.typ = e.typ(t)
	}
	e.bind(n.Field("parameter"), b)
	e.visit(n.Field("body"))
}

func (e *extractor) returnStatement(n parse.Node) {
	if value := namedChild(n); !value.IsZero() {
		if e.amd {
			e.exportsValue(unwrapped(value), n, &lead{})
			return
		}
		if e.yields < 0 { // in a generator, the declared type is that of the yielded values
			e.hint = e.result
		}
		e.returned(e.chain(value), value)
	}
}

// yielded records a value yielded by a generator.
func (e *extractor) yielded(n parse.Node) {
	value := namedChild(n)
	if value.IsZero() {
		return
	}
	chain := e.chain(value)
	if e.yields < 0 {
		return
	}
	if hasToken(n, "*") {
		e.implied(opLoop, value.Start(), chain)
		chain = append(chain[:len(chain):len(chain)], parse.Step{Kind: parse.StepElement})
	}
	keep := e.returns
	e.returns = e.yields
	e.returned(chain, value)
	e.returns = keep
}

// jsxTag visits <Component a={b}>. A capitalized or dotted name is a use of a
// component; others are elements of the platform.
func (e *extractor) jsxTag(n parse.Node) {
	name := n.Field("name")
	switch {
	case name.Is("identifier"):
		if text := name.Text(); text != "" && (text[0] < 'a' || text[0] > 'z') {
			e.namedAs(parse.RefRender, name)
		}
	case name.Is("member_expression", "nested_identifier"):
		e.namedAs(parse.RefRender, name)
	}
	for c := range n.Named {
		if value := handlerOf(c); !value.IsZero() {
			e.namedAs(parse.RefHandler, value)
		} else if c.FieldName() != "name" {
			e.visit(c)
		}
	}
}

// handlerOf returns the event handler name in an attribute, or the zero Node.
//
//	onClick={save}  onSubmit={form.send}
func handlerOf(attribute parse.Node) parse.Node {
	if !attribute.Is("jsx_attribute") {
		return parse.Node{}
	}
	var name, value parse.Node
	for c := range attribute.Named {
		if name.IsZero() {
			name = c
		} else {
			value = c
		}
	}
	text := name.Text()
	if len(text) < 3 || text[:2] != "on" || text[2] < 'A' || text[2] > 'Z' ||
		!value.Is("jsx_expression") {
		return parse.Node{}
	}
	if value = namedChild(value); !value.Is("identifier", "member_expression") {
		return parse.Node{}
	}
	return value
}

// namedAs visits a name, or a member of one, that is used as kind.
func (e *extractor) namedAs(kind parse.RefKind, n parse.Node) {
	before := len(e.f.References)
	e.visit(n)
	if last := len(e.f.References) - 1; last >= before {
		if r := &e.f.References[last]; r.Kind == parse.RefMember && r.At == lastName(n).Start() {
			r.Kind = kind
		}
	}
}

// decorators visits the decorators of the current definition.
func (e *extractor) decorators(l *lead) {
	for _, d := range l.decorators {
		e.decorator(d)
	}
}

func (e *extractor) decorator(n parse.Node) { e.visit(namedChild(n)) }

// decoratorName returns the dotted name of a decorator, without arguments.
func decoratorName(n parse.Node) string {
	inner := namedChild(n)
	if inner.Is("call_expression") {
		inner = inner.Field("function")
	}
	return dotted(inner)
}

// dotted returns the text of a.b.c, empty for anything else.
func dotted(n parse.Node) string {
	for c := n; ; c = c.Field("object") {
		switch c.Kind() {
		case "identifier", "type_identifier", "nested_identifier", "nested_type_identifier", "this":
			return n.Text()
		case "member_expression":
		default:
			return ""
		}
	}
}
