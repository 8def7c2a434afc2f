package fastapi

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Framework returns the rules of FastAPI.
func Framework() routes.Framework { return framework{&frameworkHead} }

type framework struct{ *interest.Head }

// frameworkHead requests the sites of files that declare, include or decorate with
// routers.
var frameworkHead = interest.Head{Languages: []string{"python"}, Words: []string{"fastapi",
	"outer", "app."}, Names: []string{"fastapi"}}

// Endpoints lists the endpoints of the tree.
func (framework) Endpoints(t *eval.Tree) []routes.Endpoint {
	r := &reader{Callers: t.CallersOf("python"), mounts: routes.NewMounts(), depends: map[resolve.DefID][]eval.Expr{},
		aliases: map[resolve.DefID][]resolve.DefID{},
		madeAt:  map[eval.Place]eval.Variable{}, same: map[eval.Variable]eval.Variable{}}
	r.eachCall(r.depend)
	r.mentions()
	t.Declared(r.declare)
	r.findAliases()
	r.eachCall(func(x eval.Expr) {
		if x.Recv == nil || x.Expr.Text != "include_router" && x.Expr.Text != "mount" {
			return
		}
		for _, f := range r.FramesAt(x) {
			x.Env = f.Env
			r.include(x, f.Tier)
		}
	})
	r.eachCall(r.added)
	for _, f := range t.Table.Files {
		if f.Language == "python" && len(f.Sites) > 0 && !f.Test {
			r.decorated(f)
		}
	}
	return r.found
}

// A reader collects the endpoints of one tree.
type reader struct {
	*eval.Callers
	mounts *routes.Mounts
	found  []routes.Endpoint

	madeAt map[eval.Place]eval.Variable    // the first variable of each call that makes a router
	named  []alias                         // variables whose value is a name
	same   map[eval.Variable]eval.Variable // variables that hold the router of another one

	// dynamic is set if routers are included that are not known, such as those of modules
	// imported at run time: the path of a router that is included nowhere is then open.
	dynamic bool

	depends map[resolve.DefID][]eval.Expr     // calls that declare dependencies
	aliases map[resolve.DefID][]resolve.DefID // of annotated types, by the definitions that mention them
}

func (r *reader) eachCall(f func(eval.Expr)) {
	for _, x := range r.Calls() {
		if x.In.File.Language != "python" || x.In.File.Test {
			continue
		}
		x.Walk(func(e *parse.Expr) {
			if e.Kind == parse.ExprCall {
				f(x.Sub(e))
			}
		})
	}
}

// An alias is a variable whose value is a name.
type alias struct {
	of    eval.Variable
	value eval.Expr
}

// declare records a variable that holds a router or an application.
func (r *reader) declare(v eval.Variable, x eval.Expr) {
	if x.In.File.Language != "python" {
		return
	}
	if x.Kind == parse.ExprName {
		r.named = append(r.named, alias{v, x})
	}
	if x.Kind != parse.ExprCall {
		return
	}
	if kind, prefix := r.made(x); kind != "" {
		at := eval.Place{File: x.In.File, At: x.Expr.At}
		if first, ok := r.madeAt[at]; ok { // users_router = r = APIRouter()
			r.same[v] = first
			return
		}
		r.madeAt[at] = v
		r.mounts.Declare(v, prefix, kind == "FastAPI")
		r.mounts.AddAttributes(v, r.listed(x))
	}
}

// findAliases finds the variables to which the router of another one is assigned.
func (r *reader) findAliases() {
	for _, a := range r.named {
		if list := r.routers(a.value); len(list) == 1 && r.mounts.Has(list[0]) && !r.mounts.Has(a.of) {
			r.same[a.of] = list[0]
		}
	}
}

// routers lists the variables that an expression may denote, without aliases.
func (r *reader) routers(x eval.Expr) []eval.Variable {
	var out []eval.Variable
	for _, v := range r.Variables(x) {
		if of, ok := r.same[v]; ok {
			v = of
		}
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// made returns the kind of object that a call makes, APIRouter or FastAPI, and its
// prefix; kind is empty for anything else. The class may be a subclass declared in the
// tree.
func (r *reader) made(x eval.Expr) (kind, prefix string) {
	called := r.Called(x)
	class := called.Referent().Def
	if class == resolve.None {
		if kind = kindOf(r.ExternalName(called)); kind != "" {
			if arg := x.Arg(-1, "prefix"); arg != nil {
				prefix, _ = r.Text(x.Sub(arg))
			}
		}
		return kind, prefix
	}
	if !r.Table.Def(class).Kind.IsType() {
		return "", ""
	}
	for _, base := range r.ExternalBases(r.Table.Canon[class]) {
		if kind = kindOf(base); kind != "" {
			return kind, r.initialPrefix(class, x)
		}
	}
	return "", ""
}

// kindOf returns the last component of a framework class name; empty for other names.
func kindOf(full string) string {
	module, name, ok := strings.Cut(full, ".")
	name = name[strings.LastIndexByte(name, '.')+1:]
	if ok && module == "fastapi" && (name == "APIRouter" || name == "FastAPI") {
		return name
	}
	return ""
}

// initialPrefix returns the prefix that the constructor of a class passes to its base.
func (r *reader) initialPrefix(class resolve.DefID, x eval.Expr) string {
	for _, id := range r.Table.Own(class, "__init__") {
		env, _ := eval.Bind(r.Table.Def(id), x, 1)
		for _, call := range r.Calls() {
			if call.Def != id || call.Kind != parse.ExprCall || call.Expr.Text != "__init__" {
				continue
			}
			call.Env = env
			if arg := call.Arg(-1, "prefix"); arg != nil {
				text, _ := r.Text(call.Sub(arg))
				return text
			}
		}
	}
	if arg := x.Arg(-1, "prefix"); arg != nil {
		text, _ := r.Text(x.Sub(arg))
		return text
	}
	return ""
}

// include mounts the routers of include_router(…) and mount(…).
func (r *reader) include(x eval.Expr, tier graph.Tier) {
	var child, prefix *parse.Expr
	switch x.Expr.Text {
	case "include_router":
		child, prefix = x.Arg(0, "router"), x.Arg(-1, "prefix")
	case "mount":
		prefix, child = x.Arg(0, "path"), x.Arg(1, "app")
	}
	if child == nil {
		return
	}
	text := ""
	if prefix != nil {
		var known graph.Tier
		text, known = r.KnownText(x.Sub(prefix))
		tier = resolve.WeakerTier(tier, known)
	}
	if x.Branch {
		tier = graph.Heuristic
	}
	children := r.routers(x.Sub(child))
	if !slices.ContainsFunc(children, r.mounts.Has) && x.Expr.Text == "include_router" {
		r.dynamic = true
	}
	for _, parent := range r.routers(x.Sub(x.Recv)) {
		for _, c := range children {
			if r.mounts.Has(c) && r.mounts.Has(parent) {
				r.mounts.Mount(c, parent, routes.Prefix{Text: text, Tier: tier, Attributes: r.listed(x)}, true)
			}
		}
	}
}

// verbs are the router methods that register an endpoint for one verb.
var verbs = map[string]string{"get": "GET", "post": "POST", "put": "PUT", "delete": "DELETE",
	"patch": "PATCH", "options": "OPTIONS", "head": "HEAD", "trace": "TRACE", "api_route": ""}

// decorated adds the endpoints of the functions of a file.
func (r *reader) decorated(f *resolve.File) {
	for i := range f.Definitions {
		d := f.ID(int32(i))
		for _, x := range r.Attributes(d) {
			if verb, ok := verbs[x.Expr.Text]; ok && x.Kind == parse.ExprCall && x.Recv != nil {
				outer := x
				outer.Def = r.Table.Def(d).Outer // the scope in which the decorator runs
				for _, f := range r.FramesAt(outer) {
					x.Env = f.Env
					r.endpoint(x, verb, d, f.Tier)
				}
			}
		}
	}
}

// added adds the endpoints of add_api_route(…).
func (r *reader) added(x eval.Expr) {
	if x.Expr.Text != "add_api_route" || x.Recv == nil {
		return
	}
	if handler := x.Arg(1, "endpoint"); handler != nil {
		if d := x.Sub(handler).Referent().Def; d != resolve.None {
			for _, f := range r.FramesAt(x) {
				x.Env = f.Env
				r.endpoint(x, "", d, f.Tier)
			}
		}
	}
}

// choice is that of the routers of FastAPI.
var choice = routes.Choice{InOrder: true, Strict: true, Redirects: routes.RedirectsAll, Refuses: true, Rest: routes.RestSlash}

// endpoint adds an endpoint for each mount point of its router. If verb is empty, the
// argument methods lists the verbs, by default GET.
func (r *reader) endpoint(x eval.Expr, verb string, handler resolve.DefID, tier graph.Tier) {
	arg := x.Arg(0, "path")
	if arg == nil {
		return
	}
	path, ok := r.Text(x.Sub(arg))
	if !ok {
		routes.AddUnresolved(r.Tree, x.Sub(arg), verb)
		return
	}
	list := []string{verb}
	if methods := x.Arg(-1, "methods"); verb == "" && methods != nil {
		if list, ok = r.Texts(x.Sub(methods)); !ok {
			return
		}
	} else if verb == "" {
		list = []string{"GET"}
	}
	name := r.Table.Def(handler).Name
	if given := x.Arg(-1, "name"); given != nil {
		name, _ = r.Text(x.Sub(given))
	}
	said := r.saidOf(handler).And(r.listed(x))
	for _, router := range r.routers(x.Sub(x.Recv)) {
		if r.dynamic && r.mounts.Loose(router) {
			routes.AddUnresolved(r.Tree, x.Sub(arg), list...)
			continue
		}
		for _, p := range r.mounts.Prefixes(router) {
			e := routes.Endpoint{Choice: choice, On: routes.OnVariable(router), Slash: routes.SlashOf(path),
				Template: routes.Join(p.Text, path), Handler: handler, Tier: resolve.WeakerTier(p.Tier, tier),
				Attributes: p.Attributes.And(said),
				Name:       name, At: eval.Place{File: x.In.File, At: x.At}}
			for _, v := range list {
				e.Verb = strings.ToUpper(v)
				r.found = append(r.found, e)
			}
		}
	}
}
