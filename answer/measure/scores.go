package measure

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"seedgraph/search"
)

// filesWithin is the share of the gold files among the first k files.
func filesWithin(t *Task, res *search.Result, k int) float64 {
	wanted := map[string]bool{}
	for _, g := range t.Gold {
		wanted[g.Path] = true
	}
	seen, found := map[string]bool{}, 0
	for _, h := range res.Hits {
		if p := h.Info.Path; !seen[p] && len(seen) < k {
			seen[p] = true
			if wanted[p] {
				found++
			}
		}
	}
	return float64(found) / float64(len(wanted))
}

// distinct returns the entries that any node hits.
func distinct(hits [][]int) map[int]bool {
	all := map[int]bool{}
	for _, list := range hits {
		for _, g := range list {
			all[g] = true
		}
	}
	return all
}

// gains computes nDCG@10, where a node gains 1 if it hits an entry not hit
// before, and the reciprocal rank of the first hit.
func gains(hits [][]int, entries int) (ndcg, rr float64) {
	seen := map[int]bool{}
	var ideal float64
	for i := range min(entries, 10) {
		ideal += 1 / math.Log2(float64(i)+2)
	}
	for i, list := range hits {
		if len(list) > 0 && rr == 0 {
			rr = 1 / float64(i+1)
		}
		if i < 10 && slices.ContainsFunc(list, func(g int) bool { return !seen[g] }) {
			ndcg += 1 / math.Log2(float64(i)+2)
		}
		for _, g := range list {
			seen[g] = true
		}
	}
	return min(ndcg/ideal, 1), rr
}

// meanOf returns the means of the measures.
func meanOf(items []Scores) Scores {
	m := Scores{Tasks: len(items), Files: map[string]float64{}, InBudget: map[string]float64{}}
	n := float64(len(items))
	for _, s := range items {
		m.Recall += s.Recall / n
		m.NDCG += s.NDCG / n
		m.MRR += s.MRR / n
		for k, v := range s.Files {
			m.Files[k] += v / n
		}
		for k, v := range s.InBudget {
			m.InBudget[k] += v / n
		}
	}
	return m
}

// Lines returns the means as a table, and, if each is set, a row per task.
func (a *Answer) Lines(each bool) []string {
	header := "tasks"
	for _, k := range FileDepths {
		header += fmt.Sprintf("%7s", "F@"+strconv.Itoa(k))
	}
	header += "   C@10 nDCG@10    MRR"
	for _, b := range Budgets {
		header += fmt.Sprintf("%7s", "B"+strconv.Itoa(b/1000)+"k")
	}
	lines := []string{header}
	row := func(name string, e Scores) {
		line := name
		for _, k := range FileDepths {
			line += fmt.Sprintf("%7.3f", e.Files["F@"+strconv.Itoa(k)])
		}
		line += fmt.Sprintf("%7.3f%8.3f%7.3f", e.Recall, e.NDCG, e.MRR)
		for _, b := range Budgets {
			line += fmt.Sprintf("%7.3f", e.InBudget["B"+strconv.Itoa(b/1000)+"k"])
		}
		lines = append(lines, line)
	}
	row(fmt.Sprintf("%5d", a.Mean.Tasks), a.Mean)
	for _, it := range a.Items {
		if each {
			row("     ", it)
			lines[len(lines)-1] += "  " + it.ID
		}
	}
	return lines
}
