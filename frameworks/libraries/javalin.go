package libraries

import "seedgraph/frameworks/concept/model"

// javaVerbs are the functions of the routers of Java that are named after verbs.
func javaVerbs(prefix string) []string {
	return []string{prefix + "get", prefix + "post", prefix + "put", prefix + "patch", prefix + "delete", prefix + "head"}
}

// functions is the row of functions that map a verb; without a path, that of the functions around.
func functions(names ...string) []model.Call {
	return []model.Call{
		{Function: names, Most: 1, Effect: model.Effect{Route: &model.Route{Verb: "name", Handler: "0"}}},
		{Function: names, Least: 2, Effect: model.Effect{Route: &model.Route{Verb: "name", Path: "0", Handler: "1"}}},
	}
}

// Javalin: https://javalin.io/documentation, version 6.
var _ = add(&model.Library{Name: "io.javalin", Language: "java", Modules: []string{"io.javalin"},
	Calls: append(functions(javaVerbs("ApiBuilder.")...),
		model.Call{Function: []string{"Javalin.create"}, Returns: "Javalin"},
		model.Call{Function: []string{"ApiBuilder.path"}, Effect: model.Effect{Group: &model.Group{Prefix: "0"}}},
		model.Call{On: []string{"Javalin"}, Method: javaVerbs(""),
			Effect: model.Effect{Route: &model.Route{Verb: "name", Path: "0", Handler: "1"}}})})
