package graphbuild

import (
	"seedgraph/graph"
	"seedgraph/parse"
)

// A binding is a reference resolved to one definition.
type binding struct {
	from, to defID
	kind     graph.EdgeKind
	tier     graph.Tier
	share    uint16 // number of candidates it stands among; 0 means it alone
	at       uint32 // in the file of from
	ops      graph.Ops
	via      graph.Via     // of data edges; zero means a script
	ext      *externalName // what is meant, where to is none
}

// An externalName is a database object that the tree only refers to. It becomes
// a node without place or text.
type externalName struct {
	schema, name string // as written; a database name stands before the schema, with a dot
	kind         graph.NodeKind
}

// An outcome says what became of a reference.
type outcome uint8

const (
	resolved   outcome = iota
	local              // it means a local variable or parameter
	external           // it means something outside the tree
	unfound            // nothing of that name is in reach
	ambiguous          // several candidates and no evidence
	untyped            // a member of a value whose type is not known
	noOutcomes = iota
)

// outcomeNames are the reasons as diagnostics write them.
var outcomeNames = [noOutcomes]string{"resolved", "local", "external", "not_found", "ambiguous", "unknown_receiver"}

// A binder resolves the references of one file. It only reads the index, so
// that files can be bound in parallel; it is not itself safe for concurrent use.
type binder struct {
	ix     *index
	f      *file
	locals map[string][]int32 // indices of Facts.Locals by name, ascending

	bindings []binding
	// elsewhere has, by its place in bindings, the definition that states what the
	// definition of another file is bound to.
	elsewhere map[int]defID
	counts    map[countKey]int
	reports   []unresolvedRef
	externals []unresolvedRef   // if asked for
	others    map[*file]*binder // binders of files that expressions lead into
	state     any               // what the rules of the file keep while it is bound
	strings   boundTexts
}

type countKey struct {
	kind    parse.RefKind
	outcome outcome
	tier    graph.Tier
}

// An unresolvedRef is a reference that made no edge although it may mean
// something in the tree.
type unresolvedRef struct {
	from       defID
	name       string
	at         uint32
	why        outcome
	candidates int
}

func newBinder(ix *index, f *file) *binder {
	b := &binder{ix: ix, f: f, locals: map[string][]int32{}, elsewhere: map[int]defID{}, counts: map[countKey]int{}, others: map[*file]*binder{}}
	b.others[f] = b
	for i := range f.Locals {
		name := f.Locals[i].Name
		b.locals[name] = append(b.locals[name], int32(i))
	}
	return b
}

// in returns a binder for names as seen from another file. It emits nothing.
func (b *binder) in(f *file) *binder {
	if o := b.others[f]; o != nil {
		return o
	}
	o := newBinder(b.ix, f)
	o.others = b.others
	b.others[f] = o
	return o
}

// settle emits the binding of a reference that was resolved to one definition,
// and accounts for it.
func (b *binder) settle(r *parse.Reference, from defID, ids []defID, tier graph.Tier, why outcome) {
	if why == resolved && len(ids) != 1 {
		why = ambiguous
	}
	if tier, ok := b.account(r, from, tier, why, len(ids)); ok {
		b.emit(r, from, ids[0], tier)
	}
}

// account counts what became of a reference, and reports one that made no edge
// although it may mean something in the tree. It returns the tier of the edges to
// emit, and whether there are any.
func (b *binder) account(r *parse.Reference, from defID, tier graph.Tier, why outcome, candidates int) (graph.Tier, bool) {
	tier = worse(tier, graph.Exact)
	if why != resolved {
		tier = 0
	}
	switch {
	case why == external && b.ix.keepExternals:
		b.externals = append(b.externals, unresolvedRef{from, r.Name, r.At, why, 0})
	case why != resolved && why != local && why != external:
		b.reports = append(b.reports, unresolvedRef{from, r.Name, r.At, why, candidates})
	}
	b.counts[countKey{r.Kind, why, tier}]++
	return tier, why == resolved
}

// emit writes the binding of a reference to a definition.
func (b *binder) emit(r *parse.Reference, from, to defID, tier graph.Tier) {
	d := b.ix.def(to)
	kind := graph.References
	switch {
	case r.Kind == parse.RefCreate || r.Kind == parse.RefCall && (d.Kind.IsType() || d.Kind == graph.KindConstructor):
		kind = graph.Creates
	case r.Kind == parse.RefCall && d.Kind.IsCallable():
		kind = graph.Calls
	}
	b.bindings = append(b.bindings, binding{from: from, to: to, kind: kind, tier: tier, at: r.At})
}

// localOf finds the innermost local of definition d with the name and in scope.
func (b *binder) localOf(name string, at uint32, d defID) *parse.Local {
	var best *parse.Local
	for _, i := range b.locals[name] {
		l := &b.f.Locals[i]
		if b.f.def(l.Def) == d && l.Scope.Contains(at) && (best == nil || l.Scope.Start >= best.Scope.Start) {
			best = l
		}
	}
	return best
}

// found is the answer to a look-up by name.
type found struct {
	defs     []defID // candidates, by (path, position)
	module   string  // or the module that the name stands for
	isModule bool
	external bool       // the name is known to lie outside the tree
	tier     graph.Tier // how the name was found; zero means Exact
}

func (f found) ok() bool { return len(f.defs) > 0 || f.isModule || f.external }
