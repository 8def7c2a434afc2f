package csharp

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/message"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// Broker returns the rules of queues and topics with constant names.
func Broker() message.Broker { return broker{&brokerHead} }

type broker struct{ *interest.Head }

// topicAttributes are the attributes of methods that handle the messages of a topic, by
// name, with their namespace and the argument with the topic.
var topicAttributes = map[string]struct {
	space, system string
	topic         int
}{
	"CapSubscribe": {"DotNetCore.CAP", "cap", 0},
	"Topic":        {"Dapr", "dapr", 1},
}

// brokerHead requests the sites of files that name queues and topics.
var brokerHead = interest.Head{Languages: []string{language}, Words: []string{"Confluent.Kafka",
	"RabbitMQ.Client", "Azure.Messaging.ServiceBus", "DotNetCore.CAP", "using Dapr",
	"StackExchange.Redis", "GetSendEndpoint(", "ReceiveEndpoint(", "EndpointConvention",
	"AddRequestClient<", "EndpointName", ".Endpoint(", "EndpointNameFormatter(",
	"Microsoft.Azure.WebJobs", "BusTrigger(", "QueueTrigger(", "HubTrigger(", "KafkaTrigger(",
	"RabbitMQTrigger(", "BusOutput(", "QueueOutput(", "HubOutput(", "KafkaOutput(",
	"RabbitMQOutput(", signalR, ".Clients.", "HubConnection"}}

// Ends lists the senders and handlers of queues and topics:
//
//	consumer.Subscribe("orders")             producer.ProduceAsync("orders", message)
//	[CapSubscribe("orders.paid")]            publisher.PublishAsync("orders.paid", order)
//	cfg.ReceiveEndpoint("orders", e => …)    bus.GetSendEndpoint(new Uri("queue:orders"))
//	connection.On<Order>("paid", o => …)     hub.Clients.All.SendAsync("paid", order)
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
	default:
		r.hub(x)
	}
}
