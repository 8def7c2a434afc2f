package resolve

import (
	"maps"
	"path"
	"slices"
	"strings"
)

// A Project holds the texts of files that say how the parts of the tree find
// each other, by path.
type Project struct {
	Files map[string]string

	// Current reports whether a script says what a database looks like now, whatever others
	// say; nil: none is known to.
	Current func(path string) bool

	// SQLMethods are parts of the names of methods that run what they are given.
	SQLMethods []string
}

// A ProjectName is the name of a project and the path of the file that gives it.
type ProjectName struct{ Name, File string }

// A Namer names the project of the file at a path, as if the tree had none of the project
// files that without reports, which may be nil. It returns the zero value for a file in none.
type Namer func(path string, without func(file string) bool) ProjectName

// Names returns the name of the project of a file. If hidden reports the file that gives it,
// the name that the file would have without that one follows, and so on up to one that is not
// hidden: each reader can then be told what the project files that it may see say.
func (of Namer) Names(path string, hidden func(file string) bool) []ProjectName {
	var names []ProjectName
	var without func(string) bool
	for {
		n := of(path, without)
		if n.File == "" {
			return names
		}
		names = append(names, n)
		if hidden == nil || !hidden(n.File) {
			return names
		}
		without = func(file string) bool {
			return slices.ContainsFunc(names, func(n ProjectName) bool { return n.File == file })
		}
	}
}

// Nearest returns what names the project of a file by the nearest folder around it with a
// project file that name finds a name in. Of several such files in one folder the first by
// name counts.
func (p *Project) Nearest(name func(file, text string) string) Namer {
	names := map[string][]ProjectName{} // by folder
	for _, file := range slices.Sorted(maps.Keys(p.Files)) {
		dir := path.Dir(file)
		if n := strings.TrimSpace(name(file, p.Files[file])); n != "" {
			names[dir] = append(names[dir], ProjectName{n, file})
		}
	}
	return func(file string, without func(string) bool) ProjectName {
		for dir := path.Dir(file); ; dir = path.Dir(dir) {
			for _, n := range names[dir] {
				if without == nil || !without(n.File) {
					return n
				}
			}
			if dir == "." || dir == "/" {
				return ProjectName{}
			}
		}
	}
}
