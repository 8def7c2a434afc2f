package typescript

import "seedgraph/parse"

// A siteGrammar reads the expressions that frameworks may interpret.
type siteGrammar struct{ f *parse.Facts }

// Site implements [parse.SiteGrammar].
func (g siteGrammar) Site(s *parse.SiteReader, n parse.Node) bool {
	switch n.Kind() {
	case "decorator":
		g.decorator(s, n)
	case "call_expression", "new_expression", "arrow_function", "function_expression", "function":
		s.Call(n)
	case "member_expression", "subscript_expression":
		return s.Member(n)
	case "variable_declarator", "public_field_definition", "field_definition":
		return g.declared(s, n)
	case "assignment_expression":
		return g.assigned(s, n)
	case "augmented_assignment_expression":
		left := n.Field("left")
		if !n.Field("operator").Is("+=") || !left.Is("identifier") {
			return false
		}
		s.Added(left, n.Field("right"))
	case "export_statement":
		return g.exported(s, unwrapped(n.Field("value")))
	case "return_statement":
		value := namedChild(n)
		if value.IsZero() {
			return false
		}
		s.Returned(value)
	case "method_definition", "function_declaration", "generator_function_declaration":
		s.Method(n)
	case "for_in_statement":
		left := n.Field("left")
		if !n.Field("operator").Is("of") || !left.Is("identifier") {
			s.Branch(n)
			return true
		}
		s.Each(left, n.Field("right"), n.Field("body"))
	case "if_statement", "switch_statement", "while_statement", "for_statement",
		"do_statement", "ternary_expression":
		s.Branch(n)
	default:
		return false
	}
	return true
}

// exported keeps an object of values that is the default export; one with functions is no
// constant.
//
//	export default { api: { prefix: '/api' } }
func (g siteGrammar) exported(s *parse.SiteReader, value parse.Node) bool {
	if !value.Is("object") || hasFunction(value) {
		return false
	}
	def := g.f.DefinitionAt(value.Start())
	if def <= 0 || g.f.Definitions[def].Name != "default" {
		return false
	}
	return s.Keep(parse.SiteValue, g.f.Definitions[def].NameAt, s.Expr(value))
}

// hasFunction reports whether an object literal contains a function.
func hasFunction(n parse.Node) bool {
	for c := range n.Named {
		if c.Is("method_definition") || isFunction(c) || hasFunction(c) {
			return true
		}
	}
	return false
}

// decorator keeps a decorator of a class or one of its members; decorators of
// parameters are not metadata of a definition.
func (g siteGrammar) decorator(s *parse.SiteReader, n parse.Node) {
	e := s.Expr(namedChild(n))
	def := g.f.DefinitionAt(n.Start())
	if def > 0 && g.f.Definitions[def].NameAt > n.Start() {
		s.Attribute(def, e)
	}
}

// declared keeps the value of a variable or field with a plain name.
func (g siteGrammar) declared(s *parse.SiteReader, n parse.Node) bool {
	for c := range n.Named {
		if c.Is("decorator") {
			g.decorator(s, c)
		}
	}
	name := n.Field("name")
	if name.Is("object_pattern") {
		return g.destructured(s, name, n.Field("value"))
	}
	if !name.Is("identifier", "property_identifier", "private_property_identifier") {
		return false
	}
	s.Value(name, n.Field("value"))
	return true
}

// destructured keeps the members that variables take from an object that is a name
// or a member; other objects are skipped, since they must be evaluated only once.
//
//	const { user, post: posts } = this.prisma
func (g siteGrammar) destructured(s *parse.SiteReader, pattern, value parse.Node) bool {
	for e := value; !e.Is("identifier", "this"); e = e.Field("object") {
		if !e.Is("member_expression") {
			return false
		}
	}
	of := s.Expr(value)
	for c := range pattern.Named {
		name, key := c, c
		if c.Is("pair_pattern") {
			name, key = c.Field("value"), c.Field("key")
		}
		if name.Is("identifier", "shorthand_property_identifier_pattern") &&
			key.Is("property_identifier", "shorthand_property_identifier_pattern") {
			s.Keep(parse.SiteValue, name.Start(), parse.Expr{Kind: parse.ExprMember, At: key.Start(),
				Text: key.Text(), Recv: &of})
		}
	}
	return true
}

// assigned keeps the value assigned to a name or member.
func (g siteGrammar) assigned(s *parse.SiteReader, n parse.Node) bool {
	left := n.Field("left")
	if left.Is("member_expression") {
		left = left.Field("property")
	}
	if !left.Is("identifier", "property_identifier", "private_property_identifier") {
		return false
	}
	s.Value(left, n.Field("right"))
	return true
}

// Expr implements [parse.SiteGrammar].
func (g siteGrammar) Expr(s *parse.SiteReader, n parse.Node, e *parse.Expr) bool {
	switch n.Kind() {
	case "string":
		e.SetText(texts.Parts(n))
	case "template_string":
		e.SetText(texts.Parts(n))
		g.template(s, e, n)
	case "binary_expression":
		if n.Field("operator").Is("||", "??") {
			s.Choice(e, n.Field("left"), n.Field("right"))
			return true
		}
		if !n.Field("operator").Is("+") {
			return false
		}
		e.SetText(texts.Parts(n))
		for _, o := range texts.Operands(n) {
			e.Args = append(e.Args, parse.ExprArg{Value: s.Expr(o)})
		}
	case "ternary_expression":
		s.Condition(n.Field("condition"))
		s.Choice(e, n.Field("consequence"), n.Field("alternative"))
	case "number", "true", "false", "null", "undefined", "regex":
		e.Kind, e.Text = parse.ExprLiteral, n.Text()
	case "identifier", "this", "super", "property_identifier", "shorthand_property_identifier":
		e.Kind, e.Text = parse.ExprName, n.Text()
	case "member_expression":
		recv, name := s.Expr(n.Field("object")), n.Field("property")
		e.Kind, e.Recv, e.Text, e.At = parse.ExprMember, &recv, name.Text(), name.Start()
	case "subscript_expression":
		recv, index := s.Expr(n.Field("object")), s.Expr(n.Field("index"))
		e.Kind, e.Recv, e.Args = parse.ExprIndex, &recv, []parse.ExprArg{{Value: index}}
	case "call_expression":
		g.call(s, e, n)
	case "new_expression":
		*e = s.Expr(n.Field("constructor"))
		e.Kind = parse.ExprNew
		e.Args = g.arguments(s, n.Field("arguments"))
	case "array":
		e.Kind = parse.ExprList
		e.Args = g.arguments(s, n)
	case "object":
		e.Kind = parse.ExprMap
		g.object(s, e, n)
	case "arrow_function", "function_expression", "function":
		g.lambda(s, e, n)
	case "parenthesized_expression", "as_expression", "satisfies_expression",
		"non_null_expression", "await_expression":
		*e = s.Expr(namedChild(n))
	default:
		return false
	}
	return true
}

// template reads the parts of a template, if it has substitutions.
func (g siteGrammar) template(s *parse.SiteReader, e *parse.Expr, n parse.Node) {
	if e.Parts != nil {
		e.Args = g.parts(s, n)
	}
}

// parts reads the texts in a template, and the substitutions between them.
func (g siteGrammar) parts(s *parse.SiteReader, n parse.Node) []parse.ExprArg {
	var out []parse.ExprArg
	for c := range n.Children {
		if c.Is("template_substitution") {
			out = append(out, parse.ExprArg{Value: s.Expr(namedChild(c))})
		} else if text := fragment(c); text != "" {
			out = append(out, parse.ExprArg{
				Value: parse.Expr{Kind: parse.ExprString, At: c.Start(), Text: text}})
		}
	}
	return out
}

// call reads a call. If the callee is not a name, it becomes the Recv, without a
// text. A tag function has the parts of its template as arguments.
func (g siteGrammar) call(s *parse.SiteReader, e *parse.Expr, n parse.Node) {
	function, _ := calleeOf(n.Field("function")) // await f<T>(x)
	if path := requiredPath(function, n.Field("arguments")); path != "" {
		e.Kind, e.Text = parse.ExprName, requiredAlias(path)
		return
	}
	s.Called(e, function, function.Is("identifier", "member_expression", "super"))
	if args := n.Field("arguments"); args.Is("template_string") {
		e.Args = g.parts(s, args)
	} else {
		e.Args = g.arguments(s, args)
	}
}

// arguments reads the arguments of a call or the elements of a list. A spread one
// has the name "...".
func (g siteGrammar) arguments(s *parse.SiteReader, list parse.Node) []parse.ExprArg {
	var out []parse.ExprArg
	for c := range list.Named {
		switch c.Kind() {
		case "comment":
		case "spread_element":
			out = append(out, parse.ExprArg{Name: "...", Value: s.Expr(namedChild(c))})
		default:
			out = append(out, parse.ExprArg{Value: s.Expr(c)})
		}
	}
	return out
}

// object reads the members of an object literal. A spread one has the name "...".
func (g siteGrammar) object(s *parse.SiteReader, e *parse.Expr, n parse.Node) {
	for c := range n.Named {
		switch c.Kind() {
		case "pair":
			key := c.Field("key")
			name, ok := literal(key)
			if !ok {
				name = key.Text()
			}
			e.Args = append(e.Args, parse.ExprArg{Name: name, Value: s.Expr(c.Field("value"))})
		case "shorthand_property_identifier":
			e.Args = append(e.Args, parse.ExprArg{Name: c.Text(), Value: s.Expr(c)})
		case "spread_element":
			e.Args = append(e.Args, parse.ExprArg{Name: "...", Value: s.Expr(namedChild(c))})
		case "method_definition":
			method := parse.Expr{At: c.Start()}
			g.lambda(s, &method, c)
			e.Args = append(e.Args, parse.ExprArg{Name: c.Field("name").Text(), Value: method})
		}
	}
}

// lambda reads an anonymous function. Destructured parameters have no name.
func (g siteGrammar) lambda(s *parse.SiteReader, e *parse.Expr, n parse.Node) {
	var params []parse.Node
	if p := n.Field("parameter"); !p.IsZero() {
		params = append(params, p)
	}
	for p := range n.Field("parameters").Named {
		if name := p.Field("pattern"); name.Is("identifier") {
			params = append(params, name)
		} else {
			params = append(params, parse.Node{})
		}
	}
	body := n.Field("body")
	s.Lambda(e, params, body, body.Is("statement_block"))
	if e.Recv != nil || !body.Is("statement_block") {
		return
	}
	if only := onlyReturned(body); only.Is("object", "string", "template_string") {
		value := s.Expr(only)
		e.Recv = &value
	}
}

// onlyReturned returns the value of a block that is a single return statement; zero for
// other blocks.
func onlyReturned(body parse.Node) parse.Node {
	var only parse.Node
	for c := range body.Named {
		switch {
		case c.Is("comment"):
		case c.Is("return_statement") && only.IsZero():
			only = c
		default:
			return parse.Node{}
		}
	}
	if only.IsZero() {
		return only
	}
	return namedChild(only)
}
