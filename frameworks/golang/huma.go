package golang

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// huma is the library whose functions take the router as their first argument:
//
//	huma.Register(api, huma.Operation{Method: http.MethodPost, Path: "/orders"}, create)
//	huma.Get(api, "/orders/{id}", read)
//	huma.NewGroup(api, "/v1")
//
// Source: the documentation of huma, version 2.
const huma = "github.com/danielgtaylor/huma/v2"

// humaVerbs are its functions that map the verb of their name.
var humaVerbs = func() map[string]string {
	out := map[string]string{}
	for _, name := range []string{"Get", "Post", "Put", "Delete", "Patch", "Head", "Options", "Connect", "Trace"} {
		out[name] = strings.ToUpper(name)
	}
	return out
}()

// humaCall adds the endpoints that a call of a huma function maps; it returns false for
// other calls.
func (r *reader) humaCall(x eval.Expr) bool {
	name, ok := strings.CutPrefix(r.ExternalName(x), huma+".")
	if !ok || len(x.Args) < 3 {
		return false
	}
	verb := humaVerbs[name]
	if verb == "" && name != "Register" {
		return false
	}
	for _, f := range r.FramesAt(x) {
		x.Env = f.Env
		if verb != "" {
			r.humaEndpoint(x, x, []string{verb}, x.Sub(&x.Args[1].Value), f.Tier)
			continue
		}
		for _, op := range r.Evaluate(x.Sub(&x.Args[1].Value)) {
			method, path := op.Arg(-1, "Method"), op.Arg(-1, "Path")
			if op.Kind == parse.ExprMap && method != nil && path != nil {
				r.humaEndpoint(x, op, r.verb(op.Sub(method)), op.Sub(path), f.Tier)
			}
		}
	}
	return true
}

// humaEndpoint adds the endpoints of one call in the frame of at.
func (r *reader) humaEndpoint(x, at eval.Expr, verbs []string, path eval.Expr, tier graph.Tier) {
	text, known := r.KnownText(path)
	if known != graph.Exact && !strings.HasPrefix(text, "/") {
		routes.AddUnresolved(r.Tree, path, verbs...)
		return
	}
	tier = resolve.WeakerTier(tier, known)
	to := r.Registered(x, r.handler(x.Sub(&x.Args[2].Value)))
	r.groups = maxTraced
	for _, p := range r.humaPrefixes(x.Sub(&x.Args[0].Value), 0) {
		e := routes.Endpoint{Template: routes.Join(p.Text, text), Handler: to.Def, Literal: to.Literal,
			At: eval.Place{File: at.In.File, At: at.At}, Tier: resolve.WeakerTier(graph.Typed, resolve.WeakerTier(p.Tier, tier))}
		if x.Branch {
			e.Tier = resolve.WeakerTier(e.Tier, graph.Heuristic)
		}
		for _, e.Verb = range verbs {
			r.found = append(r.found, e)
		}
	}
}

// humaPrefixes lists the prefixes of an API: those of its groups, and of the underlying
// router group that its adapter was made with. An unknown API has an empty, heuristic
// prefix.
func (r *reader) humaPrefixes(api eval.Expr, depth int) []routes.Prefix {
	var out []routes.Prefix
	for _, v := range r.Evaluate(api) {
		name := r.ExternalName(v)
		r.groups--
		switch {
		case r.groups < 0:
			return out
		case v.Kind != parse.ExprCall || !strings.HasPrefix(name, huma) || depth > maxWrapped:
			out = append(out, routes.Prefix{Tier: graph.Heuristic})
		case name == huma+".NewGroup" && len(v.Args) > 0:
			out = append(out, r.humaGroups(v, depth)...)
		case strings.HasSuffix(name, ".NewWithGroup") && len(v.Args) > 1:
			out = append(out, r.Prefixes(v.Sub(&v.Args[1].Value))...)
		case strings.HasPrefix(name, huma+"/adapters/") && len(v.Args) > 0:
			out = append(out, r.Prefixes(v.Sub(&v.Args[0].Value))...)
		default:
			out = append(out, routes.Prefix{Tier: graph.Heuristic})
		}
	}
	return out
}

// humaGroups lists the prefixes of a group: each of the group's prefixes appended to
// each prefix of its parent.
func (r *reader) humaGroups(x eval.Expr, depth int) []routes.Prefix {
	own := []routes.Prefix{{Tier: graph.Exact}}
	if len(x.Args) > 1 {
		own = nil
		for i := range x.Args[1:] {
			text, tier := r.KnownText(x.Sub(&x.Args[i+1].Value))
			own = append(own, routes.Prefix{Text: text, Tier: tier})
		}
	}
	var out []routes.Prefix
	for _, p := range r.humaPrefixes(x.Sub(&x.Args[0].Value), depth+1) {
		for _, o := range own {
			out = append(out, routes.Prefix{Text: routes.Join(p.Text, o.Text), Tier: resolve.WeakerTier(p.Tier, o.Tier)})
		}
	}
	return out
}
