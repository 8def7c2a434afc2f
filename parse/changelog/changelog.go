// Package changelog reads files other than SQL that change a database: changelogs
// of Liquibase in XML and YAML, and the schema and the migrations of Rails, as far
// as they are declarative. They are converted to the same facts as an equivalent
// SQL script: definitions, references and changes.
//
//	changelog.go  the facts of tables, columns, keys and rows
//	element.go    files as trees of elements; XML and YAML
//	liquibase.go  the changes of Liquibase
//	rails.go      the calls of Rails
//	ruby.go       lines of Ruby, their arguments and strings
package changelog

import (
	"fmt"
	"path"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/source/sqltext"
	"seedgraph/source/testpath"
)

// Languages returns the languages of changelogs.
func Languages() []parse.Language { return []parse.Language{liquibase{}, rails{}} }

// A builder collects the facts of a file.
type builder struct {
	f     *parse.Facts
	batch int32 // the definition that owns row changes; 0: none yet
	whole parse.Range
}

func newBuilder(language string, src parse.Source) *builder {
	whole := parse.Range{End: uint32(len(src.Text))}
	return &builder{whole: whole, f: &parse.Facts{Path: src.Path, Language: language,
		Text: src.Text, Gaps: src.Gaps, Test: testpath.Is("sql", src.Path),
		Definitions: []parse.Definition{{Kind: graph.KindFile, Name: path.Base(src.Path),
			Symbol: "<module>", Parent: -1, Range: whole}}}}
}

// A name is the name of a database object as written, and its position.
type name struct {
	schema, text string
	at           uint32
}

// dotted splits a name that may be qualified by its schema.
func dotted(text string, at uint32) name {
	schema, rest, ok := strings.Cut(text, ".")
	if !ok {
		return name{"", text, at}
	}
	return name{schema, rest, at + uint32(len(schema)) + 1}
}

// known reports whether a name is constant, without variables in it.
func (n name) known() bool { return n.text != "" && !strings.ContainsAny(n.schema+n.text, "${}#") }

// define adds an object created by a change and returns its definition; 0 without
// a known name. The definition of a table created in another file is its ALTER.
func (b *builder) define(kind graph.NodeKind, n name, form string, at parse.Range) int32 {
	if !n.known() {
		return 0
	}
	d := parse.Definition{Kind: kind, Name: n.text, Symbol: n.text, Schema: n.schema, Range: at,
		NameAt: n.at, Signature: firstLine(b.f.Text[at.Start:at.End])}
	d.AddRare().Form = form
	b.f.Definitions = append(b.f.Definitions, d)
	return int32(len(b.f.Definitions) - 1)
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return strings.Join(strings.Fields(s), " ")
}

// column adds a column of a table that is defined here.
func (b *builder) column(table int32, name, typ string) {
	if table > 0 && name != "" {
		d := &b.f.Definitions[table]
		d.Params = append(d.Params, parse.Param{Name: name, Type: parse.TypeRef{Name: typ}})
	}
}

// key adds a foreign key of a table.
func (b *builder) key(table int32, to name) { b.refer(table, parse.RefForeignKey, to, 0) }

func (b *builder) refer(from int32, kind parse.RefKind, to name, op graph.Ops) {
	if from == 0 || !to.known() {
		return
	}
	r := parse.Reference{Kind: kind, Name: to.text, Def: from, At: to.at, Args: -1, Op: op}
	if to.schema != "" {
		r.Recv = []parse.Step{{Kind: parse.StepName, Name: to.schema}}
	}
	b.f.References = append(b.f.References, r)
}

// change adds a change of an object. An alteration of a table is a definition,
// too, to which its keys belong.
func (b *builder) change(op graph.SchemaOp, kind graph.NodeKind, n name, part, to string) {
	if n.known() {
		b.f.Changes = append(b.f.Changes, parse.Change{Op: op, Kind: kind, Schema: n.schema,
			Name: n.text, Part: part, To: to, At: n.at})
	}
}

// rows adds a change of rows.
func (b *builder) rows(n name, op graph.Ops) {
	if n.known() {
		b.refer(b.statements(), parse.RefWrite, n, op)
	}
}

// sql adds SQL written in the file, for an object or, with 0, for the file.
func (b *builder) sql(of int32, text string, at parse.Range) {
	if !sqltext.Is(text) {
		return
	}
	if of == 0 {
		of = b.statements()
	}
	b.f.Embedded = append(b.f.Embedded, parse.Embedded{Text: text, Range: at, Def: of})
}

// statements returns the definition that owns all row changes.
func (b *builder) statements() int32 {
	if b.batch == 0 {
		title := fmt.Sprintf("__batch__:%s:1", b.f.Path)
		b.f.Definitions = append(b.f.Definitions, parse.Definition{Kind: graph.KindBatch,
			Name: title, Symbol: title, Range: b.whole})
		b.batch = int32(len(b.f.Definitions) - 1)
	}
	return b.batch
}

func (b *builder) facts() *parse.Facts {
	b.f.Sort()
	return b.f
}
