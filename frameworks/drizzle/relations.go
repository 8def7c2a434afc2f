package drizzle

import (
	"cmp"
	"slices"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A named is a reference to a table.
type named struct {
	at uint32
	of *data.Entity
}

// findNamed finds the references to tables. A function that returns a column has no
// site, so the references of the file are used.
func (r *reader) findNamed() {
	for _, b := range r.Files {
		if b.File.Family != family {
			continue
		}
		for _, x := range b.Bindings {
			if e := r.Of(x.To); e != nil {
				r.named[b.File] = append(r.named[b.File], named{x.At, e})
			}
		}
		slices.SortStableFunc(r.named[b.File], func(a, b named) int { return cmp.Compare(a.at, b.at) })
	}
}

// within returns the first table referenced in a range of a file, or nil.
func (r *reader) within(f *resolve.File, at parse.Range) *data.Entity {
	list := r.named[f]
	i, _ := slices.BinarySearchFunc(list, at.Start,
		func(n named, at uint32) int { return cmp.Compare(n.at, at) })
	if i < len(list) && list[i].at < at.End {
		return list[i].of
	}
	return nil
}

// key adds the foreign key declared by a call in a table declaration, on a column or at
// table level.
//
//	text('buyer').references(() => users.id)
//	foreignKey({ columns: [t.buyer], foreignColumns: [users.id] })
func (r *reader) key(x eval.Expr) {
	to := r.referred(x)
	if to == nil {
		return
	}
	for d := x.Def; d != resolve.None; d = r.Table.Def(d).Outer {
		if e := r.Of(d); e != nil {
			r.out.Key(e.Tables, to.Tables, graph.Exact)
			return
		}
	}
}

// referred returns the table that a foreign key call references, or nil.
func (r *reader) referred(x eval.Expr) *data.Entity {
	if x.Kind != parse.ExprCall || len(x.Args) == 0 {
		return nil
	}
	first := &x.Args[0].Value
	switch {
	case x.Expr.Text == "references" && x.Recv != nil && first.Kind == parse.ExprLambda:
		return r.within(x.In.File, first.Body)
	case x.Expr.Text == "foreignKey":
		list := data.Within(first, "foreignColumns")
		for i := range list.Args {
			if c := &list.Args[i].Value; c.Kind == parse.ExprMember && c.Recv != nil {
				if to := r.tableAt(x.Sub(c.Recv)); to != nil {
					return to
				}
			}
		}
	}
	return nil
}

// findRelations finds the relations that queries may follow.
//
//	relations(orders, ({ one, many }) => ({ lines: many(lines), buyer: one(users, {…}) }))
//	defineRelations(schema, (r) => ({ orders: { lines: r.many.lines() } }))
func (r *reader) findRelations() {
	r.EachCall(family, func(x eval.Expr) {
		if len(x.Args) < 2 || x.Args[1].Value.Kind != parse.ExprLambda {
			return
		}
		body := x.Sub(x.Args[1].Value.Recv)
		switch r.library(x) {
		case "relations":
			if e := r.tableAt(x.Sub(&x.Args[0].Value)); e != nil {
				r.relate(e, body)
			}
		case "defineRelations", "defineRelationsPart":
			r.relateAll(body)
		}
	})
}

// relate adds the relations in an object.
func (r *reader) relate(e *data.Entity, x eval.Expr) {
	if x.Expr == nil || x.Kind != parse.ExprMap {
		return
	}
	for i := range x.Args {
		v := x.Sub(&x.Args[i].Value)
		if v.Kind != parse.ExprCall || v.Expr.Text != "one" && v.Expr.Text != "many" ||
			len(v.Args) == 0 {
			continue
		}
		if to := r.tableAt(v.Sub(&v.Args[0].Value)); to != nil {
			e.Relate(x.Args[i].Name, &data.Relation{To: to, List: v.Expr.Text == "many"})
		}
	}
}

// relateAll adds the relations of all tables, which have their schema names.
func (r *reader) relateAll(x eval.Expr) {
	if x.Expr == nil || x.Kind != parse.ExprMap {
		return
	}
	for i := range x.Args {
		e, list := r.inSchema(x.Args[i].Name), &x.Args[i].Value
		if e == nil || list.Kind != parse.ExprMap {
			continue
		}
		for j := range list.Args {
			v := &list.Args[j].Value // r.many.lines({…})
			if v.Kind != parse.ExprCall || v.Recv == nil ||
				v.Recv.Text != "one" && v.Recv.Text != "many" {
				continue
			}
			if to := r.inSchema(v.Text); to != nil {
				e.Relate(list.Args[j].Name, &data.Relation{To: to, List: v.Recv.Text == "many"})
			}
		}
	}
}
