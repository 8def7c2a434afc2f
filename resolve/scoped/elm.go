package scoped

import (
	"seedgraph/resolve"
)

// elm: the variants of a type are also names of its module. A call never means a type
// of the same name.
func elm() *dialect {
	return &dialect{called: func(e *eval, ids []resolve.DefID, _ int16) []resolve.DefID {
		if values := e.ix.Filter(ids, func(d *resolve.Def) bool { return !d.Kind.IsType() }); len(values) > 0 {
			return values
		}
		return ids
	}, prepare: func(w *symbolTable) {
		for _, f := range w.ix.Files {
			if f.Family != w.family {
				continue
			}
			for i := 1; i < len(f.Definitions); i++ {
				d := w.ix.Def(f.ID(int32(i)))
				if d.Outer == resolve.None || !w.ix.Def(d.Outer).Kind.IsType() {
					continue
				}
				full := joined(f.Module, d.Name)
				w.names[full] = w.ix.Bounded(w.names[full], d)
			}
		}
	}}
}
