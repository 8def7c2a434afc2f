// Package inventory lists all definitions of some kinds: routes, tables, tests, entry
// points, nodes of any kind, and nodes with a role, such as entities, handlers or jobs.
package inventory

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/internal/hint"
	"seedgraph/query/answer"
	"seedgraph/query/answer/layout"
	"seedgraph/query/render"
	"seedgraph/query/search"
)

// An Index provides the data of an inventory. [*answer.Index] implements it.
type Index interface {
	answer.Nodes
	answer.Edges
	NodesOfKinds(kinds map[graph.NodeKind]bool, admit func(n uint32) bool,
		f func(n uint32, node *graph.Node) error) error
	// Uses returns a summary of the users of each node.
	Uses() ([]artifacts.Uses, error)
	// Ends returns the ends of all edges of a kind.
	Ends(kind graph.EdgeKind) (artifacts.Ends, error)
	// Reachability returns the entry points, with their roles.
	Reachability() (*artifacts.Reaching, error)
	NumNodes() uint32
	Symbols(prefix string, f func(name string, nodes []uint32) bool) error
}

// Words for selections that are not node kinds.
const (
	Tests   = "tests"   // functions and methods of test code without callers
	Entries = "entries" // functions, methods and procedures without users
	Types   = "types"   // types of any kind
	// packages and namespaces, including external ones
	Packages = "packages"
	Unset    = "unset"  // configuration keys that code reads, but neither the tree nor the platform sets
	Unread   = "unread" // configuration keys that are set, but neither code nor the platform reads
)

// Words lists the words other than node kinds.
func Words() []string {
	words := []string{Tests, Entries, Types, Packages, Unset, Unread}
	for _, r := range roles {
		words = append(words, r.word)
	}
	return words
}

// plurals lists kinds with an alternative name.
var plurals = map[string]graph.NodeKind{
	"config": graph.KindConfigKey, "settings": graph.KindConfigKey,
	"classes": graph.KindClass, "properties": graph.KindProperty, "procedures": graph.KindProc,
}

// Options specifies which nodes are listed.
type Options struct {
	Filter search.Selection // of the nodes; its kinds are ignored
	Name   string           // only names that contain it, ignoring case
	Offset int              // number of items to skip
	Limit  int              // maximum number of items; 0: all
}

// An Answer is a page of a list.
type Answer struct {
	Items  []Item `json:"items"`
	Total  int    `json:"total"` // on all pages
	Offset int    `json:"offset"`
}

// An Item is a node of a list.
type Item struct {
	render.Item
	Signature string `json:"signature,omitempty"`
	// Attributes are properties of a route other than its name.
	Attributes []graph.Attribute `json:"attributes,omitempty"`
	// Caveats are reasons why a definition without references may be used nevertheless.
	Caveats []string `json:"doubts,omitempty"`
	// SetIn and ReadIn list, for a setting, the locations that assign a value and that
	// read it, by path and line: `appsettings.json:3`.
	SetIn  []string `json:"set_in,omitempty"`
	ReadIn []string `json:"read_in,omitempty"`
	// Connections are the nodes connected to a route, or to a node with a role.
	Connections []Connection `json:"ties,omitempty"`

	short string // name in a line
}

// A sort is the selection denoted by one word.
type sort struct {
	kinds  map[graph.NodeKind]bool
	unused bool // only unused nodes
	test   bool // only test code if set, otherwise only other code
	// only keys that are not set or not read: Unset or Unread
	lacks string
	role  *role // only nodes with this role, of any kind
}

// Find lists the nodes selected by the words, by kind, path, line and id.
func Find(x Index, words []string, o Options) (*Answer, error) {
	if err := o.check(); err != nil {
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
	found, err := o.collect(x, sorts)
	if err != nil {
		return nil, err
	}
	return o.page(x, found)
}

func (o *Options) check() error {
	if o.Offset < 0 {
		return fmt.Errorf("the offset is %d: it must not be negative", o.Offset)
	}
	return nil
}

// A place is a selected node with its sort keys.
type place struct {
	kind graph.NodeKind
	path string
	line uint32
	n    uint32
	tied bool // a route, or listed for its role
}

func comparePlaces(a, b place) int {
	return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.path, b.path),
		cmp.Compare(a.line, b.line), cmp.Compare(a.n, b.n))
}

// page sorts the selected nodes and describes those on the page.
func (o *Options) page(x Index, found []place) (*Answer, error) {
	slices.SortFunc(found, comparePlaces)
	out := &Answer{Items: []Item{}, Total: len(found), Offset: o.Offset}
	found = found[min(o.Offset, len(found)):]
	if o.Limit > 0 {
		found = found[:min(o.Limit, len(found))]
	}
	for _, p := range found {
		node, err := x.Node(p.n)
		if err != nil {
			return nil, err
		}
		item := Item{Item: render.NewItem(node, 0), Signature: node.Signature,
			Attributes: node.Attributes()}
		if item.short = shortName(item.Item, node); node.Kind.IsCallable() {
			item.short = item.Label() // its file is on the same row
		}
		if node.Kind == graph.KindConfigKey {
			err = item.settle(x, p.n)
		} else if p.tied {
			err = item.tie(x, p.n)
		}
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, item)
	}
	return out, nil
}

// collect collects the nodes that match one of the sorts.
func (o *Options) collect(x Index, sorts []sort) ([]place, error) {
	var found []place
	listed := map[uint32]bool{}
	keep := func(n uint32, node *graph.Node, tied bool) {
		if o.Filter.Admits(node) && !node.Flags.Has(graph.Replaced) && !listed[n] &&
			strings.Contains(strings.ToLower(node.Name), strings.ToLower(o.Name)) {
			listed[n] = true
			found = append(found, place{node.Kind, node.Path, node.Span.StartLine, n,
				tied || node.Kind == graph.KindRoute})
		}
	}
	for _, s := range sorts {
		if s.role == nil {
			continue
		}
		if err := s.role.collect(x, keep); err != nil {
			return nil, err
		}
	}
	kinds := slices.DeleteFunc(slices.Clone(sorts), func(s sort) bool { return s.role != nil })
	if len(kinds) == 0 {
		return found, nil
	}
	return found, collectKinds(x, kinds, func(n uint32, node *graph.Node) { keep(n, node, false) })
}

// collect passes the nodes with the role to keep.
func (r *role) collect(x Index, keep func(n uint32, node *graph.Node, tied bool)) error {
	nodes, err := r.nodes(x)
	if err != nil {
		return err
	}
	for _, n := range nodes {
		node, err := x.Node(n)
		if err != nil {
			return err
		}
		if r.admits == nil || r.admits(node) {
			keep(n, node, true)
		}
	}
	return nil
}

// collectKinds passes the nodes that match one of the sorts, by kind, to keep.
func collectKinds(x Index, sorts []sort, keep func(n uint32, node *graph.Node)) error {
	uses, err := x.Uses()
	if err != nil {
		return err
	}
	kinds := map[graph.NodeKind]bool{}
	for _, s := range sorts {
		for k, wanted := range s.kinds {
			kinds[k] = kinds[k] || wanted
		}
	}
	all := slices.ContainsFunc(sorts, func(s sort) bool { return !s.unused })
	admit := func(n uint32) bool { return all || uses[n]&artifacts.Called == 0 }
	return x.NodesOfKinds(kinds, admit, func(n uint32, node *graph.Node) error {
		for _, s := range sorts {
			wanted, err := s.lacking(x, n, node)
			if err != nil {
				return err
			}
			if wanted && s.wants(node, uses[n]) {
				keep(n, node)
				break
			}
		}
		return nil
	})
}

// parse parses a word: a role, another of Words or a node kind, in the singular or
// plural.
func parse(word string) (sort, error) {
	callable, types := map[graph.NodeKind]bool{}, map[graph.NodeKind]bool{}
	for _, k := range graph.NodeKinds() {
		callable[k], types[k] = k.IsCallable() && k != graph.KindProperty, k.IsType()
	}
	lower := strings.ToLower(word)
	switch lower {
	case Tests, "test":
		callable[graph.KindConstructor] = false // it constructs the class of the tests
		return sort{kinds: callable, unused: true, test: true}, nil
	case Entries, "entry", "entry-points", "entrypoints":
		return sort{kinds: callable, unused: true}, nil
	case Types, "type":
		return sort{kinds: types}, nil
	case Unset, Unread:
		return sort{kinds: map[graph.NodeKind]bool{graph.KindConfigKey: true}, lacks: lower}, nil
	case Packages:
		return sort{kinds: map[graph.NodeKind]bool{graph.KindNamespace: true,
			graph.KindPackage: true}}, nil
	}
	if r := roleOf(lower); r != nil {
		return sort{role: r}, nil
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
	return sort{}, hint.With(err, "or one of "+strings.Join(Words(), ", "))
}

// lacking reports whether a key lacks the property that the sort requires to be missing:
// it is read and not set, or set and not read; true if the sort has no such requirement.
// A key bound to a member counts as read through that member.
func (s *sort) lacking(x Index, n uint32, node *graph.Node) (bool, error) {
	if s.lacks == "" || node.Kind != graph.KindConfigKey {
		return s.lacks == "", nil
	}
	in, err := x.In(n)
	if err != nil {
		return false, err
	}
	out, err := x.Out(n)
	if err != nil {
		return false, err
	}
	has := func(edges []graph.Edge, kind graph.EdgeKind) bool {
		return slices.ContainsFunc(edges, func(e graph.Edge) bool { return e.Kind == kind })
	}
	read, set := has(in, graph.ReadsConfig), has(in, graph.Configures)
	if slices.Contains(node.Modifiers, "platform") {
		return false, nil
	}
	if s.lacks == Unset {
		return read && !set, nil
	}
	return set && !read && !has(out, graph.Configures), nil
}

// wants reports whether a sort has a node with some uses.
func (s *sort) wants(n *graph.Node, uses artifacts.Uses) bool {
	if n.IsTopic() { // listed as a message
		return false
	}
	if !s.kinds[n.Kind] || !s.unused {
		return s.kinds[n.Kind]
	}
	return s.test == n.Flags.Has(graph.Test) && n.Complexity > 0 && n.Short != blank &&
		uses&artifacts.Called == 0
}

// Sheet returns the printable list: a line for each node, with its caveats, by kind.
func (a *Answer) Sheet() *layout.Sheet {
	s := &layout.Sheet{}
	for i := range a.Items {
		it := &a.Items[i]
		if i == 0 || a.Items[i-1].Kind != it.Kind {
			s.Groups = append(s.Groups, layout.Group{Noun: it.Kind, Flat: true})
		}
		use := tieText(it.Connections) + attributeText(it.Attributes) + places("set in", it.SetIn) + places("read in", it.ReadIn)
		if len(it.Caveats) > 0 {
			use += "  but: " + strings.Join(it.Caveats, ", ")
		}
		g := &s.Groups[len(s.Groups)-1]
		g.Rows = append(g.Rows, layout.Row{Item: it.Item, Use: strings.TrimSpace(use),
			Name: render.OneLine(it.short), Rest: strings.TrimSpace(use)})
	}
	return s
}
