package golang

import (
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// declaredTypes holds the declared types of definitions: the types of values, and the
// result types of callables. Most are shared by several definitions, and are
// deduplicated.
type declaredTypes struct {
	number []int32             // by definition: the number of its type; 0 if it has no written type
	blocks [][]resolve.Type    // by number, in blocks of fixed size, so that growing copies none
	known  map[plainType]int32 // the numbers of plain types, while types are declared
}

// A plainType is a type without arguments, as most declarations have.
type plainType struct {
	def          resolve.DefID
	name, module string
	tier         graph.Tier
	external     bool
	pointer      bool
}

// typesInBlock is the number of types in a block.
const typesInBlock = 1 << 10

// newDeclaredTypes returns an empty table for the given number of definitions.
func newDeclaredTypes(definitions int) declaredTypes {
	x := declaredTypes{number: make([]int32, definitions), known: map[plainType]int32{}}
	x.add(resolve.Unknown)
	return x
}

// of returns the declared type of a definition; Unknown if it has none.
func (x *declaredTypes) of(d resolve.DefID) resolve.Type {
	n := x.number[d]
	return x.blocks[n/typesInBlock][n%typesInBlock]
}

// add stores a type and returns its number.
func (x *declaredTypes) add(t resolve.Type) int32 {
	last := len(x.blocks) - 1
	if last < 0 || len(x.blocks[last]) == typesInBlock {
		x.blocks = append(x.blocks, make([]resolve.Type, 0, typesInBlock))
		last++
	}
	x.blocks[last] = append(x.blocks[last], t)
	return int32(last*typesInBlock + len(x.blocks[last]) - 1)
}

// set records the declared type of a definition.
func (x *declaredTypes) set(d resolve.DefID, t resolve.Type) {
	key, plain := plainTypeOf(t)
	if n, ok := x.known[key]; plain && ok {
		x.number[d] = n
		return
	}
	n := x.add(t)
	x.number[d] = n
	if plain {
		x.known[key] = n
	}
}

// plainTypeOf returns t as a plain type; ok is false if it has other parts.
func plainTypeOf(t resolve.Type) (p plainType, ok bool) {
	ok = t.Args == nil && t.Owner == resolve.None && t.Param == 0 && t.Form == parse.FormNamed &&
		t.Func == parse.FuncForm(0) && !t.IsModule && !t.Static
	return plainType{t.Def, t.Name, t.Module, t.Tier, t.External, t.Pointer}, ok
}
