package libraries

import "seedgraph/frameworks/concept/model"

// contrib lists the rows of an extension method of connections, with its asynchronous form and the static one.
func contrib(entity model.Arg, ops []string, names ...string) []model.Call {
	var static []string
	for _, name := range names {
		static = append(static, "SqlMapperExtensions."+name, "SqlMapperExtensions."+name+"Async")
		names = append(names, name+"Async")
	}
	c := model.Call{Method: names, Extends: []string{"Connection"}, Effect: model.Effect{Table: &model.Table{Entity: entity, Op: ops}}}
	if ops == nil {
		c.Yields = entity
	}
	return []model.Call{c, {Function: static, Yields: c.Yields, Effect: c.Effect}}
}

// Dapper.Contrib: https://github.com/DapperLib/Dapper.Contrib, version 2.
var _ = add(&model.Library{Name: "Dapper.Contrib", Language: "csharp", Modules: []string{"Dapper.Contrib.Extensions"}, Tier: "exact",
	Naming: "with_s", Renames: []string{"TableNameMapper"}, AnyClass: true, Words: []string{"onnection", "[Table("},
	Annotations: []model.Annotation{{Name: []string{"Table"}, Effect: model.Effect{Entity: &model.Entity{Table: "0|tableName"}}}},
	Calls: append(append(contrib("<0>", nil, "Get", "GetAll"), contrib("<0>", remove, "DeleteAll")...), append(append(
		contrib("<0>|0|entityToInsert", insert, "Insert"), contrib("<0>|0|entityToUpdate", update, "Update")...),
		contrib("<0>|0|entityToDelete", remove, "Delete")...)...)})
