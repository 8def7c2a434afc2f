// Package nextjs finds the endpoints of Next.js: files in the folders app and pages,
// whose paths are the routes.
package nextjs

import (
	"path"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Framework returns the rules of Next.js.
func Framework() routes.Framework { return framework{} }

type framework struct{}

const family = "typescript"

// Sites requests no sites: file names and exports are sufficient.
func (framework) Sites(string, parse.Source) parse.SiteScope { return parse.NoSites }

// Endpoints lists the endpoints of the tree.
func (framework) Endpoints(t *eval.Tree) []routes.Endpoint {
	roots := rootsOf(t)
	if len(roots) == 0 {
		return nil
	}
	r := &reader{Tree: t}
	for _, f := range t.Table.Files {
		if f.Family != family || f.Test {
			continue
		}
		for _, root := range roots {
			if rest, ok := strings.CutPrefix("/"+f.Path, root); ok {
				r.file(f, rest)
				break
			}
		}
	}
	return r.found
}

// rootsOf lists the folders of the packages that depend on Next.js, with a slash at
// both ends, the deepest first.
func rootsOf(t *eval.Tree) []string {
	var out []string
	for file, text := range t.Table.Project.Files {
		if path.Base(file) == "package.json" && strings.Contains(text, `"next":`) {
			out = append(out, strings.ReplaceAll("/"+path.Dir(file)+"/", "/./", "/"))
		}
	}
	slices.SortFunc(out, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	return out
}

// A reader collects the endpoints of one tree.
type reader struct {
	*eval.Tree
	found []routes.Endpoint
}

// file adds the endpoints of a file, by its path in its package.
func (r *reader) file(f *resolve.File, in string) {
	in = strings.TrimPrefix(in, "src/")
	in = strings.TrimSuffix(in, path.Ext(in))
	if rest, ok := strings.CutPrefix(in, "app/"); ok {
		dir, name := path.Split(rest)
		if template, ok := templateOf(dir); ok {
			r.app(f, name, template)
		}
		return
	}
	rest, ok := strings.CutPrefix(in, "pages/")
	base := path.Base(rest)
	if !ok || strings.HasPrefix(base, "_") {
		return // shared by all pages
	}
	if template, ok := templateOf(strings.TrimSuffix("/"+rest, "/index")); ok {
		verb := "GET"
		if strings.HasPrefix(rest, "api/") {
			verb = routes.Any
		}
		r.export(f, "default", verb, template)
	}
}

// verbs are the exports of a route file that handle requests.
var verbs = []string{"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"}

// app adds the endpoints of a file in the folder app.
func (r *reader) app(f *resolve.File, name, template string) {
	switch name {
	case "route":
		for _, verb := range verbs {
			r.export(f, verb, verb, template)
		}
	case "page":
		r.export(f, "default", "GET", template)
	}
}

// export adds the endpoint for an export of a file.
func (r *reader) export(f *resolve.File, name, verb, template string) {
	d := r.exported(f, name)
	if d == nil {
		return
	}
	r.found = append(r.found, routes.Endpoint{Verb: verb, Template: template, Handler: d.ID,
		At: eval.Place{File: f, At: d.NameAt}, Tier: graph.Exact})
}

// exported returns the definition that a file exports under a name; nil if the file
// does not declare it.
func (r *reader) exported(f *resolve.File, name string) *resolve.Def {
	own := name
	for i := range f.Imports {
		if im := &f.Imports[i]; im.Export && im.Path == "" && im.Alias == name {
			own = im.Name // export { own as name }
		}
	}
	for i := range f.Definitions {
		d := r.Table.Def(f.ID(int32(i)))
		if d.Outer == f.First && d.Name == own && (own != name || d.Exported) {
			return d
		}
	}
	return nil
}

// templateOf converts a folder path to a template; ok is false for folders without
// routes. Groups in parentheses and slots are omitted.
func templateOf(dir string) (template string, ok bool) {
	for _, s := range strings.Split(strings.Trim(dir, "/"), "/") {
		switch {
		case strings.HasPrefix(s, "_"), strings.HasPrefix(s, "(."):
			return "", false // private, or an intercepting route
		case s == "", strings.HasPrefix(s, "@"),
			strings.HasPrefix(s, "(") && strings.HasSuffix(s, ")"):
			continue
		case strings.HasPrefix(s, "["):
			s = strings.Trim(s, "[]")
			if rest, all := strings.CutPrefix(s, "..."); all {
				s = "*" + rest
			}
			s = "{" + s + "}"
		}
		template += "/" + s
	}
	return routes.Join("", template), true
}
