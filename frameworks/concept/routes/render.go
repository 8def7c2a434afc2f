package routes

import (
	"cmp"
	"slices"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// A Renderer is a Framework that knows which templates code renders.
type Renderer interface {
	Framework

	// Renders lists what is rendered by what, in any order. Time grows with the sites of the
	// tree and its templates.
	Renders(t *eval.Tree) []Render
}

// A Render says that a definition renders a component or template.
type Render struct {
	By, What resolve.DefID
	At       eval.Place // in the file of By; without a file where nothing in it says so
	Tier     graph.Tier
}

// Renders lists what the frameworks find to be rendered, by place and what it is. Time is that
// of the frameworks, and of sorting.
func (s Set) Renders(t *eval.Tree) []Render {
	var out []Render
	for _, f := range s {
		if r, ok := f.(Renderer); ok {
			t.Guard(func() { out = append(out, r.Renders(t)...) })
		}
	}
	slices.SortFunc(out, func(a, b Render) int {
		return cmp.Or(cmp.Compare(a.By, b.By), cmp.Compare(a.At.At, b.At.At),
			cmp.Compare(a.What, b.What), cmp.Compare(a.Tier, b.Tier))
	})
	return slices.CompactFunc(out, func(a, b Render) bool {
		a.Tier = b.Tier
		return a == b
	})
}
