package questions

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/query/answer"
)

// Handlers lists the definitions that handle messages, events, signals or requests to
// routes: registered handlers, and subscribers of an event.
func Handlers(x Index, nodes []uint32) (*Answer, error) {
	nodes, err := withTasks(x, nodes)
	if err != nil {
		return nil, err
	}
	a, err := newAnswer(x, "handlers", nodes)
	if err != nil {
		return nil, err
	}
	handlers, err := outgoing(x, nodes, func(e graph.Edge) bool {
		return e.Kind == graph.Handles || e.Kind == graph.Routes
	})
	if err != nil {
		return nil, err
	}
	if err := addSenders(x, nodes, handlers); err != nil {
		return nil, err
	}
	a.add("handlers", handlers)
	services, err := outgoing(x, nodes, func(e graph.Edge) bool { return e.Kind == graph.Binds })
	if err != nil {
		return nil, err
	}
	a.add("implementations", services)
	return a, nil
}

// addSenders notes in the handlers of a signal of a library, such as post_save, the classes
// whose signals they handle: the receivers of one class are handlers of the class, too.
func addSenders(x Index, nodes []uint32, rows []Row) error {
	if outside, err := areExternal(x, nodes); err != nil || !outside {
		return err
	}
	for i := range rows {
		classes, err := handledClasses(x, rows[i].node)
		if err != nil {
			return err
		}
		var names []string
		for _, n := range classes {
			node, err := x.Node(n)
			if err != nil {
				return err
			}
			names = append(names, node.Name[strings.LastIndexByte(node.Name, '.')+1:])
		}
		if slices.Sort(names); len(names) > 0 {
			rows[i].Note = "of " + strings.Join(slices.Compact(names), ", ")
		}
	}
	return nil
}

// handledClasses lists the classes that a handler handles messages of.
func handledClasses(x Index, handler uint32) ([]uint32, error) {
	return answer.Handled(x, handler, func(n *graph.Node) bool { return n.Kind.IsType() })
}

// withClasses replaces signals of a library by the classes whose signals have handlers:
// what changes objects of these sends the signal.
func withClasses(x Index, nodes []uint32) ([]uint32, error) {
	if outside, err := areExternal(x, nodes); err != nil || !outside {
		return nodes, err
	}
	var out []uint32
	for _, n := range nodes {
		edges, err := x.Out(n)
		if err != nil {
			return nil, err
		}
		for _, e := range edges {
			if e.Kind != graph.Handles {
				continue
			}
			classes, err := handledClasses(x, e.To)
			if err != nil {
				return nil, err
			}
			out = append(out, classes...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// areExternal reports whether all nodes are external symbols.
func areExternal(x Index, nodes []uint32) (bool, error) {
	for _, n := range nodes {
		node, err := x.Node(n)
		if err != nil || node.Kind != graph.KindExternal {
			return false, err
		}
	}
	return len(nodes) > 0, nil
}

// Senders lists the code that sends or creates messages, or publishes to topics.
func Senders(x Index, nodes []uint32) (*Answer, error) {
	nodes, err := withTasks(x, nodes)
	if err != nil {
		return nil, err
	}
	a, err := newAnswer(x, "senders", nodes)
	if err != nil {
		return nil, err
	}
	if nodes, err = withClasses(x, nodes); err != nil {
		return nil, err
	}
	sent, err := incoming(x, nodes, func(e graph.Edge) bool { return e.Kind == graph.Requests })
	if err != nil {
		return nil, err
	}
	a.add("senders", sent)
	senders := map[string]bool{}
	for _, r := range sent {
		senders[r.ID] = true
	}
	made, err := creators(x, nodes)
	if err != nil {
		return nil, err
	}
	var rest []Row
	for _, r := range made {
		if !senders[r.ID] {
			rest = append(rest, r)
		}
	}
	a.add(creations, rest)
	return a, nil
}

// creations is the group of code that creates a message, and is not known to send it.
const creations = "only creations"

// withTasks replaces functions run by queues by their topics.
func withTasks(x Index, nodes []uint32) ([]uint32, error) {
	var out []uint32
	for _, n := range nodes {
		topics, err := answer.Tasks(x, n)
		if err != nil {
			return nil, err
		}
		if len(topics) == 0 {
			topics = []uint32{n}
		}
		out = append(out, topics...)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// creators lists the code that creates objects of types, through the type or one of its
// constructors. It excludes constructors of these types and of classes derived from them,
// because they run as part of another creation, and handlers of a message that create
// one, because they fill it with the received data.
func creators(x Index, nodes []uint32) ([]Row, error) {
	made := append([]uint32(nil), nodes...)
	handlers, classes := map[uint32]bool{}, map[uint32]bool{}
	for _, n := range nodes {
		classes[n] = true
		out, err := x.Out(n)
		if err != nil {
			return nil, err
		}
		for _, e := range out {
			switch e.Kind {
			case graph.Contains:
				made = append(made, e.To)
			case graph.Handles:
				handlers[e.To] = true
			}
		}
		in, err := x.In(n)
		if err != nil {
			return nil, err
		}
		for _, e := range in {
			if e.Kind == graph.Inherits {
				classes[e.From] = true
			}
		}
	}
	var failed error
	rows, err := incoming(x, made, func(e graph.Edge) bool {
		if e.Kind != graph.Creates || handlers[e.From] || failed != nil {
			return false
		}
		begins, err := isConstructorOf(x, e.From, classes)
		failed = err
		return !begins
	})
	return rows, cmp.Or(err, failed)
}

// isConstructorOf reports whether a node is a constructor of one of the given classes.
func isConstructorOf(x Index, n uint32, classes map[uint32]bool) (bool, error) {
	node, err := x.Node(n)
	if err != nil || node.Kind != graph.KindConstructor {
		return false, err
	}
	class, ok, err := x.Parent(n)
	return ok && classes[class], err
}

// outgoing lists the targets of edges from nodes, as sorted rows with the source line of
// the edge if it is in the target.
func outgoing(x Index, nodes []uint32, follow func(graph.Edge) bool) ([]Row, error) {
	var rows []Row
	for _, n := range nodes {
		edges, err := x.Out(n)
		if err != nil {
			return nil, err
		}
		for _, e := range edges {
			if !follow(e) {
				continue
			}
			row, _, err := newRow(x, e.To)
			if err != nil {
				return nil, err
			}
			row.Edge, row.Tier, row.Ops, row.Via = e.Kind.String(), e.Tier.String(), e.Ops.Names(), e.Via.String()
			rows = append(rows, row)
		}
	}
	return sortRows(rows), nil
}

// Requests lists the templates, pages, clients and tests that make requests to routes.
func Requests(x Index, nodes []uint32) (*Answer, error) {
	routes, err := routesOf(x, nodes)
	if err != nil {
		return nil, err
	}
	a, err := newAnswer(x, "requests", routes)
	if err != nil {
		return nil, err
	}
	rows, err := incoming(x, routes, func(e graph.Edge) bool { return e.Kind == graph.Requests })
	if err != nil {
		return nil, err
	}
	var pages, clients, tests []Row
	for _, r := range rows {
		switch {
		case r.Test:
			tests = append(tests, r)
		case r.DataType == string(graph.FrontEnd):
			pages = append(pages, r)
		default:
			clients = append(clients, r)
		}
	}
	a.add("pages and templates", pages)
	a.add("clients", clients)
	a.add("tests", tests)
	return a, nil
}

// routesOf replaces handlers by their routes.
func routesOf(x Index, nodes []uint32) ([]uint32, error) {
	var out []uint32
	for _, n := range nodes {
		edges, err := x.In(n)
		if err != nil {
			return nil, err
		}
		found := false
		for _, e := range edges {
			if e.Kind == graph.Routes {
				out, found = append(out, e.From), true
			}
		}
		if !found {
			out = append(out, n)
		}
	}
	return out, nil
}
