package efcore

import (
	"slices"

	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// The framework's tools write a snapshot of each model next to its migrations: the
// names of its classes and their configuration at the last migration. It is a witness
// where the code leaves something open: for a model that finds its entities by
// reflection, or computes table names at run time. Facts from the code take precedence
// over the snapshot.

// leavesOpen reports whether the code leaves the set of entities, or the name of a
// table, open.
func (m *model) leavesOpen() bool {
	return m.open || m.renamed != 0 ||
		slices.ContainsFunc(m.order, func(x *entity) bool { return x.table.unknown })
}

// witnesses returns the entities of the snapshot of a context by the full names of
// their classes; nil if the tree has no snapshot or the code leaves nothing open.
func (m *model) witnesses() map[string]*entity {
	if !m.leavesOpen() {
		return nil
	}
	for _, c := range m.classes {
		if !m.isSnapshot(c) {
			continue
		}
		w := &model{reader: m.reader, context: m.context, contextType: m.contextType,
			entities: map[string]*entity{}, ignored: map[string]bool{},
			ownedTypes: map[string]bool{}, scalarTypes: map[string]bool{}, tier: graph.Heuristic}
		w.method(w.construct(m.self(c), nil).object, "BuildModel", value{kind: builder})
		byName := map[string]*entity{}
		for _, x := range w.order {
			byName[x.name] = x
		}
		return byName
	}
	return nil
}

// isSnapshot reports whether a class is a snapshot of the model, by its base and its
// attribute.
func (m *model) isSnapshot(class resolve.DefID) bool {
	line := m.lineage(m.self(class))
	s := m.attribute(class, "DbContext")
	if s == nil || !m.isNamed(line[len(line)-1], "ModelSnapshot") {
		return false
	}
	for _, t := range typesOf(nil, m.arguments(&s.Expr, &frame{in: s.in})) {
		if t.Def == m.context {
			return true
		}
	}
	return false
}

// addWitnessed adds the entities of the snapshot that the model finds by reflection.
func (m *model) addWitnessed(witnesses map[string]*entity) {
	if !m.open {
		return
	}
	for _, c := range m.classes {
		t := m.self(c)
		w := witnesses[m.fullName(t)]
		if w == nil || m.ignored[data.TypeKey(t)] || m.entities[data.TypeKey(t)] != nil {
			continue
		}
		x := m.entity(t)
		x.table, x.view = w.table, w.view
	}
}

// nameWitnessed sets table names computed at run time to those of the snapshot.
func (m *model) nameWitnessed(witnesses map[string]*entity) {
	for _, x := range m.order {
		w := witnesses[m.fullName(x.typ)]
		if w != nil && w.table.given && x.owner == nil && (m.renamed != 0 || x.table.unknown) {
			x.table, x.view = w.table, w.view
			x.table.written = true
		}
	}
}
