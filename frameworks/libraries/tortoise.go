package libraries

import "seedgraph/frameworks/concept/model"

// model methods of Tortoise ORM are class methods that begin a query, or methods of an object.
func ofModel(ops []string, names ...string) model.Call {
	return model.Call{On: []string{"Model", "models.Model"}, Method: names,
		Effect: model.Effect{Table: &model.Table{Entity: "receiver", Op: ops}}}
}

// Tortoise ORM: https://tortoise.github.io/models.html, version 0.25.
var _ = add(&model.Library{Name: "tortoise", Language: "python", Modules: []string{"tortoise"}, Naming: "lower",
	Words: []string{".filter(", ".save(", ".create(", ".delete("}, Calls: []model.Call{
		ofModel(nil, "all", "filter", "exclude", "get", "get_or_none", "first", "annotate", "raw"),
		ofModel([]string{"insert"}, "create", "bulk_create"),
		ofModel([]string{"insert", "update"}, "get_or_create", "update_or_create", "save"),
		ofModel([]string{"update"}, "update", "bulk_update"), ofModel([]string{"delete"}, "delete"),
	}, Bases: []model.Base{{Type: []string{"Model", "models.Model"}, Effect: model.Effect{Entity: &model.Entity{Member: "Meta.table"}}}}})
