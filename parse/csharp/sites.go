package csharp

import (
	"cmp"
	"slices"

	"seedgraph/parse"
)

// A siteReader keeps the expressions that frameworks may read. It walks the tree
// once more, because few files have any.
type siteReader struct {
	*reader
	lambdas  int // around the walk
	branches int // around the walk, loops included
	depth    parse.ExprDepth
}

// attributeSite keeps an attribute that is written on definition def.
func (r *reader) attributeSite(n parse.Node, def int32) {
	s := siteReader{reader: r}
	e := parse.Expr{Kind: parse.ExprNew, At: n.Start()}
	s.typeName(&e, n.Field("name"))
	for a := range n.Child("attribute_argument_list").Named {
		if a.Kind() == "attribute_argument" {
			e.Args = append(e.Args, s.attributeArgument(a))
		}
	}
	r.f.Sites = append(r.f.Sites, parse.Site{Kind: parse.SiteAttribute, Def: def, Expr: e})
}

// attributeArgument reads `"a"`, `template: "a"` and `Name = "a"`.
func (s *siteReader) attributeArgument(n parse.Node) parse.ExprArg {
	value := argumentValue(n)
	if value.Kind() == "assignment_expression" {
		return parse.ExprArg{Name: s.str(value.Field("left")), Value: s.expr(value.Field("right"))}
	}
	arg := parse.ExprArg{Value: s.expr(value)}
	if name := n.Child("identifier"); name != value {
		arg.Name = s.str(name)
	}
	return arg
}

// callSites keeps the calls and values below n.
func (r *reader) callSites(n parse.Node) {
	s := siteReader{reader: r}
	s.visit(n)
	slices.SortStableFunc(r.f.Sites, func(a, b parse.Site) int {
		return cmp.Compare(a.Expr.At, b.Expr.At)
	})
}

// visit keeps the sites below n.
func (s *siteReader) visit(n parse.Node) {
	if !s.depth.Enter() {
		return
	}
	defer s.depth.Leave()
	for c := range n.Named {
		switch c.Kind() {
		case "attribute_list":
		case "invocation_expression", "object_creation_expression",
			"implicit_object_creation_expression":
			s.keep(parse.SiteCall, 0, c)
		case "variable_declarator":
			s.value(c.Field("name"), declaredValue(c))
		case "property_declaration", "method_declaration", "local_function_statement":
			s.member(c)
		case "assignment_expression":
			s.assigned(c)
		case "return_statement":
			s.returned(c)
		case "constructor_initializer":
			s.chained(c.Child("argument_list"), c.First().Next())
		case "base_list":
			s.chained(c.Child("argument_list"), parse.Node{})
		case "lambda_expression", "anonymous_method_expression":
			s.expr(c)
		case "if_statement", "switch_statement", "while_statement", "for_statement",
			"foreach_statement", "do_statement", "conditional_expression":
			s.branches++
			s.visit(c)
			s.branches--
		default:
			s.visit(c)
		}
	}
}

// declaredValue is the initializer of a declarator, the zero Node for none.
func declaredValue(n parse.Node) parse.Node {
	if n.Child("=").IsZero() {
		if v := n.Child("equals_value_clause"); !v.IsZero() {
			return argumentValue(v)
		}
	}
	if v := argumentValue(n); v != n.Field("name") {
		return v
	}
	return parse.Node{}
}

// member keeps the value of a property, or the result of a method, that is
// written as one expression.
func (s *siteReader) member(n parse.Node) {
	body := n.Field("value")
	if body.IsZero() {
		body = n.Field("body")
	}
	outer := s.lambdas
	s.lambdas = 0
	defer func() { s.lambdas = outer }()
	switch {
	case body.Kind() == "arrow_expression_clause":
		s.value(n.Field("name"), argumentValue(body))
	case n.Kind() == "property_declaration" && !body.IsZero():
		s.value(n.Field("name"), body)
	default:
		s.visit(n)
	}
}

// assigned keeps the value that a name or member gets.
func (s *siteReader) assigned(n parse.Node) {
	left := n.Field("left")
	if left.Kind() == "member_access_expression" {
		left = left.Field("name")
	}
	if left.Kind() != "identifier" {
		s.visit(n)
		return
	}
	s.value(left, n.Field("right"))
}

// returned keeps what a method returns; what a lambda does is of no name.
func (s *siteReader) returned(n parse.Node) {
	if s.lambdas > 0 || argumentValue(n).IsZero() {
		s.visit(n)
		return
	}
	if d := s.f.DefinitionAt(n.Start()); d > 0 {
		s.keep(parse.SiteValue, s.f.Definitions[d].NameAt, argumentValue(n))
	}
}

// value keeps the value of what is named.
func (s *siteReader) value(name, value parse.Node) {
	if !value.IsZero() {
		s.keep(parse.SiteValue, name.Start(), value)
	}
}

// chained keeps the arguments of the constructor that a constructor, or the list of
// base types, calls; name is base or this, or no node.
func (s *siteReader) chained(args, name parse.Node) {
	if args.IsZero() {
		return
	}
	e := parse.Expr{Kind: parse.ExprNew, Text: "base", At: args.Start()}
	if name.Is("this") {
		e.Text = "this"
	}
	e.Args = s.arguments(args)
	s.site(parse.SiteCall, 0, e)
}

func (s *siteReader) keep(kind parse.SiteKind, of uint32, n parse.Node) {
	s.site(kind, of, s.expr(n))
}

func (s *siteReader) site(kind parse.SiteKind, of uint32, e parse.Expr) {
	if kind == parse.SiteValue && e.Kind == parse.ExprOpaque {
		return
	}
	s.f.Sites = append(s.f.Sites,
		parse.Site{Kind: kind, Def: s.f.DefinitionAt(e.At), For: of, Branch: s.branches > 0,
			Expr: e})
}

// expr reads an expression. Sites in what it cannot read are kept.
func (s *siteReader) expr(n parse.Node) parse.Expr {
	e := parse.Expr{At: n.Start()}
	if !s.depth.Enter() {
		return e
	}
	defer s.depth.Leave()
	switch n.Kind() {
	case "string_literal", "verbatim_string_literal", "raw_string_literal",
		"interpolated_string_expression":
		s.text(&e, n)
	case "binary_expression":
		if operator(n) == "+" {
			s.text(&e, n)
		} else {
			s.visit(n)
		}
	case "integer_literal", "real_literal", "boolean_literal", "null_literal", "character_literal":
		e.Kind, e.Text = parse.ExprLiteral, s.str(n)
	case "identifier", "generic_name", "predefined_type", "qualified_name", "nullable_type":
		e.Kind = parse.ExprName
		s.typeName(&e, n)
	case "this":
		e.Kind, e.Text = parse.ExprName, "this"
	case "member_access_expression":
		s.memberAccess(&e, n)
	case "invocation_expression":
		s.invoked(&e, n)
	case "object_creation_expression", "implicit_object_creation_expression":
		s.created(&e, n)
	case "parenthesized_expression", "await_expression", "checked_expression":
		return s.expr(argumentValue(n))
	case "cast_expression", "as_expression":
		return s.expr(castValue(n))
	case "postfix_unary_expression":
		return s.expr(n.First())
	case "typeof_expression":
		e.Kind = parse.ExprType
		s.typeName(&e, n.Field("type"))
	case "lambda_expression", "anonymous_method_expression":
		s.lambda(&e, n)
	default:
		if list := listOf(n); !list.IsZero() {
			s.list(&e, list)
		} else {
			s.visit(n)
		}
	}
	return e
}

// castValue is the expression whose type is converted.
func castValue(n parse.Node) parse.Node {
	if n.Kind() == "as_expression" {
		return n.Field("left")
	}
	return n.Field("value")
}

// text reads a string expression.
func (s *siteReader) text(e *parse.Expr, n parse.Node) {
	p := s.parts(nil, n, 0)
	e.Kind, e.Text = parse.ExprString, p.Text()
	if len(p) > 1 || len(p) == 1 && p[0].At != 0 {
		e.Parts = p
	}
}

// typeName reads the last name of a written name, with its type arguments, and
// what stands before it.
func (s *siteReader) typeName(e *parse.Expr, n parse.Node) {
	switch n.Kind() {
	case "generic_name":
		for c := range n.Child("type_argument_list").Named {
			e.TypeArgs = append(e.TypeArgs, s.expr(c))
		}
		n = n.Child("identifier")
	case "qualified_name":
		recv := s.expr(n.Field("qualifier"))
		e.Recv = &recv
		s.typeName(e, n.Field("name"))
		return
	case "nullable_type":
		s.typeName(e, n.Field("type"))
		return
	}
	e.At, e.Text = n.Start(), s.str(n)
}

func (s *siteReader) memberAccess(e *parse.Expr, n parse.Node) {
	recv := s.expr(n.Field("expression"))
	e.Kind, e.Recv = parse.ExprMember, &recv
	s.typeName(e, n.Field("name"))
}

// invoked reads a call; one that composes a string is a string.
func (s *siteReader) invoked(e *parse.Expr, n parse.Node) {
	if s.composerOf(n) != composesNot {
		s.text(e, n)
		return
	}
	switch function := n.Field("function"); function.Kind() {
	case "member_access_expression":
		s.memberAccess(e, function)
	case "identifier", "generic_name":
		s.typeName(e, function)
	default:
		recv := s.expr(function)
		e.Recv, e.Text, e.At = &recv, "Invoke", n.Field("arguments").Start()
	}
	e.Kind = parse.ExprCall
	e.Args = s.arguments(n.Field("arguments"))
}

// created reads a creation. What its initializer sets are named arguments.
func (s *siteReader) created(e *parse.Expr, n parse.Node) {
	e.Kind = parse.ExprNew
	if t := n.Field("type"); !t.IsZero() {
		s.typeName(e, t)
	}
	e.Args = s.arguments(n.Child("argument_list"))
	for c := range n.Child("initializer_expression").Named {
		if c.Kind() == "assignment_expression" {
			e.Args = append(e.Args, parse.ExprArg{Name: s.str(c.Field("left")),
				Value: s.expr(c.Field("right"))})
		} else {
			s.visit(c)
		}
	}
}

func (s *siteReader) arguments(list parse.Node) []parse.ExprArg {
	var out []parse.ExprArg
	for c := range list.Named {
		if c.Kind() == "argument" {
			out = append(out, parse.ExprArg{Name: s.str(c.Field("name")),
				Value: s.expr(argumentValue(c))})
		}
	}
	return out
}

// listOf is the node whose children are the elements of an array or collection,
// the zero Node for other expressions.
func listOf(n parse.Node) parse.Node {
	switch n.Kind() {
	case "implicit_array_creation_expression", "array_creation_expression":
		return n.Child("initializer_expression")
	case "initializer_expression", "element_binding_expression":
		return n
	}
	return parse.Node{}
}

func (s *siteReader) list(e *parse.Expr, n parse.Node) {
	e.Kind = parse.ExprList
	for c := range n.Named {
		if c.Kind() == "argument" {
			c = argumentValue(c)
		}
		if c.Kind() != "comment" {
			e.Args = append(e.Args, parse.ExprArg{Value: s.expr(c)})
		}
	}
}

// lambda reads a function without a name. The sites in its body are kept.
func (s *siteReader) lambda(e *parse.Expr, n parse.Node) {
	e.Kind = parse.ExprLambda
	param := func(name parse.Node) {
		e.Args = append(e.Args, parse.ExprArg{Name: s.str(name),
			Value: parse.Expr{At: name.Start()}})
	}
	if p := n.Child("implicit_parameter"); !p.IsZero() {
		param(p)
	}
	for p := range n.Child("parameter_list").Named {
		if name := p.Field("name"); !name.IsZero() {
			param(name)
		}
	}
	body := lambdaBody(n)
	e.Body = s.rangeOf(body)
	s.lambdas++
	defer func() { s.lambdas-- }()
	if body.Kind() == "block" {
		s.visit(body)
	} else if inner := s.expr(body); inner.Kind == parse.ExprCall || inner.Kind == parse.ExprNew {
		s.site(parse.SiteCall, 0, inner)
	}
}
