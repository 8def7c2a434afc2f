package scoped

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// kotlin: members of a class name are those of its companion and of its bases'
// companions, and the static members of a Java class.
//
// An expect class and the actual classes and aliases of its name are one type.
func kotlin() *dialect {
	return &dialect{static: kotlinStatic, prepare: kotlinExpected, pick: kotlinPick,
		value: kotlinValue, forwards: kotlinForwards, lost: kotlinLost}
}

// kotlinForwards reports whether a class implements an interface by another object.
//
//	class Cached(rows: Rows) : Rows by rows
func kotlinForwards(d *resolve.Def) bool {
	end := d.Body.Start
	if d.Body.IsEmpty() {
		end = d.Range.End
	}
	return d.File.Language == "kotlin" && d.NameAt < end && strings.Contains(d.File.Text[d.NameAt:end], " by ")
}

func kotlinExpected(w *symbolTable) {
	for _, ids := range w.names {
		if len(ids) < 2 {
			continue
		}
		expect := w.ix.Filter(ids, func(d *resolve.Def) bool {
			return d.Kind.IsType() && resolve.HasModifier(d, "expect")
		})
		if len(expect) == 0 {
			continue
		}
		for _, id := range ids {
			if d := w.ix.Def(id); id != expect[0] && d.Kind.IsType() {
				w.home[id] = expect[0]
				w.parts[expect[0]] = append(w.parts[expect[0]], id)
			}
		}
	}
}

func kotlinStatic(e *eval, of resolve.Type, name string) []resolve.DefID {
	if of.Def <= resolve.None {
		return nil
	}
	line, _ := e.w.lineage(of)
	for _, t := range line {
		if ids := e.ix.Filter(e.w.own(t.Def, name), func(d *resolve.Def) bool {
			return isStatic(d) || d.Kind.IsType() || d.Kind == graph.KindConstant
		}); len(ids) > 0 {
			return ids
		}
		for _, c := range companions(e.w, t.Def) {
			if ids, _ := e.lookup(resolve.Type{Def: c, Owner: resolve.None}, name); len(ids) > 0 {
				return ids
			}
		}
	}
	return nil
}

// companions lists the companion objects of a class.
func companions(w *symbolTable, t resolve.DefID) []resolve.DefID {
	var out []resolve.DefID
	for _, part := range append([]resolve.DefID{t}, w.parts[t]...) {
		for id := range w.ix.Within(w.ix.Def(part)) {
			if x := w.ix.Def(id); x.Outer == part && resolve.HasModifier(x, "companion") {
				out = append(out, id)
			}
		}
	}
	return out
}

// kotlinPick keeps the members of the expect class if the actual ones have them too.
func kotlinPick(e *eval, of resolve.Type, ids []resolve.DefID) []resolve.DefID {
	if out := e.ix.Filter(ids, func(d *resolve.Def) bool { return d.Outer == of.Def }); len(out) > 0 {
		return out
	}
	return ids
}

// kotlinValue returns the objects that a class name denotes as a value: its companions.
func kotlinValue(e *eval, of resolve.Type) []resolve.Type {
	var out []resolve.Type
	for _, c := range companions(e.w, of.Def) {
		out = append(out, resolve.Type{Def: c, Owner: resolve.None})
	}
	return out
}
