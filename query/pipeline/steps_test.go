package pipeline_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"seedgraph/artifacts/artifactstest"
	"seedgraph/query/answer"
	"seedgraph/query/answer/names"
	"seedgraph/query/pipeline"
	"seedgraph/testkit/answertest"
	"seedgraph/tokens"
)

// A bench runs pipelines over the shop example.
type bench struct {
	x     *answer.Index
	arts  pipeline.Artifacts
	warns []string
}

func newBench(t *testing.T, x *answer.Index) *bench {
	t.Helper()
	count, err := tokens.ByName(tokens.O200k)
	if err != nil {
		t.Fatal(err)
	}
	arts, err := pipeline.NewArtifacts(x, (&names.Resolver{Index: x}).Unknown, count)
	if err != nil {
		t.Fatal(err)
	}
	return &bench{x: x, arts: arts}
}

// run runs a pipeline file over a state.
func (b *bench) run(file, state string) (*pipeline.Run, []pipeline.Report, error) {
	p, err := pipeline.Load(pipeline.Origin{File: "p.yaml",
		Read: func(string) ([]byte, error) { return []byte(file), nil }})
	if err != nil {
		return nil, nil, err
	}
	s, err := pipeline.ReadState(strings.NewReader(state))
	if err != nil {
		return nil, nil, err
	}
	plan, err := p.Plan(s, pipeline.Range{})
	if err != nil {
		return nil, nil, err
	}
	b.warns = append([]string(nil), plan.Warnings...)
	r := &pipeline.Run{Plan: plan, State: s, Artifacts: b.arts, Options: pipeline.Options{
		Warn: func(says string) { b.warns = append(b.warns, says) },
	}}
	reports, err := r.Run(context.Background())
	return r, reports, err
}

// list returns a list of texts of a state, joined.
func list(t *testing.T, r *pipeline.Run, key string) string {
	t.Helper()
	raw, err := json.Marshal(r.State[key])
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	if err := json.Unmarshal(raw, &ids); err != nil {
		t.Fatalf("%s is %s: %v", key, raw, err)
	}
	for i, id := range ids {
		ids[i] = id[strings.LastIndexAny(id, "@.")+1:]
	}
	return strings.Join(ids, " ")
}

const (
	save  = "ufyobnnog7"
	place = "jo3pohpaao"
)

// search returns a search step with additional fields.
func search(fields string) string {
	return "- {id: find, action: search_nodes, " + fields + "}\n"
}

// TestSearchTypes checks the source and the order of hits.
func TestSearchTypes(t *testing.T) {
	b := newBench(t, answertest.Shop(t))
	hits := `"semantic_hits": ["dbo.Order|TABLE", {"id": "` + place +
		`", "score": 0.5}, "dbo.Order|TABLE"]`
	for _, c := range []struct{ fields, state, seeds string }{
		{"search_type: bm25, top_k: 1", `{"last_model_response": "stores an order"}`, save},
		{"search_type: semantic, top_k: 5", `{"last_model_response": "order", ` + hits + `}`,
			"Order|TABLE " + place},
		{"search_type: semantic, top_k: 1", `{"last_model_response": "order", ` + hits + `}`,
			"Order|TABLE"},
		{"search_type: semantic, top_k: 2, rerank: keyword_rerank",
			`{"last_model_response": "places and bills the customer", ` + hits + `}`, place +
				" Order|TABLE"},
		{"search_type: hybrid, top_k: 2",
			`{"last_model_response": "OrderService.Place", ` + hits + `}`,
			place + " Order|TABLE"},
		{"search_type: auto, default_search_type: bm25, top_k: 1",
			`{"last_model_response": "stores an order"}`, save},
		{"search_type: auto, default_search_type: semantic, top_k: 1",
			`{"last_model_response": "stores an order", "last_prefix": "bm25", ` + hits + `}`,
			save},
		{"search_type: auto, query_parser: jsonish_v1, top_k: 1",
			`{"last_model_response": {"query": "stores an order", "search_type": "bm25"}}`, save},
	} {
		r, _, err := b.run(search(c.fields), c.state)
		if err != nil {
			t.Errorf("%s: %v", c.fields, err)
			continue
		}
		if got := list(t, r, "retrieval_seed_nodes"); got != c.seeds {
			t.Errorf("%s: %s, want %s", c.fields, got, c.seeds)
		}
	}
}

// TestPayloadsNarrow checks that a payload may lower top_k and narrow filters, if allowed
// at all, but never raise or replace them.
func TestPayloadsNarrow(t *testing.T) {
	b := newBench(t, answertest.Shop(t))
	const parser = "search_type: bm25, query_parser: jsonish_v1, "
	for _, c := range []struct {
		fields, payload, filters string
		count                    int
	}{
		{parser + "top_k: 3", `{"query": "order", "top_k": 1}`, `{}`, 3},
		{parser + "top_k: 3, allow_top_k_from_payload: true", `{"query": "order", "top_k": 1}`,
			`{}`, 1},
		{parser + "top_k: 3, allow_top_k_from_payload: true", `{"query": "order", "top_k": 9}`,
			`{}`, 3},
		{parser + "top_k: 9", `{"query": "order", "filters": {"data_type": "db_code"}}`, `{}`, 3},
		{parser + "top_k: 9", `{"query": "order", "filters": {"data_type": "regular_code"}}`,
			`{"data_type": "db_code"}`, 3},
		{parser + "top_k: 9, data_type: db_code", `{"query": "order"}`,
			`{"data_type": "regular_code"}`,
			3},
		{parser + "top_k: 9", `{"query": "order", "filters": {"colour": "red", "data_type": "db_code"}}`, `{}`, 3},
		{parser + "top_k: 9", `{"query": "order customer", "match_operator": "and", "filters": {"data_type": "db_code"}}`, `{}`, 1},
	} {
		state, err := json.Marshal(map[string]any{"last_model_response": c.payload,
			"retrieval_filters": json.RawMessage(c.filters)})
		if err != nil {
			t.Fatal(err)
		}
		r, _, err := b.run(search(c.fields), string(state))
		if err != nil {
			t.Errorf("%s %s: %v", c.fields, c.payload, err)
			continue
		}
		if n := len(strings.Fields(list(t, r, "retrieval_seed_nodes"))); n != c.count {
			t.Errorf("%s %s under %s: %d hits, want %d", c.fields, c.payload, c.filters, n, c.count)
		}
	}
	if _, _, err := b.run(search(parser+"top_k: 3"),
		`{"last_model_response": {"query": "order", "filters": {"colour": "red"}}}`); err != nil ||
		len(b.warns) == 0 || !strings.Contains(b.warns[0], "unknown filter, ignored: colour") {
		t.Errorf("an unknown filter of a payload: %v, %q", err, b.warns)
	}
}

// TestStatesThatAreRefused checks that a filter or an id that artifacts do not support is
// an error, with a location and a remedy.
func TestStatesThatAreRefused(t *testing.T) {
	b := newBench(t, answertest.Shop(t))
	bm25 := search("search_type: bm25, top_k: 3")
	for _, c := range []struct{ file, state, want string }{
		{bm25, `{"last_model_response": "x", "retrieval_filters": {"tenant_id": "a"}}`,
			"retrieval_filters.tenant_id: artifacts cannot enforce it: remove it"},
		{bm25, `{"last_model_response": "x", "retrieval_filters": {"user_level": "high"}}`,
			"retrieval_filters.user_level is \"high\": write a whole number"},
		{bm25, `{"last_model_response": "x", "retrieval_filters": {"owner_id": [1]}}`,
			"retrieval_filters.owner_id is a list: write one text"},
		{bm25, `{"last_model_response": "x", "retrieval_filters": {"data_type": "code"}}`,
			"filter data_type is \"code\": use one of regular_code, db_code"},
		{bm25, `{"last_model_response": "x", "retrieval_filters": []}`,
			"retrieval_filters is a list: write an object"},
		{bm25, `{"last_model_response": "x", "repository": "other"}`,
			"\"other\" is requested, but the artifacts are of \"shop\""},
		{bm25, `{"last_model_response": " "}`, "the query is empty"},
		{search("search_type: semantic, top_k: 1"),
			`{"last_model_response": "x", "semantic_hits": [7]}`,
			"semantic_hits has 7: write ids, or objects with id and score"},
		{search("search_type: semantic, top_k: 1"), `{"last_model_response": "x"}`,
			"semantic needs vectors"},
		{"- {id: r, action: render_context_blocks}\n", `{"node_texts": [{"text": "x"}]}`,
			"node_texts[0] has no node_id"},
		{"- {id: r, action: render_context_blocks, append: true}\n", `{"context_blocks": "x"}`,
			"context_blocks is \"x\": write a list of texts"},
		{"- {id: f, action: fetch_node_texts, budget_tokens: 9}\n",
			`{"graph_edges": [{"from_id": "a"}]}`, "graph_edges[0] has no from_id or no to_id"},
		{"- {id: f, action: fetch_node_texts, budget_tokens: 9}\n", `{"retrieval_seed_nodes": {}}`,
			"retrieval_seed_nodes must be a list of ids"},
	} {
		_, _, err := b.run(c.file, c.state)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(),
			"p.yaml:1") {
			t.Errorf("%s over %s: %v, want %s", c.file, c.state, err, c.want)
		}
	}
	for _, state := range []string{`[]`, `{} {}`, `{`} {
		if _, _, err := b.run(bm25, state); !errors.Is(err, pipeline.ErrState) {
			t.Errorf("state %s: %v", state, err)
		}
	}
}

const whole = `
settings: {depth: 2, nodes: 50, kinds: [Calls, WritesTo, "ReferencedBy(C#)", SynonymFor], max_context_tokens: 800}
steps:
- {id: find, action: search_nodes, search_type: bm25, top_k: 1, next: grow}
- {id: grow, action: expand_dependency_tree, max_depth_from_settings: depth, max_nodes_from_settings: nodes, edge_allowlist_from_settings: kinds, next: texts}
- {id: texts, action: fetch_node_texts, prioritization_mode: seed_first, next: blocks}
- {id: blocks, action: render_context_blocks}
`

// TestStepsInARow checks that each step reads the output of the previous one, and that
// the run reports its resulting nodes.
func TestStepsInARow(t *testing.T) {
	b := newBench(t, answertest.Shop(t))
	r, reports, err := b.run(whole, `{"last_model_response": "stores an order"}`)
	if err != nil || len(reports) != 4 {
		t.Fatal(reports, err)
	}
	if seeds, nodes := list(t, r, "retrieval_seed_nodes"), list(t, r,
		"graph_expanded_nodes"); seeds != save || nodes != save+" Order|TABLE" {
		t.Errorf("%s grew to %s", seeds, nodes)
	}
	if text, _ := r.State["context_string"].(string); strings.Count(text,
		"--- NODE ---") != 2 || !strings.Contains(text, "INSERT INTO dbo.[Order]") {
		t.Errorf("context:\n%s", text)
	}
	items, err := r.Items()
	if err != nil || len(items) != 2 || !items[0].IsSeed || items[0].Handle != save ||
		items[0].Score <= 0 || items[1].ID != "dbo.Order|TABLE" || items[1].Depth != 1 ||
		items[1].ParentID == nil || *items[1].ParentID != items[0].ID {
		t.Errorf("items %+v (%v)", items, err)
	}
	says := strings.Join(b.warns, "\n")
	for _, want := range []string{"ReferencedBy(C#) does not exist in graphs",
		"edge kind SynonymFor: the artifacts have no such edge"} {
		if !strings.Contains(says, want) {
			t.Errorf("no warning %q in\n%s", want, says)
		}
	}
}

// TestItems covers the nodes of an expansion and of a search; unknown ones are left out.
func TestItems(t *testing.T) {
	b := newBench(t, answertest.Shop(t))
	render := "- {id: r, action: render_context_blocks}\n"
	for state, want := range map[string]int{
		`{}`: 0,
		`{"retrieval_seed_nodes": ["dbo.Order|TABLE", "gone"]}`:                                                      2,
		`{"retrieval_seed_nodes": ["dbo.Order|TABLE"], "graph_expanded_nodes": ["dbo.Order|TABLE", "` + save + `"]}`: 2,
	} {
		r, _, err := b.run(render, state)
		if err != nil {
			t.Fatal(err)
		}
		items, err := r.Items()
		if strings.Contains(state, "gone") {
			want--
		}
		if err != nil || len(items) != want {
			t.Errorf("%s: %+v (%v), want %d", state, items, err, want)
		}
	}
}

// TestIDsOfTheRuntime checks that canonical ids of LocalAI-RAG are only found if they are
// of this repository and snapshot.
func TestIDsOfTheRuntime(t *testing.T) {
	b := newBench(t, answertest.Shop(t))
	fetch := "- {id: f, action: fetch_node_texts, budget_tokens: 500}\n"
	for id, texts := range map[string]int{
		"dbo.Order|TABLE": 1,
		save:              1,
		"SHOP::" + b.arts.SnapshotID + "::TABLE::dbo.Order|TABLE":  1,
		"other::" + b.arts.SnapshotID + "::TABLE::dbo.Order|TABLE": 0,
		"shop::another::TABLE::dbo.Order|TABLE":                    0,
		"OrderRepository.Save":                                     0,
		"src/data/OrderRepository.cs:5":                            0,
	} {
		state, err := json.Marshal(map[string]any{"retrieval_seed_nodes": []string{id}})
		if err != nil {
			t.Fatal(err)
		}
		r, _, err := b.run(fetch, string(state))
		if err != nil {
			t.Fatal(err)
		}
		raw, _ := json.Marshal(r.State["node_texts"])
		if n := strings.Count(string(raw), `"node_id"`); n != texts {
			t.Errorf("%s: %d texts, want %d", id, n, texts)
		}
	}
}

// TestAccessHoldsInEveryStep checks that nodes hidden by filters are not found, reached
// or fetched.
func TestAccessHoldsInEveryStep(t *testing.T) {
	b := newBench(t, answertest.Open(t, artifactstest.GuardedShop()))
	for filters, want := range map[string]bool{`{}`: true, `{"acl_tags_any": ["data"]}`: true,
		`{"acl_tags_any": ["sales"]}`: false} {
		for _, state := range []string{
			`{"last_model_response": "OrderRepository.Save", "retrieval_filters": ` + filters + `}`,
			`{"last_model_response": "places an order and bills the customer", "retrieval_filters": ` + filters + `}`,
		} {
			r, _, err := b.run(whole, state)
			if err != nil {
				t.Fatal(err)
			}
			raw, err := json.Marshal(r.State)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Contains(string(raw), save); got != want {
				t.Errorf("%s: the guarded method is in the state: %v, want %v", state, got, want)
			}
		}
	}
}

// TestCanceledRuns checks that a canceled run stops before the next step.
func TestCanceledRuns(t *testing.T) {
	b := newBench(t, answertest.Shop(t))
	p, err := pipeline.Load(pipeline.Origin{File: "p.yaml",
		Read: func(string) ([]byte, error) { return []byte(whole), nil }})
	if err != nil {
		t.Fatal(err)
	}
	state := pipeline.State{"last_model_response": "order"}
	plan, err := p.Plan(state, pipeline.Range{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	reports, err := (&pipeline.Run{Plan: plan, State: state, Artifacts: b.arts}).Run(ctx)
	if !errors.Is(err, context.Canceled) || len(reports) != 0 {
		t.Errorf("%v after %v", err, reports)
	}
}
