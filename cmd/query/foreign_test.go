package main

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/query/pipeline"
)

// TestStatesSpeakEitherIDs checks that a state with the canonical ids of
// LocalAI-RAG gets the same answers as the same state with ours, even for
// unknown ids.
func TestStatesSpeakEitherIDs(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "shop")
	writeShop(t, dir)
	a, err := artifacts.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	file := filepath.Join(t.TempDir(), "p.yaml")
	if err := os.WriteFile(file, []byte("steps:\n- {id: f, action: fetch_node_texts, budget_tokens: 120, cost: block}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	pool := []string{"zebra", "aardvark"}
	for n := range a.NumNodes() {
		id, err := a.ID(n)
		if err != nil {
			t.Fatal(err)
		}
		pool = append(pool, string(id))
	}
	source := a.Manifest().Source
	prefix := source.Repository + "::" + pipeline.SnapshotID(source.Repository,
		source.Commit) + "::cs::"
	texts := 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		pick := func(from int) string { return pool[from+r.IntN(len(pool)-from)] }
		seeds, expanded, edges := []string{pick(2), " ", pick(2)}, []string{}, []wantedEdge{}
		for range 8 {
			expanded = append(expanded, pick(0))
			edges = append(edges, wantedEdge{pick(0), pick(0), "x"})
		}
		state := func(prefix string) string {
			whole := func(id string) string {
				if strings.TrimSpace(id) == "" {
					return id
				}
				return prefix + id
			}
			var all [2][]string
			for i, list := range [][]string{seeds, expanded} {
				for _, id := range list {
					all[i] = append(all[i], whole(id))
				}
			}
			var ends []wantedEdge
			for _, e := range edges {
				ends = append(ends, wantedEdge{whole(e.From), whole(e.To), e.Type})
			}
			raw, _ := json.Marshal(map[string]any{"retrieval_seed_nodes": all[0],
				"graph_expanded_nodes": all[1], "graph_edges": ends})
			return string(raw)
		}
		for _, args := range [][]string{
			{"fetch", "-", "--json", "--decisions", "--budget-tokens", "120", "-a", dir},
			{"run", file, "--state", "-", "--json", "-a", dir},
		} {
			own, foreign := fetchedJSON(t, state(""), args), fetchedJSON(t, state(prefix), args)
			if own != foreign {
				t.Fatalf("seed %d, %s:\nours   %s\ntheirs %s", seed, args[0], own, foreign)
			}
			texts += strings.Count(own, `"is_seed":false`)
		}
	}
	if texts == 0 {
		t.Error("no expanded node was fetched")
	}
}

// fetchedJSON runs a command and returns the part of its output about fetch.
func fetchedJSON(t *testing.T, state string, args []string) string {
	t.Helper()
	var answer struct {
		Texts     any `json:"node_texts"`
		Debug     any `json:"graph_debug"`
		Fetch     any `json:"fetch_debug"`
		Decisions any `json:"decisions"`
	}
	if err := query(state, &answer, args...); err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
