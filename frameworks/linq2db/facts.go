package linq2db

import (
	"seedgraph/graph"
	"seedgraph/resolve"
)

const library = "LinqToDB"

const (
	reads = graph.Ops(0)
	saves = graph.Insert | graph.Update
)

// conventions are words of files that change the naming of tables.
var conventions = []string{"IMetadataReader", "AddMetadataReader", "EntityDescriptorCreatedCallback"}

// tables are the types that represent all rows of a class, including the results of
// their methods that load related rows.
var tables = resolve.WordSet("ITable ITempTable TempTable ILoadWithQueryable")

// writes are the methods of tables, of queries over them, and of connections with an
// object argument.
var writes = map[string]graph.Ops{"Insert": graph.Insert, "InsertWithIdentity": graph.Insert,
	"InsertWithInt32Identity": graph.Insert, "InsertWithInt64Identity": graph.Insert,
	"InsertWithDecimalIdentity": graph.Insert, "InsertWithOutput": graph.Insert,
	"InsertWithOutputInto": graph.Insert, "InsertWithGuidIdentity": graph.Insert,
	"InsertOrUpdate": saves, "InsertOrReplace": saves, "BulkCopy": graph.Insert,
	"Update": graph.Update, "UpdateOptimistic": graph.Update, "UpdateWithOutput": graph.Update,
	"Delete": graph.Delete, "DeleteOptimistic": graph.Delete, "DeleteWithOutput": graph.Delete,
	"Truncate": graph.Delete}

// merges are the steps of a merge, with their operations on the rows of the target.
var merges = map[string]graph.Ops{"InsertWhenNotMatched": graph.Insert,
	"InsertWhenNotMatchedAnd": graph.Insert, "UpdateWhenMatched": graph.Update,
	"UpdateWhenMatchedAnd": graph.Update, "UpdateWhenMatchedThenDelete": graph.Update | graph.Delete,
	"UpdateWhenNotMatchedBySource": graph.Update, "DeleteWhenMatched": graph.Delete,
	"DeleteWhenMatchedAnd": graph.Delete, "DeleteWhenNotMatchedBySource": graph.Delete,
	"DeleteWhenNotMatchedBySourceAnd": graph.Delete}

// keeps are the methods of queries and statement builders that keep the rows of their
// receiver.
var keeps = resolve.WordSet(`Set Value AsUpdatable AsValueInsertable AsSubQuery With WithTableExpression
	TableHint QueryHint LoadWith ThenLoad LoadWithAsTable Merge MergeInto Using UsingTarget On
	OnTargetKey TagQuery AsCte InlineParameters AsQueryable HasUniqueKey IgnoreFilters Output
	InsertWhenNotMatched InsertWhenNotMatchedAnd UpdateWhenMatched UpdateWhenMatchedAnd
	DeleteWhenMatched DeleteWhenMatchedAnd DeleteWhenNotMatchedBySource
	UpdateWhenNotMatchedBySource TableOptions`)

// renames are the methods of a table that select another table.
var renames = resolve.WordSet("TableName SchemaName DatabaseName ServerName")

// about are the methods of a table that read no rows.
var about = resolve.WordSet(`Drop DropAsync CreateTable CreateTableAsync GetHashCode ToString
	Equals GetType HasUniqueKey`)

// loads are the methods that load associations.
var loads = resolve.WordSet("LoadWith ThenLoad LoadWithAsTable")
