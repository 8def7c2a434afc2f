package java

import "seedgraph/parse"

// A siteGrammar reads the annotations that frameworks may read.
type siteGrammar struct{ f *parse.Facts }

// Site implements [parse.SiteGrammar].
func (g siteGrammar) Site(s *parse.SiteReader, n parse.Node) bool {
	if !n.Is("annotation", "marker_annotation") {
		return false
	}
	def := g.f.DefinitionAt(n.Start())
	if def == 0 || g.f.Definitions[def].NameAt < n.Start() {
		return true // of a parameter, a local or a type
	}
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
	s.Attribute(def, e)
	return true
}

// Expr implements [parse.SiteGrammar].
func (g siteGrammar) Expr(s *parse.SiteReader, n parse.Node, e *parse.Expr) bool {
	switch n.Kind() {
	case "string_literal", "text_block":
		e.SetText(texts.Parts(n))
	case "binary_expression":
		if !n.Field("operator").Is("+") {
			return false
		}
		e.SetText(texts.Parts(n))
	case "true", "false", "null_literal", "decimal_integer_literal":
		e.Kind, e.Text = parse.ExprLiteral, n.Text()
	case "identifier":
		e.Kind, e.Text = parse.ExprName, n.Text()
	case "field_access", "scoped_identifier":
		recv, name := n.Field("object"), n.Field("field")
		if n.Is("scoped_identifier") {
			recv, name = n.Field("scope"), n.Field("name")
		}
		of := s.Expr(recv)
		e.Kind, e.Recv, e.Text, e.At = parse.ExprMember, &of, name.Text(), name.Start()
	case "element_value_array_initializer":
		e.Kind = parse.ExprList
		for c := range n.Named {
			e.Args = append(e.Args, parse.ExprArg{Value: s.Expr(c)})
		}
	case "parenthesized_expression":
		for c := range n.Named {
			*e = s.Expr(c)
		}
	case "annotation", "marker_annotation":
		// one inside another says nothing of the definition
	default:
		return false
	}
	return true
}
