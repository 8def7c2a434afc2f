package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"seedgraph/artifacts/artifactstest"
	"seedgraph/graph"
	"seedgraph/tokens"
)

// budgeted makes a random command line with --budget-tokens, and says whether what it
// prints is what counts.
func budgeted(r *rand.Rand, nodes []graph.Node, budget int) (args []string, whole bool) {
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	node := func() graph.Node { return nodes[r.IntN(len(nodes))] }
	flag := fmt.Sprint("--budget-tokens=", budget)
	switch r.IntN(5) {
	case 0:
		return []string{"map", flag, one("--tests=keep", "--format=index", "--kind=class", "--limit=3"),
			one("--path=src", "--path=**")}, true
	case 1: // the texts alone count
		args = []string{"fetch", string(node().ID), node().ID.Handle(), flag, "--json",
			one("--full", "--signature", "--with=callers", "--prioritization=graph_first")}
		return args, false
	case 2:
		return []string{"fetch", string(node().ID), node().ID.Handle(), node().Name, flag,
			"--cost=block", one("--full", "--signature", "--lines=1-3", "--provenance")}, true
	case 3:
		return []string{"index", flag, one("--path=**", "--path=src", "--search=order"),
			one("--limit=3", "--kind=class", "--tests=keep")}, true
	}
	args = []string{"context", node().Short + " " + one("order", "save", node().Short), flag,
		one("--format=text", "--format=index", "--sections", "--no-index", "--comments",
			"--max-node-tokens=20", "--intent=explain", "--intent=impact", "--widen=4")}
	if r.IntN(2) == 0 {
		args = append(args, "--seed", node().ID.Handle())
	}
	return args, true
}

// TestBudgetsHold: what a command prints, or the texts that fetch is asked for, are within
// --budget-tokens, whatever it is.
func TestBudgetsHold(t *testing.T) {
	calls := 5000
	if testing.Short() {
		calls = 300
	}
	count, err := tokens.ByName(tokens.O200k)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "a.sg")
	in := artifactstest.Synthetic(120, 400, 6)
	in.Tokens = tokens.O200k
	writeRanked(t, dir, in)
	r := rand.New(rand.NewPCG(3, 4))
	full, refused := map[string]int{}, map[string]int{}
	for i := range calls {
		budget := []int{0, 1, 2, r.IntN(30), r.IntN(300), r.IntN(3000)}[i%6]
		args, whole := budgeted(r, in.Graph.Nodes, budget)
		got := outcomeOf("", append([]string{"-a", dir}, args...))
		used := count.Count(got.out)
		if !whole && got.code != 1 {
			var a struct {
				Items []struct{ Text string }
				Debug struct {
					Used int `json:"used_tokens"`
				} `json:"graph_debug"`
			}
			if err := json.Unmarshal([]byte(got.out), &a); err != nil {
				t.Fatalf("%q: %v", args, err)
			}
			used = 0
			for _, it := range a.Items {
				used += count.Count(it.Text)
			}
			if used != a.Debug.Used {
				t.Fatalf("%q: %d tokens, but it says %d", args, used, a.Debug.Used)
			}
		}
		if got.code == 1 {
			if budget > 0 || !strings.Contains(got.err, "budget") {
				t.Fatalf("%q: %s", args, got.err)
			}
			refused[args[0]]++
			continue
		}
		if used > budget {
			t.Fatalf("%q prints %d tokens:\n%s", args, used, got.out)
		}
		if budget > 100 && used > budget/2 {
			full[args[0]]++
		}
	}
	names := []string{"map", "fetch", "context", "index"}
	for _, name := range names {
		if full[name] < calls/100 {
			t.Errorf("only %d answers of %s use half of a budget", full[name], name)
		}
	}
	for _, c := range newRootCommand(&globals{}).Commands() {
		if c.Flag("budget-tokens") != nil && !slices.Contains(names, c.Name()) {
			t.Errorf("no case of %s", c.Name())
		}
	}
	t.Log(full, refused)
}
