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
}

// A holding is what a slot may hold, by function; nothing is known of one with too many.
type holding struct {
	list []held
	many bool
}

// add adds a function and reports whether that says more.
func (h *holding) add(x held) bool {
	if h.many {
		return false
	}
	i, ok := slices.BinarySearchFunc(h.list, x.function,
		func(o held, f DefID) int { return cmp.Compare(o.function, f) })
	switch {
	case ok && h.list[i].own && !x.own:
		h.list[i].own = false
	case ok:
		return false
	case len(h.list) == maxCallbacks:
		h.list, h.many = nil, true
	default:
		h.list = slices.Insert(h.list, i, x)
	}
	return true
}

// callbacks finds what functions come to which slots: by all flows of the tree, whatever their
// order, so that a place may be said to call what never comes to it. It is the analysis of
// Andersen, for functions alone.
//
// Time grows with the flows, and with the slots that functions come to times maxCallbacks.
type callbacks struct {
	flows     []flow // by from
	overrides func(DefID) []DefID
	holds     map[slot]*holding
	todo      []slot
}

// Callbacks emits the edges from what calls a value to the functions that it may be, and from
// what passes one outside of the tree. overrides lists the members that may run in the place of
// one: they are given the arguments of its calls. Binders of files are in the order of the tree.
func (r *Resolution) Callbacks(overrides func(DefID) []DefID) {
	c := &callbacks{overrides: overrides, holds: map[slot]*holding{}}
	n := 0
	for _, b := range r.Files {
		n += len(b.Flows.flows)
	}
	c.flows = make([]flow, 0, n)
	for _, b := range r.Files {
		c.flows = append(c.flows, b.Flows.flows...)
	}
	slices.SortFunc(c.flows, func(a, b flow) int {
		return cmp.Or(compareSlots(a.from, b.from), compareSlots(a.to, b.to))
	})
	c.flows = slices.Compact(c.flows)
	for _, b := range r.Files {
		for _, s := range b.Flows.sources {
			c.put(s.to, held{s.function, s.by, s.to.kind == slotParam})
		}
	}
	for i := 0; i < len(c.todo); i++ {
		c.spread(c.todo[i])
	}
	for _, b := range r.Files {
		for _, u := range b.Flows.uses {
			c.emit(b, u)
		}
		b.Flows = Flows{}
	}
}

func compareSlots(a, b slot) int {
	return cmp.Or(cmp.Compare(a.of, b.of), cmp.Compare(a.kind, b.kind), cmp.Compare(a.n, b.n))
}

// put lets a slot hold a function.
func (c *callbacks) put(s slot, x held) {
	h := c.holds[s]
	if h == nil {
		h = &holding{}
		c.holds[s] = h
	}
	if h.add(x) {
		c.todo = append(c.todo, s)
	}
}

// spread hands on what a slot holds.
func (c *callbacks) spread(s slot) {
	i := sort.Search(len(c.flows), func(i int) bool { return compareSlots(c.flows[i].from, s) >= 0 })
	for ; i < len(c.flows) && c.flows[i].from == s; i++ {
		c.move(s, c.flows[i].to)
	}
	if s.kind == slotParam {
		for _, o := range c.overrides(s.of) {
			c.move(s, slot{slotParam, o, s.n})
		}
	}
}

// move lets one slot hold what another one does.
func (c *callbacks) move(from, to slot) {
	h := c.holds[from]
	if h.many {
		if t := c.holds[to]; t == nil || !t.many {
			c.holds[to] = &holding{many: true}
			c.todo = append(c.todo, to)
		}
		return
	}
	for _, x := range h.list {
		switch to.kind {
		case slotParam:
			x.own = true
		case slotValue, slotResult:
			x.own = false
		}
		c.put(to, x)
	}
}

// emit emits the edges of one use.
func (c *callbacks) emit(b *Binder, u use) {
	h := c.holds[u.of]
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
		if f.own && len(h.list) > maxGiven {
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
