// Package dotnet finds the handlers of messages in C#: classes that have an interface of
// MediatR, MassTransit, NServiceBus and the like, which is generic over the message, or such
// an interface of the tree's own.
package dotnet

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/message"
	"seedgraph/resolve"
	"seedgraph/web"
)

// Bus returns the rules of C#.
func Bus() message.Bus { return bus{} }

type bus struct{}

const language = "csharp"

// interfaces are those of libraries whose first type argument is the message, by their full
// names, with the method that gets it.
var interfaces = map[string]string{
	"MediatR.IRequestHandler":                                "Handle",
	"MediatR.INotificationHandler":                           "Handle",
	"MediatR.IStreamRequestHandler":                          "Handle",
	"Mediator.IRequestHandler":                               "Handle",
	"Mediator.ICommandHandler":                               "Handle",
	"Mediator.IQueryHandler":                                 "Handle",
	"Mediator.INotificationHandler":                          "Handle",
	"MassTransit.IConsumer":                                  "Consume",
	"MassTransit.IJobConsumer":                               "Run",
	"NServiceBus.IHandleMessages":                            "Handle",
	"NServiceBus.IAmStartedByMessages":                       "Handle",
	"NServiceBus.IHandleTimeouts":                            "Timeout",
	"Rebus.Handlers.IHandleMessages":                         "Handle",
	"Rebus.Sagas.IAmInitiatedBy":                             "Handle",
	"SlimMessageBus.IConsumer":                               "OnHandle",
	"SlimMessageBus.IRequestHandler":                         "OnHandle",
	"EasyNetQ.AutoSubscribe.IConsume":                        "Consume",
	"EasyNetQ.AutoSubscribe.IConsumeAsync":                   "ConsumeAsync",
	"Volo.Abp.EventBus.ILocalEventHandler":                   "HandleEventAsync",
	"Volo.Abp.EventBus.Distributed.IDistributedEventHandler": "HandleEventAsync",
	"FastEndpoints.IEventHandler":                            "HandleAsync",
	"FastEndpoints.ICommandHandler":                          "ExecuteAsync",
}

// Handlings lists the handlers of the classes of C#.
func (bus) Handlings(t *web.Tree) []message.Handling {
	r := &reader{Tree: t, imported: map[*resolve.File]map[string]bool{}}
	for _, f := range t.Table.Files {
		if f.Language != language || f.Test {
			continue
		}
		for i := range f.Definitions {
			d := f.ID(int32(i))
			def := t.Table.Def(d)
			if def.Kind.IsType() && def.Kind != graph.KindInterface && len(t.Table.Bases[d]) > 0 &&
				!resolve.HasModifier(def, "abstract") {
				r.class(d)
			}
		}
	}
	return r.found
}

// A reader collects the handlers of one tree.
type reader struct {
	*web.Tree
	global   map[string]bool // namespaces that all files see
	imported map[*resolve.File]map[string]bool
	found    []message.Handling
}

// maxBases bounds the base types that are followed.
const maxBases = 40

// class enters what a class handles, by its interfaces and those of its base types, with
// type arguments put in.
func (r *reader) class(class resolve.DefID) {
	todo := slices.Clone(r.Table.Bases[class])
	of := make([]resolve.DefID, len(todo)) // which type names the base
	for i := range of {
		of[i] = class
	}
	for i := 0; i < len(todo) && i < maxBases; i++ {
		b := todo[i]
		if method, tier := r.method(b, r.Table.Def(of[i]).File); method != "" {
			r.enter(class, b.Args[0], method, tier)
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

// method is the name of the method by which a base type of a file gets messages; empty for
// others.
func (r *reader) method(b resolve.Type, f *resolve.File) (string, graph.Tier) {
	if len(b.Args) == 0 {
		return "", 0
	}
	if b.Def > resolve.None {
		return r.own(b.Def), graph.Heuristic
	}
	name := b.Name
	if b.Def < resolve.None {
		name = f.OutsideName(b.Def)
	}
	name, _, _ = strings.Cut(name, "<")
	if strings.Contains(name, ".") {
		return interfaces[name], graph.Exact
	}
	for full, method := range interfaces {
		if space, short, _ := cutLast(full); short == name && r.sees(f, space) {
			return method, graph.Exact
		}
	}
	return "", 0
}

func cutLast(full string) (space, name string, ok bool) {
	at := strings.LastIndexByte(full, '.')
	return full[:max(at, 0)], full[at+1:], at >= 0
}

// sees reports whether a file imports a namespace, or all files do.
func (r *reader) sees(f *resolve.File, space string) bool {
	if r.global == nil {
		r.global = map[string]bool{}
		for _, f := range r.Table.Files {
			for i := range f.Imports {
				if f.Imports[i].Global {
					r.global[f.Imports[i].Path] = true
				}
			}
		}
	}
	if r.imported[f] == nil {
		r.imported[f] = map[string]bool{}
		for i := range f.Imports {
			r.imported[f][f.Imports[i].Path] = true
		}
	}
	return r.imported[f][space] || r.global[space]
}

// endings are those of the names of interfaces of the tree's own that get messages.
var endings = []string{"Handler", "Consumer", "Subscriber", "Listener"}

// own is the method by which an interface of the tree gets messages: it is generic over the
// message, and only one of its methods takes one.
func (r *reader) own(of resolve.DefID) string {
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

// enter enters the method of a class that gets a message of the tree: the one that takes it,
// or takes it wrapped up, else the class itself.
func (r *reader) enter(class resolve.DefID, of resolve.Type, method string, tier graph.Tier) {
	if of.Def <= resolve.None {
		return
	}
	h := message.Handling{Message: of.Def, Handler: class, Tier: tier}
	name := r.Table.Def(of.Def).Name
	for _, c := range r.Ancestry(class) {
		for _, m := range r.Table.Own(c, method) {
			d := r.Table.Def(m)
			if len(d.Params) == 0 {
				continue
			}
			t := d.Params[0].Type
			if resolve.LastName(t.Name) == name ||
				len(t.Args) == 1 && resolve.LastName(t.Args[0].Name) == name {
				h.Handler = m
				r.found = append(r.found, h)
				return
			}
		}
	}
	r.found = append(r.found, h)
}
