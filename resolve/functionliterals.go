package resolve

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// This file tracks function literals. They have no nodes: their calls belong to the enclosing
// definition.

// maxLiterals bounds the function literals whose contents one call may run, and maxLiteral the
// calls in one of them. Beyond either bound, the targets are unknown.
const (
	maxLiterals = 16
	maxLiteral  = 16
)

// firstLiteral is the number of the first function literal in the sets of [callbacks]; those of
// the others are below it. Numbers from None to it are those of channels.
const firstLiteral DefID = -1 << 30

// A literal is a function literal that is put into a slot.
type literal struct {
	to         slot
	in         DefID // the definition around it
	start, end uint32
}

// A literalKey identifies a function literal.
type literalKey struct {
	file  *Binder
	start uint32
}

// keepers are the names, in lower case, of library methods that keep a function that they are
// given: the receiver holds it.
//
//	hooks.append(save)    handlers.put("save", this::save)
var keepers = map[string]bool{"add": true, "addfirst": true, "addlast": true, "addlistener": true,
	"append": true, "enqueue": true, "insert": true, "offer": true, "push": true, "put": true,
	"putifabsent": true, "set": true, "setdefault": true, "tryadd": true, "unshift": true}

// keep adds the flow of an argument to the receiver of an external call, which may keep it.
func (m *mover) keep(x *parse.DataFlowEdge, recv slot) {
	f := m.function(x)
	if f == nil && x.End == 0 {
		m.flow(x, recv)
		return
	}
	if !keepers[strings.ToLower(wordAt(m.File, x.To))] {
		return
	}
	if f == nil {
		m.literal(x, recv)
	} else if f.Kind == graph.References {
		m.Flows.sources = append(m.Flows.sources, source{f.To, recv, f.From})
	}
}

// literal puts the function literal of a move into a slot. One that is the value of a member of an
// object literal is that member.
func (m *mover) literal(x *parse.DataFlowEdge, to slot) {
	if to.kind == noSlot {
		return
	}
	d := max(m.File.DefinitionAt(x.From), 0)
	def, id := &m.File.Definitions[d], m.File.ID(d)
	if d > 0 && IsFunction(m.Table.Def(id)) {
		if end := def.NameAt + uint32(len(def.Name)); end <= x.From &&
			strings.TrimSpace(m.File.Text[end:x.From]) == ":" {
			m.Flows.sources = append(m.Flows.sources, source{id, to, id})
			return
		}
	}
	m.Flows.literals = append(m.Flows.literals, literal{to, id, x.From, x.End})
}

// A literalAt is a function literal of the tree.
type literalAt struct {
	literal
	file *Binder

	read     bool      // the following fields are set
	initial  bool      // it is part of an initial value, to which its calls belong
	contents []Binding // its calls, if not initial
}

// readContents finds the calls in a function literal. If it is part of the initial value of a
// variable or field, the calls belong to that; in TypeScript, those of a field to its class.
func (c *callbacks) readContents(l *literalAt) {
	if l.read {
		return
	}
	l.read = true
	in := [2]DefID{l.in, l.in}
	if l.initial = l.in > None && isHolder(c.table.Def(l.in).Kind); l.initial {
		in[1] = c.table.Def(l.in).Outer
	}
	all := c.byPosition(l.file)
	first, _ := slices.BinarySearchFunc(all, l.start, func(i int32, at uint32) int {
		return cmp.Compare(l.file.Bindings[i].At, at)
	})
	for _, i := range all[first:] {
		y := &l.file.Bindings[i]
		if y.At >= l.end {
			break
		}
		if y.From != in[0] && y.From != in[1] {
			continue
		}
		l.initial = l.initial && (y.From == in[0] || y.Kind == graph.References)
		if y.To > None && (y.Kind == graph.Calls || y.Kind == graph.Creates) &&
			len(l.contents) < maxLiteral {
			l.contents = append(l.contents, Binding{To: y.To, Kind: y.Kind})
		}
	}
}

// byPosition lists the bindings of a file by position, those at one in their order. It is read
// once: a file may have thousands of function literals.
func (c *callbacks) byPosition(b *Binder) []int32 {
	if list, ok := c.positions[b]; ok {
		return list
	}
	list := make([]int32, len(b.Bindings))
	for i := range list {
		list[i] = int32(i)
	}
	slices.SortStableFunc(list, func(i, j int32) int {
		return cmp.Compare(b.Bindings[i].At, b.Bindings[j].At)
	})
	c.positions[b] = list
	return list
}

// calls reports whether a definition calls another one by name.
func (c *callbacks) calls(b *Binder, from, to DefID) bool {
	if c.calling != b {
		c.calling, c.called = b, map[[2]DefID]bool{}
		for i := range b.Bindings {
			if x := &b.Bindings[i]; x.Kind == graph.Calls && x.Via == 0 {
				c.called[[2]DefID{x.From, x.To}] = true
			}
		}
	}
	return c.called[[2]DefID{from, to}]
}

// fillLiterals puts the function literals of a file into their slots.
func (c *callbacks) fillLiterals(b *Binder) {
	for _, l := range b.Flows.literals {
		key := literalKey{b, l.start}
		n, ok := c.literalNumbers[key]
		if !ok {
			n = firstLiteral - DefID(len(c.literals))
			c.literalNumbers[key] = n
			c.literals = append(c.literals, literalAt{literal: l, file: b})
		}
		c.begins(l.to, held{n, l.in, l.to.kind == slotParam, l.to.kind == slotCall})
	}
}

// emitLiterals emits the edges of a call to the callees of the function literals among a list. Those
// that arrive through a parameter are known to the callers.
//
//	const save = debounce(() => store(), 10);    // a call of save leads to save, which calls store
//	function make() { return () => store(); }
//	const saved = make();                        // a call of saved leads to store
func (c *callbacks) emitLiterals(b *Binder, u use, list []held) {
	if u.kind != useCall || u.object {
		return
	}
	n := 0
	for _, f := range list {
		if f.function > firstLiteral || f.own {
			continue
		}
		if n++; n > maxLiterals {
			return
		}
		l := &c.literals[firstLiteral-f.function]
		if l.in == u.by || c.calls(b, u.by, l.in) {
			continue // it leads there anyway
		}
		x := Binding{From: u.by, To: l.in, Kind: graph.Calls, Tier: graph.Hierarchy,
			Share: uint16(len(list)), At: u.at, Via: graph.ViaStored}
		c.readContents(l)
		if l.initial {
			c.emitOne(b, x, l.in)
			continue
		}
		for _, y := range l.contents {
			x.To, x.Kind = y.To, y.Kind
			c.emitOne(b, x, l.in)
		}
		b.Open(u.by, wordAt(b.File, u.at), OpenField, u.at)
	}
}

// emitOne emits an edge that depends on a definition.
func (c *callbacks) emitOne(b *Binder, x Binding, by DefID) {
	if by != x.From && by > None {
		b.Witnesses[len(b.Bindings)] = []DefID{by}
	}
	b.Bindings = append(b.Bindings, x)
}
