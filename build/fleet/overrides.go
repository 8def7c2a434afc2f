package fleet

import (
	"slices"
	"strings"

	"seedgraph/graph"
)

// joinOverrides joins the members of types to those of the base types that they have in other
// members: the possible call targets of the base member. It needs the joins of base types.
//
// Time grows with the members of these types and of their bases.
func (l *linker) joinOverrides() {
	var derived []*join
	for _, j := range l.joins {
		if j.Kind == graph.Inherits || j.Kind == graph.Implements {
			derived = append(derived, j)
		}
	}
	runs := map[uint32][]join{} // by base member
	for _, j := range derived {
		for _, base := range l.basesOf(j.To) {
			for _, pair := range l.overriding(j.From, base) {
				o := join{Edge: graph.Edge{From: pair[0], To: pair[1], Kind: graph.Overrides, Tier: j.Tier,
					Share: j.Share}, by: byPackage, evidence: j.evidence, pinned: j.pinned}
				l.add(o)
				runs[pair[1]] = append(runs[pair[1]], o)
			}
		}
	}
	for base, list := range runs {
		l.dispatch(base, list)
	}
}

// basesOf is a type with all that it derives from in its member.
func (l *linker) basesOf(n uint32) []uint32 {
	out := []uint32{n}
	for i := 0; i < len(out) && len(out) < maxBases; i++ {
		for _, e := range l.edgesOut(out[i]) {
			if (e.Kind == graph.Inherits || e.Kind == graph.Implements) && !slices.Contains(out, e.To) {
				out = append(out, e.To)
			}
		}
	}
	return out
}

// overriding pairs the members of a type with those of a base that they override: of the same name
// and number of parameters.
func (l *linker) overriding(n, base uint32) [][2]uint32 {
	byName := map[string][]uint32{}
	for _, m := range l.callables(base) {
		node := &l.g.Nodes[m]
		byName[node.Short] = append(byName[node.Short], m)
	}
	var out [][2]uint32
	for _, m := range l.callables(n) {
		for _, to := range byName[l.g.Nodes[m].Short] {
			if parameters(l.g.Nodes[m].ID) == parameters(l.g.Nodes[to].ID) {
				out = append(out, [2]uint32{m, to})
			}
		}
	}
	return out
}

// callables lists the members of a type that may be overridden.
func (l *linker) callables(n uint32) []uint32 {
	var out []uint32
	for _, e := range l.edgesOut(n) {
		if k := l.g.Nodes[e.To].Kind; e.Kind == graph.Contains && k.IsCallable() && k != graph.KindConstructor {
			out = append(out, e.To)
		}
	}
	return out
}

// parameters counts the parameters in an id; -1 where it has none written.
func parameters(id graph.NodeID) int {
	text := string(id)
	open := strings.LastIndexByte(text, '(')
	if open < 0 {
		return -1
	}
	end := strings.LastIndexByte(text, ')')
	if end <= open+1 {
		return 0
	}
	count, depth := 1, 0
	for _, c := range text[open+1 : end] {
		switch c {
		case '<', '[', '(':
			depth++
		case '>', ']', ')':
			depth--
		case ',':
			if depth == 0 {
				count++
			}
		}
	}
	return count
}

// dispatch adds edges from a base member to its overrides. All that may, within its own member
// too, stand among as many candidates.
func (l *linker) dispatch(base uint32, list []join) {
	own := 0
	for _, e := range l.edgesOut(base) {
		if e.Kind == graph.Dispatches {
			own++
		}
	}
	var bodies []join
	for _, o := range list {
		if l.g.Nodes[o.From].Complexity > 0 {
			bodies = append(bodies, o)
		}
	}
	total := own + len(bodies)
	if l.g.Nodes[base].Complexity > 0 {
		total++
	}
	for _, o := range bodies {
		o.Edge = graph.Edge{From: base, To: o.From, Kind: graph.Dispatches, Tier: graph.Hierarchy}
		if total > 1 {
			o.Share = uint16(min(total, 1<<16-1))
		}
		l.add(o)
	}
	if len(bodies) > 0 && total > 1 && own > 0 {
		l.shares[base] = uint16(min(total, 1<<16-1))
	}
}
