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

// Strings and keyword arguments name fields of models:
//
//	Device.objects.filter(site__name="x").order_by("-serial")
//	class Meta: model = Device; fields = ["serial"]
//
// The tables below list where, for Django 5.2, REST framework 3.16 and django-filter
// 25.

// setting and listing are the query set methods whose arguments name fields, in
// addition to filters and paths: setting by keyword, listing by strings.
var (
	setting = resolve.WordSet("create update get_or_create update_or_create acreate aupdate aget_or_create")
	listing = resolve.WordSet(`only defer distinct dates datetimes latest earliest alatest aearliest
		order_by values values_list select_related prefetch_related bulk_update abulk_update`)
)

// expressions is the package of the expression classes and functions that name a field
// in their first argument, or, like Q, by keyword.
const expressions = "django.db.models."

// memberNames are the class attributes that name fields of the model of the class.
var memberNames = resolve.WordSet(`fields exclude ordering list_display list_display_links list_filter
	list_editable list_select_related search_fields readonly_fields raw_id_fields autocomplete_fields
	filter_horizontal filter_vertical date_hierarchy fieldsets filterset_fields ordering_fields
	lookup_field slug_field sortable_by read_only_fields prepopulated_fields`)

// metaNames are those of a class Meta, of a model or of a class with a model.
var metaNames = resolve.WordSet(`fields exclude ordering unique_together index_together get_latest_by
	order_with_respect_to indexes constraints read_only_fields extra_kwargs widgets labels help_texts
	field_classes localized_fields`)

// mention records that an expression names a field of a model, by a path of relations.
func (r *dataReader) mention(x eval.Expr, m *model, path, separator string, tier graph.Tier) {
	for part := range strings.SplitSeq(strings.TrimLeft(path, "-+^=@$"), separator) {
		d := r.fieldNamed(m, part)
		if d != resolve.None {
			r.out.Fields = append(r.out.Fields, data.FieldUse{By: x.Def, File: x.In.File, At: x.At,
				Field: d, Tier: tier})
		}
		f := m.field(part)
		switch {
		case f != nil && f.to != nil:
			m = f.to
		case d != resolve.None:
			return // the rest is a lookup: name__icontains
		default:
			if f = m.queriedBack(part, false); f == nil {
				f = m.backTo(part)
			}
			if f == nil {
				return
			}
			m = f.of
		}
	}
}

// fieldNamed returns the field of a model with that name, or None. The key of a
// relation also has the name of the relation.
func (r *dataReader) fieldNamed(m *model, name string) resolve.DefID {
	if m.class.Def <= resolve.None || name == "" {
		return resolve.None
	}
	for _, name := range []string{name, strings.TrimSuffix(name, "_id")} {
		for _, c := range r.Lineage(m.class.Def) {
			for _, d := range r.Table.Own(c, name) {
				if def := r.Table.Def(d); !def.Kind.IsCallable() && !def.Kind.IsType() && r.isField(d) {
					return d
				}
			}
		}
	}
	return resolve.None
}

// isField reports whether the value of a member of a model is a call, as for fields.
func (r *dataReader) isField(d resolve.DefID) bool {
	return slices.ContainsFunc(r.Values(d), func(v eval.Expr) bool { return v.Kind == parse.ExprCall })
}

// mentionsOf records the fields that a call on rows of a model names.
func (r *dataReader) mentionsOf(x eval.Expr, m *model, tier graph.Tier) {
	tier = resolve.WeakerTier(tier, graph.Typed)
	name := plain(x.Expr.Text)
	for i := range x.Args {
		arg, value := &x.Args[i], x.Sub(&x.Args[i].Value)
		switch {
		case arg.Name == "defaults":
			r.keyed(value, m, tier)
		case arg.Name != "" && (filters[name] || setting[name]):
			r.mention(value, m, arg.Name, "__", tier)
		case arg.Name == "" && listing[name], arg.Name == "fields", arg.Name == "update_fields":
			r.strings(value, m, "__", tier)
		}
		r.expressions(value, m, tier)
	}
}

// expressions records the fields that expressions in an argument name: F("price"),
// Count("lines"), Q(site__name="x").
func (r *dataReader) expressions(x eval.Expr, m *model, tier graph.Tier) {
	x.Walk(func(e *parse.Expr) {
		if e.Kind != parse.ExprCall || !strings.HasPrefix(r.ExternalName(x.Sub(e)), expressions) {
			return
		}
		isQ := e.Text == "Q"
		for i := range e.Args {
			arg := &e.Args[i]
			switch {
			case isQ && arg.Name != "":
				r.mention(x.Sub(&arg.Value), m, arg.Name, "__", tier)
			case !isQ && arg.Name == "" && arg.Value.Kind == parse.ExprString && e.Text != "Value":
				r.strings(x.Sub(&arg.Value), m, "__", tier)
			}
		}
	})
}

// maxNested bounds lists within lists.
const maxNested = 6

// strings records the fields that the strings of an expression name: single strings,
// lists, keys.
func (r *dataReader) strings(x eval.Expr, m *model, separator string, tier graph.Tier) {
	r.stringsWithin(x, m, separator, tier, maxNested)
}

func (r *dataReader) stringsWithin(x eval.Expr, m *model, separator string, tier graph.Tier, depth int) {
	if depth == 0 {
		return
	}
	switch x.Kind {
	case parse.ExprString:
		if text, ok := r.Text(x); ok {
			r.mention(x, m, text, separator, tier)
		}
	case parse.ExprList:
		for i := range x.Args {
			r.stringsWithin(x.Sub(&x.Args[i].Value), m, separator, tier, depth-1)
		}
	case parse.ExprMap:
		r.keyed(x, m, tier)
		for i := range x.Args { // of fieldsets: {"fields": ("serial",)}
			if v := x.Sub(&x.Args[i].Value); x.Args[i].Name == "fields" {
				r.stringsWithin(v, m, separator, tier, depth-1)
			}
		}
	case parse.ExprCall: // an index or a constraint
		if strings.HasPrefix(r.ExternalName(x), expressions) {
			for i := range x.Args {
				if name := x.Args[i].Name; name == "" || name == "fields" || name == "include" {
					r.stringsWithin(x.Sub(&x.Args[i].Value), m, separator, tier, depth-1)
				}
			}
			r.expressions(x, m, tier)
		}
	}
}

// keyed records the fields that the keys of a dictionary name.
func (r *dataReader) keyed(x eval.Expr, m *model, tier graph.Tier) {
	if x.Kind != parse.ExprMap {
		return
	}
	for i := range x.Args {
		if x.Args[i].Name != "" {
			r.mention(x.Sub(&x.Args[i].Value), m, x.Args[i].Name, "__", tier)
		}
	}
}

// constructed records the fields that a constructor call sets: Device(serial=s).
func (r *dataReader) constructed(x eval.Expr) {
	d := x.Referent().Def
	if d <= resolve.None {
		return
	}
	if r.Table.Def(d).Kind == graph.KindConstructor {
		d = r.Table.Def(d).Outer
	}
	m := r.models[data.ClassOf(r.Table.Canon[d])]
	if m == nil {
		return
	}
	for i := range x.Args {
		if x.Args[i].Name != "" {
			r.mention(x.Sub(&x.Args[i].Value), m, x.Args[i].Name, "__", graph.Exact)
		}
	}
}

// namesIn records the fields that class attributes name: of models, forms, serializers,
// filters, admin classes and views.
func (r *dataReader) namesIn() {
	administered := r.administered()
	for d := range r.DefinitionsWithSites(family) {
		if !d.Kind.IsType() || r.Table.Canon[d.ID] != d.ID {
			continue
		}
		own := r.models[data.ClassOf(d.ID)]
		of := own
		if of == nil {
			of = r.modelOfClass(d, administered)
		}
		if of == nil {
			continue
		}
		for _, meta := range r.Table.Own(d.ID, "Meta") {
			r.namedBy(meta, of, metaNames)
		}
		if own == nil {
			r.namedBy(d.ID, of, memberNames)
			r.namesakes(d.ID, of)
			continue
		}
		for _, x := range r.members(d.ID) { // clone_fields = ("serial", "site")
			if x.Kind == parse.ExprList {
				r.whole(x, own, maxNested)
			}
		}
	}
}

// modelOfClass returns the model of a class: by its Meta, its model attribute, its
// query set, or its admin registration; or nil.
func (r *dataReader) modelOfClass(d *resolve.Def, administered map[resolve.DefID]*model) *model {
	if m := administered[d.ID]; m != nil {
		return m
	}
	if m := r.metaModel(d.ID); m != nil {
		return m
	}
	for _, v := range r.Values(r.Nearest(d.ID, "model")) {
		if m, _ := r.named(v); m != nil {
			return m
		}
	}
	if _, m := r.deleted(d.ID); m != nil {
		return m
	}
	return nil
}

// namedBy records the fields that members of a class name, with the member as the
// source.
func (r *dataReader) namedBy(class resolve.DefID, m *model, names map[string]bool) {
	for _, x := range r.members(class) {
		if names[r.Table.Def(x.Def).Name] {
			r.strings(x, m, "__", graph.Typed)
		}
	}
}

// fieldKeys are the arguments of the fields of forms, filters, tables and serializers that
// name a field of the model, by a path.
var fieldKeys = resolve.WordSet("field_name source accessor order_by")

// namesakes records the fields that members of a class about a model refer to by their own
// name, or by strings outside of the attributes that libraries read.
//
//	class DeviceFilter(FilterSet):
//		serial = CharFilter(field_name="serial")      // declared for the field
//		fieldsets = (FieldSet("serial", "site"),)     // a convention of the tree
func (r *dataReader) namesakes(class resolve.DefID, m *model) {
	for _, d := range r.declared(class) {
		if f := r.fieldNamed(m, d.Name); f != resolve.None {
			r.out.Fields = append(r.out.Fields, data.FieldUse{By: d.ID, File: d.File, At: d.Range.Start, Field: f, Tier: graph.Typed})
		}
	}
	for _, x := range r.members(class) {
		switch {
		case x.Kind == parse.ExprCall:
			for i := range x.Args {
				if v := x.Sub(&x.Args[i].Value); fieldKeys[x.Args[i].Name] {
					r.strings(v, m, "__", graph.Typed)
				}
			}
		case x.Kind == parse.ExprList:
			for i := range x.Args {
				v := x.Sub(&x.Args[i].Value)
				if v.Kind == parse.ExprCall || !memberNames[r.Table.Def(x.Def).Name] {
					r.whole(v, m, maxNested)
				}
			}
		}
	}
}

// whole records the fields whose names are whole strings in a list, or arguments of the
// calls in it.
func (r *dataReader) whole(x eval.Expr, m *model, depth int) {
	if text, ok := r.Text(x); ok && x.Kind == parse.ExprString {
		if f := r.fieldNamed(m, text); f != resolve.None {
			r.out.Fields = append(r.out.Fields, data.FieldUse{By: x.Def, File: x.In.File, At: x.At, Field: f, Tier: graph.Heuristic})
		}
	}
	if depth == 0 || x.Kind != parse.ExprList && x.Kind != parse.ExprCall {
		return
	}
	for i := range x.Args {
		r.whole(x.Sub(&x.Args[i].Value), m, depth-1)
	}
}

// declared lists the members of a class that are no callables and no classes.
func (r *dataReader) declared(class resolve.DefID) []*resolve.Def {
	var out []*resolve.Def
	for id := range r.Table.Within(r.Table.Def(class)) {
		d := r.Table.Def(id)
		if d.Outer == class && !d.Kind.IsCallable() && !d.Kind.IsType() {
			out = append(out, d)
		}
	}
	return out
}

// administered maps classes to the models that a decorator or a registration gives them:
// those of the administration, and types of strawberry_django.
//
//	@admin.register(Device)               admin.site.register(Device, DeviceAdmin)
//	@strawberry_django.type(Device)
func (r *dataReader) administered() map[resolve.DefID]*model {
	out := map[resolve.DefID]*model{}
	r.EachAttribute(family, func(d *resolve.Def, x eval.Expr) {
		name, graphql := r.ExternalName(x), false
		if len(x.Args) == 0 {
			return
		}
		if graphql = strings.HasPrefix(name, "strawberry_django."); !graphql && (x.Expr.Text != "register" || !strings.HasPrefix(name, "django.contrib.admin.")) {
			return
		}
		m, _ := r.named(x.Sub(&x.Args[0].Value))
		if m == nil {
			return
		}
		out[d.ID] = m
		for i := range x.Args {
			if v := x.Sub(&x.Args[i].Value); graphql && (x.Args[i].Name == "fields" || x.Args[i].Name == "exclude") {
				v.Def = d.ID
				r.strings(v, m, "__", graph.Typed)
			}
		}
	})
	r.EachCall(family, func(x eval.Expr) {
		if x.Expr.Text != "register" || x.Recv == nil || len(x.Args) < 2 {
			return
		}
		admin := x.Sub(&x.Args[1].Value).Referent().Def
		if admin <= resolve.None || !r.Table.Def(admin).Kind.IsType() {
			return
		}
		if m, _ := r.named(x.Sub(&x.Args[0].Value)); m != nil {
			out[r.Table.Canon[admin]] = m
		}
	})
	return out
}
