package ent

import (
	"regexp"
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// mapRows maps the generated structs that rows are read into: they have the names of
// their schemas.
func (r *reader) mapRows() {
	for _, f := range r.Table.Files {
		schemas := r.packages[f.Module]
		if f.Family != family || schemas == nil {
			continue
		}
		for i := range f.Definitions {
			d := r.Table.Def(f.ID(int32(i)))
			if s := schemas[d.Name]; s != nil && d.Kind == graph.KindStruct {
				r.out.Map(d.ID, s.tables())
			}
		}
	}
}

// readCalls records the reads and writes of calls of generated code. Calls inside
// generated code are omitted: they are attributed to its callers.
func (r *reader) readCalls() {
	r.EachCall(family, func(x eval.Expr) {
		d := x.Callee()
		if d <= resolve.None {
			return
		}
		def := r.Table.Def(d)
		if schemas := r.packages[def.File.Module]; schemas != nil {
			if !r.isGenerated(x.In.File) {
				r.called(x, def, schemas)
			}
		} else if schemas := r.packages[generated(def.File.Module)]; schemas != nil {
			if s := r.asked(def, schemas); s != nil && !r.isGenerated(x.In.File) {
				r.out.Use(x, s.tables(), 0, x.Referent().Tier)
			}
		}
	})
}

// isGenerated reports whether a file is in a package generated from schemas, or in a
// subpackage of one that has no schemas.
func (r *reader) isGenerated(f *resolve.File) bool {
	for pkg := f.Module; pkg != ""; pkg = generated(pkg) {
		if r.packages[pkg] != nil {
			return !r.hasSchemas[f.Module]
		}
	}
	return false
}

// called records the operation of a generated method: of a schema's client, of a query,
// of a row.
func (r *reader) called(x eval.Expr, d *resolve.Def, schemas map[string]*schema) {
	of, tier := receiver(d), x.Referent().Tier
	own := schemas[strings.TrimSuffix(of, "Client")]
	ops, does := onClient[d.Name]
	switch {
	case own != nil && strings.HasSuffix(of, "Client") && does:
		r.out.Use(x, own.tables(), ops, tier)
	case schemas[of] != nil && d.Name == "Update":
		r.out.Use(x, schemas[of].tables(), graph.Update, tier)
	case strings.HasPrefix(d.Name, "Query"), strings.HasPrefix(d.Name, "With"):
		if far := schemas[queried(d)]; far != nil {
			r.out.Use(x, far.tables(), 0, tier)
		}
	}
}

var queryOf = regexp.MustCompile(`\*(\w+)Query\b`)

// queried returns the schema of the query that a method returns or takes: the target of
// an edge.
//
//	func (q *UserQuery) QueryPets() *PetQuery
//	func (q *UserQuery) WithPets(opts ...func(*PetQuery)) *UserQuery
func queried(d *resolve.Def) string {
	line, _, _ := strings.Cut(d.File.Text[d.NameAt:d.Range.End], "\n")
	if found := queryOf.FindStringSubmatch(line); found != nil {
		return found[1]
	}
	return ""
}

// asked returns the schema whose rows a predicate queries: the target of an edge.
//
//	user.HasPets()    user.HasPetsWith(pet.Name("x"))
func (r *reader) asked(d *resolve.Def, schemas map[string]*schema) *schema {
	name, ok := strings.CutPrefix(d.Name, "Has")
	if !ok || d.Kind != graph.KindFunction {
		return nil
	}
	name = strings.TrimSuffix(name, "With")
	pkg := d.File.Module[strings.LastIndexByte(d.File.Module, '/')+1:]
	for _, s := range schemas {
		if !strings.EqualFold(s.name, pkg) {
			continue
		}
		for _, e := range s.edges {
			if strings.EqualFold(strings.ReplaceAll(e.name, "_", ""), name) {
				return e.to
			}
		}
	}
	return nil
}
