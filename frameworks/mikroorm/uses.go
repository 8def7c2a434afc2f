package mikroorm

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// called records the reads and writes of a call. Methods of the tree are read
// separately.
func (r *reader) called(x eval.Expr) {
	if x.Recv == nil || x.Callee() != resolve.None {
		return
	}
	known := false
	for _, v := range r.values.Of(x.Sub(x.Recv)) {
		e, first := r.Entity(v), len(r.out.Uses)
		switch {
		case v.Kind == data.LibraryValue && v.Of.Name == data.Manager:
			r.onManager(x, v.Tier)
		case e == nil:
			continue
		case v.Kind == data.LibraryValue && v.Of.Name == data.Builder:
			r.onBuilder(x, e, v.Tier)
		case v.Kind == data.LibraryValue:
			r.onRows(x, e, v.Tier, 0)
		case v.Kind == data.ObjectValue:
			r.onObject(x, e, v.Tier)
		case v.Kind == data.RowsValue:
			r.onCollection(x, v.Tier)
		}
		r.out.Restrict(first, v.Where)
		known = true
	}
	if !known {
		if tier := r.isManager(x); tier != 0 {
			r.onManager(x, tier)
		}
	}
}

// onManager records the operation of a call on a manager, which takes an entity or
// objects.
func (r *reader) onManager(x eval.Expr, tier graph.Tier) {
	if len(x.Args) == 0 {
		return
	}
	a := actions[x.Expr.Text]
	for _, v := range r.objects(x.Sub(&x.Args[0].Value)) {
		e, tier := r.Entity(v), resolve.WeakerTier(tier, v.Tier)
		switch {
		case e == nil:
		case v.Kind == data.ClassValue:
			r.onRows(x, e, tier, 1)
		case v.Kind != data.ObjectValue && v.Kind != data.RowsValue:
		case x.Expr.Text == "populate" && len(x.Args) > 1:
			r.related(x, x.Sub(&x.Args[1].Value), e, tier)
		case a.objects:
			r.out.Use(x, e.Tables, a.ops, worseIf(a.later, tier))
		}
	}
}

// objects lists the values of an argument, or of the elements of a list.
func (r *reader) objects(x eval.Expr) []data.Value {
	if x.Kind != parse.ExprList {
		return r.values.Of(x)
	}
	var out []data.Value
	for i := range x.Args {
		out = append(out, r.values.Of(x.Sub(&x.Args[i].Value))...)
	}
	return out
}

// worseIf returns the tier of a use that may happen later, in a flush of this manager.
func worseIf(later bool, tier graph.Tier) graph.Tier {
	if later {
		return resolve.WeakerTier(tier, graph.Typed)
	}
	return tier
}

// onRows records the operation of a call on a repository, or on a manager with an
// entity argument. The arguments from first on are conditions and options.
func (r *reader) onRows(x eval.Expr, e *data.Entity, tier graph.Tier, first int) {
	name := x.Expr.Text
	switch {
	case name == "createQueryBuilder" || name == "qb":
		r.built(x, e, tier)
		return
	case name == "populate" && len(x.Args) > 1:
		r.related(x, x.Sub(&x.Args[1].Value), e, tier)
		return
	}
	a, ok := actions[name]
	if !ok {
		return
	}
	r.out.Use(x, e.Tables, a.ops, worseIf(a.later, tier))
	if a.ops != reads || a.objects {
		return
	}
	if a.many || a.one {
		r.out.FollowEager(x, e, tier)
	}
	if name != "findAll" && name != "findByCursor" && name != "stream" {
		if first < len(x.Args) {
			r.conditions(x, x.Sub(&x.Args[first].Value), e, tier)
		}
		first++
	}
	for i := first; i < len(x.Args); i++ {
		r.options(x, x.Sub(&x.Args[i].Value), e, tier)
	}
}

// onObject records the operation of a call on an object: an assignment is written by a
// flush, a reference is loaded.
//
//	wrap(order).assign({ … })    order.buyer.load()
func (r *reader) onObject(x eval.Expr, e *data.Entity, tier graph.Tier) {
	switch x.Expr.Text {
	case "assign":
		if x.Recv.Kind == parse.ExprCall {
			r.out.Use(x, e.Tables, graph.Update, resolve.WeakerTier(tier, graph.Typed))
		}
	case "load", "loadOrFail", "loadProperty", "init", "refresh":
		r.out.Use(x, e.Tables, reads, resolve.WeakerTier(tier, graph.Typed))
	case "populate":
		if len(x.Args) > 0 {
			r.related(x, x.Sub(&x.Args[0].Value), e, tier)
		}
	}
}

// onCollection records the operation of a call on a collection: on rows of the pivot
// table, or, without a pivot table, on the target rows.
//
//	order.tags.add(tag)    await order.lines.init()
func (r *reader) onCollection(x eval.Expr, tier graph.Tier) {
	ops, ok := collected[x.Expr.Text]
	if !ok || x.Recv.Kind != parse.ExprMember || x.Recv.Recv == nil {
		return
	}
	for _, v := range r.values.Of(x.Sub(x.Recv.Recv)) {
		e := r.Entity(v)
		if e == nil || v.Kind != data.ObjectValue || e.Relations[x.Recv.Text] == nil {
			continue
		}
		rel := e.Relations[x.Recv.Text]
		switch {
		case ops == reads:
			r.out.Follow(x, rel, tier)
		case rel.Joined:
			r.out.Use(x, rel.Join, ops, tier)
		default:
			r.out.Use(x, rel.To.Tables, saves, tier)
		}
	}
}
