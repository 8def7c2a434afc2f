package java

import (
	"strings"

	"seedgraph/parse"
)

// embed keeps a string that reads as SQL, unless a concatenation around it has
// been kept already.
func (w *walk) embed(at parse.Range, text string) {
	if n := len(w.f.Embedded); n > 0 && w.f.Embedded[n-1].Range.Contains(at.Start) {
		return
	}
	if !mayBeSQL(text) {
		return
	}
	if w.sink == "format" || w.sink == "printf" {
		text = parse.Holes(text)
	}
	if parse.IsSQL(text) {
		w.f.Embedded = append(w.f.Embedded, parse.Embedded{Text: text, Range: at, Def: w.def, Sink: w.sink})
	}
}

// embedConcat keeps a concatenation that begins with the literal first.
func (w *walk) embedConcat(top, first parse.Node) {
	if !first.Is("string_literal") || !mayBeSQL(stringValue(first.Text())) {
		return
	}
	var parts []string
	for n := top; ; n = n.Field("left") {
		if !n.Is("binary_expression") {
			parts = append(parts, part(n))
			break
		}
		if !n.Field("operator").Is("+") {
			return
		}
		parts = append(parts, part(n.Field("right")))
	}
	var b strings.Builder
	for i := len(parts) - 1; i >= 0; i-- {
		b.WriteString(parts[i])
	}
	w.embed(top.Range(), b.String())
}

// part is the text of one operand: the literal's value or a hole.
func part(n parse.Node) string {
	if n.Is("string_literal") {
		return stringValue(n.Text())
	}
	return "{}"
}

// mayBeSQL looks at the first letter only.
func mayBeSQL(s string) bool {
	s = strings.TrimLeft(s, " \t\r\n(;")
	return s != "" && (strings.IndexByte("SIUDMECATWR", s[0]&^0x20) >= 0 || s[0] == '-' || s[0] == '/')
}
