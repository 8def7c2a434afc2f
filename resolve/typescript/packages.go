package typescript

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"seedgraph/internal/limited"
	"seedgraph/resolve"
)

// A workspacePackage is a package.json inside the tree.
type workspacePackage struct {
	dir     string
	entries []string // candidate paths of the main module, in order
	exports subpaths // by subpath: "./core"
	imports subpaths // by name: "#core"
}

// subpaths are the fields "exports" and "imports" of a package.json.
type subpaths struct {
	exact map[string][]string // candidate paths, in order; none for null
	stars []string            // the patterns, in the order in which they are tried
	to    map[string][]string // by pattern
}

// add enters a subpath, or a pattern of some.
func (s *subpaths) add(key string, targets []string) {
	if !strings.Contains(key, "*") {
		if s.exact == nil {
			s.exact = map[string][]string{}
		}
		s.exact[key] = targets
		return
	}
	if s.to == nil {
		s.to = map[string][]string{}
	}
	s.stars = append(s.stars, key)
	s.to[key] = targets
}

// sort brings the patterns into the order of Node.js: of several that match, the one
// with the longest part before its star is meant (PATTERN_KEY_COMPARE).
func (s *subpaths) sort() {
	slices.SortFunc(s.stars, func(a, b string) int {
		return cmp.Or(strings.IndexByte(b, '*')-strings.IndexByte(a, '*'), len(b)-len(a),
			strings.Compare(a, b))
	})
}

// find returns the paths that a subpath means. It is declared without a path where the
// package keeps it to itself.
//
//	"./features/*": "./src/features/*.js", "./features/private/*": null
func (s *subpaths) find(key string) (targets []string, declared bool) {
	if targets, declared = s.exact[key]; declared {
		return targets, true
	}
	for _, pattern := range s.stars {
		prefix, suffix, _ := strings.Cut(pattern, "*")
		middle, ok := pathAlias{prefix: prefix, suffix: suffix, star: true}.match(key)
		if !ok {
			continue
		}
		for _, t := range s.to[pattern] {
			// Every star of the target is the same text.
			targets = append(targets, strings.ReplaceAll(t, "*", middle))
		}
		return targets, true
	}
	return nil, false
}

// addPackage enters a package by its name. Of two with one name, examples and fixtures
// among them, the one nearest to the root is meant.
func (m *moduleFinder) addPackage(p, text string) {
	doc, err := limited.JSON(text)
	if err != nil || doc.Kind != limited.Object {
		return
	}
	pkg := &workspacePackage{dir: folder(p)}
	m.scopes[pkg.dir] = pkg
	pkg.readImports(doc.Child("imports"))
	name := textOf(doc.Child("name"))
	if name == "" {
		return
	}
	// The order is that of what is nearest to the source: the tree seldom has what a build
	// writes.
	for _, field := range []string{"source", "types", "typings", "module", "main"} {
		if s := textOf(doc.Child(field)); s != "" {
			pkg.entries = append(pkg.entries, s)
		}
	}
	pkg.readExports(doc.Child("exports"))
	// a copy deeper in the tree is a fixture
	if old := m.packages[name]; old == nil || len(pkg.dir) < len(old.dir) {
		m.packages[name] = pkg
	}
}

// textOf is the text of a member; empty where there is none, or a value of another kind.
func textOf(n *limited.Node) string {
	if n == nil || n.Kind != limited.Text {
		return ""
	}
	return n.Text
}

// readExports reads the field "exports": a path, conditions, or subpaths.
//
//	"exports": { ".": { "types": "./dist/index.d.ts" }, "./*": "./src/*.ts" }
func (p *workspacePackage) readExports(n *limited.Node) {
	plain := true
	if n != nil && n.Kind == limited.Object {
		for i := range n.Children {
			if c := &n.Children[i]; strings.HasPrefix(c.Name, ".") {
				plain = false
				p.exports.add(c.Name, exportTargets(c))
			}
		}
	}
	if plain {
		p.exports.add(".", exportTargets(n))
	}
	p.exports.sort()
}

// readImports reads the field "imports": what the package calls its own modules, and
// those of others.
//
//	"imports": { "#core": "./src/core.ts", "#util/*": "./src/util/*.ts", "#log": "pino" }
func (p *workspacePackage) readImports(n *limited.Node) {
	if n == nil || n.Kind != limited.Object {
		return
	}
	for i := range n.Children {
		p.imports.add(n.Children[i].Name, exportTargets(&n.Children[i]))
	}
	p.imports.sort()
}

// exportTargets lists the paths in a target of any form. Those of conditions are all candidates,
// since whoever imports decides which one holds: sources before what was built from them.
func exportTargets(n *limited.Node) []string {
	if n == nil {
		return nil
	}
	var out, sources []string
	switch n.Kind {
	case limited.Text:
		out = append(out, n.Text)
	case limited.List:
		for i := range n.Children {
			out = append(out, exportTargets(&n.Children[i])...)
		}
	case limited.Object:
		for _, c := range slices.SortedStableFunc(slices.Values(n.Children), byName) {
			for _, t := range exportTargets(&c) {
				if strings.HasSuffix(t, ".ts") && !strings.HasSuffix(t, ".d.ts") {
					sources = append(sources, t)
				} else {
					out = append(out, t)
				}
			}
		}
	}
	slices.Reverse(sources)
	return append(sources, out...)
}

func byName(a, b limited.Node) int { return strings.Compare(a.Name, b.Name) }

// internal finds a module by the field "imports" of the nearest package.json (Node.js,
// Packages, Subpath imports).
func (m *moduleFinder) internal(from, spec string) *resolve.File {
	// Names with # belong to the package around the file, and to no one else.
	dir := folder(from)
	for dir != "" && m.scopes[dir] == nil {
		dir = folder(dir)
	}
	p := m.scopes[dir]
	if p == nil {
		return nil
	}
	targets, _ := p.imports.find(spec)
	for _, t := range targets {
		var f *resolve.File
		if strings.HasPrefix(t, ".") {
			f = m.built(dir, t)
		} else {
			f = m.inPackage(t)
		}
		if f != nil {
			return f
		}
	}
	return nil
}

// inPackage finds a module of a package of the workspace.
func (m *moduleFinder) inPackage(spec string) *resolve.File {
	name, rest := spec, ""
	for {
		if p := m.packages[name]; p != nil {
			return m.packageModule(p, rest)
		}
		// A name may have a scope and any number of folders behind it: the longest that is a
		// package wins.
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
		main, _ := p.exports.find(".")
		for _, entry := range append(slices.Clone(main), p.entries...) {
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
	targets, declared := p.exports.find("./" + rest)
	for _, entry := range targets {
		if f := m.built(p.dir, entry); f != nil {
			return f
		}
	}
	if declared && len(targets) == 0 {
		// "./internal": null keeps the module private, even where the file exists.
		return nil
	}
	// The package has no field "exports", or its targets are not built.
	if f := m.at(inFolder(p.dir, rest)); f != nil {
		return f
	}
	return m.at(inFolder(p.dir, "src/"+rest))
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
