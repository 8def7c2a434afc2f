package typescript

import (
	"slices"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/message"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Broker returns the rules of emitters.
func Broker() message.Broker { return broker{&brokerHead} }

type broker struct{ *interest.Head }

// messageWords are those of files that emit or listen.
var messageWords = []string{".emit(", ".on(", ".once(", ".addListener(", "EventEmitter"}

// brokerHead requests the sites of the files that may emit events or listen to them, or have
// objects of constants that name events.
var brokerHead = interest.Head{Languages: []string{"typescript", "javascript"},
	Words: slices.Concat(messageWords, message.ConstantWords), Names: names}

// names are those of emitter classes and of the clients of SignalR.
var names = []string{"EventEmitter", "eventemitter3", "emittery", "@microsoft/signalr", "@aspnet/signalr", "signalR."}

// emitters are the full names of emitter classes.
var emitters = map[string]bool{"events": true, "events.EventEmitter": true, "node:events": true,
	"node:events.EventEmitter": true, "eventemitter3": true, "eventemitter3.EventEmitter": true,
	"eventemitter2.EventEmitter2": true}

func isEmitter(full string) bool { return emitters[eval.WithoutDefault(full)] }

// listening are the methods that register listeners.
var listening = map[string]bool{"on": true, "once": true, "addListener": true,
	"prependListener": true, "prependOnceListener": true}

// Ends lists the emits and listeners, by emitter and event name:
//
//	bus.on("paid", ship)          bus.emit("paid", order)
//	connection.on("paid", ship)   // sent by a SignalR hub
func (broker) Ends(t *eval.Tree) []message.ChannelEnd {
	r := &messageReader{Callers: eval.NewCallers(t, family)}
	t.EachCall(family, func(x eval.Expr) {
		emits := x.Expr.Text == "emit"
		if x.Recv == nil || len(x.Args) == 0 || !emits && !listening[x.Expr.Text] {
			return
		}
		event := x.Sub(&x.Args[0].Value)
		names, ok := message.NamesOf(t, event)
		if len(names) != 1 || !ok && !emits {
			return
		}
		topic, tier := r.topic(x)
		if tier == 0 {
			return
		}
		topic.Name = names[0].Text
		e := message.ChannelEnd{Def: x.Def, Sends: emits, Tier: tier, By: names[0].By, Topic: topic,
			At: eval.Place{File: x.In.File, At: x.At}}
		if !ok {
			r.found = append(r.found, message.Handed(r.Callers, event, e)...)
			return
		}
		if !emits && !r.handled(x, &e) {
			return
		}
		r.found = append(r.found, e)
	})
	return r.found
}

// A messageReader collects the events of one tree.
type messageReader struct {
	*eval.Callers
	found []message.ChannelEnd
}

// topic returns the topic of a call without its name: an event of an emitter, or one that
// a SignalR hub sends to its clients.
func (r *messageReader) topic(x eval.Expr) (message.Topic, graph.Tier) {
	recv := x.Sub(x.Recv)
	if x.Expr.Text == "on" && r.isHub(recv) {
		return message.Topic{System: "signalr", Word: "EVENT"}, graph.Typed
	}
	scope, tier := r.emitter(recv)
	return message.Topic{System: "events", Word: "EVENT", Scope: scope}, tier
}

// isHub reports whether an expression is a connection to a SignalR hub, by its declared
// type or the builder that created it.
//
//	this.hub = new HubConnectionBuilder().withUrl(url).build();    this.hub.on('paid', show);
func (r *messageReader) isHub(x eval.Expr) bool {
	isOf := func(class string) func(string) bool {
		return func(full string) bool {
			return full == "@microsoft/signalr."+class || full == "@aspnet/signalr."+class
		}
	}
	if f, name := r.written(x); slices.ContainsFunc(eval.Imported(f, name), isOf("HubConnection")) {
		return true
	}
	for _, v := range r.Evaluate(x) {
		for v.Recv != nil && v.Kind != parse.ExprNew {
			v = v.Sub(v.Recv)
		}
		if v.Kind == parse.ExprNew && (isOf("HubConnectionBuilder")(r.ExternalName(v)) || isGlobalHub(v)) {
			return true
		}
	}
	return false
}

// isGlobalHub reports whether an expression creates the builder by the global name of the
// library, which a page loads by a script element.
func isGlobalHub(x eval.Expr) bool {
	return x.Expr.Text == "HubConnectionBuilder" && x.Recv != nil && x.Recv.Text == "signalR" ||
		x.Expr.Text == "signalR.HubConnectionBuilder"
}

// emitter returns the identity of the emitter that an expression is: the class of the
// tree that derives from an emitter class, or the variable that holds it. Emitters
// passed to code that only declares them as emitters are assumed to be one per project.
func (r *messageReader) emitter(x eval.Expr) (scope string, tier graph.Tier) {
	if x.Kind == parse.ExprName && x.Expr.Text == "this" {
		class := r.Table.EnclosingType(x.Def)
		if class != resolve.None && r.derives(class) {
			return r.scope(class), graph.Exact
		}
		return "", 0
	}
	if t := r.declared(x); t.Def > resolve.None && r.Table.Def(t.Def).Kind.IsType() &&
		r.derives(t.Def) {
		return r.scope(t.Def), graph.Typed
	}
	for _, v := range r.Evaluate(x) {
		if v.Kind != parse.ExprNew {
			continue
		}
		if class := r.Class(v); class != resolve.None && r.derives(class) {
			return r.scope(class), graph.Typed
		}
		if d := x.Referent().Def; d > resolve.None && isEmitter(r.ExternalName(v)) {
			return r.scope(d), graph.Typed
		}
	}
	if f, name := r.written(x); slices.ContainsFunc(eval.Imported(f, name), isEmitter) {
		return r.Project(x.In.File), graph.Heuristic
	}
	return "", 0
}

// scope returns the topic scope of a class or variable.
func (r *messageReader) scope(d resolve.DefID) string {
	def := r.Table.Def(r.Table.Canon[d])
	return def.ModuleName + "#" + def.Symbol
}

// written returns the name of the declared type of a member, parameter or local, and
// the declaring file.
func (r *messageReader) written(x eval.Expr) (*resolve.File, string) {
	if d := x.Referent().Def; d > resolve.None {
		return r.Table.Def(d).File, r.Table.Def(d).Type.Name
	}
	if l := x.Local(); l != nil {
		return x.In.File, l.Type.Name
	}
	return x.In.File, ""
}

// declared returns the declared type of a member, parameter or local.
func (r *messageReader) declared(x eval.Expr) resolve.Type {
	if d := x.Referent().Def; d > resolve.None {
		def := r.Table.Def(d)
		return r.Binder(def.File).TypeOf(def.Type, d, def.NameAt)
	}
	if l := x.Local(); l != nil {
		return x.In.TypeOf(l.Type, x.Def, x.At)
	}
	return resolve.Unknown
}

// derives reports whether a class derives from an emitter class.
func (r *messageReader) derives(class resolve.DefID) bool {
	return slices.ContainsFunc(r.Lineage(class), func(d resolve.DefID) bool {
		def := r.Table.Def(d)
		return slices.ContainsFunc(def.Bases, func(b parse.TypeRef) bool {
			return slices.ContainsFunc(eval.Imported(def.File, b.Name), isEmitter)
		})
	})
}

// handled sets the handler of an event: a function by name or bound, or a literal.
func (r *messageReader) handled(x eval.Expr, e *message.ChannelEnd) bool {
	if len(x.Args) < 2 {
		return false
	}
	of := x.Sub(&x.Args[1].Value)
	if of.Kind == parse.ExprCall && of.Expr.Text == "bind" && of.Recv != nil {
		of = of.Sub(of.Recv)
	}
	if of.Kind == parse.ExprLambda {
		h := r.Registered(x, r.HandlerOf(of))
		e.Def, e.Literal = h.Def, h.Literal
		return true
	}
	e.Def = of.Referent().Def
	return e.Def > resolve.None && r.Table.Def(e.Def).Kind.IsCallable()
}
