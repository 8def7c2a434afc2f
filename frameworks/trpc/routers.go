package trpc

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

const (
	// maxDepth bounds nested routers, and the names between a router and the function that makes
	// it.
	maxDepth = 20

	// maxProcedures bounds the endpoints of a tree, since a router may be part of several others.
	maxProcedures = 50_000
)

// verbs are the methods that end the declaration of a procedure, with the verbs of its requests.
var verbs = map[string]string{"query": "GET", "mutation": "POST", "subscription": "GET"}

// A server collects the procedures of one tree.
type server struct {
	*eval.Tree
	found   []routes.Endpoint
	routers []eval.Expr                     // the calls that make a router
	nested  map[*parse.Expr]bool            // those that are part of another router
	served  map[*parse.Expr][]routes.Prefix // the paths of the adapters that serve a router
}

// Endpoints lists the procedures of the tree. Those of a router that no adapter serves have the
// path of the names alone, and are of tier heuristic.
func (framework) Endpoints(t *eval.Tree) []routes.Endpoint {
	if !t.ImportsAny(family, isServerLibrary) {
		return nil
	}
	s := &server{Tree: t, nested: map[*parse.Expr]bool{}, served: map[*parse.Expr][]routes.Prefix{}}
	t.EachCall(family, func(x eval.Expr) {
		if s.isRouter(x) {
			s.routers = append(s.routers, x)
		}
	})
	for _, x := range s.routers {
		for _, part := range s.parts(x) {
			for _, v := range t.Evaluate(part.value) {
				s.nested[v.Expr] = true
			}
		}
	}
	s.adapters()
	for _, x := range s.routers {
		switch under := s.served[x.Expr]; {
		case under != nil:
			for _, p := range under {
				s.add(x, p, "", 0)
			}
		case !s.nested[x.Expr]:
			s.add(x, routes.Prefix{Tier: graph.Heuristic}, "", 0)
		}
	}
	return s.found
}

func isServerLibrary(module string) bool { return strings.HasPrefix(module, "@trpc/server") }

// A part is a member of a router: a procedure, a router, or an object of these. The members of a
// merged router have no name.
type part struct {
	name  string
	value eval.Expr
}

// parts lists the members of a router, or of an object in one.
func (s *server) parts(x eval.Expr) []part {
	var out []part
	switch {
	case x.Kind == parse.ExprMap:
		for i := range x.Args {
			if a := &x.Args[i]; a.Name != "" {
				out = append(out, part{a.Name, x.Sub(&a.Value)})
			}
		}
	case x.Expr.Text == "mergeRouters":
		for i := range x.Args {
			out = append(out, part{"", x.Sub(&x.Args[i].Value)})
		}
	case len(x.Args) > 0:
		for _, v := range s.Evaluate(x.Sub(&x.Args[0].Value)) {
			if v.Kind == parse.ExprMap {
				out = append(out, s.parts(v)...)
			}
		}
	}
	return out
}

// isRouter reports whether a call makes a router: of a function that is, or is named after, the
// member router or mergeRouters of an instance of tRPC.
//
//	const t = initTRPC.create()
//	export const router = t.router
func (s *server) isRouter(x eval.Expr) bool {
	if x.Kind != parse.ExprCall || len(x.Args) == 0 || x.Expr.Text == "" {
		return false
	}
	if x.Recv != nil {
		return isMaker(x.Expr.Text) && s.isInstance(x.Sub(x.Recv))
	}
	callee := x.Sub(&parse.Expr{Kind: parse.ExprName, At: x.At, Text: x.Expr.Text})
	for _, v := range s.Evaluate(callee) {
		if v.Kind == parse.ExprMember && isMaker(v.Expr.Text) && s.isInstance(v.Sub(v.Recv)) {
			return true
		}
	}
	return false
}

func isMaker(name string) bool { return name == "router" || name == "mergeRouters" }

// isInstance reports whether an expression is an instance of tRPC.
func (s *server) isInstance(x eval.Expr) bool {
	for _, v := range s.Evaluate(x) {
		root, names := rootOf(v)
		if len(names) > 0 && names[len(names)-1] == "create" && isServerLibrary(s.ExternalName(root)) {
			return true
		}
	}
	return false
}

// add adds the procedures of a router, or of an object in one, below a name.
func (s *server) add(x eval.Expr, under routes.Prefix, name string, depth int) {
	for _, p := range s.parts(x) {
		below := name
		if p.name != "" {
			below = strings.TrimPrefix(name+"."+p.name, ".")
		}
		values := s.Evaluate(p.value)
		if len(values) > 1 {
			under.Tier = graph.Heuristic
		}
		for _, v := range values {
			switch {
			case depth >= maxDepth || len(s.found) >= maxProcedures:
				return
			case v.Kind == parse.ExprMap || s.isRouter(v):
				s.add(v, under, below, depth+1)
			case v.Kind == parse.ExprCall && v.Recv != nil && verbs[v.Expr.Text] != "" && len(v.Args) > 0:
				s.procedure(v, under, below)
			}
		}
	}
}

// procedure adds the endpoint of one procedure.
func (s *server) procedure(x eval.Expr, under routes.Prefix, name string) {
	to := s.resolver(x)
	if to.Literal.File != nil {
		to.Literal.Name = name[strings.LastIndexByte(name, '.')+1:]
	}
	s.found = append(s.found, routes.Endpoint{Verb: verbs[x.Expr.Text],
		Template: routes.Join(under.Text, name), Name: name, Handler: to.Def, Literal: to.Literal,
		At: placeOf(x), Choice: routes.Choice{Strict: true}, Tier: resolve.WeakerTier(graph.Typed, under.Tier)})
}

// resolver returns the function that a procedure runs, or else the definition that declares it.
func (s *server) resolver(x eval.Expr) eval.Handler {
	for _, v := range s.Evaluate(x.Sub(&x.Args[len(x.Args)-1].Value)) {
		if v.Kind == parse.ExprLambda {
			return s.Registered(x, s.HandlerOf(v))
		}
		if d := v.Referent().Def; d != resolve.None && s.Table.Def(d).Kind.IsCallable() {
			return eval.Handler{Def: d}
		}
	}
	return eval.Handler{Def: x.Def}
}

// adapters finds the paths at which routers are served.
//
//	fetchRequestHandler({ endpoint: "/api/trpc", router: appRouter, … })
//	app.use("/trpc", createExpressMiddleware({ router: appRouter }))
//	app.use("/trpc/*", trpcServer({ router: appRouter }))
//	server.register(fastifyTRPCPlugin, { prefix: "/trpc", trpcOptions: { router: appRouter } })
//	export default createNextApiHandler({ router: appRouter })    // pages/api/trpc/[trpc].ts
func (s *server) adapters() {
	used := map[*parse.Expr]eval.Expr{} // the path that a call is used below
	s.EachCall(family, func(x eval.Expr) {
		for i := range x.Args {
			if i > 0 && x.Args[i].Value.Kind == parse.ExprCall {
				used[&x.Args[i].Value] = x.Sub(&x.Args[0].Value)
			}
		}
	})
	s.EachCall(family, func(x eval.Expr) {
		for i := range x.Args {
			options := x.Sub(&x.Args[i].Value)
			if options.Kind != parse.ExprMap || !s.isAdapter(x) {
				continue
			}
			router := options.Arg(-1, "router")
			if inner := options.Arg(-1, "trpcOptions"); inner != nil && router == nil {
				router = inner.Arg(-1, "router")
			}
			if router == nil {
				continue
			}
			under := s.pathOf(options, used[x.Expr])
			for _, v := range s.Evaluate(options.Sub(router)) {
				s.served[v.Expr] = append(s.served[v.Expr], under)
			}
		}
	})
}

// isAdapter reports whether a call, or the plugin that it registers, is of a library that serves
// routers.
func (s *server) isAdapter(x eval.Expr) bool {
	names := []string{s.ExternalName(x)}
	if plugin := x.Sub(&x.Args[0].Value); plugin.Kind == parse.ExprName {
		names = append(names, s.ExternalName(plugin))
	}
	for _, name := range names {
		if strings.HasPrefix(name, "@trpc/server") || strings.HasPrefix(name, "@hono/trpc-server") ||
			strings.HasPrefix(name, "trpc-nuxt") {
			return true
		}
	}
	return false
}

// pathOf returns the path of an adapter with some options: the one that they state, or that it is
// used below, or else that of its file in Next.js.
func (s *server) pathOf(options, below eval.Expr) routes.Prefix {
	for _, name := range []string{"endpoint", "prefix", "basePath"} {
		if given := options.Arg(-1, name); given != nil {
			return s.prefix(options.Sub(given))
		}
	}
	if below.Expr != nil {
		return s.prefix(below)
	}
	_, file, ok := strings.Cut("/"+options.In.File.Path, "/pages/")
	if dir, _, isRest := strings.Cut(file, "/["); ok && isRest {
		return routes.Prefix{Text: "/" + dir, Tier: graph.Exact}
	}
	return routes.Prefix{Tier: graph.Exact}
}

func (s *server) prefix(x eval.Expr) routes.Prefix {
	text, tier := s.KnownText(x)
	return routes.Prefix{Text: "/" + strings.Trim(strings.TrimSuffix(text, "*"), "/"), Tier: tier}
}
