package symfony

import (
	"maps"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/internal/limited"
	"seedgraph/resolve"
)

// maxImports bounds the depth of configurations that import others.
const maxImports = 4

// An item is a route, or an import of routes, in a configuration.
//
//	controllers: { resource: ../src/Controller/, type: attribute, prefix: /api }
//	order: { path: '/orders/{id}', controller: 'App\Controller\OrderController::show', methods: GET }
type item struct {
	Path         texts             `yaml:"path"`
	Controller   string            `yaml:"controller"`
	Methods      texts             `yaml:"methods"`
	Requirements map[string]string `yaml:"requirements"`
	Defaults     map[string]any    `yaml:"defaults"`
	Resource     resource          `yaml:"resource"`
	Prefix       texts             `yaml:"prefix"`
	Host         any               `yaml:"host"`
	Condition    string            `yaml:"condition"`
}

// A texts is one text, a list of them, or one for each locale.
type texts []string

// UnmarshalYAML implements [yaml.Unmarshaler].
func (l *texts) UnmarshalYAML(n *yaml.Node) error {
	switch n.Kind {
	case yaml.ScalarNode:
		*l = texts{n.Value}
	case yaml.SequenceNode:
		return n.Decode((*[]string)(l))
	case yaml.MappingNode:
		for i := 1; i < len(n.Content); i += 2 {
			*l = append(*l, n.Content[i].Value)
		}
	}
	return nil
}

// A resource is a path, alone or with a namespace.
type resource string

// UnmarshalYAML implements [yaml.Unmarshaler].
func (s *resource) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		*s = resource(n.Value)
		return nil
	}
	var of struct {
		Path string `yaml:"path"`
	}
	err := n.Decode(&of)
	*s = resource(of.Path)
	return err
}

// An imported has the prefixes of the controllers in a folder or file.
type imported struct {
	from     string
	prefixes []string
	guarded  bool
}

// itemsOf lists the items of a configuration.
func itemsOf(text string) []item {
	docs, err := limited.YAML(text)
	if err != nil || len(docs) == 0 || docs[0].Content[0].Kind != yaml.MappingNode {
		return nil
	}
	var out []item
	for i, n := range docs[0].Content[0].Content {
		var it item
		if i%2 == 1 && n.Kind == yaml.MappingNode && n.Decode(&it) == nil {
			out = append(out, it)
		}
	}
	return out
}

// configure reads the configurations that no other one imports.
func (r *reader) configure() {
	items, inner := map[string][]item{}, map[string]bool{}
	for p, text := range r.Table.Project.Files {
		switch path.Base(p) {
		case "routes.yaml", "routes.yml", "routing.yaml", "routing.yml":
			items[p] = itemsOf(text)
		}
	}
	for p, list := range items {
		for _, it := range list {
			if it.Resource != "" {
				inner[path.Join(path.Dir(p), string(it.Resource))] = true
			}
		}
	}
	for _, p := range slices.Sorted(maps.Keys(items)) {
		if !inner[p] {
			r.configuration(items, p, imported{prefixes: []string{""}}, 0)
		}
	}
}

// configuration reads one of the configurations, which is imported below prefixes.
func (r *reader) configuration(items map[string][]item, p string, in imported, depth int) {
	for _, it := range items[p] {
		if r.items++; r.items > maxItems {
			return
		}
		under := imported{guarded: in.guarded || it.Host != nil || it.Condition != ""}
		for _, before := range in.prefixes {
			for _, prefix := range append(it.Prefix, "")[:max(len(it.Prefix), 1)] {
				under.prefixes = append(under.prefixes, routes.Join(before, prefix))
			}
		}
		from := string(it.Resource)
		switch under.from = path.Join(path.Dir(p), from); {
		case strings.HasPrefix(from, "@"): // of a bundle
		case from != "" && items[under.from] == nil:
			r.imports = append(r.imports, under)
		case from != "" && depth < maxImports && len(under.prefixes) < maxPrefixes:
			r.configuration(items, under.from, under, depth+1)
		case from == "":
			r.plain(it, under)
		}
	}
}

// maxItems bounds the items that are read: those of an imported configuration are read once for each
// of its imports, which multiply if they are nested.
const maxItems = 100_000

// maxPrefixes bounds the prefixes of an imported configuration.
const maxPrefixes = 100

// under returns the prefixes of the controllers of a file. If imports are known, but none is of the
// file, it may not be served.
func (r *reader) under(f *resolve.File) (in imported, tier graph.Tier) {
	for _, im := range r.imports {
		if from := strings.TrimSuffix(im.from, "/"); f.Path == from || strings.HasPrefix(f.Path, from+"/") {
			in.prefixes = append(in.prefixes, im.prefixes...)
			in.guarded = in.guarded || im.guarded
		}
	}
	switch {
	case len(in.prefixes) > 0:
		return in, graph.Exact
	case len(r.imports) > 0:
		return imported{prefixes: []string{""}}, graph.Heuristic
	}
	return imported{prefixes: []string{""}}, graph.Exact
}

// plain adds the endpoints of an item with a path, which is registered for its controller; one
// outside the tree has none.
func (r *reader) plain(it item, under imported) {
	name := it.Controller
	if c, ok := it.Defaults["_controller"].(string); ok && name == "" {
		name = c
	}
	class, method, found := strings.Cut(strings.TrimPrefix(name, `\`), "::")
	if !found {
		method = "__invoke"
	}
	m, of := r.method(strings.ReplaceAll(class, `\`, "."), method)
	if m == nil {
		return
	}
	own := route{rules: it.Requirements, optional: map[string]bool{}}
	for key := range it.Defaults {
		own.optional[key] = true
	}
	e := routes.Endpoint{Handler: m.ID, At: eval.Place{File: m.File, At: m.NameAt}, Choice: choice,
		Tier: graph.Exact, Passes: under.guarded}
	if m.Outer != of {
		e.Class = of
	}
	for _, prefix := range under.prefixes {
		for _, p := range it.Path {
			e.Template, e.Slash = routes.Join(prefix, template(p, own)), routes.SlashOf(p)
			for _, verb := range append(it.Methods, routes.Any)[:max(len(it.Methods), 1)] {
				e.Verb = strings.ToUpper(verb)
				r.found = append(r.found, e)
			}
		}
	}
}

// method returns the method of a class of a full name, and the class.
func (r *reader) method(full, method string) (*resolve.Def, resolve.DefID) {
	for _, id := range r.Table.Named(family, full[strings.LastIndexByte(full, '.')+1:]) {
		d := r.Table.Def(id)
		if !d.Kind.IsType() || strings.TrimPrefix(d.ModuleName+"."+d.Symbol, ".") != full {
			continue
		}
		for _, base := range r.Lineage(r.Table.Canon[id]) {
			for _, m := range r.Table.Own(base, method) {
				if r.Table.Def(m).Kind.IsCallable() {
					return r.Table.Def(m), r.Table.Canon[id]
				}
			}
		}
	}
	return nil, resolve.None
}
