// Package efcore reads the models of Entity Framework, and what uses them.
//
//	efcore.go      the mapper; which files it reads
//	blocks.go      the statements of a tree, by the callable or lambda that runs them
//	types.go       what classes declare: bases, properties, sets
//	values.go      what an expression may be worth while a model is built
//	run.go         runs the methods that build a model
//	eval.go        evaluates their expressions
//	builders.go    what calls of builders say of the model and its entities
//	relations.go   what they say of relations
//	libraries.go   what base classes of libraries say
//	model.go       contexts, their entities and what is said of them
//	snapshots.go   what snapshots say where the code leaves it open
//	conventions.go what holds where nothing is said: navigations, relations, keys
//	tables.go      the tables of entities
//	naming.go      how names are written that conventions make
//	bases.go       classes that are entities by their base types
//	uses.go        what reads and writes them
//	repositories.go  generic repositories of libraries
//	includes.go    what queries include, and what entries of tracked objects do
//	generic.go     what stands for type parameters
//	migrations.go  what migrations change
//
// A model is built by code that the framework runs, so that code is run here, too: by an
// interpreter that knows builders, constants, types and lambdas, and takes all else for
// unknown. The conventions are those of the framework (its classes *Convention).
package efcore

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Mapper returns the rules of Entity Framework Core, and of its predecessor. A class that
// derives from one of the given base types is an entity though no context says so.
func Mapper(bases ...string) data.Mapper { return mapper{bases} }

type mapper struct{ bases []string }

const language = "csharp"

// words are those of files that build a model, or name what is of the framework.
var words = []string{"EntityFramework", "DbContext", "DbSet", "IQueryable", "ModelBuilder",
	"TypeBuilder", "TypeConfiguration", "System.Data.Entity"}

// generic are the types of libraries that work on a context, as they are written.
var generic = []string{"Repository<", "RepositoryBase<", "UserManager<", "RoleManager<",
	"SignInManager<"}

// calls are those on sets and contexts, of which one is in a file that uses them without
// naming anything of the framework: the type of the context has any name then, but
// hardly one without Context.
var calls = []string{"SaveChanges", "ToListAsync", "ToArrayAsync", "FirstAsync", "SingleAsync",
	"AnyAsync", "CountAsync", "FindAsync", "AddAsync", ".Add(", ".Where(", ".Remove", ".Update(",
	".Find(", "FirstOrDefault", "SingleOrDefault", ".Any(", ".Count(", "ToList(", ".Select(",
	".First(", ".Single(", ".Include(", " from "}

// Sites asks for the sites of files that may have to do with a model, and for
// attributes.
func (mapper) Sites(lang string, src parse.Source) parse.SiteScope {
	if lang != language {
		return parse.NoSites
	}
	if src.Mentions(words) || src.Mentions(generic) || src.Has("Context ") && src.Mentions(calls) ||
		chained(src.Text, "ontext.") || chained(src.Text, "db.") || chained(src.Text, "Db.") {
		return parse.AllSites
	}
	return parse.AttributeSites
}

// chained reports whether a member of something, such as a context that a base class
// declares, has one of the calls made on it.
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

// Named reports whether a file names something of the framework.
func (mapper) Named(_ string, src parse.Source) bool { return src.Mentions(words) }

// Read enters the models of all contexts, their uses and the migrations.
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

// A reader is what is kept of one tree.
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
	namings    map[resolve.DefID]naming          // by context; that of None is for any
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
