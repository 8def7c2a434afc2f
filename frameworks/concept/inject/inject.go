// Package inject finds the implementations of services in dependency injection
// containers, which registrations, annotations and provider lists define.
//
// A container belongs to a framework; each has its own package. They all produce
// bindings.
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

// A Container finds the implementations that an application registers for services.
type Container interface {
	interest.SiteReader

	// Bindings lists the bindings of the tree, in any order. Time is linear in the
	// sites of the tree, the classes registered by scans, and the bindings: the callers
	// followed from a registration are bounded.
	Bindings(t *eval.Tree) []Binding
}

// A Binding is a registration of an implementation for a service.
type Binding struct {
	Service        resolve.DefID // a type; None for an external one
	Implementation resolve.DefID // another type
	Lifetime       graph.Via     // ViaNone if it is not specified
	By             resolve.DefID // the definition that registers it, or is annotated
	At             eval.Place    // place of the registration
	Tier           graph.Tier

	// Outside is the name of an external service, as written.
	Outside string

	// Types are the implementation, its base classes and its interfaces, the nearest
	// first. [Set.Bindings] sets them.
	Types []resolve.DefID

	// Primary is set if this implementation is injected where a single object of the
	// service is requested without further qualification.
	Primary bool
}

// A Set is a list of containers.
type Set []Container

// Bindings lists the bindings that the containers find, by service, implementation and
// place. If a container panics, its bindings are lost, and the panic is recorded with
// the first file that has sites. A class registered as itself has no binding.
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
		out[i].Tier = resolve.WeakerTier(out[i].Tier, graph.Exact)
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
