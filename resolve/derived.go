package resolve

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
)

// maxDerived bounds the classes searched below one class, and the members that one call may run.
const (
	maxDerived        = 400
	maxDerivedMembers = 64
)

// findDerived records the subclasses of types. It is queried for the class of every
// called member: most classes have none, and a call of their members needs no receiver.
func (ix *Table) findDerived() {
	ix.derived = map[DefID][]DefID{}
	for class, bases := range ix.Bases {
		for _, t := range bases {
			if t.Def > None {
				of := ix.Canon[t.Def]
				ix.derived[of] = append(ix.derived[of], ix.Canon[class])
			}
		}
	}
	for of, list := range ix.derived {
		slices.Sort(list)
		ix.derived[of] = slices.Compact(list)
	}
}

// HasDerived reports whether a type of the tree derives from another one.
//
//	class Base {}
//	class A extends Base {}    // Base has derived classes, A has none
func (ix *Table) HasDerived(class DefID) bool { return len(ix.derived[ix.Canon[class]]) > 0 }

// BindDerived binds a call of a member on the own object, which the class does not have, to the
// members of that name in the classes that derive from it, each for objects of its class only. fits
// selects among members. It reports whether the reference is settled: if why is External, a base
// outside the tree has the member, too.
//
//	class Base:
//	    def run(self): self.step()     # A.step and B.step, of the subclasses
func (b *Binder) BindDerived(r *parse.Reference, from, class DefID, why Outcome,
	fits func(*Def) bool) bool {
	if class <= None || !b.Table.HasDerived(class) {
		return false
	}
	members := b.Table.derivedMembers(b.Table.Canon[class], r.Name, fits)
	if len(members) == 0 || len(members) > maxDerivedMembers {
		return false
	}
	tier := graph.Hierarchy
	if len(members) == 1 {
		tier = graph.Unique
	}
	if why != External {
		tier, _ = b.Account(r, from, tier, Resolved, len(members))
	}
	for _, m := range members {
		of := b.Table.Canon[b.Table.EnclosingType(m)]
		b.Bindings = append(b.Bindings, Binding{From: from, To: m, Kind: graph.Calls, Tier: tier, At: r.At,
			Share: uint16(len(members)), Recv: b.AddReceivers([]Receiver{{Class: of, Form: graph.ReceiverWhere}})})
	}
	return why != External
}

// derivedMembers lists the callable members of a name in the classes below a class, those of a
// class instead of those below it.
func (ix *Table) derivedMembers(class DefID, name string, fits func(*Def) bool) []DefID {
	var out []DefID
	todo := slices.Clone(ix.derived[class])
	for i := 0; i < len(todo) && len(todo) < maxDerived; i++ {
		found := false
		for _, id := range ix.Own(todo[i], name) {
			if d := ix.Def(id); d.Kind.IsCallable() && fits(d) && !slices.Contains(out, id) {
				out, found = append(out, id), true
			}
		}
		for _, c := range ix.derived[todo[i]] {
			if !found && !slices.Contains(todo, c) {
				todo = append(todo, c)
			}
		}
	}
	return out
}
