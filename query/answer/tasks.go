package answer

import "seedgraph/graph"

// Tasks lists the topics through which a queue runs a function, by number.
func Tasks(x interface {
	Nodes
	In(n uint32) ([]graph.Edge, error)
}, n uint32) ([]uint32, error) {
	edges, err := x.In(n)
	if err != nil {
		return nil, err
	}
	var topics []uint32
	for _, e := range edges {
		if e.Kind != graph.Handles {
			continue
		}
		from, err := x.Node(e.From)
		if err != nil {
			return nil, err
		}
		if from.IsTask() {
			topics = append(topics, e.From)
		}
	}
	return topics, nil
}
