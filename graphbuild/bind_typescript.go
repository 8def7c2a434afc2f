package graphbuild

import (
	"path"
	"strings"
	"sync"

	"seedgraph/graph"
	"seedgraph/parse"
)

// TypeScript, TSX and JavaScript see each other's definitions. A file is a
// module; what it makes visible is decided by its exports, which may pass on
// those of other files. Types and values have name spaces of their own, so that
// an interface and a constant may share a name.
//
//	bind_typescript.go           the rules: scopes, imports, exports
//	bind_typescript_modules.go   which file an import path means
//	bind_typescript_refs.go      references -> bindings
//	bind_typescript_names.go     what a plain name means where it stands
//	bind_typescript_types.go     expressions and written types -> types
//	bind_typescript_members.go   members of types, calls and callbacks
//	bind_typescript_platform.go  arrays, maps, promises and other types of the platform

// typescriptLanguage returns the language with its rules.
func typescriptLanguage() language {
	return language{
		family: "typescript", names: []string{"typescript", "tsx", "javascript"}, rules: func() rules { return &typescriptRules{} },
		projectFiles: []string{"package.json", "pnpm-workspace.yaml", "deno.json", "tsconfig*.json", "jsconfig*.json"},
	}
}

type typescriptRules struct {
	plainRules
	tree *tsTree
}

// tsGlobal is the module of what `declare global` declares.
const tsGlobal = "global"

// merges: interfaces merge with each other and with a class of their name.
func (*typescriptRules) merges(d *defn) bool {
	return d.Kind == graph.KindInterface || d.Kind == graph.KindClass || d.Kind == graph.KindEnum
}

func (*typescriptRules) overridable(d *defn) bool {
	switch d.Kind {
	case graph.KindMethod, graph.KindProperty, graph.KindField:
		return !strings.HasPrefix(d.Name, "#")
	}
	return false
}

func hasModifier(d *defn, name string) bool {
	for _, m := range d.Modifiers {
		if m == name {
			return true
		}
	}
	return false
}

func (r *typescriptRules) resolveType(b *binder, ref parse.TypeRef, from defID, at uint32) typ {
	return newTSScope(b, r.tree).typeOf(b.f, ref, from, at)
}

func (r *typescriptRules) imported(b *binder, im *parse.Import) target {
	for i := range b.f.Imports {
		if &b.f.Imports[i] != im || im.Path == "" {
			continue
		}
		if f := r.tree.targets[b.f][i]; f != nil {
			return target{files: []*file{f}}
		}
		return target{external: true}
	}
	return target{}
}

// A tsTree is what is known of all files of TypeScript's family.
type tsTree struct {
	ix      *index
	targets map[*file][]*file            // of Facts.Imports: the file meant, nil if it lies outside
	imports map[*file]map[string][]int32 // indices of Facts.Imports by alias
	exports sync.Map                     // tsExport -> found
	globals map[string][]defID           // what scripts declare
	bounds  map[tsParam]parse.TypeRef    // constraints of type parameters
	presets map[tsParam]parse.TypeRef    // their defaults
}

// A tsParam names a type parameter.
type tsParam struct {
	owner defID
	name  string
}

func (r *typescriptRules) prepare(ix *index) {
	t := &tsTree{
		ix: ix, targets: map[*file][]*file{}, imports: map[*file]map[string][]int32{},
		globals: map[string][]defID{}, bounds: map[tsParam]parse.TypeRef{}, presets: map[tsParam]parse.TypeRef{},
	}
	r.tree = t
	var files []*file
	for _, f := range ix.files {
		if f.family == "typescript" {
			files = append(files, f)
			t.addFile(f)
		}
	}
	modules := newModuleFinder(ix, files)
	for _, f := range files {
		t.targets[f] = make([]*file, len(f.Imports))
		for i := range f.Imports {
			if p := f.Imports[i].Path; p != "" {
				t.targets[f][i] = modules.find(f.Path, p)
			}
		}
	}
}

// addFile enters what a file imports, what it declares for all files if it is
// no module, and the constraints of its type parameters.
func (t *tsTree) addFile(f *file) {
	byAlias := map[string][]int32{}
	isModule := false
	for i := range f.Imports {
		m := &f.Imports[i]
		isModule = isModule || m.Path != "" || m.Export
		byAlias[m.Alias] = append(byAlias[m.Alias], int32(i))
	}
	t.imports[f] = byAlias
	for i := range f.Locals {
		l := &f.Locals[i]
		if l.Kind != parse.LocalTypeParam {
			continue
		}
		p := tsParam{t.ix.canon[f.def(l.Def)], l.Name}
		if !l.Type.IsZero() {
			t.bounds[p] = l.Type
		}
		if len(l.Init) == 1 {
			t.presets[p] = l.Init[0].Written()
		}
	}
	for i := range f.Definitions {
		isModule = isModule || f.Definitions[i].Parent == 0 && f.Definitions[i].Exported
	}
	for i := range f.Definitions {
		if d := &f.Definitions[i]; d.Parent == 0 && !isModule {
			t.globals[d.Name] = append(t.globals[d.Name], f.def(int32(i)))
		}
	}
}

// outer looks a name up in the file: its definitions, its imports, then what
// is global. Any other free name is one of the platform.
func (t *tsTree) outer(f *file, name string, at uint32) found {
	defs := t.ix.own(f.base, name)
	fromImport := t.importedName(f, name, at, nil)
	switch {
	case fromImport.isModule && len(defs) == 0:
		return fromImport
	case len(defs)+len(fromImport.defs) > 0:
		return found{defs: append(defs[:len(defs):len(defs)], fromImport.defs...)}
	case fromImport.external:
		return fromImport
	}
	if g := t.ix.top("typescript", tsGlobal, name); len(g) > 0 {
		return found{defs: g}
	}
	if g := t.globals[name]; len(g) > 0 {
		return found{defs: g, tier: graph.Unique}
	}
	return found{external: true}
}

// importedName finds what an import of the file calls name.
func (t *tsTree) importedName(f *file, name string, at uint32, seen map[tsExport]bool) found {
	var out found
	for _, i := range t.imports[f][name] {
		m := &f.Imports[i]
		if m.Export || m.All || !m.Scope.IsEmpty() && !m.Scope.Contains(at) {
			continue
		}
		if m.Path == "" {
			out = joinFound(out, t.dottedName(f, m.Name, at, seen))
		} else {
			out = joinFound(out, t.taken(f, i, seen))
		}
	}
	return out
}

func joinFound(a, b found) found {
	a.defs = append(a.defs[:len(a.defs):len(a.defs)], b.defs...)
	if b.isModule && !a.isModule {
		a.module, a.isModule = b.module, true
	}
	a.external = a.external || b.external
	return a
}

// dottedName finds N.B of import A = N.B.
func (t *tsTree) dottedName(f *file, name string, at uint32, seen map[tsExport]bool) found {
	parts := strings.Split(name, ".")
	defs := t.ix.own(f.base, parts[0])
	if len(defs) == 0 {
		im := t.importedName(f, parts[0], at, seen)
		if im.isModule && len(parts) > 1 {
			im = t.inModule(im.module, parts[1])
			parts = parts[1:]
		}
		defs = im.defs
		if len(defs) == 0 {
			return im
		}
	}
	for _, p := range parts[1:] {
		var next []defID
		for _, d := range defs {
			next = append(next, t.ix.own(d, p)...)
		}
		defs = next
	}
	return found{defs: defs}
}

// taken finds what an import or a re-export with a path takes.
func (t *tsTree) taken(f *file, i int32, seen map[tsExport]bool) found {
	m, target := &f.Imports[i], t.targets[f][i]
	if target == nil {
		return found{external: true}
	}
	if m.Name == "" {
		return found{module: target.Path, isModule: true}
	}
	if seen == nil {
		return t.export(target.Path, m.Name)
	}
	return t.exported(target.Path, m.Name, seen)
}

// A tsExport is a name that a file is asked for.
type tsExport struct{ path, name string }

// export finds what the file with the path exports under a name.
func (t *tsTree) export(filePath, name string) found {
	key := tsExport{filePath, name}
	if f, ok := t.exports.Load(key); ok {
		return f.(found)
	}
	f := t.exported(filePath, name, map[tsExport]bool{})
	t.exports.Store(key, f)
	return f
}

// exported is export; seen are the exports being looked for, since files may
// pass on each other's.
func (t *tsTree) exported(filePath, name string, seen map[tsExport]bool) found {
	key := tsExport{filePath, name}
	f := t.ix.byPath[filePath]
	if f == nil || seen[key] {
		return found{}
	}
	seen[key] = true
	var out found
	for _, id := range t.ix.own(f.base, name) {
		if d := t.ix.def(id); d.Exported || strings.HasSuffix(f.Path, ".d.ts") || d.Kind == graph.KindNamespace {
			out.defs = append(out.defs, id)
		}
	}
	for _, i := range t.imports[f][name] {
		if m := &f.Imports[i]; m.Export && !m.All {
			out = joinFound(out, t.exportEntry(f, i, seen))
		}
	}
	if !out.ok() && name != "default" && name != "=" {
		for _, i := range t.imports[f][""] {
			if m := &f.Imports[i]; m.Export && m.All {
				out = joinFound(out, t.passedOn(f, i, name, seen))
			}
		}
	}
	if !out.ok() {
		out = t.wholeExport(f, name, seen)
	}
	if len(out.defs) > 0 || out.isModule {
		out.external = false
	}
	return out
}

// exportEntry finds what one entry of an export list stands for.
func (t *tsTree) exportEntry(f *file, i int32, seen map[tsExport]bool) found {
	m := &f.Imports[i]
	if m.Path != "" {
		return t.taken(f, i, seen)
	}
	if strings.Contains(m.Name, ".") {
		return t.dottedName(f, m.Name, m.At, seen)
	}
	out := found{defs: t.ix.own(f.base, m.Name)}
	return joinFound(out, t.importedName(f, m.Name, m.At, seen))
}

// passedOn finds a name in what export * passes on.
func (t *tsTree) passedOn(f *file, i int32, name string, seen map[tsExport]bool) found {
	target := t.targets[f][i]
	if target == nil {
		return found{} // it may be outside; nothing says so
	}
	return t.exported(target.Path, name, seen)
}

// wholeExport finds names where a file exports one value as a whole, and
// values where a file is imported as a whole.
func (t *tsTree) wholeExport(f *file, name string, seen map[tsExport]bool) found {
	switch name {
	case "default":
		if out := t.exported(f.Path, "=", seen); out.ok() {
			return out
		}
		if f.Language == "javascript" {
			return found{module: f.Path, isModule: true}
		}
	case "=":
		for _, id := range t.ix.own(f.base, "default") {
			return found{defs: []defID{id}}
		}
		return found{module: f.Path, isModule: true}
	default:
		whole := found{}
		for _, i := range t.imports[f]["="] {
			whole = joinFound(whole, t.exportEntry(f, i, seen))
		}
		for _, id := range append(whole.defs, t.ix.own(f.base, "default")...) {
			whole.defs = append(whole.defs[:0:0], t.ix.own(id, name)...)
			if len(whole.defs) > 0 {
				return found{defs: whole.defs}
			}
		}
	}
	return found{}
}

func (t *tsTree) inModule(mod, name string) found {
	out := t.export(mod, name)
	if !out.ok() && t.reachesOutside(mod, map[string]bool{}) {
		out.external = true
	}
	return out
}

// reachesOutside reports whether a file passes on all names of something
// outside the tree.
func (t *tsTree) reachesOutside(mod string, seen map[string]bool) bool {
	f := t.ix.byPath[mod]
	if f == nil || seen[mod] {
		return f == nil
	}
	seen[mod] = true
	for _, i := range t.imports[f][""] {
		if m := &f.Imports[i]; m.Export && m.All {
			if target := t.targets[f][i]; target == nil || t.reachesOutside(target.Path, seen) {
				return true
			}
		}
	}
	return false
}

// stem returns a path without the ending of a script.
func stem(p string) string {
	ext := path.Ext(p)
	switch ext {
	case ".ts", ".tsx", ".js", ".jsx", ".mts", ".cts", ".mjs", ".cjs":
		return strings.TrimSuffix(p, ext)
	}
	return p
}
