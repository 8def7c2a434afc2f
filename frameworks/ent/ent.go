// Package ent reads the schemas of ent, and what uses the code that it generates.
//
//	ent.go      the mapper; which files it reads
//	facts.go    what the library declares, and what methods of generated code do
//	schemas.go  schemas and their tables
//	edges.go    edges, which are foreign keys and join tables
//	uses.go     calls of generated code
package ent

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Mapper returns the rules of ent.
func Mapper() data.Mapper { return mapper{} }

type mapper struct{}

const family = "go"

// Sites asks for the sites of files that may use the library or a client that it generated: one
// that has its client from another package names nothing of it.
func (mapper) Sites(lang string, src parse.Source) parse.SiteScope {
	if lang == family && src.Mentions(words) {
		return parse.AllSites
	}
	return parse.NoSites
}

var words = []string{"/ent", ".Query(", ".Create(", ".Update(", ".UpdateOne", ".Delete"}

// Named reports whether a file names the library.
func (m mapper) Named(_ string, src parse.Source) bool { return src.Mentions(m.Modules()) }

// Modules implements [interest.Library].
func (mapper) Modules() []string {
	return []string{"entgo.io/ent", "github.com/facebook/ent", "github.com/facebookincubator/ent"}
}

// Read enters the schemas of the tree and what uses them.
func (mapper) Read(t *eval.Tree, m *data.Model) {
	r := &reader{Tree: t, out: m, schemas: map[resolve.DefID]*schema{},
		named: map[typeName]*schema{}, packages: map[string]map[string]*schema{},
		hasSchemas: map[string]bool{}}
	r.findSchemas()
	if len(r.order) == 0 {
		return
	}
	r.readSites()
	for _, s := range r.order {
		r.out.Map(s.def, s.tables())
		r.keys(s)
	}
	r.mapRows()
	r.readCalls()
}

// A reader is what is kept of one tree.
type reader struct {
	*eval.Tree
	out     *data.Model
	schemas map[resolve.DefID]*schema // by struct; mixins among them
	named   map[typeName]*schema
	order   []*schema // without the mixins, in the order of the files

	// packages has the schemas by the path of the package that is generated from them, and by
	// name.
	packages   map[string]map[string]*schema
	hasSchemas map[string]bool // packages
}

// A typeName is a type of a package.
type typeName struct{ pkg, name string }

// generated is the path of the package that is generated from schemas of a package: the one
// around it.
func generated(pkg string) string {
	i := strings.LastIndexByte(pkg, '/')
	return pkg[:max(i, 0)]
}
