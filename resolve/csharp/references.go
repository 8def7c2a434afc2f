package csharp

import (
	"maps"
	"slices"
)

// References tell which folders of projects lead to which by project references. What a
// folder leads to is a row of bits, one for each circle of folders that lead to each other; a
// project in no circle is one of its own. Circles are numbered so that each leads only to
// smaller numbers, and a row ends with its own bit.
//
// For n projects the rows have at most n*n/128 + n words: 270 kB for 2,000 projects and 26 MB
// for 20,000. Making them takes at most one step for each reference and word of a row; a
// reference to what is known to be led to already takes one.
type references struct {
	circle map[string]int // number by folder
	rows   [][]uint64
}

// newReferences reads which folders each folder refers to by itself. References are transitive
// in SDK projects: what Core refers to is visible where Core is.
func newReferences(direct map[string][]string) *references {
	s := referenceSearch{direct: direct, found: map[string]int{}, low: map[string]int{},
		references: references{circle: map[string]int{}}}
	for _, dir := range slices.Sorted(maps.Keys(direct)) {
		if s.found[dir] == 0 {
			s.visit(dir)
		}
	}
	return &s.references
}

// lead reports whether references lead from a folder to another, or both are the same.
func (r *references) lead(from, to string) bool {
	if from == to {
		return true
	}
	a, ok := r.circle[from]
	b, known := r.circle[to]
	return ok && known && r.has(a, b)
}

// has reports whether one circle leads to another.
func (r *references) has(from, to int) bool {
	return to <= from && r.rows[from][to/64]>>(to%64)&1 == 1
}

// A referenceSearch finds the circles, those that others lead to first (Tarjan, "Depth-first
// search and linear graph algorithms").
type referenceSearch struct {
	references
	direct map[string][]string
	found  map[string]int // when a folder was found, counted from 1
	low    map[string]int // when the first one was found that it is known to be in a circle with
	open   []string       // found, and in no circle yet
}

// visit finds the circles of a folder and of all that it leads to. It looks at each reference
// once, and is as deep as the longest line of references.
func (s *referenceSearch) visit(dir string) {
	s.found[dir] = len(s.found) + 1
	s.low[dir] = s.found[dir]
	bottom := len(s.open)
	s.open = append(s.open, dir)
	for _, to := range s.direct[dir] {
		if s.found[to] == 0 {
			s.visit(to)
		}
		if _, closed := s.circle[to]; !closed {
			s.low[dir] = min(s.low[dir], s.low[to])
		}
	}
	if s.low[dir] == s.found[dir] {
		s.close(bottom)
	}
}

// close makes a circle of the open folders from one on.
func (s *referenceSearch) close(first int) {
	members := s.open[first:]
	number := len(s.rows)
	for _, dir := range members {
		s.circle[dir] = number
	}
	s.rows = append(s.rows, make([]uint64, number/64+1))
	s.rows[number][number/64] = 1 << (number % 64)
	for _, dir := range members {
		for _, to := range s.direct[dir] {
			if at := s.circle[to]; !s.has(number, at) {
				for i, word := range s.rows[at] {
					s.rows[number][i] |= word
				}
			}
		}
	}
	s.open = s.open[:first]
}
