package jooq

import (
	"seedgraph/graph"
	"seedgraph/resolve"
)

const (
	reads = graph.Ops(0)
	saves = graph.Insert | graph.Update
)

// An action is a method that takes tables.
type action struct {
	ops graph.Ops
	all bool // all arguments are tables, otherwise only the first one
}

// actions are the methods of contexts, of query steps and of queries. They count if the
// argument is a table of the library.
var actions = map[string]action{
	"from": {all: true}, "selectFrom": {}, "using": {all: true}, "addFrom": {all: true},
	"join": {}, "innerJoin": {}, "leftJoin": {}, "leftOuterJoin": {}, "rightJoin": {},
	"rightOuterJoin": {}, "fullJoin": {}, "fullOuterJoin": {}, "crossJoin": {}, "crossApply": {},
	"outerApply": {}, "naturalJoin": {}, "naturalLeftOuterJoin": {}, "straightJoin": {},
	"leftSemiJoin": {}, "leftAntiJoin": {}, "addJoin": {}, "addJoinOnKey": {},
	"fetch": {}, "fetchOne": {}, "fetchAny": {}, "fetchSingle": {}, "fetchOptional": {},
	"fetchCount": {}, "fetchExists": {}, "fetchLazy": {}, "fetchStream": {},
	"insertInto": {ops: graph.Insert}, "insertQuery": {ops: graph.Insert},
	"loadInto": {ops: graph.Insert}, "replaceInto": {ops: saves}, "mergeInto": {ops: saves},
	"update": {ops: graph.Update}, "updateQuery": {ops: graph.Update},
	"deleteFrom": {ops: graph.Delete}, "delete": {ops: graph.Delete},
	"deleteQuery": {ops: graph.Delete}, "truncate": {ops: graph.Delete},
	"truncateTable": {ops: graph.Delete},
}

// conflicts are the steps that turn an insert into an upsert.
var conflicts = resolve.WordSet(`onDuplicateKeyUpdate onConflict doUpdate onConflictOnConstraint
	onDuplicateKeyUpdateSet`)

// stored are the methods of a record.
var stored = map[string]graph.Ops{"store": saves, "insert": graph.Insert, "update": graph.Update,
	"delete": graph.Delete, "merge": saves, "refresh": reads}

// same are the methods of a table that return it with an alias, or some of its rows.
var same = resolve.WordSet(`as rename where whereExists whereNotExists forPortionOf with
	useIndex forceIndex ignoreIndex tablesample`)

// joins are the methods of a table that return it joined with another one.
var joins = resolve.WordSet(`join innerJoin leftJoin leftOuterJoin rightJoin rightOuterJoin fullJoin
	fullOuterJoin crossJoin naturalJoin on using onKey and`)

// records are the methods of contexts that return a record of their table argument.
var records = resolve.WordSet("newRecord fetchOne fetchAny fetchSingle")
