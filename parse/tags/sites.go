package tags

import (
	"strings"

	"seedgraph/parse"
)

// stringParts are the parts of a string: its literal content, and a hole for every other part.
func stringParts(p parse.TextParts, n parse.Node) parse.TextParts {
	var text strings.Builder // between other parts: a fragment for each escape sequence
	for c := range n.Named {
		switch c.Kind() {
		case "string_content", "string_value":
			text.WriteString(c.Text())
			continue
		case "escape_sequence":
			text.WriteString(strings.TrimPrefix(c.Text(), `\`))
			continue
		}
		p = p.Literal(text.String())
		text.Reset()
		if c.Is("variable_name") {
			p = p.Name(c)
		} else {
			p = p.Hole()
		}
	}
	return p.Literal(text.String())
}

// rubySites reads the expressions of Ruby that frameworks may interpret. The block of a call is
// its argument with the name "&". A pair whose key is a string is a map: get "/orders" =>
// "orders#index".
type rubySites struct{}

// Site implements [parse.SiteGrammar].
func (rubySites) Site(s *parse.SiteReader, n parse.Node) bool {
	switch n.Kind() {
	case "call":
		s.Call(n)
	case "method", "singleton_method":
		s.Method(n)
	case "assignment":
		if !n.Field("left").Is("identifier", "constant", "instance_variable") {
			return false
		}
		s.Value(n.Field("left"), n.Field("right"))
	case "if", "unless", "if_modifier", "unless_modifier", "case", "while", "until", "rescue":
		s.Branch(n)
	default:
		return false
	}
	return true
}

// Expr implements [parse.SiteGrammar].
func (rubySites) Expr(s *parse.SiteReader, n parse.Node, e *parse.Expr) bool {
	switch n.Kind() {
	case "string", "bare_string", "bare_symbol", "delimited_symbol":
		e.SetText(stringParts(nil, n))
	case "simple_symbol":
		e.SetText(parse.TextParts{}.Literal(strings.TrimPrefix(n.Text(), ":")))
	case "integer", "float", "true", "false", "nil":
		e.Kind, e.Text = parse.ExprLiteral, n.Text()
	case "identifier", "constant", "instance_variable", "self":
		e.Kind, e.Text = parse.ExprName, n.Text()
	case "scope_resolution":
		name := n.Field("name")
		e.Kind, e.Text, e.At = parse.ExprMember, name.Text(), name.Start()
		if scope := n.Field("scope"); !scope.IsZero() {
			of := s.Expr(scope)
			e.Recv = &of
		} else {
			e.Kind = parse.ExprName
		}
	case "array", "string_array", "symbol_array":
		e.Kind = parse.ExprList
		e.Args = rubyArguments(s, n)
	case "hash":
		e.Kind = parse.ExprMap
		for c := range n.Named {
			if c.Is("pair") {
				e.Args = append(e.Args, parse.ExprArg{Name: rubyKey(c.Field("key")),
					Value: s.Expr(c.Field("value"))})
			}
		}
	case "lambda":
		s.Lambda(e, nil, n.Field("body"), true)
	case "parenthesized_statements":
		*e = s.Expr(firstNamed(n))
	case "conditional":
		s.Choice(e, n.Field("consequence"), n.Field("alternative"))
	case "call":
		rubyCallExpr(s, n, e)
	default:
		return false
	}
	return true
}

func rubyCallExpr(s *parse.SiteReader, n parse.Node, e *parse.Expr) {
	name := n.Field("method")
	if of := n.Field("receiver"); !of.IsZero() {
		recv := s.Expr(of)
		e.Recv = &recv
	}
	e.Kind, e.Text, e.At = parse.ExprCall, name.Text(), name.Start()
	e.Args = rubyArguments(s, n.Field("arguments"))
	if block := n.Field("block"); !block.IsZero() {
		f := parse.Expr{At: block.Start()}
		var params []parse.Node
		for p := range block.Field("parameters").Named {
			params = append(params, p)
		}
		s.Lambda(&f, params, block, true)
		e.Args = append(e.Args, parse.ExprArg{Name: "&", Value: f})
	}
}

func rubyArguments(s *parse.SiteReader, list parse.Node) []parse.ExprArg {
	var out []parse.ExprArg
	for c := range list.Named {
		switch {
		case c.Is("comment"):
		case !c.Is("pair"):
			out = append(out, parse.ExprArg{Value: s.Expr(c)})
		case c.Field("key").Is("string"):
			out = append(out, parse.ExprArg{Value: parse.Expr{Kind: parse.ExprMap, At: c.Start(),
				Args: []parse.ExprArg{{Name: rubyKey(c.Field("key")),
					Value: s.Expr(c.Field("value"))}}}})
		default:
			out = append(out, parse.ExprArg{Name: rubyKey(c.Field("key")),
				Value: s.Expr(c.Field("value"))})
		}
	}
	return out
}

// rubyKey returns the text of a key of a hash.
func rubyKey(n parse.Node) string {
	if n.Is("string") {
		return stringParts(nil, n).Text()
	}
	return strings.TrimPrefix(n.Text(), ":")
}

// phpSites reads the expressions of PHP that frameworks may interpret.
type phpSites struct{}

// Site implements [parse.SiteGrammar].
func (phpSites) Site(s *parse.SiteReader, n parse.Node) bool {
	switch n.Kind() {
	case "function_call_expression", "member_call_expression",
		"nullsafe_member_call_expression", "scoped_call_expression",
		"object_creation_expression":
		if isAnonymous(n) {
			return false
		}
		s.Call(n)
	case "attribute":
		return s.AttributeAt(n, func() parse.Expr { return s.Expr(n) })
	case "property_element":
		value := firstNamed(n.Child("property_initializer"))
		if value.IsZero() {
			return false
		}
		s.Value(n.Child("variable_name"), value)
	case "const_element":
		s.Value(firstNamed(n), lastNamed(n))
	case "method_declaration", "function_definition":
		s.Method(n)
	case "assignment_expression":
		if !n.Field("left").Is("variable_name") {
			return false
		}
		s.Value(n.Field("left"), n.Field("right"))
	case "return_statement":
		value := firstNamed(n)
		if value.IsZero() || isAnonymous(value) {
			return false
		}
		s.Returned(value)
	case "foreach_statement":
		phpEach(s, n)
	case "if_statement", "switch_statement", "while_statement", "for_statement", "catch_clause":
		s.Branch(n)
	default:
		return false
	}
	return true
}

// isAnonymous reports whether an expression creates an object of a class that it declares. The body
// of the class is read like that of others.
//
//	return new class extends Migration { … };
func isAnonymous(n parse.Node) bool {
	return n.Is("object_creation_expression") && !n.Child("declaration_list").IsZero()
}

// phpEach keeps the list or map that a loop iterates over, for the names of its values and keys.
func phpEach(s *parse.SiteReader, n parse.Node) {
	over := firstNamed(n)
	for c := range n.Named {
		switch {
		case c.Start() <= over.Start():
		case c.Is("variable_name"):
			s.Keep(parse.SiteEach, c.Start(), s.Expr(over))
		case c.Is("pair"):
			list := s.Expr(over)
			s.KeepPart(firstNamed(c), 1, list)
			s.KeepPart(lastNamed(c), 2, list)
		}
	}
	s.Branch(n.Field("body"))
}

// Expr implements [parse.SiteGrammar].
func (phpSites) Expr(s *parse.SiteReader, n parse.Node, e *parse.Expr) bool {
	switch n.Kind() {
	case "string", "encapsed_string":
		e.SetText(stringParts(nil, n))
	case "binary_expression":
		if !strings.Contains(n.Text(), ".") {
			return false
		}
		e.SetText(phpSum(nil, n))
	case "integer", "float", "boolean", "null":
		e.Kind, e.Text = parse.ExprLiteral, n.Text()
	case "name", "variable_name", "qualified_name", "relative_scope":
		e.Kind, e.Text, e.At = parse.ExprName, n.Text(), phpName(n).Start()
	case "class_constant_access_expression":
		of := firstNamed(n)
		if lastNamed(n).Text() != "class" {
			recv := s.Expr(of)
			e.Kind, e.Text, e.At, e.Recv = parse.ExprMember, lastNamed(n).Text(),
				lastNamed(n).Start(), &recv
			break
		}
		e.Kind, e.Text, e.At = parse.ExprType, of.Text(), phpName(of).Start()
	case "array_creation_expression":
		phpArray(s, n, e)
	case "anonymous_function_creation_expression":
		s.Lambda(e, nil, n.Field("body"), true)
	case "arrow_function":
		s.Lambda(e, nil, n.Field("body"), false)
	case "parenthesized_expression":
		*e = s.Expr(firstNamed(n))
	case "object_creation_expression", "attribute":
		e.Kind = parse.ExprNew
		if of := n.Child("name", "qualified_name"); !of.IsZero() {
			e.Text, e.At = of.Text(), phpName(of).Start()
		}
		e.Args = phpArguments(s, n.Child("arguments"))
	case "function_call_expression":
		f := n.Field("function")
		s.Called(e, f, f.Is("name", "qualified_name"))
		e.Args = phpArguments(s, n.Field("arguments"))
	case "member_call_expression", "nullsafe_member_call_expression", "scoped_call_expression":
		of := n.Field("object")
		if of.IsZero() {
			of = n.Field("scope")
		}
		recv, name := s.Expr(of), n.Field("name")
		e.Kind, e.Text, e.At, e.Recv = parse.ExprCall, name.Text(), name.Start(), &recv
		e.Args = phpArguments(s, n.Field("arguments"))
	case "member_access_expression", "nullsafe_member_access_expression":
		recv, name := s.Expr(n.Field("object")), n.Field("name")
		if !name.Is("name") { // known only at run time
			return false
		}
		e.Kind, e.Text, e.At, e.Recv = parse.ExprMember, name.Text(), name.Start(), &recv
	default:
		return false
	}
	return true
}

// phpName returns the last name of a name that may be qualified, which is a reference.
func phpName(n parse.Node) parse.Node {
	if n.Is("qualified_name") {
		return lastNamed(n)
	}
	return n
}

func lastNamed(n parse.Node) (last parse.Node) {
	for c := range n.Named {
		last = c
	}
	return last
}

// phpSum are the parts of a concatenation.
func phpSum(p parse.TextParts, n parse.Node) parse.TextParts {
	switch {
	case n.Is("string", "encapsed_string"):
		return stringParts(p, n)
	case n.Is("variable_name"):
		return p.Name(n)
	case n.Is("class_constant_access_expression") && lastNamed(n).Text() != "class":
		return p.Name(lastNamed(n))
	case n.Is("binary_expression") && n.Field("operator").Text() == ".":
		return phpSum(phpSum(p, n.Field("left")), n.Field("right"))
	}
	return p.Hole()
}

// phpArray reads an array: a map if one of its elements has a key.
func phpArray(s *parse.SiteReader, n parse.Node, e *parse.Expr) {
	e.Kind = parse.ExprList
	for c := range n.Named {
		if !c.Is("array_element_initializer") {
			continue
		}
		key, value := firstNamed(c), lastNamed(c)
		a := parse.ExprArg{Value: s.Expr(value)}
		if key != value {
			e.Kind = parse.ExprMap
			if a.Name = phpSum(nil, key).Text(); key.Is("class_constant_access_expression") {
				a.Name = key.Text()
			}
		}
		e.Args = append(e.Args, a)
	}
}

func phpArguments(s *parse.SiteReader, list parse.Node) []parse.ExprArg {
	var out []parse.ExprArg
	for c := range list.Named {
		if c.Is("argument") {
			out = append(out, parse.ExprArg{Name: c.Field("name").Text(),
				Value: s.Expr(lastNamed(c))})
		}
	}
	return out
}
