package scoped

import (
	"seedgraph/graph"
	"seedgraph/resolve"
)

// scala: a call of an object runs its method apply, or otherwise creates an object of
// the class with its name. A Java class name gives access to its static members.
func scala() *dialect {
	return &dialect{called: func(e *eval, ids []resolve.DefID, _ int16) []resolve.DefID {
		if len(ids) != 1 || !resolve.HasModifier(e.ix.Def(ids[0]), "object") {
			return ids
		}
		if apply, _ := e.lookup(resolve.Type{Def: ids[0], Owner: resolve.None}, "apply"); len(apply) > 0 {
			return apply
		}
		full := e.w.names[e.w.full(ids[0])]
		if classes := e.w.objects(full, false); len(classes) > 0 {
			return classes
		}
		return ids
	}, static: func(e *eval, of resolve.Type, name string) []resolve.DefID {
		if of.Def <= resolve.None || e.ix.Def(of.Def).File.Language != "java" {
			return nil
		}
		return e.ix.Filter(e.w.own(of.Def, name), func(d *resolve.Def) bool {
			return isStatic(d) || d.Kind.IsType() || d.Kind == graph.KindConstant
		})
	}}
}
