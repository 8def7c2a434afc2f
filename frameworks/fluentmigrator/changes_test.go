package fluentmigrator_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/fluentmigrator"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/parse/all"
	"seedgraph/resolve"
	resolvers "seedgraph/resolve/all"
)

// TestChanges checks the effect of each chain on each part of a table, in source order,
// and whether it reverts the migration.
func TestChanges(t *testing.T) {
	const code = `using FluentMigrator;
[Migration(1)]
public class First : Migration {
    public override void Down() {
        Delete.Table("orders");
    }
    public override void Up() {
        Execute.Sql("UPDATE early SET a = 1");
        Create.Table("orders").WithColumn("id").AsInt32().ForeignKey("items", "id");
        Rename.Table("old").To("new");
        Create.Column("a").OnTable("orders").AsInt32();
        Delete.Column("b").Column("c").FromTable("orders");
        Rename.Column("d").OnTable("orders").To("e");
        Alter.Column("f").OnTable("orders").AsInt64();
        Alter.Table("orders").AddColumn("g").AsInt32().AlterColumn("h").AsInt64();
        Alter.Table("orders").WithDescription("x");
        Create.ForeignKey("fk").FromTable("lines").ForeignColumn("o").ToTable("orders").PrimaryColumn("id");
        Delete.ForeignKey("fk2").OnTable("lines");
        Create.Index("ix").OnTable("lines").OnColumn("a");
        Insert.IntoTable("lines").Row(new { a = 1 });
    }
}
`
	var got []string
	for _, m := range read(t, code).Migrations {
		for _, c := range m.Changes {
			name := c.Table.String()
			if c.SQL != nil {
				name = c.SQL.External.Name
			}
			got = append(got, change(name, c.Op, c.Part, c.To, c.Ops, c.Undo))
		}
	}
	add := func(table string, op graph.SchemaOp, part, to string) string {
		return change(table, op, part, to, 0, false)
	}
	want := []string{
		change("orders", graph.DropsObject, "", "", 0, true),
		change("early", 0, "", "", graph.Update, false),
		add("orders", graph.CreatesObject, "", ""),
		add("old", graph.RenamesObject, "new", ""),
		add("new", 0, "", ""),
		add("orders", graph.AddsColumn, "a", ""),
		add("orders", graph.DropsColumn, "b", ""),
		add("orders", graph.DropsColumn, "c", ""),
		add("orders", graph.RenamesColumn, "d", "e"),
		add("orders", 0, "f", ""),
		add("orders", graph.AddsColumn, "g", ""),
		add("orders", 0, "h", ""),
		add("orders", 0, "", ""),
		add("lines", graph.AddsForeignKey, "fk", ""),
		add("lines", graph.DropsForeignKey, "fk2", ""),
		add("lines", 0, "ix", ""),
		change("lines", 0, "", "", graph.Insert, false),
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestNamed: a tree without a file that names the library needs no sites for it.
func TestNamed(t *testing.T) {
	m := fluentmigrator.Mapper().(interface {
		Named(lang string, src parse.Source) bool
	})
	if !m.Named("csharp", parse.Source{Text: "using FluentMigrator;"}) {
		t.Error("a file that uses the library does not name it")
	}
	if m.Named("csharp", parse.Source{Text: "class Migration {}"}) {
		t.Error("any migration names the library")
	}
}

func change(table string, op graph.SchemaOp, part, to string, ops graph.Ops, undo bool) string {
	return fmt.Sprintf("%s %s %q %q %v %v", table, op, part, to, ops, undo)
}

// read reads the model of one file.
func read(t *testing.T, code string) *data.Model {
	t.Helper()
	p, set := parse.NewParser(), all.Set()
	defer p.Close()
	facts, err := set.Of("a.cs").Facts(p, parse.Source{Path: "a.cs", Text: code,
		Sites: parse.AllSites})
	if err != nil {
		t.Fatal(err)
	}
	r, err := resolve.Resolve(context.Background(), []*parse.Facts{facts},
		resolve.Options{Languages: resolvers.Languages(), SQL: set.Embedded("sql"), Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	return data.Set{fluentmigrator.Mapper()}.Read(eval.NewTree(r))
}
