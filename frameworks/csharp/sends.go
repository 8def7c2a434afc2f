package csharp

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/message"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// senders are the library types that send messages, by full name, with the sending
// methods. The message is an argument, a type argument or, for a request client, the
// type argument of the type.
var senders = map[string]string{
	"MediatR.IMediator":  "Send Publish CreateStream",
	"MediatR.ISender":    "Send CreateStream",
	"MediatR.IPublisher": "Publish",
	"MediatR.Mediator":   "Send Publish CreateStream",

	"Mediator.IMediator":  "Send Publish CreateStream",
	"Mediator.ISender":    "Send CreateStream",
	"Mediator.IPublisher": "Publish",

	"MassTransit.IBus":                           "Send Publish SchedulePublish ScheduleSend CreateRequest",
	"MassTransit.IBusControl":                    "Send Publish",
	"MassTransit.IPublishEndpoint":               "Publish PublishBatch",
	"MassTransit.ISendEndpoint":                  "Send SendBatch",
	"MassTransit.ISendEndpointProvider":          "Send",
	"MassTransit.IRequestClient":                 "GetResponse Create",
	"MassTransit.IMessageScheduler":              "SchedulePublish ScheduleSend",
	"MassTransit.ITopicProducer":                 "Produce",
	"MassTransit.ConsumeContext":                 consumeContext,
	"MassTransit.SagaConsumeContext":             consumeContext,
	"MassTransit.BehaviorContext":                consumeContext,
	"MassTransit.Mediator.IMediator":             "Send Publish SendRequest",
	"MassTransit.Mediator.IScopedMediator":       "Send Publish SendRequest",
	"NServiceBus.IMessageSession":                endpoint,
	"NServiceBus.IEndpointInstance":              endpoint,
	"NServiceBus.IMessageHandlerContext":         endpoint,
	"NServiceBus.IPipelineContext":               endpoint,
	"NServiceBus.ITransactionalSession":          endpoint,
	"NServiceBus.UniformSession.IUniformSession": endpoint,

	"Rebus.Bus.IBus":              "Send SendLocal Publish Reply Defer DeferLocal",
	"Rebus.Bus.Advanced.ISyncBus": "Send SendLocal Publish Reply Defer DeferLocal",

	"Wolverine.IMessageBus":     wolverine,
	"Wolverine.ICommandBus":     wolverine,
	"Wolverine.IMessageContext": wolverine,

	"SlimMessageBus.IMessageBus":         "Publish Send ProduceSend",
	"SlimMessageBus.IPublishBus":         "Publish",
	"SlimMessageBus.IRequestResponseBus": "Send",

	"EasyNetQ.IPubSub":      "Publish PublishAsync",
	"EasyNetQ.IRpc":         "Request RequestAsync",
	"EasyNetQ.ISendReceive": "Send SendAsync",

	"Paramore.Brighter.IAmACommandProcessor": "Send SendAsync Publish PublishAsync Post PostAsync " +
		"DepositPost DepositPostAsync",

	"Volo.Abp.EventBus.IEventBus":                        "PublishAsync",
	"Volo.Abp.EventBus.Local.ILocalEventBus":             "PublishAsync",
	"Volo.Abp.EventBus.Distributed.IDistributedEventBus": "PublishAsync",
	"JustSaying.Messaging.IMessagePublisher":             "PublishAsync",
	"JustSaying.Messaging.IMessageBatchPublisher":        "PublishAsync",
}

// clients are the senders that send messages of their type argument.
var clients = names{"IRequestClient": {"MassTransit.IRequestClient"},
	"ITopicProducer": {"MassTransit.ITopicProducer"}}

// answers are the methods whose type arguments are response types.
var answers = map[string]bool{"GetResponse": true, "InvokeAsync": true,
	"InvokeForTenantAsync": true, "StreamAsync": true, "CreateStream": true}

const (
	consumeContext = "Send Publish RespondAsync SchedulePublish ScheduleSend Init"
	endpoint       = "Send SendLocal Publish Reply RequestTimeout"
	wolverine      = "InvokeAsync SendAsync PublishAsync ScheduleAsync InvokeForTenantAsync " +
		"StreamAsync BroadcastToTopicAsync RespondToSenderAsync"
)

var sending = namesOf(senders)

// sendWords are those of files that send messages: calls of the sending methods.
var sendWords = func() []string {
	var out []string
	for name := range sendMethods {
		out = append(out, "."+name+"(", "."+name+"<")
	}
	slices.Sort(out)
	return out
}()

// sendMethods are the names of the sending methods, of libraries and of buses declared
// in the tree.
var sendMethods = func() map[string]bool {
	out := map[string]bool{}
	for _, methods := range senders {
		for _, m := range strings.Fields(methods) {
			out[m] = true
		}
	}
	for _, verb := range verbs {
		out[verb], out[verb+"Async"] = true, true
	}
	return out
}()

// verbs are the method names of a bus declared in the tree, and buses the suffixes of
// its name.
var (
	verbs = []string{"Send", "Publish", "PublishEvent", "Dispatch", "Raise", "RaiseEvent", "Execute", "Query"}
	buses = []string{"Bus", "Mediator", "Publisher", "Dispatcher", "Sender", "Aggregator"}
)

// Sendings lists the messages that calls in C# send, if a class of the tree is their
// type:
//
//	mediator.Send(new PlaceOrder(id))         endpoint.Publish<OrderPlaced>(new { id })
//	client.GetResponse<OrderStatus>(new { })  of an IRequestClient<CheckOrder>
//	orders.Execute(new PlaceOrder(id))        of the tree, which sends its parameter
func (bus) Sendings(t *eval.Tree) []message.Publish {
	r := newReader(t)
	var out []message.Publish
	w := message.NewForwards(t, language)
	t.EachCall(language, func(x eval.Expr) {
		if x.Recv == nil || !sendMethods[x.Expr.Text] {
			return
		}
		tier, naming, sends := r.sends(x)
		if !sends {
			return
		}
		for _, s := range r.sent(x, tier) {
			out = append(out, message.Publish{Message: s.Def, By: x.Def, Tier: s.Tier,
				At: eval.Place{File: x.In.File, At: x.At}, Across: naming})
		}
		for i := range x.Args {
			w.Enter(x, &x.Args[i].Value)
		}
	})
	return append(out, w.Sendings()...)
}

// sends reports whether the target of a call is a sending method, with the confidence
// and the naming of messages between programs.
func (r *messageReader) sends(x eval.Expr) (tier graph.Tier, naming message.Naming, ok bool) {
	of := r.typeOf(x.Sub(x.Recv))
	if full := r.full(of, x.In.File, sending); full != "" {
		return graph.Exact, namingOf(full), slices.Contains(strings.Fields(senders[full]), x.Expr.Text)
	}
	return graph.Heuristic, message.ByName, of.Def > resolve.None && r.isOwnBus(of.Def, x.Expr.Text)
}

// namings are the ways in which the senders of a library, by the prefix of their names,
// name messages between programs; other senders stay in one program, or also transmit
// the assembly of the type.
//
// Source: the documentation of message contracts of MassTransit
// (urn:message:Namespace:Type), NServiceBus (EnclosedMessageTypes), Wolverine (message
// type names), ABP (EventNameAttribute) and JustSaying (topics by the name of the
// type).
var namings = []struct {
	prefix string
	naming message.Naming
}{
	{"MassTransit.Mediator.", message.NotAcross},
	{"MassTransit.", message.ByFullName},
	{"NServiceBus.", message.ByFullName},
	{"Wolverine.", message.ByFullName},
	{"Volo.Abp.EventBus.Distributed.", message.ByFullName},
	{"JustSaying.", message.ByName},
}

func namingOf(sender string) message.Naming {
	for _, n := range namings {
		if strings.HasPrefix(sender, n.prefix) {
			return n.naming
		}
	}
	return message.NotAcross
}

// typeOf returns the type of an expression. The result of a library call that only has
// a type argument is assumed to be of that type, like a service obtained from a
// container.
//
//	scope.Resolve<IMediator>()
func (r *messageReader) typeOf(x eval.Expr) resolve.Type {
	if t := x.In.ValueType(x.At); t.Known() {
		return t
	}
	for _, v := range r.Evaluate(x) {
		if v.Kind == parse.ExprCall && len(v.TypeArgs) == 1 && v.Callee() == resolve.None {
			return r.WrittenType(v.Sub(&v.TypeArgs[0]))
		}
	}
	return resolve.Unknown
}

// sent lists the types of the messages that a call of a sending method may send.
func (r *messageReader) sent(x eval.Expr, tier graph.Tier) []resolve.Type {
	of := r.typeOf(x.Sub(x.Recv))
	var types []resolve.Type
	if full := r.full(of, x.In.File, clients); full != "" {
		types = slices.Clone(of.Args)
	}
	for i := range x.TypeArgs {
		if !answers[x.Expr.Text] {
			types = append(types, r.WrittenType(x.Sub(&x.TypeArgs[i])))
		}
	}
	for i := range x.Args {
		types = append(types, r.valueType(x.Sub(&x.Args[i].Value)))
	}
	types = slices.DeleteFunc(types, func(t resolve.Type) bool { return t.Def <= resolve.None })
	for i := range types {
		types[i].Tier = resolve.WeakerTier(tier, types[i].Tier)
	}
	return append(types, r.wrapped(types)...)
}

// wrapped lists the type arguments of generic messages in the tree, as their handlers
// forward the wrapped messages.
//
//	mediator.Send(new Identified<Cancel, bool>(cancel, id))    // Cancel, too
func (r *messageReader) wrapped(types []resolve.Type) (out []resolve.Type) {
	for _, t := range types {
		for _, arg := range t.Args {
			if arg.Def > resolve.None && r.Table.Def(arg.Def).Kind.IsType() {
				arg.Tier = graph.Heuristic
				out = append(out, arg)
			}
		}
	}
	return out
}

// isOwnBus reports whether a type of the tree and a method are named like a bus and a
// sending method, or whether the type also has subscribing methods.
func (r *messageReader) isOwnBus(of resolve.DefID, method string) bool {
	name := r.Table.Def(of).Name
	if hasPrefix(method, publishing) && r.isEventBus(of) {
		return true
	}
	return slices.Contains(verbs, strings.TrimSuffix(method, "Async")) &&
		slices.ContainsFunc(buses, func(end string) bool { return strings.HasSuffix(name, end) })
}

// valueType returns the type of an argument.
func (r *messageReader) valueType(x eval.Expr) resolve.Type {
	if x.Kind == parse.ExprNew {
		of := resolve.Type{Def: r.Class(x), Owner: resolve.None}
		for i := range x.TypeArgs {
			of.Args = append(of.Args, r.WrittenType(x.Sub(&x.TypeArgs[i])))
		}
		return of
	}
	if t := x.In.ValueType(x.At); t.Known() {
		return t
	}
	for _, v := range r.Evaluate(x) {
		if t := r.mappedTo(v); t.Known() {
			return t
		}
	}
	return resolve.Unknown
}

// mappers are the library types whose method Map returns an object of its last type
// argument, by full name.
var mappers = names{"IMapper": {"AutoMapper.IMapper", "MapsterMapper.IMapper"},
	"IRuntimeMapper": {"AutoMapper.IRuntimeMapper"},
	"Mapper":         {"AutoMapper.Mapper", "MapsterMapper.Mapper"}}

// mappedTo returns the result type of a library's mapper; Unknown for other calls.
//
//	mapper.Map<PlaceOrder>(request)     request.Adapt<PlaceOrder>()
func (r *messageReader) mappedTo(x eval.Expr) resolve.Type {
	if x.Kind != parse.ExprCall || x.Recv == nil || len(x.TypeArgs) == 0 || x.Callee() > resolve.None {
		return resolve.Unknown
	}
	switch f := x.In.File; x.Expr.Text {
	case "Map":
		if r.full(x.In.ValueType(x.Recv.At), f, mappers) == "" {
			return resolve.Unknown
		}
	case "Adapt":
		if !r.sees(f, "Mapster") {
			return resolve.Unknown
		}
	default:
		return resolve.Unknown
	}
	return r.WrittenType(x.Sub(&x.TypeArgs[len(x.TypeArgs)-1]))
}
