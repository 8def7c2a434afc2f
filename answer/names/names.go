package names

import (
	"fmt"
	"strings"

	"seedgraph/answer"
	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/search"
)

// An Index is what names are looked up in. [*answer.Index] is one.
type Index interface {
	search.Index
	Resolve(name string) (artifacts.Match, error)
	Rank(n uint32) (float64, error)
	Out(n uint32) ([]graph.Edge, error)
	PathNodes(path string) ([]artifacts.PathNode, error)
	Paths(prefix string, f func(path string) bool) error
	Symbols(prefix string, f func(name string, nodes []uint32) bool) error
}

// A Resolver resolves names.
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
		r.Index.Resolve, r.byForeignForm, r.byPathHere, r.byPathEnd,
	} {
		if m, err = form(name); err != nil || len(m.Nodes) > 0 {
			break
		}
	}
	return m, err
}

// likeliest keeps the nodes that a name means most exactly: definitions before
// external names, whole names before ends of names, code before tests, types before
// their constructors, and the only type before the members of others.
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
		func(n *graph.Node) bool { return !n.Flags.Has(graph.External) },
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
	return r.onlyType(name, numbers, nodes), nil
}

// onlyType keeps the type among nodes that are members but for it.
func (r *Resolver) onlyType(name string, numbers []uint32, nodes map[uint32]*graph.Node) []uint32 {
	var found []uint32
	for _, n := range numbers {
		switch node := nodes[n]; {
		case node.Kind.IsType():
			found = append(found, n)
		case node.Class == "":
			return numbers
		}
	}
	if len(found) != 1 || len(numbers) == 1 {
		return numbers
	}
	if r.Aside != nil {
		t, others := nodes[found[0]], "1 member has"
		if more := len(numbers) - 1; more > 1 {
			others = fmt.Sprintf("%d members have", more)
		}
		r.Aside(fmt.Sprintf("%s is taken for the %s %s; %s that name, too", name, t.Kind, t.Name,
			others))
	}
	return found
}
