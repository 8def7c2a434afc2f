package typeorm

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// readCalls records the reads and writes of calls.
func (r *reader) readCalls() {
	r.findAliases()
	r.EachCall(family, func(x eval.Expr) {
		if x.Recv == nil || r.written[x.Expr] {
			return
		}
		of := r.values.Of(x.Sub(x.Recv))
		known := false
		for _, v := range of {
			known = r.on(x, v) || known
		}
		if !known {
			r.onManager(x)
		}
	})
}

// on records the reads and writes of a call on a value; it reports whether the value
// belongs to the library.
func (r *reader) on(x eval.Expr, v data.Value) bool {
	e, first := r.Entity(v), len(r.out.Uses)
	defer func() { r.out.Restrict(first, v.Where) }()
	switch {
	case v.Kind == data.LibraryValue && v.Of.Name == data.Builder:
		r.onBuilder(x, e, v.Tier)
	case e == nil:
		return false
	case v.Kind == data.LibraryValue:
		r.onRows(x, e, v.Tier, 0)
	case v.Kind == data.ClassValue && r.isOutside(x):
		r.onRows(x, e, v.Tier, 0)
	case v.Kind == data.ObjectValue && actions[x.Expr.Text].objects && r.isOutside(x):
		r.out.Use(x, e.Tables, actions[x.Expr.Text].ops, v.Tier)
	default:
		return false
	}
	return true
}

// isOutside reports whether a call has no target in the tree.
func (r *reader) isOutside(x eval.Expr) bool { return x.Callee() == resolve.None }

// onRows records the operation of a call on a repository, or on an active record class;
// its options are the argument at first.
func (r *reader) onRows(x eval.Expr, e *data.Entity, tier graph.Tier, first int) {
	if !r.isOutside(x) {
		return // methods of the tree are read separately
	}
	if x.Expr.Text == "createQueryBuilder" {
		r.out.Use(x, e.Tables, reads, tier)
		return
	}
	a, ok := actions[x.Expr.Text]
	if !ok {
		return
	}
	r.out.Use(x, e.Tables, a.ops, tier)
	if a.ops != reads {
		return
	}
	if a.many || a.one {
		r.out.FollowEager(x, e, tier)
	}
	for i := first; i < len(x.Args); i++ {
		r.options(x, x.Sub(&x.Args[i].Value), e, tier)
	}
}

// options records the related objects in the options of a call.
//
//	{ relations: ['lines', 'lines.product'], where: { buyer: { name: 'A' } } }
func (r *reader) options(at, x eval.Expr, e *data.Entity, tier graph.Tier) {
	values := []eval.Expr{x}
	if x.Kind == parse.ExprName || x.Kind == parse.ExprMember {
		values = r.Evaluate(x)
	}
	for _, v := range values {
		if v.Kind != parse.ExprMap {
			continue
		}
		own := false
		for i := range v.Args {
			value := v.Sub(&v.Args[i].Value)
			switch v.Args[i].Name {
			case "relations", "loadRelationIds":
				own = true
				r.related(at, value, e, tier)
			case "where", "order", "select":
				own = true
				r.nested(at, value, e, tier)
			}
		}
		if !own && strings.HasSuffix(at.Expr.Text, "By") {
			r.nested(at, v, e, tier)
		}
	}
}

// related records reads of relations, given as a list of paths, or an object of names.
func (r *reader) related(at, x eval.Expr, e *data.Entity, tier graph.Tier) {
	for _, v := range r.Evaluate(x) {
		switch v.Kind {
		case parse.ExprList:
			for i := range v.Args {
				if text, ok := r.Text(v.Sub(&v.Args[i].Value)); ok {
					r.out.Path(at, e, text, tier)
				}
			}
		case parse.ExprMap:
			r.nested(at, v, e, tier)
		}
	}
}

// nested records the relations that an object names, recursively. Conditions may be a
// list.
func (r *reader) nested(at, x eval.Expr, e *data.Entity, tier graph.Tier) {
	if x.Kind == parse.ExprList {
		for i := range x.Args {
			r.nested(at, x.Sub(&x.Args[i].Value), e, tier)
		}
		return
	}
	if x.Kind != parse.ExprMap {
		return
	}
	for i := range x.Args {
		value := x.Sub(&x.Args[i].Value)
		rel := e.Relations[x.Args[i].Name]
		if rel == nil || value.Kind == parse.ExprLiteral && value.Expr.Text != "true" {
			continue
		}
		// A condition on the key of a relation uses the table that has the relation.
		if value.Kind != parse.ExprMap && value.Kind != parse.ExprLiteral ||
			rel.Owns && value.Kind == parse.ExprMap && isKey(value.Expr) {
			continue
		}
		r.out.Follow(at, rel, tier)
		r.nested(at, value, rel.To, tier)
	}
}

// isKey reports whether a condition is only on the key, which needs no other table.
func isKey(e *parse.Expr) bool { return len(e.Args) == 1 && e.Args[0].Name == "id" }

// onManager records the operation of a call on a manager: with a class as its first
// argument, or an object.
func (r *reader) onManager(x eval.Expr) {
	a, known := actions[x.Expr.Text]
	if !known && x.Expr.Text != "createQueryBuilder" || len(x.Args) == 0 || !r.isOutside(x) {
		return
	}
	tier := r.isManager(x)
	if tier == 0 && x.Expr.Text == "createQueryBuilder" {
		tier = graph.Typed // only managers have a method of that name that takes a class
	}
	if tier == 0 {
		return
	}
	for _, v := range r.values.Of(x.Sub(&x.Args[0].Value)) {
		e := r.Entity(v)
		switch {
		case e == nil:
		case v.Kind == data.ClassValue:
			r.onRows(x, e, resolve.WeakerTier(tier, v.Tier), 1)
		case a.objects && (v.Kind == data.ObjectValue || v.Kind == data.RowsValue):
			r.out.Use(x, e.Tables, a.ops, resolve.WeakerTier(tier, v.Tier))
		}
	}
}
