// Package efcore reads the models of Entity Framework, and their uses.
//
//	efcore.go      the mapper; which files it reads
//	blocks.go      the statements of a tree, by the callable or lambda that runs them
//	types.go       declarations of classes: bases, properties, sets
//	values.go      abstract values while a model is built
//	run.go         runs the methods that build a model
//	eval.go        evaluates their expressions
//	builders.go    builder calls that configure the model and its entities
//	relations.go   builder calls that configure relations
//	libraries.go   configuration by base classes of libraries
//	model.go       contexts, their entities and the configuration
//	snapshots.go   snapshots, used where the code leaves something open
//	conventions.go conventions: navigations, relations, keys
//	tables.go      the tables of entities
//	naming.go      naming conventions
//	bases.go       classes that are entities by their base types
//	uses.go        reads and writes
//	repositories.go  generic repositories of libraries
//	includes.go    navigations that queries include or tracked entries load
//	generic.go     uses through type parameters
//	migrations.go  changes by migrations
//
// A model is built by code that the framework runs. This package therefore interprets
// that code: the interpreter knows builders, constants, types and lambdas, and treats
// everything else as unknown. The conventions are those of the framework (its classes
// *Convention).
package efcore

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Mapper returns the rules of Entity Framework Core, and of its predecessor. A class
// that derives from one of the given base types is an entity even if it is in no
// context.
func Mapper(bases ...string) data.Mapper { return mapper{bases} }

type mapper struct{ bases []string }

const language = "csharp"

// words are those of files that build a model, or name a framework type.
var words = []string{"EntityFramework", "DbContext", "DbSet", "IQueryable", "ModelBuilder",
	"TypeBuilder", "TypeConfiguration", "System.Data.Entity"}

// generic are the library types that work on a context, as written.
var generic = []string{"Repository<", "RepositoryBase<", "UserManager<", "RoleManager<",
	"SignInManager<"}

// calls are method calls on sets and contexts, one of which occurs in a file that uses
// them without naming a framework type. The context type may have any name, but its
// name usually contains Context.
var calls = []string{"SaveChanges", "ToListAsync", "ToArrayAsync", "FirstAsync", "SingleAsync",
	"AnyAsync", "CountAsync", "FindAsync", "AddAsync", ".Add(", ".Where(", ".Remove", ".Update(",
	".Find(", "FirstOrDefault", "SingleOrDefault", ".Any(", ".Count(", "ToList(", ".Select(",
	".First(", ".Single(", ".Include(", " from "}

// Sites requests the sites of files that may build or use a model, and attributes.
func (mapper) Sites(lang string, src parse.Source) parse.SiteScope {
	if lang != language {
		return parse.NoSites
	}
	if src.ContainsAny(words) || src.ContainsAny(generic) || src.Contains("Context ") && src.ContainsAny(calls) ||
		chained(src.Text, "ontext.") || chained(src.Text, "db.") || chained(src.Text, "Db.") {
		return parse.AllSites
	}
	return parse.AttributeSites
}

// chained reports whether one of the calls is made on a member of a variable, such as a
// context declared by a base class.
func chained(text, of string) bool {
	for {
		_, rest, found := strings.Cut(text, of)
		if !found {
			return false
		}
		text = rest
		member := nameAt(rest, 0)
		if rest = strings.TrimLeft(rest[len(member):], " \r\n\t"); member == "" ||
			!strings.HasPrefix(rest, ".") {
			continue
		}
		call := nameAt(rest, 1)
		for _, c := range calls {
			if c != " from " && strings.HasPrefix(call, strings.Trim(c, ".(")) {
				return true
			}
		}
	}
}

// Named reports whether a file names a framework type.
func (mapper) Named(_ string, src parse.Source) bool { return src.ContainsAny(words) }

// Read adds the models of all contexts, their uses and the migrations.
func (f mapper) Read(t *eval.Tree, m *data.Model) {
	x := newReader(t.Resolution)
	x.readMigrations(m)
	if contexts := x.contexts(); len(contexts) > 0 {
		x.findNamings()
		models := x.build(contexts)
		x.findUses(t, models, m)
		for _, b := range models {
			b.enter(m)
		}
	}
	x.mapByBase(f.bases, m)
}

// build returns the models of the contexts.
func (r *reader) build(contexts []resolve.DefID) []*model {
	var models []*model
	for _, c := range contexts {
		b := r.newModel(c)
		b.run()
		w := b.witnesses()
		b.addWitnessed(w)
		b.conclude()
		b.nameWitnessed(w)
		models = append(models, b)
	}
	return models
}

// A reader holds the state for one tree.
type reader struct {
	*resolve.Resolution
	table      *resolve.Table
	binders    map[*resolve.File]*resolve.Binder
	blocks     map[block][]statement
	attributes map[resolve.DefID][]statement
	members    map[resolve.DefID][]resolve.DefID // of each canonical type, by (path, position)
	classes    []resolve.DefID                   // canonical, in order
	projects   []string                          // folders with a project file
	properties map[string][]property             // by type
	namings    map[resolve.DefID]naming          // by context; None for any context
}

func newReader(r *resolve.Resolution) *reader {
	x := &reader{Resolution: r, table: r.Table, binders: map[*resolve.File]*resolve.Binder{},
		blocks: map[block][]statement{}, attributes: map[resolve.DefID][]statement{},
		members: map[resolve.DefID][]resolve.DefID{}, properties: map[string][]property{}}
	for _, b := range r.Files {
		if b.File.Language == language {
			x.binders[b.File] = b
			x.addFile(b)
		}
	}
	x.addProjects()
	return x
}
