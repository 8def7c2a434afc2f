package dispatch

import (
	"cmp"
	"slices"

	"seedgraph/graph"
	"seedgraph/internal/order"
)

// A Context describes the receiver (this, self or cls) in a node as far as a walk knows
// it: a set of classes it may have, identified by a number of the walker. 0 means any
// class that has the node.
type Context uint32

// NotRun is the context of a member that is referred to, but does not run: its callees
// are not reached.
const NotRun = ^Context(0)

// NotSent is the context of a message that is created at a point where it is not known to be
// sent: its handlers do not run.
const NotSent = ^Context(1)

// knows reports whether the set of possible receivers is restricted.
func (s State) knows() bool { return s.On != 0 && s.On != NotRun && s.On != NotSent }

// A State is a node with the context of its receiver.
type State struct {
	Node uint32
	On   Context
}

// A Move is a step with the context at its end.
type Move struct {
	Step
	On Context // at the end of the step: Used along the edges, User against them
}

// StatesUsed lists the steps from a state to the nodes it uses by edges accepted by follow, in
// the order of [Walker.Used]. If the class of the receiver of a call is known, only the
// members that run for such a class are included.
func (w *Walker) StatesUsed(s State, follow func(graph.Edge) bool) ([]Move, error) {
	if s.On == NotRun {
		return nil, nil
	}
	edges, err := w.x.Out(s.Node)
	if err != nil {
		return nil, err
	}
	var out []Move
	for _, e := range edges {
		if !follow(e) || e.Kind == graph.Handles && s.On == NotSent {
			continue
		}
		if out, err = w.along(out, s, e); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(out, func(a, b Move) int {
		return cmp.Or(order.Bools(a.Dispatched(), b.Dispatched()), cmp.Compare(a.Used, b.Used),
			cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.To, b.To), cmp.Compare(a.On, b.On))
	})
	return out, nil
}

// along appends the moves along one edge.
func (w *Walker) along(out []Move, s State, e graph.Edge) ([]Move, error) {
	move := func(used uint32, on Context) {
		out = append(out, Move{Step{Edge: e, User: s.Node, Used: used}, on})
	}
	set, err := w.x.Receivers(e)
	if err != nil {
		return nil, err
	}
	if ok, err := w.holds(s, set); err != nil || !ok {
		return out, err
	}
	fired, err := w.fired(e)
	if err != nil {
		return nil, err
	}
	for _, t := range fired {
		move(t, 0)
	}
	if e.Kind == graph.Creates {
		if sent, err := w.IsSent(e.To); err != nil || sent {
			move(e.To, NotSent)
			return out, err
		}
		if message, ok, err := w.Message(e.To); err != nil {
			return nil, err
		} else if ok {
			move(message, 0)
		}
	}
	below, err := w.Below(e.To)
	if err != nil {
		return nil, err
	}
	objects, err := w.objects(s, set, e.To)
	if err != nil {
		return nil, err
	}
	if objects == nil {
		if objects, err = w.declaring(s.Node, e.To, below); err != nil {
			return nil, err
		}
	}
	if objects == nil {
		return out, w.unknown(s, e, below, move)
	}
	runs, err := w.runs(e.To, objects.list, below)
	if err != nil {
		return nil, err
	}
	if err := w.addNext(runs, e, below, objects.base); err != nil {
		return nil, err
	}
	if len(runs.by[e.To]) == 0 && !slices.Contains(runs.always, e.To) {
		move(e.To, NotRun)
	}
	for _, n := range append([]uint32{e.To}, below...) {
		if slices.Contains(runs.always, n) {
			move(n, 0)
		} else if on := runs.by[n]; len(on) > 0 {
			ctx, err := w.contextAt(n, on)
			if err != nil {
				return nil, err
			}
			move(n, ctx)
		}
	}
	return out, nil
}

// unknown makes the moves along an edge with unknown receivers.
func (w *Walker) unknown(s State, e graph.Edge, below []uint32, move func(uint32, Context)) error {
	on := Context(0)
	if s.knows() { // a nested function has the same receiver
		inner, err := w.isInner(s.Node, e.To)
		if err != nil {
			return err
		}
		if inner {
			on = s.On
		}
	}
	move(e.To, on)
	if len(below) == 0 {
		return nil
	}
	direct, err := w.Direct(s.Node, e.To)
	if err != nil || direct {
		return err
	}
	for _, b := range below {
		move(b, 0)
	}
	return nil
}

// isInner reports whether n is nested in outer, which is a member of a class.
func (w *Walker) isInner(outer, n uint32) (bool, error) {
	for depth := 0; depth < 8; depth++ {
		parent, ok, err := w.x.Parent(n)
		if err != nil || !ok {
			return false, err
		}
		if parent == outer {
			return true, nil
		}
		node, err := w.x.Node(parent)
		if err != nil || node.Kind.IsType() {
			return false, err
		}
		n = parent
	}
	return false, nil
}

// contextAt returns the context of a member that runs for objects of a set.
func (w *Walker) contextAt(n uint32, set []kindID) (Context, error) {
	class, ok, err := w.c.classAround(n)
	if err != nil || !ok {
		return 0, err
	}
	return w.c.context(set, class)
}

// Beyond returns the receivers of a state that are not in another context of its node, or NotRun
// if there are none.
func (w *Walker) Beyond(s State, covered Context) (Context, error) {
	switch {
	case covered == 0 || s.On == covered:
		return NotRun, nil
	case s.On == 0:
		return 0, nil
	}
	have := w.c.sets[covered-1]
	rest := slices.DeleteFunc(slices.Clone(w.c.sets[s.On-1]), func(id kindID) bool {
		_, found := slices.BinarySearch(have, id)
		return found
	})
	if len(rest) == 0 {
		return NotRun, nil
	}
	return w.contextAt(s.Node, rest)
}

// Union returns the context with the receivers of a state and those of another context of its
// node.
func (w *Walker) Union(s State, with Context) (Context, error) {
	if s.On == 0 || with == 0 {
		return 0, nil
	}
	all := slices.Concat(w.c.sets[s.On-1], w.c.sets[with-1])
	slices.Sort(all)
	return w.contextAt(s.Node, slices.Compact(all))
}

// own lists the possible kinds of the receiver in a state; ok is false if they are
// unknown.
func (w *Walker) own(s State) (list []kindID, ok bool, err error) {
	if s.knows() {
		return w.c.sets[s.On-1], true, nil
	}
	class, ok, err := w.c.classAround(s.Node)
	if err != nil || !ok {
		return nil, false, err
	}
	return w.c.below(w.c.kindOf(class, nil))
}

// holds reports whether an edge applies to the receiver of a state.
func (w *Walker) holds(s State, set []graph.Receiver) (bool, error) {
	where, ok, err := w.where(set)
	if err != nil || !ok {
		return err == nil, err
	}
	own, ok, err := w.own(s)
	return !ok || len(w.c.common(own, where)) > 0, err
}

// where lists the kinds of objects to which an edge applies; ok is false if it applies to
// all.
func (w *Walker) where(set []graph.Receiver) (list []kindID, ok bool, err error) {
	found := false
	for _, r := range set {
		if r.Form != graph.ReceiverWhere {
			continue
		}
		found = true
		below, ok, err := w.c.below(w.c.kindOf(r.Class, r.Args))
		if err != nil || !ok {
			return nil, false, err
		}
		list = append(list, below...)
	}
	slices.Sort(list)
	return slices.Compact(list), found, nil
}

// objects holds the kinds of objects on which a member is used.
type objects struct {
	list []kindID
	base []kindID // on which the member itself runs, regardless of overrides
}

// objects finds the objects on which an edge from a state uses a member; nil if they are
// unknown.
func (w *Walker) objects(s State, set []graph.Receiver, to uint32) (*objects, error) {
	var out objects
	known := false
	for _, r := range set {
		var list []kindID
		ok := true
		var err error
		switch r.Form {
		case graph.ReceiverOwn, graph.ReceiverBase:
			list, ok, err = w.own(s)
		case graph.ReceiverOf, graph.ReceiverExact:
			list, ok, err = w.others(s, r)
		default:
			continue
		}
		if err != nil || !ok {
			return nil, err
		}
		known = true
		if r.Form == graph.ReceiverBase {
			out.base = append(out.base, list...)
		} else {
			out.list = append(out.list, list...)
		}
	}
	if !known {
		return nil, nil
	}
	if len(set) > 1 {
		slices.Sort(out.list)
		out.list = slices.Compact(out.list)
		slices.Sort(out.base)
		out.base = slices.Compact(out.base)
	}
	return &out, nil
}

// declaring returns the objects of an edge without receivers: those of the class that declares
// its target. It returns nil if they are unknown, if the source calls the member that it
// overrides, and if they make no difference, because each of some members that may run there is
// declared in a class that derives from that one.
//
//	interface AssetDao { void save(Asset a); }    class Assets extends Base implements AssetDao {}
func (w *Walker) declaring(from, to uint32, running []uint32) (*objects, error) {
	class, inherited, err := w.inherited(to, running)
	if err != nil || !inherited {
		return nil, err
	}
	if direct, err := w.Direct(from, to); err != nil || direct {
		return nil, err
	}
	list, ok, err := w.c.below(w.c.kindOf(class, nil))
	if err != nil || !ok {
		return nil, err
	}
	return &objects{list: list}, nil
}

// inherited returns the class of a member, and whether a class that does not derive from it
// declares one of some members that may run in its place.
func (w *Walker) inherited(m uint32, running []uint32) (class uint32, ok bool, err error) {
	if len(running) == 0 {
		return 0, false, nil
	}
	if class, ok, err = w.c.classAround(m); err != nil || !ok {
		return 0, false, err
	}
	for _, n := range running {
		own, known, err := w.c.classAround(n)
		if err != nil {
			return 0, false, err
		}
		if !known {
			continue
		}
		if derives, err := w.derives(w.c.kindOf(own, nil), class); err != nil || !derives {
			return class, err == nil, err
		}
	}
	return 0, false, nil
}

// others lists the kinds of objects that a receiver other than the own object may be. Its
// type arguments may be type parameters of the class around the state, of which the own
// object has the arguments.
//
//	class Service<T> { IRepository<T> rows; void add(T row) { rows.add(row); } }
func (w *Walker) others(s State, r graph.Receiver) (list []kindID, ok bool, err error) {
	known := []kindID{w.c.kindOf(r.Class, given(r.Args, nil))}
	if s.knows() && dependsOnParams(r) {
		if known, err = w.bound(s, r); err != nil {
			return nil, false, err
		}
	}
	if r.Form == graph.ReceiverExact {
		return known, true, nil
	}
	for _, id := range known {
		below, ok, err := w.c.below(id)
		if err != nil || !ok {
			return nil, false, err
		}
		list = append(list, below...)
	}
	if len(known) > 1 {
		slices.Sort(list)
		list = slices.Compact(list)
	}
	return list, true, nil
}

// bound lists the kinds of a receiver for the possible type arguments of the own object,
// which is known.
func (w *Walker) bound(s State, r graph.Receiver) ([]kindID, error) {
	class, _, err := w.c.classAround(s.Node)
	if err != nil {
		return nil, err
	}
	var out []kindID
	for _, own := range w.c.sets[s.On-1] {
		args, err := w.c.argsAs(own, class)
		if err != nil {
			return nil, err
		}
		out = append(out, w.c.kindOf(r.Class, given(r.Args, args)))
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// dependsOnParams reports whether a type argument of a receiver is a type parameter.
func dependsOnParams(r graph.Receiver) bool {
	return slices.ContainsFunc(r.Args, func(a graph.TypeArg) bool { _, ok := a.Param(); return ok })
}

// StatesUsing lists the steps to a state from its users by edges accepted by follow, and from
// users of a member that it implements or overrides: the inverse of [Walker.StatesUsed], by
// (User, Kind, To). If named is set, every node that refers to it is a user, whether or
// not it runs there. The context of a user restricts the receivers for which it reaches
// the state.
func (w *Walker) StatesUsing(s State, named bool, follow func(graph.Edge) bool) ([]Move, error) {
	above, err := w.Above(s.Node)
	if err != nil {
		return nil, err
	}
	var out []Move
	for _, base := range above {
		edges, err := w.x.In(base)
		if err != nil {
			return nil, err
		}
		for _, e := range edges {
			if !follow(e) {
				continue
			}
			on, ok, err := w.against(s, e, named)
			if err != nil {
				return nil, err
			}
			if ok {
				out = append(out, Move{Step{Edge: e, User: e.From, Used: s.Node}, on})
			}
		}
	}
	if out, err = w.firing(out, s.Node, follow); err != nil {
		return nil, err
	}
	slices.SortStableFunc(out, func(a, b Move) int {
		return cmp.Or(cmp.Compare(a.User, b.User), cmp.Compare(a.Kind, b.Kind),
			cmp.Compare(a.To, b.To), cmp.Compare(a.On, b.On))
	})
	return out, nil
}

// against reports whether an edge reaches a state, and for which receivers in its source.
func (w *Walker) against(s State, e graph.Edge, named bool) (on Context, ok bool, err error) {
	set, err := w.x.Receivers(e)
	if err != nil {
		return 0, false, err
	}
	from := State{Node: e.From}
	if where, ok, err := w.where(set); err != nil {
		return 0, false, err
	} else if ok {
		return w.required(from, where)
	}
	objects, err := w.objects(from, set, e.To)
	if err != nil {
		return 0, false, err
	}
	if objects == nil && e.To != s.Node {
		if objects, err = w.declaring(e.From, e.To, []uint32{s.Node}); err != nil {
			return 0, false, err
		}
	}
	if objects == nil {
		return w.unknownAgainst(s, e)
	}
	if named && e.To == s.Node && s.On == 0 {
		return 0, true, nil
	}
	below, err := w.Below(e.To)
	if err != nil {
		return 0, false, err
	}
	runs, err := w.runs(e.To, objects.list, below)
	if err != nil {
		return 0, false, err
	}
	if slices.Contains(runs.always, s.Node) {
		return 0, true, nil
	}
	if err := w.addNext(runs, e, below, objects.base); err != nil {
		return 0, false, err
	}
	left := runs.by[s.Node]
	if s.On != 0 {
		left = w.c.common(left, w.c.sets[s.On-1])
	}
	if len(left) == 0 || len(set) == 0 { // without receivers, it is not the object of the source
		return 0, len(left) > 0, nil
	}
	for _, r := range set {
		if r.Form != graph.ReceiverOwn && r.Form != graph.ReceiverBase {
			return w.requiredBy(from, set, left)
		}
	}
	return w.required(from, left)
}

// requiredBy returns the context of a state that uses a member on another object, which
// must be of one of the kinds in on: the receiver matters only if it has the type
// arguments of that object.
func (w *Walker) requiredBy(s State, set []graph.Receiver, on []kindID) (Context, bool, error) {
	class, ok, err := w.c.classAround(s.Node)
	if err != nil || !ok {
		return 0, err == nil, err
	}
	var where []kindID
	for _, r := range set {
		if !r.Form.HasClass() || !dependsOnParams(r) {
			return 0, true, nil
		}
		for _, id := range on {
			args, err := w.c.argsAs(id, r.Class)
			if err != nil {
				return 0, false, err
			}
			own, ok := matched(r.Args, args)
			if !ok {
				continue
			}
			below, ok, err := w.c.below(w.c.kindOf(class, own))
			if err != nil || !ok {
				return 0, err == nil, err
			}
			where = append(where, below...)
		}
	}
	slices.Sort(where)
	return w.required(s, slices.Compact(where))
}

// required returns the context of a state whose receiver must be in a set; ok is false if
// that is impossible.
func (w *Walker) required(s State, set []kindID) (on Context, ok bool, err error) {
	own, known, err := w.own(s)
	if err != nil || !known {
		return 0, err == nil, err
	}
	left := w.c.common(own, set)
	if len(left) == 0 {
		return 0, false, nil
	}
	on, err = w.contextAt(s.Node, left)
	return on, true, err
}

// unknownAgainst reports whether an edge with unknown receivers reaches a state.
func (w *Walker) unknownAgainst(s State, e graph.Edge) (on Context, ok bool, err error) {
	if e.To != s.Node {
		if replaces, err := w.replaces(s.Node, e.To); err != nil || !replaces {
			return 0, false, err
		}
		direct, err := w.Direct(e.From, e.To)
		return 0, !direct, err
	}
	if s.On != 0 {
		inner, err := w.isInner(e.From, s.Node)
		if err != nil || inner {
			return s.On, inner, err
		}
	}
	return 0, true, nil
}

// replaces reports whether a member may run in place of one above it. A member that another class
// only mixes in runs in place of a base of that class, but its overrides in further classes do not.
// Of a member without a body nothing runs, so that all uses of the ones above it count.
func (w *Walker) replaces(n, base uint32) (bool, error) {
	node, err := w.x.Node(n)
	if err != nil || node.Complexity == 0 {
		return err == nil, err
	}
	below, err := w.Below(base)
	return slices.Contains(below, n), err
}
