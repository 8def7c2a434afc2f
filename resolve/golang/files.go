package golang

import (
	"cmp"
	"path"
	"strings"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// replacement returns the folder of an import path according to the replace directive
// with the longest module path.
//
//	replace example.com/log => ./internal/log    // also for example.com/log/level
func (m *module) replacement(p string) (dir string, ok bool) {
	longest := ""
	for replaced, to := range m.replaced {
		if rest, in := below(p, replaced); in && len(replaced) > len(longest) {
			longest, dir, ok = replaced, path.Join(to, rest), true
		}
	}
	return dir, ok
}

// moduleOf returns the module that a folder belongs to, or nil.
//
// The nearest go.mod above a folder is that of its module; folders below another
// go.mod do not belong to the outer one.
func (g *tree) moduleOf(dir string) *module {
	for {
		if m := g.moduleAt[dir]; m != nil || dir == "." || dir == "/" {
			return m
		}
		dir = path.Dir(dir)
	}
}

// modulesFor lists the modules that may contain a package with an import path, the
// longest module path first. Among several with one path, those of the importing
// module's workspace are used.
func (g *tree) modulesFor(own *module, p string) []*module {
	var out []*module
	for prefix := p; prefix != "." && prefix != "/"; prefix = path.Dir(prefix) {
		out = append(out, own.sharingWorkspace(g.modulesOf[prefix])...)
	}
	return append(out, g.modulesOf["std"]...)
}

// isBelow reports whether a folder is dir or below it.
func isBelow(folder, dir string) bool {
	rest, ok := strings.CutPrefix(folder, dir)
	return dir == "." || ok && (rest == "" || rest[0] == '/')
}

// reaches reports whether code in a folder can import from module m: the go command
// does not look for modules in folders that its patterns exclude.
//
// Folders named testdata or vendor, and those that begin with _ or a dot, match no
// pattern.
func (m *module) reaches(from string) bool {
	dir := m.dir
	for dir != "." && dir != "/" {
		if base := path.Base(dir); base == "testdata" || base[0] == '_' || base[0] == '.' {
			return isBelow(from, dir)
		}
		dir = path.Dir(dir)
	}
	return true
}

// importedBy finds the package that an import path denotes in f.
//
// An internal package can only be imported from below its parent; that is not
// checked, since a program that violates it does not build.
func (g *tree) importedBy(f *resolve.File, p string) goImport {
	from := path.Dir(f.Path)
	if strings.HasPrefix(p, "./") || strings.HasPrefix(p, "../") {
		return g.inTree(p, path.Join(from, p))
	}
	own := g.moduleOf(from)
	if own != nil {
		if dir, ok := own.replacement(p); ok {
			return g.inTree(p, dir)
		}
	}
	if pkg := g.inModules(own, from, p); pkg != nil {
		return goImport{path: p, pkg: pkg}
	}
	// vendor folders hold copies of dependencies; the nearest enclosing one is used.
	for dir := from; ; dir = path.Dir(dir) {
		if pkg := g.folder(path.Join(dir, "vendor", p)); pkg != nil {
			return goImport{path: p, pkg: pkg}
		}
		if dir == "." || dir == "/" {
			break
		}
	}
	if found := g.inBuild(p); found != nil {
		return goImport{path: p, pkg: found}
	}
	if own == nil {
		if found, ok := g.inWorkspace(from, p); ok {
			return found
		}
	} else if own.lacks(p) {
		return goImport{path: p, pkg: lostPackage(p), lost: true}
	}
	// Without go.mod files, the path of the root is inferred from other imports.
	if rest, ok := below(p, g.prefix); ok && g.prefix != "" {
		return goImport{path: p, pkg: g.folder(path.Join(".", rest)), tier: graph.Unique}
	}
	return goImport{path: p}
}

// inTree returns the import of a folder. If the folder is in the tree and has no
// package, the package is lost.
func (g *tree) inTree(p, dir string) goImport {
	found := goImport{path: p, pkg: g.folder(dir)}
	if found.pkg == nil && dir != ".." && !strings.HasPrefix(dir, "../") {
		found.pkg, found.lost = lostPackage(p), true
	}
	return found
}

// lostPackage returns a package of which only the import path is known.
func lostPackage(p string) *pkg { return &pkg{dir: p, name: likelyNames(p)[0]} }

// lacks reports whether an import path belongs to the module itself, which has no
// such package: no required module provides the path.
func (m *module) lacks(p string) bool {
	if _, ok := below(p, m.path); !ok || m.path == "std" {
		return false
	}
	for _, required := range m.requires {
		if _, ok := below(p, required); ok && len(required) > len(m.path) {
			return false
		}
	}
	return true
}

// inWorkspace finds a package below the folder src that contains a file: without
// modules, the import path is the path relative to src (go help gopath). A missing
// package of the file's own repository is lost.
func (g *tree) inWorkspace(from, p string) (goImport, bool) {
	for dir := from; dir != "." && dir != "/"; dir = path.Dir(dir) {
		if path.Base(dir) != "src" {
			continue
		}
		if found := g.folder(path.Join(dir, p)); found != nil {
			return goImport{path: p, pkg: found}, true
		}
		if parts := strings.SplitN(p, "/", 4); len(parts) > 3 && isBelow(from, path.Join(dir, parts[0], parts[1], parts[2])) {
			return goImport{path: p, pkg: lostPackage(p), lost: true}, true
		}
	}
	return goImport{}, false
}

// below returns the part of import path p after the path of a module.
func below(p, module string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(p, module)
	return strings.TrimPrefix(rest, "/"), ok && (rest == "" || rest[0] == '/')
}

// inModules finds a package in the modules of the tree: in the importing file's own
// first. If two others have the same path, neither is used.
//
// Copies of a module, as examples often have, declare the same paths: the importing
// file's own module is certain, any other must be the only one.
func (g *tree) inModules(own *module, from, p string) *pkg {
	if own != nil {
		if pkg := g.inModule(own, p); pkg != nil {
			return pkg
		}
	}
	var found *pkg
	for _, m := range g.modulesFor(own, p) {
		if m == own || !m.reaches(from) {
			continue
		}
		pkg := g.inModule(m, p)
		switch {
		case pkg == nil:
		case found == nil:
			found = pkg
		case pkg != found && len(m.path) == len(g.moduleOf(found.dir).path):
			return nil
		}
	}
	return found
}

// inModule returns the package of a module with an import path. The module "std"
// is the standard library: its packages have no prefix.
func (g *tree) inModule(m *module, p string) *pkg {
	if m.path == "std" {
		return g.folder(path.Join(m.dir, p))
	}
	if rest, ok := below(p, m.path); ok {
		return g.folder(path.Join(m.dir, rest))
	}
	return nil
}

// folder returns the package that importing a folder denotes. The go command ignores
// packages named documentation.
func (g *tree) folder(dir string) *pkg {
	for _, p := range g.folders[dir] {
		if p.files > 0 && p.name != "documentation" {
			return p
		}
	}
	return nil
}

// rootPath infers the import path of the root of a tree without go.mod files from its
// imports: host/owner/repository, such that each import with that prefix has a folder
// in the tree. If no path fits, the tree may be a part of a module: then imports
// whose first folder is not in the tree are ignored. If several paths fit, it is
// unknown.
//
//	import "example.com/org/shop/model"    // there is a folder model: the root is example.com/org/shop
func (g *tree) rootPath(files []*file) string {
	if len(g.modules) > 0 {
		return ""
	}
	tops := map[string]bool{".": true}
	for dir := range g.folders {
		tops[firstFolder(dir)] = true
	}
	whole, part := map[string]bool{}, map[string]bool{}
	for _, gf := range files {
		for _, im := range gf.Imports {
			parts := strings.SplitN(im.Path, "/", 4)
			if len(parts) < 3 || !strings.Contains(parts[0], ".") {
				continue
			}
			root := strings.Join(parts[:3], "/")
			inside := path.Join(append([]string{"."}, parts[3:]...)...)
			ok := g.folder(inside) != nil
			fits(whole, root, ok)
			if ok || tops[firstFolder(inside)] {
				fits(part, root, ok)
			}
		}
	}
	if root := theOnly(whole); root != "" {
		return root
	}
	return theOnly(part)
}

// fits records whether one import is consistent with a root: one inconsistency rules
// it out.
func fits(roots map[string]bool, root string, ok bool) {
	before, seen := roots[root]
	roots[root] = ok && (before || !seen)
}

// theOnly returns the only root that fits; empty if not unique.
func theOnly(roots map[string]bool) string {
	only := ""
	for root, ok := range roots {
		if ok && only != "" {
			return ""
		} else if ok {
			only = root
		}
	}
	return only
}

// firstFolder returns the first element of a path.
func firstFolder(p string) string {
	first, _, _ := strings.Cut(p, "/")
	return first
}

// addImports records the package names of a file's imports (Import declarations).
//
//	import "fmt"                 // by the name of the package
//	import f "fmt"               // f
//	import . "fmt"               // all exported names
//	import _ "image/png"         // no name
func (g *tree) addImports(gf *file) {
	for _, im := range gf.Imports {
		found := g.importedBy(gf.File, im.Path)
		switch {
		case im.All && found.pkg != nil:
			gf.dots = append(gf.dots, found.pkg)
		case im.All:
			gf.dotted = true
		case im.Alias != "":
			gf.imports[im.Alias] = found
		case found.pkg != nil:
			gf.imports[found.pkg.name] = found
		default:
			g.guess(gf, found)
		}
	}
}

// guess records an external package under its possible names. For the standard
// library the path determines the name; for a package whose declarations are read it
// is known.
//
//	import "gopkg.in/yaml.v3"     // yaml
//	import "github.com/x/go-log"  // log, perhaps go-log or golog
func (g *tree) guess(gf *file, im goImport) {
	names := likelyNames(im.path)
	if first, _, _ := strings.Cut(im.path, "/"); !strings.Contains(first, ".") {
		gf.imports[names[0]] = im
		return
	}
	if n := g.platform.Namespace(im.path); n != nil {
		gf.imports[cmp.Or(n.Short(), path.Base(im.path))] = im
		return
	}
	if gf.guessed == nil {
		gf.guessed = map[string]goImport{}
	}
	for _, name := range names {
		gf.guessed[name] = im
	}
}

// likelyNames lists the possible names of an external package, the likeliest first.
//
//	github.com/go-chi/chi/v5     // chi: the version is ignored
//	gopkg.in/yaml.v3             // yaml
//	github.com/mattn/go-isatty   // isatty, go_isatty
func likelyNames(p string) []string {
	base := path.Base(p)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" {
		base = path.Base(path.Dir(p))
	}
	base, _, _ = strings.Cut(base, ".v")
	out := []string{base}
	if i := strings.LastIndexByte(base, '-'); i >= 0 {
		out = append(out, base[i+1:], strings.ReplaceAll(base, "-", ""),
			strings.ReplaceAll(base, "-", "_"), base[:i])
	}
	if s := strings.TrimPrefix(base, "go"); s != base && s != "" {
		s = strings.TrimPrefix(s, "-")
		out = append(out, s, strings.ReplaceAll(s, "-", ""))
	}
	if s, _, ok := strings.Cut(base, "."); ok {
		out = append(out, s)
	}
	return out
}

// findHidden lists the package-level names that the front end mistakes for names of
// imports: the imports have other names.
func (g *tree) findHidden(gf *file) {
	for _, im := range gf.Imports {
		if _, ok := gf.imports[im.Name]; ok || len(gf.pkg.scope[im.Name]) == 0 {
			continue
		}
		if gf.hidden == nil {
			gf.hidden = map[string]bool{}
		}
		gf.hidden[im.Name] = true
	}
}

// projectNames implements [resolve.Language]: a project is a module.
func projectNames(p *resolve.Project) resolve.ProjectNamer {
	return p.Nearest(func(file, text string) string {
		if path.Base(file) != "go.mod" {
			return ""
		}
		return readModule("", text).path
	})
}
