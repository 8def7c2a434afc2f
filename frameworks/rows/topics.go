package rows

import (
	"cmp"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/message"
	"seedgraph/frameworks/concept/model"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// Broker returns the reader of topics.
func Broker(libs []*model.Library) message.Broker { return broker{newReader(libs, isTopic)} }

func isTopic(e *model.Effect) bool { return e.Send != nil || e.Handle != nil }

type broker struct{ reader }

// Ends implements [message.Broker].
func (b broker) Ends(t *eval.Tree) []message.ChannelEnd {
	var out []message.ChannelEnd
	b.each(t, func(m *model.Matcher) {
		r := &topics{m: m}
		m.EachMatch(isTopic, r.call)
		m.EachAnnotated(isTopic, r.annotated)
		if m.Language == "python" {
			m.EachDecorated(isTopic, r.decorated)
		}
		out = append(out, r.found...)
	})
	return out
}

// topics collects the ends in one language.
type topics struct {
	m     *model.Matcher
	found []message.ChannelEnd
}

// end returns the end of a row without its names, and the row.
func end(x eval.Expr, l *model.Library, e *model.Effect, tier graph.Tier) (message.ChannelEnd, *model.Topic) {
	of := e.Handle
	if e.Send != nil {
		of = e.Send
	}
	return message.ChannelEnd{Sends: e.Send != nil, Def: x.Def, Tier: tier,
		Wild:  wildcardsOf(l),
		Topic: message.Topic{System: cmp.Or(of.System, l.System), Word: cmp.Or(of.Term, l.Term)},
		At:    eval.Place{File: x.In.File, At: x.At}}, of
}

// wildcardsOf returns the wildcards of a library; none are the zero value.
func wildcardsOf(l *model.Library) message.Wildcards {
	if len(l.Wildcards) != 3 {
		return message.Wildcards{}
	}
	return message.Wildcards{Separator: l.Wildcards[0], One: l.Wildcards[1], Rest: l.Wildcards[2]}
}

// call adds the topics that a call names.
func (r *topics) call(x model.Match) {
	tier := x.Tier
	if r.m.Language == "csharp" && tier == graph.Typed {
		tier = graph.Exact // types are declared
	}
	e, of := end(x.Expr, x.Library, &x.Call.Effect, tier)
	if of.Handler != "" {
		arg, ok := of.Handler.First(r.m.Tree, x.Expr)
		if !ok || !r.handled(x, arg, of.Method, &e) {
			return
		}
	}
	r.enter(x.Expr, e, of.Topic)
}

// annotated adds the topics of the handler that an annotation marks, or, on a class, those of its
// method.
func (r *topics) annotated(a model.Annotated) {
	e, of := end(a.Expr, a.Library, &a.Annotation.Effect, graph.Exact)
	e.Def = a.Of.ID
	if a.Of.Kind.IsType() {
		d := r.m.Member(a.Of.ID, of.Method)
		if of.Method == "" || d == a.Of.ID {
			return
		}
		e.Def = d
	}
	r.enter(a.Expr, e, of.Topic)
}

// decorated adds the topics of a decorator that is a call.
//
//	@broker.subscriber("orders")
func (r *topics) decorated(x model.Match, d *resolve.Def) {
	e, of := end(x.Expr, x.Library, &x.Call.Effect, x.Tier)
	if of.Handler == "" && d.Kind.IsCallable() {
		e.Def = d.ID
		r.enter(x.Expr, e, of.Topic)
	}
}

// handled sets the handler of messages: a function, or a method of an object. It returns false for an
// unknown function; an object of unknown type leaves the function around the call.
func (r *topics) handled(x model.Match, arg eval.Expr, method string, e *message.ChannelEnd) bool {
	if method != "" {
		if d, ok := r.m.MethodOf(arg, method); ok {
			e.Def = d
		}
		return true
	}
	h, ok := r.m.Handler(x.Expr, arg)
	e.Def, e.Literal = h.Def, h.Literal
	return ok
}

// enter adds an end for each topic that an argument names: a string, a list of them, or, for a sender,
// those that callers pass.
func (r *topics) enter(x eval.Expr, e message.ChannelEnd, topic model.Arg) {
	for _, arg := range topic.Of(r.m.Tree, x) {
		for _, of := range elementsOf(r.m, arg) {
			r.enterName(x, e, of)
		}
	}
}

// enterName adds the ends of the topics that an expression names.
func (r *topics) enterName(x eval.Expr, e message.ChannelEnd, arg eval.Expr) {
	names, known := message.NamesOf(r.m.Tree, arg)
	if values := r.m.Evaluate(arg); len(values) == 1 && !known {
		names, known = message.NamesOf(r.m.Tree, values[0])
	}
	if name, ok := message.SettingOf(r.m.Tree, arg); ok && !known {
		names, known = []message.Name{{Text: name}}, true
	}
	if !known && e.Sends {
		r.found = append(r.found, message.Handed(r.m.Callers, arg, e)...)
		return
	}
	for _, n := range names {
		e.Name, e.By = n.Text, n.By
		if name, ok := message.SettingName(n.Text); ok {
			e.Name = name
		} else if strings.Contains(n.Text, "${") || strings.Contains(n.Text, "#{") { // partly a setting
			e.Name, e.By = eval.Hole, 0
		}
		r.found = append(r.found, e)
	}
}
