package export

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/internal/hint"
	"seedgraph/query/search"
)

// A Selection specifies the part of a graph that is exported. Its zero value is the whole
// graph except external symbols.
type Selection struct {
	Externals bool     // include external symbols
	Seeds     []string // ids, handles, path:line or names; only nodes at most Depth edges away
	Depth     int
	Kinds     []string // of nodes
	Paths     []string // patterns, as for a search
	Edges     []string // kinds of edges
}

// Select returns the selected part of the artifacts of r. An unknown kind, a seed that is
// unknown or ambiguous, and a kind or pattern that no node has are errors.
func Select(ctx context.Context, r *artifacts.Reader, s Selection) (*Graph, error) {
	g := &Graph{r: r, externals: s.Externals, keep: make([]bool, r.NumNodes())}
	for n := range g.keep {
		g.keep[n] = true
	}
	if !s.Externals {
		outside, err := r.ExternalSymbols()
		if err != nil {
			return nil, err
		}
		for _, n := range outside {
			g.keep[n] = false
		}
	}
	var err error
	if g.kinds, err = edgeKinds(s.Edges); err != nil {
		return nil, err
	}
	if err := g.checkEdges(); err != nil {
		return nil, err
	}
	if len(s.Seeds)+len(s.Kinds)+len(s.Paths) == 0 {
		return g, nil
	}
	reached, err := g.around(ctx, s.Seeds, s.Depth)
	if err != nil {
		return nil, err
	}
	g.keep, err = g.filter(ctx, s, reached)
	return g, err
}

func edgeKinds(names []string) (map[graph.EdgeKind]bool, error) {
	var kinds map[graph.EdgeKind]bool
	for _, name := range names {
		k, ok := graph.ParseEdgeKind(name)
		if !ok {
			var all []string
			for _, info := range graph.EdgeKinds() {
				all = append(all, info.Name)
			}
			return nil, hint.With(fmt.Errorf("--edges %s: unknown edge kind", name),
				"give one of "+strings.Join(all, ", "))
		}
		if kinds == nil {
			kinds = map[graph.EdgeKind]bool{}
		}
		kinds[k] = true
	}
	return kinds, nil
}

// checkEdges reports a requested edge kind that no edge has.
func (g *Graph) checkEdges() error {
	if len(g.kinds) == 0 || g.externals { // edges to external symbols are not counted
		return nil
	}
	missing := maps.Clone(g.kinds)
	if err := g.r.WithoutEdge(missing); err != nil {
		return err
	}
	for _, info := range graph.EdgeKinds() {
		if missing[info.Kind] {
			return fmt.Errorf("--edges %s: no edges of this kind", info.Name)
		}
	}
	return nil
}

// around returns the nodes that are at most depth edges away from the seeds, in either
// direction; nil without seeds.
func (g *Graph) around(ctx context.Context, seeds []string, depth int) ([]bool, error) {
	if len(seeds) == 0 {
		return nil, nil
	}
	reached := make([]bool, g.r.NumNodes())
	var level []uint32
	for _, s := range seeds {
		n, err := g.seed(s)
		if err != nil {
			return nil, err
		}
		if !reached[n] {
			reached[n] = true
			level = append(level, n)
		}
	}
	for ; depth > 0 && len(level) > 0; depth-- {
		var next []uint32
		for _, n := range level {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			ends, err := g.neighbours(n)
			if err != nil {
				return nil, err
			}
			for _, to := range ends {
				if !reached[to] {
					reached[to] = true
					next = append(next, to)
				}
			}
		}
		level = next
	}
	return reached, nil
}

// seed finds the node denoted by a name.
func (g *Graph) seed(name string) (uint32, error) {
	m, err := g.r.Resolve(name)
	if err == nil && len(m.Nodes) == 0 {
		m.Nodes, err = g.r.Abbreviated(name)
	}
	if err != nil {
		return 0, err
	}
	switch len(m.Nodes) {
	case 0:
		return 0, hint.With(fmt.Errorf("--seeds %s: no such node", name),
			"give an id, a handle, path:line or a name; `query search` finds them")
	case 1:
	default:
		return 0, g.ambiguous(name, m.Nodes)
	}
	n, err := g.r.Node(m.Nodes[0])
	if err == nil && n.Kind.IsExternal() && !g.externals {
		err = hint.With(fmt.Errorf("--seeds %s: this is an external symbol", name),
			"add --externals")
	}
	return m.Nodes[0], err
}

// maxListed bounds the number of nodes listed in an error about an ambiguous seed.
const maxListed = 5

func (g *Graph) ambiguous(name string, nodes []uint32) error {
	var ids []string
	for _, n := range nodes[:min(len(nodes), maxListed)] {
		id, err := g.r.ID(n)
		if err != nil {
			return err
		}
		ids = append(ids, string(id))
	}
	if len(nodes) > maxListed {
		ids = append(ids, "…")
	}
	return hint.With(fmt.Errorf("--seeds %s: %d nodes have this name", name, len(nodes)),
		"give one of "+strings.Join(ids, " "))
}

// neighbours lists the other ends of the edges of a node.
func (g *Graph) neighbours(n uint32) ([]uint32, error) {
	out, err := g.Out(n)
	if err != nil {
		return nil, err
	}
	in, err := g.in(n)
	if err != nil {
		return nil, err
	}
	var ends []uint32
	for _, e := range out {
		ends = append(ends, e.To)
	}
	for _, e := range in {
		ends = append(ends, e.From)
	}
	return ends, nil
}

// in returns the edges of g whose target is node n.
func (g *Graph) in(n uint32) ([]graph.Edge, error) {
	edges, err := g.r.In(n)
	return slices.DeleteFunc(edges, func(e graph.Edge) bool { return !g.joins(e) }), err
}

// filter returns the reached nodes that have one of the kinds and paths.
func (g *Graph) filter(ctx context.Context, s Selection, reached []bool) ([]bool, error) {
	globs, err := search.ParseGlobs(s.Paths)
	if err != nil {
		return nil, err
	}
	wanted := map[graph.NodeKind]bool{}
	for _, name := range s.Kinds {
		kind, err := search.ParseKind(name)
		if err != nil {
			return nil, fmt.Errorf("--kind: %w", err)
		}
		wanted[kind] = false
	}
	keep := make([]bool, g.r.NumNodes())
	paths := make([]bool, len(globs))
	any := false
	err = g.Nodes(ctx, func(n uint32, node *graph.Node) error {
		_, ok := wanted[node.Kind]
		if ok {
			wanted[node.Kind] = true
		}
		fits := len(globs) == 0
		for i, glob := range globs {
			if node.Path != "" && glob.Match(node.Path) {
				paths[i], fits = true, true
			}
		}
		keep[n] = (ok || len(wanted) == 0) && fits && (reached == nil || reached[n])
		any = any || keep[n]
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, kind := range graph.NodeKinds() {
		if found, ok := wanted[kind]; ok && !found {
			return nil, fmt.Errorf("--kind %s: no nodes of this kind", kind)
		}
	}
	for i, ok := range paths {
		if !ok {
			return nil, fmt.Errorf("--path %s: no nodes in matching paths", globs[i])
		}
	}
	if !any {
		return nil, fmt.Errorf("no node is selected: no node matches all flags")
	}
	return keep, nil
}
