package inventory

import (
	"slices"
	"strings"

	"seedgraph/graph"
)

// A role is a function of nodes of any kind: they are the source or target of edges of
// some kind, or have a base or attribute of a library.
type role struct {
	word   string
	from   []graph.EdgeKind         // the node is the source of such an edge
	to     []graph.EdgeKind         // or the target of such an edge
	entry  []graph.Role             // or an entry point with one of these roles
	bases  map[string]bool          // or a type derived from one of these
	marks  map[string]bool          // or has one of these attributes, annotations or decorators
	topics bool                     // or a topic
	admits func(n *graph.Node) bool // nil means any node
}

// roles lists the roles with their words.
var roles = []role{
	{word: "commands", entry: []graph.Role{graph.RoleCommand}},
	{word: "entities", from: []graph.EdgeKind{graph.MapsTo},
		admits: func(n *graph.Node) bool { return n.Kind.IsType() }},
	{word: "handlers", to: []graph.EdgeKind{graph.Handles},
		entry: []graph.Role{graph.RoleMessage}},
	{word: "hubs", bases: hubBases, marks: hubMarks, admits: runs},
	{word: "jobs", entry: []graph.Role{graph.RoleHosted, graph.RoleJob}},
	{word: "messages", from: []graph.EdgeKind{graph.Handles}, topics: true},
	{word: "migrations", from: []graph.EdgeKind{graph.SchemaChange, graph.DataChange,
		graph.Follows}, to: []graph.EdgeKind{graph.Follows}},
	{word: "pages", to: []graph.EdgeKind{graph.Routes},
		admits: func(n *graph.Node) bool { return n.Domain() == graph.FrontEnd }},
	{word: "requests", from: []graph.EdgeKind{graph.Requests}},
	{word: "services", from: []graph.EdgeKind{graph.Binds}},
}

// runs reports whether a type or function may run itself, unlike an interface or an
// abstract class.
func runs(n *graph.Node) bool {
	return n.Kind.IsCallable() || n.Kind.IsType() && n.Kind != graph.KindInterface &&
		!slices.Contains(n.Modifiers, "abstract")
}

// The library symbols that mark a hub, by full name.
var (
	hubBases = set("Microsoft.AspNetCore.SignalR.Hub Microsoft.AspNetCore.SignalR.Hub<> " +
		"Microsoft.AspNet.SignalR.Hub Microsoft.AspNet.SignalR.Hub<>")
	hubMarks = set("@nestjs/websockets.WebSocketGateway " +
		"jakarta.websocket.server.ServerEndpoint javax.websocket.server.ServerEndpoint")
)

// roleOf returns the role denoted by a word in the singular or plural, or nil.
func roleOf(word string) *role {
	for i := range roles {
		r := &roles[i]
		one := strings.TrimSuffix(r.word, "s")
		if stem, ok := strings.CutSuffix(r.word, "ies"); ok {
			one = stem + "y"
		}
		if word == r.word || word == one {
			return r
		}
	}
	return nil
}

// nodes returns a superset of the nodes with the role, by number; admits decides.
func (r *role) nodes(x Index) ([]uint32, error) {
	var out []uint32
	for _, find := range []func(Index) ([]uint32, error){r.joined, r.derived, r.marked,
		r.entries, r.channels} {
		found, err := find(x)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// joined lists the sources and targets of the role's edges.
func (r *role) joined(x Index) ([]uint32, error) {
	var out []uint32
	for _, kind := range r.from {
		ends, err := x.Ends(kind)
		if err != nil {
			return nil, err
		}
		out = append(out, ends.From...)
	}
	for _, kind := range r.to {
		ends, err := x.Ends(kind)
		if err != nil {
			return nil, err
		}
		out = append(out, ends.To...)
	}
	return out, nil
}

// derived lists the types that derive from a base of the role, directly or indirectly.
func (r *role) derived(x Index) ([]uint32, error) {
	out, err := usersOf(x, r.bases, isDerivation)
	for i := 0; err == nil && i < len(out); i++ {
		var below []uint32
		below, err = usersAt(x, out[i], isDerivation)
		for _, n := range below {
			if !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	return out, err
}

// marked lists the nodes with an attribute of the role.
func (r *role) marked(x Index) ([]uint32, error) { return usersOf(x, r.marks, isMark) }

// entries lists the entry points of the role.
func (r *role) entries(x Index) ([]uint32, error) {
	if len(r.entry) == 0 {
		return nil, nil
	}
	reaching, err := x.Reachability()
	if err != nil {
		return nil, err
	}
	var out []uint32
	for n := range x.NumNodes() {
		if slices.Contains(r.entry, reaching.At(n).Role) {
			out = append(out, n)
		}
	}
	return out, nil
}

// channels lists the topics, those without a handler included, if the role has them.
func (r *role) channels(x Index) ([]uint32, error) {
	if !r.topics {
		return nil, nil
	}
	var out []uint32
	err := x.NodesOfKinds(map[graph.NodeKind]bool{graph.KindRoute: true}, func(uint32) bool { return true },
		func(n uint32, node *graph.Node) error {
			if node.IsTopic() {
				out = append(out, n)
			}
			return nil
		})
	return out, err
}

// isDerivation reports whether an edge of the kind connects a type to one of its bases.
func isDerivation(k graph.EdgeKind) bool { return k == graph.Inherits || k == graph.Implements }

// isMark reports whether an edge of the kind may connect a node to its attribute.
func isMark(k graph.EdgeKind) bool {
	return k == graph.References || k == graph.Calls || k == graph.Creates
}

// usersOf lists the nodes with an edge to one of the given library symbols.
func usersOf(x Index, names map[string]bool, follow func(graph.EdgeKind) bool) ([]uint32, error) {
	var out []uint32
	for name := range names { // the order does not matter
		last := strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
		var found []uint32
		err := x.Symbols(last, func(symbol string, nodes []uint32) bool {
			if symbol == last {
				found = append(found, nodes...)
			}
			return false
		})
		if err != nil {
			return nil, err
		}
		for _, n := range found {
			node, err := x.Node(n)
			if err != nil {
				return nil, err
			}
			if node.Kind != graph.KindExternal || node.Name != name {
				continue
			}
			users, err := usersAt(x, n, follow)
			if err != nil {
				return nil, err
			}
			out = append(out, users...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// usersAt lists the nodes with an edge to a node.
func usersAt(x Index, n uint32, follow func(graph.EdgeKind) bool) ([]uint32, error) {
	var out []uint32
	in, err := x.In(n)
	for _, e := range in {
		if follow(e.Kind) {
			out = append(out, e.From)
		}
	}
	return out, err
}
