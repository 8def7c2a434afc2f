// Package celery finds Celery tasks and the code that sends them.
package celery

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

// Broker returns the rules of Celery.
func Broker() message.Broker { return broker{&head} }

type broker struct{ *interest.Head }

const family = "python"

// head requests the sites of files that declare or send tasks.
var head = interest.Head{Languages: []string{family}, Words: []string{".task", "shared_task",
	"Celery(", ".delay(", ".apply_async(", "send_task(", ".s(", ".si(", "register_task(",
	`"task":`, "'task':"}, Names: []string{"celery"}}

// Ends lists the tasks, and their senders, which refer to the task function, or to the
// task by name.
//
//	@shared_task                     pay.delay(order)
//	def pay(order): ...              app.send_task("shop.pay", [order])
//	                                 beat_schedule = {"pay": {"task": "shop.pay", …}}
func (broker) Ends(t *eval.Tree) []message.ChannelEnd {
	r := &reader{Tree: t, tasks: map[resolve.DefID]message.Topic{}}
	t.EachAttribute(family, func(d *resolve.Def, x eval.Expr) {
		if d.Kind.IsCallable() && r.isTask(x) {
			r.task(x, d)
		}
	})
	r.classes()
	if len(r.tasks) > 0 {
		t.EachCall(family, r.send)
		r.schedules()
	}
	return r.found
}

// A reader collects the tasks of one tree.
type reader struct {
	*eval.Tree
	tasks map[resolve.DefID]message.Topic
	names []named // in order
	found []message.ChannelEnd
}

// A named is a task with its name; written is set if the name is explicit.
type named struct {
	message.Topic
	written bool
}

// isTask reports whether a decorator makes a task: shared_task, or the method task of
// an application.
func (r *reader) isTask(x eval.Expr) bool {
	switch r.ExternalName(x) {
	case "celery.shared_task", "celery.task", "celery.current_app.task":
		return true
	}
	if x.Expr.Text != "task" || x.Recv == nil {
		return false
	}
	for _, v := range r.Evaluate(x.Sub(x.Recv)) {
		if v.Kind == parse.ExprCall && isApplication[r.ExternalName(v)] {
			return true
		}
		if d := v.Callee(); v.Kind == parse.ExprCall && d > resolve.None && r.isApp(d) {
			return true
		}
	}
	return false
}

// isApplication holds the full names of application classes.
var isApplication = map[string]bool{"celery.Celery": true, "celery.app.Celery": true,
	"celery.app.base.Celery": true}

// isApp reports whether a class derives from an application class.
func (r *reader) isApp(d resolve.DefID) bool {
	class := r.Table.EnclosingType(d)
	if class == resolve.None {
		return false
	}
	def := r.Table.Def(class)
	return slices.ContainsFunc(def.Bases, func(b parse.TypeRef) bool {
		return slices.ContainsFunc(eval.Imported(def.File, b.Name),
			func(full string) bool { return isApplication[full] })
	})
}

// isTaskClass holds the full names of task classes.
var isTaskClass = map[string]bool{"celery.Task": true, "celery.app.task.Task": true,
	"celery.task.Task": true, "celery.task.base.Task": true}

// classes adds the class-based tasks, whose method run is the handler:
//
//	class Mail(Task):
//	    name = "shop.mail"
//	    def run(self, to): ...
//
// A class without that method is only a base class.
func (r *reader) classes() {
	for _, f := range r.Table.Files {
		if f.Language != family || f.Test || !strings.Contains(f.Text, "Task") {
			continue
		}
		for i := range f.Definitions {
			class := f.ID(int32(i))
			if f.Definitions[i].Kind != graph.KindClass || !slices.ContainsFunc(
				r.ExternalBases(class), func(full string) bool { return isTaskClass[full] }) {
				continue
			}
			for _, run := range r.Table.Own(class, "run") {
				r.enter(r.named(class), run, class)
			}
		}
	}
}

// named returns the name of a class-based task: the declared one, or else that of its
// module and class.
func (r *reader) named(class resolve.DefID) named {
	n := named{Topic: message.Topic{System: "celery", Word: "TASK"}}
	for _, field := range r.Table.Own(class, "name") {
		for _, v := range r.Values(field) {
			n.Name, n.written = r.Text(v)
		}
	}
	if d := r.Table.Def(class); !n.written {
		n.Name = strings.ReplaceAll(d.ModuleName, "/", ".") + "." + d.Name
	}
	return n
}

// task adds a task under its explicit name, or else under that of its module and
// function.
func (r *reader) task(x eval.Expr, d *resolve.Def) {
	n := named{Topic: message.Topic{System: "celery", Word: "TASK"}}
	if arg := x.Arg(-1, "name"); x.Kind == parse.ExprCall && arg != nil {
		n.Name, n.written = r.Text(x.Sub(arg))
	}
	if !n.written {
		n.Name = strings.ReplaceAll(d.ModuleName, "/", ".") + "." + d.Name
	}
	r.enter(n, d.ID, d.ID)
}

// enter adds a task with its handler; senders refer to it by the definition of.
func (r *reader) enter(n named, handler, of resolve.DefID) {
	d := r.Table.Def(handler)
	r.tasks[of] = n.Topic
	r.names = append(r.names, n)
	r.found = append(r.found, message.ChannelEnd{Topic: n.Topic, Def: handler, Tier: graph.Exact,
		At: eval.Place{File: d.File, At: d.NameAt}})
}

// sent returns the task that an expression is: a function, a class, an instance of it,
// or the result of register_task.
func (r *reader) sent(x eval.Expr) (message.Topic, bool) {
	if topic, ok := r.tasks[x.Referent().Def]; ok {
		return topic, true
	}
	for _, v := range r.Evaluate(x) {
		if v.Kind == parse.ExprCall && v.Expr.Text == "register_task" && len(v.Args) == 1 {
			v = v.Sub(&v.Args[0].Value)
		}
		for _, d := range []resolve.DefID{v.Referent().Def, r.Class(v), v.Callee()} {
			if topic, ok := r.tasks[d]; ok && d > resolve.None {
				return topic, true
			}
		}
	}
	return message.Topic{}, false
}

// senders are the methods of a task that send it, or make a signature to be sent.
var senders = map[string]bool{"delay": true, "apply_async": true, "s": true, "si": true,
	"signature": true, "subtask": true, "apply": true}

// send records the task that a call sends.
func (r *reader) send(x eval.Expr) {
	e := message.ChannelEnd{Sends: true, Def: x.Def, Tier: graph.Exact,
		At: eval.Place{File: x.In.File, At: x.At}}
	switch {
	case x.Recv != nil && senders[x.Expr.Text]:
		topic, ok := r.sent(x.Sub(x.Recv))
		if !ok {
			return
		}
		e.Topic = topic
	case (x.Expr.Text == "send_task" || r.ExternalName(x) == "celery.signature") && len(x.Args) > 0:
		task := x.Sub(&x.Args[0].Value)
		if name, ok := r.Text(task); !ok {
			e.Topic = message.Topic{System: "celery", Word: "TASK"}
			r.found = append(r.found, message.Handed(r.CallersOf(family), task, e)...)
			return
		} else if e.Topic, e.Tier = r.called(name); e.Name == "" {
			return
		}
	default:
		return
	}
	r.found = append(r.found, e)
}

// schedules records the entries of beat schedules: dictionaries that name a task.
func (r *reader) schedules() {
	isMap := func(k parse.ExprKind) bool { return k == parse.ExprMap }
	r.EachExpr(family, isMap, func(entry eval.Expr) {
		task := entry.Arg(-1, "task")
		if task == nil || entry.In.File.Test {
			return
		}
		name, ok := r.Text(entry.Sub(task))
		if !ok {
			return
		}
		if topic, tier := r.called(name); topic.Name != "" {
			r.found = append(r.found, message.ChannelEnd{Topic: topic, Sends: true, Def: entry.Def,
				Tier: tier, At: eval.Place{File: entry.In.File, At: task.At}})
		}
	})
}

// called returns the task of a name. As the import root is unknown, a name may lack the
// first folders of the tree.
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
