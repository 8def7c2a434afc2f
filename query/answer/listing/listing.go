// Package listing answers with lists of nodes: an index of one line per node, from which
// a reader selects the nodes to fetch, and the ranked hits of a search with the
// components of their scores.
package listing

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/render"
	"seedgraph/query/search"
)

// An Index provides the data of lists. [*answer.Index] implements it.
type Index interface {
	answer.Nodes
	Doc(n uint32) (string, error)
	Rank(n uint32) (float64, error)
}

// An Answer is a list of nodes, or a page of it.
type Answer struct {
	Total int    `json:"total,omitempty"` // number of nodes on all pages; 0: not counted
	Items []Item `json:"items"`
	After string `json:"after,omitempty"` // the handle after which the next page begins
}

// An Item is a node of a list.
type Item struct {
	render.Item
	Abstract string `json:"abstract"`
	Line     string `json:"line"` // the text form of the node
}

// List describes the targets, which are part of total nodes, with their ranks as scores.
func List(x Index, targets []answer.Target, total int) (*Answer, error) {
	a := &Answer{Total: total, Items: []Item{}}
	for _, t := range targets {
		it, err := NewItem(x, t)
		if err != nil {
			return nil, err
		}
		rank, err := x.Rank(t.Node)
		if err != nil {
			return nil, err
		}
		it.Score = answer.Round(rank)
		a.Items = append(a.Items, it)
	}
	return a, nil
}

// Lines formats the list as text: a line that explains the format, then one line per
// node.
func (a *Answer) Lines() []string {
	lines := []string{head(len(a.Items))}
	for _, it := range a.Items {
		lines = append(lines, it.Line)
	}
	return lines
}

// Lines formats a list of nodes as text, like [Answer.Lines].
func Lines(x Index, targets []answer.Target) ([]string, error) {
	lines := []string{head(len(targets))}
	for _, t := range targets {
		it, err := NewItem(x, t)
		if err != nil {
			return nil, err
		}
		lines = append(lines, it.Line)
	}
	return lines, nil
}

// A Counter counts the tokens of a text.
type Counter interface{ Count(text string) int }

// After returns the targets after the last one of an earlier page, and whether that one
// was found.
func After(targets []answer.Target, last answer.Target) ([]answer.Target, bool) {
	i := slices.Index(targets, last)
	return targets[i+1:], i >= 0
}

// LinesWithin is like Lines for as many nodes as fit in a budget of tokens, including the
// first line; it returns nil if no node fits.
func LinesWithin(x Index, targets []answer.Target, c Counter, budget int) ([]string, error) {
	fits := func(lines []string) bool {
		return c.Count(strings.Join(lines, "\n")+"\n") <= budget
	}
	targets = targets[:min(len(targets), max(budget, 0))] // every line has at least one token
	all, err := Lines(x, targets)
	if err != nil {
		return nil, err
	}
	lines := func(n int) []string { return append([]string{head(n)}, all[1:n+1]...) }
	n := sort.Search(len(targets), func(n int) bool { return !fits(lines(n + 1)) })
	for ; n > 0; n-- {
		if fits(lines(n)) {
			return lines(n), nil
		}
	}
	return nil, nil
}

// head returns the line that explains the format of a list of n nodes.
func head(n int) string {
	if n == 1 {
		return "# 1 node, with the tokens of its text: query fetch HANDLE"
	}
	return fmt.Sprintf("# %d nodes, each with the tokens of its text: query fetch HANDLE", n)
}

// NewItem describes a node for a list, without a score.
func NewItem(x Index, t answer.Target) (Item, error) {
	it, n, err := answer.NewItem(x, t, 0)
	if err != nil {
		return Item{}, err
	}
	doc, err := x.Doc(t.Node)
	if err != nil {
		return Item{}, err
	}
	abstract := render.Abstract(n, doc)
	return Item{it, abstract, strings.TrimRight(render.IndexLine(it, abstract), " ")}, nil
}

// A Tree is an index that can be searched by path. [*answer.Index] implements it.
type Tree interface {
	answer.Nodes
	Paths(prefix string, f func(path string) bool) error
	FileNodes(path string) ([]uint32, error)
}

// ByPath lists the nodes that a filter with paths admits, by path and line. It
// reads only the paths that match.
func ByPath(x Tree, filter search.Selection) ([]answer.Target, error) {
	var paths []string
	byPath := search.Filter{Paths: filter.Filter.Paths}
	if err := x.Paths("", func(p string) bool {
		if byPath.Admits(&graph.Node{Path: p}) {
			paths = append(paths, p)
		}
		return true
	}); err != nil {
		return nil, err
	}
	var out []answer.Target
	for _, p := range paths {
		nodes, err := x.FileNodes(p)
		if err != nil {
			return nil, err
		}
		for _, number := range nodes {
			n, err := x.Node(number)
			if err != nil {
				return nil, err
			}
			if len(n.Parts) > 0 && filter.Admits(n) {
				out = append(out, answer.Target{Node: number})
			}
		}
	}
	return out, nil
}
