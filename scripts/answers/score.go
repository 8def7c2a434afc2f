package main

import (
	"slices"
)

// A result is the scored answer to one question.
type result struct {
	id, command string
	exit        int // exit code of query

	items, found int // number of truth items
	rows, right  int
	missing      []string // items, as written in the set
	wrong        []string // rows, as printed

	tokens     int // of the answer
	grepTokens int
	grepItems  int // of the truth, if there are grep commands
	grepFound  int // items that these state, or whose files they name
}

// recall returns the recall, from 0 to 1.
func (r *result) recall() float64 { return float64(r.found) / float64(r.items) }

// precision returns the precision, from 0 to 1; false for an answer without rows.
func (r *result) precision() (float64, bool) {
	if r.rows == 0 {
		return 0, false
	}
	return float64(r.right) / float64(r.rows), true
}

// leastPrecision is the minimum precision of a question that counts as answered in
// one call.
const leastPrecision = 0.9

// answered reports whether one call was enough.
func (r *result) answered() bool {
	p, ok := r.precision()
	return ok && r.found == r.items && p >= leastPrecision
}

// A key decides which places are right.
type key struct {
	t     *tree
	begin map[place]int // line at which the definition with its name at a place begins
}

// states reports whether a place is that of an item.
func (k *key) states(at place, i item) bool {
	return slices.ContainsFunc(i.places, func(p place) bool {
		if p.path != at.path || at.line > p.line {
			return false
		}
		first, ok := k.begin[p]
		if !ok {
			first = k.t.begins(p)
			k.begin[p] = first
		}
		return first <= at.line
	})
}

// score compares the standard output of query with the truth.
func (q *question) score(output string, t *tree) result {
	r := result{id: q.ID, command: q.command(), items: len(q.Truth)}
	rows := rowsOf(q.command(), output, t.has)
	if q.Answer != "" {
		if done := r.judge(q.Answer, verdictOf(output), q, rows); done {
			return r
		}
	}
	k := &key{t, map[place]int{}}
	for _, i := range q.Truth {
		if slices.ContainsFunc(rows, func(row row) bool { return k.rowStates(row, i) }) {
			r.found++
		} else {
			r.missing = append(r.missing, i.String())
		}
	}
	for _, row := range rows {
		of := func(i item) bool { return k.rowStates(row, i) }
		switch {
		case slices.ContainsFunc(q.Truth, of):
			r.rows, r.right = r.rows+1, r.right+1
		case !slices.ContainsFunc(q.Accept, of):
			r.rows++
			r.wrong = append(r.wrong, row.text)
		}
	}
	return r
}

// rowStates reports whether one of the places of a row is that of an item.
func (k *key) rowStates(r row, i item) bool {
	return slices.ContainsFunc(r.places, func(p place) bool { return k.states(p, i) })
}

// judge scores an answer by the verdict in its first line. It reports whether that is
// final: if the verdict is right and there is a path, the nodes must still be compared.
func (r *result) judge(want, said string, q *question, rows []row) bool {
	r.items = max(r.items, 1)
	if said == want && want == "yes" {
		return false
	}
	if said == want {
		r.found, r.rows, r.right = 1, 1, 1
		return true
	}
	r.missing = append(r.missing, "answer: "+want)
	for _, i := range q.Truth {
		r.missing = append(r.missing, i.String())
	}
	if said != "unknown" && said != "" {
		r.rows = max(1, len(rows))
		r.wrong = append(r.wrong, "answer: "+said)
		for _, row := range rows {
			r.wrong = append(r.wrong, row.text)
		}
	}
	return true
}

// byGrep returns the number of items stated by places of grep. A file without a
// line states every line of it.
func (q *question) byGrep(found []place, t *tree) int {
	k := &key{t, map[place]int{}}
	n := 0
	for _, i := range q.Truth {
		if slices.ContainsFunc(found, func(at place) bool {
			if at.line == 0 {
				return slices.ContainsFunc(i.places, func(p place) bool { return p.path == at.path })
			}
			return k.states(at, i)
		}) {
			n++
		}
	}
	return n
}
