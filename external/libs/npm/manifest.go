package npm

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"seedgraph/external/libs/disk"
	"seedgraph/internal/limited"
	"seedgraph/internal/regular"
)

// A manifest is the package.json of an installed package.
type manifest struct {
	dir     string // below the root, symbolic links resolved
	pkg     disk.Package
	types   string // main module: types, typings, main
	main    string
	exports *target
	moved   []pattern // typesVersions: of paths below the package
}

// imported returns the name by which sources import the package.
func (m *manifest) imported() string {
	name, ok := strings.CutPrefix(m.pkg.Name, "@types/")
	if scope, rest, scoped := strings.Cut(name, "__"); ok && scoped {
		return "@" + scope + "/" + rest
	}
	return name
}

// A target is a value in the field exports: a path, alternatives, or values by condition
// or subpath, in the order of the file.
type target struct {
	path string
	keys []string
	all  []*target
}

// A pattern maps a path with a * to targets.
type pattern struct {
	from string
	to   []string
}

// manifest reads the package.json of a folder, nil if there is no package. A package
// linked into node_modules is located at the target of the link; one that is a folder
// of the tree is not a library.
func (p *Packages) manifest(dir string) *manifest {
	if m, ok := p.known.Load(dir); ok {
		found, _ := m.(*manifest)
		return found
	}
	m := p.readManifest(dir)
	p.known.Store(dir, m)
	return m
}

func (p *Packages) readManifest(dir string) *manifest {
	real, err := filepath.EvalSymlinks(p.path(dir))
	if err != nil {
		return nil
	}
	at, err := filepath.Rel(p.root, real)
	if err != nil {
		return nil
	}
	at = filepath.ToSlash(at)
	if !strings.HasPrefix(at, folder+"/") && !strings.Contains(at, "/"+folder+"/") {
		return nil
	}
	data, err := regular.Read(filepath.Join(real, "package.json"), disk.MaxBytes)
	if err != nil {
		return nil
	}
	m := &manifest{dir: at}
	if err := m.read(data); err != nil {
		p.log.Fail(path.Join(at, "package.json"), err)
	}
	m.pkg.System = "npm"
	m.pkg.Name = cmp.Or(m.pkg.Name, at[strings.LastIndex(at, folder+"/")+len(folder)+1:])
	return m
}

// read reads the fields of a package.json.
func (m *manifest) read(data []byte) error {
	root, err := limited.JSON(string(data))
	if err != nil {
		return err
	}
	text := func(name string) string {
		if c := root.Child(name); c != nil && c.Kind == limited.Text {
			return c.Text
		}
		return ""
	}
	m.pkg = disk.Package{Name: text("name"), Version: text("version")}
	m.types, m.main = cmp.Or(text("types"), text("typings")), text("main")
	m.exports = readTarget(root.Child("exports"))
	m.readVersions(readTarget(root.Child("typesVersions")))
	return nil
}

// readTarget reads a value of exports, nil for null and for values that are not
// targets.
func readTarget(n *limited.Node) *target {
	switch {
	case n == nil || n.Kind == limited.Plain:
		return nil
	case n.Kind == limited.Text:
		return &target{path: n.Text}
	}
	out := &target{}
	for i := range n.Children {
		c := &n.Children[i]
		if n.Kind == limited.Object {
			out.keys = append(out.keys, c.Name)
		}
		out.all = append(out.all, readTarget(c))
	}
	return out
}

// readVersions reads typesVersions: the first range that contains a current compiler
// version.
func (m *manifest) readVersions(versions *target) {
	if versions == nil {
		return
	}
	for i, key := range versions.keys {
		if strings.HasPrefix(key, "<") || versions.all[i] == nil {
			continue
		}
		for k, from := range versions.all[i].keys {
			to := pattern{from: from}
			if t := versions.all[i].all[k]; t != nil {
				to.to = t.paths()
			}
			m.moved = append(m.moved, to)
		}
		return
	}
}

// paths lists the paths in a target without conditions.
func (t *target) paths() []string {
	if t.path != "" {
		return []string{t.path}
	}
	var out []string
	for _, a := range t.all {
		if a != nil {
			out = append(out, a.paths()...)
		}
	}
	return out
}

// inPackage returns the module of a package, the main one if rest is empty. The
// exports field takes precedence; older settings of the compiler ignore it.
func (p *Packages) inPackage(m *manifest, rest string) string {
	if m.exports != nil {
		if found := p.exported(m, "./"+rest); found != "" {
			return found
		}
	}
	if rest == "" {
		return p.mainModule(m)
	}
	for _, to := range m.movedTo(rest) {
		if found := p.file(path.Join(m.dir, to)); found != "" {
			return found
		}
	}
	if at := path.Join(m.dir, rest); strings.HasPrefix(at, m.dir+"/") {
		return p.file(at)
	}
	return ""
}

// mainModule returns the main module of a package without an exports field.
func (p *Packages) mainModule(m *manifest) string {
	for _, entry := range []string{m.types, m.main} {
		if entry == "" {
			continue
		}
		for _, to := range append(m.movedTo(path.Clean(entry)), entry) {
			at := path.Join(m.dir, to)
			if at == m.dir || !strings.HasPrefix(at, m.dir+"/") {
				continue
			}
			if found := p.file(at); found != "" {
				return found
			}
		}
	}
	for _, to := range m.movedTo("index") {
		if found := p.file(path.Join(m.dir, to)); found != "" {
			return found
		}
	}
	return p.index(m.dir)
}

// movedTo lists the targets of a path in typesVersions.
func (m *manifest) movedTo(rest string) []string {
	for _, moved := range m.moved {
		if middle, ok := match(moved.from, rest); ok {
			var out []string
			for _, to := range moved.to {
				out = append(out, strings.Replace(to, "*", middle, 1))
			}
			return out
		}
	}
	return nil
}

// match reports whether a path matches a pattern with at most one *, and the text it
// matches.
func match(pattern, p string) (middle string, ok bool) {
	prefix, suffix, star := strings.Cut(pattern, "*")
	if !star {
		return "", pattern == p
	}
	if len(p) < len(prefix)+len(suffix) || !strings.HasPrefix(p, prefix) ||
		!strings.HasSuffix(p, suffix) {
		return "", false
	}
	return p[len(prefix) : len(p)-len(suffix)], true
}

// exported returns the module that a package exports as a subpath. Exact subpaths
// precede patterns, and among those the one with the longest prefix wins.
func (p *Packages) exported(m *manifest, subpath string) string {
	if subpath == "./" {
		subpath = "."
	}
	e := m.exports
	if len(e.keys) == 0 || !strings.HasPrefix(e.keys[0], ".") { // of the main module only
		if subpath != "." {
			return ""
		}
		return p.chosen(m, e, "")
	}
	if i := slices.Index(e.keys, subpath); i >= 0 {
		return p.chosen(m, e.all[i], "")
	}
	best, longest, star := -1, -1, ""
	for i, key := range e.keys {
		prefix, _, isPattern := strings.Cut(key, "*")
		if middle, ok := match(key, subpath); ok && isPattern && len(prefix) > longest {
			best, longest, star = i, len(prefix), middle
		}
	}
	if best < 0 {
		return ""
	}
	return p.chosen(m, e.all[best], star)
}

// conditions are those satisfied for declarations by any importer.
var conditions = []string{"types", "import", "node", "module", "module-sync", "browser", "default",
	"require"}

// chosen returns the module of a target: that of the first condition with one.
func (p *Packages) chosen(m *manifest, t *target, star string) string {
	switch {
	case t == nil:
		return ""
	case t.path != "":
		at := path.Join(m.dir, strings.ReplaceAll(t.path, "*", star))
		if !strings.HasPrefix(at, m.dir+"/") {
			return ""
		}
		return p.file(at)
	}
	for i, inner := range t.all {
		if len(t.keys) > 0 && !slices.Contains(conditions, t.keys[i]) &&
			!strings.HasPrefix(t.keys[i], "types@") {
			continue
		}
		if found := p.chosen(m, inner, star); found != "" {
			return found
		}
	}
	return ""
}
