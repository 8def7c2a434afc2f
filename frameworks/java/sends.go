package java

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

// publishers are the library types that send messages, by full name, with the sending
// methods. The message is the first argument; for CDI's Event it may also be the type
// argument of the type.
var publishers = map[string]string{
	"org.springframework.context.ApplicationEventPublisher":                              "publishEvent",
	"org.springframework.context.ApplicationContext":                                     "publishEvent",
	"org.springframework.context.ConfigurableApplicationContext":                         "publishEvent",
	"org.springframework.web.context.WebApplicationContext":                              "publishEvent",
	"org.springframework.context.event.ApplicationEventMulticaster":                      "multicastEvent",
	"com.google.common.eventbus.EventBus":                                                "post",
	"com.google.common.eventbus.AsyncEventBus":                                           "post",
	"org.greenrobot.eventbus.EventBus":                                                   "post postSticky",
	"jakarta.enterprise.event.Event":                                                     "fire fireAsync",
	"javax.enterprise.event.Event":                                                       "fire fireAsync",
	"org.axonframework.commandhandling.gateway.CommandGateway":                           "send sendAndWait",
	"org.axonframework.extensions.reactor.commandhandling.gateway.ReactorCommandGateway": "send",
	"org.axonframework.queryhandling.QueryGateway":                                       "query streamingQuery subscriptionQuery scatterGather",
	"org.axonframework.eventhandling.gateway.EventGateway":                               "publish",
}

// inherited are the methods of library base classes that send their argument, by full
// name.
var inherited = map[string]string{
	"org.springframework.data.domain.AbstractAggregateRoot": "registerEvent",
}

// functions are the static methods that send their first argument, by full name.
var functions = map[string]bool{
	"org.axonframework.modelling.command.AggregateLifecycle.apply":     true,
	"org.axonframework.commandhandling.model.AggregateLifecycle.apply": true,
}

// publishing maps the last components of the type names to the full names.
var publishing = func() map[string][]string {
	out := map[string][]string{}
	for full := range publishers {
		out[resolve.LastName(full)] = append(out[resolve.LastName(full)], full)
	}
	return out
}()

// calls are the names of all sending methods.
var calls = func() map[string]bool {
	out := map[string]bool{"apply": true}
	for _, table := range []map[string]string{publishers, inherited} {
		for _, methods := range table {
			for _, m := range strings.Fields(methods) {
				out[m] = true
			}
		}
	}
	return out
}()

// libraryWords are those of files that name a library which sends messages, and
// callWords those of files that may call it.
var (
	libraryWords = []string{"ApplicationEventPublisher", "ApplicationContext", "ApplicationEventMulticaster",
		"eventbus.EventBus", "eventbus.AsyncEventBus", "enterprise.event.Event", "org.axonframework",
		"AbstractAggregateRoot"}
	callWords = func() []string {
		var out []string
		for name := range calls {
			out = append(out, name+"(")
		}
		slices.Sort(out)
		return out
	}()
)

// busHead requests the sites of the files that may send messages, in a tree that uses a
// bus.
var busHead = interest.Head{Languages: []string{language}, Words: callWords, Names: libraryWords}

// Sendings lists the messages that calls in Java send, if a class of the tree is their
// type:
//
//	publisher.publishEvent(new OrderPaid(id));    eventBus.post(paid);
//	commands.send(new PlaceOrder(id));            events.fire(new OrderPaid(id));
//	shop.publish(new OrderPaid(id));              of the tree, which sends its parameter
func (bus) Sendings(t *eval.Tree) []message.Publish {
	var out []message.Publish
	w := message.NewForwards(t, language)
	w.Open = true
	t.EachCall(language, func(x eval.Expr) {
		if !calls[x.Expr.Text] || len(x.Args) == 0 {
			return
		}
		args, ok := sends(t, x)
		if !ok {
			return
		}
		arg := x.Sub(&x.Args[0].Value)
		types := append(args, valueTypes(t, arg)...)
		for _, of := range types {
			if of.Def > resolve.None && t.Table.Def(of.Def).Kind.IsType() {
				out = append(out, message.Publish{Message: of.Def, By: x.Def, Tier: resolve.WeakerTier(graph.Typed, of.Tier),
					At: eval.Place{File: x.In.File, At: x.At}, Open: true})
			}
		}
		w.Enter(x, arg.Expr)
	})
	return append(out, w.Sendings()...)
}

// sends reports whether the target of a call is a sending method, and returns the type
// arguments of the receiver.
func sends(t *eval.Tree, x eval.Expr) (args []resolve.Type, ok bool) {
	if x.Recv == nil || x.Recv.Kind == parse.ExprName && x.Recv.Text == "this" {
		if functions[t.ExternalName(x)] {
			return nil, true
		}
		for _, base := range t.ExternalBases(t.Table.EnclosingType(x.Def)) {
			if slices.Contains(strings.Fields(inherited[base]), x.Expr.Text) {
				return nil, true
			}
		}
		return nil, false
	}
	if functions[t.ExternalName(x)] {
		return nil, true
	}
	of := x.Sub(x.Recv)
	v := of.In.ValueType(of.At)
	if v.Def > resolve.None {
		return nil, false
	}
	f, name := of.In.File, v.Name
	if v.Def < resolve.None {
		name = f.ExternalName(v.Def)
	}
	if d := of.Referent().Def; d > resolve.None {
		f = t.Table.Def(d).File
	}
	for _, full := range publishing[resolve.LastName(name)] {
		if slices.Contains(strings.Fields(publishers[full]), x.Expr.Text) &&
			(name == full || slices.Contains(eval.Imported(f, resolve.LastName(name)), full)) {
			return v.Args, true
		}
	}
	return nil, false
}

// valueTypes lists the possible types of an argument: those of created objects, or else
// the declared type.
func valueTypes(t *eval.Tree, x eval.Expr) []resolve.Type {
	var out []resolve.Type
	for _, v := range t.Evaluate(x) {
		if class := t.Class(v); class > resolve.None {
			out = append(out, resolve.Type{Def: class, Owner: resolve.None})
		}
	}
	if out == nil {
		out = append(out, x.In.ValueType(x.At))
	}
	return out
}
