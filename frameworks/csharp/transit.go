package csharp

import (
	"regexp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/message"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// transit reads the MassTransit configuration of a queue.
func (r *queues) transit(x eval.Expr) {
	if x.Callee() > resolve.None || len(x.Args) == 0 || !r.sees(x.In.File, "MassTransit") {
		return
	}
	switch x.Expr.Text {
	case "ReceiveEndpoint":
		r.received(x)
		return
	case "Endpoint":
		r.named(x)
		return
	}
	names := r.addresses(x.Sub(&x.Args[0].Value))
	if x.Expr.Text == "GetSendEndpoint" {
		for _, name := range names {
			r.ends = append(r.ends, message.ChannelEnd{Topic: queue(name), Sends: true, Def: x.Def,
				At: eval.Place{File: x.In.File, At: x.At}, Tier: graph.Exact})
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

// addresses lists the possible queues of an address: new Uri("queue:orders").
func (r *queues) addresses(x eval.Expr) []string {
	var out []string
	for _, v := range r.Evaluate(x) {
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

// queueOf returns the queue of a MassTransit address, or "" for a topic.
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

// consumes are the calls that configure the consumers, sagas and the like of an
// endpoint.
var consumes = map[string]bool{"Consumer": true, "ConfigureConsumer": true, "Saga": true,
	"ConfigureSaga": true, "StateMachineSaga": true, "ConfigureExecuteActivity": true}

// received adds the handlers of the messages of a queue: the consumers of the endpoint
// by type, or else the function that configures it.
func (r *queues) received(x eval.Expr) {
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

// adding are the calls that register consumers, given as type arguments.
var adding = map[string]bool{"AddConsumer": true, "AddSaga": true, "AddSagaStateMachine": true,
	"AddActivity": true, "AddExecuteActivity": true, "AddFuture": true}

// named records the queue name in the registration of a consumer, or in its definition:
//
//	x.AddConsumer<SubmitConsumer>().Endpoint(e => e.Name = "submit")
func (r *queues) named(x eval.Expr) {
	lambda := &x.Args[0].Value
	if lambda.Kind != parse.ExprLambda {
		return
	}
	var classes []resolve.DefID
	switch {
	case x.Recv == nil:
		classes = r.defined(r.Table.Def(x.Def))
	case x.Recv.Kind == parse.ExprCall && adding[x.Recv.Text]:
		for i := range x.Recv.TypeArgs {
			if t := r.WrittenType(x.Sub(&x.Recv.TypeArgs[i])); t.Def > resolve.None {
				classes = append(classes, t.Def)
			}
		}
	}
	if len(classes) == 0 {
		return
	}
	for _, v := range r.Assigned(x.Sub(&parse.Expr{Kind: parse.ExprName, Text: "Name", At: x.At})) {
		if name, ok := r.Text(v); ok && v.In == x.In && lambda.Body.Contains(v.At) {
			r.endpoint(name, classes, x)
		}
	}
}

// defined lists the consumers for which the class around a constructor is the
// definition.
func (r *queues) defined(d *resolve.Def) (classes []resolve.DefID) {
	if d.Kind != graph.KindConstructor {
		return nil
	}
	for _, b := range r.Table.Bases[d.Outer] {
		if len(b.Args) > 0 && b.Args[0].Def > resolve.None && r.full(b, d.File, definitions) != "" {
			classes = append(classes, b.Args[0].Def)
		}
	}
	return classes
}

// formatters are the classes that derive queue names from consumer names.
var formatters = map[string]bool{"DefaultEndpointNameFormatter": true,
	"KebabCaseEndpointNameFormatter": true, "SnakeCaseEndpointNameFormatter": true}

// formatted records the prefixes that the formatters of the tree add to names.
// Formatters that add namespaces are ignored.
func (r *queues) formatted() {
	r.prefixes = []string{""}
	for x := range r.Family(language) {
		x.Walk(func(e *parse.Expr) {
			if e.Kind != parse.ExprNew || !formatters[e.Text] || len(e.Args) == 0 {
				return
			}
			if all := e.Arg(1, "includeNamespace"); all != nil && all.Text == "true" {
				return
			}
			if prefix := e.Arg(0, "prefix"); prefix != nil {
				if text, ok := r.Text(x.Sub(prefix)); ok {
					r.prefixes = append(r.prefixes, text)
				}
			}
		})
	}
	slices.Sort(r.prefixes)
	r.prefixes = slices.Compact(r.prefixes)
}

// endpoint adds the consumers of a queue.
func (r *queues) endpoint(name string, classes []resolve.DefID, x eval.Expr) {
	e := message.ChannelEnd{Topic: queue(name), Def: x.Def, Tier: graph.Exact,
		At: eval.Place{File: x.In.File, At: x.At}}
	for _, class := range classes {
		for _, e.Def = range r.handlersOf(class) {
			r.ends = append(r.ends, e)
		}
	}
	if len(classes) == 0 {
		r.ends = append(r.ends, e)
	}
}

// handlersOf lists the methods by which a class receives messages.
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

// sentByConvention adds the senders to a queue that is mapped to the type of the
// message.
func (r *queues) sentByConvention(x eval.Expr) {
	if x.Recv == nil || x.Expr.Text != "Send" && x.Expr.Text != "GetResponse" {
		return
	}
	tier, _, sends := r.sends(x)
	if !sends {
		return
	}
	for _, of := range r.sent(x, tier) {
		for _, name := range r.mapped[of.Def] {
			r.ends = append(r.ends, message.ChannelEnd{Topic: queue(name), Sends: true, Def: x.Def,
				At: eval.Place{File: x.In.File, At: x.At}, Tier: of.Tier})
		}
	}
}

// definitions are the base classes of consumer definitions, which set the queue.
var definitions = names{
	"ConsumerDefinition": {"MassTransit.ConsumerDefinition",
		"MassTransit.Definition.ConsumerDefinition"},
	"SagaDefinition": {"MassTransit.Definition.SagaDefinition", "MassTransit.SagaDefinition"},
}

// consumers adds the consumers of queues with senders: those whose definition names the
// queue, or else those after which a name formatter would name it.
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
	r.formatted()
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

// consumer adds a class as a consumer or consumer definition.
func (r *queues) consumer(d *resolve.Def, sent map[string]bool) {
	at := eval.Expr{Expr: &parse.Expr{At: d.NameAt}, In: r.Binder(d.File), Def: d.ID}
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
	var names []string
	for _, prefix := range r.prefixes {
		base := prefix + base
		names = append(names, base, separated(base, "-"), separated(base, "_"))
	}
	for _, name := range names {
		if !sent[name] || r.isReceived(name) {
			continue
		}
		for _, h := range r.handlersOf(d.ID) {
			r.ends = append(r.ends, message.ChannelEnd{Topic: queue(name), Def: h, Tier: graph.Unique,
				At: eval.Place{File: d.File, At: d.NameAt}})
		}
	}
}

// isReceived reports whether a queue is known to have other consumers.
func (r *queues) isReceived(name string) bool {
	return slices.ContainsFunc(r.ends, func(e message.ChannelEnd) bool {
		return !e.Sends && e.Topic == queue(name) && e.Tier == graph.Exact
	})
}

// word matches the start of a word in a Pascal case name.
var word = regexp.MustCompile(`([a-z\d])([A-Z])`)

// separated converts a name to lower case with a separator between its words.
func separated(name, between string) string {
	return strings.ToLower(word.ReplaceAllString(name, "${1}"+between+"${2}"))
}
