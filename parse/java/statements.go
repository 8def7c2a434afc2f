package java

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// statement reads any node in a body: it opens scopes, declares locals, and passes
// expressions on.
func (w *walk) statement(n parse.Node) {
	switch n.Kind() {
	case "block", "constructor_body", "static_initializer":
		w.inScope(n, func() { w.children(n) })
	case "local_variable_declaration":
		w.localVariables(n)
	case "return_statement":
		if d := &w.Definitions[w.def]; d.Kind == graph.KindMethod && !w.inLambda {
			w.target = d.Type
		}
		w.returnStatement(n)
		w.target = parse.TypeRef{}
	case "yield_statement":
		w.arms = append(w.arms, w.known(lastNamed(n)))
	case "expression_statement", "throw_statement", "assert_statement":
		w.patternsWithin(n)
	case "if_statement":
		w.ifStatement(n)
	case "while_statement", "do_statement", "for_statement":
		w.loop(n)
	case "enhanced_for_statement":
		w.forEach(n)
	case "try_with_resources_statement":
		w.tryWith(n)
	case "resource":
		w.resource(n)
	case "catch_clause":
		w.decision()
		w.inScope(n, func() { w.children(n) })
	case "catch_formal_parameter":
		w.declare(n.Field("name"), parse.Local{Type: w.typeRef(n.Child("catch_type"))}, n.Start(),
			w.blockEnd)
	case "labeled_statement":
		w.statement(lastNamed(n))
	case "break_statement", "continue_statement", "line_comment", "block_comment":
	case "switch_block_statement_group", "switch_block":
		w.children(n)
	case "switch_rule":
		w.inScope(n, func() { w.switchRule(n) })
	case "switch_label":
		w.switchLabel(n)
	case "explicit_constructor_invocation":
		w.chainedConstructor(n)
	case "element_value_array_initializer":
		w.embedLines(n)
		w.children(n)
	case "ERROR", "enum_body_declarations", "finally_clause", "argument_list", "array_initializer",
		"dimensions_expr", "resource_specification", "guard":
		w.children(n)
	case "type_identifier", "scoped_type_identifier", "generic_type", "array_type",
		"annotated_type", "integral_type", "floating_point_type", "boolean_type", "void_type":
		w.typeRef(n)
	case "modifiers":
		w.annotations(n)
	case "annotation", "marker_annotation":
		w.annotation(n)
	case "formal_parameters":
		w.parameters(n, -1, w.blockEnd)
	default:
		w.expr(n)
	}
}

// inScope calls read in a scope that ends with n.
func (w *walk) inScope(n parse.Node, read func()) {
	outer := w.scope
	w.blockEnd, w.flow = n.End(), flow{patternEnd: n.End()}
	read()
	w.scope = outer
}

// patternsWithin reads a statement that ends the scope of its pattern variables.
func (w *walk) patternsWithin(n parse.Node) {
	outer := w.flow
	w.flow = flow{patternEnd: n.End()}
	w.children(n)
	w.flow = outer
}

// returnStatement reads the operand of a return, which may return from a lambda.
func (w *walk) returnStatement(n parse.Node) {
	outer := w.flow
	w.flow = flow{patternEnd: n.End()}
	if value := lastNamed(n); !value.IsZero() {
		run := w.known(value)
		if w.inLambda {
			w.returns = append(w.returns, run)
		}
	}
	w.flow = outer
}

// decision counts a branch of the current callable.
func (w *walk) decision() {
	if d := &w.Definitions[w.def]; d.Complexity > 0 {
		d.Complexity++
	}
}

// declare adds a local in scope from start to end.
func (w *walk) declare(name parse.Node, l parse.Local, start, end uint32) int {
	l.Name, l.Def = name.Text(), w.def
	if l.Kind == 0 {
		l.Kind = parse.LocalVar
	}
	if l.Name == "" || l.Name == "_" {
		return -1
	}
	l.Scope = parse.Range{Start: start, End: max(start, end)}
	w.names = append(w.names, l.Name)
	w.Locals = append(w.Locals, parse.DraftLocal{Local: l})
	return len(w.Locals) - 1
}

// setInit sets the initializer of local i.
func (w *walk) setInit(i int, init parse.Run) {
	if i >= 0 && init.N > 0 && !w.isOpaque(init) {
		w.Locals[i].Init = init
	}
}

func (w *walk) localVariables(n parse.Node) {
	outer := w.flow
	w.flow = flow{patternEnd: n.End()}
	w.annotations(n.Child("modifiers"))
	t := w.typeRef(n.Field("type"))
	for c := range n.Named {
		if !c.Is("variable_declarator") {
			continue
		}
		name := c.Field("name")
		i := w.declare(name, parse.Local{Type: wrap(t, c.Field("dimensions"))}, name.Start(),
			w.blockEnd)
		names := len(w.names)
		if v := c.Field("value"); !v.IsZero() {
			w.target = t
			init := w.expr(v)
			w.target = parse.TypeRef{}
			w.declaredText(name, v)
			w.embedLocal(v, name.Start())
			if t.IsZero() {
				w.setInit(i, init)
			}
		}
		w.names = w.names[:names]
	}
	w.flow = outer
}

// ifStatement reads an if. The scope of a pattern variable of its condition
// extends past it if control cannot pass the end of the branch: if (!(o instanceof
// T t)) return;
func (w *walk) ifStatement(n parse.Node) {
	w.decision()
	then, other := n.Field("consequence"), n.Field("alternative")
	f := flow{patternEnd: then.End(), otherwise: other.Range()}
	if other.IsZero() && leaves(then) {
		f.otherwise = parse.Range{Start: n.End(), End: w.blockEnd}
	}
	w.conditional(n, f)
}

// loop reads a loop with a condition. After it the condition is false.
func (w *walk) loop(n parse.Node) {
	w.decision()
	outer := w.scope
	behind := parse.Range{Start: n.End(), End: w.blockEnd}
	w.blockEnd = n.End()
	w.conditional(n, flow{patternEnd: n.End(), otherwise: behind})
	w.scope = outer
}

// conditional reads a statement with a condition, whose pattern variables are
// scoped by f.
func (w *walk) conditional(n parse.Node, f flow) {
	outer := w.flow
	for c := range n.Named {
		w.flow = flow{patternEnd: c.End()}
		if c.FieldName() == "condition" {
			w.flow = f
		}
		if !isComment(c) {
			w.node(c, parse.Range{})
		}
	}
	w.flow = outer
}

// bindPattern declares a pattern variable. Out of its scope the name may refer to
// a field, so its uses are references.
func (w *walk) bindPattern(name parse.Node, l parse.Local, init parse.Run) {
	names := len(w.names)
	if !w.negated {
		w.setInit(w.declare(name, l, name.Start(), w.patternEnd), init)
	} else {
		end := name.End()
		for c := name; !c.IsZero() && !strings.HasSuffix(c.Kind(), "_statement"); c = c.Parent() {
			end = c.End()
		}
		w.setInit(w.declare(name, l, name.Start(), end), init)
		if !w.otherwise.IsEmpty() {
			w.setInit(w.declare(name, l, w.otherwise.Start, w.otherwise.End), init)
		}
	}
	w.names = w.names[:names]
}

// leaves reports whether control never passes the end of statement n.
func leaves(n parse.Node) bool {
	for n.Is("block") {
		n = lastNamed(n)
	}
	return n.Is("return_statement", "throw_statement", "break_statement", "continue_statement",
		"yield_statement")
}

func lastNamed(n parse.Node) parse.Node {
	var last parse.Node
	for c := range n.Named {
		if !isComment(c) {
			last = c
		}
	}
	return last
}

func (w *walk) forEach(n parse.Node) {
	w.decision()
	outer := w.scope
	w.annotations(n.Child("modifiers"))
	t := wrap(w.typeRef(n.Field("type")), n.Field("dimensions"))
	over := w.expr(n.Field("value"))
	w.implied(opLoop, n.Start(), over)
	body := n.Field("body")
	w.blockEnd, w.flow = n.End(), flow{patternEnd: n.End()}
	i := w.declare(n.Field("name"), parse.Local{Type: t}, body.Start(), n.End())
	if t.IsZero() && i >= 0 {
		w.setInit(i, over)
		w.Locals[i].LastStep = parse.ElementIf(w.Locals[i].Init.N > 0)
	}
	w.statement(body)
	w.scope = outer
}

// tryWith reads a try with resources, which are in scope only in its block.
func (w *walk) tryWith(n parse.Node) {
	outer := w.scope
	body := n.Field("body")
	w.blockEnd, w.flow = body.End(), flow{patternEnd: body.End()}
	for c := range n.Named {
		if c.Start() >= body.End() && !body.IsZero() {
			w.scope = outer
		}
		w.statement(c)
	}
	w.scope = outer
}

func (w *walk) resource(n parse.Node) {
	typ := n.Field("type")
	if typ.IsZero() {
		for c := range n.Named {
			w.implied(opClose, c.Start(), w.expr(c))
		}
		return
	}
	t := w.typeRef(typ)
	name := n.Field("name")
	i := w.declare(name, parse.Local{Type: t}, name.Start(), w.blockEnd)
	w.implied(opClose, name.End(), w.one(parse.Step{Kind: parse.StepName, Name: name.Text()}))
	if init := w.expr(n.Field("value")); t.IsZero() {
		w.setInit(i, init)
	}
}

// switchExpression reads a switch, which may be a statement, and returns the steps
// of the values of its arms.
func (w *walk) switchExpression(n parse.Node) parse.Run {
	on := w.expr(n.Field("condition"))
	outer, arms := w.scope, w.arms
	body := n.Field("body")
	w.blockEnd, w.flow, w.subject, w.arms = body.End(), flow{patternEnd: body.End()}, on, nil
	w.children(body)
	value := w.choice(w.arms)
	w.scope, w.arms = outer, arms
	if value.N == 0 {
		return w.one(parse.Step{Kind: parse.StepOpaque})
	}
	return value
}

// switchRule reads an arm with an arrow. An expression there is its value.
func (w *walk) switchRule(n parse.Node) {
	for c := range n.Named {
		if c.Is("expression_statement") {
			w.arms = append(w.arms, w.known(lastNamed(c)))
		} else {
			w.statement(c)
		}
	}
}

// known reads an expression and returns its steps, at least one.
func (w *walk) known(n parse.Node) parse.Run {
	if run := w.expr(n); run.N > 0 {
		return run
	}
	return w.one(parse.Step{Kind: parse.StepOpaque})
}

// switchLabel reads a case: constants or a pattern.
func (w *walk) switchLabel(n parse.Node) {
	if n.First().Is("case") {
		w.decision()
	}
	for c := range n.Named {
		switch c.Kind() {
		case "identifier":
			if c.Text() == "default" { // case null, default
				continue
			}
			w.ref(parse.Reference{Kind: parse.RefMember, Name: c.Text(), Args: -1, At: c.Start()},
				w.caseOf(w.subject))
		case "pattern":
			for p := range c.Named {
				w.pattern(p, w.subject)
			}
		case "type_pattern", "record_pattern":
			w.pattern(c, w.subject)
		default:
			w.statement(c)
		}
	}
}

// caseOf returns the scope of a case label: the switch operand.
func (w *walk) caseOf(on parse.Run) parse.Run {
	if on.N == 0 {
		return parse.Run{}
	}
	off := int32(len(w.Steps))
	w.Steps = append(w.Steps, w.Steps[on.Off:on.Off+on.N]...)
	w.Steps = append(w.Steps, parse.Step{Kind: parse.StepCase})
	return parse.Run{Off: off, N: on.N + 1}
}

// pattern declares the variables of a type or record pattern, which the value on is matched with.
//
//	case Line(var item, int n)    // item is a component of a Line
func (w *walk) pattern(n parse.Node, on parse.Run) {
	switch n.Kind() {
	case "type_pattern", "record_pattern_component":
		var t parse.TypeRef
		for c := range n.Named {
			switch {
			case c.Is("identifier"):
				if !t.IsZero() {
					on = parse.Run{}
				}
				w.bindPattern(c, parse.Local{Type: t}, on)
			case c.Is("modifiers"):
				w.annotations(c)
			case !isComment(c) && !c.Is("underscore_pattern"):
				t = w.typeRef(c)
			}
		}
	case "record_pattern":
		var t parse.TypeRef
		for c := range n.Named {
			switch c.Kind() {
			case "record_pattern_body":
				w.recordParts(c, t, on)
			case "line_comment", "block_comment":
			default:
				t = w.typeRef(c)
				w.implied(opRecord, c.Start(), w.one(parse.Step{Kind: parse.StepNew, Name: t.Name, Type: &t}))
			}
		}
	}
}

// recordParts reads the parts of a record pattern of type t.
func (w *walk) recordParts(n parse.Node, t parse.TypeRef, on parse.Run) {
	if on.N == 0 || w.isOpaque(on) || len(t.Args) > 0 {
		on = w.one(parse.Step{Kind: parse.StepType, Name: t.Name, Type: &t})
	}
	i := int16(0)
	for c := range n.Named {
		if isComment(c) {
			continue
		}
		off := int32(len(w.Steps))
		w.Steps = append(w.Steps, w.Steps[on.Off:on.Off+on.N]...)
		w.Steps = append(w.Steps, parse.Step{Kind: parse.StepCapture, Args: i, Type: &t})
		w.pattern(c, parse.Run{Off: off, N: on.N + 1})
		i++
	}
}

// chainedConstructor reads this(…) or super(…).
func (w *walk) chainedConstructor(n parse.Node) {
	c := n.Field("constructor")
	if o := n.Field("object"); !o.IsZero() {
		w.expr(o)
	}
	for t := range n.Child("type_arguments").Named {
		w.typeRef(t)
	}
	w.chained(c, n.Field("arguments"))
}

// chained reads the call of another constructor by a keyword.
func (w *walk) chained(word, args parse.Node) {
	name, step := w.Definitions[w.typ].Name, parse.Step{Kind: parse.StepThis}
	if word.Text() == "super" {
		step.Kind, name = parse.StepBase, w.superclass()
		w.embedProcedure(name, args)
	}
	w.call(parse.Reference{Kind: parse.RefCreate, Name: name, At: word.Start()}, w.one(step), args)
}

// superclass returns the simple name of the innermost class's superclass.
func (w *walk) superclass() string {
	d := &w.Definitions[w.typ]
	name := "Object"
	for i, b := range d.Bases {
		if i >= len(d.RareFields().BaseKind) || !d.RareFields().BaseKind[i] {
			name = shortName(b.Name)
		}
	}
	return name
}
