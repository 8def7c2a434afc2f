package django

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// filters are the methods whose arguments have names that are lookups.
var filters = resolve.WordSet(`filter exclude get get_or_create update_or_create
	get_object_or_404 get_list_or_404 aget_object_or_404`)

// paths are the methods whose arguments are strings that are paths of fields.
var paths = resolve.WordSet("order_by values values_list select_related prefetch_related")

// lookups enters the tables that the lookups of a call join.
func (r *dataReader) lookups(x eval.Term, m *model, tier graph.Tier) {
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

// conditions enters what objects of Q join, in whatever they are combined.
func (r *dataReader) conditions(x eval.Term, m *model, e *parse.Expr, tier graph.Tier) {
	e.Walk(func(q *parse.Expr) {
		if q.Kind != parse.ExprCall || r.Outside(x.Sub(q)) != "django.db.models.Q" {
			return
		}
		for i := range q.Args {
			if q.Args[i].Name != "" {
				r.join(x, m, q.Args[i].Name, false, tier)
			}
		}
	})
}

// join enters the tables that a path of relations leads through: all of it where related
// objects are read, else as far as something other than the key is asked of them.
//
//	filter(customer__name="x")    // joins the table of customers
//	filter(customer__id=1)        // the key is in the table itself
func (r *dataReader) join(x eval.Term, m *model, path string, whole bool, tier graph.Tier) {
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
			r.out.Use(x, []data.Stored{f.through}, 0, resolve.Worse(tier, graph.Typed))
		}
		isBack := m.field(part) == nil
		if whole || isBack || i+1 < len(parts) && to.asks(parts[i+1]) {
			r.use(x, to, 0, resolve.Worse(tier, graph.Typed))
		}
		m = to
	}
}

// queriedBack finds a relation that leads to a model by its name in lookups, or, where
// related objects are read, by what the model calls it.
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

// asks reports whether a word behind a relation asks for a column other than the key: not
// if it compares the key.
func (m *model) asks(word string) bool {
	switch word {
	case "id", "pk", "in", "isnull", "exact", "gt", "gte", "lt", "lte", "range":
		return false
	}
	return true
}
