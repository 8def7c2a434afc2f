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

	// Links has the paths of symbolic links and what of the tree each leads to.
	Links map[string]string

	// Current reports whether a script says what a database looks like now, whatever others
	// say; nil: none is known to.
	Current func(path string) bool

	// SQLMethods are parts of the names of methods that run what they are given.
	SQLMethods []string
}

// A ProjectNote says what of a project file is not understood: names that it declares may be missed.
type ProjectNote struct {
	Path string
	Line int // 0: unknown
	What string
}

// Unread notes what of a project file is not understood. Only Prepare of the rules may call it.
func (ix *Table) Unread(path string, line int, what string) {
	n := ProjectNote{path, line, what}
	if !slices.Contains(ix.Notes, n) && len(ix.Notes) < maxNotes {
		ix.Notes = append(ix.Notes, n)
	}
}

// maxNotes bounds the notes on the project files of a tree: each is compared with those before.
const maxNotes = 1000

// maxLinks bounds how many links one path leads through.
const maxLinks = 16

// Real returns the path that a path leads to: of a link to a file, or of something below a link to a
// folder, the one that it has without links.
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

// followed puts what the outermost link on a path leads to in its place.
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

// A ProjectName is the name of a project and the path of the file that gives it.
type ProjectName struct {
	Name, File string

	// path of the solution without which another project file may give the name; empty: none
	Solution string
	// files that it takes for hidden, sorted, as [Namer.Names] says
	Without []string
}

// A Namer names the project of the file at a path, as if the tree had none of the project
// files that without reports, which may be nil. It returns the zero value for a file in none.
type Namer func(path string, without func(file string) bool) ProjectName

// maxNames bounds the names of one file. Readers of whom a further one is true know none.
const maxNames = 64

// Names returns the name of the project of a file. If hidden reports the file that gives it, or
// the solution, the name that the file would have without that one follows, and so on up to
// those that are not hidden: each reader can then be told what the project files say that it
// may see. That is the first name of which it sees File and Solution, and nothing of Without.
//
// Where no solution decides, Without is left out: it has the files of the names before.
//
// Each name takes a call of the namer; there are as many as hidden project files, and at most
// maxNames where solutions decide.
func (of Namer) Names(path string, hidden func(file string) bool) []ProjectName {
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

// leavingOut reports the files of a list; nil for none.
func leavingOut(list []string) func(file string) bool {
	if len(list) == 0 {
		return nil
	}
	return func(file string) bool { return slices.Contains(list, file) }
}

// Nearest returns what names the project of a file by the nearest folder around it with a
// project file that name finds a name in. Of several such files in one folder the first by
// name counts.
func (p *Project) Nearest(name func(file, text string) string) Namer {
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
