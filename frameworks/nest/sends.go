package nest

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/message"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// sendingBuses are the types that send messages, with their methods; the message is the first
// argument.
var sendingBuses = map[string]string{
	"@nestjs/cqrs.CommandBus": "execute", "@nestjs/cqrs.ICommandBus": "execute",
	"@nestjs/cqrs.QueryBus": "execute", "@nestjs/cqrs.IQueryBus": "execute",
	"@nestjs/cqrs.EventBus": "publish publishAll", "@nestjs/cqrs.IEventBus": "publish publishAll",
}

// aggregate is the base of classes that send what they apply to themselves.
const aggregate = "@nestjs/cqrs.AggregateRoot"

// busHead requests the sites of the files that may send messages, in a tree that uses the buses.
var busHead = interest.Head{Languages: []string{"typescript", "javascript"},
	Words: []string{"execute(", "publish(", "publishAll(", "apply("}, Names: []string{"@nestjs/cqrs"}}

// Sendings lists the messages that calls send, if a class of the tree is their type:
//
//	this.commands.execute(new Place(id));    this.events.publishAll([new Placed(id)]);
//	this.apply(new Placed(id));              in an AggregateRoot
//	send(new Place(id));                     of the tree, which sends its parameter
func (bus) Sendings(t *eval.Tree) []message.Publish {
	var out []message.Publish
	w := message.NewForwards(t, family)
	t.EachCall(family, func(x eval.Expr) {
		if len(x.Args) == 0 || !sends(t, x) {
			return
		}
		arg := x.Sub(&x.Args[0].Value)
		for _, of := range sentTypes(t, arg) {
			if t.Table.Def(of.Def).Kind.IsType() {
				out = append(out, message.Publish{Message: of.Def, By: x.Def, Open: true,
					Tier: resolve.WeakerTier(graph.Typed, of.Tier), At: eval.Place{File: x.In.File, At: x.At}})
			}
		}
		w.Enter(x, arg.Expr)
	})
	return append(out, w.Sendings()...)
}

// sends reports whether a call sends its first argument.
func sends(t *eval.Tree, x eval.Expr) bool {
	switch {
	case x.Recv == nil:
		return false
	case x.Recv.Kind == parse.ExprName && x.Recv.Text == "this":
		return x.Expr.Text == "apply" && slices.Contains(t.ExternalBases(t.Table.EnclosingType(x.Def)), aggregate)
	}
	return slices.Contains(strings.Fields(sendingBuses[declared(t, x.Sub(x.Recv))]), x.Expr.Text)
}

// sentTypes lists the possible types of an argument, or of the elements of a list: those of
// created objects, or else the declared type.
func sentTypes(t *eval.Tree, x eval.Expr) (out []resolve.Type) {
	if x.Kind == parse.ExprList {
		for i := range x.Args {
			out = append(out, sentTypes(t, x.Sub(&x.Args[i].Value))...)
		}
		return out
	}
	for _, v := range t.Evaluate(x) {
		if class := t.Class(v); class > resolve.None {
			out = append(out, resolve.Type{Def: class, Owner: resolve.None})
		}
	}
	if out != nil {
		return out
	}
	of := x.In.ValueType(x.At)
	if l := x.Local(); of.Def <= resolve.None && l != nil && !l.Type.IsZero() {
		of = t.Binder(x.In.File).TypeOf(l.Type, x.Def, x.At)
	}
	if of.Form == parse.FormList && len(of.Args) > 0 {
		of = of.Args[0]
	}
	for _, d := range alternatives(of) {
		out = append(out, resolve.Type{Def: d, Owner: resolve.None, Tier: of.Tier})
	}
	return out
}
