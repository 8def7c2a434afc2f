// Package mybatis reads the SQL that MyBatis providers make, by its builder or as
// strings, and references to statements by name. The SQL in mapper files and in the
// other annotations is handled elsewhere.
//
//	mybatis.go    the mapper; which files it reads
//	builder.go    statements made by builder calls
//	providers.go  annotations that name a provider
//	named.go      session calls and annotations that name a statement
package mybatis

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/resolve"
)

// Mapper returns the rules of MyBatis.
func Mapper() data.Mapper { return mapper{&head} }

type mapper struct{ *interest.Head }

const (
	family  = "java"
	library = "org.apache.ibatis."
)

// head requests the sites of files that may name a provider, the builder or a session.
var head = interest.Head{Languages: []string{family}, Words: []string{library, "org.mybatis.",
	"SqlProvider", "Provider {", "qlSession"}, Names: []string{library}}

// Read records the reads and writes of builder calls, those of providers for their
// mapper methods, and those of named statements.
func (mapper) Read(t *eval.Tree, m *data.Model) {
	r := &reader{Tree: t, out: m, does: map[resolve.DefID][]data.Use{}}
	r.EachCall(family, r.builds)
	r.EachAttribute(family, r.provided)
	r.EachAttribute(family, r.nested)
	r.EachCall(family, r.sessionCall)
}

// A reader holds the state for one tree.
type reader struct {
	*eval.Tree
	out  *data.Model
	does map[resolve.DefID][]data.Use // uses by the builder or a provider, by method

	known *catalog // set when a statement is first run by name
}

// isLibrary reports whether a package belongs to the library.
func isLibrary(module string) bool { return strings.HasPrefix(module+".", library) }
