package csharp

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/message"
	"seedgraph/graph"
	"seedgraph/parse"
)

// A binding is an attribute of Azure Functions that joins a function to a queue, topic or hub.
type binding struct {
	system, word string
	sends        bool
	topic        int    // the argument that is the name
	param        string // what it is called, if it has a name
}

// bindings are those of triggers and of what a function returns or writes to, by the names of the
// attributes, which are the same for the isolated worker and in the process of the host.
var bindings = map[string]binding{
	"ServiceBusTrigger": {system: "servicebus", word: "QUEUE"},
	"ServiceBusOutput":  {system: "servicebus", word: "QUEUE", sends: true},
	"ServiceBus":        {system: "servicebus", word: "QUEUE", sends: true},
	"QueueTrigger":      {system: "storage", word: "QUEUE"},
	"QueueOutput":       {system: "storage", word: "QUEUE", sends: true},
	"Queue":             {system: "storage", word: "QUEUE", sends: true},
	"EventHubTrigger":   {system: "eventhubs", word: "HUB"},
	"EventHubOutput":    {system: "eventhubs", word: "HUB", sends: true},
	"EventHub":          {system: "eventhubs", word: "HUB", sends: true},
	"KafkaTrigger":      {system: "kafka", word: "TOPIC", topic: 1},
	"KafkaOutput":       {system: "kafka", word: "TOPIC", topic: 1, sends: true},
	"Kafka":             {system: "kafka", word: "TOPIC", topic: 1, sends: true},
	"RabbitMQTrigger":   {system: "rabbitmq", word: "QUEUE"},
	"RabbitMQOutput":    {system: "rabbitmq", word: "QUEUE", param: "QueueName", topic: -1, sends: true},
	"RabbitMQ":          {system: "rabbitmq", word: "QUEUE", param: "QueueName", topic: -1, sends: true},
}

// hosts are the namespaces of these attributes.
var hosts = []string{"Microsoft.Azure.Functions.Worker", "Microsoft.Azure.WebJobs"}

// functions enters the ends of queues that functions have:
//
//	public void Run([ServiceBusTrigger("orders")] Order order, [Queue("mails")] ICollector<Mail> mails)
//	[QueueOutput("mails")] public Mail Run(…)
//
// A name between percent signs is that of a setting.
func (r *queues) functions() {
	for x := range r.Family(language) {
		if x.Kind == parse.ExprNew {
			r.function(x)
		}
	}
}

func (r *queues) function(x eval.Term) {
	b, ok := bindings[strings.TrimSuffix(x.Expr.Text, "Attribute")]
	if !ok || !r.Table.Def(x.Def).Kind.IsCallable() && !b.sends ||
		!r.sees(x.In.File, hosts[0]) && !r.sees(x.In.File, hosts[1]) {
		return
	}
	name := x.Arg(b.topic, b.param)
	if name == nil {
		return
	}
	if text, _ := r.Text(x.Sub(name)); strings.Contains(text, "%") {
		return
	}
	r.enter(x, message.End{Sends: b.sends, Def: x.Def, Tier: graph.Exact,
		Topic: message.Topic{System: b.system, Word: b.word}}, x.Sub(name))
}
