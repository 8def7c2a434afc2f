package page

import (
	"path"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// Files holds the templates of one language, by name.
type Files struct {
	tree   *eval.Tree
	List   []*resolve.File // by path
	byBase map[string][]*resolve.File
}

// FilesOf returns the templates of a language.
func FilesOf(t *eval.Tree, language string) *Files {
	f := &Files{tree: t, byBase: map[string][]*resolve.File{}}
	for _, file := range t.Table.Files {
		if IsTemplate(file) && file.Language == language {
			f.List = append(f.List, file)
			base := path.Base(file.Path)
			f.byBase[base] = append(f.byBase[base], file)
		}
	}
	return f
}

// A Found is a template with the confidence of the match; File is nil if there is no
// match.
type Found struct {
	File *resolve.File
	Tier graph.Tier
}

// ID returns the definition of the template.
func (f Found) ID() resolve.DefID { return f.File.ID(1) }

// Find finds the template for a name, which is its path below one of the root folders,
// as seen from a file. Engines search the folders of the whole application in a
// configured order. Among several templates of one name, those of the same project are
// preferred, then the nearest; if two are equally near, the result is ambiguous.
func (f *Files) Find(name string, from *resolve.File, roots ...string) Found {
	name = strings.TrimPrefix(path.Clean("/"+name), "/")
	var inRoot, others []*resolve.File
	for _, file := range f.byBase[path.Base(name)] {
		switch above, ok := strings.CutSuffix("/"+file.Path, "/"+name); {
		case !ok:
		case slices.Contains(roots, path.Base(above)):
			inRoot = append(inRoot, file)
		default:
			others = append(others, file)
		}
	}
	if len(inRoot) == 0 {
		return f.nearest(others, from, graph.Unique)
	}
	return f.nearest(inRoot, from, graph.Exact)
}

// At returns the template at a path.
func (f *Files) At(path string) Found {
	if file := f.tree.Table.ByPath[path]; file != nil && IsTemplate(file) {
		return Found{file, graph.Exact}
	}
	return Found{}
}

// Nearest chooses among templates of one name; see [Files.Find].
func (f *Files) Nearest(list []*resolve.File, from *resolve.File) Found {
	return f.nearest(list, from, graph.Exact)
}

// nearest chooses among templates; the tier is that of an only one.
func (f *Files) nearest(list []*resolve.File, from *resolve.File, tier graph.Tier) Found {
	if len(list) == 0 {
		return Found{}
	}
	if len(list) == 1 {
		return Found{list[0], tier}
	}
	best, tie := list[0], false
	for _, file := range list[1:] {
		switch d := f.nearness(file, from) - f.nearness(best, from); {
		case d > 0:
			best, tie = file, false
		case d == 0:
			tie = true
		}
	}
	if tie {
		return Found{}
	}
	return Found{best, graph.Unique}
}

// inProject is greater than any number of folders that two files share.
const inProject = 1 << 16

// nearness returns the number of folders that two files share, plus inProject if they
// are in one project.
func (f *Files) nearness(a, b *resolve.File) int {
	n := 0
	if f.tree.Project(a) == f.tree.Project(b) {
		n = inProject
	}
	x, y := strings.Split(path.Dir(a.Path), "/"), strings.Split(path.Dir(b.Path), "/")
	for i := 0; i < len(x) && i < len(y) && x[i] == y[i]; i++ {
		n++
	}
	return n
}

// Part returns the definition of a name within a template, or None.
func Part(file *resolve.File, name string) resolve.DefID {
	for i := 2; i < len(file.Definitions); i++ {
		if file.Definitions[i].Name == name {
			return file.ID(int32(i))
		}
	}
	return resolve.None
}
