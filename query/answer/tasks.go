package answer

import "seedgraph/graph"

// A Handlers provides nodes and the edges to them.
type Handlers interface {
	Nodes
	In(n uint32) ([]graph.Edge, error)
}

// Tasks lists the topics through which a queue runs a function, by number.
func Tasks(x Handlers, n uint32) ([]uint32, error) { return Handled(x, n, (*graph.Node).IsTask) }

// Handled lists the nodes that a function handles, such as messages, by number: those that admit
// accepts.
func Handled(x Handlers, n uint32, admit func(*graph.Node) bool) ([]uint32, error) {
	edges, err := x.In(n)
	if err != nil {
		return nil, err
	}
	var handled []uint32
	for _, e := range edges {
		if e.Kind != graph.Handles {
			continue
		}
		from, err := x.Node(e.From)
		if err != nil {
			return nil, err
		}
		if admit(from) {
			handled = append(handled, e.From)
		}
	}
	return handled, nil
}
