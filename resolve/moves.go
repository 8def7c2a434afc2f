package resolve

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// This file tracks the functions of a tree that are passed, stored or returned: the
// [parse.DataFlowEdge] records of each file become flows between slots that are shared by the
// whole tree.

// A slot is a location that may hold functions.
type slot struct {
	kind slotKind
	of   DefID  // slotValue, slotParam, slotResult: the definition; others: the file
	n    uint32 // slotParam: the parameter; slotLocal: the local; slotCall: the position of the call
}

type slotKind uint8

const (
	noSlot     slotKind = iota
	slotValue           // a field, variable, constant, property or event
	slotParam           // a parameter of a callable
	slotResult          // the return value of a callable
	slotLocal           // a local of a file
	slotCall            // the result of one call
	slotName            // the name of a function at a position, where it is an argument
)

// A flow records that the functions in one slot may reach another one.
type flow struct{ from, to slot }

// A source is a function that is put into a slot.
type source struct {
	function DefID
	to       slot
	by       DefID // the definition that passes it
}

// A use is a position where the value of a slot is called or passed on.
type use struct {
	of   slot
	by   DefID
	at   uint32
	arg  uint8 // see Binding.Arg
	kind useKind

	within DefID // useWrapper: the declaration that contains the functions that count
	// useCall: the value is an object of a type that no lambda has; useSend, useTake: its type
	// says that it is a channel
	object bool
}

type useKind uint8

const (
	useCall    useKind = iota // the value is called
	useEscape                 // the value is passed to external code
	useWrapper                // the value is called if it is a function declared by a decorator
	useSend                   // something is sent to the channel that is the value
	useTake                   // something is received from the channel that is the value
)

// An application is a call of the value of a slot: argument arg, from 0, comes from
// another slot. If arg is negative, the result flows to that slot.
type application struct {
	callee slot
	arg    int32
	slot   slot
}

// Flows are the flows of functions through one file.
type Flows struct {
	flows   []flow
	sources []source
	uses    []use

	applied []application

	channels []slot // slots that are set to a newly created channel
	literals []literal
}

// A mover turns the moves of one file into flows.
type mover struct {
	*Binder
	byPlace []int32         // indices of Bindings, by At
	passed  []Binding       // to be appended to Bindings
	recv    map[uint32]slot // by the position of an external call: the slot of its receiver
	api     channelAPI      // of the language
	late    bool            // the scope of a local begins after its declaration
	// accessors reports that a call by the name of a value reads or sets it, and does not
	// call its value: in Java, it calls an accessor of a record, or a generated one
	accessors bool
}

// bindMoves tracks functions through a file whose references are bound, and emits a
// Passes edge for each mention of a function that is passed on.
func (b *Binder) bindMoves() {
	if len(b.File.DataFlow) == 0 && len(b.File.References) == 0 {
		return
	}
	m := &mover{Binder: b, recv: map[uint32]slot{}, api: channelAPIs[b.File.Language],
		accessors: b.File.Language == "java"}
	switch b.File.Language {
	case "csharp", "java", "go":
		m.late = true
	}
	m.byPlace = make([]int32, len(b.Bindings))
	for i := range m.byPlace {
		m.byPlace[i] = int32(i)
	}
	byAt := func(x, y int32) int { return cmp.Compare(b.Bindings[x].At, b.Bindings[y].At) }
	if !slices.IsSortedFunc(m.byPlace, byAt) {
		slices.SortStableFunc(m.byPlace, byAt)
	}
	for i := range b.File.DataFlow {
		if x := &b.File.DataFlow[i]; x.Kind == parse.MoveRecv {
			m.receiver(x)
		}
	}
	for i := range b.File.DataFlow {
		switch x := &b.File.DataFlow[i]; x.Kind {
		case parse.MoveRecv:
		case parse.MoveCalled:
			m.use(x, useCall)
			m.chosen(b.File.DataFlow, i)
		default:
			m.move(x)
		}
	}
	m.called()
	m.anonymous()
	m.Bindings = append(m.Bindings, m.passed...)
}

// at lists the bindings at a position.
func (m *mover) at(at uint32) []int32 {
	first := sort.Search(len(m.byPlace),
		func(i int) bool { return m.Bindings[m.byPlace[i]].At >= at })
	last := first
	for last < len(m.byPlace) && m.Bindings[m.byPlace[last]].At == at {
		last++
	}
	return m.byPlace[first:last]
}

// binding returns the binding of the name at a position to a definition of the tree, or
// nil. Of several bindings, callables take precedence over values, and values over types.
func (m *mover) binding(at uint32) *Binding {
	var best *Binding
	rank := 0
	for _, i := range m.at(at) {
		x := &m.Bindings[i]
		if x.To <= None || x.Kind > graph.References || x.Kind < graph.Calls {
			continue
		}
		r := 1
		switch d := m.Table.Def(x.To); {
		case IsFunction(d):
			r = 3
		case isHolder(d.Kind):
			r = 2
		}
		if r > rank {
			best, rank = x, r
		}
	}
	return best
}

// function returns the binding of the function that the value of a move names, or nil.
func (m *mover) function(x *parse.DataFlowEdge) *Binding {
	if x.Call || x.End != 0 {
		return nil
	}
	if f := m.binding(x.From); f != nil && IsFunction(m.Table.Def(f.To)) {
		return f
	}
	return nil
}

// IsFunction reports whether a definition is a function that can be passed by its name.
func IsFunction(d *Def) bool {
	return d.Kind == graph.KindFunction || d.Kind == graph.KindMethod ||
		d.Kind == graph.KindConstructor
}

// isHolder reports whether a definition may hold a function.
func isHolder(k graph.NodeKind) bool {
	switch k {
	case graph.KindField, graph.KindVariable, graph.KindConstant, graph.KindProperty,
		graph.KindEvent:
		return true
	}
	return false
}

// place returns the slot of the name at a position; kind is noSlot if it has none.
func (m *mover) place(at uint32) slot {
	if x := m.binding(at); x != nil {
		if isHolder(m.Table.Def(x.To).Kind) {
			return slot{slotValue, m.Table.Canon[x.To], 0}
		}
		return slot{}
	}
	for i, l := range m.LocalsAt(wordAt(m.File, at), at) {
		return m.local(i, l)
	}
	return slot{}
}

// local returns the slot of a local.
func (m *mover) local(i int32, l *parse.Local) slot {
	if l.Kind == parse.LocalTypeParam || l.Kind == parse.LocalType || isPlainType(l.Type) {
		return slot{}
	}
	if l.Kind == parse.LocalParam {
		for k := range m.File.Definitions[l.Def].Params {
			if m.File.Definitions[l.Def].Params[k].Name == l.Name {
				return slot{slotParam, m.File.ID(l.Def), uint32(k)}
			}
		}
	}
	return slot{slotLocal, m.File.First, uint32(i)}
}

// isPlainType reports whether a written type is a data type.
func isPlainType(t parse.TypeRef) bool {
	switch t.Name {
	case "string", "String", "int", "bool", "boolean", "number", "str", "float", "double", "long",
		"byte", "char", "decimal", "error", "int64", "int32", "uint32", "uint64", "float64", "Guid",
		"DateTime", "CancellationToken", "Integer", "Long", "Boolean", "context.Context":
		return true
	}
	return false
}

// receiver records the receiver of an external call.
func (m *mover) receiver(x *parse.DataFlowEdge) {
	if m.binding(x.To) != nil {
		return
	}
	m.channelUse(x)
	result := slot{slotCall, m.File.First, x.To}
	if f := m.function(x); f != nil {
		if wordAt(m.File, x.To) == "bind" {
			m.pass(f, result, 0, graph.ViaStored)
		}
		return
	}
	if from := m.slotOf(x); from.kind != noSlot && from != result {
		m.recv[x.To] = from
		m.Flows.flows = append(m.Flows.flows, flow{from, result})
	}
}

// slotOf returns the slot that holds the value of a move.
func (m *mover) slotOf(x *parse.DataFlowEdge) slot {
	if x.End != 0 {
		return slot{}
	}
	if !x.Call {
		return m.place(x.From)
	}
	return m.result(x.From)
}

// result returns the slot of the return value of the call at a position.
func (m *mover) result(at uint32) slot {
	if t := m.binding(at); t != nil && IsFunction(m.Table.Def(t.To)) && t.Kind == graph.Calls {
		return slot{slotResult, t.To, 0}
	}
	made := slot{slotCall, m.File.First, at}
	if callee := m.place(at); callee.kind != noSlot {
		if m.accessors {
			m.Flows.flows = append(m.Flows.flows, flow{callee, made})
			return made
		}
		m.Flows.applied = append(m.Flows.applied, application{callee, -1, made})
	}
	return made
}

// move turns one move into flows.
func (m *mover) move(x *parse.DataFlowEdge) {
	switch x.Kind {
	case parse.MoveInvoke:
		if f := m.function(x); f != nil && f.Kind == graph.References {
			m.passed = append(m.passed, Binding{From: f.From, To: f.To, Kind: graph.Calls,
				Tier: graph.Hierarchy, Share: f.Share, At: f.At, Via: graph.ViaStored}) // save.call(this)
			return
		}
		n := len(m.Flows.uses)
		if m.use(x, useCall); len(m.Flows.uses) > n {
			m.Flows.uses[n].object = m.callsObject(x.To)
		}
	case parse.MoveSend:
		m.use(x, useSend)
	case parse.MoveTake:
		m.use(x, useTake)
	case parse.MoveArg:
		m.argument(x)
	case parse.MoveSet, parse.MoveBind:
		m.goTo(x, m.target(x), 0, graph.ViaStored)
	case parse.MoveDecorate:
		m.decorate(x)
	case parse.MoveMember:
		if to := m.member(x.To); to.kind != noSlot {
			m.goTo(x, to, 0, graph.ViaStored)
		}
	case parse.MoveReturn:
		if d := m.File.DefinitionAt(x.To); d > 0 {
			to := slot{slotResult, m.File.ID(d), 0}
			if def := &m.File.Definitions[d]; isHolder(def.Kind) {
				to = slot{slotValue, m.File.ID(d), 0}
			}
			m.goTo(x, to, 0, graph.ViaReturned)
		}
	}
}

// member returns the slot of the member with its name at a position.
func (m *mover) member(at uint32) slot {
	if d := m.File.DefinitionAt(at); d > 0 && m.File.Definitions[d].NameAt == at {
		return slot{slotValue, m.Table.Canon[m.File.ID(d)], 0}
	}
	if x := m.binding(at); x != nil && isHolder(m.Table.Def(x.To).Kind) {
		return slot{slotValue, m.Table.Canon[x.To], 0}
	}
	return slot{}
}

// chosen emits the call of a function that is one of several values of a callee.
//
//	(fast ? save : saveAll)(order)
func (m *mover) chosen(moves []parse.DataFlowEdge, i int) {
	x := &moves[i]
	f := m.function(x)
	if f == nil || f.Kind != graph.References {
		return
	}
	share := 1
	for j := i - 1; j >= 0 && moves[j].Kind == x.Kind && moves[j].To == x.To; j-- {
		share++
	}
	for j := i + 1; j < len(moves) && moves[j].Kind == x.Kind && moves[j].To == x.To; j++ {
		share++
	}
	m.passed = append(m.passed, Binding{From: f.From, To: f.To, Kind: graph.Calls,
		Tier: graph.Hierarchy, Share: uint16(share), At: f.At})
}

// target returns the slot that is set at the To of a move.
func (m *mover) target(x *parse.DataFlowEdge) slot {
	if d := m.File.DefinitionAt(x.To); d > 0 && m.File.Definitions[d].NameAt == x.To {
		return slot{slotValue, m.Table.Canon[m.File.ID(d)], 0}
	}
	if x.Kind == parse.MoveBind && m.late {
		if i, l := m.declared(x.To); l != nil {
			return m.local(i, l)
		}
	}
	return m.place(x.To)
}

// declared returns the local declared at a position, if its scope begins after it.
func (m *mover) declared(at uint32) (int32, *parse.Local) {
	name := wordAt(m.File, at)
	if m.locals == nil {
		m.locals = indexLocals(m.File.Locals)
	}
	n, ok := m.locals.number[name]
	if !ok {
		return 0, nil
	}
	order := m.locals.order[m.locals.begin[n]:m.locals.begin[n+1]]
	k := sort.Search(len(order), func(i int) bool {
		return m.File.Locals[order[i]].Scope.Start >= at
	})
	if k == len(order) {
		return 0, nil
	}
	return order[k], &m.File.Locals[order[k]]
}

// lookups are names, in lower case, of collection methods that only compare their first
// argument with the elements: it is neither kept nor returned.
var lookups = map[string]bool{"contains": true, "containskey": true, "containsvalue": true,
	"count": true, "delete": true, "discard": true, "get": true, "getvalueordefault": true,
	"has": true, "includes": true, "index": true, "indexof": true, "lastindexof": true, "remove": true,
	"trygetvalue": true}

// argument turns the move of an argument into flows: to the parameter if the tree
// declares the callee, otherwise to the result of the call and to its receiver, which may
// keep it.
func (m *mover) argument(x *parse.DataFlowEdge) {
	callee := m.binding(x.To)
	arg := uint8(min(max(int(x.Arg)+1, 0), 255))
	if callee == nil {
		if wordAt(m.File, x.To) == "nameof" {
			return
		}
		m.use(x, useEscape)
		if s := m.place(x.To); s.kind != noSlot { // the result of a function is not its argument
			m.goTo(x, m.apply(s, x), arg, graph.ViaArgument)
			return
		}
		if x.Arg == 0 && lookups[strings.ToLower(wordAt(m.File, x.To))] {
			m.goTo(x, slot{}, arg, graph.ViaArgument)
			return
		}
		m.goTo(x, slot{slotCall, m.File.First, x.To}, arg, graph.ViaArgument)
		m.passObject(x, arg)
		if recv := m.recv[x.To]; recv.kind != noSlot && recv.kind != slotCall {
			m.keep(x, recv)
		}
		return
	}
	d := m.Table.Def(callee.To)
	switch {
	case IsFunction(d):
		k := m.param(d, x, int(callee.Shift))
		if k < 0 {
			m.goTo(x, slot{}, arg, graph.ViaArgument)
			return
		}
		m.use(x, useEscape)
		m.goTo(x, slot{slotParam, d.ID, uint32(k)}, uint8(min(k+1, 255)), graph.ViaArgument)
	case d.Kind.IsType() && d.Kind != graph.KindDelegate && d.Kind != graph.KindTypeAlias:
		to := slot{}
		if c := m.constructor(d, x); c.kind != noSlot {
			to = c
		}
		m.goTo(x, to, arg, graph.ViaArgument)
	case d.Kind.IsType(): // a conversion
		m.goTo(x, slot{slotCall, m.File.First, x.To}, arg, graph.ViaArgument)
	case m.accessors:
		// Most setters are given data, which comes out of calls that take functions: only
		// a function named directly reaches the field.
		if f := m.function(x); f != nil {
			m.pass(f, m.place(x.To), arg, graph.ViaStored)
		}
	default:
		m.use(x, useEscape)
		m.goTo(x, m.apply(m.place(x.To), x), arg, graph.ViaArgument)
	}
}

// apply records that a value is an argument of a call of the value of a slot, and returns
// the slot that the argument flows to first.
func (m *mover) apply(callee slot, x *parse.DataFlowEdge) slot {
	if callee.kind == noSlot || x.Arg < 0 {
		return slot{}
	}
	to := slot{slotName, m.File.First, x.From}
	m.Flows.applied = append(m.Flows.applied, application{callee, int32(x.Arg), to})
	return to
}

// decorate passes a function to its decorator: the decorator's return value runs in place
// of the function.
//
//	@retry    def save(): …    // retry is called with save, and callers of save call its result
func (m *mover) decorate(x *parse.DataFlowEdge) {
	d := m.File.DefinitionAt(x.To)
	decorator := m.binding(x.From)
	if x.End != 0 {
		return
	}
	if d <= 0 || m.File.Definitions[d].NameAt != x.To || decorator == nil ||
		!IsFunction(m.Table.Def(decorator.To)) {
		return
	}
	id, result := m.File.ID(d), slot{slotResult, decorator.To, 0}
	if !IsFunction(m.Table.Def(id)) {
		return
	}
	if !x.Call {
		m.Flows.sources = append(m.Flows.sources, source{id, slot{slotParam, decorator.To, 0}, id})
	} else { // @retry(3)
		name, made := slot{slotName, m.File.First, x.To}, slot{slotCall, m.File.First, x.To}
		m.Flows.sources = append(m.Flows.sources, source{id, name, id})
		m.Flows.applied = append(m.Flows.applied, application{result, 0, name},
			application{result, -1, made})
		result = made
	}
	m.Flows.uses = append(m.Flows.uses, use{of: result, by: id, at: x.From,
		kind: useWrapper, within: decorator.To})
}

// constructor returns the parameter of a type's only constructor that receives an
// argument.
func (m *mover) constructor(d *Def, x *parse.DataFlowEdge) slot {
	if len(d.Params) > 0 { // a primary constructor
		if k := m.param(d, x, 0); k >= 0 {
			return slot{slotParam, d.ID, uint32(k)}
		}
	}
	var found *Def
	for _, name := range []string{d.Name, "constructor", "__init__"} {
		for _, id := range m.Table.Own(m.Table.Canon[d.ID], name) {
			if c := m.Table.Def(id); c.Kind == graph.KindConstructor {
				if found != nil {
					return slot{}
				}
				found = c
			}
		}
	}
	if found == nil {
		return slot{}
	}
	if k := m.param(found, x, 0); k >= 0 {
		return slot{slotParam, found.ID, uint32(k)}
	}
	return slot{}
}

// param returns the index of the parameter that receives an argument, or -1 if it is
// unknown.
func (m *mover) param(d *Def, x *parse.DataFlowEdge, shift int) int {
	if x.Named != 0 {
		name := wordAt(m.File, x.Named)
		return slices.IndexFunc(d.Params, func(p parse.Param) bool { return p.Name == name })
	}
	k := int(x.Arg) + shift
	if x.Arg < 0 || len(d.Params) == 0 {
		return -1
	}
	if last := len(d.Params) - 1; k > last {
		if !d.Params[last].Variadic {
			return -1
		}
		k = last
	}
	return k
}

// goTo adds the flow of a move's value to a slot. A function named there is passed.
func (m *mover) goTo(x *parse.DataFlowEdge, to slot, arg uint8, via graph.Via) {
	if f := m.function(x); f != nil {
		m.pass(f, to, arg, via)
		return
	}
	if x.Call && to.kind != noSlot && m.makesChannel(x.From) {
		m.Flows.channels = append(m.Flows.channels, to)
		return
	}
	m.flow(x, to)
}

// passObject emits edges to the methods of an object that is created as an argument of
// external code: those of a class declared in a function, and the overrides of members
// that the code may call.
//
//	pool.execute(new Worker());    // Worker.run
func (m *mover) passObject(x *parse.DataFlowEdge, arg uint8) {
	made := m.creation(x.From)
	if !x.Call || made == nil {
		return
	}
	t := made.To
	if m.Table.Def(t).Kind == graph.KindConstructor {
		t = m.Table.EnclosingType(t)
	}
	if t <= None || !m.Table.Def(t).Kind.IsType() {
		return
	}
	d := m.Table.Def(t)
	local := d.Outer > None && m.Table.Def(d.Outer).Kind.IsCallable()
	if !local && !m.hasForeignBase(t) {
		return
	}
	for _, id := range m.methods(d) {
		if local || slices.Contains(m.Table.Def(id).Decorators, "Override") {
			m.passed = append(m.passed, Binding{From: made.From, To: id, Kind: graph.Passes,
				Tier: made.Tier, At: made.At, Ops: graph.Ops(arg), Via: graph.ViaArgument})
		}
	}
}

// creation returns the binding of the creation at a position, or nil.
func (m *mover) creation(at uint32) *Binding {
	for _, i := range m.at(at) {
		if x := &m.Bindings[i]; x.Kind == graph.Creates && x.To > None {
			return x
		}
	}
	return nil
}

// hasForeignBase reports whether a type has an external base.
func (m *mover) hasForeignBase(t DefID) bool {
	return slices.ContainsFunc(m.Table.Bases[m.Table.Canon[t]],
		func(b Type) bool { return b.Def <= None })
}

// methods lists the methods that a type declares.
func (m *mover) methods(t *Def) []DefID {
	var out []DefID
	for id := range m.Table.Within(t) {
		d := m.Table.Def(id)
		if d.Outer == t.ID && d.Kind == graph.KindMethod {
			out = append(out, id)
		}
	}
	return out
}

// anonymous emits the edges to the methods of the file's anonymous classes, from the
// definitions that create their objects.
func (m *mover) anonymous() {
	for i := range m.File.Definitions {
		t := m.Table.Def(m.File.ID(int32(i)))
		if t.Kind != graph.KindClass || t.Outer <= None || !isAnonymousClass(t) {
			continue
		}
		for _, id := range m.methods(t) {
			m.passed = append(m.passed, Binding{From: t.Outer, To: id, Kind: graph.Passes,
				Tier: graph.Exact, At: t.NameAt, Via: graph.ViaStored})
			if isHolder(m.Table.Def(t.Outer).Kind) { // what uses the field may run it
				m.Flows.sources = append(m.Flows.sources, source{id, slot{slotValue, m.Table.Canon[t.Outer], 0}, t.Outer})
			}
		}
	}
}

// isAnonymousClass reports whether a class is the body of a creation expression.
func isAnonymousClass(t *Def) bool {
	return t.Outer > None && (strings.Contains(t.Name, "$") || HasModifier(t, "anonymous"))
}

// pass emits the edge of a passed function.
func (m *mover) pass(f *Binding, to slot, arg uint8, via graph.Via) {
	if f.Kind != graph.References { // it is called there
		return
	}
	if to.kind != noSlot {
		m.Flows.sources = append(m.Flows.sources, source{f.To, to, f.From})
	}
	m.passed = append(m.passed, Binding{From: f.From, To: f.To, Kind: graph.Passes, Tier: f.Tier,
		At: f.At, Ops: graph.Ops(arg), Via: via})
}

// flow adds the flow of a move's value to a slot.
func (m *mover) flow(x *parse.DataFlowEdge, to slot) {
	if to.kind == noSlot {
		return
	}
	if x.End != 0 {
		m.literal(x, to)
		return
	}
	if from := m.slotOf(x); from.kind != noSlot && from != to {
		m.Flows.flows = append(m.Flows.flows, flow{from, to})
	}
}

// use records a use of the value of a move.
func (m *mover) use(x *parse.DataFlowEdge, kind useKind) {
	of := m.slotOf(x)
	if of.kind == noSlot || kind == useEscape && of.kind == slotCall {
		return
	}
	if d := m.File.DefinitionAt(x.To); d >= 0 {
		m.Flows.uses = append(m.Flows.uses, use{of: of, by: m.File.ID(d), at: x.To, kind: kind,
			arg: uint8(min(max(int(x.Arg)+1, 0), 255))})
	}
}

// called records calls by the names of values.
func (m *mover) called() {
	if m.accessors {
		return
	}
	for i := range m.File.References {
		r := &m.File.References[i]
		if r.Kind != parse.RefCall {
			continue
		}
		if s := m.place(r.At); s.kind != noSlot {
			m.Flows.uses = append(m.Flows.uses, use{of: s, by: m.File.ID(r.Def), at: r.At})
		}
	}
}
