package typeorm

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// findRelations finds the relations of all entities, inherited ones included.
func (r *reader) findRelations() {
	for _, e := range r.Order {
		if !r.Table.Def(e.Def).Kind.IsType() {
			continue // a schema declares them
		}
		for _, c := range r.Ancestry(e.Def) {
			for d := range data.Members(r.Table, c) {
				if e.Relations[d.Name] == nil {
					r.member(e, d)
				}
			}
		}
	}
	for _, e := range r.Order {
		r.inherit(e)
	}
	r.ResolveRelations() // schema relations name their targets
	for _, e := range r.Order {
		for _, name := range e.Fields {
			r.pair(e, e.Relations[name])
		}
	}
}

// inherit copies the relations of a class to its base classes that share its table, as
// queries for them read its objects too.
func (r *reader) inherit(e *data.Entity) {
	if !r.children[e] {
		return
	}
	for _, c := range r.Ancestry(e.Def)[1:] {
		base := r.Of(c)
		if base == nil {
			continue
		}
		for _, name := range e.Fields {
			base.Relate(name, e.Relations[name])
		}
	}
}

// member adds the relation of a decorated member.
func (r *reader) member(e *data.Entity, d *resolve.Def) {
	var rel *data.Relation
	var table *eval.Expr
	keyed, column := false, false
	for _, x := range r.Attributes(d.ID) {
		name := r.library(x)
		if list, ok := relationKinds[name]; ok {
			if to := r.target(e, x); to != nil {
				rel = &data.Relation{To: to, List: list,
					Eager:  data.Option(x, "eager").Text == "true",
					Joined: name == "ManyToMany"}
				keyed = data.Option(x, "createForeignKeyConstraints").Text != "false"
				rel.Owns = name == "ManyToOne" || name == "TreeParent"
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
	rel.Owns = rel.Owns || column && !rel.List
	rel.Keyed = keyed && (rel.Owns || table != nil)
	if table != nil && rel.Joined {
		rel.Join = r.joinTable(e, rel.To, d.Name, *table)
	}
	e.Relate(d.Name, rel)
}

// target returns the target entity of a relation, or nil if it is unknown.
func (r *reader) target(e *data.Entity, x eval.Expr) *data.Entity {
	if x.Expr.Text == "TreeParent" || x.Expr.Text == "TreeChildren" {
		return e
	}
	if len(x.Args) == 0 {
		return nil
	}
	return r.Target(r.Tree, x.Sub(&x.Args[0].Value))
}

// joinTable returns the join table of two entities: the specified one, or else the
// default named after both tables and the member.
//
//	post_tags_tag
func (r *reader) joinTable(e, to *data.Entity, member string, x eval.Expr) []data.TableMapping {
	if e.Tables == nil || to.Tables == nil {
		return nil
	}
	t := data.Table{Schema: e.Tables[0].Schema,
		Name: data.SnakeCase(e.Own + "_" + member + "_" + to.Own)}
	tier := resolve.WeakerTier(e.Tables[0].Tier, to.Tables[0].Tier)
	if len(x.Args) > 0 {
		name := &x.Args[0].Value
		if name.Kind == parse.ExprMap {
			if schema := name.Arg(-1, "schema"); schema != nil {
				t.Schema = data.TextOf(r.Tree, x.Sub(schema))
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
	return []data.TableMapping{{Table: t, Tier: tier}}
}

// pair copies the join table of a relation to its inverse, if that has none.
func (r *reader) pair(e *data.Entity, rel *data.Relation) {
	if !rel.Joined || rel.Join != nil {
		return
	}
	for _, name := range rel.To.Fields {
		if back := rel.To.Relations[name]; back.To == e && back.Joined && back.Keyed {
			rel.Join = back.Join
			return
		}
	}
}

// keys adds the foreign keys that an entity implies.
func (r *reader) keys(e *data.Entity) {
	r.out.Implied(e)
	if r.closures[e] {
		closure := make([]data.TableMapping, len(e.Tables))
		for i, t := range e.Tables {
			closure[i] = t
			closure[i].Name += "_closure"
		}
		r.out.Key(closure, e.Tables, graph.Typed)
	}
}

// schemaRelations adds the relations of a schema, which name their targets by strings.
func (r *reader) schemaRelations(e *data.Entity, x eval.Expr, list *parse.Expr) {
	if list == nil || list.Kind != parse.ExprMap {
		return
	}
	for i := range list.Args {
		v := &list.Args[i].Value
		kind := data.Within(v, "type").Text
		name, ok := r.Text(x.Sub(data.Within(v, "target")))
		if !ok {
			continue
		}
		e.Relate(list.Args[i].Name, &data.Relation{Target: name,
			List: kind == "one-to-many" || kind == "many-to-many", Joined: kind == "many-to-many",
			Owns: kind == "many-to-one", Keyed: kind == "many-to-one"})
	}
}
