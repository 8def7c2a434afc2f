package artifacts

import (
	"math"

	"seedgraph/graph"
)

// This file writes and reads the definitions that commits change together; see FORMAT.md,
// section "History".

// writeCompanions stores the companions of each node. Blocks without companions are left
// out.
func (b *build) writeCompanions(put putFunc) error {
	rest := b.g.Companions
	return b.writeSparse(sectionCompanions, put, func(v []byte, n uint32) []byte {
		if len(rest) == 0 || rest[0].Node != n {
			return v
		}
		last := uint32(0)
		for _, t := range rest[0].With {
			v = append(appendUint(v, uint64(t.Node-last)), t.Strength)
			last = t.Node
		}
		rest = rest[1:]
		return v
	})
}

// Companions returns the definitions that commits change together with a node, by number.
// Readers with restricted access get nil, because hidden nodes contribute to the strength
// of ties.
func (r *Reader) Companions(n uint32) ([]graph.Tie, error) {
	if err := r.check(n); err != nil || r.partial() {
		return nil, err
	}
	list, err := r.sparseList(sectionCompanions, r.rawNumber(n))
	if err != nil {
		return nil, err
	}
	var out []graph.Tie
	last := uint64(0)
	for d := (decoder{b: list}); !d.done(); {
		last += d.uint()
		t := graph.Tie{Node: uint32(min(last, math.MaxUint32)), Strength: d.byte()}
		if d.bad || last >= r.head.nodes {
			return nil, corruptf("companions of node %d", n)
		}
		t.Node, _ = r.seen(t.Node)
		out = append(out, t)
	}
	return out, nil
}

// companions checks that the companions of nodes are other nodes, in order.
func (v *verifier) companions() error {
	for n := range v.r.NumNodes() {
		list, err := v.r.Companions(n)
		if err != nil {
			return err
		}
		for i, t := range list {
			if t.Node == n || t.Strength == 0 || i > 0 && t.Node <= list[i-1].Node {
				v.addf("the companions of %s are not others, in order", v.name(v.r, n))
				break
			}
		}
	}
	return nil
}
