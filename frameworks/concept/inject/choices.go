package inject

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// A Chooser is a Container in which an injection point may select one of several
// implementations.
type Chooser interface {
	Container

	// Choices lists the service calls whose target is known, in any order. Time is
	// linear in the sites of the tree, the bindings and the injection points.
	Choices(t *eval.Tree) []Choice
}

// A Choice is the implementation that a service call runs: the one injected into the
// receiver.
type Choice struct {
	Member         resolve.DefID // of the service: the call target
	Implementation resolve.DefID // a type
	By             resolve.DefID // the calling definition
	At             eval.Place    // the call site
	Tier           graph.Tier

	// Types are as in a Binding. [Set.Choices] sets them.
	Types []resolve.DefID
}

// Choices lists the choices that the containers find, by place and member; the surest
// of duplicates is kept. If a container panics, its choices are lost, as in Bindings.
func (s Set) Choices(t *eval.Tree) []Choice {
	var out []Choice
	for _, c := range s {
		if c, ok := c.(Chooser); ok {
			t.Guard(func() { out = append(out, c.Choices(t)...) })
		}
	}
	for i := range out {
		out[i].Implementation = t.Table.Canon[out[i].Implementation]
		out[i].Types = t.Lineage(out[i].Implementation)
	}
	slices.SortFunc(out, func(a, b Choice) int {
		return cmp.Or(strings.Compare(a.At.File.Path, b.At.File.Path),
			cmp.Compare(a.At.At, b.At.At), cmp.Compare(a.Member, b.Member),
			cmp.Compare(a.Implementation, b.Implementation), cmp.Compare(a.Tier, b.Tier))
	})
	return slices.CompactFunc(out, func(a, b Choice) bool {
		return a.At == b.At && a.Member == b.Member && a.Implementation == b.Implementation
	})
}
