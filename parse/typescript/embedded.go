package typescript

import (
	"strings"

	"seedgraph/parse"
	"seedgraph/sqltext"
)

// embedded keeps a string literal, template or concatenation that is SQL. It
// reports whether n is such a text at all.
func (e *extractor) embedded(n parse.Node) bool {
	if n.Start() < e.textEnd {
		return false // a part of a concatenation that has been looked at
	}
	if n.Is("string") && n.End()-n.Start() < 12 {
		return false
	}
	if n.Is("binary_expression") {
		if e.sumAt == n.Start()+1 {
			return false // a part of a sum that has been looked at
		}
		if !concatenates(n) {
			e.sumAt = n.Start() + 1
			return false
		}
	}
	e.textEnd = n.End()
	e.addEmbedded(n, "")
	return true
}

// embeddedTag keeps the text of a tagged template: sql`…`.
func (e *extractor) embeddedTag(n, tag parse.Node) {
	e.textEnd = n.End()
	e.addEmbedded(n, tag.Text())
}

func (e *extractor) addEmbedded(n parse.Node, sink string) {
	var b strings.Builder
	literalText(&b, n)
	text := b.String()
	if !sqltext.Is(text) {
		return
	}
	if sink == "" {
		sink = e.sink
	}
	e.f.Embedded = append(e.f.Embedded, parse.Embedded{Text: text, Range: n.Range(), Def: e.def, Sink: sink})
}

// concatenates reports whether a + b has a string literal among its operands.
func concatenates(n parse.Node) bool {
	for n.Is("binary_expression") && n.Field("operator").Is("+") {
		if n.Field("right").Is("string", "template_string") {
			return true
		}
		n = n.Field("left")
	}
	return n.Is("string", "template_string")
}

// literalText writes the value of a string expression, "{}" for what is put in
// at run time.
func literalText(b *strings.Builder, n parse.Node) {
	switch {
	case n.Is("string", "template_string"):
		for c := range n.Children {
			switch c.Kind() {
			case "string_fragment":
				b.WriteString(c.Text())
			case "escape_sequence":
				b.WriteString(unescape(c.Text()))
			case "template_substitution":
				b.WriteString("{}")
			}
		}
	case n.Is("parenthesized_expression"):
		literalText(b, namedChild(n))
	case n.Is("binary_expression") && n.Field("operator").Is("+"):
		operands := []parse.Node{}
		for ; n.Is("binary_expression") && n.Field("operator").Is("+"); n = n.Field("left") {
			operands = append(operands, n.Field("right"))
		}
		literalText(b, n)
		for i := len(operands) - 1; i >= 0; i-- {
			literalText(b, operands[i])
		}
	default:
		b.WriteString("{}")
	}
}

// unescape returns the value of an escape sequence.
func unescape(s string) string {
	switch s {
	case `\n`, `\r`:
		return "\n"
	case `\t`:
		return "\t"
	}
	if len(s) == 2 {
		return strings.TrimLeft(s[1:], "\r\n")
	}
	return " "
}
