package request

import (
	"slices"
	"strings"

	"seedgraph/resolve"
)

// maxIndexed bounds the indexed segments of a route: later ones are rarely selective.
const maxIndexed = 12

// An index finds routes by the known parts of a path, so that a request need not be
// compared with each route. Lists contain route numbers in ascending order.
type index struct {
	all      []int32
	fromLeft [maxIndexed]column
	// fromRight indexes the routes that may match the end of a longer address, by
	// segments from the last one.
	fromRight [maxIndexed]column

	byHandler map[resolve.DefID][]int32 // by handler and by page
	byName    map[string][]int32        // by the last component of their names
}

// A column lists the routes by one of their segments.
type column struct {
	literal map[string][]int32
	other   []int32 // routes whose segment matches several texts
}

// add adds a route to a column; a segment without literals matches every text.
func (c *column) add(n int32, s segment) {
	if !s.isLiteral() {
		c.other = append(c.other, n)
		return
	}
	if c.literal == nil {
		c.literal = map[string][]int32{}
	}
	c.literal[s.literals[0]] = append(c.literal[s.literals[0]], n)
}

// add puts route n into the index.
func (x *index) add(n int32, r *route) {
	x.all = append(x.all, n)
	for i := range maxIndexed {
		switch {
		case i < len(r.segments):
			x.fromLeft[i].add(n, r.segments[i])
		case r.rest || r.tail:
			x.fromLeft[i].add(n, segment{})
		}
		if last := len(r.segments) - 1 - i; last >= 0 && !r.rest && !r.tail {
			x.fromRight[i].add(n, r.segments[last])
		}
	}
	if x.byHandler == nil {
		x.byHandler, x.byName = map[resolve.DefID][]int32{}, map[string][]int32{}
	}
	x.byHandler[r.handler] = append(x.byHandler[r.handler], n)
	if r.page != r.handler {
		x.byHandler[r.page] = append(x.byHandler[r.page], n)
	}
	last := lastPart(r.known)
	x.byName[last] = append(x.byName[last], n)
}

// lastPart returns the part after the last dot of a name.
func lastPart(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// candidates lists the routes whose beginning may match the known segments of a path:
// those that match its most selective segment.
func (x *index) candidates(path []string) []int32 {
	return x.fewest(path, func(i int) *column { return &x.fromLeft[i] })
}

// endingWith is candidates for routes that end with a path.
func (x *index) endingWith(path []string) []int32 {
	reversed := slices.Clone(path)
	slices.Reverse(reversed)
	return x.fewest(reversed, func(i int) *column { return &x.fromRight[i] })
}

func (x *index) fewest(path []string, columnAt func(int) *column) []int32 {
	var best *column
	text, size := "", len(x.all)
	for i, s := range path[:min(len(path), maxIndexed)] {
		if strings.Contains(s, Hole) {
			continue
		}
		c := columnAt(i)
		if n := len(c.literal[s]) + len(c.other); n < size {
			best, text, size = c, s, n
		}
	}
	if best == nil {
		return x.all
	}
	return merge(best.literal[text], best.other)
}

// merge merges two ascending lists without a common item.
func merge(a, b []int32) []int32 {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	out := make([]int32, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if a[0] < b[0] {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...)
}
