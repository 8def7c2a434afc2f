package django

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/message"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Bus returns the rules of Django.
func Bus() message.Bus { return bus{} }

type bus struct{}

// Sites requests the sites of the files that may connect receivers to signals.
func (bus) Sites(lang string, src parse.Source) parse.SiteScope {
	if lang != family || !src.Contains("django") &&
		!src.Contains("signals") {
		return parse.NoSites
	}
	switch {
	case src.Contains(".connect(") || src.Contains("Signal("):
		return parse.AllSites
	case src.Contains("@receiver"):
		return parse.AttributeSites
	}
	return parse.NoSites
}

// signals are the modules of Django's own signals.
var signals = []string{"django.db.models.signals.", "django.core.signals.",
	"django.contrib.auth.signals.", "django.test.signals.", "django.db.backends.signals."}

// Handlings lists the receivers of the tree:
//
//	@receiver(post_save, sender=Order)    # of Order
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
// the mapper: with the model's methods, its managers, or a generic view.
func (bus) Sendings(t *eval.Tree) []message.Publish { return savesOf(t).found }

// saves collects the writes of models.
type saves struct{ found []message.Publish }

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
	sender := x.Arg(-1, "sender")
	if sender == nil || !isOwn(r.ExternalName(of)) {
		return
	}
	if d := x.Sub(sender).Referent().Def; d > resolve.None && r.Table.Def(d).Kind.IsType() {
		r.found = append(r.found, message.Handler{Message: d, Handler: handler, Tier: graph.Exact})
	}
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
