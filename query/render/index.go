package render

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"seedgraph/graph"
)

// An abstract has at most abstractChars characters. In an index line it is shortened if
// the line would be longer than lineChars, but not below leastChars.
const (
	abstractChars = 120
	lineChars     = 160
	leastChars    = 40
)

// Abstract describes a node: its signature, or its name if that is more informative, then
// the first sentence of its doc comment.
func Abstract(n *graph.Node, doc string) string {
	s := OneLine(n.Signature)
	if s == "" || n.Short != "" && !strings.Contains(s, n.Short) {
		s = strings.TrimSpace(OneLine(n.Name) + " " + s)
	}
	if d := firstSentence(OneLine(doc)); d != "" {
		s += " — " + d
	}
	return Cut(s, abstractChars)
}

// firstSentence returns s up to the start of its second sentence.
func firstSentence(s string) string {
	if i := strings.Index(s, ". "); i >= 0 {
		return s[:i]
	}
	return strings.TrimSuffix(s, ".")
}

// IndexLine returns the line of a node in an index: its handle, kind, location, the
// tokens of its full text, and its abstract. It has no line break and no final newline.
func IndexLine(it Item, abstract string) string {
	line := fmt.Sprintf("- `%s` · %s · `%s`", it.Handle, it.Kind, Place(it))
	if it.Tokens > 0 {
		line += fmt.Sprintf(" · %d", it.Tokens)
	}
	room := lineChars - utf8.RuneCountInString(line)
	return line + " — " + Cut(abstract, max(room, leastChars))
}

// Place returns the location of a node's name: path:line, as far as known.
func Place(it Item) string { return PlaceAt(it, it.Line()) }

// PlaceAt returns the location of a line in the file of a node.
func PlaceAt(it Item, line uint32) string {
	switch {
	case it.Path == "" && it.Kind == string(graph.KindNamespace):
		return "in several files"
	case it.Path == "":
		return "external"
	case line == 0:
		return OneLine(it.Path)
	}
	return fmt.Sprintf("%s:%d", OneLine(it.Path), line)
}

// Range returns the location of a node: path:line-last, starting at the line of the name,
// as far as known.
func Range(it Item) string {
	if it.Path == "" || it.EndLine <= it.Line() {
		return Place(it)
	}
	return fmt.Sprintf("%s-%d", Place(it), it.EndLine)
}
