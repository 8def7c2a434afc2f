package names

import (
	"fmt"
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/search"
)

// An Index is what names are looked up in. [*answer.Index] is one.
type Index interface {
	search.Index
	Resolve(name string) (artifacts.Match, error)
	Rank(n uint32) (float64, error)
	Out(n uint32) ([]graph.Edge, error)
	In(n uint32) ([]graph.Edge, error)
	PathNodes(path string) ([]artifacts.PathNode, error)
	Paths(prefix string, f func(path string) bool) error
	Symbols(prefix string, f func(name string, nodes []uint32) bool) error
	// LoadProjects makes nodes say their projects.
	LoadProjects() error
}

// A Resolver resolves names. A name that is known takes a look-up for each of the forms that it
// may have, and a look at the nodes that fit it. For one that is not, time grows with
// the names that begin with the same two letters, and at most maxAlike nodes are read.
type Resolver struct {
	Index Index
	// folder that relative paths start from, below the root of the tree; empty: the
	// root
	Here string
	// Aside is told what else a name may mean that was taken for that of a type; nil:
	// nobody is
	Aside func(note string)
}

// ResolveAll resolves names that a person typed.
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

// Resolve returns the node that a person means by a name. The error, of class
// [answer.ErrUnknownID], lists the candidates if there are several, and similar
// names if there is none.
func (r *Resolver) Resolve(name string) (answer.Ref, error) {
	ref, ok, err := r.Found(name)
	if err == nil && !ok {
		err = r.Unknown(name)
	}
	return ref, err
}

// Found returns the node that another program means by a name; ok is false if
// there is none. A name that fits several nodes is an error of class
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

// Candidates returns the nodes that a name fits; of several, those that a person
// most likely means.
func (r *Resolver) Candidates(name string) ([]uint32, error) {
	m, err := r.match(name)
	if err != nil || len(m.Nodes) < 2 {
		return m.Nodes, err
	}
	return r.likeliest(name, m.Nodes)
}

// Canonical returns an id of an answer or a state in canonical form. Where the
// artifacts have no such node the ref is not Known, and has the id as it would be
// in artifacts that do.
func (r *Resolver) Canonical(id string) (answer.Ref, error) {
	id = strings.TrimSpace(id)
	for _, form := range []func(string) (artifacts.Match, error){r.Index.Resolve, r.byForeignForm} {
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

// match returns the nodes that fit a name, by the first form that any fits.
func (r *Resolver) match(name string) (m artifacts.Match, err error) {
	for _, form := range []func(string) (artifacts.Match, error){
		r.Index.Resolve, r.byForeignForm, r.byRoute, r.byPathHere, r.byPathEnd, r.byModule,
	} {
		if m, err = form(name); err != nil || len(m.Nodes) > 0 {
			break
		}
	}
	return m, err
}

// likeliest keeps the nodes that a name means most exactly: definitions and database objects
// before other external names, whole names before ends of names, code before tests, types
// before their constructors, tables before the sets of a mapper that stand for them, and the
// only type before the members of others and tables that no script creates. The topic of a task and
// the function that it runs are one thing, which is that function.
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

// withoutSets drops the members that stand for a table among the nodes.
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

// standsForOne reports whether a node is a member that maps to a table among some nodes.
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

// others counts what else a name may mean.
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

// taken tells what a name was taken for.
func (r *Resolver) taken(name string, n *graph.Node, o others) {
	if r.Aside != nil {
		r.Aside(fmt.Sprintf("%s is taken for the %s %s; %s that name, too", name, n.Kind, n.Name, o))
	}
}

// onlyType keeps the type among nodes that are members and external tables but for it.
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
