package resolve

// This file numbers the slots of a tree for [callbacks], and finds those that matter.

// A numbering gives numbers to slots, from 0, in the order in which they are first seen.
type numbering struct {
	numbers map[slot]int32
	slots   []slot
}

// of returns the number of a slot.
func (n *numbering) of(s slot) int32 {
	number, ok := n.numbers[s]
	if !ok {
		number = int32(len(n.slots))
		n.numbers[s] = number
		n.slots = append(n.slots, s)
	}
	return number
}

// number numbers the slots of the flows, which are sorted, and indexes the flows by the number of the slot
// that they leave: the targets of those from slot n are to[begin[n]:begin[n+1]].
func (c *callbacks) number() {
	c.slots = &numbering{numbers: make(map[slot]int32, len(c.flows)/2)}
	c.to = make([]int32, len(c.flows))
	c.begin = make([]int32, 0, len(c.flows)/2)
	for i := range c.flows {
		if i == 0 || c.flows[i].from != c.flows[i-1].from {
			c.slots.of(c.flows[i].from)
			c.begin = append(c.begin, int32(i))
		}
	}
	c.begin = append(c.begin, int32(len(c.flows)))
	for i := range c.flows {
		c.to[i] = c.slots.of(c.flows[i].to)
	}
}

// holding returns the set of a slot, creating it if needed.
func (c *callbacks) holding(number int32) *functionSet {
	if n := int(number) + 1 - len(c.holds); n > 0 {
		c.holds = append(c.holds, make([]*functionSet, n)...)
	}
	h := c.holds[number]
	if h == nil {
		h = &functionSet{slot: c.slots.slots[number], number: number}
		c.holds[number] = h
	}
	return h
}

// heldBy returns the set of a slot, or nil.
func (c *callbacks) heldBy(s slot) *functionSet {
	if number, ok := c.slots.numbers[s]; ok && int(number) < len(c.holds) {
		return c.holds[number]
	}
	return nil
}

// findNeeded finds the slots from which functions may flow to a use, by the flows in the opposite direction:
// most slots hold arguments of external code that nothing takes. What comes into the other slots changes no
// result. Flows that are not known yet count as if they existed:
//
//   - from the arguments of calls of values to the parameters of any function, and from the return values of
//     the functions that are values
//   - from a parameter to those of overriding members
func (c *callbacks) findNeeded(files []*Binder) {
	c.needed = make([]bool, len(c.slots.slots))
	var todo []int32
	need := func(number int32) {
		if n := int(number) + 1 - len(c.needed); n > 0 {
			c.needed = append(c.needed, make([]bool, n)...)
		}
		if !c.needed[number] {
			c.needed[number] = true
			todo = append(todo, number)
		}
	}
	for _, b := range files {
		for i := range b.Flows.uses {
			need(c.slots.of(b.Flows.uses[i].of))
		}
		for _, x := range b.Flows.sources {
			need(c.slots.of(slot{slotResult, x.function, 0}))
		}
	}
	for _, a := range c.applied {
		need(c.slots.of(a.callee))
		need(c.slots.of(a.slot))
	}
	for i := range c.slots.slots {
		if s := c.slots.slots[i]; s.kind == slotParam && len(c.overrides(s.of)) > 0 {
			need(int32(i))
		}
	}
	begin, from := c.backward()
	for len(todo) > 0 {
		number := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, n := range from[begin[number]:begin[number+1]] {
			need(n)
		}
	}
}

// backward indexes the flows by their targets: the sources of those to slot n are from[begin[n]:begin[n+1]].
func (c *callbacks) backward() (begin, from []int32) {
	begin = make([]int32, len(c.slots.slots)+2)
	for _, to := range c.to {
		begin[to+2]++
	}
	for i := 1; i < len(begin); i++ {
		begin[i] += begin[i-1]
	}
	from = make([]int32, len(c.to))
	for n := range len(c.begin) - 1 {
		for _, to := range c.to[c.begin[n]:c.begin[n+1]] {
			from[begin[to+1]] = int32(n)
			begin[to+1]++
		}
	}
	return begin[:len(begin)-1], from
}

// isNeeded reports whether functions in a slot may reach a use. Slots that were numbered later are
// parameters of functions that are called by way of values or override others: they may have overriding
// members.
func (c *callbacks) isNeeded(number int32) bool {
	return int(number) >= len(c.needed) || c.needed[number]
}
