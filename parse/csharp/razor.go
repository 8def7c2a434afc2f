package csharp

import (
	"path"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/parse/razor"
	"seedgraph/source/testpath"
)

// razorPages is the front end of Razor: components (.razor) and views (.cshtml).
//
// A file is a class named after it. The members of @code and @functions are its
// members; code that runs when the markup is rendered belongs to the class itself,
// so its calls and uses have the lines of the page. The namespace of a component
// is that of its folder, which is not in the file: the resolver completes it.
type razorPages struct{}

func (razorPages) Name() string         { return "razor" }
func (razorPages) Extensions() []string { return []string{".razor", ".cshtml"} }

// Facts reads one file.
//
// Time and memory are linear in the length of the page and of the two texts
// derived from it.
func (razorPages) Facts(p *parse.Parser, src parse.Source) (*parse.Facts, error) {
	isComponent := strings.EqualFold(path.Ext(src.Path), ".razor")
	page := razor.Read(src.Text, isComponent, literalEnd)
	f := &parse.Facts{Path: src.Path, Language: "razor", Text: src.Text, Page: page.Page}
	f.Page.FolderWide = isImports(src.Path)
	r := newReader(f)
	r.sites = src.Sites
	f.Definitions = append(f.Definitions, fileDefinition(f))
	end := uint32(len(src.Text))
	r.push(end)
	if page.Members || !f.Page.FolderWide {
		r.open(pageDefinition(src, isComponent))
		r.push(end)
	}
	tree, err := r.parsed(p, &page.Declarations)
	if err != nil {
		return nil, err
	}
	r.declarations(tree.Root(), page)
	if src.Sites >= parse.AllSites {
		parse.NewSiteReader(f, siteGrammar{r}, src.Sites).Read(tree.Root())
	}
	if !isComponent {
		r.impliedLocals(page)
	}
	if tree, err = r.parsed(p, &page.Statements); err != nil {
		return nil, err
	}
	class := tree.Root().Child("class_declaration")
	r.statement(class.Field("body").Child("method_declaration").Field("body"))
	r.def = 0
	r.boundDefinitions()
	r.pairCommands()
	f.Sort()
	if src.Sites >= parse.AllSites {
		parse.NewSiteReader(f, siteGrammar{r}, src.Sites).Read(tree.Root())
	}
	f.Test = testpath.Is("csharp", src.Path)
	return f, nil
}

// literalEnd is a [razor.Literal].
func literalEnd(text string, at int) int {
	switch c := text[at]; {
	case c == '/' && strings.HasPrefix(text[at:], "//"):
		return lineEnd(text, at)
	case c == '/' && strings.HasPrefix(text[at:], "/*"):
		return after(text, at+2, "*/")
	case c == '\'':
		return charEnd(text, at)
	case startsString(text, at):
		return stringEnd(text, at, 0)
	}
	return at
}

// isImports reports whether the directives of a file apply to others.
func isImports(file string) bool {
	switch strings.ToLower(path.Base(file)) {
	case "_imports.razor", "_viewimports.cshtml":
		return true
	}
	return false
}

// pageDefinition returns the class of a page.
func pageDefinition(src parse.Source, isComponent bool) parse.Definition {
	whole := parse.Range{End: uint32(len(src.Text))}
	name := strings.TrimSuffix(path.Base(src.Path), path.Ext(src.Path))
	d := parse.Definition{Kind: graph.KindTemplate, Name: name, Symbol: name, Range: whole,
		Body: whole, Exported: true, Complexity: 1, Signature: path.Base(src.Path)}
	if isComponent {
		d.Kind, d.Partial = graph.KindComponent, true
	}
	return d
}

// parsed parses a text derived from the source; the positions of the tree are
// those of the source.
func (r *reader) parsed(p *parse.Parser, code *parse.Patchwork) (*parse.Tree, error) {
	text, _ := mend(code.String(), nil) // pages rarely have directives
	tree, err := p.Parse(csharpGrammar(), text)
	if err != nil {
		return nil, err
	}
	r.f.ErrorBytes += tree.ErrorBytes()
	r.f.HasError = r.f.HasError || tree.HasError
	tree.Move(r.text, code.Start, code.End)
	r.implied = code.Implied
	return tree, nil
}

// declarations reads directives and members.
func (r *reader) declarations(root parse.Node, page *razor.Page) {
	class := root.Child("class_declaration")
	for n := range root.Named {
		if n.Kind() == "using_directive" {
			r.using(n)
		}
	}
	h := r.header(class)
	types := class.Field("body").Child("method_declaration")
	if r.def == 0 {
		return
	}
	r.attributes(h.attributes)
	r.pageTypeParams(&h)
	r.directiveTypes(types, page)
	at := r.def
	for n := range class.Field("body").Children {
		if n != types {
			r.pageMember(n)
		}
	}
	r.breaks(at, class.Field("body"))
}

// pageMember reads a member, or a comment before one.
func (r *reader) pageMember(n parse.Node) {
	if n.Kind() == "comment" {
		r.lead = append(r.lead, n)
		return
	}
	if n.IsNamed() {
		r.member(n)
	}
	r.lead = r.lead[:0]
}

// pageTypeParams reads @typeparam directives.
func (r *reader) pageTypeParams(h *header) {
	names := r.typeParamNames(h.typeParams)
	d := r.current()
	d.TypeParams = names
	d.Symbol += genericArity(len(names))
	r.typeParams(h.typeParams)
	r.constraints(h.where)
}

// boundDefinitions makes definitions end after their start. In broken syntax, a
// definition may end in text that is not in the source and maps to a position
// before it.
func (r *reader) boundDefinitions() {
	for i := range r.f.Definitions {
		d := &r.f.Definitions[i]
		d.Range.End = max(d.Range.End, d.Range.Start)
		if d.Body.End < d.Body.Start {
			d.Body = parse.Range{}
		}
	}
}

// The base classes of the code generated by Razor.
const (
	componentBase = "Microsoft.AspNetCore.Components.ComponentBase"
	viewBase      = "Microsoft.AspNetCore.Mvc.Razor.RazorPage"
	pageBase      = "Microsoft.AspNetCore.Mvc.RazorPages.Page"
)

// directiveTypes reads the types in directives: the bases of the class and the
// model of a view.
func (r *reader) directiveTypes(method parse.Node, page *razor.Page) {
	base := parse.TypeRef{Name: componentBase}
	if r.current().Kind == graph.KindTemplate {
		if base.Name = viewBase; len(page.Routes) > 0 {
			base.Name = pageBase
		} else {
			base.Args = []parse.TypeRef{{Name: "object"}}
		}
	}
	var interfaces []parse.TypeRef
	params := method.Child("parameter_list")
	i := 0
	for n := range params.Named {
		if n.Kind() != "parameter" || i >= len(page.Directives) {
			continue
		}
		typ := n.Field("type")
		switch page.Directives[i] {
		case razor.Inherits:
			base = r.baseType(typ)
		case razor.Implements:
			interfaces = append(interfaces, r.baseType(typ))
		case razor.Model:
			t := r.typ(typ)
			r.f.Page.Model = t
			if base.Name == viewBase {
				base.Args = []parse.TypeRef{t}
			}
		}
		i++
	}
	d := r.current()
	d.Bases = append([]parse.TypeRef{base}, interfaces...)
}

// impliedLocals declares the implicit names of every view: its model and the
// helpers that Razor injects by default.
func (r *reader) impliedLocals(page *razor.Page) {
	if r.def == 0 {
		return
	}
	model := r.f.Page.Model
	if model.IsZero() {
		model = parse.TypeRef{Name: "object"}
	} else {
		r.declare(0, parse.Local{Name: "Model", Type: model, Kind: parse.LocalParam})
	}
	const mvc = "Microsoft.AspNetCore.Mvc."
	for _, l := range []parse.Local{
		{Name: "Html", Type: parse.TypeRef{Name: mvc + "Rendering.IHtmlHelper",
			Args: []parse.TypeRef{model}}},
		{Name: "Url", Type: parse.TypeRef{Name: mvc + "IUrlHelper"}},
		{Name: "Json", Type: parse.TypeRef{Name: mvc + "Rendering.IJsonHelper"}},
		{Name: "Component", Type: parse.TypeRef{Name: mvc + "IViewComponentHelper"}},
	} {
		l.Kind = parse.LocalParam
		r.declare(0, l)
	}
}
