package questions

import (
	"cmp"
	"slices"

	"seedgraph/graph"
)

// Hierarchy lists the definitions that extend, implement or override the given ones,
// transitively, and the bases of these. Rows of subtypes follow the row of their base,
// one level deeper; each has a note with the services that a container provides by it and
// its role as an entry point. Tests form a separate group.
func Hierarchy(x Index, nodes []uint32) (*Answer, error) {
	a, err := newAnswer(x, "hierarchy", nodes)
	if err != nil {
		return nil, err
	}
	h := hierarchy{x: x, seen: map[uint32]bool{}}
	for _, n := range nodes {
		h.seen[n] = true
	}
	for _, n := range nodes {
		if err := h.below(n, 0); err != nil {
			return nil, err
		}
	}
	bases, err := basesOf(x, nodes)
	if err != nil {
		return nil, err
	}
	a.add("bases", bases)
	a.add("derived", h.code)
	a.add("derived in tests", h.tests)
	return a, nil
}

// derives reports whether an edge connects a definition to one that it extends,
// implements or overrides.
func derives(k graph.EdgeKind) bool {
	return k == graph.Inherits || k == graph.Implements || k == graph.Overrides
}

// A hierarchy collects the rows below a type or member, depth first, without duplicates.
type hierarchy struct {
	x           Index
	seen        map[uint32]bool
	code, tests []Row
}

func (h *hierarchy) below(n uint32, depth int) error {
	edges, err := h.x.In(n)
	if err != nil {
		return err
	}
	edges = slices.DeleteFunc(slices.Clone(edges), func(e graph.Edge) bool {
		return !derives(e.Kind) || h.seen[e.From]
	})
	base, err := h.x.Node(n)
	if err != nil {
		return err
	}
	type sub struct {
		row  Row
		node uint32
	}
	var subs []sub
	for _, e := range edges {
		if h.seen[e.From] {
			continue
		}
		h.seen[e.From] = true
		row, err := edgeRow(h.x, e)
		if err != nil {
			return err
		}
		row.sourced, row.Lines, row.depth, row.Steps, row.Line = false, nil, depth, depth+1, 0
		row.implied = e.Kind == graph.Implements && base.Kind == graph.KindInterface &&
			row.Kind != string(graph.KindInterface)
		if row.Note, err = h.note(e.From); err != nil {
			return err
		}
		subs = append(subs, sub{row, e.From})
	}
	slices.SortStableFunc(subs, func(a, b sub) int {
		return cmp.Or(cmp.Compare(a.row.Path, b.row.Path),
			cmp.Compare(a.row.StartLine, b.row.StartLine), cmp.Compare(a.row.ID, b.row.ID))
	})
	for _, s := range subs {
		if s.row.Test {
			s.row.Test, s.row.depth = false, 0 // shown by the heading
			h.tests = append(h.tests, s.row)
		} else {
			h.code = append(h.code, s.row)
		}
		if err := h.below(s.node, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// note lists the services that a container provides by a type, and its role as an entry
// point or that of one of its members.
func (h *hierarchy) note(n uint32) (string, error) {
	edges, err := h.x.In(n)
	if err != nil {
		return "", err
	}
	for _, e := range edges {
		if e.Kind != graph.Binds {
			continue
		}
		service, err := h.x.Node(e.From)
		if err != nil {
			return "", err
		}
		return "registered for " + service.Short, nil
	}
	return h.role(n)
}

func (h *hierarchy) role(n uint32) (string, error) {
	reaching, err := h.x.Reachability()
	if err != nil {
		return "", err
	}
	if role := reaching.At(n).Role; role != graph.NoRole && role != graph.RoleTest {
		return role.String(), nil
	}
	out, err := h.x.Out(n)
	for _, e := range out {
		role := reaching.At(e.To).Role
		if e.Kind == graph.Contains && (role == graph.RoleJob || role == graph.RoleHosted ||
			role == graph.RoleCommand || role == graph.RoleMessage) {
			return role.String(), nil
		}
	}
	return "", err
}

// basesOf lists the definitions that nodes extend, implement or override, transitively,
// nearest first.
func basesOf(x Index, nodes []uint32) ([]Row, error) {
	var rows []Row
	seen := map[uint32]bool{}
	for level, steps := nodes, 1; len(level) > 0; steps++ {
		var next []uint32
		for _, n := range level {
			edges, err := x.Out(n)
			if err != nil {
				return nil, err
			}
			outer, err := x.ExternalEdges(n)
			if err != nil {
				return nil, err
			}
			for _, e := range append(slices.Clone(edges), outer...) {
				if !derives(e.Kind) || seen[e.To] {
					continue
				}
				seen[e.To] = true
				row, _, err := newRow(x, e.To)
				if err != nil {
					return nil, err
				}
				row.Edge, row.Tier, row.Steps = e.Kind.String(), e.Tier.String(), steps
				rows, next = append(rows, row), append(next, e.To)
			}
		}
		level = next
	}
	return rows, nil
}
