package typescript

import (
	"path"
	"sort"
	"strings"

	"seedgraph/internal/limited"
	"seedgraph/resolve"
)

// A moduleFinder finds the file that an import path means: relative paths,
// packages of the workspace by their names, aliases of the compiler settings.
type moduleFinder struct {
	table    *resolve.Table
	packages map[string]*workspacePackage // by name
	scopes   map[string]*workspacePackage // by the folder of the package.json
	configs  []*compilerConfig            // the deepest folder first
	known    map[string]bool              // paths of files of the family
	folders  map[string]bool              // that have such files, or folders with them
}

// A compilerConfig is a tsconfig.json or jsconfig.json that sets path aliases.
type compilerConfig struct {
	dir     string // where it applies
	base    string // folder that the paths are relative to
	hasBase bool   // baseUrl is set
	paths   []pathAlias
}

type pathAlias struct {
	prefix, suffix string
	star           bool
	targets        []string
}

// newModuleFinder reads the packages and compiler settings of the tree. The settings of
// the deepest folder around a file apply to it.
func newModuleFinder(ix *resolve.Table, files []*resolve.File) *moduleFinder {
	m := &moduleFinder{table: ix, packages: map[string]*workspacePackage{},
		scopes: map[string]*workspacePackage{},
		known:  map[string]bool{}, folders: map[string]bool{}}
	for _, f := range files {
		m.known[f.Path] = true
		for dir := folder(f.Path); dir != "" && !m.folders[dir]; dir = folder(dir) {
			// Each folder is entered once: a known one has all those above it.
			m.folders[dir] = true
		}
	}
	var names []string
	for p := range ix.Project.Files {
		names = append(names, p)
	}
	sort.Strings(names)
	for _, p := range names {
		base := path.Base(p)
		switch {
		case base == "package.json":
			m.addPackage(p, ix.Project.Files[p])
		case strings.HasPrefix(base, "tsconfig") || strings.HasPrefix(base, "jsconfig"):
			m.addConfig(p)
		}
	}
	// Stable: of tsconfig.json and tsconfig.build.json in one folder the first by name is asked
	// first.
	sort.SliceStable(m.configs, func(i,
		j int) bool {
		return len(m.configs[i].dir) > len(m.configs[j].dir)
	})
	return m
}

// folder returns the folder of a path; empty for the root of the tree.
func folder(p string) string {
	if d := path.Dir(p); d != "." {
		return d
	}
	return ""
}

// inFolder joins a path to a folder, empty if it leaves the tree.
func inFolder(dir, p string) string {
	joined := path.Join(dir, p)
	if joined == ".." || strings.HasPrefix(joined, "../") {
		return ""
	}
	return joined
}

// addConfig keeps compiler settings that say something about paths. The compiler tries
// exact patterns first, then those with the longest prefix.
//
//	"paths": { "@app/*": ["src/*"] }, "baseUrl": "."
func (m *moduleFinder) addConfig(p string) {
	c := &compilerConfig{dir: folder(p)}
	m.readConfig(c, p, 0)
	if c.hasBase || len(c.paths) > 0 {
		sort.SliceStable(c.paths, func(i, j int) bool {
			a, b := c.paths[i], c.paths[j]
			if a.star != b.star {
				return b.star
			}
			if len(a.prefix) != len(b.prefix) {
				return len(a.prefix) > len(b.prefix)
			}
			return a.prefix+a.suffix < b.prefix+b.suffix
		})
		m.configs = append(m.configs, c)
	}
}

// readConfig reads compiler settings, those that they extend first.
//
//	"extends": "../tsconfig.base.json"    // its paths count from its own folder
func (m *moduleFinder) readConfig(c *compilerConfig, p string, depth int) {
	text, ok := m.table.Project.Files[p]
	if !ok || depth > 8 {
		// Settings that extend each other in a circle are an error of the project.
		return
	}
	root, err := limited.JSON(text)
	if err != nil {
		return
	}
	for _, base := range exportTargets(root.Child("extends")) {
		if !strings.HasPrefix(base, ".") {
			// A package of shared settings has no paths of this tree.
			continue
		}
		from := inFolder(folder(p), base)
		if _, ok := m.table.Project.Files[from]; !ok {
			from += ".json"
		}
		m.readConfig(c, from, depth+1)
	}
	options := root.Child("compilerOptions")
	if options == nil {
		return
	}
	baseURL := textOf(options.Child("baseUrl"))
	if baseURL != "" {
		c.base, c.hasBase = inFolder(folder(p), baseURL), true
	}
	paths := options.Child("paths")
	if paths == nil || paths.Kind != limited.Object {
		return
	}
	// the paths of a file replace those of the file that it extends
	c.paths = c.paths[:0]
	if baseURL == "" && !c.hasBase {
		// Without baseUrl the targets count from the file that lists them (since 4.1).
		c.base = folder(p)
	}
	for i := range paths.Children {
		pattern := &paths.Children[i]
		prefix, suffix, star := strings.Cut(pattern.Name, "*")
		c.paths = append(c.paths, pathAlias{prefix, suffix, star, exportTargets(pattern)})
	}
}

// find returns the file that an import path means, nil if it is outside.
//
//	./order        // a file beside, with any ending, or the index of a folder
//	@app/order     // a path of the compiler settings
//	@shop/core     // a package of the workspace, by its name
//	#core          // by the field "imports" of the package around
//	lodash         // outside the tree
func (m *moduleFinder) find(from, spec string) *resolve.File {
	switch {
	case spec == "." || spec == ".." || strings.HasPrefix(spec, "./") ||
		strings.HasPrefix(spec, "../"):
		return m.relative(inFolder(folder(from), spec), strings.HasSuffix(spec, "/"))
	case strings.HasPrefix(spec, "/"):
		// From the root of the site, as bundlers take it: the root of the tree.
		return m.at(strings.TrimPrefix(spec, "/"))
	}
	// settings of a folder apply to what is below it; the deepest come first
	for _, c := range m.configs {
		if c.dir == "" || strings.HasPrefix(from, c.dir+"/") {
			if f := c.find(m, spec); f != nil {
				return f
			}
		}
	}
	if strings.HasPrefix(spec, "#") {
		return m.internal(from, spec)
	}
	if f := m.aliased(from, spec); f != nil {
		return f
	}
	return m.inPackage(spec)
}

// bundled are the prefixes that bundlers take for a folder of the program around, unless
// settings say another one. No package has such a name.
var bundled = []struct{ prefix, folder string }{
	{"$lib/", "src/lib"}, {"@/", "src"}, {"~/", "src"}, {"@/", ""}, {"~/", ""},
}

// aliased finds the file of a path that begins with the alias of a bundler.
//
//	$lib/Card.svelte     // src/lib/Card.svelte, as SvelteKit has it
//	@/store              // src/store.ts, as templates of Vue have it
func (m *moduleFinder) aliased(from, spec string) *resolve.File {
	for _, b := range bundled {
		rest, ok := strings.CutPrefix(spec, b.prefix)
		if !ok {
			continue
		}
		for dir := folder(from); ; dir = folder(dir) {
			if f := m.at(inFolder(path.Join(dir, b.folder), rest)); f != nil {
				return f
			}
			if dir == "" {
				break
			}
		}
	}
	return nil
}

func (c *compilerConfig) find(m *moduleFinder, spec string) *resolve.File {
	for _, a := range c.paths {
		middle, ok := a.match(spec)
		if !ok {
			continue
		}
		for _, t := range a.targets {
			if f := m.at(inFolder(c.base, strings.Replace(t, "*", middle, 1))); f != nil {
				return f
			}
		}
	}
	if c.hasBase {
		return m.at(inFolder(c.base, spec))
	}
	return nil
}

// match reports whether an import path fits the pattern, and what its star stands for.
//
//	@app/*    // of @app/model/order: model/order
func (a pathAlias) match(spec string) (middle string, ok bool) {
	if !a.star {
		return "", spec == a.prefix
	}
	if len(spec) < len(a.prefix)+len(a.suffix) || !strings.HasPrefix(spec, a.prefix) ||
		!strings.HasSuffix(spec, a.suffix) {
		return "", false
	}
	return spec[len(a.prefix) : len(spec)-len(a.suffix)], true
}

var (
	sourceEndings = []string{".ts", ".tsx", ".mts", ".cts", ".d.ts", ".js", ".jsx", ".mjs", ".cjs",
		".d.mts", ".d.cts"}
	indexEndings = []string{"/index.ts", "/index.tsx", "/index.mts", "/index.d.ts", "/index.js",
		"/index.jsx", "/index.mjs", "/index.cjs"}
)

// relative finds the file of a relative path, which names a folder if it ends
// with a slash.
func (m *moduleFinder) relative(p string, isFolder bool) *resolve.File {
	if isFolder && p != "" {
		return m.index(p)
	}
	return m.at(p)
}

// at finds the file that a path without or with an ending means. What is
// written .js may be .ts.
//
//	'./order'       // order.ts, order.tsx, order.d.ts, order.js, order/index.ts …
//	'./order.js'    // order.ts: what the compiler will have made
func (m *moduleFinder) at(p string) *resolve.File {
	if p == "" {
		return nil
	}
	if f := m.file(p); f != nil {
		return f // a single-file component, which is written with its ending
	}
	if s := stem(p); s != p {
		// The file as written wins: beside order.js there may be order.ts that it was made of.
		for _, ending := range []string{path.Ext(p), ".ts", ".tsx", ".mts", ".cts", ".d.ts"} {
			if f := m.file(s + ending); f != nil {
				return f
			}
		}
	}
	for _, ending := range sourceEndings {
		if f := m.file(p + ending); f != nil {
			return f
		}
	}
	return m.index(p)
}

// index finds the file that speaks for a folder.
//
//	./model    // model/index.ts, or what model/package.json names
func (m *moduleFinder) index(p string) *resolve.File {
	if p == "." {
		// The root of the tree.
		p = ""
	}
	for _, ending := range indexEndings {
		if f := m.file(strings.TrimPrefix(p+ending, "/")); f != nil {
			return f
		}
	}
	return nil
}

// file returns the file of a path, nil where the tree has none of this family.
func (m *moduleFinder) file(p string) *resolve.File {
	if !m.known[p] {
		return nil
	}
	return m.table.ByPath[p]
}

// projectNames implements [resolve.Language]: a project is a package.
func projectNames(p *resolve.Project) resolve.Namer {
	return p.Nearest(func(file, text string) string {
		if path.Base(file) != "package.json" {
			return ""
		}
		pkg, err := limited.JSON(text)
		if err != nil {
			return ""
		}
		return textOf(pkg.Child("name"))
	})
}
