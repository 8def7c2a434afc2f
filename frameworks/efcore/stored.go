package efcore

import (
	"slices"

	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// stored lists the tables that hold rows of an entity, for a query or a write; made is
// set if a written object is of exactly this class, not of a derived one.
//
//   - One table per hierarchy (TPH): that table.
//   - One table per type (TPT): a query joins the tables of the type, its bases and
//     derived types; a row is in the table of its type and those of its bases, which an
//     update may not change.
//   - One table per concrete type (TPC): those of the concrete types; a row is in one
//     of them.
func (m *model) stored(x *entity, ops graph.Ops, made bool) []named {
	if m.strategyOf(x) == "TPC" {
		out := m.tablesOfAll(m.concrete(x))
		switch {
		case made:
			return m.tablesOf(x)
		case ops != 0 && len(out) > 1:
			return withTier(out, graph.Hierarchy)
		}
		return out
	}
	bases, below := m.tablesOfAll(basesOf(x)), m.tablesOfAll(m.below(x))
	switch {
	case made:
		below = nil
	case ops != 0:
		below = withTier(below, graph.Hierarchy)
	}
	if ops == graph.Update {
		bases = withTier(bases, graph.Hierarchy)
	}
	var out []named
	for _, t := range slices.Concat(m.tablesOf(x), bases, below) {
		out = addNamed(out, t)
	}
	return out
}

// tablesOfAll lists the tables of entities, each once.
func (m *model) tablesOfAll(list []*entity) []named {
	var out []named
	for _, x := range list {
		for _, t := range m.tablesOf(x) {
			out = addNamed(out, t)
		}
	}
	return out
}

func withTier(list []named, tier graph.Tier) []named {
	out := slices.Clone(list)
	for i := range out {
		out[i].tier = resolve.WeakerTier(out[i].tier, tier)
	}
	return out
}

// basesOf lists the base entities of an entity, the nearest first.
func basesOf(x *entity) []*entity {
	var out []*entity
	for b := x.base; b != nil; b = b.base {
		out = append(out, b)
	}
	return out
}

// below lists the entities that derive from an entity.
func (m *model) below(x *entity) []*entity {
	var out []*entity
	for _, o := range m.order {
		if isBelow(o, x) {
			out = append(out, o)
		}
	}
	return out
}

// joinTableOf returns the join table of a many-to-many navigation.
func (m *model) joinTableOf(of resolve.Type, nav string) (named, bool) {
	for _, r := range m.relations {
		if !r.fromMany || !r.toMany {
			continue
		}
		from := r.fromNav == nav && m.isOrDerives(of, r.from)
		if from || r.toNav == nav && m.isOrDerives(of, r.to) {
			return m.tableOf(m.joinOf(r))
		}
	}
	return named{}, false
}

// isOrDerives reports whether a class is that of an entity, or derives from it.
func (m *model) isOrDerives(t resolve.Type, x *entity) bool {
	for _, c := range m.lineage(t) {
		if data.TypeKey(c) == data.TypeKey(x.typ) {
			return true
		}
	}
	return false
}
