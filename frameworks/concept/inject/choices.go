package inject

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// A Chooser is a Container of which a place may ask for one of several implementations.
type Chooser interface {
	Container

	// Choices lists the calls of a service of which it is known what they run, in any order.
	// Time grows with the sites of the tree, the bindings and the places that ask.
	Choices(t *eval.Tree) []Choice
}

// A Choice says which implementation a call of a service leads to: that which the object
// was given for what it is called on.
type Choice struct {
	Member         resolve.DefID // of the service: what is called
	Implementation resolve.DefID // a type
	By             resolve.DefID // the definition that calls
	At             eval.Place    // where it does
	Tier           graph.Tier

	// Types are as those of a Binding. [Set.Choices] sets them.
	Types []resolve.DefID
}

// Choices lists the choices that the containers find, by place and member, of equal ones the
// surest. A panic costs
// those of one container, as with Bindings. Time is that of the containers, and of sorting.
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
