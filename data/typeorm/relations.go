package typeorm

import (
	"slices"
	"strings"

	"seedgraph/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
	"seedgraph/web"
)

// A relation is a member that leads to objects of another entity.
type relation struct {
	to     *entity
	list   bool
	owns   bool          // the key is in the table of the entity that has it
	keyed  bool          // there is a foreign key
	eager  bool          // it is read with the object
	member resolve.DefID // None for one of a schema
	join   []data.Stored // the table between; none where the other side has it, or none is
	joined bool          // there is a table between, here or on the other side
	target string        // the name of the entity, where to is not known yet
}

// findRelations finds the relations of all entities, those of their base classes included.
func (r *reader) findRelations() {
	for _, e := range r.order {
		if !r.Table.Def(e.def).Kind.IsType() {
			continue // a schema says them itself
		}
		for _, c := range r.Ancestry(e.def) {
			r.membersOf(e, c)
		}
	}
	for _, e := range r.order {
		r.inherit(e)
	}
	for _, e := range r.order {
		e.fields = slices.DeleteFunc(e.fields, func(name string) bool {
			rel := e.relations[name]
			if rel.to == nil { // of a schema
				rel.to = r.only(rel.target)
			}
			return rel.to == nil
		})
	}
	for _, e := range r.order {
		for _, name := range e.fields {
			r.pair(e, e.relations[name])
		}
	}
}

// inherit gives the classes that a class derives from within one table its relations: a query
// for them reads its objects, too.
func (r *reader) inherit(e *entity) {
	if !e.child {
		return
	}
	for _, c := range r.Ancestry(e.def)[1:] {
		base := r.entities[c]
		if base == nil {
			continue
		}
		for _, name := range e.fields {
			if base.relations[name] == nil {
				base.relations[name] = e.relations[name]
				base.fields = append(base.fields, name)
			}
		}
	}
}

// membersOf finds the relations among the members that a class declares.
func (r *reader) membersOf(e *entity, class resolve.DefID) {
	f := r.Table.Def(class).File
	for i := int(class-f.First) + 1; i < len(f.Definitions); i++ {
		d := r.Table.Def(f.ID(int32(i)))
		if d.Range.Start >= r.Table.Def(class).Range.End {
			break
		}
		if d.Outer == class && e.relations[d.Name] == nil {
			r.member(e, d)
		}
	}
}

// member enters a member if it is decorated as a relation.
func (r *reader) member(e *entity, d *resolve.Def) {
	var rel *relation
	var table *web.Term
	keyed, column := false, false
	for _, x := range r.Attributes(d.ID) {
		name := r.library(x)
		if list, ok := relationKinds[name]; ok {
			if to := r.target(e, d, x); to != nil {
				rel = &relation{to: to, list: list, member: d.ID,
					eager:  option(x, "eager") == "true",
					joined: name == "ManyToMany"}
				keyed = option(x, "createForeignKeyConstraints") != "false"
				rel.owns = name == "ManyToOne" || name == "TreeParent"
			}
		}
		switch name {
		case "JoinColumn":
			column = true
		case "JoinTable":
			table = &x
		}
	}
	if rel == nil {
		return
	}
	rel.owns = rel.owns || column && !rel.list
	rel.keyed = keyed && (rel.owns || table != nil)
	if table != nil && rel.joined {
		rel.join = r.joinTable(e, rel.to, d.Name, *table)
	}
	e.relations[d.Name] = rel
	e.fields = append(e.fields, d.Name)
}

// option is the literal that an option of a decorator or call has; empty for none.
func option(x web.Term, name string) string {
	for i := range x.Args {
		if v := x.Args[i].Value.Arg(-1, name); v != nil && x.Args[i].Value.Kind == parse.ExprMap {
			return v.Text
		}
	}
	return ""
}

// target is the entity that a relation leads to; nil for one that is not known.
//
//	@ManyToOne(() => Order)    @ManyToOne(type => Order, o => o.lines)    @ManyToOne('Order')
func (r *reader) target(e *entity, d *resolve.Def, x web.Term) *entity {
	if x.Expr.Text == "TreeParent" || x.Expr.Text == "TreeChildren" {
		return e
	}
	if len(x.Args) == 0 {
		return nil
	}
	arg := x.Sub(&x.Args[0].Value)
	if arg.Kind == parse.ExprLambda {
		text := strings.TrimSpace(x.In.File.Text[arg.Body.Start:arg.Body.End])
		t := x.In.TypeOf(parse.TypeRef{Name: text, At: arg.Body.Start}, d.ID, arg.Body.Start)
		if t.Def > resolve.None {
			return r.entities[r.Table.Canon[t.Def]]
		}
		return r.only(text)
	}
	if text, ok := r.Text(arg); ok {
		return r.only(text)
	}
	return r.entities[arg.Meaning().Def]
}

// only is the entity of a name, nil if there are several or none.
func (r *reader) only(name string) *entity {
	if list := r.byName[name]; len(list) == 1 {
		return list[0]
	}
	return nil
}

// joinTable is the table between two entities: of the name that is stated, else of both
// tables and the member.
//
//	post_tags_tag
func (r *reader) joinTable(e, to *entity, member string, x web.Term) []data.Stored {
	if e.tables == nil || to.tables == nil {
		return nil
	}
	t := data.Table{Schema: e.tables[0].Schema,
		Name: snakeCase(e.own + "_" + member + "_" + to.own)}
	tier := resolve.Worse(e.tables[0].Tier, to.tables[0].Tier)
	if len(x.Args) > 0 {
		name := &x.Args[0].Value
		if name.Kind == parse.ExprMap {
			if schema := name.Arg(-1, "schema"); schema != nil {
				t.Schema, _ = r.Text(x.Sub(schema))
			}
			name = name.Arg(-1, "name")
		}
		if name != nil {
			text, ok := r.Text(x.Sub(name))
			if !ok {
				return nil
			}
			t.Name, tier = text, graph.Exact
		}
	}
	t.Name = r.prefix + t.Name
	return []data.Stored{{Table: t, Tier: tier}}
}

// pair gives the side of a relation without the table between the one that the other has.
func (r *reader) pair(e *entity, rel *relation) {
	if !rel.joined || rel.join != nil {
		return
	}
	for _, name := range rel.to.fields {
		if back := rel.to.relations[name]; back.to == e && back.joined && back.keyed {
			rel.join = back.join
			return
		}
	}
}

// keys enters the foreign keys that an entity implies.
func (r *reader) keys(e *entity) {
	for _, name := range e.fields {
		rel := e.relations[name]
		switch {
		case !rel.keyed:
		case rel.joined:
			r.out.Key(rel.join, e.tables, graph.Typed)
			r.out.Key(rel.join, rel.to.tables, graph.Typed)
		default:
			r.out.Key(e.tables, rel.to.tables, graph.Exact)
		}
	}
	if e.tree {
		closure := make([]data.Stored, len(e.tables))
		for i, t := range e.tables {
			closure[i] = t
			closure[i].Name += "_closure"
		}
		r.out.Key(closure, e.tables, graph.Typed)
	}
}

// schemaRelations enters the relations of a schema, which name their targets by strings.
func (r *reader) schemaRelations(e *entity, x web.Term, list *parse.Expr) {
	if list == nil || list.Kind != parse.ExprMap {
		return
	}
	for i := range list.Args {
		v := &list.Args[i].Value
		kind := orOpaque(v.Arg(-1, "type")).Text
		name, ok := r.Text(x.Sub(orOpaque(v.Arg(-1, "target"))))
		if !ok {
			continue
		}
		e.fields = append(e.fields, list.Args[i].Name)
		e.relations[list.Args[i].Name] = &relation{
			list: kind == "one-to-many" || kind == "many-to-many", joined: kind == "many-to-many",
			owns: kind == "many-to-one", keyed: kind == "many-to-one", member: resolve.None,
			target: name}
	}
}
