package rails

import (
	"regexp"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
)

// The parts of Ruby that a search for bare names distinguishes: comments, strings up to a hole, and
// names with what precedes and follows them.
var bareName = regexp.MustCompile(`(?m)(?:^|[ \t])#[^{\n][^\n]*|'[^'\n]*'|` +
	`"(?:[^"#\n\\]|\\.|#[^{])*|:\w+|@\w+|\.\w+|\b(?:def|class|module)[ \t]+\S+|([a-z_]\w*)(:[^:]|[?!]?)`)

// readsBare records the bare names in the methods of a model that are attributes of it: a call of a
// method without receiver and arguments, wherever an expression may be. Locals hide them.
//
//	def popular? = score > flags
func (r *attributeReader) readsBare(m *recordClass) {
	d := r.Table.Def(m.class)
	in := r.Binder(d.File)
	if in == nil {
		return
	}
	text, around := d.File.Slice(d.Body), data.MembersAt(r.Tree, d)
	for _, at := range bareName.FindAllStringSubmatchIndex(text, -1) {
		if at[2] < 0 || at[5] > at[4] && text[at[4]] == ':' {
			continue
		}
		name, pos := text[at[2]:at[3]], d.Body.Start+uint32(at[2])
		if _, ok := r.Has(m.class, name); !ok || in.LocalAt(name, pos) != nil {
			continue
		}
		by := around(pos)
		if by == d.ID { // of a declaration, whose arguments are read elsewhere
			continue
		}
		x := eval.Expr{Expr: &parse.Expr{Kind: parse.ExprName, Text: name, At: pos}, In: in, Def: by}
		r.Mention(x, m.class, name, graph.Typed)
	}
}
