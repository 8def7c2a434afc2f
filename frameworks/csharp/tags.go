package csharp

import (
	"path"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/request"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// tags adds the requests of the tag helpers of pages: links and forms that name an
// action or a page.
//
//	<a asp-controller="Orders" asp-action="Index">
//	<form asp-page="./Edit">
func (r *requestReader) tags() {
	controllers := r.controllers()
	for _, f := range r.Table.Files {
		if f.Page == nil {
			continue
		}
		for i := range f.Page.Tags {
			tag := &f.Page.Tags[i]
			if page := tag.Attr("asp-page"); page != nil && page.IsText {
				r.toPage(f, tag, page.Text)
			} else if action := tag.Attr("asp-action"); action != nil && action.IsText {
				r.toAction(f, tag, action.Text, controllers)
			}
		}
	}
}

// controllers indexes the controllers of the tree by name.
func (r *requestReader) controllers() map[string][]resolve.DefID {
	out := map[string][]resolve.DefID{}
	for i := range r.Table.Defs {
		d := &r.Table.Defs[i]
		name, ok := strings.CutSuffix(d.Name, "Controller")
		if ok && d.Kind == graph.KindClass && d.File.Language == language {
			out[name] = append(out[name], d.ID)
		}
	}
	return out
}

// toAction adds the request for an action: of the controller in the tag, or else of the
// one that the folder of the view is named after.
func (r *requestReader) toAction(f *resolve.File, tag *parse.Tag, action string,
	controllers map[string][]resolve.DefID) {
	name := path.Base(path.Dir(f.Path))
	if c := tag.Attr("asp-controller"); c != nil {
		name = c.Text
	}
	area := areaOf(f.Path)
	if a := tag.Attr("asp-area"); a != nil {
		area = a.Text
	}
	for _, c := range controllers[name] {
		of := r.Table.Def(c).File
		if r.Project(of) != r.Project(f) || areaOf(of.Path) != area {
			continue
		}
		for _, class := range r.Ancestry(c) {
			for _, method := range []string{action, action + "Async"} {
				for _, d := range r.Table.Own(class, method) {
					r.lead(f, tag, d)
				}
			}
		}
	}
}

// areaOf returns the area of a file by its folders, or "".
func areaOf(file string) string {
	_, rest, ok := strings.Cut("/"+file, "/Areas/")
	if !ok {
		return ""
	}
	area, _, _ := strings.Cut(rest, "/")
	return area
}

// toPage adds the request for a Razor page: by its path below the pages folder, or
// relative to the page with the tag.
func (r *requestReader) toPage(f *resolve.File, tag *parse.Tag, name string) {
	at := strings.LastIndex("/"+f.Path, "/Pages/")
	if name == "" || at < 0 {
		return
	}
	file := path.Join(path.Dir(f.Path), name)
	if name[0] == '/' {
		file = path.Join(f.Path[:at], "Pages", name)
	}
	for _, to := range r.Table.Files {
		if to.Path == file+".cshtml" {
			r.lead(f, tag, to.ID(0))
		}
	}
}

// lead adds the request of a tag for a handler: POST for a form, GET for everything
// else.
func (r *requestReader) lead(f *resolve.File, tag *parse.Tag, to resolve.DefID) {
	verb := "GET"
	if method := tag.Attr("method"); tag.Name == "form" &&
		(method == nil || !strings.EqualFold(method.Text, "get")) {
		verb = "POST"
	}
	r.Found = append(r.Found, request.Request{Verb: verb, Handler: to, Tier: graph.Exact,
		Address: request.Address{By: f.ID(f.DefinitionAt(tag.At)), At: eval.Place{File: f, At: tag.At}}})
}
