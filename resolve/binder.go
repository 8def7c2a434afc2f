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
	// of a call: the parameter that receives its first argument (C#: 1 for an extension
	// method)
	Shift uint8
	Share uint16 // number of candidates, including this one; 0 if it is the only one
	At    uint32 // in the file of from
	Ops   graph.Ops
	Via   graph.Via     // of data edges; zero means a script
	Recv  uint32        // the receivers it applies to: 1 + an index in Binder.ReceiverSets
	Ext   *ExternalName // the external target, where To is 0
}

// A Dispatch records that a call of the declared member or value Base may run Impl: a
// function that is the value of a member or constant of a function type, or the
// implementation registered under a name. Overrides edges already cover overriding and
// implementing members.
type Dispatch struct {
	Base, Impl DefID
	Alone      bool // members that override Impl do not run for that reason
}

// An ExternalName is a database object that the tree refers to but does not define. It
// becomes a node without location or text.
type ExternalName struct {
	Schema, Name string // as written; a database name precedes the schema, with a dot
	Kind         graph.NodeKind
}

// An Outcome is the result of resolving a reference.
type Outcome uint8

// The outcomes.
const (
	Resolved        Outcome = iota
	Local                   // a local variable or parameter
	External                // an external symbol
	NotFound                // no visible definition has the name
	Ambiguous               // several candidates, and no evidence for one
	UnknownReceiver         // a member of a value of unknown type
	OpenName                // a name in a string, a part of which is inserted at run time
	NoModule                // in a module, package or file that is missing from the tree
	noOutcomes      = iota
)

// OutcomeNames are the outcomes as they appear in diagnostics.
var OutcomeNames = [noOutcomes]string{"resolved", "local", "external", "not_found", "ambiguous",
	"unknown_receiver", "open_name", "no_module"}

// A Binder resolves the references of one file. It only reads the index, so
// that files can be bound in parallel; it is not itself safe for concurrent use.
type Binder struct {
	Table  *Table
	File   *File
	locals *localIndex // nil until needed; see [Binder.LocalsAt]

	Bindings []Binding
	// Implicit are the calls by operators, loops, conversions and blocks, see
	// [Binder.Implied]. They are separate because nothing is passed to them by a reference at
	// their position.
	Implicit []Binding
	// Found are the bindings that only the index of a compiler has, and Disputes those of
	// Bindings and ForeignUses that it denies; see [CompilerIndex].
	Found    []Binding
	Disputes []Dispute
	// ReceiverSets is indexed by the Recv fields of bindings.
	ReceiverSets [][]Receiver
	Dispatches   []Dispatch
	// StatedBy maps the index of a binding whose From is in another file to the
	// definition of this file that states it.
	StatedBy map[int]DefID
	// Witnesses maps the index of a binding to the definitions of other files that it
	// depends on: constants that its statement is made of, methods that pass a name on.
	Witnesses map[int][]DefID
	// ColumnUses are the uses of columns, if requested.
	ColumnUses []ColumnUse
	Inline     []InlineText // the statements in strings, if requested, in source order
	Counts     map[countKey]int
	Reports    []Unresolved
	OpenCalls  []OpenCall
	Externals  []Unresolved // if requested

	// if requested, see [Binder.Foreign]: distinct names, and their uses in the order
	// found
	ForeignNames []ForeignName
	ForeignUses  []ForeignUse
	foreign      map[ForeignName]uint32 // indices in ForeignNames

	others   map[*File]*Binder // binders of files that expressions refer to
	State    any               // private state of the file's rules during binding
	Strings  FileStrings
	Flows    Flows      // of functions; gone when [Resolution.Callbacks] returns
	sites    *siteNames // nil if the file has no sites
	beyondAt []uint32   // start positions of external names, ascending
}

// Implied records that a construct at a position runs a member that it does not name. It
// is not accounted for as a reference.
func (b *Binder) Implied(from, to DefID, tier graph.Tier, share int, at uint32) {
	b.Implicit = append(b.Implicit, Binding{From: from, To: to, Kind: graph.Calls,
		Tier: WeakerTier(tier, graph.Exact), Share: uint16(share), At: at, Via: graph.ViaImplicit})
}

// An OpenCall is a call whose target is unknown although its name is not: of a method that a
// library may run, or of a value that may be a function without a name. It is not accounted for
// as a reference.
type OpenCall struct {
	From   DefID
	Name   string
	At     uint32
	Reason string // one of OpenReceiver, OpenParameter, OpenField, OpenChannel and OpenLookup
}

// The reasons of open calls.
const (
	OpenReceiver  = "unknown_receiver"
	OpenParameter = "callback_parameter" // a parameter is called, which callers may set to a lambda
	OpenField     = "callback_field"     // a field or variable is called
	OpenChannel   = "channel"            // something is sent to a channel that is not known
	OpenLookup    = "dynamic_name"       // a member is looked up by a computed name
)

// Open records an open call.
func (b *Binder) Open(from DefID, name, reason string, at uint32) {
	b.OpenCalls = append(b.OpenCalls, OpenCall{from, name, at, reason})
}

type countKey struct {
	Kind    parse.RefKind
	Outcome Outcome
	Tier    graph.Tier
}

// An Unresolved is a reference without an edge that may nevertheless refer to a
// definition of the tree.
type Unresolved struct {
	From       DefID
	Name       string
	At         uint32
	Why        Outcome
	Candidates int
	Runs       bool // it is a call, a creation or an SQL statement
}

// NewBinder returns a binder for a file of the table.
func NewBinder(ix *Table, f *File) *Binder {
	b := &Binder{Table: ix, File: f, StatedBy: map[int]DefID{},
		Witnesses: map[int][]DefID{},
		Counts:    map[countKey]int{}, others: map[*File]*Binder{}}
	b.others[f] = b
	return b
}

// In returns a binder that resolves names as seen from another file. It emits nothing.
func (b *Binder) In(f *File) *Binder {
	if o := b.others[f]; o != nil {
		return o
	}
	if b.others == nil { // other binders are dropped once all files are bound
		b.others = map[*File]*Binder{b.File: b}
	}
	o := NewBinder(b.Table, f)
	o.others = b.others
	b.others[f] = o
	return o
}

// Settle emits the binding of a reference if it has exactly one candidate, and counts its
// outcome.
//
// Several candidates make no edge: an edge to each would be wrong at least once.
func (b *Binder) Settle(r *parse.Reference, from DefID, ids []DefID, tier graph.Tier, why Outcome) {
	if why == Resolved && len(ids) != 1 {
		why = Ambiguous
	}
	if tier, ok := b.Account(r, from, tier, why, len(ids)); ok {
		b.Emit(r, from, ids[0], tier)
	}
}

// SettleEach emits the bindings of a reference whose target depends on the run-time type
// of a value, one to each candidate.
//
//	(means: Card | Cash) => means.pay()    // Card.pay or Cash.pay
func (b *Binder) SettleEach(r *parse.Reference, from DefID, ids []DefID, tier graph.Tier) {
	tier, _ = b.Account(r, from, WeakerTier(tier, graph.Hierarchy), Resolved, len(ids))
	for _, id := range ids {
		b.Emit(r, from, id, tier)
		b.Bindings[len(b.Bindings)-1].Share = uint16(len(ids))
	}
}

// Account counts the outcome of a reference, and reports a reference without an edge if
// it may refer to a definition of the tree. It returns the tier of the edges to emit, and
// whether to emit any.
//
// External symbols and locals are not failures and are not reported. Reports give the
// number of remaining candidates.
func (b *Binder) Account(r *parse.Reference, from DefID, tier graph.Tier, why Outcome,
	candidates int) (graph.Tier, bool) {
	tier = WeakerTier(tier, graph.Exact)
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

// runs reports whether references of a kind run code.
func runs(k parse.RefKind) bool {
	switch k {
	case parse.RefType, parse.RefMember, parse.RefRender, parse.RefForeignKey, parse.RefOn,
		parse.RefSynonym, parse.RefUse:
		return false
	}
	return true
}

// Emit adds the binding of a reference to a definition. Its edge kind depends on both.
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

// Dispatch records that a call of base may run impl.
func (b *Binder) Dispatch(base, impl DefID) {
	b.Dispatches = append(b.Dispatches, Dispatch{Base: base, Impl: impl})
}

// LookupResult is the result of a name lookup.
type LookupResult struct {
	Defs     []DefID // candidates, by (path, position)
	Module   string  // or the module that the name denotes
	IsModule bool
	External bool       // the name is known to be external
	Missing  bool       // it is in a module missing from the tree, or missing from its module
	Name     string     // the full name of an external symbol, if its declaration is known
	Tier     graph.Tier // how the name was found; zero means Exact
	Type     *Type      // C#: the type of an alias that denotes more than a name
}

// Ok reports whether anything was found, in the tree or outside.
func (f LookupResult) Ok() bool { return len(f.Defs) > 0 || f.IsModule || f.External }
