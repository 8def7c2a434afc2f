package xorm

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// libraries are the paths of the library, of its older ones and of forks that keep its API.
var libraries = []string{"xorm.io/xorm", "gitea.com/xorm/xorm", "github.com/go-xorm/xorm",
	"github.com/lunny/xorm", "github.com/xorm-io/xorm"}

// builders are the paths of its builder of statements.
var builders = []string{"xorm.io/builder", "gitea.com/xorm/builder", "github.com/go-xorm/builder",
	"github.com/xorm-io/builder"}

// cores are the packages besides the library's own names that have mappers of names.
var cores = []string{"xorm.io/core", "github.com/go-xorm/core", "github.com/xorm-io/core"}

func isLibrary(path string) bool { return slices.Contains(libraries, path) }

// mapperNamed is the name of a mapper of names in the full name of something; empty for none.
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

// opens are the functions that make one.
var opens = resolve.WordSet("NewEngine NewEngineGroup NewEngineWithDB NewEngineWithDialectAndDB " +
	"NewEngineWithParams")

// A finisher is a method that runs a statement.
type finisher struct {
	ops  graph.Ops
	all  bool // every argument is a bean, else the first one
	none bool // no argument is one
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

// synchronisers are the methods that make the tables of beans, and the first argument that is one.
var synchronisers = map[string]int{"Sync": 0, "Sync2": 0, "CreateTable": 0, "CreateTables": 0,
	"SyncWithOptions": 1}

// starts are the functions and methods of the builder that say what a statement does.
var starts = map[string]graph.Ops{"Select": 0, "Insert": graph.Insert, "Update": graph.Update,
	"Delete": graph.Delete}

// dialects are the functions of the builder that begin a statement of one dialect.
var dialects = resolve.WordSet("Dialect MsSQL MySQL Oracle Postgres SQLite")

// joins are the methods of the builder that join a table, and where it is among the arguments.
var joins = map[string]int{"Join": 1, "InnerJoin": 0, "LeftJoin": 0, "RightJoin": 0,
	"CrossJoin": 0, "FullJoin": 0}
