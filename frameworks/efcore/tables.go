package efcore

import (
	"slices"

	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// A named is a table of an entity, with the confidence of the match.
type named struct {
	data.Table
	tier graph.Tier
}

// tablesOf lists the tables of an entity: the main one first, then those it is split
// into.
func (m *model) tablesOf(x *entity) []named {
	var out []named
	if t, ok := m.tableOf(x); ok {
		out = append(out, t)
	}
	for i := range x.split {
		if t, ok := m.place(x.split[i]); ok {
			out = append(out, t)
		}
	}
	return out
}

// tableOf returns the table or view that holds the rows of an entity.
func (m *model) tableOf(x *entity) (named, bool) {
	if x.computed || x.json {
		return named{}, false
	}
	if x.view.given && (!x.table.given || x.table.none) {
		t, ok := m.place(x.view)
		t.View = true
		return t, ok
	}
	if x.table.none {
		return named{}, false
	}
	if x.table.given {
		return m.place(x.table)
	}
	if x.owner != nil {
		return m.ownedTable(x)
	}
	return m.byConvention(x)
}

// ownedTable returns the table of an owned entity without configuration: that of its
// owner, or a separate one for a collection.
func (m *model) ownedTable(x *entity) (named, bool) {
	if !x.many {
		return m.tableOf(x.owner)
	}
	for o := x; o != nil; o = o.owner {
		if o.json {
			return named{}, false
		}
	}
	name := m.shortName(x.typ)
	for _, o := range m.order {
		if o != x && o.owner != nil && data.TypeKey(o.typ) == data.TypeKey(x.typ) {
			name = m.displayName(x.owner) + "_" + x.ownedBy
		}
	}
	return m.place(m.byNaming(tableName{name: name, given: true, tier: graph.Exact}))
}

func (m *model) displayName(x *entity) string {
	if x.name != "" {
		return x.name
	}
	return m.shortName(x.typ)
}

// byConvention returns the table of an entity without a configured name: that of an
// attribute, of its base, of its set, or the name of the class.
func (m *model) byConvention(x *entity) (named, bool) {
	strategy := m.strategyOf(x)
	if strategy == "TPC" && m.isAbstract(x.typ) {
		return named{}, false
	}
	if n, ok := m.tableAttribute(x); ok {
		n.schema, n.schemaSet = orElse(x.table, n)
		return m.place(n)
	}
	if x.base != nil && strategy != "TPT" && strategy != "TPC" {
		return m.tableOf(x.base)
	}
	n := tableName{given: true, tier: resolve.WeakerTier(x.table.tier, graph.Exact)}
	n.schema, n.schemaSet = x.table.schema, x.table.schemaSet
	n.name = m.displayName(x)
	if m.older6 {
		return m.pluralTable(x, n)
	}
	if s := m.setFor(x); s != nil && !m.noSetNames {
		n.name = s.name
	}
	return m.place(m.byNaming(n))
}

// orElse returns the configured schema, or else that of an attribute.
func orElse(said, n tableName) (string, bool) {
	if said.schemaSet {
		return said.schema, true
	}
	return n.schema, n.schemaSet
}

// strategyOf returns the inheritance mapping of an entity, empty if it is not
// configured.
func (m *model) strategyOf(x *entity) string {
	for b := x; b != nil; b = b.base {
		if b.strategy != "" {
			return b.strategy
		}
	}
	return ""
}

// tableAttribute reads the attribute Table of the class or of a base that is not an
// entity.
func (m *model) tableAttribute(x *entity) (tableName, bool) {
	if x.typ.Def <= resolve.None {
		return tableName{}, false
	}
	for _, c := range m.lineage(x.typ) {
		if x.base != nil && data.TypeKey(c) == data.TypeKey(x.base.typ) {
			break
		}
		s := m.attribute(c.Def, "Table")
		if s == nil {
			continue
		}
		args := m.arguments(&s.Expr, &frame{in: s.in})
		var n tableName
		n.set(m, at(args, 0, "name"))
		if schema := at(args, len(args), "Schema"); schema.kind != unknown {
			n.setSchema(m, schema)
		}
		return n, true
	}
	return tableName{}, false
}

// setFor returns the set of an entity, or nil unless there is exactly one.
func (m *model) setFor(x *entity) *dbSet {
	if x.owner != nil {
		return nil
	}
	if m.setsOf == nil {
		m.setsOf = map[string][]*dbSet{}
		for i := range m.sets {
			key := data.TypeKey(m.sets[i].of)
			m.setsOf[key] = append(m.setsOf[key], &m.sets[i])
		}
	}
	if sets := m.setsOf[data.TypeKey(x.typ)]; len(sets) == 1 {
		return sets[0]
	}
	return nil
}

// place adds the default schema to a name without one.
func (m *model) place(n tableName) (named, bool) {
	if n.unknown || n.name == "" {
		return named{}, false
	}
	t := named{Table: data.Table{Schema: n.schema, Name: n.name},
		tier: resolve.WeakerTier(n.tier, graph.Exact)}
	if !n.schemaSet {
		t.Schema = m.schema
		t.tier = resolve.WeakerTier(t.tier, m.schemaTier)
	}
	t.tier = resolve.WeakerTier(t.tier, m.renamed)
	if m.snake && !n.written {
		t.Name = data.SnakeCase(t.Name)
	}
	return t, true
}

// foreignKeys lists the keys that the relations of the model imply.
func (m *model) foreignKeys() []data.Key {
	var out []data.Key
	add := func(from, to *entity, tier graph.Tier) {
		a, ok := m.tableOf(from)
		b, known := m.tableOf(to)
		if ok && known && !a.View && !b.View && !(from != to && a.Table == b.Table &&
			!m.sameFamily(from, to)) && !m.isConcrete(to) {
			out = append(out, data.Key{From: a.Table, To: b.Table, Via: graph.ViaORM,
				Tier: resolve.WeakerTier(tier, resolve.WeakerTier(a.tier, b.tier))})
		}
	}
	for _, r := range m.relations {
		if r.fromMany && r.toMany {
			m.joinKeys(r, add)
			continue
		}
		d, p := m.sides(r)
		for _, x := range m.concrete(d) {
			add(x, p, r.tier)
		}
	}
	for _, x := range m.order {
		m.ownKeys(x, add)
	}
	return out
}

// concrete lists the entities whose tables hold the columns of an entity: the derived
// ones if each has a table with all columns.
func (m *model) concrete(x *entity) []*entity {
	if m.strategyOf(x) != "TPC" {
		return []*entity{x}
	}
	var out []*entity
	for _, o := range m.order {
		if (o == x || isBelow(o, x)) && !m.isAbstract(o.typ) {
			out = append(out, o)
		}
	}
	return out
}

// isConcrete reports whether the rows of an entity are in several tables, so that no
// foreign key can reference them.
func (m *model) isConcrete(x *entity) bool {
	return m.strategyOf(x) == "TPC" && len(m.concrete(x)) > 1
}

// sameFamily reports whether two entities have a common base.
func (m *model) sameFamily(a, b *entity) bool { return root(a) == root(b) }

func root(x *entity) *entity {
	for x.base != nil {
		x = x.base
	}
	return x
}

// sides returns the dependent and the principal side of a relation.
func (m *model) sides(r *relation) (dependent, principal *entity) {
	switch {
	case r.fromMany:
		return r.to, r.from
	case r.toMany:
		return r.from, r.to
	case r.dependent != nil && (r.dependent == r.to || isBelow(r.to, r.dependent) ||
		isBelow(r.dependent, r.to)) && r.dependent != r.from:
		return r.to, r.from
	case r.dependent != nil:
		return r.from, r.to
	case m.hasKey(r.to, r.toNav, r.from) && !m.hasKey(r.from, r.fromNav, r.to):
		return r.to, r.from
	case r.fromNav != "" && r.toNav == "":
		return r.from, r.to
	case r.fromNav == "":
		return r.to, r.from
	}
	return r.from, r.to
}

// hasKey reports whether an entity has a property with the conventional name of a
// navigation's foreign key.
func (m *model) hasKey(x *entity, nav string, to *entity) bool {
	if x.typ.Def <= resolve.None || to.typ.Def <= resolve.None {
		return false
	}
	class := m.table.Def(to.typ.Def).Name
	for _, p := range m.propertiesOf(x.typ) {
		if nav != "" && (p.name == nav && m.has(p.def, "ForeignKey") || p.name == nav+"Id" ||
			p.name == nav+class+"Id") || p.name == class+"Id" {
			return true
		}
	}
	return false
}

// joinKeys adds the foreign keys of the join table.
func (m *model) joinKeys(r *relation, add func(from, to *entity, tier graph.Tier)) {
	j := m.joinOf(r)
	if j.typ.Def > resolve.None { // a class whose own navigations refer to both sides
		if len(m.navigations(j)) >= 2 {
			return
		}
	}
	add(j, r.from, r.tier)
	add(j, r.to, r.tier)
}

// joinOf returns the join entity of a relation.
func (m *model) joinOf(r *relation) *entity {
	if r.joinTable == nil {
		r.joinTable = m.bag(m.joinNameOf(r))
		r.joinTable.join = r
	}
	return r.joinTable
}

// ownKeys adds the keys from the additional tables of an entity to its main one: those
// of owned, derived or split entities.
func (m *model) ownKeys(x *entity, add func(from, to *entity, tier graph.Tier)) {
	own, ok := m.tableOf(x)
	if !ok {
		return
	}
	if x.owner != nil {
		if t, ok := m.tableOf(x.owner); ok && t.Table != own.Table {
			add(x, x.owner, own.tier)
		}
	}
	if x.base != nil && m.strategyOf(x) != "TPC" {
		if t, ok := m.tableOf(x.base); ok && t.Table != own.Table {
			add(x, x.base, own.tier)
		}
	}
	for i := range x.split {
		if i == slices.Index(x.split, x.split[i]) {
			part := *x
			part.table, part.split, part.base, part.owner = x.split[i], nil, nil, nil
			add(&part, x, own.tier)
		}
	}
}
