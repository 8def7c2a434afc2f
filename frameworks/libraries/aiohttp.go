package libraries

import "seedgraph/frameworks/concept/model"

var (
	aiohttpVerbs = []string{"get", "post", "put", "patch", "delete", "head", "options"}
	aiohttpAdds  = []string{"add_get", "add_post", "add_put", "add_patch", "add_delete", "add_head"}
)

// aiohttpView is a class whose methods are named after the verbs.
var aiohttpView = model.Effect{Route: &model.Route{Verb: model.OfMethods, Path: "0|path",
	Handler: "1|handler"}}

// aiohttp's server: https://docs.aiohttp.org/en/stable/web_reference.html, version 3.
var _ = add(&model.Library{Name: "aiohttp.web", Language: "python", Modules: []string{"aiohttp.web"},
	Words: []string{"add_route(", "add_get(", "add_post("}, Paths: "braces", FirstMatch: true,
	Calls: append(addedBy(aiohttpAdds), []model.Call{
		{Method: []string{"add_route"}, Effect: model.Effect{Route: &model.Route{VerbArg: "0", Path: "1|path", Handler: "2|handler"}}},
		{Method: []string{"add_view"}, Effect: aiohttpView},
		{Function: []string{"view"}, Effect: aiohttpView},
		{On: []string{"RouteTableDef"}, Method: []string{"view"},
			Effect: model.Effect{Route: &model.Route{Verb: model.OfMethods, Path: "0|path"}}},
		{Method: []string{"add_subapp"}, Effect: model.Effect{Mount: &model.Mount{Prefix: "0|prefix", Router: "1|subapp"}}},
		{Method: []string{"add_routes"}, Effect: model.Effect{Mount: &model.Mount{Router: "0|routes"}}},
		{Function: aiohttpVerbs, Effect: model.Effect{Route: &model.Route{Verb: "name", Path: "0|path", Handler: "1|handler"}}},
		{On: []string{"RouteTableDef"}, Method: aiohttpVerbs,
			Effect: model.Effect{Route: &model.Route{Verb: "name", Path: "0|path"}}},
	}...)})

// addedBy returns a row for each method whose verb follows add_.
func addedBy(methods []string) []model.Call {
	var out []model.Call
	for _, name := range methods {
		out = append(out, model.Call{Method: []string{name}, Effect: model.Effect{
			Route: &model.Route{Verb: model.VerbOf(name[len("add_"):]), Path: "0|path", Handler: "1|handler"}}})
	}
	return out
}
