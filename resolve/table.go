package resolve

import (
	"iter"
	"slices"
	"strings"
	"sync"

	"seedgraph/graph"
	"seedgraph/parse"
)

// A DefID numbers the definitions of all files, in the order of files and, inside one, of
// Facts.Definitions. None denotes no definition. Ids below None denote external
// declarations, numbered by the resolver that uses them.
type DefID int32

// None is the id of no definition.
const None DefID = -1

// A Def is a definition in the symbol table.
type Def struct {
	*parse.Definition
	ID         DefID
	File       *File
	Outer      DefID
	ModuleName string // of the outermost enclosing definition, inherited inwards
}

// A File is one file in the symbol table.
type File struct {
	*parse.Facts
	Rules  Rules
	Family string
	First  DefID // of Definitions[0]
	lines  Lines
}

// ID returns the id of definition i of the file.
func (f *File) ID(i int32) DefID { return f.First + DefID(i) }

// Limit records a limit that the file has exceeded. Only the goroutine that currently
// owns the file may call it.
func (f *File) Limit(l ...parse.Limit) { f.Limits = parse.AddLimits(f.Limits, l...) }

// Line returns the line of an offset, from 1.
func (f *File) Line(at uint32) uint32 { return f.lines.Of(at) }

// A Table is the symbol table of the tree. It does not change once built.
type Table struct {
	Files     []*File
	Defs      []Def
	Project   *Project
	languages *Set

	Modules map[ModuleKey]*Module
	members members
	// of each definition: the first declaration of the type that it is a part of
	Canon []DefID
	Bases map[DefID][]Type // of each canonical type, in source order
	// the canonical types with subtypes; known when files are bound
	derived map[DefID][]DefID
	ByPath  map[string]*File
	// owner types of members declared outside of them; see SetOwner
	owners map[DefID]DefID
	byName map[string]func() map[string][]DefID // by family; see Named
	rules  map[*Language]Rules
	used   []Rules // in the order of files

	siteRooms sync.Pool // of *siteBuffers, reused between files
	bindRooms sync.Pool // of *bindBuffers, reused between files

	// keepExternals requests a list of the references to external symbols.
	keepExternals bool
	// Notes describe the parts of project files that are not understood, in the order
	// found.
	Notes []ProjectNote

	keepInline bool // requests the statements in strings
	foreign    bool // requests the uses of external names
	Columns    bool // requests the columns of tables
}

// A ModuleKey is the name of a module in a language family.
type ModuleKey struct{ Family, Name string }

// A Module is a namespace, a package, or a file that is its own module.
type Module struct {
	names map[string][]DefID // top-level declarations
}

// newTable collects the definitions of all files.
func newTable(files []*parse.Facts, opts Options) *Table {
	project := opts.Project
	if project == nil {
		project = &Project{}
	}
	ix := &Table{
		Project: project, languages: opts.Languages, keepExternals: opts.ListExternal,
		foreign: opts.Foreign, Columns: opts.Columns, keepInline: opts.Inline,
		Modules: map[ModuleKey]*Module{}, Bases: map[DefID][]Type{},
		byName: map[string]func() map[string][]DefID{}, ByPath: map[string]*File{},
		rules: map[*Language]Rules{},
	}
	ix.place(files)
	definitions := 0
	for _, f := range files {
		definitions += len(f.Definitions)
	}
	ix.Defs, ix.Canon = make([]Def, 0, definitions), make([]DefID, 0, definitions)
	for _, f := range files {
		ix.addFile(f)
	}
	ix.mergeParts(opts.Generated)
	for i := range ix.Defs {
		ix.addSymbol(&ix.Defs[i])
	}
	ix.members = newMembers(ix)
	return ix
}

// place completes the modules of files that do not declare them.
func (ix *Table) place(files []*parse.Facts) {
	placed := map[ModulePlacer][]*parse.Facts{}
	var placers []ModulePlacer // in the order of files
	for _, f := range files {
		_, rules := ix.rulesOf(f.Language)
		p, ok := rules.(ModulePlacer)
		if !ok {
			continue
		}
		if placed[p] == nil {
			placers = append(placers, p)
		}
		placed[p] = append(placed[p], f)
	}
	for _, p := range placers {
		p.Place(placed[p], ix.Project)
	}
}

// addFile numbers the definitions of a file, in the order of the file.
func (ix *Table) addFile(facts *parse.Facts) {
	boundChains(facts)
	family, rules := ix.rulesOf(facts.Language)
	f := &File{Facts: facts, Rules: rules, Family: family, First: DefID(len(ix.Defs)),
		lines: LinesOf(facts)}
	ix.Files = append(ix.Files, f)
	ix.ByPath[f.Path] = f
	if ix.byName[family] == nil {
		ix.byName[family] = sync.OnceValue(func() map[string][]DefID { return ix.names(family) })
	}
	for i := range facts.Definitions {
		d := Def{Definition: &facts.Definitions[i], ID: f.ID(int32(i)), File: f, Outer: None,
			ModuleName: facts.Module}
		if d.Parent >= 0 {
			d.Outer = f.ID(d.Parent)
			d.ModuleName = ix.Defs[d.Outer].ModuleName
		}
		if d.Module != "" {
			d.ModuleName = d.Module
		}
		ix.Defs = append(ix.Defs, d)
		ix.Canon = append(ix.Canon, d.ID)
	}
}

// rulesOf returns the family of a language and its rules, which are created on first use.
// A language without rules is its own family.
func (ix *Table) rulesOf(name string) (string, Rules) {
	l := ix.languages.byName[name]
	if l == nil {
		return name, PlainRules{}
	}
	r := ix.rules[l]
	if r == nil {
		r = l.Rules()
		ix.rules[l] = r
		ix.used = append(ix.used, r)
	}
	return l.Family, r
}

// embeddedRules returns the rules of the language that is read in strings.
func (ix *Table) embeddedRules() embeddedBinder {
	_, r := ix.rulesOf(ix.languages.embedded().Names[0])
	return r.(embeddedBinder)
}

// mergeParts chooses the canonical declaration of a type with several parts: the first
// hand-written one, because readers of an edge want to see that part. Parts that are
// never compiled together belong to different types.
func (ix *Table) mergeParts(generated map[string]bool) {
	type key struct{ family, module, symbol string }
	parts := map[key][]DefID{}
	var order []key // by the first part
	for i := range ix.Defs {
		d := &ix.Defs[i]
		if !d.Kind.IsType() || !d.File.Rules.Merges(d) {
			continue
		}
		k := key{d.File.Family, d.ModuleName, d.Symbol}
		if parts[k] == nil {
			order = append(order, k)
		}
		parts[k] = append(parts[k], d.ID)
	}
	for _, k := range order {
		scopes := ix.partScopes(parts[k])
		canon := map[string]DefID{}
		for i, id := range parts[k] {
			c, ok := canon[scopes[i]]
			if !ok || generated[ix.Defs[c].File.Path] && !generated[ix.Defs[id].File.Path] {
				canon[scopes[i]] = id
			}
		}
		for i, id := range parts[k] {
			ix.Canon[id] = canon[scopes[i]]
		}
	}
}

// partScopes returns a scope for each part of one symbol; parts with equal scopes form
// one type.
func (ix *Table) partScopes(parts []DefID) []string {
	scopes := make([]string, len(parts))
	p, ok := ix.Defs[parts[0]].File.Rules.(PartScoper)
	if !ok || len(parts) == 1 {
		return scopes
	}
	var files []string
	for _, id := range parts {
		files = append(files, ix.Defs[id].File.Path)
	}
	if known := p.PartScopes(ix.Project, files); known != nil {
		return known
	}
	return scopes
}

// addSymbol indexes a top-level definition of a file by its name in its module.
//
// A method declared outside of its type, as in Go, belongs to its receiver type and is
// not a name of the module.
func (ix *Table) addSymbol(d *Def) {
	family := d.File.Family
	if d.Outer == None {
		ix.module(family, d.ModuleName)
		return
	}
	if ix.Defs[d.Outer].Outer == None && d.Receiver().IsZero() {
		m := ix.module(family, d.ModuleName)
		m.names[d.Name] = ix.Bounded(m.names[d.Name], d)
	}
}

func (ix *Table) module(family, name string) *Module {
	k := ModuleKey{family, name}
	m := ix.Modules[k]
	if m == nil {
		m = &Module{names: map[string][]DefID{}}
		ix.Modules[k] = m
	}
	return m
}

// Top lists the declarations of a name at the top level of a module. All callers share
// the list: appending to it makes a copy.
func (ix *Table) Top(family, mod, name string) []DefID {
	return ix.Modules[ModuleKey{family, mod}].Top(name)
}

// Top is [Table.Top] for one module; a nil module declares nothing.
func (m *Module) Top(name string) []DefID {
	if m == nil {
		return nil
	}
	return slices.Clip(m.names[name])
}

// Named lists the definitions of a family with the name, except files, by id. The index
// is built on first use, because most families never need it.
func (ix *Table) Named(family, name string) []DefID {
	if names := ix.byName[family]; names != nil {
		return slices.Clip(names()[name])
	}
	return nil
}

// names lists the definitions of a family by name.
func (ix *Table) names(family string) map[string][]DefID {
	out := map[string][]DefID{}
	for i := range ix.Defs {
		if d := &ix.Defs[i]; d.Outer != None && d.File.Family == family {
			out[d.Name] = append(out[d.Name], d.ID)
		}
	}
	return out
}

// At returns the file at a path, which may contain symbolic links, or nil.
func (ix *Table) At(p string) *File {
	if f := ix.ByPath[p]; f != nil {
		return f
	}
	return ix.ByPath[ix.Project.Real(p)]
}

// Def returns the definition with the id.
func (ix *Table) Def(id DefID) *Def { return &ix.Defs[id] }

// Within yields the definitions inside d, including nested ones, in the order of the source.
func (ix *Table) Within(d *Def) iter.Seq[DefID] {
	return func(yield func(DefID) bool) {
		for id := d.ID + 1; int(id) < len(ix.Defs); id++ {
			x := &ix.Defs[id]
			if x.File != d.File || x.Range.Start >= d.Range.End || !yield(id) {
				return
			}
		}
	}
}

// EnclosingType returns the innermost type that contains or is d, or None.
//
//	func (s *Shop) open()    // in Shop, by the receiver, though it is declared next to it
func (ix *Table) EnclosingType(d DefID) DefID {
	for ; d != None; d = ix.Defs[d].Outer {
		if t, ok := ix.owners[d]; ok {
			return t
		}
		if ix.Defs[d].Kind.IsType() {
			return ix.Canon[d]
		}
		if r := ix.Defs[d].Receiver(); !r.IsZero() && ix.Defs[ix.Defs[d].Outer].Outer == None {
			for _, t := range ix.Top(ix.Defs[d].File.Family, ix.Defs[d].ModuleName, r.Name) {
				if ix.Defs[t].Kind.IsType() {
					return ix.Canon[t]
				}
			}
		}
	}
	return None
}

// SetOwner records that a definition is a member of a type although it is declared
// outside of it. Only Prepare of the rules may call it.
func (ix *Table) SetOwner(d, t DefID) {
	if ix.owners == nil {
		ix.owners = map[DefID]DefID{}
	}
	ix.owners[d] = t
}

// EnclosingTypeOf returns the declaration of the innermost type that contains or is d, or
// None.
func (ix *Table) EnclosingTypeOf(d DefID) DefID {
	for ; d != None; d = ix.Defs[d].Outer {
		if ix.Defs[d].Kind.IsType() {
			return d
		}
	}
	return None
}

// Filter keeps the candidates that ok accepts.
func (ix *Table) Filter(ids []DefID, ok func(*Def) bool) []DefID {
	var out []DefID
	for _, id := range ids {
		if ok(&ix.Defs[id]) {
			out = append(out, id)
		}
	}
	return out
}

// IsType reports whether d is a type.
func IsType(d *Def) bool { return d.Kind.IsType() }

// IsMethod reports whether d is a member that is called.
func IsMethod(d *Def) bool {
	return d.Kind == graph.KindMethod || d.Kind == graph.KindFunction ||
		d.Kind == graph.KindConstructor || d.Kind == graph.KindOperator
}

// resolveBases resolves the base types of all types.
func (ix *Table) resolveBases() {
	for _, f := range ix.Files {
		f.Guard(func() { ix.resolveBasesOf(f) })
	}
}

func (ix *Table) resolveBasesOf(f *File) {
	b := NewBinder(ix, f)
	for i := range f.Definitions {
		d := ix.Def(f.ID(int32(i)))
		if !d.Kind.IsType() {
			continue
		}
		c := ix.Canon[d.ID]
		for _, ref := range d.Bases {
			ix.Bases[c] = append(ix.Bases[c], b.BaseTypes(d, ref)...)
		}
	}
}

// BaseTypes returns the type of a base of a type, or several if the base is a value of several
// types. It is looked up from outside the type, where its type parameters, but not its members,
// are in scope.
func (b *Binder) BaseTypes(d *Def, ref parse.TypeRef) []Type {
	switch r := b.File.Rules.(type) {
	case BaseLister:
		if all := r.ListBases(b, d, ref); all != nil {
			return all
		}
	case BaseResolver:
		return []Type{r.ResolveBase(d, ref)}
	}
	return []Type{b.TypeOf(ref, d.Outer, d.NameAt)}
}

// Lines maps offsets to the lines of one file.
type Lines struct {
	starts []uint32 // offsets of the text at which lines begin
	gaps   parse.Gaps
}

// LinesOf returns the lines of a file.
func LinesOf(f *parse.Facts) Lines {
	text := f.Text
	starts := make([]uint32, 1, strings.Count(text, "\n")+1)
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			return Lines{starts, f.Gaps}
		}
		at += i + 1
		starts = append(starts, uint32(at))
	}
}

// Of returns the line of an offset, from 1.
func (l Lines) Of(at uint32) uint32 {
	lo, hi := 0, len(l.starts)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if l.starts[mid] <= at {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if l.gaps == nil {
		return uint32(lo)
	}
	return uint32(lo) + l.gaps.Before(at).Lines
}
