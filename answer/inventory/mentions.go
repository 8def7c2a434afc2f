package inventory

import (
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/search"
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
	users    map[uint32][]uint32 // by user: which of them it uses
	declared map[declaration]bool
	texts    []uint32 // the nodes whose text may have the name, ascending
	common   bool     // too many nodes have the name, or their texts
}

// A declaration is the line that declares a name.
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
		if p == n || m.explained(same, p, node) {
			continue
		}
		if read++; read > textsRead {
			return true, nil
		}
		found, err := m.has(p, node, same.declared)
		if found || err != nil {
			return found, err
		}
	}
	return false, nil
}

// structural reports whether a method may be meant where another of its name is required:
// one of them has a body and the other has none, in a language whose types implement an
// interface by having its members.
func (m mentions) structural(same *namesakes, node *graph.Node) (bool, error) {
	switch node.Language {
	case "go", "typescript", "javascript", "python":
	default:
		return false, nil
	}
	for _, n := range same.nodes {
		other, err := m.x.Node(n)
		if err != nil {
			return false, err
		}
		if node.Kind == graph.KindMethod && other.Kind == graph.KindMethod &&
			other.Short == node.Short && (other.Complexity == 0) != (node.Complexity == 0) {
			return true, nil
		}
	}
	return false, nil
}

// explained reports whether a user of the name means another node of the tree than this
// one or one of its overloads. What was taken for a name of a library whose members are
// not known may be an extension of the tree.
func (m mentions) explained(same *namesakes, user uint32, node *graph.Node) bool {
	for _, used := range same.users[user] {
		other, err := m.x.Node(used)
		if err == nil && other.Name != node.Name && !other.Flags.Has(graph.External) {
			return true
		}
	}
	return false
}

// namesakes gathers what is known of a name.
func (m mentions) namesakes(short string) (*namesakes, error) {
	key := strings.ToLower(short)
	if same, ok := m.shared[key]; ok {
		return same, nil
	}
	same := &namesakes{users: map[uint32][]uint32{}, declared: map[declaration]bool{}}
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
		same.declared[declaration{node.Path, node.NameLine}] = true
		in, err := m.x.In(n)
		if err != nil {
			return nil, err
		}
		for _, e := range in {
			if e.Kind != graph.Contains {
				same.users[e.From] = append(same.users[e.From], n)
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
// line that does not declare it.
func (m mentions) has(n uint32, of *graph.Node, declared map[declaration]bool) (bool, error) {
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
			return declared[declaration{node.Path, line}]
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
