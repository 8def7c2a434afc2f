package efcore_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"seedgraph/data"
	"seedgraph/data/efcore"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/parse/all"
	"seedgraph/resolve"
	resolvers "seedgraph/resolve/all"
	"seedgraph/web"
)

// TestChanges wants the column, index or constraint that each operation of a migration is about.
func TestChanges(t *testing.T) {
	const code = `using Microsoft.EntityFrameworkCore.Migrations;
public class First : Migration {
    protected override void Up(MigrationBuilder b) {
        b.AlterTable(name: "orders");
        b.AlterColumn<int>(name: "total", table: "orders");
        b.AddColumn<int>("city", "orders");
        b.CreateIndex(name: "ix", table: "orders", column: "city");
        b.DropIndex("iy", "orders");
        b.AddUniqueConstraint(name: "uq", table: "orders", column: "city");
        b.InsertData("orders", "city", 1);
    }
}
public class Older : System.Data.Entity.Migrations.DbMigration {
    public override void Up() {
        CreateIndex("dbo.lines", "a", unique: true, name: "iz");
        DropIndex("dbo.lines", "iq");
        AlterColumn("dbo.lines", "a", c => c.Int());
    }
}
`
	var got []string
	for _, m := range changesOf(t, code).Migrations {
		for _, c := range m.Changes {
			got = append(got, change(c.Table.String(), c.Op, c.Part, c.To))
		}
	}
	want := []string{
		change("orders", 0, "", ""),
		change("orders", 0, "total", ""),
		change("orders", graph.AddsColumn, "city", ""),
		change("orders", 0, "ix", ""),
		change("orders", 0, "iy", ""),
		change("orders", 0, "uq", ""),
		change("orders", 0, "", ""), // rows
		change("dbo.lines", 0, "iz", ""),
		change("dbo.lines", 0, "iq", ""),
		change("dbo.lines", 0, "a", ""),
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func change(table string, op graph.SchemaOp, part, to string) string {
	return fmt.Sprintf("%s %s %q %q", table, op, part, to)
}

// changesOf reads the model of one file.
func changesOf(t *testing.T, code string) *data.Model {
	t.Helper()
	p, set := parse.NewParser(), all.Set()
	defer p.Close()
	facts, err := set.Of("a.cs").Facts(p, parse.Source{Path: "a.cs", Text: code,
		Sites: parse.AllSites})
	if err != nil {
		t.Fatal(err)
	}
	r, err := resolve.Resolve(context.Background(), []*parse.Facts{facts},
		resolve.Options{Languages: resolvers.Languages()})
	if err != nil {
		t.Fatal(err)
	}
	return data.Set{efcore.Mapper()}.Read(web.NewTree(r))
}
