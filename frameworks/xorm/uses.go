package xorm

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// call records the reads and writes of a call.
func (r *reader) call(x eval.Expr) {
	if x.Recv == nil {
		return
	}
	f, finishes := finishers[x.Expr.Text]
	_, joins := joins[x.Expr.Text]
	if !finishes && !joins && x.Expr.Text != "From" && x.Expr.Text != "Into" {
		return
	}
	for _, of := range r.Values.Of(x.Sub(x.Recv)) {
		switch {
		case isStatement(of):
			r.stated(x, of)
		case !data.IsConnection(of) || !r.isOfLibrary(x):
		case finishes:
			r.finished(x, of, f)
		case x.Expr.Text == "Join" && len(x.Args) > 1:
			r.use(x, r.tableAt(x.Sub(&x.Args[1].Value), of.Tier), 0)
		}
	}
}

// use records an operation on the table of a connection, and reports whether it is
// bound to one.
func (r *reader) use(x eval.Expr, of data.Value, ops graph.Ops) bool {
	if e := r.entity(of.Of.Def); e != nil {
		r.out.Use(x, e.tables, ops, of.Tier)
		return true
	}
	name := data.ConnectionTable(of)
	if name != "" && !strings.ContainsAny(name, "(?{*") {
		r.out.Use(x, []data.TableMapping{{Table: data.TableNamed(name), Tier: graph.Exact}}, ops, of.Tier)
	}
	return name != ""
}

// finished records the operation of a statement: on the table that the session is bound
// to, or else on those of the bean arguments.
func (r *reader) finished(x eval.Expr, of data.Value, f finisher) {
	if of.Of.Def == resolve.None && data.ConnectionTable(of) == "" {
		of = r.pending(x, of)
	}
	if r.use(x, of, f.ops) || f.none {
		return
	}
	n := min(len(x.Args), 1)
	if f.all {
		n = len(x.Args)
	}
	for i := range x.Args[:n] {
		for _, v := range r.Objects(x.Sub(&x.Args[i].Value)) {
			if e := r.entity(v.Of.Def); e != nil {
				r.out.Use(x, e.tables, f.ops, resolve.WeakerTier(of.Tier, v.Tier))
			}
		}
	}
}

// findChains indexes the calls on variables: a session accumulates state until a
// statement runs.
func (r *reader) findChains() {
	data.EachChain(r.Tree, data.Golang, func(c data.Chain) {
		if c.Base != nil && c.Base.Kind == parse.ExprName {
			v := eval.Variable{Def: c.Calls[0].Def, Name: c.Base.Text}
			r.chains[v] = append(r.chains[v], c)
		}
	})
	for _, list := range r.chains {
		slices.SortFunc(list, func(a, b data.Chain) int { return int(a.Base.At) - int(b.Base.At) })
	}
}

// pending returns a session with the table that an earlier statement set, if no query
// has run since then.
//
//	session.Table("orders")
//	session.Find(&ids)
func (r *reader) pending(x eval.Expr, of data.Value) data.Value {
	base := data.ChainOf(x).Base
	if base == nil || base.Kind != parse.ExprName {
		return of
	}
	list := r.chains[eval.Variable{Def: x.Def, Name: base.Text}]
	at, _ := slices.BinarySearchFunc(list, base.At, func(c data.Chain, at uint32) int {
		return int(c.Base.At) - int(at)
	})
	for i := at - 1; i >= 0; i-- {
		for _, call := range list[i].Calls {
			if _, finishes := finishers[call.Expr.Text]; finishes {
				return of
			}
		}
		if call, ok := list[i].Call("Table"); ok && len(call.Args) > 0 {
			return r.tableAt(call.Sub(&call.Args[0].Value), of.Tier)
		}
	}
	return of
}
