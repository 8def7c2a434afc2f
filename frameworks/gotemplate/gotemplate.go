// Package gotemplate connects templates of html/template and text/template to Go code.
//
//	gotemplate.go  the engine; which code renders which template
//	data.go        data passed to templates, and the functions that they may call
package gotemplate

import (
	"path"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/page"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Engine returns the rules of Go's templates.
func Engine() page.Engine { return engine{&head} }

type engine struct{ *page.Head }

const (
	language = "gotemplate"
	family   = "go"
)

// head requests the sites of templates, and of files that execute templates, or
// receive an object that does.
var head = page.Head{Templates: language, Head: interest.Head{Languages: []string{family},
	Words: []string{`html/template"`, `text/template"`, ".ExecuteTemplate(", ".HTML(", ".Render("}}}

// Uses implements [page.Engine].
func (engine) Uses(t *eval.Tree) []page.Use {
	files := page.FilesOf(t, language)
	if len(files.List) == 0 {
		return nil
	}
	r := &reader{Callers: t.CallersOf(family), files: files, byName: map[string][]resolve.DefID{},
		functions: map[string][]resolve.DefID{}}
	r.values = page.NewValues(t, types{t})
	r.names()
	t.EachCall(family, func(x eval.Expr) {
		r.execution(x)
		r.registered(x)
	})
	r.included()
	for _, f := range files.List {
		r.called(f)
		r.out = append(r.out, r.values.Uses(f)...)
	}
	return r.out
}

// A reader collects the uses of one tree.
type reader struct {
	*eval.Callers
	files     *page.Files
	values    *page.Values
	byName    map[string][]resolve.DefID // templates
	functions map[string][]resolve.DefID // functions that templates may call
	out       []page.Use
}

// names indexes the templates by name: those that a file defines, and the file itself
// by its base name.
func (r *reader) names() {
	for _, f := range r.files.List {
		own := path.Base(f.Path)
		for i := 2; i < len(f.Definitions); i++ {
			name := f.Definitions[i].Name
			r.byName[name] = append(r.byName[name], f.ID(int32(i)))
			if name == own {
				own = "" // the rest of the file is white space
			}
		}
		if own != "" {
			r.byName[own] = append(r.byName[own], f.ID(1))
		}
	}
}

// A template is a template with the confidence of the match; def is None if nothing
// matches.
type template struct {
	def  resolve.DefID
	tier graph.Tier
}

// find finds the template of a name, as seen from a file: the nearest of that name, or
// else the file whose path has that suffix, for programs that name templates by their
// paths.
func (r *reader) find(name string, from *resolve.File) template {
	list := r.byName[name]
	if len(list) == 1 {
		return template{list[0], graph.Exact}
	}
	var files []*resolve.File
	for _, d := range list {
		files = append(files, r.Table.Def(d).File)
	}
	if found := r.files.Nearest(files, from); found.File != nil {
		i := slices.Index(files, found.File)
		return template{list[i], found.Tier}
	}
	if len(list) > 0 {
		return template{resolve.None, 0}
	}
	for _, ending := range []string{"", ".tmpl", ".html", ".gohtml", ".gotmpl", ".tpl"} {
		if f := r.files.Find(name+ending, from, "templates", "views"); f.File != nil {
			return template{f.ID(), graph.Unique}
		}
	}
	return template{resolve.None, 0}
}

// A sink is a method that executes a template: the positions of the name and data
// arguments.
type sink struct{ name, data int }

// sinks are the methods by package path and receiver type; a framework path that may
// have a version suffix is listed without it.
var sinks = map[string]sink{
	"html/template.Template.ExecuteTemplate":  {1, 2},
	"text/template.Template.ExecuteTemplate":  {1, 2},
	"html/template.Template.Execute":          {-1, 1},
	"text/template.Template.Execute":          {-1, 1},
	"github.com/gin-gonic/gin.Context.HTML":   {1, 2},
	"github.com/labstack/echo.Context.Render": {1, 2},
	"github.com/gofiber/fiber.Ctx.Render":     {0, 1},
	"github.com/gofiber/fiber.Context.Render": {0, 1},
}

// sinkOf reports whether a call executes a template, by the type of its receiver.
func (r *reader) sinkOf(x eval.Expr) (sink, bool) {
	switch x.Expr.Text {
	case "ExecuteTemplate", "Execute", "HTML", "Render":
	default:
		return sink{}, false
	}
	if x.Recv == nil {
		return sink{}, false
	}
	t := x.In.ValueType(x.Recv.At)
	module := t.Module
	if at := strings.LastIndex(module, "/v"); at > 0 && !strings.Contains(module[at+1:], "/") {
		module = module[:at]
	}
	s, ok := sinks[module+"."+t.Name+"."+x.Expr.Text]
	return s, ok && t.External
}

// execution records the template that an executing call renders; in a helper function
// of the tree, for each caller that passes a name.
func (r *reader) execution(x eval.Expr) {
	s, ok := r.sinkOf(x)
	if !ok || s.data < 0 || s.name >= len(x.Args) {
		return
	}
	written := s.name >= 0 && isText(r, x.Sub(&x.Args[s.name].Value))
	for _, f := range r.FramesAt(x) {
		x.Env = f.Env
		if written { // by the call itself, whatever the caller
			f.Tier = graph.Exact
		}
		if s.name < 0 {
			r.parsed(x, s)
			continue
		}
		for _, name := range r.Evaluate(x.Sub(&x.Args[s.name].Value)) {
			if text, ok := r.Text(name); ok {
				r.render(x, name, text, s, f.Tier)
			}
		}
	}
}

func isText(r *reader, x eval.Expr) bool {
	_, ok := r.Text(x)
	return ok
}

// parsed records the template of a call of Execute: the first file that its template
// was parsed from.
//
//	template.Must(template.ParseFiles("orders.html")).Execute(w, orders)
func (r *reader) parsed(x eval.Expr, s sink) {
	if x.Recv == nil {
		return
	}
	for _, made := range r.Evaluate(x.Sub(x.Recv)) {
		made.Walk(func(e *parse.Expr) {
			first := 0
			switch e.Text {
			case "ParseFS":
				first = 1
			case "ParseFiles", "Lookup":
			default:
				return
			}
			if e.Kind != parse.ExprCall || len(e.Args) <= first {
				return
			}
			if text, ok := r.Text(made.Sub(&e.Args[first].Value)); ok &&
				!strings.Contains(text, "*") {
				r.render(x, x, path.Base(text), s, graph.Exact)
			}
		})
	}
}

// render records that the template of a name is rendered, by the function that writes
// the name.
func (r *reader) render(x, name eval.Expr, text string, s sink, tier graph.Tier) {
	to := r.find(text, name.In.File)
	by := name
	if by.Def < 0 || !r.Table.Def(by.Def).Kind.IsCallable() { // a constant
		by = x
	}
	if to.def == resolve.None || by.Def < 0 {
		return
	}
	r.out = append(r.out, page.Use{By: by.Def, What: to.def, Kind: graph.Renders,
		At: eval.Place{File: by.In.File, At: by.At}, Tier: resolve.WeakerTier(to.tier, tier)})
	if s.data < len(x.Args) {
		r.give(to.def, x.Sub(&x.Args[s.data].Value), 0)
	}
}

// included records the templates that other templates execute, and the data passed to
// them.
func (r *reader) included() {
	const rounds = 4 // nesting depth of templates
	for round := range rounds {
		changed := false
		for _, f := range r.files.List {
			for i := range f.Page.Template.Refs {
				m := &f.Page.Template.Refs[i]
				if m.Kind != parse.MarkTemplate {
					continue
				}
				to := r.find(m.Name, f)
				by := f.ID(m.Def)
				if to.def == resolve.None || to.def == by {
					continue
				}
				if round == 0 {
					r.out = append(r.out, page.Use{By: by, What: to.def, Kind: graph.Renders,
						At: eval.Place{File: f, At: m.At}, Tier: to.tier})
				}
				changed = r.handOn(f, m, to.def) || changed
			}
		}
		if !changed {
			break
		}
	}
}

// handOn adds the data that one template passes to another.
func (r *reader) handOn(f *resolve.File, m *parse.TemplateRef, to resolve.DefID) bool {
	changed := false
	if len(m.Path) == 1 && (m.Path[0].Text == parse.Here || m.Path[0].Text == "$") {
		changed = r.values.PassData(f.ID(m.Def), to)
	}
	for _, t := range r.values.Types(f, m.Def, m.At, m.Path) {
		changed = r.values.Give(to, parse.Here, t) || changed
	}
	return changed
}
