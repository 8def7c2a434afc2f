package inventory

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"seedgraph/answer/dispatch"
	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/render"
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

// UnusedItem is a definition that nothing refers to.
type UnusedItem struct {
	Item
	Doubts []string `json:"doubts"` // why it may be used nevertheless
}

// An UnusedAnswer is a page of the definitions that nothing refers to.
type UnusedAnswer struct {
	Items  []UnusedItem `json:"items"` // by path, line and id
	Total  int          `json:"total"`
	Offset int          `json:"offset"`
}

// UnusedIndex is what unused definitions are found in. [*answer.Index] is one.
type UnusedIndex interface {
	Index
	PartText(n uint32, part int) (string, error)
}

// Unused lists types, functions, methods, constants and database objects that
// nothing in the index refers to but themselves and their own members. Tests, and
// what a route leads to, count as used.
func Unused(x UnusedIndex, o Options) (*UnusedAnswer, error) {
	if o.Offset < 0 {
		return nil, fmt.Errorf("the offset is %d: it must not be negative", o.Offset)
	}
	opts, err := o.Filter.Options()
	if err != nil {
		return nil, err
	}
	numbers, err := unused(x, &opts)
	if err != nil {
		return nil, err
	}
	out := &UnusedAnswer{Items: []UnusedItem{}, Total: len(numbers), Offset: o.Offset}
	numbers = numbers[min(o.Offset, len(numbers)):]
	if o.Limit > 0 {
		numbers = numbers[:min(o.Limit, len(numbers))]
	}
	for _, n := range numbers {
		node, err := x.Node(n)
		if err != nil {
			return nil, err
		}
		doubts, err := doubts(x, n, node)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, UnusedItem{Item{render.NewItem(node, 0), node.Signature},
			doubts})
	}
	return out, nil
}

// unused lists the numbers of unused nodes by path, line and id.
func unused(x UnusedIndex, opts *search.Options) ([]uint32, error) {
	kinds := map[graph.NodeKind]bool{graph.KindConstant: true}
	for _, k := range graph.NodeKinds() {
		kinds[k] = kinds[k] || k.IsType() || k.IsCallable() || k.Domain() == graph.Database
	}
	for _, k := range []graph.NodeKind{graph.KindConstructor, graph.KindBatch, graph.KindTrigger,
		graph.KindUnknown} {
		kinds[k] = slices.Contains(opts.Filter.Kinds, k)
	}
	type place struct {
		n    uint32
		path string
		line uint32
	}
	var found []place
	uses, err := x.Uses()
	if err != nil {
		return nil, err
	}
	u := usage{x, dispatch.NewWalker(x), uses}
	admit := func(n uint32) bool { return uses == nil || uses[n]&artifacts.UsedFromOutside == 0 }
	err = x.NodesOfKinds(kinds, admit, func(n uint32, node *graph.Node) error {
		if node.Flags&(graph.Test|graph.External) != 0 || !opts.Admits(node) {
			return nil
		}
		used, err := u.used(n, node)
		if err == nil && !used {
			found = append(found, place{n, node.Path, node.Span.StartLine})
		}
		return err
	})
	slices.SortFunc(found, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.line, b.line),
			cmp.Compare(a.n, b.n))
	})
	var out []uint32
	for _, p := range found {
		out = append(out, p.n)
	}
	return out, err
}

// A usage says what is used.
type usage struct {
	x    Index
	w    *dispatch.Walker
	uses []artifacts.Uses // nil: the edges are read
}

// used reports whether something outside a node refers to it or to what it contains.
// A member that implements or overrides another is used if that is.
func (u *usage) used(n uint32, node *graph.Node) (bool, error) {
	own := []uint32{n}
	for i := 0; i < len(own) && node.Kind.IsType(); i++ {
		edges, err := u.x.Out(own[i])
		if err != nil {
			return false, err
		}
		for _, e := range edges {
			if e.Kind == graph.Contains && !slices.Contains(own, e.To) {
				own = append(own, e.To)
			}
		}
	}
	for _, m := range own {
		if u.uses != nil && len(own) == 1 && u.uses[m]&artifacts.StandsIn == 0 {
			return u.uses[m]&(artifacts.UsedByOthers|artifacts.Routed) != 0, nil
		}
		steps, err := u.w.Users(m, func(e graph.Edge) bool {
			switch e.Kind {
			case graph.Contains, graph.Imports, graph.Overrides, graph.Dispatches:
				return false
			}
			return !slices.Contains(own, e.From)
		})
		if err != nil || len(steps) > 0 {
			return true, err
		}
	}
	return false, nil
}

// doubts lists the reasons to doubt that a node is unused.
func doubts(x UnusedIndex, n uint32, node *graph.Node) ([]string, error) {
	out := []string{}
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

// Lines returns the list as text: a line for each node, with the doubts.
func (a *UnusedAnswer) Lines() []string {
	var lines []string
	for i := range a.Items {
		it := &a.Items[i]
		line := fmt.Sprintf("%s  %s %s  %s", it.Handle, it.Kind, it.Name, render.Place(it.Item.Item))
		if len(it.Doubts) > 0 {
			line += "  but: " + strings.Join(it.Doubts, ", ")
		}
		lines = append(lines, line)
	}
	return lines
}
