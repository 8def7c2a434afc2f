// Package site reads the declarations of Python packages installed in a site-packages
// folder: stubs, and sources of packages marked as typed. It finds them as type
// checkers do (PEP 561): stub packages (NAME-stubs) come first, then stubs next to
// the sources, then the sources of a package with a py.typed file. Nothing is run,
// and the standard library is not read: it has a table.
package site

import (
	"bufio"
	"cmp"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"seedgraph/external"
	"seedgraph/external/libs/disk"
	"seedgraph/external/pyi"
	"seedgraph/internal/regular"
)

// Minor is the minor version of Python 3 used to evaluate version conditions: that of
// the standard library's table.
const Minor = 14

// Packages are the packages of an environment. They are an [external.Library].
type Packages struct {
	dirs     []string // site-packages folders; the first one with a package wins
	log      *disk.Log
	standard *external.Platform

	once      sync.Once
	installed map[string]disk.Package // by import name

	mu     sync.Mutex // guards reader, which is used by one goroutine at a time
	reader *pyi.Reader
}

// environments are the folders of virtual environments in a tree, in order of
// preference: the names used by uv, poetry and pdm, and by the documentation of the
// module venv.
var environments = []string{".venv", "venv", "env", ".env"}

// Open returns the packages of an environment. Root is a folder that is one, has one,
// or is a site-packages folder. With auto, those of the active environments
// (VIRTUAL_ENV, CONDA_PREFIX) come last.
func Open(root string, auto bool, log *disk.Log) *Packages {
	p := &Packages{log: log, standard: external.Open("python").WithoutLibraries()}
	places := []string{root}
	for _, name := range environments {
		places = append(places, filepath.Join(root, name))
	}
	if auto {
		places = append(places, os.Getenv("VIRTUAL_ENV"), os.Getenv("CONDA_PREFIX"))
	}
	for _, place := range places {
		if place != "" {
			p.dirs = append(p.dirs, folders(place)...)
		}
	}
	p.reader = pyi.NewReader(p.load, p.fail)
	return p
}

// folders returns the site-packages folders of an environment: those of the highest
// Python version.
func folders(env string) []string {
	for _, pattern := range []string{"site-packages", "lib/python3.*/site-packages",
		"Lib/site-packages"} {
		// The pattern is well formed unless the path of the folder contains
		// metacharacters.
		found, _ := filepath.Glob(filepath.Join(env, filepath.FromSlash(pattern)))
		if len(found) > 0 {
			slices.SortFunc(found, func(a, b string) int { // 3.9 before 3.10
				return cmp.Or(len(a)-len(b), strings.Compare(a, b))
			})
			return found[len(found)-1:]
		}
	}
	return nil
}

// Declare returns the declarations of a module.
func (p *Packages) Declare(module string) (d *external.Declared) {
	if len(p.dirs) == 0 || p.isStandard(module) {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.log.Guard(module, func() { d = p.reader.Declare(module) })
	return d
}

// Close frees the syntax trees. Declarations stay valid.
func (p *Packages) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.reader.Close()
	p.dirs = nil
}

// isStandard reports whether a module is in the standard library, which installed
// packages cannot replace.
func (p *Packages) isStandard(module string) bool {
	first, _, _ := strings.Cut(module, ".")
	return p.standard.Namespace(first) != nil
}

func (p *Packages) fail(module string, err error) { p.log.Fail(module, err) }

// load returns the text of a module.
func (p *Packages) load(module string) (pyi.File, bool) {
	if module == "" || p.isStandard(module) || strings.ContainsAny(module, `/\:`) ||
		strings.Contains(module, "..") {
		return pyi.File{}, false
	}
	f := pyi.File{Module: module, Minor: Minor}
	name, ok := p.find(&f)
	if !ok {
		return f, false
	}
	first, _, _ := strings.Cut(name.rel, "/")
	text, err := p.log.Read(p.packageOf(first), name.rel, name.file)
	f.Text = text
	return f, err == nil
}

// A place is a file, and its name below the site-packages folder.
type place struct{ rel, file string }

// find returns the file of a module and sets its kind in f.
func (p *Packages) find(f *pyi.File) (place, bool) {
	first, rest, _ := strings.Cut(strings.ReplaceAll(f.Module, ".", "/"), "/")
	for _, dir := range p.dirs {
		for _, form := range []struct {
			top    string
			ending string
		}{{first + "-stubs", ".pyi"}, {first, ".pyi"}, {first, ".py"}} {
			if form.ending == ".py" && !isTyped(dir, first) {
				continue
			}
			at := path.Join(form.top, rest)
			for _, rel := range []string{path.Join(at, "__init__") + form.ending, at + form.ending} {
				file := filepath.Join(dir, filepath.FromSlash(rel))
				if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
					continue
				}
				f.Package = path.Base(rel) == "__init__"+form.ending
				f.Source = form.ending == ".py"
				return place{rel, file}, true
			}
		}
	}
	return place{}, false
}

// isTyped reports whether a package is marked as typed. A module that is not a
// package cannot be.
func isTyped(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, name, "py.typed"))
	return err == nil
}

// packageOf returns the installed package that a top-level folder or module belongs
// to.
func (p *Packages) packageOf(top string) disk.Package {
	p.once.Do(func() {
		p.installed = map[string]disk.Package{}
		for _, dir := range p.dirs {
			infos, _ := filepath.Glob(filepath.Join(dir, "*.dist-info")) // sorted
			for _, info := range infos {
				p.record(info)
			}
		}
	})
	if d, ok := p.installed[strings.TrimSuffix(top, path.Ext(top))]; ok {
		return d
	}
	return disk.Package{System: "python", Name: strings.TrimSuffix(top, path.Ext(top))}
}

// record records the top-level modules of a package, from the list of its files
// (Python Packaging User Guide, "Recording installed projects").
//
//	attrs-23.2.0.dist-info/RECORD: attr/__init__.py,sha256=…,123
func (p *Packages) record(info string) {
	name, version, _ := strings.Cut(strings.TrimSuffix(filepath.Base(info), ".dist-info"), "-")
	f, err := regular.Open(filepath.Join(info, "RECORD"))
	if err != nil {
		return // the import name is used instead
	}
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		file, _, _ := strings.Cut(in.Text(), ",")
		top, _, _ := strings.Cut(file, "/")
		top = strings.TrimSuffix(top, path.Ext(top))
		if _, ok := p.installed[top]; !ok && top != "" {
			p.installed[top] = disk.Package{System: "python", Name: name, Version: version}
		}
	}
}
