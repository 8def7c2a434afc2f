package resolve

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
)

// A CompilerIndex holds the occurrences of symbols that a compiler found in files of the tree.
//
// They are compared with the bindings of the same places. Places that both know confirm or dispute a
// binding; other places yield further bindings. A symbol is identified with the definitions whose names
// are occurrences of it, as some indexers mark only the first of several definitions of a name.
type CompilerIndex struct {
	Files   map[string][]CompilerOccurrence // by path; by (Start, Symbol)
	Symbols []CompilerSymbol

	meanings []meaning // by symbol
}

// A CompilerSymbol is a symbol of an index.
type CompilerSymbol struct {
	Name  string // as written in a source; empty if unknown
	Local bool   // visible in one file only
}

// A CompilerOccurrence is a symbol at a place of a file, in offsets of its text.
type CompilerOccurrence struct {
	Start, End uint32
	Symbol     int32
	Definition bool
	Enclosing  parse.Range // of a definition: all of it; empty if unknown
}

// A Dispute is a binding that a compiler denies.
type Dispute struct {
	At     uint32
	Name   string // of the symbol, or of our definition
	Ours   DefID  // None for an external symbol
	Theirs DefID  // None if the definition has no node
	Where  CompilerVerdict
}

// A CompilerVerdict states where the definition of a compiler's symbol is.
type CompilerVerdict uint8

// The verdicts.
const (
	InTree    CompilerVerdict = iota // Dispute.Theirs
	Unmodeled                        // in the tree, without a node: a local variable, a parameter
	Beyond                           // in no file of the index
)

// A meaning is the set of definitions of a symbol.
type meaning struct {
	declared bool    // some occurrence is a definition
	defs     []DefID // whose names are occurrences of the symbol, ascending, those of definitions first
	marked   int     // number of those
}

// maxMeanings bounds the definitions of one symbol: redefinitions, overloads, parts of a type.
const maxMeanings = 64

// prepare finds the definitions of all symbols.
func (x *CompilerIndex) prepare(ix *Table) {
	x.meanings = make([]meaning, len(x.Symbols))
	for _, marked := range []bool{true, false} {
		for _, f := range ix.Files {
			list := x.Files[f.Path]
			if len(list) == 0 {
				continue
			}
			named := definitionsByName(f)
			for i := range list {
				o := &list[i]
				m := &x.meanings[o.Symbol]
				m.declared = m.declared || o.Definition
				if o.Definition != marked {
					continue
				}
				if !marked && !m.declared { // declared elsewhere; a name is also a use of it
					continue
				}
				ids := named[o.Start]
				if o.Definition && o.Start == o.End && o.Start == 0 {
					ids = []DefID{f.First}
				}
				for _, id := range ids {
					if len(m.defs) < maxMeanings && !slices.Contains(m.defs, id) {
						m.defs = append(m.defs, id)
					}
				}
			}
		}
		if marked {
			for i := range x.meanings {
				x.meanings[i].marked = len(x.meanings[i].defs)
			}
		}
	}
}

// definitionsByName returns the definitions of a file by the offsets of their names.
func definitionsByName(f *File) map[uint32][]DefID {
	out := make(map[uint32][]DefID, len(f.Definitions))
	for i := 1; i < len(f.Definitions); i++ {
		at := f.Definitions[i].NameAt
		out[at] = append(out[at], f.ID(int32(i)))
	}
	return out
}

// target returns the definition to which an edge for a symbol leads: the one with a body, otherwise the
// first; None if the symbol has no node, or namesakes in several scopes.
func (m *meaning) target(ix *Table) DefID {
	defs := m.defs
	if m.marked > 0 {
		defs = defs[:m.marked]
	}
	if len(defs) == 0 {
		return None
	}
	best := defs[0]
	for _, id := range defs[1:] {
		if d, first := ix.Def(id), ix.Def(best); ix.Canon[id] != ix.Canon[best] && (d.Outer != first.Outer || d.Name != first.Name) {
			return None
		} else if first.Complexity == 0 && d.Complexity > 0 {
			best = id
		}
	}
	return best
}

// A comparison compares the bindings of a file with the occurrences in one index.
type comparison struct {
	*Binder
	index    *CompilerIndex
	bindings map[uint32][]int            // by At
	foreign  map[uint32][]int            // ForeignUses by At
	refs     map[uint32]*parse.Reference // by At; calls take precedence
	named    map[uint32][]DefID
	imports  map[uint32]bool // lines
	known    map[string]bool // names of locals and imports of the file
	settled  map[uint32]bool // places that an earlier index knows
	ours     nest            // the ranges of our definitions
	theirs   nest            // and those that the compiler delimits
}

// compareWith compares the bindings of the file with the indexes of compilers. It must run before the
// references of the file are released.
func (b *Binder) compareWith(indexes []*CompilerIndex) {
	settled := map[uint32]bool{}
	for _, x := range indexes {
		list := x.Files[b.File.Path]
		if len(list) == 0 {
			continue
		}
		c := &comparison{Binder: b, index: x, settled: settled}
		c.prepare(list)
		for len(list) > 0 {
			n := 1
			for n < len(list) && list[n].Start == list[0].Start {
				n++
			}
			c.place(list[:n])
			list = list[n:]
		}
	}
}

func (c *comparison) prepare(list []CompilerOccurrence) {
	c.named = definitionsByName(c.File)
	c.bindings, c.foreign = map[uint32][]int{}, map[uint32][]int{}
	for i := range c.Bindings {
		if x := &c.Bindings[i]; x.namesTarget() && c.Table.Def(x.From).File == c.File {
			c.bindings[x.At] = append(c.bindings[x.At], i)
		}
	}
	for i := range c.ForeignUses {
		at := c.ForeignUses[i].At
		c.foreign[at] = append(c.foreign[at], i)
	}
	c.refs = make(map[uint32]*parse.Reference, len(c.File.References))
	for i := range c.File.References {
		r := &c.File.References[i]
		if old := c.refs[r.At]; old == nil || old.Args < 0 && r.Args >= 0 {
			c.refs[r.At] = r
		}
	}
	c.imports, c.known = map[uint32]bool{}, map[string]bool{}
	for i := range c.File.Imports {
		im := &c.File.Imports[i]
		c.imports[c.File.Line(im.At)] = true
		c.known[im.Name], c.known[im.Alias] = true, true
	}
	for i := range c.File.Locals {
		c.known[c.File.Locals[i].Name] = true
	}
	for i := range list {
		o := &list[i]
		if !o.Definition {
			continue
		}
		for _, id := range c.named[o.Start] {
			if o.Enclosing.End > o.Enclosing.Start {
				c.theirs.add(o.Enclosing, id)
			}
		}
	}
	for i := 1; i < len(c.File.Definitions); i++ {
		c.ours.add(c.File.Definitions[i].Range, c.File.ID(int32(i)))
	}
	c.theirs.sort()
	c.ours.sort()
}

// namesTarget reports whether the binding follows from a name at its position.
func (x *Binding) namesTarget() bool {
	switch x.Kind {
	case graph.Calls, graph.Creates, graph.References, graph.Renders, graph.Passes:
		return x.To != None && x.Via != graph.ViaImplicit && x.Via != graph.ViaParameter
	}
	return false
}

// place compares the occurrences at one place with the bindings there.
func (c *comparison) place(list []CompilerOccurrence) {
	at := list[0].Start
	uses := list[:0:0]
	for _, o := range list {
		if !o.Definition {
			uses = append(uses, o)
		}
	}
	if len(uses) == 0 || len(c.named[at]) > 0 || c.settled[at] { // the name of a definition
		return
	}
	ours := c.bindings[at]
	if c.confirm(uses, ours) {
		c.settled[at] = true
		return
	}
	to, verdict := c.verdict(uses)
	c.dispute(uses, ours, to, verdict)
	if to != None {
		c.disputeForeign(at, to)
		c.settled[at] = true
		c.add(at, to)
	}
}

// confirm raises the bindings to symbols of the compiler, and reports whether there are any.
func (c *comparison) confirm(uses []CompilerOccurrence, ours []int) bool {
	found := false
	for _, i := range ours {
		x := &c.Bindings[i]
		if !c.agrees(uses, x.To) {
			continue
		}
		found = true
		if r := c.refs[x.At]; r != nil && x.Kind != graph.Passes {
			c.recount(r, Resolved, x.Tier, graph.Compiler)
		}
		x.Tier = graph.Compiler
	}
	return found
}

// agrees reports whether a definition is one of the symbols, or a constructor in place of its class, or
// the reverse: indexers differ in which of them a creation denotes.
func (c *comparison) agrees(uses []CompilerOccurrence, to DefID) bool {
	ix := c.Table
	for _, o := range uses {
		for _, id := range c.index.meanings[o.Symbol].defs {
			if ix.Canon[id] == ix.Canon[to] || c.constructs(id, to) || c.constructs(to, id) {
				return true
			}
		}
	}
	return false
}

// constructs reports whether a definition is a constructor of a class.
func (c *comparison) constructs(id, class DefID) bool {
	d := c.Table.Def(id)
	if d.Kind != graph.KindConstructor && !slices.Contains(initializerNames, d.Name) {
		return false
	}
	return c.Table.EnclosingType(id) == c.Table.Canon[class]
}

// initializerNames are the names of methods that run when an object is created.
var initializerNames = []string{"__init__", "__new__", "__post_init__", "constructor"}

// verdict returns the definition of the first of the symbols that has one, or where the symbols are
// defined otherwise.
func (c *comparison) verdict(uses []CompilerOccurrence) (DefID, CompilerVerdict) {
	where := Beyond
	for _, o := range uses {
		m := &c.index.meanings[o.Symbol]
		if to := m.target(c.Table); to != None {
			return to, InTree
		}
		if m.declared || len(m.defs) > 0 {
			where = Unmodeled
		}
	}
	return None, where
}

// denies reports whether the compiler contradicts a binding. It does not where it stops at a variable
// whose value the binding is, nor if its symbol may be another name of the same definition: a compiled copy,
// a symbol that is declared nowhere.
func (c *comparison) denies(uses []CompilerOccurrence, ours *Binding, to DefID, where CompilerVerdict) bool {
	if where == InTree {
		return ours.Kind != graph.Calls || c.Table.Def(to).Kind.IsCallable() || c.Table.Def(to).Kind.IsType()
	}
	for _, o := range uses {
		s := c.index.Symbols[o.Symbol]
		switch {
		case s.Local && (c.known[s.Name] || !c.index.meanings[o.Symbol].declared),
			!s.Local && s.Name == "",
			where == Beyond && c.isNamed(ours.To, s.Name):
			return false
		}
	}
	return true
}

// isNamed reports whether a definition, or the class that it constructs, has a name.
func (c *comparison) isNamed(id DefID, name string) bool {
	if d := c.Table.Def(id); d.Name == name {
		return true
	}
	class := c.Table.EnclosingType(id)
	return class != None && c.constructs(id, class) && c.Table.Def(class).Name == name
}

// dispute lowers the bindings that the compiler denies.
func (c *comparison) dispute(uses []CompilerOccurrence, ours []int, to DefID, where CompilerVerdict) {
	for _, i := range ours {
		x := &c.Bindings[i]
		if !c.denies(uses, x, to, where) {
			continue
		}
		c.Disputes = append(c.Disputes, Dispute{At: x.At, Name: c.Table.Def(x.To).Name, Ours: x.To, Theirs: to, Where: where})
		if x.Tier >= graph.Heuristic {
			continue
		}
		if r := c.refs[x.At]; r != nil && x.Kind != graph.Passes {
			c.recount(r, Resolved, x.Tier, graph.Heuristic)
		}
		x.Tier = graph.Heuristic
	}
}

// disputeForeign lowers uses of external symbols that the compiler finds in the tree.
func (c *comparison) disputeForeign(at uint32, to DefID) {
	if c.Table.Def(to).Outer == None { // a module: the names behind it decide
		return
	}
	for _, i := range c.foreign[at] {
		u := &c.ForeignUses[i]
		c.Disputes = append(c.Disputes, Dispute{At: at, Name: c.Table.Def(to).Name, Ours: None, Theirs: to})
		u.Tier = WeakerTier(u.Tier, graph.Heuristic)
	}
}

// add records a binding that only the compiler found.
func (c *comparison) add(at uint32, to DefID) {
	d := c.Table.Def(to)
	r := c.refs[at]
	if r == nil && c.imports[c.File.Line(at)] && d.Outer != None {
		return // an import of a name: the edge between the files represents it
	}
	x := Binding{From: c.enclosing(at), To: to, Kind: graph.References, Tier: graph.Compiler, At: at}
	if r != nil {
		n := len(c.Bindings)
		c.Emit(r, x.From, to, graph.Compiler)
		x = c.Bindings[n]
		c.Bindings = c.Bindings[:n]
		c.account(r)
	}
	c.Found = append(c.Found, x)
}

// enclosing returns the innermost definition around a place: of those that the compiler delimits, and of
// ours.
func (c *comparison) enclosing(at uint32) DefID {
	ours, theirs := c.ours.around(at), c.theirs.around(at)
	switch {
	case theirs != nil && (ours == nil || theirs.Start > ours.Start):
		return theirs.def
	case ours != nil:
		return ours.def
	}
	return c.File.First
}

// account removes a reference that the compiler resolves from those without an edge.
func (c *comparison) account(r *parse.Reference) {
	why := External
	c.Reports = slices.DeleteFunc(c.Reports, func(u Unresolved) bool {
		if u.At != r.At || u.Name != r.Name {
			return false
		}
		why = u.Why
		return true
	})
	for _, old := range []Outcome{why, External, Local} {
		if c.Counts[countKey{r.Kind, old, 0}] > 0 {
			c.recount(r, old, 0, graph.Compiler)
			return
		}
	}
}

// recount moves a reference from one outcome to another.
func (c *comparison) recount(r *parse.Reference, was Outcome, old, now graph.Tier) {
	key := countKey{r.Kind, was, old}
	if c.Counts[key] == 0 {
		return
	}
	if c.Counts[key]--; c.Counts[key] == 0 {
		delete(c.Counts, key)
	}
	c.Counts[countKey{r.Kind, Resolved, now}]++
}
