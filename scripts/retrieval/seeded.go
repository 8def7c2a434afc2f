package main

import (
	"fmt"
	"slices"
)

const (
	mostGiven  = 4  // definitions of an answer, as in query eval --seeded
	givenWords = 40 // of a definition, for plain BM25
)

// seededOf returns the sets whose tasks are also run with one definition of the
// answer given, where the rest must be found.
func seededOf(sets []set) []set {
	var out []set
	for _, s := range sets {
		if s.hasLines() {
			s.group = seeded
			out = append(out, s)
		}
	}
	return out
}

// evalSeeded measures tasks with one definition given. The rest of the answer may
// differ between nodes and chunks because of adjacent lines: only tasks with a rest
// in both cases are measured.
func (c *config) evalSeeded(p *plain, tasks []task, args []string) ([]Item, error) {
	args = slices.Concat(args, []string{"--seeded", "--intent", "implement"})
	found, err := c.runEval(slices.Concat(args, []string{"--context"})...)
	if err != nil {
		return nil, err
	}
	unseeded, err := c.runEval(slices.Concat(args, []string{"--no-seeds"})...)
	if err != nil {
		return nil, err
	}
	theirs := p.rateSeeded(tasks)
	var items []Item
	for i, item := range found {
		var ok bool
		if item.Rivals, ok = theirs[item.ID]; ok {
			item.Rivals.Unseeded = Figures{unseeded[i].NDCG, unseeded[i].Recall, unseeded[i].InBudget}
			items = append(items, item)
		}
	}
	return items, nil
}

// rateSeeded rates plain BM25 on tasks, once for each given entry, by the ids that
// query eval has for these.
func (p *plain) rateSeeded(tasks []task) map[string]Rivals {
	rated := map[string]Rivals{}
	for _, t := range tasks {
		for _, given := range t.given() {
			if r, ok := p.rateGiven(t, given); ok {
				rated[fmt.Sprintf("%s/%d", t.ID, given+1)] = r
			}
		}
	}
	return rated
}

// given returns the entries that are given, one at a time: definitions of a task
// that has several.
func (t *task) given() []int {
	var definitions []int
	for i, e := range t.Gold {
		if e.Name != "" {
			definitions = append(definitions, i)
		}
	}
	if len(definitions) < 2 {
		return nil
	}
	return definitions[:min(mostGiven, len(definitions))]
}

// rateGiven rates plain BM25 on a task with an entry given, whose chunks are
// excluded from the rankings. It reports whether there is anything left to find.
func (p *plain) rateGiven(t task, given int) (Rivals, bool) {
	own := p.ownChunks(t.Gold[given])
	isOwn := func(chunk int) bool { return slices.Contains(own, chunk) }
	rest := slices.Delete(slices.Clone(t.Gold), given, given+1)
	rest = slices.DeleteFunc(rest, func(e entry) bool {
		return slices.ContainsFunc(own, func(chunk int) bool { return e.isIn(p.chunks[chunk]) })
	})
	if len(rest) == 0 {
		return Rivals{}, false
	}
	request := requestOf(t.Query)
	text := textOf(p.sources[t.Gold[given].Path], t.Gold[given].span())
	again := slices.Concat(request, request, commonest(requestOf(text), givenWords))
	return Rivals{
		Plain:      p.rate(slices.DeleteFunc(p.rank(request), isOwn), rest),
		PlainWords: p.rate(slices.DeleteFunc(p.rank(again), isOwn), rest),
	}, true
}
