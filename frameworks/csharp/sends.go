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

// senders are the types of libraries that send messages, by full name, with the methods that
// do. The message is an argument, a type argument or, of a request client, the type argument
// of the type.
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

// clients are those of them that send messages of their type argument.
var clients = names{"IRequestClient": {"MassTransit.IRequestClient"},
	"ITopicProducer": {"MassTransit.ITopicProducer"}}

// answers are the methods whose type arguments are what comes back.
var answers = map[string]bool{"GetResponse": true, "InvokeAsync": true,
	"InvokeForTenantAsync": true, "StreamAsync": true, "CreateStream": true}

const (
	consumeContext = "Send Publish RespondAsync SchedulePublish ScheduleSend Init"
	endpoint       = "Send SendLocal Publish Reply RequestTimeout"
	wolverine      = "InvokeAsync SendAsync PublishAsync ScheduleAsync InvokeForTenantAsync " +
		"StreamAsync BroadcastToTopicAsync RespondToSenderAsync"
)

var sending = namesOf(senders)

// sendWords are those of files that send messages: the methods, called on something.
var sendWords = func() []string {
	var out []string
	for name := range sendMethods {
		out = append(out, "."+name+"(", "."+name+"<")
	}
	slices.Sort(out)
	return out
}()

// sendMethods are the names of the methods that send messages, of libraries and of buses of the
// tree's own.
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

// verbs are what the methods of a bus of the tree's own are called, and buses the endings of
// its name.
var (
	verbs = []string{"Send", "Publish", "Dispatch", "Raise", "Execute", "Query"}
	buses = []string{"Bus", "Mediator", "Publisher", "Dispatcher", "Sender"}
)

// Sendings lists what the calls of C# send, if a class of the tree says what it is:
//
//	mediator.Send(new PlaceOrder(id))         endpoint.Publish<OrderPlaced>(new { id })
//	client.GetResponse<OrderStatus>(new { })  of an IRequestClient<CheckOrder>
//	orders.Execute(new PlaceOrder(id))        of the tree, which sends its parameter
func (bus) Sendings(t *eval.Tree) []message.Sending {
	r := newReader(t)
	var out []message.Sending
	w := message.NewForwards(t, language)
	t.EachCall(language, func(x eval.Term) {
		if x.Recv == nil || !sendMethods[x.Expr.Text] {
			return
		}
		tier, naming, sends := r.sends(x)
		if !sends {
			return
		}
		for _, s := range r.sent(x, tier) {
			out = append(out, message.Sending{Message: s.Def, By: x.Def, Tier: s.Tier,
				At: eval.Place{File: x.In.File, At: x.At}, Across: naming})
		}
		for i := range x.Args {
			w.Enter(x, &x.Args[i].Value)
		}
	})
	return append(out, w.Sendings()...)
}

// sends reports whether a call is one of a method that sends messages, how sure that is, and how the
// messages are known to other programs.
func (r *messageReader) sends(x eval.Term) (tier graph.Tier, naming message.Naming, ok bool) {
	of := r.typeOf(x.Sub(x.Recv))
	if full := r.full(of, x.In.File, sending); full != "" {
		return graph.Exact, namingOf(full), slices.Contains(strings.Fields(senders[full]), x.Expr.Text)
	}
	return graph.Heuristic, message.ByName, of.Def > resolve.None && r.isOwnBus(of.Def, x.Expr.Text)
}

// namings are how the senders of a library, by the beginning of their names, name messages between
// programs; those of others stay in one program, or carry the assembly of the type, too.
//
// Source: the documentation of message contracts of MassTransit (urn:message:Namespace:Type),
// NServiceBus (EnclosedMessageTypes), Wolverine (message type names), ABP (EventNameAttribute) and
// JustSaying (topics by the name of the type).
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

// typeOf is the type of an expression. What a library is asked for by a type argument alone is taken
// to be of that type, as objects of a container are.
//
//	scope.Resolve<IMediator>()
func (r *messageReader) typeOf(x eval.Term) resolve.Type {
	if t := x.In.ValueType(x.At); t.Known() {
		return t
	}
	for _, v := range r.Reduce(x) {
		if v.Kind == parse.ExprCall && len(v.TypeArgs) == 1 && v.Callee() == resolve.None {
			return r.WrittenType(v.Sub(&v.TypeArgs[0]))
		}
	}
	return resolve.Unknown
}

// sent lists the types of the messages that a call of a sending method may send.
func (r *messageReader) sent(x eval.Term, tier graph.Tier) []resolve.Type {
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
		types[i].Tier = resolve.Worse(tier, types[i].Tier)
	}
	return append(types, r.wrapped(types)...)
}

// wrapped lists what generic messages of the tree have inside, which their handlers send on.
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

// isOwnBus reports whether a type of the tree is a bus by its name, and a method by its.
func (r *messageReader) isOwnBus(of resolve.DefID, method string) bool {
	name := r.Table.Def(of).Name
	return slices.Contains(verbs, strings.TrimSuffix(method, "Async")) &&
		slices.ContainsFunc(buses, func(end string) bool { return strings.HasSuffix(name, end) })
}

// valueType is the type of an argument.
func (r *messageReader) valueType(x eval.Term) resolve.Type {
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
	for _, v := range r.Reduce(x) {
		if t := r.mappedTo(v); t.Known() {
			return t
		}
	}
	return resolve.Unknown
}

// mappers are the types of libraries whose method Map gives an object of its last type argument, by
// full name.
var mappers = names{"IMapper": {"AutoMapper.IMapper", "MapsterMapper.IMapper"},
	"IRuntimeMapper": {"AutoMapper.IRuntimeMapper"},
	"Mapper":         {"AutoMapper.Mapper", "MapsterMapper.Mapper"}}

// mappedTo is the type of what a mapper of a library makes; Unknown for other calls.
//
//	mapper.Map<PlaceOrder>(request)     request.Adapt<PlaceOrder>()
func (r *messageReader) mappedTo(x eval.Term) resolve.Type {
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
