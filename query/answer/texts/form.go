package texts

import (
	"fmt"
	"strconv"
	"strings"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/fetch"
)

// A Form specifies how much of a node's source is its text. The zero value means the text
// as stored: for a type without the bodies of its members.
type Form struct {
	Full      bool  // the whole source: a type with its members, a complete file
	Signature bool  // only the signature
	Lines     Range // only these lines of the file, from the whole source
}

// A Range is an inclusive range of lines of a file, from 1. The zero value means all
// lines.
type Range struct{ First, Last uint32 }

// ParseRange parses A-B, A- or A.
func ParseRange(s string) (Range, error) {
	a, b, isRange := strings.Cut(strings.TrimSpace(s), "-")
	first, err := strconv.ParseUint(strings.TrimSpace(a), 10, 32)
	last := first
	if err == nil && isRange {
		if b = strings.TrimSpace(b); b == "" {
			last = 1<<32 - 1
		} else {
			last, err = strconv.ParseUint(b, 10, 32)
		}
	}
	if err != nil || first < 1 || last < first {
		return Range{}, fmt.Errorf("lines %q: write A-B, such as 10-40", s)
	}
	return Range{uint32(first), uint32(last)}, nil
}

// String formats the range in the syntax of ParseRange.
func (r Range) String() string { return fmt.Sprintf("%d-%d", r.First, r.Last) }

// of returns the lines of a node within the range; ok is false if no line is.
func (r Range) of(n *graph.Node) (first, last uint32, ok bool) {
	first, last = n.Span.StartLine, n.Span.EndLine
	if r.Last > 0 {
		first, last = max(first, r.First), min(last, r.Last)
	}
	return first, last, first > 0 && first <= last
}

// cut returns the lines of a node's source within the range.
func (r Range) cut(n *graph.Node, source string) (string, bool) {
	first, last, ok := r.of(n)
	if !ok {
		return "", false
	}
	var b strings.Builder
	line := n.Span.StartLine
	for text := range strings.Lines(source) {
		if first <= line && line <= last {
			b.WriteString(text)
		}
		line++
	}
	return b.String(), true
}

// text returns the text of a node in a form; ok is false if it has none.
func (f Form) text(x Index, t answer.Target, n *graph.Node) (text string, ok bool, err error) {
	switch {
	case f.Signature:
		text = n.Signature
		if text == "" {
			text = n.Name
		}
		return text, n.Path != "", nil
	case f.Lines.Last > 0 && n.Path != "":
		if text, err = x.Source(t.Node); err != nil {
			return "", false, err
		}
		text, ok = f.Lines.cut(n, text)
		return text, ok, nil
	case f.Full && t.Part == 0 && n.Path != "":
		text, err = x.Source(t.Node)
		return text, err == nil, err
	case len(n.Parts) == 0:
		return "", false, nil
	}
	text, err = x.TargetText(t)
	return text, err == nil, err
}

// A Provenance identifies the origin of a text.
type Provenance struct {
	Revision string `json:"revision"` // the indexed commit or, without one, the fingerprint of the tree
	Hash     string `json:"hash"`     // of the text: the first 16 bytes of its SHA-256 in hexadecimal
}

// metadata formats a provenance, and the lines of a text, as lines of its block.
func (p Provenance) metadata(first, last uint32) []string {
	return []string{fmt.Sprintf("lines: %d-%d", first, last), "revision: " + p.Revision,
		"hash: " + p.Hash}
}

// withProvenance adds the provenance to a text.
func (s Source) withProvenance(t fetch.Text, n *graph.Node) fetch.Text {
	if s.Revision == "" {
		return t
	}
	first, last, _ := s.Form.Lines.of(n)
	t.Metadata = Provenance{s.Revision, hashOf(t.Text)}.metadata(first, last)
	return t
}
