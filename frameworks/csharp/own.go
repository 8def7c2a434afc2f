package csharp

import (
	"slices"
	"strings"
	"unicode"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/message"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A bus declared in the tree has generic methods to which a subscriber passes the type of
// the message, and the handler:
//
//	events.Subscribe<OrderPaid>(e => Ship(e));    events.Publish(new OrderPaid(id));
//
// A class may instead subscribe to several types, and tell them apart in one method:
//
//	void Listen() { Subscribe<OrderPaid>(); Subscribe<OrderLost>(); }
//	Task Process(object e) { switch (e) { case OrderPaid paid: … case OrderLost: … } }

// subscribing and publishing are the prefixes of the names of these methods.
var (
	subscribing = []string{"Subscribe", "AddListener", "Listen"}
	publishing  = []string{"Publish", "Raise", "Send", "Dispatch", "Emit", "Trigger"}
)

// hasPrefix reports whether a name begins with one of some words.
func hasPrefix(name string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(name, w) })
}

// isSubscribing reports whether a method of the tree subscribes to the messages of its type
// argument.
func (r *messageReader) isSubscribing(d resolve.DefID) bool {
	if d <= resolve.None {
		return false
	}
	def := r.Table.Def(d)
	return def.Kind == graph.KindMethod && len(def.TypeParams) > 0 && hasPrefix(def.Name, subscribing)
}

// isEventBus reports whether a type of the tree has a method that subscribes to messages.
func (r *messageReader) isEventBus(of resolve.DefID) bool {
	def := r.Table.Def(of)
	for i := range def.File.Definitions {
		m := def.File.ID(int32(i))
		if r.Table.Def(m).Outer == of && r.isSubscribing(m) {
			return true
		}
	}
	return false
}

// subscriptions adds the handlers that calls subscribe.
func (r *messageReader) subscriptions() {
	var classes []resolve.DefID // that subscribe without a handler, in order
	types := map[resolve.DefID][]resolve.DefID{}
	r.EachCall(language, func(x eval.Expr) {
		if len(x.TypeArgs) == 0 || x.In.File.Test || !hasPrefix(x.Expr.Text, subscribing) ||
			!r.isSubscribing(x.Referent().Def) {
			return
		}
		of := r.WrittenType(x.Sub(&x.TypeArgs[0]))
		if of.Def <= resolve.None || !r.Table.Def(of.Def).Kind.IsType() {
			return
		}
		if len(x.Args) > 0 {
			r.subscribed(x, of.Def)
			return
		}
		class := r.Table.EnclosingType(x.Def)
		if class == resolve.None {
			return
		}
		if types[class] == nil {
			classes = append(classes, class)
		}
		types[class] = append(types[class], of.Def)
	})
	for _, class := range classes {
		r.dispatched(class, types[class])
	}
}

// subscribed adds the handler of a call: the method passed to it, or the method around the
// lambda.
func (r *messageReader) subscribed(x eval.Expr, of resolve.DefID) {
	h := message.Handler{Message: of, Handler: x.Def, Tier: graph.Heuristic}
	if arg := x.Sub(&x.Args[len(x.Args)-1].Value); arg.Kind != parse.ExprLambda {
		d := arg.Referent().Def
		if d <= resolve.None || !r.Table.Def(d).Kind.IsCallable() {
			return
		}
		h.Handler = d
	}
	r.found = append(r.found, h)
}

// dispatched adds the methods of a class that tell messages apart by their types: those
// that match or cast one. Other subscribed types are handled by the only method that takes
// an object.
func (r *messageReader) dispatched(class resolve.DefID, types []resolve.DefID) {
	f := r.Table.Def(class).File
	matched := map[resolve.DefID]bool{}
	var general []resolve.DefID
	for i := range f.Definitions {
		m := r.Table.Def(f.ID(int32(i)))
		if m.Outer != class || m.Kind != graph.KindMethod || len(m.Params) == 0 {
			continue
		}
		if t := m.Params[0].Type.Name; t == "object" || t == "Object" {
			general = append(general, m.ID)
		}
		for _, of := range r.matches(m) {
			matched[of] = true
			r.found = append(r.found, message.Handler{Message: of, Handler: m.ID, Tier: graph.Heuristic})
		}
	}
	for _, of := range types {
		if !matched[of] && len(general) == 1 {
			r.found = append(r.found, message.Handler{Message: of, Handler: general[0], Tier: graph.Heuristic})
		}
	}
}

// matches lists the types that a method matches or casts a value to.
func (r *messageReader) matches(m *resolve.Def) (types []resolve.DefID) {
	b := r.Binder(m.File)
	for k := range b.Bindings {
		x := &b.Bindings[k]
		if m.Range.Contains(x.At) && x.To > resolve.None && r.Table.Def(x.To).Kind.IsType() &&
			isMatched(m.File.Text, int(x.At), r.Table.Def(x.To).Name) {
			types = append(types, x.To)
		}
	}
	return types
}

// isMatched reports whether the name of a type at a position of a text, which may be
// qualified, is that of a type pattern or of a cast.
func isMatched(text string, at int, name string) bool {
	before := strings.TrimRightFunc(text[:at], func(c rune) bool {
		return c == '.' || c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c)
	})
	words := strings.TrimRightFunc(before, unicode.IsSpace)
	switch {
	case strings.HasSuffix(before, "("): // (OrderPaid)e
		return strings.HasPrefix(text[at:], name+")")
	case words == before:
		return false
	}
	switch words[strings.LastIndexFunc(words, func(c rune) bool { return !unicode.IsLetter(c) })+1:] {
	case "case", "is", "as", "or", "not":
		return true
	}
	return false
}
