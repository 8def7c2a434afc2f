package gorouter

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
	"seedgraph/web"
)

// A reader collects the endpoints of one tree.
type reader struct {
	*web.Tree
	found     []web.Endpoint
	callers   map[resolve.DefID][]web.Term
	given     map[resolve.DefID][]web.Term // calls of a library that a function is an argument of
	lambdas   map[*resolve.File][]lambda
	mounted   map[web.Variable][]web.Term     // the calls that mount a router
	limited   map[*parse.Expr][]parse.ExprArg // the verbs of a call, from Methods(…) after it
	expanding map[resolve.DefID]bool          // functions whose callers are being listed
	mounting  map[web.Variable]bool           // routers whose mounts are being looked at
}

// A lambda is a function literal that is an argument of a call.
type lambda struct {
	*parse.Expr
	call web.Term
}

func newReader(t *web.Tree) *reader {
	r := &reader{Tree: t, callers: map[resolve.DefID][]web.Term{},
		given: map[resolve.DefID][]web.Term{}, lambdas: map[*resolve.File][]lambda{},
		mounted: map[web.Variable][]web.Term{}, limited: map[*parse.Expr][]parse.ExprArg{},
		expanding: map[resolve.DefID]bool{}, mounting: map[web.Variable]bool{}}
	for _, x := range t.Calls() {
		if x.In.File.Language == "go" {
			x.Walk(func(e *parse.Expr) { r.enter(x.Sub(e)) })
		}
	}
	return r
}

// enter files a call by what it calls and what it is given.
func (r *reader) enter(x web.Term) {
	if x.Kind != parse.ExprCall {
		return
	}
	if d := x.Meaning().Def; d != resolve.None {
		r.callers[d] = append(r.callers[d], x)
	}
	if x.Expr.Text == "Methods" && x.Recv != nil {
		r.limited[x.Recv] = x.Args
	}
	for i := range x.Args {
		arg := x.Sub(&x.Args[i].Value)
		switch {
		case arg.Kind == parse.ExprLambda:
			r.lambdas[x.In.File] = append(r.lambdas[x.In.File], lambda{arg.Expr, x})
		case i == 1 && x.Expr.Text == "Mount":
			for _, v := range r.Routers(arg) {
				r.mounted[v] = append(r.mounted[v], x)
			}
		case arg.Kind == parse.ExprName || arg.Kind == parse.ExprMember:
			if d := arg.Meaning().Def; d != resolve.None && r.Table.Def(d).Kind.IsCallable() {
				r.given[d] = append(r.given[d], x)
			}
		}
	}
}

// maxDepth bounds names, calls and callers that lead to one another.
const maxDepth = 20

// library tells which library's router an expression is, by the type that is written
// for it or by the function of the library that it comes from.
func (r *reader) library(x web.Term, depth int) *library {
	if depth > maxDepth {
		return nil
	}
	if path := r.Outside(x); path != "" {
		return libraryOf(path)
	}
	if d := x.Meaning().Def; d != resolve.None {
		def := r.Table.Def(d)
		if lib := r.libraryOfType(def.File, def.Type); lib != nil {
			return lib
		}
		return r.libraryOfAny(r.Values(d), depth)
	}
	switch x.Kind {
	case parse.ExprCall:
		if x.Recv != nil {
			return r.library(x.Sub(x.Recv), depth+1)
		}
	case parse.ExprName:
		if f, ok := r.lambda(x); ok && f.call.Recv != nil {
			return r.library(f.call.Sub(f.call.Recv), depth+1)
		}
		if values := r.local(x); values != nil {
			return r.libraryOfAny(values, depth)
		}
		if p := r.param(x); p != nil {
			return r.libraryOfType(x.In.File, p.Type)
		}
	}
	return nil
}

func (r *reader) libraryOfAny(values []web.Term, depth int) *library {
	for _, v := range values {
		if lib := r.library(v, depth+1); lib != nil {
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

// lambda finds the innermost function literal that a name is a parameter of.
func (r *reader) lambda(x web.Term) (found lambda, ok bool) {
	for _, f := range r.lambdas[x.In.File] {
		if f.Body.Contains(x.At) && f.Arg(-1, x.Expr.Text) != nil &&
			(!ok || f.Body.Start > found.Body.Start) {
			found, ok = f, true
		}
	}
	return found, ok
}

// local lists what a local is set to.
func (r *reader) local(x web.Term) []web.Term {
	var before []web.Term
	for _, v := range r.Assigned(x) {
		if v.At < x.At { // a name may be declared again later
			before = append(before, v)
		}
	}
	return before
}

// param returns the parameter of the function around x that a name means.
func (r *reader) param(x web.Term) *parse.Param {
	params := r.Table.Def(x.Def).Params
	for i := range params {
		if params[i].Name == x.Expr.Text {
			return &params[i]
		}
	}
	return nil
}

// A frame is what the parameters of a function are given by one of its callers.
type frame struct {
	env  web.Env
	tier graph.Tier
}

// maxFrames bounds the callers, and callers of callers, that are told apart.
const maxFrames = 200

// frames lists what the parameters of a function are given. A function that nothing in
// the tree calls has one frame, which says nothing.
func (r *reader) frames(d resolve.DefID) []frame {
	def := r.Table.Def(d)
	if !def.Kind.IsCallable() || len(def.Params) == 0 {
		return []frame{{tier: graph.Exact}}
	}
	if r.expanding[d] {
		return nil
	}
	r.expanding[d] = true
	defer delete(r.expanding, d)
	var out []frame
	for _, c := range r.callers[d] {
		if c.In.File.Test {
			continue
		}
		for _, f := range r.frames(c.Def) {
			c.Env = f.env
			env, _ := web.Bind(def, c, 0)
			tier := f.tier
			if c.Branch {
				tier = resolve.Worse(tier, graph.Heuristic)
			}
			out = append(out, frame{env, tier})
		}
	}
	for _, c := range r.given[d] { // r.Route("/x", d): its parameter is that router
		for _, f := range r.frames(c.Def) {
			c.Env = f.env
			out = append(out, frame{web.Env{def.Params[0].Name: c}, f.tier})
		}
	}
	if out == nil {
		return []frame{{tier: graph.Heuristic}}
	}
	return out[:min(len(out), maxFrames)]
}

var root = []web.Prefix{{Text: "", Tier: graph.Exact}}

// prefixes lists the prefixes that a router may have.
func (r *reader) prefixes(x web.Term, depth int) []web.Prefix {
	if depth > maxDepth {
		return root
	}
	switch x.Kind {
	case parse.ExprCall:
		return r.ofCall(x, depth)
	case parse.ExprName, parse.ExprMember:
		return r.ofName(x, depth)
	}
	return root
}

// ofCall is the prefix of the router that a call makes or returns.
func (r *reader) ofCall(x web.Term, depth int) []web.Prefix {
	if d := x.Meaning().Def; d != resolve.None {
		env, _ := web.Bind(r.Table.Def(d), x, 0)
		return r.ofValues(r.Values(d), env, depth)
	}
	if x.Recv == nil {
		return root
	}
	before := r.prefixes(x.Sub(x.Recv), depth+1)
	lib := r.library(x.Sub(x.Recv), 0)
	if lib == nil || !lib.groups[x.Expr.Text] || len(x.Args) == 0 ||
		x.Args[0].Value.Kind == parse.ExprLambda {
		return before
	}
	text, tier := r.Known(x.Sub(&x.Args[0].Value))
	var out []web.Prefix
	for _, p := range before {
		out = append(out, web.Prefix{Text: web.Join(p.Text, web.Colons(text)),
			Tier: resolve.Worse(p.Tier, tier)})
	}
	return out
}

// ofName is the prefix of what a name stands for: what a caller gives for a parameter,
// what a function literal is called with, or what a variable or field is set to.
func (r *reader) ofName(x web.Term, depth int) []web.Prefix {
	if d := x.Meaning().Def; d != resolve.None {
		var out []web.Prefix
		for _, v := range r.Values(d) {
			for _, f := range r.frames(v.Def) {
				v.Env = f.env
				out = append(out, r.prefixes(v, depth+1)...)
			}
		}
		if out == nil && len(r.mounted[web.Variable{Def: d}]) == 0 {
			out = []web.Prefix{{Text: "", Tier: graph.Heuristic}} // set out of sight
		}
		return r.orMounted(web.Variable{Def: d}, out, depth)
	}
	if given, ok := x.Env[x.Expr.Text]; ok && r.param(x) != nil {
		return r.prefixes(given, depth+1)
	}
	if f, ok := r.lambda(x); ok {
		f.call.Env = x.Env
		return r.prefixes(f.call, depth+1)
	}
	if values := r.local(x); values != nil {
		return r.orMounted(web.Variable{Def: x.Def, Name: x.Expr.Text},
			r.ofValues(values, x.Env, depth), depth)
	}
	if r.param(x) != nil {
		return []web.Prefix{{Text: "", Tier: graph.Heuristic}}
	}
	return root
}

// orMounted is the prefix of a router: where it is mounted, else what it was made with.
func (r *reader) orMounted(v web.Variable, made []web.Prefix, depth int) []web.Prefix {
	if made == nil {
		made = root
	}
	calls := r.mounted[v]
	if len(calls) == 0 || r.mounting[v] {
		return made
	}
	r.mounting[v] = true
	defer delete(r.mounting, v)
	var out []web.Prefix
	for _, c := range calls {
		for _, f := range r.frames(c.Def) {
			c.Env = f.env
			text, tier := r.Known(c.Sub(&c.Args[0].Value))
			for _, p := range r.prefixes(c.Sub(c.Recv), depth+1) {
				for _, m := range made {
					out = append(out, web.Prefix{
						Text: web.Join(web.Join(p.Text, web.Colons(text)), m.Text),
						Tier: resolve.Worse(resolve.Worse(p.Tier, tier), f.tier)})
				}
			}
		}
	}
	return out
}

func (r *reader) ofValues(values []web.Term, env web.Env, depth int) []web.Prefix {
	if len(values) == 0 {
		return root
	}
	var out []web.Prefix
	for _, v := range values {
		v.Env = env
		out = append(out, r.prefixes(v, depth+1)...)
	}
	return out
}
