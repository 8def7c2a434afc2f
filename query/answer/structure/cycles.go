package structure

import (
	"cmp"
	"slices"
	"strings"
)

// cycles lists the strongly connected groups.
func cycles(s *Structure) []Cycle {
	out := map[string][]string{}
	for _, t := range s.Ties {
		out[t.From] = append(out[t.From], t.To)
	}
	w := &walk{out: out, index: map[string]int{}, low: map[string]int{}, on: map[string]bool{}}
	for _, g := range s.Groups {
		if w.index[g.Name] == 0 {
			w.visit(g.Name)
		}
	}
	list := []Cycle{}
	for _, names := range w.found {
		slices.Sort(names)
		c := Cycle{Groups: names}
		for _, t := range s.Ties { // in descending order: the last is the lightest
			if slices.Contains(names, t.From) && slices.Contains(names, t.To) {
				c.Lightest = t
			}
		}
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b Cycle) int {
		return cmp.Or(cmp.Compare(len(b.Groups), len(a.Groups)),
			strings.Compare(a.Groups[0], b.Groups[0]))
	})
	return list
}

// A walk finds strongly connected components, by Tarjan's algorithm. There are few
// groups, so it may recurse once for each.
type walk struct {
	out   map[string][]string
	index map[string]int // in the order of visits, from 1
	low   map[string]int // the first active group reachable from a group
	on    map[string]bool
	stack []string
	found [][]string // components of more than one group
}

func (w *walk) visit(name string) {
	w.index[name] = len(w.index) + 1
	w.low[name] = w.index[name]
	w.stack = append(w.stack, name)
	w.on[name] = true
	for _, to := range w.out[name] {
		switch {
		case w.index[to] == 0:
			w.visit(to)
			w.low[name] = min(w.low[name], w.low[to])
		case w.on[to]:
			w.low[name] = min(w.low[name], w.index[to])
		}
	}
	if w.low[name] != w.index[name] {
		return
	}
	at := slices.Index(w.stack, name)
	for _, n := range w.stack[at:] {
		w.on[n] = false
	}
	if len(w.stack)-at > 1 {
		w.found = append(w.found, slices.Clone(w.stack[at:]))
	}
	w.stack = w.stack[:at]
}
