package mikroorm

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
)

// options records the reads of related entities by the options of a call.
//
//	{ populate: ['lines', 'lines.product'], orderBy: { buyer: { name: 'asc' } } }
func (r *reader) options(at, x eval.Expr, e *data.Entity, tier graph.Tier) {
	for _, v := range r.Evaluate(x) {
		if v.Kind != parse.ExprMap {
			continue
		}
		for i := range v.Args {
			value := v.Sub(&v.Args[i].Value)
			switch v.Args[i].Name {
			case "populate":
				r.related(at, value, e, tier)
			case "where", "orderBy", "populateWhere":
				r.conditions(at, value, e, tier)
			}
		}
	}
}

// related records reads of the relations that a list names by their paths; * means all
// relations of the entity.
func (r *reader) related(at, x eval.Expr, e *data.Entity, tier graph.Tier) {
	for _, v := range r.Evaluate(x) {
		if v.Kind != parse.ExprList {
			continue
		}
		for i := range v.Args {
			text, ok := r.Text(v.Sub(&v.Args[i].Value))
			if text == "*" {
				for _, name := range e.Fields {
					r.out.Follow(at, e.Relations[name], tier)
				}
			} else if ok && !strings.HasSuffix(text, ":ref") {
				r.out.Path(at, e, text, tier)
			}
		}
	}
}

// conditions records reads of the entities that a condition refers to. A condition on
// the key of an entity uses the referring table.
//
//	{ buyer: { name: 'A' }, $or: [{ tags: { $some: { name: 'b' } } }] }
func (r *reader) conditions(at, x eval.Expr, e *data.Entity, tier graph.Tier) {
	for _, v := range r.Evaluate(x) {
		r.condition(at, v, e, tier)
	}
}

func (r *reader) condition(at, x eval.Expr, e *data.Entity, tier graph.Tier) {
	if x.Kind != parse.ExprMap && x.Kind != parse.ExprList {
		return
	}
	for i := range x.Args {
		value := x.Sub(&x.Args[i].Value)
		if x.Kind == parse.ExprList || strings.HasPrefix(x.Args[i].Name, "$") {
			r.condition(at, value, e, tier)
			continue
		}
		rel := e.Relations[x.Args[i].Name]
		switch {
		case rel == nil:
		case value.Kind != parse.ExprMap && rel.Joined:
			r.out.Use(at, rel.Join, reads, tier)
		case value.Kind != parse.ExprMap && rel.Owns, rel.Owns && ofKey(value.Expr):
		default:
			r.out.Follow(at, rel, tier)
			r.condition(at, value, rel.To, tier)
		}
	}
}

// ofKey reports whether a condition is only on the key, which needs no other table.
func ofKey(e *parse.Expr) bool {
	return e.Kind == parse.ExprMap && len(e.Args) == 1 &&
		(e.Args[0].Name == "id" || strings.HasPrefix(e.Args[0].Name, "$"))
}
