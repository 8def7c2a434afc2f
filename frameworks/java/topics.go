package java

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/message"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// Broker returns the rules of topics and queues in Spring, and of channels of
// MicroProfile.
func Broker() message.Broker { return broker{&brokerHead} }

type broker struct{ *interest.Head }

// A listening describes the topics of an annotation: the system, its term for a topic,
// and the arguments that name topics.
type listening struct {
	system, word string
	args         []string
}

// listeners are the annotations of methods that listen to topics, by full name.
var listeners = map[string]listening{
	"org.springframework.kafka.annotation.KafkaListener": {"kafka", "TOPIC",
		[]string{"topics"}},
	rabbitListener: {"rabbitmq", "QUEUE", []string{"queues"}},
	"org.springframework.jms.annotation.JmsListener": {"jms", "QUEUE", []string{"destination"}},
	"org.springframework.pulsar.annotation.PulsarListener": {"pulsar", "TOPIC",
		[]string{"topics"}},
	"io.awspring.cloud.sqs.annotation.SqsListener": {"sqs", "QUEUE",
		[]string{"value", "queueNames"}},
	"org.eclipse.microprofile.reactive.messaging.Incoming": {"channel", "CHANNEL",
		[]string{"value"}},
}

// brokerHead requests the sites of files that listen, or send the results of methods.
var brokerHead = interest.Head{Languages: []string{language}, Words: []string{"KafkaListener",
	"RabbitListener", "JmsListener", "PulsarListener", "SqsListener", "@Incoming", "@Outgoing",
	"RabbitTemplate", "RabbitOperations", "AmqpTemplate", "RabbitMessagingTemplate", "BindingBuilder"}}

// Ends lists the listeners and senders of topics with constant names.
func (broker) Ends(t *eval.Tree) []message.ChannelEnd {
	r := &topics{Tree: t}
	t.EachAttribute(language, r.annotation)
	t.EachCall(language, r.bound)
	t.EachCall(language, r.toExchange)
	return r.found
}

// topics collects the ends of one tree.
type topics struct {
	*eval.Tree
	found     []message.ChannelEnd
	exchanges []exchangeRoute
}

// annotation adds the topics that a method listens to; for @Outgoing, the topic that
// its results are sent to.
func (r *topics) annotation(d *resolve.Def, x eval.Expr) {
	for _, name := range append(eval.Imported(x.In.File, x.Expr.Text), r.ExternalName(x)) {
		out := name == "org.eclipse.microprofile.reactive.messaging.Outgoing"
		if out {
			name = strings.Replace(name, "Outgoing", "Incoming", 1)
		}
		if l, ok := listeners[name]; ok {
			handlers, tier := r.handlers(d, name), graph.Exact
			if len(handlers) > 1 { // the payload type selects the handler
				tier = graph.Hierarchy
			}
			for _, handler := range handlers {
				end := message.ChannelEnd{Def: handler, Sends: out, Tier: tier}
				if r.listens(end, l, x); name == rabbitListener {
					r.declaredQueues(end, x)
				}
			}
			return
		}
	}
}

// classListeners are the annotations that are also allowed on a class: then its methods
// with the other annotation are the handlers, one for each message type.
var classListeners = map[string]string{
	rabbitListener: "org.springframework.amqp.rabbit.annotation.RabbitHandler",
	"org.springframework.kafka.annotation.KafkaListener": "org.springframework.kafka.annotation.KafkaHandler",
}

// handlers lists the methods that an annotation makes listeners: the annotated one, or
// those of the annotated class.
func (r *topics) handlers(d *resolve.Def, annotation string) []resolve.DefID {
	if d.Kind == graph.KindMethod {
		return []resolve.DefID{d.ID}
	}
	mark := classListeners[annotation]
	if mark == "" || !d.Kind.IsType() {
		return nil
	}
	var out []resolve.DefID
	for i := range d.File.Definitions {
		m := r.Table.Def(d.File.ID(int32(i)))
		if m.Outer == d.ID && m.Kind == graph.KindMethod &&
			slices.ContainsFunc(m.Decorators, func(written string) bool {
				return written == mark || slices.Contains(eval.Imported(d.File, written), mark)
			}) {
			out = append(out, m.ID)
		}
	}
	return out
}

// listens adds an end for each topic that an annotation names.
func (r *topics) listens(end message.ChannelEnd, l listening, x eval.Expr) {
	for i, arg := range l.args {
		at := -1
		if i == 0 {
			at = 0
		}
		list := x.Arg(at, arg)
		if list == nil {
			continue
		}
		names, ok := message.NamesOf(r.Tree, x.Sub(list))
		for _, topic := range names {
			if name, setting := message.SettingName(topic.Text); setting {
				topic.Text = name
			} else if !ok || strings.Contains(topic.Text, "{") {
				continue // partly a setting
			}
			end.Topic = message.Topic{System: l.system, Word: l.word, Name: topic.Text}
			end.By = topic.By
			end.At = eval.Place{File: x.In.File, At: x.At}
			r.found = append(r.found, end)
		}
	}
}
