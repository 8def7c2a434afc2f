package typescript

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A reader collects the endpoints of one tree.
type reader struct {
	*routes.Routers
	found []routes.Endpoint
}

func newReader(t *eval.Tree) *reader {
	r := &reader{Routers: routes.NewRouters(t, family)}
	r.Instances, r.Mounting = true, set("use", "route", "prefix")
	r.Group, r.Mount, r.Shift = r.group, r.mount, r.shift
	r.Unmounted, r.CreationPrefix = r.isLoose, r.madeWith
	return r
}

// maxDepth bounds chains of names and calls.
const maxDepth = 20

// maxTraced bounds the expressions visited for one router.
const maxTraced = 500

// library returns the library of the router that an expression is, by its creation or
// its declared type.
func (r *reader) library(x eval.Expr) *library {
	return r.traced(x, map[*parse.Expr]bool{})
}

// traced is library for an expression reached through names and calls; each is visited
// once.
func (r *reader) traced(x eval.Expr, seen map[*parse.Expr]bool) *library {
	for _, v := range r.Evaluate(x) {
		if lib := r.libraryOf(v, seen); lib != nil {
			return lib
		}
	}
	return nil
}

func (r *reader) libraryOf(v eval.Expr, seen map[*parse.Expr]bool) *library {
	if seen[v.Expr] || len(seen) > maxTraced {
		return nil
	}
	seen[v.Expr] = true
	switch v.Kind {
	case parse.ExprCall, parse.ExprNew:
		if lib := libraryOf(r.ExternalName(v)); lib != nil {
			return lib
		}
		if v.Recv != nil && v.Kind == parse.ExprCall && v.Referent().Def == resolve.None {
			return r.traced(v.Sub(v.Recv), seen)
		}
	case parse.ExprName:
		if f, param, ok := r.Lambda(v); ok {
			if applied := r.Applied(f, param, v.Env); applied != nil {
				return r.traced(applied[0], seen)
			}
			if f.Call.Recv != nil && param == 0 {
				f.Call.Env = v.Env
				return r.traced(f.Call.Sub(f.Call.Recv), seen)
			}
			return nil
		}
		if l := v.Local(); l != nil {
			return r.libraryOfType(v.In.File, l.Type)
		}
		if d := v.Referent().Def; d != resolve.None {
			return r.libraryOfType(r.Table.Def(d).File, r.Table.Def(d).Type)
		}
	case parse.ExprMember:
		if d := v.Referent().Def; d != resolve.None {
			return r.libraryOfType(r.Table.Def(d).File, r.Table.Def(d).Type)
		}
	}
	return nil
}

// libraryOfType returns the library that declares a written type: Application of
// Express.
func (r *reader) libraryOfType(f *resolve.File, t parse.TypeRef) *library {
	name, rest, _ := strings.Cut(t.Name, ".")
	if rest == "" {
		rest = t.Name
	}
	if !isRouterType[rest] {
		return nil
	}
	for i := range f.Imports {
		if im := &f.Imports[i]; im.Alias == name || im.Alias == "" && im.Name == name {
			return libraryOf(im.Path)
		}
	}
	return nil
}

// isRouterType holds the types of applications and routers.
var isRouterType = set("Application", "Express", "Router", "IRouter", "Hono", "OpenAPIHono",
	"FastifyInstance", "KoaRouter")

// isLoose reports whether a creation makes a router rather than an application.
func (r *reader) isLoose(made eval.Expr) bool {
	name := r.ExternalName(made)
	return made.Kind >= parse.ExprCall && libraryOf(name) != nil &&
		(strings.HasSuffix(name, "Router") || strings.Contains(name, "router."))
}

// madeWith returns the prefix among the options of a creation.
func (r *reader) madeWith(made eval.Expr) routes.Prefix {
	if len(made.Args) > 0 {
		if arg := made.Args[0].Value.Arg(-1, "prefix"); arg != nil {
			return r.prefix(made.Sub(arg))
		}
	}
	return routes.Prefix{Tier: graph.Exact}
}

// group returns the prefix of the router that a call makes.
func (r *reader) group(x eval.Expr) (added routes.Prefix, ok bool) {
	lib := r.library(x.Sub(x.Recv))
	if lib != nil && lib.plugins == x.Expr.Text && len(x.Args) > 1 {
		for _, options := range r.Evaluate(x.Sub(&x.Args[1].Value)) {
			if arg := options.Arg(-1, "prefix"); arg != nil {
				return r.prefix(options.Sub(arg)), true
			}
		}
	}
	if lib == nil || !lib.groups[x.Expr.Text] || len(x.Args) == 0 ||
		lib.shifts == x.Expr.Text && isOnName(x) {
		return routes.Prefix{Tier: graph.Exact}, true
	}
	return r.prefix(x.Sub(&x.Args[0].Value)), true
}

// shift returns the prefix that a call puts before all routes of a router.
func (r *reader) shift(x eval.Expr) (by routes.Prefix, ok bool) {
	if len(x.Args) == 0 || !isOnName(x) {
		return by, false
	}
	if lib := r.library(x.Sub(x.Recv)); lib == nil || lib.shifts != x.Expr.Text {
		return by, false
	}
	return r.prefix(x.Sub(&x.Args[0].Value)), true
}

// isOnName reports whether a chain of calls begins with a name, not with a creation.
func isOnName(x eval.Expr) bool {
	e := x.Recv
	for e != nil && e.Kind == parse.ExprCall {
		e = e.Recv
	}
	return e != nil && (e.Kind == parse.ExprName || e.Kind == parse.ExprMember)
}

// prefix returns a path as a prefix.
func (r *reader) prefix(path eval.Expr) routes.Prefix {
	text, tier := r.KnownText(path)
	return routes.Prefix{Text: routes.Colons(text), Tier: tier}
}

// mount lists the routers that a call mounts, and the prefixes under which it does.
func (r *reader) mount(x eval.Expr) (mounted []eval.Expr, under []routes.Prefix) {
	if len(x.Args) == 0 {
		return nil, nil
	}
	lib := r.library(x.Sub(x.Recv))
	if lib == nil || x.Expr.Text != lib.mounts {
		return nil, nil
	}
	args := x.Args
	under = []routes.Prefix{{Tier: graph.Exact}}
	if first := x.Sub(&args[0].Value); len(args) > 1 {
		if paths := r.paths(first); paths != nil {
			under, args = paths, args[1:]
		}
	}
	if len(args) == 1 && lib.within != "" {
		if within := x.Sub(&args[0].Value); len(within.Args) == 2 && isOf(r.ExternalName(within), lib.within) {
			p := r.prefix(within.Sub(&within.Args[0].Value))
			for i := range under {
				under[i] = under[i].And(p)
			}
			args = within.Args[1:]
		}
	}
	for _, child := range flat(x, args) {
		if child.Kind == parse.ExprCall && lib.inside != "" && child.Expr.Text == lib.inside &&
			child.Recv != nil {
			child = child.Sub(child.Recv)
		}
		mounted = append(mounted, child)
	}
	return mounted, under
}

// flat lists the arguments of a call, with the elements of those that are lists.
//
//	app.use('/api', [orders, users])
func flat(x eval.Expr, args []parse.ExprArg) (out []eval.Expr) {
	for i := range args {
		if arg := x.Sub(&args[i].Value); arg.Kind == parse.ExprList {
			out = append(out, flat(arg, arg.Args)...)
		} else {
			out = append(out, arg)
		}
	}
	return out
}

// paths returns an argument as prefixes, if it is a path or a list of paths.
//
//	app.use(['/v1', '/v2'], orders)
func (r *reader) paths(x eval.Expr) (out []routes.Prefix) {
	for _, v := range r.Evaluate(x) {
		if v.Kind != parse.ExprList {
			continue
		}
		texts, ok := r.Texts(v)
		if !ok {
			return nil
		}
		for _, text := range texts {
			out = append(out, routes.Prefix{Text: routes.Colons(text), Tier: graph.Exact})
		}
		return out
	}
	if !r.isPath(x) {
		return nil
	}
	return []routes.Prefix{r.prefix(x)}
}

// isPath reports whether an argument is a path rather than a router or middleware.
func (r *reader) isPath(x eval.Expr) bool {
	for _, v := range r.Evaluate(x) {
		switch v.Kind {
		case parse.ExprString:
			return true
		case parse.ExprCall, parse.ExprNew, parse.ExprLambda, parse.ExprList:
			return false
		}
	}
	text, tier := r.KnownText(x)
	return tier == graph.Exact || text != "" || x.Kind == parse.ExprMember
}
