package graphbuild

import (
	"go/build/constraint"
	"path"
	"sort"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// golangRules resolve Go. A package is a folder, less the files of other
// packages that lie in it; which of several declarations of one name is meant,
// where files are for one system each, is decided as for linux on amd64.
//
//	bind_golang.go        packages, import paths, what the files of a package declare
//	bind_golang_names.go  names and written types
//	bind_golang_eval.go   expressions
//	bind_golang_types.go  members, embedding, the interfaces that a type implements
type golangRules struct {
	plainRules
	tree *goTree
}

// golangLanguage returns the language with its rules.
func golangLanguage() language {
	return language{
		family: "go", names: []string{"go"}, rules: func() rules { return &golangRules{} },
		projectFiles: []string{"go.mod", "go.work"},
	}
}

func (r *golangRules) prepare(ix *index) { r.tree = newGoTree(ix) }

func (r *golangRules) resolveType(b *binder, ref parse.TypeRef, from defID, _ uint32) typ {
	return r.tree.resolve(r.tree.files[b.f], from, ref)
}

func (r *golangRules) imported(b *binder, im *parse.Import) target {
	g := r.tree
	p := g.importedBy(b.f, im.Path)
	if p == nil {
		return target{external: true}
	}
	return target{modules: []string{p.dir}}
}

func (r *golangRules) bindFile(b *binder) {
	e := newGoEval(b, r.tree)
	for i := range b.f.References {
		e.bind(&b.f.References[i])
	}
	for i := range b.f.Definitions {
		d := b.f.def(int32(i))
		for _, base := range b.f.Definitions[i].Bases {
			e.baseArguments(d, base.Args)
		}
	}
}

// goTree is what binding Go needs beside the index. It does not change once
// made.
type goTree struct {
	ix       *index
	files    map[*file]*goFile
	folders  map[string][]*goPackage // by folder, the one that imports mean first
	modules  []goModule              // the longest path first
	methods  map[goMethod][]defID    // those declared outside their type
	declared []typ                   // by definition: the type of a value, the result of a callable
	params   [][]typ                 // by definition
	bounds   map[typeVar]typ         // constraints of type parameters
	aliases  map[defID]typ           // what true aliases stand for
	ifaces   map[string][]goMember   // by name: the methods of all interfaces
	byType   map[defID][]string      // the names of the methods that a type declares, sorted
}

// A goPackage is the files of a folder with one package clause.
type goPackage struct {
	dir, name string
	scope     map[string][]defID // by (path, position)
	files     int                // that are not excluded from a build for linux on amd64
}

type goMethod struct {
	pkg        *goPackage
	recv, name string
}

// A goMember is a member and the type that has it.
type goMember struct{ typ, def defID }

// A goModule is a go.mod file: the import path of the folder that it lies in.
type goModule struct{ path, dir string }

// A goFile is a file with its imports by the name that each has there.
type goFile struct {
	*file
	pkg      *goPackage
	imports  map[string]goImport
	dots     []*goPackage
	excluded bool // from a build for linux on amd64
}

// A goImport is an imported package; pkg is nil when it lies outside the tree.
type goImport struct {
	path string
	pkg  *goPackage
}

func newGoTree(ix *index) *goTree {
	g := &goTree{
		ix: ix, files: map[*file]*goFile{}, folders: map[string][]*goPackage{}, methods: map[goMethod][]defID{}, bounds: map[typeVar]typ{}, aliases: map[defID]typ{},
		declared: make([]typ, len(ix.defs)), params: make([][]typ, len(ix.defs)), ifaces: map[string][]goMember{}, byType: map[defID][]string{},
	}
	g.readModules(ix.project)
	var files []*goFile
	for _, f := range ix.files {
		if f.Language == "go" {
			gf := &goFile{file: f, imports: map[string]goImport{}, excluded: goExcluded(f.Facts)}
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
	for i := range ix.defs {
		if d := &ix.defs[i]; d.file.Language == "go" && isGoAlias(d) {
			g.target(d.id)
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
func (g *goTree) readModules(p *Project) {
	for name, text := range p.Files {
		if path.Base(name) != "go.mod" {
			continue
		}
		for line := range strings.Lines(text) {
			if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "module"); ok && rest != "" && strings.IndexByte(" \t\"", rest[0]) >= 0 {
				rest, _, _ = strings.Cut(rest, "//")
				g.modules = append(g.modules, goModule{strings.Trim(rest, " \t\""), path.Dir(name)})
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
func (g *goTree) packageOf(gf *goFile) *goPackage {
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
	p := &goPackage{dir: dir, name: name, scope: map[string][]defID{}}
	if !gf.excluded && !gf.Test {
		p.files++
	}
	g.folders[dir] = append(g.folders[dir], p)
	return p
}

// importedBy finds the package of the tree that an import path means in f.
func (g *goTree) importedBy(f *file, p string) *goPackage {
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
func (g *goTree) folder(dir string) *goPackage {
	for _, p := range g.folders[dir] {
		if p.files > 0 && p.name != "documentation" {
			return p
		}
	}
	return nil
}

// withoutModules finds a package in a tree that has no go.mod: below the
// folder that the path of the repository ends with.
func (g *goTree) withoutModules(p string) *goPackage {
	parts := strings.Split(p, "/")
	if len(parts) < 3 || !strings.Contains(parts[0], ".") {
		return nil
	}
	return g.folder(path.Join(append([]string{"."}, parts[3:]...)...))
}

func (g *goTree) addImports(gf *goFile) {
	for _, im := range gf.Imports {
		pkg := g.importedBy(gf.file, im.Path)
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
func (g *goTree) addNames(gf *goFile) {
	for i := range gf.Definitions {
		d := &gf.Definitions[i]
		if d.Parent != 0 {
			continue
		}
		id := gf.def(int32(i))
		if d.Receiver.IsZero() {
			gf.pkg.scope[d.Name] = append(gf.pkg.scope[d.Name], id)
			continue
		}
		k := goMethod{gf.pkg, d.Receiver.Name, d.Name}
		g.methods[k] = append(g.methods[k], id)
	}
}

// pick chooses among several declarations of one name: one in the file from,
// or else one that a build for linux on amd64 takes.
func (g *goTree) pick(from *goFile, ids []defID) defID {
	if len(ids) == 0 {
		return none
	}
	if len(ids) == 1 {
		return ids[0]
	}
	best, score := none, -1
	for _, id := range ids {
		f := g.ix.def(id).file
		s := 0
		switch {
		case from != nil && f == from.file:
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
func (g *goTree) declare(gf *goFile) {
	for i := range gf.Locals {
		l := &gf.Locals[i]
		if l.Kind != parse.LocalTypeParam || l.Type.IsZero() {
			continue
		}
		d := gf.def(l.Def)
		for k, name := range g.ix.def(d).TypeParams {
			if name == l.Name {
				g.bounds[typeVar{d, k}] = g.resolve(gf, d, l.Type)
			}
		}
	}
	for i := range gf.Definitions {
		d := gf.def(int32(i))
		x := &gf.Definitions[i]
		g.declared[d] = unknown
		if !x.Type.IsZero() {
			g.declared[d] = g.resolve(gf, d, x.Type)
		}
		if len(x.Params) > 0 {
			g.params[d] = make([]typ, len(x.Params))
			for k, p := range x.Params {
				g.params[d][k] = g.resolve(gf, d, p.Type)
			}
		}
	}
}

// goExcluded reports whether a build for linux on amd64 leaves the file out.
func goExcluded(f *parse.Facts) bool {
	name := strings.TrimSuffix(strings.TrimSuffix(path.Base(f.Path), ".go"), "_test")
	parts := strings.Split(name, "_")
	if n := len(parts); n > 1 {
		last := parts[n-1]
		if goSystems[last] && last != "linux" || goMachines[last] && last != "amd64" {
			return true
		}
		if n > 2 && goMachines[last] && goSystems[parts[n-2]] && parts[n-2] != "linux" {
			return true
		}
	}
	head, _, _ := strings.Cut(f.Text, "\npackage ")
	for line := range strings.Lines(head) {
		if !strings.HasPrefix(line, "//go:build") {
			continue
		}
		if x, err := constraint.Parse(strings.TrimSpace(line)); err == nil {
			return !x.Eval(goTag)
		}
	}
	return false
}

// goTag reports whether a build tag holds for linux on amd64.
func goTag(tag string) bool {
	return tag == "linux" || tag == "amd64" || tag == "unix" || tag == "gc" || tag == "cgo" || strings.HasPrefix(tag, "go1.")
}

var goSystems = wordSet("aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos")

var goMachines = wordSet("386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32 mips64p32le ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm")

func wordSet(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// linkMembers joins a type to the interfaces of the tree that it implements,
// and its methods to theirs.
func (r *golangRules) linkMembers(b *binder, d *defn) []graph.Edge {
	return r.tree.implements(b, d)
}
