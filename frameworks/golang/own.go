package golang

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/message"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Bus returns the rules of buses declared in the tree, with or without a library: one
// function registers a listener for events of a type, another one receives the events.
//
//	events.RegisterListener((&Paid{}).Name(), &SendReceipt{})
//	events.Subscribe(&Paid{}, &SendReceipt{})
//	events.Dispatch(&Paid{Order: o})
//
// The lookup of the listener by the bus is not analysed, so everything is heuristic.
func Bus() message.Bus { return bus{} }

type bus struct{}

// The prefixes of the names of functions that register listeners, of functions that
// receive events, and of the interface methods by which listeners do.
var (
	registers = []string{"Register", "Subscribe", "AddListener", "AddHandler", "AddSubscriber", "On", "Listen",
		"Attach", "Bind"}
	dispatches = []string{"Dispatch", "Publish", "Emit", "Raise", "Fire", "Trigger", "Notify", "Send", "Enqueue"}
	handles    = []string{"Handle", "On", "Process", "Consume", "Notify", "Receive"}
)

// Sites returns NoSites: calls are read from bindings.
func (bus) Sites(string, parse.Source) parse.SiteScope { return parse.NoSites }

// Handlings lists the listeners registered by calls of such functions for events of a
// type.
func (bus) Handlings(t *eval.Tree) []message.Handler {
	r := newRegistry(t)
	r.read()
	return r.found
}

// Sendings lists the calls that pass events of a registered type to functions that
// receive events.
func (bus) Sendings(t *eval.Tree) []message.Publish {
	r := newRegistry(t)
	r.read()
	w := message.NewForwards(t, family)
	for _, d := range r.named(dispatches) {
		for _, p := range d.Params {
			if e := r.interfaceOf(d, p); e != resolve.None && r.isEvent(e) {
				w.Add(d.ID)
			}
		}
	}
	return w.Sendings()
}

// A registry holds the functions of a tree that register listeners, and their
// arguments.
type registry struct {
	*eval.Tree
	methods map[string]resolve.DefID // of types, by module and symbol
	names   map[string]bool          // of the methods that return an event's name
	events  map[resolve.DefID]bool   // event interfaces that are registered
	queue   []registrar
	seen    map[registrar]bool
	creates map[*resolve.Binder][]*resolve.Binding // of types of the tree, by place
	found   []message.Handler
}

// A registrar is a function that registers a listener for the event that one of its
// parameters is or names.
type registrar struct {
	function resolve.DefID
	event    int
	listener int           // position of the listener parameter; -1: a known type
	handler  resolve.DefID // the method of that type, or else that of the interface
}

func newRegistry(t *eval.Tree) *registry {
	r := &registry{Tree: t, methods: map[string]resolve.DefID{}, names: map[string]bool{},
		events: map[resolve.DefID]bool{}, seen: map[registrar]bool{},
		creates: map[*resolve.Binder][]*resolve.Binding{}}
	for _, f := range t.Table.Files {
		for i := range f.Definitions {
			if d := t.Table.Def(f.ID(int32(i))); f.Family == family && d.Kind == graph.KindMethod {
				r.methods[d.ModuleName+"\x00"+d.Symbol] = d.ID
			}
		}
	}
	return r
}

// method returns the method of a type by its name; None if the tree has none.
func (r *registry) method(of resolve.DefID, name string) resolve.DefID {
	d := r.Table.Def(of)
	if m, ok := r.methods[d.ModuleName+"\x00"+d.Symbol+"."+name]; ok {
		return m
	}
	return resolve.None
}

// named lists the functions and methods whose names begin with one of some words,
// excluding tests.
func (r *registry) named(words []string) []*resolve.Def {
	var out []*resolve.Def
	for d := range r.Definitions(family) {
		if d.Kind.IsCallable() && begins(d.Name, words) {
			out = append(out, d)
		}
	}
	return out
}

func begins(name string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(name, w) })
}

// interfaceOf returns the interface of the tree that is the declared type of a
// parameter, or None.
func (r *registry) interfaceOf(d *resolve.Def, p parse.Param) resolve.DefID {
	t := r.Binder(d.File).TypeOf(p.Type, d.ID, d.NameAt)
	if t.Def > resolve.None && r.Table.Def(t.Def).Kind == graph.KindInterface {
		return t.Def
	}
	return resolve.None
}

// isEvent reports whether an interface is an event interface: a registered one, or one
// with the method that names events.
func (r *registry) isEvent(e resolve.DefID) bool {
	if r.events[e] {
		return true
	}
	for name := range r.names {
		if r.method(e, name) != resolve.None {
			return true
		}
	}
	return false
}

// read finds the functions that register listeners, and reads their calls.
func (r *registry) read() {
	for _, d := range r.named(registers) {
		for i, p := range d.Params {
			e := r.interfaceOf(d, p)
			if e == resolve.None {
				continue
			}
			if handler := r.handlerOf(e); handler != resolve.None {
				r.registrars(d, i, handler)
			}
		}
	}
	if len(r.queue) == 0 {
		return
	}
	calls := r.calls()
	for len(r.queue) > 0 {
		next := r.queue[0]
		r.queue = r.queue[1:]
		for _, c := range calls[next.function] {
			r.call(next, c)
		}
	}
}

// handlerOf returns the only method by which an interface receives messages, or None.
func (r *registry) handlerOf(e resolve.DefID) resolve.DefID {
	found := resolve.None
	d := r.Table.Def(e)
	for i := range d.File.Definitions {
		m := r.Table.Def(d.File.ID(int32(i)))
		if m.Outer != e || m.Kind != graph.KindMethod || len(m.Params) == 0 || !begins(m.Name, handles) {
			continue
		}
		if found != resolve.None {
			return resolve.None
		}
		found = m.ID
	}
	return found
}

// registrars adds a function with a listener parameter and a parameter for an event or
// its name.
func (r *registry) registrars(d *resolve.Def, listener int, handler resolve.DefID) {
	for i, p := range d.Params {
		if i != listener && (p.Type.Name == "string" || r.interfaceOf(d, p) != resolve.None) {
			r.add(registrar{d.ID, i, listener, handler})
			return
		}
	}
}

func (r *registry) add(x registrar) {
	if !r.seen[x] {
		r.seen[x] = true
		r.queue = append(r.queue, x)
	}
}

// A boundCall is the binding of a call in a file.
type boundCall struct {
	*resolve.Binding
	in *resolve.Binder
}

// calls indexes the calls of the tree by call target, excluding tests.
func (r *registry) calls() map[resolve.DefID][]boundCall {
	out := map[resolve.DefID][]boundCall{}
	for _, b := range r.Files {
		if b.File.Family != family || b.File.Test {
			continue
		}
		for i := range b.Bindings {
			if x := &b.Bindings[i]; x.Kind == graph.Calls && x.From > resolve.None && x.To > resolve.None {
				out[x.To] = append(out[x.To], boundCall{x, b})
			}
		}
	}
	return out
}

// call adds the listener that a call registers. A function that passes its own
// parameter on is a registrar, too.
func (r *registry) call(x registrar, c boundCall) {
	args := message.ArgumentsAt(c.in.File.Text, int(c.At))
	if len(args) <= max(x.event, x.listener) {
		return
	}
	handler := x.handler
	if x.listener >= 0 {
		class := r.created(c, args[x.listener])
		if class == resolve.None {
			return
		}
		if handler = r.method(class, r.Table.Def(x.handler).Name); handler == resolve.None {
			return
		}
	}
	event := args[x.event]
	if of := r.created(c, event); of != resolve.None {
		r.enter(of, handler, c, event)
		return
	}
	caller := r.Table.Def(c.From)
	text := strings.TrimSpace(c.in.File.Text[event.Start:event.End])
	for i, p := range caller.Params {
		e := r.interfaceOf(caller, p)
		if e == resolve.None {
			continue
		}
		if name, ok := strings.CutPrefix(text, p.Name+"."); ok {
			r.names[strings.TrimSuffix(name, "()")] = true
		} else if text == p.Name {
			r.events[e] = true
		} else {
			continue
		}
		r.add(registrar{c.From, i, -1, handler})
	}
}

// enter adds a listener for events of a type, which an argument is or names.
func (r *registry) enter(of, handler resolve.DefID, c boundCall, event parse.Range) {
	text := strings.TrimSpace(c.in.File.Text[event.Start:event.End])
	if strings.HasSuffix(text, "()") {
		name := strings.TrimSuffix(text[strings.LastIndexByte(text, '.')+1:], "()")
		if r.method(of, name) == resolve.None {
			return
		}
		r.names[name] = true
	}
	r.found = append(r.found, message.Handler{Message: of, Handler: handler, Tier: graph.Heuristic})
}

// created returns the type of the tree of a literal argument, or None.
//
//	&Paid{}   Paid{ID: 1}   (&Paid{}).Name()
func (r *registry) created(c boundCall, arg parse.Range) resolve.DefID {
	list, ok := r.creates[c.in]
	if !ok {
		for i := range c.in.Bindings {
			if b := &c.in.Bindings[i]; b.Kind == graph.Creates && b.To > resolve.None {
				list = append(list, b)
			}
		}
		slices.SortStableFunc(list, func(a, b *resolve.Binding) int { return cmp.Compare(a.At, b.At) })
		r.creates[c.in] = list
	}
	first := sort.Search(len(list), func(i int) bool { return list[i].At >= arg.Start })
	for _, b := range list[first:] {
		if !arg.Contains(b.At) {
			break
		}
		before := strings.TrimLeft(strings.TrimSpace(c.in.File.Text[arg.Start:b.At]), "(&")
		whole := before == "" || strings.HasSuffix(before, ".") && !strings.ContainsAny(before, "({,")
		if whole && r.Table.Def(b.To).Kind.IsType() {
			return r.Table.Canon[b.To]
		}
	}
	return resolve.None
}
