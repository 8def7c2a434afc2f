package csharp

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/message"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Broker returns the rules of queues and topics with constant names.
func Broker() message.Broker { return broker{} }

type broker struct{}

// A queueCall is a library call that names a queue or a topic.
type queueCall struct {
	system, word string
	method       string
	sends        bool
	topic        int    // position of the argument with the name, or a list of names
	param        string // name of that argument
	handler      int    // position of the handler argument; 0: the function around the call
	exchange     bool   // the argument before the name must be empty, otherwise the name is not a queue
}

// queueCalls are the library calls, by the full name of the receiver type.
var queueCalls = map[string][]queueCall{
	"Confluent.Kafka.IConsumer": {
		{system: "kafka", word: "TOPIC", method: "Subscribe", param: "topic"}},
	"Confluent.Kafka.IProducer": {
		{system: "kafka", word: "TOPIC", method: "Produce", sends: true, param: "topic"},
		{system: "kafka", word: "TOPIC", method: "ProduceAsync", sends: true, param: "topic"}},
	"RabbitMQ.Client.IModel":   rabbit,
	"RabbitMQ.Client.IChannel": rabbit,
	"Azure.Messaging.ServiceBus.ServiceBusClient": {
		{system: "servicebus", word: "QUEUE", method: "CreateSender", sends: true},
		{system: "servicebus", word: "QUEUE", method: "CreateProcessor"},
		{system: "servicebus", word: "QUEUE", method: "CreateSessionProcessor"},
		{system: "servicebus", word: "QUEUE", method: "CreateReceiver"}},
	"DotNetCore.CAP.ICapPublisher": {
		{system: "cap", word: "TOPIC", method: "Publish", sends: true, param: "name"},
		{system: "cap", word: "TOPIC", method: "PublishAsync", sends: true, param: "name"},
		{system: "cap", word: "TOPIC", method: "PublishDelay", sends: true, topic: 1, param: "name"},
		{system: "cap", word: "TOPIC", method: "PublishDelayAsync", sends: true, topic: 1,
			param: "name"}},
	"Dapr.Client.DaprClient": {
		{system: "dapr", word: "TOPIC", method: "PublishEventAsync", sends: true, topic: 1,
			param: "topicName"}},
	"StackExchange.Redis.ISubscriber": {
		{system: "redis", word: "CHANNEL", method: "Subscribe", param: "channel", handler: 1},
		{system: "redis", word: "CHANNEL", method: "SubscribeAsync", param: "channel", handler: 1},
		{system: "redis", word: "CHANNEL", method: "Publish", sends: true, param: "channel"},
		{system: "redis", word: "CHANNEL", method: "PublishAsync", sends: true, param: "channel"}},
}

var rabbit = []queueCall{
	{system: "rabbitmq", word: "QUEUE", method: "BasicConsume", param: "queue"},
	{system: "rabbitmq", word: "QUEUE", method: "BasicConsumeAsync", param: "queue"},
	{system: "rabbitmq", word: "QUEUE", method: "BasicPublish", sends: true, topic: 1,
		param: "routingKey", exchange: true},
	{system: "rabbitmq", word: "QUEUE", method: "BasicPublishAsync", sends: true, topic: 1,
		param: "routingKey", exchange: true},
}

var queueing = namesOf(queueCalls)

// topicAttributes are the attributes of methods that handle the messages of a topic, by
// name, with their namespace and the argument with the topic.
var topicAttributes = map[string]struct {
	space, system string
	topic         int
}{
	"CapSubscribe": {"DotNetCore.CAP", "cap", 0},
	"Topic":        {"Dapr", "dapr", 1},
}

// queueWords are those of files that name queues and topics.
var queueWords = []string{"Confluent.Kafka", "RabbitMQ.Client", "Azure.Messaging.ServiceBus",
	"DotNetCore.CAP", "using Dapr", "StackExchange.Redis", "GetSendEndpoint(", "ReceiveEndpoint(",
	"EndpointConvention", "AddRequestClient<", "EndpointName", ".Endpoint(", "EndpointNameFormatter(",
	"Microsoft.Azure.WebJobs", "BusTrigger(", "QueueTrigger(", "HubTrigger(", "KafkaTrigger(",
	"RabbitMQTrigger(", "BusOutput(", "QueueOutput(", "HubOutput(", "KafkaOutput(", "RabbitMQOutput("}

// Sites requests the sites of the files that may name queues and topics.
func (broker) Sites(lang string, src parse.Source) parse.SiteScope {
	if lang == language && src.ContainsAny(queueWords) {
		return parse.AllSites
	}
	return parse.NoSites
}

// Ends lists the senders and handlers of queues and topics:
//
//	consumer.Subscribe("orders")             producer.ProduceAsync("orders", message)
//	[CapSubscribe("orders.paid")]            publisher.PublishAsync("orders.paid", order)
//	cfg.ReceiveEndpoint("orders", e => …)    bus.GetSendEndpoint(new Uri("queue:orders"))
func (broker) Ends(t *eval.Tree) []message.ChannelEnd {
	r := &queues{messageReader: newReader(t), mapped: map[resolve.DefID][]string{}}
	t.EachAttribute(language, r.attribute)
	t.EachCall(language, r.call)
	r.functions()
	if len(r.mapped) > 0 {
		t.EachCall(language, r.sentByConvention)
	}
	r.consumers()
	return r.ends
}

// queues collects the ends of one tree.
type queues struct {
	*messageReader
	ends   []message.ChannelEnd
	mapped map[resolve.DefID][]string // queues to which messages are sent, by endpoint convention
	// prefixes that name formatters add to consumer names, sorted; the first one is
	// empty
	prefixes []string
}

// attribute adds the method that an attribute makes the handler of a topic.
func (r *queues) attribute(d *resolve.Def, x eval.Expr) {
	a, ok := topicAttributes[strings.TrimSuffix(x.Expr.Text, "Attribute")]
	if !ok || !d.Kind.IsCallable() || len(x.Args) <= a.topic || !r.sees(d.File, a.space) {
		return
	}
	r.enter(x, message.ChannelEnd{Def: d.ID, Tier: graph.Exact,
		Topic: message.Topic{System: a.system, Word: "TOPIC"}}, x.Sub(&x.Args[a.topic].Value))
}

// enter adds an end for each topic that an expression names.
func (r *queues) enter(x eval.Expr, e message.ChannelEnd, topic eval.Expr) {
	e.At = eval.Place{File: x.In.File, At: x.At}
	names, known := message.NamesOf(r.Tree, topic)
	if !known && e.Sends {
		r.ends = append(r.ends, message.Handed(r.CallersOf(language), topic, e)...)
		return
	}
	for _, n := range names {
		e.Name, e.By = n.Text, n.By
		r.ends = append(r.ends, e)
	}
}

// call adds the queues and topics that a call names.
func (r *queues) call(x eval.Expr) {
	switch x.Expr.Text {
	case "GetSendEndpoint", "ReceiveEndpoint", "Map", "AddRequestClient", "Endpoint":
		r.transit(x)
		return
	}
	if x.Recv == nil {
		return
	}
	full := r.full(x.In.ValueType(x.Recv.At), x.In.File, queueing)
	for _, c := range queueCalls[full] {
		if c.method != x.Expr.Text {
			continue
		}
		topic := x.Arg(c.topic, c.param)
		if topic == nil || c.exchange && !r.isEmpty(x, x.Arg(c.topic-1, "exchange")) {
			return
		}
		e := message.ChannelEnd{Sends: c.sends, Def: x.Def, Tier: graph.Exact,
			Topic: message.Topic{System: c.system, Word: c.word}}
		if h := x.Arg(c.handler, "handler"); c.handler > 0 && h != nil && !r.handled(x, x.Sub(h), &e) {
			return
		}
		r.enter(x, e, x.Sub(topic))
	}
}

// handled sets the handler of an end: a named method, or a lambda; it returns false if
// it is unknown.
func (r *queues) handled(call, h eval.Expr, e *message.ChannelEnd) bool {
	if h.Kind == parse.ExprLambda {
		got := r.Registered(call, r.HandlerOf(h))
		e.Def, e.Literal = got.Def, got.Literal
		return true
	}
	e.Def = h.Referent().Def
	return e.Def > resolve.None && r.Table.Def(e.Def).Kind.IsCallable()
}

// isEmpty reports whether an argument is the empty string.
func (r *queues) isEmpty(x eval.Expr, arg *parse.Expr) bool {
	if arg == nil {
		return false
	}
	text, ok := r.Text(x.Sub(arg))
	return ok && text == "" || arg.Kind == parse.ExprMember && arg.Text == "Empty"
}
