package jpa

import (
	"slices"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// An entity is a class whose instances are stored.
type entity struct {
	class resolve.DefID
	name  string            // the entity name used in queries
	own   data.TableMapping // its table, zero if it has no separate one
	root  *entity           // root of its hierarchy; possibly itself
	super *entity           // the nearest base class that is an entity, or nil
	subs  []*entity         // direct subclasses
	way   string            // of the root: SINGLE_TABLE, JOINED or TABLE_PER_CLASS

	document bool              // a document maps it
	stated   data.TableMapping // the specified table; zero for the default one
}

// findClasses finds the entities: classes declared as such, and classes stored by a row
// repository.
func (r *reader) findClasses() {
	for _, f := range r.Table.Files {
		if f.Language != language {
			continue
		}
		for i := range f.Definitions {
			d := r.Table.Def(f.ID(int32(i)))
			if !d.Kind.IsType() {
				continue
			}
			if x, ok := r.annotation(d.ID, persistence+"Entity"); ok {
				r.addEntity(d, x)
			} else if _, ok := r.annotation(d.ID, relational+"Table"); ok {
				r.addEntity(d, eval.Expr{})
			}
			if t := r.repositoryOf(r.self(d.ID)); t.Known() {
				r.repos = append(r.repos, d.ID)
			}
		}
	}
	r.readDocuments()
	for _, d := range r.repos {
		r.findPlain(d)
	}
	for _, e := range r.order {
		r.place(e)
	}
}

// addEntity adds a class; x is the declaration that makes it an entity.
func (r *reader) addEntity(d *resolve.Def, x eval.Expr) *entity {
	class := r.Table.Canon[d.ID]
	if e := r.entities[class]; e != nil {
		return e
	}
	e := &entity{class: class, name: d.Name}
	if x.Expr != nil {
		if name, ok := r.ArgText(x, -1, "name"); ok && name != "" {
			e.name = name
		}
	}
	e.root = e
	r.entities[class] = e
	r.order = append(r.order, e)
	if r.byName[e.name] == nil {
		r.byName[e.name] = e
	}
	return e
}

// findPlain adds the class of a repository that stores any class.
func (r *reader) findPlain(repo resolve.DefID) {
	for _, t := range data.Supertypes(r.Table, r.self(repo)) {
		if len(t.Args) == 0 || !r.isOneOf(t, plainRows) {
			continue
		}
		if of := t.Args[0]; of.Def > resolve.None && r.Table.Def(of.Def).Kind.IsType() {
			r.addEntity(r.Table.Def(of.Def), eval.Expr{})
		}
	}
}

// place finds the hierarchy of an entity.
func (r *reader) place(e *entity) {
	for _, c := range r.Ancestry(e.class)[1:] {
		if base := r.entities[c]; base != nil {
			if e.super == nil {
				e.super = base
				base.subs = append(base.subs, e)
			}
			e.root = base
		}
	}
	if e.document && e.root != e {
		e.root.way = e.way
	}
	x, ok := r.annotation(e.class, persistence+"Inheritance")
	if !ok {
		return
	}
	if way := x.Arg(0, "strategy"); way != nil {
		e.way = way.Text
	}
}

// findTables finds the tables of all entities, and adds their mappings.
//
//	SINGLE_TABLE     all in that of the root, which is the default
//	JOINED           the properties that a class adds are in a separate table
//	TABLE_PER_CLASS  each non-abstract class has a table with all properties
func (r *reader) findTables() {
	for _, e := range r.order {
		e.own = r.ownTable(e)
	}
	for _, e := range r.order {
		for _, x := range e.line() {
			if x.own.Name != "" {
				r.tables.Add(e.class, x.own.Table, x.own.Tier)
			}
		}
		if e.root.way == "JOINED" && e.super != nil {
			r.out.Key([]data.TableMapping{e.own}, []data.TableMapping{e.super.own}, graph.Exact)
		}
		r.findSecondary(e)
		r.out.Map(e.class, r.mapped(e))
	}
}

// line lists the entities whose tables hold an object of e.
func (e *entity) line() []*entity {
	switch e.root.way {
	case "JOINED":
		var out []*entity
		for x := e; x != nil; x = x.super {
			out = append(out, x)
		}
		return out
	case "TABLE_PER_CLASS":
		return []*entity{e}
	}
	return []*entity{e.root}
}

// mapped lists the tables of an entity, without those of its base classes.
func (r *reader) mapped(e *entity) []data.TableMapping {
	list := r.tables[e.class]
	if e.root.way != "JOINED" || e.super == nil {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(t data.TableMapping) bool {
		return t.Table != e.own.Table && slices.Contains(r.tables[e.super.class], t)
	})
}

// ownTable returns the table specified for an entity, or else the default one.
func (r *reader) ownTable(e *entity) data.TableMapping {
	d := r.Table.Def(e.class)
	if e.root != e && e.root.way != "JOINED" && e.root.way != "TABLE_PER_CLASS" ||
		e.root.way == "TABLE_PER_CLASS" && resolve.HasModifier(d, "abstract") {
		return data.TableMapping{}
	}
	if e.stated.Name != "" {
		return e.stated
	}
	if e.document {
		return data.TableMapping{Table: data.Table{Name: r.naming.table(e.name)}, Tier: r.naming.implied()}
	}
	if _, ok := r.annotation(e.class, "org.hibernate.annotations.Subselect"); ok {
		return data.TableMapping{}
	}
	if x, ok := r.annotation(e.class, relational+"Table"); ok {
		return r.relationalTable(d, x)
	}
	if _, ok := r.annotation(e.class, persistence+"Entity"); !ok {
		return data.TableMapping{Table: data.Table{Name: data.SnakeLetters(d.Name)}, Tier: graph.Typed}
	}
	if x, ok := r.annotation(e.class, persistence+"Table"); ok {
		if t, ok := r.statedTable(x, "name"); !ok || t.Name != "" {
			return t
		} else if t.Schema != "" {
			return data.TableMapping{Table: data.Table{Schema: t.Schema, Name: r.naming.table(e.name)},
				Tier: r.naming.implied()}
		}
	}
	return data.TableMapping{Table: data.Table{Name: r.naming.table(e.name)}, Tier: r.naming.implied()}
}

// relationalTable returns the table of Spring Data JDBC's annotation.
func (r *reader) relationalTable(d *resolve.Def, x eval.Expr) data.TableMapping {
	name, ok := r.ArgText(x, 0, "value")
	if ok && name == "" {
		name, ok = r.ArgText(x, -1, "name")
	}
	if !ok {
		return data.TableMapping{}
	}
	schema, _ := r.ArgText(x, -1, "schema")
	if name == "" {
		return data.TableMapping{Table: data.Table{Schema: schema, Name: data.SnakeLetters(d.Name)},
			Tier: graph.Typed}
	}
	return data.TableMapping{Table: data.Table{Schema: schema, Name: name}, Tier: graph.Exact}
}

// statedTable reads the table name from an annotation; ok is false if it is unknown.
func (r *reader) statedTable(x eval.Expr, arg string) (t data.TableMapping, ok bool) {
	name, known := r.ArgText(x, -1, arg)
	schema, inSchema := r.ArgText(x, -1, "schema")
	if schema == "" && inSchema { // MySQL has catalogs, but no schemas
		schema, inSchema = r.ArgText(x, -1, "catalog")
	}
	if !known || !inSchema {
		return data.TableMapping{}, false
	}
	if name != "" {
		name = r.naming.table(name)
	}
	if schema != "" {
		schema = r.naming.table(schema)
	}
	return data.TableMapping{Table: data.Table{Schema: schema, Name: name}, Tier: r.naming.stated()}, true
}

// findSecondary adds the secondary tables of an entity.
func (r *reader) findSecondary(e *entity) {
	for _, x := range r.list(e.class, persistence+"SecondaryTable", persistence+"SecondaryTables") {
		if t, ok := r.statedTable(x, "name"); ok && t.Name != "" && e.own.Name != "" {
			r.tables.Add(e.class, t.Table, t.Tier)
			r.out.Key([]data.TableMapping{t}, []data.TableMapping{e.own}, graph.Exact)
		}
	}
}

// list lists the annotations of a name, including those in a container annotation.
func (r *reader) list(d resolve.DefID, one, several string) []eval.Expr {
	var out []eval.Expr
	for _, x := range r.Attributes(d) {
		switch r.annotationName(x) {
		case one:
			out = append(out, x)
		case several:
			if arg := x.Arg(0, "value"); arg != nil {
				for i := range arg.Args {
					out = append(out, x.Sub(&arg.Args[i].Value))
				}
			}
		}
	}
	return out
}
