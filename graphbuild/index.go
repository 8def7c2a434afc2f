package graphbuild

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// A defID numbers the definitions of all files, in the order of files and,
// inside one, of Facts.Definitions. none stands for no definition.
type defID int32

const none defID = -1

// A defn is a definition in the symbol table.
type defn struct {
	*parse.Definition
	id     defID
	file   *file
	parent defID
	module string // of the outermost definition around it, inherited inwards
	node   uint32 // index in Graph.Nodes
}

// A file is one file in the symbol table.
type file struct {
	*parse.Facts
	rules  rules
	family string
	base   defID // of Definitions[0]
	lines  []uint32
}

// def returns the id of definition i of the file.
func (f *file) def(i int32) defID { return f.base + defID(i) }

// line returns the line of an offset, from 1.
func (f *file) line(at uint32) uint32 { return lineOf(f.lines, at) }

// An index is the symbol table of the tree. It does not change once built.
type index struct {
	files     []*file
	defs      []defn
	project   *Project
	languages *languageSet

	modules map[moduleKey]*module
	members map[memberKey][]defID // by (path, position)
	canon   []defID               // of each definition: the first of the declarations that it is a part of
	bases   map[defID][]typ       // of each canonical type, in source order
	byName  map[nameKey][]defID   // every definition but files, by family and short name
	byPath  map[string]*file
	derived map[defID][]defID // of each canonical type: the types that name it as a base
	rules   map[string]rules  // by family
	used    []rules           // in the order of files

	// keepExternals asks for a list of the references to what is outside the tree.
	keepExternals bool
}

type moduleKey struct{ family, name string }
type memberKey struct {
	owner defID
	name  string
}
type nameKey struct{ family, name string }

// A module is a namespace, a package, or a file that is its own module.
type module struct {
	names map[string][]defID // what it declares at its top level
	files []*file            // that declare something in it, by path
}

func newIndex(files []*parse.Facts, opts resolveOptions) *index {
	project := opts.Project
	if project == nil {
		project = &Project{}
	}
	ix := &index{
		project: project, languages: opts.Languages, keepExternals: opts.Externals, modules: map[moduleKey]*module{}, members: map[memberKey][]defID{}, bases: map[defID][]typ{},
		byName: map[nameKey][]defID{}, byPath: map[string]*file{}, derived: map[defID][]defID{}, rules: map[string]rules{},
	}
	for _, f := range files {
		ix.addFile(f)
	}
	ix.mergeParts()
	for i := range ix.defs {
		ix.addSymbol(&ix.defs[i])
	}
	ix.attachMethods()
	return ix
}

func (ix *index) addFile(facts *parse.Facts) {
	boundChains(facts)
	family, rules := ix.rulesOf(facts.Language)
	f := &file{Facts: facts, rules: rules, family: family, base: defID(len(ix.defs)), lines: lineStarts(facts.Text)}
	ix.files = append(ix.files, f)
	ix.byPath[f.Path] = f
	for i := range facts.Definitions {
		d := defn{Definition: &facts.Definitions[i], id: f.def(int32(i)), file: f, parent: none, module: facts.Module}
		if d.Parent >= 0 {
			d.parent = f.def(d.Parent)
			d.module = ix.defs[d.parent].module
		}
		if d.Module != "" {
			d.module = d.Module
		}
		ix.defs = append(ix.defs, d)
		ix.canon = append(ix.canon, d.id)
	}
}

// rulesOf returns the family of a language and its rules, which are made when
// first asked for. A language without rules is a family of its own.
func (ix *index) rulesOf(name string) (string, rules) {
	l := ix.languages.byName[name]
	if l == nil {
		return name, plainRules{}
	}
	r := ix.rules[l.family]
	if r == nil {
		r = l.rules()
		ix.rules[l.family] = r
		ix.used = append(ix.used, r)
	}
	return l.family, r
}

// embeddedRules returns the rules of the language that is read in strings.
func (ix *index) embeddedRules() embeddedBinder {
	_, r := ix.rulesOf(ix.languages.embedded().names[0])
	return r.(embeddedBinder)
}

// mergeParts makes the first declaration of a type stand for its further parts.
func (ix *index) mergeParts() {
	type key struct{ family, module, symbol string }
	first := map[key]defID{}
	for i := range ix.defs {
		d := &ix.defs[i]
		if !d.Kind.IsType() || !d.file.rules.merges(d) {
			continue
		}
		k := key{d.file.family, d.module, d.Symbol}
		if f, ok := first[k]; ok {
			ix.canon[d.id] = f
		} else {
			first[k] = d.id
		}
	}
}

func (ix *index) addSymbol(d *defn) {
	family := d.file.family
	if d.parent == none {
		ix.module(family, d.module).addFile(d.file)
		return
	}
	ix.byName[nameKey{family, d.Name}] = append(ix.byName[nameKey{family, d.Name}], d.id)
	owner := ix.canon[d.parent]
	ix.members[memberKey{owner, d.Name}] = append(ix.members[memberKey{owner, d.Name}], d.id)
	if ix.defs[d.parent].parent == none && d.Receiver.IsZero() {
		m := ix.module(family, d.module)
		m.addFile(d.file)
		m.names[d.Name] = append(m.names[d.Name], d.id)
	}
}

// attachMethods makes methods that are declared outside their type (Go) its
// members.
func (ix *index) attachMethods() {
	for i := range ix.defs {
		d := &ix.defs[i]
		if d.Kind != graph.KindMethod || d.Receiver.IsZero() || d.parent == none || ix.defs[d.parent].parent != none {
			continue
		}
		for _, t := range ix.top(d.file.family, d.module, d.Receiver.Name) {
			if ix.defs[t].Kind.IsType() {
				k := memberKey{ix.canon[t], d.Name}
				ix.members[k] = append(ix.members[k], d.id)
				break
			}
		}
	}
}

func (ix *index) module(family, name string) *module {
	k := moduleKey{family, name}
	m := ix.modules[k]
	if m == nil {
		m = &module{names: map[string][]defID{}}
		ix.modules[k] = m
	}
	return m
}

func (m *module) addFile(f *file) {
	if n := len(m.files); n == 0 || m.files[n-1] != f {
		m.files = append(m.files, f)
	}
}

// top lists what the module declares under the name at its top level.
func (ix *index) top(family, mod, name string) []defID {
	if m := ix.modules[moduleKey{family, mod}]; m != nil {
		return m.names[name]
	}
	return nil
}

// own lists the members that the canonical type, or any other definition,
// itself declares under the name.
func (ix *index) own(owner defID, name string) []defID {
	return ix.members[memberKey{ix.canon[owner], name}]
}

// def returns the definition with the id.
func (ix *index) def(id defID) *defn { return &ix.defs[id] }

// enclosingType returns the innermost type around and including d, or none.
func (ix *index) enclosingType(d defID) defID {
	for ; d != none; d = ix.defs[d].parent {
		if ix.defs[d].Kind.IsType() {
			return ix.canon[d]
		}
		if r := ix.defs[d].Receiver; !r.IsZero() && ix.defs[ix.defs[d].parent].parent == none {
			for _, t := range ix.top(ix.defs[d].file.family, ix.defs[d].module, r.Name) {
				if ix.defs[t].Kind.IsType() {
					return ix.canon[t]
				}
			}
		}
	}
	return none
}

// enclosingTypeOf returns the declaration of the innermost type around and
// including d.
func (ix *index) enclosingTypeOf(d defID) defID {
	for ; d != none; d = ix.defs[d].parent {
		if ix.defs[d].Kind.IsType() {
			return d
		}
	}
	return none
}

// filter keeps the candidates that ok accepts.
func (ix *index) filter(ids []defID, ok func(*defn) bool) []defID {
	var out []defID
	for _, id := range ids {
		if ok(&ix.defs[id]) {
			out = append(out, id)
		}
	}
	return out
}

func isType(d *defn) bool { return d.Kind.IsType() }

func isMethod(d *defn) bool {
	return d.Kind == graph.KindMethod || d.Kind == graph.KindFunction || d.Kind == graph.KindConstructor || d.Kind == graph.KindOperator
}

// resolveBases resolves the base types of all types.
func (ix *index) resolveBases() {
	for _, f := range ix.files {
		b := newBinder(ix, f)
		for i := range f.Definitions {
			d := ix.def(f.def(int32(i)))
			if !d.Kind.IsType() {
				continue
			}
			c := ix.canon[d.id]
			for _, ref := range d.Bases {
				// A base is looked up from outside the type, where its own
				// type parameters, but not its members, are known.
				t := b.typeOf(ref, d.parent, d.NameAt)
				ix.bases[c] = append(ix.bases[c], t)
				if t.def != none {
					ix.derived[t.def] = append(ix.derived[t.def], c)
				}
			}
		}
	}
}

// lineStarts lists the offsets at which the lines of text begin.
func lineStarts(text string) []uint32 {
	starts := make([]uint32, 1, len(text)/32+2)
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			return starts
		}
		at += i + 1
		starts = append(starts, uint32(at))
	}
}

// lineOf returns the line of an offset, from 1.
func lineOf(starts []uint32, at uint32) uint32 {
	lo, hi := 0, len(starts)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if starts[mid] <= at {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return uint32(lo)
}
