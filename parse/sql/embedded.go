package sql

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// ReadEmbedded reads the SQL in a string of another language. "{}" in the text is
// a hole filled at run time, by itself or as a part of a name, and so are {0} and
// {name}. Names keep it as {}: {}_Orders. The references have Def 0 and are in
// text order; objects created by the text itself are left out.
func (language) ReadEmbedded(text string) []parse.Reference {
	return readEmbedded(text, nil).facts.References
}

// ReadColumns reads the column uses in the SQL in a string of another language.
// All uses have Def 0.
func (language) ReadColumns(text string) *parse.Columns {
	return readEmbedded(text, newColumns()).facts.Columns
}

func readEmbedded(text string, c *columns) *script {
	text = emptyHoles(text)
	l := lexer{text: text, end: len(text), dialect: Detect(text), quote: 1, holes: true,
		formats: true, body: true}
	l.run()
	s := &script{text: text, dialect: l.dialect, facts: &parse.Facts{Text: text}, columns: c}
	s.facts.Definitions = []parse.Definition{{Kind: graph.KindFile, Parent: -1}}
	if s.dialect == Generic {
		s.dialect = TSQL // reads statements that are not separated by ';'
	}
	r := &reader{s: s, toks: l.toks, code: sqlCode}
	r.fragment()
	s.finish()
	return s
}

// emptyHoles replaces {0} and {name} by {}.
func emptyHoles(text string) string {
	if strings.IndexByte(text, '{') < 0 {
		return text
	}
	var b strings.Builder
	for at := 0; at < len(text); {
		b.WriteByte(text[at])
		at++
		if text[at-1] != '{' {
			continue
		}
		end := at
		for end < len(text) && isWordByte(text[end]) {
			end++
		}
		if end < len(text) && text[end] == '}' {
			at = end
		}
	}
	return b.String()
}
