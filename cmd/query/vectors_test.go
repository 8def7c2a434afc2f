package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/artifacts/graphstore"
	"seedgraph/graph"
	"seedgraph/internal/cli"
	"seedgraph/query/pipeline"
	"seedgraph/testkit/vectortest"
)

// These tests run the conformance vectors of the packages fetch and expand a second
// time: from artifacts on disk, through the command line. All graphs are in one
// index, with ids prefixed by the number of the vector.
//
//   - Of fetch 396 of 400, through run: the state provides seeds, nodes and edges.
//     The others have no nodes and an invalid budget, which the contract accepts and
//     run rejects before it begins.
//   - Of expand all 400, through expand and through run. On disk the edges of a node
//     are sorted by kind, in the vectors they are in any order. So each edge is
//     assigned a kind that keeps it in place, and that is allowed or not as in the
//     vector.
const (
	fetchShare  = 396
	expandShare = 400
)

// query runs a command line and decodes its JSON output.
func query(stdin string, into any, args ...string) error {
	var out, messages bytes.Buffer
	err := run(context.Background(), args, cli.Streams{In: strings.NewReader(stdin), Out: &out,
		Err: &messages})
	if err != nil {
		return err
	}
	return json.Unmarshal(out.Bytes(), into)
}

// writeGraph writes artifacts of the nodes and edges of vectors.
func writeGraph(t *testing.T, b *artifactstest.Builder) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "v.sg")
	index := artifacts.Index{Graph: b.Graph(), Tokens: "words", Tool: "test",
		Source: artifacts.Source{Repository: "vectors", Commit: strings.Repeat("1", 40)}}
	if err := artifacts.Write(context.Background(), dir, index,
		graphstore.Create, artifacts.Options{}); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A wantedEdge is an edge in a vector and in an answer.
type wantedEdge struct {
	From string `json:"from_id"`
	To   string `json:"to_id"`
	Type string `json:"edge_type"`
}

type fetchVector struct {
	Seeds    []string
	Expanded []string
	Edges    []wantedEdge
	Nodes    map[string]struct{ Text, Path, Language string }
	Mode     *string
	MaxChars *int           `json:"max_chars"`
	Tokens   *int           `json:"budget_tokens"`
	Key      *string        `json:"budget_tokens_from_settings"`
	Settings map[string]int `json:"settings"`
	Counter  string
	Cost     string
	Expect   struct {
		Error, Reason string
		Items         []wantedText
		Skipped       []string
		Missing       []string
		UsedTokens    int `json:"used_tokens"`
		UsedChars     int `json:"used_chars"`
	}
}

type wantedText struct {
	ID     string  `json:"node_id"`
	IsSeed bool    `json:"is_seed"`
	Depth  int     `json:"depth"`
	Parent *string `json:"parent_id"`
}

// pipeline returns the vector as a pipeline of one step.
func (v *fetchVector) pipeline() string {
	b := &strings.Builder{}
	fmt.Fprintln(b, "settings:\n  other: 1")
	for _, key := range slices.Sorted(maps.Keys(v.Settings)) {
		fmt.Fprintf(b, "  %s: %d\n", key, v.Settings[key])
	}
	fmt.Fprintf(b, "steps:\n  - id: fetch\n    action: fetch_node_texts\n    cost: %s\n", v.Cost)
	number := func(key string, n *int) {
		if n != nil {
			fmt.Fprintf(b, "    %s: %d\n", key, *n)
		}
	}
	number("max_chars", v.MaxChars)
	number("budget_tokens", v.Tokens)
	if v.Key != nil {
		fmt.Fprintf(b, "    budget_tokens_from_settings: %q\n", *v.Key)
	}
	if v.Mode != nil {
		fmt.Fprintf(b, "    prioritization_mode: %q\n", *v.Mode)
	}
	return b.String()
}

func (v *fetchVector) state() string {
	raw, _ := json.Marshal(map[string]any{"retrieval_seed_nodes": v.Seeds,
		"graph_expanded_nodes": v.Expanded, "graph_edges": v.Edges})
	return string(raw)
}

// prefix returns the prefix that separates the ids of vectors in one index. The
// paths of texts are shortened by its length, so that blocks keep their size.
func prefix(n int) string { return fmt.Sprintf("v%03d.", n) }

const shortPath = "a b.c" // for src/a b.cs

// rename adds the prefix to all ids.
func (v *fetchVector) rename(n int) {
	for _, list := range [][]string{v.Seeds, v.Expanded, v.Expect.Skipped, v.Expect.Missing} {
		for i := range list {
			list[i] = prefix(n) + list[i]
		}
	}
	for i := range v.Edges {
		v.Edges[i].From, v.Edges[i].To = prefix(n)+v.Edges[i].From, prefix(n)+v.Edges[i].To
	}
	for i := range v.Expect.Items {
		it := &v.Expect.Items[i]
		it.ID = prefix(n) + it.ID
		if it.Parent != nil {
			*it.Parent = prefix(n) + *it.Parent
		}
	}
}

// add adds the nodes that have a text to an index.
func (v *fetchVector) add(b *artifactstest.Builder, n int) {
	for id, x := range v.Nodes {
		b.Node(graph.Node{
			ID: graph.NodeID(prefix(n) + id), Kind: graph.KindMethod, Language: x.Language,
			Name: id, Short: id, Path: shortPath,
			Span:  graph.Span{End: 1, StartLine: 1, EndLine: 1},
			Parts: []graph.Part{artifactstest.Part(x.Text, 1, 1)},
		})
	}
}

// A fetchedState is the part of the answer of run that the vectors specify.
type fetchedState struct {
	Texts []wantedText `json:"node_texts"`
	Debug struct {
		Reason string `json:"reason"`
		Tokens int    `json:"used_tokens"`
		Chars  int    `json:"used_chars"`
	} `json:"graph_debug"`
	Fetch struct {
		Decisions []struct{ ID, Decision, Reason string }
	} `json:"fetch_debug"`
}

// says formats the answer as one text.
func (a *fetchedState) says() string {
	var skipped, missing []string
	for _, d := range a.Fetch.Decisions {
		switch {
		case d.Decision == "include":
		case d.Reason == "missing_text_from_backend":
			missing = append(missing, d.ID)
		default:
			skipped = append(skipped, d.ID)
		}
	}
	return expectation(a.Debug.Reason, a.Texts, skipped, missing, a.Debug.Tokens, a.Debug.Chars)
}

func expectation(reason string, texts []wantedText, skipped, missing []string, tokens,
	chars int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d tokens, %d characters, skipped %q, missing %q\n", reason, tokens, chars,
		skipped, missing)
	for _, x := range texts {
		parent := "-"
		if x.Parent != nil {
			parent = *x.Parent
		}
		fmt.Fprintf(&b, "  %s seed %v depth %d parent %s\n", x.ID, x.IsSeed, x.Depth, parent)
	}
	return b.String()
}

func TestFetchVectorsThroughRun(t *testing.T) {
	b := &artifactstest.Builder{}
	vectortest.Each(t, "../../query/fetch/testdata/vectors.jsonl.gz",
		func(n int, v fetchVector) { v.add(b, n) })
	dir, file := writeGraph(t, b), filepath.Join(t.TempDir(), "p.yaml")
	passed := 0
	vectortest.Each(t, "../../query/fetch/testdata/vectors.jsonl.gz", func(n int, v fetchVector) {
		v.rename(n)
		if err := os.WriteFile(file, []byte(v.pipeline()), 0o600); err != nil {
			t.Fatal(err)
		}
		var a fetchedState
		err := query(v.state(), &a, "run", file, "--state", "-", "--json", "--decisions",
			"--tokens",
			v.Counter, "-a", dir)
		var problems pipeline.Problems
		w := v.Expect
		want := expectation(w.Reason, w.Items, w.Skipped, w.Missing, w.UsedTokens, w.UsedChars)
		switch {
		case w.Error != "" && err == nil:
			t.Errorf("vector %d: no error, want one: %s", n, w.Error)
		case w.Error != "":
			passed++
		case len(v.Seeds)+len(v.Expanded) == 0 && errors.As(err, &problems):
		case err != nil:
			t.Errorf("vector %d: %v", n, err)
		case a.says() != want:
			t.Errorf("vector %d:\ngot  %swant %s", n, a.says(), want)
		default:
			passed++
		}
	})
	if passed != fetchShare {
		t.Errorf("%d vectors passed, want %d", passed, fetchShare)
	}
}

type expandVector struct {
	Seeds     []string
	Edges     []wantedEdge
	MaxDepth  int `json:"max_depth"`
	MaxNodes  int `json:"max_nodes"`
	Allowlist []string
	Expect    struct {
		Error string
		Nodes []string
		Edges []wantedEdge
	}
}

// all reports whether the vector allows all edges.
func (v *expandVector) all() bool {
	return len(v.Allowlist) == 0 || slices.ContainsFunc(v.Allowlist,
		func(e string) bool { return strings.TrimSpace(e) == "*" })
}

// allows is the rule of the contract for one edge.
func (v *expandVector) allows(kind string) bool {
	return v.all() || slices.ContainsFunc(v.Allowlist, func(e string) bool {
		e, kind := strings.ToLower(strings.TrimSpace(e)), strings.ToLower(kind)
		return e == kind || "sql_"+e == kind || "cs_"+e == kind
	})
}

// kinds assigns each edge a kind: ascending among the edges of a node, with an
// even number if the edge is allowed, odd if not. It returns nil if there are
// too few kinds.
func (v *expandVector) kinds() []graph.EdgeKindInfo {
	table := graph.EdgeKinds()
	next := map[string]int{}
	var out []graph.EdgeKindInfo
	for _, e := range v.Edges {
		at := next[e.From]
		if !v.all() && (at%2 == 0) != v.allows(e.Type) {
			at++
		}
		if at >= len(table) {
			return nil
		}
		out = append(out, table[at])
		next[e.From] = at + 1
	}
	return out
}

// allowlist returns the kinds of allowed edges.
func (v *expandVector) allowlist() []string {
	if v.all() {
		return v.Allowlist
	}
	var names []string
	for i, row := range graph.EdgeKinds() {
		if i%2 == 0 {
			names = append(names, row.Name)
		}
	}
	return names
}

// add adds the graph of the vector to an index; false if that is not possible.
func (v *expandVector) add(b *artifactstest.Builder, n int) bool {
	kinds := v.kinds()
	if kinds == nil && len(v.Edges) > 0 {
		return false
	}
	seen := map[string]bool{}
	node := func(name string) graph.NodeID {
		id := graph.NodeID(prefix(n) + name)
		if !seen[name] {
			seen[name] = true
			b.Node(graph.Node{ID: id, Kind: graph.KindMethod, Language: "csharp", Name: name,
				Short: name,
				Path:  shortPath, Span: graph.Span{End: 1, StartLine: 1, EndLine: 1}})
		}
		return id
	}
	for _, s := range v.Seeds {
		node(s)
	}
	for i, e := range v.Edges {
		b.Edge(node(e.From), node(e.To), graph.Edge{Kind: kinds[i].Kind, Tier: graph.Exact})
	}
	return true
}

// expandedState is the part of the answers of expand and run that the vectors
// specify.
type expandedState struct {
	Nodes []string     `json:"graph_expanded_nodes"`
	Edges []wantedEdge `json:"graph_edges"`
}

// says formats nodes and edges without the prefix of the vector.
func (a *expandedState) says() string {
	var b strings.Builder
	for _, n := range a.Nodes {
		b.WriteString(n[max(0, strings.IndexByte(n, '.')+1):] + " ")
	}
	for _, e := range a.Edges {
		b.WriteString("\n  " + e.From[strings.IndexByte(e.From, '.')+1:] + " -> " +
			e.To[strings.IndexByte(e.To, '.')+1:])
	}
	return b.String()
}

const expandPipeline = `
- id: expand
  action: expand_dependency_tree
  max_depth_from_settings: depth
  max_nodes_from_settings: nodes
  edge_allowlist_from_settings: kinds
`

func TestExpandVectorsThroughExpandAndRun(t *testing.T) {
	b := &artifactstest.Builder{}
	fits := map[int]bool{}
	vectortest.Each(t, "../../query/expand/testdata/vectors.jsonl.gz",
		func(n int, v expandVector) { fits[n] = v.add(b, n) })
	dir, file := writeGraph(t, b), filepath.Join(t.TempDir(), "p.yaml")
	if err := os.WriteFile(file, []byte(expandPipeline), 0o600); err != nil {
		t.Fatal(err)
	}
	passed := 0
	vectortest.Each(t, "../../query/expand/testdata/vectors.jsonl.gz", func(n int, v expandVector) {
		if !fits[n] {
			return
		}
		for i := range v.Seeds {
			v.Seeds[i] = prefix(n) + v.Seeds[i]
		}
		expand := append([]string{"expand", "-a", dir, "--json", "--max-depth",
			fmt.Sprint(v.MaxDepth),
			"--max-nodes", fmt.Sprint(v.MaxNodes),
			"--edges", strings.Join(v.allowlist(), ",")}, v.Seeds...)
		state, _ := json.Marshal(map[string]any{"retrieval_seed_nodes": v.Seeds})
		kinds, _ := json.Marshal(v.allowlist())
		run := []string{"run", "-a", dir, file, "--json", "--state", "-",
			"--setting", fmt.Sprintf("depth=%d", v.MaxDepth), "--setting", fmt.Sprintf("nodes=%d",
				v.MaxNodes), "--setting", "kinds=" + string(kinds)}
		want := (&expandedState{v.Expect.Nodes, v.Expect.Edges}).says()
		for _, args := range [][]string{expand, run} {
			var a expandedState
			err := query(string(state), &a, args...)
			switch {
			case v.Expect.Error != "" && err == nil:
				t.Errorf("vector %d, %s: no error, want one: %s", n, args[0], v.Expect.Error)
			case v.Expect.Error != "":
			case err != nil:
				t.Errorf("vector %d, %s: %v", n, args[0], err)
			case a.says() != want:
				t.Errorf("vector %d, %s:\ngot  %s\nwant %s", n, args[0], a.says(), want)
			}
		}
		passed++
	})
	if passed != expandShare {
		t.Errorf("%d vectors, want %d", passed, expandShare)
	}
}
