package libraries

import "seedgraph/frameworks/concept/model"

// Objection, version 3: https://vincit.github.io/objection.js. A query reads unless a later call
// of its chain writes.
var _ = add(&model.Library{Name: "objection", Language: "typescript", Modules: []string{"objection"}, Naming: "none",
	Camel: "knexSnakeCaseMappers",
	Words: []string{".query(", ".$query(", ".$relatedQuery(", ".relatedQuery("},
	Calls: []model.Call{
		{On: []string{"Model"}, Method: []string{"query", "$query"}, Returns: "QueryBuilder",
			Effect: model.Effect{Table: &model.Table{Entity: "receiver"}}},
		objectionEnd([]string{"insert"}, "insert", "insertAndFetch", "insertGraph",
			"insertGraphAndFetch"),
		objectionEnd([]string{"update"}, "update", "updateAndFetch", "updateAndFetchById",
			"patch", "patchAndFetch", "patchAndFetchById",
			"increment", "decrement"),
		objectionEnd([]string{"insert", "update"}, "upsertGraph", "upsertGraphAndFetch"),
		objectionEnd([]string{"delete"}, "delete", "deleteById", "del", "truncate"),
	}, Bases: []model.Base{{Type: []string{"Model"}, Effect: model.Effect{Entity: &model.Entity{Member: "tableName"}}}}})

// objectionEnd are the calls that determine what a query does.
func objectionEnd(ops []string, names ...string) model.Call {
	return model.Call{On: []string{"QueryBuilder"}, Method: names, Effect: model.Effect{Table: &model.Table{Op: ops}}}
}
