package jinja

import (
	"path"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A call identifies a filter, a tag or a function that a template may call, by its
// name.
type call struct {
	kind parse.MarkKind
	name string
}

// A callee is the target of such a call.
type callee struct {
	def     resolve.DefID
	library string // that a template must load; empty if it is registered for the whole application
}

// decorators register the decorated function under its name.
var decorators = map[string]parse.MarkKind{
	"filter": parse.MarkFilter, "simple_tag": parse.MarkTag, "inclusion_tag": parse.MarkTag,
	"simple_block_tag": parse.MarkTag, "tag": parse.MarkTag, "assignment_tag": parse.MarkTag,

	"template_filter": parse.MarkFilter, "app_template_filter": parse.MarkFilter,
	"template_global": parse.MarkFunc, "app_template_global": parse.MarkFunc,
}

// adders are the methods that register their first argument, a function, under the name
// in their second argument.
var adders = map[string]parse.MarkKind{"add_template_filter": parse.MarkFilter,
	"add_app_template_filter": parse.MarkFilter, "add_template_global": parse.MarkFunc,
	"add_app_template_global": parse.MarkFunc}

// isLibrary reports whether an expression is a library of tags and filters: the
// registry of a module in the folder templatetags.
func isLibrary(x eval.Expr) bool {
	return x.Recv != nil && path.Base(path.Dir(x.In.File.Path)) == "templatetags" ||
		x.Recv != nil && x.Recv.Kind == parse.ExprName && x.Recv.Text == "register"
}

// libraryOf returns the name by which a template loads the functions registered in a
// file.
func libraryOf(f *resolve.File) string { return strings.TrimSuffix(path.Base(f.Path), ".py") }

// isDjango reports whether a name registers with a Django library.
func isDjango(name string) bool { return !strings.Contains(name, "template_") }

// decorated records a function that a decorator registers, and the template that it
// renders.
//
//	@register.filter(name="money")
//	@register.inclusion_tag("shop/lines.html")
//	@app.template_filter("money")
func (r *reader) decorated(d *resolve.Def, x eval.Expr) {
	kind, ok := decorators[x.Expr.Text]
	if !ok || x.Recv == nil || isDjango(x.Expr.Text) && !isLibrary(x) {
		return
	}
	name := d.Name
	position := 0
	if x.Expr.Text == "inclusion_tag" {
		position = -1
		if file := x.Arg(0, "filename"); file != nil {
			r.rendered(eval.Expr{Expr: x.Expr, In: x.In, Def: d.ID}, x.Sub(file), graph.Exact)
		}
	}
	if given := x.Arg(position, "name"); given != nil {
		if text, ok := r.Text(x.Sub(given)); ok {
			name = text
		}
	}
	r.register(kind, name, d.ID, x)
}

// register records a function that templates may call.
func (r *reader) register(kind parse.MarkKind, name string, d resolve.DefID, x eval.Expr) {
	c := callee{def: d}
	if isDjango(x.Expr.Text) {
		c.library = libraryOf(x.In.File)
	}
	key := call{kind, name}
	r.calls[key] = append(r.calls[key], c)
}

// registering records the registration by a call: register.filter("money", money).
func (r *reader) registering(x eval.Expr) {
	kind, ok := decorators[x.Expr.Text]
	name, function := 0, 1
	if !ok {
		if kind, ok = adders[x.Expr.Text]; ok {
			name, function = 1, 0
		}
	}
	if !ok || x.Recv == nil || len(x.Args) != 2 || isDjango(x.Expr.Text) && !isLibrary(x) {
		return
	}
	text, known := r.Text(x.Sub(&x.Args[name].Value))
	d := x.Sub(&x.Args[function].Value).Referent().Def
	if known && d != resolve.None && r.Table.Def(d).Kind.IsCallable() {
		r.register(kind, text, d, x)
	}
}

// registered returns the target of a mark's call: in a library that the template loads,
// or of the application.
func (r *reader) registered(f *resolve.File, m *parse.TemplateRef) (callee, bool) {
	var found []callee
	for _, c := range r.calls[call{m.Kind, m.Name}] {
		loaded := c.library == "" || slices.ContainsFunc(f.Page.Template.Loads,
			func(name string) bool {
				return name[strings.LastIndexByte(name, '.')+1:] == c.library
			})
		if loaded && !slices.Contains(found, c) {
			found = append(found, c)
		}
	}
	if len(found) != 1 {
		return callee{}, false
	}
	return found[0], true
}
