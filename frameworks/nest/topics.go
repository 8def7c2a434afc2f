package nest

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/message"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Broker returns the rules of Nest's microservices and of its events.
func Broker() message.Broker { return broker{&brokerHead} }

type broker struct{ *interest.Head }

// words are those of files that handle or send messages.
var words = []string{"@nestjs/microservices", "@nestjs/event-emitter"}

// brokerHead requests the sites of the files that import one of the libraries, or may have
// objects of constants that name messages.
var brokerHead = interest.Head{Languages: []string{"typescript", "javascript"},
	Words: slices.Concat(words, message.ConstantWords), Names: words}

// handling are the decorators of methods that handle messages, by full name, with the
// system.
var handling = map[string]string{
	"@nestjs/microservices.MessagePattern": "nest",
	"@nestjs/microservices.EventPattern":   "nest",
	"@nestjs/event-emitter.OnEvent":        "events",
}

// sending are the types that send messages, with their methods; the first argument is
// the destination.
var sending = map[string]string{
	"@nestjs/microservices.ClientProxy": "send emit", "@nestjs/microservices.ClientKafka": "send emit",
	"@nestjs/microservices.ClientRMQ": "send emit", "@nestjs/microservices.ClientNats": "send emit",
	"@nestjs/microservices.ClientRedis": "send emit", "@nestjs/microservices.ClientTCP": "send emit",
	"@nestjs/event-emitter.EventEmitter2": "emit emitAsync",
	"eventemitter2.EventEmitter2":         "emit emitAsync",
}

// Ends lists the methods that handle the messages of a pattern or an event, and their
// senders:
//
//	@MessagePattern('sum')               client.send('sum', [1, 2])
//	@MessagePattern({ cmd: 'sum' })      client.send({ cmd: 'sum' }, [1, 2])
func (broker) Ends(t *eval.Tree) []message.ChannelEnd {
	r := &topics{Callers: eval.NewCallers(t, family)}
	t.EachAttribute(family, func(d *resolve.Def, x eval.Expr) {
		if system := handling[r.ExternalName(x)]; system != "" && x.Kind == parse.ExprCall {
			r.enter(x, system, message.ChannelEnd{Def: d.ID, Tier: graph.Exact})
		}
	})
	t.EachCall(family, func(x eval.Expr) {
		if x.Recv == nil {
			return
		}
		full := declared(t, x.Sub(x.Recv))
		for _, method := range strings.Fields(sending[full]) {
			if method == x.Expr.Text {
				system := "nest"
				if strings.HasSuffix(full, "EventEmitter2") {
					system = "events"
				}
				r.enter(x, system, message.ChannelEnd{Def: x.Def, Sends: true, Tier: graph.Typed})
			}
		}
	})
	return r.found
}

// topics collects the ends of one tree.
type topics struct {
	*eval.Callers
	found []message.ChannelEnd
}

// enter adds an end for each topic in the first argument of a call. Events are local to
// one program.
func (r *topics) enter(x eval.Expr, system string, e message.ChannelEnd) {
	if len(x.Args) == 0 {
		return
	}
	e.At = eval.Place{File: x.In.File, At: x.At}
	e.Topic = message.Topic{System: system, Word: "MESSAGE"}
	if system == "events" {
		e.Word, e.Scope = "EVENT", r.Project(x.In.File)
	}
	pattern := x.Sub(&x.Args[0].Value)
	var names []message.Name
	for _, v := range r.Evaluate(pattern) {
		if v.Kind == parse.ExprMap {
			names = append(names, message.Name{Text: r.fields(v)})
		}
	}
	if names == nil {
		known := false
		if names, known = message.NamesOf(r.Tree, pattern); !known && e.Sends {
			r.found = append(r.found, message.Handed(r.Callers, pattern, e)...)
		}
	}
	for _, n := range names {
		e.Name, e.By = n.Text, n.By
		r.found = append(r.found, e)
	}
}

// fields returns the topic name of an object literal with constant values; empty if one
// of them is unknown.
func (r *topics) fields(x eval.Expr) string {
	var parts []string
	for i := range x.Args {
		text, ok := r.Text(x.Sub(&x.Args[i].Value))
		if !ok {
			return ""
		}
		parts = append(parts, x.Args[i].Name+":"+text)
	}
	return strings.Join(parts, ",")
}

// declared returns the full name of the declared type of a member, parameter or local.
func declared(t *eval.Tree, x eval.Expr) string {
	f, declared := x.In.File, ""
	if d := x.Referent().Def; d > resolve.None {
		f, declared = t.Table.Def(d).File, t.Table.Def(d).Type.Name
	} else if l := x.In.LocalAt(x.Expr.Text, x.At); l != nil && x.Kind == parse.ExprName {
		declared = l.Type.Name
	}
	for _, full := range eval.Imported(f, declared) {
		return full
	}
	return ""
}
