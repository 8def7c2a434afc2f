package render

import (
	"fmt"
	"strings"

	"seedgraph/graph"
)

// outlineChars is the longest signature in an outline, in characters.
const outlineChars = 120

// An Entry is a line of an outline: the definition of a node.
type Entry struct {
	item Item
	text string
}

// NewEntry makes the line of a node that lies in as many other entries as depth
// says.
func NewEntry(n *graph.Node, depth int) Entry {
	it := NewItem(n, 0)
	says := OneLine(n.Signature)
	switch {
	case says == "" || !strings.Contains(says, n.Short):
		says = strings.TrimSpace(string(n.Kind) + " " + OneLine(it.label) + " " + says)
	case depth == 0 && !strings.Contains(says, n.Class):
		says = OneLine(it.label) + ": " + says
	}
	// The number comes first: tokens of lines that begin with one add up.
	return Entry{it, fmt.Sprintf("%d:%s %s\n", it.StartLine, strings.Repeat("  ", depth), Cut(says, outlineChars))}
}

// AddEntries adds lines to an outline if the whole stays within the budget: all
// of them, or none. It reports the tokens of each line.
func (p *Packer) AddEntries(entries []Entry) (tokens []int, ok bool) {
	files := p.files
	for _, e := range entries {
		files = p.insert(files, e.item, e.text)
		tokens = append(tokens, p.Counter.Count(e.text))
	}
	_, ok = p.try(files, p.tail)
	return tokens, ok
}
