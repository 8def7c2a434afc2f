package csharp

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/config"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// flags are the System.CommandLine classes whose objects are flags.
var flags = map[string]bool{"Option": true, "CliOption": true}

// flag records the flag that a System.CommandLine option declares, by its first long
// name:
//
//	new Option<int>("--port", "-p")       new Option<int>(new[] { "-p", "--port" }, "which port")
func (r *configReader) flag(x eval.Expr) {
	if x.Referent().Def != resolve.None || !r.sees(x.In.File, "System.CommandLine") {
		return
	}
	for i := range x.Args {
		a := &x.Args[i]
		if a.Name != "" && a.Name != "name" && a.Name != "aliases" {
			continue
		}
		names, _ := r.Texts(x.Sub(&a.Value))
		if text, ok := r.Text(x.Sub(&a.Value)); ok {
			names = []string{text}
		}
		at := slices.IndexFunc(names, func(name string) bool {
			return strings.HasPrefix(name, "--") && !strings.Contains(name, " ")
		})
		if at >= 0 {
			r.enter(x, config.FlagOf(x.In.File, strings.TrimPrefix(names[at], "--")), graph.Exact, false)
			return
		}
	}
}

// sees reports whether a file imports a namespace, directly or by a global using of its
// project.
func (r *configReader) sees(f *resolve.File, space string) bool {
	imports := func(g *resolve.File, all bool) bool {
		return slices.ContainsFunc(g.Imports, func(im parse.Import) bool {
			return im.Path == space && (im.Global || !all)
		})
	}
	return imports(f, false) || slices.ContainsFunc(r.Table.Files, func(g *resolve.File) bool {
		return g.Language == language && imports(g, true) && r.Project(g) == r.Project(f)
	})
}
