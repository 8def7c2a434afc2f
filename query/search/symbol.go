package search

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/graph"
)

// A Match classifies how a symbol of the query names a node.
type Match uint8

// The matches, in ascending order of certainty.
const (
	NoMatch Match = iota
	Partial       // the last name matches, its qualifier does not
	Folded        // the symbol is a suffix of the node's name, ignoring case
	Exact         // the symbol is a suffix of the node's name
	Whole         // the symbol is the node's qualified name
)

var matchNames = [...]string{"", "partial", "folded", "exact", "whole"}

// String returns the name of the match; empty for NoMatch.
func (m Match) String() string {
	if int(m) >= len(matchNames) {
		return "invalid"
	}
	return matchNames[m]
}

// MatchName returns how a symbol, its parts joined by dots, names n. Parameters are
// ignored.
func MatchName(n *graph.Node, symbol string) Match {
	symbol = plain(symbol)
	last := lastPart(symbol)
	name := plain(n.Name)
	switch {
	case name == symbol && last != symbol:
		return Whole
	case n.Short == symbol, endsWith(name, symbol):
		return Exact
	case strings.EqualFold(n.Short, symbol),
		endsWith(strings.ToLower(name), strings.ToLower(symbol)):
		return Folded
	case strings.EqualFold(n.Short, last):
		return Partial
	}
	return NoMatch
}

// endsWith reports whether symbol ends name, beginning at a boundary.
func endsWith(name, symbol string) bool {
	if symbol == "" || !strings.HasSuffix(name, symbol) {
		return false
	}
	at := len(name) - len(symbol)
	return at == 0 || strings.IndexByte("./#:", name[at-1]) >= 0
}

// plain strips parameters and type arguments from a symbol.
func plain(symbol string) string {
	if !strings.ContainsAny(symbol, "(<`") {
		return symbol
	}
	var b strings.Builder
	depth := 0
	for i := 0; i < len(symbol); i++ {
		switch c := symbol[i]; {
		case (c == '(' || c == '<') && i > 0:
			depth++
		case c == ')' || c == '>':
			depth--
		case c == '`':
			return b.String()
		case depth <= 0:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func lastPart(symbol string) string {
	return symbol[strings.LastIndexByte(symbol, '.')+1:]
}

// kindShare returns the share of a symbol's bonus for nodes of a kind: a name more likely
// denotes a definition than its members of the same name.
func kindShare(k graph.NodeKind) float64 {
	switch k {
	case graph.KindConstructor, graph.KindProperty, graph.KindField, graph.KindConstant,
		graph.KindVariable, graph.KindEvent:
		return 0.9
	case graph.KindFile, graph.KindNamespace:
		return 0.8
	case graph.KindExternal, graph.KindUnknown:
		return 0.7
	}
	return 1
}

// named describes a node that a symbol of the query names.
type named struct {
	symbol string
	match  Match
	alike  int  // number of nodes that have the symbol's last name
	place  bool // the symbol is a place in a file
}

// maxNamed bounds the nodes examined for one symbol.
const maxNamed = 400

// names finds the nodes that the symbols name, each with its best match. If a name is
// very common, only the nodes with the best scores are considered. A qualified name that
// no node has names its owner: the request may be for a new member.
func names(ix Index, symbols []string, scores []float64) (map[uint32]named, error) {
	found := map[uint32]named{}
	for _, s := range symbols {
		best, err := addNamed(ix, s, NoMatch, scores, found)
		if err != nil {
			return nil, err
		}
		for owner := plain(s); best < Folded; {
			i := strings.LastIndexByte(owner, '.')
			if i <= 0 {
				break
			}
			owner = owner[:i]
			if best, err = addNamed(ix, owner, Exact, scores, found); err != nil {
				return nil, err
			}
		}
	}
	return found, nil
}

// addNamed adds the nodes that a symbol names at least as certainly as least, and returns
// the best match. If least is Exact, only types count.
func addNamed(ix Index, s string, least Match, scores []float64, found map[uint32]named) (Match, error) {
	nodes, err := ix.Named(strings.ToLower(lastPart(plain(s))))
	if err != nil {
		return NoMatch, err
	}
	alike := len(nodes)
	if alike > maxNamed {
		nodes = slices.Clone(nodes)
		slices.SortStableFunc(nodes, func(a, b uint32) int {
			return cmp.Compare(scores[b], scores[a])
		})
		nodes = nodes[:maxNamed]
	}
	best := NoMatch
	for _, n := range nodes {
		node, err := ix.Node(n)
		if err != nil {
			return NoMatch, err
		}
		m := MatchName(node, s)
		if m < least || least == Exact && !node.Kind.IsType() {
			continue
		}
		best = max(best, m)
		if m > found[n].match {
			found[n] = named{symbol: s, match: m, alike: alike}
		}
	}
	return best, nil
}
