package search

import (
	"math"
	"slices"
	"strings"
	"testing"

	"seedgraph/graph"
)

// TestParsedNames checks that names are parsed ignoring case, and that errors list the
// valid names.
func TestParsedNames(t *testing.T) {
	parse := map[string]func(string) (string, error){
		"kind":      func(s string) (string, error) { k, err := ParseKind(s); return string(k), err },
		"domain":    func(s string) (string, error) { d, err := ParseDomain(s); return string(d), err },
		"treatment": func(s string) (string, error) { x, err := ParseTreatment(s); return string(x), err },
	}
	for _, c := range []struct{ what, name, want, problem string }{
		{"kind", "method", "method", ""},
		{"kind", "CLASS", "class", ""},
		{"kind", "TABLE", "TABLE", ""},
		{"kind", "clas", "", "did you mean class?"},
		{"kind", "zzzzzz", "", "use one of"},
		{"domain", strings.ToUpper(string(graph.Domains[0])), string(graph.Domains[0]), ""},
		{"domain", "none such", "", "use one of " + string(graph.Domains[0])},
		{"treatment", "", "demote", ""},
		{"treatment", "KEEP", "keep", ""},
		{"treatment", "drop", "drop", ""},
		{"treatment", "hide", "", "use keep, demote or drop"},
	} {
		got, err := parse[c.what](c.name)
		if got != c.want || (err != nil) != (c.problem != "") ||
			err != nil && !strings.Contains(err.Error(), c.problem) {
			t.Errorf("%s %q: %q, %v; want %q, %q", c.what, c.name, got, err, c.want, c.problem)
		}
	}
}

// TestMatches covers the ways in which symbols name a node.
func TestMatches(t *testing.T) {
	n := &graph.Node{Name: "Shop.Orders#Cart.Add(int)", Short: "Add"}
	for symbol, want := range map[string]string{
		"Shop.Orders#Cart.Add": "whole", "Cart.Add": "exact", "Orders#Cart.Add": "exact",
		"Add": "exact", "cart.add": "folded", "ADD": "folded", "Box.Add": "partial",
		"art.Add": "partial", "dd": "", "Cart": "", "": "",
	} {
		if got := MatchName(n, symbol).String(); got != want {
			t.Errorf("%q: %q, want %q", symbol, got, want)
		}
	}
	if got := Match(99).String(); got != "invalid" {
		t.Errorf("a name without a match gives %q", got)
	}
}

// TestWeightsAreCopied checks that changing a copy leaves the original unchanged, and
// that a copy is complete.
func TestWeightsAreCopied(t *testing.T) {
	w := Defaults()
	names := strings.Split(WeightNames(), ", ")
	rows := WeightRows()
	if len(rows) != int(NumWeights) || len(names) != len(rows) {
		t.Fatalf("%d rows and %d names of %d weights", len(rows), len(names), NumWeights)
	}
	for i, row := range rows {
		if row.Name != names[i] || row.Name == "" {
			t.Errorf("weight %d is %q in the rows and %q in the names", i, row.Name, names[i])
		}
	}
	if err := w.Set("twin", 0.25); err != nil {
		t.Fatal(err)
	}
	if err := w.Set(KindNames()[KindReport]+".twin", 0.75); err != nil {
		t.Fatal(err)
	}
	c := w.Clone()
	if err := c.Set("twin", 0.125); err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(rows, func(r WeightRow) bool { return r.Name == "twin" })
	for _, x := range []struct {
		of   *Weights
		kind Kind
		want float64
	}{{w, KindWords, 0.25}, {w, KindReport, 0.75}, {c, KindWords, 0.125}} {
		if got := x.of.For(x.kind)[i]; got != x.want {
			t.Errorf("twin for %s is %v, want %v", x.kind, got, x.want)
		}
	}
	if got := (*Weights)(nil).Clone().For(KindWords); got != Defaults().For(KindWords) {
		t.Error("a copy of no weights is not that of the defaults")
	}
}

// TestDemotion covers the nodes that queries rarely mean.
func TestDemotion(t *testing.T) {
	plain, test := graph.Node{Path: "src/a.go"}, graph.Node{Path: "src/a_test.go", Flags: graph.Test}
	example := graph.Node{Path: "src/Samples/a.go"}
	if f := (Options{}).Demotion(&plain); f != 1 {
		t.Errorf("code has the factor %v", f)
	}
	for name, n := range map[string]*graph.Node{"a test": &test, "an example": &example} {
		if f := (Options{}).Demotion(n); f <= 0 || f >= 1 {
			t.Errorf("%s has the factor %v", name, f)
		}
		if f := (Options{Selection: Selection{Tests: Keep}}).Demotion(n); f != 1 {
			t.Errorf("%s that is kept has the factor %v", name, f)
		}
	}
	w := Defaults()
	if err := w.Set("demotion", 3); err != nil {
		t.Fatal(err)
	}
	if f := (Options{Weights: w}).Demotion(&test); f != 1 {
		t.Errorf("a factor above 1 is %v", f)
	}
}

// TestEmptyFilters checks that a filter is empty if it has no condition.
func TestEmptyFilters(t *testing.T) {
	for name, f := range map[string]Filter{
		"kinds": {Kinds: []graph.NodeKind{graph.KindClass}}, "paths": {Paths: []Glob{"a"}},
		"languages": {Languages: []string{"go"}}, "domains": {Domains: graph.Domains[:1]},
		"a condition": {Admit: func(*graph.Node) bool { return true }},
	} {
		if f.Empty() {
			t.Errorf("a filter with %s is empty", name)
		}
	}
	if !(Filter{}).Empty() {
		t.Error("a filter that asks for nothing is not empty")
	}
}

// TestShares scores nodes whether or not they are hits.
func TestShares(t *testing.T) {
	m := newMemory(method("A.order: order order"), method("B.x: order"), method("C.y: other"))
	res, err := Search(m, "order", Options{Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	var share [3]float64
	for n := range share {
		h := res.Hit(uint32(n), &m.nodes[n])
		share[n] = res.Shares(&h).Text
	}
	if share[0] != 1 || share[1] <= 0 || share[1] >= 1 || share[2] != 0 {
		t.Errorf("relevance %v", share)
	}
	if h := res.Hit(1, &m.nodes[1]); h.Score <= 0 || h.Info != &m.nodes[1] {
		t.Errorf("the node that is no hit is %+v", h)
	}
	fits, err := res.Fit("the order of an order")
	if err != nil {
		t.Fatal(err)
	}
	less, err := res.Fit("one order")
	if err != nil || less <= 0 || less >= fits {
		t.Errorf("fit %v, %v, %v", fits, less, err)
	}
}

// TestBeside searches for nodes related to given ones: by their words, their edges, their
// file.
func TestBeside(t *testing.T) {
	given := method("Till.close: close the till and count the coins")
	m := newMemory(given, method("Bank.coins: count coins"), method("Door.close: close the door"),
		method("Wall.paint: close"), method("Other.other: unrelated"))
	text := func(n uint32) (string, error) { return m.nodes[n].Doc, nil }
	names := func(e Edges, w *Weights) []string {
		return found(t, m, "close", Options{Limit: 9, Given: []uint32{0}, Text: text, Edges: e,
			Weights: w})
	}
	all := names(nil, nil)
	if slices.Contains(all, "Till.close") || !slices.Contains(all, "Bank.coins") {
		t.Errorf("by words: %q, want Bank.coins and not the given node", all)
	}
	before := slices.Index(all, "Wall.paint")
	lifted := names(edges{{From: 0, To: 3, Kind: graph.Calls, Tier: graph.Exact}}, nil)
	if at := slices.Index(lifted, "Wall.paint"); at < 0 || at >= before {
		t.Errorf("by an edge: %q, before: %q", lifted, all)
	}
	m.nodes[3].Path = given.Path
	w := Defaults()
	if err := w.Set("seed-file", 5); err != nil {
		t.Fatal(err)
	}
	if byFile := names(nil, w); slices.Index(byFile, "Wall.paint") >= before {
		t.Errorf("by the file: %q, before: %q", byFile, all)
	}
}

// TestEdgesOfGivenNodes checks that a dependency in either direction counts,
// independently of the edges between hits.
func TestEdgesOfGivenNodes(t *testing.T) {
	m := newMemory(method("Till.close: close the till"), method("Door.close: close the door"),
		method("Wall.paint: close"))
	w := Defaults()
	if err := w.Set("graph", 0); err != nil {
		t.Fatal(err)
	}
	score := func(e graph.Edge) float64 {
		res, err := Search(m, "close", Options{Limit: 9, Given: []uint32{0}, Edges: edges{e},
			Text: func(n uint32) (string, error) { return m.nodes[n].Doc, nil }, Weights: w})
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range res.Hits {
			if h.Info.Name == m.nodes[2].Name {
				return h.Score
			}
		}
		t.Fatalf("not found: %+v", res.Hits)
		return 0
	}
	none := score(graph.Edge{From: 0, To: 2, Kind: graph.Contains, Tier: graph.Exact})
	guess := score(graph.Edge{From: 0, To: 2, Kind: graph.Calls, Tier: graph.Heuristic})
	called := score(graph.Edge{From: 0, To: 2, Kind: graph.Calls, Tier: graph.Exact})
	caller := score(graph.Edge{From: 2, To: 0, Kind: graph.Calls, Tier: graph.Exact})
	if !(none < guess && guess < called && called == caller) {
		t.Errorf("contained %g, perhaps called %g, called %g, a caller %g", none, guess, called,
			caller)
	}
}

// TestRequestBesideGivenNodes checks that for hits packed into a budget, the score of a
// node with the text's words approaches the score of a node with the given node's words; in a
// list it does not.
func TestRequestBesideGivenNodes(t *testing.T) {
	m := newMemory(method("Till.close: close the till, count the coins, lock the drawer"),
		method("Bank.coins: count the coins of the till in the drawer"),
		method("Door.shut: slam"), method("Other.other: unrelated"))
	share := func(packed bool, weight float64) float64 {
		w := Defaults()
		if err := w.Set("request", weight); err != nil {
			t.Fatal(err)
		}
		res, err := Search(m, "slam", Options{Limit: 9, Given: []uint32{0}, Packed: packed,
			Text: func(n uint32) (string, error) { return m.nodes[n].Doc, nil }, Weights: w})
		if err != nil || len(res.Hits) != 2 {
			t.Fatalf("%d hits, want 2 (%v)", len(res.Hits), err)
		}
		score := map[string]float64{}
		for _, h := range res.Hits {
			score[h.Info.Name] = h.Score
		}
		return score["Shop.Door.shut"] / score["Shop.Bank.coins"]
	}
	if before, now := share(true, 0), share(true, 0.5); !(now > before) {
		t.Errorf("packed: %g of the other's score, %g without the weight", now, before)
	}
	if before, now := share(false, 0), share(false, 0.5); now != before {
		t.Errorf("a list: %g of the other's score, %g without the weight", now, before)
	}
	if of := Defaults().For(KindSeeded)[weightPackedRequest]; of <= 0 {
		t.Errorf("request beside given nodes is %g by default", of)
	}
}

// TestWordsOfGivenNodesLeaveTheTextASay checks that in a list, the words of the given
// nodes weigh at most as much as seed-most allows, however many they are.
func TestWordsOfGivenNodesLeaveTheTextASay(t *testing.T) {
	m := newMemory(method("Till.close: close the till, count the coins, lock the drawer"),
		method("Bank.coins: count the coins of the till in the drawer"),
		method("Door.shut: slam"), method("Other.other: unrelated"))
	share := func(packed bool, most float64) float64 {
		w := weighed(t, "seed-most", most)
		res, err := Search(m, "slam", Options{Limit: 9, Given: []uint32{0}, Packed: packed,
			Text: func(n uint32) (string, error) { return m.nodes[n].Doc, nil }, Weights: w})
		if err != nil || len(res.Hits) != 2 {
			t.Fatalf("%d hits, want 2 (%v)", len(res.Hits), err)
		}
		score := map[string]float64{}
		for _, h := range res.Hits {
			score[h.Info.Name] = h.Score
		}
		return score["Shop.Door.shut"] / score["Shop.Bank.coins"]
	}
	free := share(false, 0)
	if limited := share(false, 0.5); !(limited > free) {
		t.Errorf("half of the text: %g of the other's score, %g without a limit", limited, free)
	}
	if wide := share(false, 1000); wide != free {
		t.Errorf("a limit that is not reached: %g, %g without one", wide, free)
	}
	if packed, limited := share(true, 0), share(true, 0.5); packed != limited {
		t.Errorf("packed: %g, %g without the limit", limited, packed)
	}
}

// TestSharesBySource checks that the parts of a score by their sources add up to it.
func TestSharesBySource(t *testing.T) {
	m := newMemory(method("A.order: order order"), method("B.x: order"), method("C.y: other"))
	res, err := Search(m, "where is an order", Options{Limit: 3, Cosines: []float32{0.1, 0.9, 0.2},
		Feedback: map[uint32]float64{1: 1}})
	if err != nil || len(res.Hits) == 0 {
		t.Fatal(res, err)
	}
	for i := range res.Hits {
		h := &res.Hits[i]
		s := res.Shares(h)
		sum := s.Text + s.Changes + s.Feedback + s.Embedding
		if math.Abs(sum-h.Score/res.Hits[0].Score) > 1e-9 || s.Text < -1e-9 {
			t.Errorf("%s: the shares %+v of %g", h.Info.Name, s, h.Score)
		}
		if h.Node == 1 && (s.Feedback <= 0 || s.Embedding <= 0) {
			t.Errorf("%s: the shares %+v", h.Info.Name, s)
		}
	}
}
