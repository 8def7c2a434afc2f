package gobuilder

import (
	"regexp"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// libraries are the paths of the libraries, without major versions.
var libraries = []string{"github.com/Masterminds/squirrel", "github.com/lann/squirrel",
	"github.com/elgris/sqrl", "github.com/doug-martin/goqu", "github.com/huandu/go-sqlbuilder",
	"github.com/gocraft/dbr", "github.com/mailru/dbr"}

var version = regexp.MustCompile(`/v\d+$`)

func isLibrary(path string) bool {
	return slices.Contains(libraries, version.ReplaceAllString(path, ""))
}

// A step is the effect of a function or method on a statement.
type step struct {
	ops   graph.Ops
	keeps bool // keeps the operation set by previous calls
	named bool // its arguments name tables
	joins bool // its first argument begins with the name of a table that is read
}

// steps are the functions that begin a statement, and the methods that extend it.
var steps = map[string]step{
	"Select": {}, "SelectDistinct": {}, "NewSelectBuilder": {},
	"NewInsertBuilder": {ops: graph.Insert}, "NewUpdateBuilder": {ops: graph.Update},
	"NewDeleteBuilder": {ops: graph.Delete},
	"Insert":           {ops: graph.Insert, named: true}, "InsertInto": {ops: graph.Insert, named: true},
	"Replace":     {ops: graph.Insert | graph.Delete, named: true},
	"ReplaceInto": {ops: graph.Insert | graph.Delete, named: true},
	"Update":      {ops: graph.Update, named: true},
	"Delete":      {ops: graph.Delete, named: true}, "DeleteFrom": {ops: graph.Delete, named: true},
	"Truncate": {ops: graph.Delete, named: true},
	"From":     {keeps: true, named: true}, "Into": {keeps: true, named: true},
	"Table": {keeps: true, named: true},
	"Join":  {keeps: true, joins: true}, "InnerJoin": {keeps: true, joins: true},
	"LeftJoin": {keeps: true, joins: true}, "RightJoin": {keeps: true, joins: true},
	"FullJoin": {keeps: true, joins: true}, "CrossJoin": {keeps: true, joins: true},
	"LeftOuterJoin": {keeps: true, joins: true}, "FullOuterJoin": {keeps: true, joins: true},
	"RightOuterJoin": {keeps: true, joins: true}, "NaturalJoin": {keeps: true, joins: true},
}

// opens are the other names with which a statement begins: functions of a package, and
// its variables.
var opens = resolve.WordSet("Dialect New Open With WithRecursive StatementBuilder DefaultFlavor MySQL " +
	"PostgreSQL SQLite SQLServer CQL ClickHouse Presto Oracle Informix Doris")

// types are the types of statement factories, and of statements, with their operations.
var types = map[string]graph.Ops{"StatementBuilderType": 0, "Database": 0, "TxDatabase": 0,
	"DialectWrapper": 0, "Session": 0, "SessionRunner": 0, "Tx": 0, "Connection": 0, "Flavor": 0,
	"SelectBuilder": 0, "SelectDataset": 0, "SelectStmt": 0,
	"InsertBuilder": graph.Insert, "InsertDataset": graph.Insert, "InsertStmt": graph.Insert,
	"UpdateBuilder": graph.Update, "UpdateDataset": graph.Update, "UpdateStmt": graph.Update,
	"DeleteBuilder": graph.Delete, "DeleteDataset": graph.Delete, "DeleteStmt": graph.Delete}

// naming are the functions and methods that name a subquery.
var naming = resolve.WordSet("With WithRecursive CTEQuery CTETable")

// tableFunctions are the functions that name a table as an argument.
var tableFunctions = resolve.WordSet("T I")

// firstName returns the table at the start of a text: "lines l ON l.order_id = o.id".
func firstName(text string) string {
	name, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	if strings.ContainsAny(name, "(?{\n") {
		return ""
	}
	return name
}
