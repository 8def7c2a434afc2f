package fleet

import (
	"seedgraph/graph"
)

// A symbolCut marks what the joins of the symbols of one family of languages look at.
type symbolCut struct {
	*cut
	x       *Index
	family  string
	shared  Shared
	derived []bool // types whose bases are external symbols in shared packages
	out     []uint32
	reached []bool // definitions whose members and bases are taken
}

// symbols are the external symbols of shared packages with their uses, and the definitions of these
// packages with their members and base types.
func (x *Index) symbols(family string, shared Shared) *cut {
	c := &symbolCut{cut: x.newCut(), x: x, family: family, shared: shared}
	c.derived, c.reached = make([]bool, len(c.nodes)), make([]bool, len(c.nodes))
	c.out = begins(len(c.nodes), c.g.Edges)
	isUsed := c.uses()
	for p, list := range x.defined {
		if p.Family != family || !shared[p] {
			continue
		}
		for _, n := range list {
			c.nodes[n] = true
			c.reach(n)
		}
	}
	for n, is := range c.derived {
		if is {
			c.reach(uint32(n))
		}
	}
	c.creations()
	if isUsed && family == "csharp" {
		c.usings()
	}
	return c.cut
}

// uses takes the edges to external symbols of shared packages. It reports whether there are any.
func (c *symbolCut) uses() bool {
	around := make([]bool, len(c.nodes))
	for i := range c.g.Nodes {
		n := &c.g.Nodes[i]
		if !n.Kind.IsExternal() || families[n.Language] != c.family || !c.isShared(n) {
			continue
		}
		around[i], c.nodes[i] = true, true
		for at, ok := c.parent(n); ok && !c.nodes[at]; at, ok = c.parent(&c.g.Nodes[at]) {
			c.nodes[at] = true
		}
	}
	found := false
	for i, e := range c.g.ExternalEdges {
		if !around[e.To] {
			continue
		}
		found = true
		c.outside[i], c.nodes[e.From] = true, true
		if e.Kind == graph.Inherits || e.Kind == graph.Implements {
			c.derived[e.From] = true
		}
	}
	return found
}

// isShared reports whether an external symbol or one that contains it is of a shared package.
func (c *symbolCut) isShared(n *graph.Node) bool {
	for {
		if c.shared[packageOf(n)] {
			return true
		}
		at, ok := c.parent(n)
		if !ok {
			return false
		}
		n = &c.g.Nodes[at]
	}
}

// parent is the node that contains another one.
func (c *symbolCut) parent(n *graph.Node) (uint32, bool) {
	if n.Parent == "" {
		return 0, false
	}
	return c.x.numberOf(n.Parent)
}

// reach takes the members of a definition with their overrides, and its base types with theirs; of
// a file in a language that passes names on, everything that it refers to.
func (c *symbolCut) reach(n uint32) {
	if c.reached[n] {
		return
	}
	c.reached[n] = true
	passesOn := c.g.Nodes[n].Kind == graph.KindFile &&
		(c.family == "python" || c.family == "typescript")
	for i := c.out[n]; i < c.out[n+1]; i++ {
		switch e := c.g.Edges[i]; e.Kind {
		case graph.Contains:
			c.edge(int(i))
			if c.g.Nodes[e.To].Kind.IsCallable() {
				c.dispatches(e.To)
			}
		case graph.Inherits, graph.Implements:
			c.edge(int(i))
			c.reach(e.To)
		default:
			if passesOn {
				c.edge(int(i))
			}
		}
	}
}

// dispatches takes the edges from a member to those that override it.
func (c *symbolCut) dispatches(n uint32) {
	for i := c.out[n]; i < c.out[n+1]; i++ {
		if c.g.Edges[i].Kind == graph.Dispatches {
			c.edge(int(i))
		}
	}
}

// creations takes the creation sites of derived types, which may be messages.
func (c *symbolCut) creations() {
	created := make([]bool, len(c.nodes))
	for n, is := range c.derived {
		if !is {
			continue
		}
		created[n] = true
		for _, e := range c.g.Edges[c.out[n]:c.out[n+1]] {
			if e.Kind == graph.Contains && c.g.Nodes[e.To].Kind == graph.KindConstructor {
				created[e.To] = true
			}
		}
	}
	c.edgesIf(func(e graph.Edge, _, _ *graph.Node) bool {
		return e.Kind == graph.Creates && created[e.To]
	})
}

// usings takes the namespaces that files of C# import.
func (c *symbolCut) usings() {
	isUsing := func(e graph.Edge, from *graph.Node) bool {
		return e.Kind == graph.Imports && families[from.Language] == "csharp"
	}
	c.edgesIf(func(e graph.Edge, from, _ *graph.Node) bool { return isUsing(e, from) })
	for i, e := range c.g.ExternalEdges {
		if isUsing(e, &c.g.Nodes[e.From]) {
			c.outside[i], c.nodes[e.From], c.nodes[e.To] = true, true, true
		}
	}
}
