package graphbuild_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	frameworks "seedgraph/frameworks/all"
	"seedgraph/graph"
	"seedgraph/graphbuild"
	"seedgraph/parse"
	"seedgraph/parse/all"
	resolvers "seedgraph/resolve/all"
)

// buildTree builds the graph of files, by their paths. Files in the folder hidden have
// restricted access.
func buildTree(t *testing.T, files map[string]string) *graphbuild.Result {
	t.Helper()
	p := parse.NewParser()
	defer p.Close()
	var inputs []graphbuild.Input
	for _, path := range slices.Sorted(maps.Keys(files)) {
		facts, err := all.Set().Of(path).Facts(p, parse.Source{Path: path, Text: files[path],
			Sites: parse.AllSites})
		if err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, graphbuild.Input{Facts: facts})
	}
	res, err := graphbuild.Build(context.Background(), inputs, graphbuild.Options{
		Languages: resolvers.Languages(), Frameworks: frameworks.Frameworks(), Externals: true,
		SQL:    all.Set().Of("a.sql").(parse.EmbeddedReader),
		Hidden: func(path string) bool { return strings.HasPrefix(path, "hidden/") },
	})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// namesOf lists the names of the nodes of a kind.
func namesOf(g *graph.Graph, kind graph.NodeKind) []string {
	var out []string
	for i := range g.Nodes {
		if n := &g.Nodes[i]; n.Kind == kind {
			out = append(out, n.Name)
		}
	}
	slices.Sort(out)
	return out
}

// TestWitnesses: an edge that depends on constants, methods or assignments of other
// files names all of them, whatever makes the statement: a string, a library call, a
// caller that passes a name.
func TestWitnesses(t *testing.T) {
	res := buildTree(t, map[string]string{
		"o.sql": "CREATE TABLE dbo.Orders (Id int);\nGO\nCREATE PROCEDURE dbo.Close AS SELECT 1;\n",
		"Names.cs": `namespace Shop;
static class Names
{
    public const string Schema = "dbo";
    public const string Orders = Schema + ".Orders";
    public const string Close = Schema + ".Close";
    public static string Late;
}
`,
		"Dapper.cs": `using Dapper;
namespace Shop;
class Commands
{
    void Run(IDbConnection c) => c.Execute(Names.Close);
    void Create(IDbConnection c) => c.Query(new CommandDefinition(Names.Close));
    void Clause(SqlBuilder b) => b.InnerJoin(Names.Orders + " o ON o.Id = 1");
    void Own(IDbConnection c) => c.Execute("dbo.Close");
}
`,
		"Ado.cs": `using System.Data.SqlClient;
namespace Shop;
class Ado
{
    void Bulk(SqlBulkCopy copy) { copy.DestinationTableName = Names.Orders; }
    void Direct(SqlCommand c) { c.CommandText = Names.Orders; c.CommandType = CommandType.TableDirect; }
    void Export(NpgsqlConnection c) => c.BeginTextExport("COPY " + Names.Orders + " TO STDOUT");
    void Builds(SqlConnection c, DataTable t)
    {
        var adapter = new SqlDataAdapter("SELECT Id FROM " + Names.Orders, c);
        var builder = new SqlCommandBuilder(adapter);
        adapter.Update(t);
    }
}
`,
		"Late.cs": `namespace Shop;
class Late
{
    void Set() { Names.Late = "DELETE FROM dbo.Orders"; }
}
`,
		"Use.cs": `namespace Shop;
class Use
{
    void RunLate(IDbConnection db) => db.Execute(Names.Late);
}
`,
	})
	by := map[string][]string{}
	for _, e := range res.Elsewhere {
		from, to := res.Graph.Nodes[e.From].Short, res.Graph.Nodes[e.To].Short
		if k := from + " " + to; !slices.Contains(by[k], res.Graph.Nodes[e.By].Short) {
			by[k] = append(by[k], res.Graph.Nodes[e.By].Short)
		}
	}
	for edge, want := range map[string][]string{
		"Run Close": {"Close", "Run", "Schema"}, "Create Close": {"Close", "Create", "Schema"},
		"Clause Orders": {"Clause", "Orders", "Schema"}, "Own Close": {"Own"},
		"Bulk Orders": {"Bulk", "Orders", "Schema"}, "Direct Orders": {"Direct", "Orders", "Schema"},
		"Export Orders": {"Export", "Orders", "Schema"},
		"Builds Orders": {"Builds", "Orders", "Schema"},
		"Late Orders":   {"Late", "Set"}, "RunLate Orders": {"Late", "RunLate", "Set"},
	} {
		if got := slices.Sorted(slices.Values(by[edge])); !slices.Equal(got, want) {
			t.Errorf("%s is told by %q, want %q", edge, got, want)
		}
	}
}

// TestNamespaces: a package or namespace has one node for all of its files; a module
// that is a file, and a schema, have no node.
func TestNamespaces(t *testing.T) {
	g := buildTree(t, map[string]string{
		"a.cs":         "namespace Shop.Web { class A { } }",
		"b.cs":         "namespace Shop.Web { class B { } } namespace Shop { class C { } }",
		"Global.cs":    "class D { }",
		"src/E.java":   "package shop.db; class E { }",
		"app/f.py":     "def f(): pass",
		"db/order.sql": "CREATE TABLE dbo.Orders (Id int);\nGO\n",
	}).Graph
	want := []string{"Shop", "Shop.Web", "shop.db"}
	if got := namesOf(g, graph.KindNamespace); !slices.Equal(got, want) {
		t.Errorf("namespaces %q, want %q", got, want)
	}
	contained := map[string]string{}
	for _, e := range g.Edges {
		if from := &g.Nodes[e.From]; e.Kind == graph.Contains && from.Kind == graph.KindNamespace {
			contained[g.Nodes[e.To].Short] = from.Name
		}
	}
	for class, want := range map[string]string{"A": "Shop.Web", "B": "Shop.Web", "C": "Shop",
		"E": "shop.db"} {
		if contained[class] != want {
			t.Errorf("%s is in %q, want %q", class, contained[class], want)
		}
	}
}

// TestCounts: references are counted by language, kind, outcome and tier.
func TestCounts(t *testing.T) {
	res := buildTree(t, map[string]string{
		"A.java": "class A { int n; void a() { b(); b(); new A(); n = 1; gone(); } void b() { } }",
		"o.sql":  "CREATE TABLE dbo.Orders (Id int);\nGO\nCREATE VIEW dbo.V AS SELECT Id FROM dbo.Orders;\n",
	})
	var got []string
	for _, c := range res.References {
		got = append(got, fmt.Sprintf("%s %s %s %d", c.Language, c.Kind, c.Outcome, c.Count))
		if resolved := c.Outcome == "resolved"; resolved != (c.Tier == graph.Exact) {
			t.Errorf("%s %s has the tier %s", c.Language, c.Kind, c.Tier)
		}
	}
	want := []string{"java call not_found 1", "java call resolved 2", "java create resolved 1",
		"java member resolved 1", "java type resolved 1", "sql data resolved 1"}
	if !slices.Equal(got, want) {
		t.Errorf("counts %q, want %q", got, want)
	}
	var unresolved []string
	for _, u := range res.Unresolved {
		unresolved = append(unresolved, fmt.Sprintf("%s:%d %s %s", u.Path, u.Line, u.Name,
			u.Reason))
	}
	if want := []string{"A.java:1 gone not_found"}; !slices.Equal(unresolved, want) {
		t.Errorf("unresolved %q, want %q", unresolved, want)
	}
}

// TestObjectKeys: of the declarations of a database object the visible one has the
// plain key, regardless of case; keys with the same words are distinguished by a
// handle.
func TestObjectKeys(t *testing.T) {
	table := func(name string) string { return "CREATE TABLE dbo." + name + " (Id int);\nGO\n" }
	g := buildTree(t, map[string]string{
		"hidden/a.sql": table("Orders") + table("Secret"),
		"open/b.sql":   table("Orders") + table("[Order Lines]") + table("[Order_Lines]"),
	}).Graph
	plain := map[string]string{}
	for i := range g.Nodes {
		if n := &g.Nodes[i]; n.Kind == graph.KindTable && !n.ID.IsRedeclaration() {
			plain[string(n.ID)] = n.Path
		}
	}
	want := map[string]string{"dbo.Orders|TABLE": "open/b.sql",
		"dbo.Secret|TABLE": "hidden/a.sql", "dbo.Order%20Lines|TABLE": "open/b.sql"}
	if !maps.Equal(plain, want) {
		t.Errorf("plain keys %v, want %v", plain, want)
	}
}

// TestRoutesAreShared: a verb and a template of one project are one route, whatever its
// handlers; the same template with another verb is another route. A second handler that one
// application registers never runs.
func TestRoutesAreShared(t *testing.T) {
	const app = "from flask import Flask\napp = Flask(__name__)\n" +
		"@app.get('/orders')\ndef all(): pass\n@app.get('/orders')\ndef again(): pass\n" +
		"@app.post('/orders')\ndef add(): pass\n"
	g := buildTree(t, map[string]string{"a/main.py": app, "b/other.py": app}).Graph
	handled := map[string]int{}
	for _, e := range g.Edges {
		if e.Kind == graph.Routes {
			handled[g.Nodes[e.From].Name]++
		}
	}
	want := map[string]int{"GET /orders": 2, "POST /orders": 2}
	if got := namesOf(g, graph.KindRoute); len(got) != 2 || !maps.Equal(handled, want) {
		t.Errorf("routes %q, handled by %v, want %v", got, handled, want)
	}
}

// TestStatementsInStrings: the edges of SQL in a string belong to one statement, by the
// method that contains the string rather than the one that runs it.
func TestStatementsInStrings(t *testing.T) {
	res := buildTree(t, map[string]string{
		"o.sql": "CREATE TABLE dbo.Orders (Id int);\n",
		"A.java": `class A {
	void all() { run("SELECT Id FROM dbo.Orders"); }
	void run(String sql) { connection.prepareStatement(sql); }
	java.sql.Connection connection;
}
`})
	said := map[string]int{}
	for _, e := range res.Elsewhere {
		said[res.Graph.Nodes[e.By].Short+" "+e.Kind.String()+" "+res.Graph.Nodes[e.To].Short]++
		if e.Statement == 0 {
			t.Errorf("%+v is of no statement", e)
		}
	}
	if want := map[string]int{"all ReadsFrom Orders": 1}; !maps.Equal(said, want) {
		t.Errorf("%v, want %v", said, want)
	}
}
