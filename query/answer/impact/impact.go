// Package impact answers which definitions may be affected by changes: all that reach the
// changed ones against the edges, through interfaces and base members, data and other
// relations in the index.
package impact

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"seedgraph/graph"
	"seedgraph/internal/order"
	"seedgraph/query/answer"
	"seedgraph/query/answer/dispatch"
	"seedgraph/query/answer/openends"
	"seedgraph/query/render"
	"seedgraph/query/search"
)

// An Index provides the data of an impact. [*answer.Index] implements it.
type Index interface {
	dispatch.Index
	answer.Sources
	OpenEnds(n uint32) ([]graph.OpenEnd, error)
	OpenEndsOf(name string) ([]uint32, error)
}

// The kinds of ends of an impact.
const (
	EndRoute = "route"
	EndTest  = "test"
	EndEntry = "entry" // not used in the index: an entry point, or dead code
)

// The limits that may truncate an impact.
const (
	StoppedDepth = "depth"
	StoppedNodes = "nodes"
)

// Options configures and bounds an impact.
type Options struct {
	MaxDepth int              // steps; 0: DefaultDepth or, with Until, unlimited
	MaxNodes int              // maximum number of affected definitions; at least 1
	Exactly  bool             // a changed type or file does not include its members
	Filter   search.Selection // applies to the items; the walk is not filtered
	Until    Until            // list only these items; empty: all

	// Executed restricts the walk to code that runs the affected code: a page that links to
	// an affected route, or submits a form to it, does not.
	Executed bool

	// UsesWrites, UsesReads: for a changed table, only writers or readers of its rows are
	// affected; empty: all users
	Uses string

	// Skip rejects uses, which the walk ignores; nil rejects none.
	Skip func(graph.Edge) bool
}

// ErrDepth reports a maximum depth that allows no step.
var ErrDepth = errors.New("the maximum depth is 0: it must be at least 1")

// DefaultDepth is the number of steps of an impact that lists all affected definitions.
const DefaultDepth = 4

// Values of Options.Uses.
const (
	UsesWrites = "writes"
	UsesReads  = "reads"
)

// An Answer is the impact of definitions.
type Answer struct {
	// the changed definitions at depth 0, then by depth, tests last, by path and line
	Items []Item `json:"items"`
	// definitions affected only through a message that affected code handles: the
	// message, its senders, and their dependents; in the order of Items
	ByMessage []Item `json:"by_message"`
	Affected  int    `json:"affected"` // number of affected definitions that match Until, listed or not
	Answer    string `json:"answer"`   // openends.Yes if anything is affected, openends.No, or openends.Unknown
	// calls that may or may not use a changed definition, the nearest first
	OpenEnds  []openends.End `json:"open_ends"`
	Open      int            `json:"open"`                 // number of open ends, listed or not
	Tests     []string       `json:"tests"`                // ids of affected tests: the tests to run
	Routes    []string       `json:"routes"`               // ids of affected routes
	Entries   []string       `json:"entries"`              // ids of affected definitions without users
	Truncated bool           `json:"truncated"`            // the limits may have left out affected definitions
	StoppedAt string         `json:"stopped_at,omitempty"` // the limit reached: depth or nodes
	Beyond    int            `json:"beyond,omitempty"`     // definitions at the next depth, if the depth is the limit

	Repositories []Repository `json:"repositories,omitempty"` // affected, of a linked index
	items        map[uint32]*Item
	walked       int    // number of affected definitions of any kind
	listed       []Item // Items and ByMessage in full
	o            Options
}

// Limit keeps the first n items. The text still lists all ends.
func (a *Answer) Limit(n int) {
	a.Items = a.Items[:min(n, len(a.Items))]
	a.ByMessage = a.ByMessage[:min(n-len(a.Items), len(a.ByMessage))]
}

// Left returns the number of items that Limit left out.
func (a *Answer) Left() int { return len(a.listed) - len(a.Items) - len(a.ByMessage) }

// An Item is a definition in an impact.
type Item struct {
	render.Item
	Depth int `json:"depth"`
	// the affected definition that it uses; nil at depth 0
	ParentID *string       `json:"parent_id"`
	Via      *dispatch.Use `json:"via"`
	Test     bool          `json:"test,omitempty"`
	End      string        `json:"end,omitempty"` // EndRoute, EndTest, EndEntry

	Node uint32 `json:"-"` // number of the definition

	parent uint32
}

// Find computes the impact of changing the start nodes.
func Find(x Index, start []uint32, o Options) (*Answer, error) {
	w, err := Follow(x, start, o)
	if err != nil {
		return nil, err
	}
	return w.f.answer()
}

func (o *Options) check() error {
	if o.MaxDepth == 0 {
		if o.MaxDepth = DefaultDepth; o.Until != "" {
			o.MaxDepth = math.MaxInt
		}
	}
	if o.MaxDepth < 1 {
		return fmt.Errorf("the maximum depth is %d: it must be at least 1", o.MaxDepth)
	}
	if o.MaxNodes < 1 {
		return fmt.Errorf("the maximum number of nodes is %d: it must be at least 1", o.MaxNodes)
	}
	return nil
}

// A reach records how the walk reached a node.
type reach struct {
	depth   int
	step    dispatch.Step // to the previous node; zero at depth 0
	message bool          // reached through a message
	// it only registers the previous node as a route handler: the walk ends here
	registers bool
	end       string
}

// A finder walks from the changed nodes to all their users.
type finder struct {
	ends    Index // x as an Index with open ends
	x       dispatch.Index
	w       *dispatch.Walker
	o       Options
	reached map[uint32]*reach
	order   []uint32 // keys of reached, in the order of discovery
	// the states that the walk reached: a node may be affected for some receivers first, and for
	// others later
	states    []dispatch.State
	waiting   int                         // index of the first state that was not walked from
	covered   map[uint32]dispatch.Context // by node: the receivers in its states
	latest    map[uint32]int              // by node: index of its last state
	changed   int                         // number of nodes in order that are changed themselves
	handled   []dispatch.Move             // from messages to handlers that were reached without a message; by depth
	truncated bool
	beyond    map[uint32]bool           // users one step beyond the limit
	routes    map[uint32]map[place]bool // by node: see routePlaces
	passed    map[uint32]bool           // nodes that may be passed to a runner: see runners
}

// walk walks level by level from the states that the finder has. Messages come last, so
// that they do not change the depth of definitions affected without them.
func (f *finder) walk() error {
	for level := f.states; len(level) > 0; {
		f.waiting = len(f.states)
		if err := f.steps(level); err != nil {
			return err
		}
		level = f.states[f.waiting:]
	}
	var level []dispatch.State
	for depth := 0; len(level) > 0 || len(f.handled) > 0; depth++ {
		f.waiting = len(f.states)
		for len(f.handled) > 0 && f.reached[f.handled[0].Used].depth <= depth {
			if err := f.reach(f.handled[0], true); err != nil {
				return err
			}
			f.handled = f.handled[1:]
		}
		if err := f.steps(level); err != nil {
			return err
		}
		level = f.states[f.waiting:]
	}
	return f.runners()
}

// runners adds the call sites that run an affected function passed to them. These are
// affected, because they use the function; other callers of the same runner are not.
func (f *finder) runners() error {
	for _, n := range slices.Clone(f.order) {
		r := f.reached[n]
		if r.registers || !f.passed[n] {
			continue
		}
		steps, err := f.w.Users(n, graph.Edge.ByCaller)
		if err != nil {
			return err
		}
		for _, s := range steps {
			if f.reached[s.User] != nil || f.skips(s.Edge) {
				continue
			}
			registers, err := f.registers(s)
			if err != nil {
				return err
			}
			if !registers || r.depth == 0 {
				if err := f.reach(dispatch.Move{Step: s}, r.message); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// steps adds the users of states.
func (f *finder) steps(level []dispatch.State) error {
	for _, s := range level {
		if err := f.step(s); err != nil {
			return err
		}
	}
	return nil
}

// reach adds the user of a step, one level deeper than the node it uses.
func (f *finder) reach(s dispatch.Move, message bool) error {
	depth := f.reached[s.Used].depth
	known := f.reached[s.User] != nil
	switch {
	case depth == f.o.MaxDepth:
		if !known {
			f.beyond[s.User] = true
		}
	case known:
		return f.state(dispatch.State{Node: s.User, On: s.On})
	case f.affected() == f.o.MaxNodes:
		f.truncated = true
	default:
		f.enter(s.User, reach{depth: depth + 1, step: s.Step, message: message})
		return f.state(dispatch.State{Node: s.User, On: s.On})
	}
	return nil
}

// state adds a state that the walk reached, as far as it was not reached before. Its receivers
// join those of a state of the node that is still to be walked, so that a node has at most one
// state a level, however many classes reach it.
func (f *finder) state(s dispatch.State) error {
	if covered, ok := f.covered[s.Node]; ok {
		rest, err := f.w.Beyond(s, covered)
		if err != nil || rest == dispatch.NotRun {
			return err
		}
		all, err := f.w.Union(dispatch.State{Node: s.Node, On: rest}, covered)
		if err != nil {
			return err
		}
		s.On, f.covered[s.Node] = rest, all
	} else {
		f.covered[s.Node] = s.On
	}
	if i := f.latest[s.Node]; i >= f.waiting && i < len(f.states) && f.states[i].Node == s.Node {
		on, err := f.w.Union(s, f.states[i].On)
		f.states[i].On = on
		return err
	}
	f.latest[s.Node] = len(f.states)
	f.states = append(f.states, s)
	return nil
}

// begin adds the changed nodes and their members: a changed type includes these.
func (f *finder) begin(start []uint32) error {
	for _, n := range start {
		f.enter(n, reach{})
	}
	for i := 0; i < len(f.order) && !f.o.Exactly; i++ {
		node, err := f.x.Node(f.order[i])
		if err != nil {
			return err
		}
		if !node.Kind.IsType() && node.Kind != graph.KindFile &&
			node.Kind != graph.KindNamespace && !node.Kind.IsExternal() {
			continue
		}
		edges, err := f.x.Out(f.order[i])
		if err != nil {
			return err
		}
		for _, e := range edges {
			if e.Kind == graph.Contains {
				f.enter(e.To, reach{})
			}
		}
	}
	f.changed = len(f.order)
	for _, n := range f.order {
		if err := f.state(dispatch.State{Node: n}); err != nil {
			return err
		}
	}
	return nil
}

// enter records that a node is reached, and reports whether it was not reached before.
func (f *finder) enter(n uint32, r reach) bool {
	if f.reached[n] != nil {
		return false
	}
	f.reached[n] = &r
	f.order = append(f.order, n)
	return true
}

// step adds the users of a node, and determines whether it is an end.
func (f *finder) step(s dispatch.State) error {
	n := s.Node
	here := f.reached[n]
	node, err := f.x.Node(n)
	if err != nil || here.registers {
		return err
	}
	if here.depth > 0 && Until(node.Kind) == f.o.Until {
		f.passed[n] = true
		return nil
	}
	steps, err := f.w.StatesUsing(s, here.depth == 0, f.follow(n, node, here))
	if err != nil {
		return err
	}
	if steps, err = f.given(n, node, steps); err != nil {
		return err
	}
	if here.step.Kind == graph.Handles {
		if steps, err = f.senders(n, steps); err != nil {
			return err
		}
	}
	users, err := f.spread(n, here, steps)
	if err == nil && users == 0 && s.On != 0 { // it may be used with other receivers
		var all []dispatch.Step
		all, err = f.w.Users(n, f.follow(n, node, here))
		users = len(all)
	}
	if err != nil {
		return err
	}
	runs := node.Kind.IsCallable() || node.Kind == graph.KindFile
	switch {
	case node.Kind == graph.KindRoute && here.depth > 0:
		here.end = EndRoute
	case users > 0 || !runs || here.end != "":
	case node.Flags.Has(graph.Test):
		here.end = EndTest
	case here.depth > 0:
		here.end = EndEntry
	}
	return nil
}

// spread adds the users of a node, and counts them.
func (f *finder) spread(n uint32, here *reach, steps []dispatch.Move) (users int, err error) {
	for _, s := range steps {
		if s.User == n {
			continue
		}
		users++
		registers, err := f.registers(s.Step)
		switch {
		case err != nil:
			return 0, err
		case registers && here.depth > 0:
			continue
		case s.Kind == graph.Handles && !here.message:
			f.handled = append(f.handled, s)
			continue
		}
		if err := f.reach(s, here.message); err != nil {
			return users, err
		}
		if r := f.reached[s.User]; registers && r != nil && r.step == s.Step {
			r.registers = true
		}
	}
	return users, nil
}

// skips reports whether the options reject a use.
func (f *finder) skips(e graph.Edge) bool { return f.o.Skip != nil && f.o.Skip(e) }

// affected returns the number of nodes that the walk reached.
func (f *finder) affected() int { return len(f.order) - f.changed }

// follow returns a predicate for the edges along which a change of a node affects its
// users. Code that refers to a type or a value, extends a type or has a foreign key to a
// table is affected only if the target itself changed; from affected nodes, the walk
// continues only to code that runs them. A member bound to a setting changes with the
// setting.
func (f *finder) follow(n uint32, node *graph.Node, here *reach) func(graph.Edge) bool {
	return func(e graph.Edge) bool {
		if e.ByCaller() {
			f.passed[n] = true
			return false
		}
		if f.skips(e) || !f.usesSo(node, here, e) || f.o.Executed && f.isLink(node, e) {
			return false
		}
		switch e.Kind {
		case graph.Contains, graph.Imports, graph.Overrides, graph.Dispatches, graph.Tests,
			graph.Configures, graph.Binds, graph.CoChanges:
			return false
		case graph.Inherits, graph.Implements, graph.ForeignKey:
			return here.depth == 0
		case graph.References:
			if node.Kind == graph.KindFile && node.Domain() != graph.Docs && f.isDocument(e.From) {
				return false // a document that links to the file
			}
			return here.depth == 0 || f.runsWhereUsed(n, node) || here.step.Kind == graph.Configures
		}
		return true
	}
}

// runsWhereUsed reports whether code of a node runs where it is used. Of a property with only an
// initial value the constructor runs that.
func (f *finder) runsWhereUsed(n uint32, node *graph.Node) bool {
	if node.Kind == graph.KindProperty || node.Kind == graph.KindEvent {
		return f.w.IsAccessor(n)
	}
	return node.Kind.IsCallable()
}

// isDocument reports whether a node is part of a document. It returns false for a node that cannot be
// read: the next read of that node returns the error.
func (f *finder) isDocument(n uint32) bool {
	node, err := f.x.Node(n)
	return err == nil && node.Domain() == graph.Docs
}

// usesSo reports whether an edge is a use of a table, directly or through a synonym, of
// the kind requested in Uses.
func (f *finder) usesSo(node *graph.Node, here *reach, e graph.Edge) bool {
	if f.o.Uses == "" || node.Kind.Domain() != graph.Database ||
		here.depth > 0 && here.step.Kind != graph.SynonymFor {
		return true
	}
	switch e.Kind {
	case graph.SynonymFor:
		return true
	case graph.WritesTo:
		return f.o.Uses == UsesWrites
	case graph.ReadsFrom:
		return f.o.Uses == UsesReads
	}
	return false
}

// given appends the steps to the members to which a configuration file, or a key, assigns
// a value: these are affected, not the code that sets the key.
func (f *finder) given(n uint32, node *graph.Node, steps []dispatch.Move) ([]dispatch.Move, error) {
	if node.Kind.Domain() != graph.Settings {
		return steps, nil
	}
	edges, err := f.x.Out(n)
	for _, e := range edges {
		if e.Kind == graph.Configures {
			steps = append(steps, dispatch.Move{Step: dispatch.Step{Edge: e, User: e.To, Used: n}})
		}
	}
	return steps, err
}

// senders restricts steps to the senders of a message; if these are not known, it adds
// the code that creates one, also through its constructors.
func (f *finder) senders(n uint32, steps []dispatch.Move) ([]dispatch.Move, error) {
	if sent, err := f.w.IsSent(n); err != nil || sent {
		return slices.DeleteFunc(steps, func(m dispatch.Move) bool {
			return m.Kind == graph.Creates || m.Kind == graph.References
		}), err
	}
	made, err := f.w.Makers(n)
	for _, m := range made {
		steps = append(steps, dispatch.Move{Step: m})
	}
	return steps, err
}

// answer describes the reached nodes.
func (f *finder) answer() (*Answer, error) {
	a := &Answer{Items: []Item{}, ByMessage: []Item{}, Tests: []string{},
		Routes: []string{}, Entries: []string{},
		walked: f.affected(), items: map[uint32]*Item{}, o: f.o}
	f.limits(a)
	if err := f.openEnds(a); err != nil {
		return nil, err
	}
	if f.o.Until == UntilTables {
		if err := f.tables(); err != nil {
			return nil, err
		}
	}
	for _, n := range f.order {
		it, err := f.item(n)
		if err != nil {
			return nil, err
		}
		a.items[n] = it
		switch it.End {
		case EndTest:
			a.Tests = append(a.Tests, it.ID)
		case EndRoute:
			a.Routes = append(a.Routes, it.ID)
		case EndEntry:
			a.Entries = append(a.Entries, it.ID)
		}
		node, err := f.x.Node(n)
		if err != nil {
			return nil, err
		}
		if it.Depth > 0 && f.wanted(it) {
			a.Affected++
		}
		switch {
		case it.Depth > 0 && !(f.o.Filter.Filter.Admits(node) && f.wanted(it)):
		case f.reached[n].message:
			a.ByMessage = append(a.ByMessage, *it)
		default:
			a.Items = append(a.Items, *it)
		}
	}
	slices.SortStableFunc(a.Items, compareItems)
	slices.SortStableFunc(a.ByMessage, compareItems)
	a.listed = slices.Concat(a.Items, a.ByMessage)
	a.countRepositories()
	return a, nil
}

// openEnds finds the calls that may use a changed definition, and sets the answer.
func (f *finder) openEnds(a *Answer) error {
	found, err := openends.Users(f.ends, f.order[:f.changed])
	if err != nil {
		return err
	}
	a.OpenEnds, a.Open, a.Answer = append([]openends.End{}, found.List...), found.Total, found.Answer()
	if a.walked > 0 {
		a.Answer = openends.Yes
	}
	return nil
}

// limits sets the limit that the walk reached, if any.
func (f *finder) limits(a *Answer) {
	maps.DeleteFunc(f.beyond, func(n uint32, _ bool) bool { return f.reached[n] != nil })
	switch a.Beyond = len(f.beyond); {
	case f.truncated:
		a.StoppedAt = StoppedNodes
	case a.Beyond > 0:
		a.StoppedAt = StoppedDepth
	}
	a.Truncated = a.StoppedAt != ""
}

// compareItems orders items by depth, tests last, by path and line.
func compareItems(x, y Item) int {
	return cmp.Or(cmp.Compare(x.Depth, y.Depth), order.Bools(x.Test, y.Test),
		cmp.Compare(x.Path, y.Path), cmp.Compare(x.StartLine, y.StartLine),
		cmp.Compare(x.ID, y.ID))
}

// wanted reports whether an item is one that the walk was to go until.
func (f *finder) wanted(it *Item) bool {
	switch f.o.Until {
	case "":
		return true
	case UntilTests:
		return it.End == EndTest
	case UntilRoutes:
		return it.End == EndRoute
	case UntilEntries:
		return it.End == EndEntry
	case UntilTables:
		return it.DataType == string(graph.Database)
	}
	return Until(it.Kind) == f.o.Until
}

// tables adds the database objects that affected nodes read or write.
func (f *finder) tables() error {
	for _, n := range slices.Clone(f.order) {
		edges, err := f.x.Out(n)
		if err != nil {
			return err
		}
		for _, e := range edges {
			if e.Kind == graph.ReadsFrom || e.Kind == graph.WritesTo || e.Kind == graph.Executes {
				f.enter(e.To, reach{depth: f.reached[n].depth + 1, message: f.reached[n].message,
					step: dispatch.Step{Edge: e, User: e.To, Used: n}})
			}
		}
	}
	return nil
}

func (f *finder) item(n uint32) (*Item, error) {
	r := f.reached[n]
	it, node, err := answer.NewItem(f.x, answer.Target{Node: n}, 0)
	if err != nil {
		return nil, err
	}
	out := &Item{Node: n, Item: it, Depth: r.depth, Test: node.Flags.Has(graph.Test), End: r.end}
	if r.depth == 0 {
		return out, nil
	}
	out.parent = r.step.Used
	parent, err := f.x.Node(r.step.Used)
	if err != nil {
		return nil, err
	}
	id := string(parent.ID)
	out.ParentID = &id
	out.Via, err = dispatch.NewUse(f.x, r.step)
	return out, err
}
