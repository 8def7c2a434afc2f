package libraries

import "seedgraph/frameworks/concept/model"

// ofPeewee are class methods of peewee that begin a query, or methods of an object.
func ofPeewee(ops []string, names ...string) model.Call {
	return model.Call{On: []string{"Model"}, Method: names, Effect: model.Effect{Table: &model.Table{Entity: "receiver", Op: ops}}}
}

// peewee, version 3: https://docs.peewee-orm.com. Package peewee finds the tables of its models.
var _ = add(&model.Library{Name: "peewee", Language: "python", Modules: []string{"peewee"},
	Naming: "lower",
	Words: []string{".select(", ".get(", ".get_or_", ".get_by_id(", ".create(", ".insert",
		".replace", ".update(", ".delete", ".save(", ".set_by_id(", ".bulk_"},
	Calls: []model.Call{
		ofPeewee([]string{"read"}, "select", "get", "get_or_none", "get_by_id", "filter", "noop"),
		ofPeewee([]string{"insert"}, "create", "get_or_create", "insert", "insert_many",
			"insert_from", "bulk_create"),
		ofPeewee([]string{"insert", "update"}, "replace", "replace_many", "save"),
		ofPeewee([]string{"update"}, "update", "bulk_update", "set_by_id"),
		ofPeewee([]string{"delete"}, "delete", "delete_by_id", "delete_instance"),
	}})
