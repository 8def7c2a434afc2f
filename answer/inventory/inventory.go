// Package inventory lists all definitions of some kinds: routes, tables, tests, entry
// points, or nodes of any kind.
package inventory

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"seedgraph/answer"
	"seedgraph/answer/dispatch"
	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/render"
	"seedgraph/search"
)

// An Index is what is listed from. [*answer.Index] is one.
type Index interface {
	dispatch.Index
	NodesOfKinds(kinds map[graph.NodeKind]bool, admit func(n uint32) bool,
		f func(n uint32, node *graph.Node) error) error
	// Uses says of each node who uses it; nil if only the edges do.
	Uses() ([]artifacts.Uses, error)
}

// Words for what no node kind says.
const (
	Tests   = "tests"   // functions and methods of test code that nothing calls
	Entries = "entries" // functions, methods and procedures that nothing uses
	Types   = "types"   // of any kind
	// packages and namespaces, of the tree and outside of it
	Packages = "packages"
)

// Words lists the words besides node kinds.
var Words = []string{Tests, Entries, Types, Packages}

// plurals are the kinds that have another name as well.
var plurals = map[string]graph.NodeKind{
	"classes": graph.KindClass, "properties": graph.KindProperty, "procedures": graph.KindProc,
}

// Options selects what is listed.
type Options struct {
	Filter answer.Filter // of the nodes; its kinds are not used
	Name   string        // only names that contain this, in any case
	Offset int           // items to leave out at the beginning
	Limit  int           // items at most; 0: all
}

// An Answer is a page of a list.
type Answer struct {
	Items  []Item `json:"items"` // by kind, path, line and id
	Total  int    `json:"total"` // on all pages
	Offset int    `json:"offset"`
}

// An Item is a node of a list.
type Item struct {
	render.Item
	Signature string `json:"signature,omitempty"`
}

// A sort is what one word asks for.
type sort struct {
	kinds  map[graph.NodeKind]bool
	unused bool // only what nothing uses
	test   bool // of test code, else not
}

// Find lists the nodes of the kinds that the words name.
func Find(x Index, words []string, o Options) (*Answer, error) {
	if o.Offset < 0 {
		return nil, fmt.Errorf("the offset is %d: it must not be negative", o.Offset)
	}
	opts, err := o.Filter.Options()
	if err != nil {
		return nil, err
	}
	var sorts []sort
	for _, word := range words {
		s, err := parse(word)
		if err != nil {
			return nil, err
		}
		sorts = append(sorts, s)
	}
	found, err := o.collect(x, sorts, &opts)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(found, func(a, b Item) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Path, b.Path),
			cmp.Compare(a.StartLine, b.StartLine), cmp.Compare(a.ID, b.ID))
	})
	out := &Answer{Items: found[min(o.Offset, len(found)):], Total: len(found), Offset: o.Offset}
	if o.Limit > 0 {
		out.Items = out.Items[:min(o.Limit, len(out.Items))]
	}
	return out, nil
}

// collect gathers the nodes that one of the sorts wants.
func (o *Options) collect(x Index, sorts []sort, opts *search.Options) ([]Item, error) {
	found := []Item{}
	name := strings.ToLower(o.Name)
	w := dispatch.NewWalker(x)
	kinds := map[graph.NodeKind]bool{}
	for _, s := range sorts {
		for k, wanted := range s.kinds {
			kinds[k] = kinds[k] || wanted
		}
	}
	uses, err := x.Uses()
	if err != nil {
		return nil, err
	}
	all := slices.ContainsFunc(sorts, func(s sort) bool { return !s.unused })
	admit := func(n uint32) bool {
		return all || uses == nil || uses[n]&artifacts.UsedByOthers == 0
	}
	err = x.NodesOfKinds(kinds, admit, func(n uint32, node *graph.Node) error {
		for _, s := range sorts {
			if !s.wants(node) || !opts.Admits(node) ||
				!strings.Contains(strings.ToLower(node.Name), name) {
				continue
			}
			if s.unused {
				used, err := isUsed(w, n, uses)
				if err != nil {
					return err
				}
				if used {
					continue
				}
			}
			found = append(found, Item{render.NewItem(node, 0), node.Signature})
			return nil
		}
		return nil
	})
	return found, err
}

// parse reads a word: one of Words or a node kind, in the singular or plural.
func parse(word string) (sort, error) {
	callable, types := map[graph.NodeKind]bool{}, map[graph.NodeKind]bool{}
	for _, k := range graph.NodeKinds() {
		callable[k], types[k] = k.IsCallable() && k != graph.KindProperty, k.IsType()
	}
	lower := strings.ToLower(word)
	switch lower {
	case Tests, "test":
		return sort{kinds: callable, unused: true, test: true}, nil
	case Entries, "entry", "entry-points", "entrypoints":
		return sort{kinds: callable, unused: true}, nil
	case Types, "type":
		return sort{kinds: types}, nil
	case Packages:
		return sort{kinds: map[graph.NodeKind]bool{graph.KindNamespace: true,
			graph.KindPackage: true}}, nil
	}
	if k := plurals[lower]; k != "" {
		return sort{kinds: map[graph.NodeKind]bool{k: true}}, nil
	}
	for _, try := range []string{word, strings.TrimSuffix(lower, "s")} {
		if k, err := search.ParseKind(try); err == nil {
			return sort{kinds: map[graph.NodeKind]bool{k: true}}, nil
		}
	}
	_, err := search.ParseKind(word)
	return sort{}, fmt.Errorf("%w, or one of %s", err, strings.Join(Words, ", "))
}

// wants reports whether a node is of the kinds of a sort.
func (s *sort) wants(n *graph.Node) bool {
	if !s.kinds[n.Kind] {
		return false
	}
	return !s.unused || s.test == n.Flags.Has(graph.Test) && n.Complexity > 0
}

// isUsed reports whether something uses a node by its own name or by that of a
// member that it stands in for. The edges are read where uses, if there are any, do not
// say it.
func isUsed(w *dispatch.Walker, n uint32, uses []artifacts.Uses) (bool, error) {
	if uses != nil && uses[n]&(artifacts.UsedByOthers|artifacts.StandsIn) != artifacts.StandsIn {
		return uses[n]&artifacts.UsedByOthers != 0, nil
	}
	steps, err := w.Users(n, func(e graph.Edge) bool {
		switch e.Kind {
		case graph.Contains, graph.Imports, graph.Overrides, graph.Dispatches, graph.Routes:
			return false
		}
		return e.From != n
	})
	return len(steps) > 0, err
}

// Lines returns the list as text: a line for each node.
func (a *Answer) Lines() []string {
	var lines []string
	for i := range a.Items {
		it := &a.Items[i]
		lines = append(lines, fmt.Sprintf("%s  %s %s  %s", it.Handle, it.Kind, it.Name,
			render.Place(it.Item)))
	}
	return lines
}
