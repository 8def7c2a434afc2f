// Package libs reads what libraries declare that are installed beside a tree: their types
// and members, as package outside has those of the platforms. Nothing of them becomes a
// part of the graph. Only packages that the tree imports are read, and those that their
// declarations mention, each when it is first asked about.
package libs

import (
	"path/filepath"

	"seedgraph/libs/disk"
	"seedgraph/libs/npm"
	"seedgraph/outside"
)

// Values of Open besides a folder.
const (
	Off  = "off"  // read nothing
	Auto = "auto" // look where the tools of each language install packages
)

// Libraries are the libraries of a tree. Nil has none.
type Libraries struct {
	log *disk.Log
	npm *npm.Packages
}

// Open returns the libraries of the tree in the folder root. They are looked for in where:
// a folder that has node_modules, or Auto, which means those of the tree. Off means nil.
func Open(root, where string) *Libraries {
	if where == Off || where == "" {
		return nil
	}
	l := &Libraries{log: disk.NewLog()}
	at := root
	if where != Auto {
		at = where
	}
	if abs, err := filepath.Abs(at); err == nil {
		at = abs
	}
	l.npm = npm.Open(at, l.log)
	return l
}

// Platform returns a platform of package outside with the libraries that run on it.
func (l *Libraries) Platform(name string) *outside.Platform {
	p := outside.Open(name)
	if l != nil && name == "typescript" {
		return p.With(l.npm)
	}
	return p
}

// Packages returns a line for each package that was read, sorted: its system, name and
// version, and a hash of its files that were read.
func (l *Libraries) Packages() []string {
	if l == nil {
		return nil
	}
	return l.log.Packages()
}

// Failures returns the files that could not be read or understood, sorted.
func (l *Libraries) Failures() []disk.Failure {
	if l == nil {
		return nil
	}
	return l.log.Failures()
}
