package csharp

import (
	"path"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/parse/webforms"
	"seedgraph/source/testpath"
)

// webFormsPages is the front end of the pages, controls and master pages of ASP.NET Web
// Forms.
//
// A file is a part of the class that it names (Inherits): its code, the handlers of its
// controls, and its scripts belong to that class. A file without a class is a separate
// template.
type webFormsPages struct{}

func (webFormsPages) Name() string         { return "webforms" }
func (webFormsPages) Extensions() []string { return []string{".aspx", ".ascx", ".master"} }

// Facts reads one file.
//
// Time and memory are linear in the length of the page and of the text derived
// from it.
func (webFormsPages) Facts(p *parse.Parser, src parse.Source) (*parse.Facts, error) {
	page := webforms.Read(src.Text)
	f := &parse.Facts{Path: src.Path, Language: "webforms", Text: src.Text, Page: page.Page}
	r := newPageReader(f, classOfPage(src, page.Page, page.Class, page.ClassAt))
	tree, err := r.parsed(p, &page.Declarations)
	if err != nil {
		return nil, err
	}
	r.pageMembers(tree.Root())
	if tree, err = r.parsed(p, &page.Statements); err != nil {
		return nil, err
	}
	class := tree.Root().Child("class_declaration")
	r.statement(class.Field("body").Child("method_declaration").Field("body"))
	r.def = 0
	f.Sort()
	f.Test = testpath.Is("csharp", src.Path)
	return f, nil
}

// pageMembers reads the using directives of a page, and the members of its class.
func (r *reader) pageMembers(root parse.Node) {
	for n := range root.Named {
		if n.Kind() == "using_directive" {
			r.using(n)
		}
	}
	first := true // the method of the statements
	for n := range root.Child("class_declaration").Field("body").Children {
		if first && n.Kind() == "method_declaration" {
			first = false
			continue
		}
		r.pageMember(n)
	}
}

// newPageReader returns a reader of the code of a page, within the definition of its class.
func newPageReader(f *parse.Facts, class parse.Definition) *reader {
	r := newReader(f)
	f.Definitions = append(f.Definitions, fileDefinition(f))
	end := uint32(len(f.Text))
	r.push(end)
	r.open(class)
	r.push(end)
	return r
}

// classOfPage returns the class, with its namespace, that a page is a part of, or the
// page itself if it is empty.
func classOfPage(src parse.Source, page *parse.Page, class string, classAt uint32) parse.Definition {
	whole := parse.Range{End: uint32(len(src.Text))}
	name := strings.TrimSuffix(path.Base(src.Path), path.Ext(src.Path))
	d := parse.Definition{Kind: graph.KindTemplate, Range: whole, Body: whole, Exported: true,
		Complexity: 1, Signature: path.Base(src.Path)}
	if class != "" {
		at := strings.LastIndexByte(class, '.')
		name, page.Namespace = class[at+1:], class[:max(at, 0)]
		d.Kind, d.Partial, d.NameAt = graph.KindComponent, true, classAt+uint32(at+1)
	}
	d.Name, d.Symbol = name, name
	return d
}
