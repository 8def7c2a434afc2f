package typescript

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// guardsOf lists the guards of a file for a name, ordered by the start of their scopes.
func (s *scope) guardsOf(f *resolve.File, name string) []int32 {
	byName := s.guards[f]
	if byName == nil {
		byName = map[string][]int32{}
		for i := range f.Guards {
			byName[f.Guards[i].Name] = append(byName[f.Guards[i].Name], int32(i))
		}
		s.guards[f] = byName
	}
	return byName[name]
}

// A flow holds the guards that may narrow a name at a position: the assignments whose
// values may reach it, and the tests whose outcome is known there.
type flow struct {
	f        *resolve.File
	name     string
	local    *parse.Local // denoted by the first part of the name, or nil
	since    uint32       // start of the scope of the last assignment; 0 for the declaration
	assigned []int32      // indices of Facts.Guards
	tests    []clause
}

// A clause is a range of Facts.Guards of one name, at least one of which holds.
type clause struct{ first, end int }

// A flowKey identifies a flow of a file, except for its tests.
type flowKey struct {
	f        *resolve.File
	local    *parse.Local
	name     string
	assigned string
}

// A state is the type of a name after some of the guards of a flow. The result of the
// next test is memoized, because the same tests hold at many positions.
type state struct {
	id      int32        // identifies the state; 0 if it is not memoized
	in, out resolve.Type // the types before and after the last guard
}

// A transition is a test of a name in a state, by its index among the guards of the name.
type transition struct{ from, test int32 }

// narrowed returns the type of a name, declared as t, at a position: it depends on the
// last assignment and on the enclosing tests.
//
//	if (a instanceof Order) {
//		a.ship();     // an Order
//		a = new Line();
//		a.check();    // a Line, if a is declared as Order | Line
//	}
func (s *scope) narrowed(f *resolve.File, name string, at uint32, from resolve.DefID,
	t resolve.Type) resolve.Type {
	// Most names have no guard in their file: they cost one map lookup.
	list := s.guardsOf(f, name)
	if len(list) == 0 {
		return t
	}
	first, _, _ := strings.Cut(name, ".")
	l := s.localAt(f, first, at, from)
	if list = within(f, list, l); len(list) > maxGuards {
		if f == s.b.File {
			f.Limit(parse.Limit{At: at, Quantity: "assignments and tests of one name",
				Max: maxGuards, Count: 1})
		}
		return t
	}
	fl := s.flowAt(f, list, name, l, at)
	now := state{out: t}
	if len(fl.assigned) > 0 || len(fl.tests) > 0 || fl.evolves() || fl.initial() {
		now = next(s, &s.flows, fl.key(), t, true,
			// Assigned values come first: a test narrows the value assigned before it.
			func() resolve.Type { return s.assignedIn(fl, t) })
	}
	for _, c := range fl.tests {
		t := now.out
		now = next(s, &s.tests, transition{now.id, int32(c.first)}, t, now.id > 0,
			func() resolve.Type { return s.anyGuard(f, list[c.first:c.end], t) })
	}
	return now.out
}

// next returns the state after a guard, where the type before it is t.
func next[K comparable](s *scope, m *resolve.Memo[K, state], key K, t resolve.Type, keep bool,
	ask func() resolve.Type) state {
	if !keep {
		return state{out: ask()}
	}
	n, ok := m.GetClosed(&s.budget, key, func() state {
		s.states++
		return state{s.states, t, ask()}
	})
	switch {
	case !ok:
		// The query is cyclic, as in a loop that assigns x from x: use the declared type.
		return state{out: t}
	case n.in.Tier != t.Tier || !same(n.in, t): // a member of a value that is narrowed itself
		return state{out: ask()}
	}
	return n
}

// maxGuards bounds the guards of one local that are considered: each reference to it
// visits all of them. A local with more guards has its declared type.
const maxGuards = 1_000

// within returns the guards whose scopes begin in that of a local, if there is one.
func within(f *resolve.File, list []int32, l *parse.Local) []int32 {
	if l == nil {
		return list
	}
	begins := func(i int32, at uint32) int { return cmp.Compare(f.Guards[i].Scope.Start, at) }
	from, _ := slices.BinarySearchFunc(list, l.Scope.Start, begins)
	to, _ := slices.BinarySearchFunc(list, l.Scope.End+1, begins)
	return list[from:max(from, to)]
}

// flowAt finds the guards of a name that apply at a position.
//
//	if (x) { … } else { … }    // two guards, the second for the other outcome
func (s *scope) flowAt(f *resolve.File, list []int32, name string, l *parse.Local,
	at uint32) *flow {
	fl := &flow{f: f, name: name, local: l, since: s.lastAssigned(f, list, l, at)}
	for i := 0; i < len(list); i++ {
		g := &f.Guards[list[i]]
		end := i + 1
		for end < len(list) && f.Guards[list[end]].Or {
			// A run of guards with Or set are the operands of one a || b.
			end++
		}
		switch {
		case !concerns(l, g):
		case g.Kind == parse.GuardAssign:
			// Of assignments in branches before the position, each may be the last one
			// executed: they count unless a later one is on every path.
			last := g.Scope.Start == fl.since && g.Scope.Contains(at)
			if last || g.Reach.Contains(at) && !g.Scope.Contains(at) &&
				(g.At > fl.since || g.Reach.Start < g.At) {
				fl.assigned = append(fl.assigned, list[i])
			}
		case g.Scope.Contains(at) && g.Scope.Start >= fl.since && !s.reassigned(f, list, g, at):
			fl.tests = append(fl.tests, clause{i, end})
		}
		i = end - 1
	}
	return fl
}

// key returns the identity of fl.
func (fl *flow) key() flowKey {
	out := flowKey{f: fl.f, local: fl.local, name: fl.name}
	if fl.since > 0 || len(fl.assigned) > 0 {
		// The key contains a string because a slice is not comparable; a flow without
		// assignments allocates none.
		holds := binary.AppendUvarint(make([]byte, 0, 32), uint64(fl.since))
		for _, i := range fl.assigned {
			holds = binary.AppendUvarint(holds, uint64(i))
		}
		out.assigned = string(holds)
	}
	return out
}

// localAt returns the local that a name refers to at a position, or nil.
func (s *scope) localAt(f *resolve.File, name string, at uint32, from resolve.DefID) *parse.Local {
	for d := from; d != resolve.None; d = s.b.Table.Defs[d].Outer {
		if l := local(s.b.In(f), name, at, d, values); l != nil {
			return l
		}
	}
	return nil
}

// concerns reports whether a guard applies to this local and not to an outer one with the
// same name.
func concerns(l *parse.Local, g *parse.Guard) bool { return l == nil || l.Scope.Contains(g.At) }

// reassigned reports whether the name that a guard narrows may have been assigned to
// between the guard and a position.
//
// A test of a variable holds in a function that is called later only if the variable is
// not assigned again: the function may run after the assignment.
func (s *scope) reassigned(f *resolve.File, list []int32, g *parse.Guard, at uint32) bool {
	for _, i := range list {
		a := &f.Guards[i]
		if a.Kind == parse.GuardAssign && a.Reach.Contains(at) && g.Scope.Contains(a.At) &&
			!a.Scope.Contains(at) {
			// An assignment inside the scope of the guard, whose value may reach the
			// position, and which does not determine the name there.
			return true
		}
	}
	return false
}

// assignedIn returns the type of a name by the assigned values that may reach a position.
// Only variables without a declared type, or with a union type, change their type this
// way.
//
//	let x;                 // any so far
//	x = new Order();
//	x.ship();              // an Order here
func (s *scope) assignedIn(fl *flow, t resolve.Type) resolve.Type {
	evolves, l := fl.evolves(), fl.local
	union := s.resolvedAlias(t)
	if !evolves && (union.Form != parse.FormUnion || union.Def != resolve.None) {
		// A declared type that is not a union is kept, whatever is assigned (assignment
		// narrowing).
		return t
	}
	var all []resolve.Type
	switch {
	case fl.since > 0:
		// The last assignment counts, the declaration does not.
	case fl.initial():
		all = append(all, s.eval(fl.f, l.Init, max(l.At, l.Scope.Start), fl.f.ID(l.Def)))
	case !evolves:
		all = append(all, t)
	}
	for _, i := range fl.assigned {
		g := &fl.f.Guards[i]
		all = append(all, s.eval(fl.f, g.Steps, g.At, fl.f.ID(g.Def)))
	}
	if evolves {
		return s.union(all).WithTier(graph.Typed)
	}
	return s.reduced(union, all, t)
}

// initial reports whether the name is a variable with an explicit type that still has its
// initial value.
//
//	let x: Order | Line = new Order();    // narrowed to Order by its own declaration
func (fl *flow) initial() bool {
	l := fl.local
	return fl.since == 0 && l != nil && l.Name == fl.name && !l.Type.IsZero() && l.Init != nil &&
		l.Kind == parse.LocalVar && l.LastStep == 0
}

// evolves reports whether the name is a variable without a declared type.
func (fl *flow) evolves() bool {
	return fl.local != nil && fl.local.Name == fl.name && evolving(fl.local)
}

// lastAssigned returns the start of the scope of the last assignment that precedes a
// position on every path, or 0.
//
// An assignment in only one branch of an if does not qualify: after it, both values are
// possible.
func (s *scope) lastAssigned(f *resolve.File, list []int32, l *parse.Local, at uint32) uint32 {
	last := uint32(0)
	for _, i := range list {
		// an assignment is in effect from its end to the end of the enclosing block
		if g := &f.Guards[i]; g.Kind == parse.GuardAssign && g.Scope.Contains(at) &&
			concerns(l, g) {
			last = max(last, g.Scope.Start)
			// Scopes are nested or disjoint: the one that begins last is the innermost
			// and thus the latest.
		}
	}
	return last
}

// evolving reports whether a variable has no declared type: let x; let x = null.
func evolving(l *parse.Local) bool {
	if l.Kind != parse.LocalVar || !l.Type.IsZero() || l.LastStep != 0 {
		return false
	}
	if l.Init == nil {
		return true
	}
	st := &l.Init[0]
	return len(l.Init) == 1 && (st.Kind == parse.StepType &&
		(st.WrittenType().Name == "null" || st.WrittenType().Name == "undefined"))
}

// reduced keeps the alternatives of a declared union that the assigned values belong to,
// or the union if that is unknown for any value. Alternatives with the same structure are
// kept, because for the checker the value has that type, too.
//
//	let a: Order | Line = new Order();   // an Order until it is assigned again
func (s *scope) reduced(union resolve.Type, values []resolve.Type,
	declared resolve.Type) resolve.Type {
	var kept []resolve.Type
	for _, v := range values {
		v = s.resolvedAlias(v)
		parts := []resolve.Type{v}
		if v.Form == parse.FormUnion && v.Def == resolve.None {
			parts = v.Args
		}
		for _, p := range parts {
			if isNothing(p) {
				// Unions never contain null and undefined here: see union.
				continue
			}
			best := no
			for _, a := range union.Args {
				if v := s.assignable(p, a, 0); v != no {
					kept, best = append(kept, a), max(best, v)
				}
			}
			if best != yes {
				// The value may belong to an unrecognized alternative.
				return declared
			}
		}
	}
	if len(kept) == 0 {
		return declared
	}
	return s.union(kept).WithTier(resolve.WeakerTier(declared.Tier, graph.Typed))
}
