package seeds_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"seedgraph/query/answer"
	"seedgraph/query/answer/names"
	"seedgraph/query/answer/seeds"
	"seedgraph/testkit/answertest"
)

func input(t *testing.T) *seeds.Input {
	x := answertest.Shop(t)
	return seeds.New(&names.Resolver{Index: x}, x)
}

// write formats an input as seeds=score, added nodes and edges.
func write(in *seeds.Input) string {
	var out []string
	short := func(id string) string { return id[strings.LastIndexAny(id, "#.@")+1:] }
	for _, s := range in.Seeds {
		out = append(out, fmt.Sprintf("%s=%v", short(s.ID), s.Score))
	}
	for _, ref := range in.Added {
		mark := "+"
		if !ref.Known {
			mark = "?"
		}
		out = append(out, fmt.Sprintf("%s%s=%v", mark, short(ref.ID), in.Score(ref)))
	}
	for _, e := range in.Edges {
		out = append(out, short(e.From.ID)+">"+short(e.To.ID))
	}
	return strings.Join(out, " ")
}

// TestRead checks that the output of other programs is read correctly in every form.
func TestRead(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"dbo.Order\nufyobnnog7\t0.5\n", "Order|TABLE=1 ufyobnnog7=0.5"},
		{"# 1 nodes\n- `ufyobnnog7` · method · …\n", "ufyobnnog7=1"},
		{"id,score\ndbo.Order|TABLE,0.25\n", "Order|TABLE=0.25"},
		{"q1 Q0 dbo.Order 1 0.75 run\n", "Order|TABLE=0.75"},
		{`["dbo.Order", "dbo.Order|TABLE", "ufyobnnog7"]`, "Order|TABLE=1 ufyobnnog7=1"},
		{`{"matches": [{"metadata": {"node_key": "dbo.Order|TABLE"}, "id": "7", "score": 0.5}]}`,
			"Order|TABLE=0.5"},
		{`{"items": [{"id": "dbo.Order|TABLE", "score": 2}]}`, "Order|TABLE=2"},
		{`{"retrieval_seed_nodes": ["dbo.Order|TABLE", " "], "items": [{"id": "dbo.Order|TABLE", "score": 0.5}]}`, "Order|TABLE=0.5"},
		{`{"graph_seed_nodes": ["ufyobnnog7"], "graph_expanded_nodes": ["ufyobnnog7", "dbo.Order", "gone"],
		   "graph_edges": [{"from_id": "ufyobnnog7", "to_id": "dbo.Order"}, {"from_id": "x", "to_id": "gone"}],
		   "items": [{"id": "dbo.Order", "score": 0.125}]}`,
			"ufyobnnog7=1 +ufyobnnog7=1 +Order|TABLE=0.125 ?gone=0 ufyobnnog7>Order|TABLE x>gone"},
		{`{"expanded_chunk_ids": ["ufyobnnog7"], "expanded_node_keys": ["dbo.Order|TABLE"]}`,
			"+ufyobnnog7=0 +Order|TABLE=0"},
	} {
		in := input(t)
		if err := in.Read([]byte(c.text), false); err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if got := write(in); got != c.want {
			t.Errorf("%s: got %s, want %s", c.text, got, c.want)
		}
	}
}

// TestTypedIDsMustExist checks that typed ids must exist, and those of retrievers need
// not.
func TestTypedIDsMustExist(t *testing.T) {
	in := input(t)
	if err := in.Type("gone"); !errors.Is(err, answer.ErrUnknownID) {
		t.Errorf("typed: %v", err)
	}
	if err := in.Read([]byte("gone\n"), false); !errors.Is(err, answer.ErrUnknownID) {
		t.Errorf("on a line: %v", err)
	}
	if err := in.Read([]byte(`[{"id": "gone"}, {"id": "dbo.Order|TABLE"}]`), false); err != nil {
		t.Errorf("of a retriever: %v", err)
	}
	if leftOut, hits, err := in.Check(); leftOut != 1 || hits != 2 || err != nil {
		t.Errorf("%d of %d left out (%v)", leftOut, hits, err)
	}
	none := input(t)
	if err := none.Read([]byte(`[{"id": "gone"}]`), false); err != nil {
		t.Fatal(err)
	}
	if _, _, err := none.Check(); !errors.Is(err,
		answer.ErrUnknownID) || !strings.Contains(err.Error(), "none of 1 results") {
		t.Errorf("all left out: %v", err)
	}
	if leftOut, hits, err := input(t).Check(); leftOut+hits != 0 || err != nil {
		t.Errorf("of nothing: %d, %d, %v", leftOut, hits, err)
	}
}

// TestRows checks that rows are read one by one and all at once, and that padding is
// skipped.
func TestRows(t *testing.T) {
	in := input(t)
	if err := in.TypeRows("0 1,2"); err != nil || len(in.Seeds) != 3 {
		t.Errorf("typed: %s (%v)", write(in), err)
	}
	first := in.Seeds[0].ID
	for _, text := range []string{`[[0, 0.5], [-1, 0.1]]`,
		`{"hits": [{"row_id": 0, "score": 0.5}, {"row_id": 99999}]}`, "0 0.5\n"} {
		in := input(t)
		if err := in.Read([]byte(text), true); err != nil || len(in.Seeds) != 1 ||
			in.Seeds[0].ID != first || in.Seeds[0].Score != 0.5 {
			t.Errorf("%s: %s (%v)", text, write(in), err)
		}
	}
	for text, want := range map[string]string{"99999": "no such row",
		"x": "\"x\" is not a row number"} {
		if err := input(t).TypeRows(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestMalformed(t *testing.T) {
	for text, want := range map[string]string{
		`[{"score": 1}]`:                  "has no id",
		`{"graph_edges": 7}`:              "read JSON",
		`[`:                               "read JSON",
		"id,score\n\"dbo.Order|TABLE,1\n": "read table",
	} {
		if err := input(t).Read([]byte(text), false); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestAllListsSeedsFirst checks that nodes are not repeated, and that an unknown added
// node is an error.
func TestAllListsSeedsFirst(t *testing.T) {
	in := input(t)
	if err := in.Type("dbo.Order"); err != nil {
		t.Fatal(err)
	}
	if err := in.Read([]byte(`{"graph_expanded_nodes": ["ufyobnnog7", "dbo.Order"], "graph_seed_nodes": []}`), false); err != nil {
		t.Fatal(err)
	}
	all, err := in.All()
	if err != nil || len(all) != 2 || all[0] != in.Seeds[0].Target || len(in.Targets()) != 1 {
		t.Errorf("%v (%v)", all, err)
	}
	in.Add(answer.Ref{ID: "gone"})
	if _, err := in.All(); !errors.Is(err, answer.ErrUnknownID) {
		t.Errorf("with an unknown one: %v", err)
	}
}

// TestEdgesAreBetweenKeys checks that an edge to the first part of a node is an edge to
// the node.
func TestEdgesAreBetweenKeys(t *testing.T) {
	in := input(t)
	raw, err := json.Marshal(map[string]any{"graph_edges": []map[string]string{{"from_id": "ufyobnnog7/1", "to_id": "dbo.Order|TABLE"}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := in.Read(raw, false); err != nil || len(in.Edges) != 1 ||
		in.Edges[0].From != in.Edges[0].From.Key() {
		t.Errorf("%+v (%v)", in.Edges, err)
	}
}
