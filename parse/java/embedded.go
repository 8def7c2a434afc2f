package java

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/sqltext"
)

// texts reads string expressions: literals, names of constants, sums and
// String.format.
var texts = parse.TextReader{
	Literal: literal, Name: lastName, Inner: inParentheses, Composed: formatted,
	Sum: "binary_expression", IsCode: sqltext.Is, MayBeCode: sqltext.MayBe,
}

// literal returns the value of a string literal.
func literal(n parse.Node) (value string, ok bool) {
	if !n.Is("string_literal") {
		return "", false
	}
	return stringValue(n.Text()), true
}

func lastName(n parse.Node) parse.Node {
	switch n.Kind() {
	case "identifier":
		return n
	case "field_access":
		return n.Field("field")
	}
	return parse.Node{}
}

func inParentheses(n parse.Node) parse.Node {
	if !n.Is("parenthesized_expression") {
		return parse.Node{}
	}
	for c := range n.Named {
		if !isComment(c) {
			return c
		}
	}
	return parse.Node{}
}

// formatted appends the parts of String.format("…", …).
func formatted(r *parse.TextReader, p parse.TextParts, n parse.Node) (parse.TextParts, bool) {
	if !n.Is("method_invocation") || n.Field("name").Text() != "format" ||
		n.Field("object").Text() != "String" {
		return p, false
	}
	var args []parse.Node
	for c := range n.Field("arguments").Named {
		if !isComment(c) {
			args = append(args, c)
		}
	}
	if len(args) == 0 {
		return p, false
	}
	format := r.Parts(args[0])
	if format.Named() != nil {
		return p, false
	}
	var values []parse.TextParts
	for _, a := range args[1:] {
		values = append(values, r.Parts(a))
	}
	return p.Printf(format.Text(), values), true
}

// embed keeps a string literal that reads as SQL, unless an expression around it
// has been kept already.
func (w *walk) embed(n parse.Node) {
	texts.KeepLiteral(w.f, n, w.def, w.sink, w.sink == "format" || w.sink == "printf")
}

// embedExpression keeps a composed string that reads as SQL, or that may once the
// name that it begins with is known. first is the leftmost part of a sum, or the
// format.
func (w *walk) embedExpression(n, first parse.Node) {
	texts.KeepExpression(w.f, n, first, w.def, w.sink, w.isLocal)
}

// embedValue keeps the string that constant d is set to.
func (w *walk) embedValue(d int32, n parse.Node) {
	x := &w.Definitions[d]
	if x.Kind != graph.KindConstant || x.Type.Name != "String" &&
		x.Type.Name != "java.lang.String" {
		return
	}
	if e, ok := texts.Value(x.NameAt, n); ok {
		e.Def = d
		w.f.Embedded = append(w.f.Embedded, e)
	}
}

// isLocal reports whether a name is that of a local or parameter in scope.
func (w *walk) isLocal(name string) bool { return slices.Contains(w.names, name) }
