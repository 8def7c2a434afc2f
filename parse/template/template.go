// Package template reads server-side templates: markup files with code of
// Thymeleaf, of Jinja or Django, or of Go's html/template and text/template.
//
//	template.go   the languages; the parts common to all
//	markup.go     elements and their attributes, around the code of an engine
//	links.go      the addresses of links and forms
//	thymeleaf.go  attributes and expressions of Thymeleaf
//	jinja.go      tags, filters and addresses of Jinja and Django
//	gotmpl.go     actions of Go
//
// The content of a file determines its engine; the imports in the code of the tree
// determine whether a program reads such files.
package template

import (
	"path"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// Languages returns the template languages.
func Languages() []parse.Language {
	return []parse.Language{
		&language{name: "thymeleaf", endings: []string{".html", ".htm", ".xhtml"},
			takes: isThymeleaf, read: readThymeleaf},
		&language{name: "jinja", endings: []string{".html", ".htm", ".jinja", ".jinja2", ".j2"},
			takes: isJinja, read: readJinja, hosts: jinjaHosts},
		&language{name: "gotemplate", endings: []string{".html", ".htm", ".tmpl", ".gohtml",
			".gotmpl", ".tpl"}, takes: isGo, read: readGo, hosts: goHosts},
	}
}

// A language is the front end of one engine.
type language struct {
	name    string
	endings []string
	takes   func(text string) bool
	read    func(r *reader)
	hosts   *hosts // nil: the content of the files is sufficient
}

// A hosts is the libraries by which programs render templates.
type hosts struct {
	language string
	packages []string // imported by files of the language, or packages within them
}

// Name implements [parse.Language].
func (l *language) Name() string { return l.name }

// Extensions implements [parse.Language].
func (l *language) Extensions() []string { return l.endings }

// Takes implements [parse.Picker].
func (l *language) Takes(src parse.Source) bool { return l.takes(src.Text) }

// Unhosted implements [parse.Guest].
func (l *language) Unhosted(files []*parse.Facts) []int {
	if l.hosts == nil {
		return nil
	}
	var out []int
	for i, f := range files {
		switch {
		case f == nil:
		case f.Language == l.name:
			out = append(out, i)
		case f.Language == l.hosts.language && l.hosts.serves(f):
			return nil
		}
	}
	return out
}

// serves reports whether a file imports one of the libraries.
func (h *hosts) serves(f *parse.Facts) bool {
	return slices.ContainsFunc(f.Imports, func(im parse.Import) bool {
		return slices.ContainsFunc(h.packages, func(p string) bool {
			rest, ok := strings.CutPrefix(im.Path, p)
			return ok && (rest == "" || rest[0] == '.' || rest[0] == '/')
		})
	})
}

// Facts implements [parse.Language].
//
// Time and memory are linear in the length of the file.
func (l *language) Facts(_ *parse.Parser, src parse.Source) (*parse.Facts, error) {
	r := &reader{text: src.Text, out: &parse.Template{}}
	whole := parse.Range{End: uint32(len(src.Text))}
	name := strings.TrimSuffix(path.Base(src.Path), path.Ext(src.Path))
	module := strings.TrimSuffix(src.Path, path.Ext(src.Path))
	r.f = &parse.Facts{Path: src.Path, Language: l.name, Text: src.Text, Gaps: src.Gaps,
		Module: module, Page: &parse.Page{Template: r.out},
		Definitions: []parse.Definition{
			{Kind: graph.KindFile, Name: path.Base(src.Path), Symbol: "<module>", Parent: -1,
				Range: whole},
			{Kind: graph.KindTemplate, Name: name, Symbol: name, Range: whole, Body: whole,
				Exported: true, Complexity: 1, Signature: path.Base(src.Path)},
		}}
	if len(src.Text) == 0 {
		return r.f, nil
	}
	l.read(r)
	r.finish()
	return r.f, nil
}

// A reader collects the facts of one template.
type reader struct {
	text     string
	f        *parse.Facts
	out      *parse.Template
	elements []element
}

// mark adds a mark.
func (r *reader) mark(m parse.TemplateRef) { r.out.Refs = append(r.out.Refs, m) }

// set adds a name that is visible in a part of the file.
func (r *reader) set(name string, start, end int, of []parse.TextPart, each bool) {
	if name != "" && start < end {
		r.out.Vars = append(r.out.Vars, parse.Var{Name: name, Of: of, Each: each,
			Scope: parse.Range{Start: uint32(start), End: uint32(end)}})
	}
}

// define adds a definition within the template: a fragment, or a macro.
func (r *reader) define(kind graph.NodeKind, name string, nameAt, start, end int, signature string,
	params []string) {
	whole := parse.Range{Start: uint32(start), End: uint32(end)}
	if name == "" || whole.IsEmpty() || nameAt < start || nameAt >= end {
		return
	}
	d := parse.Definition{Kind: kind, Name: name, Range: whole, Body: whole, NameAt: uint32(nameAt),
		Exported: true, Complexity: 1, Signature: strings.Join(strings.Fields(signature), " ")}
	for _, p := range params {
		d.Params = append(d.Params, parse.Param{Name: p})
	}
	r.f.Definitions = append(r.f.Definitions, d)
}

// finish sorts the facts.
func (r *reader) finish() {
	for _, e := range r.elements {
		r.f.Definitions[1].Breaks = append(r.f.Definitions[1].Breaks, uint32(e.at))
	}
	r.f.Sort()
	r.nest()
	slices.SortStableFunc(r.out.Refs, func(a, b parse.TemplateRef) int { return int(a.At) - int(b.At) })
	for i := range r.out.Refs {
		m := &r.out.Refs[i]
		m.Def = max(r.f.DefinitionAt(m.At), 1)
	}
	slices.SortStableFunc(r.out.Vars, func(a, b parse.Var) int {
		return int(a.Scope.Start) - int(b.Scope.Start)
	})
}

// nest sets the parent of each definition. A definition that is only partly in
// another one ends with it.
func (r *reader) nest() {
	defs := r.f.Definitions
	open := []int32{1}
	for i := 2; i < len(defs); i++ {
		d := &defs[i]
		for len(open) > 1 && d.Range.Start >= defs[open[len(open)-1]].Range.End {
			open = open[:len(open)-1]
		}
		around := open[len(open)-1]
		d.Parent = around
		d.Range.End = min(d.Range.End, defs[around].Range.End)
		d.Body.End = d.Range.End
		d.Symbol = defs[around].Symbol + "." + d.Name
		open = append(open, int32(i))
	}
}

// isName reports whether a byte may be in a name.
func isName(c byte) bool {
	return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
}

// isBlank reports whether a byte is white space.
func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// trim trims the white space at both ends of text[start:end].
func trim(text string, start, end int) (int, int) {
	for start < end && isBlank(text[start]) {
		start++
	}
	for start < end && isBlank(text[end-1]) {
		end--
	}
	return start, end
}

// after returns the position after the next mark, or the end of the text.
func after(text string, at int, mark string) int {
	if n := strings.Index(text[at:], mark); n >= 0 {
		return at + n + len(mark)
	}
	return len(text)
}
