package rails

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/internal/plural"
	"seedgraph/parse"
)

// A scope has the properties of a route that the enclosing calls determine.
type scope struct {
	prefix     string // of paths
	module     string // of controllers, as a path
	controller string // with its module

	// In resources: the paths of the collection, of a member and of new members.
	collection, member, fresh string
	outer                     string // the prefix around all resources
	shallow                   bool

	guarded bool // whether a condition decides about the routes

	concerns map[string][]eval.Expr
}

// maxDrawn bounds files and concerns that draw each other.
const maxDrawn = 10

// maxSteps bounds the calls and routes that are read: blocks in lists of resources, concerns and
// drawn files are read once for each of their uses, which multiply if they are nested.
const maxSteps = 100_000

// isSpent reports whether the limit is reached. The file with the first call that is not read says
// so.
func (r *reader) isSpent(x eval.Expr) bool {
	if r.steps < maxSteps {
		return false
	}
	x.In.File.Limit(parse.Limit{At: x.At, Quantity: "calls and routes of Rails", Max: maxSteps,
		Count: 1})
	return true
}

// verbs are the calls that register a route, with their verbs.
var verbs = map[string]string{"get": "GET", "post": "POST", "put": "PUT", "patch": "PATCH",
	"delete": "DELETE", "options": "OPTIONS", "head": "HEAD", "match": routes.Any}

// run reads the calls of a block: those in the blocks of other calls in their scopes.
func (r *reader) run(calls []eval.Expr, in scope) {
	if r.drawn >= maxDrawn {
		return
	}
	if in.concerns == nil {
		in.concerns = map[string][]eval.Expr{}
	}
	for i := 0; i < len(calls); i++ {
		x := calls[i]
		if r.isSpent(x) {
			return
		}
		r.steps++
		inner := []eval.Expr(nil)
		if block, ok := blockOf(x); ok {
			inner = within(calls, block)
		}
		r.call(x, inner, in)
		for len(inner) > 0 && i+1 < len(calls) && calls[i+1].At <= inner[len(inner)-1].At {
			i++
		}
	}
}

// call reads one call, and the calls in its block.
func (r *reader) call(x eval.Expr, inner []eval.Expr, in scope) {
	switch name := x.Text; {
	case x.Recv != nil && name != "each":
		r.run(inner, in)
	case verbs[name] != "":
		r.route(x, verbs[name], in)
	case name == "root":
		r.root(x, in)
	case name == "resources":
		r.resources(x, inner, in, false)
	case name == "resource":
		r.resources(x, inner, in, true)
	case name == "namespace", name == "scope", name == "controller", name == "nested":
		r.run(inner, r.scoped(x, name, in))
	case name == "member":
		r.run(inner, in.at(in.member))
	case name == "collection":
		r.run(inner, in.at(in.collection))
	case name == "new":
		r.run(inner, in.at(in.fresh))
	case name == "shallow":
		in.shallow = true
		r.run(inner, in)
	case name == "concern":
		if text := r.first(x); text != "" {
			in.concerns[text] = inner
		}
	case name == "concerns":
		for _, c := range r.positional(x) {
			r.concern(c, in)
		}
	case name == "draw" && len(inner) == 0:
		r.draw(x, in)
	case name == "direct", name == "resolve":
	default: // constraints, defaults, authenticate, with_options: no part of the path
		in.guarded = in.guarded || name == "constraints" || strings.Contains(name, "authenticate")
		r.run(inner, in)
	}
}

// at returns the scope of routes directly at a path of resources.
func (s scope) at(prefix string) scope {
	s.prefix = prefix
	return s
}

func (r *reader) concern(name string, in scope) {
	r.drawn++
	r.run(in.concerns[name], in)
	r.drawn--
}

// draw reads a file of config/routes.
func (r *reader) draw(x eval.Expr, in scope) {
	f := r.Table.ByPath[path.Join(path.Dir(x.In.File.Path), "routes", r.first(x)+".rb")]
	if f == nil {
		return
	}
	r.drawn++
	r.run(r.calls[f], in)
	r.drawn--
}

// option returns the text of a named argument.
func (r *reader) option(x eval.Expr, name string) (string, bool) {
	arg := x.Arg(-1, name)
	switch {
	case arg == nil:
		return "", false
	case arg.Kind == parse.ExprLiteral: // path: nil
		return "", true
	}
	return r.Text(x.Sub(arg))
}

// options returns the texts of a named argument: a string, or a list of strings.
func (r *reader) options(x eval.Expr, name string) (list []string, ok bool) {
	if arg := x.Arg(-1, name); arg != nil {
		list, _ = r.Texts(x.Sub(arg))
		return list, true
	}
	return nil, false
}

// positional lists the strings among the arguments without names.
func (r *reader) positional(x eval.Expr) []string {
	var out []string
	for i := range x.Args {
		if a := &x.Args[i]; a.Name == "" && a.Value.Kind != parse.ExprMap {
			list, ok := r.Texts(x.Sub(&a.Value))
			if ok {
				out = append(out, list...)
			}
		}
	}
	return out
}

func (r *reader) first(x eval.Expr) string {
	if list := r.positional(x); len(list) > 0 {
		return list[0]
	}
	return ""
}

// scoped returns the scope in the block of namespace, scope or controller.
func (r *reader) scoped(x eval.Expr, name string, in scope) scope {
	at := strings.Join(r.positional(x), "/")
	if p, ok := r.option(x, "path"); ok {
		at = p
	}
	module, _ := r.option(x, "module")
	switch first := r.first(x); name {
	case "namespace":
		if x.Arg(-1, "module") == nil {
			module = first
		}
	case "controller":
		at, in.controller = "", path.Join(in.module, first)
	}
	if module != "" {
		in.module = path.Join(in.module, module)
	}
	if c, ok := r.option(x, "controller"); ok {
		in.controller = path.Join(in.module, c)
	}
	if s := x.Arg(-1, "shallow"); s != nil {
		in.shallow = s.Text == "true"
	}
	in.prefix = join(in.prefix, at)
	if in.collection == "" {
		in.outer = in.prefix
	}
	in.guarded = in.guarded || x.Arg(-1, "constraints") != nil
	return in
}

// actions are those of resources, with their verbs and their places.
var actions = []struct{ name, verb string }{{"index", "GET"}, {"create", "POST"},
	{"new", "GET"}, {"edit", "GET"}, {"show", "GET"}, {"update", "PATCH"}, {"update", "PUT"},
	{"destroy", "DELETE"}}

// resources adds the routes of resources, and those in their block.
func (r *reader) resources(x eval.Expr, inner []eval.Expr, in scope, single bool) {
	only, limited := r.options(x, "only")
	except, _ := r.options(x, "except")
	names, _ := r.options(x, "concerns")
	for _, name := range r.positional(x) {
		if r.isSpent(x) {
			return
		}
		s := r.resource(x, name, in, single)
		for _, a := range actions {
			if limited && !slices.Contains(only, a.name) || slices.Contains(except, a.name) ||
				single && a.name == "index" {
				continue
			}
			at := s.member
			switch a.name {
			case "index", "create":
				at = s.collection
			case "new":
				at = s.fresh
			case "edit":
				at = join(s.member, "edit")
			}
			r.add(x, a.verb, at, s.controller, a.name, s.guarded)
		}
		for _, c := range names {
			r.concern(c, s)
		}
		r.run(inner, s)
	}
}

// resource returns the scope of the block of a resource.
func (r *reader) resource(x eval.Expr, name string, in scope, single bool) scope {
	at, param, controller := name, "id", name
	if single {
		controller = plural.Rails(name)
	}
	if p, ok := r.option(x, "path"); ok {
		at = p
	}
	if p, ok := r.option(x, "param"); ok {
		param = p
	}
	if c, ok := r.option(x, "controller"); ok {
		controller = c
	}
	if m, ok := r.option(x, "module"); ok {
		in.module = path.Join(in.module, m)
	}
	if s := x.Arg(-1, "shallow"); s != nil {
		in.shallow = s.Text == "true"
	}
	in.controller = path.Join(in.module, controller)
	if strings.HasPrefix(controller, "/") {
		in.controller = controller[1:]
	}
	if in.collection == "" {
		in.outer = in.prefix
	}
	in.collection = join(in.prefix, at)
	top := in.collection
	if in.shallow {
		top = join(in.outer, at)
	}
	in.fresh = join(in.collection, "new")
	if single {
		in.member, in.prefix = in.collection, in.collection
		return in
	}
	in.member = join(top, ":"+param)
	in.prefix = join(top, ":"+strings.TrimSuffix(name, "s")+"_"+param)
	return in
}

// root adds the route of the root of a scope.
func (r *reader) root(x eval.Expr, in scope) {
	to, ok := r.option(x, "to")
	if !ok {
		to = r.first(x)
	}
	controller, action := r.target(to, in)
	r.add(x, "GET", in.prefix, controller, action, in.guarded)
}

// shorthand matches the paths that name a controller and an action.
var (
	shorthand = regexp.MustCompile(`^/?[-\w]+/[-\w/]+$`)
	word      = regexp.MustCompile(`^[-\w]+$`)
)

// route adds the routes of a verb.
func (r *reader) route(x eval.Expr, verb string, in scope) {
	list := []string{verb}
	if via, ok := r.options(x, "via"); ok && !slices.Contains(via, "all") {
		list = nil
		for _, v := range via {
			list = append(list, strings.ToUpper(v))
		}
	} else if ok {
		list = []string{routes.Any}
	}
	switch on, _ := r.option(x, "on"); on {
	case "member":
		in.prefix = in.member
	case "collection":
		in.prefix = in.collection
	case "new":
		in.prefix = in.fresh
	}
	if m, ok := r.option(x, "module"); ok {
		in.module = path.Join(in.module, m)
	}
	for i := range x.Args {
		switch a := &x.Args[i]; {
		case a.Name != "":
		case a.Value.Kind == parse.ExprMap: // "/orders" => "orders#index"
			for j := range a.Value.Args {
				to := &a.Value.Args[j]
				r.register(x, list, to.Name, x.Sub(&to.Value), in)
			}
		default:
			to := eval.Expr{Expr: &parse.Expr{}}
			if arg := x.Arg(-1, "to"); arg != nil {
				to = x.Sub(arg)
			}
			names, ok := r.Texts(x.Sub(&a.Value))
			if !ok {
				routes.AddUnresolved(r.Tree, x.Sub(&a.Value), list...)
				continue
			}
			for _, name := range names {
				r.register(x, list, name, to, in)
			}
		}
	}
}

// register adds the route of a path. A target that is no text is a redirect, or a Rack
// application; it has no position if the route has none.
func (r *reader) register(x eval.Expr, list []string, name string, to eval.Expr, in scope) {
	at := name
	if p, ok := r.option(x, "path"); ok {
		at = p
	}
	controller, action := "", ""
	switch bare := strings.TrimSuffix(name, "(.:format)"); {
	case to.At > 0:
		if text, ok := r.Text(to); ok {
			controller, action = r.target(text, in)
		}
	case shorthand.MatchString(bare):
		bare = strings.ReplaceAll(strings.TrimPrefix(bare, "/"), "-", "_")
		controller, action = path.Join(in.module, path.Dir(bare)), path.Base(bare)
	case word.MatchString(strings.TrimPrefix(bare, "/")):
		controller = cmp.Or(in.controller, in.module)
		action = strings.ReplaceAll(strings.TrimPrefix(bare, "/"), "-", "_")
	default:
		controller = in.controller
	}
	if c, ok := r.option(x, "controller"); ok {
		controller = path.Join(in.module, c)
	}
	if a, ok := r.option(x, "action"); ok {
		action = a
	}
	for _, verb := range list {
		r.add(x, verb, join(in.prefix, at), controller, action, in.guarded)
	}
}

// target returns the controller and the action of a text: orders#index, or an action alone.
func (r *reader) target(to string, in scope) (controller, action string) {
	controller, action, found := strings.Cut(to, "#")
	switch {
	case !found:
		return in.controller, to
	case strings.HasPrefix(controller, "/"):
		return controller[1:], action
	}
	return path.Join(in.module, controller), action
}

func join(prefix, at string) string {
	switch at = strings.Trim(at, "/"); {
	case at == "":
		return prefix
	case strings.HasPrefix(at, "(/"), strings.HasPrefix(at, "(."):
		return prefix + at
	case strings.HasPrefix(at, "("):
		return prefix + "(/" + at[1:]
	}
	return prefix + "/" + at
}
