package names

import (
	"fmt"
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/render"
	"seedgraph/query/search"
)

// An Index is used to look up names. [*answer.Index] implements it.
type Index interface {
	search.Index
	Resolve(name string) (artifacts.Match, error)
	// Abbreviated lists the nodes whose handles begin with a text.
	Abbreviated(prefix string) ([]uint32, error)
	render.Handles
	Rank(n uint32) (float64, error)
	Out(n uint32) ([]graph.Edge, error)
	In(n uint32) ([]graph.Edge, error)
	PathNodes(path string) ([]artifacts.PathNode, error)
	Paths(prefix string, f func(path string) bool) error
	Symbols(prefix string, f func(name string, nodes []uint32) bool) error
	// LoadProjects sets the projects of nodes read from now on.
	LoadProjects() error
}

// A Resolver resolves names. A known name takes one look-up for each of its possible
// forms, plus reading the matching nodes. An unknown name takes time linear in the number
// of names that begin with the same two letters, and at most maxAlike nodes are read.
type Resolver struct {
	Index Index
	// folder to which relative paths refer, below the root of the tree; empty: the root
	Here string
	// Note receives notes about other referents of a name that was resolved to a type;
	// may be nil
	Note func(note string)
}

// ResolveAll resolves names typed by a person.
func (r *Resolver) ResolveAll(names []string) ([]answer.Ref, error) {
	out := make([]answer.Ref, len(names))
	for i, name := range names {
		ref, err := r.Resolve(name)
		if err != nil {
			return nil, err
		}
		out[i] = ref
	}
	return out, nil
}

// Resolve returns the node that a name typed by a person refers to. The error, of class
// [answer.ErrUnknownID], lists the candidates of an ambiguous name, and similar names for
// an unknown one.
func (r *Resolver) Resolve(name string) (answer.Ref, error) {
	ref, ok, err := r.Found(name)
	if err == nil && !ok {
		err = r.Unknown(name)
	}
	return ref, err
}

// Found returns the node that a name given by another program refers to; ok is false if
// no node matches. A name that matches several nodes is an error of class
// [answer.ErrUnknownID].
func (r *Resolver) Found(name string) (ref answer.Ref, ok bool, err error) {
	m, err := r.match(name)
	if err != nil || len(m.Nodes) == 0 {
		return answer.Ref{}, false, err
	}
	nodes := m.Nodes
	if len(nodes) > 1 {
		if nodes, err = r.likeliest(name, nodes); err != nil {
			return answer.Ref{}, false, err
		}
	}
	if len(nodes) > 1 {
		return answer.Ref{}, false, r.ambiguous(name, nodes)
	}
	ref, err = answer.RefTo(r.Index, answer.Target{Node: nodes[0], Part: m.Part})
	return ref, err == nil, err
}

// Candidates returns the nodes that match a name, reduced to the likeliest ones.
func (r *Resolver) Candidates(name string) ([]uint32, error) {
	m, err := r.match(name)
	if err != nil || len(m.Nodes) < 2 {
		return m.Nodes, err
	}
	return r.likeliest(name, m.Nodes)
}

// Canonical returns the ref for an id of an answer or a state. If the artifacts have no
// such node, the ref is not Known, and its id has the form that it would have in
// artifacts that do.
func (r *Resolver) Canonical(id string) (answer.Ref, error) {
	id = strings.TrimSpace(id)
	for _, form := range []func(string) (artifacts.Match, error){
		r.Index.Resolve, r.byAbbreviation, r.byForeignForm,
	} {
		m, err := form(id)
		if err != nil {
			return answer.Ref{}, err
		}
		if len(m.Nodes) == 1 {
			return answer.RefTo(r.Index, answer.Target{Node: m.Nodes[0], Part: m.Part})
		}
	}
	if own, ok := foreignID(id); ok {
		return answer.Ref{ID: own}, nil
	}
	return answer.Ref{ID: id}, nil
}

// match returns the nodes that match a name, in the first form for which there are any. The
// beginning of several handles is an error of class [answer.ErrUnknownID].
func (r *Resolver) match(name string) (m artifacts.Match, err error) {
	for _, form := range []func(string) (artifacts.Match, error){
		r.Index.Resolve, r.byAbbreviation, r.byForeignForm, r.byRoute, r.byPathHere, r.byPathEnd, r.byModule,
	} {
		if m, err = form(name); err != nil || len(m.Nodes) > 0 {
			break
		}
	}
	return m, err
}

// likeliest keeps the nodes to which a name most likely refers: definitions and database
// objects before other external names, whole names before suffixes, code before tests,
// types before their constructors, tables before ORM sets mapped to them, and the only
// type before members of other types and tables without a script. The topic of a task and
// the function that it runs count as one node, the function.
func (r *Resolver) likeliest(name string, numbers []uint32) ([]uint32, error) {
	nodes := make(map[uint32]*graph.Node, len(numbers))
	types := map[string]bool{}
	for _, n := range numbers {
		node, err := r.Index.Node(n)
		if err != nil {
			return nil, err
		}
		nodes[n] = node
		types[node.Short] = types[node.Short] || node.Kind.IsType()
	}
	for _, keep := range []func(*graph.Node) bool{
		func(n *graph.Node) bool { return !n.Flags.Has(graph.External) || isTable(n) },
		func(n *graph.Node) bool { return n.Name == name },
		func(n *graph.Node) bool { return !n.Flags.Has(graph.Test) },
		func(n *graph.Node) bool { return n.Kind != graph.KindConstructor || !types[n.Short] },
	} {
		var kept []uint32
		for _, n := range numbers {
			if keep(nodes[n]) {
				kept = append(kept, n)
			}
		}
		if len(kept) > 0 {
			numbers = kept
		}
	}
	numbers, err := r.withoutTasks(numbers)
	if err != nil {
		return nil, err
	}
	if numbers, err = r.withoutSets(name, numbers, nodes); err != nil {
		return nil, err
	}
	return r.onlyType(name, numbers, nodes), nil
}

func isTable(n *graph.Node) bool { return n.Domain() == graph.Database }

func isMember(n *graph.Node) bool { return n.Class != "" && !n.Kind.IsType() }

// withoutTasks drops the topics of tasks whose function is among the nodes.
func (r *Resolver) withoutTasks(numbers []uint32) ([]uint32, error) {
	var topics []uint32
	for _, n := range numbers {
		tasks, err := answer.Tasks(r.Index, n)
		if err != nil {
			return nil, err
		}
		topics = append(topics, tasks...)
	}
	return slices.DeleteFunc(slices.Clone(numbers),
		func(n uint32) bool { return slices.Contains(topics, n) }), nil
}

// withoutSets drops the members mapped to a table among the nodes.
//
//	public DbSet<Order> Orders { get; set; }    // of dbo.Orders
func (r *Resolver) withoutSets(name string, numbers []uint32, nodes map[uint32]*graph.Node) ([]uint32,
	error) {
	var kept []uint32
	for _, n := range numbers {
		stands, err := r.standsForOne(n, numbers, nodes)
		if err != nil {
			return nil, err
		}
		if !stands {
			kept = append(kept, n)
		}
	}
	if len(kept) == 1 && len(numbers) > 1 {
		r.taken(name, nodes[kept[0]], others{members: len(numbers) - 1})
	}
	return kept, nil
}

// standsForOne reports whether a node is a member mapped to a table among the given
// nodes.
func (r *Resolver) standsForOne(n uint32, numbers []uint32, nodes map[uint32]*graph.Node) (bool,
	error) {
	if !isMember(nodes[n]) {
		return false, nil
	}
	edges, err := r.Index.Out(n)
	return slices.ContainsFunc(edges, func(e graph.Edge) bool {
		return e.Kind == graph.MapsTo && slices.Contains(numbers, e.To) && isTable(nodes[e.To])
	}), err
}

// others counts the other referents of a name.
type others struct{ members, tables int }

func (o others) String() string {
	var list []string
	if o.members > 0 {
		list = append(list, counted(o.members, "member"))
	}
	if o.tables > 0 {
		list = append(list, counted(o.tables, "table"))
	}
	has := "have"
	if o.members+o.tables == 1 {
		has = "has"
	}
	return strings.Join(list, " and ") + " " + has
}

func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// taken reports how a name was resolved.
func (r *Resolver) taken(name string, n *graph.Node, o others) {
	if r.Note != nil {
		r.Note(fmt.Sprintf("%s: %s %s; %s that name, too", name, n.Kind, n.Name, o))
	}
}

// onlyType keeps the only type among nodes that otherwise are members and external
// tables.
func (r *Resolver) onlyType(name string, numbers []uint32, nodes map[uint32]*graph.Node) []uint32 {
	var found []uint32
	var rest others
	for _, n := range numbers {
		switch node := nodes[n]; {
		case isTable(node) && node.Flags.Has(graph.External):
			rest.tables++
		case node.Kind.IsType():
			found = append(found, n)
		case isMember(node):
			rest.members++
		default:
			return numbers
		}
	}
	if len(found) != 1 || len(numbers) == 1 {
		return numbers
	}
	r.taken(name, nodes[found[0]], rest)
	return found
}
