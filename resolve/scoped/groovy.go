package scoped

import (
	"path"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// groovy: a Java class name gives access to its static members. A script in the folder
// vars of a Jenkins library is an object with its name, whose functions are its members; a call
// of the object runs its function call.
func groovy() *dialect {
	return &dialect{
		static: func(e *eval, of resolve.Type, name string) []resolve.DefID {
			if of.Def <= resolve.None {
				return nil
			}
			return e.ix.Filter(e.w.own(of.Def, name), func(d *resolve.Def) bool {
				return isStatic(d) || d.Kind.IsType() || d.Kind == graph.KindConstant
			})
		},
		last: func(e *eval, r *parse.Reference, name string, _ resolve.DefID) ([]resolve.DefID, graph.Tier) {
			script := name
			if len(r.Recv) == 1 && r.Recv[0].Kind == parse.StepName {
				script = r.Recv[0].Name
			} else if len(r.Recv) > 0 || r.Kind != parse.RefCall {
				return nil, 0
			} else {
				name = "call"
			}
			for _, f := range e.ix.Files {
				if f.Language == "groovy" && path.Base(path.Dir(f.Path)) == "vars" && strings.TrimSuffix(path.Base(f.Path), ".groovy") == script {
					if ids := e.ix.Own(f.First, name); len(ids) > 0 {
						return ids, graph.Typed
					}
				}
			}
			return nil, 0
		},
	}
}
