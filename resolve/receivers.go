package resolve

import (
	"cmp"
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
)

// A Receiver is a [graph.Receiver] in terms of definitions.
type Receiver struct {
	Class DefID
	Args  []TypeArg // by type parameter of the class
	Form  graph.ReceiverForm
}

// A TypeArg is a [graph.TypeArg] in terms of definitions.
type TypeArg struct {
	Class DefID // None for any other argument
	Param int   // 1 + the index of a type parameter of the enclosing class; 0 for any other argument
}

// ReceiverRules are the language-specific functions used by [Binder.Receivers].
type ReceiverRules struct {
	// Type returns the type of a reference's receiver, at a position in from; a union of
	// several, or Unknown.
	Type func(r *parse.Reference, from DefID) Type
	// Around, if set, returns the definition that contains a reference, where the front
	// end attributes it to from instead: an anonymous class.
	Enclosing func(r *parse.Reference, from DefID) DefID
	// Exact, if set, reports whether the class of a receiver is named at the use:
	// B().run(), B.run(). `new B().run()` is always recognized.
	Exact func(r *parse.Reference, from DefID) bool
	// Own, if set, reports whether a reference is to a member of the own object, and how,
	// instead of the usual forms: this.run(), super.run(), run().
	Own func(r *parse.Reference, from DefID) (graph.ReceiverForm, bool)
	// Skip, if set, reports that the receivers of the members of a class are not to be recorded.
	Skip func(class DefID) bool
}

// Receivers records the receivers of members for the bindings of the file. It omits
// receivers that follow from the declaration of the member, and records two cases: the
// receiver is the caller's own object, or its class is a subclass of the member's class.
//
//	class B extends Base { void go() { run(); } }   // Base.run, on the own object
//	new B().run();                                  // Base.run, on a B
//
// Receivers are evaluated only where the class has subclasses or type parameters.
func (b *Binder) Receivers(of ReceiverRules) {
	at := map[uint32]int{}
	for i := range b.File.References {
		r := &b.File.References[i]
		if _, known := at[r.At]; !known || r.Kind == parse.RefCall {
			at[r.At] = i
		}
	}
	for i := range b.Bindings {
		x := &b.Bindings[i]
		if x.To <= None || x.Recv > 0 || !b.takesReceiver(x) ||
			of.Skip != nil && of.Skip(b.Table.memberOf(x.To)) {
			continue
		}
		if r, ok := at[x.At]; ok {
			x.Recv = b.received(&b.File.References[r], x, &of)
		}
	}
}

// takesReceiver reports whether a binding targets a member that is used on an object, of
// a class for which the receiver matters.
func (b *Binder) takesReceiver(x *Binding) bool {
	class := b.Table.memberOf(x.To)
	if class == None || !b.Table.Def(x.To).Kind.IsCallable() ||
		x.Kind != graph.Calls && x.Kind != graph.Creates && x.Kind != graph.References {
		return false
	}
	return len(b.Table.derived[class]) > 0 || len(b.Table.Def(class).TypeParams) > 0
}

// memberOf returns the type that a definition is a member of, or None.
func (ix *Table) memberOf(id DefID) DefID {
	if t, ok := ix.owners[id]; ok {
		return t
	}
	if o := ix.Defs[id].Outer; o != None && ix.Defs[o].Kind.IsType() {
		return ix.Canon[o]
	}
	return None
}

// received returns the number of the receivers of a binding, as of [Binder.AddReceivers].
func (b *Binder) received(r *parse.Reference, x *Binding, of *ReceiverRules) uint32 {
	if x.Kind == graph.Creates && r.Kind == parse.RefCreate && !callsBase(r) {
		return 0
	}
	class := b.Table.memberOf(x.To)
	own, in := b.Table.EnclosingType(x.From), x.From
	if of.Enclosing != nil {
		in = of.Enclosing(r, x.From)
	}
	form, isOwn := OwnForm(r)
	if of.Own != nil {
		form, isOwn = of.Own(r, x.From)
	}
	if isOwn {
		if x.Kind == graph.Creates {
			form = graph.ReceiverBase
		}
		return b.owned(b.Table.EnclosingType(in), class, own, form)
	}
	if len(r.Recv) == 0 && of.Own == nil {
		return 0
	}
	var list []Receiver
	for _, t := range alternatives(of.Type(r, x.From), 0) {
		if t.Def <= None || !b.Table.Derives(t.Def, class) {
			if t.Def != None || t.External { // from an alternative that has another member
				continue
			}
			return 0
		}
		y := Receiver{Class: b.Table.Canon[t.Def], Args: b.Table.argsOf(t, own)}
		if isExact(r) || of.Exact != nil && of.Exact(r, x.From) {
			y.Form = graph.ReceiverExact
		}
		if y.Class == class && y.Args == nil && y.Form == graph.ReceiverOf {
			return 0
		}
		list = append(list, y)
	}
	return b.AddReceivers(list)
}

// alternatives lists the types that a value may have.
func alternatives(t Type, depth int) []Type {
	switch t.Form {
	case parse.FormUnion, parse.FormIntersection, parse.FormOptional:
	default:
		return []Type{t}
	}
	var out []Type
	for _, a := range t.Args {
		if depth < 4 && len(out) <= graph.MaxReceivers {
			out = append(out, alternatives(a, depth+1)...)
		}
	}
	return out
}

// owned returns the receiver of a member that is used on an implicit object, that of one
// of the types from in outwards. The edge starts at a node of the type own; only that
// type's object is the caller's own.
func (b *Binder) owned(in, class, own DefID, form graph.ReceiverForm) uint32 {
	for t := in; t != None; t = b.outerType(t) {
		switch {
		case !b.Table.Derives(t, class):
		case t == own:
			return b.AddReceivers([]Receiver{{Form: form}})
		case t != class:
			return b.AddReceivers([]Receiver{{Class: t}})
		default:
			return 0
		}
	}
	return 0
}

// outerType returns the enclosing type of a type.
func (b *Binder) outerType(t DefID) DefID {
	return b.Table.EnclosingType(b.Table.Def(t).Outer)
}

// AddReceivers returns the number of a list of receivers, or 0 if it is empty.
func (b *Binder) AddReceivers(list []Receiver) uint32 {
	if len(list) == 0 {
		return 0
	}
	slices.SortFunc(list, compareReceivers)
	list = slices.CompactFunc(list, func(x, y Receiver) bool { return compareReceivers(x, y) == 0 })
	for i := len(b.ReceiverSets) - 1; i >= max(0, len(b.ReceiverSets)-8); i-- { // calls in a row are often alike
		if slices.EqualFunc(b.ReceiverSets[i], list,
			func(x, y Receiver) bool { return compareReceivers(x, y) == 0 }) {
			return uint32(i + 1)
		}
	}
	b.ReceiverSets = append(b.ReceiverSets, list)
	return uint32(len(b.ReceiverSets))
}

func compareReceivers(a, b Receiver) int {
	return cmp.Or(cmp.Compare(a.Form, b.Form), cmp.Compare(a.Class, b.Class),
		slices.CompareFunc(a.Args, b.Args, func(x, y TypeArg) int {
			return cmp.Or(cmp.Compare(x.Class, y.Class), cmp.Compare(x.Param, y.Param))
		}))
}

// IsOwn reports whether a reference is to a member of the own object: this.run(),
// super.run(), or plain run().
func IsOwn(r *parse.Reference) bool {
	_, own := OwnForm(r)
	return own
}

// OwnForm returns how such a reference uses the own object.
func OwnForm(r *parse.Reference) (form graph.ReceiverForm, own bool) {
	switch {
	case len(r.Recv) == 0, len(r.Recv) == 1 && r.Recv[0].Kind == parse.StepThis:
		return graph.ReceiverOwn, true
	case len(r.Recv) == 1 && r.Recv[0].Kind == parse.StepBase:
		return graph.ReceiverBase, true
	}
	return graph.ReceiverOf, false
}

// callsBase reports whether a creation is a call of another constructor on the same
// object.
//
//	A() { super(); }             // Java
//	A() : base(1) { }            // C#
//	super().__init__()           // Python
func callsBase(r *parse.Reference) bool {
	switch r.Name {
	case "super", "this", "base", "__init__":
		return true
	}
	return false
}

// isExact reports whether the receiver of a reference is created in place.
//
//	new B().run()    // overrides of run in subclasses of B do not run
func isExact(r *parse.Reference) bool {
	return len(r.Recv) == 1 && r.Recv[0].Kind == parse.StepNew
}

// argsOf lists the type arguments of a type, as seen inside a class; nil if all are
// unknown.
func (ix *Table) argsOf(t Type, around DefID) []TypeArg {
	known := false
	args := make([]TypeArg, len(t.Args))
	for i, a := range t.Args {
		args[i].Class = None
		switch {
		case a.Def > None && a.Form == parse.FormNamed:
			args[i].Class, known = ix.Canon[a.Def], true
		case a.Owner > None && around > None && ix.Canon[a.Owner] == around:
			args[i].Param, known = a.Param+1, true
		}
	}
	if !known {
		return nil
	}
	return args
}

// ReceiverOfBase returns a base type of a class as a receiver; ok is false if its type
// arguments are unknown.
func (ix *Table) ReceiverOfBase(class DefID, t Type) (r Receiver, ok bool) {
	r = Receiver{Class: ix.Canon[t.Def], Args: ix.argsOf(t, ix.Canon[class])}
	return r, r.Args != nil
}

// Derives reports whether a class is equal to another, or derives from it within the
// tree.
func (ix *Table) Derives(class, from DefID) bool {
	class, from = ix.Canon[class], ix.Canon[from]
	line := []DefID{class}
	for i := 0; i < len(line); i++ {
		if line[i] == from {
			return true
		}
		for _, t := range ix.Bases[line[i]] {
			if t.Def > None && len(line) < MaxLineage && !slices.Contains(line, ix.Canon[t.Def]) {
				line = append(line, ix.Canon[t.Def])
			}
		}
	}
	return false
}
