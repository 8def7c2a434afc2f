package trpc

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/request"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// calls are the methods of a procedure in a client, with the verbs of its requests. Those that
// only name the cache of a query, such as invalidate and setData, make none.
var calls = map[string]string{
	"query": "GET", "useQuery": "GET", "useSuspenseQuery": "GET", "useInfiniteQuery": "GET",
	"useSuspenseInfiniteQuery": "GET", "usePrefetchQuery": "GET", "fetch": "GET",
	"fetchInfinite": "GET", "prefetch": "GET", "prefetchInfinite": "GET", "ensureData": "GET", "queryOptions": "GET",
	"infiniteQueryOptions": "GET", "useLazyQuery": "GET",
	"mutate": "POST", "mutateAsync": "POST", "useMutation": "POST", "mutationOptions": "POST",
	"subscribe": "GET", "useSubscription": "GET", "subscriptionOptions": "GET",
}

// makers are the functions of libraries that make a client, or an object with one as a member.
var makers = map[string]bool{
	"createTRPCReact": true, "createTRPCNext": true, "createTRPCClient": true,
	"createTRPCProxyClient":  true,
	"createTRPCOptionsProxy": true, "createTRPCContext": true, "createTRPCQueryUtils": true,
	"createHydrationHelpers": true, "createServerSideHelpers": true, "createTRPCNuxtClient": true,
	"experimental_createTRPCNextAppDirClient": true, "experimental_createTRPCNextAppDirServer": true,
}

// derived are the methods and hooks of a client whose result is a client of the same router.
var derived = map[string]bool{"useUtils": true, "useContext": true, "useQueryUtils": true,
	"useTRPC": true, "useTRPCClient": true, "createClient": true}

// A kind is what an expression has to do with procedures.
type kind int

const (
	none    kind = iota
	proxy        // a client: its members are routers and procedures, whose methods make requests
	direct       // a caller on the server: its methods are procedures
	factory      // a function that makes a caller
)

// A caller collects the calls of procedures of one tree.
type caller struct {
	*eval.Tree
	found []request.Request
	known map[place]kind
	left  int // steps of evaluation for this call
}

// maxSteps bounds the evaluation of one receiver: clients are a few assignments and calls away.
const maxSteps = 300

// A place is a variable, a parameter or a member reached from one: ctx.caller.
type place struct {
	def   resolve.DefID
	local *parse.Local
	path  string // the names of the members, each after a dot
}

// placeIn returns the place that a name or a chain of members denotes; ok is false for other
// expressions, and for those with parameters bound to arguments.
func placeIn(x eval.Expr) (p place, ok bool) {
	if !x.Env.IsEmpty() {
		return p, false
	}
	root := x.Expr
	for root.Kind == parse.ExprMember && root.Recv != nil {
		p.path = "." + root.Text + p.path
		root = root.Recv
	}
	if root.Kind != parse.ExprName {
		return p, false
	}
	name := x.Sub(root)
	p.def, p.local = name.Referent().Def, name.Local()
	return p, p.def != resolve.None || p.local != nil
}

// Requests lists the calls of procedures by their names.
func (client) Requests(t *eval.Tree) []request.Request {
	if !t.ImportsAny(family, isClientLibrary) {
		return nil
	}
	c := &caller{Tree: t, known: map[place]kind{}}
	for x := range t.Family(family) {
		x.Walk(func(e *parse.Expr) {
			if e.Kind == parse.ExprCall && e.Recv != nil {
				c.call(x.Sub(e))
			}
		})
	}
	return c.found
}

func isClientLibrary(module string) bool {
	return strings.HasPrefix(module, "@trpc/") || strings.HasPrefix(module, "trpc-nuxt")
}

// call adds the request of a call of a procedure.
func (c *caller) call(x eval.Expr) {
	verb := calls[x.Expr.Text]
	c.left = maxSteps
	of, names := c.kindOf(x.Sub(x.Recv), 0)
	switch {
	case of == direct:
		verb, names = request.Any, append(names, x.Expr.Text)
	case of != proxy || verb == "" || len(names) == 0:
		return
	}
	c.found = append(c.found, request.Request{Verb: verb, Handler: resolve.None,
		Name: strings.Join(names, "."), Address: request.Address{By: x.Def, At: placeOf(x)}, Tier: graph.Typed})
}

// kindOf returns the kind of an expression, and the names of the members that lead from a client or
// caller to it.
func (c *caller) kindOf(x eval.Expr, depth int) (of kind, names []string) {
	if depth > maxDepth {
		return none, nil
	}
	switch x.Kind {
	case parse.ExprName:
		return c.held(x, depth), nil
	case parse.ExprMember:
		if of, names = c.kindOf(x.Sub(x.Recv), depth+1); of == proxy || of == direct {
			return of, append(names, x.Expr.Text)
		}
		return c.held(x, depth), nil
	case parse.ExprCall:
		return c.made(x, depth), nil
	}
	return none, nil
}

// held is kindOf for the values of a name or member. They are evaluated once for each place: most
// calls of an application have a receiver that is no client.
func (c *caller) held(x eval.Expr, depth int) kind {
	p, ok := placeIn(x)
	if of, found := c.known[p]; ok && found {
		return of
	}
	of := c.valued(x, depth)
	if ok && c.left > 0 {
		c.known[p] = of
	}
	return of
}

// valued returns the kind of the values of a name or member.
func (c *caller) valued(x eval.Expr, depth int) kind {
	for _, v := range c.EvaluateWithin(x, &c.left) {
		if v.Expr == x.Expr || c.left <= 0 {
			continue
		}
		if of, names := c.kindOf(v, depth+1); of != none && len(names) == 0 {
			return of
		}
	}
	return none
}

// made returns the kind of the result of a call.
func (c *caller) made(x eval.Expr, depth int) kind {
	name := x.Expr.Text
	full := c.ExternalName(x)
	if isClientLibrary(full) && makers[full[strings.LastIndexByte(full, '.')+1:]] {
		return proxy
	}
	switch {
	case name == "createCallerFactory":
		return factory
	case name == "createCaller" && x.Recv != nil:
		return direct
	case x.Recv != nil && derived[name]:
		of, _ := c.kindOf(x.Sub(x.Recv), depth+1)
		return of
	case x.Recv != nil:
		return none
	}
	callee := x.Sub(&parse.Expr{Kind: parse.ExprName, At: x.At, Text: name})
	switch of := c.held(callee, depth+1); {
	case of == factory:
		return direct
	case derived[name] && (of == proxy || c.isBound(callee)):
		return proxy
	}
	return c.valued(x, depth)
}

// isBound reports whether a name is bound in a file that makes clients. Values that are taken out
// of an object are not followed:
//
//	export const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>()
func (c *caller) isBound(x eval.Expr) bool {
	d := x.Referent().Def
	return d != resolve.None && slices.ContainsFunc(c.Table.Def(d).File.Imports,
		func(im parse.Import) bool { return isClientLibrary(im.Path) })
}
