// Package mybatis reads the SQL that providers of MyBatis make: by its builder, or as strings, and
// the statements that strings name. What mapper files and the other annotations say is SQL, which
// is read elsewhere.
//
//	mybatis.go    the mapper; which files it reads
//	builder.go    statements that calls of the builder make
//	providers.go  annotations that name a provider
//	named.go      calls on a session and annotations that name a statement
package mybatis

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Mapper returns the rules of MyBatis.
func Mapper() data.Mapper { return mapper{} }

type mapper struct{}

const (
	family  = "java"
	library = "org.apache.ibatis."
)

// words are those of files that may name a provider, the builder or a session.
var words = []string{library, "org.mybatis.", "SqlProvider", "Provider {", "qlSession"}

// Sites asks for the sites of files that may name something of the library.
func (mapper) Sites(lang string, src parse.Source) parse.SiteScope {
	if lang == family && src.Mentions(words) {
		return parse.AllSites
	}
	return parse.NoSites
}

// Named reports whether a file names the library.
func (mapper) Named(_ string, src parse.Source) bool { return src.Has(library) }

// Read enters what the builder's calls read and write, for the methods of mappers what their
// providers do, and what the statements do that are named.
func (mapper) Read(t *eval.Tree, m *data.Model) {
	r := &reader{Tree: t, out: m, does: map[resolve.DefID][]data.Use{}}
	r.EachCall(family, r.builds)
	r.EachAttribute(family, r.provided)
	r.EachAttribute(family, r.nested)
	r.EachCall(family, r.sessionCall)
}

// A reader is what is kept of one tree.
type reader struct {
	*eval.Tree
	out  *data.Model
	does map[resolve.DefID][]data.Use // what the builder or a provider does for a method

	known *catalog // once something is run by its name
}

// isLibrary reports whether a package is one of the library's.
func isLibrary(module string) bool { return strings.HasPrefix(module+".", library) }
