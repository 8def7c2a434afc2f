package typeorm

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// findEntities finds the entities, and the naming of their tables.
func (r *reader) findEntities() {
	var children []*data.Entity
	r.readOptions()
	for d := range r.Definitions(family) {
		if d.Kind == graph.KindClass {
			for _, x := range r.Attributes(r.Table.Canon[d.ID]) {
				switch r.library(x) {
				case "Entity", "ViewEntity":
					r.addClass(d, x)
				case "ChildEntity":
					children = append(children, r.AddClass(d, r.Table))
				}
			}
		} else if d.Kind == graph.KindConstant || d.Kind == graph.KindVariable {
			r.findSchema(d)
		}
	}
	for _, e := range children {
		r.placeChild(e)
	}
}

// readOptions reads the naming options of connections. If several connections differ,
// they are unknown, and no prefix is used.
//
//	new DataSource({ type: 'postgres', entityPrefix: 'shop_', namingStrategy: new Own() })
func (r *reader) readOptions() {
	first := true
	for x := range r.Family(family) {
		if x.In.File.Test {
			continue
		}
		x.Walk(func(e *parse.Expr) {
			if e.Kind != parse.ExprMap || !isOptions(e) {
				return
			}
			prefix := ""
			if v := e.Arg(-1, "entityPrefix"); v != nil {
				prefix, _ = r.Text(x.Sub(v))
			}
			if !first && prefix != r.prefix {
				prefix = ""
			}
			r.prefix, first = prefix, false
			if v := e.Arg(-1, "namingStrategy"); v != nil && v.Kind == parse.ExprNew {
				r.strategy = r.strategy || x.Sub(v).Callee() != resolve.None
			}
		})
	}
}

// isOptions reports whether an object has the options of a connection: the kind of
// database, and an option that only connections have.
func isOptions(e *parse.Expr) bool {
	if e.Arg(-1, "type") == nil {
		return false
	}
	for _, name := range []string{"entities", "synchronize", "database", "entityPrefix", "url"} {
		if e.Arg(-1, name) != nil {
			return true
		}
	}
	return false
}

// addClass adds a class with the arguments of its decorator.
//
//	@Entity('orders', { schema: 'sales' })    @Entity({ name: 'orders' })    @Entity()
func (r *reader) addClass(d *resolve.Def, x eval.Expr) {
	e := r.AddClass(d, r.Table)
	var name, schema *parse.Expr
	for i := range x.Args {
		switch v := &x.Args[i].Value; v.Kind {
		case parse.ExprMap:
			if n := v.Arg(-1, "name"); n != nil {
				name = n
			}
			schema = v.Arg(-1, "schema")
		default:
			name = v
		}
	}
	r.place(e, x, name, schema)
	for i := range e.Tables {
		e.Tables[i].View = x.Expr.Text == "ViewEntity"
	}
	for _, a := range r.Attributes(e.Def) {
		if r.library(a) == "Tree" && len(a.Args) > 0 {
			kind, _ := r.Text(a.Sub(&a.Args[0].Value))
			r.closures[e] = kind == "closure-table"
		}
	}
}

// place sets the table of an entity from the specified name and schema, which may be
// nil.
func (r *reader) place(e *data.Entity, x eval.Expr, name, schema *parse.Expr) {
	t, tier := data.Table{Name: data.SnakeCase(e.Name)}, graph.Exact
	if name != nil {
		text, ok := r.Text(x.Sub(name))
		if !ok {
			return // an unknown name
		}
		t.Name = text
	} else if r.strategy {
		tier = graph.Heuristic
	}
	if schema != nil {
		t.Schema = data.TextOf(r.Tree, x.Sub(schema))
	}
	e.Own = t.Name
	t.Name = r.prefix + t.Name
	e.Tables = []data.TableMapping{{Table: t, Tier: tier}}
}

// placeChild maps a class to the table of its base class.
func (r *reader) placeChild(e *data.Entity) {
	r.children[e] = true
	for _, c := range r.Ancestry(e.Def)[1:] {
		if base := r.Of(c); base != nil && base.Tables != nil {
			e.Tables, e.Own = base.Tables, base.Own
			return
		}
	}
}

// findSchema adds an entity declared by a call.
//
//	export const Order = new EntitySchema({ name: 'Order', tableName: 'orders' })
func (r *reader) findSchema(d *resolve.Def) {
	for _, x := range r.Values(d.ID) {
		if x.Kind != parse.ExprNew || r.library(x) != "EntitySchema" || len(x.Args) == 0 {
			continue
		}
		options := &x.Args[0].Value
		name, ok := r.Text(x.Sub(data.Within(options, "name")))
		if options.Kind != parse.ExprMap || !ok {
			continue
		}
		e := r.Add(data.ClassOf(d.ID), d.ID, name)
		r.place(e, x, options.Arg(-1, "tableName"), options.Arg(-1, "schema"))
		if target := options.Arg(-1, "target"); target != nil {
			if c := x.Sub(target).Referent().Def; c > resolve.None {
				r.MapClass(r.Table.Canon[c], e)
			}
		}
		r.schemaRelations(e, x, options.Arg(-1, "relations"))
	}
}
