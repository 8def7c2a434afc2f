package search

import (
	"testing"

	"seedgraph/graph"
)

// remembering is an index with words of commits, and edges between files.
type remembering struct {
	*memory
	words map[string][]graph.FileWeight
	edges []graph.Edge
	ties  map[uint32][]graph.Tie
}

func (m *remembering) Companions(n uint32) ([]graph.Tie, error) { return m.ties[n], nil }

func (m *remembering) HistoryFiles() (int, error) { return len(m.nodes), nil }
func (m *remembering) History(term string) ([]graph.FileWeight, error) {
	return m.words[term], nil
}
func (m *remembering) Out(n uint32) (out []graph.Edge, err error) {
	for _, e := range m.edges {
		if e.From == n {
			out = append(out, e)
		}
	}
	return out, nil
}
func (m *remembering) In(uint32) ([]graph.Edge, error) { return nil, nil }

// twoFiles has two similar methods, each in its own file, and these files.
func twoFiles() *remembering {
	a, b := method("A.run: keeps a lease"), method("B.run: keeps a lease")
	m := &remembering{memory: newMemory(a, b,
		graph.Node{Kind: graph.KindFile, Name: "a", Path: a.Path},
		graph.Node{Kind: graph.KindFile, Name: "b", Path: b.Path})}
	m.words = map[string][]graph.FileWeight{"heartbeat": {{Node: 3, Gain: 200}}}
	return m
}

func TestCommitsSpeakForFiles(t *testing.T) {
	m := twoFiles()
	for _, c := range []struct {
		text, weight string
		value        float64
		first        string
		file         bool
	}{
		{"fix the lease after a heartbeat", "history", 0.2, "Shop.B.run", true},
		{"fix the lease after a heartbeat", "history", 0, "Shop.A.run", false},
		{"fix the lease", "history", 0.2, "Shop.A.run", false},
	} {
		w := Defaults()
		if err := w.Set(c.weight, c.value); err != nil {
			t.Fatal(err)
		}
		res, err := Search(m, c.text, Options{Limit: 2, Weights: w})
		if err != nil || len(res.Hits) != 2 {
			t.Fatalf("%s: %v, %v", c.text, res, err)
		}
		if h := res.Hits[0]; h.Info.Name != c.first || h.File.History > 0 != c.file {
			t.Errorf("%s, %s %g: first %s, %+v", c.text, c.weight, c.value, h.Info.Name, h.File)
		}
	}
}

// TestFilesThatChangeWithAGivenOne checks that the nodes of such files rank higher.
func TestFilesThatChangeWithAGivenOne(t *testing.T) {
	m := twoFiles()
	given := method("C.walk: of something else")
	m.memory = newMemory(append(m.nodes, given,
		graph.Node{Kind: graph.KindFile, Name: "c", Path: given.Path})...)
	first := func() string {
		res, err := Search(m, "fix the lease", Options{Limit: 3, Given: []uint32{4}, Edges: m,
			Text: func(n uint32) (string, error) { return m.nodes[n].Doc, nil }})
		if err != nil || len(res.Hits) == 0 {
			t.Fatal(res, err)
		}
		return res.Hits[0].Info.Name
	}
	if got := first(); got != "Shop.A.run" {
		t.Errorf("without history: %s", got)
	}
	m.edges = []graph.Edge{{From: 5, To: 3, Kind: graph.CoChanges, Tier: graph.Heuristic}}
	if got := first(); got != "Shop.B.run" {
		t.Errorf("with a file that changes with that of the given one: %s", got)
	}
}

// TestDefinitionsThatChangeWithAGivenOne checks that such definitions rank higher if they
// match the query at all.
func TestDefinitionsThatChangeWithAGivenOne(t *testing.T) {
	m := twoFiles()
	m.memory = newMemory(append(m.nodes, method("C.walk: of something else"), method("D.wait: idle"))...)
	m.ties = map[uint32][]graph.Tie{4: {{Node: 1, Strength: 60}, {Node: 5, Strength: 255}}}
	for _, c := range []struct {
		weight float64
		want   string
	}{{0, "Shop.A.run"}, {0.2, "Shop.B.run"}} {
		w := Defaults()
		if err := w.Set("seed-changes", c.weight); err != nil {
			t.Fatal(err)
		}
		res, err := Search(m, "fix the lease", Options{Limit: 9, Given: []uint32{4}, Weights: w,
			Text: func(n uint32) (string, error) { return m.nodes[n].Doc, nil }})
		if err != nil || len(res.Hits) == 0 || res.Hits[0].Info.Name != c.want {
			t.Errorf("weight %g: %v, %v, want %s first", c.weight, res, err, c.want)
		}
		for _, h := range res.Hits {
			if h.Node == 5 {
				t.Error("a definition without a word of the query is found")
			}
		}
	}
	if Defaults().For(KindSeeded)[weightSeedChanges] <= 0 {
		t.Error("the weight is off")
	}
}
