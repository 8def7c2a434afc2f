// Package ent reads the schemas of ent, and the uses of the code that it generates.
//
//	ent.go      the mapper; which files it reads
//	facts.go    declarations of the library, and operations of generated methods
//	schemas.go  schemas and their tables
//	edges.go    edges, which are foreign keys and join tables
//	uses.go     calls of generated code
package ent

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/resolve"
)

// Mapper returns the rules of ent.
func Mapper() data.Mapper { return mapper{&head} }

type mapper struct{ *interest.Head }

const family = "go"

// head requests the sites of files that may use the library or a generated client: a
// file with a client from another package need not name it.
var head = interest.Head{Languages: []string{family}, Names: modules,
	Words: []string{"/ent", ".Query(", ".Create(", ".Update(", ".UpdateOne", ".Delete"}}

var modules = []string{"entgo.io/ent", "github.com/facebook/ent",
	"github.com/facebookincubator/ent"}

// Modules implements [interest.Library].
func (mapper) Modules() []string { return modules }

// Read adds the schemas of the tree and their uses.
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

// A reader holds the state for one tree.
type reader struct {
	*eval.Tree
	out     *data.Model
	schemas map[resolve.DefID]*schema // by struct; mixins among them
	named   map[typeName]*schema
	order   []*schema // without mixins, in file order

	// packages maps the path of a generated package to its schemas, by name.
	packages   map[string]map[string]*schema
	hasSchemas map[string]bool // packages
}

// A typeName is a type of a package.
type typeName struct{ pkg, name string }

// generated returns the path of the package generated from the schemas of a package:
// its parent.
func generated(pkg string) string {
	i := strings.LastIndexByte(pkg, '/')
	return pkg[:max(i, 0)]
}
