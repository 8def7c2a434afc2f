package fetch_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"seedgraph/query/fetch"
)

// randomRequest makes random texts, ids and edges. Some ids have no text, some texts are
// empty, some edges end at other nodes.
func randomRequest(r *rand.Rand) (backend, fetch.Request[key]) {
	pool := strings.Fields("A B a b C é 日本 x.y P|PROC n1 n10 n2 gone1 gone2")
	texts := backend{}
	for _, id := range pool[:len(pool)-2] {
		n := texts[id]
		n.Text = strings.Repeat("wörd ", r.IntN(12))
		texts[id] = n
	}
	some := func(n int) []key {
		var ids []key
		for range r.IntN(n) {
			ids = append(ids, key(pool[r.IntN(len(pool))]))
		}
		return ids
	}
	req := fetch.Request[key]{Seeds: some(4), Expanded: some(12),
		Cost: []fetch.Cost{fetch.CostText, fetch.CostBlock}[r.IntN(2)]}
	req.ModeName = string([]fetch.Mode{fetch.SeedFirst, fetch.GraphFirst,
		fetch.Balanced}[r.IntN(3)])
	for range r.IntN(15) {
		req.Edges = append(req.Edges, fetch.Edge[key]{From: key(pool[r.IntN(len(pool))]),
			To: key(append(pool, "outside")[r.IntN(len(pool)+1)])})
	}
	budget := fetch.Budget{Tokens: 1 + r.IntN(80)}
	if r.IntN(2) == 0 {
		budget = fetch.Budget{Chars: 1 + r.IntN(200)}
	}
	req.Choose = func() (fetch.Budget, error) { return budget, nil }
	return texts, req
}

// TestEveryCandidateIsDecidedByWhatIsLeft checks over random requests that included
// candidates fit into the budget remaining at their place, skipped ones do not, and the
// tokens used are the sum of the included.
func TestEveryCandidateIsDecidedByWhatIsLeft(t *testing.T) {
	skipped, included := 0, 0
	for seed := range uint64(2000) {
		texts, req := randomRequest(rand.New(rand.NewPCG(seed, 7)))
		res, err := fetch.Fetch(texts, words{}, req)
		if err != nil {
			t.Fatal(err)
		}
		tokens, chars := 0, 0
		for _, d := range res.Decisions {
			fits := (res.Budget.Tokens == 0 || tokens+d.Tokens <= res.Budget.Tokens) &&
				(res.Budget.Chars == 0 || chars+d.Chars <= res.Budget.Chars)
			_, known := texts[d.ID]
			switch {
			case known != (d.Reason != fetch.Missing),
				known && fits != (d.Reason == fetch.Included):
				t.Fatalf("seed %d: %+v with %d tokens and %d characters used of %+v", seed, d,
					tokens, chars,
					res.Budget)
			case d.Reason == fetch.Included:
				tokens += d.Tokens
				chars += d.Chars
				included++
			case known:
				skipped++
			}
		}
		if res.Budget.Tokens == 0 && res.UsedChars != chars ||
			res.Budget.Chars == 0 && res.UsedTokens != tokens {
			t.Fatalf("seed %d: used %d tokens and %d characters, want %d and %d", seed,
				res.UsedTokens,
				res.UsedChars, tokens, chars)
		}
	}
	if skipped < 1000 || included < 1000 {
		t.Errorf("%d skipped and %d included: too few to say anything", skipped, included)
	}
}

// TestModesOrderTheSameCandidates checks that seed_first and balanced walk the same
// nodes, and that graph_first walks those of them reachable from a seed, with the added
// nodes of each seed in the order of seed_first.
func TestModesOrderTheSameCandidates(t *testing.T) {
	walk := func(texts backend, req fetch.Request[key], m fetch.Mode) []string {
		req.ModeName = string(m)
		res, err := fetch.Fetch(texts, words{}, req)
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, d := range res.Decisions {
			ids = append(ids, d.ID)
		}
		return ids
	}
	for seed := range uint64(500) {
		texts, req := randomRequest(rand.New(rand.NewPCG(seed, 8)))
		first, balanced, branches := walk(texts, req, fetch.SeedFirst), walk(texts, req,
			fetch.Balanced), walk(texts, req, fetch.GraphFirst)
		if !slices.Equal(slices.Sorted(slices.Values(first)),
			slices.Sorted(slices.Values(balanced))) {
			t.Fatalf("seed %d: %q and %q", seed, first, balanced)
		}
		last := -1
		for _, id := range branches {
			at := slices.Index(first, id)
			if at < 0 {
				t.Fatalf("seed %d: graph_first has %s, which is no candidate", seed, id)
			}
			if slices.Contains(req.Seeds, key(id)) {
				last = -1
			} else if at < last {
				t.Fatalf("seed %d: %q, but %q", seed, branches, first)
			} else {
				last = at
			}
		}
	}
}

func TestCountsOfAResult(t *testing.T) {
	req := fetch.Request[key]{Seeds: []key{"a", "b", "a", " "}, Expanded: []key{"b", "c", "c", "d"},
		Choose: func() (fetch.Budget, error) { return fetch.Budget{Tokens: 12}, nil },
		Cost:   fetch.CostBlock}
	res, err := fetch.Fetch(backend{"a": {Text: "t"}, "b": {}, "c": {}}, words{}, req)
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintf("%d seeds, %d expanded, %d empty, %d items, %d decisions", res.SeedCount,
		res.ExpandedCount, res.Empty, len(res.Items), len(res.Decisions))
	if want := "2 seeds, 3 expanded, 2 empty, 1 items, 4 decisions"; got != want {
		t.Errorf("%s, want %s: seeds among the expanded nodes count there, too, and empty texts also where they did not fit", got, want)
	}
}
