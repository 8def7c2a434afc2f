package r

import (
	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// rules resolve R in one tree. All maps are filled by Prepare, and only read after
// that, since files are bound in parallel.
//
//	packages, byName, pkgOf    packages.go
//	envs                       files.go
//	generics, s3               generics.go
type rules struct {
	resolve.PlainRules
	platform *external.Platform
	table    *resolve.Table

	packages map[string]*pkg   // by folder
	byName   map[string][]*pkg // by the name of the package, in the order of folders
	pkgOf    map[*resolve.File]*pkg

	envs     map[*resolve.File]*env
	classes  map[string][]resolve.DefID // by name: of S4, R6, reference classes and S7
	s3       *s3
	generics map[string]bool // arguments of UseMethod and similar functions
}

// Language returns the language with its rules.
func Language(platform *external.Platform) resolve.Language {
	return resolve.Language{
		Family: "r", Names: []string{"r"},
		Rules: func() resolve.Rules {
			return &rules{platform: platform, byName: map[string][]*pkg{},
				pkgOf: map[*resolve.File]*pkg{}, envs: map[*resolve.File]*env{},
				classes: map[string][]resolve.DefID{}, generics: map[string]bool{}}
		},
		ProjectFiles: []string{"DESCRIPTION", "NAMESPACE"},
		Projects:     projectNames,
	}
}

// Prepare finds the packages, the visible names of each file, the classes, and the
// generics with their methods.
//
// The order matters: generics are known before roxygen tags are read, since an
// exported method is registered; classes and files before methods, since a class
// determines whether a function is a method.
func (r *rules) Prepare(ix *resolve.Table) {
	r.table = ix
	r.findGenerics()
	r.loadPackages(ix)
	for _, f := range ix.Files {
		if f.Language == "r" {
			r.addClasses(ix, f)
		}
	}
	r.linkFiles()
	r.s3 = r.findMethods()
}

// addClasses records the classes of a file.
func (r *rules) addClasses(ix *resolve.Table, f *resolve.File) {
	for i := 1; i < len(f.Definitions); i++ {
		if d := ix.Def(f.ID(int32(i))); d.Kind.IsType() {
			r.classes[d.Name] = ix.Bounded(r.classes[d.Name], d)
		}
	}
}

// Imported finds the file that a call of source runs, or the package that a file attaches.
//
//	source("lib/load.R")    # the file
//	library(units)          # the package of the tree, or an external one
func (r *rules) Imported(b *resolve.Binder, i int) resolve.Target {
	im := &b.File.Imports[i]
	if !im.Whole {
		if files := r.sourced(b.File, im.Path); len(files) > 0 {
			return resolve.Target{Files: files}
		}
		return resolve.Target{}
	}
	if p := r.packageNamed(im.Path, b.File); p != nil {
		if p == r.pkgOf[b.File] {
			return resolve.Target{}
		}
		return resolve.Target{Modules: []string{p.name}}
	}
	return resolve.Target{External: true, Package: im.Path}
}

// packageNamed returns the package of the tree with a name: the nearest one to a
// file, if there are several.
//
//	library(units)    # in demo/a/run.R: demo/a/units, not demo/b/units
func (r *rules) packageNamed(name string, from *resolve.File) *pkg {
	if name == "." { // load_all()
		return packageOf(r.packages, from.Path, true)
	}
	list := r.byName[name]
	if len(list) == 0 {
		return nil
	}
	best := list[0]
	for _, p := range list[1:] {
		if common(p.dir, from.Path) > common(best.dir, from.Path) {
			best = p
		}
	}
	return best
}

// common counts the leading folders that two paths share.
func common(a, b string) int {
	n := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			n++
		}
	}
	return n
}

// BindFile binds the references of a file, and binds generics to their methods. The
// evaluator's results are discarded with the file.
func (r *rules) BindFile(b *resolve.Binder) {
	e := r.evaluator(b)
	for i := range b.File.References {
		e.budget.Next(b.File.References[i].At)
		e.bind(&b.File.References[i])
	}
	r.bindMethods(b)
	e.receivers()
	b.File.Limit(e.budget.Limits()...)
}

// ResolveType finds the class that a name in a signature or a slot denotes.
func (r *rules) ResolveType(b *resolve.Binder, ref parse.TypeRef, from resolve.DefID,
	_ uint32) resolve.Type {
	if id, tier := r.class(b.Table.Def(from).File, ref.Name); id != resolve.None {
		return resolve.Type{Def: id, Owner: resolve.None, Tier: tier}
	}
	return resolve.Type{Def: resolve.None, Owner: resolve.None, Name: ref.Name, External: true}
}

// ResolveBase implements [resolve.BaseResolver]: bases are resolved in the file of
// the class.
func (r *rules) ResolveBase(d *resolve.Def, ref parse.TypeRef) resolve.Type {
	if id, tier := r.class(d.File, ref.Name); id != resolve.None && id != d.ID {
		return resolve.Type{Def: id, Owner: resolve.None, Tier: tier}
	}
	return resolve.Type{Def: resolve.None, Owner: resolve.None, Name: ref.Name, External: true}
}

// Overridden finds the method of the nearest base class that a member overrides.
// Members of R6 and of reference classes override each other by name only.
func (r *rules) Overridden(b *resolve.Binder, d *resolve.Def) []resolve.DefID {
	owner := b.Table.EnclosingType(d.ID)
	if owner == resolve.None || !d.Kind.IsCallable() || d.Name == "validity" {
		return nil
	}
	for _, base := range r.lineage(owner)[1:] {
		if ids := r.ownMembers(base, d.Name); len(ids) > 0 {
			return ids[:1]
		}
	}
	return nil
}

// lineage lists a class and its bases, the nearest first. Bases are traversed breadth
// first, as in S4.
func (r *rules) lineage(class resolve.DefID) []resolve.DefID {
	line := []resolve.DefID{class}
	for i := 0; i < len(line) && len(line) < resolve.MaxLineage; i++ {
		for _, t := range r.table.Bases[line[i]] {
			if t.Def <= resolve.None {
				continue
			}
			if !contains(line, t.Def) {
				line = append(line, t.Def)
			}
		}
	}
	return line
}

func contains(list []resolve.DefID, id resolve.DefID) bool {
	for _, x := range list {
		if x == id {
			return true
		}
	}
	return false
}

// ownMembers lists the members of a name in a class itself, including those added
// from outside it.
//
//	Acc <- setRefClass("Acc", methods = list(pay = function(x) x))
//	Acc$methods(more = function() pay(1))    # also a member
func (r *rules) ownMembers(class resolve.DefID, name string) []resolve.DefID {
	ix := r.table
	if ids := ix.Own(class, name); len(ids) > 0 {
		return ids[len(ids)-1:]
	}
	d := ix.Def(class)
	for _, id := range ix.Own(d.File.First, name) {
		if ix.Def(id).Receiver().Name == d.Name {
			return []resolve.DefID{id}
		}
	}
	return nil
}

// member finds a member of an object by name: that of its class, or of the nearest
// base. open reports that an external base may have it.
//
//	inherit = pkg::Base    # external: it may have any member
func (r *rules) member(line []resolve.DefID, name string) (id resolve.DefID, open bool) {
	for _, c := range line {
		if ids := r.ownMembers(c, name); len(ids) > 0 {
			return ids[0], open
		}
		for _, t := range r.table.Bases[c] {
			open = open || t.Def == resolve.None && t.Name != "VIRTUAL"
		}
	}
	return resolve.None, open
}

// class finds the class that a name denotes in a file: a visible one or one of the
// same package, otherwise the only one in the tree.
//
//	pkg::Base    # the class of a package
func (r *rules) class(f *resolve.File, name string) (resolve.DefID, graph.Tier) {
	if i := lastColons(name); i >= 0 {
		from := name[:i]
		name = name[i+2:]
		for len(from) > 0 && from[len(from)-1] == ':' {
			from = from[:len(from)-1]
		}
		for _, id := range r.classes[name] {
			if p := r.pkgOf[r.defFile(id)]; p != nil && p.name == from {
				return id, graph.Exact
			}
		}
		return resolve.None, 0
	}
	list := r.classes[name]
	var near []resolve.DefID
	for _, id := range list {
		if r.sees(f, r.defFile(id)) {
			near = append(near, id)
		}
	}
	switch {
	case len(near) > 0:
		return near[len(near)-1], graph.Exact
	case len(list) == 1:
		return list[0], graph.Unique
	}
	return resolve.None, 0
}

// lastColons returns the last index of "::" in a name, or -1.
func lastColons(name string) int {
	for i := len(name) - 2; i > 0; i-- {
		if name[i] == ':' && name[i+1] == ':' {
			return i
		}
	}
	return -1
}

// defFile returns the file of a definition.
func (r *rules) defFile(id resolve.DefID) *resolve.File { return r.table.Def(id).File }
