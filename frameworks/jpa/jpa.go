// Package jpa reads the models of Jakarta Persistence, as Hibernate has them, and what uses
// them: repositories of Spring Data and Panache, entity managers, queries in their language.
//
//	jpa.go           the mapper; which files it reads
//	facts.go         what the libraries declare, by full names
//	naming.go        how names are written that nothing states
//	entities.go      entities and their tables
//	documents.go     entities that documents of Hibernate map
//	relations.go     attributes, foreign keys, join tables
//	repositories.go  repositories: methods that are declared, and those that are inherited
//	derived.go       queries in the names of methods
//	queries.go       queries in strings
//	uses.go          calls that read and write
package jpa

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Mapper returns the rules of Jakarta Persistence.
func Mapper() data.Mapper { return mapper{} }

type mapper struct{}

const language = "java"

// packages are those whose annotations say what is stored where.
var packages = []string{"javax.persistence", "jakarta.persistence", "org.springframework.data",
	"org.hibernate", "hibernate.orm.panache", "hibernate.reactive.panache"}

// calls are those of repositories and entity managers, of which one is in a file that uses
// them without naming anything of the library.
var calls = []string{".save(", ".saveAll(", ".saveAndFlush(", ".findAll(", ".findById(",
	".findAllById(", ".findOne(", ".getReferenceById(", ".getOne(", ".getById(", ".existsById(",
	".deleteById(", ".deleteAll(", ".deleteAllById(", ".deleteInBatch(", ".deleteAllInBatch(",
	".persist(", ".merge(", ".listAll(", ".streamAll(", "Repository.", "Dao.", "epo."}

// Sites asks for the sites of files that name the library or use what derives from it.
func (mapper) Sites(lang string, src parse.Source) parse.SiteScope {
	if lang != language {
		return parse.NoSites
	}
	if src.Mentions(packages) || src.Mentions(calls) {
		return parse.AllSites
	}
	return parse.NoSites
}

// Named reports whether a file names one of the libraries.
func (mapper) Named(_ string, src parse.Source) bool { return src.Mentions(packages) }

// Read enters the entities of the tree and what uses them.
func (mapper) Read(t *eval.Tree, m *data.Model) {
	r := &reader{Tree: t, out: m, entities: map[resolve.DefID]*entity{},
		byName: map[string]*entity{}, tables: data.Entities{}, named: map[string]query{},
		attributes: map[resolve.DefID][]attribute{}, standing: map[resolve.TypeVar][]*entity{}}
	r.findClasses()
	if len(r.order) == 0 {
		return
	}
	r.readSettings()
	r.findTables()
	r.findRelations()
	r.findQueries()
	r.readRepositories()
	r.readCalls()
}

// A reader is what is kept of one tree.
type reader struct {
	*eval.Tree
	out        *data.Model
	naming     naming
	entities   map[resolve.DefID]*entity // by canonical class
	order      []*entity                 // by (path, position)
	byName     map[string]*entity        // by the name that queries use
	tables     data.Entities
	attributes map[resolve.DefID][]attribute // by class, its own
	named      map[string]query              // named queries
	repos      []resolve.DefID               // interfaces and classes that are repositories

	derived  map[resolve.DefID][]resolve.DefID // classes, by those that they derive from
	standing map[resolve.TypeVar][]*entity     // what may stand for type parameters
}

// full returns the full name of what is declared outside the tree under a name, with the package of
// today, if it is one of the known ones.
func full(f *resolve.File, name string, known map[string]bool) string {
	return today(data.KnownName(f, name, func(name string) bool { return known[today(name)] }))
}

// today is a name with the package that the platform has today.
func today(name string) string {
	if rest, ok := strings.CutPrefix(name, "javax.persistence."); ok {
		return persistence + rest
	}
	return name
}

// annotationName is the full name of an annotation; empty for one that is of no use.
func (r *reader) annotationName(x eval.Term) string {
	if x.Meaning().Def != resolve.None {
		return ""
	}
	if name := r.Outside(x); name != "" {
		return full(x.In.File, name, annotations)
	}
	return full(x.In.File, dotted(x.Expr), annotations)
}

// dotted is the name that an expression is, with all before its dots.
func dotted(e *parse.Expr) string {
	if e.Recv == nil {
		return e.Text
	}
	return dotted(e.Recv) + "." + e.Text
}

// annotation finds the annotation of a definition with a full name.
func (r *reader) annotation(d resolve.DefID, name string) (x eval.Term, ok bool) {
	for _, x := range r.Attributes(d) {
		if r.annotationName(x) == name {
			return x, true
		}
	}
	return x, false
}

// text is the string that an argument of an annotation is, empty where it is not written; ok
// is false for one that is not known.
func (r *reader) text(x eval.Term, at int, name string) (text string, ok bool) {
	arg := x.Arg(at, name)
	if arg == nil {
		return "", true
	}
	return r.Text(x.Sub(arg))
}

// typeOf is the type of the value of an expression.
func (r *reader) typeOf(x eval.Term) resolve.Type {
	switch x.Kind {
	case parse.ExprType, parse.ExprNew:
		d := x.Meaning().Def
		if d == resolve.None {
			return resolve.Unknown
		}
		if c := r.Table.EnclosingType(d); c != resolve.None {
			return resolve.Type{Def: c, Owner: resolve.None}
		}
	case parse.ExprName:
		if x.Expr.Text == "this" {
			return r.self(x.Def)
		}
		return x.In.ValueType(x.At)
	case parse.ExprMember, parse.ExprCall:
		return x.In.ValueType(x.At)
	}
	return resolve.Unknown
}

// self is the class around a definition.
func (r *reader) self(d resolve.DefID) resolve.Type {
	if c := r.Table.EnclosingType(d); c != resolve.None {
		return resolve.Type{Def: c, Owner: resolve.None}
	}
	return resolve.Unknown
}

// entityOf is the entity that a type is, nil for none.
func (r *reader) entityOf(t resolve.Type) *entity {
	if t.Def <= resolve.None {
		return nil
	}
	return r.entities[r.Table.Canon[t.Def]]
}

// use enters what a call does with the tables of a type.
func (r *reader) use(x eval.Term, t resolve.Type, ops graph.Ops) {
	list, tier := r.bound(t)
	for _, e := range list {
		r.out.Use(x, r.tables[e.class], ops,
			resolve.Worse(tier, resolve.Worse(t.Tier, graph.Exact)))
	}
}
