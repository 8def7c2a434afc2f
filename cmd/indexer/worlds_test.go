package main

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/graph"
)

// TestRulesTellNothing builds random programs with rules, and without the files that these hide:
// a reader who may not see the files sees no node and no edge that the other files do not tell,
// and all ids are the same.
func TestRulesTellNothing(t *testing.T) {
	programs := 20
	if testing.Short() {
		programs = 4
	}
	edges, missing, moved := 0, 0, 0
	told, hidden := map[string]int{}, map[string]int{} // edges by kind
	for seed := range programs {
		r := rand.New(rand.NewPCG(uint64(seed), 11))
		full, groups := randomProgram(r)
		index := indexOf(t, full, groups)
		all := seenEdges(t, index, graph.Visitor{})
		public := seenEdges(t, index, graph.Visitor{Checked: true})
		for _, group := range []string{"", groups[r.IntN(len(groups))]} {
			part := tree{}
			for name, text := range full {
				if dir, _, _ := strings.Cut(name, "/"); dir == "open" || dir == group {
					part[name] = text
				}
			}
			v := graph.Visitor{Checked: true}
			if group != "" {
				v.Groups = []string{group}
			}
			got, want := seenEdges(t, index, v), seenEdges(t, indexOf(t, part, groups), v)
			known := map[string]bool{} // without the source, which may be a witness
			for e := range want {
				_, to, _ := strings.Cut(e, " --")
				known[to] = true
				kind, _, _ := strings.Cut(to, "-->")
				told[kind]++
			}
			for e := range all {
				if _, to, isEdge := strings.Cut(e, " --"); isEdge && !got[e] {
					kind, _, _ := strings.Cut(to, "-->")
					hidden[kind]++
				}
			}
			for e := range got {
				from, to, isEdge := strings.Cut(e, " --")
				if !want[e] && !(isEdge && !public["node "+from] && known[to]) {
					t.Errorf("program %d: who is in %q sees\n\t%s", seed, group, e)
				}
			}
			for e := range want { // names of what is hidden are names outside the tree there
				from, to, isEdge := strings.Cut(e, " --")
				_, to, _ = strings.Cut(to, "--> ")
				if isEdge && !got[e] && got["node "+from] && got["node "+to] {
					missing++
				}
			}
			edges += len(want)
			moved += len(all) - len(got)
		}
	}
	if missing*200 > edges {
		t.Errorf("%d of %d edges are missing for who sees their ends", missing, edges)
	}
	if moved < 100 {
		t.Errorf("the rules hide only %d edges", moved)
	}
	for _, kind := range []graph.EdgeKind{graph.Calls, graph.Binds, graph.Handles, graph.Renders,
		graph.Requests, graph.Routes, graph.ReadsConfig, graph.MapsTo, graph.ReadsFrom,
		graph.SchemaChange, graph.Follows, graph.Dispatches} {
		if n := kind.String(); !testing.Short() && (told[n] < 10 || hidden[n] < 3) {
			t.Errorf("%s: %d edges are told, %d hidden", n, told[n], hidden[n])
		}
	}
	t.Logf("%d edges, %d missing, %d hidden, %v and %v", edges, missing, moved, told, hidden)
}

// indexOf builds a tree, with a rule for each group.
func indexOf(t *testing.T, files tree, groups []string) *artifacts.Reader {
	t.Helper()
	dir := t.TempDir()
	src, out := filepath.Join(dir, "src"), filepath.Join(dir, "out")
	rules := "access:\n  rules:\n"
	for _, g := range groups {
		rules += fmt.Sprintf("    - path: /%s\n      allow: [%s]\n", g, g)
	}
	for dir, files := range map[string]tree{src: files, dir: {"rules.yaml": rules}} {
		if err := writeFolder(dir, files); err != nil {
			t.Fatal(err)
		}
	}
	runHere(t, globals{}, "build", src, "--out", out, "--quiet", "--config",
		filepath.Join(dir, "rules.yaml"))
	r, err := artifacts.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// seenEdges lists what a visitor sees of an index: nodes and edges by ids.
func seenEdges(t *testing.T, index *artifacts.Reader, v graph.Visitor) map[string]bool {
	t.Helper()
	r, err := index.Restrict(v)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	var ids []graph.NodeID
	err = r.Nodes(func(_ uint32, n *graph.Node) error {
		ids = append(ids, n.ID)
		out["node "+string(n.ID)] = true
		for _, a := range n.Attributes() {
			out["attribute "+string(n.ID)+" "+a.String()] = true
		}
		return nil
	})
	for n := range ids {
		for _, edges := range []func(uint32) ([]graph.Edge, error){r.Out, r.Outer} {
			list, listErr := edges(uint32(n))
			if listErr != nil {
				err = listErr
			}
			for _, e := range list {
				out[fmt.Sprintf("%s --%s--> %s", ids[e.From], e.Kind, ids[e.To])] = true
			}
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// randomProgram writes classes, tables and settings that have to do with each other, some of
// them in folders that are hidden.
func randomProgram(r *rand.Rand) (files tree, groups []string) {
	files, groups = tree{}, []string{"hr", "fin"}[:1+r.IntN(2)]
	folder := func() string {
		if r.IntN(3) > 0 {
			return "open"
		}
		return groups[r.IntN(len(groups))]
	}
	const classes = 7
	any := func() int { return r.IntN(classes) }
	for i := range classes {
		files[fmt.Sprintf("%s/C%d.cs", folder(), i)] = randomClass(r, i, any)
	}
	for i := range 4 {
		files[fmt.Sprintf("%s/t%d.sql", folder(), i)] = fmt.Sprintf(`CREATE TABLE dbo.T%d (Id int);
GO
CREATE PROCEDURE dbo.P%d AS SELECT Id FROM dbo.T%d;
`, any(), i, any())
	}
	files["open/Db.cs"] = "namespace Shop;\npublic class Db { public void Query(string sql) { } }\n"
	files[folder()+"/Web.cs"] = fmt.Sprintf(`using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Mvc;
namespace Shop;
[Route(C%d.Table + "/a"), Authorize(Policy = C%d.Table)]
public class WebController : ControllerBase
{
  [HttpGet("x")] public void Get() { C%d.Make().Run("x"); }
}
`, any(), any(), any())
	files[folder()+"/Settings.cs"] = fmt.Sprintf(`using Microsoft.Extensions.Configuration;
namespace Shop;
class Settings
{
  void Read(IConfiguration c) { var x = c["A:" + C%d.Table]; var y = c["B:C"]; }
}
`, any())
	randomApplication(r, files, folder, any)
	return files, groups
}

// randomApplication adds what frameworks are told: services and their implementations, handlers
// of messages, pages, requests, settings, mappings and migrations, each in a folder of its own
// choice and with names that other classes know.
func randomApplication(r *rand.Rand, files tree, folder func() string, any func() int) {
	add := func(name, format string, n int) {
		args := make([]interface{}, n)
		for i := range args {
			args[i] = any()
		}
		files[folder()+"/"+name] = fmt.Sprintf(format, args...)
	}
	for i := range 2 {
		files[folder()+fmt.Sprintf("/IService%d.cs", i)] = fmt.Sprintf(
			"namespace Shop;\npublic interface IService%d { void Serve(); }\n", i)
		files[folder()+fmt.Sprintf("/Service%d.cs", i)] = fmt.Sprintf(
			"namespace Shop;\npublic class Service%d : IService%d { public void Serve() { } }\n",
			i, r.IntN(2))
		files[folder()+fmt.Sprintf("/Other%d.cs", i)] = fmt.Sprintf(
			"namespace Shop;\npublic class Other%d : IService%[1]d { public void Serve() { } }\n", i)
	}
	add("Startup.cs", `using Microsoft.Extensions.DependencyInjection;
namespace Shop;
public static class Startup
{
  public static void Add(this IServiceCollection services)
  {
    services.AddScoped<IService0, Service0>();
    services.AddScoped<IService1, Service1>();
    C%d.Make().Run("x");
  }
}
`, 1)
	add("Paid.cs", "using MediatR;\nnamespace Shop;\npublic record Paid(C%d Of) : IRequest<int>;\n", 1)
	add("PaidHandler.cs", `using MediatR;
namespace Shop;
public class PaidHandler : IRequestHandler<Paid, int>
{
  public Task<int> Handle(Paid paid, CancellationToken token) { paid.Of.Run("x"); return null; }
}
`, 0)
	add("Pay.cs", `using MediatR;
namespace Shop;
public class Pay
{
  void Now(IMediator bus, IService0 service) { bus.Send(new Paid(C%d.Make())); service.Serve(); }
}
`, 1)
	add("Cell.razor", "@namespace Shop\n<p>@C%d.Table</p>\n", 1)
	add("Row.razor", "@namespace Shop\n<Cell /><p>@C%d.Make().Field</p>\n@if (C%d.Make() != null) { <Cell /> }\n", 2)
	add("Client.cs", `using System.Net.Http;
namespace Shop;
public class Client
{
  void Ask(HttpClient http) { http.GetAsync("/" + C%d.Table + "/a/x"); http.GetAsync("/plain/x"); }
}
`, 1)
	add("Plain.cs", `using Microsoft.AspNetCore.Mvc;
namespace Shop;
[Route("plain")]
public class PlainController : ControllerBase
{
  [HttpGet("x")] public void Get() { new C%d().Run("x"); }
}
`, 1)
	add("appsettings.json", `{ "A": { "dbo.T%d": 1 }, "B": { "C": 2 } }`+"\n", 1)
	add("Context.cs", `using Microsoft.EntityFrameworkCore;
namespace Shop;
public class Context : DbContext
{
  public DbSet<C0> Zeros { get; set; }
  public DbSet<C1> Ones { get; set; }
  protected override void OnModelCreating(ModelBuilder b)
  {
    b.Entity<C0>().ToTable(C%d.Table);
    b.Entity<C1>().ToTable("T%d");
  }
}
`, 2)
	add("Store.cs", `using System.Linq;
namespace Shop;
public class Store
{
  void Read(Context c) { c.Zeros.ToList(); c.Ones.Add(new C%d()); }
}
`, 1)
	for i := range 3 {
		add(fmt.Sprintf("2024010100000%d_Step.cs", i), `using Microsoft.EntityFrameworkCore.Migrations;
namespace Shop.Steps;
public class Step`+fmt.Sprint(i)+` : Migration
{
  protected override void Up(MigrationBuilder b)
  {
    b.DropTable(name: Shop.C%d.Table); b.DropTable(name: "T%d", schema: "dbo");
  }
}
`, 2)
	}
}

// randomClass writes a class whose members have the types of others.
func randomClass(r *rand.Rand, i int, any func() int) string {
	var b strings.Builder
	base := ""
	if i > 0 && r.IntN(3) == 0 {
		base = fmt.Sprintf(" : C%d", r.IntN(i))
	}
	fmt.Fprintf(&b, `using System.Collections.Generic;
namespace Shop;
public partial class C%d%s
{
  public const string Table = "dbo.T%d";
  public C%d Field;
  public static C%d Make() => null;
  public virtual C%d Run%d(int n) => null;
  public void Run(string s) { }
  public void Run(C%d c) { }
`, i, base, any(), any(), any(), any(), i, any())
	for m := range 4 {
		fmt.Fprintf(&b, "  void M%d(Db db, List<C%d> list)\n  {\n    %s\n  }\n", m, any(),
			randomStatement(r, any))
	}
	b.WriteString("}\n")
	if r.IntN(2) == 0 {
		fmt.Fprintf(&b, "class Twin { void Same() { C%d.Make(); } }\n", any())
	}
	return b.String()
}

// randomStatement writes a statement whose meaning depends on other classes.
func randomStatement(r *rand.Rand, any func() int) string {
	switch r.IntN(7) {
	case 0:
		return fmt.Sprintf("C%d.Make().Field.Run(\"x\");", any())
	case 1:
		return fmt.Sprintf("var v = C%d.Make(); v.Run(\"x\"); v.Field.Field.Run(C%d.Make());",
			any(), any())
	case 2:
		return fmt.Sprintf("db.Query(\"SELECT Id FROM \" + C%d.Table);", any())
	case 3:
		return "foreach (var c in list) c.Field.Run(\"x\");"
	case 4:
		return fmt.Sprintf("db.Query($\"DELETE FROM {C%d.Table}\");", any())
	case 5:
		return fmt.Sprintf("new C%d().Run%d(1).Run(\"y\");", any(), any())
	}
	return "list[0].Run(list[0].Field);"
}
