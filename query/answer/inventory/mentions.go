package inventory

import (
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/query/search"
	"seedgraph/tokens"
)

// mentions finds names in texts that no edge explains: in code that could not be
// resolved, in strings that reflection reads, in queries and comments.
type mentions struct {
	x      UnusedIndex
	shared map[string]*namesakes
}

func newMentions(x UnusedIndex) mentions { return mentions{x, map[string]*namesakes{}} }

// namesakes are the nodes with a short name, in any case.
type namesakes struct {
	nodes    []uint32
	users    map[uint32][]graph.Edge // by user: those to one of them
	declared map[declaration]bool
	texts    []uint32 // the nodes whose text may have the name, ascending
	common   bool     // too many nodes have the name, or their texts
}

// A declaration is the line that declares a name, or one of the comments and attributes
// above it.
type declaration struct {
	path string
	line uint32
}

const (
	manyNamesakes = 100  // a name that more nodes have is found in some text anyhow
	manyTexts     = 2000 // a name whose rarest part is in more texts is
	rarest        = 3    // parts of a name that are looked up
	textsRead     = 30   // texts that are read for a name; with more, one will have it
)

// named reports whether the text of another node has the name of node n, and no edge
// to something else of that name that would explain it.
func (m mentions) named(n uint32, node *graph.Node) (bool, error) {
	if len(node.Short) < 2 {
		return true, nil // the index has no terms of one letter
	}
	same, err := m.namesakes(node.Short)
	if err != nil || same.common {
		return same != nil && same.common, err
	}
	if other, err := m.structural(same, node); other || err != nil {
		return other, err
	}
	read := 0
	for _, p := range same.texts {
		if p == n {
			continue
		}
		lines, all, err := m.explained(same.users[p], n, node)
		if err != nil {
			return false, err
		}
		if all {
			continue
		}
		if read++; read > textsRead {
			return true, nil
		}
		found, err := m.has(p, node, same.declared, lines)
		if found || err != nil {
			return found, err
		}
	}
	return false, nil
}

// structural reports whether a method may be meant where another of its name is required,
// in a language whose types implement an interface by having its members: one of them has
// a body and the other has none; or, in Python, they belong to other classes, where what
// has a receiver of either may be given the other, as a class with both as its bases.
func (m mentions) structural(same *namesakes, node *graph.Node) (bool, error) {
	if node.Kind != graph.KindMethod || node.Language != "go" && node.Language != "python" &&
		!isScript(node) {
		return false, nil
	}
	for _, n := range same.nodes {
		other, err := m.x.Node(n)
		if err != nil {
			return false, err
		}
		if other.Kind != graph.KindMethod || other.Short != node.Short ||
			other.Language != node.Language {
			continue
		}
		if (other.Complexity == 0) != (node.Complexity == 0) ||
			node.Language == "python" && other.Name != node.Name {
			return true, nil
		}
	}
	return false, nil
}

// explained returns the lines at which a user of the name means another node of the tree
// than this one or one of its overloads, by its edges; or that it means another wherever
// it has the name. What was taken for a name of a library whose members are
// not known may be an extension of the tree, and what a node stands for may be used by
// the name of the node.
func (m mentions) explained(edges []graph.Edge, n uint32,
	node *graph.Node) (lines []uint32, all bool, err error) {
	for _, e := range edges {
		other, err := m.x.Node(e.To)
		if err != nil {
			return nil, false, err
		}
		if other.Name == node.Name || other.Flags.Has(graph.External) {
			continue
		}
		alias, err := m.alias(n, node, e)
		if err != nil {
			return nil, false, err
		}
		if alias {
			continue
		}
		if e.Kind != graph.Calls && e.Kind != graph.Creates {
			return nil, true, nil // other edges have their first line alone
		}
		at, err := m.x.Lines(e)
		if err != nil {
			return nil, false, err
		}
		lines = append(lines, at...)
	}
	return lines, false, nil
}

// alias reports whether a node may stand for the target of an edge: it has an edge to
// it, as to what it is set to, or it is a value of JavaScript or TypeScript that was taken
// out of an object by that name, and the edge is from the same file.
func (m mentions) alias(n uint32, node *graph.Node, e graph.Edge) (bool, error) {
	if node.Kind == graph.KindConstant && isScript(node) {
		user, err := m.x.Node(e.From)
		if err != nil || user.Path == node.Path {
			return err == nil, err
		}
	}
	out, err := m.x.Out(n)
	return slices.ContainsFunc(out, func(o graph.Edge) bool {
		return o.To == e.To && o.Kind != graph.Overrides && o.Kind != graph.Dispatches
	}), err
}

// namesakes gathers what is known of a name.
func (m mentions) namesakes(short string) (*namesakes, error) {
	key := strings.ToLower(short)
	if same, ok := m.shared[key]; ok {
		return same, nil
	}
	same := &namesakes{users: map[uint32][]graph.Edge{}, declared: map[declaration]bool{}}
	m.shared[key] = same
	err := m.x.Symbols(key, func(name string, nodes []uint32) bool {
		if name == key || strings.HasPrefix(name, key+"(") {
			same.nodes = append(same.nodes, nodes...)
		}
		return len(same.nodes) <= manyNamesakes && strings.HasPrefix(name, key)
	})
	if err != nil {
		return nil, err
	}
	if same.common = len(same.nodes) > manyNamesakes; same.common {
		return same, nil
	}
	if err := m.texts(same, short); err != nil || same.common {
		return same, err
	}
	for _, n := range same.nodes {
		node, err := m.x.Node(n)
		if err != nil {
			return nil, err
		}
		for line := node.Span.StartLine; line <= node.NameLine; line++ {
			same.declared[declaration{node.Path, line}] = true
		}
		in, err := m.x.In(n)
		if err != nil {
			return nil, err
		}
		for _, e := range in {
			if e.Kind != graph.Contains {
				same.users[e.From] = append(same.users[e.From], e)
			}
		}
	}
	return same, nil
}

// texts lists the nodes whose text has the parts of a name; the rarest of them decide.
func (m mentions) texts(same *namesakes, short string) error {
	var lists []search.Postings
	for _, t := range tokens.Terms(nil, short) {
		if t.Kind&tokens.Part == 0 || t.Kind&tokens.Stop != 0 {
			continue // texts are not filed by these
		}
		list, err := m.x.Postings(t.Text)
		if err != nil {
			return err
		}
		lists = append(lists, list)
	}
	slices.SortStableFunc(lists, func(a, b search.Postings) int { return a.Len() - b.Len() })
	if same.common = len(lists) == 0 || lists[0].Len() > manyTexts; same.common {
		return nil
	}
	for i, list := range lists[:min(len(lists), rarest)] {
		var kept []uint32
		for n, freq, ok := list.Next(); ok; n, freq, ok = list.Next() {
			if freq[tokens.FieldBody] == 0 {
				continue
			}
			if _, ok := slices.BinarySearch(same.texts, n); ok || i == 0 {
				kept = append(kept, n)
			}
		}
		if err := list.Err(); err != nil {
			return err
		}
		same.texts = kept
	}
	return nil
}

// has reports whether the source of a node has the name of another as a word, in a
// line that does not declare it and is not left out.
func (m mentions) has(n uint32, of *graph.Node, declared map[declaration]bool,
	without []uint32) (bool, error) {
	node, err := m.x.Node(n)
	if err != nil {
		return false, err
	}
	pieces, err := m.x.Pieces(n)
	if err != nil {
		return false, err
	}
	for _, p := range pieces {
		if mentioned(p, of, func(line uint32) bool {
			return declared[declaration{node.Path, line}] || slices.Contains(without, line)
		}) {
			return true, nil
		}
	}
	return false, nil
}

// mentioned reports whether a piece of source has the name of a node as a word, in a
// line that is not left out.
func mentioned(p artifacts.Piece, of *graph.Node, without func(line uint32) bool) bool {
	text, name := p.Text, of.Short
	if of.Kind.Domain() == graph.Database {
		text, name = strings.ToLower(text), strings.ToLower(name)
	}
	for at := 0; ; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		i += at
		at = i + len(name)
		before, after := i == 0 || !isWord(text[i-1]), at == len(text) || !isWord(text[at])
		if before && after && !without(p.Line+uint32(strings.Count(text[:i], "\n"))) {
			return true
		}
	}
}

// isWord reports whether a byte is of a name. Letters that are not ASCII are.
func isWord(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' ||
		b >= 0x80
}
