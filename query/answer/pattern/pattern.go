// Package pattern finds the nodes that match a pattern: a regular expression over names
// and source, or a prefix of a name.
//
// A hit is a location: a node, and the line of its file. A line in nested definitions
// belongs to the innermost one.
package pattern

import (
	"cmp"
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
	"seedgraph/query/search"
)

// An Index is searched for patterns. [*answer.Index] implements it.
type Index interface {
	literals.Source
	// Names calls f with the qualified name of every node.
	Names(f func(n uint32, name []byte) error) error
	Symbols(prefix string, f func(name string, nodes []uint32) bool) error
	Rank(n uint32) (float64, error)
}

// Options configures and bounds a search for a pattern.
type Options struct {
	search.Options      // filter and treatment of tests; Limit bounds the hits, 0: no limit
	Names          bool // only names, not source
}

// An Answer holds the locations that match a pattern.
type Answer struct {
	Query string `json:"query"`
	Total int    `json:"total"` // number of hits, listed or not
	Items []Item `json:"items"` // names first, then source, by path and line
}

// An Item is a hit.
type Item struct {
	render.Item
	Field string `json:"field"` // name or source
	Line  uint32 `json:"line"`  // of the match; 0: unknown
	Text  string `json:"text"`  // the line, or the name
	test  bool
}

// maxLine is the maximum length of a displayed line of source, in characters.
const maxLine = 160

// Compile compiles a regular expression. It ignores case unless the expression has a
// capital letter.
func Compile(s string) (*regexp.Regexp, error) {
	flags := ""
	if s == strings.ToLower(s) {
		flags = "(?i)"
	}
	_, err := regexp.Compile(s)
	var wrong *syntax.Error
	if errors.As(err, &wrong) {
		return nil, fmt.Errorf("regular expression %q: %s: %s", s, wrong.Code, wrong.Expr)
	}
	if err != nil {
		return nil, err
	}
	return regexp.Compile(flags + "(?m:" + s + ")")
}

// Find finds the matches of a regular expression in names and in lines of source.
func Find(x Index, query string, o Options) (*Answer, error) {
	re, err := Compile(query)
	if err != nil {
		return nil, err
	}
	a := &Answer{Query: query, Items: []Item{}}
	if err := a.names(x, re, o); err != nil {
		return nil, err
	}
	if !o.Names {
		if err := a.sources(x, re, o); err != nil {
			return nil, err
		}
	}
	a.close(o)
	return a, nil
}

// names adds the nodes whose names match.
func (a *Answer) names(x Index, re *regexp.Regexp, o Options) error {
	return x.Names(func(n uint32, name []byte) error {
		if !re.Match(name) {
			return nil
		}
		node, err := x.Node(n)
		if err == nil && o.Admits(node) {
			a.add(node, "name", node.NameLine, node.Name)
		}
		return err
	})
}

// sources adds the lines of source that match.
func (a *Answer) sources(x Index, re *regexp.Regexp, o Options) error {
	return literals.Scan(x, re.String(), o.Admits, func(n uint32, node *graph.Node, pieces []artifacts.Piece) error {
		for _, p := range pieces {
			a.source(re, node, p)
		}
		return nil
	})
}

// source adds the distinct lines of a piece that match.
func (a *Answer) source(re *regexp.Regexp, n *graph.Node, p artifacts.Piece) {
	last := -1
	for _, m := range re.FindAllStringIndex(p.Text, -1) {
		start := strings.LastIndexByte(p.Text[:m[0]], '\n') + 1
		if start == last {
			continue
		}
		last = start
		text, _, _ := strings.Cut(p.Text[start:], "\n")
		line := p.Line + uint32(strings.Count(p.Text[:m[0]], "\n"))
		a.add(n, "source", line, render.Cut(render.OneLine(text), maxLine))
	}
}

func (a *Answer) add(n *graph.Node, field string, line uint32, text string) {
	a.Items = append(a.Items, Item{render.NewItem(n, 0), field, line, text,
		n.Flags&(graph.Test|graph.Generated|graph.Vendored) != 0})
}

// close sorts and counts the hits, and truncates them to the limit.
func (a *Answer) close(o Options) {
	demote := o.Tests == search.Demote || o.Tests == ""
	slices.SortStableFunc(a.Items, func(x, y Item) int {
		if demote && x.test != y.test {
			return one(x.test) - one(y.test)
		}
		return cmp.Or(cmp.Compare(x.Field, y.Field), cmp.Compare(x.Path, y.Path),
			cmp.Compare(x.Line, y.Line), cmp.Compare(x.Name, y.Name), cmp.Compare(x.ID, y.ID))
	})
	a.Total = len(a.Items)
	if o.Limit > 0 {
		a.Items = a.Items[:min(len(a.Items), o.Limit)]
	}
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Prefix finds the nodes whose names begin with a text: the last name, or a qualified
// name starting at a separator. The most central come first.
func Prefix(x Index, text string, o Options) (*Answer, error) {
	a := &Answer{Query: text + "*", Items: []Item{}}
	qualifier, last := "", text
	if i := strings.LastIndexAny(text, "./#"); i >= 0 {
		qualifier, last = strings.ToLower(text[:i]), text[i+1:]
	}
	ranks := map[string]float64{}
	var failed error
	err := x.Symbols(last, func(_ string, nodes []uint32) bool {
		for _, n := range nodes {
			if failed = a.prefixed(x, n, qualifier, last, o, ranks); failed != nil {
				return false
			}
		}
		return true
	})
	if err = cmp.Or(err, failed); err != nil {
		return nil, err
	}
	slices.SortStableFunc(a.Items, func(p, q Item) int {
		return cmp.Or(one(p.test)-one(q.test), cmp.Compare(ranks[q.ID], ranks[p.ID]),
			cmp.Compare(p.ID, q.ID))
	})
	a.Total = len(a.Items)
	if o.Limit > 0 {
		a.Items = a.Items[:min(len(a.Items), o.Limit)]
	}
	return a, nil
}

// prefixed adds a node, without duplicates, if its name begins with qualifier and last.
func (a *Answer) prefixed(x Index, n uint32, qualifier, last string, o Options,
	ranks map[string]float64) error {
	node, err := x.Node(n)
	if err != nil {
		return err
	}
	owner := strings.ToLower(strings.TrimSuffix(node.Name, node.Short))
	if _, known := ranks[string(node.ID)]; known || !o.Admits(node) ||
		!strings.HasPrefix(strings.ToLower(node.Short), strings.ToLower(last)) ||
		qualifier != "" && !strings.HasSuffix(strings.TrimRight(owner, "./#"), qualifier) {
		return nil
	}
	rank, err := x.Rank(n)
	if err != nil {
		return err
	}
	ranks[string(node.ID)] = rank
	a.add(node, "name", node.NameLine, node.Name)
	a.Items[len(a.Items)-1].Score = answer.Round(rank)
	return nil
}

// Lines formats the answer as text: a line for each hit.
func (a *Answer) Lines() []string {
	var lines []string
	for _, it := range a.Items {
		place := render.Place(it.Item)
		if it.Path != "" && it.Line > 0 {
			place = fmt.Sprintf("%s:%d", render.OneLine(it.Path), it.Line)
		}
		line := fmt.Sprintf("%s  %s  %s %s  %d tokens", it.Handle, place, it.Kind, it.Name, it.Tokens)
		if it.Field == "source" {
			line += "\n    " + it.Text
		}
		lines = append(lines, line)
	}
	return lines
}

// Nothing returns the error of an answer without hits.
func (a *Answer) Nothing() error {
	if a.Total > 0 {
		return nil
	}
	return fmt.Errorf("%w for %q", answer.ErrNothingFound, a.Query)
}
