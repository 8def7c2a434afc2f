package golang

import (
	"reflect"
	"testing"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// TestDeclaredTypes checks that equal types are deduplicated, and that types with any
// difference are not.
func TestDeclaredTypes(t *testing.T) {
	order := resolve.Type{Def: 7, Owner: resolve.None}
	list := resolve.Type{Def: resolve.None, Owner: resolve.None, Form: parse.FormList,
		Args: []resolve.Type{order}}
	pointer, guessed, outside, element := order, order, order, order
	pointer.Pointer = true
	guessed.Tier = graph.Unique
	outside.Module, outside.External, outside.Def = "time", true, resolve.None
	element.Def, element.Owner, element.Param = resolve.None, 3, 1
	all := []resolve.Type{order, list, pointer, guessed, outside, element, order, pointer, outside}
	x := newDeclaredTypes(len(all) + 1)
	for i, want := range all {
		x.set(resolve.DefID(i), want)
	}
	for i, want := range all {
		if got := x.of(resolve.DefID(i)); !reflect.DeepEqual(got, want) {
			t.Errorf("definition %d has the type %+v, want %+v", i, got, want)
		}
	}
	if got := x.of(resolve.DefID(len(all))); got.Known() {
		t.Errorf("a definition without a type has %+v", got)
	}
	if len(x.blocks) != 1 || len(x.blocks[0]) != 7 {
		t.Errorf("%d blocks, %d types in the first; want 6 and Unknown in one", len(x.blocks),
			len(x.blocks[0]))
	}
}

func TestDeclaredTypesOfManyBlocks(t *testing.T) {
	const types = 3*typesInBlock + 1
	x := newDeclaredTypes(types)
	for d := range resolve.DefID(types) {
		x.set(d, resolve.Type{Def: d, Owner: resolve.None})
	}
	for d := range resolve.DefID(types) {
		if got := x.of(d); got.Def != d {
			t.Fatalf("definition %d has the type of %d", d, got.Def)
		}
	}
}
