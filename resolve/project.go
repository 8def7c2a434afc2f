package resolve

import (
	"maps"
	"path"
	"slices"
	"strings"
)

// A Project holds the contents, by path, of the files that describe how the parts of the
// tree refer to each other.
type Project struct {
	Files map[string]string

	// Links maps the paths of symbolic links to their targets in the tree.
	Links map[string]string

	// Current reports whether a script declares the current state of a database and
	// overrides other scripts; nil: no script is known to.
	Current func(path string) bool

	// SQLMethods are substrings of the names of methods that run their arguments.
	SQLMethods []string
	// SQLCalls are the names of further methods that do.
	SQLCalls []string
}

// A ProjectNote describes a part of a project file that is not understood: names that it
// declares may be missed.
type ProjectNote struct {
	Path string
	Line int // 0: unknown
	What string
}

// NoteUnread records a part of a project file that is not understood. Only Prepare of the
// rules may call it.
func (ix *Table) NoteUnread(path string, line int, what string) {
	n := ProjectNote{path, line, what}
	if !slices.Contains(ix.Notes, n) && len(ix.Notes) < maxNotes {
		ix.Notes = append(ix.Notes, n)
	}
}

// maxNotes bounds the notes on the project files of a tree: each is compared with all
// earlier ones.
const maxNotes = 1000

// maxLinks bounds how many symbolic links of one path are followed.
const maxLinks = 16

// Real resolves the symbolic links of a path to a file or folder, or to something below
// one.
func (p *Project) Real(name string) string {
	for range maxLinks {
		next := p.followed(name)
		if next == name {
			break
		}
		name = next
	}
	return name
}

// followed replaces the outermost link of a path with its target.
func (p *Project) followed(name string) string {
	if len(p.Links) == 0 {
		return name
	}
	for i := 0; i <= len(name); i++ {
		if i < len(name) && name[i] != '/' {
			continue
		}
		if to, ok := p.Links[name[:i]]; ok {
			return path.Join(to, name[i:])
		}
	}
	return name
}

// A ProjectName is the name of a project and the path of the file that declares it.
type ProjectName struct {
	Name, File string

	// path of the solution without which another project file may give the name, or empty
	Solution string
	// files that it assumes hidden, sorted; see [Namer.Names]
	Without []string
}

// A ProjectNamer returns the project of the file at a path, as if the tree lacked the project
// files that without reports, which may be nil. It returns the zero value for a file in
// no project.
type ProjectNamer func(path string, without func(file string) bool) ProjectName

// maxNames bounds the names of one file. Readers to whom a later one would apply see
// none.
const maxNames = 64

// Names returns the name of the project of a file. If hidden reports the file that
// declares it, or the solution, the name that the file would have without that one
// follows, and so on up to names that are not hidden. Each reader sees the first name
// whose File and Solution are visible and whose Without files are not, so that it depends
// only on project files that the reader may see.
//
// Where no solution decides, Without is omitted: it consists of the files of the earlier
// names.
//
// Each name takes a call of the namer; there is one per hidden project file, and at most
// maxNames where solutions decide.
func (of ProjectNamer) Names(path string, hidden func(file string) bool) []ProjectName {
	var names []ProjectName
	queue, solved := [][]string{nil}, false
	for len(queue) > 0 && !(solved && len(names) == maxNames) {
		without := queue[0]
		queue = queue[1:]
		n := of(path, leavingOut(without))
		if n.File == "" {
			continue
		}
		n.Without = without
		names = append(names, n)
		solved = solved || n.Solution != ""
		for _, witness := range []string{n.File, n.Solution} {
			if witness == "" || hidden == nil || !hidden(witness) {
				continue
			}
			more := slices.Sorted(slices.Values(append(slices.Clone(without), witness)))
			if !slices.ContainsFunc(queue, func(q []string) bool { return slices.Equal(q, more) }) {
				queue = append(queue, more)
			}
		}
	}
	for i := range names {
		if !solved {
			names[i].Without = nil
		}
	}
	return names
}

// leavingOut returns a function that reports the files of a list, or nil if the list is
// empty.
func leavingOut(list []string) func(file string) bool {
	if len(list) == 0 {
		return nil
	}
	return func(file string) bool { return slices.Contains(list, file) }
}

// Nearest returns a Namer that uses the nearest enclosing folder with a project file in
// which name finds a name. Of several such files in one folder, the first in lexical
// order counts.
func (p *Project) Nearest(name func(file, text string) string) ProjectNamer {
	names := map[string][]ProjectName{} // by folder
	for _, file := range slices.Sorted(maps.Keys(p.Files)) {
		dir := path.Dir(file)
		if n := strings.TrimSpace(name(file, p.Files[file])); n != "" {
			names[dir] = append(names[dir], ProjectName{Name: n, File: file})
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

// RunsSQL reports whether methods of a name are configured to run their arguments. The nil Project has none.
func (p *Project) RunsSQL(name string) bool {
	return p != nil && (slices.Contains(p.SQLCalls, name) ||
		slices.ContainsFunc(p.SQLMethods, func(part string) bool { return strings.Contains(name, part) }))
}

// configuresSQL reports whether there are any.
func (p *Project) configuresSQL() bool { return p != nil && len(p.SQLMethods)+len(p.SQLCalls) > 0 }
