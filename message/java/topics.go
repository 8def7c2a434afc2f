package java

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/message"
	"seedgraph/parse"
	"seedgraph/resolve"
	"seedgraph/web"
)

// Broker returns the rules of topics and queues in Spring, and of channels of MicroProfile.
func Broker() message.Broker { return broker{} }

type broker struct{}

// listeners are the annotations of methods that listen to topics, by full name, with the
// system and the arguments that name the topics.
var listeners = map[string]struct {
	system, word string
	args         []string
}{
	"org.springframework.kafka.annotation.KafkaListener": {"kafka", "TOPIC",
		[]string{"topics"}},
	"org.springframework.amqp.rabbit.annotation.RabbitListener": {"rabbitmq", "QUEUE",
		[]string{"queues"}},
	"org.springframework.jms.annotation.JmsListener": {"jms", "QUEUE", []string{"destination"}},
	"org.springframework.pulsar.annotation.PulsarListener": {"pulsar", "TOPIC",
		[]string{"topics"}},
	"io.awspring.cloud.sqs.annotation.SqsListener": {"sqs", "QUEUE",
		[]string{"value", "queueNames"}},
	"org.eclipse.microprofile.reactive.messaging.Incoming": {"channel", "CHANNEL",
		[]string{"value"}},
}

// sending are the types whose methods send to the topic that is their first argument.
var sending = map[string]struct {
	system, word string
	methods      []string
}{
	"KafkaTemplate":    {"kafka", "TOPIC", []string{"send"}},
	"KafkaOperations":  {"kafka", "TOPIC", []string{"send"}},
	"JmsTemplate":      {"jms", "QUEUE", []string{"convertAndSend", "send"}},
	"JmsOperations":    {"jms", "QUEUE", []string{"convertAndSend", "send"}},
	"RabbitTemplate":   {"rabbitmq", "QUEUE", []string{"convertAndSend", "send"}},
	"RabbitOperations": {"rabbitmq", "QUEUE", []string{"convertAndSend", "send"}},
	"AmqpTemplate":     {"rabbitmq", "QUEUE", []string{"convertAndSend", "send"}},
	"PulsarTemplate":   {"pulsar", "TOPIC", []string{"send", "sendAsync"}},
	"SqsTemplate":      {"sqs", "QUEUE", []string{"send", "sendAsync"}},
}

// words are those of files that listen or send.
var words = []string{"KafkaListener", "RabbitListener", "JmsListener", "PulsarListener",
	"SqsListener", "@Incoming", "@Outgoing", "KafkaTemplate", "KafkaOperations", "JmsTemplate",
	"JmsOperations", "RabbitTemplate", "RabbitOperations", "AmqpTemplate", "PulsarTemplate",
	"SqsTemplate"}

// Sites asks for the sites of the files that listen to topics or send to them.
func (broker) Sites(lang string, src parse.Source) parse.SiteScope {
	if lang == language && src.Mentions(words) {
		return parse.AllSites
	}
	return parse.NoSites
}

// Ends lists what listens to topics and what sends to them, by names that are constant.
func (broker) Ends(t *web.Tree) []message.End {
	r := &topics{Tree: t}
	t.EachAttribute(language, r.annotation)
	t.EachCall(language, r.send)
	return r.found
}

// topics collects the ends of one tree.
type topics struct {
	*web.Tree
	found []message.End
}

// annotation enters the topics that a method listens to; @Outgoing says where its results go.
func (r *topics) annotation(d *resolve.Def, x web.Term) {
	name := r.Outside(x)
	out := name == "org.eclipse.microprofile.reactive.messaging.Outgoing"
	if out {
		name = strings.Replace(name, "Outgoing", "Incoming", 1)
	}
	l, ok := listeners[name]
	if !ok || d.Kind != graph.KindMethod {
		return
	}
	for i, arg := range l.args {
		at := -1
		if i == 0 {
			at = 0
		}
		list := x.Arg(at, arg)
		if list == nil {
			continue
		}
		names, ok := r.Texts(x.Sub(list))
		for _, topic := range names {
			if !ok || strings.Contains(topic, "{") {
				continue // a setting
			}
			r.found = append(r.found, message.End{Def: d.ID, Sends: out, Tier: graph.Exact,
				Topic: message.Topic{System: l.system, Word: l.word, Name: topic},
				At:    web.Place{File: x.In.File, At: x.At}})
		}
	}
}

// send enters the topic that a call sends to.
func (r *topics) send(x web.Term) {
	if x.Recv == nil || len(x.Args) < 2 {
		return
	}
	of := x.Sub(x.Recv)
	t := of.In.ValueType(of.At)
	name := t.Name
	if t.Def < resolve.None {
		name = x.In.File.OutsideName(t.Def)
	}
	s, ok := sending[resolve.LastName(name)]
	if t.Def > resolve.None || !ok || !slices.Contains(s.methods, x.Expr.Text) {
		return
	}
	if s.system == "rabbitmq" && len(x.Args) > 2 {
		return // to an exchange, which the configuration binds to queues
	}
	topic, ok := r.Text(x.Sub(&x.Args[0].Value))
	if !ok || strings.Contains(topic, "{") {
		return
	}
	r.found = append(r.found, message.End{Def: x.Def, Sends: true, Tier: graph.Typed,
		Topic: message.Topic{System: s.system, Word: s.word, Name: topic},
		At:    web.Place{File: x.In.File, At: x.At}})
}
