package about_test

import (
	"slices"
	"strings"
	"testing"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/answer/about"
	"seedgraph/testkit/answertest"
)

// migrated is a tree with migrations, of which the last has the current procedure, a
// controller that executes it, and a view that is also in a schema script.
const migrated = `-- migrations/2_total.sql --
ALTER TABLE dbo.Orders ADD City int
GO
ALTER PROCEDURE dbo.Total AS SELECT City FROM dbo.Orders
GO
-- migrations/10_total.sql --
CREATE OR ALTER PROCEDURE dbo.Total AS SELECT 1 FROM dbo.Orders
GO
CREATE VIEW dbo.Opened AS SELECT 1 AS a
GO
-- migrations/1_init.sql --
CREATE TABLE dbo.Orders (Id int)
GO
CREATE PROCEDURE dbo.Total AS SELECT Id FROM dbo.Orders
GO
-- schema/views.sql --
CREATE VIEW dbo.Opened AS SELECT Id FROM dbo.Orders
GO
-- a/first.sql --
CREATE PROCEDURE dbo.Twice AS SELECT 1
GO
-- a/shop-big-tables.sql --
CREATE TABLE dbo.Sheets (Id int, Big int)
GO
-- a/shop-tables.sql --
CREATE TABLE dbo.Sheets (Id int)
GO
-- b/second.sql --
CREATE PROCEDURE dbo.Twice AS SELECT 2
GO
-- schema/indexes.sql --
CREATE INDEX IX_Id ON dbo.Orders (Id)
GO
-- tests/orders.sql --
CREATE PROCEDURE dbo.TestOrders AS SELECT Id FROM dbo.Orders
GO
-- Controller.cs --
using Microsoft.AspNetCore.Mvc;
[ApiController, Route("orders")]
public class OrdersController : ControllerBase
{
    readonly Store store;
    [HttpGet("total")] public int Total() => store.Total();
}
public class Store
{
    public int Total() => Db.Query("EXEC dbo.Total");
}
`

// TestDatabase checks the current definition and the reason for it, the last change, and
// the nearest route.
func TestDatabase(t *testing.T) {
	x := answertest.Sources(t, migrated)
	for name, want := range map[string][]string{
		"dbo.Total": {"in force   the last of 3 migrations that define it",
			"changed    last by migrations/10_total.sql, line 1",
			"reached    route GET /orders/total -> OrdersController.Total -> Store.Total"},
		"dbo.Orders": {"changed    last by migrations/2_total.sql, line 1",
			"… and 1 in tests, 2 in replaced definitions; --group read_by prints them",
			"reached    route GET /orders/total"},
		"dbo.Opened": {"in force   schema scripts precede 1 migration",
			"changed    last by migrations/10_total.sql, line 3"},
		"dbo.Twice":  {"in force   the first of 2 scripts that define it"},
		"dbo.Sheets": {"in force   the shortest name of 2 scripts that define it"},
	} {
		it := inForce(t, x, name, nil)
		text := strings.Join(it.Lines(), "\n")
		for _, line := range want {
			if !strings.Contains(text, line) {
				t.Errorf("%s: no %q in\n%s", name, line, text)
			}
		}
	}
	if it := inForce(t, x, "Store.Total", nil); it.Database != nil {
		t.Errorf("a method has %+v", it.Database)
	}
}

// TestHistory checks that the other definitions and the migrations are listed in
// execution order.
func TestHistory(t *testing.T) {
	x := answertest.Sources(t, migrated)
	for group, want := range map[string]string{
		"history":    "migrations/1_init.sql migrations/2_total.sql",
		"changed_by": "migrations/1_init.sql migrations/2_total.sql migrations/10_total.sql",
	} {
		it := inForce(t, x, "dbo.Total", []string{group})
		var paths []string
		for _, r := range it.Groups[0].Items {
			paths = append(paths, r.Path)
		}
		if got := strings.Join(paths, " "); got != want {
			t.Errorf("%s: %s, want %s", group, got, want)
		}
	}
	it := inForce(t, x, "dbo.Orders", []string{"read_by"})
	if g := it.Groups[0]; len(g.Items) != 5 || g.Tests != 0 {
		t.Errorf("asked for, the readers are %+v", g)
	}
	old := slices.IndexFunc(it.Groups[0].Items, func(r about.Related) bool {
		return r.Path == "migrations/1_init.sql"
	})
	n, _, err := x.Lookup(graph.NodeID(it.Groups[0].Items[old].ID))
	if err != nil {
		t.Fatal(err)
	}
	earlier, err := about.Describe(x, answer.Target{Node: n}, about.Options{Limit: 9})
	if err != nil || earlier.Database.InForce.Path != "migrations/10_total.sql" {
		t.Errorf("the first procedure is replaced by %+v, %v", earlier.Database.InForce, err)
	}
}

// TestSystems checks that one definition per database system is current. The name refers
// to that of the first system, which has edges to and from the others.
func TestSystems(t *testing.T) {
	x := answertest.Sources(t, `-- mysql/2_orders.sql --
CREATE TABLE orders (id INT AUTO_INCREMENT PRIMARY KEY, city INT);
-- mysql/1_orders.sql --
CREATE TABLE orders (id INT AUTO_INCREMENT PRIMARY KEY);
-- sqlite/orders.sql --
CREATE TABLE orders (id INTEGER PRIMARY KEY AUTOINCREMENT);
-- sqlite/old.sql --
ALTER TABLE orders ADD COLUMN city INTEGER;
-- sqlite/migrations/1_more.sql --
ALTER TABLE orders ADD COLUMN street INTEGER;
-- mysql/migrations/1_zip.sql --
ALTER TABLE orders ADD COLUMN zip INTEGER;
`)
	it := inForce(t, x, "dbo.orders", nil)
	text := strings.Join(it.Lines(), "\n")
	why := "in force   the first of 2 scripts that define it, for mysql"
	if !strings.Contains(text, why) {
		t.Errorf("no %q in\n%s", why, text)
	}
	if changed := "changed    last by mysql/migrations/1_zip.sql"; !strings.Contains(text, changed) {
		t.Errorf("no %q in\n%s", changed, text)
	}
	others := it.Database.Others
	if len(others) != 1 || others[0].System != "sqlite" || others[0].Path != "sqlite/orders.sql" {
		t.Fatalf("other systems: %+v", others)
	}
	n, _, err := x.Lookup(graph.NodeID(others[0].ID))
	if err != nil {
		t.Fatal(err)
	}
	it, err = about.Describe(x, answer.Target{Node: n}, about.Options{Limit: 9})
	if err != nil {
		t.Fatal(err)
	}
	text = strings.Join(it.Lines(), "\n")
	if why = "in force   the only definition, for sqlite"; !strings.Contains(text, why) ||
		it.Database.InForce != nil || len(it.Database.Others) != 1 ||
		it.Database.Others[0].System != "mysql" {
		t.Errorf("no %q in\n%s", why, text)
	}
}

// TestUnknownSystem checks that an unknown database system is inferred from the sibling
// scripts.
func TestUnknownSystem(t *testing.T) {
	x := answertest.Sources(t, `-- acme/orders.sql --
CREATE TABLE orders (id INTEGER);
-- acme/migrations/1_zip.sql --
ALTER TABLE orders ADD COLUMN zip INTEGER;
-- mysql/orders.sql --
CREATE TABLE orders (id INT) ENGINE=InnoDB;
-- sqlite/orders.sql --
CREATE TABLE orders (id INTEGER);
`)
	it := inForce(t, x, "dbo.orders", nil)
	text := strings.Join(it.Lines(), "\n")
	for _, want := range []string{"the only definition, for mysql", "acme       ", "sqlite     "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if it.Database.Changed != nil {
		t.Errorf("changed by a migration of another system: %+v", it.Database.Changed)
	}
	n, _, err := x.Lookup(graph.NodeID(it.Database.Others[0].ID))
	if err != nil {
		t.Fatal(err)
	}
	it, err = about.Describe(x, answer.Target{Node: n}, about.Options{Limit: 9})
	if err != nil {
		t.Fatal(err)
	}
	text = strings.Join(it.Lines(), "\n")
	if want := "the only definition, for acme"; !strings.Contains(text, want) ||
		len(it.Database.Others) != 1 || it.Database.Others[0].System != "mysql" {
		t.Errorf("no %q, or another system, in\n%s", want, text)
	}
}

// TestSystemsDrop checks that an object dropped by the migrations of all systems has no
// current definition.
func TestSystemsDrop(t *testing.T) {
	x := answertest.Sources(t, `-- mysql/migrations/1_orders.sql --
CREATE TABLE orders (id INT AUTO_INCREMENT PRIMARY KEY);
-- mysql/migrations/2_drop.sql --
DROP TABLE orders;
-- sqlite/migrations/1_orders.sql --
CREATE TABLE orders (id INTEGER PRIMARY KEY AUTOINCREMENT);
-- sqlite/migrations/2_drop.sql --
DROP TABLE orders;
`)
	for _, it := range describeBoth(t, x, "dbo.orders") {
		if why := "none: it was dropped or renamed"; it.Database.Why != why {
			t.Errorf("in force of %s: %q, want %q", it.Path, it.Database.Why, why)
		}
	}
}

// TestGoneHistory checks that the history of a dropped object does not refer to a current
// definition.
func TestGoneHistory(t *testing.T) {
	x := answertest.Sources(t, `-- migrations/1_orders.sql --
CREATE TABLE orders (id int);
-- migrations/2_again.sql --
DROP TABLE orders;
CREATE TABLE orders (id bigint);
-- migrations/3_drop.sql --
DROP TABLE orders;
`)
	for _, it := range describeBoth(t, x, "dbo.orders") {
		if it.Database.InForce != nil || it.Database.Why != "none: it was dropped or renamed" {
			t.Errorf("%s: %+v", it.Path, it.Database)
		}
	}
}

// describeBoth describes the two definitions of a name.
func describeBoth(t *testing.T, x *answer.Index, name string) []*about.Item {
	t.Helper()
	m, err := x.Resolve(name)
	if err != nil || len(m.Nodes) != 2 {
		t.Fatalf("%s means %v, %v", name, m.Nodes, err)
	}
	out := make([]*about.Item, len(m.Nodes))
	for i, n := range m.Nodes {
		if out[i], err = about.Describe(x, answer.Target{Node: n}, about.Options{Limit: 9}); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// TestDatedRuns checks that migrations of several folders are ordered by date, and others
// by folder.
func TestDatedRuns(t *testing.T) {
	x := answertest.Sources(t, `-- schema/orders.sql --
CREATE TABLE orders (id INT);
-- a/migration/V20240103__c.sql --
ALTER TABLE orders ADD c INT;
-- a/migration/V20240101__a.sql --
ALTER TABLE orders ADD a INT;
-- b/migration/V20240102__b.sql --
ALTER TABLE orders ADD b INT;
-- b/migration/V20240104__d.sql --
ALTER TABLE orders ADD d INT;
-- aa/migration/V2__f.sql --
ALTER TABLE orders ADD f INT;
-- c/migration/V1__e.sql --
ALTER TABLE orders ADD e INT;
`)
	it := inForce(t, x, "dbo.orders", []string{"changed_by"})
	var got []string
	for _, r := range it.Groups[0].Items {
		got = append(got, r.Path[strings.Index(r.Path, "__")+2:])
	}
	if want := "a.sql b.sql c.sql d.sql f.sql e.sql"; strings.Join(got, " ") != want {
		t.Errorf("changed by %q, want %q", got, want)
	}
}

// TestCurrent checks that of two schema scripts, the one whose path marks it as current
// wins.
func TestCurrent(t *testing.T) {
	x := answertest.Sources(t, `-- a/orders.sql --
CREATE TABLE orders (id INT);
-- b/latest/orders.sql --
CREATE TABLE orders (id INT, city INT);
-- b/test/migrations/V20990101__city.sql --
ALTER TABLE orders ADD COLUMN zip INT;
-- a/sample_lists.sql --
CREATE TABLE lists (a INT); CREATE TABLE l2 (a INT); CREATE TABLE l3 (a INT); CREATE TABLE l4 (a INT);
CREATE TABLE l5 (a INT);
-- c/migrations/2_gone.sql --
DROP TABLE gone;
-- c/migrations/1_lists.sql --
CREATE TABLE gone (a INT);
CREATE TABLE lists (a INT, b INT);
`)
	gone := inForce(t, x, "dbo.gone", nil)
	if why := "none: it was dropped or renamed"; gone.Database.Why != why {
		t.Errorf("what is gone: %+v, want %q", gone.Database, why)
	}
	if it := inForce(t, x, "dbo.lists", nil); it.Path != "c/migrations/1_lists.sql" ||
		it.Database.Why != "the others are for tests" {
		t.Errorf("lists: %s, %+v", it.Path, it.Database)
	}
	it := inForce(t, x, "dbo.orders", nil)
	why := "in force   its path marks it as current"
	if text := strings.Join(it.Lines(), "\n"); it.Path != "b/latest/orders.sql" ||
		!strings.Contains(text, why) || it.Database.Changed != nil {
		t.Errorf("no %q, or a change by a test in\n%s", why, text)
	}
}

// TestWhy covers the rules that decide between schema scripts, other than the first path.
func TestWhy(t *testing.T) {
	x := answertest.Sources(t, `-- a/examples/orders.sql --
CREATE TABLE orders (id INT);
-- b/orders.sql --
CREATE TABLE orders (id INT, city INT);
-- c/01_total.sql --
CREATE OR REPLACE FUNCTION total(a int) RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;
CREATE TABLE lines (id int);
-- c/02_total.sql --
CREATE OR REPLACE FUNCTION total(a int) RETURNS int LANGUAGE sql AS $$ SELECT 2 $$;
CREATE TABLE lines (id int);
-- d/shop-1.0.0.sql --
CREATE TABLE t1 (a INT); CREATE TABLE t2 (a INT); CREATE TABLE t3 (a INT); CREATE TABLE t4 (a INT);
CREATE TABLE t5 (a INT);
-- d/shop-1.1.0.sql --
CREATE TABLE t1 (a INT); CREATE TABLE t2 (a INT); CREATE TABLE t3 (a INT); CREATE TABLE t4 (a INT);
CREATE TABLE t5 (a INT);
-- e/other.sql --
CREATE TABLE t1 (a INT);
-- f/migrations/1_rows.up.sql --
CREATE TABLE rows (id INT);
-- f/migrations/2_rows.mysql.up.sql --
CREATE TABLE rows_new (id INT); DROP TABLE rows; ALTER TABLE rows_new RENAME TO rows;
-- h/a.sql --
CREATE TABLE wide (id serial);
-- h/b.sql --
CREATE TABLE wide (id serial, a int);
-- i/create.sql --
CREATE TABLE begun (id serial);
CREATE FUNCTION again(a int) RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;
-- i/upgrade/1.sql --
ALTER TABLE begun ADD COLUMN a int, ADD COLUMN b int, ADD COLUMN c int;
CREATE OR REPLACE FUNCTION again(a int) RETURNS int LANGUAGE sql AS $$ SELECT 2 $$;
-- g/migrations/1_undone.up.sql --
CREATE TABLE undone (id INT);
-- g/migrations/2_drop.down.sql --
CREATE TABLE undone (id INT);
`)
	for name, want := range map[string]string{
		"public.orders": "the paths of the others mark them as old or examples",
		"public.total":  "the last of 2 numbered scripts",
		"public.lines":  "the first of 2 scripts that define it",
		"dbo.rows":      "the only definition, for all other systems",
		"public.undone": "the creation, of 2 migrations",
		"public.wide":   "its script is configured (database.current), or it is newer by its columns or as a dump",
		"public.again":  "a migration after the initial script, or the last with the whole schema, or configured",
		"public.t1":     "the last with the whole schema, or configured",
	} {
		if got := inForce(t, x, name, nil).Database.Why; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// inForce describes the node denoted by a name.
func inForce(t *testing.T, x *answer.Index, name string, groups []string) *about.Item {
	t.Helper()
	m, err := x.Resolve(name)
	if err != nil || len(m.Nodes) != 1 {
		t.Fatalf("%s means %v, %v", name, m.Nodes, err)
	}
	it, err := about.Describe(x, answer.Target{Node: m.Nodes[0]},
		about.Options{Limit: 9, Groups: groups})
	if err != nil {
		t.Fatal(err)
	}
	return it
}

// TestIndexesOfATable checks that the indexes of a table have a separate group and refer
// back to it, and that the contents of a file have no such group.
func TestIndexesOfATable(t *testing.T) {
	x := answertest.Sources(t, migrated)
	for _, test := range []struct{ node, group, want string }{
		{"dbo.Orders", "indexes", "dbo.Orders.IX_Id"},
		{"dbo.Orders", "members", ""},
		{"dbo.Orders.IX_Id", "index_of", "dbo.Orders"},
		{"schema/indexes.sql", "members", "dbo.Orders.IX_Id"},
		{"schema/indexes.sql", "indexes", ""}, {"dbo.Total", "index_of", ""},
	} {
		var got []string
		for _, g := range inForce(t, x, test.node, []string{test.group}).Groups {
			for _, r := range g.Items {
				got = append(got, r.Name)
			}
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s of %s: %v, want %q", test.group, test.node, got, test.want)
		}
	}
}
