package laravel

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

// Bus returns the rules of jobs and events.
func Bus() message.Bus { return bus{&busHead} }

type bus struct{ *interest.Head }

// busHead requests the sites of files that send jobs or events, or register listeners.
var busHead = interest.Head{Languages: []string{family},
	Words: []string{"ispatch", "event(", "broadcast(", "Bus::", "Queue::", "Event::", "$listen",
		"Schedule", "$schedule", "->job("},
	Names: []string{"Illuminate\\"}}

// static are the methods of a job or an event, inherited from the traits named Dispatchable, that
// send an object of the class.
var static = resolve.WordSet(`dispatch dispatchIf dispatchUnless dispatchSync dispatchNow
	dispatchAfterResponse broadcast withChain`)

// sending are the functions and the methods of the bus, of queues, of events, of the scheduler,
// and of the trait DispatchesJobs that send their arguments.
//
// Source: the documentation of Laravel 12.
var sending = resolve.WordSet(`dispatch dispatch_sync dispatch_now dispatchSync dispatchNow
	dispatchToQueue dispatchAfterResponse push pushOn later laterOn bulk chain batch then job event
	broadcast until prependToChain appendToChain add`)

// isJob are the interface and the traits by which a class is a job.
var isJob = map[string]bool{
	"Illuminate.Contracts.Queue.ShouldQueue": true,
	"Illuminate.Bus.Queueable":               true,
	"Illuminate.Foundation.Bus.Dispatchable": true,
	"Illuminate.Foundation.Queue.Queueable":  true,
}

// Handlings lists the jobs that are sent, which handle themselves, and the listeners of events.
func (bus) Handlings(t *eval.Tree) []message.Handler {
	var out []message.Handler
	add := func(of, class resolve.DefID, method string, tier graph.Tier) {
		if h := t.Member(class, method); h != class {
			out = append(out, message.Handler{Message: of, Handler: h, Class: class, Tier: tier})
		}
	}
	done := map[resolve.DefID]bool{}
	for _, s := range sendings(t) {
		if done[s.Message] || !hasBase(t, s.Message, isJob) {
			continue
		}
		done[s.Message] = true
		add(s.Message, s.Message, "handle", graph.Exact)
		add(s.Message, s.Message, "__invoke", graph.Exact)
	}
	discovered(t, add)
	registered(t, add)
	return out
}

// hasBase reports whether a class has one of some external bases, with a name in any notation.
func hasBase(t *eval.Tree, class resolve.DefID, bases map[string]bool) bool {
	return slices.ContainsFunc(t.ExternalBases(class),
		func(name string) bool { return bases[strings.ReplaceAll(name, `\`, ".")] })
}

// discovered adds the listeners that the framework finds by itself: the methods handle… and
// __invoke of the classes in a folder Listeners whose parameter is of the type of an event.
func discovered(t *eval.Tree, add func(of, class resolve.DefID, method string, tier graph.Tier)) {
	for d := range t.Definitions(family) {
		if d.Kind != graph.KindMethod || len(d.Params) == 0 || d.Outer <= resolve.None ||
			d.Name != "__invoke" && !strings.HasPrefix(d.Name, "handle") ||
			!strings.Contains("/"+d.File.Path, "/Listeners/") {
			continue
		}
		of := t.Binder(d.File).TypeOf(d.Params[0].Type, d.ID, d.NameAt)
		list := []resolve.Type{of}
		if of.Form == parse.FormUnion {
			list = of.Args
		}
		for _, e := range list {
			if e.Def > resolve.None && t.Table.Def(e.Def).Kind.IsType() {
				add(e.Def, d.Outer, d.Name, graph.Typed)
			}
		}
	}
}

// registered adds the listeners that the code registers:
//
//	protected $listen = [Paid::class => [SendReceipt::class]];
//	Event::listen(Paid::class, [SendReceipt::class, 'send']);
func registered(t *eval.Tree, add func(of, class resolve.DefID, method string, tier graph.Tier)) {
	class := func(x eval.Expr) resolve.DefID {
		if d := x.Referent().Def; x.Kind == parse.ExprType && d > resolve.None {
			return t.Table.Canon[d]
		}
		return resolve.None
	}
	listen := func(of resolve.DefID, x eval.Expr) {
		method := "handle"
		if x.Kind == parse.ExprList && len(x.Args) == 2 && x.Args[1].Value.Kind == parse.ExprString {
			method = x.Args[1].Value.Text
			x = x.Sub(&x.Args[0].Value)
		}
		if c := class(x); c > resolve.None {
			add(of, c, method, graph.Exact)
		}
	}
	t.EachCall(family, func(x eval.Expr) {
		if x.Expr.Text != "listen" || x.Recv == nil || len(x.Args) != 2 ||
			!strings.HasSuffix(x.Recv.Text, "Event") {
			return
		}
		if of := class(x.Sub(&x.Args[0].Value)); of > resolve.None {
			listen(of, x.Sub(&x.Args[1].Value))
		}
	})
	for d := range t.Definitions(family) {
		if d.Name != "listen" || d.Kind.IsCallable() || d.Outer <= resolve.None {
			continue
		}
		for _, v := range t.Values(d.ID) {
			for i := range v.Args {
				name, isClass := strings.CutSuffix(v.Args[i].Name, "::class")
				name = strings.ReplaceAll(strings.Trim(name, `\`), `\`, ".")
				of := t.Binder(d.File).TypeOf(parse.TypeRef{Name: name}, d.Outer, d.NameAt)
				if !isClass || of.Def <= resolve.None {
					continue
				}
				for _, l := range t.Elements(v.Sub(&v.Args[i].Value)) {
					listen(t.Table.Canon[of.Def], l)
				}
			}
		}
	}
}

// Sendings lists the jobs and the events that calls send.
func (bus) Sendings(t *eval.Tree) []message.Publish { return sendings(t) }

type sendingsKey struct{}

func sendings(t *eval.Tree) []message.Publish {
	return t.Memo(sendingsKey{}, func() any {
		var out []message.Publish
		t.EachCall(family, func(x eval.Expr) {
			for _, of := range sent(t, x) {
				out = append(out, message.Publish{Message: of, By: x.Def, Tier: graph.Typed,
					At: eval.Place{File: x.In.File, At: x.At}})
			}
		})
		return out
	}).([]message.Publish)
}

// sent lists the classes whose objects a call sends:
//
//	SendReceipt::dispatch($order);    dispatch(new SendReceipt($order));
//	event(new Paid($order));          Bus::chain([new Pack, new Ship])->dispatch();
func sent(t *eval.Tree, x eval.Expr) (out []resolve.DefID) {
	if x.Recv != nil && static[x.Expr.Text] {
		if x.Recv.Kind == parse.ExprName && !strings.HasPrefix(x.Recv.Text, "$") {
			if d := x.Sub(x.Recv).Referent().Def; d > resolve.None && t.Table.Def(d).Kind.IsType() {
				out = append(out, t.Table.Canon[d])
			}
		}
	}
	if !sending[x.Expr.Text] || x.Callee() > resolve.None {
		return out
	}
	for i := range x.Args {
		out = append(out, objects(t, x.Sub(&x.Args[i].Value), 0)...)
	}
	return out
}

// objects lists the classes of the objects that an argument is, or that the list has which it is.
// The methods of a job that set its queue or its delay return it.
func objects(t *eval.Tree, x eval.Expr, depth int) (out []resolve.DefID) {
	for depth++; x.Kind == parse.ExprCall && x.Recv != nil && x.Callee() <= resolve.None; {
		x = x.Sub(x.Recv)
	}
	if x.Kind == parse.ExprList || x.Kind == parse.ExprMap {
		for i := range x.Args {
			if depth < 4 {
				out = append(out, objects(t, x.Sub(&x.Args[i].Value), depth)...)
			}
		}
		return out
	}
	for _, v := range t.Evaluate(x) {
		if c := t.Class(v); c > resolve.None {
			out = append(out, t.Table.Canon[c])
		}
	}
	return out
}
