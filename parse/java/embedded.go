package java

import (
	"seedgraph/parse"
	"seedgraph/sqltext"
)

// embed keeps a string that reads as SQL, unless a concatenation around it has
// been kept already.
func (w *walk) embed(at parse.Range, text string) {
	if n := len(w.f.Embedded); n > 0 && w.f.Embedded[n-1].Range.Contains(at.Start) {
		return
	}
	if !sqltext.MayBe(text) {
		return
	}
	if w.sink == "format" || w.sink == "printf" {
		text = sqltext.Holes(text)
	}
	if sqltext.Is(text) {
		w.f.Embedded = append(w.f.Embedded, parse.Embedded{Text: text, Range: at, Def: w.def, Sink: w.sink})
	}
}

// embedConcat keeps a concatenation that begins with the literal first.
func (w *walk) embedConcat(top, first parse.Node) {
	if text, ok := literal(first); ok && sqltext.MayBe(text) {
		w.embed(top.Range(), parse.Concatenated(top, literal))
	}
}

// literal returns the value of a string literal.
func literal(n parse.Node) (value string, ok bool) {
	if !n.Is("string_literal") {
		return "", false
	}
	return stringValue(n.Text()), true
}
