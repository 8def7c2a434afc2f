package typeorm

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// findAliases finds the aliases of entities in queries.
func (r *reader) findAliases() {
	byDef := map[resolve.DefID][]eval.Expr{}
	var order []resolve.DefID
	r.EachCall(family, func(x eval.Expr) {
		_, joins := joins[x.Expr.Text]
		if joins || x.Expr.Text == "createQueryBuilder" || x.Expr.Text == "from" {
			if byDef[x.Def] == nil {
				order = append(order, x.Def)
			}
			byDef[x.Def] = append(byDef[x.Def], x)
		}
	})
	r.aliases = data.Aliases{}
	for _, d := range order {
		calls := byDef[d]
		slices.SortStableFunc(calls, func(a, b eval.Expr) int { return cmp.Compare(a.At, b.At) })
		for _, x := range calls {
			r.addAlias(x)
		}
	}
}

// addAlias records the alias that a call assigns to an entity.
func (r *reader) addAlias(x eval.Expr) {
	if at, ok := joins[x.Expr.Text]; ok {
		if len(x.Args) > at {
			if e := r.joinedBy(x, at-1, nil); e != nil {
				r.setAlias(x, at, e)
			}
		}
		return
	}
	for i := range x.Args {
		arg := x.Sub(&x.Args[i].Value)
		if arg.Kind == parse.ExprString && i == 0 && x.Expr.Text == "createQueryBuilder" {
			for _, v := range r.values.Of(x) {
				if e := r.Entity(v); e != nil {
					r.setAlias(x, i, e)
				}
			}
		} else if i+1 < len(x.Args) {
			if e := r.entityAt(arg); e != nil {
				r.setAlias(x, i+1, e)
			}
		}
	}
}

func (r *reader) setAlias(x eval.Expr, arg int, e *data.Entity) {
	if name, ok := r.Text(x.Sub(&x.Args[arg].Value)); ok {
		r.aliases.Set(x.Def, name, e)
	}
}

// joinedBy returns the entity that a join reads, from the path or class among its
// arguments; via is called with the relation that the path follows.
func (r *reader) joinedBy(x eval.Expr, arg int, via func(*data.Relation)) *data.Entity {
	first := x.Sub(&x.Args[arg].Value)
	if path, ok := r.Text(first); ok && first.Kind == parse.ExprString {
		if !strings.Contains(path, ".") {
			return r.Only(path)
		}
		rel := r.aliases.Relation(x.Def, path)
		if rel == nil {
			return nil
		}
		if via != nil {
			via(rel)
		}
		return rel.To
	}
	return r.entityAt(first)
}

// onBuilder records the reads and writes of a call on a query.
func (r *reader) onBuilder(x eval.Expr, e *data.Entity, tier graph.Tier) {
	name := x.Expr.Text
	if at, ok := joins[name]; ok && len(x.Args) >= at {
		to := r.joinedBy(x, at-1, func(rel *data.Relation) { r.out.Use(x, rel.Join, reads, tier) })
		if to != nil {
			r.out.Use(x, to.Tables, reads, tier)
		}
		return
	}
	switch to := r.first(x); {
	case changes[name] != 0:
		if to != nil {
			e = to
		}
		r.change(x, e, changes[name], tier)
	case (name == "from" || name == "into") && to != nil:
		r.change(x, to, r.changed(x), tier)
	}
}

// change records that a query writes a class, or reads it; a read while building a
// query that writes is not recorded. A following call may name the class.
//
//	createQueryBuilder().insert().into(Order)
func (r *reader) change(x eval.Expr, e *data.Entity, ops graph.Ops, tier graph.Tier) {
	if e == nil {
		return
	}
	r.out.Use(x, e.Tables, ops, tier)
	for of := x.Recv; of != nil && ops != reads; of = of.Recv {
		r.written[of] = true
	}
}

// changed returns the operations on rows of the query that a call is part of, 0 for a
// read.
func (r *reader) changed(x eval.Expr) graph.Ops {
	for of := x.Recv; of != nil; of = of.Recv {
		if of.Kind == parse.ExprCall && changes[of.Text] != 0 {
			return changes[of.Text]
		}
	}
	return reads
}

// first returns the entity whose class is the first argument of a call, or nil.
func (r *reader) first(x eval.Expr) *data.Entity {
	if len(x.Args) == 0 {
		return nil
	}
	return r.entityAt(x.Sub(&x.Args[0].Value))
}
