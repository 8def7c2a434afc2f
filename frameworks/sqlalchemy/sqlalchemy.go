// Package sqlalchemy reads the models of SQLAlchemy, declarative and core, those of
// Flask-SQLAlchemy and SQLModel, what uses them, and the migrations of Alembic.
//
//	sqlalchemy.go  the mapper; which files it reads
//	facts.go       what the libraries declare
//	models.go      classes and variables that have a table
//	keys.go        foreign keys and relationships
//	values.go      what expressions stand for
//	generic.go     methods of classes that are given a model
//	uses.go        calls that read and write
//	stored.go      parameters that are stored
//	alembic.go     migrations
package sqlalchemy

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Mapper returns the rules of SQLAlchemy.
func Mapper() data.Mapper { return mapper{} }

type mapper struct{}

const family = "python"

// words are those of files that declare tables or use them.
var words = append([]string{"__tablename__", "session", "epository", "crud", ".query.", ".query(", "db.Model",
	"relationship("}, names...)

// names are those of the libraries.
var names = []string{"sqlalchemy", "SQLAlchemy", "sqlmodel", "alembic"}

// Sites asks for the sites of files that may have to do with tables.
func (mapper) Sites(lang string, src parse.Source) parse.SiteScope {
	if lang != family {
		return parse.NoSites
	}
	if src.Mentions(words) {
		return parse.AllSites
	}
	return parse.NoSites
}

// Named reports whether a file names one of the libraries.
func (mapper) Named(_ string, src parse.Source) bool { return src.Mentions(names) }

// Read enters the models of the tree, what uses them, and the migrations.
func (mapper) Read(t *eval.Tree, m *data.Model) {
	r := &reader{Tree: t, out: m, models: map[resolve.DefID]*model{},
		byName: map[string][]*model{}, mixed: map[resolve.DefID][]*model{},
		tablesByName: map[string]data.Table{}, slots: map[string]*model{},
		generic: map[resolve.DefID][]slotUse{}, open: map[resolve.DefID][]openUse{},
		bound: map[resolve.DefID]bool{}, unbound: map[resolve.DefID]bool{},
		reached: map[memberOf]reach{}}
	if !r.isUsed() {
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
	r.readBound()
}

// isUsed reports whether anything imports one of the libraries.
func (r *reader) isUsed() bool {
	for _, f := range r.Table.Files {
		if f.Family != family {
			continue
		}
		for i := range f.Imports {
			top, _, _ := strings.Cut(f.Imports[i].Path, ".")
			switch top {
			case "sqlalchemy", "flask_sqlalchemy", "sqlmodel", "alembic":
				return true
			}
		}
	}
	return false
}

// A reader is what is kept of one tree.
type reader struct {
	*eval.Tree
	out    *data.Model
	values *data.Values
	models map[resolve.DefID]*model // by canonical class or variable
	order  []*model                 // by (path, position)
	byName map[string][]*model      // by the name of the class
	flask  []string                 // see flaskNames

	mixed   map[resolve.DefID][]*model // by base classes without a table
	written map[*parse.Expr]bool       // calls that a chain is made of which writes its rows

	// tablesByName has the tables by their names, with schema where there is one
	tablesByName map[string]data.Table

	slots   map[string]*model // by the name of the member; see generic.go
	generic map[resolve.DefID][]slotUse
	open    map[resolve.DefID][]openUse
	bound   map[resolve.DefID]bool // methods that are called with models that are known
	unbound map[resolve.DefID]bool // methods that are called with one that is not
	reached map[memberOf]reach
	stored  map[resolve.DefID][]storedParam // by the callable; see stored.go
}

// outside is the full name of what an expression names outside the tree. Names of a
// package are those of its parts.
func (r *reader) outside(x eval.Term) string {
	name := r.Outside(x)
	if !strings.HasPrefix(name, "sqlalchemy.") && !strings.HasPrefix(name, "sqlmodel.") {
		return name
	}
	return "sqlalchemy." + resolve.LastName(name)
}
