// Package golang resolves the names in Go files of a tree.
package golang

import (
	"path"
	"slices"
	"sort"
	"strings"
	"sync"

	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// rules resolve Go, by the sections of its specification:
//
//	rules.go       declarations of a package's files
//	files.go       packages and import paths
//	build.go       build constraints: declarations for different systems
//	names.go       names and written types (Declarations and scope)
//	eval.go        expressions
//	calls.go       calls, and their omitted type arguments (Type inference)
//	members.go     fields and methods (Selectors, Struct types)
//	implicit.go    methods that the standard library runs
//	startup.go     init functions and initializers (Program initialization)
//	implements.go  method sets (Method sets, Interface types)
type rules struct {
	resolve.PlainRules
	platform *external.Platform
	tree     *tree
}

// Language returns the language with its rules, for the standard library of a
// platform, and optionally other modules.
func Language(platform *external.Platform) resolve.Language {
	return resolve.Language{
		Family: "go", Names: []string{"go"},
		Rules:        func() resolve.Rules { return &rules{platform: platform} },
		ProjectFiles: []string{"go.mod", "go.work", "sqlc.yaml", "sqlc.yml", "sqlc.json", "BUILD", "BUILD.bazel"},
		Projects:     projectNames, Requires: true,
	}
}

// Prepare builds the data that all files of the tree need: a package has one scope
// for all of its files (Packages).
func (r *rules) Prepare(ix *resolve.Table) { r.tree = newTree(ix, r.platform) }

// ResolveType resolves a written type; the table calls it for embedded types.
func (r *rules) ResolveType(b *resolve.Binder, ref parse.TypeRef, from resolve.DefID,
	_ uint32) resolve.Type {
	return r.tree.resolve(r.tree.files[b.File], from, ref)
}

// ResolveBase implements [resolve.BaseResolver]: an embedded type may mention the
// struct's type parameters.
//
//	type Wrap[T any] struct{ *Box[T] }
func (r *rules) ResolveBase(d *resolve.Def, ref parse.TypeRef) resolve.Type {
	return r.tree.resolve(r.tree.files[d.File], d.ID, ref)
}

// Imported returns the package of the tree that an import denotes.
func (r *rules) Imported(b *resolve.Binder, i int) resolve.Target {
	im := &b.File.Imports[i]
	found := r.tree.importedBy(b.File, im.Path)
	switch {
	case found.lost:
		return resolve.Target{}
	case found.pkg == nil:
		return resolve.Target{External: true, Package: im.Path}
	}
	return resolve.Target{Modules: []string{found.pkg.dir}, Tier: found.tier}
}

// BindFile resolves the references of one file. The front end reports embedded types
// as bases, not references; their type arguments are added here.
func (r *rules) BindFile(b *resolve.Binder) {
	e := newEval(b, r.tree)
	for i := range b.File.References {
		e.bind(&b.File.References[i])
	}
	e.bindImplicit()
	e.bindStart()
	for i := range b.File.Definitions {
		d := b.File.ID(int32(i))
		for _, base := range b.File.Definitions[i].Bases {
			e.baseArguments(d, base.Args)
		}
	}
	b.SetLocalTypes(e.localType)
	b.File.Limit(e.budget.Limits()...)
}

// LinkMembers links a type to the interfaces of the tree that it implements, and its
// methods to theirs. Implementation is implicit: method sets are compared.
func (r *rules) LinkMembers(_ *resolve.Binder, d *resolve.Def) []resolve.Link {
	return r.tree.implements(d)
}

// tree holds the state for binding Go in addition to the index. It is immutable once
// built.
type tree struct {
	table *resolve.Table
	// the standard library, and other modules if their declarations are read
	platform *external.Platform
	files    map[*resolve.File]*file
	folders  map[string][]*pkg  // by folder, the package that imports denote first
	modules  []module           // the longest path first
	moduleAt map[string]*module // by folder
	// by path, those of one path in the order of their folders
	modulesOf map[string][]*module
	// without modules: the import path of the root, if known
	prefix string
	// of Bazel: folders by import path, and the import paths of folders with all below, the
	// longest first
	built    map[string][]string
	prefixes []module
	methods  map[method][]resolve.DefID // those declared outside their type
	// by definition: the type of a value, the result of a callable
	declared       declaredTypes
	params         [][]resolve.Type                 // by definition
	bounds         map[resolve.TypeVar]resolve.Type // constraints of type parameters
	aliases        map[resolve.DefID]resolve.Type   // the targets of alias declarations
	ifaces         map[ifaceKey][]iface             // the interfaces by one of their methods
	indexedMethods map[string]bool                  // names of these methods
	// the names of the methods that a type declares, sorted
	byType map[resolve.DefID][]string
	given  map[call][][]parse.Step

	interfaces sync.Once // fills ifaces, when base types are known
}

// A call is a call in the initializer of a package-level variable, by its position.
type call struct {
	file *resolve.File
	at   uint32
}

// A pkg is the files of a folder with one package clause.
type pkg struct {
	dir, name string
	scope     map[string][]resolve.DefID // by (path, position)
	files     int                        // that are not excluded from a build for linux on amd64
	list      []*file
}

// A method is the key of a method: its package, the type of its receiver and its
// name. Methods are declared anywhere in the package of their type (Method
// declarations).
type method struct {
	pkg        *pkg
	recv, name string
}

// A file is a file with its imports by their names in the file.
type file struct {
	*resolve.File
	buildConstraint
	pkg     *pkg
	imports map[string]goImport       // with certain names
	guessed map[string]goImport       // by possible names of external packages
	dots    []*pkg                    // imported with a dot
	dotted  bool                      // an external package is imported with a dot
	types   map[string][]*parse.Local // types declared in bodies, by the start of their scope
	hidden  map[string]bool           // names of the package that the front end mistakes for imports
}

// A goImport is an imported package; pkg is nil if it is external.
type goImport struct {
	path string
	pkg  *pkg
	tier graph.Tier // how the package was found; zero means Exact
	lost bool       // the tree should have the package: pkg is an empty one
}

// newTree sorts the files of a tree into packages, and resolves their declarations.
//
// The order matters: aliases before declarations that use them, and embedded types
// before promoted methods.
func newTree(ix *resolve.Table, platform *external.Platform) *tree {
	g := &tree{
		table: ix, platform: platform, files: map[*resolve.File]*file{}, folders: map[string][]*pkg{},
		methods: map[method][]resolve.DefID{}, declared: newDeclaredTypes(len(ix.Defs)),
		params: make([][]resolve.Type, len(ix.Defs)), bounds: map[resolve.TypeVar]resolve.Type{},
		aliases: map[resolve.DefID]resolve.Type{}, ifaces: map[ifaceKey][]iface{}, indexedMethods: map[string]bool{},
		byType: map[resolve.DefID][]string{},
		given:  map[call][][]parse.Step{},
	}
	g.readModules(ix.Project)
	var files []*file
	for _, f := range ix.Files {
		if f.Language == "go" {
			gf := g.newFile(f)
			g.files[f] = gf
			files = append(files, gf)
		}
	}
	// A folder may hold several packages: tests, programs with the constraint ignore,
	// and documentation. An import denotes the one with the most files that are
	// built.
	for _, ps := range g.folders {
		sort.SliceStable(ps, func(i, j int) bool { return ps[i].files > ps[j].files })
	}
	g.prefix = g.rootPath(files)
	for _, gf := range files {
		g.addImports(gf)
		g.addNames(gf)
	}
	for _, gf := range files {
		g.findHidden(gf)
		g.resolveAliases(gf)
	}
	for _, gf := range files {
		g.declare(gf)
	}
	g.declared.known = nil
	for _, gf := range files {
		g.collectMethods(gf)
	}
	for _, names := range g.byType {
		sort.Strings(names)
	}
	return g
}

// newFile adds a file to its package.
func (g *tree) newFile(f *resolve.File) *file {
	gf := &file{File: f, buildConstraint: constraintOf(f.Facts), imports: map[string]goImport{}}
	gf.pkg = g.packageOf(gf)
	for i := range gf.Locals {
		if l := &gf.Locals[i]; l.Kind == parse.LocalType {
			if gf.types == nil {
				gf.types = map[string][]*parse.Local{}
			}
			gf.types[l.Name] = append(gf.types[l.Name], l)
		}
	}
	return gf
}

// addNames adds the declarations of a file to its package. Methods are not names of
// the package: they are found by their receiver.
func (g *tree) addNames(gf *file) {
	for i := range gf.Definitions {
		d := &gf.Definitions[i]
		if d.Parent != 0 {
			continue
		}
		id := gf.ID(int32(i))
		if d.Receiver().IsZero() {
			gf.pkg.scope[d.Name] = append(gf.pkg.scope[d.Name], id)
			continue
		}
		k := method{gf.pkg, d.Receiver().Name, d.Name}
		g.methods[k] = g.table.Bounded(g.methods[k], g.table.Def(id))
	}
}

// resolveAliases resolves the targets of a file's aliases.
func (g *tree) resolveAliases(gf *file) {
	for i := range gf.Definitions {
		if id := gf.ID(int32(i)); isGoAlias(g.table.Def(id)) {
			g.target(id)
		}
	}
}

// declare resolves the written types in the definitions of a file: constraints of
// type parameters, types of variables, results and parameters.
func (g *tree) declare(gf *file) {
	for i := range gf.Locals {
		l := &gf.Locals[i]
		if l.Kind != parse.LocalTypeParam || l.Type.IsZero() {
			continue
		}
		d := gf.ID(l.Def)
		if k := slices.Index(g.table.Def(d).TypeParams, l.Name); k >= 0 {
			g.bounds[resolve.TypeVar{Owner: d, Param: k}] = g.resolve(gf, d, l.Type)
		}
	}
	for i := range gf.Definitions {
		d := gf.ID(int32(i))
		x := &gf.Definitions[i]
		if !x.Type.IsZero() {
			g.declared.set(d, g.resolve(gf, d, x.Type))
		}
		if len(x.Params) > 0 {
			g.params[d] = make([]resolve.Type, len(x.Params))
			for k, p := range x.Params {
				g.params[d][k] = g.resolve(gf, d, p.Type)
			}
		}
		for _, v := range x.Init {
			g.keepArguments(gf, v.Steps)
		}
	}
}

// keepArguments keeps the arguments of the calls in the initializer of a variable:
// other files may need its type after the references of this file are released.
//
//	var defaults = merge(base, Order{})    // its type depends on the arguments of the call
func (g *tree) keepArguments(gf *file, steps []parse.Step) {
	for i := range steps {
		if steps[i].Kind != parse.StepCall || steps[i].At == 0 {
			continue
		}
		if r := gf.referenceAt(steps[i].At); r != nil {
			g.given[call{gf.File, steps[i].At}] = r.ArgSteps()
			for _, arg := range r.ArgSteps() {
				g.keepArguments(gf, arg)
			}
		}
	}
}

// referenceAt returns the reference at a position.
func (gf *file) referenceAt(at uint32) *parse.Reference {
	i, ok := slices.BinarySearchFunc(gf.References, at,
		func(r parse.Reference, at uint32) int { return int(r.At) - int(at) })
	if !ok {
		return nil
	}
	return &gf.References[i]
}

// packageOf returns the package that a file belongs to. An external test package is
// separate.
//
//	package shop         // shop.go and shop_test.go see the whole package
//	package shop_test    // in the same folder, sees the exported names
func (g *tree) packageOf(gf *file) *pkg {
	name := strings.TrimPrefix(gf.Definitions[0].Signature, "package ")
	dir := path.Dir(gf.Path)
	var p *pkg
	if i := slices.IndexFunc(g.folders[dir], func(p *pkg) bool { return p.name == name }); i >= 0 {
		p = g.folders[dir][i]
	} else {
		p = &pkg{dir: dir, name: name, scope: map[string][]resolve.DefID{}}
		g.folders[dir] = append(g.folders[dir], p)
	}
	if !gf.excluded && !gf.Test {
		p.files++
	}
	p.list = append(p.list, gf)
	return p
}
