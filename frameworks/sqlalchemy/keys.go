package sqlalchemy

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// keys adds the foreign keys that a model declares: of its columns, or of those from
// mixins.
func (r *reader) keys(m *model) {
	if m.own.Name == "" {
		return
	}
	for _, p := range m.parents[:min(len(m.parents), 1)] {
		r.out.Key([]data.TableMapping{m.own}, []data.TableMapping{p.own}, graph.Exact)
	}
	if m.isTable {
		for _, v := range r.Values(m.def) {
			r.keysIn(m, v)
		}
		return
	}
	theirs := map[resolve.DefID]bool{} // columns of these are in their own tables
	for _, p := range m.parents {
		for _, c := range r.Lineage(p.def) {
			theirs[r.Table.Canon[c]] = true
		}
	}
	for _, c := range r.Lineage(m.def) {
		if theirs[r.Table.Canon[c]] {
			continue
		}
		for _, v := range r.members(c) {
			r.keysIn(m, v)
		}
	}
}

// keysIn adds the keys in an expression.
func (r *reader) keysIn(m *model, x eval.Expr) {
	x.Walk(func(e *parse.Expr) {
		if e.Kind == parse.ExprCall && e.Text == "Field" && r.outside(x.Sub(e)) == "sqlalchemy.Field" {
			if arg := e.Arg(-1, "foreign_key"); arg != nil {
				r.keyTo(m, x.Sub(arg))
			}
			return
		}
		if e.Kind != parse.ExprCall || e.Text != "ForeignKey" && e.Text != "ForeignKeyConstraint" {
			return
		}
		if key := x.Sub(e); r.outside(key) == "sqlalchemy."+e.Text || r.isFlask(e.Recv, x) {
			r.key(m, key)
		}
	})
}

// key adds one foreign key: to the table of a column that a string names, or that is a
// member of a class.
func (r *reader) key(m *model, x eval.Expr) {
	at, name := 0, "column"
	if x.Expr.Text == "ForeignKeyConstraint" {
		at, name = 1, "refcolumns"
	}
	arg := x.Arg(at, name)
	if arg == nil {
		return
	}
	if arg.Kind == parse.ExprList {
		if len(arg.Args) == 0 {
			return
		}
		arg = &arg.Args[0].Value
	}
	r.keyTo(m, x.Sub(arg))
}

// keyTo adds a key to a column that an expression names.
func (r *reader) keyTo(m *model, x eval.Expr) {
	if text, ok := r.Text(x); ok {
		if t, ok := r.referred(text); ok {
			r.out.Key([]data.TableMapping{m.own}, []data.TableMapping{{Table: t, Tier: graph.Exact}}, graph.Exact)
		}
		return
	}
	for _, v := range r.values.Of(x) {
		if to := r.models[v.Of.Def]; to != nil && v.Kind == data.LibraryValue {
			r.out.Key([]data.TableMapping{m.own}, to.mapped(), graph.Exact)
		}
	}
}

// referred returns the table of a column name with its table, and possibly a schema,
// before it. A table without a schema may be in the schema of the metadata, if no table
// has the unqualified name.
func (r *reader) referred(column string) (t data.Table, ok bool) {
	at := strings.LastIndexByte(column, '.')
	if at < 0 {
		return t, false
	}
	name := column[:at]
	if t, known := r.tablesByName[name]; known {
		return t, true
	}
	schema, table, ok := strings.Cut(name, ".")
	if !ok {
		schema, table = "", name
	}
	return data.Table{Schema: schema, Name: table}, table != ""
}

// A relation is a relationship of a class.
type relation struct {
	to        *model
	secondary *model
}

// relationOf reads the relationship that an attribute is; ok is false for others.
func (r *reader) relationOf(attribute resolve.DefID) (out relation, ok bool) {
	for _, v := range r.Values(attribute) {
		if v.Kind != parse.ExprCall || !r.isRelationship(v) {
			continue
		}
		if arg := v.Arg(-1, "secondary"); arg != nil {
			out.secondary = r.named(v.Sub(arg))
		}
		if arg := v.Arg(0, "argument"); arg != nil {
			out.to = r.named(v.Sub(arg))
		} else {
			out.to = r.annotated(attribute)
		}
		return out, out.to != nil
	}
	return out, false
}

// isRelationship reports whether a call makes a relationship, under any imported name.
func (r *reader) isRelationship(x eval.Expr) bool {
	switch r.outside(x) {
	case "sqlalchemy.relationship", "sqlalchemy.Relationship":
		return true
	}
	return (x.Expr.Text == "relationship" || x.Expr.Text == "Relationship") && r.isFlask(x.Recv, x)
}

// named returns the model of a class, given directly or by its name in a string; nil if
// the name is ambiguous.
func (r *reader) named(x eval.Expr) *model {
	if text, ok := r.Text(x); ok {
		if list := r.byName[resolve.LastName(text)]; len(list) == 1 {
			return list[0]
		}
		for _, m := range r.order {
			if m.isTable && m.own.String() == text {
				return m
			}
		}
		return nil
	}
	if x.Kind == parse.ExprLambda {
		return nil
	}
	for _, v := range r.values.Of(x) {
		if v.Kind == data.ClassValue {
			return r.models[v.Of.Def]
		}
	}
	return nil
}

// annotated returns the model in the type of an attribute: Mapped[list["Line"]].
func (r *reader) annotated(attribute resolve.DefID) *model {
	d := r.Table.Def(attribute)
	t := d.Type
	for depth := 0; depth < 5 && len(t.Args) > 0; depth++ {
		t = t.Args[0]
	}
	if list := r.byName[resolve.LastName(strings.Trim(t.Name, `"'`))]; len(list) == 1 {
		return list[0]
	}
	return nil
}
