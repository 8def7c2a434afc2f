// Package celery finds the tasks of Celery and the code that sends them.
package celery

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/message"
	"seedgraph/parse"
	"seedgraph/resolve"
	"seedgraph/web"
)

// Broker returns the rules of Celery.
func Broker() message.Broker { return broker{} }

type broker struct{}

const family = "python"

// words are those of files that declare tasks, or send them.
var words = []string{".task", "shared_task", "Celery(", ".delay(", ".apply_async(", "send_task(",
	".s(", ".si("}

// Sites asks for the sites of the files that may declare tasks or send them.
func (broker) Sites(lang string, src parse.Source) parse.SiteScope {
	if lang == family && src.Mentions(words) {
		return parse.AllSites
	}
	return parse.NoSites
}

// Named reports whether a file names the library.
func (broker) Named(lang string, src parse.Source) bool {
	return lang == family && src.Has("celery")
}

// Ends lists the tasks, and what sends them: by the function that a task is, or by its name.
//
//	@shared_task                     pay.delay(order)
//	def pay(order): ...              app.send_task("shop.pay", [order])
func (broker) Ends(t *web.Tree) []message.End {
	r := &reader{Tree: t, tasks: map[resolve.DefID]message.Topic{}}
	t.EachAttribute(family, func(d *resolve.Def, x web.Term) {
		if d.Kind.IsCallable() && r.isTask(x) {
			r.task(x, d)
		}
	})
	if len(r.tasks) > 0 {
		t.EachCall(family, r.send)
	}
	return r.found
}

// A reader collects the tasks of one tree.
type reader struct {
	*web.Tree
	tasks map[resolve.DefID]message.Topic
	names []named // in order
	found []message.End
}

// A named is a task with its name; written says that the name is.
type named struct {
	message.Topic
	written bool
}

// isTask reports whether a decorator makes a task: shared_task, or the method task of an
// application.
func (r *reader) isTask(x web.Term) bool {
	switch r.Outside(x) {
	case "celery.shared_task", "celery.task", "celery.current_app.task":
		return true
	}
	if x.Expr.Text != "task" || x.Recv == nil {
		return false
	}
	for _, v := range r.Reduce(x.Sub(x.Recv)) {
		if v.Kind == parse.ExprCall && isApplication[r.Outside(v)] {
			return true
		}
		if d := v.Callee(); v.Kind == parse.ExprCall && d > resolve.None && r.isApp(d) {
			return true
		}
	}
	return false
}

// isApplication has the full names of what makes an application.
var isApplication = map[string]bool{"celery.Celery": true, "celery.app.Celery": true,
	"celery.app.base.Celery": true}

// isApp reports whether a class derives from that of applications.
func (r *reader) isApp(d resolve.DefID) bool {
	class := r.Table.EnclosingType(d)
	if class == resolve.None {
		return false
	}
	def := r.Table.Def(class)
	return slices.ContainsFunc(def.Bases, func(b parse.TypeRef) bool {
		return slices.ContainsFunc(web.Imported(def.File, b.Name),
			func(full string) bool { return isApplication[full] })
	})
}

// task enters a task under the name that is written, else under that of its module and
// function.
func (r *reader) task(x web.Term, d *resolve.Def) {
	n := named{Topic: message.Topic{System: "celery", Word: "TASK"}}
	if arg := x.Arg(-1, "name"); x.Kind == parse.ExprCall && arg != nil {
		n.Name, n.written = r.Text(x.Sub(arg))
	}
	if !n.written {
		n.Name = strings.ReplaceAll(d.ModuleName, "/", ".") + "." + d.Name
	}
	r.tasks[d.ID] = n.Topic
	r.names = append(r.names, n)
	r.found = append(r.found, message.End{Topic: n.Topic, Def: d.ID, Tier: graph.Exact,
		At: web.Place{File: d.File, At: d.NameAt}})
}

// senders are the methods of a task that send it, or make a signature that is sent.
var senders = map[string]bool{"delay": true, "apply_async": true, "s": true, "si": true,
	"signature": true, "subtask": true, "apply": true}

// send enters what a call sends.
func (r *reader) send(x web.Term) {
	e := message.End{Sends: true, Def: x.Def, Tier: graph.Exact,
		At: web.Place{File: x.In.File, At: x.At}}
	switch {
	case x.Recv != nil && senders[x.Expr.Text]:
		topic, ok := r.tasks[x.Sub(x.Recv).Meaning().Def]
		if !ok {
			return
		}
		e.Topic = topic
	case (x.Expr.Text == "send_task" || r.Outside(x) == "celery.signature") && len(x.Args) > 0:
		name, ok := r.Text(x.Sub(&x.Args[0].Value))
		if !ok {
			return
		}
		if e.Topic, e.Tier = r.called(name); e.Name == "" {
			return
		}
	default:
		return
	}
	r.found = append(r.found, e)
}

// called is the task of a name. The folder that modules are imported from is not known: a name
// may lack the first folders of the tree.
func (r *reader) called(name string) (found message.Topic, tier graph.Tier) {
	for _, n := range r.names {
		switch {
		case n.Name == name && n.written:
			return n.Topic, graph.Exact
		case n.Name == name:
			return n.Topic, graph.Unique
		case !n.written && strings.HasSuffix(n.Name, "."+name):
			if found.Name != "" {
				return message.Topic{}, 0
			}
			found, tier = n.Topic, graph.Heuristic
		}
	}
	return found, tier
}
