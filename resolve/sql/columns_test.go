package sql_test

import (
	"fmt"
	"slices"
	"testing"

	"seedgraph/parse"
	"seedgraph/parse/all"
	"seedgraph/resolve"
	resolvers "seedgraph/resolve/all"
)

// TestColumnsInOrder checks that columns are listed by table, then by script and
// position, including those that a script adds to a table of a later one.
func TestColumnsInOrder(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	set := all.Set()
	var files []*parse.Facts
	for i, text := range []string{
		"ALTER TABLE dbo.Orders ADD Total int",
		"CREATE TABLE dbo.Orders (Id int, Note text); CREATE TABLE dbo.Lines (Id int)",
		"ALTER TABLE dbo.Orders ADD State int; ALTER TABLE dbo.Lines ADD Amount int",
	} {
		f, err := set.Of(script(i)).Facts(p,
			parse.Source{Path: script(i), Text: text, Columns: true})
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	r, err := resolve.Resolve(t.Context(), files, resolve.Options{Jobs: 1, Columns: true,
		SQL: set.Embedded("sql"), Languages: resolvers.Languages()})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range r.Columns() {
		got = append(got, fmt.Sprintf("%s.%s", r.Table.Def(c.Table).Name, c.Name))
	}
	want := []string{"Orders.Total", "Orders.Id", "Orders.Note", "Orders.State", "Lines.Id",
		"Lines.Amount"}
	if !slices.Equal(got, want) {
		t.Errorf("columns %q, want %q", got, want)
	}
}
