package measure

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"seedgraph/query/search"
)

// files lists the distinct files of a ranking, in order.
func files(res *search.Result) []string {
	var out []string
	seen := map[string]bool{}
	for _, h := range res.Hits {
		if p := h.Info.Path; p != "" && !seen[p] {
			seen[p] = true
			out = append(out, p)
		}
	}
	return out
}

// rateFiles computes the measures of files: shares of the gold files, nDCG@10 and average
// precision within the first ten.
func (s *Scores) rateFiles(t *Task, ranking []string) {
	wanted := map[string]bool{}
	for _, g := range t.Gold {
		wanted[g.Path] = true
	}
	s.Files = map[string]float64{}
	found, most := 0, float64(len(wanted))
	var ideal, precision float64
	for i := range min(len(wanted), 10) {
		ideal += discount(i)
	}
	for i, p := range ranking[:min(len(ranking), 10)] {
		if wanted[p] {
			found++
			s.FileNDCG += discount(i) / ideal
			precision += float64(found) / float64(i+1)
		}
		for _, k := range FileDepths {
			if i < k {
				s.Files["F@"+strconv.Itoa(k)] = float64(found) / most
			}
		}
	}
	s.MAP = precision / min(most, 10)
	if found > 0 {
		s.Hit = 1
	}
}

// discount returns the weight of a hit at a rank, from 0, in nDCG.
func discount(rank int) float64 { return 1 / math.Log2(float64(rank)+2) }

// distinct returns the set of entries hit by any node.
func distinct(hits [][]int) map[int]bool {
	all := map[int]bool{}
	for _, list := range hits {
		for _, g := range list {
			all[g] = true
		}
	}
	return all
}

// gains computes nDCG@10, where a node has gain 1 if it hits an entry not hit before, and
// the reciprocal rank of the first hit.
func gains(hits [][]int, entries int) (ndcg, rr float64) {
	seen := map[int]bool{}
	var ideal float64
	for i := range min(entries, 10) {
		ideal += discount(i)
	}
	for i, list := range hits {
		if len(list) > 0 && rr == 0 {
			rr = 1 / float64(i+1)
		}
		if i < 10 && slices.ContainsFunc(list, func(g int) bool { return !seen[g] }) {
			ndcg += discount(i)
		}
		for _, g := range list {
			seen[g] = true
		}
	}
	return min(ndcg/ideal, 1), rr
}

// A measure is a field of Scores, with the header of its column.
type measure struct {
	header string
	value  func(*Scores) *float64
}

// measures lists the fields that are not maps, in the order of the table.
var measures = []measure{
	{"C@10", func(s *Scores) *float64 { return &s.Recall }},
	{"nDCG@10", func(s *Scores) *float64 { return &s.NDCG }},
	{"MRR", func(s *Scores) *float64 { return &s.MRR }},
	{"fnDCG@10", func(s *Scores) *float64 { return &s.FileNDCG }},
	{"Hit@10", func(s *Scores) *float64 { return &s.Hit }},
	{"MAP@10", func(s *Scores) *float64 { return &s.MAP }},
}

// meanOf returns the means of the measures.
func meanOf(items []Scores) Scores {
	m := Scores{Tasks: len(items), Files: map[string]float64{}, InBudget: map[string]float64{}}
	n := float64(len(items))
	addTo := func(to *map[string]float64, from map[string]float64) {
		if from != nil && *to == nil {
			*to = map[string]float64{}
		}
		for k, v := range from {
			(*to)[k] += v / n
		}
	}
	for i := range items {
		s := &items[i]
		for _, x := range measures {
			*x.value(&m) += *x.value(s) / n
		}
		addTo(&m.Files, s.Files)
		addTo(&m.InBudget, s.InBudget)
		addTo(&m.InContext, s.InContext)
	}
	return m
}

// byKind returns the means by the kind of the tasks, in the order of the names; nil if no
// task has a kind.
func byKind(items []Scores) []Scores {
	groups := map[string][]Scores{}
	for _, s := range items {
		groups[s.Kind] = append(groups[s.Kind], s)
	}
	if len(groups[""]) == len(items) {
		return nil
	}
	var out []Scores
	for _, kind := range slices.Sorted(maps.Keys(groups)) {
		m := meanOf(groups[kind])
		m.Kind = kind
		out = append(out, m)
	}
	return out
}

// Lines formats the means as a table, with a row per kind of task, and, if each is set, a
// row per task.
func (a *Answer) Lines(each bool) []string {
	columns, header := a.columns()
	lines := []string{header}
	row := func(name string, s *Scores, label string) {
		line := name
		for _, c := range columns {
			line += fmt.Sprintf("%*.3f", max(7, len(c.header)+1), c.value(s))
		}
		if label != "" {
			line += "  " + label
		}
		lines = append(lines, line)
	}
	row(fmt.Sprintf("%5d", a.Mean.Tasks), &a.Mean, "")
	for i := range a.Kinds {
		row(fmt.Sprintf("%5d", a.Kinds[i].Tasks), &a.Kinds[i], a.Kinds[i].Kind)
	}
	for i := range a.Items {
		if each {
			row("     ", &a.Items[i], a.Items[i].ID)
		}
	}
	return lines
}

// A column is a measure of the table.
type column struct {
	header string
	value  func(*Scores) float64
}

// columns lists the columns of the table, and its header.
func (a *Answer) columns() (columns []column, header string) {
	for _, k := range FileDepths {
		name := "F@" + strconv.Itoa(k)
		columns = append(columns, column{name, func(s *Scores) float64 { return s.Files[name] }})
	}
	for _, m := range measures {
		columns = append(columns, column{m.header, func(s *Scores) float64 { return *m.value(s) }})
	}
	for _, b := range Budgets {
		name := budgetName("B", b)
		columns = append(columns, column{name, func(s *Scores) float64 { return s.InBudget[name] }})
	}
	for _, b := range Budgets {
		name := budgetName("X", b)
		if a.Mean.InContext != nil {
			columns = append(columns,
				column{name, func(s *Scores) float64 { return s.InContext[name] }})
		}
	}
	header = "tasks"
	for _, c := range columns {
		header += fmt.Sprintf("%*s", max(7, len(c.header)+1), c.header)
	}
	return columns, header
}

// budgetName returns the name of the measure for a budget: B4k, X8k.
func budgetName(letter string, budget int) string {
	return letter + strconv.Itoa(budget/1000) + "k"
}
