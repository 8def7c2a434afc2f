package golang

import (
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// declaredTypes are the types that definitions are declared with: those of values, and the
// results of callables. Most are those of other definitions, too, and are kept once.
type declaredTypes struct {
	number []int32             // by definition: of its type; 0 where none is written
	blocks [][]resolve.Type    // by number, so many in each that none has to be copied to grow
	known  map[plainType]int32 // the numbers of plain types, while types are declared
}

// A plainType is a type without arguments, of which most declarations are.
type plainType struct {
	def          resolve.DefID
	name, module string
	tier         graph.Tier
	external     bool
	pointer      bool
}

// typesInBlock is how many types a block holds.
const typesInBlock = 1 << 10

// newDeclaredTypes has room for so many definitions.
func newDeclaredTypes(definitions int) declaredTypes {
	x := declaredTypes{number: make([]int32, definitions), known: map[plainType]int32{}}
	x.add(resolve.Unknown)
	return x
}

// of returns the type that a definition is declared with; Unknown where none is written.
func (x *declaredTypes) of(d resolve.DefID) resolve.Type {
	n := x.number[d]
	return x.blocks[n/typesInBlock][n%typesInBlock]
}

// add keeps a type and returns its number.
func (x *declaredTypes) add(t resolve.Type) int32 {
	last := len(x.blocks) - 1
	if last < 0 || len(x.blocks[last]) == typesInBlock {
		x.blocks = append(x.blocks, make([]resolve.Type, 0, typesInBlock))
		last++
	}
	x.blocks[last] = append(x.blocks[last], t)
	return int32(last*typesInBlock + len(x.blocks[last]) - 1)
}

// set says with which type a definition is declared.
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

// plainTypeOf returns t as a plain type; ok is false if it has more to it.
func plainTypeOf(t resolve.Type) (p plainType, ok bool) {
	ok = t.Args == nil && t.Owner == resolve.None && t.Param == 0 && t.Form == resolve.NoForm &&
		t.Func == parse.FuncForm(0) && !t.IsModule && !t.Static
	return plainType{t.Def, t.Name, t.Module, t.Tier, t.External, t.Pointer}, ok
}
