// Package dapper reads what strings alone do not tell of the SQL that Dapper runs: names of
// procedures without a command type, the clauses of its SqlBuilder, and the classes that
// Dapper.Contrib stores. Statements in strings are read without it.
//
//	dapper.go    the mapper; which files it reads
//	commands.go  procedures, clauses of builders
//	contrib.go   classes and their tables, calls that read and write them
package dapper

import (
	"strings"

	"seedgraph/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
	"seedgraph/web"
)

// Mapper returns the rules of Dapper.
func Mapper() data.Mapper { return mapper{} }

type mapper struct{}

const (
	library = "Dapper"
	contrib = "Dapper.Contrib.Extensions"
)

// words are those of files that use the library, perhaps without naming it: a global using does.
var words = []string{library, "SqlBuilder", ".Query", ".Execute", ".Insert", ".Update", ".Delete",
	".Get", "[Table("}

// Sites asks for the sites of files that may use the library.
func (mapper) Sites(lang string, src parse.Source) parse.SiteScope {
	if lang == data.CSharp && src.Mentions(words) {
		return parse.AllSites
	}
	return parse.NoSites
}

// Named reports whether a file names the library.
func (mapper) Named(_ string, src parse.Source) bool { return src.Has(library) }

// Read enters the classes that are stored, and what uses them.
func (mapper) Read(t *web.Tree, m *data.Model) {
	r := &reader{DotNet: data.DotNet{Tree: t, Out: m, Entities: data.Entities{}},
		global: map[string]bool{}, implied: graph.Typed}
	if !r.isUsed() {
		return
	}
	r.Returns = r.returns
	r.EachCall(data.CSharp, r.command)
	r.findCreated()
	if r.contrib {
		r.findEntities()
		r.EachCall(data.CSharp, r.stored)
		r.Close()
	}
}

// A reader is what is kept of one tree.
type reader struct {
	data.DotNet
	global  map[string]bool // project and namespace, of those that all files of a project use
	contrib bool            // some file uses Dapper.Contrib
	implied graph.Tier      // of the name of a table that nothing states
}

// isUsed reports whether a file uses the library; it finds out what whole projects use, and
// whether the tree makes the names of tables itself.
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
			used, r.contrib = true, r.contrib || im.Path == contrib
			if im.Global {
				r.global[r.Project(f)+"\n"+im.Path] = true
			}
		}
		if !f.Test && (parse.Source{Text: f.Text}).Has("TableNameMapper") {
			r.implied = graph.Heuristic
		}
	}
	return used
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
