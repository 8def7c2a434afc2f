package names

import (
	"fmt"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/query/answer"
)

// A Use classifies the definitions that a command supports. If a name has several
// referents, the supported ones are selected.
type Use int

// The uses of commands.
const (
	Any           Use = iota // all nodes
	MappedToTable            // tables and views, and code mapped to them
	Handled                  // nodes with handlers: messages, topics and routes, and services of a container
	Sent                     // messages that are sent or requested, or have handlers
	Requested                // routes and their handlers
	Run                      // executable code, or types
	Derived                  // nodes that extend, implement or override others, or are extended
)

// fits reports whether a node matches a use.
func (r *Resolver) fits(use Use, n uint32) (bool, error) {
	node, err := r.Index.Node(n)
	if err != nil {
		return false, err
	}
	switch use {
	case MappedToTable:
		if hasRows(node) {
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

func hasRows(n *graph.Node) bool { return n.Kind == graph.KindTable || n.Kind == graph.KindView }

func isHandling(e graph.Edge) bool {
	return e.Kind == graph.Handles || e.Kind == graph.Routes || e.Kind == graph.Binds
}

func isDerivation(e graph.Edge) bool {
	return e.Kind == graph.Inherits || e.Kind == graph.Implements || e.Kind == graph.Overrides
}

// isTask reports whether a node is a function run by a task queue.
func (r *Resolver) isTask(n uint32) (bool, error) {
	topics, err := answer.Tasks(r.Index, n)
	return len(topics) > 0, err
}

// joined reports whether a node has an outgoing edge that leaves accepts, or an incoming
// one that comes accepts; a nil function accepts no edge.
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

// For returns the nodes to which names refer in a command, whose use selects among
// several referents of a name. Several nodes are returned if they belong together:
// overloads, a database object in several scripts, a table and code mapped to it, types
// of the same name in several projects, such as the copies of an event exchanged by
// services, and messages of the same name supported by the command. It returns the same
// errors as [Resolver.Resolve].
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
	if use == MappedToTable {
		same, err := r.sameTable(nodes)
		if err != nil {
			return nil, err
		}
		if same != nil && len(rest) > 0 {
			err = r.chosen(name, rest)
		}
		if same != nil {
			return same, err
		}
	}
	if use == Handled || use == Sent {
		if nodes, err = r.topics(nodes); err != nil {
			return nil, err
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
		return nodes, r.chosen(name, rest)
	case len(nodes) > 1 && use != Any:
		r.allMeant(name, nodes)
	}
	return nodes, nil
}

// ofUse separates the nodes that match a use from the others. If no node matches, fit has
// all of them.
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

// topics keeps only the topics if all other nodes are values, such as the constants that
// hold the name of a topic in several programs: their handlers and senders are its own.
func (r *Resolver) topics(numbers []uint32) ([]uint32, error) {
	var topics []uint32
	for _, n := range numbers {
		node, err := r.Index.Node(n)
		switch {
		case err != nil:
			return nil, err
		case node.IsTopic():
			topics = append(topics, n)
		case node.Kind.IsCallable() || node.Kind.IsType() || node.Kind == graph.KindRoute:
			return numbers, nil
		}
	}
	if len(topics) == 0 {
		return numbers, nil
	}
	return topics, nil
}

// sameTable returns the only table that all nodes are or are mapped to, or nil.
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

// together reports whether nodes of one name belong together for a command. Messages of
// one name do if they were selected by the use, and so do messages of the same kind and
// name in several languages.
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
	case use == MappedToTable && all(func(n *graph.Node) bool {
		return hasRows(n) && strings.EqualFold(n.Short, first.Short)
	}):
		return true, nil // of several schemas
	case use == Handled || use == Sent:
		return chosen || all(func(n *graph.Node) bool { return n.Kind == first.Kind && n.Short == first.Short }), nil
	}
	return all(func(n *graph.Node) bool {
		return n.Name == first.Name && n.Kind == first.Kind &&
			(n.Path == first.Path || n.Domain() == graph.Database)
	}), nil
}

// allMeant reports that a name refers to definitions in several places.
func (r *Resolver) allMeant(name string, nodes []uint32) {
	first, err := r.Index.Node(nodes[0])
	if r.Note == nil || err != nil {
		return
	}
	switch {
	case hasRows(first):
		r.Note(fmt.Sprintf("%d tables are named %s: using all; give the schema to choose one",
			len(nodes), name))
	case first.Kind.IsType():
		r.Note(fmt.Sprintf("%d types are named %s: using all", len(nodes), name))
	case first.Domain() == graph.Code && !first.Kind.IsCallable():
		r.Note(fmt.Sprintf("%d definitions are named %s: using all", len(nodes), name))
	}
}

// shownOthers is the maximum number of other referents of a name listed in a note.
const shownOthers = 2

// chosen reports how to refer to the other nodes with a name; the answer states the chosen ones.
func (r *Resolver) chosen(name string, rest []uint32) error {
	if r.Note == nil {
		return nil
	}
	rest, err := r.mostCentral(rest)
	if err != nil {
		return err
	}
	var others []string
	for _, n := range rest[:min(len(rest), shownOthers)] {
		it, _, err := answer.NewItem(r.Index, answer.Target{Node: n}, 0)
		if err != nil {
			return err
		}
		others = append(others, r.Index.Abbreviate(it.Handle)+" ("+it.Kind+")")
	}
	if more := len(rest) - shownOthers; more > 0 {
		others = append(others, fmt.Sprintf("%d more", more))
	}
	r.Note(fmt.Sprintf("%s: also %s", name, strings.Join(others, ", ")))
	return nil
}
