package artifacts

import "seedgraph/graph"

// This file writes and reads the entry points, and the distance of each node from them;
// see FORMAT.md, section "Entry points".

// A Reachability describes how a node is reachable from outside the code of the tree.
type Reachability struct {
	Role graph.Role // of an entry point

	// Distance is the number of edges from the nearest entry point other than a test; 0
	// for an entry point itself. If the node is reachable only from tests, it is the
	// distance from the nearest test.
	Distance int
	Tests    bool // reachable only from tests
	Known    bool // reachable from an entry point
}

// Distances are stored in a byte: maxDistance represents all distances from there on;
// testBit is set if a node is reachable only from tests.
const (
	maxDistance = 126
	testBit     = 128
	noDistance  = 127
)

// A reachIn is a graph for which distances are computed. Edges are sorted by From.
type reachIn struct {
	g     *graph.Graph
	begin []uint32 // start of the edges of each node
	roles []graph.Role
	far   []byte
}

// reachOf finds the roles of all nodes and their distances from entry points. It visits
// each edge at most twice.
func reachOf(g *graph.Graph, uses []Uses) ([]graph.Role, []byte) {
	r := &reachIn{g: g, begin: make([]uint32, len(g.Nodes)+1),
		roles: make([]graph.Role, len(g.Nodes)), far: make([]byte, len(g.Nodes))}
	for _, e := range g.Edges {
		r.begin[e.From+1]++
	}
	for i := range g.Nodes {
		r.begin[i+1] += r.begin[i]
		r.far[i] = noDistance
	}
	r.findRoles(uses)
	r.spread(0)
	r.spread(testBit)
	return r.roles, r.far
}

// give assigns a role to a node, unless it has one with precedence.
func (r *reachIn) give(n uint32, role graph.Role) {
	if r.roles[n] == graph.NoRole || role < r.roles[n] {
		r.roles[n] = role
	}
}

// findRoles finds the entry points: recorded ones, and those that follow from edges.
func (r *reachIn) findRoles(uses []Uses) {
	runs, imported := make([]bool, len(r.g.Nodes)), make([]bool, len(r.g.Nodes)) // files
	for _, e := range r.g.Edges {
		switch e.Kind {
		case graph.Routes:
			r.give(e.To, graph.RoleRoute)
		case graph.Handles:
			r.give(e.To, graph.RoleMessage)
		case graph.Imports:
			imported[e.To] = true
		case graph.Calls, graph.Creates:
			if r.g.Nodes[e.From].Kind == graph.KindFile {
				runs[e.From] = true
			}
		}
	}
	for _, e := range r.g.Entries {
		r.give(e.Node, e.Role)
	}
	for i := range r.g.Nodes {
		n, at := &r.g.Nodes[i], uint32(i)
		test := n.Flags.Has(graph.Test)
		switch {
		case n.Kind == graph.KindFile && runs[at] && test:
			r.give(at, graph.RoleTest)
		case n.Kind == graph.KindFile && runs[at] && !imported[at]:
			r.give(at, graph.RoleScript)
		case test && isTest(n) && uses[i]&Called == 0:
			r.give(at, graph.RoleTest)
		}
	}
}

// isTest reports whether a node of test code may be run as a test.
func isTest(n *graph.Node) bool {
	return n.Kind.IsCallable() && n.Kind != graph.KindConstructor &&
		n.Kind != graph.KindProperty && n.Complexity > 0
}

// spread computes the distances of nodes not reached yet: from all entry points except
// tests or, with the test bit, from tests.
func (r *reachIn) spread(bit byte) {
	var now []uint32
	for n, role := range r.roles {
		if role != graph.NoRole && (role == graph.RoleTest) == (bit == testBit) &&
			r.far[n] == noDistance {
			r.far[n] = bit
			now = append(now, uint32(n))
		}
	}
	for hop := 1; len(now) > 0; hop++ {
		var next []uint32
		for _, n := range now {
			for _, e := range r.g.Edges[r.begin[n]:r.begin[n+1]] {
				if r.far[e.To] == noDistance && Executes(&r.g.Nodes[n], &r.g.Nodes[e.To], e.Kind) {
					r.far[e.To] = byte(min(hop, maxDistance)) | bit
					next = append(next, e.To)
				}
			}
		}
		now = next
	}
}

// Propagates reports whether executing the source of an edge may execute its target. A
// component executes its members; a module executes the statements of the modules that it
// imports.
func Executes(from, to *graph.Node, kind graph.EdgeKind) bool {
	switch {
	case kind.Propagates():
		return true
	case kind == graph.Contains:
		return from.Kind == graph.KindComponent && to.Kind.IsCallable()
	case kind == graph.Imports:
		return to.Kind == graph.KindFile && runsImports(from.Language)
	}
	return false
}

// runsImports reports whether importing a file of a language runs its statements.
func runsImports(language string) bool {
	switch language {
	case "python", "r", "javascript", "typescript", "tsx", "jsx", "vue", "svelte":
		return true
	}
	return false
}

// writeReach stores the entry points that do not follow from edges, and in blocks two
// bytes for each node: its role and its distance.
func (b *build) writeReach(put putFunc) error {
	var value []byte
	last := uint32(0)
	for _, e := range b.g.Entries {
		value = append(appendUint(value, uint64(e.Node-last)), byte(e.Role))
		value = appendUint(value, uint64(e.By))
		last = e.Node
	}
	if err := put([]byte{sectionReach}, value); err != nil {
		return err
	}
	roles, far := reachOf(b.whole, b.usesOfAll())
	for first := 0; first < len(roles); first += accessBlock {
		end := min(first+accessBlock, len(roles))
		value := make([]byte, 0, 2*(end-first))
		for n := first; n < end; n++ {
			value = append(value, byte(roles[n]), far[n])
		}
		if err := put(blockKey(sectionReach, uint32(first/accessBlock)), value); err != nil {
			return err
		}
	}
	return nil
}

// A Reachability describes how each node is reached.
type Reaching struct {
	roles []graph.Role
	far   []byte
}

// Reachability returns how the nodes are reached.
func (r *Reader) Reachability() (*Reaching, error) {
	roles, far, err := r.reach()
	return &Reaching{roles, far}, err
}

// At returns how node n is reached.
func (x *Reaching) At(n uint32) Reachability {
	if int(n) >= len(x.roles) {
		return Reachability{}
	}
	role, far := x.roles[n], x.far[n]
	if far == noDistance {
		return Reachability{Role: role}
	}
	return Reachability{Role: role, Distance: int(far &^ testBit), Tests: far&testBit != 0, Known: true}
}

// reach returns roles and distances: the stored ones or, for a reader with restricted
// access, those computed from the visible edges.
func (r *Reader) reach() ([]graph.Role, []byte, error) {
	if r.partial() {
		return r.gatherReach()
	}
	all := uint32(r.head.nodes)
	roles, far := make([]graph.Role, 0, all), make([]byte, 0, all)
	for first := uint32(0); first < all; first += accessBlock {
		value, err := r.store.get(blockKey(sectionReach, first/accessBlock))
		if err != nil {
			return nil, nil, err
		}
		for ; len(value) > 1; value = value[2:] {
			if graph.Role(value[0]) > graph.RoleTest {
				return nil, nil, corruptf("role %d of a node", value[0])
			}
			roles, far = append(roles, graph.Role(value[0])), append(far, value[1])
		}
	}
	if len(roles) != int(all) {
		return nil, nil, corruptf("roles of %d nodes, not of %d", len(roles), all)
	}
	return dropExtraNodes(r, roles), dropExtraNodes(r, far), nil
}

// gatherReach computes roles and distances from the edges that the reader sees.
func (r *Reader) gatherReach() ([]graph.Role, []byte, error) {
	g := &graph.Graph{Nodes: make([]graph.Node, r.NumNodes())}
	err := r.records(func(n uint32, rec *record) error {
		g.Nodes[n] = graph.Node{Kind: rec.node.Kind, Complexity: rec.node.Complexity,
			Flags: rec.node.Flags, Language: rec.node.Language}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	err = r.Edges(func(e graph.Edge) error {
		g.Edges = append(g.Edges, e)
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	if g.Entries, err = r.entries(); err != nil {
		return nil, nil, err
	}
	roles, far := reachOf(g, usesOf(g))
	return roles, far, nil
}

// entries reads the visible entry points that do not follow from edges, with their
// sources.
func (r *Reader) entries() ([]graph.Entry, error) {
	value, err := r.store.get([]byte{sectionReach})
	if err != nil {
		return nil, err
	}
	var out []graph.Entry
	last := uint64(0)
	for d := (decoder{b: value}); !d.done(); {
		last += d.uint()
		role, by := graph.Role(d.byte()), d.uint()
		if d.bad || last >= r.head.nodes || by >= r.head.nodes || role > graph.RoleTest {
			return nil, corruptf("list of entry points")
		}
		n, seen := r.seen(uint32(last))
		witness, told := r.seen(uint32(by))
		if seen && told {
			out = append(out, graph.Entry{Node: n, Role: role, By: witness})
		}
	}
	return r.addEntries(out), nil
}

// reach checks that roles and distances match the edges.
func (v *verifier) reach() error {
	roles, far, err := v.whole.reach()
	if err != nil {
		return err
	}
	wantRoles, wantFar, err := v.whole.gatherReach()
	if err != nil {
		return err
	}
	for n := range roles {
		if roles[n] != wantRoles[n] || far[n] != wantFar[n] {
			v.addf("the role and the distance of %s do not match its edges", v.ids[n])
		}
	}
	return nil
}
