package resolve

import "seedgraph/parse"

// A localIndex has the locals of a file by name. Most files have many locals and few names
// of them, and a list of its own for each name would cost more than all else.
type localIndex struct {
	number map[string]int32 // of names
	begin  []int32          // in order, where the locals of each name begin; and an end
	order  []int32          // indices of Facts.Locals, by the number of the name
}

// indexLocals sorts the locals by name, by counting: the names get numbers in the order of
// their first use, and the counts become the places where the locals of each begin.
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
	return x
}

// innermost finds the local whose scope, of those that have a position, begins last.
func innermost(locals []parse.Local, among []int32, at uint32) *parse.Local {
	var best *parse.Local
	for _, i := range among {
		l := &locals[i]
		if l.Scope.Contains(at) && (best == nil || l.Scope.Start >= best.Scope.Start) {
			best = l
		}
	}
	return best
}

// LocalsNamed returns the indices of the locals of the file that have a name, ascending.
// The slice must not be changed.
func (b *Binder) LocalsNamed(name string) []int32 {
	if b.locals == nil {
		b.locals = indexLocals(b.File.Locals)
	}
	n, ok := b.locals.number[name]
	if !ok {
		return nil
	}
	return b.locals.order[b.locals.begin[n]:b.locals.begin[n+1]]
}
