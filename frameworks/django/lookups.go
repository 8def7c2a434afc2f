package django

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// filters are the methods whose keyword arguments are lookups.
var filters = resolve.WordSet(`filter exclude get get_or_create update_or_create
	get_object_or_404 get_list_or_404 aget_object_or_404`)

// paths are the methods whose string arguments are field paths.
var paths = resolve.WordSet("order_by values values_list select_related prefetch_related")

// lookups records the tables that the lookups of a call join.
func (r *dataReader) lookups(x eval.Expr, m *model, tier graph.Tier) {
	r.mentionsOf(x, m, tier)
	name := plain(x.Expr.Text)
	for i := range x.Args {
		arg := &x.Args[i]
		switch {
		case arg.Name != "" && filters[name]:
			r.join(x, m, arg.Name, false, tier)
		case arg.Name == "" && paths[name]:
			if text, ok := r.Text(x.Sub(&arg.Value)); ok {
				whole := strings.HasSuffix(name, "_related")
				r.join(x, m, strings.TrimLeft(text, "-+"), whole, tier)
			}
		case arg.Name == "" && filters[name]:
			r.conditions(x, m, &arg.Value, tier)
		}
	}
}

// conditions records the joins of Q objects, in any combination.
func (r *dataReader) conditions(x eval.Expr, m *model, e *parse.Expr, tier graph.Tier) {
	e.Walk(func(q *parse.Expr) {
		if q.Kind != parse.ExprCall || r.ExternalName(x.Sub(q)) != "django.db.models.Q" {
			return
		}
		for i := range q.Args {
			if q.Args[i].Name != "" {
				r.join(x, m, q.Args[i].Name, false, tier)
			}
		}
	})
}

// join records the tables along a path of relations: all of them where related objects
// are read, otherwise up to the last relation of which a column other than the key is
// used.
//
//	filter(customer__name="x")    // joins the table of customers
//	filter(customer__id=1)        // the key is in the table itself
func (r *dataReader) join(x eval.Expr, m *model, path string, whole bool, tier graph.Tier) {
	parts := strings.Split(path, "__")
	for i, part := range parts {
		f, to := m.field(part), (*model)(nil)
		if f != nil {
			to = f.to
		} else if f = m.queriedBack(part, whole); f != nil {
			to = f.of
		}
		if to == nil {
			return
		}
		if f.kind == toMany && f.through.Name != "" {
			r.out.Use(x, []data.TableMapping{f.through}, 0, resolve.WeakerTier(tier, graph.Typed))
		}
		isBack := m.field(part) == nil
		if whole || isBack || i+1 < len(parts) && to.asks(parts[i+1]) {
			r.use(x, to, 0, resolve.WeakerTier(tier, graph.Typed))
		}
		m = to
	}
}

// queriedBack returns the relation to a model with that reverse name in lookups, or,
// where related objects are read, with that reverse accessor.
func (m *model) queriedBack(name string, whole bool) *field {
	if whole {
		return m.backTo(name)
	}
	for _, x := range append([]*model{m}, m.parents...) {
		for _, back := range sortedKeys(x.reverse) {
			if f := x.reverse[back]; f.query == name {
				return f
			}
		}
	}
	return nil
}

// asks reports whether the word after a relation refers to a column other than the key.
// A comparison of the key does not.
func (m *model) asks(word string) bool {
	switch word {
	case "id", "pk", "in", "isnull", "exact", "gt", "gte", "lt", "lte", "range":
		return false
	}
	return true
}
