package resolve_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// columnWords treats every word after a statement's table as the use of a column.
type columnWords struct{ words }

func (columnWords) ReadColumns(text string) *parse.Columns {
	c := &parse.Columns{}
	if _, after, ok := strings.Cut(text, "FROM "); ok {
		for _, name := range strings.Fields(after)[1:] {
			c.Uses = append(c.Uses, parse.ColumnUse{Name: name})
		}
	}
	return c
}

// columnObjects has the columns a, b and c.
type columnObjects struct{ objects }

func (columnObjects) Columns() []resolve.Column {
	return []resolve.Column{{Name: "a"}, {Name: "b"}, {Name: "c"}}
}

func (o columnObjects) ColumnsIn(c *parse.Columns) []resolve.ColumnUse {
	var out []resolve.ColumnUse
	for _, u := range c.Uses {
		i := slices.IndexFunc(o.Columns(),
			func(c resolve.Column) bool { return c.Name == u.Name })
		if i >= 0 {
			out = append(out, resolve.ColumnUse{Column: int32(i)})
		}
	}
	return out
}

// columnUses lists the columns used by strings in programs, as "definition: column", with
// the number of definitions in other files that each statement is built from.
func columnUses(t *testing.T, asked bool, programs ...*program) []string {
	t.Helper()
	var files []*parse.Facts
	for _, p := range programs {
		files = append(files, p.Facts)
	}
	r, err := resolve.Resolve(t.Context(), files, resolve.Options{SQL: columnWords{}, Jobs: 2,
		Columns: asked, Languages: resolve.NewSet(
			resolve.Language{Family: "toy", Names: []string{"toy"},
				Rules: func() resolve.Rules { return sqlToy{} }},
			resolve.Language{Family: "words", Names: []string{"words"}, Embedded: true,
				Rules: func() resolve.Rules { return columnObjects{} }})})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := len(r.Columns()), map[bool]int{true: 3}[asked]; got != want {
		t.Errorf("%d columns, want %d", got, want)
	}
	var out []string
	for _, b := range r.Files {
		for _, u := range b.ColumnUses {
			out = append(out, fmt.Sprintf("%s: %s %d", r.Table.Def(u.From).Name,
				r.Columns()[u.Column].Name, len(u.By)))
		}
	}
	return out
}

func TestColumnsOfStatements(t *testing.T) {
	p := newProgram("a.toy")
	f := p.define(graph.KindFunction, "f")
	p.text(f, parse.UseCode, "SELECT x FROM orders a missing")
	p.text(f, parse.UseText, "no statement FROM here b")
	wantStatements(t, columnUses(t, true, p), "f: a 0")
}

// Columns are absent unless they are requested.
func TestColumnsAreNotAskedFor(t *testing.T) {
	p := newProgram("a.toy")
	p.text(p.define(graph.KindFunction, "f"), parse.UseCode, "SELECT x FROM orders a")
	wantStatements(t, columnUses(t, false, p))
}

// The use records a constant of another file in the statement: readers who cannot see the
// constant must not see the use.
func TestColumnsOfConstants(t *testing.T) {
	p, q := newProgram("a.toy"), newProgram("b.toy")
	f := p.define(graph.KindFunction, "f")
	p.text(f, parse.UseCode, "SELECT x FROM orders b {name}")
	q.value(graph.KindConstant, "name", "c")
	wantStatements(t, columnUses(t, true, p, q), "f: b 1", "f: c 1")
}

// Columns in a caller's argument are used by the caller; columns that the statement uses
// whatever fills it are used by the function that contains it.
func TestColumnsOfFilledStatements(t *testing.T) {
	p := newProgram("a.toy")
	run := p.define(graph.KindFunction, "run", "table")
	p.text(run, parse.UseCode, "SELECT x FROM {table} a")
	f := p.define(graph.KindFunction, "f")
	p.call(f, "run", "orders b")
	wantStatements(t, columnUses(t, true, p), "run: a 0", "f: b 0")
}
