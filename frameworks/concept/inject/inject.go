// Package inject finds which implementation stands behind a service: what a container of
// dependencies is told by registrations, annotations and lists of providers.
//
// A container is one of a framework; the folder of each has its rules. What they say is
// here in one form, as bindings.
package inject

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// A Container knows by what an application tells it what it makes of a service.
type Container interface {
	interest.SiteReader

	// Bindings lists the bindings of the tree, in any order. Time grows with the sites of the
	// tree, the classes that are registered as a whole, and the bindings: the callers that are
	// followed from a registration have bounds.
	Bindings(t *eval.Tree) []Binding
}

// A Binding says that whoever asks for a service may be given an implementation.
type Binding struct {
	Service        resolve.DefID // a type; None for one outside the tree
	Implementation resolve.DefID // another type
	Lifetime       graph.Via     // how long an object lives; ViaNone where that is not said
	By             resolve.DefID // the definition that registers it, or is annotated
	At             eval.Place    // where it does
	Tier           graph.Tier

	// Outside is the name of a service outside the tree, as it is written.
	Outside string

	// Types are the implementation, its base classes and its interfaces, the nearest first.
	// [Set.Bindings] sets them.
	Types []resolve.DefID

	// Primary says that whoever asks for one object of the service, and no more, is given
	// this one.
	Primary bool
}

// A Set is a list of containers.
type Set []Container

// Bindings lists the bindings that the containers find, by service, implementation and
// place. Should one of them panic, that costs its bindings and is noted with the first
// file that has sites. A class that stands for itself makes none. Time is that of the
// containers, and of sorting.
func (s Set) Bindings(t *eval.Tree) []Binding {
	var out []Binding
	for _, c := range s {
		t.Guard(func() { out = append(out, c.Bindings(t)...) })
	}
	for i := range out {
		if out[i].Outside == "" {
			out[i].Service = t.Table.Canon[out[i].Service]
		}
		out[i].Implementation = t.Table.Canon[out[i].Implementation]
		out[i].Types = t.Lineage(out[i].Implementation)
		out[i].Tier = resolve.Worse(out[i].Tier, graph.Exact)
	}
	out = slices.DeleteFunc(out, func(b Binding) bool { return b.Service == b.Implementation })
	slices.SortFunc(out, func(a, b Binding) int {
		return cmp.Or(cmp.Compare(a.Service, b.Service), strings.Compare(a.Outside, b.Outside),
			cmp.Compare(a.Implementation, b.Implementation), cmp.Compare(a.Tier, b.Tier),
			strings.Compare(a.At.File.Path, b.At.File.Path), cmp.Compare(a.At.At, b.At.At),
			cmp.Compare(a.Lifetime, b.Lifetime))
	})
	return slices.CompactFunc(out, func(a, b Binding) bool {
		return a.Service == b.Service && a.Outside == b.Outside && a.Implementation == b.Implementation && a.By == b.By
	})
}
