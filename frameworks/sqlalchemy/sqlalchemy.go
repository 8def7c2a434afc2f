// Package sqlalchemy reads the models of SQLAlchemy, declarative and core, those of
// Flask-SQLAlchemy and SQLModel, their uses, and the migrations of Alembic.
//
//	sqlalchemy.go  the mapper; which files it reads
//	facts.go       declarations of the libraries
//	models.go      classes and variables that have a table
//	keys.go        foreign keys and relationships
//	values.go      values of expressions
//	generic.go     methods of classes with an open model
//	uses.go        calls that read and write
//	tracked.go     updates of objects that a session tracks
//	stored.go      parameters that are stored
//	alembic.go     migrations
package sqlalchemy

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Mapper returns the rules of SQLAlchemy.
func Mapper() data.Mapper { return mapper{&head} }

type mapper struct{ *interest.Head }

const family = "python"

// names are those of the libraries.
var names = []string{"sqlalchemy", "SQLAlchemy", "sqlmodel", "alembic"}

// head requests the sites of files that declare tables or use them.
var head = interest.Head{Languages: []string{family}, Words: append([]string{"__tablename__",
	"session", "epository", "crud", ".query.", ".query(", "db.Model", "relationship("},
	names...), Names: names}

// Read adds the models of the tree, their uses, and the migrations.
func (mapper) Read(t *eval.Tree, m *data.Model) {
	r := &reader{Tree: t, out: m, models: map[resolve.DefID]*model{},
		byName: map[string][]*model{}, mixed: map[resolve.DefID][]*model{},
		tablesByName: map[string]data.Table{}, slots: map[string]*model{},
		generic: map[resolve.DefID][]slotUse{}, open: map[resolve.DefID][]openUse{},
		bound: map[resolve.DefID]bool{}, unbound: map[resolve.DefID]bool{},
		reached: map[memberOf]reach{}, bases: map[string][]modelBase{}}
	if !t.ImportsAny(family, isLibrary) {
		return
	}
	r.values = data.NewValues(t, r)
	r.values.Given = true
	r.readMigrations()
	r.findModels()
	if len(r.order) == 0 {
		return
	}
	for _, x := range r.order {
		r.out.Map(x.def, x.mapped())
		r.keys(x)
	}
	r.findSlots()
	r.readCalls()
	r.readStored()
	r.readTracked()
	r.readBound()
}

// isLibrary reports whether a module is part of one of the libraries.
func isLibrary(module string) bool {
	top, _, _ := strings.Cut(module, ".")
	return slices.Contains([]string{"sqlalchemy", "flask_sqlalchemy", "sqlmodel", "alembic"}, top)
}

// A reader holds the state for one tree.
type reader struct {
	*eval.Tree
	out    *data.Model
	values *data.Values
	models map[resolve.DefID]*model // by canonical class or variable
	order  []*model                 // by (path, position)
	byName map[string][]*model      // by class name
	flask  []string                 // see flaskNames
	bases  map[string][]modelBase   // by name of the variable

	mixed   map[resolve.DefID][]*model // by base classes without a table
	written map[*parse.Expr]bool       // inner calls of chains that write their rows

	// tablesByName holds the tables by name, qualified with the schema if there is one
	tablesByName map[string]data.Table

	slots   map[string]*model // by member name; see generic.go
	generic map[resolve.DefID][]slotUse
	open    map[resolve.DefID][]openUse
	bound   map[resolve.DefID]bool // methods called with known models
	unbound map[resolve.DefID]bool // methods called with an unknown model
	reached map[memberOf]reach
	stored  map[resolve.DefID][]storedParam // by callable; see stored.go
}

// outside returns the full name of an external symbol that an expression names. Names
// in a package are mapped to those of its submodules.
func (r *reader) outside(x eval.Expr) string {
	name := r.ExternalName(x)
	if !strings.HasPrefix(name, "sqlalchemy.") && !strings.HasPrefix(name, "sqlmodel.") {
		return name
	}
	return "sqlalchemy." + resolve.LastName(name)
}
