package golang

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"sort"
	"strings"

	"seedgraph/resolve"
)

// A module is a go.mod file: the import path of its folder, and the modules whose
// packages are replaced by folders.
type module struct {
	path, dir string
	replaced  map[string]string // folder by module path
	requires  []string          // paths of modules
	work      *workspace        // nil outside a workspace
}

// A workspace is a go.work file: modules that are built together, and the modules
// that it replaces by folders for all of them.
type workspace struct {
	uses     []string          // folders of modules, in the order of the file
	replaced map[string]string // folder by module path
}

// readModules reads the go.mod and go.work files.
func (g *tree) readModules(p *resolve.Project) {
	works := map[string]*workspace{}
	for name, text := range p.Files {
		switch dir := path.Dir(name); path.Base(name) {
		case "go.mod":
			if m := readModule(dir, text); m.path != "" {
				g.modules = append(g.modules, m)
			}
		case "BUILD", "BUILD.bazel":
			g.readBuild(dir, text)
		case "go.work":
			works[dir] = readWorkspace(dir, text)
		}
	}
	sort.Slice(g.prefixes, func(i, j int) bool {
		a, b := g.prefixes[i], g.prefixes[j]
		return len(a.path) > len(b.path) || len(a.path) == len(b.path) && a.path+"\x00"+a.dir < b.path+"\x00"+b.dir
	})
	sort.Slice(g.modules, func(i, j int) bool {
		a, b := g.modules[i], g.modules[j]
		if len(a.path) != len(b.path) {
			return len(a.path) > len(b.path)
		}
		return a.path+"\x00"+a.dir < b.path+"\x00"+b.dir
	})
	g.moduleAt, g.modulesOf = map[string]*module{}, map[string][]*module{}
	for i := range g.modules {
		m := &g.modules[i]
		g.moduleAt[m.dir] = m
		g.modulesOf[m.path] = append(g.modulesOf[m.path], m)
	}
	for _, w := range works {
		w.join(g.moduleAt, works)
	}
}

// The import path of a package in a file of Bazel, and the directive of Gazelle from
// which those of the packages below a folder follow.
var (
	importPath = regexp.MustCompile(`(?m)^\s*importpath\s*=\s*"([^"]+)"`)
	prefixed   = regexp.MustCompile(`(?m)^#\s*gazelle:prefix\s+(\S+)`)
)

// readBuild reads the import paths that a file of Bazel gives to folders.
func (g *tree) readBuild(dir, text string) {
	for _, m := range prefixed.FindAllStringSubmatch(text, -1) {
		g.prefixes = append(g.prefixes, module{path: m[1], dir: dir})
	}
	for _, m := range importPath.FindAllStringSubmatch(text, -1) {
		if g.built == nil {
			g.built = map[string][]string{}
		}
		if !slices.Contains(g.built[m[1]], dir) {
			g.built[m[1]] = append(g.built[m[1]], dir)
		}
	}
}

// inBuild finds the package to which the files of Bazel give an import path. A path of
// several folders is ambiguous.
func (g *tree) inBuild(p string) *pkg {
	if dirs := g.built[p]; len(dirs) == 1 {
		return g.folder(dirs[0])
	}
	for i := range g.prefixes {
		if found := g.inModule(&g.prefixes[i], p); found != nil {
			return found
		}
	}
	return nil
}

// join applies the replace directives of a workspace and its modules to all of its
// modules. A replace directive of go.work takes precedence over those of go.mod
// files, and a module's own over those of others (Go Modules Reference, Workspaces).
//
// Runs in time proportional to the number of modules times the number of replacements
// in the workspace.
func (w *workspace) join(moduleAt map[string]*module, works map[string]*workspace) {
	var members []*module
	all := map[string]string{}
	for _, dir := range w.uses {
		if m := moduleAt[dir]; m != nil && m.work == nil && nearest(works, dir) == w {
			m.work = w
			members = append(members, m)
		}
	}
	for _, m := range slices.Backward(members) {
		maps.Copy(all, m.replaced)
	}
	for _, m := range members {
		own := m.replaced
		m.replaced = maps.Clone(all)
		maps.Copy(m.replaced, own)
		maps.Copy(m.replaced, w.replaced)
	}
}

// nearest returns the workspace of a folder: the go command takes the first
// go.work file on the way up.
func nearest(works map[string]*workspace, dir string) *workspace {
	for {
		if w := works[dir]; w != nil || dir == "." || dir == "/" {
			return w
		}
		dir = path.Dir(dir)
	}
}

// sharingWorkspace returns those of several modules that are in m's workspace, or all of them
// if m has no workspace.
func (m *module) sharingWorkspace(of []*module) []*module {
	if m == nil || m.work == nil || len(of) < 2 {
		return of
	}
	var used []*module
	for _, o := range of {
		if o.work == m.work {
			used = append(used, o)
		}
	}
	if len(used) == 0 {
		return of
	}
	return used
}

// readModule reads the directives of a go.mod file that locate packages.
//
//	module example.com/shop
//	replace example.com/log => ../log
func readModule(dir, text string) module {
	m := module{dir: dir, replaced: map[string]string{}}
	directives(text, func(words []string) {
		if words[0] == "module" && len(words) == 2 {
			m.path = strings.Trim(words[1], "\"`")
		}
		if words[0] == "require" && len(words) > 2 {
			m.requires = append(m.requires, strings.Trim(words[1], "\"`"))
		}
		replace(m.replaced, dir, words)
	})
	return m
}

// readWorkspace reads the directives of a go.work file that locate modules.
//
//	use ./shop
//	replace example.com/log => ./log
func readWorkspace(dir, text string) *workspace {
	w := &workspace{replaced: map[string]string{}}
	directives(text, func(words []string) {
		if words[0] == "use" && len(words) == 2 {
			w.uses = append(w.uses, path.Join(dir, strings.Trim(words[1], "\"`")))
		}
		replace(w.replaced, dir, words)
	})
	return w
}

// replace records a replace directive that names a folder.
func replace(replaced map[string]string, dir string, words []string) {
	arrow := slices.Index(words, "=>")
	if words[0] != "replace" || arrow < 2 || arrow+1 >= len(words) {
		return
	}
	to := strings.Trim(words[arrow+1], "\"`")
	if strings.HasPrefix(to, "./") || strings.HasPrefix(to, "../") {
		replaced[strings.Trim(words[1], "\"`")] = path.Join(dir, to)
	}
}

// directives calls f with the words of each directive of a go.mod or go.work file;
// those in a group are prefixed with the name of the group.
//
//	use (
//		./shop          // use ./shop
//	)
func directives(text string, f func(words []string)) {
	block := ""
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "//")
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case words[0] == ")":
			block = ""
		case len(words) == 2 && words[1] == "(":
			block = words[0]
		case block != "":
			f(append([]string{block}, words...))
		default:
			f(words)
		}
	}
}
