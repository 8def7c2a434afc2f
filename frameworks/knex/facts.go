package knex

import (
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

const reads = graph.Ops(0)

// sources are the methods of a query that name its main table.
var sources = resolve.WordSet("from into table")

// writes are the methods that make a query write.
var writes = map[string]graph.Ops{"insert": graph.Insert, "batchInsert": graph.Insert,
	"update": graph.Update, "increment": graph.Update, "decrement": graph.Update,
	"del": graph.Delete, "delete": graph.Delete, "truncate": graph.Delete,
	"upsert": graph.Insert | graph.Update, "merge": graph.Insert | graph.Update}

// joins are the methods that read another table.
var joins = resolve.WordSet(`join innerJoin leftJoin leftOuterJoin rightJoin rightOuterJoin
	outerJoin fullOuterJoin crossJoin`)

// names are the methods that define a named subquery of the statement.
var names = resolve.WordSet("with withRecursive withMaterialized withNotMaterialized")

// steps are methods that are characteristic of queries: a call of a variable named like
// a connection is a query if one of them follows, or no other call does.
var steps = resolve.WordSet(`select where andWhere orWhere whereIn whereNot whereNotIn whereNull
	whereNotNull whereRaw whereBetween whereExists first insert update del delete truncate returning
	orderBy groupBy limit offset count countDistinct max min sum avg increment decrement join
	innerJoin leftJoin rightJoin fullOuterJoin leftOuterJoin pluck distinct columns as then modify
	onConflict with transacting forUpdate clone andWhereRaw orderByRaw union stream column from into
	whereLike whereILike whereJsonPath whereNotExists using havingRaw having groupByRaw upsert
	whereJsonSupersetOf orWhereIn orWhereNull orWhereRaw withSchema`)

// connections are the usual names of connections, for use without type information.
var connections = resolve.WordSet(`knex db database trx tx conn connection transaction knexdb
	dbconnection txn`)

// connectionTypes are the library types of connections.
var connectionTypes = resolve.WordSet("Knex Transaction")

// schema are the methods that change the schema; the first argument is the table.
var schema = map[string]data.Operation{
	"createTable":            {Op: graph.CreatesObject},
	"createTableIfNotExists": {Op: graph.CreatesObject},
	"createTableLike":        {Op: graph.CreatesObject},
	"createView":             {Op: graph.CreatesObject},
	"dropTable":              {Op: graph.DropsObject},
	"dropTableIfExists":      {Op: graph.DropsObject},
	"renameTable":            {Op: graph.RenamesObject, Part: 1},
	"alterTable":             {}, "table": {},
}

// parts are the methods of a table builder in a migration that do not add a column.
// Other methods with a name argument add one.
var parts = map[string]data.Operation{
	"dropColumn": {Op: graph.DropsColumn}, "dropColumns": {Op: graph.DropsColumn},
	"renameColumn": {Op: graph.RenamesColumn, To: 1},
	"dropForeign":  {Op: graph.DropsForeignKey}, "foreign": {Op: graph.AddsForeignKey},
}

// indexed are the methods of a table builder for indexes and constraints; their names
// are the second argument.
//
//	t.index(['city', 'street'], 'ix_place')
var indexed = resolve.WordSet("index unique primary dropIndex dropUnique dropPrimary")

// plain are the methods of a table builder that change no column.
var plain = resolve.WordSet(`comment engine
	charset collate inherits timestamps dropTimestamps check setNullable dropNullable queryContext
	checkPositive checkIn checkBetween checkLength dropChecks foreign`)
