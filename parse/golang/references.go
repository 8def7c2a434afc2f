package golang

import (
	"strings"

	"seedgraph/parse"
)

// ref adds a reference from the innermost named definition.
func (w *walk) ref(r parse.Reference, recv parse.Run) {
	if r.Name == "" || r.Name == "_" || w.quiet {
		return
	}
	r.Def = w.def
	w.References = append(w.References, parse.DraftReference{Reference: r, Recv: recv})
}

func (w *walk) isOpaque(s parse.Run) bool {
	return s.N == 1 && w.Steps[s.Off].Kind == parse.StepOpaque
}

func typeStep(name string) parse.Step {
	return parse.Step{Kind: parse.StepType, Name: name, Type: &parse.TypeRef{Name: name}}
}

// expr reads an expression, adds references for the names in it, and returns its
// steps: one opaque step if it is unknown.
//
// The expression is a spine of selectors, calls and indexes, each applied to the
// one before it. Their steps are contiguous, so the receivers of all references in
// a long chain are slices of one array; the space is reserved before the arguments
// of the calls are read, since those add steps, too.
func (w *walk) expr(n parse.Node) parse.Run {
	if n.IsZero() {
		return parse.Run{}
	}
	base, room := len(w.spine), 0
	for {
		w.spine = append(w.spine, n)
		room += slots(n)
		next := below(n)
		if next.IsZero() {
			break
		}
		n = next
	}
	if room == 1 && n.Is("binary_expression") {
		w.spine = w.spine[:base]
		return w.binary(n)
	}
	off := int32(len(w.Steps))
	for range room {
		w.Steps = append(w.Steps, parse.Step{Kind: parse.StepOpaque})
	}
	k := int32(0)
	for i := len(w.spine) - 1; i >= base; i-- {
		w.element(w.spine[i], parse.Run{Off: off, N: k})
		k += int32(slots(w.spine[i]))
	}
	w.spine = w.spine[:base]
	return parse.Run{Off: off, N: k}
}

// callee returns the named function that a call calls, through parentheses and
// type arguments, and the latter.
func callee(n parse.Node) (fn, typeArgs parse.Node) {
	fn, typeArgs = n.Field("function"), n.Field("type_arguments")
	switch {
	case !typeArgs.IsZero():
		return fn, typeArgs
	case fn.Is("type_instantiation_expression"):
		return fn.Field("type"), fn
	case n.Is("type_conversion_expression"):
		typeArgs = parse.Node{}
		if t := n.Field("type"); t.Is("generic_type") {
			return t.Field("type"), t.Field("type_arguments")
		}
		return parse.Node{}, parse.Node{}
	}
	return fn, parse.Node{}
}

// below returns the operand of a selector, index or call; the zero Node at the
// root of a spine.
func below(n parse.Node) parse.Node {
	switch n.Kind() {
	case "call_expression":
		fn, _ := callee(n)
		switch fn.Kind() {
		case "call_expression":
			return fn
		case "selector_expression":
			return fn.Field("operand")
		case "index_expression":
			if f := fn.Field("operand"); f.Is("selector_expression") {
				return f.Field("operand")
			} else if !f.Is("identifier") {
				return f
			}
		}
	case "selector_expression", "index_expression", "slice_expression":
		return n.Field("operand")
	case "parenthesized_expression":
		return lastNamed(n)
	case "unary_expression":
		if n.Field("operator").Is("*", "&", "<-") {
			return n.Field("operand")
		}
	}
	return parse.Node{}
}

// slots returns the number of steps that n adds to its spine.
func slots(n parse.Node) int {
	switch n.Kind() {
	case "parenthesized_expression", "slice_expression":
		return 0
	case "unary_expression":
		if n.Field("operator").Is("*", "&") {
			return 0
		}
	case "call_expression":
		if fn, _ := callee(n); fn.Is("index_expression") &&
			!fn.Field("operand").Is("identifier", "selector_expression") {
			return 2
		}
	case "type_conversion_expression":
		if fn, _ := callee(n); fn.Is("qualified_type") {
			return 2
		}
	}
	return 1
}

// element reads one part of a spine and sets its steps, which follow recv.
func (w *walk) element(n parse.Node, recv parse.Run) {
	at := recv.Off + recv.N
	switch n.Kind() {
	case "parenthesized_expression":
	case "identifier":
		w.Steps[at] = parse.Step{Kind: parse.StepName, Name: n.Text()}
		if s := n.Text(); !w.isLocal(s) && !(w.packages[s] &&
			n.Parent().Is("selector_expression")) {
			w.ref(parse.Reference{Kind: parse.RefMember, Name: s, Args: -1, At: n.Start()},
				parse.Run{})
		}
	case "selector_expression":
		f := n.Field("field")
		w.Steps[at] = parse.Step{Kind: parse.StepMember, Name: f.Text()}
		w.ref(parse.Reference{Kind: parse.RefMember, Name: f.Text(), Args: -1, At: f.Start()}, recv)
	case "index_expression":
		w.Steps[at] = w.index(n.Field("index"))
	case "slice_expression":
		for c := range n.Named {
			if c.FieldName() != "operand" {
				w.expr(c)
			}
		}
	case "call_expression":
		w.call(n, recv)
	case "unary_expression":
		w.unary(n, recv)
	case "type_conversion_expression":
		w.conversion(n, at)
	default:
		step := w.value(n)
		w.Steps[at] = step
	}
}

func (w *walk) unary(n parse.Node, recv parse.Run) {
	switch n.Field("operator").Kind() {
	case "*":
	case "&":
		w.setAgain(n.Field("operand"), parse.Node{})
	case "<-":
		w.Steps[recv.Off+recv.N] = parse.Step{Kind: parse.StepElement}
	case "!":
		w.expr(n.Field("operand"))
		w.Steps[recv.Off+recv.N] = typeStep("bool")
	default:
		s := w.expr(n.Field("operand"))
		if s.N == 1 {
			w.Steps[recv.Off+recv.N] = w.Steps[s.Off]
		}
	}
}

// index reads the operand in brackets: an index, or the type argument of a generic
// function.
func (w *walk) index(n parse.Node) parse.Step {
	if n.Is("identifier") && w.isLocal(n.Text()) || !n.Is("identifier", "selector_expression") {
		w.expr(n)
		return parse.Step{Kind: parse.StepIndex}
	}
	return parse.Step{Kind: parse.StepIndex,
		Type: &parse.TypeRef{Args: []parse.TypeRef{w.argumentType(n)}}}
}

// call reads a call whose receiver was read.
func (w *walk) call(n parse.Node, recv parse.Run) {
	at := recv.Off + recv.N
	fn, typeArgs := callee(n)
	args := n.Field("arguments")
	if fn.Is("index_expression") {
		// Type arguments of a function, or an element that is a function.
		index := fn.Field("index")
		fn = fn.Field("operand")
		if !fn.Is("identifier", "selector_expression") {
			w.expr(index)
			w.Steps[at] = parse.Step{Kind: parse.StepIndex}
			w.arguments(args, parse.Embedded{}, false)
			return
		}
		w.named(n, fn, recv, args, func() []parse.TypeRef { return []parse.TypeRef{w.argumentType(index)} })
		return
	}
	switch fn.Kind() {
	case "identifier", "selector_expression":
		w.named(n, fn, recv, args, func() []parse.TypeRef { return w.typeArguments(typeArgs) })
	case "parenthesized_expression":
		s := w.expr(fn)
		if s.N == 1 && w.Steps[s.Off].Kind == parse.StepName && !w.isLocal(w.Steps[s.Off].Name) {
			// (*T)(x) is a conversion.
			name := w.Steps[s.Off].Name
			w.Steps[at] = parse.Step{Kind: parse.StepType, Name: name,
				Type: &parse.TypeRef{Name: name, At: fn.Start()}}
		} else if s.N == 2 && w.Steps[s.Off].Kind == parse.StepName &&
			w.Steps[s.Off+1].Kind == parse.StepMember && !w.isLocal(w.Steps[s.Off].Name) {
			name := w.Steps[s.Off].Name + "." + w.Steps[s.Off+1].Name
			w.Steps[at] = parse.Step{Kind: parse.StepType, Name: name,
				Type: &parse.TypeRef{Name: name, At: fn.Start()}}
		}
		w.arguments(args, parse.Embedded{}, false)
	case "call_expression":
		w.Steps[at] = parse.Step{Kind: parse.StepCall} // of the preceding value
		w.arguments(args, parse.Embedded{}, false)
	case "func_literal":
		// The result of a function literal that is called directly is known.
		if s := w.expr(fn); s.N == 1 && w.Steps[s.Off].Type != nil &&
			len(w.Steps[s.Off].Type.Args) > 1 {
			t := w.Steps[s.Off].Type.Args[1]
			w.Steps[at] = parse.Step{Kind: parse.StepType, Name: t.Name, Type: &t}
		}
		w.arguments(args, parse.Embedded{}, false)
	default:
		w.expr(fn)
		w.arguments(args, parse.Embedded{}, false)
	}
}

// argumentType reads an operand that may be a type argument or an index.
func (w *walk) argumentType(n parse.Node) parse.TypeRef {
	s := w.expr(n)
	t := parse.TypeRef{At: n.Start()}
	for i := s.Off; i < s.Off+s.N; i++ {
		if k := w.Steps[i].Kind; k != parse.StepName && k != parse.StepMember {
			return parse.TypeRef{}
		}
		if t.Name != "" {
			t.Name += "."
		}
		t.Name += w.Steps[i].Name
	}
	return t
}

func (w *walk) typeArguments(n parse.Node) []parse.TypeRef {
	var out []parse.TypeRef
	for c := range n.Named {
		if c.FieldName() != "type" && !c.Is("comment") {
			out = append(out, w.typeRef(c))
		}
	}
	return out
}

// named reads the call of a named function.
func (w *walk) named(n, fn parse.Node, recv parse.Run, args parse.Node,
	typeArgs func() []parse.TypeRef) {
	at := recv.Off + recv.N
	id := fn
	if fn.Is("selector_expression") {
		id = fn.Field("field")
	}
	s := id.Text()
	count := int16(0)
	for c := range args.Named {
		if !c.Is("comment") {
			count++
		}
	}
	bare := recv.N == 0 && !fn.Is("selector_expression")
	known := bare && !w.isLocal(s)
	if known && (w.isBuiltin(s) || w.isPredeclared(s)) {
		w.Steps[at] = w.builtinCall(id, args)
		return
	}
	r := len(w.References)
	w.ref(parse.Reference{Kind: parse.RefCall, Name: s, Args: count, At: id.Start()}, recv)
	step := parse.Step{Kind: parse.StepCall, Name: s, Args: count}
	if ts := typeArgs(); ts != nil {
		step.Type = &parse.TypeRef{Args: ts}
		if r < len(w.References) {
			w.References[r].TypeArgs = int8(min(len(ts), 100))
		}
	}
	keep := count > 0 && w.mayInfer(n, bare, s, recv)
	if keep {
		step.At = id.Start()
	}
	w.Steps[at] = step
	w.written(s, recv, args)
	outer := w.asked
	w.asked = w.mayRunMethods(s, recv)
	given := w.arguments(args, parse.Embedded{Sink: s, Callee: id.Start()}, keep)
	w.asked = outer
	if keep && r < len(w.References) {
		w.References[r].Given = given
	}
}

// mayInfer reports whether the call n may call a generic function with inferred
// type arguments and its result type is used: only package-level functions can be
// generic.
func (w *walk) mayInfer(n parse.Node, bare bool, name string, recv parse.Run) bool {
	if !w.typeMatters(n) {
		return false
	}
	if !bare {
		if recv.N != 1 || w.Steps[recv.Off].Kind != parse.StepName {
			return false
		}
		name = w.Steps[recv.Off].Name
	}
	return !w.isLocal(name)
}

// typeMatters reports whether something depends on the type of an expression: a
// member of it is used, a variable is set to it, or it is itself such an argument.
func (w *walk) typeMatters(n parse.Node) bool {
	p := n.Parent()
	for p.Is("parenthesized_expression", "unary_expression") {
		p = p.Parent()
	}
	switch p.Kind() {
	case "selector_expression", "index_expression", "slice_expression", "call_expression",
		"range_clause", "type_switch_statement":
		return true
	case "argument_list", "variadic_argument":
		return w.keeps
	case "expression_list":
		return p.Parent().Is("short_var_declaration", "var_spec", "range_clause",
			"receive_statement")
	}
	return false
}

// arguments reads the arguments of a call, and returns their steps if they are to
// be kept. of has the name and the position of the callee, if it has a name.
func (w *walk) arguments(args parse.Node, of parse.Embedded, keep bool) parse.Run {
	switch of.Sink {
	case "Sprintf", "ReplaceAll", "Replace":
		w.embedExpression(args.Parent(), firstNamed(args))
	case "Join":
		if list := elements(firstNamed(args)); len(list) > 0 {
			w.embedExpression(args.Parent(), list[0])
		}
		w.growing.Joins(w.def, firstNamed(args).Text())
	}
	outer, kept := w.sink, w.keeps
	var given []parse.Run
	known := false
	operands := printed{w: w, at: of.Callee, on: w.asked}
	w.asked = false
	for c := range args.Named {
		w.sink, w.keeps = of.Sink, keep
		switch {
		case c.Is("comment") || !keep && !operands.on:
			w.statement(c)
		default:
			s := w.argument(c)
			operands.add(c, s)
			if !keep {
				break
			}
			given = append(given, s)
			known = known || s.N > 1 || s.N == 1 &&
				(w.Steps[s.Off].Kind != parse.StepType || w.Steps[s.Off].Type.At != 0)
		}
		if of.Callee != 0 && !c.Is("comment") {
			w.embedArgument(c, of)
			of.Arg++
		}
	}
	w.sink, w.keeps = outer, kept
	if !known { // only literals, which have types without members
		return parse.Run{}
	}
	run := parse.Run{Off: int32(len(w.Args)), N: int32(len(given))}
	w.Args = append(w.Args, given...)
	return run
}

// argument reads an argument and returns its steps, or none if it is unknown. An
// argument list... has the steps of an element of the list.
func (w *walk) argument(n parse.Node) parse.Run {
	spread := n.Is("variadic_argument")
	if spread {
		n = lastNamed(n)
	}
	s := w.expr(n)
	if s.N == 0 || w.isOpaque(s) {
		return parse.Run{}
	}
	if !spread {
		return s
	}
	off := int32(len(w.Steps))
	w.Steps = append(w.Steps, w.Steps[s.Off:s.Off+s.N]...)
	w.Steps = append(w.Steps, parse.Step{Kind: parse.StepElement})
	return parse.Run{Off: off, N: s.N + 1}
}

// builtinCall reads the call of a builtin function, or a conversion to a
// predeclared type, and returns the single step for it.
func (w *walk) builtinCall(id, args parse.Node) parse.Step {
	s := id.Text()
	outer := w.sink
	w.sink = ""
	defer func() { w.sink = outer }()
	first := true
	step := parse.Step{Kind: parse.StepOpaque}
	if predeclared[s] {
		step = typeStep(s)
	} else if s == "len" || s == "cap" {
		step = typeStep("int")
	}
	for c := range args.Named {
		if c.Is("comment") {
			continue
		}
		switch {
		case first && (s == "new" || s == "make"):
			var t parse.TypeRef
			if s == "new" && w.isOperand(c) {
				step = w.newOf(id, c)
				break
			}
			if c.Is("identifier", "type_identifier") {
				t = w.typeRef(c)
			} else if x := w.asType(c); !x.IsZero() {
				t = x
			}
			if !t.IsZero() {
				step = parse.Step{Kind: parse.StepType, Name: t.Name, Type: &t}
			}
		case first && s == "append":
			if e := w.expr(c); e.N == 1 {
				step = w.Steps[e.Off]
			} else if e.N > 1 {
				step = w.appended(id, e)
			}
		default:
			w.statement(c)
		}
		first = false
	}
	return step
}

// isOperand reports whether the argument of new is an expression (Go 1.26), as far
// as the file determines: a package variable looks like a type.
func (w *walk) isOperand(n parse.Node) bool {
	switch n.Kind() {
	case "identifier", "type_identifier":
		return w.isLocal(n.Text())
	case "selector_expression":
		return !n.Field("operand").Is("identifier") || !w.packages[n.Field("operand").Text()]
	case "qualified_type":
		return !w.packages[n.Field("package").Text()]
	case "index_expression", "parenthesized_expression", "generic_type", "parenthesized_type":
		return false
	}
	return strings.HasSuffix(n.Kind(), "expression") || strings.HasSuffix(n.Kind(), "literal")
}

// newOf returns the step of new(x) for an expression x: a pointer has the members
// of its operand.
//
// A name and a qualified name are types in the tree.
func (w *walk) newOf(id, x parse.Node) parse.Step {
	var e parse.Run
	switch x.Kind() {
	case "type_identifier", "identifier":
		return parse.Step{Kind: parse.StepName, Name: x.Text()}
	case "qualified_type":
		of, field := x.Field("package"), x.Field("name")
		e = parse.Run{Off: int32(len(w.Steps)), N: 2}
		w.Steps = append(w.Steps, parse.Step{Kind: parse.StepName, Name: of.Text()},
			parse.Step{Kind: parse.StepMember, Name: field.Text()})
		if !w.isLocal(of.Text()) {
			w.ref(parse.Reference{Kind: parse.RefMember, Name: of.Text(), Args: -1, At: of.Start()},
				parse.Run{})
		}
		w.ref(parse.Reference{Kind: parse.RefMember, Name: field.Text(), Args: -1, At: field.Start()},
			parse.Run{Off: e.Off, N: 1})
	default:
		e = w.expr(x)
	}
	switch {
	case e.N == 1:
		return w.Steps[e.Off]
	case e.N > 1:
		return w.appended(id, e)
	}
	return parse.Step{Kind: parse.StepOpaque}
}

// appended returns the step of append(x, …), if x, the type of the result, has
// several steps.
func (w *walk) appended(id parse.Node, x parse.Run) parse.Step {
	given := parse.Run{Off: int32(len(w.Args)), N: 1}
	w.Args = append(w.Args, x)
	r := len(w.References)
	w.ref(parse.Reference{Kind: parse.RefCall, Name: id.Text(), Args: 1, At: id.Start()},
		parse.Run{})
	if r < len(w.References) {
		w.References[r].Given = given
	}
	return parse.Step{Kind: parse.StepCall, Name: id.Text(), Args: 1, At: id.Start()}
}

// asType reads an argument that is a type but may have been parsed as an
// expression.
func (w *walk) asType(n parse.Node) parse.TypeRef {
	if !n.Is("selector_expression", "index_expression", "parenthesized_expression",
		"unary_expression", "call_expression") {
		return w.typeRef(n)
	}
	return w.argumentType(n)
}

// value reads an expression that is not a spine and returns the single step for
// it.
func (w *walk) value(n parse.Node) parse.Step {
	switch n.Kind() {
	case "variadic_argument":
		w.expr(lastNamed(n))
	case "interpreted_string_literal", "raw_string_literal":
		w.embed(n)
		return typeStep("string")
	case "int_literal", "iota":
		return typeStep("int")
	case "float_literal":
		return typeStep("float64")
	case "imaginary_literal":
		return typeStep("complex128")
	case "rune_literal":
		return typeStep("rune")
	case "true", "false":
		return typeStep("bool")
	case "nil", "comment":
	case "composite_literal":
		return w.composite(n)
	case "type_assertion_expression":
		w.expr(n.Field("operand"))
		t := w.typeRef(n.Field("type"))
		return parse.Step{Kind: parse.StepType, Name: t.Name, Type: &t}
	case "type_instantiation_expression":
		return w.instantiation(n)
	case "func_literal":
		return w.funcLiteral(n)
	case "binary_expression":
		if s := w.binary(n); s.N == 1 {
			return w.Steps[s.Off]
		}
	case "literal_value":
		w.literal(n, parse.TypeRef{})
	case "type_identifier", "qualified_type", "generic_type", "slice_type", "array_type",
		"map_type", "channel_type", "function_type", "struct_type",
		"interface_type", "pointer_type", "parenthesized_type", "implicit_length_array_type":
		t := w.typeRef(n)
		return parse.Step{Kind: parse.StepType, Name: t.Name, Type: &t}
	default:
		w.children(n)
	}
	return parse.Step{Kind: parse.StepOpaque}
}

// instantiation reads f[A, B] for a function name f: a name with type arguments.
func (w *walk) instantiation(n parse.Node) parse.Step {
	s := w.expr(n.Field("type"))
	args := w.typeArguments(n)
	if s.N != 1 || w.Steps[s.Off].Kind != parse.StepName {
		return parse.Step{Kind: parse.StepOpaque}
	}
	return parse.Step{Kind: parse.StepName, Name: w.Steps[s.Off].Name,
		Type: &parse.TypeRef{Args: args}}
}

// conversion reads T(x) if T cannot be the name of a function; or a generic call,
// which has the same syntax: f[T](x). It sets the steps from at on.
func (w *walk) conversion(n parse.Node, at int32) {
	fn, typeArgs := callee(n)
	if fn.IsZero() {
		t := w.typeRef(n.Field("type"))
		w.statement(n.Field("operand"))
		w.Steps[at] = parse.Step{Kind: parse.StepType, Name: t.Name, Type: &t}
		return
	}
	var recv parse.Run
	id := fn
	if fn.Is("qualified_type") {
		id = fn.Field("name")
		recv = parse.Run{Off: at, N: 1}
		pkg := fn.Field("package")
		w.Steps[at] = parse.Step{Kind: parse.StepName, Name: pkg.Text()}
		if !w.packages[pkg.Text()] && !w.isLocal(pkg.Text()) {
			w.ref(parse.Reference{Kind: parse.RefMember, Name: pkg.Text(), Args: -1,
				At: pkg.Start()}, parse.Run{})
		}
		at++
	}
	r := len(w.References)
	w.ref(parse.Reference{Kind: parse.RefCall, Name: id.Text(), Args: 1, At: id.Start()}, recv)
	ts := w.typeArguments(typeArgs)
	if r < len(w.References) {
		w.References[r].TypeArgs = int8(min(len(ts), 100))
	}
	w.Steps[at] = parse.Step{Kind: parse.StepCall, Name: id.Text(), Args: 1,
		Type: &parse.TypeRef{Args: ts}}
	outer := w.sink
	w.sink = id.Text()
	w.statement(n.Field("operand"))
	w.sink = outer
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
	w.sink = ""
	is := w.expr(n)
	for i := len(w.spine) - 1; i >= base; i-- {
		b := w.spine[i]
		op := b.Field("operator").Kind()
		if op == "&&" || op == "||" {
			w.decision()
		}
		right := w.expr(b.Field("right"))
		switch op {
		case "&&", "||", "==", "!=", "<", ">", "<=", ">=":
			is = parse.Run{}
		case "<<", ">>":
		default:
			is = w.either(is, right)
		}
	}
	w.sink = sink
	w.spine = w.spine[:base]
	if is.N == 0 && top.Field("operator").Is("&&", "||", "==", "!=", "<", ">", "<=", ">=") {
		w.Steps = append(w.Steps, typeStep("bool"))
		return parse.Run{Off: int32(len(w.Steps) - 1), N: 1}
	}
	return is
}

// either returns the operand of an arithmetic operator that has a type: a constant
// takes the type of the other one.
func (w *walk) either(a, b parse.Run) parse.Run {
	if a.N == 1 && w.Steps[a.Off].Kind == parse.StepType && w.Steps[a.Off].Type.At == 0 {
		return b
	}
	return a
}
