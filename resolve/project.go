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
}

// Nearest returns a function that names the project of a file: by the nearest folder around
// it with a project file that name finds a name in. Of several such files in one folder the
// first by name counts.
func (p *Project) Nearest(name func(file, text string) string) func(path string) string {
	names := map[string]string{} // by folder
	for _, file := range slices.Sorted(maps.Keys(p.Files)) {
		dir := path.Dir(file)
		if names[dir] == "" {
			names[dir] = strings.TrimSpace(name(file, p.Files[file]))
		}
	}
	return func(file string) string {
		for dir := path.Dir(file); ; dir = path.Dir(dir) {
			if name := names[dir]; name != "" {
				return name
			}
			if dir == "." || dir == "/" {
				return ""
			}
		}
	}
}
