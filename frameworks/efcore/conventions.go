package efcore

import (
	"slices"

	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// conclude applies the conventions to everything the code left unset: it finds the
// entities that navigations refer to, the base entities, and the relations.
func (m *model) conclude() {
	m.dropIgnored()
	for i := 0; i < len(m.order); i++ {
		x := m.order[i]
		m.runAttribute(x)
		for _, n := range m.navigations(x) {
			m.reach(x, n)
		}
	}
	m.dropIgnored()
	m.findBases()
	m.relate()
	for _, r := range m.relations {
		if r.fromMany && r.toMany {
			m.joinOf(r)
		}
	}
}

// dropIgnored removes the entities of classes that are ignored, or owned everywhere.
func (m *model) dropIgnored() {
	m.order = slices.DeleteFunc(m.order, func(x *entity) bool {
		k := data.TypeKey(x.typ)
		gone := x.typ.Def > resolve.None && x.owner == nil &&
			(m.ignored[k] || m.ownedTypes[k] || m.scalarTypes[k] || m.has(x.typ.Def, "Owned"))
		gone = gone || x.owner != nil && m.ignored[k]
		if gone && x.owner == nil {
			delete(m.entities, k)
		}
		return gone
	})
	live := func(x *entity) bool { return slices.Contains(m.order, x) }
	m.relations = slices.DeleteFunc(m.relations, func(r *relation) bool {
		return !live(r.from) || !live(r.to)
	})
}

// A navigation is a property that refers to other entities.
type navigation struct {
	name     string
	of       *entity
	to       resolve.Type
	many     bool
	declared resolve.DefID
	def      resolve.DefID
}

// navigations lists the properties of an entity that refer to classes of the tree,
// inherited ones included.
func (m *model) navigations(x *entity) []*navigation {
	if x.typ.Def <= resolve.None || x.json {
		return nil
	}
	var out []*navigation
	for _, p := range m.propertiesOf(x.typ) {
		to, many := m.element(p.typ)
		if !many {
			to = p.typ
		}
		if !m.mayBeEntity(to) || m.ignored[data.TypeKey(to)] || m.scalarTypes[data.TypeKey(to)] ||
			x.scalars[p.name] || m.isIgnored(x, p) || !many && !p.settable || to.Owner != resolve.None {
			continue
		}
		out = append(out, &navigation{p.name, x, to, many, p.declared, p.def})
	}
	return out
}

// isIgnored reports whether a property is excluded, by an attribute or by the
// configuration of the entity or one of its bases.
func (m *model) isIgnored(x *entity, p property) bool {
	if x.ignored[p.name] || m.has(p.def, "NotMapped") {
		return true
	}
	for _, c := range m.lineage(x.typ)[1:] {
		if b := m.entities[data.TypeKey(c)]; b != nil && b.ignored[p.name] {
			return true
		}
	}
	return false
}

// reach adds the entity that a navigation refers to.
func (m *model) reach(x *entity, n *navigation) {
	k := data.TypeKey(n.to)
	switch {
	case m.entities[m.ownedKey(x, n.name)] != nil:
	case m.ownedTypes[k] || m.has(n.to.Def, "Owned"):
		if x.owner == nil || data.TypeKey(x.owner.typ) != k { // the way back to the owner
			m.ownedEntity(x, n.name, n.to, n.many)
		}
	case x.owner != nil && data.TypeKey(x.owner.typ) == k: // the way back to the owner
	default:
		m.entity(n.to)
	}
}

// findBases finds the base entity of each entity: that of the nearest base class that
// is an entity.
func (m *model) findBases() {
	for _, x := range m.order {
		if x.typ.Def <= resolve.None || x.owner != nil || x.noBase {
			continue
		}
		for _, c := range m.lineage(x.typ)[1:] {
			if b := m.entities[data.TypeKey(c)]; b != nil && c.Def > resolve.None && !b.derives(x) {
				x.base = b
				break
			}
		}
	}
}

// derives reports whether an entity is, or derives from, another. It terminates for
// classes that derive from each other, in programs that do not compile.
func (x *entity) derives(of *entity) bool {
	for ; x != nil; x = x.base {
		if x == of {
			return true
		}
	}
	return false
}

// relate adds the relations that navigations imply.
func (m *model) relate() {
	navs := map[*entity][]*navigation{}
	for _, x := range m.order {
		for _, n := range m.navigations(x) {
			if m.declares(x, n) && !m.related(x, n.name) && m.destination(n) != nil {
				navs[x] = append(navs[x], n)
			}
		}
	}
	m.completeRelations(navs)
	done := map[*navigation]bool{}
	for _, x := range m.order {
		for _, n := range navs[x] {
			if done[n] || m.related(x, n.name) {
				continue
			}
			done[n] = true
			r := &relation{from: x, fromNav: n.name, fromMany: n.many, to: m.destination(n),
				tier: graph.Exact, whole: true, toMany: !n.many}
			if inverse, ok := m.inverse(n, navs); ok && !done[inverse] {
				done[inverse] = true
				r.toNav, r.toMany, r.to = inverse.name, inverse.many, inverse.of
			}
			m.relations = append(m.relations, r)
		}
	}
}

// completeRelations finds the inverse of relations configured from one side: the only
// navigation back.
func (m *model) completeRelations(navs map[*entity][]*navigation) {
	for _, r := range m.relations {
		if r.whole {
			continue
		}
		r.whole, r.toMany = true, !r.fromMany
		var back []*navigation
		for _, n := range navs[r.to] {
			if m.destination(n) == r.from && !m.related(r.to, n.name) {
				back = append(back, n)
			}
		}
		if len(back) == 1 {
			r.toNav, r.toMany = back[0].name, back[0].many
		}
	}
}

// declares reports whether a navigation is declared by the entity rather than inherited
// from a base entity.
func (m *model) declares(x *entity, n *navigation) bool {
	for b := x.base; b != nil; b = b.base {
		for _, c := range m.lineage(b.typ) {
			if c.Def == n.declared {
				return false
			}
		}
	}
	return true
}

// destination returns the target entity of a navigation; nil for an owned one.
func (m *model) destination(n *navigation) *entity {
	if m.entities[m.ownedKey(n.of, n.name)] != nil {
		return nil
	}
	if n.of.owner != nil && data.TypeKey(n.of.owner.typ) == data.TypeKey(n.to) {
		return nil
	}
	return m.entities[data.TypeKey(n.to)]
}

// related reports whether a navigation already has a relation.
func (m *model) related(x *entity, nav string) bool {
	return slices.ContainsFunc(m.relations, func(r *relation) bool {
		return r.from == x && r.fromNav == nav || r.to == x && r.toNav == nav ||
			isBelow(x, r.from) && r.fromNav == nav || isBelow(x, r.to) && r.toNav == nav
	})
}

// isBelow reports whether b is a base of x.
func isBelow(x, b *entity) bool {
	for x = x.base; x != nil; x = x.base {
		if x == b {
			return true
		}
	}
	return false
}

// inverse finds the inverse navigation: the one that an attribute names, or the only
// one if there is also only one in this direction.
func (m *model) inverse(n *navigation, navs map[*entity][]*navigation) (*navigation, bool) {
	to := m.destination(n)
	if name, ok := m.inverseProperty(n.def); ok {
		i := slices.IndexFunc(navs[to], func(x *navigation) bool { return x.name == name })
		if i < 0 {
			return nil, false
		}
		return navs[to][i], true
	}
	there := m.between(n.of, to, navs)
	back := m.between(to, n.of, navs)
	if to == n.of {
		if len(there) == 2 && there[0].many != there[1].many {
			other := there[0]
			if other.name == n.name {
				other = there[1]
			}
			return other, true
		}
		return nil, false
	}
	if len(there) != 1 || len(back) != 1 {
		return m.named(n, back)
	}
	return back[0], true
}

// named finds the navigation back whose attribute names n.
func (m *model) named(n *navigation, back []*navigation) (*navigation, bool) {
	for _, b := range back {
		if name, ok := m.inverseProperty(b.def); ok && name == n.name {
			return b, true
		}
	}
	return nil, false
}

// inverseProperty returns the value of the attribute InverseProperty of a property.
func (m *model) inverseProperty(d resolve.DefID) (string, bool) {
	s := m.attribute(d, "InverseProperty")
	if s == nil {
		return "", false
	}
	v := at(m.arguments(&s.Expr, &frame{in: s.in}), 0, "property")
	return v.text, v.kind == text
}

// between lists the navigations from one entity to another, or to a base of it, that no
// attribute pairs with others.
func (m *model) between(from, to *entity, navs map[*entity][]*navigation) []*navigation {
	var out []*navigation
	for _, n := range navs[from] {
		d := m.destination(n)
		if (d == to || d != nil && isBelow(to, d)) && !m.related(from, n.name) &&
			!m.has(n.def, "InverseProperty") {
			out = append(out, n)
		}
	}
	return out
}
