// Package jpa reads the models of Jakarta Persistence, as in Hibernate, and their uses:
// repositories of Spring Data and Panache, entity managers, queries in their language.
//
//	jpa.go           the mapper; which files it reads
//	facts.go         declarations of the libraries, by full name
//	naming.go        default names
//	entities.go      entities and their tables
//	documents.go     entities mapped by Hibernate documents
//	relations.go     attributes, foreign keys, join tables
//	repositories.go  repositories: declared and inherited methods
//	derived.go       queries derived from method names
//	queries.go       queries in strings
//	uses.go          calls that read and write
package jpa

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Mapper returns the rules of Jakarta Persistence.
func Mapper() data.Mapper { return mapper{&head} }

type mapper struct{ *interest.Head }

const language = "java"

// packages are those of mapping annotations.
var packages = []string{"javax.persistence", "jakarta.persistence", "org.springframework.data",
	"org.hibernate", "hibernate.orm.panache", "hibernate.reactive.panache"}

// calls are those on repositories and entity managers, one of which occurs in a file
// that uses them without naming a library type.
var calls = []string{".save(", ".saveAll(", ".saveAndFlush(", ".findAll(", ".findById(",
	".findAllById(", ".findOne(", ".getReferenceById(", ".getOne(", ".getById(", ".existsById(",
	".deleteById(", ".deleteAll(", ".deleteAllById(", ".deleteInBatch(", ".deleteAllInBatch(",
	".persist(", ".merge(", ".listAll(", ".streamAll(", "Repository.", "Dao.", "epo."}

// head requests the sites of files that name the library or use types derived from it.
var head = interest.Head{Languages: []string{language}, Words: slices.Concat(packages, calls),
	Names: packages}

// Read adds the entities of the tree and their uses.
func (mapper) Read(t *eval.Tree, m *data.Model) {
	r := &reader{Tree: t, out: m, entities: map[resolve.DefID]*entity{},
		byName: map[string]*entity{}, tables: data.Entities{}, named: map[string]query{},
		attributes: map[resolve.DefID][]attribute{}, between: map[resolve.DefID]data.TableMapping{},
		standing: map[resolve.TypeVar][]*entity{}}
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

// A reader holds the state for one tree.
type reader struct {
	*eval.Tree
	out        *data.Model
	naming     naming
	entities   map[resolve.DefID]*entity // by canonical class
	order      []*entity                 // by (path, position)
	byName     map[string]*entity        // by the entity name used in queries
	tables     data.Entities
	attributes map[resolve.DefID][]attribute       // declared attributes, by class
	between    map[resolve.DefID]data.TableMapping // join tables, by the attribute that owns them
	named      map[string]query                    // named queries
	at         eval.Expr                           // the query whose paths are read
	repos      []resolve.DefID                     // interfaces and classes that are repositories

	derived  map[resolve.DefID][]resolve.DefID // subclasses, by class
	standing map[resolve.TypeVar][]*entity     // entities bound to type parameters
}

// full returns the full name of an external symbol, with the current package, if it is
// one of the known ones.
func full(f *resolve.File, name string, known map[string]bool) string {
	return today(data.KnownName(f, name, func(name string) bool { return known[today(name)] }))
}

// today returns a full name with the current package name of the platform.
func today(name string) string {
	if rest, ok := strings.CutPrefix(name, "javax.persistence."); ok {
		return persistence + rest
	}
	return name
}

// annotationName returns the full name of an annotation in use, or "".
func (r *reader) annotationName(x eval.Expr) string {
	if x.Referent().Def != resolve.None {
		return ""
	}
	if name := r.ExternalName(x); name != "" {
		return full(x.In.File, name, annotations)
	}
	return full(x.In.File, dotted(x.Expr), annotations)
}

// dotted returns the qualified name that an expression is.
func dotted(e *parse.Expr) string {
	if e.Recv == nil {
		return e.Text
	}
	return dotted(e.Recv) + "." + e.Text
}

// annotation returns the annotation of a definition with a full name.
func (r *reader) annotation(d resolve.DefID, name string) (x eval.Expr, ok bool) {
	for _, x := range r.Attributes(d) {
		if r.annotationName(x) == name {
			return x, true
		}
	}
	return x, false
}

// typeOf returns the type of an expression.
func (r *reader) typeOf(x eval.Expr) resolve.Type {
	switch x.Kind {
	case parse.ExprType, parse.ExprNew:
		d := x.Referent().Def
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

// self returns the class around a definition.
func (r *reader) self(d resolve.DefID) resolve.Type {
	if c := r.Table.EnclosingType(d); c != resolve.None {
		return resolve.Type{Def: c, Owner: resolve.None}
	}
	return resolve.Unknown
}

// entityOf returns the entity of a type, or nil.
func (r *reader) entityOf(t resolve.Type) *entity {
	if t.Def <= resolve.None {
		return nil
	}
	return r.entities[r.Table.Canon[t.Def]]
}

// use records an operation of a call on the tables of a type.
func (r *reader) use(x eval.Expr, t resolve.Type, ops graph.Ops) {
	list, tier := r.bound(t)
	for _, e := range list {
		first := len(r.out.Uses)
		r.out.Use(x, r.tables[e.class], ops,
			resolve.WeakerTier(tier, resolve.WeakerTier(t.Tier, graph.Exact)))
		r.where(first, t, e)
	}
}

// where restricts the uses from first on to objects whose type parameter is bound to an entity.
func (r *reader) where(first int, t resolve.Type, e *entity) {
	if t.Owner == resolve.None {
		return
	}
	v := resolve.TypeVar{Owner: t.Owner, Param: t.Param}
	for i := first; i < len(r.out.Uses); i++ {
		r.out.Uses[i].Where = data.Where(r.Table, v, resolve.Type{Def: e.class, Owner: resolve.None})
	}
}
