// Package csharp resolves the names in C#, Razor and XAML.
package csharp

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// rules bind C#. A [binder] binds a file as a whole, because the target of a call depends
// on the types of its arguments, those of a lambda's parameters on the call, and so on
// recursively: every reference is resolved once, on first use, with its type.
//
//	rules.go     rules; state of the whole tree
//	projects.go  project files: global usings, references
//	platform.go  the declarations of .NET
//	scope.go     names of types and namespaces; bases
//	ancestry.go  signatures, base types, constraints
//	types.go     language rules for types: iteration, await, delegates
//	eval.go      expressions
//	operators.go operators, conditionals, tuples, queries
//	names.go     names
//	call.go      invocations
//	overload.go  overload resolution: applicable candidates
//	candidates.go candidates by name, count and access
//	groups.go    method groups converted to delegates
//	better.go    the better of two candidates
//	convert.go   implicit conversions
//	infer.go     type inference
//	lambdas.go   types of lambdas' parameters and return values
//	members.go   members that override or implement others
//	pages.go     Razor pages: namespaces, imports
//	markup.go    tags that are components, and their attributes
//	stack.go     memory for comparing calls
type rules struct {
	resolve.PlainRules
	tree     *tree
	projects *projectSet // for PartScopes
}

// Language returns the language with its rules.
func Language() resolve.Language {
	return resolve.Language{
		Family: "csharp", Names: []string{"csharp", "razor", "webforms", "xaml"},
		Rules: func() resolve.Rules { return &rules{} },
		ProjectFiles: []string{"*.csproj", "*.props", "*.targets", "*.projitems", "*.sln",
			"*.slnx", "*.hbm.xml", "host.json"},
		Symbols: symbols, Projects: projectNames,
	}
}

// Merges joins the parts of a partial type.
func (*rules) Merges(d *resolve.Def) bool { return d.Partial }

// Prepare collects the declarations and imports of all files.
func (r *rules) Prepare(ix *resolve.Table) {
	r.tree = newTree(ix)
}

func (r *rules) ResolveType(b *resolve.Binder, ref parse.TypeRef, from resolve.DefID,
	at uint32) resolve.Type {
	return r.tree.written(b.File, ref, from, at)
}

// Imported returns the namespace that a using directive names. The directive makes an
// edge to the namespace if the tree declares anything in it.
func (r *rules) Imported(b *resolve.Binder, i int) resolve.Target {
	im := &b.File.Imports[i]
	t := r.tree
	if t.namespaces[im.Path] {
		return resolve.Target{Modules: []string{im.Path}}
	}
	return resolve.Target{External: true, Package: im.Path}
}

// ExternalName returns the full name of a declaration of the platform.
func (r *rules) ExternalName(id resolve.DefID) string { return r.tree.fullName(id) }

func (r *rules) BindFile(b *resolve.Binder) {
	c := newBinder(b, r.tree)
	c.bindAll()
	b.Receivers(resolve.ReceiverRules{Type: func(r *parse.Reference, from resolve.DefID) resolve.Type {
		return c.value(r.Recv, from, r.At)
	}})
	c.bindImplicit()
	c.bindLibraryRuns()
	c.bindLinked()
	c.release()
	r.tree.files[b.File].names.close()
}

// A tree holds the shared state of all C# files.
type tree struct {
	table      *resolve.Table
	platform   *platform
	namespaces map[string]bool            // every namespace of the tree and its prefixes
	spaceNames map[string]bool            // last names of all namespaces, including the platform's
	spaces     map[string]space           // namespaces of the tree and of the platform
	files      map[*resolve.File]*file    //
	extensions map[string][]resolve.DefID // extension members by name, by (path, position)
	signatures []atomic.Pointer[signature]
	lineages   []atomic.Pointer[[]resolve.Type]
	limits     map[param]*limit
	idle       sync.Pool                         // of room: memory of binders of other files, for reuse
	members    map[resolve.DefID][]resolve.DefID // of each canonical type, by (path, position)
	// implicit conversion operators of each canonical type
	conversions map[resolve.DefID][]resolve.DefID
	explicit    bool                     // a type declares an explicit conversion
	exposed     map[resolve.DefID]bool   // canonical types that are public
	ready       atomic.Bool              // base types are resolved
	imports     map[string]*resolve.File // _Imports.razor and _ViewImports.cshtml, by path
}

// A space holds the declarations of a namespace in the tree and the platform; nil for
// none.
type space struct {
	tree     *resolve.Module
	platform *external.Namespace
}

// A param is a type parameter of a definition.
type param struct {
	owner resolve.DefID
	param int
}

// A limit is the unresolved constraint of a type parameter.
type limit struct {
	ref  parse.TypeRef
	file *resolve.File
	from resolve.DefID
	is   atomic.Pointer[limits]
}

// A file holds the implicit context of a file: its project and imports.
type file struct {
	project *project
	linkers []*project // other projects that compile it
	loose   bool       // no project does
	usings  []using
	names   spaceNames
	types   []resolve.DefID // by the position of their name
	imports []*resolve.File // of a page: files whose directives apply to it, nearest first
	space   string          // of a view: the namespace of its code
}

// A using is a using directive.
type using struct {
	path, alias string
	target      *parse.TypeRef // the type of an alias, if it is more than a name
	static      bool
	scope       parse.Range // empty: the whole file
	within      string      // the namespace that contains the directive
	space       string      // the namespace that it imports, empty if that is external
	inactive    bool        // in an inactive branch of an #if
}

func newTree(ix *resolve.Table) *tree {
	t := &tree{
		table: ix, platform: newPlatform(external.Open("dotnet")), namespaces: map[string]bool{},
		spaceNames: map[string]bool{}, spaces: map[string]space{},
		files: map[*resolve.File]*file{}, extensions: map[string][]resolve.DefID{},
		imports:     importsOf(ix.Files),
		limits:      map[param]*limit{},
		conversions: map[resolve.DefID][]resolve.DefID{}, exposed: map[resolve.DefID]bool{},
		members:    map[resolve.DefID][]resolve.DefID{},
		signatures: make([]atomic.Pointer[signature], len(ix.Defs)),
		lineages:   make([]atomic.Pointer[[]resolve.Type], len(ix.Defs)),
	}
	projects := projects(ix.Project)
	projects.note(ix)
	for _, f := range ix.Files {
		if f.Family == "csharp" {
			t.addFile(f, projects)
		}
	}
	for ns := range t.namespaces {
		t.spaceNames[lastPart(ns)] = true
	}
	for k, m := range ix.Modules {
		if k.Family == "csharp" {
			t.spaces[k.Name] = space{tree: m}
		}
	}
	for _, ns := range t.platform.source.Namespaces() {
		t.spaces[ns] = space{t.spaces[ns].tree, t.platform.source.Namespace(ns)}
		for ; ns != ""; ns = outerNamespace(ns) {
			t.spaceNames[lastPart(ns)] = true
		}
	}
	// All namespaces are known now: a directive may name one declared by a later file.
	t.findSpaces()
	t.files[t.platform.file] = &file{project: &project{}}
	return t
}

// findSpaces resolves the namespaces of all using directives, once, because they do not
// depend on the file of a query.
func (t *tree) findSpaces() {
	find := func(list []using) {
		for i := range list {
			list[i].space = t.usedNamespace(&list[i])
		}
	}
	projects := map[*project]bool{}
	for _, f := range t.files {
		find(f.usings)
		projects[f.project] = true
	}
	for p := range projects {
		find(p.usings)
	}
}

// addFile records the declarations and imports of a file.
//
// Global usings apply to all files of their project, wherever they are written
// (C# 14.5.1), and must be known before any name is looked up.
func (t *tree) addFile(f *resolve.File, projects projectSet) {
	cf := &file{}
	cf.project, cf.loose = compilerOf(projects, f.Path)
	cf.linkers = linkersOf(projects, f.Path, cf.project)
	t.files[f] = cf
	cf.project.addFriends(f)
	for i := range f.Definitions {
		d := t.table.Def(f.ID(int32(i)))
		for ns := d.ModuleName; ns != "" && !t.namespaces[ns]; ns = outerNamespace(ns) {
			t.namespaces[ns] = true
		}
		if d.Kind.IsType() {
			cf.types = append(cf.types, d.ID)
			if f.Page != nil || slices.Contains(d.Modifiers, "public") {
				t.exposed[t.table.Canon[d.ID]] = true
			}
		}
		if d.Outer != resolve.None && t.table.Defs[d.Outer].Kind.IsType() {
			owner := t.table.Canon[d.Outer]
			t.members[owner] = append(t.members[owner], d.ID)
		}
		if d.Kind == graph.KindOperator && strings.HasPrefix(d.Name, "implicit ") {
			owner := t.table.Canon[d.Outer]
			t.conversions[owner] = append(t.conversions[owner], d.ID)
		}
		t.explicit = t.explicit || d.Kind == graph.KindOperator && strings.HasPrefix(d.Name, "explicit ")
		if !d.Receiver().IsZero() {
			t.extensions[d.Name] = append(t.extensions[d.Name], d.ID)
		}
	}
	for i := range f.Imports {
		im := &f.Imports[i]
		u := using{path: im.Path, alias: im.Alias, target: im.Target, static: im.Static, scope: im.Scope,
			inactive: inactive(f, im.At)}
		if !im.Scope.IsEmpty() {
			cf.names.scoped = true
			u.within = t.namespaceAt(f, im.Scope)
		}
		if im.Global {
			cf.project.usings = append(cf.project.usings, u)
		} else {
			cf.usings = append(cf.usings, u)
		}
	}
	if f.Page != nil {
		t.addPage(f, cf)
	}
	t.addLimits(f)
	slices.SortFunc(cf.types, func(a, b resolve.DefID) int {
		return cmp.Compare(t.table.Defs[a].NameAt, t.table.Defs[b].NameAt)
	})
}

// typeAt returns the type of a file whose name begins at a position.
func (t *tree) typeAt(f *resolve.File, at uint32) (resolve.DefID, bool) {
	types := t.files[f].types
	i, ok := slices.BinarySearchFunc(types, at, func(id resolve.DefID, at uint32) int {
		return cmp.Compare(t.table.Defs[id].NameAt, at)
	})
	if !ok {
		return resolve.None, false
	}
	return types[i], true
}

// namespaceAt returns the namespace of the declarations inside a using's scope: the outermost, as
// further namespaces may be nested in it.
func (t *tree) namespaceAt(f *resolve.File, scope parse.Range) string {
	out, found := "", false
	for i := 1; i < len(f.Definitions); i++ {
		if d := &f.Definitions[i]; d.Parent == 0 && scope.Contains(d.NameAt) &&
			(!found || len(d.Module) < len(out)) {
			out, found = d.Module, true
		}
	}
	return out
}

// addLimits records the constraints of type parameters.
//
// `where T : class, IOrder` is one local of the front end with a "&" type; the
// constraints of a partial type may be repeated in its parts, and the first ones count.
func (t *tree) addLimits(f *resolve.File) {
	for i := range f.Locals {
		l := &f.Locals[i]
		if l.Kind != parse.LocalTypeParam || l.Type.IsZero() {
			continue
		}
		id := f.ID(l.Def)
		if p := slices.Index(t.table.Def(id).TypeParams, l.Name); p >= 0 {
			key := param{t.table.Canon[id], p}
			if _, ok := t.limits[key]; !ok {
				t.limits[key] = &limit{ref: l.Type, file: f, from: id}
			}
		}
	}
}

func outerNamespace(ns string) string {
	if i := strings.LastIndexByte(ns, '.'); i >= 0 {
		return ns[:i]
	}
	return ""
}
