package typescript

import (
	"maps"
	"path"
	"slices"
	"sort"
	"strings"

	"seedgraph/graph"
	"seedgraph/internal/limited"
	"seedgraph/resolve"
)

// A moduleFinder finds the file that an import path means: relative paths,
// packages of the workspace by their names, aliases of compilers and of the tools of a project.
// It is for one goroutine.
type moduleFinder struct {
	table    *resolve.Table
	packages map[string][]*workspacePackage // by name
	scopes   map[string]*workspacePackage   // by the folder of the package.json
	configs  []*compilerConfig              // the deepest folder first
	tables   []*aliasTable                  // the deepest folder first, of one in the order of tools
	shown    map[string][]*tool             // the tools with a configuration, by the folder where it applies
	maps     []*importMap                   // the deepest folder first
	known    map[string]bool                // paths of files of the family
	folders  map[string]bool                // that have such files, or folders with them

	suffixes []string // that come before the endings of files, for the import that is looked at
	indexing bool     // the main module of a folder is looked for
}

// A target is what an import path means: a file of the tree or, if lost is set, one that the tree
// should have and lacks, else something outside the tree.
type target struct {
	file *resolve.File
	lost bool
	tier graph.Tier // how the file was found; zero means Exact
}

// A compilerConfig is a tsconfig.json or jsconfig.json that says where files are.
type compilerConfig struct {
	dir      string // where it applies
	base     string // folder of baseUrl
	hasBase  bool   // baseUrl is set
	from     string // folder that the paths are relative to, without baseUrl
	paths    []pathAlias
	suffixes []string // moduleSuffixes
	roots    []string // rootDirs: folders that count as one
}

type pathAlias struct {
	prefix, suffix string
	star           bool
	targets        []string
}

// newModuleFinder reads the packages and settings of the tree. Those of the deepest folder around
// a file apply to it.
func newModuleFinder(ix *resolve.Table, files []*resolve.File) *moduleFinder {
	m := &moduleFinder{table: ix, packages: map[string][]*workspacePackage{},
		scopes: map[string]*workspacePackage{},
		known:  map[string]bool{}, folders: map[string]bool{}}
	for _, f := range files {
		m.known[f.Path] = true
		for dir := folder(f.Path); dir != "" && !m.folders[dir]; dir = folder(dir) {
			// Each folder is entered once: a known one has all those above it.
			m.folders[dir] = true
		}
	}
	names := sortedKeys(ix.Project.Files)
	for _, p := range names {
		if isPackageFile(path.Base(p)) {
			m.addPackage(p, ix.Project.Files[p])
		}
	}
	for _, p := range names {
		base := path.Base(p)
		switch {
		case strings.HasPrefix(base, "tsconfig") || strings.HasPrefix(base, "jsconfig"):
			m.addConfig(p)
		case base == "deno.json" || base == "deno.jsonc":
			m.addImportMaps(p)
		}
	}
	m.addTools(names)
	// Stable: of tsconfig.json and tsconfig.build.json in one folder the first by name is asked
	// first.
	sort.SliceStable(m.configs, func(i, j int) bool { return len(m.configs[i].dir) > len(m.configs[j].dir) })
	sort.SliceStable(m.tables, func(i, j int) bool { return len(m.tables[i].dir) > len(m.tables[j].dir) })
	sort.SliceStable(m.maps, func(i, j int) bool { return len(m.maps[i].dir) > len(m.maps[j].dir) })
	return m
}

// sortedKeys lists the keys of a map in their order.
func sortedKeys[T any](of map[string]T) []string { return slices.Sorted(maps.Keys(of)) }

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
	if c.hasBase || len(c.paths) > 0 || len(c.suffixes) > 0 || len(c.roots) > 0 {
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
		if from := m.extended(p, base); from != "" {
			m.readConfig(c, from, depth+1)
		}
	}
	options := root.Child("compilerOptions")
	if options == nil {
		return
	}
	if baseURL := textOf(options.Child("baseUrl")); baseURL != "" {
		c.base, c.hasBase = c.inFolder(folder(p), baseURL), true
	}
	if n := options.Child("moduleSuffixes"); n != nil {
		c.suffixes = exportTargets(n)
	}
	if n := options.Child("rootDirs"); n != nil {
		c.roots = nil
		for _, root := range exportTargets(n) {
			c.roots = append(c.roots, c.inFolder(folder(p), root))
		}
	}
	paths := options.Child("paths")
	if paths == nil || paths.Kind != limited.Object {
		return
	}
	// The paths of a file replace those of the file that it extends. Without baseUrl the targets
	// count from the file that lists them (since 4.1).
	c.paths, c.from = nil, folder(p)
	for i := range paths.Children {
		pattern := &paths.Children[i]
		prefix, suffix, star := strings.Cut(pattern.Name, "*")
		c.paths = append(c.paths, pathAlias{prefix, suffix, star, exportTargets(pattern)})
	}
}

// inFolder joins a path of settings to the folder of their file. ${configDir} is the folder of
// the settings that extend it.
func (c *compilerConfig) inFolder(dir, p string) string {
	if rest, ok := strings.CutPrefix(p, "${configDir}"); ok {
		return inFolder(c.dir, "."+rest)
	}
	return inFolder(dir, p)
}

// extended finds the settings that a file extends: a file of the tree, by a path or by the name of
// a package of the tree; empty for those of a package outside.
func (m *moduleFinder) extended(p, base string) string {
	from := inFolder(folder(p), base)
	if !strings.HasPrefix(base, ".") {
		pkg, inner := packageOf(base)
		list := m.packages[pkg]
		if len(list) != 1 {
			return ""
		}
		from = inFolder(list[0].dir, inner)
	}
	for _, ending := range []string{"", ".json", "/tsconfig.json"} {
		if _, ok := m.table.Project.Files[from+ending]; ok {
			return from + ending
		}
	}
	return ""
}

// find returns what an import path means in a file.
//
//	./order        // a file beside, with any ending, or the index of a folder
//	@app/order     // a path of the compiler settings, or an alias of a tool
//	@shop/core     // a package of the workspace, by its name
//	#core          // by the field "imports" of the package around
//	lodash         // outside the tree
func (m *moduleFinder) find(from, spec string) target {
	m.suffixes = nil
	for _, c := range m.configs {
		if isBelow(from, c.dir) && len(c.suffixes) > 0 {
			m.suffixes = c.suffixes
			break
		}
	}
	return m.search(from, spec, 0)
}

// maxRenames bounds names that settings give to one another.
const maxRenames = 8

// search is find; depth counts the names that settings made of the first one.
func (m *moduleFinder) search(from, spec string, depth int) target {
	spec, _, _ = strings.Cut(spec, "?") // what a bundler does with the file
	switch {
	case spec == "" || depth > maxRenames:
		return target{}
	case spec == "." || spec == ".." || strings.HasPrefix(spec, "./") || strings.HasPrefix(spec, "../"):
		return m.inTree(m.relative(from, spec), spec)
	case strings.HasPrefix(spec, "/"):
		// From the root of the site, as bundlers take it: the root of the package, else of the tree.
		rest := strings.TrimPrefix(spec, "/")
		if f := m.at(inFolder(m.scopeOf(from), rest)); f != nil {
			return target{file: f}
		}
		return m.inTree(m.at(rest), spec)
	}
	if t, known := m.declared(from, spec, depth); known {
		return t
	}
	if strings.HasPrefix(spec, "#") {
		return m.internal(from, spec)
	}
	if t := m.inPackage(from, spec); t.file != nil || t.lost {
		return t
	}
	return m.undeclared(from, spec)
}

// inTree is the target of a path of the tree: one that has no file is lost, unless it is that of
// something that is no script.
//
//	import './order.css'    // no script: nothing is lost
func (m *moduleFinder) inTree(f *resolve.File, spec string) target {
	return target{file: f, lost: f == nil && mayBeScript(spec)}
}

// mayBeScript reports whether an import path may be that of a script: its ending is that of one, or
// it has none.
func mayBeScript(spec string) bool {
	switch ext := path.Ext(spec); ext {
	case "", ".", ".vue", ".svelte":
		return true
	default:
		return stem(spec) != spec || !assetEndings[ext]
	}
}

// assetEndings are endings of what scripts import that is no script.
var assetEndings = map[string]bool{".css": true, ".scss": true, ".sass": true, ".less": true, ".styl": true, ".pcss": true,
	".json": true, ".json5": true, ".yaml": true, ".yml": true, ".toml": true, ".xml": true, ".csv": true, ".txt": true,
	".md": true, ".mdx": true, ".html": true, ".htm": true, ".hbs": true, ".ejs": true, ".pug": true, ".svg": true,
	".png": true, ".jpg": true, ".jpeg": true, ".gif": true, ".webp": true, ".avif": true, ".ico": true, ".woff": true,
	".woff2": true, ".ttf": true, ".eot": true, ".otf": true, ".mp3": true, ".mp4": true, ".webm": true, ".wav": true,
	".ogg": true, ".pdf": true, ".wasm": true, ".node": true, ".glsl": true, ".vert": true, ".frag": true, ".graphql": true,
	".gql": true, ".sql": true, ".proto": true, ".po": true, ".marko": true, ".astro": true, ".riot": true, ".bin": true}

// scopeOf is the folder of the package around a file; empty for the root.
func (m *moduleFinder) scopeOf(from string) string {
	dir := folder(from)
	for dir != "" && m.scopes[dir] == nil {
		dir = folder(dir)
	}
	return dir
}

// isBelow reports whether a file is in a folder or below it.
func isBelow(file, dir string) bool { return dir == "" || strings.HasPrefix(file, dir+"/") }

// declared finds a path that settings give a name: those of a folder apply to what is below it, and
// the deepest come first. known reports that one of them has the name; where the tree lacks what it
// means, something of the tree is lost, unless a package of that name is declared.
func (m *moduleFinder) declared(from, spec string, depth int) (t target, known bool) {
	lost := false
	for _, c := range m.configs {
		if isBelow(from, c.dir) {
			f, named := c.find(m, spec)
			if f != nil {
				return target{file: f}, true
			}
			lost = lost || named
		}
	}
	for _, im := range m.maps {
		if isBelow(from, im.dir) {
			if to, ok := im.find(from, spec); ok {
				if to.module {
					return m.search(from, to.path, depth+1), true
				}
				return m.inTree(m.at(to.path), to.path), true
			}
		}
	}
	for _, a := range m.tables {
		if isBelow(from, a.dir) {
			t, named := a.find(m, from, spec, depth)
			if named && !t.lost {
				return t, true
			}
			lost = lost || named
		}
	}
	if pkg, _ := packageOf(spec); lost && mayBeScript(spec) && !m.depends(from, pkg) {
		if t := m.inPackage(from, spec); t.file != nil {
			return t, true
		}
		return target{lost: true}, true
	}
	return target{}, false
}

// depends reports whether a package around a file declares a dependency.
func (m *moduleFinder) depends(from, pkg string) bool {
	for dir := folder(from); ; dir = folder(dir) {
		if p := m.scopes[dir]; p != nil && p.depends[pkg] {
			return true
		}
		if dir == "" {
			return false
		}
	}
}

// usual are the prefixes that bundlers are often told to take for a folder of the program around. No
// package has such a name.
var usual = []struct{ prefix, folder string }{
	{"$lib/", "src/lib"}, {"@/", "src"}, {"~/", "src"}, {"@/", ""}, {"~/", ""},
}

// undeclared finds the file of a path that begins with a usual alias which nothing in the tree
// declares: a guess, of several files none.
//
//	@/store              // src/store.ts, as templates of Vue have it
func (m *moduleFinder) undeclared(from, spec string) target {
	var t target
	for _, b := range usual {
		rest, ok := strings.CutPrefix(spec, b.prefix)
		if !ok {
			continue
		}
		t.lost = mayBeScript(spec)
		for dir := folder(from); ; dir = folder(dir) {
			f := m.at(inFolder(path.Join(dir, b.folder), rest))
			switch {
			case f == nil || f == t.file:
			case t.file != nil:
				return target{lost: true}
			default:
				t.file, t.tier = f, graph.Heuristic
			}
			if dir == "" {
				break
			}
		}
	}
	t.lost = t.lost && t.file == nil
	return t
}

// find returns the file that an import path means by the settings; named reports that one of their
// paths has the name. The pattern * has every name, and says nothing.
func (c *compilerConfig) find(m *moduleFinder, spec string) (f *resolve.File, named bool) {
	base := c.from
	if c.hasBase {
		base = c.base
	}
	for _, a := range c.paths {
		middle, ok := a.match(spec)
		if !ok {
			continue
		}
		named = named || a.prefix != ""
		for _, t := range a.targets {
			if f := m.at(c.inFolder(base, strings.Replace(t, "*", middle, 1))); f != nil {
				return f, true
			}
		}
	}
	if c.hasBase {
		return m.at(inFolder(c.base, spec)), named
	}
	return nil, named
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
	indexEndings = []string{".ts", ".tsx", ".mts", ".d.ts", ".js", ".jsx", ".mjs", ".cjs"}
)

// relative finds the file of a relative path, which names a folder if it ends with a slash. Folders
// that settings count as one are looked in, too.
func (m *moduleFinder) relative(from, spec string) *resolve.File {
	p, isFolder := inFolder(folder(from), spec), strings.HasSuffix(spec, "/")
	if f := m.atOrBelow(p, isFolder); f != nil {
		return f
	}
	for _, c := range m.configs {
		if !isBelow(from, c.dir) {
			continue
		}
		for _, own := range c.roots {
			rest, ok := strings.CutPrefix(p, own+"/")
			for i := 0; ok && i < len(c.roots); i++ {
				if f := m.atOrBelow(inFolder(c.roots[i], rest), isFolder); f != nil {
					return f
				}
			}
		}
	}
	return nil
}

func (m *moduleFinder) atOrBelow(p string, isFolder bool) *resolve.File {
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
	s := stem(p)
	if f := m.ending(s, p[len(s):]); f != nil {
		// As written: a script, or a single-file component. Beside order.js there may be order.ts
		// that it was made of.
		return f
	}
	if s != p {
		for _, ending := range []string{".ts", ".tsx", ".mts", ".cts", ".d.ts"} {
			if f := m.ending(s, ending); f != nil {
				return f
			}
		}
	}
	for _, ending := range sourceEndings {
		if f := m.ending(p, ending); f != nil {
			return f
		}
	}
	return m.index(p)
}

// ending finds the file of a path with an ending, behind the first suffix for which there is one
// (moduleSuffixes).
func (m *moduleFinder) ending(p, ending string) *resolve.File {
	if len(m.suffixes) == 0 {
		return m.file(p + ending)
	}
	for _, suffix := range m.suffixes {
		if f := m.file(p + suffix + ending); f != nil {
			return f
		}
	}
	return nil
}

// index finds the file that speaks for a folder.
//
//	./model    // model/index.ts, or what model/package.json names
func (m *moduleFinder) index(p string) *resolve.File {
	if p == "." {
		// The root of the tree.
		p = ""
	}
	if pkg := m.scopes[p]; pkg != nil && p != "" && !m.indexing {
		m.indexing = true // the main module may be a folder with a main module
		defer func() { m.indexing = false }()
		for _, entry := range pkg.entries {
			if f := m.built(p, entry); f != nil {
				return f
			}
		}
	}
	for _, ending := range indexEndings {
		if f := m.ending(strings.TrimPrefix(p+"/index", "/"), ending); f != nil {
			return f
		}
	}
	return nil
}

// file returns the file of a path, nil where the tree has none of this family.
func (m *moduleFinder) file(p string) *resolve.File {
	if m.known[p] {
		return m.table.ByPath[p]
	}
	if real := m.table.Project.Real(p); real != p && m.known[real] {
		return m.table.ByPath[real]
	}
	return nil
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
