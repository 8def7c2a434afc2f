package golang

import (
	"slices"

	"seedgraph/parse"
)

// A siteGrammar reads the expressions that frameworks may interpret.
type siteGrammar struct{}

// Site implements [parse.SiteGrammar].
func (g siteGrammar) Site(s *parse.SiteReader, n parse.Node) bool {
	switch n.Kind() {
	case "call_expression", "func_literal":
		s.Call(n)
	case "assignment_statement":
		left := named(n.Field("left"))
		if n.Field("operator").Is("+=") && len(left) == 1 && left[0].Is("identifier") {
			s.Added(left[0], named(n.Field("right"))[0])
			return true
		}
		g.values(s, named(n.Field("left")), named(n.Field("right")), 0)
	case "short_var_declaration":
		g.values(s, named(n.Field("left")), named(n.Field("right")), n.End())
	case "var_spec", "const_spec":
		var names []parse.Node
		for c := range n.Named {
			if c.FieldName() == "name" {
				names = append(names, c)
			}
		}
		g.values(s, names, named(n.Field("value")), n.End())
	case "return_statement":
		for _, v := range named(n.Child("expression_list")) {
			s.Returned(v)
		}
	case "function_declaration", "method_declaration":
		s.Method(n)
	case "for_statement":
		g.loop(s, n)
	case "if_statement", "expression_switch_statement", "type_switch_statement",
		"select_statement":
		s.Branch(n)
	default:
		return false
	}
	return true
}

// values keeps the values of names, if each has its own; of several results of one
// call only the first is kept. The scope of declared names begins at an offset.
func (g siteGrammar) values(s *parse.SiteReader, names, values []parse.Node, scope uint32) {
	for i, v := range values {
		if i >= len(names) {
			s.Call(v)
			continue
		}
		name := names[i]
		if name.Is("selector_expression") {
			name = name.Field("field")
		}
		if name.Is("identifier", "field_identifier") && name.Text() != "_" {
			s.Declared(name, v, scope)
		} else {
			s.Call(v)
		}
	}
}

// loop keeps the operand of a loop over a list.
func (g siteGrammar) loop(s *parse.SiteReader, n parse.Node) {
	over := n.Child("range_clause")
	names := named(over.Field("left"))
	switch {
	case len(names) != 2 || !names[1].Is("identifier"):
	case names[0].Text() == "_":
		s.Each(names[1], over.Field("right"), n.Field("body"))
		return
	default: // key, or index, and value
		list := s.Expr(over.Field("right"))
		for i, name := range names {
			s.KeepPart(name, uint8(i+1), list)
		}
		s.Branch(n.Field("body"))
		return
	}
	s.Branch(n)
}

// Expr implements [parse.SiteGrammar].
func (g siteGrammar) Expr(s *parse.SiteReader, n parse.Node, e *parse.Expr) bool {
	switch n.Kind() {
	case "interpreted_string_literal", "raw_string_literal":
		e.SetText(texts.Parts(n))
	case "binary_expression":
		if !n.Field("operator").Is("+") {
			return false
		}
		e.SetText(texts.Parts(n))
		for _, o := range texts.Operands(n) {
			e.Args = append(e.Args, parse.ExprArg{Value: s.Expr(o)})
		}
	case "int_literal", "float_literal", "rune_literal", "true", "false", "nil":
		e.Kind, e.Text = parse.ExprLiteral, n.Text()
	case "identifier":
		e.Kind, e.Text = parse.ExprName, n.Text()
	case "selector_expression":
		recv, name := s.Expr(n.Field("operand")), n.Field("field")
		e.Kind, e.Recv, e.Text, e.At = parse.ExprMember, &recv, name.Text(), name.Start()
	case "type_identifier": // of new(T)
		e.Kind, e.Text = parse.ExprType, n.Text()
	case "qualified_type":
		recv, name := s.Expr(n.Field("package")), n.Field("name")
		e.Kind, e.Recv, e.Text, e.At = parse.ExprType, &recv, name.Text(), name.Start()
	case "package_identifier":
		e.Kind, e.Text = parse.ExprName, n.Text()
	case "pointer_type":
		*e = s.Expr(named(n)[0])
	case "index_expression":
		recv := s.Expr(n.Field("operand"))
		e.Kind, e.Recv = parse.ExprIndex, &recv
		e.Args = []parse.ExprArg{{Value: s.Expr(n.Field("index"))}}
	case "call_expression":
		g.call(s, e, n)
	case "type_conversion_expression":
		return g.generic(s, e, n)
	case "composite_literal":
		g.composite(s, e, n.Field("body"))
	case "literal_value": // {…} within a literal, of the type of an enclosing one
		g.composite(s, e, n)
	case "func_literal":
		g.lambda(s, e, n)
	case "unary_expression":
		if !n.Field("operator").Is("&") {
			return false
		}
		*e = s.Expr(n.Field("operand"))
	case "parenthesized_expression", "type_assertion_expression", "variadic_argument":
		*e = s.Expr(named(n)[0])
	default:
		return false
	}
	return true
}

// call reads a call; a call of fmt.Sprintf is a string. If the callee is not a
// name, it becomes the Recv, without a text.
func (g siteGrammar) call(s *parse.SiteReader, e *parse.Expr, n parse.Node) {
	function := n.Field("function")
	if function.Text() == "fmt.Sprintf" {
		e.SetText(texts.Parts(n))
		return
	}
	s.Called(e, function, function.Is("identifier", "selector_expression"))
	g.typeArgs(s, e, n.Field("type_arguments"))
	args := named(n.Field("arguments"))
	e.Args = slices.Grow(e.Args, len(args))
	for _, a := range args {
		e.Args = append(e.Args, parse.ExprArg{Value: s.Expr(a)})
	}
}

// generic reads a call with type arguments and one argument, which has the syntax
// of a conversion to a generic type; it returns false for other conversions.
//
//	Of[Order](db)    shop.Of[Order](db)
func (g siteGrammar) generic(s *parse.SiteReader, e *parse.Expr, n parse.Node) bool {
	of := n.Field("type")
	if !of.Is("generic_type") {
		return false
	}
	*e = s.Expr(of.Field("type"))
	if e.Kind != parse.ExprType {
		return false
	}
	e.Kind = parse.ExprCall
	g.typeArgs(s, e, of.Field("type_arguments"))
	e.Args = append(e.Args, parse.ExprArg{Value: s.Expr(n.Field("operand"))})
	return true
}

// typeArgs keeps the type arguments of a call.
func (g siteGrammar) typeArgs(s *parse.SiteReader, e *parse.Expr, args parse.Node) {
	if args.IsZero() {
		return
	}
	for _, a := range named(args) {
		if a.Is("type_elem") {
			if inner := named(a); len(inner) == 1 {
				a = inner[0]
			}
		}
		e.TypeArgs = append(e.TypeArgs, s.Expr(a))
	}
}

// composite reads a composite literal: a list, or names and values.
func (g siteGrammar) composite(s *parse.SiteReader, e *parse.Expr, body parse.Node) {
	e.Kind = parse.ExprList
	elements := named(body)
	e.Args = slices.Grow(e.Args, len(elements))
	for _, c := range elements {
		switch c.Kind() {
		case "keyed_element":
			e.Kind = parse.ExprMap
			if pair := named(c); len(pair) == 2 {
				key, value := element(pair[0]), s.Expr(element(pair[1]))
				e.Args = append(e.Args, parse.ExprArg{Name: key.Text(), Value: value})
				if key.Is("identifier", "field_identifier") {
					s.Keep(parse.SiteValue, key.Start(), value)
				}
			}
		default:
			e.Args = append(e.Args, parse.ExprArg{Value: s.Expr(element(c))})
		}
	}
}

// element returns the expression of an element of a literal.
func element(n parse.Node) parse.Node {
	if !n.Is("literal_element") {
		return n
	}
	if inner := named(n); len(inner) == 1 {
		return inner[0]
	}
	return n
}

func (g siteGrammar) lambda(s *parse.SiteReader, e *parse.Expr, n parse.Node) {
	var params []parse.Node
	for p := range n.Field("parameters").Named {
		for c := range p.Named {
			if c.FieldName() == "name" {
				params = append(params, c)
			}
		}
	}
	s.Lambda(e, params, n.Field("body"), true)
}
