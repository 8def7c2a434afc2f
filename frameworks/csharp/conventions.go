package csharp

import (
	"slices"
	"strings"

	"seedgraph/frameworks/concept/message"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// runners are the names of the methods by which Wolverine runs a handler, without the
// suffix Async; sagas have more of them.
var (
	runners = []string{"Handle", "Handles", "Consume", "Consumes"}
	starts  = []string{"Orchestrate", "Orchestrates", "Start", "Starts", "StartOrHandle",
		"StartsOrHandles", "NotFound"}
)

// wolverines lists the projects with a file that imports Wolverine: their assemblies
// are searched for handlers.
func (r *messageReader) wolverines() map[string]bool {
	out := map[string]bool{}
	for _, f := range r.Table.Files {
		for i := range f.Imports {
			p := f.Imports[i].Path
			if f.Language == language && !f.Test && (p == "Wolverine" || strings.HasPrefix(p, "Wolverine.")) {
				out[r.Project(f)] = true
			}
		}
	}
	return out
}

// The types that mark a class as a message handler.
var (
	handlers = names{"IWolverineHandler": {"Wolverine.IWolverineHandler"}}
	sagas    = names{"Saga": {"Wolverine.Saga"}}
)

// conventional adds the methods of a class that a bus finds by names and attributes:
// public methods of a public class whose first parameter is the message.
//
//	public class OrderHandler { public void Handle(PlaceOrder order, IStore store) { … } }
func (r *messageReader) conventional(d *resolve.Def, wolverine bool) {
	tier, methods := graph.Exact, runners
	switch {
	case r.hasAttribute(d, "NServiceBus", "Handler"):
		methods = runners[:1]
	case !wolverine || !resolve.HasModifier(d, "public") ||
		r.hasAttribute(d, "Wolverine.Attributes", "WolverineIgnore"):
		return
	case r.isOf(d, sagas):
		methods = append(slices.Clone(runners), starts...)
	case r.isOf(d, handlers), r.hasAttribute(d, "Wolverine.Attributes", "WolverineHandler"):
	case strings.HasSuffix(d.Name, "Handler"), strings.HasSuffix(d.Name, "Consumer"):
		tier = graph.Unique // it is unknown whether the assembly is searched
	default:
		return
	}
	for i := range d.File.Definitions {
		m := r.Table.Def(d.File.ID(int32(i)))
		if m.Outer != d.ID || m.Kind != graph.KindMethod || len(m.Params) == 0 ||
			!resolve.HasModifier(m, "public") ||
			!slices.Contains(methods, strings.TrimSuffix(m.Name, "Async")) {
			continue
		}
		t := r.Binder(d.File).TypeOf(m.Params[0].Type, m.ID, m.NameAt)
		if t.Def > resolve.None && r.Table.Def(t.Def).Kind != graph.KindEnum {
			r.found = append(r.found, message.Handler{Message: t.Def, Handler: m.ID, Tier: tier})
		}
	}
}

// isOf reports whether a class is declared with one of some external base types.
func (r *messageReader) isOf(d *resolve.Def, of names) bool {
	return slices.ContainsFunc(d.Bases, func(written parse.TypeRef) bool {
		return slices.Contains(of[resolve.LastName(written.Name)], written.Name)
	}) || slices.ContainsFunc(r.Table.Bases[r.Table.Canon[d.ID]], func(b resolve.Type) bool {
		return r.full(b, d.File, of) != ""
	})
}

// hasAttribute reports whether a class has an attribute from a namespace.
func (r *messageReader) hasAttribute(d *resolve.Def, space, name string) bool {
	return slices.ContainsFunc(d.Decorators, func(written string) bool {
		short := strings.TrimSuffix(resolve.LastName(written), "Attribute")
		return short == name && r.sees(d.File, space)
	})
}

// The MassTransit state machine classes, and the types of their members, with the
// position of the message type argument.
var (
	machines = names{"MassTransitStateMachine": {"Automatonymous.MassTransitStateMachine",
		"MassTransit.MassTransitStateMachine"}}
	// futures receive messages of their first type argument
	futures = names{"Future": {"MassTransit.Future", "MassTransit.Futures.Future"}}

	received = map[string]int{"MassTransit.Event": 0, "Automatonymous.Event": 0,
		"MassTransit.Schedule": 1, "Automatonymous.Schedule": 1}
	receiving = namesOf(received)
)

// machine adds the messages that a state machine receives: those of the events that it
// declares. Its constructor defines the reactions.
//
//	public Event<OrderSubmitted> Submitted { get; private set; }
func (r *messageReader) machine(class resolve.DefID) {
	d := r.Table.Def(class)
	handler := r.constructor(class)
	for i := range d.File.Definitions {
		m := r.Table.Def(d.File.ID(int32(i)))
		if m.Outer != class || m.Kind != graph.KindProperty && m.Kind != graph.KindField {
			continue
		}
		t := r.Binder(d.File).TypeOf(m.Type, m.ID, m.NameAt)
		n, ok := received[r.full(t, d.File, receiving)]
		if ok && n < len(t.Args) && t.Args[n].Def > resolve.None {
			r.found = append(r.found, message.Handler{Message: t.Args[n].Def, Handler: handler,
				Tier: graph.Exact})
		}
	}
}

// constructor returns the constructor of a class, or else the class itself.
func (r *messageReader) constructor(class resolve.DefID) resolve.DefID {
	for _, m := range r.Table.Own(class, r.Table.Def(class).Name) {
		if r.Table.Def(m).Kind == graph.KindConstructor {
			return m
		}
	}
	return class
}
