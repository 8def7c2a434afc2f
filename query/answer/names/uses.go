package names

import (
	"fmt"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/render"
)

// A Use is what a command asks about a definition. Of the meanings of a name, those that the
// command has an answer for are taken.
type Use int

// The uses of commands.
const (
	Any       Use = iota // everything has an answer
	Stored               // a table or view, or what is mapped to one
	Handled              // what something handles: a message, topic or route, or a service of a container
	Sent                 // what something sends or requests, or what something handles
	Requested            // a route, or what handles one
	Run                  // code that can be executed, or a type
	Derived              // what extends, implements or overrides something, or is extended
)

// fits reports whether a command has an answer for a node.
func (r *Resolver) fits(use Use, n uint32) (bool, error) {
	node, err := r.Index.Node(n)
	if err != nil {
		return false, err
	}
	switch use {
	case Stored:
		if node.Kind == graph.KindTable || node.Kind == graph.KindView {
			return true, nil
		}
		return r.joined(n, func(e graph.Edge) bool { return e.Kind == graph.MapsTo }, nil)
	case Handled:
		ok, err := r.joined(n, isHandling, nil)
		if ok || err != nil {
			return ok, err
		}
		return r.isTask(n)
	case Sent:
		ok, err := r.joined(n, isHandling, func(e graph.Edge) bool { return e.Kind == graph.Requests })
		if ok || err != nil {
			return ok, err
		}
		return r.isTask(n)
	case Requested:
		if node.Kind == graph.KindRoute {
			return true, nil
		}
		return r.joined(n, nil, func(e graph.Edge) bool { return e.Kind == graph.Routes })
	case Run:
		return node.Kind.IsCallable() || node.Kind.IsType(), nil
	case Derived:
		return r.joined(n, isDerivation, isDerivation)
	}
	return true, nil
}

func isHandling(e graph.Edge) bool {
	return e.Kind == graph.Handles || e.Kind == graph.Routes || e.Kind == graph.Binds
}

func isDerivation(e graph.Edge) bool {
	return e.Kind == graph.Inherits || e.Kind == graph.Implements || e.Kind == graph.Overrides
}

// isTask reports whether a node is a function that a queue runs.
func (r *Resolver) isTask(n uint32) (bool, error) {
	topics, err := answer.Tasks(r.Index, n)
	return len(topics) > 0, err
}

// joined reports whether a node has an edge out that leaves admits, or one in that comes admits;
// nil admits none.
func (r *Resolver) joined(n uint32, leaves, comes func(graph.Edge) bool) (bool, error) {
	for _, side := range []struct {
		edges  func(uint32) ([]graph.Edge, error)
		admits func(graph.Edge) bool
	}{{r.Index.Out, leaves}, {r.Index.In, comes}} {
		if side.admits == nil {
			continue
		}
		edges, err := side.edges(n)
		if err != nil || slices.ContainsFunc(edges, side.admits) {
			return err == nil, err
		}
	}
	return false, nil
}

// For returns the nodes that a person means by names in a command, whose use decides among the
// meanings of a name. Several nodes are all meant if they are one thing: overloads, a database
// object of several scripts, a table and what is mapped to it, types of one name in several
// projects, such as the copies of an event that services exchange, and messages of one name that
// the same command has an answer for. The error is that of [Resolver.Resolve].
func (r *Resolver) For(use Use, names ...string) ([]uint32, error) {
	var out []uint32
	for _, name := range names {
		nodes, err := r.oneFor(use, name)
		if err != nil {
			return nil, err
		}
		out = append(out, nodes...)
	}
	return out, nil
}

func (r *Resolver) oneFor(use Use, name string) ([]uint32, error) {
	m, err := r.match(name)
	if err != nil {
		return nil, err
	}
	if len(m.Nodes) == 0 {
		return nil, r.Unknown(name)
	}
	if len(m.Nodes) == 1 {
		return m.Nodes, nil
	}
	known, err := r.withoutTasks(m.Nodes)
	if err != nil {
		return nil, err
	}
	nodes, rest, err := r.ofUse(use, known)
	if err != nil {
		return nil, err
	}
	if use == Stored && len(rest) > 0 {
		same, err := r.sameTable(nodes)
		if err != nil {
			return nil, err
		}
		if same != nil {
			return same, r.chosen(name, same, rest)
		}
	}
	if len(nodes) > 1 {
		if nodes, err = r.likeliest(name, nodes); err != nil {
			return nil, err
		}
	}
	together, err := r.together(use, nodes, len(rest) > 0)
	if err != nil {
		return nil, err
	}
	switch {
	case !together:
		return nil, r.ambiguous(name, nodes)
	case len(rest) > 0:
		return nodes, r.chosen(name, nodes, rest)
	case len(nodes) > 1 && use != Any:
		r.allMeant(name, nodes)
	}
	return nodes, nil
}

// ofUse separates the nodes that a command has an answer for from the rest. Without any, all are
// taken.
func (r *Resolver) ofUse(use Use, nodes []uint32) (fit, rest []uint32, err error) {
	for _, n := range nodes {
		ok, err := r.fits(use, n)
		if err != nil {
			return nil, nil, err
		}
		if ok {
			fit = append(fit, n)
		} else {
			rest = append(rest, n)
		}
	}
	if len(fit) == 0 {
		return nodes, nil, nil
	}
	return fit, rest, nil
}

// sameTable returns the table that all nodes are or map to, if there is one.
func (r *Resolver) sameTable(nodes []uint32) ([]uint32, error) {
	var tables []uint32
	for _, n := range nodes {
		edges, err := r.Index.Out(n)
		if err != nil {
			return nil, err
		}
		own := len(tables)
		for _, e := range edges {
			if e.Kind == graph.MapsTo {
				tables = append(tables, e.To)
			}
		}
		if len(tables) == own {
			tables = append(tables, n)
		}
	}
	slices.Sort(tables)
	if tables = slices.Compact(tables); len(tables) != 1 {
		return nil, nil
	}
	return tables, nil
}

// together reports whether nodes of one name are one thing for a command. Messages of one name are,
// if only they have an answer, and so are their names in several languages.
func (r *Resolver) together(use Use, numbers []uint32, chosen bool) (bool, error) {
	var nodes []*graph.Node
	for _, n := range numbers {
		node, err := r.Index.Node(n)
		if err != nil {
			return false, err
		}
		nodes = append(nodes, node)
	}
	all := func(like func(*graph.Node) bool) bool {
		return !slices.ContainsFunc(nodes, func(n *graph.Node) bool { return !like(n) })
	}
	first := nodes[0]
	switch {
	case len(nodes) == 1:
		return true, nil
	case use != Any && all(func(n *graph.Node) bool { return n.Kind.IsType() }):
		return true, nil
	case use == Handled || use == Sent:
		return chosen || all(func(n *graph.Node) bool { return n.Kind == first.Kind && n.Short == first.Short }), nil
	}
	return all(func(n *graph.Node) bool {
		return n.Name == first.Name && n.Kind == first.Kind &&
			(n.Path == first.Path || n.Domain() == graph.Database)
	}), nil
}

// allMeant says that definitions of one name in several places are all meant.
func (r *Resolver) allMeant(name string, nodes []uint32) {
	first, err := r.Index.Node(nodes[0])
	if r.Aside == nil || err != nil {
		return
	}
	switch {
	case first.Kind.IsType():
		r.Aside(fmt.Sprintf("%d types have the name %s: all are meant", len(nodes), name))
	case first.Domain() == graph.Code && !first.Kind.IsCallable():
		r.Aside(fmt.Sprintf("%d definitions have the name %s: all are meant", len(nodes), name))
	}
}

// shownOthers is how many other meanings of a name a note lists.
const shownOthers = 2

// chosen says what a name was taken for, and how to name what else it may mean.
func (r *Resolver) chosen(name string, nodes, rest []uint32) error {
	if r.Aside == nil {
		return nil
	}
	rest, err := r.mostCentral(rest)
	if err != nil {
		return err
	}
	var taken, others []string
	for _, n := range nodes[:min(len(nodes), shownOthers)] {
		it, _, err := answer.NewItem(r.Index, answer.Target{Node: n}, 0)
		if err != nil {
			return err
		}
		taken = append(taken, "the "+it.Kind+" "+render.OneLine(it.Name))
	}
	for _, n := range rest[:min(len(rest), shownOthers)] {
		it, _, err := answer.NewItem(r.Index, answer.Target{Node: n}, 0)
		if err != nil {
			return err
		}
		others = append(others, it.Handle+" ("+it.Kind+")")
	}
	if more := len(rest) - shownOthers; more > 0 {
		others = append(others, fmt.Sprintf("%d more", more))
	}
	r.Aside(fmt.Sprintf("%s is taken for %s; its other meanings: %s", name,
		strings.Join(taken, ", "), strings.Join(others, ", ")))
	return nil
}
