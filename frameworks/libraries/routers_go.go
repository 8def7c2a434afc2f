package libraries

import "seedgraph/frameworks/concept/model"

// upperVerbs and titleVerbs are the methods of routers in Go that are named after verbs.
var (
	upperVerbs = []string{"GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "CONNECT", "TRACE"}
	titleVerbs = []string{"Get", "Post", "Put", "Delete", "Patch", "Head", "Options", "Connect", "Trace"}
)

// routes is the row of methods that map a verb; the handler of h follows the path.
func routes(verb string, h model.Arg, methods ...string) model.Call {
	return model.Call{Method: methods, Effect: model.Effect{Route: &model.Route{Verb: verb, Path: "0", Handler: h}}}
}

// verbRoutes is the row of methods whose first argument is the verb.
func verbRoutes(h model.Arg, methods ...string) model.Call {
	return model.Call{Method: methods, Effect: model.Effect{Route: &model.Route{VerbArg: "0", Path: "1", Handler: h}}}
}

// groups is the row of methods that make a router under a prefix.
func groups(methods ...string) model.Call {
	return model.Call{Method: methods, Effect: model.Effect{Group: &model.Group{Prefix: "0"}}}
}

// mounts is the row of methods that put a router under a prefix.
func mounts(methods ...string) model.Call {
	return model.Call{Method: methods, Effect: model.Effect{Mount: &model.Mount{Prefix: "0", Router: "1"}}}
}

var _ = add(
	&model.Library{Name: "github.com/gin-gonic/gin", Language: "go", Modules: []string{"github.com/gin-gonic/gin"},
		Calls: []model.Call{routes("name", "last", upperVerbs...), routes("ANY", "last", "Any"), verbRoutes("last", "Handle", "Match"),
			groups("Group")}},
	&model.Library{Name: "github.com/go-chi/chi", Language: "go", Modules: []string{"github.com/go-chi/chi"},
		Calls: []model.Call{routes("name", "1", titleVerbs...), routes("ANY", "1", "Handle", "HandleFunc"),
			verbRoutes("2", "Method", "MethodFunc"), groups("Route"), mounts("Mount")}},
	&model.Library{Name: "github.com/labstack/echo", Language: "go", Modules: []string{"github.com/labstack/echo"},
		Calls: []model.Call{routes("name", "1", upperVerbs...), routes("ANY", "1", "Any"), verbRoutes("2", "Add", "Match"),
			groups("Group")}},
	&model.Library{Name: "github.com/gofiber/fiber", Language: "go", Modules: []string{"github.com/gofiber/fiber"},
		FirstMatch: true, Calls: []model.Call{routes("name", "last", titleVerbs...), routes("ANY", "last", "All"),
			verbRoutes("last", "Add"), groups("Group", "Route"), mounts("Mount")}},
	&model.Library{Name: "github.com/gorilla/mux", Language: "go", Modules: []string{"github.com/gorilla/mux"},
		FirstMatch: true, Calls: []model.Call{routes("ANY", "1", "Handle", "HandleFunc"), groups("PathPrefix")}},
	&model.Library{Name: "net/http", Language: "go", Modules: []string{"net/http"},
		Needs: []string{".Handle", "ServeMux", "ServeHTTP", "ResponseWriter", "http.Server"},
		Calls: []model.Call{routes("ANY", "1", "Handle", "HandleFunc")}},
)
