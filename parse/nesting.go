package parse

import (
	"cmp"
	"iter"
	"slices"
	"sort"
)

// A Nesting finds the ranges that enclose a position. Any two of its ranges are
// nested or disjoint, like the nodes of a syntax tree.
type Nesting struct {
	ranges []Range // by start, then the longer first, then in the given order
	index  []int32 // index in ranges of each range, in the given order
	up     []int32 // the innermost range that encloses each, or -1
}

// NestingOf sorts and links the ranges.
func NestingOf(ranges []Range) Nesting {
	n := Nesting{make([]Range, len(ranges)), make([]int32, len(ranges)), make([]int32, len(ranges))}
	for i := range n.index {
		n.index[i] = int32(i)
	}
	slices.SortStableFunc(n.index, func(a, b int32) int {
		return cmp.Or(cmp.Compare(ranges[a].Start, ranges[b].Start), cmp.Compare(ranges[b].End, ranges[a].End))
	})
	open := int32(-1)
	for i, at := range n.index {
		n.ranges[i] = ranges[at]
		for open >= 0 && n.ranges[open].End <= n.ranges[i].Start && n.ranges[open] != n.ranges[i] {
			open = n.up[open]
		}
		n.up[i], open = open, int32(i)
	}
	return n
}

// Enclosing yields the indices of the ranges that contain a position, innermost
// first; of equal ones the last first.
func (n Nesting) Enclosing(pos uint32) iter.Seq[int] {
	return func(yield func(int) bool) {
		i := sort.Search(len(n.ranges), func(i int) bool { return n.ranges[i].Start > pos }) - 1
		for ; i >= 0; i = int(n.up[i]) {
			if n.ranges[i].Contains(pos) && !yield(int(n.index[i])) {
				return
			}
		}
	}
}

// StartingAt returns the index of the outermost range with the given start, or -1.
func (n Nesting) StartingAt(start uint32) int {
	i := sort.Search(len(n.ranges), func(i int) bool { return n.ranges[i].Start >= start })
	if i == len(n.ranges) || n.ranges[i].Start != start {
		return -1
	}
	return int(n.index[i])
}
