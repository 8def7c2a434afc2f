package csharp

import (
	"strings"

	"seedgraph/parse"
)

func isPattern(n parse.Node) bool { return strings.HasSuffix(n.Kind(), "_pattern") }

// pattern reads a pattern that is matched against the value of a chain. A nil
// chain is an unknown value.
func (r *reader) pattern(n parse.Node, value []parse.Step) {
	switch n.Kind() {
	case "comment", "discard":
	case "declaration_pattern", "var_pattern":
		r.declarationPattern(n, value)
	case "recursive_pattern":
		r.recursivePattern(n, value)
	case "type_pattern":
		r.typ(n.Field("type"))
	case "constant_pattern":
		for c := range n.Named {
			r.constantPattern(c, value)
		}
	case "relational_pattern":
		for c := range n.Named {
			r.expr(c, goal{})
		}
	case "list_pattern":
		r.listPattern(n, value)
	case "and_pattern", "or_pattern":
		r.branch()
		fallthrough
	case "negated_pattern", "parenthesized_pattern":
		for c := range n.Named {
			r.pattern(c, value)
		}
	case "tuple_pattern":
		r.tuplePattern(n, value)
	default:
		r.statement(n)
	}
}

// declarationPattern reads `T x` and `var x`.
func (r *reader) declarationPattern(n parse.Node, value []parse.Step) {
	t := r.typ(n.Field("type"))
	name := n.Field("name")
	for c := range n.Named {
		if c.Kind() == "parenthesized_variable_designation" {
			r.tuplePattern(c, value)
		}
	}
	r.designate(name, t, value)
}

// designate declares the variable of a pattern: of type t, or of the type of the
// value.
func (r *reader) designate(name parse.Node, t parse.TypeRef, value []parse.Step) {
	if name.IsZero() || name.Kind() != "identifier" {
		return
	}
	l := parse.Local{Name: r.str(name), Type: t, Kind: parse.LocalVar}
	if t.IsZero() {
		l.Init = value
	}
	r.declare(name.Start(), l)
}

// recursivePattern reads `T (a, b) { P: c } x`.
func (r *reader) recursivePattern(n parse.Node, value []parse.Step) {
	var t parse.TypeRef
	for c := range n.Named {
		switch {
		case c.FieldName() == "type":
			t = r.typ(c)
			value = r.typed(goal{steps: true}, t)
		case c.Kind() == "positional_pattern_clause":
			r.positional(c, value)
		case c.Kind() == "property_pattern_clause":
			for sub := range c.Named {
				r.subpattern(sub, value)
			}
		case c.FieldName() == "name":
			r.designate(c, t, value)
		}
	}
}

// positional reads `(a, b)`, which takes a value apart.
func (r *reader) positional(n parse.Node, value []parse.Step) {
	i, count := 0, parts(n)
	if value != nil {
		r.implicitly(opDeconstruct, n.Start(), partOf(value, 1, count), nil)
	}
	for c := range n.Named {
		if c.Kind() == "comment" {
			continue
		}
		var part []parse.Step
		if i++; value != nil {
			part = partOf(value, i, count)
		}
		r.subpattern(c, part)
	}
}

// constantPattern reads a pattern that the grammar takes for a constant: a call and a tuple are
// none, but `T (a, b)` and `(a, b)`, which take the value apart.
func (r *reader) constantPattern(n parse.Node, value []parse.Step) {
	list := n
	switch {
	case n.Is("tuple_expression"):
	case n.Is("invocation_expression") && n.Field("function").Is("identifier", "generic_name"):
		list = n.Field("arguments")
		value = r.typed(goal{steps: true}, r.typ(n.Field("function")))
	default:
		r.expr(n, goal{})
		return
	}
	i, count := 0, parts(list)
	if value != nil {
		r.implicitly(opDeconstruct, list.Start(), partOf(value, 1, count), nil)
	}
	for c := range list.Named {
		if c.Kind() == "comment" {
			continue
		}
		var part []parse.Step
		if i++; value != nil {
			part = partOf(value, i, count)
		}
		switch v := argumentValue(c); {
		case v.Is("declaration_expression"):
			r.designate(v.Field("name"), r.typ(v.Field("type")), part)
		case v.Text() != "_":
			r.constantPattern(v, part)
		}
	}
}

// subpattern reads `A.B: pattern`, or a positional pattern.
func (r *reader) subpattern(n parse.Node, value []parse.Step) {
	named := false
	for c := range n.Children {
		named = named || c.Kind() == ":"
	}
	for c := range n.Named {
		if named && c.Is("identifier", "member_access_expression") {
			value = r.propertyPath(c, value)
			named = false
			continue
		}
		r.pattern(c, value)
	}
}

// propertyPath emits the members A and B of a value for `A.B` and returns the
// chain of the last.
func (r *reader) propertyPath(n parse.Node, value []parse.Step) []parse.Step {
	if n.Kind() == "member_access_expression" {
		value = r.propertyPath(n.Field("expression"), value)
		n = n.Field("name")
	}
	if value == nil {
		value = r.chain(parse.Step{Kind: parse.StepOpaque})
	}
	name := r.str(n)
	r.refer(parse.Reference{Kind: parse.RefMember, Name: name, Recv: value, Args: -1,
		At: n.Start()})
	return extend(value, parse.Step{Kind: parse.StepMember, Name: name})
}

// extend returns a chain one step longer, which shares no capacity with another
// chain of the same prefix.
func extend(steps []parse.Step, s parse.Step) []parse.Step {
	out := make([]parse.Step, len(steps), len(steps)+2)
	copy(out, steps)
	return append(out, s)
}
