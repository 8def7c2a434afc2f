package sql

import (
	"slices"
	"testing"

	"seedgraph/parse"
	"seedgraph/resolve"
	"seedgraph/source/migration"
)

func TestIncludesAreThoseOfChangelogs(t *testing.T) {
	f := resolve.File{Facts: &parse.Facts{Language: "liquibase", Imports: []parse.Import{
		{Path: "db/orders.xml"}, {Path: "db/changes", All: true},
	}}}
	want := []migration.Include{{Path: "db/orders.xml"}, {Path: "db/changes", All: true}}
	if got := includesOf(&f); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	f.Language = "sql"
	if got := includesOf(&f); got != nil {
		t.Errorf("a script includes %v", got)
	}
}
