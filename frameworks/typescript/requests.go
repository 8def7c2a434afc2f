package typescript

import (
	"slices"
	"strings"
	"sync"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/request"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Client returns the rules of TypeScript and JavaScript.
func Client() request.Client { return client{&clientHead} }

type client struct{ *interest.Head }

// requestNames are the names of the functions and libraries that make requests.
var requestNames = []string{"fetch", "axios", "HttpClient", "HttpService", "'ky'", `"ky"`, "'got'",
	`"got"`,
	"createApi", "injectEndpoints", "superagent", "supertest",
	"'swr", `"swr`, "$http", "$.", "jQuery", "EventSource", "XMLHttpRequest"}

// requestWords are the words of files that may have requests: part of an address, or the verb of a
// function that makes them.
var requestWords = []string{"'/", `"/`, "`/", "}/", "/'", `/"`, "://", ".get", ".post", ".put", ".patch",
	".delete",
	"equest", "piUrl", "aseUrl", "aseURL", "BASE"}

// clientHead requests the sites of the files that may make requests, or pass an address to
// functions that make them.
var clientHead = interest.Head{Languages: append([]string{"vue", "svelte"}, interest.Scripts...),
	Words: append(requestWords, requestNames...), Names: requestNames}

// FollowsRoutes implements [interest.Follower].
func (client) FollowsRoutes() {}

// Requests lists the requests of the tree.
func (client) Requests(t *eval.Tree) []request.Request {
	r := &requestReader{Reader: request.NewReader(t, family), before: map[*parse.Expr][]eval.Expr{}}
	r.interceptors()
	r.Each(r.visit)
	return r.Found
}

// A requestReader collects the requests of one tree.
type requestReader struct {
	*request.Reader
	before map[*parse.Expr][]eval.Expr // prefixes added by interceptors, by the creation of the client
}

// visit adds the requests of one call, for each caller of the function around it.
func (r *requestReader) visit(x eval.Expr) {
	if r.endpoints(x) {
		return
	}
	c, base := r.form(x)
	if c == nil {
		return
	}
	r.Enter(x, func(x eval.Expr) []request.Request {
		base.Env = x.Env
		return r.requests(x, c, base)
	})
}

// form returns the form of a call that makes a request, and the expression with the
// default options of its client; nil for other calls.
func (r *requestReader) form(x eval.Expr) (*form, eval.Expr) {
	none := eval.Expr{}
	if x.Kind == parse.ExprNew {
		if f := creations[r.ExternalName(x)]; f != nil {
			return f, none
		}
		return creations[r.global(x)], none
	}
	if f := functions[r.name(x)]; f != nil {
		return f, none
	}
	if x.Recv != nil {
		if methods := classes[r.typeName(x.Sub(x.Recv))]; methods != nil {
			return methods[x.Expr.Text], none
		}
	}
	if f, made := r.made(x); f != nil {
		return f, made
	}
	if at := configured(x); at >= 0 {
		c := &form{method: -1, url: at, options: -1, urlIn: []string{"url"}}
		if isVerb(x.Expr.Text) {
			c.verb = strings.ToUpper(x.Expr.Text)
		}
		return c, none
	}
	if f := injected(x); f != nil {
		return f, none
	}
	if r.isShadowed(x) {
		return shadowForm, none
	}
	return r.shape(x), none
}

// injected returns the form of a call of the service $http of AngularJS, which injects
// services into parameters by their names; nil for other calls.
//
//	function orders($http) { return { all: () => $http.get("api/orders") } }
func injected(x eval.Expr) *form {
	name, method := x.Expr.Text, ""
	if x.Recv != nil {
		if x.Recv.Kind != parse.ExprName {
			return nil
		}
		name, method = x.Recv.Text, x.Expr.Text
	}
	if name != "$http" {
		return nil
	}
	if l := x.In.LocalAt(name, x.At); l == nil || l.Kind != parse.LocalParam {
		return nil
	}
	return angularJS[method]
}

// isShadowed reports whether the call target is an unknown local that shadows the
// function fetch: it is assumed to make requests like fetch.
//
//	const fetch = useFetch();
//	await fetch("/orders", { method: "POST" })
func (r *requestReader) isShadowed(x eval.Expr) bool {
	return x.Recv == nil && x.Expr.Text == "fetch" && x.Callee() == resolve.None &&
		x.In.LocalAt("fetch", x.At) != nil
}

// made is form for the call of a client that a library function makes, or of a method
// of it: api({ url: "/orders" }), this.api("/orders"), api.get("/orders").
func (r *requestReader) made(x eval.Expr) (*form, eval.Expr) {
	if x.Expr.Text == "" {
		if x.Recv == nil {
			return nil, x
		}
		return r.madeBy(x, x.Sub(x.Recv), "")
	}
	called := x.Sub(&parse.Expr{Kind: parse.ExprName, At: x.At, Text: x.Expr.Text})
	if x.Recv != nil {
		if madeMethods()[x.Expr.Text] {
			if f, maker := r.madeBy(x, x.Sub(x.Recv), x.Expr.Text); f != nil {
				return f, maker
			}
		}
		called.Expr = &parse.Expr{Kind: parse.ExprMember, At: x.At, Text: x.Expr.Text, Recv: x.Recv}
	}
	if r.isFunction(x) { // which is no client
		return nil, x
	}
	return r.madeBy(x, called, "")
}

// isFunction reports whether a call is of a function or method of the tree, not of the value of a
// variable, field or getter.
func (r *requestReader) isFunction(x eval.Expr) bool {
	d := x.Referent().Def
	if d == resolve.None {
		return false
	}
	def := r.Table.Def(d)
	return def.Kind.IsCallable() && !r.IsGetter(def)
}

// madeMethods has the names of the methods of all clients that are made by a call or opened:
// receivers of others need not be evaluated.
var madeMethods = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, made := range []map[string]map[string]*form{makers, opened} {
		for _, methods := range made {
			for name := range methods {
				out[name] = true
			}
		}
	}
	return out
})

// madeBy returns the form of a method of a client, and the call that makes the client;
// nil if the expression has no client as a value.
func (r *requestReader) madeBy(x, client eval.Expr, method string) (*form, eval.Expr) {
	for _, maker := range r.inContext(r.Evaluate(client)) {
		if maker.Kind == parse.ExprNew {
			if f := opened[r.global(maker)][method]; f != nil {
				return f, eval.Expr{}
			}
		}
		if maker.Expr == x.Expr || maker.Kind != parse.ExprCall {
			continue
		}
		if methods := makers[r.name(maker)]; methods != nil {
			return methods[method], maker
		}
	}
	return nil, x
}

// inContext replaces the uses of a React context by the values that it has by default.
//
//	const ApiContext = createContext(client);
//	const api = useContext(ApiContext);
func (r *requestReader) inContext(values []eval.Expr) []eval.Expr {
	var out []eval.Expr
	for _, v := range values {
		if v.Kind != parse.ExprCall || len(v.Args) == 0 || r.name(v) != "react.useContext" {
			out = append(out, v)
			continue
		}
		for _, made := range r.Evaluate(v.Sub(&v.Args[0].Value)) {
			if made.Kind == parse.ExprCall && len(made.Args) > 0 &&
				r.name(made) == "react.createContext" {
				out = append(out, r.Evaluate(made.Sub(&made.Args[0].Value))...)
			}
		}
	}
	return out
}

// configured returns the position of an argument that describes a whole request, as in
// generated clients, or -1.
//
//	request(OpenAPI, { method: "GET", url: "/orders/{id}" })
//	client.get({ url: "/orders/{id}" })
func configured(x eval.Expr) int {
	return slices.IndexFunc(x.Args, func(a parse.ExprArg) bool {
		if a.Value.Kind != parse.ExprMap {
			return false
		}
		url, method := a.Value.Arg(-1, "url"), a.Value.Arg(-1, "method")
		return url != nil && url.Kind == parse.ExprString && (isVerb(x.Expr.Text) ||
			method != nil && method.Kind == parse.ExprString && isVerb(method.Text))
	})
}

func isVerb(text string) bool { return verbMethods(false)[strings.ToLower(text)] != nil }

// shape returns the form of a call of a verb method of an interface of the tree that
// takes an address, whatever implements it; nil for others.
func (r *requestReader) shape(x eval.Expr) *form {
	d := x.Referent().Def
	if d == resolve.None || !isVerb(x.Expr.Text) {
		return nil
	}
	def := r.Table.Def(d)
	if of := r.Table.Def(def.Outer); of.Kind != graph.KindInterface || len(def.Params) == 0 ||
		!isAddressName(def.Params[0].Name) {
		return nil
	}
	return verbForm(strings.ToUpper(x.Expr.Text), -1)
}

// isAddressName reports whether a parameter is named like an address.
func isAddressName(name string) bool {
	name = strings.ToLower(name)
	for _, word := range []string{"url", "uri", "path", "endpoint", "route"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

// name returns the full name of the call target; for a global it is the name without
// the global object.
func (r *requestReader) name(x eval.Expr) string {
	if full := eval.WithoutDefault(r.ExternalName(x)); full != "" {
		return withoutGlobal(full)
	}
	if x.Expr.Text == "" {
		return ""
	}
	if x.Recv == nil {
		return r.global(x)
	}
	of := x.Sub(x.Recv)
	if of.Kind != parse.ExprName || r.global(of) == "" {
		return ""
	}
	return withoutGlobal(of.Expr.Text + "." + x.Expr.Text)
}

// withoutGlobal removes the names of the global object from a full name.
func withoutGlobal(full string) string {
	for _, global := range []string{"globalThis.", "window.", "self."} {
		full = strings.TrimPrefix(full, global)
	}
	return full
}

// global returns the name of a global variable, or "" for one that the tree declares or
// imports.
func (r *requestReader) global(x eval.Expr) string {
	m := x.Referent()
	if m.External != "" {
		return strings.TrimPrefix(m.External, "globalThis.")
	}
	if m.Def != resolve.None || x.In.LocalAt(x.Expr.Text, x.At) != nil {
		return ""
	}
	for i := range x.In.File.Imports {
		if x.In.File.Imports[i].Alias == x.Expr.Text {
			return ""
		}
	}
	return x.Expr.Text
}

// typeName returns the full name of the declared external type of an expression; the
// return type of inject(T) is T.
func (r *requestReader) typeName(x eval.Expr) string {
	d := x.Referent().Def
	declared := ""
	switch l := x.In.LocalAt(x.Expr.Text, x.At); {
	case d != resolve.None:
		declared = r.Table.Def(d).Type.Name
		x.In = r.Binder(r.Table.Def(d).File)
		for _, v := range r.Values(d) {
			if declared == "" && v.Kind == parse.ExprCall && v.Expr.Text == "inject" &&
				len(v.Args) > 0 {
				declared = v.Args[0].Value.Text
			}
		}
	case x.Kind == parse.ExprName && l != nil:
		declared = l.Type.Name
	}
	if declared == "" {
		return ""
	}
	for i := range x.In.File.Imports {
		if im := &x.In.File.Imports[i]; im.Alias == declared {
			return im.Path + "." + im.Name
		}
	}
	return ""
}

// requests lists the requests of one call of a form, in one frame.
func (r *requestReader) requests(x eval.Expr, c *form, base eval.Expr) []request.Request {
	address, o := r.arguments(x, c)
	if c == keyForm {
		address = slices.DeleteFunc(address, func(t request.Text) bool {
			return !strings.HasPrefix(t.Value, "/") && !strings.Contains(t.Value, "://")
		})
	}
	if len(address) == 0 {
		return nil
	}
	verbs := []string{c.verb}
	if c.verb == "" {
		verbs = r.verbs(x, c, o)
	}
	of := r.member(o, baseKeys)
	if of == nil && base.Expr != nil {
		of = r.member(r.maps(base, base.Args), baseKeys)
	}
	if base.Expr != nil {
		address = r.intercepted(base, address)
	}
	out := r.Reader.Requests(x, verbs, request.Below(of, address))
	if c == shadowForm || c == keyForm {
		for i := range out {
			out[i].Tier = graph.Heuristic
		}
	}
	return out
}

// An options holds the object literals among the arguments of a call; whole is false if
// there may be unknown properties.
type options struct {
	literals []eval.Expr
	whole    bool
	left     int // remaining steps through spreads
}

// arguments lists the possible addresses of a call, nil if it has none, and its
// options.
func (r *requestReader) arguments(x eval.Expr, c *form) ([]request.Text, options) {
	if c.url >= len(x.Args) {
		return nil, options{}
	}
	if c.urlIn != nil {
		if o := r.maps(x, x.Args[c.url:c.url+1]); len(o.literals) > 0 {
			return r.member(o, c.urlIn), o
		}
	}
	o := options{whole: true}
	if c.options > c.url && c.options < len(x.Args) {
		o = r.maps(x, x.Args[c.options:c.options+1])
	}
	return r.url(x.Sub(&x.Args[c.url].Value)), o
}

// maps lists the object literals that arguments evaluate to.
func (r *requestReader) maps(x eval.Expr, args []parse.ExprArg) options {
	out := options{whole: true, left: maxSpreadSteps}
	for i := range args {
		for _, v := range r.Evaluate(x.Sub(&args[i].Value)) {
			if v.Kind == parse.ExprMap {
				r.addMap(&out, v, 0)
			} else if !isLeftOut(v) {
				out.whole = false
			}
		}
	}
	return out
}

// isLeftOut reports whether an expression is a parameter for which the caller passes no
// argument, though it passes others.
func isLeftOut(x eval.Expr) bool {
	l := x.Local()
	if l == nil || l.Kind != parse.LocalParam {
		return false
	}
	return x.Env.HasOthers(eval.Self)
}

// maxSpread bounds nested spreads of object literals, and maxSpreadSteps the total
// steps through the spreads of one call, as each may have many values.
const (
	maxSpread      = 5
	maxSpreadSteps = 5000
)

func (r *requestReader) addMap(o *options, v eval.Expr, depth int) {
	o.literals = append(o.literals, v)
	for i := range v.Args {
		if v.Args[i].Name != "..." || depth > maxSpread {
			continue
		}
		for _, s := range r.EvaluateWithin(v.Sub(&v.Args[i].Value), &o.left) {
			if s.Kind == parse.ExprMap {
				r.addMap(o, s, depth+1)
			} else {
				o.whole = false
			}
		}
	}
}

// member lists the possible strings of an option, by the first of some names that
// exists; nil if it has none of them.
func (r *requestReader) member(o options, keys []string) []request.Text {
	for _, v := range o.literals {
		for i := range v.Args {
			if slices.Contains(keys, v.Args[i].Name) {
				return r.Texts(v.Sub(&v.Args[i].Value))
			}
		}
	}
	return nil
}

// url lists the possible strings of an expression: new URL(path, base) and new
// Request(path) have them as arguments.
func (r *requestReader) url(x eval.Expr) []request.Text {
	for _, v := range r.Evaluate(x) {
		if (v.Expr.Text == "toString" || v.Expr.Text == "href") && v.Recv != nil {
			if of := v.Sub(v.Recv); v.Referent().Def == resolve.None {
				return r.url(of)
			}
		}
		if v.Kind == parse.ExprNew && len(v.Args) > 0 &&
			(v.Expr.Text == "URL" || v.Expr.Text == "Request") {
			path := r.Texts(v.Sub(&v.Args[0].Value))
			if len(v.Args) > 1 && v.Expr.Text == "URL" {
				return request.Below(r.Texts(v.Sub(&v.Args[1].Value)), path)
			}
			return path
		}
	}
	return r.Texts(x)
}

// verbs lists the possible verbs of a call; the default is GET.
func (r *requestReader) verbs(x eval.Expr, c *form, o options) []string {
	texts := r.member(o, methodKeys)
	if c.method >= 0 {
		texts = r.Texts(x.Sub(&x.Args[c.method].Value))
	}
	var out []string
	for _, t := range texts {
		verb := strings.ToUpper(t.Value)
		if strings.Contains(verb, request.Hole) {
			verb = request.Any
		}
		if !slices.Contains(out, verb) {
			out = append(out, verb)
		}
	}
	switch {
	case out != nil:
		return out
	case !o.whole:
		return []string{request.Any}
	}
	return []string{"GET"}
}
