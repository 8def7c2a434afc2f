package main

import (
	"fmt"
	"slices"

	"seedgraph/testkit/benchtree"
)

// Rivals are the figures with which ours are compared.
type Rivals struct {
	Plain      Figures `json:"plain"`                // plain BM25 on the request
	PlainWords Figures `json:"plain_words,omitzero"` // and on words of the given definition
	Unseeded   Figures `json:"unseeded,omitzero"`    // search without the given definition
}

// rivals lists the measures with which ours are compared. A rival is compared with
// our columns whose names have the same last word.
var rivals = map[group][]column{
	commits: {
		{"plain nDCG@10", func(i Item) float64 { return i.Rivals.Plain.NDCG }},
		{"plain C@10", func(i Item) float64 { return i.Rivals.Plain.Recall }},
		{"plain 4k", func(i Item) float64 { return i.Rivals.Plain.InBudget["B4k"] }},
		{"plain 8k", func(i Item) float64 { return i.Rivals.Plain.InBudget["B8k"] }},
	},
	seeded: {
		{"plain C@10", func(i Item) float64 { return i.Rivals.Plain.Recall }},
		{"plain 4k", func(i Item) float64 { return i.Rivals.Plain.InBudget["B4k"] }},
		{"plain 8k", func(i Item) float64 { return i.Rivals.Plain.InBudget["B8k"] }},
		{"words C@10", func(i Item) float64 { return i.Rivals.PlainWords.Recall }},
		{"words 4k", func(i Item) float64 { return i.Rivals.PlainWords.InBudget["B4k"] }},
		{"words 8k", func(i Item) float64 { return i.Rivals.PlainWords.InBudget["B8k"] }},
		{"unseeded C@10", func(i Item) float64 { return i.Rivals.Unseeded.Recall }},
		{"unseeded 4k", func(i Item) float64 { return i.Rivals.Unseeded.InBudget["B4k"] }},
	},
}

// besidePlain measures tasks whose answers are lines, and plain BM25 on the same
// tasks.
func (c *config) besidePlain(s set, at *benchtree.Place, args []string) ([]Item, error) {
	tasks, err := s.tasks()
	if err != nil {
		return nil, err
	}
	p, err := c.plain(at)
	if err != nil {
		return nil, err
	}
	if s.group == seeded {
		return c.evalSeeded(p, tasks, args)
	}
	items, err := c.runEval(slices.Concat(args, []string{"--context"})...)
	if err != nil {
		return nil, err
	}
	theirs := map[string]Figures{}
	for _, t := range tasks {
		theirs[t.ID] = p.rate(p.rank(requestOf(t.Query)), t.Gold)
	}
	for i := range items {
		var ok bool
		if items[i].Rivals.Plain, ok = theirs[items[i].ID]; !ok {
			return nil, fmt.Errorf("task %s is not in %s", items[i].ID, s.File)
		}
	}
	return items, nil
}

// plain indexes a tree for plain BM25.
func (c *config) plain(at *benchtree.Place) (*plain, error) {
	nodes, err := c.nodes(at.Artifacts())
	if err != nil {
		return nil, err
	}
	sources, err := readSources(at.Tree())
	if err != nil {
		return nil, err
	}
	return newPlain(sources, functionsOf(nodes)), nil
}
