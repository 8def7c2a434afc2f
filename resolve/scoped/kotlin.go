package scoped

import (
	"seedgraph/graph"
	"seedgraph/resolve"
)

// kotlin: members of a class name are those of its companion and of its bases'
// companions, and the static members of a Java class.
func kotlin() *dialect { return &dialect{static: kotlinStatic} }

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
	d := w.ix.Def(t)
	for id := t + 1; int(id) < len(w.ix.Defs); id++ {
		x := w.ix.Def(id)
		if x.File != d.File || x.Range.Start >= d.Range.End {
			break
		}
		if x.Outer == t && resolve.HasModifier(x, "companion") {
			out = append(out, id)
		}
	}
	return out
}
