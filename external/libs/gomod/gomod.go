// Package gomod reads the declarations of modules that the go.mod files of a tree
// require, from a vendor folder or the module cache. Nothing is downloaded and no
// tool is run: a module that is not on disk has no declarations.
//
// Files are those that the go command builds for linux on amd64 with cgo, without
// tests. They are parsed and not type-checked: types are the declared ones, and the
// type of a variable or constant without one is known only if its initializer
// determines it (a literal, new, a conversion).
package gomod

import (
	"cmp"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"

	"seedgraph/external"
	"seedgraph/external/libs/disk"
	"seedgraph/internal/regular"
)

// Modules are the modules that a tree requires. They are an [external.Library].
type Modules struct {
	log      *disk.Log
	required []required // the longest path first
	standard *external.Platform
	names    sync.Map // import path -> package name
}

// A required module is one that a go.mod file of the tree names.
type required struct {
	path, version string
	dirs          []string // possible folders, of which the first that exists is used
}

// Open returns the modules that the go.mod files in the upper folders of root
// require. Cache is the module cache, "" for the default one.
func Open(root, cache string, log *disk.Log) *Modules {
	m := &Modules{log: log, standard: external.Open("go")}
	if cache == "" {
		cache = environment()
	}
	found := map[string]required{}
	// Deeper modules are mostly fixtures of tests.
	for _, pattern := range []string{"go.mod", "*/go.mod", "*/*/go.mod"} {
		files, _ := filepath.Glob(filepath.Join(root, pattern)) // the pattern is well formed
		for _, file := range files {
			m.read(root, file, cache, found)
		}
	}
	for _, r := range found {
		m.required = append(m.required, r)
	}
	slices.SortFunc(m.required, func(a, b required) int {
		return cmp.Or(len(b.path)-len(a.path), strings.Compare(a.path, b.path))
	})
	return m
}

// environment returns the module cache that the go command uses by default:
// GOMODCACHE, else pkg/mod in the first folder of GOPATH. Settings of `go env -w` are
// not read.
func environment() string {
	if dir := os.Getenv("GOMODCACHE"); dir != "" {
		return dir
	}
	if dirs := filepath.SplitList(build.Default.GOPATH); len(dirs) > 0 {
		return filepath.Join(dirs[0], "pkg", "mod")
	}
	return ""
}

// read adds the requirements of a go.mod file. Of two versions the higher one is
// used, as in a workspace.
func (m *Modules) read(root, file, cache string, found map[string]required) {
	name, err := filepath.Rel(root, file)
	if err != nil {
		return
	}
	text, err := regular.Read(file, disk.MaxBytes)
	if err != nil {
		m.log.Fail(filepath.ToSlash(name), err)
		return
	}
	mod, err := modfile.Parse(filepath.ToSlash(name), text, nil)
	if err != nil { // of a later version of Go; the lax parser omits replace directives
		mod, err = modfile.ParseLax(filepath.ToSlash(name), text, nil)
	}
	if err != nil {
		m.log.Fail(filepath.ToSlash(name), err)
		return
	}
	// Since Go 1.17 go.mod also lists indirect requirements, so they need not be
	// computed from the go.mod files of the dependencies.
	dir := filepath.Dir(file)
	for _, r := range mod.Require {
		if old, ok := found[r.Mod.Path]; ok && semver.Compare(old.version, r.Mod.Version) >= 0 {
			continue
		}
		at := required{path: r.Mod.Path, version: r.Mod.Version}
		at.dirs = append(at.dirs, filepath.Join(dir, "vendor", filepath.FromSlash(r.Mod.Path)))
		if d := inCache(cache, r.Mod); d != "" {
			at.dirs = append(at.dirs, d)
		}
		for _, replace := range mod.Replace {
			old := replace.Old
			if old.Path == r.Mod.Path && (old.Version == "" || old.Version == r.Mod.Version) {
				at.version = replace.New.Version
				at.dirs = []string{at.dirs[0], replaced(dir, cache, replace.New)}
			}
		}
		found[r.Mod.Path] = at
	}
}

// replaced returns the folder that a replace directive names: a path, or another
// module.
func replaced(dir, cache string, to module.Version) string {
	switch {
	case to.Version != "":
		return inCache(cache, to)
	case filepath.IsAbs(to.Path):
		return to.Path
	}
	return filepath.Join(dir, filepath.FromSlash(to.Path))
}

// inCache returns the folder of a module in the cache, or "" if its path is invalid.
// Upper-case letters are escaped as !a there, for case-insensitive file systems.
func inCache(cache string, v module.Version) string {
	p, err := module.EscapePath(v.Path)
	if err != nil || cache == "" {
		return ""
	}
	version, err := module.EscapeVersion(v.Version)
	if err != nil {
		return ""
	}
	return filepath.Join(cache, filepath.FromSlash(p)+"@"+version)
}

// A folder is the package of an import path on disk.
type folder struct {
	path  string // import path
	dir   string
	of    disk.Package
	files []string // names of the files that are built
}

// find returns the folder of a package, or nil if no required module on disk has it.
// Of nested modules the one with the longest path has the package, as for the go
// command, unless it has no such folder.
func (m *Modules) find(importPath string) *folder {
	for i := range m.required {
		r := &m.required[i]
		rest, ok := strings.CutPrefix(importPath, r.path)
		if !ok || rest != "" && rest[0] != '/' {
			continue
		}
		for _, dir := range r.dirs {
			f := &folder{path: importPath, dir: filepath.Join(dir, filepath.FromSlash(rest)),
				of: disk.Package{System: "go", Name: r.path, Version: r.version}}
			if f.files = sources(f.dir); len(f.files) > 0 {
				return f
			}
		}
	}
	return nil
}

// sources lists the Go files in a folder that are built, sorted.
func sources(dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	target := build.Default
	target.GOOS, target.GOARCH, target.CgoEnabled = "linux", "amd64", true
	var out []string
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		if ok, err := target.MatchFile(dir, name); ok && err == nil {
			out = append(out, name)
		}
	}
	return out
}

// name returns the name of a package imported without an explicit name: that of its
// package clause, which may differ from the last part of its path.
//
//	import "gopkg.in/yaml.v3"    // package yaml
func (m *Modules) name(importPath string) string {
	if n, ok := m.names.Load(importPath); ok {
		name, _ := n.(string)
		return name
	}
	name := path.Base(importPath)
	if n := m.standard.Namespace(importPath); n != nil {
		name = cmp.Or(n.Short(), name)
	} else if f := m.find(importPath); f != nil {
		name = cmp.Or(f.clause(), name)
	}
	m.names.Store(importPath, name)
	return name
}

// clause reads the name of a package from one of its files.
func (f *folder) clause() string {
	for _, name := range f.files {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(f.dir, name), nil,
			parser.PackageClauseOnly)
		if err == nil {
			return file.Name.Name
		}
	}
	return ""
}
