package expand_test

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"seedgraph/query/expand"
)

// showPaths writes paths as "1>2<3 | 1>4>3 of 2".
func showPaths(p *expand.Paths) string {
	var lines []string
	for _, path := range p.Found {
		s := fmt.Sprint(path.Nodes[0])
		for i, e := range path.Edges {
			arrow := ">"
			if e.From != path.Nodes[i] {
				arrow = "<"
			}
			s += fmt.Sprint(arrow, path.Nodes[i+1])
		}
		lines = append(lines, s)
	}
	return fmt.Sprintf("%s of %d", strings.Join(lines, " | "), p.Total)
}

// strengthen sets the weights of all edges, by kind if listed.
func strengthen(m memory, weights map[string]float64) memory {
	for _, lists := range []map[expand.Node][]expand.Edge{m.out, m.in} {
		for _, edges := range lists {
			for i := range edges {
				edges[i].Weight, edges[i].Confidence = cmp.Or(weights[edges[i].Kind], 1), 1
			}
		}
	}
	return m
}

func TestPathsAreTheShortest(t *testing.T) {
	for _, c := range []struct {
		name, graph string
		from, to    expand.Node
		dir         expand.Direction
		depth, max  int
		want        string
	}{
		{"one edge beats two", "1>2, 2>3, 1>3", 1, 3, expand.Out, 9, 9, "1>3 of 1"},
		{"all of one length, by number", "1>2, 1>3, 2>4, 3>4", 1, 4, expand.Out, 9, 9,
			"1>2>4 | 1>3>4 of 2"},
		{"no more than wanted, but all are counted", "1>2, 1>3, 2>4, 3>4", 1, 4, expand.Out, 9, 1,
			"1>2>4 of 2"},
		{"the stronger first", "1>2 weak, 1>3, 2>4, 3>4", 1, 4, expand.Out, 9, 9,
			"1>3>4 | 1>2>4 of 2"},
		{"of equal ones, what fewer use first", "1>2, 1>3, 2>4, 3>4, 5>2, 6>2", 1, 4, expand.Out, 9,
			9,
			"1>3>4 | 1>2>4 of 2"},
		{"several edges are one way", "1>2, 1>2 weak, 2>3", 1, 3, expand.Out, 9, 9, "1>2>3 of 1"},
		{"not against the edges", "2>1", 1, 2, expand.Out, 9, 9, " of 0"},
		{"against the edges", "2>1, 3>2", 1, 3, expand.In, 9, 9, "1<2<3 of 1"},
		{"as it comes", "1>2, 3>2", 1, 3, expand.Both, 9, 9, "1>2<3 of 1"},
		{"what leads to both", "2>1, 2>3, 1>4, 3>4", 1, 3, expand.Above, 9, 9, "1<2>3 of 1"},
		{"what both lead to", "2>1, 2>3, 1>4, 3>4", 1, 3, expand.Below, 9, 9, "1>4<3 of 1"},
		{"turning once", "1>2, 3>2, 3>4", 1, 4, expand.Below, 9, 9, " of 0"},
		{"or not at all", "1>2, 2>3", 1, 3, expand.Below, 9, 9, "1>2>3 of 1"},
		{"a call from above leads to what overrides", "5>2, 5>4, 3>2 over", 3, 4, expand.Above, 9,
			9,
			"3>2<5>4 of 1"},
		{"too far", "1>2, 2>3, 3>4", 1, 4, expand.Out, 2, 9, " of 0"},
		{"just not too far", "1>2, 2>3, 3>4", 1, 4, expand.Out, 3, 9, "1>2>3>4 of 1"},
		{"loops lead nowhere", "1>1, 1>2, 2>2, 2>3", 1, 3, expand.Out, 9, 9, "1>2>3 of 1"},
		{"a class stands for its methods", "1>2 has, 1>3 has, 3>4", 1, 4, expand.Out, 1, 9,
			"1>3>4 of 1"},
		{"and so does the other end", "1>2 has, 5>4 has, 2>4", 1, 5, expand.Out, 1, 9,
			"1>2>4<5 of 1"},
		{"what an end contains", "1>2 has, 2>3 has", 1, 3, expand.Out, 1, 9, "1>2>3 of 1"},
		{"what contains an end", "1>2 has, 2>3 has", 3, 1, expand.Out, 1, 9, "3<2<1 of 1"},
		{"the class itself before its methods", "1>2 has, 2>4, 1>4", 1, 4, expand.Out, 1, 9,
			"1>4 | 1>2>4 of 2"},
		{"a call of a member leads to what overrides it", "1>2, 3>2 over, 3>4", 1, 4, expand.Out, 9,
			9,
			"1>2<3>4 of 1"},
		{"what overrides a member leads to no sibling", "3>2 over, 5>2 over", 3, 5, expand.Out, 9,
			9,
			" of 0"},
		{"and the other way round", "1>2, 3>2 over, 3>4", 4, 1, expand.In, 9, 9, "4<3>2<1 of 1"},
		{"siblings have no path through their container", "1>2 has, 1>3 has", 2, 3, expand.Both, 9,
			9,
			" of 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := strengthen(parseGraph(t, c.graph), map[string]float64{"weak": 0.5})
			p, err := expand.FindPaths(g, []expand.Node{c.from}, []expand.Node{c.to},
				expand.PathOptions{
					MaxDepth: c.depth, MaxPaths: c.max, Direction: c.dir,
					Allow: expand.Raw([]string{"calls", "weak",
						"over"}), Reversed: expand.Raw([]string{"over"}),
					Included: expand.Raw([]string{"has"}),
				})
			if err != nil {
				t.Fatal(err)
			}
			if got := showPaths(p); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestPathsLeadThroughWhatIsAdmitted(t *testing.T) {
	g := strengthen(parseGraph(t, "1>2, 2>3, 1>4, 4>5, 5>3"), nil)
	p, err := expand.FindPaths(g, []expand.Node{1}, []expand.Node{3},
		expand.PathOptions{MaxDepth: 9, MaxPaths: 9,
			Admit: func(n expand.Node) bool { return n > 3 }})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := showPaths(p), "1>4>5>3 of 1"; got != want {
		t.Errorf("got %s, want %s: ends are not asked, nodes between them are", got, want)
	}
}

func TestPathsLeadThroughNothingBusy(t *testing.T) {
	g := strengthen(parseGraph(t, "1>2, 2>3, 1>4, 4>5, 5>3, 6>2, 7>2"), nil)
	for busy, want := range map[int]string{3: "1>4>5>3 of 1", 4: "1>2>3 of 1", 0: "1>2>3 of 1",
		1: " of 0"} {
		p, err := expand.FindPaths(g, []expand.Node{1}, []expand.Node{3},
			expand.PathOptions{MaxDepth: 9, MaxPaths: 9, Busy: busy})
		if err != nil {
			t.Fatal(err)
		}
		if got := showPaths(p); got != want {
			t.Errorf("%d: got %s, want %s", busy, got, want)
		}
	}
}

func TestPathsEndAtAnyOfSeveral(t *testing.T) {
	g := strengthen(parseGraph(t, "1>2, 2>3, 4>3, 4>5"), nil)
	p, err := expand.FindPaths(g, []expand.Node{1, 4}, []expand.Node{3, 9},
		expand.PathOptions{MaxDepth: 9, MaxPaths: 9})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := showPaths(p), "4>3 of 1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestEndsStandForTestsOnlyIfTheyAreTests(t *testing.T) {
	g := strengthen(parseGraph(t, "1>2 has, 1>3 has, 2>9, 3>8, 8>9, 2>4 has, 4>7"), nil)
	for _, c := range []struct {
		from, to expand.Node
		want     string
	}{{1, 9, "1>3>8>9 of 1"}, {2, 9, "2>9 of 1"}, {2, 7, "2>4>7 of 1"}, {1, 7, " of 0"}} {
		p, err := expand.FindPaths(g, []expand.Node{c.from}, []expand.Node{c.to},
			expand.PathOptions{
				MaxDepth: 9, MaxPaths: 9, Allow: expand.Raw([]string{"calls"}),
				Included: expand.Raw([]string{"has"}),
				Admit:    func(n expand.Node) bool { return n != 2 && n != 4 },
			})
		if err != nil {
			t.Fatal(err)
		}
		if got := showPaths(p); got != c.want {
			t.Errorf("%d to %d: got %s, want %s", c.from, c.to, got, c.want)
		}
	}
}

func TestPathLimitsBelowOneAreErrors(t *testing.T) {
	for _, o := range []expand.PathOptions{{MaxPaths: 1}, {MaxDepth: 1}} {
		if _, err := expand.FindPaths(memory{}, []expand.Node{1}, []expand.Node{2},
			o); !errors.Is(err,
			expand.ErrLimits) {
			t.Errorf("%+v: err = %v", o, err)
		}
	}
}

// TestPathsAgainstAllWays compares the paths of random graphs with those of an exhaustive
// search.
func TestPathsAgainstAllWays(t *testing.T) {
	weights := map[string]float64{"a": 1, "b": 0.5, "c": 0.9}
	found := 0
	for seed := range 3000 {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		nodes, edges := 3+r.IntN(7), r.IntN(22)
		var list []string
		for range edges {
			list = append(list, fmt.Sprintf("%d>%d %c", r.IntN(nodes), r.IntN(nodes),
				'a'+rune(r.IntN(3))))
		}
		g := strengthen(parseGraph(t, strings.Join(list, ",")), weights)
		dir := []expand.Direction{expand.Out, expand.In, expand.Both}[r.IntN(3)]
		depth := 1 + r.IntN(5)
		p, err := expand.FindPaths(g, []expand.Node{0}, []expand.Node{1},
			expand.PathOptions{MaxDepth: depth, MaxPaths: 1000, Direction: dir})
		if err != nil {
			t.Fatal(err)
		}
		want := allWays(g, dir, depth)
		if p.Total != len(want) || len(p.Found) != len(want) {
			t.Fatalf("seed %d, %s, %v: %s, want %v", seed, list, dir, showPaths(p), want)
		}
		for i, path := range p.Found {
			if !slices.Equal(path.Nodes[1:], want[i].nodes) ||
				math.Abs(path.Strength-want[i].strength) > 1e-9 {
				t.Fatalf("seed %d, %s, %v: path %d is %v (%g), want %+v", seed, list, dir, i,
					path.Nodes,
					path.Strength, want[i])
			}
			found++
		}
	}
	if found < 1000 {
		t.Errorf("only %d paths were compared", found)
	}
}

// TestPathsTurnOnce compares paths that turn with the nearest node from which both ends
// are reachable, or that is reachable from both.
func TestPathsTurnOnce(t *testing.T) {
	found := 0
	for seed := range 2000 {
		r := rand.New(rand.NewPCG(uint64(seed), 4))
		nodes, edges := 4+r.IntN(8), r.IntN(18)
		var list []string
		for range edges {
			list = append(list, fmt.Sprintf("%d>%d", r.IntN(nodes), r.IntN(nodes)))
		}
		g := strengthen(parseGraph(t, strings.Join(list, ",")), nil)
		dir, edgesOf := expand.Above, g.in
		if seed%2 > 0 {
			dir, edgesOf = expand.Below, g.out
		}
		p, err := expand.FindPaths(g, []expand.Node{0}, []expand.Node{1},
			expand.PathOptions{MaxDepth: 6, MaxPaths: 100, Direction: dir})
		if err != nil {
			t.Fatal(err)
		}
		want := 7
		first, second := distances(edgesOf, 0), distances(edgesOf, 1)
		for n, d := range first {
			if e, ok := second[n]; ok {
				want = min(want, d+e)
			}
		}
		if (want < 7) != (len(p.Found) > 0) || p.Total != len(p.Found) {
			t.Fatalf("seed %d, %s, %s: %s, want length %d", seed, list, dir, showPaths(p), want)
		}
		for _, path := range p.Found {
			turned := false
			for i, e := range path.Edges {
				along := e.From == path.Nodes[i]
				turned = turned || along != (dir == expand.Below)
				if path.Length != want || turned != (i >= path.Turn) ||
					turned != (along != (dir == expand.Below)) {
					t.Fatalf("seed %d, %s, %s: %s, want length %d and one turn", seed, list, dir,
						showPaths(p),
						want)
				}
			}
			found++
		}
	}
	if found < 500 {
		t.Errorf("only %d paths were found", found)
	}
}

// distances returns the distances from a node, along the given edges: outgoing edges or,
// if given incoming ones, backwards.
func distances(edges map[expand.Node][]expand.Edge, from expand.Node) map[expand.Node]int {
	d := map[expand.Node]int{from: 0}
	for queue := []expand.Node{from}; len(queue) > 0; queue = queue[1:] {
		for _, e := range edges[queue[0]] {
			for _, n := range []expand.Node{e.From, e.To} {
				if _, seen := d[n]; !seen {
					d[n] = d[queue[0]] + 1
					queue = append(queue, n)
				}
			}
		}
	}
	return d
}

type wayTo struct {
	nodes    []expand.Node
	strength float64
	degree   int64
}

// allWays lists the shortest paths from 0 to 1 in the documented order.
func allWays(g memory, dir expand.Direction, depth int) []wayTo {
	var ways []wayTo
	var walk func(n expand.Node, w wayTo, left int)
	walk = func(n expand.Node, w wayTo, left int) {
		if n == 1 {
			ways = append(ways, w)
			return
		}
		if left == 0 {
			return
		}
		strongest := map[expand.Node]float64{}
		if dir != expand.In {
			for _, e := range g.out[n] {
				strongest[e.To] = max(strongest[e.To], e.Weight)
			}
		}
		if dir != expand.Out {
			for _, e := range g.in[n] {
				strongest[e.From] = max(strongest[e.From], e.Weight)
			}
		}
		for to, weight := range strongest {
			if to == 0 || slices.Contains(w.nodes, to) {
				continue
			}
			next := wayTo{append(slices.Clip(w.nodes), to), w.strength * weight, w.degree}
			if to != 1 {
				next.degree += int64(1000 * math.Log2(float64(1+len(g.out[to])+len(g.in[to]))))
			}
			walk(to, next, left-1)
		}
	}
	walk(0, wayTo{strength: 1}, depth)
	shortest := depth
	for _, w := range ways {
		shortest = min(shortest, len(w.nodes))
	}
	ways = slices.DeleteFunc(ways, func(w wayTo) bool { return len(w.nodes) > shortest })
	slices.SortFunc(ways, func(a, b wayTo) int {
		if math.Abs(a.strength-b.strength) > 1e-9 {
			return cmp.Compare(b.strength, a.strength)
		}
		return cmp.Or(cmp.Compare(a.degree, b.degree), slices.Compare(a.nodes, b.nodes))
	})
	return ways
}
