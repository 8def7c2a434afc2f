package resolve

import (
	"cmp"
	"iter"
	"slices"
	"sort"

	"seedgraph/parse"
)

// A localIndex indexes the locals of a file by name. Most files have many locals but few
// distinct names, and a separate list for each name would dominate the cost.
type localIndex struct {
	number map[string]int32 // of names
	begin  []int32          // index in order where the locals of each name begin, with an end marker
	order  []int32          // indices of Facts.Locals, by (number of the name, start of the scope, index)
	outer  []int32          // for each in order, the index in order of the enclosing scope, or -1
}

// indexLocals sorts the locals by name with a counting sort: names are numbered in the
// order of their first use, and the counts become the offsets of their locals. Front ends
// list locals nearly in the order of their scopes, so it runs in linear time.
func indexLocals(locals []parse.Local) *localIndex {
	x := &localIndex{number: map[string]int32{}, order: make([]int32, len(locals))}
	numbers := make([]int32, len(locals))
	for i := range locals {
		n, ok := x.number[locals[i].Name]
		if !ok {
			n = int32(len(x.begin))
			x.number[locals[i].Name] = n
			x.begin = append(x.begin, 0)
		}
		numbers[i] = n
		x.begin[n]++
	}
	sum := int32(0)
	for n, count := range x.begin {
		sum += count
		x.begin[n] = sum
	}
	x.begin = append(x.begin, sum)
	// From the end, so that locals with the same name stay in file order.
	for i := len(locals) - 1; i >= 0; i-- {
		n := numbers[i]
		x.begin[n]--
		x.order[x.begin[n]] = int32(i)
	}
	x.outer = numbers // every name is counted; reuse the space
	for n := range len(x.begin) - 1 {
		x.nest(locals, x.begin[n], x.begin[n+1])
	}
	return x
}

// nest sorts the locals of one name by their scopes, and finds for each the last
// preceding one that is still open where it begins. It follows the enclosing scopes of
// its predecessor, so each is passed once.
func (x *localIndex) nest(locals []parse.Local, from, to int32) {
	byStart := func(a, b int32) int { return cmp.Compare(locals[a].Scope.Start, locals[b].Scope.Start) }
	if among := x.order[from:to]; !slices.IsSortedFunc(among, byStart) {
		slices.SortStableFunc(among, byStart)
	}
	for p := from; p < to; p++ {
		q := p - 1
		for q >= from && locals[x.order[q]].Scope.End <= locals[x.order[p]].Scope.Start {
			q = x.outer[q]
		}
		if q < from {
			q = -1
		}
		x.outer[p] = q
	}
}

// LocalsAt yields the locals of the file with a name whose scope contains a position,
// with their indices, innermost first: of nested scopes, the one that begins last. It
// takes a binary search, and time proportional to the nesting depth of scopes with locals
// of that name.
//
//	order := load()
//	if order := order.Next(); order != nil { order.Ship() }    // the inner one, then the outer one
func (b *Binder) LocalsAt(name string, at uint32) iter.Seq2[int32, *parse.Local] {
	return func(yield func(int32, *parse.Local) bool) {
		if b.locals == nil {
			b.locals = indexLocals(b.File.Locals)
		}
		x, locals := b.locals, b.File.Locals
		n, ok := x.number[name]
		if !ok {
			return
		}
		from, to := x.begin[n], x.begin[n+1]
		p := from - 1 + int32(sort.Search(int(to-from), func(i int) bool {
			return locals[x.order[from+int32(i)]].Scope.Start > at
		}))
		for ; p >= from; p = x.outer[p] {
			i := x.order[p]
			if l := &locals[i]; l.Scope.Contains(at) && !yield(i, l) {
				return
			}
		}
	}
}

// LocalAt returns the innermost local with the name whose scope contains a position, or
// nil.
func (b *Binder) LocalAt(name string, at uint32) *parse.Local {
	for _, l := range b.LocalsAt(name, at) {
		return l
	}
	return nil
}

// LocalOf returns the innermost local of definition d with the name that is in scope, or
// nil.
func (b *Binder) LocalOf(name string, at uint32, d DefID) *parse.Local {
	for _, l := range b.LocalsAt(name, at) {
		if b.File.ID(l.Def) == d {
			return l
		}
	}
	return nil
}
