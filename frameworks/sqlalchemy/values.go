package sqlalchemy

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Name implements [data.ValueReader]: a variable that holds a table is treated like a
// class.
func (r *reader) Name(x eval.Expr) []data.Value {
	if d := x.Referent().Def; d != resolve.None {
		if m := r.models[d]; m != nil && m.isTable {
			return one(data.ClassValue, m, x.Referent().Tier)
		}
	}
	kind := data.ClassValue
	switch x.Expr.Text {
	case "self":
		kind = data.ObjectValue
	case "cls":
	default:
		return nil
	}
	class := r.Table.EnclosingType(x.Def)
	if m := r.models[class]; m != nil {
		return one(kind, m, graph.Exact)
	}
	var out []data.Value
	for _, m := range r.mixed[class] {
		out = append(out, one(kind, m, graph.Hierarchy)...)
	}
	return out
}

func one(kind data.ValueKind, m *model, tier graph.Tier) []data.Value {
	return []data.Value{{Kind: kind, Of: m.class(), Via: resolve.None, Tier: tier}}
}

// model returns the model of a value, or nil.
func (r *reader) model(v data.Value) *model {
	if v.Of.Def == resolve.None {
		return r.slots[v.Of.Name]
	}
	return r.models[v.Of.Def]
}

// Member implements [data.ValueReader]: columns and relationships of a class, its
// query, and targets of relationships.
func (r *reader) Member(x eval.Expr, of data.Value) []data.Value {
	if of.Kind == 0 {
		if out := r.Name(x); out != nil { // a table in a module
			return out
		}
		return r.slotValues(x)
	}
	m := r.model(of)
	if m == nil {
		return nil
	}
	name := x.Expr.Text
	switch of.Kind {
	case data.ClassValue:
		switch name {
		case "query":
			if !m.isTable {
				return one(data.RowsValue, m, of.Tier)
			}
		case "__table__":
			return one(data.ClassValue, m, of.Tier)
		}
		via := resolve.None
		if d := r.attribute(m, name); d != resolve.None {
			via = d
		}
		return []data.Value{{Kind: data.LibraryValue, Of: of.Of, Via: via, Tier: of.Tier}}
	case data.LibraryValue: // table.c.name
		return []data.Value{of}
	case data.ObjectValue:
		if d := r.attribute(m, name); d != resolve.None {
			if rel, ok := r.relationOf(d); ok {
				return one(data.ObjectValue, rel.to, resolve.WeakerTier(of.Tier, graph.Typed))
			}
		}
	}
	return nil
}

// attribute returns a member of a class, inherited ones included, or None.
func (r *reader) attribute(m *model, name string) resolve.DefID {
	if m.isTable || m.slot != "" {
		return resolve.None
	}
	for _, c := range r.Lineage(m.def) {
		for _, d := range r.Table.Own(c, name) {
			return d
		}
	}
	return resolve.None
}

// Call implements [data.ValueReader].
func (r *reader) Call(x eval.Expr, of data.Value) []data.Value {
	if of.Kind == 0 {
		return r.function(x)
	}
	m := r.model(of)
	if m == nil {
		return nil
	}
	switch of.Kind {
	case data.RowsValue:
		if fetches[x.Expr.Text] {
			return one(data.ObjectValue, m, of.Tier)
		}
		return one(data.RowsValue, m, of.Tier)
	case data.ClassValue:
		if m.isTable && ofTables[x.Expr.Text] == 0 {
			return one(data.RowsValue, m, of.Tier)
		}
	case data.LibraryValue:
		return []data.Value{of}
	}
	return nil
}

// function returns the values of a call without a known receiver: a query of its
// arguments, or a session's result for one.
func (r *reader) function(x eval.Expr) []data.Value {
	full := r.outside(x)
	isQuery := x.Expr.Text == "query" && x.Recv != nil
	switch {
	case full == "sqlalchemy.aliased" || full == "sqlalchemy.with_polymorphic":
		return r.first(x, data.ClassValue)
	case selects[full], isQuery, r.isFlaskSelect(x):
		return r.first(x, data.RowsValue)
	case x.Recv == nil:
		return nil
	case r.slots[x.Expr.Text] != nil:
		return r.createdOf(x)
	case runs[x.Expr.Text]:
		return r.result(x, data.RowsValue)
	case x.Expr.Text == "scalar":
		return r.result(x, data.ObjectValue)
	case (x.Expr.Text == "get" || x.Expr.Text == "get_one") && r.isSession(x) != 0:
		return r.first(x, data.ObjectValue)
	}
	return nil
}

// isFlaskSelect reports whether a call targets the select method of the
// Flask-SQLAlchemy object.
func (r *reader) isFlaskSelect(x eval.Expr) bool {
	return x.Expr.Text == "select" && x.Recv != nil && r.isFlask(x.Recv, x)
}

// first returns values of the given kind for the classes in the first argument of a
// call.
func (r *reader) first(x eval.Expr, kind data.ValueKind) []data.Value {
	if len(x.Args) == 0 {
		return nil
	}
	var out []data.Value
	for _, v := range r.values.Of(x.Sub(&x.Args[0].Value)) {
		m := r.model(v)
		if m != nil && (v.Kind == data.ClassValue ||
			v.Kind == data.LibraryValue && kind == data.RowsValue) {
			out = append(out, one(kind, m, v.Tier)...)
		}
	}
	return out
}

// result returns the values of running a statement.
func (r *reader) result(x eval.Expr, kind data.ValueKind) []data.Value {
	if len(x.Args) == 0 {
		return nil
	}
	var out []data.Value
	for _, v := range r.values.Of(x.Sub(&x.Args[0].Value)) {
		if m := r.model(v); m != nil && v.Kind == data.RowsValue {
			out = append(out, one(kind, m, v.Tier)...)
		}
	}
	return out
}

// isSession returns the confidence that the receiver of a call is a session: by its
// type, by the library, or else by its name; 0 if it is not.
func (r *reader) isSession(x eval.Expr) graph.Tier {
	if x.Recv == nil {
		return 0
	}
	if r.Excludes(x.Sub(x.Recv)) {
		return graph.Typed
	}
	if x.Recv.Kind == parse.ExprMember && x.Recv.Text == "session" && r.isFlask(x.Recv.Recv, x) {
		return graph.Exact
	}
	if strings.HasSuffix(strings.ToLower(x.Recv.Text), "session") {
		return graph.Typed
	}
	return 0
}

// Excludes implements [data.Excluder]: the type of the expression is that of a session.
func (r *reader) Excludes(x eval.Expr) bool {
	t := x.In.ValueType(x.At)
	return t.Name != "" && sessions[resolve.LastName(t.Name)]
}

// Knows implements [data.ValueReader].
func (r *reader) Knows(c data.Class) bool { return r.models[c.Def] != nil }
