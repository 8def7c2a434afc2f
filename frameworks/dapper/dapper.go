// Package dapper reads the parts of Dapper's SQL that strings alone do not show:
// procedure names without a command type, and the clauses of its SqlBuilder. Statements in
// strings are handled elsewhere; Dapper.Contrib is a row.
//
//	dapper.go    the mapper; which files it reads
//	commands.go  procedures, clauses of builders
package dapper

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Mapper returns the rules of Dapper.
func Mapper() data.Mapper { return mapper{&head} }

type mapper struct{ *interest.Head }

const library = "Dapper"

// head requests the sites of files that use the library, possibly through a global using and so
// without naming it. Such files have a connection in a type or a name.
var head = interest.Head{Languages: []string{data.CSharp},
	Words: []string{library, "SqlBuilder"}, Names: []string{library},
	Else: []interest.Head{{Needs: []string{"onnection"}, Words: []string{".Query", ".Execute"}}}}

// Read records the procedures and clauses in the tree.
func (mapper) Read(t *eval.Tree, _ *data.Model) {
	r := &reader{Tree: t, global: map[string]bool{}}
	if !r.isUsed() {
		return
	}
	r.findCalls()
	for _, x := range r.calls {
		r.command(x)
	}
	r.findCreated()
}

// A reader holds the state for one tree.
type reader struct {
	*eval.Tree
	global map[string]bool // project and namespace of global usings
	calls  []eval.Expr     // calls of external methods, in files that use the library
}

// isUsed reports whether any file uses the library. It also finds global usings.
func (r *reader) isUsed() bool {
	used := false
	for _, f := range r.Table.Files {
		if f.Family != data.CSharp {
			continue
		}
		for i := range f.Imports {
			im := &f.Imports[i]
			if im.Path != library && !strings.HasPrefix(im.Path, library+".") {
				continue
			}
			used = true
			if im.Global {
				r.global[r.Project(f)+"\n"+im.Path] = true
			}
		}
	}
	return used
}

// findCalls lists the calls that may target the library.
func (r *reader) findCalls() {
	in, used := (*resolve.File)(nil), false
	r.EachCall(data.CSharp, func(x eval.Expr) {
		if in != x.In.File {
			in = x.In.File
			used = r.imports(in, library) || (parse.Source{Text: in.Text}).Contains(library)
		}
		if used && x.Recv != nil && x.Callee() == resolve.None {
			r.calls = append(r.calls, x)
		}
	})
}

// imports reports whether a file uses a namespace.
func (r *reader) imports(f *resolve.File, namespace string) bool {
	for i := range f.Imports {
		if f.Imports[i].Path == namespace {
			return true
		}
	}
	return len(r.global) > 0 && r.global[r.Project(f)+"\n"+namespace]
}
