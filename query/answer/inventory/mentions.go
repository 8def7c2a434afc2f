package inventory

import (
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/query/search"
	"seedgraph/tokens"
)

// mentions finds names in texts that no edge explains: in unresolved code, in strings for
// reflection, in queries and comments.
type mentions struct {
	x      UnusedIndex
	shared map[string]*namesakes
}

func newMentions(x UnusedIndex) mentions { return mentions{x, map[string]*namesakes{}} }

// namesakes holds the nodes with a short name, ignoring case.
type namesakes struct {
	nodes    []uint32
	users    map[uint32][]graph.Edge // by user: its edges to one of them
	declared map[declaration]bool
	texts    []uint32 // nodes whose text may contain the name, ascending
	common   bool     // too many nodes have the name, or too many texts contain it
}

// A declaration is the line that declares a name, or one of the comment and attribute
// lines above it.
type declaration struct {
	path string
	line uint32
}

const (
	manyNamesakes = 100  // a name shared by more nodes is assumed to occur in some text
	manyTexts     = 2000 // so is a name whose rarest part occurs in more texts
	rarest        = 3    // number of parts of a name that are looked up, the rarest first
	textsRead     = 30   // number of texts read for a name; if there are more, it is assumed to occur
)

// named reports whether the text of another node contains the name of node n without an
// edge to another node of that name that would explain it.
func (m mentions) named(n uint32, node *graph.Node) (bool, error) {
	if len(node.Short) < 2 {
		return true, nil // one-letter terms are not indexed
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

// structural reports whether a method may satisfy a requirement for another method of its
// name, in a language with structural typing: one of them has a body and the other has
// none; or, in Python, they belong to different classes, because an argument may be of
// either, such as a class with both as its bases.
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

// explained returns the lines at which a user of the name refers to another node of the
// tree, neither this one nor one of its overloads, according to its edges; all means that
// it does so wherever it uses the name. Edges to external symbols explain nothing,
// because they may be extension members of the tree; neither do edges to nodes of which
// this one is an alias.
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
			return nil, true, nil // other edges only have their first line
		}
		at, err := m.x.Lines(e)
		if err != nil {
			return nil, false, err
		}
		lines = append(lines, at...)
	}
	return lines, false, nil
}

// alias reports whether a node may be an alias of the target of an edge: it has an edge
// to it, for example to its assigned value, or it is a JavaScript or TypeScript value
// destructured from an object under that name, and the edge is from the same file.
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

// namesakes collects the nodes and users of a name.
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

// texts finds the nodes whose text contains the parts of a name, using the rarest parts.
func (m mentions) texts(same *namesakes, short string) error {
	var lists []search.Postings
	for _, t := range tokens.Terms(nil, short) {
		if t.Kind&tokens.Part == 0 || t.Kind&tokens.Stop != 0 {
			continue // not searchable in texts
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

// has reports whether the source of a node contains the name of another as a word,
// outside its declarations and the lines in without.
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

// mentioned reports whether a piece of source contains the name of a node as a word,
// outside the lines for which without returns true.
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

// isWord reports whether a byte may be part of a name. Bytes of non-ASCII letters may.
func isWord(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' ||
		b >= 0x80
}
