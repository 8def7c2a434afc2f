package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/search"
	"seedgraph/testkit/fuzzseed"
)

// memory is an index of a few nodes: n1 has number 0, and so on. Its edges are calls.
type memory struct {
	nodes []graph.Node
	out   map[uint32][]uint32
}

func newMemory(access ...graph.Access) *memory {
	m := &memory{out: map[uint32][]uint32{}}
	for i, a := range access {
		m.nodes = append(m.nodes, graph.Node{
			ID: graph.NodeID(fmt.Sprintf("n%d", i+1)), Kind: graph.KindMethod, Access: a,
			Path: "src/a.cs", Class: "A", Short: fmt.Sprintf("M%d", i+1),
			Parts: []graph.Part{{Text: "t"}},
		})
	}
	return m
}

// edge adds an edge from one number to another, counted from 1.
func (m *memory) edge(from, to uint32) *memory {
	m.out[from-1] = append(m.out[from-1], to-1)
	return m
}

func (m *memory) NumNodes() uint32                           { return uint32(len(m.nodes)) }
func (m *memory) Node(n uint32) (*graph.Node, error)         { return &m.nodes[n], nil }
func (m *memory) FieldLengths() ([]uint16, error)            { return nil, nil }
func (m *memory) Named(string) ([]uint32, error)             { return nil, nil }
func (m *memory) FileNodes(string) ([]uint32, error)         { return nil, nil }
func (m *memory) Postings(string) (search.Postings, error)   { return nil, errors.New("no postings") }
func (m *memory) Terms(string, func(string, int) bool) error { return nil }
func (m *memory) In(uint32) ([]graph.Edge, error)            { return nil, nil }

func (m *memory) Out(n uint32) ([]graph.Edge, error) {
	var edges []graph.Edge
	for _, to := range m.out[n] {
		edges = append(edges, graph.Edge{From: n, To: to, Kind: graph.Calls})
	}
	return edges, nil
}

func (m *memory) Lookup(id graph.NodeID) (uint32, bool, error) {
	i := slices.IndexFunc(m.nodes, func(n graph.Node) bool { return n.ID == id })
	return uint32(max(i, 0)), i >= 0, nil
}
func (m *memory) LookupHandle(string) (uint32, bool, error) { return 0, false, nil }
func (m *memory) Abbreviated(string) ([]uint32, error)      { return nil, nil }
func (m *memory) Source(n uint32) (string, error)           { return m.TargetText(answer.Target{Node: n}) }

func (m *memory) TargetText(t answer.Target) (string, error) {
	return m.nodes[t.Node].Parts[0].Text, nil
}
func (m *memory) WithoutEdge(map[graph.EdgeKind]bool) error { return nil }

func unknown(id string) error { return errors.New("unknown: " + id) }

type wordCounter struct{}

func (wordCounter) Count(s string) int { return len(strings.Fields(s)) }

// load reads a pipeline from one file.
func load(file string) (*Pipeline, error) {
	return Load(Origin{File: "p.yaml", Read: func(string) ([]byte, error) {
		return []byte(file),
			nil
	}})
}

// runOn runs a pipeline over a state, and returns the resulting state.
func runOn(t *testing.T, m *memory, file, state string) (State, error) {
	t.Helper()
	p, err := load(file)
	if err != nil {
		return nil, err
	}
	s, err := ReadState(strings.NewReader(state))
	if err != nil {
		return nil, err
	}
	plan, err := p.Plan(s, Range{})
	if err != nil {
		return nil, err
	}
	r := Run{Plan: plan, State: s, Artifacts: Artifacts{Index: m, Unknown: unknown,
		Count: wordCounter{}, Repository: "r", Snapshots: []string{"s"}, SnapshotID: "s"}}
	_, err = r.Run(context.Background())
	return s, err
}

func mustRun(t *testing.T, m *memory, file, state string) State {
	t.Helper()
	s, err := runOn(t, m, file, state)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// showKey formats the value of a key of a state as JSON.
func showKey(t *testing.T, s State, key string) string {
	t.Helper()
	raw, err := json.Marshal(s[key])
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

const expandAll = `
settings: {depth: 6, nodes: 100, kinds: null, require_travel_permission: %v}
steps:
  - id: e
    action: expand_dependency_tree
    max_depth_from_settings: depth
    max_nodes_from_settings: nodes
    edge_allowlist_from_settings: kinds
`

// TestExpansionIsTrimmedByAccess runs the vectors E6 to E9 and E12 of the contract.
func TestExpansionIsTrimmedByAccess(t *testing.T) {
	public, hr, secret := graph.Access{}, graph.Access{Allow: []string{"hr"}}, graph.Access{Labels: []string{"public", "secret"}}
	chain := newMemory(public, hr, public).edge(1, 2).edge(2, 3)
	first := newMemory(hr, public).edge(1, 2)
	levels := newMemory(public, graph.Access{Level: 20}, public).edge(1, 2).edge(1, 3)
	labels := newMemory(graph.Access{Labels: []string{"public"}}, secret, public).edge(1, 2).edge(1,
		3)
	long := &memory{out: map[uint32][]uint32{}}
	groups := []string{"finance", "security", "hr", "ops", "legal", "integration"}
	var access []graph.Access
	for i := range 100 {
		access = append(access, graph.Access{Allow: []string{groups[(i+1)%6]}})
	}
	long = newMemory(access...)
	for i := uint32(1); i < 100; i++ {
		long.edge(i, i+1)
	}
	fin := `"acl_tags_any": ["fin"]`
	for _, c := range []struct {
		name    string
		m       *memory
		travel  bool
		filters string
		want    string
	}{
		{"E6 travel", chain, true, fin, `["n1"]`},
		{"E6", chain, false, fin, `["n1","n3"]`},
		{"E7", first, false, fin, `["n2"]`},
		{"E7 travel", first, true, fin, `[]`},
		{"E8", levels, true, `"clearance_level": 10`, `["n1","n3"]`},
		{"E9", labels, true, `"classification_labels_all": ["public"]`, `["n1","n3"]`},
		{"E12 travel", long, true, `"permission_tags_any": ["finance", "security"]`, `["n1"]`},
		{"E12", long, false, `"permission_tags_any": ["finance", "security"]`, `["n1","n6","n7"]`},
		{"no filters", chain, true, ``, `["n1","n2","n3"]`},
	} {
		s := mustRun(t, c.m, fmt.Sprintf(expandAll, c.travel),
			`{"retrieval_seed_nodes": ["n1"], "retrieval_filters": {`+c.filters+`}}`)
		if got := showKey(t, s, "graph_expanded_nodes"); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
		if strings.HasPrefix(c.name, "E6") && showKey(t, s, "graph_edges") != "[]" {
			t.Errorf("%s: edges %s, want none", c.name, showKey(t, s, "graph_edges"))
		}
	}
}

const fetchAll = `
settings: {max_context_tokens: 4096}
steps:
  - id: f
    action: fetch_node_texts
    %s
`

func TestFetchSeesWhatFiltersLetThrough(t *testing.T) {
	m := newMemory(graph.Access{}, graph.Access{Allow: []string{"hr"}},
		graph.Access{Level: 9, Labels: []string{"b", "a"}, Allow: []string{"fin"}})
	s := mustRun(t, m, fmt.Sprintf(fetchAll,
		"include_metadata_in_context: true\n    metadata_fields: \"member_name, acl_allow, nothing\"\n    cost: block"),
		`{"retrieval_seed_nodes": ["n1", "n2", "n3", "gone"], "retrieval_filters": {"acl_tags_any": "fin"}, "classification_labels_union": ["x"], "doc_level_max": 2}`)
	var texts []nodeText
	if err := s.read("node_texts", &texts); err != nil {
		t.Fatal(err)
	}
	if len(texts) != 2 || texts[0].ID != "n1" || texts[1].ID != "n3" ||
		!slices.Equal(texts[1].Metadata, []string{"member_name: M3", "acl_allow: fin"}) {
		t.Errorf("got %+v", texts)
	}
	for key, want := range map[string]string{"classification_labels_union": `["a","b","x"]`,
		"acl_labels_union": `["fin"]`, "doc_level_max": "9"} {
		if got := showKey(t, s, key); got != want {
			t.Errorf("%s is %s, want %s", key, got, want)
		}
	}
	var debug decisions
	if err := s.read("fetch_debug", &debug); err != nil || debug.Missing != 2 ||
		debug.FirstMissing != "n2" || debug.First != "n1" || debug.Last != "n3" {
		t.Errorf("fetch_debug %+v, %v", debug, err)
	}
	// 11 words for the block and its text, two lines of metadata and their title.
	if got, _ := wholeNumber(texts[1].Tokens); got != 18 {
		t.Errorf("%d tokens, want 18", got)
	}
}

func TestTheInboxChoosesTheMode(t *testing.T) {
	m := newMemory(graph.Access{}, graph.Access{})
	for _, c := range []struct{ messages, mode, source string }{
		{`[]`, "seed_first", "yaml"},
		{`[{"target_step_id": "f", "payload": {"policy": "Balanced"}}]`, "balanced", "inbox"},
		{`[{"target_step_id": "f", "payload": {"policy": "balanced", "prioritization_mode": "graph_first"}}, {"target_step_id": "f", "payload": {"policy": " "}}]`, "graph_first", "inbox"},
		{`[{"target_step_id": "other", "payload": {"policy": "balanced"}}]`, "seed_first", "yaml"},
	} {
		s := mustRun(t, m, fmt.Sprintf(fetchAll, "prioritization_mode: seed_first"),
			`{"retrieval_seed_nodes": ["n1"], "inbox": `+c.messages+`}`)
		debug := s["graph_debug"].(map[string]any)
		if debug["prioritization_mode"] != c.mode ||
			debug["prioritization_mode_source"] != c.source {
			t.Errorf("%s: %v from %v, want %s from %s", c.messages, debug["prioritization_mode"],
				debug["prioritization_mode_source"], c.mode, c.source)
		}
		if strings.Contains(showKey(t, s, "inbox"), `"f"`) {
			t.Errorf("%s: the messages are still in the inbox", c.messages)
		}
	}
	if _, err := runOn(t, m, fmt.Sprintf(fetchAll, ""),
		`{"retrieval_seed_nodes": ["n1"], "inbox": [{"target_step_id": "f", "payload": {"policy": "x"}}]}`); err == nil {
		t.Error("no error for a mode that there is not")
	}
}

func TestFetchKeepsWhatExpandSaid(t *testing.T) {
	s := mustRun(t, newMemory(graph.Access{}), fmt.Sprintf(fetchAll, ""),
		`{"retrieval_seed_nodes": ["n1"], "graph_debug": {"edges_count": 7, "reason": "no_seeds"}}`)
	debug := s["graph_debug"].(map[string]any)
	if fmt.Sprint(debug["edges_count"]) != "7" || debug["reason"] != "ok" {
		t.Errorf("graph_debug %v", debug)
	}
}

func TestPayloadsAreReadLoosely(t *testing.T) {
	for _, c := range []struct{ raw, query, filters, search, operator string }{
		{`{"query": " a ", "filters": {"data_type": "db_code"}, "mode": "BM25", "match_operator": "AND"}`, "a", `{"data_type":"db_code"}`, "bm25", "and"},
		{"```json\n{\"query\": \"a\"}\n```", "a", `{}`, "", ""},
		{`{'query': 'it\'s', 'filters': {'a': None, 'b': True, 'c': (1, 2.5,),},}`, "it's",
			`{"a":null,"b":true,"c":[1,2.5]}`, "", ""},
		{`{query: "a, b: c", filters: {data_type: "db_code"}}`, "a, b: c",
			`{"data_type":"db_code"}`,
			"", ""},
		{`query="a", filters={}`, "a", `{}`, "", ""},
		{`"query": "a"`, "a", `{}`, "", ""},
		{`{"query": "x search_type: hybrid  y"}`, "x y", `{}`, "hybrid", ""},
		{`{"query": "mode = bm25"}`, `{"query": "mode = bm25"}`, `{}`, "bm25", ""},
		{`{"query": "a", "search_type": "fuzzy", "match_operator": 1}`, "a", `{}`, "", ""},
		{`plain words`, "plain words", `{}`, "", ""},
		{`where is the query: built`, "where is the query: built", `{}`, "", ""},
		{`["a"]`, `["a"]`, `{}`, "", ""},
		{`{"query": ""}`, `{"query": ""}`, `{}`, "", ""},
		{`{"query": 5}`, `{"query": 5}`, `{}`, "", ""},
		{`{"query": "a"} and more`, `{"query": "a"} and more`, `{}`, "", ""},
		{`{"query": "a", "filters": "b"}`, "a", `{}`, "", ""},
		{`{`, "{", `{}`, "", ""},
		{`{query: a}`, "{query: a}", `{}`, "", ""},
		{``, ``, `{}`, "", ""},
	} {
		p := parsePayload(c.raw)
		filters, _ := json.Marshal(p.filters)
		if p.query != c.query || string(filters) != c.filters || p.search != c.search ||
			p.operator != c.operator {
			t.Errorf("%s:\ngot  %q %s %q %q\nwant %q %s %q %q", c.raw, p.query, filters, p.search,
				p.operator, c.query, c.filters, c.search, c.operator)
		}
	}
}

func FuzzPayload(f *testing.F) {
	fuzzseed.Add(f, `{'query': "a", filters: {b=[1,(2)]},}`, strings.Repeat("{a:", 200))
	f.Fuzz(func(t *testing.T, raw string) {
		if p := parsePayload(raw); p.query == "" && strings.TrimSpace(unfenced(raw)) != "" {
			t.Errorf("%q lost its query", raw)
		}
	})
}

func TestRanksAreFused(t *testing.T) {
	var got []string
	for _, h := range fuse([]string{"x", "y"}, []string{"y", "z"}, 60) {
		got = append(got, fmt.Sprintf("%s %d", h.ID, h.Rank))
	}
	if want := []string{"y 1", "x 2", "z 3"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestFiltersOfTheStateAreSacred checks that no alias of a filter lets a payload widen
// the filters of the state.
func TestFiltersOfTheStateAreSacred(t *testing.T) {
	r := &Run{Plan: &Plan{Pipeline: &Pipeline{File: "p"}}, step: &Step{},
		Artifacts: Artifacts{Repository: "r", SnapshotID: "s"}}
	for _, c := range []struct{ base, payload, want string }{
		{`{"acl_tags_any": ["a"]}`, `{"acl_tags_any": ["b"]}`, `"acl_tags_any":["a"]`},
		{`{"permission_tags_any": ["a"]}`, `{"acl_tags_any": ["b"]}`, `"acl_tags_any":["a"]`},
		{`{"clearance_level": 1}`, `{"user_level": 9}`, `"user_level":1`},
		{`{}`, `{"data_type": "db_code"}`, `"data_type":"db_code"`},
		{`{"data_type": "db_code"}`, `{"data_type": "regular_code"}`, `"data_type":"db_code"`},
		{`{}`, `{"repo": "other", "snapshot_id": "t"}`, `"repo":"r"`},
		{`{}`, `{"repository": "other"}`, `"repo":"r"`},
	} {
		r.State, _ = ReadState(strings.NewReader(`{"retrieval_filters": ` + c.base + `}`))
		q := &query{scope: scope{"r", "s"}}
		if err := json.Unmarshal([]byte(c.payload), &q.filters); err != nil {
			t.Fatal(err)
		}
		filters, err := r.effectiveFilters(&Step{}, q)
		raw, _ := json.Marshal(filters)
		if err != nil || !strings.Contains(string(raw), c.want) {
			t.Errorf("%s with %s: got %s (%v), want %s", c.base, c.payload, raw, err, c.want)
		}
	}
}

func TestTransforms(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"copy", `{"a": [1]}`, `{"a":[1]}`},
		{"to_list", `null`, `[]`}, {"to_list", `"  "`, `[]`}, {"to_list", `"a"`, `["a"]`},
		{"to_list",
			`[1]`, `[1]`}, {"to_list", `{}`, ``},
		{"split_lines", `null`, `[]`}, {"split_lines", `" a \r\n\n b"`, `["a","b"]`},
		{"split_lines",
			`[]`, ``},
		{"parse_json", `"{\"a\": 1}"`, `{"a":1}`}, {"parse_json", `"1, \"b\": 2"`, ``},
		{"parse_json",
			`"x"`, ``}, {"parse_json", `null`, ``},
		{"to_context_blocks", `null`, `[]`}, {"to_context_blocks", `" a"`,
			`[" a"]`}, {"to_context_blocks", `["a ", "", {"text": " b "}]`, `["a","b"]`},
		{"to_context_blocks", `[{"id": 1}]`, ``}, {"to_context_blocks", `[1]`,
			``}, {"to_context_blocks", `[{"text": 1}]`, ``}, {"to_context_blocks", `5`, ``},
	} {
		s, err := ReadState(strings.NewReader(`{"v": ` + c.in + `}`))
		if err != nil {
			t.Fatal(err)
		}
		out, err := transforms[c.name](s["v"], nil)
		raw, _ := json.Marshal(out)
		if (err != nil) != (c.want == "") || err == nil && string(raw) != c.want {
			t.Errorf("%s of %s: got %s, %v; want %s", c.name, c.in, raw, err, c.want)
		}
	}
	for old, want := range map[string]string{`[1]`: `[]`, `{"a":1}`: `{}`, `"a"`: `""`,
		`5`: `null`} {
		s, _ := ReadState(strings.NewReader(`{"v": ` + old + `}`))
		if raw, _ := json.Marshal(cleared(s["v"])); string(raw) != want {
			t.Errorf("clear of %s: got %s, want %s", old, raw, want)
		}
	}
}

func TestSnapshotID(t *testing.T) {
	if got := SnapshotID("Shop", "0123456789abcdef0123456789abcdef01234567"); got != "d9a2fca5-8559-5244-91ec-2ad076b2411b" {
		t.Errorf("got %s", got)
	}
}

func FuzzLoad(f *testing.F) {
	fuzzseed.Add(f, []byte(fmt.Sprintf(expandAll, true)), []byte("a: &a [*a]"),
		[]byte("&a {<<: *a}"), []byte("steps: [&a {<<: [{<<: *a}]}]"),
		[]byte("- id: x\n  action: set_variables\n  rules: [{set: a, value: {<<: {b: 1}}}]\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		p, err := load(string(raw))
		if err == nil {
			_, _ = p.Plan(State{}, Range{})
		}
	})
}

// TestAliasesDoNotMultiply checks that mappings and lists that double with every line are
// refused, before they are expanded, if the expansion is too large.
func TestAliasesDoNotMultiply(t *testing.T) {
	var merges, lists strings.Builder
	merges.WriteString("x-0: &a0 {top_k: 1}\n")
	lists.WriteString("x-0: &a0 [1]\n")
	for i := 1; i < 60; i++ {
		fmt.Fprintf(&merges, "x-%d: &a%d {<<: [*a%d, *a%d]}\n", i, i, i-1, i-1)
		fmt.Fprintf(&lists, "x-%d: &a%d [*a%d, *a%d]\n", i, i, i-1, i-1)
	}
	step := "steps: [{id: a, action: search_nodes, search_type: bm25, <<: *a%d}]"
	few := strings.Join(strings.SplitAfter(merges.String(), "\n")[:10], "")
	if p, err := load(few + fmt.Sprintf(step, 9)); err != nil || *p.Steps[0].whole("top_k") != 1 {
		t.Errorf("merged mappings: %v", err)
	}
	for name, text := range map[string]string{"mappings": merges.String() + fmt.Sprintf(step, 59),
		"lists": lists.String() +
			"settings: {a: *a59}\nsteps: [{id: a, action: render_context_blocks}]"} {
		if _, err := load(text); err == nil || !strings.Contains(err.Error(), "use fewer aliases") {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if _, err := load("a: " + strings.Repeat(" ",
		MaxSize)); err == nil || !strings.Contains(err.Error(), "name the right file") {
		t.Errorf("a large file: got %v", err)
	}
}

// TestManyStepsAreRead checks that parsing takes time linear in the size of the file.
func TestManyStepsAreRead(t *testing.T) {
	var b strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&b, "- {id: s%d, action: finalize}\n", i)
	}
	p, err := load(b.String())
	if err != nil || len(p.Steps) != 2000 {
		t.Fatal(err)
	}
	_, err = load(strings.ReplaceAll(b.String(), "finalize", "finalise"))
	if err == nil || !strings.HasSuffix(err.Error(), "\nand 1900 more") {
		t.Errorf("got %.200v", err)
	}
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		v     any
		want  int
		ok    bool
		exact bool
	}{
		{100, 100, true, true}, {100.9, 100, true, false}, {-0.5, 0, true, false},
		{" 900 ", 900, true,
			true}, {"+7", 7, true, true}, {"1_000", 1000, true, true},
		{"_1", 0, false, false}, {"1__0", 0, false, false}, {"100.9", 0, false, false},
		{"", 0, false,
			false}, {true, 0, false, false}, {nil, 0, false, false},
		{json.Number("3"), 3, true, true}, {json.Number("3.5"), 3, true, false}, {1e300, most, true,
			true}, {"99999999999999999999", most, true, true},
		{uint64(1 << 63), most, true, true}, {[]any{}, 0, false, false},
	} {
		if got, ok := wholeNumber(c.v); got != c.want || ok != c.ok {
			t.Errorf("%#v: got %d, %v, want %d, %v", c.v, got, ok, c.want, c.ok)
		}
		if _, ok := exactNumber(c.v); ok != c.exact {
			t.Errorf("%#v exactly: got %v, want %v", c.v, ok, c.exact)
		}
	}
}

// TestBlocksAreGathered checks that append adds blocks after the existing ones.
func TestBlocksAreGathered(t *testing.T) {
	const file = "- {id: r, action: render_context_blocks, append: %v}\n"
	state := `{"context_blocks": ["a summary", " "], "node_texts": [
		{"id": "n1", "text": "t", "path": "a/b.SQL"}, {"node_id": "n2", "text": null, "source": "x.cs", "metadata_context": ["k: v", "", 5]}, {"id": "n1", "text": "t", "path": "a/b.SQL"}]}`
	n1 := "--- NODE ---\nid: n1\npath: a/b.SQL\nlanguage: sql\ncompact: false\ntext:\nt\n"
	n2 := "--- NODE ---\nid: n2\npath: x.cs\nlanguage: dotnet\ncompact: false\nmetadata:\nk: v\n5\ntext:\n\n"
	for _, c := range []struct {
		add  bool
		want string
	}{{true, "a summary\n\n" + n1 + "\n" + n2}, {false, n1 + "\n" + n2}} {
		s := mustRun(t, newMemory(), fmt.Sprintf(file, c.add), state)
		if s["context_string"] != c.want {
			t.Errorf("append %v: got %q, want %q", c.add, s["context_string"], c.want)
		}
	}
	if _, err := runOn(t, newMemory(), fmt.Sprintf(file, true),
		`{"context_blocks": "text"}`); err == nil ||
		!strings.Contains(err.Error(), "context_blocks is \"text\"") {
		t.Errorf("got %v", err)
	}
}

// TestRulesReadWhatTheRuntimeHas checks that a field missing in the state has its initial
// value.
func TestRulesReadWhatTheRuntimeHas(t *testing.T) {
	s := mustRun(t, newMemory(), `
- id: a
  action: set_variables
  rules:
    - {set: blocks, from: context_blocks}
    - {set: filters, from: retrieval_filters}
    - {set: history_blocks, value: x, transform: clear}
    - {set: nothing, value: x, transform: clear}
    - {set: answer_neutral, from: snapshot_id, transform: ~}
`, `{}`)
	for key, want := range map[string]string{"blocks": "[]", "filters": "{}",
		"history_blocks": "[]",
		"nothing":        "null", "answer_neutral": "null"} {
		if got := showKey(t, s, key); got != want {
			t.Errorf("%s is %s, want %s", key, got, want)
		}
	}
}

// TestTheTextsAreOfTheSearchedSnapshot checks that after a search in the second snapshot
// the texts are fetched from it.
func TestTheTextsAreOfTheSearchedSnapshot(t *testing.T) {
	state := `{"retrieval_seed_nodes": ["n1"], "snapshot_id": "other", "retrieval_filters": {"snapshot_id": %q}}`
	s := mustRun(t, newMemory(graph.Access{}), fmt.Sprintf(fetchAll, ""), fmt.Sprintf(state, "s"))
	if !strings.Contains(showKey(t, s, "node_texts"), `"n1"`) {
		t.Errorf("got %s", showKey(t, s, "node_texts"))
	}
	if _, err := runOn(t, newMemory(graph.Access{}), fmt.Sprintf(fetchAll, ""),
		fmt.Sprintf(state, "")); err == nil ||
		!strings.Contains(err.Error(), `"other" is requested`) {
		t.Errorf("got %v", err)
	}
}
