package efcore

import (
	"slices"
	"strings"

	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// mapByBase maps the classes that derive from a configured base type and are in no
// model: to the table of an attribute, or else to a table of the scripts named like the
// class or its plural.
func (r *reader) mapByBase(bases []string, m *data.Model) {
	if len(bases) == 0 {
		return
	}
	mapped := map[resolve.DefID]bool{}
	for _, x := range m.Mappings {
		mapped[x.Class] = true
	}
	for _, c := range r.classes {
		t := r.self(c)
		if mapped[c] || r.isAbstract(t) || r.table.Def(c).Kind == graph.KindInterface ||
			!r.derives(t, bases) {
			continue
		}
		if table, tier, ok := r.tableLike(t); ok {
			m.Mappings = append(m.Mappings, data.Mapping{Class: c, Context: resolve.None,
				Set: resolve.None, Table: table, Tier: tier})
		}
	}
}

// derives reports whether a base type of a class has one of the names, in full or as
// last component.
func (r *reader) derives(t resolve.Type, names []string) bool {
	for _, c := range r.lineage(t) {
		if c.Def <= resolve.None {
			continue
		}
		for _, b := range r.table.Bases[c.Def] {
			full := r.outsideName(b)
			if b.Def > resolve.None {
				d := r.table.Def(b.Def)
				full = strings.TrimPrefix(d.ModuleName+"."+d.Name, ".")
			}
			if slices.ContainsFunc(names, func(name string) bool {
				return name == full || resolve.LastName(name) == name && name == resolve.LastName(full)
			}) {
				return true
			}
		}
	}
	return false
}

// tableLike returns the table that an attribute of a class names, or a table named like
// the class.
func (r *reader) tableLike(t resolve.Type) (data.Table, graph.Tier, bool) {
	m := &model{reader: r, tier: graph.Exact}
	if n, ok := m.tableAttribute(&entity{typ: t}); ok && !n.unknown {
		return data.Table{Schema: n.schema, Name: n.name}, n.tier, true
	}
	name := r.table.Def(t.Def).Name
	for _, like := range []string{name, name + "s", strings.TrimSuffix(name, "s")} {
		if id, _, _ := r.Relation("", like, graph.KindTable); id != resolve.None {
			return data.Table{Name: like}, graph.Heuristic, true
		}
	}
	return data.Table{}, 0, false
}
