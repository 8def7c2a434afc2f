package inventory

import (
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/search"
)

// Reasons to doubt that a definition is unused, though nothing in the index refers
// to it.
const (
	DoubtExported  = "exported"     // others than the tree may use it
	DoubtEntry     = "entry point"  // main, init
	DoubtBase      = "base outside" // it may override a member of a base that is not in the tree
	DoubtMember    = "overrides"    // it overrides or implements a member of the tree, which needs it
	DoubtAttribute = "attribute"    // an attribute, annotation or decorator may register it
)

// UnusedIndex is what unused definitions are found in. [*answer.Index] is one.
type UnusedIndex interface {
	Index
	PartText(n uint32, part int) (string, error)
}

// Unused lists types, functions, methods, constants and database objects that
// nothing in the index refers to but themselves and their own members, by path, line
// and id, with the doubts. Tests, and what a route leads to, count as used.
func Unused(x UnusedIndex, o Options) (*Answer, error) {
	opts, err := o.check()
	if err != nil {
		return nil, err
	}
	found, err := unused(x, opts)
	if err != nil {
		return nil, err
	}
	out, err := o.page(x, found)
	if err != nil {
		return nil, err
	}
	for i, p := range found[min(o.Offset, len(found)):][:len(out.Items)] {
		node, err := x.Node(p.n)
		if err != nil {
			return nil, err
		}
		if out.Items[i].Doubts, err = doubts(x, p.n, node); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// unused lists unused nodes as if they were of one kind.
func unused(x UnusedIndex, opts *search.Options) ([]place, error) {
	u, err := newUsage(x, true)
	if err != nil {
		return nil, err
	}
	var found []place
	admit := func(n uint32) bool {
		return u.uses == nil || u.uses[n]&artifacts.UsedFromOutside == 0
	}
	err = x.NodesOfKinds(usable(opts), admit, func(n uint32, node *graph.Node) error {
		if node.Flags&(graph.Test|graph.External) != 0 || !opts.Admits(node) {
			return nil
		}
		used := u.used
		if node.Kind.IsType() {
			used = u.typeUsed
		}
		ok, err := used(n)
		if err == nil && !ok {
			found = append(found, place{path: node.Path, line: node.Span.StartLine, n: n})
		}
		return err
	})
	return found, err
}

// usable are the kinds whose nodes may be unused. Those that run by themselves, or with
// what has them, are only listed if the filter names them.
func usable(opts *search.Options) map[graph.NodeKind]bool {
	kinds := map[graph.NodeKind]bool{graph.KindConstant: true}
	for _, k := range graph.NodeKinds() {
		kinds[k] = kinds[k] || k.IsType() || k.IsCallable() || k.Domain() == graph.Database
	}
	for _, k := range []graph.NodeKind{graph.KindConstructor, graph.KindBatch, graph.KindTrigger,
		graph.KindUnknown} {
		kinds[k] = slices.Contains(opts.Filter.Kinds, k)
	}
	return kinds
}

// doubts lists the reasons to doubt that a node is unused.
func doubts(x UnusedIndex, n uint32, node *graph.Node) ([]string, error) {
	var out []string
	if node.Flags.Has(graph.Exported) {
		out = append(out, DoubtExported)
	}
	if short := strings.ToLower(node.Short); node.Kind.IsCallable() &&
		(short == "main" || short == "init") {
		out = append(out, DoubtEntry)
	}
	edges, err := x.Out(n)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(edges, func(e graph.Edge) bool { return e.Kind == graph.Overrides }) {
		out = append(out, DoubtMember)
	}
	outside, err := baseOutside(x, n)
	if err != nil {
		return nil, err
	}
	if outside {
		out = append(out, DoubtBase)
	}
	if len(node.Parts) == 0 || node.NameLine == 0 {
		return out, nil
	}
	text, err := x.PartText(n, 1)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(text, "\n")
	first := int(node.Parts[0].StartLine)
	for i := 0; i < len(lines) && first+i <= int(node.NameLine); i++ {
		if l := strings.TrimSpace(lines[i]); strings.HasPrefix(l, "@") || strings.HasPrefix(l, "[") {
			return append(out, DoubtAttribute), nil
		}
	}
	return out, nil
}

// baseOutside reports whether the type that a member belongs to has more base types
// than the tree has of them.
func baseOutside(x Index, n uint32) (bool, error) {
	in, err := x.In(n)
	if err != nil {
		return false, err
	}
	for _, e := range in {
		if e.Kind != graph.Contains {
			continue
		}
		owner, err := x.Node(e.From)
		if err != nil {
			return false, err
		}
		edges, err := x.Out(e.From)
		if err != nil {
			return false, err
		}
		known := 0
		for _, o := range edges {
			if o.Kind == graph.Inherits || o.Kind == graph.Implements {
				known++
			}
		}
		if owner.Kind.IsType() && len(owner.Bases) > known {
			return true, nil
		}
	}
	return false, nil
}
