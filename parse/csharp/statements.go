package csharp

import "seedgraph/parse"

// children reads every child of a node.
func (r *reader) children(n parse.Node) {
	for c := range n.Named {
		r.statement(c)
	}
}

// scoped reads the children of n in a new scope.
func (r *reader) scoped(n parse.Node) {
	r.push(r.end(n))
	r.children(n)
	r.pop()
}

// statement reads a statement, or any other node in its place.
func (r *reader) statement(n parse.Node) {
	switch n.Kind() {
	case "comment", "":
	case "block", "switch_body", "catch_clause":
		if n.Kind() == "catch_clause" {
			r.branch()
		}
		r.scoped(n)
	case "if_statement":
		r.branch()
		r.children(n)
	case "while_statement", "do_statement", "for_statement":
		r.branch()
		r.scoped(n)
	case "using_statement":
		r.usingStatement(n)
	case "fixed_statement", "lock_statement":
		r.scoped(n)
	case "foreach_statement":
		r.branch()
		r.foreach(n)
	case "switch_section":
		r.section(n, nil)
	case "switch_statement":
		r.switchStatement(n)
	case "local_declaration_statement", "expression_statement", "labeled_statement",
		"goto_statement":
		r.simpleStatement(n)
		if n.Kind() == "local_declaration_statement" {
			r.disposed(n)
		}
	case "variable_declaration":
		r.variables(n)
	case "catch_declaration":
		t := r.typ(n.Field("type"))
		name := n.Field("name")
		r.declare(name.Start(), parse.Local{Name: r.str(name), Type: t, Kind: parse.LocalVar})
	case "return_statement", "yield_statement":
		r.returned(n)
	case "throw_statement", "catch_filter_clause", "when_clause":
		for c := range n.Named {
			r.expr(c, goal{})
		}
	case "global_statement", "declaration_list", "ERROR":
		r.members(n)
	case "attribute_list":
		r.attributesOf(n)
	case "modifier", "break_statement", "continue_statement", "empty_statement":
	default:
		if !r.declaration(n) {
			r.expr(n, goal{})
		}
	}
}

// usingStatement reads a statement whose resource is disposed of at its end.
func (r *reader) usingStatement(n parse.Node) {
	r.push(r.end(n))
	for c := range n.Named {
		switch {
		case c.Kind() == "variable_declaration":
			r.statement(c)
			r.disposed(n)
		case c.FieldName() == "body":
			r.statement(c)
		default:
			op := opUsing
			if n.First().Kind() == "await" {
				op = opAwait + " " + opUsing
			}
			r.implicitly(op, c.Start(), r.expr(c, goal{steps: true}), nil)
		}
	}
	r.pop()
}

// simpleStatement reads expression statements and declarations.
func (r *reader) simpleStatement(n parse.Node) {
	label := n.Is("labeled_statement", "goto_statement")
	for c := range n.Named {
		if label && c.Kind() == "identifier" {
			continue
		}
		r.statement(c)
	}
}

func (r *reader) returned(n parse.Node) {
	g := goal{typ: r.result}
	if n.Kind() == "yield_statement" && g.typ != nil {
		if len(g.typ.Args) == 1 {
			g.typ = &g.typ.Args[0]
		} else {
			g.typ = nil
		}
	}
	lambda := r.yield != nil && r.result == nil && n.Kind() == "return_statement"
	if lambda {
		g.arg, g.gives = r.lambdaArg, true
	}
	for c := range n.Children {
		if !isOperand(c) {
			continue
		}
		returns := !lambda && n.Kind() == "return_statement" && g.typ != nil && isConvertible(c)
		g.steps = lambda || returns
		steps := r.expr(c, g)
		switch {
		case lambda:
			r.yield.add(c, steps)
		case returns:
			r.converted(opConvert, c, steps, *g.typ)
		}
	}
}

// variables reads a declaration of locals.
func (r *reader) variables(n parse.Node) {
	typ := r.typ(n.Field("type"))
	for c := range n.Named {
		switch c.Kind() {
		case "variable_declarator":
			r.variable(c, typ)
		case "ERROR":
			r.children(c)
		}
	}
}

// variable reads `x = init` of a declaration whose type is typ, zero for var.
func (r *reader) variable(c parse.Node, typ parse.TypeRef) {
	name := declaratorName(c)
	if pattern := c.Child("tuple_pattern"); !pattern.IsZero() {
		value := r.declaratorValue(c, goal{steps: true})
		r.implicitly(opDeconstruct, pattern.Start(), partOf(value, 1, parts(pattern)), nil)
		r.tuplePattern(pattern, value)
		return
	}
	g := goal{typ: &typ, steps: isConvertible(declaratorInit(c))}
	if typ.IsZero() {
		g = goal{steps: true}
	}
	steps := r.declaratorValue(c, g)
	if !typ.IsZero() {
		r.converted(opConvert, declaratorInit(c), steps, typ)
		steps = nil
	}
	if value := declaratorInit(c); !value.IsZero() {
		r.laterValueOf(name.Start(), value, typ)
		r.declaredText(name, value, typ)
		r.commandValue(r.str(name), value)
	}
	r.declare(name.Start(), parse.Local{Name: r.str(name), Type: typ, Init: steps,
		Kind: parse.LocalVar})
}

// tuplePattern declares the names of (a, (b, c)), which a value is deconstructed
// into: its Item1, Item2 and so on.
func (r *reader) tuplePattern(n parse.Node, value []parse.Step) {
	i, count := 0, parts(n)
	for c := range n.Named {
		if c.Kind() == "comment" {
			continue
		}
		i++
		part := partOf(value, i, count)
		switch c.Kind() {
		case "identifier":
			r.declare(c.Start(), parse.Local{Name: r.str(c), Init: part, Kind: parse.LocalVar})
		case "discard":
		default:
			r.tuplePattern(c, part)
		}
	}
}

// parts counts the parts of a pattern that takes a value apart.
func parts(pattern parse.Node) (n int16) {
	for c := range pattern.Named {
		if c.Kind() != "comment" {
			n++
		}
	}
	return n
}

// partOf returns the chain of part i, from 1, of a value that is deconstructed
// into count parts; nil if the value is unknown.
func partOf(value []parse.Step, i int, count int16) []parse.Step {
	if isOpaque(value) || i > maxArguments {
		return nil
	}
	return append(extend(value, parse.Step{Kind: parse.StepDeconstruct, Args: count}),
		parse.Step{Kind: parse.StepResult, Args: int16(i - 1)})
}

func (r *reader) foreach(n parse.Node) {
	r.push(r.end(n))
	typ := r.typ(n.Field("type"))
	left := n.Field("left")
	steps := r.expr(n.Field("right"), goal{steps: true})
	op := opForeach
	if n.First().Kind() == "await" {
		op = opAwait + " " + opForeach
	}
	r.implicitly(op, n.Start(), steps, nil)
	switch left.Kind() {
	case "identifier":
		l := parse.Local{Name: r.str(left), Type: typ, Kind: parse.LocalVar}
		if typ.IsZero() {
			l.Init, l.LastStep = steps, parse.StepElement
		}
		r.declare(left.Start(), l)
	case "tuple_pattern":
		if !isOpaque(steps) {
			steps = extend(steps, parse.Step{Kind: parse.StepElement})
			r.implicitly(opDeconstruct, left.Start(), partOf(steps, 1, parts(left)), nil)
		}
		r.tuplePattern(left, steps)
	default:
		r.statement(left)
	}
	r.statement(n.Field("body"))
	r.pop()
}

// switchStatement matches the patterns of its sections against the switch value.
func (r *reader) switchStatement(n parse.Node) {
	value := n.Field("value")
	steps := r.expr(value, goal{steps: true})
	body := n.Field("body")
	r.push(r.end(n))
	for c := range body.Named {
		if c.Kind() == "switch_section" {
			r.section(c, steps)
		} else {
			r.statement(c)
		}
	}
	r.pop()
}

// section reads a section of a switch over a value, which is nil if unknown.
func (r *reader) section(n parse.Node, value []parse.Step) {
	r.push(r.end(n))
	for c := range n.Children {
		switch {
		case c.Kind() == "case":
			r.branch()
		case isPattern(c):
			r.pattern(c, value)
		case c.IsNamed():
			r.statement(c)
		}
	}
	r.pop()
}
