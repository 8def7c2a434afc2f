package libraries

import "seedgraph/frameworks/concept/model"

// class is the row of functions, and of the methods of a database, that take a class or its objects.
func class(ops []string, names ...string) []model.Call {
	of := model.Effect{Table: &model.Table{Entity: "0", Op: ops}}
	var functions []string
	for _, name := range names {
		functions = append(functions, "DB."+name, "Ebean."+name)
	}
	return []model.Call{{Function: functions, Effect: of}, {On: []string{"Database", "EbeanServer"}, Method: names, Effect: of}}
}

// Ebean, version 15: its entities are those of Jakarta Persistence.
var _ = add(&model.Library{Name: "io.ebean", Language: "java", Modules: []string{"io.ebean"}, Naming: "snake", Calls: append(append(append(
	append(class(nil, "find", "createQuery"), class([]string{"insert"}, "insert", "insertAll")...),
	class([]string{"insert", "update"}, "save", "saveAll")...), class([]string{"update"}, "update", "updateAll")...),
	append(class([]string{"delete"}, "delete", "deleteAll"),
		model.Call{Method: []string{"delete"}, Effect: model.Effect{Table: &model.Table{Op: []string{"delete"}}}})...)})
