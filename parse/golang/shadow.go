package golang

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
)

// A shadow is a declaration of a package that hides a name of the universe block, in
// all files of the package (Go specification, Declarations and scope).
type shadow struct {
	name string
	test bool // declared in a test file, not visible in other files
}

// Shadowed lists the builtin functions and predeclared types that another file of
// the package redeclares: they are references then, and len(x) may not be an int.
func (language) Shadowed(files []*parse.Facts) map[int][]string {
	packages := map[string][]shadow{}
	for _, f := range files {
		for d := range hiding(f) {
			packages[f.Module] = append(packages[f.Module], shadow{d.Name, f.Test})
		}
	}
	if len(packages) == 0 {
		return nil
	}
	out := map[int][]string{}
	for i, f := range files {
		if f == nil || f.Language != "go" {
			continue
		}
		var own []string // known when the file was read; see findRedeclared
		for d := range hiding(f) {
			if d.Kind.IsType() || d.Kind.IsCallable() {
				own = append(own, d.Name)
			}
		}
		for _, s := range packages[f.Module] {
			if (f.Test || !s.test) && !slices.Contains(own, s.name) {
				out[i] = append(out[i], s.name)
			}
		}
	}
	return out
}

// hiding yields the functions, types, variables and constants of a Go file that hide
// a name of the universe block.
func hiding(f *parse.Facts) func(yield func(*parse.Definition) bool) {
	return func(yield func(*parse.Definition) bool) {
		if f == nil || f.Language != "go" {
			return
		}
		for i := range f.Definitions {
			d := &f.Definitions[i]
			if d.Parent != 0 || !predeclared[d.Name] && !builtin[d.Name] || d.Kind == graph.KindMethod {
				continue
			}
			if !yield(d) {
				return
			}
		}
	}
}
