package graphql

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/message"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// servers are the functions and classes of Node that take a resolver map, by full name.
var servers = map[string]bool{
	"@apollo/server.ApolloServer": true, "apollo-server.ApolloServer": true,
	"apollo-server-express.ApolloServer": true, "apollo-server-koa.ApolloServer": true,
	"apollo-server-fastify.ApolloServer": true, "apollo-server-lambda.ApolloServer": true,
	"apollo-server-core.ApolloServer": true, "apollo-server-micro.ApolloServer": true,
	"@graphql-tools/schema.makeExecutableSchema": true, "graphql-tools.makeExecutableSchema": true,
	"apollo-server.makeExecutableSchema": true, "graphql-yoga.createSchema": true,
	"@apollo/subgraph.buildSubgraphSchema": true, "apollo-server-express.makeExecutableSchema": true,
	"@apollo/federation.buildFederatedSchema": true, "graphql-yoga.GraphQLServer": true,
}

// mapped adds the resolvers of a map that is passed to a server:
//
//	new ApolloServer({ typeDefs, resolvers: { Query: { orders: (_, args) => … } } })
func (r *reader) mapped(x eval.Expr) {
	if !servers[r.ExternalName(x)] {
		return
	}
	for i := range x.Args {
		for _, options := range r.Evaluate(x.Sub(&x.Args[i].Value)) {
			if list := options.Arg(-1, "resolvers"); list != nil {
				r.objects(options.Sub(list), 0)
			}
			for j := range options.Args { // buildSubgraphSchema([{ typeDefs, resolvers }])
				if module := options.Sub(&options.Args[j].Value); options.Kind == parse.ExprList &&
					module.Arg(-1, "resolvers") != nil {
					r.objects(module.Sub(module.Arg(-1, "resolvers")), 0)
				}
			}
		}
	}
}

// maxDepth bounds nested spreads of maps.
const maxDepth = 20

// objects adds the fields of the objects of a map, of maps spread in it, and of a list
// of maps.
func (r *reader) objects(x eval.Expr, depth int) {
	if depth > maxDepth {
		return
	}
	for _, v := range r.Evaluate(x) {
		for i := range v.Args {
			name, e := v.Args[i].Name, v.Sub(&v.Args[i].Value)
			switch {
			case v.Kind == parse.ExprList, v.Kind == parse.ExprMap && name == "...",
				v.Kind == parse.ExprCall && (v.Expr.Text == "merge" || v.Expr.Text == "mergeResolvers"):
				r.objects(e, depth+1)
			case v.Kind == parse.ExprMap:
				r.fieldsOf(name, e, depth+1)
			}
		}
	}
}

// fieldsOf adds the fields of one object of a map.
func (r *reader) fieldsOf(object string, x eval.Expr, depth int) {
	if depth > maxDepth {
		return
	}
	for _, v := range r.Evaluate(x) {
		if v.Kind != parse.ExprMap {
			continue
		}
		for i := range v.Args {
			name, e := v.Args[i].Name, v.Sub(&v.Args[i].Value)
			if name == "..." {
				r.fieldsOf(object, e, depth+1)
				continue
			}
			r.field(object, name, e)
		}
	}
}

// field adds the function that computes a field; for a subscription the one that yields
// its events. A field is not added for a renaming.
func (r *reader) field(object, name string, x eval.Expr) {
	word := wordOf(object)
	if len(name) > 1 && name[:2] == "__" { // __resolveType, __resolveReference
		return
	}
	h := r.handler(x, word == "SUBSCRIPTION")
	if h.Def == resolve.None {
		return
	}
	if word == "FIELD" {
		name = object + "." + name
	}
	if h.Literal.File != nil {
		h.Literal.Name = object + "." + resolve.LastName(name)
	}
	r.found = append(r.found, message.ChannelEnd{Def: h.Def, Literal: h.Literal, Tier: graph.Exact,
		Topic: message.Topic{System: "graphql", Scope: r.Project(x.In.File), Word: word, Name: name},
		At:    eval.Place{File: x.In.File, At: x.At}})
}

// handler returns the function that an expression refers to.
func (r *reader) handler(x eval.Expr, subscribes bool) eval.Handler {
	for _, v := range r.Evaluate(x) {
		switch {
		case v.Kind == parse.ExprLambda:
			return r.literalOf(v)
		case v.Kind == parse.ExprMap && subscribes && v.Arg(-1, "subscribe") != nil:
			return r.handler(v.Sub(v.Arg(-1, "subscribe")), false)
		case v.Referent().Def > resolve.None && r.Table.Def(v.Referent().Def).Kind.IsCallable() &&
			v.Kind != parse.ExprCall:
			return eval.Handler{Def: v.Referent().Def}
		}
	}
	return eval.Handler{Def: resolve.None}
}

// literalOf returns the handler for a function literal: a separate node, even if a
// variable holds the map that contains it.
func (r *reader) literalOf(x eval.Expr) eval.Handler {
	h := r.HandlerOf(x)
	if d := r.Table.Def(x.Def); h.Literal.File != nil || x.Body.IsEmpty() || d.Body == x.Body {
		return h
	}
	h.Literal = eval.Literal{File: x.In.File, Outer: x.Def, Body: x.Body.Start,
		Range: parse.Range{Start: min(x.At, x.Body.Start), End: x.Body.End}}
	return h
}
