package resolve

import (
	"cmp"
	"slices"
	"sort"

	"seedgraph/graph"
)

// maxCallbacks bounds the functions that one call may call, and maxGiven those among them
// that callers pass as arguments. Beyond either bound, the targets are unknown.
const (
	maxCallbacks = 256
	maxGiven     = 16
)

// A held is a function that a slot may hold.
type held struct {
	function DefID
	by       DefID // the definition that passes it, without which the flow is unknown
	// own reports that it arrives only through a parameter of the enclosing function, so
	// that the callers of this function determine it.
	own bool
	// through reports that it arrives only through a call of external code, so that its
	// use is a guess.
	through bool
}

// A functionSet is the set of functions that a slot may hold, ordered by function. With too
// many, the set is unknown.
type functionSet struct {
	slot   slot
	number int32 // of the slot; see numbering
	list   []held
	fresh  []DefID // functions added or improved since the slot was last propagated
	many   bool
	queued bool // the slot is in the worklist

	joined []int32 // the slots where its functions flow by calls of functions; see join
}

// add adds functions, which must be ordered, and reports whether the set grew or
// improved.
func (h *functionSet) add(xs []held) bool {
	if h.many {
		return false
	}
	before := len(h.fresh)
	added, i := 0, 0
	for _, x := range xs {
		at, found := h.find(x.function, i)
		i = at
		if !found {
			added++
			h.fresh = append(h.fresh, x.function)
		} else if was := &h.list[i]; was.own && !x.own || was.through && !x.through {
			was.own, was.through = was.own && x.own, was.through && x.through
			h.fresh = append(h.fresh, x.function)
		}
	}
	switch {
	case len(h.list)+added > maxCallbacks:
		h.list, h.fresh, h.many = nil, nil, true
		return true
	case added > 0:
		h.insert(xs, added)
	}
	return len(h.fresh) > before
}

// find returns the index of the first element from an index on that is not less than a function, and
// whether it is the function.
func (h *functionSet) find(function DefID, from int) (at int, found bool) {
	low, high := from, len(h.list)
	for low < high {
		if mid := int(uint(low+high) >> 1); h.list[mid].function < function {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low, low < len(h.list) && h.list[low].function == function
}

// insert inserts the functions missing from the list, starting at its end, so that each
// element is moved once.
func (h *functionSet) insert(xs []held, added int) {
	i := len(h.list) - 1
	h.list = slices.Grow(h.list, added)[:len(h.list)+added]
	for j, at := len(xs)-1, len(h.list)-1; i < at; at-- {
		switch {
		case i >= 0 && (j < 0 || h.list[i].function > xs[j].function):
			h.list[at] = h.list[i]
			i--
		case i >= 0 && h.list[i].function == xs[j].function:
			h.list[at] = h.list[i]
			i, j = i-1, j-1
		default:
			h.list[at] = xs[j]
			j--
		}
	}
}

// takeFresh appends the changes since the last call to out, ordered.
func (h *functionSet) takeFresh(out []held) []held {
	slices.Sort(h.fresh)
	i := 0
	for _, f := range slices.Compact(h.fresh) {
		i, _ = h.find(f, i)
		out = append(out, h.list[i])
	}
	h.fresh = h.fresh[:0]
	return out
}

// callbacks computes the functions that may reach each slot from which they reach a use. It is
// Andersen's points-to analysis, restricted to functions, over all flows of the tree. It is
// flow-insensitive, so a call may be given targets that it never receives. Its time is linear in the
// flows, plus the slots that functions reach times maxCallbacks.
type callbacks struct {
	table     *Table
	slots     *numbering
	flows     []flow // by from
	begin, to []int32
	needed    []bool // by slot; see findNeeded

	joined    map[flow]bool // flows added by calls of functions
	applied   []application // by callee
	overrides func(DefID) []DefID
	holds     []*functionSet // by slot; nil if it holds nothing
	todo      []*functionSet
	moved     []held // scratch space of move
	fresh     []held // scratch space of spread

	literals       []literalAt
	literalNumbers map[literalKey]DefID
	positions      map[*Binder][]int32 // of bindings, by position
	calling        *Binder             // the file of called
	called         map[[2]DefID]bool
}

// Callbacks emits edges from the calls of a value to the functions that it may hold, and
// from the definitions that pass a function to external code. overrides lists the members
// that override a member, which receive the arguments of its calls. Binders must be in
// the order of the tree's files.
func (r *Resolution) Callbacks(overrides func(DefID) []DefID) {
	c := newCallbacks(r, overrides)
	c.fill(r.Files)
	ch, set := newChannels(c), c.locals(r.Files)
	for _, b := range r.Files {
		for _, u := range b.Flows.uses {
			if u.kind >= useSend {
				ch.add(b, u)
			} else {
				c.emit(b, u)
				c.open(b, u, set)
			}
		}
		b.Flows = Flows{}
	}
	ch.join()
}

// newCallbacks collects the flows of all files.
func newCallbacks(r *Resolution, overrides func(DefID) []DefID) *callbacks {
	c := &callbacks{table: r.Table, overrides: overrides, joined: map[flow]bool{},
		literalNumbers: map[literalKey]DefID{}, positions: map[*Binder][]int32{}}
	n := 0
	for _, b := range r.Files {
		n += len(b.Flows.flows)
	}
	c.flows = make([]flow, 0, n)
	for _, b := range r.Files {
		c.flows = append(c.flows, b.Flows.flows...)
		c.applied = append(c.applied, b.Flows.applied...)
	}
	slices.SortFunc(c.applied, func(a, b application) int {
		return cmp.Or(compareSlots(a.callee, b.callee), cmp.Compare(a.arg, b.arg),
			compareSlots(a.slot, b.slot))
	})
	slices.SortFunc(c.flows, func(a, b flow) int {
		if order := compareSlots(a.from, b.from); order != 0 {
			return order
		}
		return compareSlots(a.to, b.to)
	})
	c.flows = slices.Compact(c.flows)
	c.number()
	c.findNeeded(r.Files)
	return c
}

func compareSlots(a, b slot) int {
	switch {
	case a.of != b.of:
		return cmp.Compare(a.of, b.of)
	case a.kind != b.kind:
		return cmp.Compare(a.kind, b.kind)
	}
	return cmp.Compare(a.n, b.n)
}

// fill puts the functions and the channels of all files into their slots, and propagates them.
func (c *callbacks) fill(files []*Binder) {
	objects := DefID(0)
	for _, b := range files {
		for _, s := range b.Flows.channels {
			objects++
			c.begins(s, held{function: None - objects, by: None})
		}
		c.fillLiterals(b)
		for _, s := range b.Flows.sources {
			c.begins(s.to, held{s.function, s.by, s.to.kind == slotParam, s.to.kind == slotCall})
		}
	}
	c.propagate()
}

// begins puts a function into a slot before anything is propagated.
func (c *callbacks) begins(s slot, x held) {
	if n := c.slots.of(s); c.isNeeded(n) {
		c.put(c.holding(n), []held{x})
	}
}

// put adds functions, which must be ordered, to a slot.
func (c *callbacks) put(h *functionSet, xs []held) {
	if len(xs) > 0 && h.add(xs) {
		c.queue(h)
	}
}

// queue adds a slot to the worklist, if it is not in it.
func (c *callbacks) queue(h *functionSet) {
	if !h.queued {
		h.queued = true
		c.todo = append(c.todo, h)
	}
}

// propagate empties the worklist, in the order in which slots were added.
func (c *callbacks) propagate() {
	var done []*functionSet
	for len(c.todo) > 0 {
		next := c.todo
		c.todo = done[:0]
		for _, h := range next {
			h.queued = false
			c.spread(h)
		}
		done = next
	}
}

// spread propagates the changes of a slot.
func (c *callbacks) spread(h *functionSet) {
	c.fresh = h.takeFresh(c.fresh[:0])
	if int(h.number)+1 < len(c.begin) {
		for _, to := range c.to[c.begin[h.number]:c.begin[h.number+1]] {
			c.move(h, c.fresh, to)
		}
	}
	for _, to := range h.joined {
		c.move(h, c.fresh, to)
	}
	c.apply(h.slot, c.fresh)
	if h.slot.kind == slotParam {
		for _, o := range c.overrides(h.slot.of) {
			c.move(h, c.fresh, c.slots.of(slot{slotParam, o, h.slot.n}))
		}
	}
}

// apply adds the flows of calls of the functions in a slot: from arguments to parameters,
// and from return values to the calls.
func (c *callbacks) apply(s slot, fresh []held) {
	i := sort.Search(len(c.applied), func(i int) bool {
		return compareSlots(c.applied[i].callee, s) >= 0
	})
	for ; i < len(c.applied) && c.applied[i].callee == s; i++ {
		a := c.applied[i]
		for _, f := range fresh {
			switch {
			case f.function <= None:
			case a.arg < 0:
				c.join(flow{slot{slotResult, f.function, 0}, a.slot})
			case int(a.arg) < len(c.table.Def(f.function).Params):
				c.join(flow{a.slot, slot{slotParam, f.function, uint32(a.arg)}})
			}
		}
	}
}

// join adds a flow.
func (c *callbacks) join(f flow) {
	if c.joined[f] || f.from == f.to {
		return
	}
	c.joined[f] = true
	from, to := c.holding(c.slots.of(f.from)), c.slots.of(f.to)
	from.joined = append(from.joined, to)
	c.move(from, from.list, to)
}

// move propagates functions from one slot to another, or marks it as unknown if there are
// too many.
func (c *callbacks) move(from *functionSet, xs []held, number int32) {
	if !c.isNeeded(number) || len(xs) == 0 && !from.many {
		return
	}
	to := c.holding(number)
	if from.many {
		if !to.many {
			to.list, to.fresh, to.many = nil, nil, true
			c.queue(to)
		}
		return
	}
	c.moved = c.moved[:0]
	for _, x := range xs {
		switch to.slot.kind {
		case slotParam:
			x.own = true
		case slotValue, slotResult:
			x.own = false
		case slotCall:
			x.through = true
		}
		c.moved = append(c.moved, x)
	}
	c.put(to, c.moved)
}

// emit emits the edges of one use.
func (c *callbacks) emit(b *Binder, u use) {
	h := c.heldBy(u.of)
	if h != nil && u.kind == useWrapper { // a decorator that returns its argument wraps nothing
		h = &functionSet{list: slices.DeleteFunc(slices.Clone(h.list), func(x held) bool {
			return !c.isWithin(x.function, u.within)
		})}
	}
	if h == nil || len(h.list) == 0 {
		return
	}
	x := Binding{From: u.by, Kind: graph.Calls, Tier: graph.Hierarchy,
		Share: uint16(len(h.list)), At: u.at, Via: graph.ViaStored}
	if u.kind == useEscape {
		x.Kind, x.Ops = graph.Passes, graph.Ops(u.arg)
	}
	given := 0 // function literals have no edges of their own, and do not count
	for _, f := range h.list {
		if f.own && f.function > None {
			given++
		}
	}
	for _, f := range h.list {
		x.To, x.Via = f.function, graph.ViaStored
		if f.function < None || f.own && given > maxGiven || f.through && u.kind == useEscape {
			continue
		}
		if f.own {
			x.Via = graph.ViaParameter
		}
		if f.by != u.by && f.by > None {
			b.Witnesses[len(b.Bindings)] = []DefID{f.by}
		}
		b.Bindings = append(b.Bindings, x)
	}
	c.emitLiterals(b, u, h.list)
}

// open records the call of a parameter or field as an open one, also by way of a local: functions
// without a name have no node, so that what they call is known only to the definitions around
// them.
//
//	func each(f func(int)) { f(1) }            // f
//	func sum() { each(func(int) { add() }) }   // each does not reach add by name
func (c *callbacks) open(b *Binder, u use, set map[slot][]slot) {
	if u.kind != useCall || u.object || u.by <= None {
		return
	}
	for _, s := range append(set[u.of], u.of) {
		switch d := c.table.Def(max(s.of, 0)); {
		case s.kind == slotParam && int(s.n) < len(d.Params) && s.of == u.by:
			b.Open(u.by, d.Params[s.n].Name, OpenParameter, u.at)
			return
		case s.kind == slotValue && d.Kind == graph.KindField:
			b.Open(u.by, d.Name, OpenField, u.at)
			return
		}
	}
}

// callsObject reports whether the call of a method at a position is of an object, and not of a
// lambda: the method is of a class, or of an interface with several abstract methods (JLS 9.8).
//
//	repository.save(order)     // class Repository { void save(Order order) { … } }
func (m *mover) callsObject(at uint32) bool {
	for _, i := range m.at(at) {
		x := &m.Bindings[i]
		if x.Kind != graph.Calls || x.To <= None {
			continue
		}
		switch of := m.Table.Def(m.Table.Def(x.To).Outer); of.Kind {
		case graph.KindClass, graph.KindEnum, graph.KindRecord:
			return true
		case graph.KindInterface:
			return abstractMethods(m.Table, of) > 1
		}
	}
	return false
}

// abstractMethods returns the number of methods without a body that an interface declares itself.
func abstractMethods(ix *Table, of *Def) int {
	n := 0
	for id := range ix.Within(of) {
		d := ix.Def(id)
		if d.Outer == of.ID && d.Kind == graph.KindMethod && IsVirtual(d) && d.Body.IsEmpty() {
			n++
		}
	}
	return n
}

// locals returns the slots that flow into the locals that are called.
func (c *callbacks) locals(files []*Binder) map[slot][]slot {
	out := map[slot][]slot{}
	for _, b := range files {
		for _, u := range b.Flows.uses {
			if u.kind == useCall && u.of.kind == slotLocal {
				out[u.of] = nil
			}
		}
	}
	for _, f := range c.flows {
		if _, ok := out[f.to]; ok {
			out[f.to] = append(out[f.to], f.from)
		}
	}
	return out
}

// isWithin reports whether a function is nested in another one, directly or not.
func (c *callbacks) isWithin(f, outer DefID) bool {
	for f > None {
		if f = c.table.Defs[f].Outer; f == outer {
			return true
		}
	}
	return false
}
