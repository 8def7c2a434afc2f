// Package trpc finds the procedures of tRPC, which are routes, and the calls of its clients.
//
//	routers.go   routers, their procedures and the adapters that serve them
//	clients.go   calls of procedures through clients, hooks of React and callers
//
// A procedure is served at the path of its router's adapter, followed by the names of the routers
// around it, joined by dots, as tRPC 10 and 11 do. A query is a GET request, a mutation a POST
// request.
//
//	appRouter = router({ order: router({ list: publicProcedure.query(…) }) })
//	trpc.order.list.useQuery()    // GET /api/trpc/order.list
package trpc

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/request"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/parse"
)

// Framework returns the rules of the server.
func Framework() routes.Framework { return framework{&serverHead} }

// Client returns the rules of the clients.
func Client() request.Client { return client{&clientHead} }

type framework struct{ *interest.Head }

type client struct{ *interest.Head }

// FollowsRoutes implements [interest.Follower].
func (client) FollowsRoutes() {}

const family = "typescript"

// libraries are the names of packages that only users of tRPC import.
var libraries = []string{"@trpc/", "@hono/trpc-server", "trpc-nuxt"}

// serverHead requests the sites of the files that may declare routers or procedures.
var serverHead = interest.Head{Languages: interest.Scripts, Names: libraries,
	Words: []string{"outer", "rocedure", "trpc", "TRPC"}}

// clientHead requests the sites of the files that may make or use a client. Its name is free, but a
// file with none of the words calls no procedure through it.
var clientHead = interest.Head{Languages: append([]string{"vue", "svelte"}, interest.Scripts...),
	Names: libraries,
	Words: []string{"trpc", "TRPC", ".useQuery", ".useMutation", ".useSuspenseQuery",
		".useInfiniteQuery", ".useSubscription", ".query(", ".mutate(", ".queryOptions", ".mutationOptions", ".createCaller",
		"createCaller", ".useUtils", ".prefetch"}}

// placeOf returns the place of an expression.
func placeOf(x eval.Expr) eval.Place { return eval.Place{File: x.In.File, At: x.At} }

// rootOf returns the expression at the start of a chain of calls and members, with the names of the
// members, the first one first.
//
//	trpc.order.list.useQuery()    trpc; order, list, useQuery
func rootOf(x eval.Expr) (root eval.Expr, names []string) {
	for x.Recv != nil && (x.Kind == parse.ExprCall || x.Kind == parse.ExprMember) {
		if x.Expr.Text != "" {
			names = append([]string{x.Expr.Text}, names...)
		}
		x = x.Sub(x.Recv)
	}
	return x, names
}
