package compare

import (
	"context"
	"strings"

	"seedgraph/graph"
)

// An Index is one of the two compared indexes. [*artifacts.Reader] implements it.
type Index interface {
	Nodes(f func(n uint32, node *graph.Node) error) error
	Edges(f func(graph.Edge) error) error
	Doc(n uint32) (string, error)
	Own(n uint32) ([]string, error)  // the pieces of its source outside nested nodes
	Source(n uint32) (string, error) // including nested nodes
}

// none is the number that denotes a missing node.
const none = -1

// A side holds the nodes of one of the indexes.
type side struct {
	Index
	nodes    []graph.Node
	parent   []int32   // the container of each node, or none
	children [][]int32 // the contents of each node, by number
	sources  map[int32]*source
}

// read reads all nodes of an index.
func read(ctx context.Context, x Index) (*side, error) {
	s := &side{Index: x, sources: map[int32]*source{}}
	number := map[graph.NodeID]int32{}
	err := x.Nodes(func(n uint32, node *graph.Node) error {
		number[node.ID] = int32(n)
		s.nodes = append(s.nodes, *node)
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	s.parent = make([]int32, len(s.nodes))
	s.children = make([][]int32, len(s.nodes))
	for i := range s.nodes {
		s.parent[i] = none
		if p, ok := number[s.nodes[i].Parent]; ok && s.nodes[i].Parent != "" {
			s.parent[i] = p
			s.children[p] = append(s.children[p], int32(i))
		}
	}
	return s, nil
}

// A source is the normalized source of a node, without its own name.
type source struct {
	text  string         // with white space collapsed
	lines map[string]int // number of occurrences of each line
	count int            // number of lines
}

// source returns the source of node n.
func (s *side) source(n int32) (*source, error) {
	if known := s.sources[n]; known != nil {
		return known, nil
	}
	text, err := s.Source(uint32(n))
	if err != nil {
		return nil, err
	}
	out := &source{lines: map[string]int{}}
	var all strings.Builder
	for line := range strings.Lines(withoutName(text, s.nodes[n].Short)) {
		line = collapse(line)
		all.WriteString(line + "\n")
		if len(line) > 2 { // ignore brackets
			out.lines[line]++
			out.count++
		}
	}
	out.text = strings.TrimSpace(all.String())
	s.sources[n] = out
	return out, nil
}

// similarity returns the share of the lines that two sources have in common, from 0 to 1.
func (a *source) similarity(b *source) float64 {
	if a.text == b.text {
		return 1
	}
	common := 0
	for line, n := range a.lines {
		common += min(n, b.lines[line])
	}
	if a.count+b.count == 0 {
		return 0
	}
	return 2 * float64(common) / float64(a.count+b.count)
}

// collapse replaces runs of white space by one space.
func collapse(s string) string { return strings.Join(strings.Fields(s), " ") }

// withoutName replaces a name by a mark wherever it is a whole word.
func withoutName(text, name string) string {
	if name == "" {
		return text
	}
	var out strings.Builder
	for {
		i := strings.Index(text, name)
		if i < 0 {
			out.WriteString(text)
			return out.String()
		}
		end := i + len(name)
		alone := (i == 0 || !isWord(text[i-1])) && (end == len(text) || !isWord(text[end]))
		out.WriteString(text[:i])
		if alone {
			out.WriteByte(0)
		} else {
			out.WriteString(name)
		}
		text = text[end:]
	}
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' ||
		c >= 0x80
}
