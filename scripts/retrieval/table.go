package main

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// A Run has the measures of the tasks, by set.
type Run map[string][]Item

// An Item has the measures of a task, as query eval prints them.
type Item struct {
	ID        string             `json:"id"`
	Kind      string             `json:"kind"`
	Split     string             `json:"split"`
	Files     map[string]float64 `json:"files"`
	Recall    float64            `json:"recall@10"`
	NDCG      float64            `json:"ndcg@10"`
	FileNDCG  float64            `json:"file_ndcg@10"`
	Hit       float64            `json:"hit@10"`
	MAP       float64            `json:"map@10"`
	InBudget  map[string]float64 `json:"in_budget"`
	InContext map[string]float64 `json:"in_context"`
	Rivals    Rivals             `json:"rivals,omitzero"` // measured here
}

// A column is a measure in the tables of a group.
type column struct {
	name  string
	value func(Item) float64
}

// columns lists the measures of each group.
var columns = map[group][]column{
	commits: {
		{"nDCG@10", func(i Item) float64 { return i.NDCG }},
		{"C@10", func(i Item) float64 { return i.Recall }},
		{"F@1", func(i Item) float64 { return i.Files["F@1"] }},
		{"F@10", func(i Item) float64 { return i.Files["F@10"] }},
		{"list 4k", func(i Item) float64 { return i.InBudget["B4k"] }},
		{"list 8k", func(i Item) float64 { return i.InBudget["B8k"] }},
		{"context 4k", func(i Item) float64 { return i.InContext["X4k"] }},
		{"context 8k", func(i Item) float64 { return i.InContext["X8k"] }},
	},
	seeded: {
		{"C@10", func(i Item) float64 { return i.Recall }},
		{"list 4k", func(i Item) float64 { return i.InBudget["B4k"] }},
		{"context 4k", func(i Item) float64 { return i.InContext["X4k"] }},
		{"context 8k", func(i Item) float64 { return i.InContext["X8k"] }},
	},
	reports: {
		{"F@1", func(i Item) float64 { return i.Files["F@1"] }},
		{"F@10", func(i Item) float64 { return i.Files["F@10"] }},
		{"Hit@10", func(i Item) float64 { return i.Hit }},
		{"MAP@10", func(i Item) float64 { return i.MAP }},
	},
	questions:     ofFiles,
	documentation: ofFiles,
}

// ofFiles are the measures of tasks with files as answers: for the first ten different
// files, and, where it says so, for the first ten hits, of which several may be of a file.
var ofFiles = []column{
	{"nDCG@10", func(i Item) float64 { return i.FileNDCG }},
	{"of hits", func(i Item) float64 { return i.NDCG }},
	{"F@1", func(i Item) float64 { return i.Files["F@1"] }},
	{"F@10", func(i Item) float64 { return i.Files["F@10"] }},
}

// splits are the parts of the tables, the one for development first.
var splits = []string{"tune", "report"}

// table returns the figures as Markdown: for each group and split a row per set,
// the mean over sets, and a row per kind of task. If there is a previous run, the
// mean over sets is compared with it; if there are rivals, ours with theirs.
func table(sets []set, now, before Run) []string {
	var lines []string
	for _, g := range groups {
		for _, split := range splits {
			var in []set
			for _, s := range sets {
				if s.group == g && len(only(now[s.key()], split)) > 0 {
					in = append(in, s)
				}
			}
			if len(in) > 0 {
				lines = append(lines, part(g, split, in, now, before)...)
			}
		}
	}
	return lines
}

// part returns the table of one group and split.
func part(g group, split string, in []set, now, before Run) []string {
	header, rule := "| "+string(g)+", "+split+" | tasks |", "|---|---:|"
	for _, c := range slices.Concat(columns[g], rivals[g]) {
		header += " " + c.name + " |"
		rule += "---:|"
	}
	lines := []string{"", header, rule}
	row := func(name string, groups [][]Item) {
		tasks := 0
		for _, items := range groups {
			tasks += len(items)
		}
		line := fmt.Sprintf("| %s | %d |", name, tasks)
		for _, c := range slices.Concat(columns[g], rivals[g]) {
			line += fmt.Sprintf(" %.3f |", macro(groups, c.value))
		}
		lines = append(lines, line)
	}
	var all, old [][]Item
	kinds := map[string][]Item{}
	for _, s := range in {
		items := only(now[s.key()], split)
		row(s.Name, [][]Item{items})
		all, old = append(all, items), append(old, only(before[s.key()], split))
		for _, i := range items {
			kinds[i.Kind] = append(kinds[i.Kind], i)
		}
	}
	row("**mean of sets**", all)
	if len(kinds) > 1 {
		names := make([]string, 0, len(kinds))
		for k := range kinds {
			names = append(names, k)
		}
		slices.Sort(names)
		for _, k := range names {
			row(k, [][]Item{kinds[k]})
		}
	}
	if len(before) > 0 {
		line := "| change, with 95 % interval | |"
		for _, c := range columns[g] {
			line += " " + compare(all, old, c.value).String() + " |"
		}
		lines = append(lines, line+strings.Repeat(" |", len(rivals[g])))
	}
	return append(lines, verdict(g, split, in, now)...)
}

func only(items []Item, split string) []Item {
	return slices.DeleteFunc(slices.Clone(items), func(i Item) bool { return i.Split != split })
}

// macro returns the mean of the means of the groups; empty groups are ignored.
func macro(groups [][]Item, value func(Item) float64) float64 {
	var sum, n float64
	for _, items := range groups {
		if len(items) == 0 {
			continue
		}
		var s float64
		for _, i := range items {
			s += value(i)
		}
		sum += s / float64(len(items))
		n++
	}
	return sum / max(n, 1)
}

// A change is a difference of means between two runs over their common tasks, with
// its interval.
type change struct{ mean, low, high float64 }

// String formats a change; an asterisk marks one whose interval excludes 0, and a
// dash one for a group without common tasks.
func (c change) String() string {
	if math.IsNaN(c.mean) {
		return "–"
	}
	mark := ""
	if c.low > 0 || c.high < 0 {
		mark = "*"
	}
	return fmt.Sprintf("%+.3f%s (%+.3f, %+.3f)", c.mean, mark, c.low, c.high)
}

const samples = 2000 // of the bootstrap

// compare returns the difference of the mean over sets with its 95 % interval, by a
// paired bootstrap: tasks are resampled within each set, the same in both runs.
func compare(now, before [][]Item, value func(Item) float64) change {
	var diffs [][]float64 // by set
	for i := range now {
		old := map[string]float64{}
		for _, it := range before[i] {
			old[it.ID] = value(it)
		}
		var d []float64
		for _, it := range now[i] {
			if was, ok := old[it.ID]; ok {
				d = append(d, value(it)-was)
			}
		}
		if len(d) > 0 {
			diffs = append(diffs, d)
		}
	}
	if len(diffs) == 0 {
		return change{math.NaN(), math.NaN(), math.NaN()}
	}
	draw := rand.New(rand.NewPCG(1, 2))
	var c change
	means := make([]float64, samples)
	for _, d := range diffs {
		var sum float64
		for _, x := range d {
			sum += x
		}
		c.mean += sum / float64(len(d)) / float64(len(diffs))
		for s := range means {
			sum = 0
			for range d {
				sum += d[draw.IntN(len(d))]
			}
			means[s] += sum / float64(len(d)) / float64(len(diffs))
		}
	}
	slices.SortFunc(means, cmp.Compare)
	c.low, c.high = means[samples/40], means[samples-1-samples/40]
	return c
}
