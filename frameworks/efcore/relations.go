package efcore

import (
	"slices"
	"strings"

	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A relation joins the rows of two entities.
type relation struct {
	from, to         *entity
	fromNav, toNav   string // the navigation properties of both sides; may be empty
	fromMany, toMany bool   // the other side is a collection: HasMany, WithMany
	dependent        *entity
	whole            bool // both sides are known
	joinName         string
	joinTable        *entity
	tier             graph.Tier
}

// relates evaluates HasOne and HasMany: by a lambda, a type, or the name of either.
func (m *model) relates(x *entity, e *parse.Expr, args []argument, f *frame) value {
	r := &relation{from: x, fromMany: e.Text == "HasMany", tier: m.tier}
	types := typesOf(m.typeArgs(e, f), args)
	for _, p := range pathsOf(args) {
		if t, ok := m.target(x, p); ok {
			r.fromNav = p
			if len(types) == 0 {
				types = append(types, t)
			}
		} else if to := m.byName(p); to != nil {
			r.to = to
		}
	}
	if r.to == nil && len(types) > 0 {
		r.to = m.explicit(types[0])
	}
	if r.to == nil {
		return value{}
	}
	m.relations = append(m.relations, r)
	return value{kind: related, rel: r}
}

// target returns the class that a property of an entity refers to.
func (m *model) target(x *entity, name string) (resolve.Type, bool) {
	if x.typ.Def <= resolve.None {
		return resolve.Unknown, false
	}
	for _, p := range m.propertiesOf(x.typ) {
		if p.name == name {
			if of, ok := m.element(p.typ); ok {
				return of, true
			}
			return p.typ, true
		}
	}
	for _, c := range m.lineage(x.typ) { // a field, or a property that is not public
		for _, id := range m.members[c.Def] {
			if d := m.table.Def(id); d.Name == name && (d.Kind == graph.KindField ||
				d.Kind == graph.KindProperty) {
				t := resolve.Substitute(m.typeOfDef(id), c.Def, c.Args)
				if of, ok := m.element(t); ok {
					return of, true
				}
				return t, true
			}
		}
	}
	return resolve.Unknown, false
}

// byName finds an entity by its class name, in full or by its last component.
func (m *model) byName(name string) *entity {
	for _, x := range m.order {
		if x.name == name || m.fullName(x.typ) == name {
			return x
		}
	}
	for _, x := range m.order {
		if x.typ.Def > resolve.None && m.table.Def(x.typ.Def).Name == name {
			return x
		}
	}
	return nil
}

// onRelation evaluates a call on a relation builder.
func (m *model) onRelation(e *parse.Expr, r *relation, f *frame) value {
	switch e.Text {
	case "WithOne", "WithMany", "WithRequired", "WithOptional", "WithRequiredPrincipal",
		"WithRequiredDependent", "WithOptionalPrincipal", "WithOptionalDependent":
		r.toMany, r.whole = e.Text == "WithMany", true
		for _, p := range pathsOf(m.arguments(e, f)) {
			r.toNav = p
		}
		if r.fromMany && r.toMany {
			m.joinOf(r)
		}
	case "HasForeignKey":
		args := m.arguments(e, f)
		if types := m.typeArgs(e, f); len(types) > 0 {
			r.dependent = m.explicit(types[0])
		} else if len(args) > 1 && !r.fromMany && !r.toMany && args[0].kind == text {
			r.dependent = m.byName(args[0].text)
		}
	case "UsingEntity", "Map":
		return m.joins(e, r, f)
	}
	return value{kind: related, rel: r}
}

// joins evaluates UsingEntity: the class, name or table of the join entity.
func (m *model) joins(e *parse.Expr, r *relation, f *frame) value {
	args, types := m.arguments(e, f), m.typeArgs(e, f)
	var lambdas []value
	for _, a := range args {
		switch a.kind {
		case closure:
			lambdas = append(lambdas, a.value)
		case text:
			r.joinName = a.text
		case typeOf:
			types = append(types, a.typ)
		}
	}
	if len(types) > 0 && types[0].Def > resolve.None {
		m.withoutJoin(r)
		r.joinTable = m.explicit(types[0])
	} else if r.joinName != "" {
		m.withoutJoin(r)
	}
	self := value{kind: mapped, entity: m.joinOf(r)}
	if len(lambdas)%2 == 1 { // a single one, or one after those for both sides
		m.call(lambdas[len(lambdas)-1], self)
	}
	return self
}

// withoutJoin removes an implicit join entity of a relation.
func (m *model) withoutJoin(r *relation) {
	if j := r.joinTable; j != nil && j.join == r {
		delete(m.entities, "bag "+j.name)
		m.order = slices.DeleteFunc(m.order, func(x *entity) bool { return x == j })
	}
	r.joinTable = nil
}

// joinNameOf returns the default name of a relation's join entity: the names of both
// sides, in order, with a number if it is taken.
func (m *model) joinNameOf(r *relation) string {
	if r.joinName != "" {
		return r.joinName
	}
	a, b := m.shortName(r.from.typ), m.shortName(r.to.typ)
	if strings.Compare(b, a) < 0 {
		a, b = b, a
	}
	name := a + b
	for n := 1; ; n++ {
		if m.entities["bag "+name] == nil {
			return name
		}
		name = a + b + string(rune('0'+n%10))
	}
}

// owns evaluates OwnsOne and OwnsMany.
func (m *model) owns(x *entity, e *parse.Expr, args []argument, f *frame) value {
	var rest []argument
	nav := ""
	types := m.typeArgs(e, f)
	for i, a := range args {
		switch {
		case nav == "" && a.kind == closure && i == 0:
			if s := selected(a.value); len(s) > 0 {
				nav = s[0]
			}
		case a.kind == text:
			nav = a.text
		case a.kind == typeOf:
			types = append(types, a.typ)
		default:
			rest = append(rest, a)
		}
	}
	t, ok := m.target(x, nav)
	if len(types) > 0 {
		t, ok = types[0], true
	}
	if !ok || t.Def <= resolve.None {
		return value{}
	}
	owned := m.ownedEntity(x, nav, t, e.Text == "OwnsMany")
	self := value{kind: mapped, entity: owned}
	if fn := lambdaOf(rest); fn.kind == closure {
		m.call(fn, self)
		return value{kind: mapped, entity: x}
	}
	return self
}

// ownedEntity finds or adds the entity that an owner has under a navigation. Its class
// is then no longer a separate entity.
func (m *model) ownedEntity(x *entity, nav string, t resolve.Type, many bool) *entity {
	k := m.ownedKey(x, nav)
	o := m.entities[k]
	if o == nil {
		o = m.add(k, &entity{typ: t})
	}
	o.owner, o.ownedBy, o.many = x, nav, many
	m.ownedTypes[data.TypeKey(t)] = true
	return o
}

func (m *model) ownedKey(x *entity, nav string) string {
	owner := data.TypeKey(x.typ)
	if x.owner != nil {
		owner = m.ownedKey(x.owner, x.ownedBy)
	}
	return "owned " + owner + "." + nav
}
