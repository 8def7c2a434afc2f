package typescript

import (
	"encoding/binary"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Names are narrowed as the checker does it (TypeScript specification 4.24, and
// control flow analysis since 2.0), with scopes instead of a graph of the flow: a
// guard holds in a range of the text, and not where the name may have been
// assigned to since. Only variables, parameters, this, and members of these by
// plain names are narrowed.

// guardsOf lists the guards of a file for a name, by where their scopes begin.
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

// A flow is what may narrow a name at a position: the assignments whose values may
// be there, and the tests that came out one way.
type flow struct {
	f        *resolve.File
	name     string
	local    *parse.Local // that the first part of the name means; nil for none
	since    uint32       // where the scope of the last assignment begins; 0 for the declaration
	assigned []int32      // indices of Facts.Guards
	tests    []clause
}

// A clause is a range of Facts.Guards of one name, of which one holds.
type clause struct{ first, end int }

// A flowKey tells flows of a file apart, their tests aside.
type flowKey struct {
	f        *resolve.File
	local    *parse.Local
	name     string
	assigned string
}

// A state is what is known of a name after some of the guards of a flow. What the
// next test makes of it is kept, for the same tests hold at many positions.
type state struct {
	id      int32        // tells states apart; 0 for one that is not kept
	in, out resolve.Type // the types before and after the last guard
}

// A transition is a test of a name in a state, by its place among the guards of the
// name.
type transition struct{ from, test int32 }

// narrowed is the type of what a name stands for at a position, when it is
// declared as t: what was assigned to it last, and what the tests around say.
func (s *scope) narrowed(f *resolve.File, name string, at uint32, from resolve.DefID,
	t resolve.Type) resolve.Type {
	list := s.guardsOf(f, name)
	if len(list) == 0 {
		return t
	}
	first, _, _ := strings.Cut(name, ".")
	fl := s.flowAt(f, list, name, s.localAt(f, first, at, from), at)
	now := state{out: t}
	if len(fl.assigned) > 0 || len(fl.tests) > 0 || fl.evolves() || fl.initial() {
		now = next(s, &s.flows, fl.key(), t, true, func() resolve.Type { return s.assignedIn(fl, t) })
	}
	for _, c := range fl.tests {
		t := now.out
		now = next(s, &s.tests, transition{now.id, int32(c.first)}, t, now.id > 0,
			func() resolve.Type { return s.anyGuard(f, list[c.first:c.end], t) })
	}
	return now.out
}

// next is the state after a guard, when the type before it is t.
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
		return state{out: t}
	case n.in.Tier != t.Tier || !same(n.in, t): // a member of what is narrowed itself
		return state{out: ask()}
	}
	return n
}

// flowAt finds the guards of a name that tell something at a position.
func (s *scope) flowAt(f *resolve.File, list []int32, name string, l *parse.Local,
	at uint32) *flow {
	fl := &flow{f: f, name: name, local: l, since: s.lastAssigned(f, list, l, at)}
	for i := 0; i < len(list); i++ {
		g := &f.Guards[list[i]]
		end := i + 1
		for end < len(list) && f.Guards[list[end]].Or {
			end++
		}
		switch {
		case !concerns(l, g):
		case g.Kind == parse.GuardAssign:
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

// key tells fl from other flows.
func (fl *flow) key() flowKey {
	out := flowKey{f: fl.f, local: fl.local, name: fl.name}
	if fl.since > 0 || len(fl.assigned) > 0 {
		holds := binary.AppendUvarint(make([]byte, 0, 32), uint64(fl.since))
		for _, i := range fl.assigned {
			holds = binary.AppendUvarint(holds, uint64(i))
		}
		out.assigned = string(holds)
	}
	return out
}

// localAt is the local that a name means at a position, nil for none.
func (s *scope) localAt(f *resolve.File, name string, at uint32, from resolve.DefID) *parse.Local {
	for d := from; d != resolve.None; d = s.b.Table.Defs[d].Outer {
		if l := local(s.b.In(f), name, at, d, values); l != nil {
			return l
		}
	}
	return nil
}

// concerns reports whether a guard is one of this local and of no other of its
// name around.
func concerns(l *parse.Local, g *parse.Guard) bool { return l == nil || l.Scope.Contains(g.At) }

// reassigned reports whether the name that a guard narrows may have been assigned
// to between the guard and a position.
func (s *scope) reassigned(f *resolve.File, list []int32, g *parse.Guard, at uint32) bool {
	for _, i := range list {
		a := &f.Guards[i]
		if a.Kind == parse.GuardAssign && a.Reach.Contains(at) && g.Scope.Contains(a.At) &&
			!a.Scope.Contains(at) {
			return true
		}
	}
	return false
}

// assignedIn is the type of a name by the values that may be there. Only a variable
// without a type, and one of a union, change their type so.
func (s *scope) assignedIn(fl *flow, t resolve.Type) resolve.Type {
	evolves, l := fl.evolves(), fl.local
	union := s.resolvedAlias(t)
	if !evolves && (union.Form != resolve.Union || union.Def != resolve.None) {
		return t
	}
	var all []resolve.Type
	switch {
	case fl.since > 0:
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

// initial reports whether the name is a variable with a written type and the value
// that it is declared with.
func (fl *flow) initial() bool {
	l := fl.local
	return fl.since == 0 && l != nil && l.Name == fl.name && !l.Type.IsZero() && l.Init != nil &&
		l.Kind == parse.LocalVar && l.Take == 0
}

// evolves reports whether the name is a variable without a type of its own.
func (fl *flow) evolves() bool {
	return fl.local != nil && fl.local.Name == fl.name && evolving(fl.local)
}

// lastAssigned is where the scope begins of the assignment that was the last
// before a position on every way to it; 0 for none.
func (s *scope) lastAssigned(f *resolve.File, list []int32, l *parse.Local, at uint32) uint32 {
	last := uint32(0)
	for _, i := range list {
		if g := &f.Guards[i]; g.Kind == parse.GuardAssign && g.Scope.Contains(at) &&
			concerns(l, g) {
			last = max(last, g.Scope.Start)
		}
	}
	return last
}

// evolving reports whether a variable has no type of its own: let x; let x = null.
func evolving(l *parse.Local) bool {
	if l.Kind != parse.LocalVar || !l.Type.IsZero() || l.Take != 0 {
		return false
	}
	if l.Init == nil {
		return true
	}
	st := &l.Init[0]
	return len(l.Init) == 1 && (st.Kind == parse.StepType &&
		(st.Written().Name == "null" || st.Written().Name == "undefined"))
}

// reduced keeps the alternatives of a declared union that the values assigned are
// of; the union where that is not known of each. An alternative of the same
// structure stays, for to the checker the value is of that type, too.
func (s *scope) reduced(union resolve.Type, values []resolve.Type,
	declared resolve.Type) resolve.Type {
	var kept []resolve.Type
	for _, v := range values {
		v = s.resolvedAlias(v)
		parts := []resolve.Type{v}
		if v.Form == resolve.Union && v.Def == resolve.None {
			parts = v.Args
		}
		for _, p := range parts {
			if isNothing(p) {
				continue
			}
			best := no
			for _, a := range union.Args {
				if v := s.assignable(p, a, 0); v != no {
					kept, best = append(kept, a), max(best, v)
				}
			}
			if best != yes {
				return declared
			}
		}
	}
	if len(kept) == 0 {
		return declared
	}
	return s.union(kept).WithTier(resolve.Worse(declared.Tier, graph.Typed))
}

// anyGuard narrows t by guards of which one holds.
func (s *scope) anyGuard(f *resolve.File, list []int32, t resolve.Type) resolve.Type {
	if len(list) == 1 {
		return s.guarded(f, &f.Guards[list[0]], t)
	}
	var all []resolve.Type
	for _, i := range list {
		x := s.guarded(f, &f.Guards[i], t)
		if same(x, t) {
			return t
		}
		all = append(all, x)
	}
	return s.union(all)
}

// guarded is the type t narrowed by a guard.
func (s *scope) guarded(f *resolve.File, g *parse.Guard, t resolve.Type) resolve.Type {
	from := f.ID(g.Def)
	if g.By != nil && !s.assertsCondition(f, g, from) {
		return t
	}
	switch g.Kind {
	case parse.GuardInstance:
		class := s.eval(f, g.Steps, g.At, from)
		return s.narrowTo(t, s.constructed(class), g.Not, !class.External)
	case parse.GuardTypeof:
		return s.narrowTypeof(t, g.Text, g.Not)
	case parse.GuardIn:
		return s.keep(t, g.Not, func(a resolve.Type) verdict { return s.hasMember(a, g.Text) })
	case parse.GuardEqual:
		value := s.eval(f, g.Steps, g.At, from)
		return s.keep(t, g.Not, func(a resolve.Type) verdict {
			return s.equals(s.memberType(a,
				g.Text), value)
		})
	case parse.GuardTruthy:
		return s.keep(t, g.Not, func(a resolve.Type) verdict {
			return s.truthy(s.memberType(a,
				g.Text))
		})
	case parse.GuardCall:
		return s.narrowByCall(f, g, isGuard, t, from)
	case parse.GuardAssert:
		return s.narrowByCall(f, g, assertsGuard, t, from)
	}
	return t
}

// alternatives lists the parts of a union, or t alone.
func (s *scope) alternatives(t resolve.Type) []resolve.Type {
	u := s.resolvedAlias(t)
	if u.Form != resolve.Union || u.Def != resolve.None || !s.enter() {
		return []resolve.Type{t}
	}
	defer s.budget.Leave()
	var out []resolve.Type
	for _, a := range u.Args {
		out = append(out, s.alternatives(a)...)
	}
	return out
}

// keep is how a test narrows a union: it drops the alternatives of t for which
// a test certainly comes out the other
// way. A type that is no union stays as it is.
func (s *scope) keep(t resolve.Type, not bool, test func(resolve.Type) verdict) resolve.Type {
	all := s.alternatives(t)
	if len(all) == 1 {
		return t
	}
	var kept []resolve.Type
	for _, a := range all {
		v := test(a)
		if not {
			v = yes - v
		}
		if v != no {
			kept = append(kept, a)
		}
	}
	if len(kept) == 0 || len(kept) == len(all) {
		return t
	}
	return s.union(kept).WithTier(resolve.Worse(t.Tier, graph.Typed))
}

// narrowTo narrows t to the type that a test is for. sure says that the test is
// known; one of unknown type tells nothing but where t itself is unknown.
func (s *scope) narrowTo(t, to resolve.Type, not, sure bool) resolve.Type {
	if not {
		if !to.Known() || !sure {
			return t
		}
		return s.keep(t, true, func(a resolve.Type) verdict { return s.subtype(a, to) })
	}
	if !to.Known() {
		if !sure { // an instance of a class outside the tree
			return outsideType("instance")
		}
		return resolve.Unknown
	}
	var kept []resolve.Type
	for _, a := range s.alternatives(t) {
		switch {
		case !a.Known() || isNothing(a):
		case s.subtype(a, to) == yes:
			kept = append(kept, a)
		case s.subtype(to, a) != no:
			kept = append(kept, to)
		}
	}
	if len(kept) == 0 {
		return to.WithTier(graph.Typed)
	}
	return s.union(kept).WithTier(graph.Typed)
}

// subtype is assignable for narrowing: an instance of a class is only of another
// class if that is a base.
func (s *scope) subtype(a, b resolve.Type) verdict {
	v := s.assignable(a, b, 0)
	if v == maybe && a.Def != resolve.None && b.Def != resolve.None &&
		s.b.Table.Def(b.Def).Kind == graph.KindClass && s.closed(a) {
		return no
	}
	return v
}

// narrowTypeof narrows t by what typeof says of it.
func (s *scope) narrowTypeof(t resolve.Type, name string, not bool) resolve.Type {
	if len(s.alternatives(t)) > 1 {
		return s.keep(t, not, func(a resolve.Type) verdict { return s.typeofIs(a, name) })
	}
	if !t.Known() && !not && primitiveOf(name) != "" {
		return outsideType(name)
	}
	return t
}

// typeofIs reports whether typeof a value of type a is name.
func (s *scope) typeofIs(a resolve.Type, name string) verdict {
	a = s.resolvedAlias(a)
	is := ""
	switch {
	case primitive(a):
		if is = primitiveOf(a.Name); is == "null" {
			is = "object"
		}
	case a.Form == resolve.Func || a.Form == ctor ||
		a.Static && a.Def != resolve.None && s.b.Table.Def(a.Def).Kind != graph.KindEnum &&
			s.b.Table.Def(a.Def).Kind != graph.KindNamespace:
		is = "function"
	case isPlatform(a) || a.Form == resolve.Object:
		is = "object"
	case a.Def != resolve.None && !a.Static:
		switch s.b.Table.Def(a.Def).Kind {
		case graph.KindEnum, graph.KindConstant:
			return maybe
		}
		is = "object"
	default:
		return maybe
	}
	if is == name {
		return yes
	}
	return no
}

// hasMember reports whether values of type a have a member of a name, for the test
// 'name' in x. An optional member leaves an alternative on both sides.
func (s *scope) hasMember(a resolve.Type, name string) verdict {
	if a.Form == resolve.Object && a.Def == resolve.None {
		if slices.Contains(objectNames(a), name) {
			return yes
		}
		return no
	}
	hits, outside := s.hits(a, name)
	switch {
	case len(hits) == 1 && optionalMember(s.b.Table.Def(hits[0].id)):
		return maybe
	case len(hits) > 0:
		return yes
	case outside && !primitive(a):
		return maybe
	}
	return no
}

// equals reports whether a member of type t can be equal to a value, for a test of
// a discriminant: only literals and members of enums tell alternatives apart.
func (s *scope) equals(t, value resolve.Type) verdict {
	t = s.resolvedAlias(t)
	if t.Form == resolve.Union && t.Def == resolve.None {
		out := no
		for _, a := range t.Args {
			out = max(out, min(maybe, s.equals(a, value)))
		}
		return out
	}
	if !isUnit(s, t) || !isUnit(s, value) {
		if isNothing(t) {
			return no
		}
		return maybe
	}
	if same(t, value) {
		return yes
	}
	return no
}

// isUnit reports whether a type has one value: a literal or a member of an enum.
func isUnit(s *scope, t resolve.Type) bool {
	if t.Def != resolve.None {
		return s.b.Table.Def(t.Def).Kind == graph.KindConstant
	}
	return primitive(t) && primitiveOf(t.Name) != t.Name
}

// truthy reports whether values of type t count as true.
func (s *scope) truthy(t resolve.Type) verdict {
	t = s.resolvedAlias(t)
	switch {
	case !t.Known() || t.Form == resolve.Union:
		return maybe
	case isNothing(t), t.Name == "false", t.Name == "''", t.Name == "0":
		return no
	case primitive(t) && primitiveOf(t.Name) == t.Name:
		return maybe
	case t.External || t.Owner != resolve.None:
		if t.Name == "true" || primitive(t) {
			return yes
		}
		return maybe
	}
	return maybe // an object, but it may be missing
}

// narrowByCall narrows t by a type guard or an assertion: a function whose result
// is declared with the form, for the name of a parameter or this.
func (s *scope) narrowByCall(f *resolve.File, g *parse.Guard, form resolve.Form, t resolve.Type,
	from resolve.DefID) resolve.Type {
	to := s.asserts.of(s, g, func() resolve.Type { return s.asserted(f, g, form, from) })
	switch {
	case !to.Known():
		return t
	case to.Form == resolve.List:
		return s.narrowToList(t, g.Not)
	}
	return s.narrowTo(t, to, g.Not, true)
}

// asserted is the type that the call of a guard is a test for, unknown where it is
// none.
func (s *scope) asserted(f *resolve.File, g *parse.Guard, form resolve.Form,
	from resolve.DefID) resolve.Type {
	recv, fn := s.guardCallee(f, g.Steps, g.At, from)
	for _, sig := range s.signatures(fn) {
		if sig.result.Form != form || len(sig.result.Args) != 1 {
			continue
		}
		name := sig.result.Name
		if g.Arg < 0 != (name == "this") || g.Arg >= 0 && !sig.isParam(int(g.Arg), name) {
			continue
		}
		to := sig.result.Args[0]
		if recv.Known() {
			to = s.withThis(to, recv)
		}
		args := &arguments{written: s.typesOf(f, g.Steps[len(g.Steps)-1].Written().Args, from,
			g.At)}
		sig.result = to
		return s.instantiate(&sig, to, args, resolve.Unknown)
	}
	return resolve.Unknown
}

// isParam reports whether parameter i has a name, as far as it is known.
func (g *signature) isParam(i int, name string) bool {
	if g.names == nil {
		return i == 0
	}
	return i < len(g.names) && g.names[i] == name
}

func (s *scope) guardCallee(f *resolve.File, steps []parse.Step, at uint32,
	from resolve.DefID) (recv, fn resolve.Type) {
	last := len(steps) - 1
	recv = resolve.Unknown
	if last > 0 {
		if recv = s.eval(f, steps[:last], at, from); !recv.Known() {
			return resolve.Unknown, resolve.Unknown
		}
	}
	return recv, s.callee(f, recv, steps, last, at, from)
}

// assertsCondition reports whether the call that a guard is an argument of
// asserts the condition.
func (s *scope) assertsCondition(f *resolve.File, g *parse.Guard, from resolve.DefID) bool {
	_, fn := s.guardCallee(f, g.By, g.At, from)
	for _, sig := range s.signatures(fn) {
		if sig.result.Form == assertsGuard && len(sig.result.Args) == 0 &&
			sig.isParam(0, sig.result.Name) {
			return true
		}
	}
	return false
}

// narrowToList narrows t to arrays.
func (s *scope) narrowToList(t resolve.Type, not bool) resolve.Type {
	return s.keep(t, not, func(a resolve.Type) verdict {
		switch a = s.resolvedAlias(a); {
		case isList(a):
			return yes
		case primitive(a), isPlatform(a), a.Form == resolve.Func:
			return no
		case a.Def != resolve.None && s.closed(a):
			return no
		}
		return maybe
	})
}
