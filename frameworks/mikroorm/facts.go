package mikroorm

import (
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

const (
	reads = graph.Ops(0)
	saves = graph.Insert | graph.Update
)

// around are the types that wrap one object of their first type argument.
var around = resolve.WordSet(`Ref Rel Reference ScalarReference IdentifiedReference LoadedReference
	Loaded Opt Hidden Required Selected`)

// roles are those of the library's types.
var roles = data.Roles{
	Repositories: resolve.WordSet(`EntityRepository SqlEntityRepository KnexEntityRepository
		MongoEntityRepository`),
	Builders: resolve.WordSet(`QueryBuilder SelectQueryBuilder InsertQueryBuilder
		UpdateQueryBuilder DeleteQueryBuilder CountQueryBuilder TruncateQueryBuilder`),
	Managers:  resolve.WordSet(`EntityManager SqlEntityManager MongoEntityManager`),
	Around:    around,
	Lists:     resolve.WordSet("Collection"),
	IsLibrary: isLibrary,
}

// kinds are the kinds of relations, by their names in decorators, calls and options in
// lower case without punctuation.
var kinds = map[string]string{"manytoone": manyToOne, "m:1": manyToOne, "onetoone": oneToOne,
	"1:1": oneToOne, "onetomany": oneToMany, "1:m": oneToMany, "manytomany": manyToMany,
	"m:n": manyToMany}

const (
	manyToOne  = "m:1"
	oneToOne   = "1:1"
	oneToMany  = "1:m"
	manyToMany = "m:n"
)

// An action is a method of managers, which take the entity or an object as their first
// argument, and of repositories.
type action struct {
	ops     graph.Ops
	many    bool // returns a list
	one     bool // returns an object
	objects bool // takes objects
	later   bool // takes effect in a flush
}

var actions = map[string]action{
	"find": {many: true}, "findAll": {many: true}, "findAndCount": {many: true},
	"findByCursor": {many: true}, "stream": {many: true}, "findOne": {one: true},
	"findOneOrFail": {one: true}, "count": {}, "countBy": {},
	"create": {ops: graph.Insert, one: true, later: true},
	"insert": {ops: graph.Insert, objects: true}, "insertMany": {ops: graph.Insert, objects: true},
	"nativeInsert": {ops: graph.Insert, objects: true},
	"upsert":       {ops: saves, one: true, objects: true},
	"upsertMany":   {ops: saves, many: true, objects: true},
	"nativeUpdate": {ops: graph.Update}, "nativeDelete": {ops: graph.Delete},
	"persist": {ops: saves, objects: true}, "persistAndFlush": {ops: saves, objects: true},
	"persistLater":   {ops: saves, objects: true},
	"remove":         {ops: graph.Delete, objects: true},
	"removeAndFlush": {ops: graph.Delete, objects: true},
	"removeLater":    {ops: graph.Delete, objects: true},
	"removeEntity":   {ops: graph.Delete, objects: true},
	"assign":         {ops: graph.Update, one: true, objects: true, later: true},
	"refresh":        {one: true, objects: true}, "refreshOrFail": {one: true, objects: true},
	"lock": {objects: true},
}

// collected are the methods of a collection, with their operations on the related rows.
var collected = map[string]graph.Ops{"add": graph.Insert, "set": graph.Insert | graph.Delete,
	"remove": graph.Delete, "removeAll": graph.Delete, "hydrate": reads, "init": reads,
	"loadItems": reads, "loadCount": reads, "matching": reads, "load": reads, "loadOrFail": reads}

// same are the functions and methods that return their argument or receiver.
var same = resolve.WordSet("wrap ref rel unwrap getEntity load loadOrFail toReference init")

// items are the methods of a collection that return its objects.
var items = resolve.WordSet("getItems loadItems init matching toArray filter slice")

// changes are the methods that make a query write.
var changes = map[string]graph.Ops{"insert": graph.Insert, "insertFrom": graph.Insert,
	"update": graph.Update, "delete": graph.Delete, "truncate": graph.Delete}

// joins are the methods that join another entity; the path is their first argument, the
// alias the second.
var joins = resolve.WordSet(`join leftJoin innerJoin joinAndSelect leftJoinAndSelect
	innerJoinAndSelect joinLateral leftJoinLateral innerJoinLateral leftJoinLateralAndSelect
	innerJoinLateralAndSelect`)
