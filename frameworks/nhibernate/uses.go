package nhibernate

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// plain returns the name of a method without the suffix of its asynchronous variant.
func plain(name string) string { return strings.TrimSuffix(name, "Async") }

// isSession reports whether the receiver of a call is a session: by its type, or else
// by its name.
func (r *reader) isSession(x eval.Expr) bool {
	if x.Recv == nil {
		return false
	}
	of := x.Sub(x.Recv)
	if r.isOpened(of) {
		return true
	}
	t := of.In.ValueType(of.At)
	if name := data.OutsideType(of.In.File, t); name != "" {
		return sessions[resolve.LastName(name)]
	}
	if t.Def > resolve.None {
		for _, s := range data.Supertypes(r.Table, t) {
			if s.Def <= resolve.None && sessions[resolve.LastName(s.Name)] {
				return true
			}
		}
		return false
	}
	name := strings.ToLower(of.Expr.Text)
	return strings.HasSuffix(name, "session") || r.isGiven(of)
}

// isOpened reports whether an expression is a call that returns a session, or a local
// holding one.
func (r *reader) isOpened(x eval.Expr) bool {
	if l := x.Local(); l != nil {
		values := r.LocalValues(x, l)
		return len(values) == 1 && values[0].Kind == parse.ExprCall && r.isOpened(values[0])
	}
	return x.Kind == parse.ExprCall && opens[plain(x.Expr.Text)] && x.Callee() == resolve.None
}

// isGiven reports whether a name is the parameter of a function that is passed a
// session.
//
//	session.Transact(s => s.Save(order))
func (r *reader) isGiven(x eval.Expr) bool {
	f, param, ok := r.CallersOf(data.CSharp).Lambda(x)
	return ok && param == 0 && f.Call.Expr != nil && f.Call.Recv != nil &&
		strings.HasSuffix(strings.ToLower(f.Call.Recv.Text), "session")
}

// returns is the return type of a library call.
func (r *reader) returns(x eval.Expr) resolve.Type {
	if x.Kind == parse.ExprMember {
		if x.Recv != nil && keeps[x.Expr.Text] && x.Referent().Def == resolve.None {
			return r.rows(x.Sub(x.Recv)) // query.Left.JoinAlias(…)
		}
		return resolve.Unknown
	}
	if x.Recv == nil || x.Callee() != resolve.None {
		if t := r.PassedQuery(x); t.Known() {
			return data.RowsOf(t)
		}
		return resolve.Unknown
	}
	name := plain(x.Expr.Text)
	switch {
	case loads[name] && r.isSession(x):
		return r.given(x)
	case name == "Merge" && len(x.Args) == 1 && r.isSession(x):
		return r.TypeOf(x.Sub(&x.Args[0].Value))
	case queries[name] && r.isSession(x), r.isDetached(x):
		if t := r.given(x); t.Known() {
			return data.RowsOf(t)
		}
		return resolve.Unknown
	}
	return r.onRows(x, name)
}

// onRows returns the return type of a query method.
func (r *reader) onRows(x eval.Expr, name string) resolve.Type {
	moves, isJoin := joins[name]
	if !isJoin && !keeps[name] && !lists[x.Expr.Text] && !takes[x.Expr.Text] {
		return resolve.Unknown
	}
	of := r.rows(x.Sub(x.Recv))
	switch {
	case len(of.Args) == 0:
		return resolve.Unknown
	case takes[x.Expr.Text]:
		return of.Args[0]
	case lists[x.Expr.Text]:
		return data.RowsOf(of.Args[0])
	case isJoin && moves:
		if to := r.joinedBy(x, of); to.Known() {
			return data.RowsOf(of.Args[0], to)
		}
	}
	return of
}

// rows returns the type of an expression, if it has rows.
func (r *reader) rows(x eval.Expr) resolve.Type {
	t := r.TypeOf(x)
	if t.Form == parse.FormList {
		return t
	}
	if len(t.Args) > 0 && sequences[resolve.LastName(data.OutsideType(x.In.File, t))] {
		return data.RowsOf(t.Args...)
	}
	return resolve.Unknown
}

// given returns the class in the argument of a call, or that of an alias variable for
// its rows.
//
//	session.QueryOver(() => order)
func (r *reader) given(x eval.Expr) resolve.Type {
	if t := r.Given(x); t.Known() || len(x.Args) == 0 {
		return t
	}
	arg := x.Sub(&x.Args[0].Value)
	if path := data.Path(arg); len(path) == 1 {
		return r.variable(arg, path[0])
	}
	return resolve.Unknown
}

// isDetached reports whether a call makes a detached query.
//
//	DetachedCriteria.For<Order>()    QueryOver.Of<Order>()
func (r *reader) isDetached(x eval.Expr) bool {
	return (x.Expr.Text == "For" || x.Expr.Text == "Of") && x.Recv != nil && detached[x.Recv.Text]
}

// called records the reads and writes of a call. Methods of the tree are read
// separately.
func (r *reader) called(x eval.Expr) {
	if x.Callee() != resolve.None {
		r.Use(x, r.PassedQuery(x), reads)
		return
	}
	if x.Recv == nil {
		return
	}
	name := plain(x.Expr.Text)
	_, isJoin := joins[name]
	switch {
	case r.isDetached(x):
		r.Use(x, r.Given(x), reads)
	case isJoin:
		r.join(x)
		if name == "CreateCriteria" {
			r.onSession(x, name)
		}
	case executes[name] != 0 && len(x.Args) == 0 || name == "UpdateBuilder":
		if of := r.rows(x.Sub(x.Recv)); len(of.Args) > 0 {
			r.Use(x, of.Args[0], executes[name])
		}
	default:
		r.onSession(x, name)
	}
}

// onSession records the operation of a call on a session.
func (r *reader) onSession(x eval.Expr, name string) {
	ops, isStore := stores[name]
	switch {
	case !isStore && !loads[name] && !queries[name] && name != "CreateQuery" &&
		name != "GetNamedQuery", len(x.Args) == 0 && len(x.TypeArgs) == 0:
		return
	case !r.isSession(x):
		return
	case loads[name], queries[name]:
		r.Use(x, r.given(x), reads)
		return
	case name == "CreateQuery":
		r.query(x)
		return
	case name == "GetNamedQuery":
		title, _ := r.Text(x.Sub(&x.Args[0].Value))
		r.run(x, r.named[title], graph.Exact)
		return
	}
	for i := range x.Args {
		arg := x.Sub(&x.Args[i].Value)
		if arg.Kind == parse.ExprString {
			if name == "Delete" && i == 0 {
				r.deleted(x)
			}
			continue // the name of the entity
		}
		if t := r.TypeOf(arg); t.Def > resolve.None || t.Owner != resolve.None {
			r.Use(x, t, ops)
			return
		}
	}
}

// query records the operations of a query string.
func (r *reader) query(x eval.Expr) {
	arg := x.Sub(&x.Args[0].Value)
	if arg.Kind != parse.ExprString {
		if values := r.Evaluate(arg); len(values) == 1 {
			arg = values[0]
		}
	}
	r.Out.Query(arg)
	text, tier := r.KnownText(arg)
	r.run(x, text, tier)
}

func (r *reader) run(x eval.Expr, text string, tier graph.Tier) {
	for _, u := range data.ReadQuery(r, text) {
		r.Out.Use(x, u.Tables, u.Ops, tier)
	}
}

// deleted records a delete of the objects that a query returns.
//
//	session.Delete("from Order o where o.Open = 0")
func (r *reader) deleted(x eval.Expr) {
	arg := x.Sub(&x.Args[0].Value)
	r.Out.Query(arg)
	text, tier := r.KnownText(arg)
	for i, u := range data.ReadQuery(r, text) {
		if i == 0 {
			u.Ops = graph.Delete
		}
		r.Out.Use(x, u.Tables, u.Ops, tier)
	}
}
