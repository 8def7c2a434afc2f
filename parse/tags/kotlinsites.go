package tags

import "seedgraph/parse"

// kotlinSites reads the expressions of Kotlin that frameworks may interpret. A function literal after
// the arguments of a call is its last one.
type kotlinSites struct{}

// Site implements [parse.SiteGrammar].
func (kotlinSites) Site(s *parse.SiteReader, n parse.Node) bool {
	switch n.Kind() {
	case "call_expression":
		s.Call(n)
	case "function_declaration":
		s.Method(n)
	case "property_declaration":
		name := n.Child("variable_declaration").Child("simple_identifier")
		value := newRoute(">=").from(n)
		if name.IsZero() || value.IsZero() {
			return false
		}
		s.Value(name, value)
	case "if_expression", "when_entry", "for_statement", "while_statement", "catch_block":
		s.Branch(n)
	default:
		return false
	}
	return true
}

// Expr implements [parse.SiteGrammar].
func (kotlinSites) Expr(s *parse.SiteReader, n parse.Node, e *parse.Expr) bool {
	switch n.Kind() {
	case "string_literal":
		e.SetText(stringParts(nil, n))
	case "integer_literal", "long_literal", "real_literal", "boolean_literal", "null":
		e.Kind, e.Text = parse.ExprLiteral, n.Text()
	case "simple_identifier":
		e.Kind, e.Text = parse.ExprName, n.Text()
	case "navigation_expression":
		recv, name := s.Expr(firstNamed(n)), n.Child("navigation_suffix").Child("simple_identifier")
		e.Kind, e.Text, e.At, e.Recv = parse.ExprMember, name.Text(), name.Start(), &recv
	case "parenthesized_expression":
		*e = s.Expr(firstNamed(n))
	case "lambda_literal":
		var params []parse.Node
		for p := range n.Child("lambda_parameters").Named {
			params = append(params, firstNamed(p))
		}
		s.Lambda(e, params, n, true)
	case "call_expression":
		kotlinCallExpr(s, n, e)
	default:
		return false
	}
	return true
}

// kotlinCallExpr reads a call. One with a list of arguments and a literal after it is two nodes.
func kotlinCallExpr(s *parse.SiteReader, n parse.Node, e *parse.Expr) {
	f, suffix := firstNamed(n), n.Child("call_suffix")
	args := suffix.Child("value_arguments")
	if f.Is("call_expression") && args.IsZero() {
		*e = s.Expr(f)
	} else {
		s.Called(e, f, f.Is("simple_identifier", "navigation_expression"))
	}
	for c := range suffix.Child("type_arguments").Named {
		e.TypeArgs = append(e.TypeArgs, parse.Expr{Kind: parse.ExprName, At: c.Start(), Text: c.Text()})
	}
	for c := range args.Named {
		if !c.Is("value_argument") {
			continue
		}
		a := parse.ExprArg{Value: s.Expr(lastNamed(c))}
		if hasToken(c, "=") {
			a.Name = firstNamed(c).Text()
		}
		e.Args = append(e.Args, a)
	}
	if f := suffix.Child("annotated_lambda").Child("lambda_literal"); !f.IsZero() {
		e.Args = append(e.Args, parse.ExprArg{Value: s.Expr(f)})
	}
}
