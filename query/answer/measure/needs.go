package measure

import (
	"slices"

	"seedgraph/graph"
)

// needs makes tasks from those with edited definitions: the gold is the targets of calls,
// creations and executions in their edited lines, except the definitions themselves.
// Tasks without such targets are left out.
func (e *evaluation) needs(tasks []Task) ([]Task, error) {
	var out []Task
	for _, t := range tasks {
		next := Task{ID: t.ID, Query: t.Query, Kind: t.Kind, Split: t.Split}
		for i := range t.Gold {
			if err := e.addKnown(&next, &t.Gold[i]); err != nil {
				return nil, err
			}
		}
		found := map[uint32]bool{}
		for i := range t.Gold {
			if err := e.addCalled(&next, &t.Gold[i], found); err != nil {
				return nil, err
			}
		}
		if len(next.Gold) > 0 {
			out = append(out, next)
		}
	}
	return out, nil
}

// addKnown adds the definition of an entry to the start nodes of contexts.
func (e *evaluation) addKnown(t *Task, g *Gold) error {
	if g.Name == "" || len(g.Edits) == 0 {
		return nil
	}
	n, ok, err := e.At(g.Path, g.Edits[0][0])
	if err == nil && ok && !slices.Contains(t.known, n) {
		t.known = append(t.known, n)
	}
	return err
}

// addCalled adds the targets of the edited lines of an entry.
func (e *evaluation) addCalled(t *Task, g *Gold, found map[uint32]bool) error {
	if g.Name == "" || len(g.Edits) == 0 {
		return nil
	}
	n, ok, err := e.At(g.Path, g.Edits[0][0])
	if err != nil || !ok {
		return err
	}
	edges, err := e.Out(n)
	if err != nil {
		return err
	}
	for _, edge := range edges {
		switch edge.Kind {
		case graph.Calls, graph.Creates, graph.Executes:
		default:
			continue
		}
		lines, err := e.Lines(edge)
		if err != nil {
			return err
		}
		node, err := e.Node(edge.To)
		if err != nil {
			return err
		}
		if found[edge.To] || slices.Contains(t.known, edge.To) || len(node.Parts) == 0 ||
			!slices.ContainsFunc(lines, func(l uint32) bool { return g.touches(l, l) }) {
			continue
		}
		found[edge.To] = true
		t.Gold = append(t.Gold, Gold{Path: node.Path, Name: node.Short, Start: node.Span.StartLine,
			End: node.Span.EndLine})
	}
	return nil
}
