package xorm

import (
	"slices"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// connects reports whether a type is a connection, embeds one, or is an interface of
// the tree that sessions implement.
func (r *reader) connects(t resolve.Type) bool {
	return t.Def <= resolve.None && isOwn(t) || r.Embeds(t.Def, isOwn) || r.isSession(t.Def)
}

func isOwn(t resolve.Type) bool { return connections[t.Name] && isLibrary(t.Module) }

// isSession reports whether an interface of the tree has methods of a session: one of
// them returns a session.
//
//	type Engine interface { Table(any) *xorm.Session; Get(...any) (bool, error) }
func (r *reader) isSession(def resolve.DefID) bool {
	if def <= resolve.None || r.Table.Def(def).Kind != graph.KindInterface {
		return false
	}
	def = r.Table.Canon[def]
	is, ok := r.sessions[def]
	if !ok {
		for m := range data.Members(r.Table, def) {
			t := r.Binder(m.File).TypeOf(m.Type, m.ID, m.NameAt)
			is = is || t.Name == "Session" && isOwn(t)
		}
		r.sessions[def] = is
	}
	return is
}

// isOfLibrary reports whether a call has no target in the tree, other than a method
// declared by such an interface.
func (r *reader) isOfLibrary(x eval.Expr) bool {
	d := x.Callee()
	return d == resolve.None || r.isSession(r.Table.Def(d).Outer)
}

// Call implements [data.ValueReader]: connection methods return a connection; a table
// that they bind is kept.
func (r *reader) Call(x eval.Expr, of data.Value) []data.Value {
	_, finishes := finishers[x.Expr.Text]
	switch {
	case of.Kind == 0:
		return r.made(x)
	case isStatement(of):
		return r.continued(x, of)
	case !data.IsConnection(of) || finishes || !r.isOfLibrary(x):
		return nil
	case x.Expr.Text == "Table" && len(x.Args) > 0:
		return []data.Value{r.tableAt(x.Sub(&x.Args[0].Value), of.Tier)}
	case x.Expr.Text == "SQL", x.Expr.Text == "Sql": // the text names the tables
		return []data.Value{data.NewConnection(resolve.None, data.NoTable, of.Tier)}
	}
	return []data.Value{of}
}

// made returns the values of a call that is not on a connection.
func (r *reader) made(x eval.Expr) []data.Value {
	if out := r.Returned(x); out != nil {
		return out
	}
	full := r.ExternalName(x)
	for _, lib := range libraries {
		if opens[x.Expr.Text] && full == lib+"."+x.Expr.Text {
			return []data.Value{data.NewConnection(resolve.None, "", graph.Exact)}
		}
	}
	return r.started(x, full)
}

// tableAt returns a connection bound to the table that an argument names: a string, a
// bean, or one of them with an alias.
//
//	Table("orders")    Table(new(Order))    Table([]string{"orders", "o"})
func (r *reader) tableAt(x eval.Expr, tier graph.Tier) data.Value {
	if x.Kind == parse.ExprList && len(x.Args) > 0 && !slices.ContainsFunc(r.Literal(x), isObject) {
		x = x.Sub(&x.Args[0].Value)
	}
	if name, ok := r.Text(x); ok {
		return data.NewConnection(resolve.None, name, tier)
	}
	for _, v := range r.Objects(x) {
		return data.NewConnection(v.Of.Def, "", resolve.WeakerTier(tier, v.Tier))
	}
	if name, known := r.KnownText(x); r.naming.tier == graph.Heuristic && x.Kind == parse.ExprString &&
		name != "" && known == r.naming.tier {
		return data.NewConnection(resolve.None, name, graph.Heuristic)
	}
	return data.NewConnection(resolve.None, data.NoTable, tier)
}

func isObject(v data.Value) bool { return v.Kind == data.ObjectValue }
