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

// A moduleFinder resolves import paths to files: relative paths, workspace packages by
// their names, aliases of compilers and of the tools of a project. It is not safe for
// concurrent use.
type moduleFinder struct {
	table     *resolve.Table
	packages  map[string][]*workspacePackage // by name
	scopes    map[string]*workspacePackage   // by the folder of the package.json
	configs   []*compilerConfig              // the deepest folder first
	tables    []*aliasTable                  // the deepest folder first, within one folder in the order of tools
	shown     map[string][]*tool             // the tools with a configuration, by the folder to which it applies
	maps      []*importMap                   // the deepest folder first
	automatic []*automatic                   // the deepest folder first
	known     map[string]bool                // paths of files of the family
	folders   map[string]bool                // folders that contain such files, directly or not

	suffixes []string // inserted before file extensions, for the current import
	indexing bool     // the main module of a folder is being resolved
}

// A target is the target of an import path: a file of the tree or, if lost is set, a file
// missing from the tree; otherwise it is external.
type target struct {
	file *resolve.File
	lost bool
	tier graph.Tier // how the file was found; zero means Exact
}

// A compilerConfig is a tsconfig.json or jsconfig.json with settings for module
// resolution.
type compilerConfig struct {
	dir      string // where it applies
	base     string // folder of baseUrl
	hasBase  bool   // baseUrl is set
	from     string // folder that the paths are relative to without baseUrl
	paths    []pathAlias
	suffixes []string // moduleSuffixes
	roots    []string // rootDirs: folders that are treated as one
}

type pathAlias struct {
	prefix, suffix string
	star           bool
	targets        []string
}

// newModuleFinder reads the packages and settings of the tree. Those of the deepest
// enclosing folder apply to a file.
func newModuleFinder(ix *resolve.Table, files []*resolve.File) *moduleFinder {
	m := &moduleFinder{table: ix, packages: map[string][]*workspacePackage{},
		scopes: map[string]*workspacePackage{},
		known:  map[string]bool{}, folders: map[string]bool{}}
	for _, f := range files {
		m.known[f.Path] = true
		for dir := folder(f.Path); dir != "" && !m.folders[dir]; dir = folder(dir) {
			// Each folder is added once: if it is known, so are all those above it.
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
		case path.Ext(p) == ".html" || path.Ext(p) == ".htm":
			m.addPageMaps(p)
		}
	}
	m.addTools(names)
	m.addAMDConfigs(files)
	// Stable: of tsconfig.json and tsconfig.build.json in one folder, the first by name
	// takes precedence.
	sort.SliceStable(m.configs, func(i, j int) bool { return len(m.configs[i].dir) > len(m.configs[j].dir) })
	sort.SliceStable(m.tables, func(i, j int) bool { return len(m.tables[i].dir) > len(m.tables[j].dir) })
	sort.SliceStable(m.maps, func(i, j int) bool { return len(m.maps[i].dir) > len(m.maps[j].dir) })
	return m
}

// sortedKeys lists the keys of a map in sorted order.
func sortedKeys[T any](of map[string]T) []string { return slices.Sorted(maps.Keys(of)) }

// folder returns the folder of a path, or "" for the root of the tree.
func folder(p string) string {
	if d := path.Dir(p); d != "." {
		return d
	}
	return ""
}

// inFolder joins a path to a folder, and returns "" if the result is outside the tree.
func inFolder(dir, p string) string {
	joined := path.Join(dir, p)
	if joined == ".." || strings.HasPrefix(joined, "../") {
		return ""
	}
	return joined
}

// addConfig adds compiler settings that affect module resolution. The compiler tries
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

// readConfig reads compiler settings, the settings that they extend first.
//
//	"extends": "../tsconfig.base.json"    // its paths are relative to its own folder
func (m *moduleFinder) readConfig(c *compilerConfig, p string, depth int) {
	text, ok := m.table.Project.Files[p]
	if !ok || depth > 8 {
		// Settings that extend each other in a cycle are an error in the project.
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
	// The paths of a file replace those of the file that it extends. Without baseUrl, the
	// targets are relative to the file that lists them (since 4.1).
	c.paths, c.from = nil, folder(p)
	for i := range paths.Children {
		pattern := &paths.Children[i]
		prefix, suffix, star := strings.Cut(pattern.Name, "*")
		c.paths = append(c.paths, pathAlias{prefix, suffix, star, exportTargets(pattern)})
	}
}

// inFolder joins a path in settings to the folder of their file. ${configDir} is the
// folder of the settings that extend it.
func (c *compilerConfig) inFolder(dir, p string) string {
	if rest, ok := strings.CutPrefix(p, "${configDir}"); ok {
		return inFolder(c.dir, "."+rest)
	}
	return inFolder(dir, p)
}

// extended returns the settings that a file extends: a file of the tree, by a path or by
// the name of a package of the tree; "" if they are in an external package.
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

// find returns the target of an import path in a file.
//
//	./order        // a file in the same folder, with any extension, or the index of a folder
//	@app/order     // a path of the compiler settings, or an alias of a tool
//	@shop/core     // a package of the workspace, by its name
//	#core          // by the field "imports" of the enclosing package
//	lodash         // external
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

// maxRenames bounds the length of a chain of aliases.
const maxRenames = 8

// search is find; depth counts the aliases followed so far.
func (m *moduleFinder) search(from, spec string, depth int) target {
	spec, _, _ = strings.Cut(spec, "?") // options for a bundler
	switch {
	case spec == "" || depth > maxRenames:
		return target{}
	case spec == "." || spec == ".." || strings.HasPrefix(spec, "./") || strings.HasPrefix(spec, "../"):
		return m.inTree(m.relative(from, spec), spec)
	case strings.HasPrefix(spec, "/"):
		// Relative to the root of the site, as in bundlers: the root of the package,
		// otherwise of the tree.
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

// inTree returns the target of a path of the tree: a missing file is lost, unless the
// path has the extension of an asset.
//
//	import './order.css'    // not a script: it is not lost
func (m *moduleFinder) inTree(f *resolve.File, spec string) target {
	return target{file: f, lost: f == nil && mayBeScript(spec)}
}

// mayBeScript reports whether an import path may refer to a script: it has the extension
// of a script, or none.
func mayBeScript(spec string) bool {
	switch ext := path.Ext(spec); ext {
	case "", ".", ".vue", ".svelte":
		return true
	default:
		return stem(spec) != spec || !assetEndings[ext]
	}
}

// assetEndings are extensions of imported files that are not scripts.
var assetEndings = map[string]bool{".css": true, ".scss": true, ".sass": true, ".less": true, ".styl": true, ".pcss": true,
	".json": true, ".json5": true, ".yaml": true, ".yml": true, ".toml": true, ".xml": true, ".csv": true, ".txt": true,
	".md": true, ".mdx": true, ".html": true, ".htm": true, ".hbs": true, ".ejs": true, ".pug": true, ".svg": true,
	".png": true, ".jpg": true, ".jpeg": true, ".gif": true, ".webp": true, ".avif": true, ".ico": true, ".woff": true,
	".woff2": true, ".ttf": true, ".eot": true, ".otf": true, ".mp3": true, ".mp4": true, ".webm": true, ".wav": true,
	".ogg": true, ".pdf": true, ".wasm": true, ".node": true, ".glsl": true, ".vert": true, ".frag": true, ".graphql": true,
	".gql": true, ".sql": true, ".proto": true, ".po": true, ".marko": true, ".astro": true, ".riot": true, ".bin": true}

// scopeOf returns the folder of the package that contains a file; "" for the root.
func (m *moduleFinder) scopeOf(from string) string {
	dir := folder(from)
	for dir != "" && m.scopes[dir] == nil {
		dir = folder(dir)
	}
	return dir
}

// isBelow reports whether a file is in a folder or below it.
func isBelow(file, dir string) bool { return dir == "" || strings.HasPrefix(file, dir+"/") }

// declared resolves a path that settings declare: those of a folder apply to the files
// below it, and the deepest take precedence. known reports that one of them declares the
// path; if its target is missing from the tree, the target is lost, unless a package with
// that name is a dependency.
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

// depends reports whether an enclosing package of a file declares a dependency.
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

// usual are the prefixes that bundlers are often configured to map to a folder of the
// enclosing program. No package has such a name.
var usual = []struct{ prefix, folder string }{
	{"$lib/", "src/lib"}, {"@/", "src"}, {"~/", "src"}, {"@/", ""}, {"~/", ""},
}

// undeclared finds the file of a path that begins with a usual alias that is not declared
// in the tree: a guess, and only if there is just one such file.
//
//	@/store              // src/store.ts, as in Vue templates
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

// find returns the file that the settings map an import path to; named reports that one
// of their paths matches. The pattern * matches every name, and is ignored for named.
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

// match reports whether an import path matches the pattern, and returns the text matched
// by the star.
//
//	@app/*    // for @app/model/order: model/order
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

// relative returns the file of a relative path, which names a folder if it ends with a
// slash. Folders that settings treat as one are searched, too.
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

// at returns the file of a path with or without an extension. A path with .js may refer
// to .ts.
//
//	'./order'       // order.ts, order.tsx, order.d.ts, order.js, order/index.ts …
//	'./order.js'    // order.ts: the compiler will generate order.js
func (m *moduleFinder) at(p string) *resolve.File {
	if p == "" {
		return nil
	}
	s := stem(p)
	if f := m.ending(s, p[len(s):]); f != nil {
		// As written: a script, or a single-file component. In addition to order.js there
		// may be order.ts, from which it was generated.
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

// ending returns the file of a path with an extension, with the first suffix for which
// the file exists (moduleSuffixes).
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

// index returns the main module of a folder.
//
//	./model    // model/index.ts, or the file named by model/package.json
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

// file returns the file at a path, or nil if the tree has none of this family.
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
func projectNames(p *resolve.Project) resolve.ProjectNamer {
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
