package phoenix

import (
	"regexp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/parse"
)

// A scope has the properties of a route that the enclosing calls determine.
type scope struct {
	prefix  string
	alias   string // precedes the names of modules
	guarded bool   // whether the host decides about the routes
}

// verbs are the calls that register a route, with their verbs.
var verbs = map[string]string{"get": "GET", "post": "POST", "put": "PUT", "patch": "PATCH",
	"delete": "DELETE", "options": "OPTIONS", "head": "HEAD", "connect": "CONNECT", "trace": "TRACE"}

// run reads the calls of a block: those in the blocks of other calls in their scopes.
func (r *reader) run(calls []eval.Expr, in scope) {
	for i := 0; i < len(calls); i++ {
		x := calls[i]
		n := 0
		if block := x.Arg(-1, "&"); block != nil {
			for n = i + 1; n < len(calls) && block.Body.Contains(calls[n].At); {
				n++
			}
			n -= i + 1
		}
		r.call(x, calls[i+1:i+1+n], in)
		i += n
	}
}

// call reads one call, and the calls in its block.
func (r *reader) call(x eval.Expr, inner []eval.Expr, in scope) {
	switch name := x.Text; {
	case verbs[name] != "":
		r.action(x, []string{verbs[name]}, 0, in)
	case name == "match":
		r.action(x, r.matched(x), 1, in)
	case name == "live" && len(x.Args) > 1:
		r.add(x, "GET", r.path(x, 0), r.named(x, 1, in), in, "mount/3", "handle_params/3", "render/1")
	case name == "forward" && len(x.Args) > 1:
		r.add(x, routes.Any, routes.Join(r.path(x, 0), "*rest"), r.named(x, 1, in), in, "call/2")
	case name == "scope":
		r.run(inner, r.scoped(x, in))
	case name == "resources":
		r.resources(x, inner, in)
	case name == "pipeline", name == "defp", name == "def":
	default: // live_session, and macros of the application
		r.run(inner, in)
	}
}

// matched lists the verbs of match: an atom, a list, or :*.
func (r *reader) matched(x eval.Expr) []string {
	var out []string
	if len(x.Args) > 0 {
		texts, ok := r.Texts(x.Sub(&x.Args[0].Value))
		for _, text := range texts {
			if !ok || text == "*" {
				return []string{routes.Any}
			}
			out = append(out, strings.ToUpper(text))
		}
	}
	return out
}

// path returns an argument that is a path, with holes for unknown parts.
func (r *reader) path(x eval.Expr, at int) string { return r.TextWithHoles(x.Sub(&x.Args[at].Value)) }

// named returns the full name of the module that an argument is, below the alias of the scope.
func (r *reader) named(x eval.Expr, at int, in scope) string {
	alias := in.alias
	if a := x.Arg(-1, "alias"); a != nil && a.Text == "false" {
		alias = ""
	}
	return joined(alias, expanded(x, x.Args[at].Value.Text))
}

// expanded returns the name that a written name of a module is by the aliases of the file.
func expanded(x eval.Expr, name string) string {
	first, rest, found := strings.Cut(name, ".")
	for i := range x.In.File.Imports {
		im := &x.In.File.Imports[i]
		if im.Alias != first || im.All || im.Name == "" {
			continue
		}
		if first = joined(im.Path, im.Name); found {
			first += "." + rest
		}
		return first
	}
	return name
}

func joined(alias, name string) string {
	if alias == "" || name == "" {
		return alias + name
	}
	return alias + "." + name
}

// action adds the routes of an action of a controller, with the path at a position.
//
//	get "/orders/:id", OrderController, :show
func (r *reader) action(x eval.Expr, list []string, at int, in scope) {
	if len(x.Args) < at+2 || x.Args[at+1].Name != "" {
		return
	}
	action := ""
	if len(x.Args) > at+2 && x.Args[at+2].Name == "" && x.Args[at+2].Value.Kind == parse.ExprString {
		action = x.Args[at+2].Value.Text
	}
	for _, verb := range list {
		r.add(x, verb, r.path(x, at), r.named(x, at+1, in), in, action+"/2", "call/2")
	}
}

// scoped returns the scope in the block of a scope.
//
//	scope "/api", MyAppWeb, as: :api do
//	scope path: "/api", alias: MyAppWeb do
func (r *reader) scoped(x eval.Expr, in scope) scope {
	for i := range x.Args {
		a := &x.Args[i]
		switch {
		case a.Name == "path", a.Name == "" && (a.Value.Kind == parse.ExprString || i == 0 && a.Value.Kind != parse.ExprName):
			in.prefix = routes.Join(in.prefix, r.path(x, i))
		case a.Name == "alias" && a.Value.Text == "false":
			in.alias = ""
		case a.Name == "alias", a.Name == "":
			in.alias = joined(in.alias, expanded(x, a.Value.Text))
		case a.Name == "host":
			in.guarded = true
		}
	}
	return in
}

// actions are those of resources, with their verbs and their places below the collection; of a
// singleton, the parameter is left out.
var actions = []struct{ name, verb, at string }{{"index", "GET", ""}, {"edit", "GET", ":/edit"},
	{"new", "GET", "new"}, {"show", "GET", ":"}, {"create", "POST", ""}, {"update", "PATCH", ":"},
	{"update", "PUT", ":"}, {"delete", "DELETE", ":"}}

// resources adds the routes of resources, and those in their block.
//
//	resources "/orders", OrderController, only: [:index, :show] do
func (r *reader) resources(x eval.Expr, inner []eval.Expr, in scope) {
	if len(x.Args) < 2 {
		return
	}
	only, limited := r.listed(x, "only")
	except, _ := r.listed(x, "except")
	single := x.Arg(-1, "singleton") != nil && x.Arg(-1, "singleton").Text == "true"
	param := "id"
	if p := x.Arg(-1, "param"); p != nil {
		param = r.TextWithHoles(x.Sub(p))
	}
	base, controller := r.path(x, 0), r.named(x, 1, in)
	for _, a := range actions {
		if limited && !slices.Contains(only, a.name) || slices.Contains(except, a.name) ||
			single && a.name == "index" {
			continue
		}
		at := strings.Replace(a.at, ":", ":"+param, 1)
		if single {
			at = strings.TrimPrefix(strings.TrimPrefix(a.at, ":"), "/")
		}
		r.add(x, a.verb, routes.Join(base, at), controller, in, a.name+"/2")
	}
	if in.prefix = routes.Join(in.prefix, base); !single {
		in.prefix = routes.Join(in.prefix, ":parent_"+param)
	}
	if a := x.Arg(-1, "alias"); a != nil && a.Text != "false" {
		in.alias = joined(in.alias, expanded(x, a.Text))
	}
	r.run(inner, in)
}

// listed returns the texts of a named list.
func (r *reader) listed(x eval.Expr, name string) (list []string, ok bool) {
	if arg := x.Arg(-1, name); arg != nil {
		return r.Texts(x.Sub(arg))
	}
	return nil, false
}

// parameter and glob match the parameters of a path.
var (
	parameter = regexp.MustCompile(`:([a-z_]\w*)`)
	glob      = regexp.MustCompile(`\*([a-z_]\w*)`)
)

// add adds the endpoint of a path that one of the functions of a module handles.
func (r *reader) add(x eval.Expr, verb, path, module string, in scope, functions ...string) {
	h, tier := r.handler(x, module, functions...)
	template := routes.Join(in.prefix, path)
	template = glob.ReplaceAllString(parameter.ReplaceAllString(template, "{$1}"), "{*$1}")
	r.found = append(r.found, routes.Endpoint{Verb: verb, Template: template, Handler: h, Tier: tier,
		At:     eval.Place{File: x.In.File, At: x.At},
		Choice: routes.Choice{InOrder: true, Head: true}, Passes: in.guarded})
}
