package drizzle

import (
	"seedgraph/graph"
	"seedgraph/resolve"
)

const (
	reads = graph.Ops(0)
	saves = graph.Insert | graph.Update
)

// tables are the functions that make a table named by their first argument.
var tables = resolve.WordSet(`pgTable mysqlTable sqliteTable singlestoreTable gelTable mssqlTable
	cockroachTable`)

// views are the functions that make a view.
var views = resolve.WordSet(`pgView pgMaterializedView mysqlView sqliteView singlestoreView
	mssqlView cockroachView cockroachMaterializedView`)

// creators are the functions that return a table function, which computes table names
// with a callback.
var creators = resolve.WordSet(`pgTableCreator mysqlTableCreator sqliteTableCreator
	singlestoreTableCreator gelTableCreator mssqlTableCreator cockroachTableCreator`)

// schemas are the functions that make a database schema, with methods for tables and
// views.
var schemas = resolve.WordSet(`pgSchema mysqlSchema mysqlDatabase singlestoreSchema gelSchema
	mssqlSchema cockroachSchema`)

// aliases are the functions that alias a table in a query.
var aliases = resolve.WordSet("alias aliasedTable")

// An action is a method that takes a table.
type action struct {
	ops graph.Ops
	own bool // distinctive: rarely a method of other libraries
}

var actions = map[string]action{
	"from": {}, "insert": {ops: graph.Insert}, "update": {ops: graph.Update},
	"delete": {ops: graph.Delete}, "$count": {reads, true},
	"refreshMaterializedView": {saves, true},
	"leftJoin":                {reads, true}, "rightJoin": {reads, true},
	"innerJoin": {reads, true}, "fullJoin": {reads, true}, "crossJoin": {reads, true},
	"leftJoinLateral": {reads, true}, "innerJoinLateral": {reads, true},
	"crossJoinLateral": {reads, true},
}

// conflicts are the methods that turn an insert into an upsert.
var conflicts = resolve.WordSet("onConflictDoUpdate onDuplicateKeyUpdate")

// finders are the methods of a table of db.query.
var finders = resolve.WordSet("findMany findFirst")
