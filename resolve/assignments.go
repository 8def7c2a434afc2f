package resolve

import (
	"slices"
	"sort"

	"seedgraph/graph"
	"seedgraph/parse"
)

// This file tells what is set behind its declaration. A statement that is assigned to a variable of
// a module is none of the function that assigns it: those have it that run the variable. One that
// is set twice holds nothing for certain.
//
//   - A variable of a module and a static field are there once. What a field of objects is set to
//     stays with the method that sets it: it runs the object, or hands it on.
//   - A variable that is declared without a value, or with none yet, may be set once.
//   - The statement stays an edge of the variable, like the one that it is declared with.
//   - Names that are put into strings go by the same rule: a constant by its name alone, as in
//     Python, is none if something sets it.
//
//	var find = "SELECT id FROM orders"
//	func Archive() { find = "SELECT id FROM archive" }  // reads nothing
//	func Find(db *sql.DB) { db.Query(find) }            // orders or archive: nobody knows

// An AssignedValue is a value that is set behind its declaration.
type AssignedValue struct {
	Def  DefID
	Text bool // to a string that is among the texts of its file, as one of Def

	// Declared says that it is set where it is declared, to what is no string: a statement in a
	// function or a list there is one that it holds.
	Declared bool
}

// assignable collects the names of the values that hold strings and that something may set again:
// what is assigned to other names need not be looked at.
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
				if len(d.Modifiers) == 0 { // by its name alone
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

// wordAt is the name that begins at a place of a file; empty if there is none.
func wordAt(f *File, at uint32) string {
	if int(at) >= len(f.Text) {
		return ""
	}
	return f.Text[at:][:nameBytes(f.Text[at:])]
}

// assigned notes which values the file sets behind their declarations, once for each place, but
// for members that a constructor sets to a string: those hold it.
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

// setBy finds the assignment whose value is a string and nothing else; nil if there is none.
func (f *File) setBy(e *parse.Embedded) *parse.Assignment {
	list := f.Assignments // the name of what is set is right before its value
	i := sort.Search(len(list), func(i int) bool { return list[i].At >= e.Range.Start })
	for first := max(i-maxTargets, 0); i > first; i-- {
		if a := &list[i-1]; a.Value == e.Range {
			return a
		}
	}
	return nil
}

// maxTargets bounds the names between that of what is set and the string that it is set to:
// those of a, b = x, y.
const maxTargets = 8

// target is the value that an assignment sets; None for what is outside the tree or unknown.
func (t *textBinder) target(a *parse.Assignment) DefID {
	if a.Def > 0 {
		return t.File.ID(a.Def)
	}
	if d := t.File.DefinitionAt(a.At); t.File.Definitions[d].NameAt == a.At {
		return t.File.ID(d)
	}
	return t.valueAt(a.At)
}

// sharedValue is the value that an assignment sets if there is one of it in the program; None for
// what objects have.
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

// isAssigned reports whether a position is that of a name which is set there, and not used.
func (f *File) isAssigned(at uint32) bool {
	_, ok := slices.BinarySearchFunc(f.Assignments, at,
		func(a parse.Assignment, at uint32) int { return int(int64(a.At) - int64(at)) })
	return ok
}
