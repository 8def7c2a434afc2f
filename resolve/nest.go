package resolve

import (
	"cmp"
	"slices"

	"seedgraph/parse"
)

// A nest finds the innermost of nested ranges around a place.
type nest struct{ ranges []nested }

// A nested is the range of a definition.
type nested struct {
	parse.Range
	def   DefID
	outer int // index of the range around it, or -1
}

// maxNesting bounds the search of one place, in case ranges overlap or are nested too deeply.
const maxNesting = 1000

// add adds a range.
func (n *nest) add(r parse.Range, def DefID) { n.ranges = append(n.ranges, nested{r, def, -1}) }

// sort must be called after the last range is added.
func (n *nest) sort() {
	slices.SortFunc(n.ranges, func(a, b nested) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End), cmp.Compare(a.def, b.def))
	})
	var open []int
	for i := range n.ranges {
		for len(open) > 0 && n.ranges[open[len(open)-1]].End <= n.ranges[i].Start {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			n.ranges[i].outer = open[len(open)-1]
		}
		open = append(open, i)
	}
}

// around returns the innermost range around a place, or nil.
func (n *nest) around(at uint32) *nested {
	i, _ := slices.BinarySearchFunc(n.ranges, at, func(r nested, at uint32) int {
		if r.Start <= at {
			return -1
		}
		return 1
	})
	i--
	for range maxNesting {
		if i < 0 || at < n.ranges[i].End {
			break
		}
		i = n.ranges[i].outer
	}
	if i < 0 || at >= n.ranges[i].End {
		return nil
	}
	return &n.ranges[i]
}
