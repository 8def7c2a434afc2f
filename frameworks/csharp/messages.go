package csharp

import (
	"maps"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/message"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Bus returns the rules of C#.
func Bus() message.Bus { return bus{&busHead} }

type bus struct{ *interest.Head }

// busHead requests the sites of the files that may send messages, in a tree that uses a
// bus, and the attributes of those that may handle them.
var busHead = interest.Head{Languages: []string{language},
	Words: append(subscribeWords, sendWords...), Names: busWords,
	Else: []interest.Head{{Words: busWords, Scope: parse.AttributeSites}}}

// busWords are those of files that use a bus, or have handlers of one declared in the
// tree.
var busWords = []string{"MediatR", "using Mediator", "MassTransit", "NServiceBus", "Rebus",
	"Wolverine", "SlimMessageBus", "EasyNetQ", "Volo.Abp.EventBus", "Paramore.Brighter",
	"JustSaying", "CommandHandler<", "QueryHandler<", "RequestHandler<", "MessageHandler<",
	"NotificationHandler<", "IEventHandler<", "DomainEventHandler<", "IntegrationEventHandler<",
	"IConsumer<", "IHandle<", "IHandleAsync<", "IHandles<", "Subscribe<", "SubscribeAsync<", "SubscribeAny<", "AddListener<", "Listen<"}

// subscribeWords are those of files that subscribe to a bus of the tree.
var subscribeWords = []string{"Subscribe<", "SubscribeAsync<", "SubscribeAny<", "AddListener<", "Listen<"}

// interfaces are the library interfaces and base classes whose first type argument is
// the message, by full name, with the handler method.
var interfaces = map[string]string{
	"MediatR.AsyncRequestHandler":                            "Handle",
	"MediatR.RequestHandler":                                 "Handle",
	"MediatR.NotificationHandler":                            "Handle",
	"MediatR.IRequestHandler":                                "Handle",
	"MediatR.INotificationHandler":                           "Handle",
	"MediatR.IStreamRequestHandler":                          "Handle",
	"Mediator.IRequestHandler":                               "Handle",
	"Mediator.ICommandHandler":                               "Handle",
	"Mediator.IQueryHandler":                                 "Handle",
	"Mediator.INotificationHandler":                          "Handle",
	"MassTransit.IConsumer":                                  "Consume",
	"MassTransit.IJobConsumer":                               "Run",
	"MassTransit.InitiatedBy":                                "Consume",
	"MassTransit.InitiatedByOrOrchestrates":                  "Consume",
	"MassTransit.Orchestrates":                               "Consume",
	"MassTransit.Observes":                                   "Consume",
	"MassTransit.Saga.InitiatedBy":                           "Consume",
	"MassTransit.Saga.InitiatedByOrOrchestrates":             "Consume",
	"MassTransit.Saga.Orchestrates":                          "Consume",
	"MassTransit.Saga.Observes":                              "Consume",
	"MassTransit.IActivity":                                  "Execute",
	"MassTransit.IExecuteActivity":                           "Execute",
	"MassTransit.Courier.IActivity":                          "Execute",
	"MassTransit.Courier.IExecuteActivity":                   "Execute",
	"NServiceBus.IHandleMessages":                            "Handle",
	"NServiceBus.IAmStartedByMessages":                       "Handle",
	"NServiceBus.IHandleTimeouts":                            "Timeout",
	"Rebus.Handlers.IHandleMessages":                         "Handle",
	"Rebus.Sagas.IAmInitiatedBy":                             "Handle",
	"Paramore.Brighter.RequestHandler":                       "Handle",
	"Paramore.Brighter.RequestHandlerAsync":                  "HandleAsync",
	"JustSaying.Messaging.MessageHandling.IHandlerAsync":     "Handle",
	"SlimMessageBus.IConsumer":                               "OnHandle",
	"SlimMessageBus.IRequestHandler":                         "OnHandle",
	"EasyNetQ.AutoSubscribe.IConsume":                        "Consume",
	"EasyNetQ.AutoSubscribe.IConsumeAsync":                   "ConsumeAsync",
	"Volo.Abp.EventBus.ILocalEventHandler":                   "HandleEventAsync",
	"Volo.Abp.EventBus.Distributed.IDistributedEventHandler": "HandleEventAsync",
	"FastEndpoints.IEventHandler":                            "HandleAsync",
	"FastEndpoints.ICommandHandler":                          "ExecuteAsync",
}

// Handlings lists the handlers in C# classes, and those that calls subscribe to a bus of
// the tree.
func (bus) Handlings(t *eval.Tree) []message.Handler {
	r := newReader(t)
	conventions := r.wolverines()
	for _, f := range t.Table.Files {
		if f.Language != language || f.Test {
			continue
		}
		wolverine := conventions[t.Project(f)]
		for i := range f.Definitions {
			d := f.ID(int32(i))
			def := t.Table.Def(d)
			if !def.Kind.IsType() || def.Kind == graph.KindInterface ||
				resolve.HasModifier(def, "abstract") {
				continue
			}
			if len(t.Table.Bases[d]) > 0 {
				r.class(d)
			}
			r.conventional(def, wolverine)
		}
	}
	r.subscriptions()
	return r.found
}

// A messageReader collects the handlers of one tree.
type messageReader struct {
	*eval.Tree
	global   map[string]map[string]bool // namespaces of global usings, by project
	imported map[*resolve.File]map[string]bool
	found    []message.Handler
}

func newReader(t *eval.Tree) *messageReader {
	return &messageReader{Tree: t, imported: map[*resolve.File]map[string]bool{}}
}

// maxBases bounds the base types that are followed.
const maxBases = 40

// class adds the messages that a class handles, by its interfaces and those of its base
// types, with type arguments substituted.
func (r *messageReader) class(class resolve.DefID) {
	todo := slices.Clone(r.Table.Bases[class])
	of := make([]resolve.DefID, len(todo)) // which type declares the base
	for i := range of {
		of[i] = class
	}
	for i := 0; i < len(todo) && i < maxBases; i++ {
		b := todo[i]
		f := r.Table.Def(of[i]).File
		if methods, tier := r.methods(b, f); len(methods) > 0 {
			r.enter(class, r.unwrapped(b.Args[0], f), methods, tier)
		}
		switch {
		case r.full(b, f, machines) != "":
			r.machine(class)
		case r.full(b, f, futures) != "" && len(b.Args) > 0 && b.Args[0].Def > resolve.None:
			r.found = append(r.found, message.Handler{Message: b.Args[0].Def,
				Handler: r.constructor(class), Tier: graph.Exact})
		}
		if b.Def <= resolve.None {
			continue
		}
		for _, next := range r.Table.Bases[b.Def] {
			todo = append(todo, resolve.Substitute(next, b.Def, b.Args))
			of = append(of, b.Def)
		}
	}
}

// methods returns the names of the handler methods of a base type in a file; nil for
// other types. There are several if the file imports namespaces that each have such a
// type.
func (r *messageReader) methods(b resolve.Type, f *resolve.File) (methods []string, tier graph.Tier) {
	if len(b.Args) == 0 {
		return nil, 0
	}
	if b.Def > resolve.None {
		if m := r.own(b.Def); m != "" {
			methods = []string{m}
		}
		return methods, graph.Heuristic
	}
	for _, full := range r.fulls(b, f, handling) {
		methods = append(methods, interfaces[full])
	}
	return methods, graph.Exact
}

// names maps the last components of full type names to the sorted full names.
type names map[string][]string

// namesOf returns the keys of a table.
func namesOf[V any](table map[string]V) names {
	out := names{}
	for _, full := range slices.Sorted(maps.Keys(table)) {
		short := resolve.LastName(full)
		out[short] = append(out[short], full)
	}
	return out
}

var handling = namesOf(interfaces)

// full returns the full name of an external type in a file, if it is one of the given
// names, and "" otherwise.
func (r *messageReader) full(t resolve.Type, f *resolve.File, of names) string {
	for _, full := range r.fulls(t, f, of) {
		return full
	}
	return ""
}

// fulls lists those of the given names that a type may refer to: several if the file
// imports several namespaces that have the name, and the library is unknown.
func (r *messageReader) fulls(t resolve.Type, f *resolve.File, of names) (out []string) {
	name := t.Name
	if t.Def < resolve.None {
		name = f.ExternalName(t.Def)
	} else if t.Def > resolve.None {
		return nil
	}
	name, _, _ = strings.Cut(name, "<")
	for _, full := range of[resolve.LastName(name)] {
		space := strings.TrimSuffix(full, "."+resolve.LastName(full))
		if full == name || !strings.Contains(name, ".") && r.sees(f, space) {
			out = append(out, full)
		}
	}
	return out
}

// sees reports whether a file imports a namespace, directly or by a global using of its
// project.
func (r *messageReader) sees(f *resolve.File, space string) bool {
	if r.global == nil {
		r.global = map[string]map[string]bool{}
		for _, f := range r.Table.Files {
			for i := range f.Imports {
				if !f.Imports[i].Global {
					continue
				}
				p := r.Project(f)
				if r.global[p] == nil {
					r.global[p] = map[string]bool{}
				}
				r.global[p][f.Imports[i].Path] = true
			}
		}
	}
	if r.imported[f] == nil {
		r.imported[f] = map[string]bool{}
		for i := range f.Imports {
			r.imported[f][f.Imports[i].Path] = true
		}
	}
	return r.imported[f][space] || r.global[r.Project(f)][space]
}

// endings are the suffixes of handler interfaces declared in the tree.
var endings = []string{"Handler", "Consumer", "Subscriber", "Listener", "IHandle", "IHandleAsync", "IHandles"}

// own returns the method by which an interface of the tree receives messages: the
// interface is generic over the message, and exactly one of its methods takes one.
func (r *messageReader) own(of resolve.DefID) string {
	d := r.Table.Def(of)
	if d.Kind != graph.KindInterface || len(d.TypeParams) == 0 ||
		!slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(d.Name, e) }) {
		return ""
	}
	name := ""
	for i := range d.File.Definitions {
		m := &d.File.Definitions[i]
		if d.File.ID(m.Parent) != of || m.Kind != graph.KindMethod || len(m.Params) == 0 ||
			m.Params[0].Type.Name != d.TypeParams[0] {
			continue
		}
		if name != "" && name != m.Name {
			return ""
		}
		name = m.Name
	}
	return name
}

// wrappers are the types whose type argument is the message, of which a consumer
// receives several.
var wrappers = names{"Batch": {"MassTransit.Batch"}}

// unwrapped returns the message that a handler of a type receives.
func (r *messageReader) unwrapped(t resolve.Type, f *resolve.File) resolve.Type {
	if len(t.Args) == 1 && r.full(t, f, wrappers) != "" {
		return t.Args[0]
	}
	return t
}

// enter adds the method of a class that receives a message, of the tree or of a
// library: the one with a parameter of its type, possibly wrapped, or else the class
// itself.
func (r *messageReader) enter(class resolve.DefID, of resolve.Type, methods []string,
	tier graph.Tier) {
	h := message.Handler{Handler: class, Class: class, Tier: tier}
	var name string
	if of.Def > resolve.None {
		h.Message, name = of.Def, r.Table.Def(of.Def).Name
	} else {
		outside, ok := message.OutsideType(r.Tree, parse.TypeRef{}, r.Table.Def(class), of)
		if !ok {
			return
		}
		h.Outside, name = outside, resolve.LastName(outside.Type)
	}
	for _, c := range r.Ancestry(class) {
		for _, method := range methods {
			for _, m := range r.Table.Own(c, method) {
				d := r.Table.Def(m)
				if len(d.Params) > 0 && mentions(d.Params[0].Type, name) {
					h.Handler = m
					r.found = append(r.found, h)
					return
				}
			}
		}
	}
	r.found = append(r.found, h)
}

// mentions reports whether a type reference has a name, or has a type of that name as
// its only type argument, recursively: ConsumeContext<Batch<Order>>.
func mentions(t parse.TypeRef, name string) bool {
	return resolve.LastName(t.Name) == name || len(t.Args) == 1 && mentions(t.Args[0], name)
}
