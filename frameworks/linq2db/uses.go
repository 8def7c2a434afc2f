package linq2db

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

func plain(name string) string { return strings.TrimSuffix(name, "Async") }

// returns is the return type of a library call.
func (r *reader) returns(x eval.Expr) resolve.Type {
	if x.Kind != parse.ExprCall || x.Recv == nil || x.Callee() != resolve.None {
		return resolve.Unknown
	}
	switch name := x.Expr.Text; {
	case name == "GetTable":
		if t := r.Given(x); t.Known() {
			return data.RowsOf(t)
		}
	case name == "Into" && len(x.Args) > 0:
		return r.rows(x.Sub(&x.Args[len(x.Args)-1].Value))
	case name == "FromSql" || name == "TableFromExpression":
		if t := r.Given(x); t.Known() {
			return data.RowsOf(t)
		}
	case renames[name] || keeps[name]:
		return r.rows(x.Sub(x.Recv))
	}
	return resolve.Unknown
}

// rows returns the type of an expression, if it has rows.
func (r *reader) rows(x eval.Expr) resolve.Type {
	t := r.TypeOf(x)
	if t.Form == parse.FormList {
		return t
	}
	name := resolve.LastName(data.OutsideType(x.In.File, t))
	if len(t.Args) > 0 && (tables[name] || name == "IQueryable" || name == "IOrderedQueryable" ||
		name == "IUpdatable" || name == "IValueInsertable" || strings.HasPrefix(name, "IMerge")) {
		return data.RowsOf(t.Args[0])
	}
	return resolve.Unknown
}

// table returns the class whose table an expression is, including a table selected by
// another name.
func (r *reader) table(x eval.Expr) resolve.Type {
	switch x.Kind {
	case parse.ExprCall:
		if x.Recv != nil && x.Callee() == resolve.None && (x.Expr.Text == "GetTable" ||
			x.Expr.Text == "TableFromExpression") {
			return r.Given(x)
		}
		if renames[x.Expr.Text] {
			return resolve.Unknown
		}
	case parse.ExprName:
		if l := x.Local(); l != nil {
			if values := r.LocalValues(x, l); len(values) == 1 {
				return r.table(values[0])
			}
		}
	case parse.ExprMember:
	default:
		return resolve.Unknown
	}
	t := x.In.ValueType(x.At)
	if tables[resolve.LastName(data.OutsideType(x.In.File, t))] && len(t.Args) > 0 {
		return t.Args[0]
	}
	return r.PassedQuery(x)
}

// called records the reads and writes of a call.
func (r *reader) called(x eval.Expr) {
	for i := range x.Args {
		arg := x.Sub(&x.Args[i].Value)
		if x.Callee() == resolve.None && !(x.Expr.Text == "Into" && i == len(x.Args)-1) &&
			!(writes[plain(x.Expr.Text)] != 0 && i == 0) {
			r.Use(arg, r.table(arg), reads)
		}
	}
	if x.Recv == nil || x.Callee() != resolve.None {
		return
	}
	name := plain(x.Expr.Text)
	of := x.Sub(x.Recv)
	if name == "TableName" {
		r.renamed(x)
		return
	}
	rows := r.rows(of)
	switch ops, merge := writes[name], merges[name]; {
	case merge != 0 && len(rows.Args) > 0:
		r.Use(x, rows.Args[0], merge)
	case ops != 0 && len(rows.Args) > 0:
		r.write(x, rows.Args[0], ops)
	case ops != 0:
		r.stored(x, ops)
	case !about[name] && !keeps[name] && !renames[name]:
		r.Use(x, r.table(of), reads)
	case loads[name]:
		r.Use(x, r.table(of), reads)
		r.loaded(x, rows)
	}
}

// write records the write of a call on a table or query: to its rows, or to the table
// that the rows are inserted into.
//
//	query.Insert(db.Archive, o => new Archive { … })    db.Orders.BulkCopy(list)
func (r *reader) write(x eval.Expr, of resolve.Type, ops graph.Ops) {
	if len(x.Args) > 0 {
		if to := r.table(x.Sub(&x.Args[0].Value)); to.Known() {
			r.Use(x, to, ops)
			return
		}
	}
	r.Use(x, of, ops)
}

// connections are words in the names of connection types.
var connections = []string{"DataConnection", "DataContext", "IDataContext"}

// stored records the operation of a connection on an object, or a list of objects.
func (r *reader) stored(x eval.Expr, ops graph.Ops) {
	static := x.Recv.Kind == parse.ExprName && x.Recv.Text == "DataExtensions"
	if len(x.Args) == 0 || !static && !r.isConnection(x.Sub(x.Recv)) {
		return
	}
	if len(x.TypeArgs) > 0 {
		r.Use(x, r.Given(x), ops)
		return
	}
	for i := range x.Args {
		t := r.Element(x.Sub(&x.Args[i].Value))
		if t.Owner != resolve.None || r.stated[t.Def] != nil {
			r.Use(x, t, ops)
			return
		}
	}
}

// isConnection reports whether an expression is a connection, by its type, which may be
// a subclass declared in the tree.
func (r *reader) isConnection(x eval.Expr) bool {
	t := r.TypeOf(x)
	if t.Known() {
		for _, s := range data.Supertypes(r.Table, t) {
			name := resolve.LastName(s.Name)
			if s.By == resolve.None {
				name = resolve.LastName(data.OutsideType(x.In.File, s.Type))
			}
			for _, c := range connections {
				if s.Def <= resolve.None && strings.HasSuffix(name, c) {
					return true
				}
			}
		}
		return false
	}
	name := strings.ToLower(x.Expr.Text)
	return name == "db" || strings.HasSuffix(name, "connection") || strings.HasSuffix(name, "context")
}

// renamed records a read of a table that has the rows of a class under another name.
//
//	db.GetTable<Order>().TableName("orders_2020")
func (r *reader) renamed(x eval.Expr) {
	if len(x.Args) == 0 || len(r.rows(x.Sub(x.Recv)).Args) == 0 {
		return
	}
	if name, ok := r.Text(x.Sub(&x.Args[0].Value)); ok {
		t := data.TableMapping{Table: data.Table{Name: name}, Tier: graph.Exact}
		r.Out.Use(x, []data.TableMapping{t}, reads, graph.Exact)
	}
}

// loaded records a read of the target of an association.
func (r *reader) loaded(x eval.Expr, rows resolve.Type) {
	if len(rows.Args) == 0 || len(x.Args) == 0 {
		return
	}
	path := data.Path(x.Sub(&x.Args[0].Value))
	if len(path) < 2 {
		return
	}
	at := rows.Args[0]
	for _, name := range path[1:] {
		t := r.Property(at, name)
		if of, ok := data.ElementOf(x.In.File, t); ok {
			t = of
		}
		at = t
	}
	r.Use(x, at.WithTier(graph.Typed), reads)
}

// findQueries records the reads of query expressions and loops.
//
//	from o in db.Orders join l in db.Lines on o.Id equals l.OrderId select l
func (r *reader) findQueries() {
	for _, b := range r.Files {
		if b.File.Family != data.CSharp || b.File.Test {
			continue
		}
		for i := range b.File.Sites {
			s := &b.File.Sites[i]
			x := eval.Expr{Expr: &s.Expr, In: b, Def: b.File.ID(s.Def)}
			if s.Kind == parse.SiteEach {
				r.Use(x, r.table(x), reads)
			}
			s.Walk(func(e *parse.Expr) {
				if e.Kind != parse.ExprQuery {
					return
				}
				for i := range e.Args {
					arg := x.Sub(&e.Args[i].Value)
					r.Use(arg, r.table(arg), reads)
				}
			})
		}
	}
}
