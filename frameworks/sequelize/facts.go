package sequelize

import (
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

const (
	reads = graph.Ops(0)
	saves = graph.Insert | graph.Update
)

// A gives is the kind of value that a method returns.
type gives uint8

const (
	nothing gives = iota
	anObject
	aList
)

// An action is a method of models.
type action struct {
	ops   graph.Ops
	gives gives
}

var actions = map[string]action{
	"findAll": {reads, aList}, "findOne": {reads, anObject}, "findByPk": {reads, anObject},
	"findById": {reads, anObject}, "find": {reads, anObject}, "all": {reads, aList},
	"findByPrimary": {reads, anObject}, "findAndCountAll": {reads, aList},
	"findAndCount": {reads, aList}, "findOrBuild": {reads, anObject}, "count": {},
	"max": {}, "min": {}, "sum": {}, "aggregate": {},
	"create": {graph.Insert, anObject}, "bulkCreate": {graph.Insert, aList},
	"findOrCreate":     {graph.Insert, aList}, // with a flag for a new object
	"findCreateFind":   {graph.Insert, aList},
	"findOrInitialize": {reads, anObject},
	"upsert":           {saves, aList}, "insertOrUpdate": {saves, nothing},
	"update": {graph.Update, nothing}, "destroy": {graph.Delete, nothing},
	"truncate": {graph.Delete, nothing}, "restore": {graph.Update, nothing},
	"increment": {graph.Update, nothing}, "decrement": {graph.Update, nothing},
}

// own are the methods of an object of a model.
var own = map[string]graph.Ops{"save": saves, "update": graph.Update, "destroy": graph.Delete,
	"restore": graph.Update, "increment": graph.Update, "decrement": graph.Update, "reload": reads,
	"updateAttributes": graph.Update}

// scoping are the methods of models that return the model.
var scoping = resolve.WordSet("scope unscoped schema withScope withoutScope")

// modelTypes are types whose first type argument is the model.
var modelTypes = resolve.WordSet(`ModelStatic ModelCtor ModelClass ModelDefined Repository
	NonAbstract ModelType`)

// associations are the methods and decorators of associations, in method form.
var associations = map[string]data.Relation{
	"belongsTo": {Owns: true, Keyed: true}, "hasOne": {Keyed: true},
	"hasMany": {List: true, Keyed: true}, "belongsToMany": {List: true, Joined: true, Keyed: true},
}

// mixins are the prefixes of the methods that an association adds to objects, with
// their operations on the target rows.
var mixins = []struct {
	prefix string
	ops    graph.Ops
	links  bool // changes the association
}{
	{"get", reads, false}, {"count", reads, false}, {"has", reads, false},
	{"create", graph.Insert, true}, {"add", graph.Update, true}, {"set", graph.Update, true},
	{"remove", graph.Update, true},
}

// operations are the methods of the query interface of migrations; the first argument
// is the table.
var operations = map[string]data.Operation{
	"createTable": {Op: graph.CreatesObject}, "dropTable": {Op: graph.DropsObject},
	"renameTable":  {Op: graph.RenamesObject, Part: 1},
	"addColumn":    {Op: graph.AddsColumn, Part: 1},
	"removeColumn": {Op: graph.DropsColumn, Part: 1}, "changeColumn": {Part: 1},
	"renameColumn": {Op: graph.RenamesColumn, Part: 1, To: 2}, "addIndex": {}, "removeIndex": {},
	"addConstraint": {}, "removeConstraint": {},
	"bulkInsert": {Ops: graph.Insert}, "bulkUpdate": {Ops: graph.Update},
	"bulkDelete": {Ops: graph.Delete},
}
