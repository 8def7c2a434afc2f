package resolve

import (
	"cmp"
	"iter"
	"slices"
	"sort"

	"seedgraph/parse"
)

// A localIndex has the locals of a file by name. Most files have many locals and few names
// of them, and a list of its own for each name would cost more than all else.
type localIndex struct {
	number map[string]int32 // of names
	begin  []int32          // in order, where the locals of each name begin; and an end
	order  []int32          // indices of Facts.Locals, by (number of the name, start of the scope, index)
	outer  []int32          // for each in order, where in order the scope around it is; -1 for none
}

// indexLocals sorts the locals by name, by counting: the names get numbers in the order of
// their first use, and the counts become the places where the locals of each begin. Front ends list
// locals nearly in the order of their scopes, so that it takes time in proportion to their number.
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
	// From the end, so that locals of one name stay in the order of the file.
	for i := len(locals) - 1; i >= 0; i-- {
		n := numbers[i]
		x.begin[n]--
		x.order[x.begin[n]] = int32(i)
	}
	x.outer = numbers // each name is counted; the space serves again
	for n := range len(x.begin) - 1 {
		x.nest(locals, x.begin[n], x.begin[n+1])
	}
	return x
}

// nest sorts the locals of one name by their scopes, and finds for each the last before it that goes
// on where it begins: by way of those around the one before it, so that each is passed once.
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

// LocalsAt yields the locals of the file that have a name and a scope with a position, with their
// indices, the innermost first: of scopes within each other the one that begins last. It takes time
// in proportion to how deep scopes with locals of that name are nested, beside a binary search.
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

// LocalAt finds the innermost local of the name whose scope has a position; nil if none.
func (b *Binder) LocalAt(name string, at uint32) *parse.Local {
	for _, l := range b.LocalsAt(name, at) {
		return l
	}
	return nil
}

// LocalOf finds the innermost local of definition d with the name and in scope; nil if none.
func (b *Binder) LocalOf(name string, at uint32, d DefID) *parse.Local {
	for _, l := range b.LocalsAt(name, at) {
		if b.File.ID(l.Def) == d {
			return l
		}
	}
	return nil
}
