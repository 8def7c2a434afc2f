package render

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"seedgraph/graph"
	"seedgraph/internal/lazyregexp"
)

// The maximum length of a signature in an outline, in characters, and the maximum length
// up to which type arguments are kept.
const (
	outlineChars  = 120
	argumentChars = 90
)

// An Entry is a line of an outline: the definition of a node.
type Entry struct {
	item Item
	text string
}

// NewEntry makes the entry of a node that is nested in depth other entries.
func NewEntry(n *graph.Node, depth int) Entry {
	it := NewItem(n, 0)
	says := OneLine(n.Signature)
	switch {
	case says == "" || !strings.Contains(says, n.Short):
		says = strings.TrimSpace(string(n.Kind) + " " + OneLine(it.label) + " " + says)
	case depth == 0 && !strings.Contains(says, n.Class):
		says = OneLine(it.label) + ": " + says
	}
	// The number comes first: token counts of lines that begin with a number add up.
	return Entry{it, fmt.Sprintf("%d:%s %s\n", it.Line(), strings.Repeat("  ", depth),
		Cut(brief(says), outlineChars))}
}

var comment = lazyregexp.New(`/\*.*?(\*/ ?|$)`)

// padding removes the spaces left over when a multi-line signature is joined into one
// line.
var padding = strings.NewReplacer("( ", "(", ", )", ")", " )", ")")

// brief removes comments from a signature and, if it is long, type arguments: the names
// and the shape identify it.
func brief(s string) string {
	s = strings.TrimRight(padding.Replace(comment.ReplaceAllString(s, "")), " ,")
	if utf8.RuneCountInString(s) <= argumentChars {
		return s
	}
	var b strings.Builder
	depth, from := 0, 0 // nesting of angle brackets, and the start of the outermost open one
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '<' && (depth > 0 || i > 0 && isWord(s[i-1])):
			if depth == 0 {
				from = i
			}
			depth++
		case s[i] == '>' && depth > 0 && s[i-1] != '=' && s[i-1] != '-':
			if depth--; depth > 0 {
				break
			}
			if group := s[from : i+1]; len(group) <= len("<abcdef>") {
				b.WriteString(group)
			} else {
				b.WriteString("<…>")
			}
		case depth == 0:
			b.WriteByte(s[i])
		}
	}
	switch {
	case depth == 0:
		return b.String()
	case len(s)-from < argumentChars/3: // not type brackets after all
		return s
	}
	return b.String() + "<…"
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' ||
		c >= utf8.RuneSelf
}

// AddEntries adds the entries to an outline if the whole stays within the budget: all of
// them, or none. It reports the tokens of each line.
func (p *Packer) AddEntries(entries []Entry) (tokens []int, ok bool) {
	files := p.files
	for _, e := range entries {
		files = p.insert(files, e.item, e.text)
		tokens = append(tokens, p.Counter.Count(e.text))
	}
	_, ok = p.try(files, p.tail)
	return tokens, ok
}
