// Package libs reads the declarations of libraries installed for a tree: their types
// and members, as package outside has those of the platforms. They do not become part
// of the graph. Only packages that the tree imports are read, and those that their
// declarations refer to, each on first use.
package libs

import (
	"path/filepath"

	"seedgraph/external"
	"seedgraph/external/libs/disk"
	"seedgraph/external/libs/gomod"
	"seedgraph/external/libs/jar"
	"seedgraph/external/libs/npm"
	"seedgraph/external/libs/site"
)

// Values of Open other than a folder.
const (
	Off  = "off"  // read nothing
	Auto = "auto" // search the install locations of each language's tools
)

// Libraries are the libraries of a tree. A nil Libraries has no packages.
type Libraries struct {
	log  *disk.Log
	npm  *npm.Packages
	mod  *gomod.Modules
	site *site.Packages
	jars *jar.Jars
}

// Open returns the libraries of the tree in the folder root. They are searched in
// where: a folder that has node_modules, pkg/mod, site-packages or a virtual
// environment, lib and .m2/repository; or Auto, which means those of the tree and of
// the user. Off means nil. The caller must close it after use.
func Open(root, where string) *Libraries {
	if where == Off || where == "" {
		return nil
	}
	l := &Libraries{log: disk.NewLog()}
	at, cache, repository := absolute(root), "", ""
	if where != Auto {
		at = absolute(where)
		cache = filepath.Join(at, "pkg", "mod")
		repository = filepath.Join(at, ".m2", "repository")
	}
	l.npm = npm.Open(at, l.log)
	l.mod = gomod.Open(absolute(root), cache, l.log)
	l.site = site.Open(at, where == Auto, l.log)
	l.jars = jar.Open(absolute(root), at, repository, l.log)
	return l
}

// Close frees the libraries. Declarations stay valid.
func (l *Libraries) Close() {
	if l != nil {
		l.site.Close()
		l.jars.Close()
	}
}

func absolute(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		return abs
	}
	return dir
}

// Platform returns a platform of package outside with the libraries for it.
func (l *Libraries) Platform(name string) *external.Platform {
	p := external.Open(name)
	switch {
	case l != nil && name == "typescript":
		return p.With(l.npm)
	case l != nil && name == "go":
		return p.With(l.mod)
	case l != nil && name == "python":
		return p.With(l.site)
	case l != nil && name == "jdk":
		return p.With(l.jars)
	}
	return p
}

// Packages returns a line for each package that was read, sorted: its system, name
// and version, and a hash of the files read.
func (l *Libraries) Packages() []string {
	if l == nil {
		return nil
	}
	return l.log.Packages()
}

// Failures returns the files that could not be read or parsed, sorted.
func (l *Libraries) Failures() []disk.Failure {
	if l == nil {
		return nil
	}
	return l.log.Failures()
}
