// Package mybatis reads the SQL that providers of MyBatis make: by its builder, or as strings.
// What mapper files and the other annotations say is SQL, which is read elsewhere.
//
//	mybatis.go    the mapper; which files it reads
//	builder.go    statements that calls of the builder make
//	providers.go  annotations that name a provider
package mybatis

import (
	"strings"

	"seedgraph/data"
	"seedgraph/parse"
	"seedgraph/resolve"
	"seedgraph/web"
)

// Mapper returns the rules of MyBatis.
func Mapper() data.Mapper { return mapper{} }

type mapper struct{}

const (
	family  = "java"
	library = "org.apache.ibatis."
)

// Sites asks for the sites of files that name a provider, or the builder.
func (mapper) Sites(lang string, src parse.Source) parse.SiteScope {
	if lang == family && (src.Has(library) || src.Has("SqlProvider") || src.Has("Provider {")) {
		return parse.AllSites
	}
	return parse.NoSites
}

// Named reports whether a file names the library.
func (mapper) Named(_ string, src parse.Source) bool { return src.Has(library) }

// Read enters what the builder's calls read and write, and for the methods of mappers what their
// providers do.
func (mapper) Read(t *web.Tree, m *data.Model) {
	r := &reader{Tree: t, out: m, does: map[resolve.DefID][]data.Use{}}
	r.EachCall(family, r.builds)
	r.EachAttribute(family, r.provided)
}

// A reader is what is kept of one tree.
type reader struct {
	*web.Tree
	out  *data.Model
	does map[resolve.DefID][]data.Use // what the builder does in a method
}

// isLibrary reports whether a package is one of the library's.
func isLibrary(module string) bool { return strings.HasPrefix(module+".", library) }
