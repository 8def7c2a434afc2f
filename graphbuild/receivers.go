package graphbuild

import (
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// received returns the index in the graph of the receivers of a binding.
func (c *collector) received(b *resolve.Binder, recv uint32) uint32 {
	if recv == 0 {
		return 0
	}
	var out []graph.Receiver
	for _, x := range b.ReceiverSets[recv-1] {
		out = append(out, receiver(x))
	}
	return c.receivers.Add(out)
}

// receiver converts a receiver to node numbers.
func receiver(x resolve.Receiver) graph.Receiver {
	out := graph.Receiver{Form: x.Form}
	if !x.Form.HasClass() {
		return out
	}
	out.Class = nodeOf(x.Class)
	for _, a := range x.Args {
		arg := graph.TypeArg(0)
		switch {
		case a.Class > resolve.None:
			arg = graph.ClassArg(nodeOf(a.Class))
		case a.Param > 0:
			arg = graph.ParamArg(a.Param - 1)
		}
		out.Args = append(out.Args, arg)
	}
	return out
}

// baseReceiver returns the index of a base type with its type arguments, 0 without an
// argument that is a class of the tree.
func baseReceiver(receivers *graph.Receivers, b *resolve.Binder, class resolve.DefID, t resolve.Type) uint32 {
	x, ok := b.Table.ReceiverOfBase(class, t)
	if !ok {
		return 0
	}
	return receivers.Add([]graph.Receiver{receiver(x)})
}

// handledOn returns the index of the receiver of a handler that runs on objects of a
// class, 0 if the class is unknown, or implied by the handler's declaration.
func (c *collector) handledOn(ix *resolve.Table, class, handler resolve.DefID) uint32 {
	if class <= 0 || handler <= resolve.None {
		return 0
	}
	class = ix.Canon[class]
	if ix.EnclosingType(handler) == class && !ix.HasDerived(class) {
		return 0
	}
	return c.receivers.Add([]graph.Receiver{{Class: nodeOf(class), Form: graph.ReceiverExact}})
}

// where returns the index of the receivers that satisfy a condition, 0 if x is nil.
func (c *collector) where(ix *resolve.Table, x *data.Condition) uint32 {
	if x == nil {
		return 0
	}
	args := make([]graph.TypeArg, max(x.Param+1, len(ix.Def(x.Owner).TypeParams)))
	args[x.Param] = graph.ClassArg(nodeOf(x.Given))
	return c.receivers.Add([]graph.Receiver{{Class: nodeOf(x.Owner), Args: args,
		Form: graph.ReceiverWhere}})
}
