package dotnet

import (
	"regexp"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/message"
	"seedgraph/parse"
	"seedgraph/resolve"
	"seedgraph/web"
)

// Broker returns the rules of queues and topics with constant names.
func Broker() message.Broker { return broker{} }

type broker struct{}

// A queueCall is a call of a library that names a queue or a topic.
type queueCall struct {
	system, word string
	method       string
	sends        bool
	topic        int    // the argument that is the name, or a list of names
	param        string // what that argument is called
	handler      int    // the argument that handles messages; 0: the function around the call does
	exchange     bool   // an argument before the name must be empty, or it is no queue
}

// queueCalls are the calls of libraries, by the full name of the type of the receiver.
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

// topicAttributes are the attributes of methods that handle the messages of a topic, by their
// names and namespaces, with the argument that names it.
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
	"EndpointConvention", "AddRequestClient<", "EndpointName"}

// Sites asks for the sites of the files that may name queues and topics.
func (broker) Sites(lang string, src parse.Source) parse.SiteScope {
	if lang == language && src.Mentions(queueWords) {
		return parse.AllSites
	}
	return parse.NoSites
}

// Ends lists what is sent to and handled at queues and topics:
//
//	consumer.Subscribe("orders")             producer.ProduceAsync("orders", message)
//	[CapSubscribe("orders.paid")]            publisher.PublishAsync("orders.paid", order)
//	cfg.ReceiveEndpoint("orders", e => …)    bus.GetSendEndpoint(new Uri("queue:orders"))
func (broker) Ends(t *web.Tree) []message.End {
	r := &queues{reader: newReader(t), mapped: map[resolve.DefID][]string{}}
	t.EachAttribute(language, r.attribute)
	t.EachCall(language, r.call)
	if len(r.mapped) > 0 {
		t.EachCall(language, r.sentByConvention)
	}
	r.consumers()
	return r.ends
}

// queues collects the ends of one tree.
type queues struct {
	*reader
	ends   []message.End
	mapped map[resolve.DefID][]string // queues that messages are sent to, by convention
}

// attribute enters the method that an attribute makes the handler of a topic.
func (r *queues) attribute(d *resolve.Def, x web.Term) {
	a, ok := topicAttributes[strings.TrimSuffix(x.Expr.Text, "Attribute")]
	if !ok || !d.Kind.IsCallable() || len(x.Args) <= a.topic || !r.sees(d.File, a.space) {
		return
	}
	r.enter(x, message.End{Def: d.ID, Tier: graph.Exact,
		Topic: message.Topic{System: a.system, Word: "TOPIC"}}, x.Sub(&x.Args[a.topic].Value))
}

// enter enters an end of the topics that an expression names.
func (r *queues) enter(x web.Term, e message.End, topic web.Term) {
	e.At = web.Place{File: x.In.File, At: x.At}
	names, _ := r.Texts(topic)
	for _, e.Name = range names {
		r.ends = append(r.ends, e)
	}
}

// call enters the queues and topics that a call names.
func (r *queues) call(x web.Term) {
	switch x.Expr.Text {
	case "GetSendEndpoint", "ReceiveEndpoint", "Map", "AddRequestClient":
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
		e := message.End{Sends: c.sends, Def: x.Def, Tier: graph.Exact,
			Topic: message.Topic{System: c.system, Word: c.word}}
		if h := x.Arg(c.handler, "handler"); c.handler > 0 && h != nil && !r.handled(x, x.Sub(h), &e) {
			return
		}
		r.enter(x, e, x.Sub(topic))
	}
}

// handled enters what handles messages: a method that is named, or a lambda; false for what is
// not known.
func (r *queues) handled(call, h web.Term, e *message.End) bool {
	if h.Kind == parse.ExprLambda {
		got := r.Registered(call, r.HandlerOf(h))
		e.Def, e.Literal = got.Def, got.Literal
		return true
	}
	e.Def = h.Meaning().Def
	return e.Def > resolve.None && r.Table.Def(e.Def).Kind.IsCallable()
}

// isEmpty reports whether an argument is the empty string.
func (r *queues) isEmpty(x web.Term, arg *parse.Expr) bool {
	if arg == nil {
		return false
	}
	text, ok := r.Text(x.Sub(arg))
	return ok && text == "" || arg.Kind == parse.ExprMember && arg.Text == "Empty"
}

// transit enters what MassTransit is told of a queue.
func (r *queues) transit(x web.Term) {
	if x.Callee() > resolve.None || len(x.Args) == 0 || !r.sees(x.In.File, "MassTransit") {
		return
	}
	if x.Expr.Text == "ReceiveEndpoint" {
		r.received(x)
		return
	}
	names := r.addresses(x.Sub(&x.Args[0].Value))
	if x.Expr.Text == "GetSendEndpoint" {
		for _, name := range names {
			r.ends = append(r.ends, message.End{Topic: queue(name), Sends: true, Def: x.Def,
				At: web.Place{File: x.In.File, At: x.At}, Tier: graph.Exact})
		}
		return
	}
	convention := x.Recv != nil && x.Recv.Text == "EndpointConvention"
	if len(x.TypeArgs) == 1 && (convention || x.Expr.Text == "AddRequestClient") {
		if of := r.WrittenType(x.Sub(&x.TypeArgs[0])); of.Def > resolve.None {
			r.mapped[of.Def] = append(r.mapped[of.Def], names...)
		}
	}
}

func queue(name string) message.Topic {
	return message.Topic{System: "masstransit", Word: "QUEUE", Name: name}
}

// addresses lists the queues that an address is one of: new Uri("queue:orders").
func (r *queues) addresses(x web.Term) []string {
	var out []string
	for _, v := range r.Reduce(x) {
		if v.Kind == parse.ExprNew && v.Expr.Text == "Uri" && len(v.Args) > 0 {
			v = v.Sub(&v.Args[0].Value)
		}
		texts, _ := r.Texts(v)
		for _, text := range texts {
			if name := queueOf(text); name != "" {
				out = append(out, name)
			}
		}
	}
	return out
}

// queueOf is the queue of an address of MassTransit; empty for a topic.
//
//	queue:orders?durable=true     orders
//	rabbitmq://host/shop/orders   orders
func queueOf(address string) string {
	address, _, _ = strings.Cut(address, "?")
	scheme, rest, ok := strings.Cut(address, ":")
	switch {
	case !ok || scheme == "topic" || strings.ContainsAny(rest, "{}"):
		return ""
	case strings.HasPrefix(rest, "//"):
		host, name, _ := strings.Cut(rest[2:], "/")
		if name == "" {
			return host
		}
		return name[strings.LastIndexByte(name, '/')+1:]
	}
	return rest
}

// consumes are the calls that say what an endpoint has: consumers, sagas and the like.
var consumes = map[string]bool{"Consumer": true, "ConfigureConsumer": true, "Saga": true,
	"ConfigureSaga": true, "StateMachineSaga": true, "ConfigureExecuteActivity": true}

// received enters what handles the messages of a queue: the consumers that the endpoint is given
// by type, else the function that sets it up.
func (r *queues) received(x web.Term) {
	names, _ := r.Texts(x.Sub(&x.Args[0].Value))
	lambda := &x.Args[len(x.Args)-1].Value
	if lambda.Kind != parse.ExprLambda {
		return
	}
	var classes []resolve.DefID
	for _, s := range r.Calls() {
		if s.In != x.In || !lambda.Body.Contains(s.At) || !consumes[s.Expr.Text] {
			continue
		}
		for i := range s.TypeArgs {
			if t := r.WrittenType(s.Sub(&s.TypeArgs[i])); t.Def > resolve.None {
				classes = append(classes, t.Def)
			}
		}
	}
	for _, name := range names {
		r.endpoint(name, classes, x)
	}
}

// endpoint enters that a queue has consumers.
func (r *queues) endpoint(name string, classes []resolve.DefID, x web.Term) {
	e := message.End{Topic: queue(name), Def: x.Def, Tier: graph.Exact,
		At: web.Place{File: x.In.File, At: x.At}}
	for _, class := range classes {
		for _, e.Def = range r.handlersOf(class) {
			r.ends = append(r.ends, e)
		}
	}
	if len(classes) == 0 {
		r.ends = append(r.ends, e)
	}
}

// handlersOf lists the methods by which a class gets messages.
func (r *queues) handlersOf(class resolve.DefID) []resolve.DefID {
	r.found = nil
	r.class(class)
	var out []resolve.DefID
	for _, h := range r.found {
		if !slices.Contains(out, h.Handler) {
			out = append(out, h.Handler)
		}
	}
	return out
}

// sentByConvention enters what sends a message to the queue that is mapped to its type.
func (r *queues) sentByConvention(x web.Term) {
	if x.Recv == nil || x.Expr.Text != "Send" && x.Expr.Text != "GetResponse" {
		return
	}
	for _, of := range r.sent(x) {
		for _, name := range r.mapped[of.Def] {
			r.ends = append(r.ends, message.End{Topic: queue(name), Sends: true, Def: x.Def,
				At: web.Place{File: x.In.File, At: x.At}, Tier: of.Tier})
		}
	}
}

// definitions are the base classes that say where a consumer has its queue.
var definitions = names{
	"ConsumerDefinition": {"MassTransit.ConsumerDefinition",
		"MassTransit.Definition.ConsumerDefinition"},
	"SagaDefinition": {"MassTransit.Definition.SagaDefinition", "MassTransit.SagaDefinition"},
}

// consumers enters the consumers of queues that something sends to: those whose definition
// names the queue, else those after whose class it is called, as formatters of names do it.
func (r *queues) consumers() {
	sent := map[string]bool{}
	for _, e := range r.ends {
		if e.Sends && e.System == "masstransit" {
			sent[e.Name] = true
		}
	}
	if len(sent) == 0 {
		return
	}
	for _, f := range r.Table.Files {
		if f.Language != language || f.Test {
			continue
		}
		for i := range f.Definitions {
			if d := r.Table.Def(f.ID(int32(i))); d.Kind.IsType() && len(r.Table.Bases[d.ID]) > 0 {
				r.consumer(d, sent)
			}
		}
	}
}

// consumer enters what a class is or says of a queue.
func (r *queues) consumer(d *resolve.Def, sent map[string]bool) {
	at := web.Term{Expr: &parse.Expr{At: d.NameAt}, In: r.Binder(d.File), Def: d.ID}
	for _, b := range r.Table.Bases[d.ID] {
		if len(b.Args) == 0 || b.Args[0].Def <= resolve.None || r.full(b, d.File, definitions) == "" {
			continue
		}
		for _, m := range r.Table.Own(d.ID, d.Name) {
			named := at.Sub(&parse.Expr{Kind: parse.ExprName, Text: "EndpointName", At: d.Range.End})
			named.Def = m
			for _, v := range r.Assigned(named) {
				if name, ok := r.Text(v); ok {
					r.endpoint(name, []resolve.DefID{b.Args[0].Def}, at)
				}
			}
		}
	}
	base, ok := strings.CutSuffix(d.Name, "Consumer")
	if !ok || base == "" {
		return
	}
	for _, name := range []string{base, separated(base, "-"), separated(base, "_")} {
		if !sent[name] || r.isReceived(name) {
			continue
		}
		for _, h := range r.handlersOf(d.ID) {
			r.ends = append(r.ends, message.End{Topic: queue(name), Def: h, Tier: graph.Unique,
				At: web.Place{File: d.File, At: d.NameAt}})
		}
	}
}

// isReceived reports whether a queue is known to be that of other consumers.
func (r *queues) isReceived(name string) bool {
	return slices.ContainsFunc(r.ends, func(e message.End) bool {
		return !e.Sends && e.Topic == queue(name) && e.Tier == graph.Exact
	})
}

// word is where a word begins in a name that is written in Pascal case.
var word = regexp.MustCompile(`([a-z\d])([A-Z])`)

// separated writes a name in lower case with something between its words.
func separated(name, between string) string {
	return strings.ToLower(word.ReplaceAllString(name, "${1}"+between+"${2}"))
}
