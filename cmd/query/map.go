package main

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"seedgraph/graph"
	"seedgraph/internal/cli"
	"seedgraph/render"
	"seedgraph/search"
)

// Defaults of map.
const (
	mapBudget = 2000
	mapMisses = 30 // definitions in a row that do not fit end the map
)

type mapOptions struct {
	filter  filterOptions
	budget  int
	counter string
	format  string
}

const mapLong = `Map prints the outline of a repository within a budget: its most central
definitions, each as its line and signature, by file. A definition is the more
central the more of the PageRank of other files reaches it along dependencies; for
a type, what reaches its fields, properties and constructors counts, too.

Files stand in the order of their most central definition, definitions in the order
of their lines. A member stands under the type that it lies in, which is printed
with it. The budget is hard: the whole text never has more tokens. A definition
that does not fit is left out, and later ones may still fit.

Types, functions, methods and the objects of databases count as definitions; --kind
asks for others. Tests, examples, generated and vendored code are left out unless
--tests says otherwise.`

const mapExample = `  query map
  query map --budget-tokens 8000 --path 'src/billing/**'
  query map --data-type db_code --format index
  query map --json --limit 50`

func newMapCommand(g *globals) *cobra.Command {
	var o mapOptions
	c := &cobra.Command{
		Use:     "map",
		Short:   "Outline the most central definitions within a budget",
		Long:    mapLong,
		Example: mapExample,
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return g.with(func(s *session) error { return runMap(s, o) })
		},
	}
	c.Flags().IntVarP(&o.budget, "budget-tokens", "b", mapBudget, "tokens of the whole text at most")
	addCounterFlag(c, &o.counter)
	o.filter.addFlags(c)
	o.filter.tests = string(search.Drop)
	c.Flags().Lookup("tests").DefValue = o.filter.tests
	addFormatFlag(c, &o.format)
	return c
}

// mapAnswer is the JSON of map.
type mapAnswer struct {
	Map       string    `json:"map_string"`
	Tokens    int       `json:"tokens_used"` // of map_string
	Budget    int       `json:"budget_tokens"`
	Tokenizer string    `json:"tokenizer"`
	Total     int       `json:"total"` // definitions that there are
	Items     []mapItem `json:"items"` // the most central first
}

type mapItem struct {
	render.Item
	Signature string  `json:"signature,omitempty"`
	Rank      float64 `json:"pagerank"`
}

func runMap(s *session, o mapOptions) error {
	if o.budget < 0 {
		return fmt.Errorf("--budget-tokens is %d: it must not be negative", o.budget)
	}
	if err := checkFormat(o.format); err != nil {
		return err
	}
	counter, err := s.counter(o.counter)
	if err != nil {
		return err
	}
	all, err := s.definitions(o.filter)
	if err != nil {
		return err
	}
	if o.format == formatIndex && !s.json {
		return s.printIndexOfMap(all)
	}
	m := outline{session: s, pack: render.Packer{Counter: counter, Budget: o.budget}, printed: map[uint32]bool{}}
	if err := m.fill(all); err != nil {
		return err
	}
	if s.json {
		err = render.JSON(s.streams.Out, mapAnswer{m.pack.Text(), m.pack.Tokens(), o.budget, counter.Name(), len(all), m.items})
	} else {
		_, err = fmt.Fprint(s.streams.Out, m.pack.Text())
	}
	switch {
	case err != nil:
		return err
	case len(all) == 0:
		return s.nothingToMap()
	case len(m.items) == 0:
		s.warn("no definition fits into a budget of %d tokens", o.budget)
	}
	return nil
}

func (s *session) nothingToMap() error {
	if s.NumNodes() == 0 {
		return fmt.Errorf("%w to map", cli.ErrNothingFound)
	}
	return cli.WithHint(fmt.Errorf("%w to map", cli.ErrNothingFound),
		"the filters leave out everything; a --path with a / begins at the top of the tree, and tests need --tests keep")
}

// A definition is a node that a map may have.
type definition struct {
	node    uint32
	central float64
	rank    float64
}

// definitions lists what the filter admits, the most central first, then by
// rank, then by id.
func (s *session) definitions(filter filterOptions) ([]definition, error) {
	opts, err := filter.options()
	if err != nil {
		return nil, err
	}
	c := centrality{session: s, own: make([]bool, s.NumNodes()), paths: make([]string, s.NumNodes())}
	var all []definition
	var factors []float64
	err = s.Nodes(func(n uint32, node *graph.Node) error {
		c.paths[n], c.own[n] = node.Path, isDefinition(node, opts.Filter.Kinds)
		if c.own[n] && opts.Admits(node) {
			all = append(all, definition{node: n, rank: node.Rank})
			factors = append(factors, opts.Demotion(node))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	central, err := c.compute()
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i].central = central[all[i].node] * factors[i]
	}
	slices.SortStableFunc(all, func(a, b definition) int {
		return cmp.Or(cmp.Compare(b.central, a.central), cmp.Compare(b.rank, a.rank))
	})
	return all, nil
}

// A centrality tells how much of the repository rests on each node: the PageRank
// that reaches it along edges from other files. What it has from its own file, a
// constant of its type or a function that calls itself, says nothing of the
// repository.
type centrality struct {
	*session
	own   []bool   // by node: it stands for itself
	paths []string // by node
}

// compute returns the centrality of all nodes by number. A type has that of its
// members that do not stand for themselves, too.
func (c *centrality) compute() ([]float64, error) {
	ranks, err := c.Ranks()
	if err != nil {
		return nil, err
	}
	central := make([]float64, len(ranks))
	owner := make([]uint32, len(ranks))
	for n := range owner {
		owner[n] = uint32(n)
	}
	for n := range c.NumNodes() {
		edges, err := c.Out(n)
		if err != nil {
			return nil, err
		}
		sum := 0.0
		for _, e := range edges {
			sum += e.Kind.Weight() * e.Confidence()
		}
		for _, e := range edges {
			switch {
			case e.Kind == graph.Contains:
				owner[e.To] = n
			case c.paths[e.To] != c.paths[n]:
				central[e.To] += ranks[n] * e.Kind.Weight() * e.Confidence() / sum
			}
		}
	}
	for n, o := range owner {
		if uint32(n) != o && !c.own[n] && c.own[o] {
			central[o] += central[n]
		}
	}
	return central, nil
}

// isDefinition reports whether a node stands for itself in a map. Members that
// say little beside their type do so only where their kind is asked for.
func isDefinition(n *graph.Node, kinds []graph.NodeKind) bool {
	if n.Path == "" || len(n.Parts) == 0 {
		return false
	}
	switch n.Kind {
	case graph.KindFile, graph.KindNamespace, graph.KindConstructor, graph.KindProperty, graph.KindField, graph.KindEvent,
		graph.KindVariable, graph.KindConstant, graph.KindBatch:
		return len(kinds) > 0
	}
	return true
}

// printIndexOfMap lists definitions without a budget.
func (s *session) printIndexOfMap(all []definition) error {
	if len(all) == 0 {
		return s.nothingToMap()
	}
	var targets []target
	for _, d := range all[:min(len(all), s.limitOr(searchLimit))] {
		targets = append(targets, target{node: d.node})
	}
	return s.printIndex(targets)
}

// An outline packs definitions into a map.
type outline struct {
	*session
	pack    render.Packer
	printed map[uint32]bool
	items   []mapItem
}

// fill adds definitions until there are enough or none fits any more.
func (o *outline) fill(all []definition) error {
	o.items = []mapItem{}
	misses, most := 0, o.limitOr(len(all))
	for _, d := range all {
		if len(o.items) >= most || misses == mapMisses {
			return nil
		}
		if o.printed[d.node] {
			continue
		}
		added, err := o.add(d)
		if err != nil {
			return err
		}
		if misses++; added {
			misses = 0
		}
	}
	return nil
}

// add adds a definition, and the types that it lies in unless they are there;
// these come with its score.
func (o *outline) add(d definition) (bool, error) {
	nodes, err := o.withContainers(d.node)
	if err != nil {
		return false, err
	}
	var entries []render.Entry
	var items []mapItem
	for depth, n := range nodes {
		if o.printed[n] {
			continue
		}
		node, err := o.Node(n)
		if err != nil {
			return false, err
		}
		rank, err := o.Rank(n)
		if err != nil {
			return false, err
		}
		item := mapItem{render.NewItem(node, 0), node.Signature, rank}
		item.Score = round(d.central)
		entries, items = append(entries, render.NewEntry(node, depth)), append(items, item)
	}
	tokens, ok := o.pack.AddEntries(entries)
	if !ok {
		return false, nil
	}
	for i := range items {
		items[i].Tokens = tokens[i]
		o.items = append(o.items, items[i])
	}
	for _, n := range nodes {
		o.printed[n] = true
	}
	return true, nil
}

// withContainers lists the types of the same file that a node lies in, the
// outermost first, and the node.
func (o *outline) withContainers(n uint32) ([]uint32, error) {
	node, err := o.Node(n)
	if err != nil {
		return nil, err
	}
	nodes := []uint32{n}
	for {
		parent, ok, err := o.Parent(n)
		if err != nil || !ok {
			return nodes, err
		}
		container, err := o.Node(parent)
		if err != nil {
			return nil, err
		}
		if !container.Kind.IsType() || container.Path != node.Path {
			return nodes, nil
		}
		nodes = slices.Insert(nodes, 0, parent)
		n = parent
	}
}
