package java

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/message"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

const rabbitListener = "org.springframework.amqp.rabbit.annotation.RabbitListener"

// rabbitTypes are the types that send to an exchange or a queue of RabbitMQ.
var rabbitTypes = []string{"RabbitTemplate", "RabbitOperations", "AmqpTemplate",
	"RabbitMessagingTemplate", "AsyncRabbitTemplate"}

// A route of an exchange is a binding: messages that are sent to the exchange with a matching key
// reach the queue.
type exchangeRoute struct {
	exchange, kind string // kind is direct, topic, fanout or headers
	key            string
	queue          message.Topic
}

// rabbitTopic returns the topic of a queue.
func rabbitTopic(queue string) message.Topic {
	return message.Topic{System: "rabbitmq", Word: "QUEUE", Name: queue}
}

// declaredQueues adds the queues that the annotation of a listener declares, with their bindings:
//
//	@RabbitListener(queuesToDeclare = @Queue("orders"))
//	@RabbitListener(bindings = @QueueBinding(value = @Queue("paid"),
//		exchange = @Exchange("shop"), key = "paid"))
func (r *topics) declaredQueues(end message.ChannelEnd, x eval.Expr) {
	end.At = eval.Place{File: x.In.File, At: x.At}
	listens := func(queue message.Topic) {
		if end.Topic = queue; queue.Name != "" {
			r.found = append(r.found, end)
		}
	}
	for _, q := range elementsOf(x, x.Arg(-1, "queuesToDeclare")) {
		listens(rabbitTopic(r.named(q)))
	}
	for _, b := range elementsOf(x, x.Arg(-1, "bindings")) {
		queue, exchange := b.Arg(0, "value"), b.Arg(-1, "exchange")
		if queue == nil || exchange == nil {
			continue
		}
		of := exchangeRoute{exchange: r.named(b.Sub(exchange)), kind: "direct",
			queue: rabbitTopic(r.named(b.Sub(queue)))}
		if kind := exchange.Arg(-1, "type"); kind != nil {
			of.kind = strings.ToLower(kind.Text) // "topic" or ExchangeTypes.TOPIC
		}
		keys := []string{""}
		if arg := b.Arg(-1, "key"); arg != nil {
			keys = nil
			for _, k := range elementsOf(b, arg) {
				keys = append(keys, r.TextWithHoles(k))
			}
		}
		if of.queue.Name == "" { // the broker names it
			of.queue.Name = of.exchange + "/" + strings.Join(keys, "/")
		}
		listens(of.queue)
		for _, of.key = range keys {
			r.exchanges = append(r.exchanges, of)
		}
	}
}

// elementsOf lists an argument, or the elements of the list that it is.
func elementsOf(x eval.Expr, arg *parse.Expr) []eval.Expr {
	switch {
	case arg == nil:
		return nil
	case arg.Kind != parse.ExprList:
		return []eval.Expr{x.Sub(arg)}
	}
	var out []eval.Expr
	for i := range arg.Args {
		out = append(out, x.Sub(&arg.Args[i].Value))
	}
	return out
}

// named returns the name that an annotation of a queue or an exchange states, with holes for what
// is not known; empty if it states no name.
func (r *topics) named(x eval.Expr) string {
	for _, name := range []string{"value", "name"} {
		at := -1
		if name == "value" {
			at = 0
		}
		if arg := x.Arg(at, name); arg != nil {
			return r.holes(x.Sub(arg))
		}
	}
	return ""
}

// holes returns the text of an expression, with holes for what is not known, as the values of
// settings.
func (r *topics) holes(x eval.Expr) string {
	text := r.TextWithHoles(x)
	if strings.Contains(text, "${") || strings.Contains(text, "#{") {
		return eval.Hole
	}
	return text
}

// bound adds a binding that the configuration declares:
//
//	BindingBuilder.bind(orders()).to(shop()).with("paid")
func (r *topics) bound(x eval.Expr) {
	of, to := exchangeRoute{kind: "direct"}, x
	switch {
	case x.Expr.Text == "with" && x.Recv != nil && len(x.Args) == 1:
		of.key, to = r.holes(x.Sub(&x.Args[0].Value)), x.Sub(x.Recv)
	case x.Expr.Text != "to":
		return
	}
	if to.Expr.Text != "to" || len(to.Args) != 1 || to.Recv == nil || to.Recv.Text != "bind" ||
		len(to.Recv.Args) != 1 {
		return
	}
	of.queue = rabbitTopic(r.declaredBy(to.Sub(&to.Recv.Args[0].Value), nil))
	of.exchange = r.declaredBy(to.Sub(&to.Args[0].Value), &of.kind)
	if x.Expr.Text == "to" && of.kind != "fanout" {
		return // with follows
	}
	r.exchanges = append(r.exchanges, of)
}

// declaredBy returns the name of the queue or exchange that an expression creates: in place, in
// the method that it calls, or in the method of a bean that has the name of the parameter.
func (r *topics) declaredBy(x eval.Expr, kind *string) string {
	values := r.Evaluate(x)
	if l := x.Local(); l != nil && l.Kind == parse.LocalParam {
		class := r.Table.EnclosingType(x.Def)
		if bean := r.Member(class, l.Name); class > resolve.None && bean != class {
			values = r.Values(bean)
		}
	}
	for _, v := range values {
		// QueueBuilder.durable("a").build()
		for v.Kind == parse.ExprCall && v.Recv != nil && v.Recv.Kind == parse.ExprCall {
			v = v.Sub(v.Recv)
		}
		if len(v.Args) == 0 {
			continue
		}
		for _, k := range []string{"topic", "fanout", "headers"} {
			if kind != nil && strings.HasPrefix(strings.ToLower(v.Expr.Text), k) {
				*kind = k // new TopicExchange, topicExchange
			}
		}
		return r.holes(v.Sub(&v.Args[0].Value))
	}
	return eval.Hole
}

// toExchange adds the senders to an exchange: one for each queue that a binding leads to, or one
// to a queue that is not known.
//
//	template.convertAndSend("shop", "paid", order)
func (r *topics) toExchange(x eval.Expr) {
	if len(x.Args) < 3 || !r.sendsToRabbit(x) {
		return
	}
	exchange, key := r.holes(x.Sub(&x.Args[0].Value)), r.holes(x.Sub(&x.Args[1].Value))
	if x.Args[2].Value.Kind == parse.ExprLambda { // key, message, what changes the message
		exchange, key = "", exchange
	}
	end := message.ChannelEnd{Sends: true, Def: x.Def, Tier: graph.Typed,
		At: eval.Place{File: x.In.File, At: x.At}}
	found := false
	for _, of := range r.exchanges {
		if of.exchange != exchange || !of.takes(key) {
			continue
		}
		end.Topic, found = of.queue, true
		r.found = append(r.found, end)
	}
	if !found {
		end.Topic = rabbitTopic(eval.Hole)
		if exchange == "" { // the default exchange, which takes the name of a queue as the key
			end.Topic = rabbitTopic(key)
		}
		r.found = append(r.found, end)
	}
}

// takes reports whether a binding takes a message with a key.
func (of *exchangeRoute) takes(key string) bool {
	switch of.kind {
	case "fanout", "headers":
		return true
	case "topic":
		return matchesKey(strings.Split(of.key, "."), strings.Split(key, "."))
	}
	return of.key == key
}

// matchesKey reports whether the words of a key match a pattern: * is one word, # any number.
func matchesKey(pattern, key []string) bool {
	for i, p := range pattern {
		if p == "#" {
			for n := 0; n <= len(key)-i; n++ {
				if matchesKey(pattern[i+1:], key[i+n:]) {
					return true
				}
			}
			return false
		}
		if i >= len(key) || p != "*" && p != key[i] {
			return false
		}
	}
	return len(pattern) == len(key)
}

// sendsToRabbit reports whether a call is of a method that sends, of one of the types.
func (r *topics) sendsToRabbit(x eval.Expr) bool {
	switch x.Expr.Text {
	case "convertAndSend", "send", "convertSendAndReceive", "convertSendAndReceiveAsType",
		"sendAndReceive":
	default:
		return false
	}
	if x.Recv == nil || x.Callee() > resolve.None {
		return false
	}
	of := x.Sub(x.Recv)
	v := of.In.ValueType(of.At)
	name := v.Name
	if v.Def < resolve.None {
		name = of.In.File.ExternalName(v.Def)
	}
	return slices.Contains(rabbitTypes, resolve.LastName(name))
}
