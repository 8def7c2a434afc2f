package csharp

import (
	"seedgraph/parse"
	"seedgraph/parse/xaml"
	"seedgraph/source/testpath"
)

// xamlPages is the front end of XAML.
//
// A file is a part of the class that it names (x:Class): its bindings and event
// handlers count as references of that class, at the lines of the page. A file
// without a class, such as a dictionary of styles, is a separate template.
type xamlPages struct{}

func (xamlPages) Name() string         { return "xaml" }
func (xamlPages) Extensions() []string { return []string{".xaml", ".axaml"} }

// Facts reads one file.
//
// Time and memory are linear in the length of the page and of the text derived
// from it.
func (xamlPages) Facts(p *parse.Parser, src parse.Source) (*parse.Facts, error) {
	page := xaml.Read(src.Text)
	f := &parse.Facts{Path: src.Path, Language: "xaml", Text: src.Text, Page: page.Page}
	for _, n := range page.Namespaces {
		f.Imports = append(f.Imports, parse.Import{Path: n.Name, Alias: n.Prefix, At: n.At})
	}
	r := newPageReader(f, classOfPage(src, page.Page, page.Class, page.ClassAt))
	tree, err := r.parsed(p, &page.Statements)
	if err != nil {
		return nil, err
	}
	class := tree.Root().Child("class_declaration")
	r.statement(class.Field("body").Child("method_declaration").Field("body"))
	r.def = 0
	f.Sort()
	f.Test = testpath.Is("csharp", src.Path)
	return f, nil
}
