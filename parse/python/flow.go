package python

import (
	"slices"
	"strings"

	"seedgraph/parse"
)

// A flow tracks the names of one scope through its statements: at each place it
// knows the live bindings. Statements are read in text order, so the state of a
// name is a function of the place, completely described by the list of places
// where it changes.
type flow struct {
	vars  map[string]*flowVar
	list  []*flowVar // in the order of their first binding
	log   []change   // the bindings made since the scope was opened and not rolled back
	loops []*loop    // enclosing the current statement
	tries []*[]change
	dead  bool // the current statement is unreachable
	calls []uint32
}

// A flowVar is a name of the scope.
type flowVar struct {
	name   string
	now    *state
	points []point // by at
	late   []*state
	own    int        // bindings made in the scope itself
	guards int        // tests
	inner  []*flowVar // of x: x.y, x.y.z
	start  *state
}

type point struct {
	at uint32
	is *state
}

// A state is a set of bindings: a single own one, or the union of ops.
type state struct {
	binding *parse.FlowBinding
	ops     []*state
	prev    *state // of a guard: the state that was tested
}

// A change is the previous state of a name that was bound, or, in an end, its
// state there.
type change struct {
	v  *flowVar
	is *state
}

// An end is the state at the end of a branch, as the difference from its start.
type end struct {
	changes []change
	dead    bool
}

// A loop collects the states at its break and continue statements.
type loop struct {
	mark              int
	dead              bool // it is unreachable
	breaks, continues []end
}

var (
	outerState = &state{binding: &parse.FlowBinding{Kind: parse.FlowOuter}}
	unsetState = &state{binding: &parse.FlowBinding{Kind: parse.FlowUnset}}
)

// flowOf returns the flow of the scope that executes the statements in s.
func (s *scope) flowOf() *flow {
	for s.kind == innerScope {
		s = s.parent
	}
	if s.flow == nil {
		s.flow = &flow{vars: map[string]*flowVar{}}
	}
	return s.flow
}

// track returns the name in the flow of s, not yet bound.
func (s *scope) track(name string) *flowVar {
	for s.kind == innerScope {
		s = s.parent
	}
	f := s.flowOf()
	v := f.vars[name]
	if v != nil {
		return v
	}
	first, _, isMember := strings.Cut(name, ".")
	_, declared := s.outside[name]
	v = &flowVar{name: name, start: outerState}
	if s.kind == functionScope && !isMember && !declared {
		v.start = unsetState
	}
	v.now = v.start
	v.points = []point{{s.body.Start, v.start}}
	f.vars[name] = v
	f.list = append(f.list, v)
	if isMember {
		owner := s.track(first)
		owner.inner = append(owner.inner, v)
	}
	return v
}

func (v *flowVar) become(is *state, at uint32) {
	v.now = is
	switch n := len(v.points); {
	case at < v.points[n-1].at: // in code that the grammar could not read
	case at == v.points[n-1].at:
		v.points[n-1].is = is
	case v.points[n-1].is != is:
		v.points = append(v.points, point{at, is})
	}
}

// bindFlow records a binding of a name from a place on.
func (w *walker) bindFlow(s *scope, name string, b parse.FlowBinding, at uint32) {
	if name == "" {
		return
	}
	v := s.track(name)
	v.own++
	f := s.flowOf()
	f.set(v, &state{binding: &b}, at)
	for _, m := range v.inner {
		if m.now != m.start {
			f.set(m, m.start, at) // x is another object now, so x.y is unknown
		}
	}
}

// bindDefinition records that a definition binds its name from a place on. A
// definition that completes the previous one, such as the next declaration of an
// overloaded function or another accessor of a property, leaves the name bound to
// that.
func (w *walker) bindDefinition(i int32, at uint32) {
	d := &w.f.Definitions[i]
	s := w.scope.binding("")
	if before := s.track(d.Name).now.binding; before != nil && before.Kind == parse.FlowDef {
		overloaded := slices.ContainsFunc(w.f.Definitions[before.Index].Decorators,
			func(x string) bool { return lastPart(x) == "overload" })
		accessor := slices.ContainsFunc(d.Decorators,
			func(x string) bool { return strings.HasPrefix(x, d.Name+".") })
		if overloaded || accessor {
			return
		}
	}
	w.bindFlow(s, d.Name, parse.FlowBinding{Kind: parse.FlowDef, Index: i}, at)
}

// bindLate records a binding made in another scope.
func (s *scope) bindLate(name string, b parse.FlowBinding) {
	v := s.track(name)
	v.late = append(v.late, &state{binding: &b})
}

func (f *flow) mark() int { return len(f.log) }

// since returns the names changed since a mark with their current states, in the
// order of their first changes.
func (f *flow) since(mark int) end {
	e := end{dead: f.dead}
	seen := map[*flowVar]bool{}
	for _, c := range f.log[mark:] {
		if !seen[c.v] {
			seen[c.v] = true
			e.changes = append(e.changes, change{c.v, c.v.now})
		}
	}
	return e
}

// rollback ends a branch: at the position at, the state is that of the mark again.
func (f *flow) rollback(mark int, dead bool, at uint32) end {
	e := f.since(mark)
	for i := len(f.log) - 1; i >= mark; i-- {
		f.log[i].v.become(f.log[i].is, at)
	}
	f.log = f.log[:mark]
	f.dead = dead
	return e
}

// apply applies the changes of a branch.
func (f *flow) apply(e end, at uint32) {
	for _, c := range e.changes {
		f.set(c.v, c.is, at)
	}
	f.dead = e.dead
}

// join computes the state after a statement from the ends of its branches. Names
// that a branch did not change keep their current state in it.
func (f *flow) join(at uint32, ends ...end) {
	live := slices.DeleteFunc(slices.Clone(ends), func(e end) bool { return e.dead })
	if f.dead = len(live) == 0; f.dead {
		live = ends
	}
	var vars []*flowVar
	ops := map[*flowVar][]*state{}
	for _, e := range live {
		for _, c := range e.changes {
			if ops[c.v] == nil {
				vars = append(vars, c.v)
			}
			ops[c.v] = append(ops[c.v], c.is)
		}
	}
	for _, v := range vars {
		if len(ops[v]) < len(live) {
			ops[v] = append(ops[v], v.now)
		}
		f.set(v, joined(ops[v]), at)
	}
}

// joined returns the union of ops. If a test distinguished two of them, the test
// is dropped.
func joined(ops []*state) *state {
	var out []*state
	for _, o := range ops {
		for o.prev != nil && slices.ContainsFunc(ops, o.complements) {
			o = o.prev
		}
		if !slices.Contains(out, o) {
			out = append(out, o)
		}
	}
	if len(out) == 1 {
		return out[0]
	}
	return &state{ops: out}
}

// complements reports whether o has the values that the guard s excludes.
func (s *state) complements(o *state) bool {
	if o == s {
		return false
	}
	for ; o != nil; o = o.prev {
		if o == s.prev {
			return true
		}
	}
	return false
}

// runs records that functions of enclosing scopes may run at a place.
func (w *walker) runs(at uint32) {
	for s := w.scope; s != nil; s = s.parent {
		if s.kind == innerScope {
			continue
		}
		f := s.flowOf()
		f.calls = append(f.calls, at)
		if s.kind == functionScope {
			return
		}
	}
}

// leave marks the following code as unreachable.
func (w *walker) leave() { w.scope.flowOf().dead = true }

// enterLoop opens a loop: bindings of its statements may be live at its head, too.
// The states at its head are returned, to be completed by leaveLoop.
func (w *walker) enterLoop(n parse.Node) []change {
	f := w.scope.flowOf()
	var heads []change
	for _, name := range boundIn(n, len(f.loops)) {
		if v := f.vars[name]; v != nil {
			head := &state{ops: []*state{v.now}}
			f.set(v, head, n.Start())
			heads = append(heads, change{v, head})
		}
	}
	f.loops = append(f.loops, &loop{mark: f.mark(), dead: f.dead})
	return heads
}

// endBody ends the body of the innermost loop; control flows from its end and its
// continue statements to the head.
func (w *walker) endBody(heads []change, at uint32) {
	f := w.scope.flowOf()
	l := f.loops[len(f.loops)-1]
	ends := append(l.continues, f.rollback(l.mark, l.dead, at))
	known := map[*flowVar]*state{}
	for _, h := range heads {
		known[h.v] = h.is
	}
	for _, e := range ends {
		for _, c := range e.changes {
			if e.dead {
				continue
			}
			head := known[c.v]
			if head == nil { // first bound in the loop
				head = &state{ops: []*state{c.v.now}}
				known[c.v] = head
				f.set(c.v, head, at)
			}
			head.ops = append(head.ops, c.is)
		}
	}
}

// leaveLoop closes the innermost loop. It exits from its head, through the else
// clause, unless the loop is endless, or from one of its break statements.
func (w *walker) leaveLoop(endless bool, at uint32) {
	f := w.scope.flowOf()
	l := f.loops[len(f.loops)-1]
	f.loops = f.loops[:len(f.loops)-1]
	last := f.rollback(l.mark, l.dead, at)
	last.dead = last.dead || endless
	f.join(at, append([]end{last}, l.breaks...)...)
}

// jump reads a break or continue statement.
func (w *walker) jump(isBreak bool) {
	f := w.scope.flowOf()
	if n := len(f.loops); n > 0 && !f.dead {
		l := f.loops[n-1]
		e := f.since(l.mark)
		if isBreak {
			l.breaks = append(l.breaks, e)
		} else {
			l.continues = append(l.continues, e)
		}
	}
	f.dead = true
}

// maxLoops bounds the nesting of loops that are searched for bindings.
const maxLoops = 20

// narrow records the result of a type test of a name or a member of one: from a
// place on it has the type, or does not.
func (w *walker) narrow(n parse.Node, t parse.TypeRef, not bool, at uint32) {
	name := n.Text()
	if n.Kind() == "attribute" {
		name = w.memberName(n)
	}
	if name == "" {
		return
	}
	if inner := w.scope.innerWith(name); inner != nil {
		if !not {
			r := parse.Range{Start: at, End: inner.body.End}
			w.f.Locals = append(w.f.Locals,
				parse.Local{Name: name, Def: inner.def, Scope: r, Type: t, Kind: parse.LocalVar})
		}
		return
	}
	f := w.scope.flowOf()
	v := f.vars[name]
	if v == nil {
		v = w.scope.track(name)
		if !w.scope.binding("").names[name] {
			v.start, v.now, v.points[0].is = outerState, outerState, outerState
		}
	}
	v.guards++
	guard := parse.FlowBinding{Kind: parse.FlowGuard, Type: t, Not: not}
	f.set(v, &state{binding: &guard, prev: v.now}, at)
}

// innerWith returns the enclosing comprehension or lambda that binds the name, or
// nil.
func (s *scope) innerWith(name string) *scope {
	for ; s.kind == innerScope; s = s.parent {
		if s.names[name] {
			return s
		}
	}
	return nil
}

// boundIn lists names that statements in n may bind, in text order.
func boundIn(n parse.Node, depth int) []string {
	if depth > maxLoops {
		return nil
	}
	var out []string
	seen := map[string]bool{}
	add := func(n parse.Node) {
		if n.Is("identifier", "attribute") && !seen[n.Text()] {
			seen[n.Text()] = true
			out = append(out, n.Text())
		}
	}
	for d := range n.Descendants {
		switch d.FieldName() {
		case "left", "name", "alias":
		default:
			if !d.Is("as_pattern_target", "dotted_name", "case_pattern") {
				continue
			}
		}
		add(d)
		for t := range d.Descendants {
			add(t)
		}
	}
	return out
}

// set lists the bindings of a state, ascending. It visits at most 2*maxBindings of
// its component states; an unknown binding represents the others.
func (x *numbering) set(s *state) []uint16 {
	var out []uint16
	seen := map[*state]bool{}
	todo := []*state{s}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[s] {
			continue
		}
		seen[s] = true
		if len(seen) > 2*maxBindings {
			if i := x.other(); !slices.Contains(out, i) {
				out = append(out, i)
			}
			break
		}
		if s.binding == nil {
			todo = append(todo, s.ops...)
			continue
		}
		if i := x.number(s); !slices.Contains(out, i) {
			out = append(out, i)
		}
	}
	slices.Sort(out)
	return out
}
