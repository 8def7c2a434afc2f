package inventory

import (
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/query/answer/openends"
	"seedgraph/query/search"
)

// An UnusedIndex provides the data for unused definitions. [*answer.Index] implements it.
type UnusedIndex interface {
	Index
	openends.Index
	PartText(n uint32, part int) (string, error)
	Pieces(n uint32) ([]artifacts.Piece, error)
	Lines(e graph.Edge) ([]uint32, error)
	Postings(term string) (search.Postings, error)
	Symbols(prefix string, f func(name string, nodes []uint32) bool) error
}

// Unused lists types, functions, methods, constants and database objects to which nothing
// in the index refers except themselves and their own members, by path, line and id, with
// their caveats. Tests and route handlers count as used.
func Unused(x UnusedIndex, o Options) (*Answer, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	found, err := unused(x, &o.Filter)
	if err != nil {
		return nil, err
	}
	out, err := o.page(x, found)
	if err != nil {
		return nil, err
	}
	d := newDoubter(x)
	for i, p := range found[min(o.Offset, len(found)):][:len(out.Items)] {
		node, err := x.Node(p.n)
		if err != nil {
			return nil, err
		}
		if out.Items[i].Caveats, err = d.doubts(p.n, node); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// blank is the name of definitions that only serve compile-time checks: nothing can refer
// to it.
const blank = "_"

// unnameable reports whether nothing can refer to a node by name: it is blank, or an
// anonymous class defined where it is used.
func unnameable(node *graph.Node) bool {
	i := strings.LastIndexByte(node.Short, '$')
	return node.Short == blank || node.Language == "java" && node.Kind.IsType() && i >= 0 &&
		strings.Trim(node.Short[i+1:], "0123456789") == ""
}

// isOnWire reports whether a GraphQL node is part of the messages between clients and
// servers: an operation, an enum value, a root operation type. Sources do not refer to
// these by name.
func isOnWire(node *graph.Node) bool {
	if node.Language != "graphql" {
		return false
	}
	switch node.Kind {
	case graph.KindConstant:
		return true
	case graph.KindClass:
		return node.Short == "Query" || node.Short == "Mutation" || node.Short == "Subscription"
	case graph.KindFunction:
		return !slices.Contains(node.Modifiers, "fragment") && !slices.Contains(node.Modifiers, "directive")
	}
	return false
}

// unused returns the unused nodes as if they were of one kind.
func unused(x UnusedIndex, filter *search.Selection) ([]place, error) {
	uses, err := x.Uses()
	if err != nil {
		return nil, err
	}
	var found []place
	admit := func(n uint32) bool { return uses[n]&artifacts.Used == 0 }
	err = x.NodesOfKinds(usable(filter), admit, func(n uint32, node *graph.Node) error {
		if node.Flags&(graph.Test|graph.External|graph.Replaced) != 0 || unnameable(node) ||
			isOnWire(node) && !slices.Contains(filter.Filter.Kinds, node.Kind) || !filter.Admits(node) {
			return nil
		}
		value, err := isExpression(x, n, node)
		if err == nil && !value {
			found = append(found, place{path: node.Path, line: node.Span.StartLine, n: n})
		}
		return err
	})
	return found, err
}

// usable returns the kinds whose nodes may be unused. Kinds whose nodes run by
// themselves, or as part of their container, are only listed if the filter names them.
func usable(filter *search.Selection) map[graph.NodeKind]bool {
	kinds := map[graph.NodeKind]bool{graph.KindConstant: true}
	for _, k := range graph.NodeKinds() {
		kinds[k] = kinds[k] || k.IsType() || k.IsCallable() || k.Domain() == graph.Database
	}
	for _, k := range []graph.NodeKind{graph.KindConstructor, graph.KindBatch, graph.KindDeploy, graph.KindTrigger,
		graph.KindUnknown} {
		kinds[k] = slices.Contains(filter.Filter.Kinds, k)
	}
	return kinds
}
