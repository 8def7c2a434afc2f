package java

import (
	"strings"

	"seedgraph/parse"
)

// A siteGrammar reads the expressions that frameworks may interpret: annotations,
// and all others if they are requested.
type siteGrammar struct {
	f   *parse.Facts
	all bool
}

// Site implements [parse.SiteGrammar].
func (g siteGrammar) Site(s *parse.SiteReader, n parse.Node) bool {
	if n.Is("annotation", "marker_annotation") {
		return g.annotation(s, n)
	}
	return g.all && g.statement(s, n)
}

// statement keeps sites other than annotations.
func (g siteGrammar) statement(s *parse.SiteReader, n parse.Node) bool {
	switch n.Kind() {
	case "method_invocation", "object_creation_expression", "lambda_expression",
		"explicit_constructor_invocation":
		s.Call(n)
	case "variable_declarator", "annotation_type_element_declaration":
		s.Value(n.Field("name"), n.Field("value")) // the default value of an element
	case "assignment_expression":
		return g.assigned(s, n)
	case "return_statement":
		return g.returned(s, n)
	case "method_declaration", "constructor_declaration":
		s.Method(n)
	case "enhanced_for_statement":
		s.Each(n.Field("name"), n.Field("value"), n.Field("body"))
	case "if_statement":
		g.conditional(s, n)
	case "switch_expression", "while_statement", "for_statement", "do_statement",
		"catch_clause":
		s.When(parse.Expr{}, false, func() { s.Visit(n) })
	case "ternary_expression":
		s.Call(n)
	default:
		return false
	}
	return true
}

// assigned keeps the value assigned to a name or field.
func (g siteGrammar) assigned(s *parse.SiteReader, n parse.Node) bool {
	left := n.Field("left")
	adds := n.Field("operator").Is("+=")
	if left.Is("field_access") && !adds {
		left = left.Field("field")
	}
	if !left.Is("identifier") {
		return false
	}
	if adds {
		s.Added(left, n.Field("right"))
	} else {
		s.Value(left, n.Field("right"))
	}
	return true
}

// conditional keeps the sites of an if statement, each with its condition.
func (g siteGrammar) conditional(s *parse.SiteReader, n parse.Node) {
	var test parse.Expr
	s.When(test, false, func() {
		test = s.Expr(n.Field("condition"))
		s.Tested(test)
	})
	s.When(test, false, func() { s.VisitNode(n.Field("consequence")) })
	if other := n.Field("alternative"); !other.IsZero() {
		s.When(test, true, func() { s.VisitNode(other) })
	}
}

// returned keeps the operand of a return statement.
func (g siteGrammar) returned(s *parse.SiteReader, n parse.Node) bool {
	for c := range n.Named {
		if !c.Is("line_comment", "block_comment") {
			s.Returned(c)
			return true
		}
	}
	return false
}

// annotation keeps the annotation of a definition.
func (g siteGrammar) annotation(s *parse.SiteReader, n parse.Node) bool {
	def := g.f.DefinitionAt(n.Start())
	if def == 0 || g.f.Definitions[def].NameAt < n.Start() { // of a parameter, a local or a type
		if g.all {
			s.Keep(parse.SiteCall, 0, g.creation(s, n))
		}
		return true
	}
	s.Attribute(def, g.creation(s, n))
	return true
}

// creation reads an annotation, which may be an argument of another one, as a creation.
func (g siteGrammar) creation(s *parse.SiteReader, n parse.Node) parse.Expr {
	e := s.Expr(n.Field("name"))
	e.Kind = parse.ExprNew
	for c := range n.Field("arguments").Named {
		switch c.Kind() {
		case "element_value_pair":
			e.Args = append(e.Args, parse.ExprArg{Name: c.Field("key").Text(),
				Value: s.Expr(c.Field("value"))})
		case "line_comment", "block_comment":
		default:
			e.Args = append(e.Args, parse.ExprArg{Value: s.Expr(c)})
		}
	}
	return e
}

// Expr implements [parse.SiteGrammar].
func (g siteGrammar) Expr(s *parse.SiteReader, n parse.Node, e *parse.Expr) bool {
	switch n.Kind() {
	case "string_literal", "text_block":
		e.SetText(texts.Parts(n))
	case "binary_expression":
		if !n.Field("operator").Is("+") {
			return g.all && g.test(s, n, e)
		}
		e.SetText(texts.Parts(n))
		for _, o := range texts.Operands(n) {
			e.Args = append(e.Args, parse.ExprArg{Value: s.Expr(o)})
		}
	case "true", "false", "null_literal", "decimal_integer_literal":
		e.Kind, e.Text = parse.ExprLiteral, n.Text()
	case "identifier", "this", "super":
		e.Kind, e.Text = parse.ExprName, n.Text()
	case "field_access", "scoped_identifier":
		recv, name := n.Field("object"), n.Field("field")
		if n.Is("scoped_identifier") {
			recv, name = n.Field("scope"), n.Field("name")
		}
		of := s.Expr(recv)
		e.Kind, e.Recv, e.Text, e.At = parse.ExprMember, &of, name.Text(), name.Start()
	case "element_value_array_initializer", "array_initializer":
		e.Kind = parse.ExprList
		for c := range n.Named {
			e.Args = append(e.Args, parse.ExprArg{Value: s.Expr(c)})
		}
	case "parenthesized_expression":
		for c := range n.Named {
			*e = s.Expr(c)
		}
	case "annotation", "marker_annotation":
		*e = g.creation(s, n)
	default:
		return g.all && g.running(s, n, e)
	}
	return true
}

// running reads an expression that cannot occur in an annotation.
func (g siteGrammar) running(s *parse.SiteReader, n parse.Node, e *parse.Expr) bool {
	switch n.Kind() {
	case "method_invocation":
		name := n.Field("name")
		e.Kind, e.Text, e.At = parse.ExprCall, name.Text(), name.Start()
		e.Recv = g.receiver(s, n.Field("object"))
		e.Args = g.arguments(s, n.Field("arguments"))
	case "method_reference":
		first, name := n.First(), parse.Node{}
		for c := range n.Named {
			name = c
		}
		if name == first {
			return false // Type::new
		}
		e.Kind, e.Text, e.At = parse.ExprMember, name.Text(), name.Start()
		e.Recv = g.receiver(s, first)
	case "object_creation_expression":
		t := n.Field("type")
		for t.Is("generic_type", "scoped_type_identifier") {
			t = lastTypeName(t)
		}
		e.Kind, e.Text, e.At = parse.ExprNew, t.Text(), t.Start()
		e.Args = g.arguments(s, n.Field("arguments"))
		s.Visit(n.Child("class_body"))
	case "explicit_constructor_invocation": // super(…), this(…)
		of := n.Field("constructor")
		e.Kind, e.Text, e.At = parse.ExprNew, of.Text(), of.Start()
		e.Args = g.arguments(s, n.Field("arguments"))
	case "lambda_expression":
		g.lambda(s, e, n)
	case "array_access":
		of, index := s.Expr(n.Field("array")), s.Expr(n.Field("index"))
		e.Kind, e.Recv, e.Args = parse.ExprIndex, &of, []parse.ExprArg{{Value: index}}
	case "array_creation_expression":
		*e = s.Expr(n.Field("value"))
	case "cast_expression":
		*e = s.Expr(n.Field("value"))
	case "class_literal":
		e.Kind, e.Text = parse.ExprType, n.First().Text()
	case "unary_expression":
		return g.test(s, n, e)
	case "ternary_expression":
		test := s.Expr(n.Field("condition"))
		s.Choice(e, n.Field("consequence"), n.Field("alternative"))
		e.Recv, e.Args[0].Name, e.Args[1].Name = &test, "true", "false"
	case "switch_expression":
		return g.choice(s, n, e)
	default:
		return false
	}
	return true
}

// test reads a comparison, or a combination of conditions.
func (g siteGrammar) test(s *parse.SiteReader, n parse.Node, e *parse.Expr) bool {
	op := n.Field("operator").Text()
	switch op {
	case "==", "!=", "&&", "||", "!":
	default:
		return false
	}
	var args []parse.ExprArg
	for c := range n.Named {
		if !c.Is("line_comment", "block_comment") {
			args = append(args, parse.ExprArg{Value: s.Expr(c)})
		}
	}
	e.Kind, e.Text, e.Args = parse.ExprTest, op, args
	return true
}

// choice reads a switch whose cases are all expressions; cases that throw are left
// out.
//
//	switch (parts.length) { case 1 -> parts[0]; default -> parts[1]; }
func (g siteGrammar) choice(s *parse.SiteReader, n parse.Node, e *parse.Expr) bool {
	var labels []string
	var values []parse.Node
	for rule := range n.Field("body").Named {
		label, value := rule.Child("switch_label"), rule.Child("expression_statement")
		switch {
		case rule.Is("line_comment", "block_comment") || !rule.Child("throw_statement").IsZero():
			continue
		case !rule.Is("switch_rule") || label.IsZero() || value.IsZero():
			return false
		}
		labels = append(labels, strings.TrimSpace(strings.TrimPrefix(label.Text(), "case")))
		values = append(values, value.First())
	}
	of := s.Expr(n.Field("condition"))
	s.Choice(e, values...)
	for i, label := range labels {
		if label != "default" {
			e.Args[i].Name = label
		}
	}
	e.Recv = &of
	return true
}

// lastTypeName returns the name of a type with arguments, or the last one of a
// chain.
func lastTypeName(n parse.Node) parse.Node {
	if n.Is("generic_type") {
		return n.First()
	}
	var last parse.Node
	for c := range n.Named {
		last = c
	}
	return last
}

func (g siteGrammar) receiver(s *parse.SiteReader, n parse.Node) *parse.Expr {
	if n.IsZero() {
		return nil
	}
	e := s.Expr(n)
	return &e
}

func (g siteGrammar) arguments(s *parse.SiteReader, list parse.Node) []parse.ExprArg {
	var out []parse.ExprArg
	for c := range list.Named {
		if !c.Is("line_comment", "block_comment") {
			out = append(out, parse.ExprArg{Value: s.Expr(c)})
		}
	}
	return out
}

func (g siteGrammar) lambda(s *parse.SiteReader, e *parse.Expr, n parse.Node) {
	list, body := n.Field("parameters"), n.Field("body")
	params := []parse.Node{list}
	if !list.Is("identifier") {
		params = nil
		for c := range list.Named {
			if name := c.Field("name"); !name.IsZero() {
				c = name
			}
			params = append(params, c)
		}
	}
	s.Lambda(e, params, body, body.Is("block"))
}
