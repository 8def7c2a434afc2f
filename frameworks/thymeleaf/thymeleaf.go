// Package thymeleaf connects Thymeleaf templates to Spring controllers.
//
//	thymeleaf.go  the engine; which code renders which template
//	model.go      data passed to templates
package thymeleaf

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/page"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Engine returns the rules of Thymeleaf.
func Engine() page.Engine { return engine{&head} }

type engine struct{ *page.Head }

const (
	language = "thymeleaf"
	family   = "java"

	spring     = "org.springframework."
	annotation = spring + "web.bind.annotation."
)

// head requests the sites of templates, and of files that return view names, or fill
// the models of views.
var head = page.Head{Templates: language, Head: interest.Head{Languages: []string{family},
	Words: []string{"org.springframework.ui.", "ModelAndView", "ViewController",
		"org.springframework.stereotype.Controller", "ModelAttribute"}}}

// Uses implements [page.Engine].
func (engine) Uses(t *eval.Tree) []page.Use {
	files := page.FilesOf(t, language)
	if len(files.List) == 0 {
		return nil
	}
	r := &reader{Tree: t, files: files, values: page.NewValues(t, types{t}),
		rendered: map[resolve.DefID][]*resolve.File{}}
	r.handlers()
	r.views()
	for _, f := range files.List {
		r.includes(f)
	}
	r.model()
	for _, f := range files.List {
		r.out = append(r.out, r.values.Uses(f)...)
	}
	return r.out
}

// A reader collects the uses of one tree.
type reader struct {
	*eval.Tree
	files    *page.Files
	values   *page.Values
	out      []page.Use
	rendered map[resolve.DefID][]*resolve.File // by the rendering definition
	methods  []resolve.DefID                   // rendering methods, in the order found
	parts    []part
}

// A part is a template included by another one.
type part struct{ of, in *resolve.File }

// handlers records the views that handler methods render: those whose names they
// return, unless the return value is the response itself.
func (r *reader) handlers() {
	for d := range r.DefinitionsWithSites(family) {
		if d.Kind != graph.KindMethod || !r.isHandler(d) {
			continue
		}
		for _, x := range r.Values(d.ID) {
			r.returned(d.ID, x)
		}
	}
}

// isHandler reports whether a method handles requests and returns view names.
func (r *reader) isHandler(m *resolve.Def) bool {
	handles := false
	for _, x := range r.Attributes(m.ID) {
		name, ok := strings.CutPrefix(r.ExternalName(x), annotation)
		if ok && name == "ResponseBody" {
			return false
		}
		handles = handles || ok && (strings.HasSuffix(name, "Mapping") ||
			name == "ExceptionHandler")
	}
	if !handles || m.Outer == resolve.None {
		return false
	}
	for _, x := range r.Attributes(r.Table.Canon[m.Outer]) {
		switch r.ExternalName(x) {
		case annotation + "RestController", annotation + "ResponseBody",
			annotation + "RestControllerAdvice":
			return false
		}
	}
	return true
}

// returned records the view whose name a method returns, at the place of the name.
func (r *reader) returned(method resolve.DefID, x eval.Expr) {
	if x.Kind == parse.ExprConditional {
		for i := range x.Args {
			r.returned(method, x.Sub(&x.Args[i].Value))
		}
		return
	}
	for _, v := range r.Evaluate(x) {
		if text, ok := r.Text(v); ok && v.Kind != parse.ExprLiteral {
			r.render(method, x, text)
		}
	}
}

// views records the views that calls name: new ModelAndView("x"), setViewName("x").
func (r *reader) views() {
	for x := range r.Family(family) {
		if x.In.File.Test {
			continue
		}
		x.Walk(func(e *parse.Expr) {
			isView := e.Kind == parse.ExprNew && e.Text == "ModelAndView" ||
				e.Kind == parse.ExprCall && e.Text == "setViewName"
			if !isView || len(e.Args) == 0 || x.Def < 0 {
				return
			}
			if name, ok := r.Text(x.Sub(&e.Args[0].Value)); ok {
				r.render(x.Def, x.Sub(e), name)
			}
		})
	}
}

// render records the view of a name: a template below a folder templates, or a fragment
// of one.
func (r *reader) render(by resolve.DefID, x eval.Expr, name string) {
	if strings.Contains(name, ":/") || strings.HasPrefix(name, "redirect:") ||
		strings.HasPrefix(name, "forward:") || strings.TrimSpace(name) == "" {
		return
	}
	name, fragment, _ := strings.Cut(name, "::")
	found := r.find(strings.TrimSpace(name), x.In.File)
	if found.File == nil {
		return
	}
	r.use(by, x.In.File, x.At, found, fragment)
	if r.rendered[by] == nil {
		r.methods = append(r.methods, by)
	}
	r.rendered[by] = append(r.rendered[by], found.File)
}

// find finds the template of a name, which has no extension unless configured
// otherwise.
func (r *reader) find(name string, from *resolve.File) page.Found {
	for _, ending := range []string{".html", ".htm", ".xhtml", ""} {
		if f := r.files.Find(name+ending, from, "templates"); f.File != nil {
			return f
		}
	}
	return page.Found{}
}

// use records that a template is rendered, or its fragment of that name if it has one.
func (r *reader) use(by resolve.DefID, in *resolve.File, at uint32, found page.Found,
	fragment string) {
	what := found.ID()
	fragment, _, _ = strings.Cut(fragment, "(")
	if part := page.Part(found.File, strings.TrimSpace(fragment)); part != resolve.None {
		what = part
	}
	if what != by {
		r.out = append(r.out, page.Use{By: by, What: what, Kind: graph.Renders, Tier: found.Tier,
			At: eval.Place{File: in, At: at}})
	}
}

// includes records the fragments and layouts that a template names.
func (r *reader) includes(f *resolve.File) {
	for i := range f.Page.Template.Refs {
		m := &f.Page.Template.Refs[i]
		if m.Kind != parse.MarkTemplate {
			continue
		}
		found := page.Found{File: f, Tier: graph.Exact}
		switch {
		case m.Name != "":
			found = r.find(m.Name, f)
		case page.Part(f, m.Part) == resolve.None:
			continue // a markup selector
		}
		if found.File != nil {
			r.use(f.ID(m.Def), f, m.At, found, m.Part)
			r.parts = append(r.parts, part{found.File, f})
		}
	}
}
