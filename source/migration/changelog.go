package migration

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// An Include is an entry of a changelog: the next file to run or, with All, a
// folder of them.
type Include struct {
	Path     string
	All      bool
	Relative bool // the path is relative to the tree; others may be relative to a resource folder
}

// Arrange orders migrations that changelogs include: they run where they are included,
// in the set of the outermost changelog, which no other includes. Includes are by the
// path of the changelog.
func Arrange(list []*Script, includes map[string][]Include) {
	if len(includes) == 0 {
		return
	}
	a := arrangement{list: slices.SortedFunc(slices.Values(list), func(x, y *Script) int {
		return Natural(x.Path, y.Path)
	}), includes: includes, placed: map[string]bool{}}
	inner := map[string]bool{}
	for file, list := range includes {
		for _, in := range list {
			for _, s := range a.find(file, in) {
				inner[s.Path] = inner[s.Path] || s.Path != file
			}
		}
	}
	for _, s := range a.list {
		if len(includes[s.Path]) > 0 && !inner[s.Path] {
			a.root, a.count = s, 0
			a.visit(s)
		}
	}
}

// ArrangeDates orders the sets of migrations of which most have dates by these,
// whatever their folders: a shorter date is a prefix of a longer one. Migrations
// without a date run after them, except those with a smaller number and those whose
// name marks them as initial.
//
//	migrations/templates/20240102_a.sql, migrations/sql/20240102030405000001_b.sql, migrations/views.sql
//
// Time grows with the number of migrations.
func ArrangeDates(list []*Script) {
	dated, rest := map[string]int{}, map[string]int{}
	for _, s := range list {
		if Date(s.Path) != "" && s.place == "" {
			dated[s.Set]++
		} else {
			rest[s.Set]++
		}
	}
	for _, s := range list {
		if dated[s.Set] > rest[s.Set] && Date(s.Path) != "" && s.place == "" {
			s.place = s.Set + "/" + (Date(s.Path) + strings.Repeat("0", maxDate))[:maxDate] + s.Path
		}
	}
}

type arrangement struct {
	list     []*Script // by path
	includes map[string][]Include
	placed   map[string]bool
	root     *Script
	count    int
}

// visit assigns a script its position, and then visits its includes.
func (a *arrangement) visit(s *Script) {
	if a.placed[s.Path] {
		return
	}
	a.placed[s.Path] = true
	a.count++
	s.Set, s.place = a.root.Set, fmt.Sprintf("%s/%d", a.root.Path, a.count)
	for _, in := range a.includes[s.Path] {
		for _, next := range a.find(s.Path, in) {
			a.visit(next)
		}
	}
}

// find returns the scripts that an include refers to, by path.
//
//	db/changelog/orders.xml    src/main/resources/db/changelog/orders.xml
//
// Of several with the same suffix it returns those of the folder with the longest
// common prefix with the changelog.
func (a *arrangement) find(from string, in Include) []*Script {
	wanted := strings.Trim(path.Clean(in.Path), "/")
	found := map[string][]*Script{}
	best := ""
	for _, s := range a.list {
		file := s.Path
		prefix, ok := "", false
		if in.All {
			prefix, ok = below(file, wanted)
		} else if prefix, ok = strings.CutSuffix(file, wanted); ok {
			ok = prefix == "" || strings.HasSuffix(prefix, "/")
		}
		if !ok || in.Relative && prefix != "" || s.Path == from {
			continue
		}
		if len(found) == 0 || common(prefix, from) > common(best, from) {
			best = prefix
		}
		found[prefix] = append(found[prefix], s)
	}
	return found[best]
}

// below splits the path of a file that is in a folder, at any depth, at that
// folder.
func below(file, folder string) (prefix string, ok bool) {
	if strings.HasPrefix(file, folder+"/") {
		return "", true
	}
	if i := strings.Index(file, "/"+folder+"/"); i >= 0 {
		return file[:i+1], true
	}
	return "", false
}

// common returns the length of the common prefix of two paths.
func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
