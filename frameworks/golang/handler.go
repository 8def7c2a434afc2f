package golang

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// maxWrapped bounds nested wrapping calls, and chains of variables.
const maxWrapped = 10

// serversOf maps types of the tree to the methods that make them handlers of net/http.
func serversOf(t *eval.Tree) map[resolve.DefID]resolve.DefID {
	out := map[resolve.DefID]resolve.DefID{}
	for _, f := range t.Table.Files {
		for i := range f.Definitions {
			d := &f.Definitions[i]
			if f.Family != "go" || d.Name != "ServeHTTP" || d.Kind != graph.KindMethod {
				continue
			}
			if of := t.Table.EnclosingType(f.ID(int32(i))); of != resolve.None {
				out[of] = f.ID(int32(i))
			}
		}
	}
	return out
}

// handler returns the handler that x refers to: a function by name or as a literal,
// possibly as an argument of wrapping calls; if it is unknown, the definition that
// registers it.
func (r *reader) handler(x eval.Expr) eval.Handler {
	if h, ok := r.handles(x, 0); ok {
		return h
	}
	return eval.Handler{Def: x.Def}
}

// handles returns the handler that an expression is; ok is false if it is unknown.
func (r *reader) handles(x eval.Expr, depth int) (h eval.Handler, ok bool) {
	if depth > maxWrapped {
		return h, false
	}
	switch x.Kind {
	case parse.ExprLambda:
		return r.around(x, depth), true
	case parse.ExprCall:
		return r.called(x, depth)
	case parse.ExprList, parse.ExprMap:
		return r.literal(x, depth)
	case parse.ExprName, parse.ExprMember:
		return r.held(x, depth)
	}
	return h, false
}

// around returns the handler that a function literal calls, if it is passed by the
// caller of the function around the literal (the last of several); otherwise the
// literal itself.
//
//	func handle(path string, f func(*http.Request) error) {
//		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) { reply(w, f(r)) })
//	}
func (r *reader) around(x eval.Expr, depth int) eval.Handler {
	last, run := uint32(0), eval.Expr{}
	for _, p := range r.Table.Def(x.Def).Params {
		given, ok := x.Env.Get(p.Name)
		for _, at := range r.applied[eval.Variable{Def: x.Def, Name: p.Name}] {
			if ok && x.Body.Contains(at) && at > last {
				last, run = at, given
			}
		}
	}
	if run.Expr != nil {
		if h, ok := r.handles(run, depth+1); ok {
			return h
		}
	}
	return r.HandlerOf(x)
}

// called returns the handler in a call: the one that it wraps, or else the named
// function that the call target returns, or else the call target.
func (r *reader) called(x eval.Expr, depth int) (h eval.Handler, ok bool) {
	if h, ok = r.wrapped(x, depth); ok {
		return h, true
	}
	if h, ok = r.madeWithin(x, depth); ok {
		return h, true
	}
	d := x.Referent().Def
	for i := range x.Args {
		if r.givesBack(x, i) { // a wrapper of an unknown handler
			return h, false
		}
	}
	if d == resolve.None {
		return h, false
	}
	if values := r.Values(d); len(values) == 1 && depth < maxWrapped && !r.isOneOfSeveral(d) {
		if h, ok = r.returned(values[0], depth+1); ok && h.Literal.File == nil {
			return h, true
		}
	}
	return eval.Handler{Def: d}, true
}

// isOneOfSeveral reports whether a package declares a function several times, for
// different builds, so that it is unknown which one runs.
func (r *reader) isOneOfSeveral(d resolve.DefID) bool {
	def := r.Table.Def(d)
	return len(r.Table.Top("go", def.ModuleName, def.Name)) > 1
}

// returned returns the named handler that a function of the tree returns. A returned
// literal is represented by the function itself.
//
//	return http.HandlerFunc(u.serve)    return &Users{db}
func (r *reader) returned(x eval.Expr, depth int) (h eval.Handler, ok bool) {
	switch x.Kind {
	case parse.ExprCall:
		return r.wrapped(x, depth)
	case parse.ExprList, parse.ExprMap:
		return r.literal(x, depth)
	}
	return r.function(x, depth)
}

// wrapped returns the function among the arguments of a call, or of nested calls. If a
// function of the tree returns the type of its parameter, its argument is the wrapped
// function; other arguments may only decide whether it runs.
//
//	auth(users.List, "users:read")    allow(isAdmin, logged(users.List))    require("admin")(users.List)
func (r *reader) wrapped(x eval.Expr, depth int) (h eval.Handler, ok bool) {
	if depth > maxWrapped {
		return h, false
	}
	for _, same := range []bool{true, false} {
		for i := range x.Args {
			if r.givesBack(x, i) != same || r.asksFirst(x, i) {
				continue
			}
			arg := x.Sub(&x.Args[i].Value)
			if arg.Kind == parse.ExprCall {
				h, ok = r.wrapped(arg, depth+1)
			} else {
				h, ok = r.function(arg, depth)
			}
			if ok {
				return h, true
			}
		}
	}
	return h, false
}

// givesBack reports whether the return type of a function of the tree is the type of
// its parameter for an argument.
//
//	func logged(l *log.Logger, next http.Handler) http.Handler
func (r *reader) givesBack(x eval.Expr, arg int) bool {
	d := x.Referent().Def
	if d == resolve.None {
		return false
	}
	def := r.Table.Def(d)
	return arg < len(def.Params) && def.Type.Name != "" && def.Params[arg].Type.Name == def.Type.Name
}

// asksFirst reports whether a function of the tree calls its parameter for an argument
// while it makes the handler. A parameter that the handler calls is called in the
// returned literal, or passed on.
//
//	func page(file string, edit func(string) string) http.HandlerFunc { text := edit(read(file)); … }
func (r *reader) asksFirst(x eval.Expr, arg int) bool {
	d := x.Referent().Def
	if d == resolve.None || arg >= len(r.Table.Def(d).Params) {
		return false
	}
	calls := r.applied[eval.Variable{Def: d, Name: r.Table.Def(d).Params[arg].Name}]
	within := func(at uint32) bool {
		return slices.ContainsFunc(r.literals[r.Table.Def(d).File],
			func(body parse.Range) bool { return body.Contains(at) })
	}
	return len(calls) > 0 && !slices.ContainsFunc(calls, within)
}

// function returns the function that an expression names or is, possibly through a
// variable.
func (r *reader) function(x eval.Expr, depth int) (h eval.Handler, ok bool) {
	switch x.Kind {
	case parse.ExprLambda:
		return r.HandlerOf(x), true
	case parse.ExprName, parse.ExprMember:
		if d := x.Referent().Def; d != resolve.None && r.Table.Def(d).Kind.IsCallable() {
			return eval.Handler{Def: d}, true
		}
		if values := r.valuesOf(x); len(values) == 1 && depth < maxWrapped {
			return r.function(values[0], depth+1)
		}
	}
	return h, false
}

// valuesOf lists what a name or member is set to. Unlike [eval.Tree.Evaluate] it keeps
// calls: their arguments matter, not their return values.
func (r *reader) valuesOf(x eval.Expr) []eval.Expr {
	var out []eval.Expr
	if x.Kind == parse.ExprMember {
		for _, of := range r.Evaluate(x.Sub(x.Recv)) {
			if v := of.Arg(-1, x.Expr.Text); of.Kind == parse.ExprMap && v != nil {
				out = append(out, of.Sub(v))
			} else if v, ok := r.InOrder(of, x.Referent().Def); ok {
				out = append(out, v)
			}
		}
	}
	d := x.Referent().Def
	switch given, ok := x.Env.Get(x.Expr.Text); {
	case out != nil:
		return out
	case d != resolve.None:
		return r.Values(d)
	case ok && x.Kind == parse.ExprName:
		return []eval.Expr{given}
	case x.Kind == parse.ExprName:
		return r.ReachingValues(x)
	}
	return nil
}

// madeWithin returns the function of the tree that makes the argument of a wrapping
// call: one whose parameter has its return type, or that takes a handler of a library.
//
//	logged(users.list())    func (u *Users) list() http.HandlerFunc
func (r *reader) madeWithin(x eval.Expr, depth int) (h eval.Handler, ok bool) {
	for i := range x.Args {
		arg := x.Sub(&x.Args[i].Value)
		if arg.Kind != parse.ExprCall {
			continue
		}
		d := arg.Referent().Def
		if r.givesBack(x, i) || r.isHandler(d) {
			if h, ok = r.called(arg, depth+1); ok {
				return h, true
			}
		}
	}
	return h, false
}

// handlerTypes are the types of handlers, by package path without version.
var handlerTypes = map[string]bool{"net/http.Handler": true, "net/http.HandlerFunc": true,
	"github.com/gin-gonic/gin.HandlerFunc": true, "github.com/labstack/echo.HandlerFunc": true,
	"github.com/gofiber/fiber.Handler": true}

// isHandler reports whether a function of the tree returns a handler of a library.
func (r *reader) isHandler(d resolve.DefID) bool {
	if d == resolve.None || !r.Table.Def(d).Kind.IsCallable() {
		return false
	}
	def := r.Table.Def(d)
	t := r.Binder(def.File).TypeOf(def.Type, d, def.NameAt)
	lib, module := r.libraryOf(t.Module)
	return lib != nil && handlerTypes[module+"."+t.Name]
}

// held returns the handler that a name or member refers to: a function, the value of a
// variable or field, or the method of its type.
func (r *reader) held(x eval.Expr, depth int) (h eval.Handler, ok bool) {
	d := x.Referent().Def
	if d != resolve.None && r.Table.Def(d).Kind.IsCallable() {
		return eval.Handler{Def: d}, true
	}
	for _, v := range r.valuesOf(x) {
		if h, ok = r.handles(v, depth+1); ok {
			return h, true
		}
	}
	if h, ok = r.served(x.In.ValueType(x.At)); ok {
		return h, true
	}
	return eval.Handler{Def: d}, d != resolve.None
}

// literal returns the handler that a composite literal is, by the method of its type,
// or the last handler of a list literal.
//
//	&Users{db}    []gin.HandlerFunc{auth, users.List}
func (r *reader) literal(x eval.Expr, depth int) (h eval.Handler, ok bool) {
	name, _, _ := strings.Cut(x.In.File.Text[x.At:], "{")
	if h, ok = r.served(x.In.TypeOf(parse.TypeRef{Name: name, At: x.At}, x.Def, x.At)); ok {
		return h, true
	}
	if n := len(x.Args); x.Kind == parse.ExprList && n > 0 {
		return r.handles(x.Sub(&x.Args[n-1].Value), depth+1)
	}
	return h, false
}

// served returns the method by which values of a type handle requests.
func (r *reader) served(t resolve.Type) (h eval.Handler, ok bool) {
	if t.Def <= resolve.None {
		return h, false
	}
	h.Def, ok = r.servers[r.Table.Canon[t.Def]]
	return h, ok
}
