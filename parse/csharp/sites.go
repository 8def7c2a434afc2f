package csharp

import (
	"strings"

	"seedgraph/parse"
)

// A siteGrammar reads the expressions that frameworks may interpret.
type siteGrammar struct{ *reader }

// attributeSite keeps an attribute of definition def.
func (r *reader) attributeSite(n parse.Node, def int32) {
	s, e := r.attributeExpr(n)
	s.Attribute(def, e)
}

// parameterSite keeps an attribute of a parameter: as a creation in the innermost
// definition, since parameters are not definitions.
func (r *reader) parameterSite(n parse.Node) {
	s, e := r.attributeExpr(n)
	s.Keep(parse.SiteCall, 0, e)
}

// attributeExpr reads an attribute as a creation.
func (r *reader) attributeExpr(n parse.Node) (*parse.SiteReader, parse.Expr) {
	g := siteGrammar{r}
	s := parse.NewSiteReader(r.f, g, parse.AttributeSites)
	e := parse.Expr{Kind: parse.ExprNew, At: n.Start()}
	g.typeName(s, &e, n.Field("name"))
	for a := range n.Child("attribute_argument_list").Named {
		if a.Kind() == "attribute_argument" {
			e.Args = append(e.Args, g.attributeArgument(s, a))
		}
	}
	return s, e
}

// attributeArgument reads `"a"`, `template: "a"` and `Name = "a"`.
func (g siteGrammar) attributeArgument(s *parse.SiteReader, n parse.Node) parse.ExprArg {
	value := argumentValue(n)
	if value.Kind() == "assignment_expression" {
		return parse.ExprArg{Name: g.str(value.Field("left")), Value: s.Expr(value.Field("right"))}
	}
	arg := parse.ExprArg{Value: s.Expr(value)}
	if name := n.Child("identifier"); name != value {
		arg.Name = g.str(name)
	}
	return arg
}

// Site implements [parse.SiteGrammar].
func (g siteGrammar) Site(s *parse.SiteReader, n parse.Node) bool {
	switch n.Kind() {
	case "attribute_list": // attributes are kept with their definitions
	case "invocation_expression", "object_creation_expression", "query_expression",
		"implicit_object_creation_expression", "lambda_expression", "anonymous_method_expression":
		s.Call(n)
	case "member_access_expression", "element_access_expression":
		return s.Member(n)
	case "variable_declarator":
		s.Value(n.Field("name"), declaredValue(n))
	case "property_declaration", "method_declaration", "local_function_statement":
		g.member(s, n)
	case "assignment_expression":
		return g.assigned(s, n)
	case "accessor_declaration":
		if body := n.Field("body"); body.Kind() == "arrow_expression_clause" {
			s.Returned(argumentValue(body))
			return true
		}
		return false
	case "return_statement":
		if argumentValue(n).IsZero() {
			return false
		}
		s.Returned(argumentValue(n))
	case "constructor_initializer":
		g.chained(s, n.Child("argument_list"), n.First().Next())
	case "base_list":
		g.chained(s, n.Child("argument_list"), parse.Node{})
	case "foreach_statement":
		if n.Field("left").Kind() != "identifier" {
			s.Branch(n)
			return true
		}
		s.Each(n.Field("left"), n.Field("right"), n.Field("body"))
	case "if_statement", "switch_statement", "while_statement", "for_statement",
		"do_statement", "conditional_expression":
		s.Branch(n)
	default:
		return false
	}
	return true
}

// query reads the sources of a query expression. The other expressions in it are
// searched for sites.
func (g siteGrammar) query(s *parse.SiteReader, e *parse.Expr, n parse.Node) {
	e.Kind = parse.ExprQuery
	g.clauses(s, e, n)
}

func (g siteGrammar) clauses(s *parse.SiteReader, e *parse.Expr, n parse.Node) {
	for c := range n.Named {
		switch c.Kind() {
		case "from_clause", "join_clause":
			g.clause(s, e, c)
		case "query_body", "query_continuation":
			g.clauses(s, e, c)
		default:
			s.Visit(c)
		}
	}
}

// clause reads `from x in source` and `join x in source on …`.
func (g siteGrammar) clause(s *parse.SiteReader, e *parse.Expr, n parse.Node) {
	name, source := parse.Node{}, parse.Node{}
	past := false
	for c := range n.Children {
		switch {
		case c.Is("in"):
			past = true
		case !c.IsNamed():
		case !past:
			name = c
		case source.IsZero():
			source = c
		case !g.Site(s, c):
			s.Visit(c)
		}
	}
	if !source.IsZero() {
		e.Args = append(e.Args, parse.ExprArg{Name: g.str(name), Value: s.Expr(source)})
	}
}

// declaredValue returns the initializer of a declarator, or the zero Node.
func declaredValue(n parse.Node) parse.Node {
	if v := n.Child("equals_value_clause"); !v.IsZero() {
		return argumentValue(v)
	}
	if v := argumentValue(n); v != n.Field("name") {
		return v
	}
	return parse.Node{}
}

// member keeps the value of a property, or the return value of a method, that is a
// single expression.
func (g siteGrammar) member(s *parse.SiteReader, n parse.Node) {
	body := n.Field("value")
	if body.IsZero() {
		body = n.Field("body")
	}
	switch {
	case body.Kind() == "arrow_expression_clause":
		s.Value(n.Field("name"), argumentValue(body))
	case n.Kind() == "property_declaration" && !body.IsZero():
		s.Value(n.Field("name"), body)
	default:
		s.Method(n)
	}
}

// assigned keeps the value assigned to a name or member.
func (g siteGrammar) assigned(s *parse.SiteReader, n parse.Node) bool {
	left := n.Field("left")
	if left.Kind() == "member_access_expression" && left.Field("name").Kind() == "identifier" {
		s.Assigned(left.Field("name"), left, n.Field("right"))
		return true
	}
	if left.Kind() != "identifier" {
		return false
	}
	if operator(n) == "+=" {
		s.Added(left, n.Field("right"))
	} else {
		s.Value(left, n.Field("right"))
	}
	return true
}

// chained keeps the arguments of the constructor called by a constructor, or by
// the list of base types; name is base or this, or the zero Node.
func (g siteGrammar) chained(s *parse.SiteReader, args, name parse.Node) {
	if args.IsZero() {
		return
	}
	e := parse.Expr{Kind: parse.ExprNew, Text: "base", At: args.Start()}
	if name.Is("this") {
		e.Text = "this"
	}
	e.Args = g.arguments(s, args)
	s.Keep(parse.SiteCall, 0, e)
}

// Expr implements [parse.SiteGrammar].
func (g siteGrammar) Expr(s *parse.SiteReader, n parse.Node, e *parse.Expr) bool {
	switch n.Kind() {
	case "string_literal", "verbatim_string_literal", "raw_string_literal",
		"interpolated_string_expression":
		e.SetText(g.parts(nil, n, 0))
		g.interpolation(s, e, n)
	case "binary_expression":
		switch operator(n) {
		case "+":
			e.SetText(g.parts(nil, n, 0))
			for _, o := range operands(n) {
				e.Args = append(e.Args, parse.ExprArg{Value: s.Expr(o)})
			}
		case "??":
			s.Choice(e, n.Field("left"), n.Field("right"))
		default:
			return false
		}
	case "conditional_expression":
		s.Condition(n.Field("condition"))
		s.Choice(e, n.Field("consequence"), n.Field("alternative"))
	case "integer_literal", "real_literal", "boolean_literal", "null_literal", "character_literal":
		e.Kind, e.Text = parse.ExprLiteral, g.str(n)
	case "identifier", "generic_name", "predefined_type", "qualified_name", "nullable_type":
		e.Kind = parse.ExprName
		g.typeName(s, e, n)
	case "this", "this_expression":
		e.Kind, e.Text = parse.ExprName, "this"
	case "base", "base_expression":
		e.Kind, e.Text = parse.ExprName, "base"
	case "query_expression":
		g.query(s, e, n)
	case "member_access_expression":
		g.memberAccess(s, e, n)
	case "element_access_expression":
		recv := s.Expr(n.Field("expression"))
		e.Kind, e.Recv = parse.ExprIndex, &recv
		e.Args = g.arguments(s, n.Field("subscript"))
	case "invocation_expression":
		g.invoked(s, e, n)
	case "object_creation_expression", "implicit_object_creation_expression":
		g.created(s, e, n)
	case "anonymous_object_creation_expression":
		g.anonymous(s, e, n)
	case "parenthesized_expression", "await_expression", "checked_expression":
		*e = s.Expr(argumentValue(n))
	case "cast_expression":
		*e = s.Expr(n.Field("value"))
	case "as_expression":
		*e = s.Expr(n.Field("left"))
	case "postfix_unary_expression":
		*e = s.Expr(n.First())
	case "array_type":
		e.Kind, e.Text = parse.ExprName, "[]"
		e.TypeArgs = []parse.Expr{s.Expr(n.Field("type"))}
	case "typeof_expression":
		e.Kind = parse.ExprType
		g.typeName(s, e, n.Field("type"))
	case "lambda_expression", "anonymous_method_expression":
		g.lambda(s, e, n)
	default:
		list := listOf(n)
		g.list(s, e, list)
		return !list.IsZero()
	}
	return true
}

// typeName reads the last name of a written name, with its type arguments and
// qualifier.
func (g siteGrammar) typeName(s *parse.SiteReader, e *parse.Expr, n parse.Node) {
	switch n.Kind() {
	case "generic_name":
		for c := range n.Child("type_argument_list").Named {
			e.TypeArgs = append(e.TypeArgs, s.Expr(c))
		}
		n = n.Child("identifier")
	case "qualified_name":
		recv := s.Expr(n.Field("qualifier"))
		e.Recv = &recv
		g.typeName(s, e, n.Field("name"))
		return
	case "nullable_type":
		g.typeName(s, e, n.Field("type"))
		return
	}
	e.At, e.Text = n.Start(), g.str(n)
}

// interpolation reads the parts of an interpolated string, if it has holes.
func (g siteGrammar) interpolation(s *parse.SiteReader, e *parse.Expr, n parse.Node) {
	texts := strings.Split(literalValue(g.str(n), holeMark), holeMark)
	for c := range n.Named {
		if c.Kind() != "interpolation" {
			continue
		}
		if len(texts) > 1 {
			e.Args = append(e.Args, textArg(n, texts[0]))
			texts = texts[1:]
		}
		e.Args = append(e.Args, parse.ExprArg{Value: s.Expr(holeValue(c))})
	}
	if len(e.Args) > 0 {
		e.Args = append(e.Args, textArg(n, texts[0]))
	}
}

// textArg returns a literal part of a string.
func textArg(n parse.Node, text string) parse.ExprArg {
	return parse.ExprArg{Value: parse.Expr{Kind: parse.ExprString, At: n.Start(), Text: text}}
}

func (g siteGrammar) memberAccess(s *parse.SiteReader, e *parse.Expr, n parse.Node) {
	recv := s.Expr(n.Field("expression"))
	e.Kind, e.Recv = parse.ExprMember, &recv
	g.typeName(s, e, n.Field("name"))
}

// invoked reads a call; one that composes a string is a string.
func (g siteGrammar) invoked(s *parse.SiteReader, e *parse.Expr, n parse.Node) {
	if g.composerOf(n) != composesNot {
		e.SetText(g.parts(nil, n, 0))
		return
	}
	switch function := n.Field("function"); function.Kind() {
	case "member_access_expression":
		g.memberAccess(s, e, function)
	case "identifier", "generic_name":
		g.typeName(s, e, function)
	default:
		recv := s.Expr(function)
		e.Recv, e.Text, e.At = &recv, "Invoke", n.Field("arguments").Start()
	}
	e.Kind = parse.ExprCall
	e.Args = g.arguments(s, n.Field("arguments"))
}

// created reads a creation. The members set by its initializer are named
// arguments.
func (g siteGrammar) created(s *parse.SiteReader, e *parse.Expr, n parse.Node) {
	e.Kind = parse.ExprNew
	if t := n.Field("type"); !t.IsZero() {
		g.typeName(s, e, t)
	}
	e.Args = g.arguments(s, n.Child("argument_list"))
	for c := range n.Child("initializer_expression").Named {
		if c.Kind() == "assignment_expression" {
			e.Args = append(e.Args, parse.ExprArg{Name: g.str(c.Field("left")),
				Value: s.Expr(c.Field("right"))})
		} else {
			s.Visit(c)
		}
	}
}

// anonymous reads new { A = x, y.B }, whose second name is B.
func (g siteGrammar) anonymous(s *parse.SiteReader, e *parse.Expr, n parse.Node) {
	e.Kind = parse.ExprMap
	name := ""
	for c := range n.Named {
		switch {
		case c.Kind() == "comment":
		case c.Kind() == "identifier" && c.Next().Kind() == "=":
			name = g.str(c)
		default:
			if name == "" {
				name = g.str(impliedName(c))
			}
			e.Args = append(e.Args, parse.ExprArg{Name: name, Value: s.Expr(c)})
			name = ""
		}
	}
}

func (g siteGrammar) arguments(s *parse.SiteReader, list parse.Node) []parse.ExprArg {
	var out []parse.ExprArg
	for c := range list.Named {
		if c.Kind() == "argument" {
			out = append(out, parse.ExprArg{Name: g.str(c.Field("name")),
				Value: s.Expr(argumentValue(c))})
		}
	}
	return out
}

// listOf returns the node whose children are the elements of an array or
// collection, the zero Node for other expressions.
func listOf(n parse.Node) parse.Node {
	switch n.Kind() {
	case "implicit_array_creation_expression", "array_creation_expression":
		return n.Child("initializer_expression")
	case "initializer_expression", "element_binding_expression":
		return n
	}
	return parse.Node{}
}

// list reads the elements of a list; the zero Node has none.
func (g siteGrammar) list(s *parse.SiteReader, e *parse.Expr, n parse.Node) {
	if n.IsZero() {
		return
	}
	e.Kind = parse.ExprList
	for c := range n.Named {
		if c.Kind() == "argument" {
			c = argumentValue(c)
		}
		if c.Kind() != "comment" {
			e.Args = append(e.Args, parse.ExprArg{Value: s.Expr(c)})
		}
	}
}

func (g siteGrammar) lambda(s *parse.SiteReader, e *parse.Expr, n parse.Node) {
	var params []parse.Node
	if p := n.Child("implicit_parameter"); !p.IsZero() {
		params = append(params, p)
	}
	for p := range n.Child("parameter_list").Named {
		if name := p.Field("name"); !name.IsZero() {
			params = append(params, name)
		}
	}
	body := lambdaBody(n)
	s.Lambda(e, params, body, body.Kind() == "block")
}
