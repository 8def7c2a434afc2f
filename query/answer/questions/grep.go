package questions

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/answer/literals"
	"seedgraph/query/render"
)

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
	source string // the pattern as a regular expression
}

// compile returns the matcher of a pattern.
func (p Pattern) compile() (*matcher, error) {
	if p.Text == "" {
		return nil, errors.New("the pattern is empty")
	}
	source := p.Text
	if !p.Regex {
		source = regexp.QuoteMeta(source)
	}
	if !p.Regex && !p.IgnoreCase {
		return &matcher{p.literal, source}, nil
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
	return &matcher{func(text string) []int {
		var at []int
		for _, m := range re.FindAllStringIndex(text, -1) {
			at = append(at, m[0])
		}
		return at
	}, source}, err
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
// innermost enclosing definition. It skips nodes that admit rejects. It examines only the
// texts that contain the literals of the pattern, if it has any.
func Grep(x literals.Source, p Pattern, admit func(*graph.Node) bool) (*Answer, error) {
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
func (match *matcher) find(x literals.Source, admit func(*graph.Node) bool) (code, tests []Row, err error) {
	err = literals.Scan(x, match.source, admit, func(n uint32, node *graph.Node, pieces []artifacts.Piece) error {
		for _, piece := range pieces {
			rows := matches(n, node, piece, match.starts(piece.Text))
			if node.Flags.Has(graph.Test) {
				tests = append(tests, rows...)
			} else {
				code = append(code, rows...)
			}
		}
		return nil
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
