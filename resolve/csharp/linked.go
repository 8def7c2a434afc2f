package csharp

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// bindLinked adds what the references of a file denote in the other projects that compile
// it. A shared file is compiled once in each: a name may denote another declaration there.
//
//	// Shared.cs, in Droid.csproj and Ios.csproj, each with a class Plat of its own
//	Plat.Name()    // that of Droid, and that of Ios
//
// Overloads are not resolved again: the declaration with the same signature is taken, and
// the tier is at most typed.
func (c *binder) bindLinked() {
	for _, p := range c.t.files[c.File].copies() {
		for i := range len(c.Bindings) {
			x := c.Bindings[i]
			if x.To <= resolve.None || x.From <= resolve.None {
				continue
			}
			for _, to := range c.t.sameIn(p, c.t.def(x.To)) {
				x.To, x.Tier = to, resolve.WeakerTier(c.Bindings[i].Tier, graph.Typed)
				c.Bindings = append(c.Bindings, x)
			}
		}
	}
}

// copies lists the other projects that compile a file. If a solution lists the file's
// project, those of no solution are older copies, and do not count.
func (f *file) copies() []*project {
	if f.project.listed() {
		return slices.DeleteFunc(slices.Clone(f.linkers), func(p *project) bool { return !p.listed() })
	}
	return f.linkers
}

// sameIn lists the declarations in a project with the full name and signature of a
// declaration outside of it.
func (t *tree) sameIn(p *project, d *resolve.Def) []resolve.DefID {
	if t.files[d.File] == nil || t.compiledIn(d.File, p) {
		return nil
	}
	top := d
	for top.Outer > resolve.None && t.def(top.Outer).Kind.IsType() {
		top = t.def(top.Outer)
	}
	var out []resolve.DefID
	for _, id := range t.spaces[d.ModuleName].tree.Top(top.Name) {
		f := t.def(id).File
		if f == d.File || !t.compiledIn(f, p) {
			continue
		}
		for i := range f.Definitions {
			o := t.def(f.ID(int32(i)))
			if o.Symbol == d.Symbol && o.Kind == d.Kind && o.ModuleName == d.ModuleName &&
				!slices.Contains(out, t.table.Canon[o.ID]) {
				out = append(out, t.table.Canon[o.ID])
			}
		}
	}
	return out
}

// compiledIn reports whether a project compiles a file.
func (t *tree) compiledIn(f *resolve.File, p *project) bool {
	of := t.files[f]
	return of.project == p || slices.Contains(of.linkers, p)
}
