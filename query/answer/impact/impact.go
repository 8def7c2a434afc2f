// Package impact answers who may be affected if definitions change: all that
// reaches them against the edges, through interfaces and base members, data and
// whatever else the index ties to them.
package impact

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/internal/near"
	"seedgraph/internal/order"
	"seedgraph/query/answer"
	"seedgraph/query/answer/dispatch"
	"seedgraph/query/answer/openends"
	"seedgraph/query/render"
	"seedgraph/query/search"
)

// An Index is what an impact is read from. [*answer.Index] is one.
type Index interface {
	dispatch.Index
	OpenEnds(n uint32) ([]graph.OpenEnd, error)
	OpenEndsOf(name string) ([]uint32, error)
}

// Values of Options.Until besides node kinds.
const (
	UntilTests   = "tests"
	UntilRoutes  = "routes"
	UntilEntries = "entries"
	UntilTables  = "tables"
)

// The ends of an impact.
const (
	EndRoute = "route"
	EndTest  = "test"
	EndEntry = "entry" // nothing in the index uses it: an entry point, or dead
)

// The limits that an impact may come to.
const (
	StoppedDepth = "depth"
	StoppedNodes = "nodes"
)

// Options bounds an impact.
type Options struct {
	MaxDepth int           // steps; 0: DefaultDepth, with Until as many as there are
	MaxNodes int           // affected definitions; at least 1
	Exactly  bool          // a changed type or file does not include its members
	Filter   answer.Filter // of the items; the walk goes through all
	// UntilTests, UntilRoutes, UntilEntries, UntilTables or a node kind: only these are
	// items; empty: all
	Until string

	// UsesWrites, UsesReads: of a table that changes only what writes or reads its rows is
	// affected; empty: all that uses it
	Uses string
}

// ErrDepth says that a maximum depth allows no step.
var ErrDepth = errors.New("the maximum depth is 0: it must be at least 1")

// DefaultDepth is the number of steps of an impact that prints all that is affected.
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
	// what is affected only by way of a message that affected code handles: the message,
	// who sends it, and who depends on that; in the order of Items
	ByMessage []Item `json:"by_message"`
	Affected  int    `json:"affected"` // affected definitions, of those of Until; listed or not
	Answer    string `json:"answer"`   // openends.Yes if something is affected, openends.No, or openends.Unknown
	// calls of which it is not known whether they use what changes, the nearest first
	OpenEnds  []openends.End `json:"open_ends"`
	Open      int            `json:"open"`                 // open ends, listed or not
	Tests     []string       `json:"tests"`                // ids of those that are tests: which to run
	Routes    []string       `json:"routes"`               // ids of those that are routes
	Entries   []string       `json:"entries"`              // ids of those that nothing uses
	Truncated bool           `json:"truncated"`            // more is affected than the limits let be found
	StoppedAt string         `json:"stopped_at,omitempty"` // the limit: depth or nodes
	Beyond    int            `json:"beyond,omitempty"`     // definitions at the next depth, where the depth is the limit

	items  map[uint32]*Item
	walked int    // affected definitions, of whatever sort
	listed []Item // Items and ByMessage as they were found
	o      Options
}

// Limit keeps the first n items. Text still names the ends of all.
func (a *Answer) Limit(n int) {
	a.Items = a.Items[:min(n, len(a.Items))]
	a.ByMessage = a.ByMessage[:min(n-len(a.Items), len(a.ByMessage))]
}

// Left is how many items Limit has left out.
func (a *Answer) Left() int { return len(a.listed) - len(a.Items) - len(a.ByMessage) }

// All returns the items, those by message last, whatever Limit has left out.
func (a *Answer) All() []Item { return a.listed }

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
	step   dispatch.Step
}

// Find finds the impact of nodes.
func Find(x Index, start []uint32, o Options) (*Answer, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	opts, err := o.Filter.Options()
	if err != nil {
		return nil, err
	}
	around, err := dispatch.Around(x, start)
	if err != nil {
		return nil, err
	}
	f := &finder{x: around, ends: x, w: dispatch.NewWalker(x), o: o, reached: map[uint32]*reach{},
		seen: map[dispatch.State]bool{}, contexts: map[uint32]int{}, beyond: map[uint32]bool{}, routes: map[uint32]map[place]bool{}}
	if err := f.walk(start); err != nil {
		return nil, err
	}
	return f.answer(opts)
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
	switch o.Until = strings.ToLower(o.Until); o.Until {
	case "", UntilTests, UntilRoutes, UntilEntries, UntilTables:
		return nil
	}
	kind, err := search.ParseKind(o.Until)
	if err != nil {
		names := []string{UntilTests, UntilRoutes, UntilEntries, UntilTables}
		advice := "use " + strings.Join(names, ", ") + " or a node kind"
		for _, k := range graph.NodeKinds() {
			names = append(names, string(k))
		}
		if like := near.Name(o.Until, names); like != "" {
			advice = "did you mean " + like + "?"
		}
		return fmt.Errorf("--until %q is unknown: %s", o.Until, advice)
	}
	o.Until = string(kind)
	return nil
}

// A reach is how the walk came to a node.
type reach struct {
	depth   int
	step    dispatch.Step // to the node before it; zero at depth 0
	message bool          // by way of a message
	// it only registers what it names for a route: the walk does not go on from here
	registers bool
	end       string
}

// A finder walks from the changed nodes to all that uses them.
type finder struct {
	ends    Index // x, with its open ends
	x       dispatch.Index
	w       *dispatch.Walker
	o       Options
	reached map[uint32]*reach
	order   []uint32 // of reached, in the order of discovery
	// the states that the walk came to, each once: a node may be affected for some objects
	// first, and for others later
	states    []dispatch.State
	seen      map[dispatch.State]bool
	contexts  map[uint32]int  // by node: how many of its states are among these
	changed   int             // how many of them are changed themselves
	handled   []dispatch.Move // from messages to handlers that are reached without one; by depth
	truncated bool
	beyond    map[uint32]bool           // the users that are one step too far
	routes    map[uint32]map[place]bool // of each node: see routePlaces
}

// walk goes level by level. A changed type includes its members. Messages come last:
// what is affected without them keeps its depth.
func (f *finder) walk(start []uint32) error {
	if err := f.begin(start); err != nil {
		return err
	}
	for level := f.states; len(level) > 0; {
		next := len(f.states)
		if err := f.steps(level); err != nil {
			return err
		}
		level = f.states[next:]
	}
	var level []dispatch.State
	for depth := 0; len(level) > 0 || len(f.handled) > 0; depth++ {
		next := len(f.states)
		for len(f.handled) > 0 && f.reached[f.handled[0].Used].depth <= depth {
			f.reach(f.handled[0], true)
			f.handled = f.handled[1:]
		}
		if err := f.steps(level); err != nil {
			return err
		}
		level = f.states[next:]
	}
	return f.runners()
}

// runners adds the call sites that run an affected function passed to them. These are affected
// themselves, being users of what they pass; who else calls the runner is not.
func (f *finder) runners() error {
	for _, n := range slices.Clone(f.order) {
		r := f.reached[n]
		if r.registers {
			continue
		}
		steps, err := f.w.Users(n, graph.Edge.ByCaller)
		if err != nil {
			return err
		}
		for _, s := range steps {
			if f.reached[s.User] == nil {
				f.reach(dispatch.Move{Step: s}, r.message)
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

// reach enters the user of a step, one deeper than what it uses.
func (f *finder) reach(s dispatch.Move, message bool) {
	depth := f.reached[s.Used].depth
	known := f.reached[s.User] != nil
	switch {
	case depth == f.o.MaxDepth:
		if !known {
			f.beyond[s.User] = true
		}
	case known:
		f.state(dispatch.State{Node: s.User, On: s.On})
	case f.affected() == f.o.MaxNodes:
		f.truncated = true
	default:
		f.enter(s.User, reach{depth: depth + 1, step: s.Step, message: message})
		f.state(dispatch.State{Node: s.User, On: s.On})
	}
}

// maxContexts bounds the states of one node: where there are more, it is affected for all objects.
const maxContexts = 40

// state notes a state that the walk came to, unless it is one that it has gone on from already.
func (f *finder) state(s dispatch.State) {
	if f.contexts[s.Node] == maxContexts {
		s.On = 0
	}
	if f.seen[s] || f.seen[dispatch.State{Node: s.Node}] {
		return
	}
	f.seen[s] = true
	f.contexts[s.Node]++
	f.states = append(f.states, s)
}

// begin enters the changed nodes and their members.
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
			node.Kind != graph.KindNamespace && !node.Kind.IsOutside() {
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
		f.state(dispatch.State{Node: n})
	}
	return nil
}

// enter notes that a node is reached, unless it is already.
func (f *finder) enter(n uint32, r reach) bool {
	if f.reached[n] != nil {
		return false
	}
	f.reached[n] = &r
	f.order = append(f.order, n)
	return true
}

// step enters the users of a node, and notes if it is an end.
func (f *finder) step(s dispatch.State) error {
	n := s.Node
	here := f.reached[n]
	node, err := f.x.Node(n)
	if err != nil || here.registers || here.depth > 0 && string(node.Kind) == f.o.Until {
		return err
	}
	steps, err := f.w.Into(s, here.depth == 0, f.follow(node, here))
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
	if err == nil && users == 0 && s.On != 0 { // it may be used for other objects
		var all []dispatch.Step
		all, err = f.w.Users(n, f.follow(node, here))
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

// spread reaches the users of a node, and counts them.
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
		f.reach(s, here.message)
		if r := f.reached[s.User]; registers && r != nil && r.step == s.Step {
			r.registers = true
		}
	}
	return users, nil
}

// registers reports whether a user names what it uses to register it for a route: the
// reference is where that is registered. Requests to the route run the handler, not who
// registers it.
func (f *finder) registers(s dispatch.Step) (bool, error) {
	if s.Kind != graph.References || s.Line == 0 {
		return false, nil
	}
	places, err := f.routePlaces(s.To)
	if err != nil || len(places) == 0 {
		return false, err
	}
	user, err := f.x.Node(s.User)
	return err == nil && places[place{user.Path, s.Line}], err
}

// A place is a line of a file.
type place struct {
	path string
	line uint32
}

// routePlaces returns where the routes are registered that a node handles.
func (f *finder) routePlaces(n uint32) (map[place]bool, error) {
	if places, ok := f.routes[n]; ok {
		return places, nil
	}
	var places map[place]bool
	in, err := f.x.In(n)
	for _, e := range in {
		if e.Kind != graph.Routes {
			continue
		}
		var route *graph.Node
		if route, err = f.x.Node(e.From); err != nil {
			break
		}
		if places == nil {
			places = map[place]bool{}
		}
		places[place{route.Path, route.Span.StartLine}] = true
	}
	f.routes[n] = places
	return places, err
}

// affected counts the nodes that the walk came to.
func (f *finder) affected() int { return len(f.order) - f.changed }

// follow tells along which edges a change of a node reaches others. Who names a
// type or a value, extends a type or has a foreign key to a table is affected if
// that changes itself; from what is affected the walk goes on only with what runs.
// A member that a setting fills changes with that.
func (f *finder) follow(node *graph.Node, here *reach) func(graph.Edge) bool {
	return func(e graph.Edge) bool {
		if e.ByCaller() || !f.usesSo(node, here, e) {
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
				return false // a page that links to the file
			}
			return here.depth == 0 || node.Kind.IsCallable() || here.step.Kind == graph.Configures
		}
		return true
	}
}

// isDocument reports whether a node is part of a document. It returns false for a node that cannot be
// read: the next read of that node returns the error.
func (f *finder) isDocument(n uint32) bool {
	node, err := f.x.Node(n)
	return err == nil && node.Domain() == graph.Docs
}

// usesSo reports whether an edge is a use of a table, itself or by a synonym, as it was asked for.
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

// given appends the steps to what a file of settings, or a key, gives a value to: that
// is affected, not who gives.
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

// senders keeps the steps from who sends a message: who creates one, by its constructors too, if it
// is not known who sends it.
func (f *finder) senders(n uint32, steps []dispatch.Move) ([]dispatch.Move, error) {
	if sent, err := f.w.IsSent(n); err != nil || sent {
		return slices.DeleteFunc(steps, func(m dispatch.Move) bool {
			return m.Kind == graph.Creates || m.Kind == graph.References
		}), err
	}
	edges, err := f.x.Out(n)
	if err != nil {
		return nil, err
	}
	for _, e := range edges {
		if e.Kind != graph.Contains {
			continue
		}
		made, err := f.x.In(e.To)
		if err != nil {
			return nil, err
		}
		for _, c := range made {
			if c.Kind == graph.Creates {
				steps = append(steps, dispatch.Move{Step: dispatch.Step{Edge: c, User: c.From, Used: n}})
			}
		}
	}
	return steps, nil
}

// answer describes what was reached.
func (f *finder) answer(opts search.Options) (*Answer, error) {
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
		case it.Depth > 0 && !(opts.Filter.Admits(node) && f.wanted(it)):
		case f.reached[n].message:
			a.ByMessage = append(a.ByMessage, *it)
		default:
			a.Items = append(a.Items, *it)
		}
	}
	slices.SortStableFunc(a.Items, compareItems)
	slices.SortStableFunc(a.ByMessage, compareItems)
	a.listed = slices.Concat(a.Items, a.ByMessage)
	return a, nil
}

// openEnds finds the calls that may use what changes, and says what the impact answers.
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

// limits says which limit the walk has come to.
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
	return it.Kind == f.o.Until
}

// tables enters the database objects that what is affected reads or writes.
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
	out.parent, out.step = r.step.Used, r.step
	parent, err := f.x.Node(r.step.Used)
	if err != nil {
		return nil, err
	}
	id := string(parent.ID)
	out.ParentID = &id
	out.Via, err = dispatch.NewUse(f.x, r.step)
	return out, err
}
