package scoped

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"seedgraph/internal/limited"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// rust: paths begin at the crate, the module or its parent, or at another crate.
func rust() *dialect {
	c := &crates{of: map[*parse.Facts]*crate{}}
	return &dialect{arrange: c.arrange, first: c.first, importPath: c.importPath, pick: rustPick,
		owns: rustOwns, apart: true,
		holds: func(e *eval, im *parse.Import, from resolve.DefID, _ uint32) bool {
			return e.w.space(e.b.File.ID(im.Def)) == e.w.space(from)
		}}
}

// rustOwns reports whether a path begins with a keyword for a module of the crate, or with a module
// that the file declares.
func rustOwns(e *eval, path []string, _ *parse.Reference, _ *parse.Import) bool {
	switch path[0] {
	case "crate", "self", "super":
		return true
	}
	return slices.ContainsFunc(e.b.File.Imports, func(im parse.Import) bool { return im.Whole && im.Path == path[0] })
}

// importPath returns the target of a use or module declaration.
func (c *crates) importPath(e *eval, im *parse.Import) (entity, bool) {
	from := e.b.File.ID(im.Def)
	space := e.w.space(from)
	if im.Whole { // mod a;
		return e.inSpace(space, im.Path, anything), true
	}
	parts := segments(joined(im.Path, im.Name))
	if len(parts) == 0 {
		return entity{}, true
	}
	x, ok := c.first(e, parts[0], from, im.At)
	if !ok {
		if x = e.inSpace(space, parts[0], anything); !x.found() {
			x = e.throughOther(im, parts[0], from)
		}
	}
	return e.path(x, parts[1:], 1), true
}

// throughOther finds the first part of a path that another import of the file brings
// into scope.
func (e *eval) throughOther(im *parse.Import, name string, from resolve.DefID) entity {
	for _, i := range e.imports[name] {
		if o := &e.b.File.Imports[i]; o != im && e.holds(o, from, im.At) {
			if x := e.target(o, 1); x.found() {
				return x
			}
		}
	}
	return entity{}
}

// first resolves the first part of a path.
func (c *crates) first(e *eval, name string, from resolve.DefID, at uint32) (entity, bool) {
	space := e.w.space(from)
	root, _, _ := strings.Cut(space, ".")
	switch name {
	case "crate":
		return entity{space: root, isSpace: true}, true
	case "self":
		return entity{space: space, isSpace: true}, true
	case "super":
		return entity{space: parent(space), isSpace: true}, true
	case "Self":
		if t := e.this(from); t.Def > resolve.None {
			return entity{defs: []resolve.DefID{t.Def}, owner: resolve.Unknown}, true
		}
		return entity{}, true
	}
	if e.b.LocalAt(name, at) != nil || e.inSpace(space, name, anything).found() {
		return entity{}, false
	}
	if own := c.of[e.b.File.Facts]; own != nil {
		if to, ok := own.deps[name]; ok && e.w.spaces[to] {
			return entity{space: to, isSpace: true}, true
		}
	}
	return entity{}, false
}

// rustPick chooses among methods of one name as a call on a value does: those that
// take the receiver by value come first, and among these the inherent ones.
func rustPick(e *eval, of resolve.Type, ids []resolve.DefID) []resolve.DefID {
	methods := e.ix.Filter(ids, func(d *resolve.Def) bool { return d.Kind.IsCallable() })
	if len(methods) < 2 {
		return ids
	}
	fields := e.ix.Filter(ids, func(d *resolve.Def) bool { return !d.Kind.IsCallable() })
	inherent := func(id resolve.DefID) bool {
		o := e.ix.Def(e.ix.Def(id).Outer)
		return len(o.Bases) == 0
	}
	for _, want := range []struct{ pointer, inherent bool }{
		{of.Pointer, true}, {of.Pointer, false}, {!of.Pointer, true}, {!of.Pointer, false}} {
		out := e.ix.Filter(methods, func(d *resolve.Def) bool {
			return (of.Static || resolve.HasModifier(d, "&self") == want.pointer) && inherent(d.ID) == want.inherent
		})
		if len(out) > 0 {
			return append(fields, out...)
		}
	}
	return ids
}

// crates are the Cargo packages in the tree.
type crates struct {
	of map[*parse.Facts]*crate // of the files that belong to one
}

// rustTargets are the folders of a package whose files, and folders with a main.rs, are crates.
var rustTargets = resolve.WordSet("src/bin tests examples benches")

// A crate is a Cargo package: a library, programs, tests.
type crate struct {
	name, dir string
	targets   map[string]bool   // other files that the manifest names as the roots of crates
	deps      map[string]string // by the name in code: the name of a crate
}

// arrange finds the module of each file by the module declarations, starting at the
// files that Cargo compiles. An undeclared file is in the module that its path
// spells.
func (c *crates) arrange(files []*parse.Facts, p *resolve.Project) {
	m := modules{files: map[string]*parse.Facts{}, seen: map[*parse.Facts]bool{}}
	for _, f := range files {
		m.files[f.Path] = f
	}
	list := readCrates(p)
	for _, f := range files {
		for _, x := range list { // the innermost first
			if x.has(f.Path) {
				c.of[f] = x
				break
			}
		}
	}
	for _, f := range files {
		if name, ok := c.root(f, m.files); ok {
			m.enter(f, name, true)
		}
	}
	for _, f := range files {
		if m.seen[f] {
			continue
		}
		name := "stray"
		rel := f.Path
		if x := c.of[f]; x != nil {
			name, rel = x.name+"-stray", strings.TrimPrefix(strings.TrimPrefix(f.Path, x.dir), "/")
		}
		rel = strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(rel, "src/"), ".rs"), "/mod")
		m.enter(f, joined(name, strings.ReplaceAll(strings.ReplaceAll(rel, ".", "_"), "/", ".")), path.Base(f.Path) == "mod.rs")
	}
}

// has reports whether a path is in the folder of a crate.
func (x *crate) has(p string) bool { return x.dir == "." || strings.HasPrefix(p, x.dir+"/") }

// root returns the name of the crate whose root is a file, if there is one.
func (c *crates) root(f *parse.Facts, files map[string]*parse.Facts) (string, bool) {
	dir, base := path.Split(f.Path)
	dir = strings.TrimSuffix(dir, "/")
	x := c.of[f]
	if x == nil {
		if base == "main.rs" || base == "lib.rs" {
			return strings.ReplaceAll(dir, ".", "_") + "/" + strings.TrimSuffix(base, ".rs"), true
		}
		return "", false
	}
	rel := strings.TrimPrefix(strings.TrimPrefix(f.Path, x.dir), "/")
	switch folder := path.Dir(rel); {
	case rel == "src/lib.rs":
		return x.name, true
	case rel == "src/main.rs":
		if files[path.Join(x.dir, "src/lib.rs")] != nil {
			return x.name + "-main", true
		}
		return x.name, true
	case rustTargets[folder] || rel == "build.rs" || x.targets[rel]:
		return x.name + "-" + strings.TrimSuffix(base, ".rs"), true
	case base == "main.rs" && rustTargets[path.Dir(folder)]:
		return x.name + "-" + path.Base(folder), true
	}
	return "", false
}

// modules assigns modules to files.
type modules struct {
	files map[string]*parse.Facts
	seen  map[*parse.Facts]bool
}

// enter assigns a module to a file, and visits the files that it declares. whole
// specifies that the files of its modules are next to it.
func (m *modules) enter(f *parse.Facts, name string, whole bool) {
	if m.seen[f] {
		return
	}
	m.seen[f] = true
	f.Module = name
	dir := path.Dir(f.Path)
	base := dir
	if !whole {
		base = path.Join(dir, strings.TrimSuffix(path.Base(f.Path), ".rs"))
	}
	for i := range f.Imports {
		im := &f.Imports[i]
		if !im.Whole {
			continue
		}
		var inline []string
		for d := im.Def; d > 0; d = f.Definitions[d].Parent {
			inline = append([]string{f.Definitions[d].Name}, inline...)
		}
		in := path.Join(base, path.Join(inline...))
		module := joined(name, strings.Join(append(inline, im.Path), "."))
		if im.Name != "" { // #[path = "x.rs"]
			if len(inline) == 0 {
				in = dir
			}
			if t := m.files[path.Join(in, im.Name)]; t != nil {
				m.enter(t, module, true)
			}
			continue
		}
		if t := m.files[path.Join(in, im.Path+".rs")]; t != nil {
			m.enter(t, module, false)
		} else if t := m.files[path.Join(in, im.Path, "mod.rs")]; t != nil {
			m.enter(t, module, true)
		}
	}
}

// readCrates reads the manifests, those in the deepest folders first.
func readCrates(p *resolve.Project) []*crate {
	var out []*crate
	for file, text := range p.Files {
		if path.Base(file) == "Cargo.toml" {
			if x := readCrate(file, text); x != nil {
				out = append(out, x)
			}
		}
	}
	slices.SortFunc(out, func(a, b *crate) int {
		return cmp.Or(cmp.Compare(len(b.dir), len(a.dir)), cmp.Compare(a.dir, b.dir))
	})
	for _, x := range out {
		x.deps[x.name] = x.name // its library, for its programs and tests
	}
	return out
}

// readCrate reads a manifest; nil if it describes no package.
func readCrate(file, text string) *crate {
	var c struct {
		Package                   struct{ Name string }
		Lib                       struct{ Name string }
		Deps                      map[string]any `toml:"dependencies"`
		Dev                       map[string]any `toml:"dev-dependencies"`
		Build                     map[string]any `toml:"build-dependencies"`
		Bin, Test, Example, Bench []struct{ Path string }
	}
	if limited.UnmarshalTOML([]byte(text), &c) != nil || c.Package.Name == "" {
		return nil
	}
	out := &crate{name: c.Package.Name, dir: path.Dir(file), deps: map[string]string{},
		targets: map[string]bool{}}
	for _, t := range slices.Concat(c.Bin, c.Test, c.Example, c.Bench) {
		out.targets[path.Clean(t.Path)] = true
	}
	if c.Lib.Name != "" {
		out.name = c.Lib.Name
	}
	out.name = underscored(out.name)
	for _, list := range []map[string]any{c.Deps, c.Dev, c.Build} {
		for name, v := range list {
			to := name
			if m, ok := v.(map[string]any); ok {
				if p, ok := m["package"].(string); ok {
					to = p
				}
			}
			out.deps[underscored(name)] = underscored(to)
		}
	}
	return out
}

func underscored(s string) string { return strings.ReplaceAll(s, "-", "_") }
