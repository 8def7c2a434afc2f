package r

import (
	"path"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// An env is the visible names of a file beyond its own definitions: layers, the
// nearest first.
type env struct {
	names  map[string][]resolve.DefID // of the file itself
	layers []layer
	group  *resolve.File // the first file of those that source each other, transitively
	open   bool          // it attaches external packages, which may have any name
}

// A layer is a file that is sourced, or a package.
//
//	source("lib/load.R")    # all names of the file
//	library(units)          # the exports of the package
//	load_all()              # all names of the enclosing package
type layer struct {
	names map[string][]resolve.DefID // of a file
	pkg   *pkg                       // attached, or enclosing a test
	whole bool                       // all names of a package are visible, not only its exports
	tier  graph.Tier
}

// maxSourced bounds the files that one file sources, transitively.
const maxSourced = 500

// linkFiles computes the visible names of each file.
//
// Files of a package see only its namespace. A script sees the files that it sources,
// then those of the scripts that source it, then the packages that it attaches.
//
//	jobs/run.R: source("lib/load.R")    # run.R sees load.R; load.R may see run.R
func (r *rules) linkFiles() {
	names := map[*resolve.File]map[string][]resolve.DefID{}
	sources := map[*resolve.File][]*resolve.File{}
	var scripts []*resolve.File
	for _, f := range r.table.Files {
		if f.Language != "r" || r.pkgOf[f] != nil {
			continue
		}
		scripts = append(scripts, f)
		names[f] = map[string][]resolve.DefID{}
		addNames(r.table, f, names[f])
		sources[f] = r.sourcesOf(f)
	}
	users := map[*resolve.File][]*resolve.File{}
	for _, f := range scripts {
		for _, s := range sources[f] {
			users[s] = append(users[s], f)
		}
	}
	for _, f := range scripts {
		r.envs[f] = r.envOf(f, names, sources, users)
	}
	r.groupFiles(scripts, sources)
}

// groupFiles groups the files that source each other. Files of one group are run in
// one session. The group determines the methods that a generic of a script may run.
func (r *rules) groupFiles(scripts []*resolve.File, sources map[*resolve.File][]*resolve.File) {
	leader := func(f *resolve.File) *resolve.File {
		for r.envs[f].group != nil && r.envs[f].group != f {
			f = r.envs[f].group
		}
		return f
	}
	for _, f := range scripts {
		for _, s := range sources[f] {
			if r.envs[s] == nil {
				continue
			}
			a, b := leader(f), leader(s)
			if a.First < b.First {
				r.envs[b].group = a
			} else if b.First < a.First {
				r.envs[a].group = b
			}
		}
	}
	for _, f := range scripts {
		r.envs[f].group = leader(f)
	}
}

// envOf computes the visible names of a script. The scripts that source a file have
// run before it, assuming that their calls of source are at the end: their
// definitions are typed, or unique if several scripts source the file.
func (r *rules) envOf(f *resolve.File, names map[*resolve.File]map[string][]resolve.DefID,
	sources, users map[*resolve.File][]*resolve.File) *env {
	e := &env{names: names[f], open: path.Base(path.Dir(f.Path)) == "testthat"} // testthat is attached there
	seen := map[*resolve.File]bool{f: true}
	var add func(files []*resolve.File, tier graph.Tier)
	add = func(files []*resolve.File, tier graph.Tier) {
		for _, s := range slices.Backward(files) { // later sourced files hide earlier ones
			if seen[s] || len(seen) > maxSourced {
				continue
			}
			seen[s] = true
			if p := r.pkgOf[s]; p != nil {
				e.layers = append(e.layers, layer{pkg: p, whole: true, tier: tier})
			} else {
				e.layers = append(e.layers, layer{names: names[s], tier: tier})
			}
			r.attach(e, s, tier)
			add(sources[s], tier)
		}
	}
	add(sources[f], graph.Exact)
	r.attach(e, f, graph.Exact)
	tier := graph.Typed
	if len(users[f]) > 1 {
		tier = graph.Unique // one of those that source the file
	}
	for up := users[f]; len(up) > 0 && len(seen) < maxSourced; {
		before := len(seen)
		add(up, tier)
		var next []*resolve.File
		for _, u := range up {
			next = append(next, users[u]...)
		}
		if up = next; len(seen) == before {
			break
		}
	}
	if p := packageOf(r.packages, f.Path, true); p != nil && f.Test {
		e.layers = append(e.layers, layer{pkg: p, whole: true})
	}
	return e
}

// attach adds the attached packages of a file, the last one first.
//
//	library(dplyr)     # hides earlier attached packages, and R's own
//	library(units)     # hides names of dplyr
func (r *rules) attach(e *env, f *resolve.File, tier graph.Tier) {
	for i := len(f.Imports) - 1; i >= 0; i-- {
		im := &f.Imports[i]
		if !im.Whole || !im.All || im.Global {
			continue
		}
		if p := r.packageNamed(im.Path, f); p != nil {
			e.layers = append(e.layers, layer{pkg: p, tier: tier,
				whole: im.Path == "." || packageOf(r.packages, f.Path, true) == p && f.Test})
		} else if r.platform.Namespace(im.Path) == nil {
			e.open = true
		}
	}
}

// sourcesOf lists the files that a file sources, in order: those named by its calls,
// and those that its runner loads before.
func (r *rules) sourcesOf(f *resolve.File) []*resolve.File {
	var out []*resolve.File
	dir, base := path.Dir(f.Path), path.Base(f.Path)
	switch {
	case path.Base(dir) == "testthat" && !isHelper(base):
		out = append(out, r.filesIn(dir, isHelper)...)
	case strings.EqualFold(base, "app.R"), strings.EqualFold(base, "server.R"), strings.EqualFold(base, "ui.R"):
		// Shiny loads global.R and the files of the folder R.
		out = append(out, r.filesIn(path.Join(dir, "R"), func(string) bool { return true })...)
		out = append(out, r.filesIn(dir, func(name string) bool { return strings.EqualFold(name, "global.R") })...)
	}
	for i := range f.Imports {
		if im := &f.Imports[i]; im.All && !im.Whole {
			out = append(out, r.sourced(f, im.Path)...)
		}
	}
	return out
}

// isHelper reports whether testthat loads a file before the tests of its folder.
//
//	helper-cart.R    setup.R    setup-db.R
func isHelper(name string) bool {
	return strings.HasPrefix(name, "helper") || strings.HasPrefix(name, "setup")
}

// filesIn lists the R files in a folder whose names ok accepts, by path. Files are
// sorted by path, so those of a folder are found by a binary search.
func (r *rules) filesIn(dir string, ok func(name string) bool) []*resolve.File {
	var out []*resolve.File
	from, _ := slices.BinarySearchFunc(r.table.Files, dir+"/", func(f *resolve.File, p string) int {
		return strings.Compare(f.Path, p)
	})
	if dir == "." {
		from, dir = 0, ""
	} else {
		dir += "/"
	}
	for _, f := range r.table.Files[from:] {
		if !strings.HasPrefix(f.Path, dir) {
			break
		}
		if name := f.Path[len(dir):]; f.Language == "r" && !strings.Contains(name, "/") &&
			!isDocument(name) && ok(name) {
			out = append(out, f)
		}
	}
	return out
}

// sourced lists the files that a path in a call of source refers to: relative to the
// folder of the file, or to one above it, since the working directory of R is not
// known. The nearest one wins.
//
//	source("lib/load.R")    # in jobs/run.R: jobs/lib/load.R if it exists, else lib/load.R
//	tar_source("R")         # all files of that folder
func (r *rules) sourced(f *resolve.File, p string) []*resolve.File {
	if strings.Contains(p, "://") {
		return nil
	}
	p = strings.TrimPrefix(strings.ReplaceAll(p, `\`, "/"), "~/")
	for dir := path.Dir(f.Path); ; dir = path.Dir(dir) {
		full := path.Join(dir, p)
		if strings.HasSuffix(p, "/") {
			if list := r.filesIn(full, func(string) bool { return true }); len(list) > 0 {
				return list
			}
		} else if s := r.table.ByPath[full]; s != nil && s.Language == "r" {
			return []*resolve.File{s}
		}
		if dir == "." || dir == "/" {
			return nil
		}
	}
}

// sees reports whether code of a file may refer to top-level definitions of another
// one. Packages see their imports, scripts the packages that they attach and the
// files run with them.
func (r *rules) sees(from, of *resolve.File) bool {
	p, q := r.pkgOf[from], r.pkgOf[of]
	switch {
	case from == of || p != nil && p == q:
		return true
	case p != nil:
		return q != nil && p.ns.importsFrom(q.name)
	case q != nil:
		for _, l := range r.envs[from].layers {
			if l.pkg == q {
				return true
			}
		}
		return false
	}
	return r.envs[from].group == r.envs[of].group
}

// importsFrom reports whether a namespace imports from a package.
func (n *namespace) importsFrom(name string) bool {
	return slices.ContainsFunc(n.imports, func(i importing) bool { return i.pkg == name })
}
