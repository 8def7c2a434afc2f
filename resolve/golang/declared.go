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
	types  []resolve.Type      // by number
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

// newDeclaredTypes has room for so many definitions.
func newDeclaredTypes(definitions int) declaredTypes {
	return declaredTypes{number: make([]int32, definitions), types: []resolve.Type{resolve.Unknown},
		known: map[plainType]int32{}}
}

// of returns the type that a definition is declared with; Unknown where none is written.
func (x *declaredTypes) of(d resolve.DefID) resolve.Type { return x.types[x.number[d]] }

// set says with which type a definition is declared.
func (x *declaredTypes) set(d resolve.DefID, t resolve.Type) {
	key, plain := plainTypeOf(t)
	if n, ok := x.known[key]; plain && ok {
		x.number[d] = n
		return
	}
	n := int32(len(x.types))
	x.types = append(x.types, t)
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
