package questions

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/render"
)

// A SourceIndex is an index whose source can be read completely.
type SourceIndex interface {
	Node(n uint32) (*graph.Node, error)
	// Texts calls f with the text of every node that admit accepts.
	Texts(admit func(*graph.Node) bool, f func(n uint32, text []byte) error) error
	Pieces(n uint32) ([]artifacts.Piece, error)
}

// A Pattern is a search pattern for Grep: exact text, or a regular expression in the
// syntax of package regexp.
type Pattern struct {
	Text       string
	Regex      bool // otherwise Text is taken literally
	IgnoreCase bool
}

// A matcher finds a pattern.
type matcher struct {
	// starts lists the start offsets of the matches in a text, ascending.
	starts func(text string) []int
	// may reports whether a part of the text may match. It is cheaper than starts.
	may func(text []byte) bool
}

// compile returns the matcher of a pattern.
func (p Pattern) compile() (*matcher, error) {
	if p.Text == "" {
		return nil, errors.New("the pattern is empty")
	}
	if !p.Regex && !p.IgnoreCase {
		text := []byte(p.Text)
		return &matcher{p.literal, func(b []byte) bool { return bytes.Contains(b, text) }}, nil
	}
	source := p.Text
	if !p.Regex {
		source = regexp.QuoteMeta(source)
	}
	if _, err := regexp.Compile(source); err != nil {
		var wrong *syntax.Error
		if errors.As(err, &wrong) {
			return nil, fmt.Errorf("regular expression %q: %s: %s", p.Text, wrong.Code, wrong.Expr)
		}
		return nil, err
	}
	flags := "m"
	if p.IgnoreCase {
		flags = "mi"
	}
	source = "(?" + flags + ":" + source + ")"
	re, err := regexp.Compile(source)
	if err != nil {
		return nil, err
	}
	may, err := prefilter(source)
	return &matcher{func(text string) []int {
		var at []int
		for _, m := range re.FindAllStringIndex(text, -1) {
			at = append(at, m[0])
		}
		return at
	}, may}, err
}

// literal lists the start offsets of the pattern, taken literally.
func (p Pattern) literal(text string) []int {
	var at []int
	for from := 0; ; {
		i := strings.Index(text[from:], p.Text)
		if i < 0 {
			return at
		}
		at = append(at, from+i)
		from += i + len(p.Text)
	}
}

// Grep finds the lines of the indexed source that match a pattern, each with the
// innermost enclosing definition. It skips nodes that admit rejects. It reads all source
// texts.
func Grep(x SourceIndex, p Pattern, admit func(*graph.Node) bool) (*Answer, error) {
	match, err := p.compile()
	if err != nil {
		return nil, err
	}
	a := &Answer{Question: "grep", Of: p.Text, Items: []Row{}, Groups: []Group{}}
	code, tests, err := match.find(x, admit)
	if err != nil {
		return nil, err
	}
	a.add("matches", sortRows(code))
	a.add("matches in tests", sortRows(tests))
	return a, nil
}

// find lists the matching lines of the nodes that admit accepts, in node order.
func (match *matcher) find(x SourceIndex, admit func(*graph.Node) bool) (code, tests []Row, err error) {
	err = x.Texts(admit, func(n uint32, text []byte) error {
		if !match.may(text) {
			return nil
		}
		node, err := x.Node(n)
		if err != nil {
			return err
		}
		pieces, err := x.Pieces(n)
		for _, piece := range pieces {
			rows := matches(n, node, piece, match.starts(piece.Text))
			if node.Flags.Has(graph.Test) {
				tests = append(tests, rows...)
			} else {
				code = append(code, rows...)
			}
		}
		return err
	})
	return code, tests, err
}

// matches lists the distinct lines of a piece of source that contain a match.
func matches(n uint32, node *graph.Node, p artifacts.Piece, at []int) []Row {
	var rows []Row
	last := -1
	for _, m := range at {
		start := strings.LastIndexByte(p.Text[:m], '\n') + 1
		if start == last {
			continue
		}
		last = start
		text, _, _ := strings.Cut(p.Text[start:], "\n")
		rows = append(rows, Row{Item: render.NewItem(node, 0), node: n, inline: true,
			Line: p.Line + uint32(strings.Count(p.Text[:start], "\n")),
			Text: answer.Evidence(text)})
	}
	return slices.Clip(rows)
}
