package django

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// genericViews are the Django views that use their model implicitly, by the last
// component of their names.
var genericViews = map[string]graph.Ops{
	"ListView": 0, "DetailView": 0, "CreateView": graph.Insert, "UpdateView": graph.Update,
	"DeleteView": graph.Delete, "ArchiveIndexView": 0, "YearArchiveView": 0,
	"MonthArchiveView": 0, "DayArchiveView": 0, "DateDetailView": 0,
}

// restViews are the REST framework views that write their objects, by the last
// component of their names.
var restViews = map[string]graph.Ops{
	"ModelViewSet":     graph.Insert | graph.Update | graph.Delete,
	"CreateModelMixin": graph.Insert, "UpdateModelMixin": graph.Update,
	"DestroyModelMixin": graph.Delete,
	"CreateAPIView":     graph.Insert, "ListCreateAPIView": graph.Insert,
	"UpdateAPIView": graph.Update, "RetrieveUpdateAPIView": graph.Update,
	"DestroyAPIView": graph.Delete, "RetrieveDestroyAPIView": graph.Delete,
	"RetrieveUpdateDestroyAPIView": graph.Update | graph.Delete,
}

// savers are the serializers and forms that save the model in their class Meta.
var savers = resolve.WordSet(`rest_framework.serializers.ModelSerializer
	rest_framework.serializers.HyperlinkedModelSerializer
	django.forms.ModelForm django.forms.models.ModelForm`)

// A dataAction is a method of a view of REST framework that writes.
type dataAction struct {
	op   graph.Ops
	name string

	// hook is the method that the action calls to write, saved the method of the
	// serializer that finally writes; if saved is empty, the object is deleted.
	hook, saved string
}

var actions = []dataAction{
	{graph.Insert, "create", "perform_create", "create"},
	{graph.Update, "update", "perform_update", "update"},
	{graph.Delete, "destroy", "perform_destroy", ""},
}

// readViews records the implicit uses of models by library views.
func (r *dataReader) readViews() {
	for d := range r.DefinitionsWithSites(family) {
		if d.Kind.IsType() {
			r.view(d)
		}
	}
}

// view records the uses of a view's model by a library, from the base classes of the
// view.
func (r *dataReader) view(d *resolve.Def) {
	ops, generic, rest := graph.Ops(0), false, graph.Ops(0)
	for _, name := range data.PythonBases(r.Table, d.ID) {
		last := resolve.LastName(name)
		if o, ok := genericViews[last]; ok && strings.HasPrefix(name, "django.views.generic") {
			ops, generic = o, true
		}
		if strings.HasPrefix(name, "rest_framework.") {
			rest |= restViews[last]
		}
	}
	if generic {
		r.genericView(d, ops)
	}
	for _, a := range actions {
		if rest&a.op != 0 {
			r.act(d, a)
		}
	}
}

// genericView records the use of a model by a Django view: the model that it names, or
// that of the form which it saves.
func (r *dataReader) genericView(d *resolve.Def, ops graph.Ops) {
	for _, at := range r.Values(r.Nearest(d.ID, "model")) {
		if m, tier := r.named(at); m != nil {
			at.Def = d.ID
			r.use(at, m, ops, tier)
			return
		}
	}
	if ops&(graph.Insert|graph.Update) == 0 {
		return
	}
	if at, m := r.saved(d.ID, "form_class", "save"); m != nil {
		at.Def = d.ID
		r.use(at, m, ops, graph.Typed)
	}
}

// act records the write of an action: at the method of the class that saves, if it has
// one, or else at the class. A method of the tree that does not save overrides the
// library's write.
func (r *dataReader) act(d *resolve.Def, a dataAction) {
	at, m := r.deleted(d.ID)
	if a.saved != "" {
		at, m = r.saved(d.ID, "serializer_class", a.saved)
	}
	if m == nil {
		return
	}
	at.Def = d.ID
	for _, name := range []string{a.name, a.hook} {
		method := r.Tree.Member(d.ID, name)
		if method == d.ID {
			continue
		}
		call, saves := r.saves[method]
		if !saves {
			return
		}
		if r.Table.Def(method).Outer == d.ID {
			at = call
		}
	}
	r.use(at, m, a.op, graph.Typed)
}

// saved returns the model saved by the serializer or form that an attribute of a view
// names, through the method by, and the place where the view names it; nil if a method
// of the tree selects the class, or if the class overrides saving.
func (r *dataReader) saved(view resolve.DefID, attribute, by string) (at eval.Expr, m *model) {
	if r.Tree.Member(view, "get_"+attribute) != view {
		return at, nil
	}
	for _, at = range r.Values(r.Nearest(view, attribute)) {
		c := at.Referent().Def
		if c == resolve.None || !r.Table.Def(c).Kind.IsType() {
			continue
		}
		c = r.Table.Canon[c]
		if r.savesModel(c) && r.keeps(c, by) && r.keeps(c, "save") {
			return at, r.metaModel(c)
		}
	}
	return at, nil
}

// savesModel reports whether a class is a library serializer or form that saves a
// model.
func (r *dataReader) savesModel(class resolve.DefID) bool {
	return slices.ContainsFunc(data.PythonBases(r.Table, class), func(name string) bool {
		return savers[name]
	})
}

// keeps reports whether a class does not override a library method, or calls super() in
// its override.
func (r *dataReader) keeps(class resolve.DefID, method string) bool {
	m := r.Tree.Member(class, method)
	_, saves := r.saves[m]
	return m == class || saves
}

// metaModel returns the model in the Meta of a class, or of its nearest base class with
// a Meta.
func (r *dataReader) metaModel(class resolve.DefID) *model {
	for _, c := range r.Lineage(class) {
		v, ok := r.meta(c, "model")
		if !ok {
			continue
		}
		m, _ := r.named(v)
		return m
	}
	return nil
}

// named returns the model that an expression names, with the confidence, or nil.
func (r *dataReader) named(x eval.Expr) (*model, graph.Tier) {
	for _, value := range r.values.Of(x) {
		if m := r.model(value.Of); m != nil && value.Kind == data.ClassValue {
			return m, value.Tier
		}
	}
	return nil, graph.Exact
}

// deleted returns the model of the rows that a view serves, and the place where the
// view specifies it.
func (r *dataReader) deleted(view resolve.DefID) (at eval.Expr, m *model) {
	rows := r.Values(r.Nearest(view, "queryset"))
	if get := r.Tree.Member(view, "get_queryset"); get != view {
		rows = slices.Concat(r.Values(get), rows)
	}
	for _, at = range rows {
		for _, value := range r.values.Of(at) {
			if m := r.model(value.Of); m != nil && value.Kind == data.RowsValue {
				return at, m
			}
		}
	}
	return at, nil
}
