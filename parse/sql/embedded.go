package sql

import (
	"seedgraph/graph"
	"seedgraph/parse"
)

// ReadEmbedded reads the SQL in a string of another language. "{}" in the text
// stands for what is put in at run time, alone or as a part of a name. Names
// keep it: {}_Orders. The references have Def 0 and places in text, and stand in
// its order; what the text itself creates is left out.
func (language) ReadEmbedded(text string) []parse.Reference {
	l := lexer{text: text, end: len(text), dialect: Detect(text), quote: 1, holes: true, formats: true, body: true}
	l.run()
	s := &script{text: text, dialect: l.dialect, facts: &parse.Facts{Text: text}}
	s.facts.Definitions = []parse.Definition{{Kind: graph.KindFile, Parent: -1}}
	if s.dialect == Generic {
		s.dialect = TSQL // reads statements that no ';' parts
	}
	r := &reader{s: s, toks: l.toks, code: sqlCode}
	r.fragment()
	s.finish()
	return s.facts.References
}
