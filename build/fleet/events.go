package fleet

import (
	"fmt"
	"slices"
	"strings"

	"seedgraph/graph"
)

// eventsOf joins messages of a bus that is a repository of its own: each program declares the types
// of the messages that it sends and takes, and the bus knows them by name.
//
//	record OrderPlaced : Event                       // in orders, and again in mails
//	class Mail : IHandler<OrderPlaced> { Handle(…) } // in mails; Event and IHandler are of the bus
type eventsOf struct {
	*linker
	bases map[uint32][]uint32 // by type: its base types in other members
}

// An event is a type of messages that a member handles.
type event struct {
	node    uint32
	handler uint32
	of      uint32 // the base type of the handler, in the member that has the bus
}

// joinEvents joins the creators of a message to the type of its name that another member handles.
// It needs the joins of base types.
//
// Time grows with the types that have a base in another member, and their creation sites.
func (l *linker) joinEvents() {
	x := &eventsOf{l, map[uint32][]uint32{}}
	for _, j := range l.joins {
		if j.Kind == graph.Inherits || j.Kind == graph.Implements {
			x.bases[j.From] = append(x.bases[j.From], j.To)
		}
	}
	for _, list := range x.bases {
		slices.Sort(list)
	}
	var types []uint32
	for n := range x.bases {
		types = append(types, n)
	}
	slices.Sort(types)
	messages := map[string][]uint32{} // by short name
	for _, n := range types {
		messages[l.g.Nodes[n].Short] = append(messages[l.g.Nodes[n].Short], n)
	}
	for _, n := range types {
		for _, e := range x.handled(n, messages) {
			x.join(e, messages[l.g.Nodes[e.node].Short])
		}
	}
}

// handled lists the messages that a type handles, by its bases as they are written: the argument of
// one that is called a handler.
func (x *eventsOf) handled(n uint32, messages map[string][]uint32) []event {
	var out []event
	node := &x.g.Nodes[n]
	for _, written := range node.Bases {
		name, argument, ok := strings.Cut(strings.TrimSuffix(written, ">"), "<")
		if !ok || !isHandler(name) || strings.ContainsAny(argument, "<,") {
			continue
		}
		base, ok := x.baseCalled(n, lastOf(name))
		if !ok {
			continue
		}
		for _, message := range messages[lastOf(argument)] {
			if method, ok := x.taking(n, lastOf(argument)); ok && x.memberOf(message) == x.memberOf(n) &&
				families[x.g.Nodes[message].Language] == families[node.Language] {
				out = append(out, event{message, method, base})
			}
		}
	}
	return out
}

// isHandler reports whether a type is called one that handles messages.
func isHandler(name string) bool {
	for _, word := range []string{"Handler", "Consumer", "Listener", "Subscriber"} {
		if strings.HasSuffix(lastOf(name), word) {
			return true
		}
	}
	return false
}

// lastOf is the last part of a name.
func lastOf(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// baseCalled is the base type of a name that a type has in another member.
func (x *eventsOf) baseCalled(n uint32, name string) (uint32, bool) {
	for _, base := range x.bases[n] {
		if x.g.Nodes[base].Short == name {
			return base, true
		}
	}
	return 0, false
}

// taking is the method of a type that takes a message, alone or first.
func (x *eventsOf) taking(n uint32, message string) (uint32, bool) {
	for _, m := range x.callables(n) {
		_, parameters, _ := strings.Cut(string(x.g.Nodes[m].ID), "(")
		first := parameters[:max(strings.IndexAny(parameters, ",)"), 0)]
		if lastOf(first) == message {
			return m, true
		}
	}
	return 0, false
}

// join joins a handled message to the creators of one of its name in other members, if both derive
// from one type of the member that has the bus.
func (x *eventsOf) join(e event, named []uint32) {
	bus := x.memberOf(e.of)
	name := x.g.Nodes[e.node].Short
	x.add(join{Edge: graph.Edge{From: e.node, To: e.handler, Kind: graph.Handles, Tier: graph.Unique}, by: byTopic,
		evidence: fmt.Sprintf("%s of %s handles %s", x.g.Nodes[e.of].Short, bus.Name, name)})
	for _, sent := range named {
		if x.memberOf(sent) == x.memberOf(e.node) || !slices.ContainsFunc(x.bases[sent], func(base uint32) bool {
			return x.memberOf(base) == bus && slices.Contains(x.bases[e.node], base)
		}) {
			continue
		}
		for _, by := range x.creators(sent) {
			by.To, by.Kind, by.Tier, by.Recv = e.node, graph.Requests, graph.Heuristic, 0
			x.add(join{Edge: by, by: byTopic, evidence: fmt.Sprintf("it creates a message %s of %s, which %s handles under that name",
				name, bus.Name, x.memberOf(e.node).Name)})
		}
	}
}

// creators lists the edges from the creation sites of a type, directly or by a constructor.
func (x *eventsOf) creators(n uint32) []graph.Edge {
	var out []graph.Edge
	collect := func(e graph.Edge) {
		if e.Kind == graph.Creates && !x.g.Nodes[e.From].Flags.Has(graph.Test) {
			out = append(out, e)
		}
	}
	x.edgesIn(n, collect)
	for _, e := range x.edgesOut(n) {
		if e.Kind == graph.Contains && x.g.Nodes[e.To].Kind == graph.KindConstructor {
			x.edgesIn(e.To, collect)
		}
	}
	return out
}
