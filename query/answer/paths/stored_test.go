package paths_test

import (
	"strings"
	"testing"

	"seedgraph/query/answer/paths"
	"seedgraph/testkit/answertest"
)

// TestASetOfRowsIsItsTable checks that a member mapped to a table is replaced by the
// table as the target of a path, but not as its source; so is a mapped type, where the
// path ends with an operation on tables.
func TestASetOfRowsIsItsTable(t *testing.T) {
	x := answertest.Sources(t, `-- Shop.cs --
using Microsoft.EntityFrameworkCore;
namespace Shop;
public class Order { public int Id { get; set; } }
public class Db : DbContext { public DbSet<Order> Orders { get; set; } }
public class Clerk
{
    private readonly Db db;
    public Clerk(Db db) { this.db = db; }
    public void Add() { db.Orders.Add(new Order()); db.SaveChanges(); }
    public void Rest() { }
}
`)
	for from, want := range map[string]string{"Clerk.Add": "yes", "Clerk.Rest": "no"} {
		a, err := find(t, x, from, "Db.Orders", paths.Options{})
		if err != nil || a.Answer != want {
			t.Errorf("%s: %+v, %v", from, a, err)
		}
		a, err = find(t, x, from, "Shop.Order", paths.Options{Op: paths.Write})
		if err != nil || a.Answer != want || !strings.Contains(a.To, "Orders") {
			t.Errorf("%s, write: %+v, %v", from, a, err)
		}
	}
}

// TestTablesOfSeveralSchemasAreOneEnd checks that a name that tables of several schemas have
// denotes all of them.
func TestTablesOfSeveralSchemasAreOneEnd(t *testing.T) {
	x := answertest.Sources(t, `-- db/schema.sql --
CREATE TABLE sales.Orders (id int);
GO
CREATE TABLE archive.Orders (id int);
GO
CREATE PROCEDURE dbo.Move AS INSERT INTO archive.Orders (id) VALUES (1);
GO
CREATE PROCEDURE dbo.Rest AS SELECT 1;
`)
	for from, want := range map[string]string{"dbo.Move": "yes", "dbo.Rest": "no"} {
		a, err := find(t, x, from, "Orders", paths.Options{})
		if err != nil || a.Answer != want {
			t.Errorf("%s: %+v, %v", from, a, err)
		}
	}
}
