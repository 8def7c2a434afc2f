package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/artifacts/graphstore"
	"seedgraph/graph"
	"seedgraph/internal/cli"
	"seedgraph/query/answer/questions"
	"seedgraph/testkit/longtest"
)

// An outcome is the complete output of a run of query.
type outcome struct {
	out, err string
	code     int
}

func outcomeOf(stdin string, args []string) outcome {
	var out, msg bytes.Buffer
	err := run(context.Background(), args, cli.Streams{In: strings.NewReader(stdin), Out: &out,
		Err: &msg})
	code := program.Exit(err, args, &msg)
	return outcome{out.String(), msg.String(), code}
}

func writeRanked(t *testing.T, dir string, in artifacts.Index) {
	t.Helper()
	ranks, err := artifacts.Rank(in.Graph, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range in.Graph.Nodes {
		in.Graph.Nodes[i].Rank = ranks[i]
	}
	if err := artifacts.Write(context.Background(), dir, in,
		graphstore.Create, artifacts.Options{}); err != nil {
		t.Fatal(err)
	}
}

// A prober generates command lines about a graph.
type prober struct {
	r      *rand.Rand
	nodes  []graph.Node // hidden and visible ones
	hidden []graph.Node
	dir    string // of files
}

// node picks a node, in half of the cases a hidden one.
func (p *prober) node() graph.Node {
	if len(p.hidden) > 0 && p.r.IntN(2) == 0 {
		return p.hidden[p.r.IntN(len(p.hidden))]
	}
	return p.nodes[p.r.IntN(len(p.nodes))]
}

// id refers to a node in one of the forms that a user may type.
func (p *prober) id() string {
	n := p.node()
	forms := []string{string(n.ID), n.ID.Handle(), n.Name, n.Short, n.ID.Part(1), n.ID.Part(2),
		n.Name[:len(n.Name)-1] + "x"}
	if n.Path != "" {
		forms = append(forms, n.Path, fmt.Sprintf("%s:%d", n.Path, n.Span.StartLine+1),
			n.Path[strings.LastIndexByte(n.Path, '/')+1:])
	}
	return forms[p.r.IntN(len(forms))]
}

// seed refers, mostly, to a visible node by its handle.
func (p *prober) seed() string {
	for range 20 {
		if n := p.nodes[p.r.IntN(len(p.nodes))]; !slices.ContainsFunc(p.hidden,
			func(h graph.Node) bool { return h.ID == n.ID }) && p.r.IntN(10) > 0 {
			return n.ID.Handle()
		}
	}
	return p.id()
}

func (p *prober) text() string {
	n := p.node()
	words := strings.Fields(strings.NewReplacer("{", "", "}", "", "\n", " ").Replace(n.Name + " " +
		n.Short + " " + n.Doc))
	for _, part := range n.Parts {
		words = append(words, strings.Fields(part.Text)...)
	}
	text := words[p.r.IntN(len(words))]
	for range p.r.IntN(3) {
		text += " " + words[p.r.IntN(len(words))]
	}
	return text
}

func (p *prober) one(list ...string) string { return list[p.r.IntN(len(list))] }

// command generates a command line and its standard input.
func (p *prober) command() (args []string, stdin string) {
	switch p.r.IntN(25) {
	case 0:
		text, learned := p.text(), filepath.Join(p.dir, "learned.jsonl")
		line, _ := json.Marshal(map[string]any{"time": "2024-05-01T12:00:00Z", "query": text,
			"useful": []string{string(p.node().ID)}, "useless": []string{string(p.node().ID)}})
		_ = os.WriteFile(learned, line, 0o666)
		args = []string{"search", text, "--limit", p.one("1", "3", "50"),
			p.one("--explain", "--format=index", "--tests=drop", "--kind=method,class",
				"--weights=document=1,family=0.5,repeat=0.5", "--widen=5",
				"--feedback="+learned)}
	case 1:
		args = []string{"expand", p.seed(), p.id(), "--max-depth", p.one("1", "2", "5"),
			"--max-nodes",
			p.one("2", "4", "50"), "--direction", p.one("out", "in", "both")}
	case 2:
		args = []string{"expand", p.seed(), "--direction", p.one("out", "in", "both"), "--edges",
			p.one("Calls", "Contains,Calls", "ForeignKey", "*"),
			"--max-nodes", p.one("3", "50"), p.one("--format=index", "--no-external", "--limit=2")}
	case 3:
		args = []string{"fetch", p.seed(), p.id(), "--budget-tokens", p.one("20", "60", "9999"),
			p.one("--decisions", "--cost=text", "--prioritization=graph_first", "--full",
				"--signature", "--lines=3-40", "--with=callers,callees,tests", "--provenance")}
	case 4: // results of an expansion by a reader with more rights
		state := map[string]any{"graph_seed_nodes": []string{p.seed()}}
		var expanded []string
		for range 6 {
			expanded = append(expanded, string(p.node().ID))
		}
		state["graph_expanded_nodes"] = expanded
		raw, _ := json.Marshal(state)
		args, stdin = []string{p.one("fetch", "fetch", "index"), "-", "--limit", "5"}, string(raw)
	case 5:
		args = []string{"context", p.text(), "--budget-tokens", p.one("0", "40", "300", "4000"),
			p.one("--min-relevance=0", "--intent=explain", "--no-index", "--format=index",
				"--sections", "--signals=rank=1", "--max-node-tokens=20")}
		if p.r.IntN(4) == 0 {
			args = slices.Delete(args, 1, 2) // from the definition with the highest rank
		}
	case 6:
		args = []string{"context", p.text(), "--seed", p.seed(), "--budget-tokens",
			p.one("40", "300"), "--intent", p.one("auto", "implement", "impact", "locate"),
			"--direction", p.one("out", "in", "both")}
	case 7:
		args = []string{"show", p.one(p.seed(), p.id()), "--limit", p.one("1", "20")}
	case 8:
		args = []string{"index", "--path", p.one("src", "**/*.cs", "db/*", "*.sql"), "--limit",
			p.one("2", "99")}
		if p.r.IntN(2) == 0 {
			args = []string{"index", "--search", p.text()}
		}
	case 9:
		n := p.node()
		args = []string{"__complete", p.one("show", "expand", "fetch"),
			p.one(n.Name[:p.r.IntN(len(n.Name))], n.Short[:1], n.Path[:min(len(n.Path), 5)], n.Path,
				"s")}
		return args, ""
	case 10:
		args = []string{"run", filepath.Join(p.dir, "pipeline.yaml"), "--question", p.text(),
			"--setting", "top_k=" + p.one("1", "4"), "--setting",
			"graph_max_nodes=" + p.one("3", "50")}
	case 11:
		args = []string{"path", p.seed(), p.seed(), "--direction",
			p.one("out", "in", "both", "meet"),
			"--max-depth", p.one("1", "3", "8"),
			p.one("--limit=5", "--edges=*", "--through=external,tests")}
	case 12:
		args = []string{"path", p.one(p.id(), "src/**"), p.one(p.id(), "db/*")}
	case 16:
		if p.r.IntN(2) == 0 {
			args = []string{"unused", p.one("--limit=3", "--path=src", "--offset=1")}
			break
		}
		args = []string{"list", p.one(listed...), p.one("--limit=3", "--name=a", "--path=src", "--offset=2")}
	case 14:
		args = []string{"impact", p.seed(), "--max-depth", p.one("1", "2", "5"), "--max-nodes",
			p.one("1", "3", "50"), p.one("--until=tests", "--until=tables", "--until=routes",
				"--limit=3",
				"--kind=method")}
	case 15:
		args = []string{p.one("callers", "callees"), p.one(p.seed(), p.id()),
			p.one("--limit=2", "--edges=Calls,References,ReadsFrom", "--path=src")}
	case 21, 22, 23, 24:
		args = []string{questions.All[p.r.IntN(len(questions.All))].Name,
			p.one("--limit=2", "--all", "--path=src", "--budget-tokens=60", "--kind=method,class")}
		for range 12 { // few nodes have an edge of the kinds that a question follows
			args = append(args, p.seed())
		}
	case 20:
		n := p.node()
		tasks, _ := json.Marshal(map[string]any{"id": "a", "query": p.text(),
			"gold": []map[string]any{{"path": n.Path, "start": n.Span.StartLine}}})
		file := filepath.Join(p.dir, "tasks.jsonl")
		_ = os.WriteFile(file, tasks, 0o666) // without it no eval succeeds
		args = []string{"eval", file, p.one("--context", "--each")}
	case 18: // a diff that touches any file
		n := p.node()
		file := p.one(n.Path, n.Path, n.Path+"x")
		line := n.Span.StartLine + uint32(p.r.IntN(3))
		stdin = fmt.Sprintf("--- a/%s\n+++ b/%[1]s\n@@ -%d +%[2]d @@\n-one\n+two\n", file, line)
		args = []string{"impact", "--diff", "-",
			p.one("--until=tests", "--max-depth=2", "--path=src")}
	case 19:
		args = [][]string{
			{"path", p.seed(), p.seed(), "--format", p.one("mermaid", "dot")},
			{"grep", p.one(strings.Fields(p.text())...), p.one("-i", "--all", "--path=src", "--limit=2")},
			{p.one("brief", "hook"), p.one("--json=false", "--json")},
			{"path", p.seed(), p.seed(), "--meet", "--limit", p.one("1", "9")},
			{"show", p.seed(), p.one("--path=src", "--tests=drop", "--group=callers,callees")},
			{"callers", p.seed(), "--kind", "method"},
			{"feedback", p.text(), "--file", filepath.Join(p.dir, "given.jsonl"), "--useful", p.seed(),
				"--at=2024-05-01T12:00:00Z"},
			{"fetch", p.seed(), p.one("--full", "--signature"), "--with", "callers,callees,tests",
				"--budget-tokens", p.one("0", "1", "50", "9999")},
		}[p.r.IntN(8)]
	case 13:
		args = []string{"map", "--budget-tokens", p.one("0", "30", "200", "4000"),
			p.one("--limit=3", "--tests=keep", "--format=index", "--data-type=db_code",
				"--kind=class,method,constructor", "--structure",
				"--structure --by=packages --format=dot", "--structure --by=projects",
				"--structure --by=projects --format=mermaid", "--structure --depth=1 --path=src")}
		args = strings.Fields(strings.Join(args, " "))
	case 17:
		args = []string{"search", p.one("--regex=order|save", "--regex=[A-C]\\w+\\(", "Ord*", "sa*",
			"--regex=^void", "Ordr", "Reprot"), "--limit", p.one("2", "99")}
		if regex, ok := strings.CutPrefix(args[1], "--regex="); ok {
			args = []string{"search", "--regex", regex, "--limit", args[3]}
		}
	}
	if slices.Contains([]string{"search", "list", "unused", "index", "context", "impact", "map",
		"callers"}, args[0]) &&
		p.r.IntN(4) == 0 {
		args = append(args, "--project", "of "+path.Dir(p.node().Path))
	}
	if p.r.IntN(2) == 0 {
		args = append(args, "--json")
	}
	return args, stdin
}

// listed are the kinds that query list supports; the first edgeKinds of them depend
// on edges.
var listed = []string{"entities", "handlers", "messages", "requests", "migrations", "services",
	"routes", "methods", "tests", "entries", "TABLE", "externals", "jobs", "types", "commands",
	"hubs", "pages", "components", "config", "unset", "unread"}

// edgeKinds is the number of listed kinds that depend on edges of the random
// graphs.
const edgeKinds = 7

const accessPipeline = `settings:
  entry_step_id: find
  top_k: 3
  depth: 2
  graph_max_nodes: 20
  edges: null
  max_context_tokens: 500
steps:
  - {id: find, action: search_nodes, search_type: bm25, next: grow}
  - {id: grow, action: expand_dependency_tree, max_depth_from_settings: depth, max_nodes_from_settings: graph_max_nodes, edge_allowlist_from_settings: edges, next: texts}
  - {id: texts, action: fetch_node_texts, next: pack}
  - {id: pack, action: render_context_blocks, end: true}
`

// randomVisitor returns a random reader with its flags.
func randomVisitor(r *rand.Rand) (graph.Visitor, []string) {
	subset := func(all ...string) (out []string) {
		for _, s := range all {
			if r.IntN(2) == 0 {
				out = append(out, s)
			}
		}
		return out
	}
	v := graph.Visitor{Checked: true, Groups: subset("hr", "fin", "ops"),
		Labels: subset("secret", "eu"), Level: 10 * r.IntN(3)}
	flags := []string{"--acl-any=" + strings.Join(v.Groups, ","), "--labels-all",
		strings.Join(v.Labels, ","), fmt.Sprint("--clearance=", v.Level)}
	switch r.IntN(6) {
	case 0:
		v = graph.Visitor{Owner: "ann"}
		flags = nil
		fallthrough
	case 1:
		v.Owner = "ann"
		flags = append(flags, "--owner", "ann")
	case 2:
		v.SourceSystem = []string{"erp", "code"}[r.IntN(2)]
		flags = append(flags, "--source-system", v.SourceSystem)
	}
	return v, flags
}

var guards = []graph.Access{
	{Allow: []string{"hr"}}, {Allow: []string{"fin",
		"ops"}}, {Labels: []string{"secret"}}, {Labels: []string{"eu", "secret"}}, {Level: 10},
	{Level: 20, Allow: []string{"ops"}}, {Owner: "ann"}, {Owner: "ann",
		Allow: []string{"hr"}}, {Owner: "bob", SourceSystemID: "erp"},
	{SourceSystemID: "erp"}, {Allow: []string{"nobody"}},
}

// TestAccessLeavesNoTrace checks the guarantee of the access flags: the output of
// query for a reader, on both streams, and its exit code are the same as for
// artifacts built without the nodes hidden from that reader.
func TestAccessLeavesNoTrace(t *testing.T) {
	graphs, perGraph, commands := longtest.Cases(3, 8, 12), 3, 75
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "pipeline.yaml"), accessPipeline)
	codes, compared, hiding := map[string]int{}, 0, 0
	for seed := range graphs {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		full := artifactstest.Guarded(r, guards)
		full.Files = inProjects(full.Graph.Nodes, projectFiles(full.Graph.Nodes))
		if seed%2 == 1 { // then the files are the revision
			full.Source.Commit = ""
		}
		full.Source.Fingerprint = artifacts.Fingerprint(full.Files)
		fullDir := filepath.Join(dir, fmt.Sprint("full", seed))
		writeRanked(t, fullDir, full)
		for user := range perGraph {
			v, flags := randomVisitor(r)
			left, hidden := artifactstest.Without(full.Graph, v)
			part := full
			part.Graph, part.Files = left, []artifacts.SourceFile{}
			for _, f := range projectFiles(full.Graph.Nodes) {
				if f.Access().Admits(v) {
					part.Files = append(part.Files, f)
				}
			}
			part.Files = inProjects(left.Nodes, part.Files)
			part.Source.Fingerprint = artifacts.Fingerprint(part.Files)
			partDir := filepath.Join(dir, fmt.Sprint("part", seed, "-", user))
			writeRanked(t, partDir, part)
			if len(hidden) > 0 {
				hiding++
			}
			p := &prober{r: r, nodes: full.Graph.Nodes, hidden: hidden, dir: dir}
			for i := range commands + edgeKinds {
				args, stdin := p.command()
				if i >= commands { // all rows, of which filters leave few
					args, stdin = []string{"list", listed[i-commands], "--limit", "0"}, ""
				}
				prefix := append([]string{"-a", fullDir}, flags...)
				got := outcomeOf(stdin, withFlags(args, prefix))
				codes[fmt.Sprint(args[0], " ", got.code)]++
				if i >= commands && got.code == 0 && len(hidden) > 0 {
					codes["list "+args[1]]++
				}
				compared++
				other := []string{"-a", partDir}
				if compared%2 == 0 { // nothing is left to hide
					other = append(other, flags...)
				}
				if want := outcomeOf(stdin, withFlags(args, other)); got != want {
					t.Fatalf("graph %d, %+v, query %q < %q\n--- with what is hidden\n%s\n--- without (%q)\n%s",
						seed, v, args, stdin, show3(got), other, show3(want))
				}
			}
		}
	}
	wanted := []string{"__complete 0", "expand 13", "fetch 3", "fetch 13", "show 13", "path 4",
		"path 13", "impact 4", "callers 4"}
	for _, what := range listed[:edgeKinds] {
		wanted = append(wanted, "list "+what)
	}
	for _, c := range newRootCommand(&globals{}).Commands() {
		// the answers of mcp are compared in package agent; version does not use an
		// index
		if c.Runnable() && c.Name() != "mcp" && c.Name() != "serve" && c.Name() != "version" {
			wanted = append(wanted, c.Name()+" 0")
		}
	}
	for _, want := range wanted {
		if codes[want] == 0 && !testing.Short() {
			t.Errorf("no case of %s: %v", want, codes)
		}
	}
	if hiding*2 < graphs*perGraph {
		t.Errorf("only %d of %d readers had something hidden", hiding, graphs*perGraph)
	}
	t.Logf("%d comparisons, %v", compared, codes)
}

// projectFiles makes every other folder of nodes a project, and the folder around all.
// Most project files are restricted.
func projectFiles(nodes []graph.Node) []artifacts.SourceFile {
	var files []artifacts.SourceFile
	known := map[string]bool{}
	add := func(folder string, a graph.Access) {
		if !known[folder] {
			known[folder] = true
			file := artifacts.SourceFile{Path: folder + "go.mod", SHA256: strings.Repeat("0", 64)}
			file.Restrict(a)
			files = append(files, file)
		}
	}
	add("src/", guards[len(nodes)%len(guards)])
	for i, n := range nodes {
		if folder := n.Path[:strings.LastIndexByte(n.Path, '/')+1]; i%2 == 0 {
			add(folder, slices.Concat(guards, []graph.Access{{}, {}})[i%(len(guards)+2)])
		}
	}
	return files
}

// inProjects adds the files of nodes to those of projects, with the projects around
// each.
func inProjects(nodes []graph.Node, projects []artifacts.SourceFile) []artifacts.SourceFile {
	all, known := slices.Clone(projects), map[string]bool{"": true}
	for _, n := range nodes {
		if known[n.Path] {
			continue
		}
		known[n.Path] = true
		var names []artifacts.ProjectName
		for dir := path.Dir(n.Path); dir != "."; dir = path.Dir(dir) {
			for _, p := range projects {
				if path.Dir(p.Path) == dir {
					names = append(names, artifacts.ProjectName{Name: "of " + dir, File: p.Path})
				}
			}
		}
		file := artifacts.SourceFile{Path: n.Path, SHA256: strings.Repeat("1", 64)}
		file.Restrict(n.Access)
		file.SetProjects(names)
		all = append(all, file)
	}
	return all
}

// withFlags inserts flags at the front, where completion does not treat them as
// arguments.
func withFlags(args, flags []string) []string {
	if args[0] == "__complete" {
		return slices.Concat([]string{"__complete", args[1]}, flags, args[2:])
	}
	return slices.Concat(flags, args)
}

func show3(o outcome) string { return fmt.Sprintf("exit %d\n%s\n%s", o.code, o.out, o.err) }

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
