package typescript

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/internal/limited"
	"seedgraph/resolve"
)

// A workspacePackage is a package.json in the tree, or a deno.json or jsr.json with a
// name.
type workspacePackage struct {
	dir     string
	entries []string          // candidate paths of the main module, in order
	exports subpaths          // by subpath: "./core"
	imports subpaths          // by name: "#core"
	depends map[string]bool   // the dependencies that it declares
	local   map[string]string // folders of the dependencies taken from the tree, by name
	members []string          // folder patterns of the workspace of which it is the root
}

// isPackageFile reports whether a file name is that of a package description.
func isPackageFile(base string) bool {
	switch base {
	case "package.json", "deno.json", "deno.jsonc", "jsr.json", "pnpm-workspace.yaml":
		return true
	}
	return false
}

// subpaths are the fields "exports" and "imports" of a package.json.
type subpaths struct {
	exact map[string][]string // candidate paths, in order; empty for null
	stars []string            // the patterns, in the order in which they are tried
	to    map[string][]string // by pattern
}

// add records a subpath, or a pattern.
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

// sort orders the patterns like Node.js: of several that match, the one with the longest
// prefix applies (PATTERN_KEY_COMPARE).
func (s *subpaths) sort() {
	slices.SortFunc(s.stars, func(a, b string) int {
		return cmp.Or(strings.IndexByte(b, '*')-strings.IndexByte(a, '*'), len(b)-len(a),
			strings.Compare(a, b))
	})
}

// find returns the paths of a subpath. It is declared without a path if it is private to
// the package.
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
			// Every star of the target is replaced by the same text.
			targets = append(targets, strings.ReplaceAll(t, "*", middle))
		}
		return targets, true
	}
	return nil, false
}

// addPackage records a package by its name.
func (m *moduleFinder) addPackage(p, text string) {
	if path.Base(p) == "pnpm-workspace.yaml" {
		if docs, err := limited.YAMLNodes(text); err == nil && len(docs) > 0 {
			m.scope(folder(p)).members = exportTargets(docs[0].Child("packages"))
		}
		return
	}
	doc, err := limited.JSON(text)
	if err != nil || doc.Kind != limited.Object {
		return
	}
	pkg := m.scope(folder(p))
	isNode := path.Base(p) == "package.json"
	if isNode {
		pkg.readDependencies(&doc)
		pkg.readImports(doc.Child("imports"))
	}
	name := textOf(doc.Child("name"))
	if name == "" {
		return
	}
	// The fields closest to the source come first: the tree seldom contains build output.
	for _, field := range []string{"source", "types", "typings", "module", "main"} {
		if s := textOf(doc.Child(field)); s != "" && isNode {
			pkg.entries = append(pkg.entries, s)
		}
	}
	if doc.Child("exports") != nil {
		pkg.exports = subpaths{}
		pkg.readExports(doc.Child("exports"))
	}
	if !slices.Contains(m.packages[name], pkg) {
		m.packages[name] = append(m.packages[name], pkg)
	}
}

// scope returns the package of a folder, creating it if needed.
func (m *moduleFinder) scope(dir string) *workspacePackage {
	if m.scopes[dir] == nil {
		m.scopes[dir] = &workspacePackage{dir: dir, depends: map[string]bool{}, local: map[string]string{}}
	}
	return m.scopes[dir]
}

// readDependencies reads the dependencies that a package declares, and the folders of the
// tree among them.
//
//	"dependencies": { "react": "18", "kit": "file:../kit" }, "workspaces": ["packages/*"]
func (p *workspacePackage) readDependencies(doc *limited.Node) {
	for _, field := range []string{"dependencies", "devDependencies", "peerDependencies", "optionalDependencies"} {
		n := doc.Child(field)
		if n == nil || n.Kind != limited.Object {
			continue
		}
		for i := range n.Children {
			c := &n.Children[i]
			p.depends[c.Name] = true
			for _, prefix := range []string{"file:", "link:", "portal:"} {
				if to, ok := strings.CutPrefix(c.Text, prefix); ok {
					p.local[c.Name] = inFolder(p.dir, to)
				}
			}
		}
	}
	n := doc.Child("workspaces")
	if n != nil && n.Kind == limited.Object {
		n = n.Child("packages")
	}
	if n != nil {
		p.members = exportTargets(n)
	}
}

// textOf returns the text of a member, or "" if it is missing or of another kind.
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

// readImports reads the field "imports": the package's names for its own modules and
// those of other packages.
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

// exportTargets lists the paths in a target of any form. Those of conditions are all
// candidates, because the importer decides which one applies: sources come before files
// built from them.
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

// internal resolves a module by the field "imports" of the nearest package.json (Node.js,
// Packages, Subpath imports).
func (m *moduleFinder) internal(from, spec string) target {
	// Names with # belong only to the enclosing package of the file.
	dir := m.scopeOf(from)
	p := m.scopes[dir]
	if p == nil {
		return target{lost: true}
	}
	targets, declared := p.imports.find(spec)
	outside := false
	for _, t := range targets {
		if !strings.HasPrefix(t, ".") {
			if found := m.inPackage(from, t); found.file != nil {
				return found
			}
			outside = true
		} else if f := m.built(dir, t); f != nil {
			return target{file: f}
		}
	}
	return target{lost: !outside && (!declared || slices.ContainsFunc(targets, mayBeScript))}
}

// inPackage resolves a module of a package of the tree.
func (m *moduleFinder) inPackage(from, spec string) target {
	if plain, ok := registered(spec); ok {
		spec = plain
	}
	name, rest := spec, ""
	for {
		if list := m.packages[name]; len(list) > 0 {
			p, tier, sure := m.chosen(from, name, list)
			if p == nil {
				return target{}
			}
			f := m.packageModule(p, rest)
			// A package installed from a registry may have modules that the one in the
			// tree lacks.
			return target{file: f, tier: tier, lost: f == nil && mayBeScript(spec) &&
				(sure || !m.depends(from, name))}
		}
		// A name may have a scope and be followed by any number of folders: the longest
		// prefix that is a package wins.
		i := strings.LastIndexByte(name, '/')
		if i < 0 {
			return target{}
		}
		name, rest = name[:i], spec[i+1:]
	}
}

// chosen returns the package that a name refers to in a file, of those with the name: the
// one that an enclosing package takes from a folder, the enclosing package itself, or the
// only one of the workspace; these are sure. Of others, the nearest is a guess; if two
// are equally near, there is no result.
func (m *moduleFinder) chosen(from, name string, list []*workspacePackage) (p *workspacePackage,
	tier graph.Tier, sure bool) {
	for dir := folder(from); ; dir = folder(dir) {
		if p = m.scopes[dir]; p != nil {
			if to, ok := p.local[name]; ok {
				for _, c := range list {
					if c.dir == to {
						return c, 0, true
					}
				}
			}
			if slices.Contains(list, p) {
				return p, 0, true
			}
			if in := p.among(list); len(in) > 0 && len(p.members) > 0 {
				list, sure = in, true
				break
			}
		}
		if dir == "" {
			break
		}
	}
	if len(list) == 1 {
		return list[0], 0, sure
	}
	var best *workspacePackage
	near, tied := -1, false
	for _, c := range list {
		switch n := sharedFolders(c.dir, from); {
		case n > near:
			best, near, tied = c, n, false
		case n == near:
			tied = true
		}
	}
	if tied {
		return nil, 0, false
	}
	return best, graph.Heuristic, false
}

// among lists the packages that are members of the workspace of which p is the root.
func (p *workspacePackage) among(list []*workspacePackage) []*workspacePackage {
	var out []*workspacePackage
	for _, c := range list {
		for _, pattern := range p.members {
			if inWorkspace(p.dir, pattern, c.dir) {
				out = append(out, c)
				break
			}
		}
	}
	return out
}

// inWorkspace reports whether a pattern of the workspace at root matches a folder.
//
//	packages/*, apps/**, tools
func inWorkspace(root, pattern, dir string) bool {
	pattern = strings.TrimSuffix(path.Join(root, pattern), "/")
	if base, ok := strings.CutSuffix(pattern, "/**"); ok {
		return strings.HasPrefix(dir, base+"/")
	}
	ok, err := path.Match(pattern, dir)
	return ok && err == nil
}

// sharedFolders returns the number of leading folders that two paths share.
func sharedFolders(a, b string) int {
	n := 0
	for i := 0; ; i++ {
		if i == len(a) || i == len(b) {
			if i == len(a) && i < len(b) && b[i] == '/' && i > 0 {
				n++
			}
			return n
		}
		if a[i] != b[i] {
			return n
		}
		if a[i] == '/' {
			n++
		}
	}
}

// packageModule returns the main module of a package, or one below it: by the field
// "exports", otherwise by its path. A package that is not built has only its sources.
//
//	@shop/core          // "." of its exports, or its main module
//	@shop/core/model    // "./model", or the file at that path
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
		// "./internal": null keeps the module private, even if the file exists.
		return nil
	}
	// The package has no field "exports", or its targets are not built.
	if f := m.at(inFolder(p.dir, rest)); f != nil {
		return f
	}
	return m.at(inFolder(p.dir, "src/"+rest))
}

// built resolves a module by the path under which it is published. Build output is in
// folders without sources, next to or above the source folders.
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
