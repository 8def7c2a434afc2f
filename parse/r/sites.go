package r

import (
	"strings"

	"seedgraph/parse"
)

// A siteGrammar reads the expressions that frameworks may interpret.
type siteGrammar struct{ f *parse.Facts }

// Site implements [parse.SiteGrammar].
func (g siteGrammar) Site(s *parse.SiteReader, n parse.Node) bool {
	switch n.Kind() {
	case "program":
		s.Visit(n)
	case "call":
		s.Call(n)
	case "binary_operator":
		return g.operator(s, n)
	case "function_definition":
		g.function(s, n)
	case "if_statement", "while_statement", "repeat_statement", "for_statement":
		s.Branch(n)
	default:
		return false
	}
	return true
}

// function keeps the plumber annotations above a function, and the sites in it.
func (g siteGrammar) function(s *parse.SiteReader, n parse.Node) {
	def := g.f.DefinitionAt(n.Start())
	if d := &g.f.Definitions[def]; def > 0 && d.Range.End >= n.End() {
		at := d.Range.Start
		for l := range strings.Lines(g.f.Text[d.Range.Start:n.Start()]) {
			if verb, path := annotation(l); verb != "" {
				e := parse.Expr{Kind: parse.ExprCall, Text: verb, At: at}
				text := parse.Expr{At: at}
				text.SetText(parse.TextParts{}.Literal(path))
				e.Args = []parse.ExprArg{{Value: text}}
				s.Attribute(def, e)
			}
			at += uint32(len(l))
		}
	}
	s.Method(n)
}

// operator keeps the value that an assignment gives a name.
func (g siteGrammar) operator(s *parse.SiteReader, n parse.Node) bool {
	list, value := assignment(n)
	if len(list) == 0 || value.IsZero() || !list[0].node.Is("identifier", "string") {
		switch n.Field("operator").Text() {
		case "|>", "%>%":
			s.Call(n)
			return true
		}
		return false
	}
	if value.Is("function_definition") {
		return g.Site(s, value)
	}
	s.Value(list[0].node, value)
	return true
}

// Expr implements [parse.SiteGrammar].
func (g siteGrammar) Expr(s *parse.SiteReader, n parse.Node, e *parse.Expr) bool {
	switch n.Kind() {
	case "string":
		e.SetText(texts.Parts(n))
	case "float", "integer", "true", "false", "null":
		e.Kind, e.Text = parse.ExprLiteral, n.Text()
	case "identifier":
		e.Kind, e.Text, e.At = parse.ExprName, identifier(n), nameAt(n)
	case "parenthesized_expression":
		*e = s.Expr(inner(n))
	case "extract_operator":
		g.member(s, e, n.Field("lhs"), n.Field("rhs"))
	case "namespace_operator":
		g.member(s, e, n.Field("lhs"), n.Field("rhs"))
	case "binary_operator":
		return g.piped(s, n, e)
	case "function_definition":
		var params []parse.Node
		for _, p := range parameters(n) {
			params = append(params, p.Field("name"))
		}
		body := n.Field("body")
		s.Lambda(e, params, body, body.Is("braced_expression"))
	case "call":
		g.call(s, e, n, parse.Node{})
	default:
		return false
	}
	return true
}

func (g siteGrammar) member(s *parse.SiteReader, e *parse.Expr, of, name parse.Node) {
	recv := s.Expr(of)
	*e = parse.Expr{Kind: parse.ExprMember, Text: identifier(name), At: nameAt(name), Recv: &recv}
}

// piped reads the call on the right of a pipe: the left side is the first
// argument.
func (g siteGrammar) piped(s *parse.SiteReader, n parse.Node, e *parse.Expr) bool {
	switch n.Field("operator").Text() {
	case "|>", "%>%":
	default:
		return false
	}
	right := n.Field("rhs")
	if !right.Is("call") {
		return false
	}
	g.call(s, e, right, n.Field("lhs"))
	return true
}

// call reads a call.
func (g siteGrammar) call(s *parse.SiteReader, e *parse.Expr, n, first parse.Node) {
	f := n.Field("function")
	s.Called(e, f, f.Is("identifier", "extract_operator", "namespace_operator"))
	if !first.IsZero() {
		e.Args = append(e.Args, parse.ExprArg{Value: s.Expr(first)})
	}
	for _, a := range arguments(n) {
		if !a.value.IsZero() {
			e.Args = append(e.Args, parse.ExprArg{Name: a.name, Value: s.Expr(a.value)})
		}
	}
}
