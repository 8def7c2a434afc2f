package expand_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"seedgraph/query/expand"
)

// walkBest expands a graph written as for parseGraph. Seeds and relevances are written
// "1=0.9 2=0.5"; other nodes have an own relevance of 0. Node 7 has a factor below 1.
func walkBest(t *testing.T, graph, seeds string, own map[expand.Node]float64,
	opts expand.BestOptions) []expand.Found {
	t.Helper()
	g := parseGraph(t, graph)
	for _, edges := range []map[expand.Node][]expand.Edge{g.out, g.in} {
		for _, list := range edges {
			for i := range list {
				list[i].Weight, list[i].Confidence = 1, 1
			}
		}
	}
	var from []expand.Scored
	for _, s := range strings.Fields(seeds) {
		var x expand.Scored
		if _, err := fmt.Sscanf(s, "%d=%g", &x.Node, &x.Score); err != nil {
			t.Fatal(err)
		}
		from = append(from, x)
	}
	factors := map[expand.Node]float64{7: 0.1}
	for n := range expand.Node(20) {
		if factors[n] == 0 {
			factors[n] = 1
		}
	}
	opts.Own = func(n expand.Node) (float64, float64, error) { return own[n], factors[n], nil }
	if opts.MaxNodes == 0 {
		opts.MaxNodes = 99
	}
	found, err := expand.Best(g, from, opts)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func order(found []expand.Found) string {
	var out []string
	for _, f := range found {
		out = append(out, fmt.Sprint(f.Node))
	}
	return strings.Join(out, " ")
}

func TestBestTakesTheMostRelevantFirst(t *testing.T) {
	for _, c := range []struct {
		name, graph, seeds string
		own                map[expand.Node]float64
		opts               expand.BestOptions
		want               string
	}{
		{"seeds by score", "", "1=0.2 2=0.9 3=0.5", nil, expand.BestOptions{}, "2 3 1"},
		{"ties by number", "", "3=0.5 1=0.5 2=0.5", nil, expand.BestOptions{}, "1 2 3"},
		{"a neighbour that fits comes before a seed that does not", "1>5", "1=0.9 2=0.3",
			map[expand.Node]float64{5: 0.6}, expand.BestOptions{}, "1 5 2"},
		{"edges carry relevance to seeds", "1>3", "1=0.9 2=0.30 3=0.25", nil,
			expand.BestOptions{Share: 0.3}, "1 3 2"},
		{"and to neighbours of neighbours", "1>2, 2>3", "1=0.9", nil,
			expand.BestOptions{Share: 0.8, Spread: true}, "1 2 3"},
		{"along the edges only", "1>2, 3>1", "1=0.9", nil,
			expand.BestOptions{Share: 0.8, Spread: true, Direction: expand.Out}, "1 2"},
		{"against the edges only", "1>2, 3>1", "1=0.9", nil,
			expand.BestOptions{Share: 0.8, Spread: true, Direction: expand.In}, "1 3"},
		{"allowed kinds only", "1>2 Calls, 1>3 Imports", "1=0.9", nil,
			expand.BestOptions{Share: 0.8, Spread: true, Allow: expand.Raw([]string{"calls"})},
			"1 2"},
		{"nothing below the least relevance", "1>2, 2>3", "1=1", nil,
			expand.BestOptions{Share: 0.5, Spread: true, MinScore: 0.4}, "1 2"},
		{"no more than asked for", "1>2, 1>3", "1=1", nil,
			expand.BestOptions{Share: 0.5, Spread: true, MaxNodes: 2}, "1 2"},
		{"of one kind the most relevant", "1>2, 1>3, 1>4", "1=1", map[expand.Node]float64{4: 0.2},
			expand.BestOptions{Share: 0.5, Spread: true, MaxKind: 2}, "1 4 2"},
		{"a hub is reached but leads nowhere", "1>2, 2>3, 2>4, 2>5", "1=1", nil,
			expand.BestOptions{Share: 0.9, Spread: true, MaxDegree: 3}, "1 2"},
		{"unless it is a seed", "1>2, 1>3, 1>4", "1=1", nil,
			expand.BestOptions{Share: 0.9, Spread: true, MaxDegree: 2}, "1 2 3 4"},
		{"less is carried against an edge", "2>1, 1>3", "1=1", nil,
			expand.BestOptions{Share: 0.9, Spread: true, Against: 0.5}, "1 3 2"},
		{"and to what is seldom meant", "1>7, 1>8", "1=1", nil,
			expand.BestOptions{Share: 0.9, Spread: true}, "1 8 7"},
		{"loops lead nowhere", "1>1", "1=1", nil, expand.BestOptions{Share: 0.9, Spread: true},
			"1"},
		{"a node is taken once", "1>2, 2>1, 1>2", "1=1", nil,
			expand.BestOptions{Share: 0.9, Spread: true}, "1 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := order(walkBest(t, c.graph, c.seeds, c.own, c.opts)); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestAHubCarriesLessToEachNeighbour(t *testing.T) {
	own := map[expand.Node]float64{3: 0.2, 9: 0.2}
	found := walkBest(t, "1>3, 2>9, 2>10, 2>11, 2>12, 2>13", "1=0.9 2=0.9", own,
		expand.BestOptions{Share: 0.3})
	at := func(n expand.Node) int {
		return slices.IndexFunc(found, func(f expand.Found) bool { return f.Node == n })
	}
	if at(3) > at(9) {
		t.Errorf("order %s: the neighbour of the hub comes first", order(found))
	}
}

func TestBestSaysWhatLedThere(t *testing.T) {
	found := walkBest(t, "1>2 Calls, 3>2 Calls", "1=1 3=0.5 2=0.1", nil,
		expand.BestOptions{Share: 0.8, Spread: true})
	last := found[1]
	if last.Node != 2 || last.Seed || last.Depth != 1 || last.Parent != 1 || last.Via.From != 1 ||
		last.Own != 0.1 {
		t.Errorf("got %+v, want node 2 by the edge from 1", last)
	}
	if first := found[0]; !first.Seed || first.Depth != 0 || first.Parent != 1 ||
		first.Via.Kind != "" {
		t.Errorf("seed %+v", first)
	}
}
