package resolve

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/parse"
)

// members are the definitions within each definition, in one list: a map by owner and
// name would take four times the memory.
type members struct {
	ids   []DefID // by (owner, name, id)
	start []int32 // by canonical owner: offset of its members in ids, with an end marker
	// by canonical owner: the bits of its member names; see nameBit
	names []uint64
}

// newMembers lists the members of all definitions of the table, up to MaxCandidates with
// the same name in an owner.
func newMembers(ix *Table) members {
	m := members{start: make([]int32, len(ix.Defs)+1), names: make([]uint64, len(ix.Defs))}
	total := int32(0)
	for i := range ix.Defs {
		if d := &ix.Defs[i]; d.Outer != None {
			owner := ix.Canon[d.Outer]
			m.start[owner]++
			m.names[owner] |= nameBit(d.Name)
			total++
		}
	}
	for owner, end := len(m.start)-1, total; owner >= 0; owner-- {
		end -= m.start[owner]
		m.start[owner] = end
	}
	m.ids = make([]DefID, total)
	next := slices.Clone(m.start)
	for i := range ix.Defs {
		if d := &ix.Defs[i]; d.Outer != None {
			owner := ix.Canon[d.Outer]
			m.ids[next[owner]] = d.ID
			next[owner]++
		}
	}
	m.sort(ix)
	return m
}

// sort sorts the members of each owner by name, and drops those in excess of
// MaxCandidates.
func (m *members) sort(ix *Table) {
	kept := int32(0)
	for owner := range len(m.start) - 1 {
		own := m.ids[m.start[owner]:m.start[owner+1]]
		m.start[owner] = kept
		slices.SortFunc(own, func(a, b DefID) int {
			return cmp.Or(strings.Compare(ix.Defs[a].Name, ix.Defs[b].Name), cmp.Compare(a, b))
		})
		same := 0
		for i, id := range own {
			if same++; i == 0 || ix.Defs[own[i-1]].Name != ix.Defs[id].Name {
				same = 1
			}
			if same > MaxCandidates {
				ix.tooMany(&ix.Defs[id])
				continue
			}
			m.ids[kept] = id
			kept++
		}
	}
	m.start[len(m.start)-1] = kept
}

// Own lists the members with the name that the canonical type, or any other definition,
// declares itself. Appending to the list makes a copy, as with [Table.Top].
func (ix *Table) Own(owner DefID, name string) []DefID {
	owner = ix.Canon[owner]
	m := &ix.members
	if m.names[owner]&nameBit(name) == 0 {
		return nil
	}
	own := m.ids[m.start[owner]:m.start[owner+1]]
	from, found := slices.BinarySearchFunc(own, name, func(id DefID, name string) int {
		return strings.Compare(ix.Defs[id].Name, name)
	})
	if !found {
		return nil
	}
	to := from + 1
	for to < len(own) && ix.Defs[own[to]].Name == name {
		to++
	}
	return own[from:to:to]
}

// Members lists the members that the canonical type declares itself, by name.
func (ix *Table) Members(owner DefID) []DefID {
	m := &ix.members
	owner = ix.Canon[owner]
	from, to := m.start[owner], m.start[owner+1]
	return m.ids[from:to:to]
}

// nameBit returns the bit of a name in a set of names with false positives. Most lookups
// are of names that a type does not have, because they visit all of its bases.
func nameBit(name string) uint64 {
	n := len(name)
	if n == 0 {
		return 1
	}
	return 1 << ((7*n + 31*int(name[0]) + 5*int(name[n/2]) + 13*int(name[n-1])) & 63)
}

// Bounded appends a declaration to those of its name in one scope, up to MaxCandidates.
// Each reference visits all of them, so that n declarations that refer to each other
// would take quadratic time.
func (ix *Table) Bounded(list []DefID, d *Def) []DefID {
	if len(list) < MaxCandidates {
		return append(list, d.ID)
	}
	ix.tooMany(d)
	return list
}

// tooMany records that a declaration is dropped because there are too many with its name.
func (ix *Table) tooMany(d *Def) {
	d.File.Limit(parse.Limit{At: d.NameAt, Quantity: "declarations of one name",
		Max: MaxCandidates, Count: 1})
}
