package artifacts_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/graph"
)

// guardedEntries returns a random graph in which some nodes have roles, recorded by other
// nodes.
func guardedEntries(seed uint64) artifacts.Index {
	rng := rand.New(rand.NewPCG(seed, 11))
	in := artifactstest.Guarded(rng, []graph.Access{{}, {Allow: []string{"hr"}}})
	for n := range uint32(len(in.Graph.Nodes)) {
		if in.Graph.Nodes[n].Kind.IsCallable() && rng.IntN(4) == 0 {
			role := graph.Roles()[rng.IntN(int(graph.RoleScript))]
			by := rng.Uint32N(uint32(len(in.Graph.Nodes)))
			in.Graph.Entries = append(in.Graph.Entries, graph.Entry{Node: n, Role: role, By: by})
		}
	}
	return in
}

// TestReaching compares roles and distances with a naive computation from the visible
// edges, for unrestricted and restricted readers.
func TestReaching(t *testing.T) {
	told, far := 0, 0
	for seed := range uint64(6) {
		in := guardedEntries(seed)
		ids := map[graph.Entry]graph.NodeID{}
		for _, e := range in.Graph.Entries {
			ids[e] = in.Graph.Nodes[e.By].ID
		}
		dir := write(t, in, artifacts.Options{})
		mustVerify(t, dir)
		all := open(t, dir)
		some, err := all.Restrict(graph.Visitor{Checked: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range []*artifacts.Reader{all, some} {
			x := reachByEdges{usesByEdges{t, r}, map[uint32]graph.Role{}}
			x.entries(in.Graph)
			reaching, err := r.Reachability()
			if err != nil {
				t.Fatal(err)
			}
			product, tests := x.distances(false), x.distances(true)
			for n := range r.NumNodes() {
				got := reaching.At(n)
				if got.Role != x.roles[n] {
					t.Errorf("graph %d, node %d: role %s, want %s", seed, n, got.Role, x.roles[n])
				}
				want := artifacts.Reachability{Role: x.roles[n]}
				if d, ok := product[n]; ok {
					want.Distance, want.Known = d, true
				} else if d, ok := tests[n]; ok {
					want.Distance, want.Known, want.Tests = d, true, true
				}
				if got != want {
					t.Errorf("graph %d, node %d: %+v, want %+v", seed, n, got, want)
				}
				told, far = told+int(got.Role), max(far, got.Distance)
			}
		}
	}
	if told == 0 || far < 2 {
		t.Errorf("the sum of the roles is %d, the longest distance %d", told, far)
	}
}

// reachByEdges computes roles and distances by definition.
type reachByEdges struct {
	usesByEdges
	roles map[uint32]graph.Role
}

// entries finds the roles.
func (x reachByEdges) entries(g *graph.Graph) {
	at := map[graph.NodeID]uint32{}
	for n := range x.r.NumNodes() {
		at[x.node(n).ID] = n
	}
	give := func(n uint32, role graph.Role) {
		if x.roles[n] == 0 || role < x.roles[n] {
			x.roles[n] = role
		}
	}
	for _, e := range g.Entries {
		n, seen := at[g.Nodes[e.Node].ID]
		if _, told := at[g.Nodes[e.By].ID]; seen && told {
			give(n, e.Role)
		}
	}
	for n := range x.r.NumNodes() {
		node := x.node(n)
		has := func(edges []graph.Edge, kinds ...graph.EdgeKind) bool {
			return slices.ContainsFunc(edges, func(e graph.Edge) bool {
				return slices.Contains(kinds, e.Kind)
			})
		}
		in, out := x.edges(x.r.In, n), x.edges(x.r.Out, n)
		if has(in, graph.Routes) {
			give(n, graph.RoleRoute)
		}
		if has(in, graph.Handles) {
			give(n, graph.RoleMessage)
		}
		test := node.Flags.Has(graph.Test)
		if node.Kind == graph.KindFile && has(out, graph.Calls, graph.Creates) {
			if test {
				give(n, graph.RoleTest)
			} else if !has(in, graph.Imports) {
				give(n, graph.RoleScript)
			}
		}
		if test && node.Kind.IsCallable() && node.Kind != graph.KindConstructor &&
			node.Kind != graph.KindProperty && node.Complexity > 0 &&
			x.uses(n)&artifacts.Called == 0 {
			give(n, graph.RoleTest)
		}
	}
}

// distances relaxes the edges until nothing changes.
func (x reachByEdges) distances(tests bool) map[uint32]int {
	out := map[uint32]int{}
	for n, role := range x.roles {
		if role != graph.NoRole && (role == graph.RoleTest) == tests {
			out[n] = 0
		}
	}
	for changed := true; changed; {
		changed = false
		for n := range x.r.NumNodes() {
			d, ok := out[n]
			if !ok {
				continue
			}
			for _, e := range x.edges(x.r.Out, n) {
				old, ok := out[e.To]
				if artifacts.Executes(x.node(n), x.node(e.To), e.Kind) && (!ok || d+1 < old) {
					out[e.To], changed = d+1, true
				}
			}
		}
	}
	return out
}
