package search

import (
	"slices"
	"testing"

	"seedgraph/graph"
)

// A shop has files that re-export, directly and by another file, and what they re-export.
type shop struct {
	nodes []graph.Node
	edges edges
}

// The nodes of a shop.
const (
	indexFile = iota
	outerFile
	orderFile
	placeFunc
	hiddenFunc
	otherFunc
)

func newShop() *shop {
	file := func(path, text string) graph.Node {
		return graph.Node{ID: graph.NodeID(path), Kind: graph.KindFile, Name: path, Short: path,
			Path: path, Language: "typescript", Doc: text}
	}
	function := func(path, name, text string) graph.Node {
		return graph.Node{ID: graph.NodeID(name), Kind: graph.KindFunction, Name: name, Short: name,
			Path: path, Language: "typescript", Doc: text, Flags: graph.Exported}
	}
	s := &shop{nodes: []graph.Node{
		file("src/index.ts", "/** billing of orders, orders billing */\nexport * from './desk'"),
		file("lib/index.ts", "/** billing of orders, orders billing */\nexport { place } from '../src'"),
		file("src/desk.ts", "x"),
		function("src/desk.ts", "place", "some long text about orders which nobody has read until now"),
		function("src/desk.ts", "hidden", "billing of orders"),
		function("src/other.ts", "other", "billing of"),
	}}
	s.nodes[hiddenFunc].Flags = 0
	s.edge(outerFile, indexFile, graph.Imports)
	s.edge(indexFile, orderFile, graph.Imports)
	s.edge(orderFile, placeFunc, graph.Contains)
	s.edge(orderFile, hiddenFunc, graph.Contains)
	return s
}

func (s *shop) edge(from, to uint32, kind graph.EdgeKind) {
	s.edges = append(s.edges, graph.Edge{From: from, To: to, Kind: kind, Tier: graph.Exact})
}

// search returns the numbers of the hits in order.
func (s *shop) search(t *testing.T, text string, o Options) (order []uint32, hits []Hit) {
	t.Helper()
	m := tree{newMemory(s.nodes...)}
	o.Edges, o.Text = s.edges, func(n uint32) (string, error) { return s.nodes[n].Doc, nil }
	res, err := Search(m, text, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range res.Hits {
		order = append(order, h.Node)
	}
	return order, res.Hits
}

// TestReexportsAreBelowDefinitions checks that a file that only re-exports is below the best
// visible definition of the files behind it, however well its own text fits, in lists and in
// hits to pack, and is replaced by it in a short list.
func TestReexportsAreBelowDefinitions(t *testing.T) {
	const text = "billing of orders"
	for _, packed := range []bool{false, true} {
		order, hits := newShop().search(t, text, Options{Limit: 9, Packed: packed})
		for _, file := range []uint32{indexFile, outerFile} {
			at, def := slices.Index(order, file), slices.Index(order, placeFunc)
			if def < 0 || at < def {
				t.Fatalf("packed %v: file %d at %d, its definition at %d", packed, file, at, def)
			}
			if hits[at].Score >= hits[def].Score || hits[at].ScoreNote == "" {
				t.Errorf("packed %v: the scores of file and definition are %g and %g (%s)", packed,
					hits[at].Score, hits[def].Score, hits[at].ScoreNote)
			}
		}
	}
	s := newShop()
	s.nodes[hiddenFunc].Doc, s.nodes[otherFunc].Doc = "x", "x"
	if order, _ := s.search(t, text, Options{Limit: 1}); !slices.Equal(order, []uint32{placeFunc}) {
		t.Errorf("a list of one hit: %v", order)
	}
}

// TestFilesThatKeepTheirPlaces checks files that do more than re-export, or are asked for.
func TestFilesThatKeepTheirPlaces(t *testing.T) {
	const text = "billing of orders"
	for name, c := range map[string]struct {
		text   string
		change func(s *shop)
	}{
		"it calls a function":   {text, func(s *shop) { s.edge(indexFile, otherFunc, graph.Calls) }},
		"it contains one":       {text, func(s *shop) { s.edge(indexFile, otherFunc, graph.Contains) }},
		"it imports no file":    {text, func(s *shop) { s.edges = s.edges[2:] }},
		"it does not export":    {text, func(s *shop) { s.nodes[indexFile].Doc = "// billing of orders\nimport './desk'" }},
		"a language without":    {text, func(s *shop) { s.nodes[indexFile].Language = "go" }},
		"nothing is visible":    {text, func(s *shop) { s.nodes[placeFunc].Flags = 0 }},
		"no definition fits":    {text, func(s *shop) { s.nodes[placeFunc].Doc = "x" }},
		"the query mentions it": {"billing of orders in src/index.ts", func(*shop) {}},
	} {
		s := newShop()
		s.nodes[outerFile].Doc = "x"
		c.change(s)
		order, hits := s.search(t, c.text, Options{Limit: 9})
		if at := slices.Index(order, indexFile); at < 0 || hits[at].ScoreNote != "" {
			t.Errorf("%s: hit %d of %v", name, at, order)
		}
	}
}

// TestLanguagesThatReexport checks the statements that export imported names, with values such as
// __all__ beside them.
func TestLanguagesThatReexport(t *testing.T) {
	for _, c := range []struct {
		language, text string
		want           bool
	}{
		{"python", "\"\"\"billing of orders\"\"\"\nfrom .desk import place", true},
		{"rust", "//! billing of orders\nmod desk;\npub use desk::place;", true},
		{"rust", "//! billing of orders\nmod desk;", false},
		{"rust", "//! billing of orders\npub(crate) mod desk;", true},
		{"javascript", "// billing of orders\nimport { place } from './desk'\nexport { place }", true},
		{"typescript", "// billing of orders\nexport type { Place } from './desk'", true},
		{"typescript", "// billing of orders\nexport const place = desk", false},
	} {
		s := newShop()
		value := uint32(len(s.nodes))
		s.nodes = append(s.nodes, graph.Node{ID: "all", Kind: graph.KindVariable, Name: "__all__",
			Short: "__all__", Path: "src/index.ts", Doc: "x"})
		s.edge(indexFile, value, graph.Contains)
		s.nodes[outerFile].Doc = "x"
		s.nodes[indexFile].Language, s.nodes[indexFile].Doc = c.language, c.text
		order, _ := s.search(t, "billing of orders", Options{Limit: 9})
		if below := slices.Index(order, indexFile) > slices.Index(order, placeFunc); below != c.want {
			t.Errorf("%s: %s: below the definition: %v", c.language, c.text, below)
		}
	}
}
