package grpc

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/message"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// node is the language family of Node code.
const node = "typescript"

// nodeWords are those of Node files that implement services, or make clients.
var nodeWords = []string{"@grpc/", "GrpcMethod", "GrpcStream", "_grpc_pb"}

// decorators are those of Nest methods that handle requests, by full name.
var decorators = map[string]bool{"@nestjs/microservices.GrpcMethod": true,
	"@nestjs/microservices.GrpcStreamMethod": true, "@nestjs/microservices.GrpcStreamCall": true}

// node adds the methods that implement services in Node:
//
//	@GrpcMethod('Greeter', 'SayHello')              Nest
//	server.addService(proto.Greeter.service, impl)  @grpc/grpc-js
func (r *reader) node() {
	r.EachAttribute(node, func(d *resolve.Def, x eval.Expr) {
		if !decorators[r.ExternalName(x)] || d.Outer == resolve.None {
			return
		}
		names := []string{r.Table.Def(d.Outer).Name, upper(d.Name)}
		for i := range x.Args[:min(len(x.Args), len(names))] {
			text, ok := r.Text(x.Sub(&x.Args[i].Value))
			if !ok {
				return
			}
			names[i] = text
		}
		r.enter(names[0], names[1], message.ChannelEnd{Def: d.ID, Tier: graph.Exact,
			At: eval.Place{File: x.In.File, At: d.NameAt}})
	})
	r.EachCall(node, func(x eval.Expr) {
		if x.Expr.Text == "addService" && x.Recv != nil && len(x.Args) == 2 {
			r.added(x)
		}
	})
}

// added adds the methods of an object that is added to a server for a service.
func (r *reader) added(x eval.Expr) {
	service := serviceOf(&x.Args[0].Value)
	if service == "" || !r.isServer(x.Sub(x.Recv)) && !r.described[service] {
		return
	}
	for _, v := range r.Evaluate(x.Sub(&x.Args[1].Value)) {
		if class := r.Class(v); class != resolve.None {
			r.methods(service, class)
		}
		if v.Kind != parse.ExprMap {
			continue
		}
		for i := range v.Args {
			arg := v.Sub(&v.Args[i].Value)
			if h := r.handler(x, arg); h.Def != resolve.None && v.Args[i].Name != "" {
				r.enter(service, upper(v.Args[i].Name), message.ChannelEnd{Def: h.Def, Literal: h.Literal,
					Tier: graph.Typed, At: eval.Place{File: arg.In.File, At: arg.At}})
			}
		}
	}
}

// serviceOf returns the service of a description object in code: proto.Greeter.service,
// or the generated GreeterService; "" for others.
func serviceOf(e *parse.Expr) string {
	switch {
	case e.Kind == parse.ExprMember && e.Text == "service" && e.Recv != nil:
		return strings.TrimSuffix(e.Recv.Text, "Client")
	case e.Kind == parse.ExprMember || e.Kind == parse.ExprName:
		return strings.TrimSuffix(between(e.Text, "", "Service"), "I")
	}
	return ""
}

// isServer reports whether an expression holds a created server: new grpc.Server().
func (r *reader) isServer(x eval.Expr) bool {
	for _, v := range r.Evaluate(x) {
		if v.Kind == parse.ExprNew && strings.HasPrefix(r.ExternalName(v), "@grpc/") {
			return true
		}
	}
	return false
}

// methods adds the methods of a class that implements a service, as far as they are in
// a description.
func (r *reader) methods(service string, class resolve.DefID) {
	for _, m := range r.Methods(class) {
		d := r.Table.Def(m.Handler)
		if r.stated[key(service, d.Name)] != "" {
			r.enter(service, d.Name, message.ChannelEnd{Def: d.ID, Tier: graph.Typed,
				At: eval.Place{File: d.File, At: d.NameAt}})
		}
	}
}

// handler returns the handler of requests: a function, or a literal that is passed to a
// call.
func (r *reader) handler(call, x eval.Expr) eval.Handler {
	for _, v := range r.Evaluate(x) {
		if v.Kind == parse.ExprCall && v.Expr.Text == "bind" && v.Recv != nil {
			v = v.Sub(v.Recv) // the bound function
		}
		if v.Kind == parse.ExprLambda {
			return r.Registered(call, r.HandlerOf(v))
		}
		if d := v.Referent().Def; d > resolve.None && r.Table.Def(d).Kind.IsCallable() {
			return eval.Handler{Def: d}
		}
	}
	return eval.Handler{Def: resolve.None}
}
