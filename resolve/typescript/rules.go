// Package typescript resolves the names in TypeScript and JavaScript, and in the components and
// templates of Vue, Svelte and Angular.
package typescript

import (
	"cmp"
	"path"
	"strings"
	"sync"

	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Definitions of TypeScript, TSX and JavaScript are visible to each other. A file is a
// module; its exports, which may re-export those of other files, determine its visible
// names. Types and values have separate name spaces, so that an interface and a constant
// may share a name.
//
//	rules.go     the rules: scopes, imports, exports
//	modules.go   module resolution: import paths -> files
//	packages.go  packages of the tree: exports and imports
//	refs.go      references -> bindings
//	names.go     lookup of plain names
//	types.go     written types -> types
//	eval.go      expressions -> types
//	members.go   members of types; bases.go base types and aliases
//	calls.go     signatures and overloads; infer.go type inference
//	assign.go    assignability of types
//	angular.go   templates of Angular and the parts visible to them; selectors.go their selectors
//	flow.go      the tests and assignments in effect at a position
//	narrow.go    narrowing of types by these
//	declared.go  declarations of the platform; convert.go conversion of their types
//	external.go  exports of external modules
//	platform.go  types of the platform with special rules in the language

// Language returns the language with its rules, for programs that run on a platform.
func Language(platform *external.Platform) resolve.Language {
	return resolve.Language{
		Family: "typescript", Names: []string{"typescript", "tsx", "javascript", "vue", "svelte",
			"angular"},
		Rules: func() resolve.Rules { return &rules{platform: platform} },
		ProjectFiles: append([]string{"package.json", "pnpm-workspace.yaml", "deno.json", "deno.jsonc", "jsr.json",
			"import_map.json", "importmap.json", "tsconfig*.json", "jsconfig*.json", "*.prisma"}, toolFiles()...),
		IsProjectText: isSettings,
		Projects:      projectNames,
	}
}

// isSettings reports whether a file holds compiler settings under a name of its own, which
// other settings extend, or is a page with an import map.
//
//	{ "extends": "@shop/settings/library.json" }    // in tsconfig.json
func isSettings(p string, head func() string) bool {
	switch path.Ext(p) {
	case ".json":
		return strings.Contains(head(), `"compilerOptions"`)
	case ".html", ".htm":
		return strings.Contains(head(), "importmap")
	}
	return false
}

type rules struct {
	resolve.PlainRules
	platform *external.Platform
	tree     *tree
}

// global is the module of declarations in `declare global`.
const global = "global"

// Merges reports whether d merges with other declarations of its name: interfaces merge
// with each other and with a class, enums with each other.
func (*rules) Merges(d *resolve.Def) bool {
	return d.Kind == graph.KindInterface || d.Kind == graph.KindClass || d.Kind == graph.KindEnum
}

// overridable reports whether a member overrides those with its name: a private name
// belongs only to its class.
func overridable(d *resolve.Def) bool {
	switch d.Kind {
	case graph.KindMethod, graph.KindProperty, graph.KindField:
		return !strings.HasPrefix(d.Name, "#")
	}
	return false
}

// Overridden lists the members that d overrides or implements: the member with its name
// in each class and interface above its own, if there is one. A base class in between
// does not hide the requirements of an interface. The nearest MaxLineage supertypes are
// visited.
//
//	interface Named { name(): string }
//	abstract class Base { name() { return ''; } }
//	class Order extends Base implements Named { name() { return 'x'; } }   // overrides both
func (r *rules) Overridden(b *resolve.Binder, d *resolve.Def) []resolve.DefID {
	if !overridable(d) {
		return nil
	}
	s := newScope(b, r.tree)
	owner := b.Table.EnclosingType(d.ID)
	var out []resolve.DefID
	seen := map[resolve.DefID]bool{owner: true}
	// Breadth first over both classes and interfaces: each base is visited once.
	queue := s.above(owner)
	for len(queue) > 0 {
		base := queue[0]
		queue = queue[1:]
		if seen[base] {
			continue
		}
		if len(seen) > resolve.MaxLineage {
			d.File.Limit(parse.Limit{At: d.NameAt, Quantity: "base types of one type",
				Max: resolve.MaxLineage, Count: 1})
			break
		}
		seen[base] = true
		queue = append(queue, s.above(base)...)
		if o := s.overriddenIn(d, base); o != resolve.None {
			out = append(out, o)
		}
	}
	return out
}

// above lists the types of the tree that a type names as bases.
func (s *scope) above(id resolve.DefID) []resolve.DefID {
	var out []resolve.DefID
	for _, base := range s.b.Table.Bases[id] {
		if base.Def != resolve.None {
			out = append(out, base.Def)
		}
	}
	return out
}

// overriddenIn returns the member of a base that d overrides, or None if there are
// several candidates. Static members are inherited, too, but only by static ones.
//
//	class B extends A { ship() {} static ship() {} }    // each overrides its own kind
func (s *scope) overriddenIn(d *resolve.Def, base resolve.DefID) resolve.DefID {
	var same []resolve.DefID
	for _, id := range s.b.Table.Own(base, d.Name) {
		o := s.b.Table.Def(id)
		if instanceMember(o.Kind) && instanceMember(d.Kind) &&
			resolve.HasModifier(o, "static") == resolve.HasModifier(d, "static") {
			// A property may implement a method, and the other way round: both are
			// members to a caller.
			same = append(same, id)
		}
	}
	if same = s.b.Declarations(same); len(same) != 1 {
		return resolve.None
	}
	return same[0]
}

// instanceMember reports whether a member of a kind may override another one of such a
// kind.
func instanceMember(k graph.NodeKind) bool {
	return k == graph.KindMethod || k == graph.KindProperty || k == graph.KindField
}

// ResolveType resolves a written type for the parts common to all languages: bases and
// overriding members.
func (r *rules) ResolveType(b *resolve.Binder, ref parse.TypeRef, from resolve.DefID,
	at uint32) resolve.Type {
	return newScope(b, r.tree).typeOf(b.File, ref, from, at)
}

// Imported returns the file that an import refers to, for the edges between files.
func (r *rules) Imported(b *resolve.Binder, i int) resolve.Target {
	im := &b.File.Imports[i]
	if im.Path == "" {
		return resolve.Target{}
	}
	t := r.tree.targets[b.File][i]
	if t.file != nil {
		return resolve.Target{Files: []*resolve.File{t.file}, Tier: t.tier}
	}
	if t.lost {
		return resolve.Target{}
	}
	if strings.HasPrefix(im.Path, ".") { // a style sheet, or another asset that is indexed
		asset, _, _ := strings.Cut(im.Path, "?") // options for a bundler
		if f := b.Table.At(path.Join(path.Dir(b.File.Path), asset)); f != nil {
			return resolve.Target{Files: []*resolve.File{f}}
		}
	}
	pkg, _ := packageOf(im.Path)
	return resolve.Target{External: true, Package: pkg}
}

// A tree holds the shared state of all files of TypeScript's family.
type tree struct {
	table *resolve.Table
	// of Facts.Imports: the target of each
	targets    map[*resolve.File][]target
	imports    map[*resolve.File]map[string][]int32 // indices of Facts.Imports by alias
	stars      *starExports
	exports    sync.Map                   // export -> found
	globals    map[string][]resolve.DefID // global declarations of scripts
	namespaces namespaces
	assigned   map[string][]resolve.DefID // JavaScript: by their dotted names, see assignedMember
	bounds     map[param]parse.TypeRef    // constraints of type parameters
	platform   *external.Platform
	outsides   sync.Map                // of external names: export -> found
	presets    map[param]parse.TypeRef // defaults of type parameters

	modules       *moduleFinder // for the dependencies of packages
	platformNames sync.Map      // whether the platform declares a name, by name

	components map[string][]resolve.DefID // single-file components by name

	parts     map[resolve.DefID]*part         // of Angular, by class
	shown     map[*resolve.File]resolve.DefID // the component of a template file; None for several
	declarers map[resolve.DefID][]*part       // the modules that declare a class
	reaches   sync.Map                        // *reach by class
}

// A param names a type parameter.
type param struct {
	owner resolve.DefID
	name  string
}

// Prepare collects the declarations, imports and project files of all files, before any
// of them is resolved.
func (r *rules) Prepare(ix *resolve.Table) {
	t := &tree{
		table: ix, targets: map[*resolve.File][]target{},
		imports:  map[*resolve.File]map[string][]int32{},
		platform: r.platform, globals: map[string][]resolve.DefID{},
		namespaces: namespaces{scripts: map[*resolve.File]bool{},
			parts: map[namespaceKey][]resolve.DefID{}, implied: map[namespaceKey]bool{}},
		bounds: map[param]parse.TypeRef{}, presets: map[param]parse.TypeRef{}, assigned: map[string][]resolve.DefID{},
	}
	r.tree = t
	var files []*resolve.File
	for _, f := range ix.Files {
		if f.Family == "typescript" {
			files = append(files, f)
			t.addFile(f)
		}
	}
	modules := newModuleFinder(ix, files)
	t.modules = modules
	t.addAutomaticNames(files)
	t.components = map[string][]resolve.DefID{}
	for _, f := range files {
		if isComponent(f) {
			name := capitals(f.Definitions[1].Name)
			t.components[name] = append(t.components[name], f.ID(1))
		}
		t.targets[f] = make([]target, len(f.Imports))
		for i := range f.Imports {
			if p := f.Imports[i].Path; p != "" {
				t.targets[f][i] = modules.find(f.Path, p)
			}
		}
	}
	t.stars = newStars(t, files)
	t.addParts(files)
}

// addFile records the imports of a file, its global declarations if it is not a module,
// and the constraints of its type parameters.
func (t *tree) addFile(f *resolve.File) {
	byAlias := map[string][]int32{}
	isModule := false
	for i := range f.Imports {
		m := &f.Imports[i]
		// A file with an import or export at its top level is a module (11.1); any other
		// is a script whose declarations are global.
		isModule = isModule || m.Path != "" || m.Export
		byAlias[m.Alias] = append(byAlias[m.Alias], int32(i))
	}
	t.imports[f] = byAlias
	for i := range f.Locals {
		l := &f.Locals[i]
		if l.Kind != parse.LocalTypeParam {
			continue
		}
		p := param{t.table.Canon[f.ID(l.Def)], l.Name}
		if !l.Type.IsZero() {
			t.bounds[p] = l.Type
		}
		if len(l.Init) == 1 {
			t.presets[p] = l.Init[0].WrittenType()
		}
	}
	for i := range f.Definitions {
		d := &f.Definitions[i]
		isModule = isModule || d.Parent == 0 && d.Exported && !(f.Language == "javascript" && strings.Contains(d.Symbol, "."))
	}
	t.addAssigned(f)
	for i := range f.Definitions {
		d := &f.Definitions[i]
		dotted := d.Kind == graph.KindNamespace && d.Symbol != d.Name // App.Util declares no Util
		if d.Parent == 0 && !isModule && !dotted {
			t.globals[d.Name] = append(t.globals[d.Name], f.ID(int32(i)))
		}
	}
	t.namespaces.add(t, f, isModule)
}

// outer looks up a name in the file: its definitions, its imports, then globals. Any
// other free name is external if something is known to declare it globally.
func (t *tree) outer(f *resolve.File, name string, at uint32) resolve.LookupResult {
	defs := t.own(f, name)
	fromImport := t.importedName(f, name, at, nil)
	switch {
	case fromImport.IsModule && len(defs) == 0:
		return fromImport
	case len(defs)+len(fromImport.Defs) > 0:
		return resolve.LookupResult{Defs: append(defs[:len(defs):len(defs)], fromImport.Defs...), Tier: fromImport.Tier}
		// A type may be imported under the name of a local value.
	case fromImport.External, fromImport.Missing:
		return fromImport
	}
	if ids := t.automaticName(f, name); len(ids) > 0 {
		return resolve.LookupResult{Defs: ids}
	}
	if g := t.table.Top("typescript", global, name); len(g) > 0 {
		return resolve.LookupResult{Defs: g}
	}
	// scripts share one scope, but it is unknown which of them a page loads
	if g := t.globals[name]; len(g) > 0 {
		return resolve.LookupResult{Defs: g, Tier: graph.Unique}
	}
	if found, ok := t.impliedNamespace(name); ok {
		return found
	}
	return t.globalName(f, name)
}

// globalName resolves a name without a declaration in the tree.
func (t *tree) globalName(f *resolve.File, name string) resolve.LookupResult {
	if !t.declaresGlobal(f, name) {
		return resolve.LookupResult{}
	}
	return resolve.LookupResult{External: true, Module: global}
}

// importedName resolves a name that an import of the file declares.
//
//	import a, { b as c, type D } from './shop';    // a is default, c is b
func (t *tree) importedName(f *resolve.File, name string, at uint32,
	seen map[export]bool) resolve.LookupResult {
	return t.importedVia(f, name, at, seen, nil)
}

// importedVia is importedName after following the aliases via, each of which is followed
// only once: the A of import A = A.B may be the alias itself.
func (t *tree) importedVia(f *resolve.File, name string, at uint32, seen map[export]bool,
	via map[int32]bool) resolve.LookupResult {
	var out resolve.LookupResult
	for _, i := range t.imports[f][name] {
		m := &f.Imports[i]
		// Entries of export lists declare nothing in the file, and an import in a
		// namespace is visible only there.
		if m.Export || m.All || !m.Scope.IsEmpty() && !m.Scope.Contains(at) {
			continue
		}
		switch {
		case m.Path != "":
			out = joinFound(out, t.taken(f, i, seen))
		case !via[i]:
			if via == nil {
				via = map[int32]bool{}
			}
			via[i] = true
			out = joinFound(out, t.dottedName(f, m.Name, at, seen, via))
		}
	}
	return out
}

// joinFound merges two declarations of a name: a type and a value may share one (2.3).
//
//	interface Order {} const Order = {};    // one name, a type and a value
func joinFound(a, b resolve.LookupResult) resolve.LookupResult {
	a.Defs = append(a.Defs[:len(a.Defs):len(a.Defs)], b.Defs...)
	if b.IsModule && !a.IsModule {
		a.Module, a.IsModule = b.Module, true
	}
	a.External = a.External || b.External
	a.Missing = a.Missing || b.Missing
	a.Name = cmp.Or(a.Name, b.Name)
	a.Tier = max(a.Tier, b.Tier)
	return a
}

// dottedName resolves N.B in import A = N.B, which is one of the aliases via.
func (t *tree) dottedName(f *resolve.File, name string, at uint32, seen map[export]bool,
	via map[int32]bool) resolve.LookupResult {
	parts := strings.Split(name, ".")
	defs := t.own(f, parts[0])
	if len(defs) == 0 {
		im := t.importedVia(f, parts[0], at, seen, via)
		if im.IsModule && len(parts) > 1 {
			// import * as shop from './shop'; import Order = shop.Order
			im = t.inModule(im.Module, parts[1])
			parts = parts[1:]
		}
		defs = im.Defs
		if len(defs) == 0 {
			return im
		}
	}
	for _, p := range parts[1:] {
		var next []resolve.DefID
		for _, d := range defs {
			next = append(next, t.table.Own(d, p)...)
		}
		defs = next
	}
	return resolve.LookupResult{Defs: defs}
}

// taken resolves an import or a re-export with a path.
func (t *tree) taken(f *resolve.File, i int32, seen map[export]bool) resolve.LookupResult {
	m, target := &f.Imports[i], t.targets[f][i]
	switch {
	case target.lost:
		return resolve.LookupResult{Missing: true}
	case target.file == nil:
		return t.outside(f, m.Path, m.Name)
	case m.Name == "":
		return resolve.LookupResult{Module: target.file.Path, IsModule: true, Tier: target.tier}
	}
	var out resolve.LookupResult
	if seen == nil {
		out = t.export(target.file.Path, m.Name)
	} else {
		out = t.exported(target.file.Path, m.Name, seen)
	}
	if out.Ok() {
		out.Tier = max(out.Tier, target.tier)
		return out
	}
	out.External = t.reachesOutside(target.file.Path) // it may re-export the name
	out.Missing = !out.External
	return out
}

// An export is a name in a file.
type export struct{ path, name string }

// export resolves an export of the file at the path.
func (t *tree) export(filePath, name string) resolve.LookupResult {
	key := export{filePath, name}
	if f, ok := t.exports.Load(key); ok {
		return f.(resolve.LookupResult)
	}
	f := t.exported(filePath, name, map[export]bool{})
	t.exports.Store(key, f)
	return f
}

// exported is export; seen are the exports being resolved.
//
//	export * from './order'             // all names but default
//	export * as model from './order'    // one name for all of them
//	export { total as sum } from './order'
//	export { Order }                    // of this file, or an import of it
//
// Files may re-export each other's names in cycles, which a build allows.
func (t *tree) exported(filePath, name string, seen map[export]bool) resolve.LookupResult {
	key := export{filePath, name}
	f := t.table.ByPath[filePath]
	if f == nil || seen[key] {
		return resolve.LookupResult{}
	}
	seen[key] = true
	if isComponent(f) && name == "default" {
		return resolve.LookupResult{Defs: []resolve.DefID{f.ID(1)}}
	}
	var out resolve.LookupResult
	for _, id := range t.own(f, name) {
		// In a declaration file all top-level declarations are exported (ambient context).
		if d := t.table.Def(id); d.Exported || strings.HasSuffix(f.Path, ".d.ts") {
			out.Defs = append(out.Defs, id)
		}
	}
	for _, i := range t.imports[f][name] {
		if m := &f.Imports[i]; m.Export && !m.All {
			out = joinFound(out, t.exportEntry(f, i, seen))
		}
	}
	// Explicit exports hide names re-exported by export * (16.2.1.6.3 of ECMAScript).
	if !out.Ok() && name != "default" && name != "=" {
		out = joinFound(out, t.starred(f, name, seen))
	}
	if !out.Ok() {
		out = t.wholeExport(f, name, seen)
	}
	// a name found in the tree is not external, whatever export * re-exports
	if len(out.Defs) > 0 || out.IsModule {
		out.External, out.Name = false, ""
	}
	return out
}

// exportEntry resolves one entry of an export list.
func (t *tree) exportEntry(f *resolve.File, i int32, seen map[export]bool) resolve.LookupResult {
	m := &f.Imports[i]
	if m.Path != "" {
		return t.taken(f, i, seen)
	}
	if strings.Contains(m.Name, ".") {
		return t.dottedName(f, m.Name, m.At, seen, map[int32]bool{i: true})
	}
	out := resolve.LookupResult{Defs: t.own(f, m.Name)}
	return joinFound(out, t.importedName(f, m.Name, m.At, seen))
}

// wholeExport resolves names if a file exports one value as a whole, and values if a file
// is imported as a whole.
//
//	export = Order;                    // import Order = require('./order')
//	module.exports = { make, check };  // const { make } = require('./order')
func (t *tree) wholeExport(f *resolve.File, name string, seen map[export]bool) resolve.LookupResult {
	switch name {
	case "default":
		if out := t.exported(f.Path, "=", seen); out.Ok() {
			return out
		}
		if f.Language == "javascript" {
			// `import x from` refers to the whole of a CommonJS module without a default
			// (esModuleInterop).
			return resolve.LookupResult{Module: f.Path, IsModule: true}
		}
	case "=":
		for _, id := range t.table.Own(f.First, "default") {
			return resolve.LookupResult{Defs: []resolve.DefID{id}}
		}
		return resolve.LookupResult{Module: f.Path, IsModule: true}
	default:
		whole := resolve.LookupResult{}
		// import { make } from a file with export = tools imports the member make of
		// tools.
		for _, i := range t.imports[f]["="] {
			whole = joinFound(whole, t.exportEntry(f, i, seen))
		}
		for _, id := range append(whole.Defs, t.table.Own(f.First, "default")...) {
			whole.Defs = append(whole.Defs[:0:0], t.table.Own(id, name)...)
			if len(whole.Defs) > 0 {
				return resolve.LookupResult{Defs: whole.Defs}
			}
		}
	}
	return resolve.LookupResult{}
}

// inModule is export for a name that the module may re-export from an external module:
// then a missing name is external.
func (t *tree) inModule(mod, name string) resolve.LookupResult {
	if symbol, ok := strings.CutPrefix(mod, namespaceModule); ok {
		return t.inNamespace(symbol, name)
	}
	out := t.export(mod, name)
	if !out.Ok() {
		out.External = t.reachesOutside(mod)
		out.Missing = !out.External
	}
	return out
}

// stem returns a path without the extension of a script.
func stem(p string) string {
	ext := path.Ext(p)
	switch ext {
	case ".ts", ".tsx", ".js", ".jsx", ".mts", ".cts", ".mjs", ".cjs":
		return strings.TrimSuffix(p, ext)
	}
	return p
}
