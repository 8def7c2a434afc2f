package golang

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/model"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A reader collects the endpoints of one tree.
type reader struct {
	*routes.Routers
	*framework
	types   *model.Matcher // for rows that state types; nil until one is asked for
	found   []routes.Endpoint
	limited map[*parse.Expr][]parse.ExprArg // the verbs of a call, from a following Methods(…)
	servers map[resolve.DefID]resolve.DefID // the ServeHTTP methods, by type
	groups  int                             // remaining budget of huma groups for one endpoint
	nested  nesting

	applied  map[eval.Variable][]uint32      // where locals are called or serve requests, by the enclosing definition
	literals map[*resolve.File][]parse.Range // the bodies of function literals
}

func newReader(t *eval.Tree, f *framework) *reader {
	r := &reader{Routers: routes.NewRouters(t, "go"), framework: f, limited: map[*parse.Expr][]parse.ExprArg{},
		servers: serversOf(t), applied: map[eval.Variable][]uint32{},
		literals: map[*resolve.File][]parse.Range{}, nested: nesting{serving: map[*parse.Expr]bool{}}}
	r.Group, r.Mount, r.Mounting = r.group, routes.Single(r.mount), map[string]bool{"Handle": true}
	for _, l := range f.routers {
		for name := range l.mounts {
			r.Mounting[name] = true
		}
	}
	r.EachCall("go", func(x eval.Expr) {
		if x.Expr.Text == "Methods" && x.Recv != nil {
			r.limited[x.Recv] = x.Args
		}
		name := x.Expr.Text
		if x.Recv != nil && x.Recv.Kind == parse.ExprName && name == "ServeHTTP" {
			name = x.Recv.Text
		} else if x.Recv != nil {
			return
		}
		if x.Callee() == resolve.None {
			v := eval.Variable{Def: x.Def, Name: name}
			r.applied[v] = append(r.applied[v], x.At)
		}
	})
	for x := range t.Family("go") {
		x.Walk(func(e *parse.Expr) {
			if e.Kind == parse.ExprLambda {
				r.literals[x.In.File] = append(r.literals[x.In.File], e.Body)
			}
		})
	}
	return r
}

// group returns the prefix of the router that a call makes.
func (r *reader) group(x eval.Expr) (added routes.Prefix, ok bool) {
	lib := r.library(x.Sub(x.Recv))
	if lib == nil || lib.groups[x.Expr.Text] == nil {
		return routes.Prefix{Tier: graph.Exact}, true
	}
	arg, ok := lib.groups[x.Expr.Text].Prefix.First(r.Tree, x)
	if !ok || arg.Kind == parse.ExprLambda {
		return routes.Prefix{Tier: graph.Exact}, true
	}
	return r.prefix(arg), true
}

// mount returns the router that a call mounts.
func (r *reader) mount(x eval.Expr) (mounted []eval.Expr, under routes.Prefix) {
	if x.Expr.Text == "Handle" && len(x.Args) > 1 {
		return r.stripped(x)
	}
	for _, l := range r.routers {
		m := l.mounts[x.Expr.Text]
		if m == nil {
			continue
		}
		router, ok := m.Router.First(r.Tree, x)
		path, hasPath := m.Prefix.First(r.Tree, x)
		switch {
		case ok && hasPath:
			return []eval.Expr{router}, r.prefix(path)
		case ok && m.Prefix == "":
			return []eval.Expr{router}, routes.Prefix{Tier: graph.Exact}
		}
	}
	return nil, under
}

// stripped returns the router that a ServeMux serves, and the prefix that it does not see.
//
//	mux.Handle("/admin/", protect(http.StripPrefix("/admin", admin)))    mux.Handle("/shop/", shop)
func (r *reader) stripped(x eval.Expr) (mounted []eval.Expr, under routes.Prefix) {
	handler := x.Sub(&x.Args[1].Value)
	strip, ok := r.stripping(handler, 0)
	switch {
	case !ok && r.library(handler) == nil:
		return nil, under
	case !r.isNetHTTP(x.Sub(x.Recv)): // chi keeps the whole path
		return nil, under
	case !ok:
		return []eval.Expr{handler}, routes.Prefix{Tier: graph.Exact}
	}
	return []eval.Expr{strip.Sub(&strip.Args[1].Value)}, r.prefix(strip.Sub(&strip.Args[0].Value))
}

// isNetHTTP reports whether an expression is a router of net/http.
func (r *reader) isNetHTTP(x eval.Expr) bool {
	lib := r.library(x)
	return lib != nil && lib.Name == netHTTP
}

// stripping returns the call of http.StripPrefix that makes a handler, possibly within others.
func (r *reader) stripping(x eval.Expr, depth int) (strip eval.Expr, ok bool) {
	switch {
	case depth > maxWrapped:
	case x.Kind == parse.ExprName:
		for _, v := range r.ReachingValues(x) {
			if strip, ok = r.stripping(v, depth+1); ok {
				return strip, true
			}
		}
	case x.Kind != parse.ExprCall:
	case len(x.Args) == 2 && r.ExternalName(x) == "net/http.StripPrefix":
		return x, true
	default:
		for i := range x.Args {
			if strip, ok = r.stripping(x.Sub(&x.Args[i].Value), depth+1); ok {
				return strip, true
			}
		}
	}
	return strip, false
}

// prefix returns a path as a prefix.
func (r *reader) prefix(path eval.Expr) routes.Prefix {
	text, tier := r.KnownText(path)
	return routes.Prefix{Text: routes.Colons(text), Tier: tier}
}

// maxTraced bounds the expressions visited for one router.
const maxTraced = 500

// library returns the library of the router that an expression is, by its declared type
// or by the library function that it comes from.
func (r *reader) library(x eval.Expr) *library {
	return r.traced(x, map[*parse.Expr]bool{})
}

// traced is library for an expression reached through names, calls and callers. As a
// variable may be assigned in many places, each expression is visited once.
func (r *reader) traced(x eval.Expr, seen map[*parse.Expr]bool) *library {
	if seen[x.Expr] || len(seen) > maxTraced {
		return nil
	}
	seen[x.Expr] = true
	if path := r.ExternalName(x); path != "" {
		lib, _ := r.libraryOf(path)
		return lib
	}
	if d := x.Referent().Def; d != resolve.None {
		def := r.Table.Def(d)
		if lib := r.libraryOfType(def.File, def.Type); lib != nil {
			return lib
		}
		return r.libraryOfAny(r.Values(d), seen)
	}
	switch x.Kind {
	case parse.ExprMap, parse.ExprList: // &mux.Router{}
		name, _, _ := strings.Cut(x.In.File.Text[x.At:], "{")
		return r.libraryOfType(x.In.File, parse.TypeRef{Name: strings.TrimSpace(name)})
	case parse.ExprCall:
		if x.Recv != nil {
			return r.traced(x.Sub(x.Recv), seen)
		}
	case parse.ExprName:
		if f, _, ok := r.Lambda(x); ok && f.Call.Recv != nil {
			return r.traced(f.Call.Sub(f.Call.Recv), seen)
		}
		if values := r.ReachingValues(x); values != nil {
			return r.libraryOfAny(values, seen)
		}
		if p := r.param(x); p != nil {
			return r.libraryOfType(x.In.File, p.Type)
		}
	}
	return nil
}

func (r *reader) libraryOfAny(values []eval.Expr, seen map[*parse.Expr]bool) *library {
	for _, v := range values {
		if lib := r.traced(v, seen); lib != nil {
			return lib
		}
	}
	return nil
}

// libraryOfType returns the library that declares a written type: *gin.RouterGroup.
func (r *reader) libraryOfType(f *resolve.File, t parse.TypeRef) *library {
	name, _, ok := strings.Cut(strings.TrimLeft(t.Name, "*"), ".")
	if !ok {
		return nil
	}
	for i := range f.Imports {
		if im := &f.Imports[i]; im.Alias == name || im.Alias == "" && im.Name == name {
			lib, _ := r.libraryOf(im.Path)
			return lib
		}
	}
	return nil
}

// param returns the parameter of the function around x that a name refers to.
func (r *reader) param(x eval.Expr) *parse.Param {
	params := r.Table.Def(x.Def).Params
	for i := range params {
		if params[i].Name == x.Expr.Text {
			return &params[i]
		}
	}
	return nil
}
