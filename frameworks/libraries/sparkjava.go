package libraries

import "seedgraph/frameworks/concept/model"

// Spark, a router of Java: https://sparkjava.com/documentation, version 2.
var _ = add(&model.Library{Name: "spark", Language: "java", Modules: []string{"spark"},
	Needs: []string{"import spark.", "import static spark."}, FirstMatch: true,
	Calls: append(functions(javaVerbs("Spark.")...),
		model.Call{Function: []string{"Spark.path"}, Effect: model.Effect{Group: &model.Group{Prefix: "0"}}})})
