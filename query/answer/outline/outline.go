package outline

import (
	"slices"

	"seedgraph/query/answer"
	"seedgraph/query/render"
	"seedgraph/tokens"
)

// An Answer is a map.
type Answer struct {
	Map       string `json:"map_string"`
	Tokens    int    `json:"tokens_used"` // of map_string
	Budget    int    `json:"budget_tokens"`
	Tokenizer string `json:"tokenizer"`
	Total     int    `json:"total"` // number of definitions, listed or not
	Items     []Item `json:"items"` // the most central first

	nodes []uint32
	short bool
}

// Nodes lists the definitions of the map, the most central first, with their containers.
func (a *Answer) Nodes() []uint32 { return a.nodes }

// Short reports whether a definition did not fit in the budget.
func (a *Answer) Short() bool { return a.short }

// An Item is a definition of a map.
type Item struct {
	render.Item
	Signature string  `json:"signature,omitempty"`
	Rank      float64 `json:"pagerank"`
}

// maxMisses is the number of consecutive definitions that do not fit after which a map
// ends.
const maxMisses = 30

// A Budget limits a map, headers included.
type Budget struct {
	Counter *tokens.Counter
	Tokens  int
	Items   int             // 0: no limit
	Given   map[uint32]bool // definitions that the reader has; added only as containers
}

// Pack packs definitions, sorted by descending centrality, into a map.
func Pack(x Index, all []Definition, b Budget) (*Answer, error) {
	o := outline{
		index: x, pack: render.Packer{Counter: b.Counter, Budget: b.Tokens},
		given: b.Given, printed: map[uint32]bool{}, items: []Item{},
	}
	limit := b.Items
	if limit == 0 {
		limit = len(all)
	}
	if err := o.fill(all, limit); err != nil {
		return nil, err
	}
	return &Answer{o.pack.Text(), o.pack.Tokens(), b.Tokens, b.Counter.Name(), len(all), o.items,
		o.nodes, o.short}, nil
}

// An outline packs definitions into a map.
type outline struct {
	index   Index
	pack    render.Packer
	given   map[uint32]bool
	printed map[uint32]bool
	items   []Item
	nodes   []uint32 // of items
	short   bool     // a definition did not fit
}

// fill adds definitions until there are limit items or no further one fits.
func (o *outline) fill(all []Definition, limit int) error {
	misses := 0
	for _, d := range all {
		if len(o.items) >= limit || misses == maxMisses {
			return nil
		}
		if o.printed[d.Node] || o.given[d.Node] {
			continue
		}
		added, err := o.add(d)
		if err != nil {
			return err
		}
		if misses++; added {
			misses = 0
		} else {
			o.short = true
		}
	}
	return nil
}

// add adds a definition, and the types that contain it unless they are already printed;
// these get its score.
func (o *outline) add(d Definition) (bool, error) {
	nodes, err := o.withContainers(d.Node)
	if err != nil {
		return false, err
	}
	var entries []render.Entry
	var items []Item
	for depth, n := range nodes {
		if o.printed[n] {
			continue
		}
		node, err := o.index.Node(n)
		if err != nil {
			return false, err
		}
		rank, err := o.index.Rank(n)
		if err != nil {
			return false, err
		}
		item := Item{render.NewItem(node, 0), node.Signature, rank}
		item.Score = answer.Round(d.central)
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
		if !o.printed[n] {
			o.printed[n], o.nodes = true, append(o.nodes, n)
		}
	}
	return true, nil
}

// withContainers lists the types in the same file that contain a node, the outermost
// first, and the node itself.
func (o *outline) withContainers(n uint32) ([]uint32, error) {
	node, err := o.index.Node(n)
	if err != nil {
		return nil, err
	}
	nodes := []uint32{n}
	for {
		parent, ok, err := o.index.Parent(n)
		if err != nil || !ok {
			return nodes, err
		}
		container, err := o.index.Node(parent)
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
