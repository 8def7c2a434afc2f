// Package prisma reads the schemas of Prisma, and what uses its client.
//
//	prisma.go  the mapper; which files it reads
//	schema.go  models, their tables and relations
//	uses.go    calls of the client
package prisma

import (
	"path"
	"slices"
	"strings"

	"seedgraph/data"
	"seedgraph/parse"
	"seedgraph/resolve"
	"seedgraph/web"
)

// Mapper returns the rules of Prisma.
func Mapper() data.Mapper { return mapper{} }

type mapper struct{}

const family = data.Script

// words are methods of the client that few other things have.
var words = []string{".findMany(", ".findUnique(", ".findFirst(", ".findUniqueOrThrow(",
	".findFirstOrThrow(", ".createMany(", ".updateMany(", ".deleteMany(", ".upsert(", ".groupBy(",
	"risma", " tx.", "(tx."}

// Sites asks for the sites of files that may use the client.
func (mapper) Sites(lang string, src parse.Source) parse.SiteScope {
	return data.ScriptSites(lang, src, words)
}

// Named reports whether a file names the client.
func (mapper) Named(_ string, src parse.Source) bool { return src.Has("risma") }

// Read enters the keys of the models in the schemas of the tree, and what uses the client.
// A model is no class of the tree: it has no mapping, but its table has readers and writers.
func (mapper) Read(t *web.Tree, m *data.Model) {
	r := &reader{Tree: t, out: m, models: map[string]*model{}}
	var files []string
	for p := range t.Table.Project.Files {
		if path.Ext(p) == ".prisma" {
			files = append(files, p)
		}
	}
	slices.Sort(files)
	for _, p := range files {
		r.schema(t.Table.Project.Files[p])
	}
	if len(r.order) == 0 {
		return
	}
	r.relate()
	r.readCalls()
}

// A reader is what is kept of one tree.
type reader struct {
	*web.Tree
	out    *data.Model
	models map[string]*model // by name
	order  []*model
}

// byProperty is the model of a property of the client: its name with a small first letter.
func (r *reader) byProperty(name string) *model {
	for _, m := range r.order {
		if strings.ToLower(m.name[:1])+m.name[1:] == name {
			return m
		}
	}
	return nil
}

// isOutside reports whether the tree does not declare a member.
func isOutside(x web.Term) bool { return x.Meaning().Def == resolve.None }
