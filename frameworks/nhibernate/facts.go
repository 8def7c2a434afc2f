package nhibernate

import (
	"seedgraph/graph"
	"seedgraph/resolve"
)

const (
	reads = graph.Ops(0)
	saves = graph.Insert | graph.Update
)

// conventions are words of files that change the naming of tables.
var conventions = []string{"IClassConvention", "INamingStrategy", "BeforeMapClass",
	"SetNamingStrategy", "ConventionBuilder.Class", "Table.Is("}

// A way is an inheritance strategy.
type way uint8

const (
	apart  way = iota // in a separate table
	joined            // added columns in a separate table, the others in the base table
	single            // in the base table
)

// mappings are the base classes of mappings, whose first type argument is the class.
var mappings = map[string]way{"ClassMap": apart, "SubclassMap": joined,
	"ClassMapping": apart, "JoinedSubclassMapping": joined, "SubclassMapping": single,
	"UnionSubclassMapping": apart}

// sessions are the types of sessions.
var sessions = resolve.WordSet("ISession IStatelessSession SessionImpl StatelessSessionImpl")

// sequences are the types of queries, whose first type argument is the class.
var sequences = resolve.WordSet("IQueryOver QueryOver IQueryable IOrderedQueryable IFutureEnumerable")

// opens are the methods that return a session.
var opens = resolve.WordSet("OpenSession GetCurrentSession OpenStatelessSession GetSession")

// loads are the methods of a session that return an object of the class in their
// argument.
var loads = resolve.WordSet("Get Load")

// queries are the methods of a session that make a query over the class in their
// argument, and the classes whose methods make a detached query.
var (
	queries  = resolve.WordSet("Query QueryOver CreateCriteria")
	detached = resolve.WordSet("DetachedCriteria QueryOver")
)

// stores are the methods of a session with an object argument.
var stores = map[string]graph.Ops{"Save": graph.Insert, "Persist": graph.Insert,
	"Insert": graph.Insert, "Update": graph.Update, "SaveOrUpdate": saves, "Merge": saves,
	"SaveOrUpdateCopy": saves, "Replicate": saves, "Upsert": saves, "Delete": graph.Delete,
	"Refresh": reads}

// executes are the methods that write the rows of a query, with their operations.
var executes = map[string]graph.Ops{"Delete": graph.Delete, "Update": graph.Update,
	"UpdateVersioned": graph.Update, "UpdateBuilder": graph.Update}

// joins are the methods of a query that read the target of a path; if the value is
// true, later paths begin there.
var joins = map[string]bool{"JoinQueryOver": true, "JoinAlias": false, "JoinEntityAlias": false,
	"Fetch": true, "FetchMany": true, "ThenFetch": true, "ThenFetchMany": true,
	"CreateAlias": false, "CreateCriteria": true, "SetFetchMode": false}

// fromRoot are those of joins whose path always begins at the class of the query.
var fromRoot = resolve.WordSet("Fetch FetchMany SetFetchMode CreateAlias")

// keeps are the methods that return the query, lists those that return its rows, takes
// those that return one row.
var (
	keeps = resolve.WordSet(`Add And AndNot Where WhereNot WhereRestrictionOn AndRestrictionOn
		Fetch OrderBy OrderByAlias ThenBy ThenByAlias Asc Desc AddOrder SetMaxResults
		SetFirstResult SetCacheable SetFetchMode Cacheable Skip Take Lock TransformUsing
		SetResultTransformer SetLockMode SetTimeout SetReadOnly ReadOnly Eager Lazy Left Inner
		Right Full JoinAlias CreateAlias IsLike IsIn IsNull IsNotNull IsBetween
		IsInsensitiveLike Clone WithOptions GetExecutableCriteria GetExecutableQueryOver Unproxy`)
	lists = resolve.WordSet("List ListAsync Future ToFuture Enumerable")
	takes = resolve.WordSet(`UniqueResult UniqueResultAsync SingleOrDefault SingleOrDefaultAsync
		FutureValue ToFutureValue`)
)
