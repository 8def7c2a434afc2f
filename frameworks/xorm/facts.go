package xorm

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// libraries are the current and former paths of the library, and of forks that keep its
// API.
var libraries = []string{"xorm.io/xorm", "gitea.com/xorm/xorm", "github.com/go-xorm/xorm",
	"github.com/lunny/xorm", "github.com/xorm-io/xorm"}

// builders are the paths of its statement builder.
var builders = []string{"xorm.io/builder", "gitea.com/xorm/builder", "github.com/go-xorm/builder",
	"github.com/xorm-io/builder"}

// cores are the further packages with name mappers.
var cores = []string{"xorm.io/core", "github.com/go-xorm/core", "github.com/xorm-io/core"}

func isLibrary(path string) bool { return slices.Contains(libraries, path) }

// mapperNamed returns the name of a name mapper in a full name, or "".
//
//	xorm.io/xorm/names.SnakeMapper
func mapperNamed(full string) string {
	pkg, name, _ := strings.Cut(full[strings.LastIndexByte(full, '/')+1:], ".")
	pkg = full[:strings.LastIndexByte(full, '/')+1] + pkg
	lib, ok := strings.CutSuffix(pkg, "/names")
	if !ok {
		lib, ok = strings.CutSuffix(pkg, "/core")
	}
	if ok && isLibrary(lib) || slices.Contains(cores, pkg) {
		return name
	}
	return ""
}

// connections are the types that run statements.
var connections = resolve.WordSet("Engine EngineGroup EngineInterface Interface Session")

// opens are the functions that make a connection.
var opens = resolve.WordSet("NewEngine NewEngineGroup NewEngineWithDB NewEngineWithDialectAndDB " +
	"NewEngineWithParams")

// A finisher is a method that runs a statement.
type finisher struct {
	ops  graph.Ops
	all  bool // every argument is a bean, otherwise only the first one
	none bool // no argument is a bean
}

var finishers = map[string]finisher{
	"Get": {}, "Find": {}, "FindAndCount": {}, "Iterate": {}, "Rows": {}, "Count": {}, "Exist": {},
	"Sum": {}, "SumInt": {}, "Sums": {}, "SumsInt": {}, "IsTableEmpty": {},
	"Query": {none: true}, "QueryString": {none: true}, "QueryInterface": {none: true},
	"QuerySliceString": {none: true},
	"Insert":           {ops: graph.Insert, all: true},
	"InsertOne":        {ops: graph.Insert}, "InsertMulti": {ops: graph.Insert},
	"Update": {ops: graph.Update},
	"Delete": {ops: graph.Delete, all: true}, "Truncate": {ops: graph.Delete, all: true},
}

// synchronisers are the methods that create the tables of beans, with the position of
// the first bean argument.
var synchronisers = map[string]int{"Sync": 0, "Sync2": 0, "CreateTable": 0, "CreateTables": 0,
	"SyncWithOptions": 1}

// starts are the functions and methods of the builder that determine the operation of a
// statement.
var starts = map[string]graph.Ops{"Select": 0, "Insert": graph.Insert, "Update": graph.Update,
	"Delete": graph.Delete}

// dialects are the functions of the builder that begin a statement in a dialect.
var dialects = resolve.WordSet("Dialect MsSQL MySQL Oracle Postgres SQLite")

// joins are the methods of the builder that join a table, with the position of the
// table argument.
var joins = map[string]int{"Join": 1, "InnerJoin": 0, "LeftJoin": 0, "RightJoin": 0,
	"CrossJoin": 0, "FullJoin": 0}
