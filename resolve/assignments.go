package resolve

import (
	"slices"
	"sort"

	"seedgraph/graph"
	"seedgraph/parse"
)

// This file finds values that are assigned after their declaration. A statement assigned
// to a module variable belongs to the functions that run the variable, not to the
// function that assigns it. The value of a variable that is set twice is unknown.
//
//   - Module variables and static fields exist once per program. The value assigned to an
//     instance field stays with the method that assigns it: that method runs the object,
//     or passes it on.
//   - A variable declared without a value, or with a null value, may be set once.
//   - The statement remains an edge of the variable, like its initializer.
//   - Names that are put into strings follow the same rule: a value that is constant only
//     by its naming convention, as in Python, is not constant if it is assigned to.
//
//	var find = "SELECT id FROM orders"
//	func Archive() { find = "SELECT id FROM archive" }  // reads nothing
//	func Find(db *sql.DB) { db.Query(find) }            // orders or archive: nobody knows

// An AssignedValue is a value that is set after its declaration.
type AssignedValue struct {
	Def  DefID
	Text bool // set to a string that is among the strings of its file, those of Def

	// Declared reports that it is set where it is declared, to a value that is not a
	// string: it then holds the statements of a function or a list in that value.
	Declared bool
}

// assignable collects the names of the values that hold strings and may be set again.
// Assignments to other names need no check.
func assignable(files []*File) map[string]bool {
	out := map[string]bool{}
	for _, f := range files {
		for i := range f.Embedded {
			e := &f.Embedded[i]
			if a := f.setBy(e); a != nil {
				out[wordAt(f, a.At)] = true
			}
			d := &f.Definitions[e.Def]
			switch d.Kind {
			case graph.KindConstant:
				if len(d.Modifiers) == 0 { // constant only by its naming convention
					out[d.Name] = true
				}
			case graph.KindField, graph.KindProperty, graph.KindVariable:
				out[d.Name] = true
			case graph.KindConstructor:
				if e.IsValue {
					out[wordAt(f, e.For)] = true
				}
			}
		}
	}
	return out
}

// wordAt returns the name that begins at a position of a file, or "" if no name begins there.
func wordAt(f *File, at uint32) string {
	if int(at) >= len(f.Text) {
		return ""
	}
	return f.Text[at:][:nameBytes(f.Text[at:])]
}

// assigned records the values that the file sets after their declarations, once per
// position. Members that a constructor sets to a string are left out: they hold it.
func (t *textBinder) assigned(names map[string]bool) {
	list := t.File.Assignments
	for i := range list {
		a := &list[i]
		// Some front ends read an expression twice.
		if i > 0 && list[i-1].At == a.At || !t.texts[a.At] && !names[wordAt(t.File, a.At)] {
			continue
		}
		if d := t.target(a); d != None && !t.holds[a.At] {
			t.Strings.Assigned = append(t.Strings.Assigned, AssignedValue{d, t.texts[a.At],
				!t.texts[a.At] && t.Table.Def(d).NameAt == a.At})
		}
	}
}

// setBy returns the assignment whose value is exactly the string e, or nil.
func (f *File) setBy(e *parse.Embedded) *parse.Assignment {
	list := f.Assignments // the assigned name is right before its value
	i := sort.Search(len(list), func(i int) bool { return list[i].At >= e.Range.Start })
	for first := max(i-maxTargets, 0); i > first; i-- {
		if a := &list[i-1]; a.Value == e.Range {
			return a
		}
	}
	return nil
}

// maxTargets bounds the names between an assigned name and the assigned string, as in a,
// b = x, y.
const maxTargets = 8

// target returns the value that an assignment sets, or None if it is external or unknown.
func (t *textBinder) target(a *parse.Assignment) DefID {
	if a.Def > 0 {
		return t.File.ID(a.Def)
	}
	if d := t.File.DefinitionAt(a.At); t.File.Definitions[d].NameAt == a.At {
		return t.File.ID(d)
	}
	return t.valueAt(a.At)
}

// sharedValue returns the value that an assignment sets if it exists once per program,
// and None for members of objects.
func (t *textBinder) sharedValue(a *parse.Assignment) DefID {
	d := t.target(a)
	if d == None {
		return None
	}
	switch x := t.Table.Def(d); x.Kind {
	case graph.KindVariable, graph.KindConstant:
		return d
	default:
		if HasModifier(x, "static") {
			return d
		}
	}
	return None
}

// isAssigned reports whether the name at a position is assigned to there, and not used.
func (f *File) isAssigned(at uint32) bool {
	_, ok := slices.BinarySearchFunc(f.Assignments, at,
		func(a parse.Assignment, at uint32) int { return int(int64(a.At) - int64(at)) })
	return ok
}
