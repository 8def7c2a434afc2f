package django

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// Framework returns the rules of Django.
func Framework() routes.Framework { return framework{&frameworkHead} }

type framework struct{ *interest.Head }

const family = "python"

// names are those of the libraries.
var names = []string{"django", "rest_framework", "ninja"}

// frameworkHead requests the sites of files with patterns, views or routers, or with the
// setting of the root patterns.
var frameworkHead = interest.Head{Languages: []string{family},
	Words: append([]string{"urlpatterns", "outer", "ROOT_URLCONF", "ViewSet", "APIView"},
		names...), Names: names}

// Endpoints lists the endpoints of the tree.
func (framework) Endpoints(t *eval.Tree) []routes.Endpoint {
	r := &reader{Tree: t, routers: map[eval.Variable]*router{}, reading: map[resolve.DefID]bool{},
		included: map[resolve.DefID]bool{}}
	r.ninjas = map[eval.Variable]*ninja{}
	lists := r.lists()
	if len(lists) == 0 {
		return nil
	}
	r.findRouters()
	r.super = r.callsSuper()
	r.modules = modulesOf(t)
	r.findNinjas()
	for _, d := range lists { // to find out which lists others include
		r.list(d, place{})
	}
	included := r.included
	r.included, r.found = map[resolve.DefID]bool{}, nil
	for _, d := range r.roots() {
		r.included[d] = true
		r.list(d, place{tier: graph.Exact})
	}
	// Lists that no root reaches may be included by another program, under any path.
	for _, d := range lists {
		if !r.included[d] && !included[d] {
			r.list(d, place{tier: graph.Heuristic})
		}
	}
	return r.found
}

// A reader collects the endpoints of one tree.
type reader struct {
	*eval.Tree
	found   []routes.Endpoint
	routers map[eval.Variable]*router
	ninjas  map[eval.Variable]*ninja
	modules map[string][]*resolve.File // by the last component of their names
	reading map[resolve.DefID]bool     // lists currently being read
	super   map[resolve.DefID]bool     // methods that call super()

	included map[resolve.DefID]bool     // lists that others include
	configs  map[string][]resolve.DefID // configurations of applications by label; nil until needed
}

// A place is where a pattern is included.
type place struct {
	slash  routes.Slash // of the last pattern; unknown for regular expressions and routers
	prefix string
	tier   graph.Tier
	space  string // namespace prefix of pattern names: "shop:"
	said   routes.Attributes
}

// under returns the place of patterns included at p under a route.
func (p place) under(route string, tier graph.Tier) place {
	p.prefix, p.tier = p.prefix+route, resolve.WeakerTier(p.tier, tier)
	return p
}

// lists finds the variables that hold the patterns of a module.
func (r *reader) lists() []resolve.DefID {
	var out []resolve.DefID
	for _, f := range r.Table.Files {
		if f.Family != family || f.Test || len(f.Sites) == 0 {
			continue
		}
		if d := r.patternsOf(f); d != resolve.None {
			out = append(out, d)
		}
	}
	return out
}

// patternsOf returns the variable urlpatterns of a module; None if it has none.
func (r *reader) patternsOf(f *resolve.File) resolve.DefID {
	for i := range f.Definitions {
		d := r.Table.Def(f.ID(int32(i)))
		if d.Name == "urlpatterns" && d.Outer == f.First {
			return d.ID
		}
	}
	return resolve.None
}

// roots lists the pattern lists that settings name as the root.
func (r *reader) roots() []resolve.DefID {
	var out []resolve.DefID
	for d := range r.Definitions(family) {
		if d.Name != "ROOT_URLCONF" {
			continue
		}
		for _, v := range r.Values(d.ID) {
			name, _ := r.Text(v)
			if m := r.module(name); m != nil {
				if root := r.patternsOf(m); root != resolve.None &&
					!slices.Contains(out, root) {
					out = append(out, root)
				}
			}
		}
	}
	return out
}

// modulesOf indexes module files by the last component of their names.
func modulesOf(t *eval.Tree) map[string][]*resolve.File {
	out := map[string][]*resolve.File{}
	for _, f := range t.Table.Files {
		if f.Family == family {
			name := moduleName(f)
			last := name[strings.LastIndexByte(name, '.')+1:]
			out[last] = append(out[last], f)
		}
	}
	return out
}

// moduleName returns the dotted path of a module from the root of the tree.
func moduleName(f *resolve.File) string {
	name := strings.TrimSuffix(strings.TrimSuffix(f.Path, ".py"), "/__init__")
	return strings.ReplaceAll(name, "/", ".")
}

// module finds the module of a dotted name, possibly in a source folder, or nil. Of
// several candidates it returns the one nearest to the root of the tree.
func (r *reader) module(name string) *resolve.File {
	if name == "" {
		return nil
	}
	var best *resolve.File
	for _, f := range r.modules[name[strings.LastIndexByte(name, '.')+1:]] {
		full := moduleName(f)
		if (full == name || strings.HasSuffix(full, "."+name)) &&
			(best == nil || len(full) < len(moduleName(best))) {
			best = f
		}
	}
	return best
}
