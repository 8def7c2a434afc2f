package typeorm

import (
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

const (
	reads = graph.Ops(0)
	saves = graph.Insert | graph.Update
)

// roles are those of the library's types.
var roles = data.Roles{
	Repositories: resolve.WordSet(`Repository TreeRepository MongoRepository AbstractRepository`),
	Builders: resolve.WordSet(`SelectQueryBuilder UpdateQueryBuilder DeleteQueryBuilder
		InsertQueryBuilder SoftDeleteQueryBuilder QueryBuilder`),
	Managers: resolve.WordSet(`EntityManager MongoEntityManager DataSource Connection
		QueryRunner`),
	IsLibrary: isLibrary,
}

// An action is a method of repositories, managers and active records. Managers take the
// class as their first argument.
type action struct {
	ops  graph.Ops
	many bool // returns a list
	one  bool // returns an object
	// objects is set if it takes objects; for managers they may be the first argument.
	objects bool
}

var actions = map[string]action{
	"find": {many: true}, "findBy": {many: true}, "findAndCount": {many: true},
	"findAndCountBy": {many: true}, "findByIds": {many: true}, "findTrees": {many: true},
	"findRoots": {many: true}, "findDescendants": {many: true}, "findAncestors": {many: true},
	"findOne": {one: true}, "findOneBy": {one: true}, "findOneOrFail": {one: true},
	"findOneByOrFail": {one: true}, "findOneById": {one: true}, "preload": {one: true},
	"findDescendantsTree": {one: true}, "findAncestorsTree": {one: true},
	"exist": {}, "exists": {}, "existsBy": {}, "count": {}, "countBy": {}, "sum": {},
	"average": {}, "minimum": {}, "maximum": {}, "countDescendants": {}, "countAncestors": {},
	"save":       {ops: saves, one: true, objects: true},
	"insert":     {ops: graph.Insert},
	"update":     {ops: graph.Update},
	"updateAll":  {ops: graph.Update},
	"upsert":     {ops: saves},
	"delete":     {ops: graph.Delete},
	"deleteAll":  {ops: graph.Delete},
	"clear":      {ops: graph.Delete},
	"remove":     {ops: graph.Delete, one: true, objects: true},
	"softDelete": {ops: graph.Update}, "restore": {ops: graph.Update},
	"softRemove": {ops: graph.Update, one: true, objects: true},
	"recover":    {ops: graph.Update, one: true, objects: true},
	"increment":  {ops: graph.Update}, "decrement": {ops: graph.Update},
	"reload": {one: true},
}

// getters return the repository of the class among their arguments.
var getters = resolve.WordSet(`getRepository getTreeRepository getMongoRepository
	getCustomRepository`)

// joins are the methods of a query that read the target of a relation, with the
// position of the alias; the relation path comes before it. For methods that map, it is
// the third argument.
var joins = map[string]int{
	"leftJoin": 1, "innerJoin": 1, "leftJoinAndSelect": 1, "innerJoinAndSelect": 1,
	"leftJoinAndMapOne": 2, "leftJoinAndMapMany": 2, "innerJoinAndMapOne": 2,
	"innerJoinAndMapMany": 2,
}

// changes are the methods that make a query write.
var changes = map[string]graph.Ops{
	"update": graph.Update, "delete": graph.Delete, "insert": graph.Insert,
	"softDelete": graph.Update, "restore": graph.Update,
}

// relationKinds are the decorators of relations, with whether they are to-many.
var relationKinds = map[string]bool{"ManyToOne": false, "OneToOne": false, "OneToMany": true,
	"ManyToMany": true, "TreeParent": false, "TreeChildren": true}

// operations are the query runner methods that change the schema; the first argument is
// the table.
var operations = map[string]data.Operation{
	"createTable": {Op: graph.CreatesObject}, "dropTable": {Op: graph.DropsObject},
	"createView": {Op: graph.CreatesObject}, "dropView": {Op: graph.DropsObject},
	"renameTable": {Op: graph.RenamesObject, Part: 1},
	"addColumn":   {Op: graph.AddsColumn, Part: 1}, "addColumns": {Op: graph.AddsColumn, Part: 1},
	"dropColumn":   {Op: graph.DropsColumn, Part: 1},
	"dropColumns":  {Op: graph.DropsColumn, Part: 1},
	"changeColumn": {Part: 1}, "changeColumns": {},
	"renameColumn":      {Op: graph.RenamesColumn, Part: 1, To: 2},
	"createForeignKey":  {Op: graph.AddsForeignKey, Part: 1},
	"createForeignKeys": {Op: graph.AddsForeignKey, Part: 1},
	"dropForeignKey":    {Op: graph.DropsForeignKey, Part: 1},
	"dropForeignKeys":   {Op: graph.DropsForeignKey, Part: 1},
	"createIndex":       {}, "createIndices": {}, "dropIndex": {}, "dropIndices": {},
	"createPrimaryKey": {}, "dropPrimaryKey": {}, "updatePrimaryKeys": {},
	"createUniqueConstraint": {}, "createUniqueConstraints": {}, "dropUniqueConstraint": {},
	"dropUniqueConstraints": {}, "createCheckConstraint": {}, "createCheckConstraints": {},
	"dropCheckConstraint": {}, "dropCheckConstraints": {}, "createExclusionConstraint": {},
	"dropExclusionConstraint": {}, "changeTableComment": {},
	"clearTable": {Ops: graph.Delete},
}
