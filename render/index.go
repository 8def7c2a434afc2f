package render

import (
	"fmt"
	"strings"

	"seedgraph/graph"
)

// abstractChars is the longest abstract of an index line, in characters.
const abstractChars = 120

// Abstract describes a node: its signature, or its name if that says more, then the
// first sentence of its doc comment.
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

// firstSentence ends before the second sentence of s.
func firstSentence(s string) string {
	if i := strings.Index(s, ". "); i >= 0 {
		return s[:i]
	}
	return strings.TrimSuffix(s, ".")
}

// IndexLine is the line of a node in an index. It has no line break and ends
// without one.
func IndexLine(it Item, abstract string) string {
	return fmt.Sprintf("- `%s` · %s · `%s` — %s", it.Handle, it.Kind, Place(it), abstract)
}

// Place is where a node begins: path:line, as far as known.
func Place(it Item) string {
	switch {
	case it.Path == "" && it.Kind == string(graph.KindNamespace):
		return "in several files"
	case it.Path == "":
		return "external"
	case it.StartLine == 0:
		return OneLine(it.Path)
	}
	return fmt.Sprintf("%s:%d", OneLine(it.Path), it.StartLine)
}

// Range is where a node is located: path:first-last, as far as known.
func Range(it Item) string {
	if it.Path == "" || it.EndLine <= it.StartLine {
		return Place(it)
	}
	return fmt.Sprintf("%s-%d", Place(it), it.EndLine)
}
