package main

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/testkit/longtest"
	"seedgraph/tokens"
)

// TestRulesTellNothing builds random programs with rules, and without the files that
// these hide. A reader must see exactly the nodes and edges that follow from the files
// visible to the reader; a reader of all files sees those of the program built without
// rules. Ids of public nodes must be the same.
func TestRulesTellNothing(t *testing.T) {
	longtest.NotRaced(t)
	programs := longtest.Cases(3, 8, 40)
	edges, hiding := 0, 0
	told, hidden := map[string]int{}, map[string]int{} // edges by kind
	guises := map[string]int{}                         // nodes, by kind, that only other readers see
	for seed := range programs {
		r := rand.New(rand.NewPCG(uint64(seed), 11))
		full, folders := randomProgram(r)
		rules := randomRules(r, folders)
		index := indexOf(t, full, rules)
		all := seenBy(t, index, graph.Visitor{})
		compareSeen(t, fmt.Sprintf("program %d: who may see all files", seed), all,
			seenBy(t, indexOf(t, full, nil), graph.Visitor{}))
		compareSeen(t, fmt.Sprintf("program %d: who has all rights", seed),
			seenBy(t, index, graph.Visitor{Checked: true, Groups: folders, Labels: folders,
				Level: 30}), all)
		for _, v := range randomReaders(r, folders) {
			part := tree{}
			for name, text := range full {
				dir, _, _ := strings.Cut(name, "/")
				if rules[dir].Admits(v) {
					part[name] = text
				}
			}
			got, want := seenBy(t, index, v), seenBy(t, indexOf(t, part, rules), v)
			for n := range want.nodes {
				kind, _, _ := strings.Cut(n, " ")
				if _, ok := all.nodes[n]; !ok {
					guises[kind]++
				}
			}
			compareSeen(t, fmt.Sprintf("program %d: with %v %+v", seed, rules, v), got, want)
			for n, id := range got.ids {
				if strings.Contains(n, " open/") && id != want.ids[n] {
					t.Errorf("program %d: for %+v the id of %s is %s, not %s", seed, v, n, id,
						want.ids[n])
				}
			}
			for e := range want.edges {
				told[e.kind]++
				told[queryFile(e)]++
			}
			for e := range all.edges {
				if _, ok := got.edges[e]; !ok {
					hidden[e.kind]++
					hidden[queryFile(e)]++
				}
			}
			edges += len(want.edges)
			hiding += len(all.edges) - len(got.edges)
		}
	}
	if hiding < 100 {
		t.Errorf("the rules hide only %d edges", hiding)
	}
	for _, kind := range []graph.EdgeKind{graph.Calls, graph.Binds, graph.Handles, graph.Renders,
		graph.Requests, graph.Routes, graph.ReadsConfig, graph.MapsTo, graph.ReadsFrom,
		graph.SchemaChange, graph.Follows, graph.Dispatches} {
		if n := kind.String(); programs >= 8 && (told[n] < 4 || hidden[n] < 1) {
			t.Errorf("%s: %d edges are told, %d hidden", n, told[n], hidden[n])
		}
	}
	for _, kind := range []string{"route", "config", "TABLE", "external"} {
		if programs >= 8 && guises[kind] < 4 {
			t.Errorf("%d nodes of kind %s are others for some readers", guises[kind], kind)
		}
	}
	for _, file := range queryFiles {
		if programs >= 8 && (told[file] < 1 || hidden[file] < 1) {
			t.Errorf("%s: %d uses of tables are told, %d hidden", file, told[file], hidden[file])
		}
	}
	t.Logf("%d edges, %d hidden, %v and %v, %v", edges, hiding, told, hidden, guises)
}

// A seen is the view that a reader has of an index.
type seen struct {
	nodes map[string]string   // with their attributes
	edges map[seenEdge]string // with their properties
	reach map[string]artifacts.Reachability
	ids   map[string]graph.NodeID
	found map[string]string // results for names, paths and words, and the rank of each node
	count int               // of edges, as counted for the reader
}

type seenEdge struct{ from, kind, to string }

// compareSeen fails if a reader sees anything that does not follow from visible
// files.
func compareSeen(t *testing.T, who string, got, want seen) {
	t.Helper()
	for n, attributes := range got.nodes {
		if w, ok := want.nodes[n]; !ok || attributes != w {
			t.Errorf("%s sees\n\t%s %s, not %s (%v)", who, n, attributes, w, ok)
		}
	}
	for e, says := range got.edges {
		if w, ok := want.edges[e]; !ok {
			t.Errorf("%s sees\n\t%s", who, e)
		} else if says != w {
			t.Errorf("%s sees\n\t%s\n\twith %s, not %s", who, e, says, w)
		}
	}
	for n := range want.nodes {
		if _, ok := got.nodes[n]; !ok {
			t.Errorf("%s does not see\n\t%s", who, n)
		}
	}
	for e := range want.edges {
		if _, ok := got.edges[e]; !ok {
			t.Errorf("%s does not see\n\t%s", who, e)
		}
	}
	if got.count != want.count {
		t.Errorf("%s counts %d edges, not %d", who, got.count, want.count)
	}
	for key, list := range want.found {
		if got.found[key] != list {
			t.Errorf("%s finds by %s\n\t%s\n\tnot %s", who, key, got.found[key], list)
		}
	}
	for key, list := range got.found {
		if want.found[key] == "" {
			t.Errorf("%s finds by %s\n\t%s", who, key, list)
		}
	}
	for n, at := range want.reach {
		if got.reach[n] != at {
			t.Errorf("%s: %s is reached as %+v, not %+v", who, n, got.reach[n], at)
		}
	}
}

// randomRules returns random accesses for the files in each folder.
func randomRules(r *rand.Rand, folders []string) map[string]graph.Access {
	rules := map[string]graph.Access{}
	for i, f := range folders {
		rules[f] = [...]graph.Access{{Allow: []string{f}}, {Allow: []string{f}}, {Labels: []string{f}},
			{Level: 10 * (1 + i)}, {Allow: graph.Names([]string{f, "ops"})}, {Allow: []string{f}, Level: 10},
			{Labels: []string{f}, Level: 20}}[r.IntN(7)]
	}
	return rules
}

// randomReaders returns readers with some of the rights each, the first without
// any.
func randomReaders(r *rand.Rand, folders []string) []graph.Visitor {
	list := []graph.Visitor{{Checked: true}}
	for range 3 {
		v := graph.Visitor{Checked: true, Level: 10 * r.IntN(4)}
		for _, f := range folders {
			if r.IntN(2) == 0 {
				v.Groups = append(v.Groups, f)
			}
			if r.IntN(2) == 0 {
				v.Labels = append(v.Labels, f)
			}
		}
		list = append(list, v)
	}
	return list
}

// indexOf builds a tree, with a rule for each folder.
func indexOf(t *testing.T, files tree, rules map[string]graph.Access) *artifacts.Reader {
	t.Helper()
	return openIndex(t, buildRuled(t, files, rules, "2"))
}

func openIndex(t *testing.T, dir string) *artifacts.Reader {
	t.Helper()
	r, err := artifacts.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// buildRuled builds a tree with a number of jobs.
func buildRuled(t *testing.T, files tree, rules map[string]graph.Access, jobs string) string {
	t.Helper()
	dir := t.TempDir()
	src, out := filepath.Join(dir, "src"), filepath.Join(dir, "out")
	config := "access:\n  rules:\n"
	if len(rules) == 0 {
		config = "tokens: words\n"
	}
	for _, f := range slices.Sorted(maps.Keys(rules)) {
		a := rules[f]
		config += fmt.Sprintf("    - path: /%s\n      allow: [%s]\n      labels: [%s]\n      level: %d\n",
			f, strings.Join(a.Allow, ", "), strings.Join(a.Labels, ", "), a.Level)
	}
	for dir, files := range map[string]tree{src: files, dir: {"rules.yaml": config}} {
		if err := writeFolder(dir, files); err != nil {
			t.Fatal(err)
		}
	}
	runHere(t, globals{}, "build", src, "--out", out, "--quiet", "--jobs", jobs, "--tokens", "words",
		"--config", filepath.Join(dir, "rules.yaml"))
	return out
}

// TestProjectFilesTellNothing builds programs in which a hidden project file determines
// the target of a call. Readers who may not see the project file must see the result
// without it.
func TestProjectFilesTellNothing(t *testing.T) {
	mailer := func(what string) string {
		return "namespace Shop;\npublic class Mailer { public void Send() { } public void " + what +
			"() { } }\n"
	}
	use := "namespace Shop;\nclass Use { void Run() { new Mailer().Send(); } }\n"
	project := func(items string) string {
		return `<Project Sdk="Microsoft.NET.Sdk">` + items + "</Project>\n"
	}
	for name, files := range map[string]tree{
		"Remove": {"a/New.cs": mailer("New"), "a/Aged.cs": mailer("Old"), "a/Use.cs": use,
			"a/A.csproj": project(`<ItemGroup><Compile Remove="Aged.cs" /></ItemGroup>`)},
		"Link": {"b/New.cs": mailer("New"), "Old.cs": mailer("Old"), "a/Use.cs": use,
			"a/A.csproj": project(`<ItemGroup><Compile Include="../b/New.cs" Link="New.cs" />` +
				`</ItemGroup>`)},
		"ProjectReference": {"b/New.cs": mailer("New"), "b/B.csproj": project(""),
			"c/Old.cs": mailer("Old"), "c/C.csproj": project(""), "a/Use.cs": use,
			"a/A.csproj": project(`<ItemGroup><ProjectReference Include="../b/B.csproj" />` +
				`</ItemGroup>`)},
		"ImplicitUsings": {"a/Use.cs": "class Use { void Run() { new Mailer().Send(); } }\n",
			"b/New.cs": mailer("New"), "a/A.csproj": project(
				`<ItemGroup><Using Include="Shop" /></ItemGroup>`)},
	} {
		t.Run(name, func(t *testing.T) {
			rules := map[string]graph.Access{"a/A.csproj": {Allow: []string{"staff"}}}
			index := indexOf(t, files, rules)
			staff := graph.Visitor{Checked: true, Groups: []string{"staff"}}
			compareSeen(t, "who may see the project file", seenBy(t, index, staff),
				seenBy(t, indexOf(t, files, nil), graph.Visitor{}))
			part := maps.Clone(files)
			delete(part, "a/A.csproj")
			without := seenBy(t, indexOf(t, part, nil), graph.Visitor{})
			compareSeen(t, "who may not", seenBy(t, index, graph.Visitor{Checked: true}), without)
			if maps.Equal(without.edges, seenBy(t, index, staff).edges) {
				t.Errorf("the project file makes no difference: %v", without.edges)
			}
		})
	}
}

// TestRulesGiveSameBytes builds programs with rules with one job and with many.
func TestRulesGiveSameBytes(t *testing.T) {
	differing := 0
	for seed := range 3 {
		r := rand.New(rand.NewPCG(uint64(seed), 13))
		full, folders := randomProgram(r)
		rules := randomRules(r, folders)
		var first map[string]string
		for _, jobs := range []string{"1", "8"} {
			dir := buildRuled(t, full, rules, jobs)
			if findings, err := artifacts.Verify(dir); err != nil || len(findings) > 0 {
				t.Errorf("program %d: %v, %v", seed, findings, err)
			}
			files, err := readFolder(dir)
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = files
			} else if diff := differences(first, files); len(diff) > 0 {
				t.Errorf("program %d: %s differ", seed, strings.Join(diff, ", "))
			}
			x := seenBy(t, openIndex(t, dir), graph.Visitor{})
			if shared := seenIn(t, openIndex(t, dir).Exportable()); !maps.Equal(x.edges, shared.edges) {
				differing++
			}
		}
	}
	if differing < 4 {
		t.Errorf("in %d of 6 builds the rules make a difference", differing)
	}
}

// seenBy returns the view of a visitor. Edges are read from both ends.
func seenBy(t *testing.T, index *artifacts.Reader, v graph.Visitor) seen {
	t.Helper()
	r, err := index.Restrict(v)
	if err != nil {
		t.Fatal(err)
	}
	return seenIn(t, r)
}

func seenIn(t *testing.T, r *artifacts.Reader) seen {
	t.Helper()
	out := seen{map[string]string{}, map[seenEdge]string{}, map[string]artifacts.Reachability{},
		map[string]graph.NodeID{}, map[string]string{}, 0}
	must := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
	}
	var names []string
	must(r.Nodes(func(_ uint32, n *graph.Node) error {
		name := fmt.Sprintf("%s %s %s:%d", n.Kind, n.Name, n.Path, n.Span.Start)
		if n.Path == "" || n.Kind == graph.KindRoute || n.Kind == graph.KindConfigKey {
			name += " " + string(n.ID)
		}
		if _, ok := out.nodes[name]; ok {
			t.Fatalf("two nodes are %s", name)
		}
		names = append(names, name)
		out.nodes[name], out.ids[name] = fmt.Sprint(n.Signature, n.Doc, n.Modifiers, n.Bases,
			n.Class, n.Schema, n.Module, n.Flags, n.Complexity, n.Project, n.Language, n.Short, n.Attributes()), n.ID
		return nil
	}))
	reaching, err := r.Reachability()
	must(err)
	in := map[seenEdge]int{}
	for n := range r.NumNodes() {
		out.reach[names[n]] = reaching.At(n)
		for _, edges := range []func(uint32) ([]graph.Edge, error){r.Out, r.ExternalEdges} {
			list, err := edges(n)
			must(err)
			for _, e := range list {
				lines, err := r.Lines(e)
				must(err)
				out.edges[seenEdge{names[n], e.Kind.String(), names[e.To]}] = fmt.Sprint(e.Tier,
					max(e.Share, 1), lines, e.Ops, e.Via)
			}
		}
		list, err := r.In(n)
		must(err)
		for _, e := range list {
			in[seenEdge{names[e.From], e.Kind.String(), names[n]}]++
		}
	}
	for e := range out.edges {
		if in[e] != 1 {
			t.Errorf("%s stands %d times at its target", e, in[e])
		}
	}
	if len(in) != len(out.edges) {
		t.Errorf("%d edges lead to nodes, %d leave them", len(in), len(out.edges))
	}
	out.count, err = r.NumEdges()
	must(err)
	found := map[string][]string{}
	must(lookUp(r, names, found))
	for key, list := range found {
		slices.Sort(list) // ids of redeclarations may differ, and with them the order
		out.found[key] = strings.Join(list, ", ")
	}
	return out
}

// lookUp returns the results in the dictionaries of an index.
func lookUp(r *artifacts.Reader, names []string, found map[string][]string) error {
	var words, paths []string
	if err := errors.Join(r.Terms("", func(term string, _ int) bool {
		words = append(words, term)
		return true
	}), r.Paths("", func(p string) bool {
		paths = append(paths, p)
		return true
	}), r.Symbols("", func(name string, nodes []uint32) bool {
		for _, n := range nodes {
			found["the name "+name] = append(found["the name "+name], names[n])
		}
		return true
	})); err != nil {
		return err
	}
	for _, w := range words {
		list, err := r.Postings(w)
		if err != nil {
			return err
		}
		for list.Next() {
			found["the word "+w] = append(found["the word "+w],
				fmt.Sprint(names[list.Node], list.Freq))
		}
		if err := list.Err(); err != nil {
			return err
		}
	}
	for _, p := range paths {
		list, err := r.PathNodes(p)
		for _, n := range list {
			found["the path "+p] = append(found["the path "+p],
				fmt.Sprint(names[n.Node], n.StartLine, n.EndLine))
		}
		if err != nil {
			return err
		}
	}
	ranks, err := r.Ranks()
	for n, rank := range ranks {
		found["the rank of "+names[n]] = []string{fmt.Sprintf("%.6f", rank)}
	}
	for field := range tokens.NumFields {
		total, lengthErr := r.TotalLength(field)
		err = errors.Join(err, lengthErr)
		found["the length of field "+field.String()] = []string{fmt.Sprint(total)}
	}
	return err
}

// randomProgram writes related classes, tables and settings, some of them in hidden
// folders.
func randomProgram(r *rand.Rand) (files tree, folders []string) {
	files, folders = tree{}, []string{"hr", "fin", "ops"}[:1+r.IntN(3)]
	folder := func() string {
		if r.IntN(3) > 0 {
			return "open"
		}
		return folders[r.IntN(len(folders))]
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
	randomShared(r, files, folder)
	randomModules(r, files, folder)
	if r.IntN(3) > 0 {
		if folders = randomProjects(r, files, folders); len(folders) > 3 {
			panic("more kinds of readers than a build tells apart")
		}
	}
	return files, folders
}

// randomModules adds Terraform modules that call each other, their values, a GraphQL
// schema with selections of its fields, and documents that link to files.
func randomModules(r *rand.Rand, files tree, folder func() string) {
	for i := range 3 {
		files[fmt.Sprintf("%s/m%d.tf", folder(), i)] = fmt.Sprintf(`variable "v%d" {}
resource "null_resource" "r%d" { at = "${var.v%d} ${local.l}" }
module "m%d" {
  source = "../%s"
  v%d    = null_resource.r%d.id
}
output "o%d" { value = module.m%d.o%d }
locals { l%d = var.v%d }
`, i, i, r.IntN(3), i, folder(), r.IntN(3), i, i, i, r.IntN(3), i, r.IntN(3))
	}
	files[folder()+"/prod.tfvars"] = fmt.Sprintf("v%d = 1\n", r.IntN(3))
	for range 2 {
		files[folder()+fmt.Sprintf("/s%d.graphql", r.IntN(2))] = "type Query { item: Item }\ntype Item implements Base { id: ID }"
	}
	for i := range 2 {
		files[folder()+fmt.Sprintf("/d%d.md", i)] = fmt.Sprintf("# A\n[x](../%s/d%d.md#a) [y](../%s/base.graphql) [z](../%s/Db.cs)\n## B\n[b](#a)\n",
			folder(), r.IntN(2), folder(), folder())
	}
	files[folder()+"/base.graphql"] = "interface Base { id: ID }\nextend type Item { more: Item }"
	files[folder()+"/use.graphql"] = "query Q { item { id ...parts more { id } } }"
	files[folder()+"/parts.graphql"] = "fragment parts on Item { id more { id } }"
}

// randomProjects adds project files, which determine the compiled files, their
// preprocessor symbols, and references. Of the project files among files that they do
// not hide along with themselves, one has a separate rule.
func randomProjects(r *rand.Rand, files tree, folders []string) []string {
	sources := slices.DeleteFunc(slices.Sorted(maps.Keys(files)),
		func(name string) bool { return !strings.HasSuffix(name, ".cs") })
	project := func(name string, others ...string) {
		var b strings.Builder
		b.WriteString("<Project Sdk=\"Microsoft.NET.Sdk\">\n  <PropertyGroup>\n" +
			"    <TargetFramework>net8.0</TargetFramework>\n")
		if r.IntN(2) == 0 {
			fmt.Fprintf(&b, "    <DefineConstants>%s</DefineConstants>\n", []string{"ONE", "TWO",
				"ONE;TWO"}[r.IntN(3)])
		}
		b.WriteString("  </PropertyGroup>\n  <ItemGroup>\n")
		up := strings.Repeat("../", strings.Count(name, "/"))
		for range r.IntN(6) {
			fmt.Fprintf(&b, "    <Compile %s=\"%s%s\" />\n", []string{"Remove", "Include"}[r.IntN(2)],
				up, sources[r.IntN(len(sources))])
		}
		for _, o := range others {
			if r.IntN(2) == 0 {
				fmt.Fprintf(&b, "    <ProjectReference Include=\"%s%s\" />\n", up, o)
			}
		}
		b.WriteString("  </ItemGroup>\n</Project>\n")
		files[name] = b.String()
	}
	all := []string{"open/Open.csproj"}
	for _, f := range folders {
		all = append(all, f+"/"+f+".csproj")
	}
	if len(folders) < 3 && r.IntN(2) == 0 {
		folders = append(folders, "Shop.csproj")
		all = append(all, "Shop.csproj")
	}
	for _, name := range all {
		if r.IntN(4) > 0 {
			project(name, all...)
		}
	}
	return folders
}

// randomApplication adds facts for frameworks: services and their implementations,
// message handlers, pages, requests, settings, mappings and migrations, each in a
// random folder and with names known to other classes.
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
	randomQueries(r, files, folder, add)
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

// queryFiles are the files of randomQueries with statements that depend on other
// files.
var queryFiles = []string{"Dapper.cs", "Copies.cs", "Nightly.cs", "Dao.java", "nightly.go"}

// queryFile returns the one of them that has the use of a table; empty for others.
func queryFile(e seenEdge) string {
	if e.kind != graph.ReadsFrom.String() && e.kind != graph.WritesTo.String() {
		return ""
	}
	i := slices.IndexFunc(queryFiles,
		func(file string) bool { return strings.Contains(e.from, "/"+file+":") })
	if i < 0 {
		return ""
	}
	return queryFiles[i]
}

// randomQueries adds statements and names of tables that are held by constants, passed
// on or assigned, and their uses by libraries.
func randomQueries(r *rand.Rand, files tree, folder func() string,
	add func(name, format string, n int)) {
	add("Dapper.cs", `using Dapper;
namespace Shop;
public class Commands
{
  void Run(IDbConnection connection)
  {
    connection.Execute(C%d.Table);
    connection.Query(new CommandDefinition(C%d.Table));
    var builder = new SqlBuilder();
    builder.InnerJoin(C%d.Table + " t ON t.Id = 1");
  }
}
`, 3)
	add("Copies.cs", `using System.Data.SqlClient;
namespace Shop;
public class Copies
{
  void Copy(SqlConnection connection, SqlBulkCopy copy) { copy.DestinationTableName = C%d.Table; }
  void Read(SqlCommand c) { c.CommandText = C%d.Table; c.CommandType = CommandType.TableDirect; }
  void Build(SqlConnection connection, DataTable t)
  {
    var adapter = new SqlDataAdapter("SELECT Id FROM " + C%d.Table, connection);
    var builder = new SqlCommandBuilder(adapter);
    adapter.Update(t);
  }
}
`, 3)
	add("Clears.cs", `namespace Shop;
public class Clears
{
  public static string Late;
  public static void Clear(Db db, string table) { db.Query("DELETE FROM " + table); }
  void Set() { Late = "SELECT Id FROM " + C%d.Table; }
}
`, 1)
	add("Nightly.cs", `namespace Shop;
public class Nightly
{
  void Night(Db db) { Clears.Clear(db, C%d.Table); db.Query(Clears.Late); }
}
`, 1)
	add("Names.java", "package shop;\npublic class Names {\n"+
		"    public static final String TABLE = \"dbo.T%d\";\n    public static String late;\n}\n", 1)
	add("Dao.java", `package shop;
class Dao {
    static void clear(java.sql.Statement s, String table) throws Exception {
        s.execute("DELETE FROM " + table);
    }
    void night(java.sql.Statement s) throws Exception { clear(s, Names.TABLE); s.execute(Names.late); }
    static void set() { Names.late = "SELECT Id FROM dbo.T%d"; }
}
`, 1)
	files["go.mod"] = "module shop\n"
	names := folder()
	files[names+"/names/names.go"] = fmt.Sprintf("package names\n\n"+
		"const Table = \"dbo.T%d\"\n\nvar Late string\n", r.IntN(7))
	clears := folder()
	files[clears+"/clears/clears.go"] = `package clears

import "database/sql"

func Clear(db *sql.DB, table string) { db.Exec("DELETE FROM " + table) }
`
	files[folder()+"/nightly/nightly.go"] = fmt.Sprintf(`package nightly

import (
	"database/sql"

	"shop/%s/clears"
	"shop/%s/names"
)

func Night(db *sql.DB) { clears.Clear(db, names.Table); db.Query(names.Late) }
func set()             { names.Late = "SELECT Id FROM dbo.T%d" }
`, clears, names, r.IntN(7))
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
		fmt.Fprintf(&b, "#if ONE\nclass Some { void Same() { C%d.Make().Run(\"x\"); } }\n", any())
		fmt.Fprintf(&b, "#else\nclass Some { void Same() { C%d.Make(); } }\n#endif\n", any())
	}
	if r.IntN(2) == 0 {
		fmt.Fprintf(&b, "public partial class C%d { void More%d() { C%d.Make(); } }\n", any(), i, any())
	}
	if r.IntN(2) == 0 {
		fmt.Fprintf(&b, "class Twin { void Same() { C%d.Make(); } }\n", any())
	}
	return b.String()
}

// randomStatement writes a statement whose binding depends on other classes.
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

// TestEveryKindOfReader checks, with five groups, that members of some of them see the
// edges that follow from the files of these groups, and none that depends on a type in
// a file of another group.
func TestEveryKindOfReader(t *testing.T) {
	rules, files := map[string]graph.Access{}, tree{}
	for i := range 5 {
		g := fmt.Sprintf("g%d", i)
		rules[g] = graph.Access{Allow: []string{g}}
		files[g+"/C.cs"] = fmt.Sprintf("namespace Shop;\npublic static class C%d { public static "+
			"D%d Next() => null; public static void Run() { C%[2]d.Next().Go(); } }\n"+
			"public class D%[1]d { public void Go() { } }\n", i, (i+1)%5)
	}
	index := indexOf(t, files, rules)
	for mask := range 32 {
		v, part := graph.Visitor{Checked: true}, tree{}
		for i := range 5 {
			if g := fmt.Sprintf("g%d", i); mask>>i&1 != 0 {
				v.Groups = append(v.Groups, g)
				part[g+"/C.cs"] = files[g+"/C.cs"]
			}
		}
		if len(part) == 0 {
			continue
		}
		compareSeen(t, fmt.Sprint(v.Groups), seenBy(t, index, v), seenBy(t, indexOf(t, part, rules),
			v))
	}
}
