package csharp

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/message"
	"seedgraph/graph"
	"seedgraph/parse"
)

// A binding is an Azure Functions attribute that binds a function to a queue, topic or
// hub.
type binding struct {
	system, word string
	sends        bool
	topic        int    // position of the name argument
	param        string // name of that argument, if it is named
}

// bindings are those of triggers and of outputs, by attribute name, which is the same
// in the isolated worker and in-process models.
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

// functions adds the queue ends of functions:
//
//	public void Run([ServiceBusTrigger("orders")] Order order, [Queue("mails")] ICollector<Mail> mails)
//	[QueueOutput("mails")] public Mail Run(…)
//
// A name between percent signs refers to a setting.
func (r *queues) functions() {
	for x := range r.Family(language) {
		if x.Kind == parse.ExprNew {
			r.function(x)
		}
	}
}

func (r *queues) function(x eval.Expr) {
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
	r.enter(x, message.ChannelEnd{Sends: b.sends, Def: x.Def, Tier: graph.Exact,
		Topic: message.Topic{System: b.system, Word: b.word}}, x.Sub(name))
}
