package golang

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
	found   []routes.Endpoint
	limited map[*parse.Expr][]parse.ExprArg // the verbs of a call, from Methods(…) after it
	servers map[resolve.DefID]resolve.DefID // the methods ServeHTTP, by their types
	groups  int                             // of huma that may still be looked at for one endpoint

	applied  map[eval.Variable][]uint32      // where locals are called or serve, by the definition around
	literals map[*resolve.File][]parse.Range // the bodies of function literals
}

func newReader(t *eval.Tree) *reader {
	r := &reader{Routers: routes.NewRouters(t, "go"), limited: map[*parse.Expr][]parse.ExprArg{},
		servers: serversOf(t), applied: map[eval.Variable][]uint32{},
		literals: map[*resolve.File][]parse.Range{}}
	r.Group, r.Mount, r.Mounting = r.group, r.mount, map[string]bool{"Mount": true}
	r.EachCall("go", func(x eval.Term) {
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

// group is the prefix of the router that a call makes.
func (r *reader) group(x eval.Term) (added routes.Prefix, ok bool) {
	lib := r.library(x.Sub(x.Recv))
	if lib == nil || !lib.groups[x.Expr.Text] || len(x.Args) == 0 ||
		x.Args[0].Value.Kind == parse.ExprLambda {
		return routes.Prefix{Tier: graph.Exact}, true
	}
	return r.prefix(x.Sub(&x.Args[0].Value)), true
}

// mount is the router that a call mounts.
func (r *reader) mount(x eval.Term) (mounted []eval.Term, under routes.Prefix) {
	if len(x.Args) < 2 {
		return nil, under
	}
	return []eval.Term{x.Sub(&x.Args[1].Value)}, r.prefix(x.Sub(&x.Args[0].Value))
}

// prefix is what a path says as a prefix.
func (r *reader) prefix(path eval.Term) routes.Prefix {
	text, tier := r.Known(path)
	return routes.Prefix{Text: routes.Colons(text), Tier: tier}
}

// maxTraced bounds the expressions that are looked at for one router.
const maxTraced = 500

// library tells which library's router an expression is, by the type that is written
// for it or by the function of the library that it comes from.
func (r *reader) library(x eval.Term) *library {
	return r.traced(x, map[*parse.Expr]bool{})
}

// traced is the library of an expression that names, calls and callers have led to. A
// variable may be set to what it is set to in many places: each is looked at once.
func (r *reader) traced(x eval.Term, seen map[*parse.Expr]bool) *library {
	if seen[x.Expr] || len(seen) > maxTraced {
		return nil
	}
	seen[x.Expr] = true
	if path := r.Outside(x); path != "" {
		return libraryOf(path)
	}
	if d := x.Meaning().Def; d != resolve.None {
		def := r.Table.Def(d)
		if lib := r.libraryOfType(def.File, def.Type); lib != nil {
			return lib
		}
		return r.libraryOfAny(r.Values(d), seen)
	}
	switch x.Kind {
	case parse.ExprCall:
		if x.Recv != nil {
			return r.traced(x.Sub(x.Recv), seen)
		}
	case parse.ExprName:
		if f, _, ok := r.Lambda(x); ok && f.Call.Recv != nil {
			return r.traced(f.Call.Sub(f.Call.Recv), seen)
		}
		if values := r.Held(x); values != nil {
			return r.libraryOfAny(values, seen)
		}
		if p := r.param(x); p != nil {
			return r.libraryOfType(x.In.File, p.Type)
		}
	}
	return nil
}

func (r *reader) libraryOfAny(values []eval.Term, seen map[*parse.Expr]bool) *library {
	for _, v := range values {
		if lib := r.traced(v, seen); lib != nil {
			return lib
		}
	}
	return nil
}

// libraryOfType is the library that declares a written type: *gin.RouterGroup.
func (r *reader) libraryOfType(f *resolve.File, t parse.TypeRef) *library {
	for t.Name == "*" && len(t.Args) > 0 {
		t = t.Args[0]
	}
	name, _, ok := strings.Cut(strings.TrimLeft(t.Name, "*"), ".")
	if !ok {
		return nil
	}
	for i := range f.Imports {
		if im := &f.Imports[i]; im.Alias == name || im.Alias == "" && im.Name == name {
			return libraryOf(im.Path)
		}
	}
	return nil
}

// param returns the parameter of the function around x that a name means.
func (r *reader) param(x eval.Term) *parse.Param {
	params := r.Table.Def(x.Def).Params
	for i := range params {
		if params[i].Name == x.Expr.Text {
			return &params[i]
		}
	}
	return nil
}
