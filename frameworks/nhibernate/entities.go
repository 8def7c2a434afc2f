package nhibernate

import (
	"strings"

	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// An entity is a class that is mapped.
type entity struct {
	class  resolve.DefID
	way    way
	own    data.Stored // the name is empty where it is not known
	more   []data.Stored
	parent resolve.DefID // that a document names; None: by the base classes
	base   *entity       // of which it is a part: the nearest base class that is mapped
	within []*relation
	isRoot bool // its derived classes are in its table
}

// A relation is a property that leads to other rows.
type relation struct {
	name   string
	target resolve.DefID // None: by the type of the property
	kind   relationKind
	join   data.Stored // of a collection with a table of its own; empty where none is known
}

type relationKind uint8

const (
	toOne      relationKind = iota // the key is in the table of the entity
	reverse                        // the key is in the other one, which says so itself
	toMany                         // the key is in the other one
	manyToMany                     // both keys are in a table between
	elements                       // plain values in a table of their own
	component                      // the properties of a class, in the table of the entity
)

// entity enters a class, unless it is known.
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

// tableNamed is the table that a mapping states; a name in quotes goes without them, a schema may be in
// front of it.
func tableNamed(schema, name string, tier graph.Tier) data.Stored {
	clean := strings.NewReplacer("`", "", "[", "", "]", "", `"`, "")
	t := data.TableNamed(clean.Replace(name))
	if t.Schema == "" {
		t.Schema = clean.Replace(schema)
	}
	if strings.ContainsAny(t.Name, "(\n ") {
		return data.Stored{} // a query in place of a table
	}
	return data.Stored{Table: t, Tier: tier}
}

// conclude finds the tables of all entities, and enters mappings and foreign keys.
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
			e.way, e.own = single, data.Stored{}
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

// baseOf is the entity that another one derives from.
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

// maxDerived bounds classes that derive from one another.
const maxDerived = 20

func (e *entity) root() *entity {
	for i := 0; e.base != nil && i < maxDerived; i++ {
		e = e.base
	}
	return e
}

// holder is the table with the columns that the mapping of an entity declares.
func (e *entity) holder() data.Stored {
	for i := 0; e.way == single && e.base != nil && i < maxDerived; i++ {
		e = e.base
	}
	return e.own
}

// tables lists the tables in which an object of the entity is.
func (e *entity) tables(depth int) []data.Stored {
	out := append(named(e.own), e.more...)
	if e.base != nil && e.way != apart && depth < maxDerived {
		out = append(out, e.base.tables(depth+1)...)
	}
	return out
}

// mapped lists the tables with what the class itself declares.
func (e *entity) mapped() []data.Stored { return append(named(e.holder()), e.more...) }

// named is a list of the table, empty where its name is not known.
func named(t data.Stored) []data.Stored {
	if t.Name == "" {
		return nil
	}
	return []data.Stored{t}
}

// relate enters the foreign keys of a relation, and where a path along it leads.
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

// propertyClass is the class that a property leads to; None for none of the tree.
func (r *reader) propertyClass(class resolve.DefID, name string) resolve.DefID {
	t := r.Property(resolve.Type{Def: class, Owner: resolve.None}, name)
	if len(t.Args) > 0 && t.Def <= resolve.None {
		t = t.Args[len(t.Args)-1] // of a dictionary the value
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
func (r *reader) TablesOf(class resolve.DefID) []data.Stored { return r.Entities[class] }

// Attribute implements [data.QueryModel]. The key of a class is often called Id.
func (r *reader) Attribute(class resolve.DefID, name string) (data.QueryAttribute, bool) {
	for _, c := range r.Ancestry(class) {
		if a, ok := r.attributes[c][name]; ok {
			return a, true
		}
	}
	return data.QueryAttribute{Class: resolve.None, IsKey: strings.EqualFold(name, "id")}, true
}
