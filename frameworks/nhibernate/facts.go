package nhibernate

import (
	"seedgraph/graph"
	"seedgraph/resolve"
)

const (
	reads = graph.Ops(0)
	saves = graph.Insert | graph.Update
)

// conventions are words of files that decide how tables are named.
var conventions = []string{"IClassConvention", "INamingStrategy", "BeforeMapClass",
	"SetNamingStrategy", "ConventionBuilder.Class", "Table.Is("}

// A way is how the rows of a derived class are stored.
type way uint8

const (
	apart  way = iota // in a table of their own
	joined            // what it adds in a table of its own, the rest in that of its base
	single            // in that of its base
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

// loads are the methods of a session that return an object of the class that they are given.
var loads = resolve.WordSet("Get Load")

// queries are the methods of a session that make a query over the class that they are given, and
// the classes whose methods make one apart from a session.
var (
	queries  = resolve.WordSet("Query QueryOver CreateCriteria")
	detached = resolve.WordSet("DetachedCriteria QueryOver")
)

// stores are the methods of a session that are given an object.
var stores = map[string]graph.Ops{"Save": graph.Insert, "Persist": graph.Insert,
	"Insert": graph.Insert, "Update": graph.Update, "SaveOrUpdate": saves, "Merge": saves,
	"SaveOrUpdateCopy": saves, "Replicate": saves, "Upsert": saves, "Delete": graph.Delete,
	"Refresh": reads}

// executes are the methods that write the rows of a query, and what they do.
var executes = map[string]graph.Ops{"Delete": graph.Delete, "Update": graph.Update,
	"UpdateVersioned": graph.Update, "UpdateBuilder": graph.Update}

// joins are the methods of a query that read what a path leads to; after those that move, a path
// begins there.
var joins = map[string]bool{"JoinQueryOver": true, "JoinAlias": false, "JoinEntityAlias": false,
	"Fetch": true, "FetchMany": true, "ThenFetch": true, "ThenFetchMany": true,
	"CreateAlias": false, "CreateCriteria": true, "SetFetchMode": false}

// fromRoot are those of them whose path begins at the class of the query all the same.
var fromRoot = resolve.WordSet("Fetch FetchMany SetFetchMode CreateAlias")

// keeps are the methods of a query that return it, lists those that return its rows, takes those
// that return one of them.
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
