package python

import (
	"slices"
	"strings"

	"seedgraph/parse"
)

// A siteGrammar reads the expressions that frameworks may interpret.
type siteGrammar struct{ f *parse.Facts }

// Site implements [parse.SiteGrammar].
func (g siteGrammar) Site(s *parse.SiteReader, n parse.Node) bool {
	switch n.Kind() {
	case "decorator":
		e := s.Expr(onlyNamed(n))
		if def := g.f.DefinitionAt(n.Start()); def > 0 {
			s.Attribute(def, e)
		}
	case "call", "lambda":
		s.Call(n)
	case "attribute", "subscript":
		return s.Member(n)
	case "assignment", "augmented_assignment": // elements added to a list are values of it
		return g.assigned(s, n)
	case "return_statement":
		value := onlyNamed(n)
		if value.IsZero() {
			return false
		}
		s.Returned(value)
	case "function_definition":
		s.Method(n)
	case "for_statement":
		if !g.each(s, n) {
			s.Branch(n)
			return true
		}
		s.Branch(n.Field("body"))
	case "for_in_clause":
		return g.each(s, n)
	case "named_expression":
		s.Value(n.Field("name"), n.Field("value"))
	case "with_item":
		return g.entered(s, n)
	case "yield":
		return g.provided(s, n)
	case "if_statement", "while_statement", "match_statement", "conditional_expression",
		"except_clause":
		s.Branch(n)
	default:
		return false
	}
	return true
}

// each keeps the list that a loop or comprehension iterates over, for the name
// bound to its elements, or for each of the names bound to their parts; it reports
// whether it is a loop over a list.
//
//	for prefix, router in ROUTERS:
func (g siteGrammar) each(s *parse.SiteReader, n parse.Node) bool {
	left, over := n.Field("left"), n.Field("right")
	switch {
	case left.Is("identifier"):
		s.Keep(parse.SiteEach, left.Start(), s.Expr(over))
		return true
	case left.Is("pattern_list", "tuple_pattern"):
		list, part := s.Expr(over), uint8(0)
		for name := range left.Named {
			if part++; name.Is("identifier") {
				s.KeepPart(name, part, list)
			}
		}
		return part > 0
	}
	return false
}

// onlyNamed returns the first named child of a node that is not a comment.
func onlyNamed(n parse.Node) parse.Node {
	for c := range n.Named {
		if !c.Is("comment") {
			return c
		}
	}
	return parse.Node{}
}

// assigned keeps the value assigned to a name or attribute.
func (g siteGrammar) assigned(s *parse.SiteReader, n parse.Node) bool {
	left, right := n.Field("left"), n.Field("right")
	if right.Is("assignment") { // a = b = value
		g.assigned(s, right)
		for right.Is("assignment") {
			right = right.Field("right")
		}
	}
	if left.Is("attribute") {
		left = left.Field("attribute")
	}
	if !left.Is("identifier") || right.IsZero() {
		return false
	}
	if n.Field("operator").Is("+=") {
		s.Added(left, right)
	} else {
		s.Value(left, right)
	}
	return true
}

// entered keeps the context manager of a with statement as the value of its name:
// most of them return themselves.
func (g siteGrammar) entered(s *parse.SiteReader, n parse.Node) bool {
	as := n.Child("as_pattern")
	if as.IsZero() {
		as = n.Field("value")
	}
	name := onlyNamed(as.Field("alias"))
	if as.Kind() != "as_pattern" || !name.Is("identifier") {
		return false
	}
	s.Value(name, onlyNamed(as))
	return true
}

// provided keeps the single value that a function yields as its return value: for
// a fixture or a context manager.
func (g siteGrammar) provided(s *parse.SiteReader, n parse.Node) bool {
	value := onlyNamed(n)
	def := g.f.DefinitionAt(n.Start())
	if value.IsZero() || def == 0 || !slices.ContainsFunc(g.f.Definitions[def].Decorators, provides) {
		return false
	}
	s.Returned(value)
	return true
}

// provides reports whether a function with a decorator yields once.
func provides(decorator string) bool {
	switch decorator[strings.LastIndexByte(decorator, '.')+1:] {
	case "fixture", "contextmanager", "asynccontextmanager":
		return true
	}
	return false
}

// Expr implements [parse.SiteGrammar].
func (g siteGrammar) Expr(s *parse.SiteReader, n parse.Node, e *parse.Expr) bool {
	switch n.Kind() {
	case "string", "concatenated_string":
		e.SetText(texts.Parts(n))
	case "unary_operator":
		if !n.Field("operator").Is("~") {
			return false
		}
		*e = s.Expr(n.Field("argument"))
	case "binary_operator":
		if n.Field("operator").Is("|", "&") { // operators that join conditions, sets and queries
			s.Choice(e, n.Field("left"), n.Field("right"))
			return true
		}
		if n.Field("operator").Is("%") && n.Field("left").Is("string", "concatenated_string") {
			e.SetText(texts.Parts(n))
			s.Visit(n.Field("right"))
			return true
		}
		if !n.Field("operator").Is("+") {
			return false
		}
		if lists, strings := summands(n); lists && !strings {
			g.sum(s, e, n)
		} else {
			e.SetText(texts.Parts(n))
		}
	case "integer", "float", "true", "false", "none":
		e.Kind, e.Text = parse.ExprLiteral, n.Text()
	case "identifier":
		e.Kind, e.Text = parse.ExprName, n.Text()
	case "attribute":
		recv, name := s.Expr(n.Field("object")), n.Field("attribute")
		e.Kind, e.Recv, e.Text, e.At = parse.ExprMember, &recv, name.Text(), name.Start()
	case "call":
		g.call(s, e, n)
	case "list", "tuple", "set", "expression_list":
		e.Kind = parse.ExprList
		e.Args = g.arguments(s, n)
	case "list_comprehension", "set_comprehension", "generator_expression":
		g.comprehension(s, e, n)
	case "dictionary":
		g.dictionary(s, e, n)
	case "lambda":
		g.lambda(s, e, n)
	case "subscript":
		g.subscript(s, e, n)
	case "conditional_expression", "boolean_operator":
		return g.choice(s, e, n)
	case "parenthesized_expression", "await":
		*e = s.Expr(onlyNamed(n))
	default:
		return false
	}
	return true
}

// summands reports whether the operands of a sum include lists, or calls that may
// return one, and strings.
func summands(n parse.Node) (lists, strings bool) {
	for _, side := range []parse.Node{n.Field("left"), n.Field("right")} {
		switch {
		case side.Is("list", "call"):
			lists = true
		case side.Is("string", "concatenated_string"):
			strings = true
		case side.Is("binary_operator"):
			l, s := summands(side)
			lists, strings = lists || l, strings || s
		}
	}
	return lists, strings
}

// sum reads a concatenation of lists as one list. Other operands are elements with
// the name "*".
func (g siteGrammar) sum(s *parse.SiteReader, e *parse.Expr, n parse.Node) {
	e.Kind = parse.ExprList
	for _, side := range []parse.Node{n.Field("left"), n.Field("right")} {
		x := s.Expr(side)
		if x.Kind == parse.ExprList {
			e.Args = append(e.Args, x.Args...)
		} else {
			e.Args = append(e.Args, parse.ExprArg{Name: "*", Value: x})
		}
	}
}

// comprehension reads the element expression of a comprehension, as the only
// element of a list. Its name is "for".
func (g siteGrammar) comprehension(s *parse.SiteReader, e *parse.Expr, n parse.Node) {
	body := n.Field("body")
	e.Kind = parse.ExprList
	e.Args = []parse.ExprArg{{Name: "for", Value: s.Expr(body)}}
	for c := range n.Named {
		if c != body {
			s.VisitNode(c)
		}
	}
}

// call reads a call. If the callee is not a name, it becomes the Recv, without a
// text. A call that fills a string is that string.
func (g siteGrammar) call(s *parse.SiteReader, e *parse.Expr, n parse.Node) {
	function := n.Field("function")
	if isText(function.Field("object")) && fillsTemplate(n) {
		e.SetText(texts.Parts(n))
		s.Visit(n.Field("arguments"))
		return
	}
	s.Called(e, function, function.Is("identifier", "attribute"))
	e.Args = g.arguments(s, n.Field("arguments"))
}

// arguments reads the arguments of a call or the elements of a list. Unpacked ones
// have the name "*" or "**".
func (g siteGrammar) arguments(s *parse.SiteReader, list parse.Node) []parse.ExprArg {
	if list.Is("generator_expression") { // any(f(x) for x in y)
		return []parse.ExprArg{{Value: s.Expr(list)}}
	}
	var out []parse.ExprArg
	for c := range list.Named {
		switch c.Kind() {
		case "comment":
		case "keyword_argument":
			out = append(out, parse.ExprArg{Name: c.Field("name").Text(),
				Value: s.Expr(c.Field("value"))})
		case "list_splat":
			out = append(out, parse.ExprArg{Name: "*", Value: s.Expr(onlyNamed(c))})
		case "dictionary_splat":
			out = append(out, parse.ExprArg{Name: "**", Value: s.Expr(onlyNamed(c))})
		default:
			out = append(out, parse.ExprArg{Value: s.Expr(c)})
		}
	}
	return out
}

// dictionary reads a dictionary whose keys are strings.
func (g siteGrammar) dictionary(s *parse.SiteReader, e *parse.Expr, n parse.Node) {
	e.Kind = parse.ExprMap
	for c := range n.Named {
		if !c.Is("pair") {
			s.Visit(c)
			continue
		}
		key := s.Expr(c.Field("key"))
		e.Args = append(e.Args, parse.ExprArg{Name: key.Text, Value: s.Expr(c.Field("value"))})
	}
}

func (g siteGrammar) lambda(s *parse.SiteReader, e *parse.Expr, n parse.Node) {
	var params []parse.Node
	for p := range n.Field("parameters").Named {
		if name := p.Field("name"); !name.IsZero() {
			p = name
		}
		params = append(params, p)
	}
	s.Lambda(e, params, n.Field("body"), false)
}

// subscript reads an element or a slice.
func (g siteGrammar) subscript(s *parse.SiteReader, e *parse.Expr, n parse.Node) {
	of := s.Expr(n.Field("value"))
	e.Kind, e.Recv = parse.ExprIndex, &of
	value := n.Field("value")
	for c := range n.Named {
		if c != value && !c.Is("comment") {
			e.Args = append(e.Args, parse.ExprArg{Value: s.Expr(c)})
		}
	}
}

// choice reads one of several values: a if c else b, a or b.
func (g siteGrammar) choice(s *parse.SiteReader, e *parse.Expr, n parse.Node) bool {
	var parts []parse.Node
	for c := range n.Named {
		if !c.Is("comment") {
			parts = append(parts, c)
		}
	}
	switch {
	case n.Is("boolean_operator") && n.Field("operator").Is("or"):
		s.Choice(e, parts...)
	case n.Is("conditional_expression") && len(parts) == 3:
		s.Choice(e, parts[0], parts[2])
		s.Condition(parts[1])
	default:
		return false
	}
	return true
}
