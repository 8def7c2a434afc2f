package libraries

import "seedgraph/frameworks/concept/model"

// kata is the row of methods of a query that determine its operation.
func kata(op string, names ...string) model.Call {
	return model.Call{On: []string{"Query"}, Method: names, Effect: model.Effect{Table: &model.Table{Op: []string{op}}}}
}

// SqlKata: https://sqlkata.com/docs, version 2.
var _ = add(&model.Library{Name: "SqlKata", Language: "csharp", Modules: []string{"SqlKata"}, Calls: []model.Call{
	{New: []string{"Query"}, Effect: model.Effect{Table: &model.Table{Name: "0"}}},
	{On: []string{"QueryFactory"}, Method: []string{"Query"}, Returns: "Query", Effect: model.Effect{Table: &model.Table{Name: "0"}}},
	{On: []string{"Query"}, Method: []string{"From"}, Effect: model.Effect{Table: &model.Table{Name: "0"}}},
	{On: []string{"Query"}, Method: []string{"Join", "LeftJoin", "RightJoin", "CrossJoin"},
		Effect: model.Effect{Table: &model.Table{Name: "0", Op: []string{"read"}}}},
	kata("insert", "Insert", "InsertAsync", "InsertGetId", "InsertGetIdAsync", "AsInsert"),
	kata("update", "Update", "UpdateAsync", "Increment", "Decrement", "AsUpdate"), kata("delete", "Delete", "DeleteAsync", "AsDelete"),
}})
