package efcore_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"seedgraph/frameworks/efcore"
	"seedgraph/graph"
	"seedgraph/testkit/resolvetest"
)

// TestChanges checks the column, index or constraint that each migration operation
// changes.
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
	for _, m := range resolvetest.Model(t, efcore.Mapper(), "a.cs", code).Migrations {
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
