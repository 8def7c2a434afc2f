package parse

import "testing"

// A definition inside one that is not its parent hides none of the definitions
// that enclose a later position: a field set in a method belongs to the class.
func TestDefinitionAt(t *testing.T) {
	const file, class, method, field, local, other = 0, 1, 2, 3, 4, 5
	definitions := func() []Definition {
		return []Definition{
			file:   {Parent: -1, Range: Range{End: 100}},
			class:  {Parent: file, Range: Range{Start: 10, End: 90}},
			method: {Parent: class, Range: Range{Start: 20, End: 60}},
			field:  {Parent: class, Range: Range{Start: 30, End: 35}},
			local:  {Parent: method, Range: Range{Start: 40, End: 45}},
			other:  {Parent: class, Range: Range{Start: 70, End: 80}},
		}
	}
	f := Facts{Definitions: definitions()}
	f.Sort()
	for at, want := range map[uint32]int32{
		0: file, 10: class, 20: method, 29: method, 30: field, 34: field, 35: method, 42: local,
		50: method, 60: class, 75: other, 85: class, 95: file, 100: file,
	} {
		if got := f.DefinitionAt(at); got != want {
			t.Errorf("definition %d is around %d, want %d", got, at, want)
		}
	}
	f.Definitions = append(f.Definitions, Definition{Parent: file, Range: Range{Start: 92, End: 94}})
	if got := f.DefinitionAt(93); got != other+1 {
		t.Errorf("definition %d is around what was found since, want %d", got, other+1)
	}
	plain := Facts{Definitions: definitions()}
	plain.Definitions[field].Parent = method
	if plain.Sort(); plain.around != nil {
		t.Error("parents tell all, and yet it is kept what is around each definition")
	}
}
