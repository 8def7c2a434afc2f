package django

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Name implements [data.ValueReader]: models of the framework, and the first parameter
// of a method.
func (r *dataReader) Name(x eval.Expr) []data.Value {
	if full := r.ExternalName(x); full != "" {
		if m := r.model(data.Class{Def: resolve.None, Name: full}); m != nil {
			return one(data.ClassValue, m, graph.Exact)
		}
	}
	if x.Expr.Text == "self" || x.Expr.Text == "cls" {
		return r.self(x)
	}
	if x.Expr.Text == "queryset" {
		return r.given(x)
	}
	return nil
}

// given returns the rows that a filter or an action takes as its parameter queryset: those
// of the model of the class.
//
//	def search(self, queryset, name, value)    // of a FilterSet
//	def close(self, request, queryset)         // of a ModelAdmin
func (r *dataReader) given(x eval.Expr) []data.Value {
	class := r.Table.EnclosingType(x.Def)
	if class == resolve.None || !slices.ContainsFunc(r.Table.Def(x.Def).Params, func(p parse.Param) bool { return p.Name == "queryset" }) {
		return nil
	}
	if m := r.metaModel(class); m != nil {
		return one(data.RowsValue, m, graph.Typed)
	}
	return nil
}

// self returns the values of the first parameter of a method: in a manager, the rows of
// the models that have it.
func (r *dataReader) self(x eval.Expr) []data.Value {
	class := r.Table.EnclosingType(x.Def)
	if class == resolve.None {
		return nil
	}
	if models := r.managed[class]; models != nil {
		var out []data.Value
		for _, m := range models {
			out = append(out, data.Value{Kind: data.RowsValue, Of: m.class, Via: resolve.None,
				Tier: managedTier(models)})
		}
		return out
	}
	if m := r.models[data.ClassOf(class)]; m != nil && x.Expr.Text == "self" {
		return one(data.ObjectValue, m, graph.Exact)
	} else if m != nil {
		return one(data.ClassValue, m, graph.Exact)
	}
	return nil
}

// managedTier returns the confidence in the model of a manager.
func managedTier(models []*model) graph.Tier {
	if len(models) > 1 {
		return graph.Hierarchy
	}
	return graph.Exact
}

func one(kind data.ValueKind, m *model, tier graph.Tier) []data.Value {
	return []data.Value{{Kind: kind, Of: m.class, Via: resolve.None, Tier: tier}}
}

// Member implements [data.ValueReader]: managers of a model, and relations of an object.
func (r *dataReader) Member(x eval.Expr, of data.Value) []data.Value {
	if of.Kind == 0 {
		if full := r.ExternalName(x); full != "" {
			if m := r.model(data.Class{Def: resolve.None, Name: full}); m != nil {
				return one(data.ClassValue, m, graph.Exact)
			}
		}
		if x.Expr.Text == "user" && x.Recv.Text == "request" { // the user who makes the request
			if m := r.labelled(nil, r.userName); m != nil {
				return one(data.ObjectValue, m, graph.Heuristic)
			}
		}
		return nil
	}
	m := r.model(of.Of)
	if m == nil {
		return nil
	}
	name := x.Expr.Text
	switch of.Kind {
	case data.ClassValue:
		if r.isManagerName(m, name) {
			return one(data.RowsValue, m, graph.Exact)
		}
	case data.RowsValue:
		if name == "model" {
			return one(data.ClassValue, m, of.Tier)
		}
		if name == "objects" { // a manager in a local
			return one(data.RowsValue, m, of.Tier)
		}
	case data.ObjectValue:
		if name == "__class__" {
			return one(data.ClassValue, m, of.Tier)
		}
		return r.related(m, name)
	}
	return nil
}

// isManagerName reports whether a member of a model is a manager.
func (r *dataReader) isManagerName(m *model, name string) bool {
	if name == "objects" || name == "_default_manager" || name == "_base_manager" {
		return true
	}
	for _, x := range append([]*model{m}, m.parents...) {
		if _, ok := x.managers[name]; ok {
			return true
		}
	}
	return false
}

// related returns the values of a member of an object that follows a relation.
func (r *dataReader) related(m *model, name string) []data.Value {
	if f := m.field(name); f != nil && f.to != nil {
		kind := data.ObjectValue
		if f.kind == toMany || f.kind == dataGeneric {
			kind = data.RowsValue
		}
		return []data.Value{{Kind: kind, Of: f.to.class, Via: f.def, Tier: graph.Exact}}
	}
	if f := m.backTo(name); f != nil {
		kind := data.RowsValue
		if f.kind == oneOne {
			kind = data.ObjectValue
		}
		return []data.Value{{Kind: kind, Of: f.of.class, Via: f.def, Tier: graph.Exact}}
	}
	return nil
}

// Call implements [data.ValueReader].
func (r *dataReader) Call(x eval.Expr, of data.Value) []data.Value {
	if of.Kind == 0 {
		return r.function(x)
	}
	m := r.model(of.Of)
	if m == nil {
		return nil
	}
	name := plain(x.Expr.Text)
	if of.Kind != data.RowsValue {
		return nil
	}
	if d := r.managerMethod(m, x); d != resolve.None {
		return r.fromManager(m, d, x, of.Tier)
	}
	switch {
	case chains[name]:
		return []data.Value{{Kind: data.RowsValue, Of: of.Of, Via: of.Via, Tier: of.Tier}}
	case name == "model" || fetches[name] || name == "create" || strings.HasPrefix(name, "create_"):
		return one(data.ObjectValue, m, of.Tier)
	}
	return nil
}

// fromManager returns the values of a call of a manager method in the tree: rows of the
// model, unless its return value is known.
func (r *dataReader) fromManager(m *model, d resolve.DefID, x eval.Expr, tier graph.Tier) []data.Value {
	if t := x.In.ValueType(x.At); t.Def > resolve.None {
		if of := r.models[data.ClassOf(r.Table.Canon[t.Def])]; of != nil {
			return one(data.ObjectValue, of, tier)
		}
	}
	rows, objects := false, false
	for _, v := range r.Values(d) {
		for _, value := range r.values.Of(v) {
			rows = rows || value.Kind == data.RowsValue
			objects = objects || value.Kind == data.ObjectValue
		}
	}
	switch {
	case rows:
		return one(data.RowsValue, m, resolve.WeakerTier(tier, graph.Typed))
	case objects:
		return one(data.ObjectValue, m, resolve.WeakerTier(tier, graph.Typed))
	}
	return nil
}

// function returns the values of a call without a known receiver.
func (r *dataReader) function(x eval.Expr) []data.Value {
	if x.Recv == nil && x.Expr.Text == "super" {
		self := x.Sub(&parse.Expr{Kind: parse.ExprName, Text: "self", At: x.At})
		return r.self(self)
	}
	switch full := r.ExternalName(x); {
	case full == "django.contrib.auth.get_user_model":
		if m := r.labelled(nil, r.userName); m != nil {
			return one(data.ClassValue, m, graph.Exact)
		}
	case full == "django.apps.apps.get_model":
		if m := r.labelled(nil, r.labelIn(x)); m != nil {
			return one(data.ClassValue, m, graph.Exact)
		}
	case shortcuts[full]:
		if arg := x.Arg(0, "klass"); arg != nil {
			if strings.Contains(full, "get_list") {
				return r.rowsOf(x.Sub(arg))
			}
			return data.Elements(r.rowsOf(x.Sub(arg)))
		}
	case full == "django.db.models.Prefetch":
		return nil
	case x.Recv != nil && x.Referent().Def == resolve.None: // of an unknown object
	case foreignModels[full] != "":
		return one(data.ObjectValue, r.model(data.Class{Def: resolve.None, Name: full}), graph.Exact)
	}
	return nil
}

// labelIn returns the label of a model in the arguments of get_model; "" for a computed one.
//
//	apps.get_model("shop.Order"), apps.get_model("shop", "Order")
func (r *dataReader) labelIn(x eval.Expr) string {
	var parts []string
	for i, name := range []string{"app_label", "model_name"} {
		if arg := x.Arg(i, name); arg != nil {
			text, ok := r.Text(x.Sub(arg))
			if !ok {
				return ""
			}
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, ".")
}

// rowsOf converts a model, a manager or a query set to rows.
func (r *dataReader) rowsOf(x eval.Expr) []data.Value {
	out := append([]data.Value(nil), r.values.Of(x)...)
	for i := range out {
		if out[i].Kind == data.ClassValue {
			out[i].Kind = data.RowsValue
		}
	}
	return out
}

// Knows implements [data.ValueReader].
func (r *dataReader) Knows(c data.Class) bool { return r.models[c] != nil }
