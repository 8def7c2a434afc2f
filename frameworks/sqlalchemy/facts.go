package sqlalchemy

import (
	"seedgraph/graph"
	"seedgraph/resolve"
)

// selects are the functions that make a statement which reads their arguments.
var selects = resolve.WordSet(`sqlalchemy.select sqlalchemy.exists sqlalchemy.aliased
	sqlalchemy.union sqlalchemy.lateral`)

// statements are the functions that make a statement which writes their argument.
var statements = map[string]graph.Ops{
	"sqlalchemy.insert": graph.Insert, "sqlalchemy.update": graph.Update,
	"sqlalchemy.delete": graph.Delete,
}

// ofTables are the methods of tables that make statements.
var ofTables = map[string]graph.Ops{
	"select": 0, "insert": graph.Insert, "update": graph.Update, "delete": graph.Delete,
}

// stores are the methods of sessions that write their object arguments.
var stores = map[string]graph.Ops{
	"add": graph.Insert, "add_all": graph.Insert, "merge": graph.Insert | graph.Update,
	"delete": graph.Delete, "refresh": 0, "bulk_save_objects": graph.Insert | graph.Update,
}

// ofClasses are the methods of sessions whose first argument is the class.
var ofClasses = map[string]graph.Ops{
	"get": 0, "get_one": 0, "bulk_insert_mappings": graph.Insert,
	"bulk_update_mappings": graph.Update,
}

// sessions are the types of sessions.
var sessions = resolve.WordSet(`Session AsyncSession scoped_session async_scoped_session
	SessionTransaction`)

// joins are the methods of queries that read further tables, named by their arguments.
var joins = resolve.WordSet(`join outerjoin select_from add_columns with_entities add_entity
	join_from outerjoin_from with_only_columns`)

// loaders are the functions whose arguments are relationships to load along.
var loaders = resolve.WordSet(`sqlalchemy.joinedload sqlalchemy.selectinload
	sqlalchemy.subqueryload sqlalchemy.contains_eager sqlalchemy.immediateload joinedload
	selectinload subqueryload`)

// fetches are the methods of queries and results that return an object.
var fetches = resolve.WordSet(`first one one_or_none scalar scalar_one scalar_one_or_none get
	get_or_404 first_or_404 one_or_404 fetchone`)

// queryWrites are the methods of queries that write all their rows.
var queryWrites = map[string]graph.Ops{"update": graph.Update, "delete": graph.Delete}

// runs are the methods of sessions and connections that return the rows of a statement.
var runs = resolve.WordSet("execute scalars stream stream_scalars exec")
