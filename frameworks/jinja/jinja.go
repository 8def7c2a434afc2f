// Package jinja connects templates of Jinja and Django to Python code.
//
//	jinja.go     the engine; references in templates
//	renders.go   which code renders which template
//	registry.go  the filters, tags and functions that templates may call
package jinja

import (
	"path"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/page"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Engine returns the rules of Jinja and Django.
func Engine() page.Engine { return engine{&head} }

type engine struct{ *page.Head }

const (
	language = "jinja"
	family   = "python"
)

// head requests the sites of templates, and of files that name templates, or register
// functions for them.
var head = page.Head{Templates: language, Head: interest.Head{Languages: []string{family},
	Words: []string{"template", "render", "register.", "django.shortcuts", "django.views"}}}

// Uses implements [page.Engine].
func (engine) Uses(t *eval.Tree) []page.Use {
	files := page.FilesOf(t, language)
	if len(files.List) == 0 {
		return nil
	}
	r := &reader{Callers: t.CallersOf(family), files: files, calls: map[call][]callee{},
		parts: map[*resolve.File][]*resolve.File{}}
	t.EachCall(family, func(x eval.Expr) {
		r.rendering(x)
		r.registering(x)
	})
	for _, f := range t.Table.Files {
		if f.Family == family && !f.Test && len(f.Sites) > 0 {
			r.definitions(f)
		}
	}
	for _, f := range files.List {
		r.includes(f)
	}
	for _, f := range files.List {
		r.called(f)
	}
	return r.out
}

// A reader collects the uses of one tree.
type reader struct {
	*eval.Callers
	files *page.Files
	out   []page.Use
	calls map[call][]callee
	parts map[*resolve.File][]*resolve.File // templates that a template names
}

// roots are the names of template folders.
var roots = []string{"templates", "jinja2", "template"}

// find finds the template of a name, as seen from a file.
func (r *reader) find(name string, from *resolve.File) page.Found {
	return r.files.Find(name, from, roots...)
}

// use records that a definition renders a template.
func (r *reader) use(by resolve.DefID, at eval.Place, found page.Found, tier graph.Tier) {
	if found.File != nil && by >= 0 && found.ID() != by {
		r.out = append(r.out, page.Use{By: by, What: found.ID(), Kind: graph.Renders, At: at,
			Tier: resolve.WeakerTier(found.Tier, tier)})
	}
}

// includes records the templates that a template names: extends, include, import.
func (r *reader) includes(f *resolve.File) {
	for i := range f.Page.Template.Refs {
		m := &f.Page.Template.Refs[i]
		if m.Kind != parse.MarkTemplate {
			continue
		}
		found := r.find(m.Name, f)
		if strings.HasPrefix(m.Name, "./") || strings.HasPrefix(m.Name, "../") {
			found = r.files.At(path.Join(path.Dir(f.Path), m.Name))
		}
		if found.File != nil {
			r.use(f.ID(m.Def), eval.Place{File: f, At: m.At}, found, graph.Exact)
			r.parts[f] = append(r.parts[f], found.File)
		}
	}
}

// called records the calls of a template.
func (r *reader) called(f *resolve.File) {
	for i := range f.Page.Template.Refs {
		m := &f.Page.Template.Refs[i]
		switch m.Kind {
		case parse.MarkFunc:
			if d := r.macro(f, m); d != resolve.None {
				r.call(f, m, callee{def: d}, graph.Exact)
				continue
			}
		case parse.MarkFilter, parse.MarkTag:
		default:
			continue
		}
		if c, ok := r.registered(f, m); ok {
			r.call(f, m, c, graph.Exact)
		}
	}
}

func (r *reader) call(f *resolve.File, m *parse.TemplateRef, c callee, tier graph.Tier) {
	if by := f.ID(m.Def); by != c.def {
		r.out = append(r.out, page.Use{By: by, What: c.def, Kind: graph.Calls,
			At: eval.Place{File: f, At: m.At}, Tier: tier})
	}
}

// macro returns the macro that a call refers to: one of the template, or of one that it
// names. If several have one of the name, it is ambiguous.
func (r *reader) macro(f *resolve.File, m *parse.TemplateRef) resolve.DefID {
	name := m.Name[strings.LastIndexByte(m.Name, '.')+1:]
	if d := page.Part(f, name); d != resolve.None && name == m.Name {
		return d
	}
	only := resolve.None
	for _, p := range r.parts[f] {
		if d := page.Part(p, name); d != resolve.None && d != only {
			if only != resolve.None {
				return resolve.None
			}
			only = d
		}
	}
	return only
}
