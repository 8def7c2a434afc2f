package resolve

import (
	"seedgraph/graph"
	"seedgraph/parse"
)

// A Binding is a reference resolved to one definition.
type Binding struct {
	From, To DefID
	Kind     graph.EdgeKind
	Tier     graph.Tier
	// of a call: the parameter that its first argument is given to (C#: 1 of an
	// extension method)
	Shift uint8
	Share uint16 // number of candidates it stands among; 0 means it alone
	At    uint32 // in the file of from
	Ops   graph.Ops
	Via   graph.Via     // of data edges; zero means a script
	Recv  uint32        // the objects that it is for: 1 + the place of a set in Binder.ReceiverSets
	Ext   *ExternalName // the external target, where To is 0
}

// A Dispatch says that a call of the declared member or value Base may run Impl: a
// function that is the value of a member or constant of a function type, or what is
// registered under a name. What overrides or implements a member by an Overrides
// edge needs none.
type Dispatch struct{ Base, Impl DefID }

// An ExternalName is a database object that the tree only refers to. It becomes
// a node without place or text.
type ExternalName struct {
	Schema, Name string // as written; a database name precedes the schema, with a dot
	Kind         graph.NodeKind
}

// An Outcome says what became of a reference.
type Outcome uint8

// The outcomes.
const (
	Resolved        Outcome = iota
	Local                   // it means a local variable or parameter
	External                // it means something outside the tree
	NotFound                // nothing of that name is in reach
	Ambiguous               // several candidates and no evidence
	UnknownReceiver         // a member of a value whose type is not known
	OpenName                // a name in a string, a part of which is put in at run time
	NoModule                // of a module, package or file that the tree should have and lacks
	noOutcomes      = iota
)

// OutcomeNames are the reasons as diagnostics write them.
var OutcomeNames = [noOutcomes]string{"resolved", "local", "external", "not_found", "ambiguous",
	"unknown_receiver", "open_name", "no_module"}

// A Binder resolves the references of one file. It only reads the index, so
// that files can be bound in parallel; it is not itself safe for concurrent use.
type Binder struct {
	Table  *Table
	File   *File
	locals *localIndex // nil until asked for; see [Binder.LocalsAt]

	Bindings []Binding
	// ReceiverSets are what the Recv of bindings refer to.
	ReceiverSets [][]Receiver
	Dispatches   []Dispatch
	// Elsewhere has, by its place in bindings, the definition that states what the
	// definition of another file is bound to.
	Elsewhere map[int]DefID
	// Witnesses has, by its place in bindings, the definitions of other files without which
	// nothing would tell of the binding: constants that its statement is made of, methods that
	// hand a name on.
	Witnesses map[int][]DefID
	// ColumnUses has the uses of columns, if asked for.
	ColumnUses []ColumnUse
	Inline     []InlineText // the statements in strings, if asked for, in source order
	Counts     map[countKey]int
	Reports    []Unresolved
	Externals  []Unresolved // if asked for

	// if asked for, see [Binder.Foreign]: distinct names, and their uses in the order found
	ForeignNames []ForeignName
	ForeignUses  []ForeignUse
	foreign      map[ForeignName]uint32 // indices in ForeignNames

	others   map[*File]*Binder // binders of files that expressions lead into
	State    any               // what the rules of the file keep while it is bound
	Strings  Texts
	Flows    Flows      // of functions; gone when [Resolution.Callbacks] returns
	sites    *siteNames // nil: the file has none
	beyondAt []uint32   // where names begin that are outside the tree, ascending
}

type countKey struct {
	Kind    parse.RefKind
	Outcome Outcome
	Tier    graph.Tier
}

// An Unresolved is a reference that made no edge although it may mean
// something in the tree.
type Unresolved struct {
	From       DefID
	Name       string
	At         uint32
	Why        Outcome
	Candidates int
	Runs       bool // it is a call or a creation, or a statement of SQL
}

// NewBinder returns a binder for a file of the table.
func NewBinder(ix *Table, f *File) *Binder {
	b := &Binder{Table: ix, File: f, Elsewhere: map[int]DefID{},
		Witnesses: map[int][]DefID{},
		Counts:    map[countKey]int{}, others: map[*File]*Binder{}}
	b.others[f] = b
	return b
}

// In returns a binder for names as seen from another file. It emits nothing.
func (b *Binder) In(f *File) *Binder {
	if o := b.others[f]; o != nil {
		return o
	}
	if b.others == nil { // when all files are bound, each has forgotten the others
		b.others = map[*File]*Binder{b.File: b}
	}
	o := NewBinder(b.Table, f)
	o.others = b.others
	b.others[f] = o
	return o
}

// Settle emits the binding of a reference that was resolved to one definition,
// and accounts for it.
//
// Two candidates make no edge: which one is meant is not known, and an edge to each would be
// wrong at least once.
func (b *Binder) Settle(r *parse.Reference, from DefID, ids []DefID, tier graph.Tier, why Outcome) {
	if why == Resolved && len(ids) != 1 {
		why = Ambiguous
	}
	if tier, ok := b.Account(r, from, tier, why, len(ids)); ok {
		b.Emit(r, from, ids[0], tier)
	}
}

// SettleEach emits the bindings of a reference that means another definition with each kind of
// value: which of them is known when it runs.
//
//	(means: Card | Cash) => means.pay()    // Card.pay or Cash.pay
func (b *Binder) SettleEach(r *parse.Reference, from DefID, ids []DefID, tier graph.Tier) {
	tier, _ = b.Account(r, from, Worse(tier, graph.Hierarchy), Resolved, len(ids))
	for _, id := range ids {
		b.Emit(r, from, id, tier)
		b.Bindings[len(b.Bindings)-1].Share = uint16(len(ids))
	}
}

// Account counts what became of a reference, and reports one that made no edge
// although it may mean something in the tree. It returns the tier of the edges to
// emit, and whether there are any.
//
// What is outside the tree is no failure, and neither is a local: only what may mean something
// here is reported, with the number of candidates that were left.
func (b *Binder) Account(r *parse.Reference, from DefID, tier graph.Tier, why Outcome,
	candidates int) (graph.Tier, bool) {
	tier = Worse(tier, graph.Exact)
	if why == UnknownReceiver && b.beyond(r, from) {
		why = External
	}
	if why != Resolved {
		tier = 0
	}
	if n := len(b.beyondAt); why == External && (n == 0 || b.beyondAt[n-1] < r.At) {
		b.beyondAt = append(b.beyondAt, r.At)
	}
	switch {
	case why == External && b.Table.keepExternals:
		b.Externals = append(b.Externals, Unresolved{From: from, Name: r.Name, At: r.At, Why: why})
	case why != Resolved && why != Local && why != External:
		b.Reports = append(b.Reports, Unresolved{from, r.Name, r.At, why, candidates, runs(r.Kind)})
	}
	b.Counts[countKey{r.Kind, why, tier}]++
	return tier, why == Resolved
}

// runs reports whether something happens where a reference of a kind is.
func runs(k parse.RefKind) bool {
	switch k {
	case parse.RefType, parse.RefMember, parse.RefRender, parse.RefForeignKey, parse.RefOn,
		parse.RefSynonym, parse.RefUse:
		return false
	}
	return true
}

// Emit writes the binding of a reference to a definition.
//
//	Order()    // Creates, if the name means a class
//	make()     // Calls
//	Order      // References
//	<Order />  // Renders
func (b *Binder) Emit(r *parse.Reference, from, to DefID, tier graph.Tier) {
	d := b.Table.Def(to)
	kind := graph.References
	switch {
	case r.Kind == parse.RefCreate || r.Kind == parse.RefCall &&
		(d.Kind.IsType() || d.Kind == graph.KindConstructor):
		kind = graph.Creates
	case (r.Kind == parse.RefCall || r.Kind == parse.RefHandler) && d.Kind.IsCallable():
		kind = graph.Calls
	case r.Kind == parse.RefRender:
		kind = graph.Renders
	}
	b.Bindings = append(b.Bindings, Binding{From: from, To: to, Kind: kind, Tier: tier, At: r.At})
}

// Dispatch notes that a call of base may run impl.
func (b *Binder) Dispatch(base, impl DefID) {
	b.Dispatches = append(b.Dispatches, Dispatch{base, impl})
}

// Found is the answer to a look-up by name.
type Found struct {
	Defs     []DefID // candidates, by (path, position)
	Module   string  // or the module that the name stands for
	IsModule bool
	External bool       // the name is known to be outside the tree
	Missing  bool       // it is of a module that the tree lacks, or that lacks the name
	Name     string     // the full name of what is outside, where its declaration is known
	Tier     graph.Tier // how the name was found; zero means Exact
}

// Ok reports whether anything was found, in the tree or outside of it.
func (f Found) Ok() bool { return len(f.Defs) > 0 || f.IsModule || f.External }
