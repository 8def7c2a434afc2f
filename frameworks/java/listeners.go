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

// Bus returns the rules of Java.
func Bus() message.Bus { return bus{&busHead} }

type bus struct{ *interest.Head }

const language = "java"

// annotations are those of methods that receive messages, by full name, with the
// confidence that the first parameter is the message: the payload of a broker may be
// one of several parameters.
var annotations = map[string]graph.Tier{
	"org.springframework.context.event.EventListener":                  graph.Exact,
	"org.springframework.transaction.event.TransactionalEventListener": graph.Exact,
	"org.springframework.modulith.events.ApplicationModuleListener":    graph.Exact,
	"org.axonframework.eventhandling.EventHandler":                     graph.Exact,
	"org.axonframework.commandhandling.CommandHandler":                 graph.Exact,
	"org.axonframework.queryhandling.QueryHandler":                     graph.Exact,
	"org.axonframework.eventsourcing.EventSourcingHandler":             graph.Exact,
	"org.axonframework.modelling.saga.SagaEventHandler":                graph.Exact,
	"com.google.common.eventbus.Subscribe":                             graph.Exact,
	"org.greenrobot.eventbus.Subscribe":                                graph.Exact,
	"org.springframework.kafka.annotation.KafkaListener":               graph.Heuristic,
	"org.springframework.kafka.annotation.KafkaHandler":                graph.Heuristic,
	"org.springframework.amqp.rabbit.annotation.RabbitListener":        graph.Heuristic,
	"org.springframework.amqp.rabbit.annotation.RabbitHandler":         graph.Heuristic,
	"org.springframework.jms.annotation.JmsListener":                   graph.Heuristic,
	"org.springframework.pulsar.annotation.PulsarListener":             graph.Heuristic,
	"io.awspring.cloud.sqs.annotation.SqsListener":                     graph.Heuristic,
	"org.eclipse.microprofile.reactive.messaging.Incoming":             graph.Heuristic,
}

// listener is the interface of classes that listen to one type.
const listener = "org.springframework.context.ApplicationListener"

// shortNames are the last components of the annotation names.
var shortNames = func() map[string]bool {
	names := map[string]bool{}
	for full := range annotations {
		names[resolve.LastName(full)] = true
	}
	return names
}()

// Handlings lists the listeners in Java classes.
func (bus) Handlings(t *eval.Tree) []message.Handler {
	var out []message.Handler
	for _, f := range t.Table.Files {
		if f.Language != language || f.Test {
			continue
		}
		for i := range f.Definitions {
			d := t.Table.Def(f.ID(int32(i)))
			switch {
			case d.Kind == graph.KindMethod:
				out = receives(out, t, d)
			case d.Kind.IsType() && d.Kind != graph.KindInterface:
				out = listens(out, t, d)
			}
		}
	}
	return out
}

// annotated returns the tier of the annotation by which a method receives messages, or
// 0.
func annotated(d *resolve.Def) graph.Tier {
	for _, written := range d.Decorators {
		if !shortNames[resolve.LastName(written)] {
			continue
		}
		for _, full := range append(eval.Imported(d.File, written), written) {
			if tier := annotations[full]; tier != 0 {
				return tier
			}
		}
	}
	return 0
}

// receives adds a method that its annotation makes a listener.
func receives(out []message.Handler, t *eval.Tree, d *resolve.Def) []message.Handler {
	tier := annotated(d)
	if tier == 0 {
		return out
	}
	first := len(out)
	for _, x := range stated(t, d) {
		if of := x.Referent().Def; of > resolve.None && t.Table.Def(of).Kind.IsType() {
			out = append(out, message.Handler{Handler: d.ID, Tier: tier,
				Message: t.Table.Canon[of]})
		}
	}
	if len(out) == first && len(d.Params) > 0 {
		of, ref := payload(t, d)
		out = enter(out, t, d, d.ID, of, ref, tier)
	}
	return out
}

// stated lists the classes in the annotation of a listener of events, which count instead of its
// parameter.
//
//	@EventListener({Placed.class, Paid.class}) void count() { }
func stated(t *eval.Tree, d *resolve.Def) (out []eval.Expr) {
	for _, x := range t.Attributes(d.ID) {
		if !strings.HasSuffix(x.Expr.Text, "EventListener") {
			continue
		}
		for i := range x.Args {
			if name := x.Args[i].Name; name != "" && name != "value" && name != "classes" {
				continue
			}
			if arg := x.Sub(&x.Args[i].Value); arg.Kind == parse.ExprList {
				for j := range arg.Args {
					out = append(out, arg.Sub(&arg.Args[j].Value))
				}
			} else {
				out = append(out, arg)
			}
		}
	}
	return out
}

// payload returns the message type of a listener: that of its first parameter, or of
// the type wrapped in it, such as ConsumerRecord<String, Order> and List<Order>. ref is
// its type reference.
func payload(t *eval.Tree, d *resolve.Def) (of resolve.Type, ref parse.TypeRef) {
	ref = d.Params[0].Type
	of = t.Binder(d.File).TypeOf(ref, d.ID, d.NameAt)
	for of.Def <= resolve.None && len(of.Args) > 0 {
		of = of.Args[len(of.Args)-1]
		if len(ref.Args) > 0 {
			ref = ref.Args[len(ref.Args)-1]
		}
	}
	return of, ref
}

// listens adds onApplicationEvent of a class that implements
// ApplicationListener<Event>.
func listens(out []message.Handler, t *eval.Tree, d *resolve.Def) []message.Handler {
	for _, base := range d.Bases {
		if len(base.Args) != 1 || !slices.Contains(eval.Imported(d.File, base.Name), listener) {
			continue
		}
		event := t.Binder(d.File).TypeOf(base.Args[0], d.ID, d.NameAt)
		if m := t.Member(d.ID, "onApplicationEvent"); m != d.ID {
			first := len(out)
			out = enter(out, t, d, m, event, base.Args[0], graph.Exact)
			for i := range out[first:] {
				out[first+i].Class = d.ID
			}
		}
	}
	return out
}

// enter adds a listener for messages of a type, which ref refers to at the definition
// d: a type of the tree, or an event that a library sends. Values of library types in
// brokers are not messages.
func enter(out []message.Handler, t *eval.Tree, d *resolve.Def, handler resolve.DefID, of resolve.Type,
	ref parse.TypeRef, tier graph.Tier) []message.Handler {
	h := message.Handler{Handler: handler, Tier: tier}
	switch {
	case of.Def > resolve.None:
		if !t.Table.Def(of.Def).Kind.IsType() {
			return out
		}
		h.Message = of.Def
	case tier != graph.Exact:
		return out
	default:
		name, ok := message.OutsideType(t, ref, d, of)
		if !ok || name.Package == "java.lang" {
			return out
		}
		h.Outside = name
	}
	return append(out, h)
}
