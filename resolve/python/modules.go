package python

import (
	"cmp"
	"path"
	"slices"
	"sort"
	"strings"
	"sync"

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

// modules finds modules by the names that imports use. It is immutable once built.
type modules struct {
	byPath map[string]*mod
	byName map[string][]*mod // by dotted name relative to a root, in the order of paths
	roots  roots
	locals map[*resolve.File]map[string][]int32 // indices of Locals by name, in the order of their definitions
	flows  map[flowKey]*flow
	// by the last name: x.name = value, by (path, position)
	writes map[string][]*flow
	// the objects whose member a flow assigns
	targets map[*flow]set
	names   map[*resolve.File]map[string][]int32 // indices of Imports by the bound name, in the order of their definitions
	stars   map[*resolve.File][]int32
	// the calls in a type alias that may give its dependencies: other files need them
	// after the references of its file are released
	dependers map[resolve.DefID][]parse.Reference

	links    *resolve.Project      // nil if the tree has no symbolic links
	named    map[string]bool       // words of project files
	searched map[string]searchPath // the additions of a file to sys.path, by its path
	tested   map[string]searchPath // the additions of a conftest.py, by its folder

	found map[*resolve.File]*foundModules // once all of the above is known
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
	m.found = map[*resolve.File]*foundModules{}
	for f := range m.locals {
		m.found[f] = &foundModules{byName: map[string]*mod{}}
	}
	return m
}

// addDependers records the calls in the type aliases of a file that may give the
// aliases' dependencies.
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

// addFile adds a file as a module, and its parent folders: a folder without __init__
// is a package, too (PEP 420), of which only the contained modules are known.
func (m *modules) addFile(f *resolve.File) {
	p := strings.TrimSuffix(f.Path, path.Ext(f.Path))
	isInit := path.Base(p) == "__init__"
	if isInit {
		p = path.Dir(p)
	}
	// A source file is more informative than its stub, and a package hides a module
	// of its name.
	old := m.byPath[p]
	if old == nil || old.file == nil || strings.HasSuffix(old.file.Path, ".pyi") ||
		isInit && !old.dir {
		m.byPath[p] = &mod{path: p, file: f, dir: isInit}
	}
	// A folder with an __init__ that comes later in the list replaces this entry.
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

// addFlows records the names of a file that are bound several times. Members that are
// set from outside their class (order.total = …) are kept by name: they may belong to
// any class with that member, so all files are searched. Tests patch members of
// objects at will, and are ignored.
func (m *modules) addFlows(f *resolve.File) {
	for i := range f.LiveBindings {
		x := &flow{&f.LiveBindings[i], f}
		m.flows[flowKey{f.ID(x.Def), x.Name}] = x
		if dot := lastDot(x.Name); dot > 0 && !f.Test && !strings.HasPrefix(x.Name, "this.") {
			m.writes[x.Name[dot+1:]] = append(m.writes[x.Name[dot+1:]], x)
		}
	}
}

// flow returns the flow of a name in the scope of a definition, or nil: then it has
// at most one binding.
func (m *modules) flow(scope resolve.DefID, name string) *flow {
	return m.flows[flowKey{scope, name}]
}

// addNames adds a module under the dotted names by which it may be imported: from the
// folder above its outermost package, and from the usual roots.
//
//	src/shop/model/order.py    # shop.model.order; also from within src by that name only
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
		// A root below a package is not a root: the folder src of a package is part
		// of it.
		if r != "." && strings.HasPrefix(mod.path, r+"/") && !m.isPackage(r) {
			add(r)
		}
	}
	for dir := path.Dir(mod.path); dir != "."; dir = path.Dir(dir) {
		if m.byPath[dir+"/manage"] != nil && m.isPackage(dir) {
			add(dir) // python manage.py puts its folder on the path, even if that is a package
		}
	}
}

// isPackage reports whether a folder has an __init__.
func (m *modules) isPackage(dir string) bool {
	return m.byPath[dir] != nil && m.byPath[dir].file != nil
}

// at returns the module of a path, or nil.
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

// member returns the module of a name in the package that an import in f names: a
// package without __init__ may have parts in several folders (PEP 420).
func (m *modules) member(f *resolve.File, from string, pkg *mod, name string) *mod {
	if sub := m.child(pkg, name); sub != nil || pkg != nil && pkg.file != nil ||
		strings.HasPrefix(from, ".") {
		return sub
	}
	return m.find(f, from+"."+name)
}

// find returns the module that an import in f names, or nil if it is not in the tree.
// Other files ask for the imports of f, too, each for every name that they follow through it.
func (m *modules) find(f *resolve.File, name string) *mod {
	known := m.found[f]
	if known == nil {
		return m.search(f, name)
	}
	known.mu.Lock()
	found, ok := known.byName[name]
	known.mu.Unlock()
	if ok {
		return found
	}
	found = m.search(f, name)
	known.mu.Lock()
	known.byName[name] = found
	known.mu.Unlock()
	return found
}

// foundModules are the modules that imports in a file name, as far as they are known: files
// are bound in parallel.
type foundModules struct {
	mu     sync.Mutex
	byName map[string]*mod
}

// search is find without a memory.
//
// A module in the importing file's own part of the tree is preferred over one of the
// same name elsewhere: examples and tests often have their own `utils`.
func (m *modules) search(f *resolve.File, name string) *mod {
	if strings.HasPrefix(name, ".") {
		return m.relative(f, name)
	}
	paths := m.searchPaths(f)
	for _, p := range paths {
		if found := m.under(p.first, name); found != nil {
			return found
		}
	}
	// The folder of a script is searched first; a file of a package is not a script.
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
		// A package linked into a root is imported by its name there.
		if found := m.under(append([]string{""}, usualRoots...), name); found != nil {
			return found
		}
	}
	// A module run as a script may also be in a package.
	if found := m.under([]string{dir}, name); found != nil && found.file != nil && found.file != f && isScript(f) {
		return found
	}
	return nil
}

// isScript reports whether a file contains the idiom for running it as a script.
func isScript(f *resolve.File) bool {
	return strings.HasPrefix(f.Text, "#!") || strings.Contains(f.Text, "__main__")
}

// linked finds the module of a path, following links.
func (m *modules) linked(p string) *mod {
	if found := m.byPath[p]; found != nil || m.links == nil {
		return found
	}
	if real := m.links.Real(p); real != p {
		return m.byPath[real]
	}
	// A link to a file has the extension of the file.
	if real := m.links.Real(p + ".py"); real != p+".py" {
		return m.byPath[strings.TrimSuffix(real, ".py")]
	}
	return nil
}

// under finds a module by name in one of several folders.
func (m *modules) under(dirs []string, name string) *mod {
	for _, dir := range dirs {
		if found := m.linked(path.Join(dir, strings.ReplaceAll(name, ".", "/"))); found != nil {
			return found
		}
	}
	return nil
}

// isMissing reports whether an import names a missing module of a package of the tree. A
// folder without __init__ may be part of an installed package: if a project file
// names it, no module is missing.
func (m *modules) isMissing(f *resolve.File, name string) bool {
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

// nearest finds the module of a name that is nearest to a file, among those visible
// to it.
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
			// Two are equally near: either may be first on the path.
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

// visibleRoot reports whether code in f can import mod by the name. A top-level
// module in a folder that is not a package is a script, which only its neighbours
// import.
//
//	tools/run.py with `import helper`    # tools/helper.py, not visible from other folders
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

// commonDir counts the leading folders that two paths share, which determines the
// nearest of several modules of a name.
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

// localsOf returns the indices of the locals of a name in a definition of a file,
// ascending. It takes time linear in their number, after a binary search: a file may
// have the name self in each of its methods.
func (m *modules) localsOf(f *resolve.File, owner resolve.DefID, name string) []int32 {
	return ofDefinition(m.locals[f][name], int32(owner-f.First), func(i int32) int32 { return f.Locals[i].Def })
}

// importOf returns the first import by which a definition of a file binds a name, or
// nil.
func (m *modules) importOf(f *resolve.File, owner resolve.DefID, name string) *parse.Import {
	list := ofDefinition(m.names[f][name], int32(owner-f.First), func(i int32) int32 { return f.Imports[i].Def })
	if len(list) == 0 {
		return nil
	}
	return &f.Imports[list[0]]
}

// ofDefinition returns the part of a list, sorted by definition, that belongs to one
// definition.
func ofDefinition(list []int32, owner int32, of func(i int32) int32) []int32 {
	from := sort.Search(len(list), func(k int) bool { return of(list[k]) >= owner })
	to := from
	for to < len(list) && of(list[to]) == owner {
		to++
	}
	return list[from:to]
}
