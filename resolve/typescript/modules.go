package typescript

import (
	"encoding/json"
	"path"
	"sort"
	"strings"

	"seedgraph/resolve"
)

// A moduleFinder finds the file that an import path means: relative paths,
// packages of the workspace by their names, aliases of the compiler settings.
type moduleFinder struct {
	table    *resolve.Table
	packages map[string]*workspacePackage // by name
	configs  []*compilerConfig            // the deepest folder first
	known    map[string]bool              // paths of files of the family
	folders  map[string]bool              // that have such files, or folders with them
}

// A workspacePackage is a package.json inside the tree.
type workspacePackage struct {
	dir     string
	entries []string            // candidate paths of the main module, in order
	exports map[string][]string // candidate paths by subpath: "./core"
	stars   map[string][]string // of patterns: "./*"
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
		known: map[string]bool{}, folders: map[string]bool{}}
	for _, f := range files {
		m.known[f.Path] = true
		for dir := folder(f.Path); dir != "" && !m.folders[dir]; dir = folder(dir) {
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

// addPackage enters a package by its name. Of two with one name, examples and fixtures
// among them, the one nearest to the root is meant.
func (m *moduleFinder) addPackage(p, text string) {
	var doc map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &doc) != nil {
		return
	}
	var name string
	if json.Unmarshal(doc["name"], &name) != nil || name == "" {
		return
	}
	pkg := &workspacePackage{dir: folder(p), exports: map[string][]string{},
		stars: map[string][]string{}}
	for _, field := range []string{"source", "types", "typings", "module", "main"} {
		var s string
		if json.Unmarshal(doc[field], &s) == nil && s != "" {
			pkg.entries = append(pkg.entries, s)
		}
	}
	pkg.readExports(doc["exports"])
	// a copy deeper in the tree is a fixture
	if old := m.packages[name]; old == nil || len(pkg.dir) < len(old.dir) {
		m.packages[name] = pkg
	}
}

// readExports reads the field "exports": a path, conditions, or subpaths.
//
//	"exports": { ".": { "types": "./dist/index.d.ts" }, "./*": "./src/*.ts" }
func (p *workspacePackage) readExports(raw json.RawMessage) {
	var subpaths map[string]json.RawMessage
	if json.Unmarshal(raw, &subpaths) != nil {
		p.exports["."] = exportTargets(raw)
		return
	}
	plain := true
	for key, value := range subpaths {
		if !strings.HasPrefix(key, ".") {
			continue
		}
		plain = false
		if strings.Contains(key, "*") {
			p.stars[key] = exportTargets(value)
		} else {
			p.exports[key] = exportTargets(value)
		}
	}
	if plain {
		p.exports["."] = exportTargets(raw)
	}
}

// exportTargets lists the paths in a target of any form, sources first.
func exportTargets(raw json.RawMessage) []string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return []string{s}
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil {
		var out []string
		for _, r := range list {
			out = append(out, exportTargets(r)...)
		}
		return out
	}
	var conditions map[string]json.RawMessage
	if json.Unmarshal(raw, &conditions) != nil {
		return nil
	}
	var keys []string
	for k := range conditions {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	var out []string
	for _, k := range keys {
		for _, t := range exportTargets(conditions[k]) {
			if strings.HasSuffix(t, ".ts") && !strings.HasSuffix(t, ".d.ts") {
				out = append([]string{t}, out...)
			} else {
				out = append(out, t)
			}
		}
	}
	return out
}

type rawConfig struct {
	Extends         json.RawMessage `json:"extends"`
	CompilerOptions struct {
		BaseURL string              `json:"baseUrl"`
		Paths   map[string][]string `json:"paths"`
	} `json:"compilerOptions"`
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
		return
	}
	var raw rawConfig
	if json.Unmarshal([]byte(plainJSON(text)), &raw) != nil {
		return
	}
	for _, base := range exportTargets(raw.Extends) {
		if !strings.HasPrefix(base, ".") {
			continue
		}
		from := inFolder(folder(p), base)
		if _, ok := m.table.Project.Files[from]; !ok {
			from += ".json"
		}
		m.readConfig(c, from, depth+1)
	}
	if raw.CompilerOptions.BaseURL != "" {
		c.base, c.hasBase = inFolder(folder(p), raw.CompilerOptions.BaseURL), true
	}
	if raw.CompilerOptions.Paths == nil {
		return
	}
	// the paths of a file replace those of the file that it extends
	c.paths = c.paths[:0]
	if raw.CompilerOptions.BaseURL == "" && !c.hasBase {
		c.base = folder(p)
	}
	for pattern, targets := range raw.CompilerOptions.Paths {
		prefix, suffix, star := strings.Cut(pattern, "*")
		c.paths = append(c.paths, pathAlias{prefix, suffix, star, targets})
	}
}

// plainJSON removes comments and trailing commas from JSON.
func plainJSON(s string) string {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			end := i + 1
			for end < len(s) && s[end] != '"' {
				if s[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end+1, len(s))
			out = append(out, s[i:end]...)
			i = end - 1
		case strings.HasPrefix(s[i:], "//"):
			for i < len(s) && s[i] != '\n' {
				i++
			}
		case strings.HasPrefix(s[i:], "/*"):
			if end := strings.Index(s[i:], "*/"); end >= 0 {
				i += end + 1
			} else {
				i = len(s)
			}
		case s[i] == '}' || s[i] == ']':
			for len(out) > 0 && strings.IndexByte(" \t\r\n,", out[len(out)-1]) >= 0 {
				out = out[:len(out)-1]
			}
			out = append(out, s[i])
		default:
			out = append(out, s[i])
		}
	}
	return string(out)
}

// find returns the file that an import path means, nil if it lies outside.
//
//	./order        // a file beside, with any ending, or the index of a folder
//	@app/order     // a path of the compiler settings
//	@shop/core     // a package of the workspace, by its name
//	lodash         // outside the tree
func (m *moduleFinder) find(from, spec string) *resolve.File {
	switch {
	case spec == "." || spec == ".." || strings.HasPrefix(spec, "./") ||
		strings.HasPrefix(spec, "../"):
		return m.relative(inFolder(folder(from), spec), strings.HasSuffix(spec, "/"))
	case strings.HasPrefix(spec, "/"):
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
	return m.inPackage(spec)
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

// inPackage finds a module of a package of the workspace.
func (m *moduleFinder) inPackage(spec string) *resolve.File {
	name, rest := spec, ""
	for {
		if p := m.packages[name]; p != nil {
			return m.packageModule(p, rest)
		}
		i := strings.LastIndexByte(name, '/')
		if i < 0 {
			return nil
		}
		name, rest = name[:i], spec[i+1:]
	}
}

// packageModule finds the main module of a package, or one below it: by the field
// "exports", else by its path. A package that was not built yet has only its sources.
//
//	@shop/core          // "." of its exports, or its main module
//	@shop/core/model    // "./model", or the file of that path
func (m *moduleFinder) packageModule(p *workspacePackage, rest string) *resolve.File {
	if rest == "" {
		for _, entry := range append(append([]string{}, p.exports["."]...), p.entries...) {
			if f := m.built(p.dir, entry); f != nil {
				return f
			}
		}
		for _, entry := range []string{"src/index", "src", "index", "lib/index", "src/main"} {
			if f := m.at(inFolder(p.dir, entry)); f != nil {
				return f
			}
		}
		return nil
	}
	for _, entry := range p.exports["./"+rest] {
		if f := m.built(p.dir, entry); f != nil {
			return f
		}
	}
	for _, pattern := range sortedKeys(p.stars) {
		prefix, suffix, _ := strings.Cut(pattern, "*")
		middle, ok := pathAlias{prefix: prefix, suffix: suffix, star: true}.match("./" + rest)
		if !ok {
			continue
		}
		for _, t := range p.stars[pattern] {
			if f := m.built(p.dir, strings.Replace(t, "*", middle, 1)); f != nil {
				return f
			}
		}
	}
	if f := m.at(inFolder(p.dir, rest)); f != nil {
		return f
	}
	return m.at(inFolder(p.dir, "src/"+rest))
}

// sortedKeys returns the keys of m in order, so that of several patterns the same one is
// tried first in every build.
func sortedKeys(m map[string][]string) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// built finds a module by the path that it is published under. What a build writes is
// in folders that have no sources, beside or above those of its sources.
//
//	"main": "dist/index.js"    // src/index.ts, before a build has run
func (m *moduleFinder) built(dir, entry string) *resolve.File {
	entry = strings.TrimPrefix(path.Clean(entry), "./")
	entry = strings.TrimSuffix(stem(entry), ".d")
	if f := m.at(inFolder(dir, entry)); f != nil {
		return f
	}
	parts := strings.Split(entry, "/")
	for len(parts) > 1 && !m.folders[inFolder(dir, parts[0])] {
		parts = parts[1:]
		rest := strings.Join(parts, "/")
		for _, source := range []string{"src/" + rest, rest} {
			if f := m.at(inFolder(dir, source)); f != nil {
				return f
			}
		}
	}
	return nil
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
	if s := stem(p); s != p {
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
