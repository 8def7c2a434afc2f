package kysely

import (
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// roots are the calls that begin a query with a table, with the operation on its rows.
var roots = map[string]graph.Ops{"selectFrom": 0, "insertInto": graph.Insert,
	"replaceInto": graph.Insert | graph.Update, "updateTable": graph.Update,
	"deleteFrom": graph.Delete, "mergeInto": graph.Insert | graph.Update}

// reads are the calls of a query that read another table.
var reads = resolve.WordSet(`from using innerJoin leftJoin rightJoin fullJoin crossJoin
	innerJoinLateral leftJoinLateral crossJoinLateral`)

// conflicts are the steps that turn an insert into an upsert.
var conflicts = resolve.WordSet("onDuplicateKeyUpdate doUpdateSet")

// databases are the types whose type argument declares the tables.
var databases = resolve.WordSet("Kysely Transaction ControlledTransaction QueryCreator")

// definitions are the calls that begin a schema change, with the table as their
// argument.
var definitions = map[string]data.Operation{"createTable": {Op: graph.CreatesObject},
	"dropTable": {Op: graph.DropsObject}, "alterTable": {}, "createView": {Op: graph.CreatesObject},
	"dropView": {Op: graph.DropsObject}}

// alterations are the steps of alterTable, which name a part of the table.
var alterations = map[string]data.Operation{"addColumn": {Op: graph.AddsColumn, Part: 1},
	"dropColumn":              {Op: graph.DropsColumn, Part: 1},
	"renameColumn":            {Op: graph.RenamesColumn, Part: 1, To: 2},
	"renameTo":                {Op: graph.RenamesObject, Part: 1},
	"addForeignKeyConstraint": {Op: graph.AddsForeignKey, Part: 1},
	"alterColumn":             {}, "modifyColumn": {}, "addUniqueConstraint": {},
	"addPrimaryKeyConstraint": {}, "addCheckConstraint": {}, "dropConstraint": {}}
