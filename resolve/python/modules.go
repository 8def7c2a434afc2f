package python

import (
	"cmp"
	"path"
	"slices"
	"sort"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A mod is a module: a file, or a folder of modules. A package that has an
// __init__ file is both.
type mod struct {
	path string        // of the folder, or of the file without extension
	file *resolve.File // nil for a folder without __init__
	dir  bool
}

// modules finds modules by the names that imports use. It does not change
// once built.
type modules struct {
	byPath map[string]*mod
	byName map[string][]*mod // by dotted name as seen from a root, in the order of paths
	roots  roots
	locals map[*resolve.File]map[string][]int32 // indices of Locals by name, in the order of their definitions
	flows  map[flowKey]*flow
	// by the last name: x.name = value, by (path, position)
	writes map[string][]*flow
	// what a flow sets a member of
	targets map[*flow]set
	names   map[*resolve.File]map[string][]int32 // indices of Imports by the name that they bind, likewise
	stars   map[*resolve.File][]int32
	// the calls in a type alias that may say what it depends on: files that use it ask when the
	// references of its own file are gone
	dependers map[resolve.DefID][]parse.Reference

	links    *resolve.Project      // nil: the tree has no symbolic links
	named    map[string]bool       // words of project files
	searched map[string]searchPath // what a file adds to sys.path, by its path
	tested   map[string]searchPath // what a conftest.py adds, by its folder
}

// A flowKey is a name in a scope.
type flowKey struct {
	def  resolve.DefID
	name string
}

func newModules(ix *resolve.Table) *modules {
	m := &modules{
		byPath: map[string]*mod{}, byName: map[string][]*mod{}, roots: projectRoots(ix.Project),
		flows: map[flowKey]*flow{}, writes: map[string][]*flow{},
		locals: map[*resolve.File]map[string][]int32{},
		names:  map[*resolve.File]map[string][]int32{},
		stars:  map[*resolve.File][]int32{},

		dependers: map[resolve.DefID][]parse.Reference{},
		named:     projectWords(ix.Project),
		searched:  map[string]searchPath{}, tested: map[string]searchPath{},
	}
	if len(ix.Project.Links) > 0 {
		m.links = ix.Project
	}
	for _, f := range ix.Files {
		if f.Language == "python" {
			m.addFile(f)
			m.addSearchPath(f)
			m.addDependers(f)
		}
	}
	paths := make([]string, 0, len(m.byPath))
	for p := range m.byPath {
		paths = append(paths, p)
	}
	sort.Strings(paths)
	for _, p := range paths {
		m.addNames(m.byPath[p])
	}
	return m
}

// addDependers keeps the calls in the type aliases of a file that may say what these depend on.
func (m *modules) addDependers(f *resolve.File) {
	for i := range f.Definitions {
		d := &f.Definitions[i]
		if d.Kind != graph.KindTypeAlias {
			continue
		}
		next, _ := slices.BinarySearchFunc(f.References, d.Range.Start,
			func(r parse.Reference, at uint32) int { return cmp.Compare(r.At, at) })
		for ; next < len(f.References) && d.Range.Contains(f.References[next].At); next++ {
			if r := f.References[next]; mayDepend(&r) {
				m.dependers[f.ID(int32(i))] = append(m.dependers[f.ID(int32(i))], r)
			}
		}
	}
}

// addFile enters a file as a module, and the folders around it: a folder without __init__
// is a package, too (PEP 420), of which only the modules in it are known.
func (m *modules) addFile(f *resolve.File) {
	p := strings.TrimSuffix(f.Path, path.Ext(f.Path))
	isInit := path.Base(p) == "__init__"
	if isInit {
		p = path.Dir(p)
	}
	// A source file says more than its stub, and a package hides a module of its name.
	old := m.byPath[p]
	if old == nil || old.file == nil || strings.HasSuffix(old.file.Path, ".pyi") ||
		isInit && !old.dir {
		m.byPath[p] = &mod{path: p, file: f, dir: isInit}
	}
	// A folder with an __init__ that comes later in the list takes the place of this entry.
	for d := path.Dir(p); d != "." && d != "/"; d = path.Dir(d) {
		if m.byPath[d] == nil {
			m.byPath[d] = &mod{path: d, dir: true}
		}
	}
	locals := map[string][]int32{}
	for i := range f.Locals {
		locals[f.Locals[i].Name] = append(locals[f.Locals[i].Name], int32(i))
	}
	names := map[string][]int32{}
	for i := range f.Imports {
		if im := &f.Imports[i]; im.All {
			m.stars[f] = append(m.stars[f], int32(i))
		} else {
			names[im.Alias] = append(names[im.Alias], int32(i))
		}
	}
	for _, list := range locals {
		slices.SortStableFunc(list, func(a, b int32) int { return cmp.Compare(f.Locals[a].Def, f.Locals[b].Def) })
	}
	for _, list := range names {
		slices.SortStableFunc(list, func(a, b int32) int { return cmp.Compare(f.Imports[a].Def, f.Imports[b].Def) })
	}
	m.locals[f], m.names[f] = locals, names
	m.addFlows(f)
}

// addFlows keeps the names of a file that are bound several times. Members that are set
// from outside their class (order.total = …) are kept by name: any class with that member
// may be meant, so that all files are asked. Tests patch members of objects at will, and
// say nothing of them.
func (m *modules) addFlows(f *resolve.File) {
	for i := range f.Flows {
		x := &flow{&f.Flows[i], f}
		m.flows[flowKey{f.ID(x.Def), x.Name}] = x
		if dot := lastDot(x.Name); dot > 0 && !f.Test && !strings.HasPrefix(x.Name, "this.") {
			m.writes[x.Name[dot+1:]] = append(m.writes[x.Name[dot+1:]], x)
		}
	}
}

// flow returns the flow of a name in the scope of a definition, nil if it has
// none: it has one binding at most then.
func (m *modules) flow(scope resolve.DefID, name string) *flow {
	return m.flows[flowKey{scope, name}]
}

// addNames enters a module under the dotted names by which it may be imported:
// from the folder above its outermost package, and from the usual roots.
//
//	src/shop/model/order.py    # shop.model.order; from inside of src also by that name alone
func (m *modules) addNames(mod *mod) {
	seen := map[string]bool{}
	add := func(root string) {
		name := strings.ReplaceAll(strings.TrimPrefix(strings.TrimPrefix(mod.path, root), "/"), "/",
			".")
		if name != "" && !seen[name] {
			seen[name] = true
			m.byName[name] = append(m.byName[name], mod)
		}
	}
	root := path.Dir(mod.path)
	for root != "." && m.byPath[root] != nil && m.byPath[root].file != nil { // has __init__
		root = path.Dir(root)
	}
	if root == "." {
		root = ""
	}
	add(root)
	add("")
	for _, r := range usualRoots {
		if strings.HasPrefix(mod.path, r+"/") {
			add(r)
		}
	}
	_, list := m.roots.around(mod.path)
	for _, r := range list {
		// A root below a package is none: the folder src of a package is a part of it.
		if r != "." && strings.HasPrefix(mod.path, r+"/") && !m.isPackage(r) {
			add(r)
		}
	}
}

// isPackage reports whether a folder has an __init__.
func (m *modules) isPackage(dir string) bool {
	return m.byPath[dir] != nil && m.byPath[dir].file != nil
}

// at returns the module of a path, nil for none.
func (m *modules) at(p string) *mod { return m.byPath[p] }

// child returns the module of the name inside a package.
//
//	shop/model/__init__.py    # the module shop.model; its child order is shop/model/order.py
func (m *modules) child(mod *mod, name string) *mod {
	if mod == nil || !mod.dir {
		return nil
	}
	return m.linked(path.Join(mod.path, name))
}

// member returns the module of a name in the package that an import in f names: one without
// __init__ may have parts in several folders (PEP 420).
func (m *modules) member(f *resolve.File, from string, pkg *mod, name string) *mod {
	if sub := m.child(pkg, name); sub != nil || pkg != nil && pkg.file != nil ||
		strings.HasPrefix(from, ".") {
		return sub
	}
	return m.find(f, from+"."+name)
}

// find returns the module that an import in f names, nil if it is not in the tree.
//
// The module of a name in the importing file's own part of the tree wins over one of the same
// name elsewhere: examples and tests often have a `utils` of their own.
func (m *modules) find(f *resolve.File, name string) *mod {
	if strings.HasPrefix(name, ".") {
		return m.relative(f, name)
	}
	paths := m.searchPaths(f)
	for _, p := range paths {
		if found := m.under(p.first, name); found != nil {
			return found
		}
	}
	// The folder of a script is the first that is searched; of a package it is none.
	dir := path.Dir(f.Path)
	if found := m.under([]string{dir}, name); found != nil && !m.isPackage(dir) && found.file != nil && found.file != f {
		return found
	}
	if found := m.nearest(f, name); found != nil {
		return found
	}
	for _, p := range paths {
		if found := m.under(p.last, name); found != nil {
			return found
		}
	}
	if m.links != nil {
		// A package that a link brings to a root has its name there.
		if found := m.under(append([]string{""}, usualRoots...), name); found != nil {
			return found
		}
	}
	// What is run as a script may be in a package, too.
	if found := m.under([]string{dir}, name); found != nil && found.file != nil && found.file != f && isScript(f) {
		return found
	}
	return nil
}

// isScript reports whether a file says that it may be run by itself.
func isScript(f *resolve.File) bool {
	return strings.HasPrefix(f.Text, "#!") || strings.Contains(f.Text, "__main__")
}

// linked finds the module of a path, be it through links.
func (m *modules) linked(p string) *mod {
	if found := m.byPath[p]; found != nil || m.links == nil {
		return found
	}
	if real := m.links.Real(p); real != p {
		return m.byPath[real]
	}
	// A link to a file has the ending of that.
	if real := m.links.Real(p + ".py"); real != p+".py" {
		return m.byPath[strings.TrimSuffix(real, ".py")]
	}
	return nil
}

// under finds a module of a name in one of some folders.
func (m *modules) under(dirs []string, name string) *mod {
	for _, dir := range dirs {
		if found := m.linked(path.Join(dir, strings.ReplaceAll(name, ".", "/"))); found != nil {
			return found
		}
	}
	return nil
}

// misses reports whether an import names a module of a package that the tree has, which lacks the
// module. A folder without __init__ may be a part of a package that is installed: where a project
// file names it, nothing is missed.
func (m *modules) misses(f *resolve.File, name string) bool {
	if strings.HasPrefix(name, ".") {
		return true
	}
	first, _, dotted := strings.Cut(name, ".")
	if !dotted {
		return false
	}
	top := m.find(f, first)
	return top != nil && (top.file != nil || !m.named[first])
}

// nearest finds the module of a name that is nearest to a file, among those that it may see.
func (m *modules) nearest(f *resolve.File, name string) *mod {
	list := m.byName[name]
	if len(list) < 2 {
		if len(list) == 1 && m.visibleRoot(list[0], name, f) {
			return list[0]
		}
		return nil
	}
	var best *mod
	length, tied := -1, false
	for _, c := range list {
		if !m.visibleRoot(c, name, f) {
			continue
		}
		n := commonDir(c.path, f.Path)
		switch {
		case n > length:
			best, length, tied = c, n, false
		case n == length && (best.file == nil) == (c.file == nil):
			// Two that are equally near: either may be first on the path.
			tied = true
		case n == length && best.file == nil:
			best = c
		}
	}
	if tied {
		return nil
	}
	return best
}

// visibleRoot reports whether code in f can import mod under the name. A
// module of one part below a folder that is no package is a script, which only
// its neighbours import.
//
//	tools/run.py with `import helper`    # tools/helper.py, which no other folder sees
func (m *modules) visibleRoot(mod *mod, name string, f *resolve.File) bool {
	root := strings.TrimSuffix(strings.TrimSuffix(mod.path, strings.ReplaceAll(name, ".", "/")),
		"/")
	switch root {
	case "", "src", "lib", "python":
		return true
	}
	if mod.file != nil && mod.dir || strings.Contains(name, ".") {
		return !m.roots.foreign(root, f.Path)
	}
	if path.Dir(f.Path) == root {
		return true
	}
	dir, list := m.roots.around(f.Path)
	return root != dir && slices.Contains(list, root)
}

// commonDir counts the folders that two paths begin with, by which the nearest of several
// modules of a name is found.
func commonDir(a, b string) int {
	n := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			n++
		}
	}
	return n
}

// relative resolves a name with leading dots from the package that f is in.
//
//	from . import x      # the package of the file
//	from ..core import y # the package around it, and core in that
func (m *modules) relative(f *resolve.File, name string) *mod {
	dir := path.Dir(f.Path)
	rest := strings.TrimPrefix(name, ".")
	// The first dot is the package of the file itself.
	for strings.HasPrefix(rest, ".") {
		dir, rest = path.Dir(dir), rest[1:]
	}
	if dir == "." && rest == "" {
		return nil
	}
	return m.linked(path.Join(dir, strings.ReplaceAll(rest, ".", "/")))
}

// localsOf returns the indices of the locals that a definition of a file has by a name, ascending.
// It takes time in proportion to them, beside a binary search: a file may have the name self in
// each of its methods.
func (m *modules) localsOf(f *resolve.File, owner resolve.DefID, name string) []int32 {
	return ofDefinition(m.locals[f][name], int32(owner-f.First), func(i int32) int32 { return f.Locals[i].Def })
}

// importOf returns the first import by which a definition of a file binds a name, nil for none.
func (m *modules) importOf(f *resolve.File, owner resolve.DefID, name string) *parse.Import {
	list := ofDefinition(m.names[f][name], int32(owner-f.First), func(i int32) int32 { return f.Imports[i].Def })
	if len(list) == 0 {
		return nil
	}
	return &f.Imports[list[0]]
}

// ofDefinition returns the part of a list in the order of definitions that is of one.
func ofDefinition(list []int32, owner int32, of func(i int32) int32) []int32 {
	from := sort.Search(len(list), func(k int) bool { return of(list[k]) >= owner })
	to := from
	for to < len(list) && of(list[to]) == owner {
		to++
	}
	return list[from:to]
}
