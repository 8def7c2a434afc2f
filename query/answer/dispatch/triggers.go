package dispatch

import "seedgraph/graph"

// A write into a table runs the triggers on it that its operation fires.
//
//	INSERT INTO Orders … -> Orders <- On, insert - TRIGGER OrderAdded

// fires reports whether a write fires a trigger, by the edge from the trigger to its table. Operations
// that are unknown may be any, and a MERGE is all that it may do.
func fires(write, on graph.Edge) bool {
	ops := write.Ops
	if ops&graph.Merge != 0 {
		ops |= graph.Insert | graph.Update | graph.Delete
	}
	return on.Kind == graph.On && (ops == 0 || on.Ops == 0 || ops&on.Ops != 0)
}

// fired lists the triggers that run at an edge.
func (w *Walker) fired(e graph.Edge) ([]uint32, error) {
	if e.Kind != graph.WritesTo {
		return nil, nil
	}
	list, err := w.triggers(e.To)
	var out []uint32
	for _, on := range list {
		if fires(e, on) {
			out = append(out, on.From)
		}
	}
	return out, err
}

// triggers lists the edges from the triggers on a table to it. Indexes have such edges as well,
// but run nothing.
func (w *Walker) triggers(table uint32) ([]graph.Edge, error) {
	if list, ok := w.on[table]; ok {
		return list, nil
	}
	in, err := w.x.In(table)
	if err != nil {
		return nil, err
	}
	var out []graph.Edge
	for _, e := range in {
		if e.Kind != graph.On {
			continue
		}
		node, err := w.x.Node(e.From)
		if err != nil {
			return nil, err
		}
		if node.Kind == graph.KindTrigger {
			out = append(out, e)
		}
	}
	w.on[table] = out
	return out, nil
}

// firing appends the steps to a trigger from what writes its table. The members above it are known.
func (w *Walker) firing(out []Move, n uint32, follow func(graph.Edge) bool) ([]Move, error) {
	for _, on := range w.watches[n] {
		node, err := w.x.Node(n)
		if err != nil || node.Kind != graph.KindTrigger {
			return out, err
		}
		in, err := w.x.In(on.To)
		if err != nil {
			return nil, err
		}
		for _, e := range in {
			if e.Kind == graph.WritesTo && follow(e) && fires(e, on) {
				out = append(out, Move{Step{Edge: e, User: e.From, Used: n}, 0})
			}
		}
	}
	return out, nil
}
