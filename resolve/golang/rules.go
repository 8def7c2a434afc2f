package golang

import (
	"go/build/constraint"
	"path"
	"sort"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// rules resolve Go. A package is a folder, less the files of other
// packages that lie in it; which of several declarations of one name is meant,
// where files are for one system each, is decided as for linux on amd64.
//
//	rules.go        packages, import paths, what the files of a package declare
//	names.go  names and written types
//	eval.go   expressions
//	types.go  members, embedding, the interfaces that a type implements
type rules struct {
	resolve.PlainRules
	tree *tree
}

// Language returns the language with its rules.
func Language() resolve.Language {
	return resolve.Language{
		Family: "go", Names: []string{"go"}, Rules: func() resolve.Rules { return &rules{} },
		ProjectFiles: []string{"go.mod", "go.work"},
	}
}

func (r *rules) Prepare(ix *resolve.Table) { r.tree = newTree(ix) }

func (r *rules) ResolveType(b *resolve.Binder, ref parse.TypeRef, from resolve.DefID, _ uint32) resolve.Type {
	return r.tree.resolve(r.tree.files[b.File], from, ref)
}

func (r *rules) Imported(b *resolve.Binder, im *parse.Import) resolve.Target {
	g := r.tree
	p := g.importedBy(b.File, im.Path)
	if p == nil {
		return resolve.Target{External: true}
	}
	return resolve.Target{Modules: []string{p.dir}}
}

func (r *rules) BindFile(b *resolve.Binder) {
	e := newEval(b, r.tree)
	for i := range b.File.References {
		e.bind(&b.File.References[i])
	}
	for i := range b.File.Definitions {
		d := b.File.ID(int32(i))
		for _, base := range b.File.Definitions[i].Bases {
			e.baseArguments(d, base.Args)
		}
	}
}

// tree is what binding Go needs beside the index. It does not change once
// made.
type tree struct {
	table    *resolve.Table
	files    map[*resolve.File]*file
	folders  map[string][]*pkg                // by folder, the one that imports mean first
	modules  []module                         // the longest path first
	methods  map[method][]resolve.DefID       // those declared outside their type
	declared []resolve.Type                   // by definition: the type of a value, the result of a callable
	params   [][]resolve.Type                 // by definition
	bounds   map[resolve.TypeVar]resolve.Type // constraints of type parameters
	aliases  map[resolve.DefID]resolve.Type   // what true aliases stand for
	ifaces   map[string][]member              // by name: the methods of all interfaces
	byType   map[resolve.DefID][]string       // the names of the methods that a type declares, sorted
}

// A pkg is the files of a folder with one package clause.
type pkg struct {
	dir, name string
	scope     map[string][]resolve.DefID // by (path, position)
	files     int                        // that are not excluded from a build for linux on amd64
}

type method struct {
	pkg        *pkg
	recv, name string
}

// A member is a member and the type that has it.
type member struct{ typ, def resolve.DefID }

// A module is a go.mod file: the import path of the folder that it lies in.
type module struct{ path, dir string }

// A file is a file with its imports by the name that each has there.
type file struct {
	*resolve.File
	pkg      *pkg
	imports  map[string]goImport
	dots     []*pkg
	excluded bool // from a build for linux on amd64
}

// A goImport is an imported package; pkg is nil when it lies outside the tree.
type goImport struct {
	path string
	pkg  *pkg
}

func newTree(ix *resolve.Table) *tree {
	g := &tree{
		table: ix, files: map[*resolve.File]*file{}, folders: map[string][]*pkg{}, methods: map[method][]resolve.DefID{}, bounds: map[resolve.TypeVar]resolve.Type{}, aliases: map[resolve.DefID]resolve.Type{},
		declared: make([]resolve.Type, len(ix.Defs)), params: make([][]resolve.Type, len(ix.Defs)), ifaces: map[string][]member{}, byType: map[resolve.DefID][]string{},
	}
	g.readModules(ix.Project)
	var files []*file
	for _, f := range ix.Files {
		if f.Language == "go" {
			gf := &file{File: f, imports: map[string]goImport{}, excluded: excluded(f.Facts)}
			gf.pkg = g.packageOf(gf)
			g.files[f] = gf
			files = append(files, gf)
		}
	}
	for _, ps := range g.folders {
		sort.SliceStable(ps, func(i, j int) bool { return ps[i].files > ps[j].files })
	}
	for _, gf := range files {
		g.addImports(gf)
		g.addNames(gf)
	}
	for i := range ix.Defs {
		if d := &ix.Defs[i]; d.File.Language == "go" && isGoAlias(d) {
			g.target(d.ID)
		}
	}
	for _, gf := range files {
		g.declare(gf)
	}
	for _, gf := range files {
		g.collectMethods(gf)
	}
	for _, names := range g.byType {
		sort.Strings(names)
	}
	return g
}

// readModules reads the module paths of go.mod files.
func (g *tree) readModules(p *resolve.Project) {
	for name, text := range p.Files {
		if path.Base(name) != "go.mod" {
			continue
		}
		for line := range strings.Lines(text) {
			if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "module"); ok && rest != "" && strings.IndexByte(" \t\"", rest[0]) >= 0 {
				rest, _, _ = strings.Cut(rest, "//")
				g.modules = append(g.modules, module{strings.Trim(rest, " \t\""), path.Dir(name)})
				break
			}
		}
	}
	sort.Slice(g.modules, func(i, j int) bool {
		a, b := g.modules[i], g.modules[j]
		if len(a.path) != len(b.path) {
			return len(a.path) > len(b.path)
		}
		return a.path+"\x00"+a.dir < b.path+"\x00"+b.dir
	})
}

// packageOf returns the package that a file belongs to. An external test
// package is one of its own.
func (g *tree) packageOf(gf *file) *pkg {
	name := strings.TrimPrefix(gf.Definitions[0].Signature, "package ")
	dir := path.Dir(gf.Path)
	for _, p := range g.folders[dir] {
		if p.name == name {
			if !gf.excluded && !gf.Test {
				p.files++
			}
			return p
		}
	}
	p := &pkg{dir: dir, name: name, scope: map[string][]resolve.DefID{}}
	if !gf.excluded && !gf.Test {
		p.files++
	}
	g.folders[dir] = append(g.folders[dir], p)
	return p
}

// importedBy finds the package of the tree that an import path means in f.
func (g *tree) importedBy(f *resolve.File, p string) *pkg {
	if strings.HasPrefix(p, "./") || strings.HasPrefix(p, "../") {
		return g.folder(path.Join(path.Dir(f.Path), p))
	}
	for _, m := range g.modules {
		rest, ok := strings.CutPrefix(p, m.path)
		if ok && (rest == "" || rest[0] == '/') {
			if pkg := g.folder(path.Join(m.dir, rest)); pkg != nil {
				return pkg
			}
		}
		if m.path == "std" {
			if pkg := g.folder(path.Join(m.dir, p)); pkg != nil {
				return pkg
			}
		}
	}
	for dir := path.Dir(f.Path); ; dir = path.Dir(dir) {
		if pkg := g.folder(path.Join(dir, "vendor", p)); pkg != nil {
			return pkg
		}
		if dir == "." || dir == "/" {
			break
		}
	}
	if len(g.modules) == 0 {
		return g.withoutModules(p)
	}
	return nil
}

// folder returns the package that importing a folder means.
func (g *tree) folder(dir string) *pkg {
	for _, p := range g.folders[dir] {
		if p.files > 0 && p.name != "documentation" {
			return p
		}
	}
	return nil
}

// withoutModules finds a package in a tree that has no go.mod: below the
// folder that the path of the repository ends with.
func (g *tree) withoutModules(p string) *pkg {
	parts := strings.Split(p, "/")
	if len(parts) < 3 || !strings.Contains(parts[0], ".") {
		return nil
	}
	return g.folder(path.Join(append([]string{"."}, parts[3:]...)...))
}

func (g *tree) addImports(gf *file) {
	for _, im := range gf.Imports {
		pkg := g.importedBy(gf.File, im.Path)
		switch {
		case im.All:
			if pkg != nil {
				gf.dots = append(gf.dots, pkg)
			}
		case im.Alias != "":
			gf.imports[im.Alias] = goImport{im.Path, pkg}
		case pkg != nil:
			gf.imports[pkg.name] = goImport{im.Path, pkg}
		default:
			for _, name := range likelyNames(im.Path) {
				gf.imports[name] = goImport{im.Path, nil}
			}
		}
	}
}

// likelyNames lists what a package outside the tree may be called.
func likelyNames(p string) []string {
	base := path.Base(p)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" {
		base = path.Base(path.Dir(p))
	}
	base, _, _ = strings.Cut(base, ".v")
	out := []string{base}
	if i := strings.LastIndexByte(base, '-'); i >= 0 {
		out = append(out, base[i+1:], strings.ReplaceAll(base, "-", ""), strings.ReplaceAll(base, "-", "_"))
		if strings.HasPrefix(base, "go-") {
			out = append(out, base[3:], strings.ReplaceAll(base[3:], "-", ""))
		}
		out = append(out, base[:i])
	}
	if s := strings.TrimPrefix(base, "go"); s != base && s != "" {
		out = append(out, s)
	}
	if s, _, ok := strings.Cut(base, "."); ok {
		out = append(out, s)
	}
	return out
}

// addNames enters what a file declares into its package.
func (g *tree) addNames(gf *file) {
	for i := range gf.Definitions {
		d := &gf.Definitions[i]
		if d.Parent != 0 {
			continue
		}
		id := gf.ID(int32(i))
		if d.Receiver.IsZero() {
			gf.pkg.scope[d.Name] = append(gf.pkg.scope[d.Name], id)
			continue
		}
		k := method{gf.pkg, d.Receiver.Name, d.Name}
		g.methods[k] = append(g.methods[k], id)
	}
}

// pick chooses among several declarations of one name: one in the file from,
// or else one that a build for linux on amd64 takes.
func (g *tree) pick(from *file, ids []resolve.DefID) resolve.DefID {
	if len(ids) == 0 {
		return resolve.None
	}
	if len(ids) == 1 {
		return ids[0]
	}
	best, score := resolve.None, -1
	for _, id := range ids {
		f := g.table.Def(id).File
		s := 0
		switch {
		case from != nil && f == from.File:
			s = 3
		case !g.files[f].excluded && (!f.Test || from != nil && from.Test):
			s = 2
		case !g.files[f].excluded:
			s = 1
		}
		if s > score {
			best, score = id, s
		}
	}
	return best
}

// declare resolves what the definitions of a file write down.
func (g *tree) declare(gf *file) {
	for i := range gf.Locals {
		l := &gf.Locals[i]
		if l.Kind != parse.LocalTypeParam || l.Type.IsZero() {
			continue
		}
		d := gf.ID(l.Def)
		for k, name := range g.table.Def(d).TypeParams {
			if name == l.Name {
				g.bounds[resolve.TypeVar{Owner: d, Param: k}] = g.resolve(gf, d, l.Type)
			}
		}
	}
	for i := range gf.Definitions {
		d := gf.ID(int32(i))
		x := &gf.Definitions[i]
		g.declared[d] = resolve.Unknown
		if !x.Type.IsZero() {
			g.declared[d] = g.resolve(gf, d, x.Type)
		}
		if len(x.Params) > 0 {
			g.params[d] = make([]resolve.Type, len(x.Params))
			for k, p := range x.Params {
				g.params[d][k] = g.resolve(gf, d, p.Type)
			}
		}
	}
}

// excluded reports whether a build for linux on amd64 leaves the file out.
func excluded(f *parse.Facts) bool {
	name := strings.TrimSuffix(strings.TrimSuffix(path.Base(f.Path), ".go"), "_test")
	parts := strings.Split(name, "_")
	if n := len(parts); n > 1 {
		last := parts[n-1]
		if systems[last] && last != "linux" || machines[last] && last != "amd64" {
			return true
		}
		if n > 2 && machines[last] && systems[parts[n-2]] && parts[n-2] != "linux" {
			return true
		}
	}
	head, _, _ := strings.Cut(f.Text, "\npackage ")
	for line := range strings.Lines(head) {
		if !strings.HasPrefix(line, "//go:build") {
			continue
		}
		if x, err := constraint.Parse(strings.TrimSpace(line)); err == nil {
			return !x.Eval(tag)
		}
	}
	return false
}

// tag reports whether a build tag holds for linux on amd64.
func tag(tag string) bool {
	return tag == "linux" || tag == "amd64" || tag == "unix" || tag == "gc" || tag == "cgo" || strings.HasPrefix(tag, "go1.")
}

var systems = resolve.WordSet("aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos")

var machines = resolve.WordSet("386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32 mips64p32le ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm")

// LinkMembers joins a type to the interfaces of the tree that it implements,
// and its methods to theirs.
func (r *rules) LinkMembers(b *resolve.Binder, d *resolve.Def) []graph.Edge {
	return r.tree.implements(b, d)
}
