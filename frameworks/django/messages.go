package django

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

// Bus returns the rules of Django.
func Bus() message.Bus { return bus{&busHead} }

type bus struct{ *interest.Head }

// busHead requests the sites of the files that may connect receivers to signals.
var busHead = interest.Head{Languages: []string{family},
	Needs: []string{"django", "signals"}, Words: []string{".connect(", "Signal(", ".send(", ".send_robust(", ".asend(", ".asend_robust("},
	Else: []interest.Head{{Needs: []string{"django", "signals"}, Words: []string{"@receiver"},
		Scope: parse.AttributeSites}}}

// signals are the modules of Django's own signals.
var signals = []string{"django.db.models.signals.", "django.core.signals.",
	"django.contrib.auth.signals.", "django.test.signals.", "django.db.backends.signals."}

// Handlings lists the receivers of the tree:
//
//	@receiver(post_save, sender=Order)    # of Order, and of every post_save
//	def saved(sender, **kwargs): ...
//
//	order_paid.connect(paid)              # of the signal, which the tree declares
func (bus) Handlings(t *eval.Tree) []message.Handler {
	r := &messageReader{Tree: t}
	t.EachAttribute(family, func(d *resolve.Def, x eval.Expr) {
		if x.Kind == parse.ExprCall && r.ExternalName(x) == "django.dispatch.receiver" &&
			len(x.Args) > 0 {
			r.received(x, &x.Args[0].Value, d.ID)
		}
	})
	t.EachCall(family, func(x eval.Expr) {
		if x.Expr.Text != "connect" || x.Recv == nil {
			return
		}
		if arg := x.Arg(0, "receiver"); arg != nil {
			if d := x.Sub(arg).Referent().Def; d > resolve.None && t.Table.Def(d).Kind.IsCallable() {
				r.received(x, x.Recv, d)
			}
		}
	})
	return r.found
}

// Sendings lists the code that writes rows of a model, and so sends its signals, as read by
// the mapper: with the model's methods, its managers, or a generic view; and the code that
// sends a signal of the tree.
//
//	order_paid.send(sender=Order)
func (bus) Sendings(t *eval.Tree) []message.Publish {
	r := &messageReader{Tree: t}
	out := slices.Clone(savesOf(t).found)
	t.EachCall(family, func(x eval.Expr) {
		if !sending[x.Expr.Text] || x.Recv == nil {
			return
		}
		if d := x.Sub(x.Recv).Referent().Def; d > resolve.None && r.isSignal(d) {
			out = append(out, message.Publish{Message: d, By: x.Def, Tier: graph.Exact,
				At: eval.Place{File: x.In.File, At: x.At}})
		}
	})
	return out
}

// sending has the methods of signals that call their receivers.
var sending = map[string]bool{"send": true, "send_robust": true, "asend": true, "asend_robust": true}

// saves is what the mapper of models knows for signals: the writes of models, and which
// model of the tree an expression denotes (None for others; nil without models).
type saves struct {
	found []message.Publish
	model func(eval.Expr) resolve.DefID
}

func (s *saves) add(p message.Publish) {
	if p.Message > resolve.None {
		s.found = append(s.found, p)
	}
}

// savesKey is the key of the saves of a tree.
type savesKey struct{}

// savesOf returns the saves of a tree, which the mapper adds when it reads it.
func savesOf(t *eval.Tree) *saves {
	return t.Memo(savesKey{}, func() any { return &saves{} }).(*saves)
}

// A messageReader collects the receivers of one tree.
type messageReader struct {
	*eval.Tree
	found []message.Handler
}

// received adds a receiver of a signal, or of each signal in a list.
func (r *messageReader) received(x eval.Expr, signal *parse.Expr, handler resolve.DefID) {
	if signal.Kind == parse.ExprList {
		for i := range signal.Args {
			r.received(x, &signal.Args[i].Value, handler)
		}
		return
	}
	of := x.Sub(signal)
	if d := of.Referent().Def; d > resolve.None {
		if r.isSignal(d) {
			r.found = append(r.found, message.Handler{Message: d, Handler: handler, Tier: graph.Exact})
		}
		return
	}
	full := r.ExternalName(of)
	if !isOwn(full) {
		return
	}
	pkg, member, _ := strings.Cut(full, ".")
	r.found = append(r.found, message.Handler{Handler: handler, Tier: graph.Exact,
		Outside: resolve.ForeignName{Package: pkg, Member: member}})
	if sender := x.Arg(-1, "sender"); sender != nil {
		for _, d := range r.sendersIn(x.Sub(sender)) {
			r.found = append(r.found,
				message.Handler{Message: d, Handler: handler, Tier: graph.Exact})
		}
	}
}

// sendersIn lists the classes that an expression may be: named, in a loop over a list of
// them, or the model of users that settings name.
func (r *messageReader) sendersIn(x eval.Expr) []resolve.DefID {
	var out []resolve.DefID
	for _, v := range append(r.Evaluate(x), r.looped(x)...) {
		if d := r.classOf(v); d > resolve.None {
			out = append(out, d)
		}
	}
	return out
}

// looped lists the elements that a loop assigns to a name.
func (r *messageReader) looped(x eval.Expr) []eval.Expr {
	var out []eval.Expr
	for _, list := range r.Loops(x) {
		for _, v := range r.Evaluate(list) {
			out = append(out, r.Elements(v)...)
		}
	}
	return out
}

// classOf returns the class that an expression denotes by itself; None for other values.
func (r *messageReader) classOf(x eval.Expr) resolve.DefID {
	if d := x.Referent().Def; d > resolve.None && r.Table.Def(d).Kind.IsType() {
		return d
	}
	if model := savesOf(r.Tree).model; model != nil {
		return model(x)
	}
	return resolve.None
}

// isSignal reports whether a variable holds a signal.
func (r *messageReader) isSignal(d resolve.DefID) bool {
	for _, v := range r.Values(d) {
		switch r.ExternalName(v) {
		case "django.dispatch.Signal", "django.dispatch.dispatcher.Signal":
			return v.Kind == parse.ExprCall
		}
	}
	return false
}

// isOwn reports whether a full name is that of a signal of Django.
func isOwn(full string) bool {
	for _, module := range signals {
		if strings.HasPrefix(full, module) {
			return true
		}
	}
	return false
}
