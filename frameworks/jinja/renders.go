package jinja

import (
	"path"
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// An argument is the position of the name of a template, or of a list of names, in a
// call.
type argument struct {
	at   int
	name string
}

// functions are the functions that render templates, by full name.
var functions = map[string]argument{
	"django.shortcuts.render":                         {1, "template_name"},
	"django.template.loader.render_to_string":         {0, "template_name"},
	"django.template.loader.get_template":             {0, "template_name"},
	"django.template.loader.select_template":          {0, "template_name_list"},
	"django.template.response.TemplateResponse":       {1, "template"},
	"django.template.response.SimpleTemplateResponse": {0, "template"},
	"flask.render_template":                           {0, "template_name_or_list"},
	"flask.stream_template":                           {0, "template_name_or_list"},
	"flask.templating.render_template":                {0, "template_name_or_list"},
	"quart.render_template":                           {0, "template_name_or_list"},
	"aiohttp_jinja2.render_template":                  {0, "template_name"},
	"aiohttp_jinja2.template":                         {0, "template_name"},
}

// methods are the methods that render or load templates, where other classes of the
// libraries have no method of the name.
var methods = map[string]argument{
	"TemplateResponse": {0, "name"}, // of Starlette: the request may come first
	"get_template":     {0, "name"},
	"select_template":  {0, "names"},
}

// rendering records the templates that a call renders. If the name is passed by the
// callers of the function, the callers render it.
func (r *reader) rendering(x eval.Expr) {
	arg, ok := functions[r.ExternalName(x)]
	if !ok && x.Recv != nil {
		arg, ok = methods[x.Expr.Text]
	}
	if !ok {
		return
	}
	name := x.Arg(arg.at, arg.name)
	if x.Expr.Text == "TemplateResponse" && x.Recv != nil &&
		(name == nil || !r.names(x.Sub(name))) {
		name = x.Arg(1, "name")
	}
	if name == nil {
		return
	}
	if r.names(x.Sub(name)) || name.Kind == parse.ExprConditional {
		r.rendered(x, x.Sub(name), graph.Exact)
		return
	}
	for _, f := range r.FramesAt(x) {
		x.Env = f.Env
		r.rendered(x, x.Sub(name), f.Tier)
	}
}

// names reports whether an expression is a string.
func (r *reader) names(x eval.Expr) bool {
	_, ok := r.Text(x)
	return ok || x.Kind == parse.ExprList
}

// rendered records the possible templates of a name or a list of names.
func (r *reader) rendered(x, name eval.Expr, tier graph.Tier) {
	for _, v := range r.Evaluate(name) {
		switch v.Kind {
		case parse.ExprList, parse.ExprConditional:
			for i := range v.Args {
				r.rendered(x, v.Sub(&v.Args[i].Value), tier)
			}
			continue
		}
		text, ok := r.Text(v)
		if !ok || !strings.Contains(text, ".") {
			continue
		}
		by := x
		if v.Def >= 0 && v.Def != x.Def && r.Table.Def(v.Def).Kind.IsCallable() {
			by = v // written by the caller
		}
		r.use(by.Def, eval.Place{File: by.In.File, At: by.At}, r.find(text, by.In.File), tier)
	}
}

// definitions records the templates that the declarations of classes and functions in a
// file name, and the registered functions.
func (r *reader) definitions(f *resolve.File) {
	for i := range f.Definitions {
		d := r.Table.Def(f.ID(int32(i)))
		switch {
		case d.Kind == graph.KindClass:
			r.view(d)
		case d.Kind.IsCallable():
			for _, x := range r.Attributes(d.ID) {
				r.decorated(d, x)
			}
		}
	}
}

// view records the template of a class-based view: that in template_name, or else the
// conventional one of a generic view.
func (r *reader) view(d *resolve.Def) {
	for _, own := range r.Table.Own(d.ID, "template_name") {
		for _, v := range r.Values(own) {
			r.rendered(eval.Expr{Expr: v.Expr, In: v.In, Def: d.ID}, v, graph.Exact)
		}
	}
	for _, own := range r.Table.Own(d.ID, "get_template_names") {
		for _, v := range r.Values(own) {
			r.rendered(eval.Expr{Expr: v.Expr, In: v.In, Def: own}, v, graph.Exact)
		}
	}
	if suffix := r.suffix(d); suffix != "" {
		r.conventional(d, suffix)
	}
}

// suffixes are appended to the model name by generic views.
var suffixes = map[string]string{"ListView": "_list", "DetailView": "_detail",
	"CreateView": "_form",
	"UpdateView": "_form", "DeleteView": "_confirm_delete", "ArchiveIndexView": "_archive",
	"YearArchiveView": "_archive_year", "MonthArchiveView": "_archive_month",
	"DayArchiveView": "_archive_day", "DateDetailView": "_detail"}

// suffix returns the suffix that a generic view appends to the model name; empty for
// other classes, and for those that name a template.
func (r *reader) suffix(d *resolve.Def) string {
	for _, c := range r.Lineage(d.ID) {
		if len(r.Table.Own(c, "template_name"))+len(r.Table.Own(c, "get_template_names")) > 0 {
			return ""
		}
	}
	suffix := ""
	for _, base := range r.ExternalBases(d.ID) {
		if last := base[strings.LastIndexByte(base, '.')+1:]; suffix == "" &&
			strings.HasPrefix(base, "django.views.generic.") {
			suffix = suffixes[last]
		}
	}
	for _, c := range r.Lineage(d.ID) {
		for _, own := range r.Table.Own(c, "template_name_suffix") {
			for _, v := range r.Values(own) {
				if text, ok := r.Text(v); ok && suffix != "" {
					return text
				}
			}
		}
	}
	return suffix
}

// conventional records the template named after the model of a view and its
// application.
//
//	class OrderList(ListView):
//	    model = Order             # shop/order_list.html
func (r *reader) conventional(d *resolve.Def, suffix string) {
	for _, c := range r.Lineage(d.ID) {
		for _, own := range r.Table.Own(c, "model") {
			for _, v := range r.Values(own) {
				m := v.Referent().Def
				if m == resolve.None || !r.Table.Def(m).Kind.IsType() {
					continue
				}
				model := r.Table.Def(m)
				name := path.Join(application(model.File.Path),
					strings.ToLower(model.Name)+suffix+".html")
				r.use(d.ID, eval.Place{File: d.File, At: d.NameAt}, r.find(name, d.File),
					graph.Exact)
				return
			}
		}
	}
}

// application returns the label of the application of the models in a file.
func application(file string) string {
	dir := path.Dir(file)
	if path.Base(dir) == "models" {
		dir = path.Dir(dir)
	}
	return path.Base(dir)
}
