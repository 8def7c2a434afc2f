package csharp

import (
	"path"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// xaml is the language of pages of WPF and others.
const xaml = "xaml"

// isCodeBehind reports whether a language has pages that name the class of which they are
// a part.
func isCodeBehind(language string) bool { return language == xaml || language == "webforms" }

// isClass reports whether a type is a class, or a component, which is compiled to one.
func isClass(d *resolve.Def) bool {
	return d.Kind == graph.KindClass || d.Kind.Domain() == graph.FrontEnd
}

// Place gives components the namespace of their folder, and each view a separate module:
// the class that a view is compiled to has a name that code cannot refer to.
//
//	Shop.Web/Pages/Cart.razor    // Shop.Web.Pages.Cart
//
// The namespace is that of @namespace in the file or in the nearest enclosing imports,
// extended by the folders in between, or that of the project.
func (r *rules) Place(files []*parse.Facts, p *resolve.Project) {
	files = slices.DeleteFunc(files, func(f *parse.Facts) bool { return f.Page == nil })
	if len(files) == 0 {
		return
	}
	roots := rootNamespaces(p)
	named := map[string]string{} // @namespace of imports, by their path
	for _, f := range files {
		if f.Page.FolderWide && f.Page.Namespace != "" {
			named[f.Path] = f.Page.Namespace
		}
	}
	for _, f := range files {
		module := f.Page.Namespace
		for _, file := range importPaths(f.Path) {
			if ns := named[file]; ns != "" && module == "" {
				module = subspace(ns, path.Dir(file), f.Path)
			}
		}
		switch ext := path.Ext(f.Path); {
		case ext == ".cshtml":
			f.Page.Namespace = module // of the names in it
			module = strings.TrimSuffix(f.Path, ext)
		case isCodeBehind(f.Language) && f.Definitions[1].Kind == graph.KindTemplate:
			module = strings.TrimSuffix(f.Path, ext)
		case module == "" && !isCodeBehind(f.Language):
			module = projectSpace(roots, f.Path)
		}
		// Definition 0 is the file itself.
		for i := range f.Definitions {
			if i > 0 {
				f.Definitions[i].Module = module
			}
		}
	}
}

// importPaths lists the possible paths of a page's imports, nearest first.
func importPaths(page string) []string {
	name := "_Imports.razor"
	if path.Ext(page) == ".cshtml" {
		name = "_ViewImports.cshtml"
	}
	var out []string
	for dir := path.Dir(page); ; dir = path.Dir(dir) {
		if file := path.Join(dir, name); file != page {
			out = append(out, file)
		}
		if dir == "." || dir == "/" {
			return out
		}
	}
}

// rootNamespaces returns the namespaces of the projects, by folder.
func rootNamespaces(p *resolve.Project) map[string]string {
	out := map[string]string{}
	for name, text := range p.Files {
		if path.Ext(name) != ".csproj" {
			continue
		}
		_, root, ok := strings.Cut(text, "<RootNamespace>")
		root, _, _ = strings.Cut(root, "<")
		if root = strings.TrimSpace(root); !ok || root == "" || strings.Contains(root, "$(") {
			// The default is the name of the project file, with spaces replaced as MSBuild does.
			root = strings.ReplaceAll(strings.TrimSuffix(path.Base(name), ".csproj"), " ", "_")
		}
		dir := path.Dir(name)
		if old, taken := out[dir]; !taken || root < old {
			out[dir] = root
		}
	}
	return out
}

// projectSpace returns the namespace of a page by its folder in the nearest project.
func projectSpace(roots map[string]string, page string) string {
	for dir := path.Dir(page); ; dir = path.Dir(dir) {
		if root, ok := roots[dir]; ok {
			return subspace(root, dir, page)
		}
		if dir == "." || dir == "/" {
			return subspace("", ".", page)
		}
	}
}

// subspace returns the namespace of a page below a folder with a known namespace.
func subspace(ns, dir, page string) string {
	rest := path.Dir(page)
	if dir != "." {
		rest = strings.TrimPrefix(strings.TrimPrefix(rest, dir), "/")
	}
	if rest == "" || rest == "." {
		return ns
	}
	for _, part := range strings.Split(rest, "/") {
		ns = joinNamespace(ns, identifier(part))
	}
	return ns
}

// identifier converts the name of a folder to a C# identifier. Dots in it separate
// namespaces.
func identifier(folder string) string {
	out := strings.Map(func(c rune) rune {
		if c == '.' || c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' ||
			c >= 'A' && c <= 'Z' || c >= 0x80 {
			return c
		}
		return '_'
	}, folder)
	if out[0] >= '0' && out[0] <= '9' {
		return "_" + out
	}
	return out
}

// importsOf returns the files whose directives apply to other files, by path.
func importsOf(files []*resolve.File) map[string]*resolve.File {
	var out map[string]*resolve.File
	for _, f := range files {
		if f.Page != nil && f.Page.FolderWide {
			if out == nil {
				out = map[string]*resolve.File{}
			}
			out[f.Path] = f
		}
	}
	return out
}

// The namespaces that pages import implicitly.
var (
	componentUsings = []string{"System", "System.Collections.Generic", "System.Linq",
		"System.Threading.Tasks", "Microsoft.AspNetCore.Components"}
	viewUsings = []string{"System", "System.Collections.Generic", "System.Linq",
		"System.Threading.Tasks", "Microsoft.AspNetCore.Mvc",
		"Microsoft.AspNetCore.Mvc.Rendering", "Microsoft.AspNetCore.Mvc.ViewFeatures"}
)

// addPage records the imports of a page: the directives of its imports files, and those
// of Razor itself.
//
// Razor inserts the directives into the declaration of the namespace, so they take
// precedence over the types of the enclosing namespaces and over global ones (C# 7.8.3).
func (t *tree) addPage(f *resolve.File, cf *file) {
	if isCodeBehind(f.Language) {
		return
	}
	implied := componentUsings
	if path.Ext(f.Path) == ".cshtml" {
		implied = viewUsings
		cf.space = f.Page.Namespace
	}
	for _, name := range implied {
		cf.usings = append(cf.usings, using{path: name})
	}
	for _, file := range importPaths(f.Path) {
		imports := t.imports[file]
		if imports == nil {
			continue
		}
		cf.imports = append(cf.imports, imports)
		for i := range imports.Imports {
			im := &imports.Imports[i]
			cf.usings = append(cf.usings, using{path: im.Path, alias: im.Alias, target: im.Target,
				static: im.Static})
		}
	}
	if len(f.Definitions) < 2 {
		return
	}
	for i := range cf.usings {
		cf.usings[i].within = t.pageSpace(f, f.ID(1))
	}
}

// pageSpace returns the namespace of the code of a page.
func (t *tree) pageSpace(f *resolve.File, class resolve.DefID) string {
	if space := t.files[f].space; space != "" {
		return space
	}
	return t.table.Defs[class].ModuleName
}

// importedMember resolves a name to a property that the imports of a page inject.
func (c *binder) importedMember(r *parse.Reference, x *ref) bool {
	if c.File.Page == nil {
		return false
	}
	for _, f := range c.t.files[c.File].imports {
		if len(f.Definitions) < 2 {
			continue
		}
		if ids := c.Table.Own(f.ID(1), r.Name); len(ids) > 0 {
			c.take(slices.Clone(ids), resolve.Unknown, r, x)
			return true
		}
	}
	return false
}
