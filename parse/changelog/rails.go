package changelog

import (
	"path"
	"strings"

	"seedgraph/graph"
	"seedgraph/internal/plural"
	"seedgraph/parse"
)

type rails struct{}

// Name implements [parse.Language].
func (rails) Name() string { return "rails" }

// Extensions implements [parse.Language].
func (rails) Extensions() []string { return []string{".rb"} }

// Takes implements [parse.Picker]: a file is the schema or a migration of Rails if
// its path and its content match. No other Ruby is read.
func (rails) Takes(src parse.Source) bool {
	return strings.Contains(src.Text, "ActiveRecord::Schema") &&
		strings.HasSuffix(path.Base(src.Path), "schema.rb") ||
		strings.Contains(src.Text, "ActiveRecord::Migration")
}

// A railsReader reads one file.
type railsReader struct {
	*builder
	open []railsBlock
}

// A railsBlock is a block closed by an end.
type railsBlock struct {
	undoes bool   // it reverts the migration
	table  int32  // the definition of the table that it creates or changes
	of     name   // that table; empty in other blocks
	param  string // the parameter that refers to it
	alters bool
}

// Facts implements [parse.Language]. Time and memory are linear in the length of
// the file.
func (rails) Facts(_ *parse.Parser, src parse.Source) (*parse.Facts, error) {
	r := &railsReader{builder: newBuilder("rails", src)}
	lines := rubyReader{text: src.Text}
	for l, ok := lines.next(); ok; l, ok = lines.next() {
		switch {
		case l.ends && len(r.open) > 0:
			if top := r.open[len(r.open)-1]; top.table > 0 {
				r.f.Definitions[top.table].Range.End = l.at.End
			}
			r.open = r.open[:len(r.open)-1]
		case l.name == "def":
			r.open = append(r.open, railsBlock{undoes: l.arg(0).value == "down"})
		default:
			block := r.call(&l)
			block.undoes = block.undoes || r.undoes()
			for range l.opens {
				r.open = append(r.open, block)
			}
		}
	}
	r.f.HasError = len(r.open) > 0
	return r.facts(), nil
}

func (r *railsReader) undoes() bool {
	return len(r.open) > 0 && r.open[len(r.open)-1].undoes
}

// call reads a call, and returns the block it opens.
//
//	create_table :orders do |t|
//	dir.down do
func (r *railsReader) call(l *line) railsBlock {
	if r.undoes() || l.name == "down" {
		return railsBlock{undoes: true}
	}
	if l.receiver != "" {
		for i := len(r.open) - 1; i >= 0; i-- {
			if b := &r.open[i]; b.param == l.receiver && b.of.text != "" {
				r.inTable(l, b)
			}
		}
		return railsBlock{}
	}
	n := dotted(l.arg(0).value, l.arg(0).at)
	switch l.name {
	case "create_table":
		return railsBlock{table: r.define(graph.KindTable, n, "create", l.at), of: n, param: l.block}
	case "create_join_table":
		r.joinTable(l)
	case "change_table":
		return railsBlock{of: n, param: l.block, alters: true}
	case "execute":
		if a := l.arg(0); a.value != "" {
			r.sql(0, a.value, parse.Range{Start: a.at, End: min(a.at+uint32(len(a.value)), r.whole.End)})
		}
	case "drop_table", "drop_view":
		for _, a := range l.plain() {
			r.change(graph.DropsObject, graph.KindTable, dotted(a.value, a.at), "", "")
		}
	case "rename_table":
		r.change(graph.RenamesObject, graph.KindTable, n, l.arg(1).value, "")
	default:
		r.alter(l, n)
	}
	return railsBlock{}
}

// alter reads a change of an existing table.
func (r *railsReader) alter(l *line, n name) {
	part := l.arg(1).value
	switch l.name {
	case "add_column":
		r.change(graph.AddsColumn, graph.KindTable, n, part, "")
	case "add_columns", "remove_columns":
		op := graph.AddsColumn
		if l.name == "remove_columns" {
			op = graph.DropsColumn
		}
		for _, a := range l.plain()[min(1, len(l.plain())):] {
			r.change(op, graph.KindTable, n, a.value, "")
		}
	case "remove_column":
		r.change(graph.DropsColumn, graph.KindTable, n, part, "")
	case "rename_column":
		r.change(graph.RenamesColumn, graph.KindTable, n, part, l.arg(2).value)
	case "add_reference", "add_belongs_to":
		if part != "" {
			r.change(graph.AddsColumn, graph.KindTable, n, part+"_id", "")
			r.reference(l, l.arg(1), &railsBlock{of: n, alters: true})
		}
	case "remove_reference", "remove_belongs_to":
		if part != "" {
			r.change(graph.DropsColumn, graph.KindTable, n, part+"_id", "")
		}
	case "add_foreign_key":
		r.change(graph.AddsForeignKey, graph.KindTable, n, "", "")
		r.key(r.define(graph.KindTable, n, "alter", l.at), dotted(part, l.arg(1).at))
	case "remove_foreign_key":
		r.change(graph.DropsForeignKey, graph.KindTable, n, "", "")
	case "add_timestamps", "remove_timestamps", "change_column", "change_column_null",
		"change_column_default", "change_column_comment", "change_table_comment", "add_index",
		"remove_index", "rename_index", "add_check_constraint", "remove_check_constraint",
		"add_unique_constraint":
		if !isSchema(r.f.Path) {
			r.change(graph.Alters, graph.KindTable, n, "", "")
		}
	}
}

func isSchema(file string) bool { return strings.HasSuffix(file, "schema.rb") }

// joinTable reads a table that joins two others: its name is their names in
// alphabetical order.
func (r *railsReader) joinTable(l *line) {
	a, b := l.arg(0), l.arg(1)
	n := name{"", min(a.value, b.value) + "_" + max(a.value, b.value), a.at}
	if given, ok := l.option("table_name"); ok {
		n = dotted(given.value, given.at)
	}
	if a.value != "" && b.value != "" {
		r.define(graph.KindTable, n, "create", l.at)
	}
}

// notColumns are calls on a table whose arguments are not names of added columns.
var notColumns = map[string]bool{"index": true, "timestamps": true, "foreign_key": true,
	"check_constraint": true, "unique_constraint": true, "exclusion_constraint": true,
	"remove_index": true, "change": true, "change_default": true, "change_null": true,
	"remove_timestamps": true, "remove_references": true, "remove_foreign_key": true,
	"rename_index": true, "column_exists?": true, "index_exists?": true}

// inTable reads a call on a table within its block.
func (r *railsReader) inTable(l *line, b *railsBlock) {
	args := l.plain()
	switch l.name {
	case "references", "belongs_to":
		for _, a := range args {
			if a.known && a.value != "" {
				r.has(b, a.value+"_id")
				r.reference(l, a, b)
			}
		}
	case "column":
		r.has(b, l.arg(0).value)
	case "foreign_key":
		r.key(r.tableOf(b, l), dotted(l.arg(0).value, l.arg(0).at))
	case "remove":
		for _, a := range args {
			r.change(graph.DropsColumn, graph.KindTable, b.of, a.value, "")
		}
	case "rename":
		r.change(graph.RenamesColumn, graph.KindTable, b.of, l.arg(0).value, l.arg(1).value)
	case "timestamps":
		r.has(b, "created_at")
		r.has(b, "updated_at")
	default:
		if notColumns[l.name] {
			if b.alters {
				r.change(graph.Alters, graph.KindTable, b.of, "", "")
			}
			return
		}
		for _, a := range args {
			if a.known {
				r.has(b, a.value)
			}
		}
	}
}

// has adds a column of a table.
func (r *railsReader) has(b *railsBlock, column string) {
	if b.alters {
		r.change(graph.AddsColumn, graph.KindTable, b.of, column, "")
		return
	}
	r.column(b.table, column, "")
}

// tableOf returns the definition that a key of a table belongs to.
func (r *railsReader) tableOf(b *railsBlock, l *line) int32 {
	if !b.alters {
		return b.table
	}
	return r.define(graph.KindTable, b.of, "alter", l.at)
}

// reference adds the foreign key of a reference, if it has one: to the named
// table, or else to the table named by the plural of the reference.
//
//	t.references :author, foreign_key: { to_table: :people }
//	t.references :user, foreign_key: true
func (r *railsReader) reference(l *line, a rubyArg, b *railsBlock) {
	key, ok := l.option("foreign_key")
	if !ok || key.value == "false" {
		return
	}
	to := name{b.of.schema, plural.Rails(a.value), a.at}
	if given, ok := option(key.list, "to_table"); ok {
		to = dotted(given.value, given.at)
	}
	if b.alters {
		r.change(graph.AddsForeignKey, graph.KindTable, b.of, "", "")
	}
	r.builder.key(r.tableOf(b, l), to)
}
