// Package prisma reads the schemas of Prisma, and the uses of its client.
//
//	prisma.go  the mapper; which files it reads
//	schema.go  models, their tables and relations
//	uses.go    calls of the client
package prisma

import (
	"path"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/resolve"
)

// Mapper returns the rules of Prisma.
func Mapper() data.Mapper { return mapper{&head} }

type mapper struct{ *interest.Head }

const family = data.Script

// words are client methods that are rare in other libraries.
var words = []string{".findMany(", ".findUnique(", ".findFirst(", ".findUniqueOrThrow(",
	".findFirstOrThrow(", ".createMany(", ".updateMany(", ".deleteMany(", ".upsert(", ".groupBy(", ".findRaw(", ".aggregateRaw(",
	"risma", " tx.", "(tx."}

// head requests the sites of files that may use the client.
var head = interest.Head{Languages: interest.Scripts, Words: words, Names: []string{"risma"}}

// Read adds the keys of the models in the schemas of the tree, and the uses of the
// client. A model is not a class of the tree, so it has no mapping, but its table has
// readers and writers.
func (mapper) Read(t *eval.Tree, m *data.Model) {
	r := &reader{Tree: t, out: m}
	var files []string
	for p := range t.Table.Project.Files {
		if path.Ext(p) == ".prisma" {
			files = append(files, p)
		}
	}
	if len(files) == 0 {
		return
	}
	slices.Sort(files)
	var of map[string]*schema
	r.schemas, of = schemasOf(files, func(p string) string { return t.Table.Project.Files[p] })
	for _, p := range files {
		of[p].read(t.Table.Project.Files[p])
	}
	for _, s := range r.schemas {
		r.relate(s)
	}
	r.readCalls()
}

// A reader holds the state for one tree.
type reader struct {
	*eval.Tree
	out     *data.Model
	schemas []*schema
	depth   int // recursion depth through constants
}

// byProperty returns the model for a property of the client: its name with a lower-case
// first letter. If several schemas have it, it is the one whose client the file
// imports, or else the nearest; nil if neither determines it.
func (r *reader) byProperty(x eval.Expr, name string) *model {
	var found []*model
	for _, s := range r.schemas {
		for _, m := range s.order {
			if strings.ToLower(m.name[:1])+m.name[1:] == name {
				found = append(found, m)
			}
		}
	}
	if len(found) < 2 {
		return append(found, nil)[0]
	}
	for _, near := range []func(*model) int{
		func(m *model) int { return r.imports(x, m.of) },
		func(m *model) int { return shared(x.In.File.Path, m.of.file) },
	} {
		if m := best(found, near); m != nil {
			return m
		}
	}
	return nil
}

// best returns the model with the highest positive mark, or nil if several have it.
func best(list []*model, mark func(*model) int) *model {
	var out *model
	highest := 0
	for _, m := range list {
		switch n := mark(m); {
		case n > highest:
			out, highest = m, n
		case n == highest:
			out = nil
		}
	}
	return out
}

// imports returns 1 if the file of an expression, or that of the client in it, imports
// the generated client of a schema, and 0 otherwise.
func (r *reader) imports(x eval.Expr, s *schema) int {
	if s.output == "" {
		return 0
	}
	files := []*resolve.File{x.In.File}
	if d := x.Referent().Def; d != resolve.None {
		def := r.Table.Def(d)
		files = append(files, def.File)
		if t := r.Binder(def.File).TypeOf(def.Type, d, def.NameAt); t.Def > resolve.None {
			files = append(files, r.Table.Def(t.Def).File)
		}
	}
	for _, f := range files {
		for i := range f.Imports {
			p := f.Imports[i].Path
			full := path.Join(path.Dir(f.Path), p)
			if strings.HasPrefix(p, ".") && (full == s.output || isWithin(full, s.output)) {
				return 1
			}
		}
	}
	return 0
}

// shared counts the common parent folders of two files.
func shared(a, b string) int {
	x, y := strings.Split(path.Dir(a), "/"), strings.Split(path.Dir(b), "/")
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}

// isOutside reports whether a member is not declared in the tree.
func isOutside(x eval.Expr) bool { return x.Referent().Def == resolve.None }
