package routes

import (
	"cmp"
	"slices"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// A Renderer is a Framework that finds the templates that code renders.
type Renderer interface {
	Framework

	// Renders lists the rendered templates with the definitions that render them, in
	// any order.
	Renders(t *eval.Tree) []Render
}

// A Render records that a definition renders a component or template.
type Render struct {
	By, What resolve.DefID
	At       eval.Place // in the file of By; without a file if the code there does not name it
	Tier     graph.Tier
}

// Renders lists the renders found by all frameworks, by place and rendered template.
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
