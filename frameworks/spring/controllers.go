package spring

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Framework returns the rules of Spring.
func Framework() routes.Framework { return framework{&frameworkHead} }

type framework struct{ *interest.Head }

const family = "java"

// frameworkHead requests the annotations of the files that may declare controllers: annotations
// of the application may be composed of the framework's.
var frameworkHead = interest.Head{Languages: []string{"java"},
	Words: []string{"org.springframework", "Mapping", "Controller"}, Scope: parse.AttributeSites}

const (
	annotation = "org.springframework.web.bind.annotation."
	stereotype = "org.springframework.stereotype."
)

// verbs are the annotations for one verb.
var verbs = map[string]string{
	annotation + "GetMapping": "GET", annotation + "PostMapping": "POST",
	annotation + "PutMapping": "PUT", annotation + "DeleteMapping": "DELETE",
	annotation + "PatchMapping": "PATCH", annotation + "RequestMapping": routes.Any,
}

// Endpoints lists the endpoints of the tree.
func (framework) Endpoints(t *eval.Tree) []routes.Endpoint {
	r := &reader{Tree: t}
	for _, f := range t.Table.Files {
		if f.Language != "java" || f.Test || len(f.Sites) == 0 {
			continue
		}
		for i := range f.Definitions {
			d := t.Table.Def(f.ID(int32(i)))
			if (d.Kind == graph.KindClass || d.Kind == graph.KindRecord) &&
				!resolve.HasModifier(d, "abstract") && r.isController(d.ID) {
				r.controller(d)
			}
		}
	}
	return r.found
}

// A reader collects the endpoints of one tree.
type reader struct {
	*eval.Tree
	found []routes.Endpoint
}

// A mapping holds the arguments of a mapping annotation.
type mapping struct {
	verbs []string
	paths []string
	told  mappingArgs
	at    eval.Place
	tier  graph.Tier
}

// maxMeta bounds the depth of meta-annotations.
const maxMeta = 5

// isController reports whether a class has @Controller, directly or as a
// meta-annotation, as in @RestController.
func (r *reader) isController(class resolve.DefID) bool { return r.isMarked(class, 0) }

func (r *reader) isMarked(d resolve.DefID, depth int) bool {
	for _, x := range r.Attributes(d) {
		if isNamed(r.Tree, x, annotation+"RestController") || isNamed(r.Tree, x, stereotype+"Controller") {
			return true
		}
		if m := x.Referent().Def; m != resolve.None && depth < maxMeta && r.isMarked(m, depth+1) {
			return true
		}
	}
	return false
}

// isMapping reports whether a full name is that of an annotation of mappings.
func isMapping(full string) bool { return verbs[full] != "" }

// mappingOf reads the mapping of a class or method, or returns nil if it has none.
// Annotations declared in the tree that are composed of a mapping count.
func (r *reader) mappingOf(d resolve.DefID, depth int) *mapping {
	for _, x := range r.Attributes(d) {
		if verb, ok := verbs[r.ExternalNameOf(x, isMapping)]; ok {
			return r.mapping(x, verb)
		}
		m := x.Referent().Def
		if m == resolve.None || depth >= maxMeta {
			continue
		}
		if meta := r.mappingOf(m, depth+1); meta != nil {
			meta.at, meta.tier = eval.Place{File: x.In.File, At: x.At}, graph.Heuristic
			if own := paths(x); own != nil { // @AliasFor, which such an element is for
				meta.paths, _ = r.Texts(x.Sub(own))
			}
			return meta
		}
	}
	return nil
}

// paths returns the argument with the paths of a mapping, or nil.
func paths(x eval.Expr) *parse.Expr {
	if path := x.Arg(-1, "path"); path != nil {
		return path
	}
	return x.Arg(0, "value")
}

func (r *reader) mapping(x eval.Expr, verb string) *mapping {
	m := &mapping{verbs: []string{verb}, paths: []string{""}, tier: graph.Exact, told: r.toldBy(x),
		at: eval.Place{File: x.In.File, At: x.At}}
	if path := paths(x); path != nil {
		var ok bool
		if m.paths, ok = r.Texts(x.Sub(path)); !ok {
			return nil
		}
	}
	if methods := x.Arg(-1, "method"); methods != nil && verb == routes.Any {
		list := []parse.ExprArg{{Value: *methods}}
		if methods.Kind == parse.ExprList {
			list = methods.Args
		}
		m.verbs = nil
		for i := range list {
			m.verbs = append(m.verbs, list[i].Value.Text)
		}
	}
	return m
}

// controller adds the endpoints of a controller: of its methods, inherited ones
// included. The nearest mapping applies, for classes and interfaces as for methods.
func (r *reader) controller(class *resolve.Def) {
	var prefix *mapping
	for _, c := range r.Lineage(class.ID) {
		if prefix = r.mappingOf(c, 0); prefix != nil {
			break
		}
	}
	if prefix == nil {
		prefix = &mapping{paths: []string{""}, verbs: []string{routes.Any}, tier: graph.Exact}
	}
	first := len(r.found)
	defer func() { routes.SetClass(class.ID, r.found[first:]) }()
	for _, m := range r.Methods(class.ID) {
		for _, d := range m.Declared {
			if own := r.mappingOf(d, 0); own != nil {
				r.add(prefix, own, m.Handler, own.told.under(prefix.told).And(r.authorized(m, class.ID)))
				break
			}
		}
	}
}

// add adds the endpoints of a method under the paths of its controller. Parts of a path
// that come from the configuration are unknown.
func (r *reader) add(prefix, m *mapping, handler resolve.DefID, said routes.Attributes) {
	list := m.verbs
	if len(list) == 1 && list[0] == routes.Any {
		list = prefix.verbs
	}
	for _, before := range prefix.paths {
		for _, path := range m.paths {
			e := routes.Endpoint{Template: routes.Join(before, path), Handler: handler, At: m.at, Attributes: said,
				Tier: resolve.WeakerTier(prefix.tier, m.tier)}
			if strings.Contains(e.Template, "${") {
				continue
			}
			for _, e.Verb = range list {
				r.found = append(r.found, e)
			}
		}
	}
}
