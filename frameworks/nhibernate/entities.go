package nhibernate

import (
	"strings"

	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// An entity is a mapped class.
type entity struct {
	class  resolve.DefID
	way    way
	own    data.TableMapping // the name is empty if it is unknown
	more   []data.TableMapping
	parent resolve.DefID // parent in a document; None: from the base classes
	base   *entity       // the nearest mapped base class, whose hierarchy it is in
	within []*relation
	isRoot bool // its subclasses are in its table
}

// A relation is a property that refers to other rows.
type relation struct {
	name   string
	target resolve.DefID // None: from the type of the property
	kind   relationKind
	join   data.TableMapping // table of a collection; empty if unknown
}

type relationKind uint8

const (
	toOne      relationKind = iota // the key is in the entity's table
	reverse                        // the key is in the other table, whose mapping declares it
	toMany                         // the key is in the other table
	manyToMany                     // both keys are in a join table
	elements                       // plain values in a separate table
	component                      // the properties of a class, in the entity's table
)

// entity adds a class, unless it exists.
func (r *reader) entity(class resolve.DefID, w way) *entity {
	class = r.Table.Canon[class]
	if e := r.entities[class]; e != nil {
		return e
	}
	e := &entity{class: class, way: w, parent: resolve.None}
	r.entities[class] = e
	r.order = append(r.order, e)
	return e
}

// tableNamed returns the table that a mapping specifies; quotes are removed, and a
// schema prefix is split off.
func tableNamed(schema, name string, tier graph.Tier) data.TableMapping {
	clean := strings.NewReplacer("`", "", "[", "", "]", "", `"`, "")
	t := data.TableNamed(clean.Replace(name))
	if t.Schema == "" {
		t.Schema = clean.Replace(schema)
	}
	if strings.ContainsAny(t.Name, "(\n ") {
		return data.TableMapping{} // a query instead of a table
	}
	return data.TableMapping{Table: t, Tier: tier}
}

// conclude finds the tables of all entities, and adds mappings and foreign keys.
func (r *reader) conclude() {
	for _, e := range r.order {
		e.base = r.baseOf(e)
	}
	for _, e := range r.order {
		d := r.Table.Def(e.class)
		if r.byName[d.Name] == nil {
			r.byName[d.Name] = e
		}
		r.byName[d.ModuleName+"."+d.Name] = e
		if e.base != nil && (e.base.root().isRoot || e.way == single) {
			e.way, e.own = single, data.TableMapping{}
		}
	}
	for _, e := range r.order {
		for _, t := range e.tables(0) {
			r.Entities.Add(e.class, t.Table, t.Tier)
		}
		r.Out.Map(e.class, e.mapped())
	}
	for _, e := range r.order {
		if e.base != nil && e.way == joined {
			r.Out.Key(named(e.own), named(e.base.holder()), graph.Exact)
		}
		for _, t := range e.more {
			r.Out.Key(named(t), named(e.holder()), graph.Exact)
		}
		for _, rel := range e.within {
			r.relate(e, rel)
		}
	}
}

// baseOf returns the base entity of an entity.
func (r *reader) baseOf(e *entity) *entity {
	if e.parent != resolve.None {
		return r.entities[r.Table.Canon[e.parent]]
	}
	for _, c := range r.Ancestry(e.class)[1:] {
		if b := r.entities[c]; b != nil {
			return b
		}
	}
	return nil
}

// maxDerived bounds the depth of class hierarchies.
const maxDerived = 20

func (e *entity) root() *entity {
	for i := 0; e.base != nil && i < maxDerived; i++ {
		e = e.base
	}
	return e
}

// holder returns the table with the columns that the mapping of an entity declares.
func (e *entity) holder() data.TableMapping {
	for i := 0; e.way == single && e.base != nil && i < maxDerived; i++ {
		e = e.base
	}
	return e.own
}

// tables lists the tables that hold an object of the entity.
func (e *entity) tables(depth int) []data.TableMapping {
	out := append(named(e.own), e.more...)
	if e.base != nil && e.way != apart && depth < maxDerived {
		out = append(out, e.base.tables(depth+1)...)
	}
	return out
}

// mapped lists the tables with the columns that the class itself declares.
func (e *entity) mapped() []data.TableMapping { return append(named(e.holder()), e.more...) }

// named returns a list of the table, empty if its name is unknown.
func named(t data.TableMapping) []data.TableMapping {
	if t.Name == "" {
		return nil
	}
	return []data.TableMapping{t}
}

// relate adds the foreign keys of a relation, and the target of a path along it.
func (r *reader) relate(e *entity, rel *relation) {
	target := rel.target
	if target == resolve.None {
		target = r.propertyClass(e.class, rel.name)
	}
	to := r.entities[target]
	if r.attributes[e.class] == nil {
		r.attributes[e.class] = map[string]data.QueryAttribute{}
	}
	if to != nil || rel.kind == component {
		r.attributes[e.class][rel.name] = data.QueryAttribute{Class: target,
			Within: rel.kind == component}
	}
	own := named(e.holder())
	switch {
	case rel.kind == elements:
		r.Out.Key(named(rel.join), own, graph.Exact)
	case to == nil:
	case rel.kind == toOne:
		r.Out.Key(own, named(to.holder()), graph.Exact)
	case rel.kind == toMany:
		r.Out.Key(named(to.holder()), own, graph.Exact)
	case rel.kind == manyToMany:
		r.Out.Key(named(rel.join), own, graph.Exact)
		r.Out.Key(named(rel.join), named(to.holder()), graph.Exact)
	}
}

// propertyClass returns the target class of a property; None if it is not in the tree.
func (r *reader) propertyClass(class resolve.DefID, name string) resolve.DefID {
	t := r.Property(resolve.Type{Def: class, Owner: resolve.None}, name)
	if len(t.Args) > 0 && t.Def <= resolve.None {
		t = t.Args[len(t.Args)-1] // of a dictionary, the value type
	}
	if t.Def <= resolve.None {
		return resolve.None
	}
	return r.Table.Canon[t.Def]
}

// EntityNamed implements [data.QueryModel].
func (r *reader) EntityNamed(name string) resolve.DefID {
	if e := r.byName[name]; e != nil {
		return e.class
	}
	return resolve.None
}

// TablesOf implements [data.QueryModel].
func (r *reader) TablesOf(class resolve.DefID) []data.TableMapping { return r.Entities[class] }

// Attribute implements [data.QueryModel]. The key of a class is often called Id.
func (r *reader) Attribute(class resolve.DefID, name string) (data.QueryAttribute, bool) {
	for _, c := range r.Ancestry(class) {
		if a, ok := r.attributes[c][name]; ok {
			return a, true
		}
	}
	return data.QueryAttribute{Class: resolve.None, IsKey: strings.EqualFold(name, "id")}, true
}
