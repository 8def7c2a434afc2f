package csharp

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/message"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// SignalR sends to its clients by the name of a method, which they register:
//
//	hub.Clients.Group(id).SendAsync("OrderPaid", order)      connection.On<Order>("OrderPaid", o => …)
//
// or by a call of a method of the interface that a typed hub declares for its clients:
//
//	hub.Clients.All.OrderPaid(order)
const signalR = "Microsoft.AspNetCore.SignalR"

// hubSends are the methods that send by name. The streaming ones are those of a client.
var hubSends = map[string]bool{"SendAsync": true, "SendCoreAsync": true, "InvokeAsync": true, "InvokeCoreAsync": true}

// hub adds the event that a call sends to the clients of a hub.
func (r *queues) hub(x eval.Expr) {
	if x.Recv == nil || !r.sees(x.In.File, signalR) || !r.isHubClients(x.Sub(x.Recv), 0) {
		return
	}
	e := message.ChannelEnd{Sends: true, Def: x.Def, Tier: graph.Typed,
		Topic: message.Topic{System: "signalr", Word: "EVENT"}}
	if hubSends[x.Expr.Text] {
		if name := x.Arg(0, "method"); name != nil {
			r.enter(x, e, x.Sub(name))
		}
		return
	}
	d := x.Referent().Def
	if d <= resolve.None || r.Table.Def(r.Table.EnclosingType(d)).Kind != graph.KindInterface {
		return
	}
	e.Name, e.At = r.Table.Def(d).Name, eval.Place{File: x.In.File, At: x.At}
	r.ends = append(r.ends, e)
}

// maxHubChain bounds a chain of members to the clients of a hub.
const maxHubChain = 6

// isHubClients reports whether an expression is a member of the clients of a hub, or a
// call on them: hub.Clients.All, Clients.Group(name), or a local that holds one.
func (r *queues) isHubClients(x eval.Expr, depth int) bool {
	for ; depth < maxHubChain; depth++ {
		if x.Kind == parse.ExprName {
			for _, v := range r.ReachingValues(x) {
				if v.Kind != parse.ExprName && r.isHubClients(v, depth+1) {
					return true
				}
			}
			return false
		}
		if x.Recv == nil {
			return false
		}
		if of := x.Recv; (of.Kind == parse.ExprMember || of.Kind == parse.ExprName) && of.Text == "Clients" {
			return r.isExternal(x.Sub(of))
		}
		x = x.Sub(x.Recv)
	}
	return false
}

// isExternal reports whether a member is not declared in the tree.
func (r *queues) isExternal(x eval.Expr) bool { return x.Referent().Def <= resolve.None }
