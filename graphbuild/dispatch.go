package graphbuild

import (
	"cmp"
	"math"
	"slices"

	"seedgraph/graph"
	"seedgraph/internal/order"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A pair records that a call of the member base may run the member impl. Both are node
// numbers.
type pair struct {
	base, impl uint32
	alone      bool // see [resolve.Dispatch]
}

// dispatches appends the edges from each interface or base member to the members that
// dynamic dispatch may select: those that override or implement it, directly or
// indirectly, and have a body. The confidence is shared among all possible targets,
// including the base member if it has a body.
//
// The number of these edges is at most the number of overriding members times maxOverrides. Members
// further below have no edge, which is a limit of their file.
func dispatches(ix *resolve.Table, below []pair, edges []graph.Edge) []graph.Edge {
	edges = slices.DeleteFunc(edges, func(e graph.Edge) bool { return e.Kind == graph.Dispatches })
	if len(below) == 0 {
		return edges
	}
	runs := runnable(ix, below)
	for i := 0; i < len(below); {
		base := below[i].base
		for i < len(below) && below[i].base == base {
			i++
		}
		impls, more := reached(below, base)
		if more {
			d := ix.Def(resolve.DefID(base))
			d.File.Limit(parse.Limit{At: d.NameAt, Quantity: "levels of overriding members",
				Max: maxOverrides, Count: 1})
		}
		impls = slices.DeleteFunc(impls, func(n uint32) bool { return !runs[n] })
		share := len(impls)
		if runs[base] {
			share++
		}
		for _, n := range impls {
			edges = append(edges, graph.Edge{From: base, To: n, Kind: graph.Dispatches,
				Tier: graph.Hierarchy, Share: uint16(min(share, math.MaxUint16))})
		}
	}
	return edges
}

// overriders lists the pairs given by Overrides edges, resolvers and classes that
// inherit an implementation, by (base, impl).
func overriders(binders []*resolve.Binder, edges []graph.Edge) []pair {
	var out []pair
	for _, e := range edges {
		switch {
		case e.From == e.To:
		case e.Kind == graph.Overrides:
			out = append(out, pair{base: e.To, impl: e.From})
		case e.Kind == graph.Dispatches:
			out = append(out, pair{base: e.From, impl: e.To})
		}
	}
	for _, b := range binders {
		for _, d := range b.Dispatches {
			p := pair{nodeOf(d.Base), nodeOf(d.Impl), d.Alone}
			if p.base != p.impl {
				out = append(out, p)
			}
		}
	}
	slices.SortFunc(out, func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.base, b.base), cmp.Compare(a.impl, b.impl), order.Bools(a.alone, b.alone))
	})
	return slices.Compact(out)
}

// overriding lists the members paired with base: those that directly override it, and
// dispatch targets reported by resolvers. Pairs are sorted.
func overriding(pairs []pair, base resolve.DefID) []resolve.DefID {
	i, _ := slices.BinarySearchFunc(pairs, nodeOf(base), func(p pair, base uint32) int {
		return cmp.Compare(p.base, base)
	})
	var out []resolve.DefID
	for ; i < len(pairs) && pairs[i].base == nodeOf(base); i++ {
		out = append(out, resolve.DefID(pairs[i].impl))
	}
	return out
}

// maxOverrides bounds the levels of members that override each other between the ends of an edge:
// with thousands of them, edges between all pairs would be millions.
const maxOverrides = 100

// reached lists the members that override base, directly or indirectly, by number; more reports
// whether there are members beyond maxOverrides levels. Pairs are sorted.
func reached(pairs []pair, base uint32) (out []uint32, more bool) {
	seen, followed := map[uint32]bool{base: true}, map[uint32]bool{base: true}
	level := 0
	for todo, rest := []uint32{base}, 1; len(todo) > 0; todo = todo[1:] {
		if rest == 0 {
			rest, level = len(todo), level+1
		}
		rest--
		i, _ := slices.BinarySearchFunc(pairs, todo[0], func(p pair, base uint32) int {
			return cmp.Compare(p.base, base)
		})
		for ; i < len(pairs) && pairs[i].base == todo[0]; i++ {
			n := pairs[i].impl
			if level == maxOverrides {
				more = more || !seen[n]
				continue
			}
			if !seen[n] {
				seen[n] = true
				out = append(out, n)
			}
			if !pairs[i].alone && !followed[n] {
				followed[n] = true
				todo = append(todo, n)
			}
		}
	}
	slices.Sort(out)
	return out, more
}

// runnable returns the nodes in pairs that have a body: all except abstract members and
// interface members without a body.
func runnable(ix *resolve.Table, pairs []pair) map[uint32]bool {
	runs := make(map[uint32]bool, len(pairs))
	for _, p := range pairs {
		runs[p.base], runs[p.impl] = false, false
	}
	for i := range ix.Defs {
		d := &ix.Defs[i]
		if _, ok := runs[nodeOf(d.ID)]; ok && !isAbstract(ix, d) {
			runs[nodeOf(d.ID)] = true
		}
	}
	return runs
}

// isAbstract reports whether d is abstract, so that only overriding members can run.
func isAbstract(ix *resolve.Table, d *resolve.Def) bool {
	if slices.Contains(d.Modifiers, "abstract") {
		return true
	}
	if d.Complexity == 0 && d.Outer != resolve.None &&
		ix.Defs[d.Outer].Kind == graph.KindInterface {
		return true
	}
	a, ok := d.File.Rules.(resolve.AbstractReporter)
	return ok && a.Abstract(d)
}
