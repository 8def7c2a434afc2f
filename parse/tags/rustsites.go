package tags

import (
	"strings"

	"seedgraph/parse"
)

// rustSites reads the expressions of Rust that frameworks may interpret. The parts of
// a path are members: Router::new() is a call of new on Router. The arguments of macros are tokens, and
// so are those of attributes, of which the strings and names are read.
type rustSites struct{}

// Site implements [parse.SiteGrammar].
func (rustSites) Site(s *parse.SiteReader, n parse.Node) bool {
	switch n.Kind() {
	case "call_expression":
		s.Call(n)
	case "function_item":
		rustAttributes(s, n)
		s.Method(n)
	case "block":
		return rustBody(s, n)
	case "let_declaration":
		if !n.Field("pattern").Is("identifier") {
			return false
		}
		s.Value(n.Field("pattern"), n.Field("value"))
	case "const_item", "static_item":
		s.Value(n.Field("name"), n.Field("value"))
	case "assignment_expression":
		if !n.Field("left").Is("identifier") {
			return false
		}
		s.Value(n.Field("left"), n.Field("right"))
	case "return_expression":
		value := firstNamed(n)
		if value.IsZero() {
			return false
		}
		s.Returned(value)
	case "if_expression", "match_arm", "while_expression", "for_expression", "loop_expression":
		s.Branch(n)
	default:
		return false
	}
	return true
}

// rustBody reads the body of a function, which returns its last expression.
func rustBody(s *parse.SiteReader, n parse.Node) bool {
	if !n.Parent().Is("function_item") {
		return false
	}
	var last parse.Node
	for c := range n.Named {
		if !c.Is("line_comment", "block_comment") {
			last = c
		}
	}
	for c := range n.Named {
		if c.Index() == last.Index() && c.Is("call_expression", "await_expression", "try_expression",
			"identifier", "scoped_identifier", "field_expression", "string_literal",
			"raw_string_literal", "reference_expression", "parenthesized_expression") {
			s.Returned(c)
		} else {
			s.VisitNode(c)
		}
	}
	return true
}

// rustAttributes keeps the attributes before a function.
func rustAttributes(s *parse.SiteReader, n parse.Node) {
	name := n.Field("name")
	for p := n.Prev(); p.Is("attribute_item", "line_comment", "block_comment"); p = p.Prev() {
		a := p.Child("attribute")
		path := firstNamed(a)
		if !path.Is("identifier", "scoped_identifier") {
			continue
		}
		s.AttributeAt(name, func() parse.Expr {
			e := s.Expr(path)
			e.Kind = parse.ExprCall
			e.Args = rustTokenArgs(a.Field("arguments"))
			return e
		})
	}
}

// rustTokenArgs reads the strings and names in the arguments of an attribute: "/x", method = "GET".
func rustTokenArgs(list parse.Node) []parse.ExprArg {
	var out []parse.ExprArg
	name, keyed := "", false
	for c := range list.Children {
		a := parse.ExprArg{Value: parse.Expr{At: c.Start()}}
		switch c.Kind() {
		case "identifier":
			name = c.Text()
			continue
		case "=":
			keyed = true
			continue
		case "string_literal", "raw_string_literal":
			a.Value.SetText(rustString(c))
		default:
			name, keyed = "", false
			continue
		}
		if keyed {
			a.Name = name
		}
		out = append(out, a)
	}
	return out
}

// rustString is the text of a string.
func rustString(n parse.Node) parse.TextParts {
	if n.Is("raw_string_literal") {
		return parse.TextParts{}.Literal(n.Child("string_content").Text())
	}
	return stringParts(nil, n)
}

// Expr implements [parse.SiteGrammar].
func (rustSites) Expr(s *parse.SiteReader, n parse.Node, e *parse.Expr) bool {
	switch n.Kind() {
	case "string_literal", "raw_string_literal":
		e.SetText(rustString(n))
	case "integer_literal", "float_literal", "boolean_literal":
		e.Kind, e.Text = parse.ExprLiteral, n.Text()
	case "identifier", "self", "crate", "super", "type_identifier":
		e.Kind, e.Text = parse.ExprName, n.Text()
	case "scoped_identifier", "scoped_type_identifier":
		rustMember(s, e, n.Field("path"), n.Field("name"))
	case "field_expression":
		rustMember(s, e, n.Field("value"), n.Field("field"))
	case "generic_function":
		*e = s.Expr(n.Field("function"))
	case "generic_type", "generic_type_with_turbofish":
		*e = s.Expr(n.Field("type"))
	case "parenthesized_expression", "await_expression", "try_expression":
		*e = s.Expr(firstNamed(n))
	case "reference_expression":
		*e = s.Expr(n.Field("value"))
	case "array_expression", "tuple_expression":
		e.Kind, e.Args = parse.ExprList, rustArguments(s, n)
	case "closure_expression":
		rustLambda(s, n, e)
	case "call_expression":
		f := n.Field("function")
		s.Called(e, f, f.Is("identifier", "scoped_identifier", "field_expression", "generic_function"))
		e.Args = rustArguments(s, n.Field("arguments"))
	default:
		return false
	}
	return true
}

func rustMember(s *parse.SiteReader, e *parse.Expr, of, name parse.Node) {
	e.Kind, e.Text, e.At = parse.ExprName, name.Text(), name.Start()
	if !of.IsZero() {
		recv := s.Expr(of)
		e.Kind, e.Recv = parse.ExprMember, &recv
	}
}

func rustArguments(s *parse.SiteReader, list parse.Node) []parse.ExprArg {
	var out []parse.ExprArg
	for c := range list.Named {
		if !c.Is("line_comment", "block_comment", "attribute_item") {
			out = append(out, parse.ExprArg{Value: s.Expr(c)})
		}
	}
	return out
}

func rustLambda(s *parse.SiteReader, n parse.Node, e *parse.Expr) {
	var params []parse.Node
	for p := range n.Field("parameters").Named {
		if pattern := p.Field("pattern"); !pattern.IsZero() {
			p = pattern
		}
		params = append(params, p)
	}
	body := n.Field("body")
	s.Lambda(e, params, body, strings.HasSuffix(body.Kind(), "block"))
}
