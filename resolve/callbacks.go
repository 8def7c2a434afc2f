package resolve

import (
	"cmp"
	"slices"
	"sort"

	"seedgraph/graph"
)

// maxCallbacks bounds how many functions one place may call, and maxGiven how many of those may
// be ones that callers give: where more may come, nothing is known of which.
const (
	maxCallbacks = 256
	maxGiven     = 16
)

// A held is a function that a slot may hold.
type held struct {
	function DefID
	by       DefID // who passes it: without that nobody would know
	// own says that it comes by a parameter of the function around alone, so that who calls this
	// function says what it is
	own bool
	// through says that it comes out of a call of code outside the tree alone, so that it is a
	// guess that it is still there
	through bool
}

// A holding is what a slot may hold, ordered by function; nothing is known of one with too many.
type holding struct {
	list   []held
	fresh  []DefID // functions that are new, or known better, since the slot was last spread
	many   bool
	queued bool // its slot waits to be spread
}

// add adds functions, which are ordered, and reports whether that says more.
func (h *holding) add(xs []held) bool {
	if h.many {
		return false
	}
	before := len(h.fresh)
	added, i := 0, 0
	for _, x := range xs {
		for i < len(h.list) && h.list[i].function < x.function {
			i++
		}
		if i == len(h.list) || h.list[i].function != x.function {
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

// insert inserts the functions that the list lacks, from its end, so that each is moved once.
func (h *holding) insert(xs []held, added int) {
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

// takeFresh returns what is new since the last call, ordered.
func (h *holding) takeFresh() []held {
	slices.Sort(h.fresh)
	out := make([]held, 0, len(h.fresh))
	i := 0
	for _, f := range slices.Compact(h.fresh) {
		for h.list[i].function != f {
			i++
		}
		out = append(out, h.list[i])
	}
	h.fresh = h.fresh[:0]
	return out
}

// callbacks finds what functions come to which slots: by all flows of the tree, whatever their
// order, so that a place may be said to call what never comes to it. It is the analysis of
// Andersen, for functions alone.
//
// Time grows with the flows, and with the slots that functions come to times maxCallbacks.
type callbacks struct {
	table     *Table
	flows     []flow          // by from
	more      map[slot][]slot // flows that calls of functions make
	joined    map[flow]bool   // those
	applied   []application   // by callee
	overrides func(DefID) []DefID
	holds     map[slot]*holding
	todo      []slot
	moved     []held // space for move
}

// Callbacks emits the edges from what calls a value to the functions that it may be, and from
// what passes one outside of the tree. overrides lists the members that may run in the place of
// one: they are given the arguments of its calls. Binders of files are in the order of the tree.
func (r *Resolution) Callbacks(overrides func(DefID) []DefID) {
	c := &callbacks{table: r.Table, overrides: overrides, holds: map[slot]*holding{},
		more: map[slot][]slot{}, joined: map[flow]bool{}}
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
		return cmp.Or(compareSlots(a.from, b.from), compareSlots(a.to, b.to))
	})
	c.flows = slices.Compact(c.flows)
	objects := DefID(0)
	for _, b := range r.Files {
		for _, s := range b.Flows.channels {
			objects++
			c.put(s, []held{{function: None - objects, by: None}})
		}
		for _, s := range b.Flows.sources {
			c.put(s.to, []held{{s.function, s.by, s.to.kind == slotParam, s.to.kind == slotCall}})
		}
	}
	for i := 0; i < len(c.todo); i++ {
		c.holds[c.todo[i]].queued = false
		c.spread(c.todo[i])
	}
	ch := newChannels(c)
	for _, b := range r.Files {
		for _, u := range b.Flows.uses {
			if u.kind >= useSend {
				ch.add(b, u)
			} else {
				c.emit(b, u)
			}
		}
		b.Flows = Flows{}
	}
	ch.join()
}

func compareSlots(a, b slot) int {
	return cmp.Or(cmp.Compare(a.of, b.of), cmp.Compare(a.kind, b.kind), cmp.Compare(a.n, b.n))
}

// put lets a slot hold functions, which are ordered.
func (c *callbacks) put(s slot, xs []held) {
	if len(xs) == 0 {
		return
	}
	if h := c.holding(s); h.add(xs) {
		c.queue(s, h)
	}
}

// holding returns what a slot holds, to be changed.
func (c *callbacks) holding(s slot) *holding {
	h := c.holds[s]
	if h == nil {
		h = &holding{}
		c.holds[s] = h
	}
	return h
}

// queue lets a slot wait to be spread, once.
func (c *callbacks) queue(s slot, h *holding) {
	if !h.queued {
		h.queued = true
		c.todo = append(c.todo, s)
	}
}

// spread hands on what is new in a slot.
func (c *callbacks) spread(s slot) {
	h := c.holds[s]
	fresh := h.takeFresh()
	i := sort.Search(len(c.flows), func(i int) bool { return compareSlots(c.flows[i].from, s) >= 0 })
	for ; i < len(c.flows) && c.flows[i].from == s; i++ {
		c.move(h, fresh, c.flows[i].to)
	}
	for _, to := range c.more[s] {
		c.move(h, fresh, to)
	}
	c.apply(s, fresh)
	if s.kind == slotParam {
		for _, o := range c.overrides(s.of) {
			c.move(h, fresh, slot{slotParam, o, s.n})
		}
	}
}

// apply lets the arguments of calls of what a slot holds come to the parameters of the functions
// that it holds, and their results to the calls.
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
	c.more[f.from] = append(c.more[f.from], f.to)
	if h := c.holds[f.from]; h != nil {
		c.move(h, h.list, f.to)
	}
}

// move lets a slot hold functions of another one, or more than are known.
func (c *callbacks) move(from *holding, xs []held, to slot) {
	if from.many {
		if t := c.holding(to); !t.many {
			t.list, t.fresh, t.many = nil, nil, true
			c.queue(to, t)
		}
		return
	}
	c.moved = c.moved[:0]
	for _, x := range xs {
		switch to.kind {
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
	h := c.holds[u.of]
	if h != nil && u.kind == useWrapper { // a decorator that returns what it is given wraps nothing
		h = &holding{list: slices.DeleteFunc(slices.Clone(h.list), func(x held) bool {
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
	for _, f := range h.list {
		x.To, x.Via = f.function, graph.ViaStored
		if f.function < None || f.own && len(h.list) > maxGiven || f.through && u.kind == useEscape {
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
}

// isWithin reports whether a function is declared in another one, directly or not.
func (c *callbacks) isWithin(f, outer DefID) bool {
	for f > None {
		if f = c.table.Defs[f].Outer; f == outer {
			return true
		}
	}
	return false
}
