package golang

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/sqltext"
)

// texts reads string expressions: literals, names of constants, sums and
// fmt.Sprintf.
var texts = parse.TextReader{
	Literal: literal, Name: constantName, Inner: inParentheses, Composed: formatted,
	Sum: "binary_expression", IsCode: sqltext.Is, MayBeCode: sqltext.MayBe,
}

// literal returns the value of a string literal.
func literal(n parse.Node) (value string, ok bool) {
	if !n.Is("interpreted_string_literal", "raw_string_literal") {
		return "", false
	}
	return stringValue(n.Text()), true
}

func constantName(n parse.Node) parse.Node {
	switch n.Kind() {
	case "identifier":
		return n
	case "selector_expression":
		return n.Field("field")
	}
	return parse.Node{}
}

func inParentheses(n parse.Node) parse.Node {
	if !n.Is("parenthesized_expression") {
		return parse.Node{}
	}
	return firstNamed(n)
}

// firstNamed returns the first child that is no comment, the zero Node if there
// is none.
func firstNamed(n parse.Node) parse.Node {
	for c := range n.Named {
		if !c.Is("comment") {
			return c
		}
	}
	return parse.Node{}
}

// formatted appends the parts of fmt.Sprintf("…", …).
func formatted(r *parse.TextReader, p parse.TextParts, n parse.Node) (parse.TextParts, bool) {
	if !n.Is("call_expression") || n.Field("function").Text() != "fmt.Sprintf" {
		return p, false
	}
	var args []parse.TextParts
	for c := range n.Field("arguments").Named {
		if !c.Is("comment") {
			args = append(args, r.Parts(c))
		}
	}
	if len(args) == 0 {
		return p, false
	}
	return p.Filled(args[0], &parse.TextFill{Args: args[1:]}), true
}

// embed keeps a string literal that reads as SQL, unless an expression around it
// has been kept already.
func (w *walk) embed(n parse.Node) {
	texts.KeepLiteral(w.f, n, w.def, w.sink, strings.HasSuffix(w.sink, "f"))
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
	if x.Kind != graph.KindConstant || !isText(n) {
		return
	}
	if e, ok := texts.Value(x.NameAt, n); ok {
		e.Def = d
		w.f.Embedded = append(w.f.Embedded, e)
	}
}

// isText reports whether an expression can be seen to be a string.
func isText(n parse.Node) bool {
	for n.Is("binary_expression") && n.Field("operator").Is("+") {
		if _, ok := literal(n.Field("right")); ok {
			return true
		}
		n = n.Field("left")
	}
	_, ok := literal(n)
	return ok
}
