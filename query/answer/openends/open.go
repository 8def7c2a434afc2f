// Package openends finds the points at which walks end because static analysis cannot
// determine the executed code: calls with unknown targets, reflection, names computed at
// run time, channels, messages without known handlers in the tree.
//
// An answer of several hops is yes, with the path; no, with no open ends; or not known,
// with the open ends. An open end is listed only if the code it may run could make a
// difference: a call of a name that no node on the way to the target has does not.
package openends

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/answer/dispatch"
)

// The three answers.
const (
	Yes     = "yes"
	No      = "no"
	Unknown = "unknown"
)

// Reasons in addition to those in the index and of library calls.
const (
	NoConsumer = "no_consumer" // the message has no known handler in the tree
	OpenName   = "open_name"
	OpenTopic  = "open_topic" // the name of the topic or queue is known only at run time
	// callers give the name; they are known, so that it matters only where the walk begins
	topicParameter = "topic_parameter"
	// calls of parameters and fields that may be functions without a name
	callbackParameter = "callback_parameter"
	callbackField     = "callback_field"

	openChannel = "channel" // what receives from the channel is not known

	noRoute    = "no_route"
	otherRoute = "ambiguous_route"
)

// Limits of the walks that search for open ends, in nodes and states.
const (
	maxBehind = 4000
	maxStates = 12000
	maxListed = 20
	maxGiving = 4 // calls between a parameter and the code that sets it
	maxGivers = 400
)

// An Index provides the data of open ends. [*answer.Index] implements it.
type Index interface {
	dispatch.Index
	answer.Sources
	OpenEnds(n uint32) ([]graph.OpenEnd, error)
	OpenEndsOf(name string) ([]uint32, error)
}

// An End is a location where it is not known which code runs.
type End struct {
	ID     string `json:"node_id"` // of the enclosing definition
	Name   string `json:"name"`
	Path   string `json:"path"`
	Line   uint32 `json:"line"`
	What   string `json:"what"`   // name of the callee, as written
	Reason string `json:"reason"` // not_found, ambiguous, unknown_receiver, open_name, reflection, …

	near, depth int
}

// Ends holds the open ends of an answer, the nearest to the target first.
type Ends struct {
	List     []End
	Total    int  // including ends not listed
	Complete bool // all relevant code was searched
	Reached  bool // the target is reachable after all
}

// Answer returns the answer of a walk that did not find its target: No or Unknown.
func (e *Ends) Answer() string {
	if e.Total > 0 || !e.Complete || e.Reached {
		return Unknown
	}
	return No
}

// A target describes the nodes that an open end must reach to matter.
type target struct {
	nodes    map[uint32]bool
	names    map[string]bool // names of all nodes from which it is reachable
	all      bool            // it is reachable from too many nodes: any name may matter
	paths    map[string]bool // files of the target itself
	database []string        // names of database objects from which it is reachable
	routes   []string        // names of the routes from which it is reachable
	message  bool            // it is reachable from a message or a route
	family   *family         // of nodes

	callbacks map[uint32][]callback // methods that libraries may call and that lead to it, by class
	named     map[string][]callback // and by name
}

// Between finds the open ends on the way from some nodes to others that are not reachable
// from them. Edges are followed as by [dispatch.Walker.StatesUsed].
func Between(x Index, from, to []uint32, follow func(graph.Edge) bool) (*Ends, error) {
	w := dispatch.NewWalker(x)
	t, err := behind(x, w, to, follow)
	if err != nil {
		return nil, err
	}
	s := &searching{x: x, w: w, t: t, follow: follow, found: map[End]bool{}, looked: map[uint32]bool{},
		libs: newLibraryTypes(x), calls: map[uint32]bool{}, outside: map[uint32]bool{}}
	if err := t.findCallbacks(x, s.libs); err != nil {
		return nil, err
	}
	if t.family, err = s.libs.familyOf(sortedNodes(t.nodes)); err != nil {
		return nil, err
	}
	s.goal = map[uint32]bool{}
	for _, n := range to {
		s.goal[n] = true
	}
	if err := s.forward(from); err != nil {
		return nil, err
	}
	s.handOver()
	return s.ends(), nil
}

// behind collects the nodes from which a target is reachable, ignoring receivers.
func behind(x Index, w *dispatch.Walker, to []uint32, follow func(graph.Edge) bool) (*target, error) {
	t := &target{nodes: map[uint32]bool{}, names: map[string]bool{}, paths: map[string]bool{}}
	todo := slices.Clone(to)
	for _, n := range to {
		t.nodes[n] = true
	}
	for i := 0; i < len(todo); i++ {
		node, err := x.Node(todo[i])
		if err != nil {
			return nil, err
		}
		t.take(node, i < len(to))
		if len(todo) > maxBehind {
			t.all = true
			break
		}
		users, err := w.Users(todo[i], follow)
		if err != nil {
			return nil, err
		}
		for _, s := range users {
			if !t.nodes[s.User] {
				t.nodes[s.User] = true
				todo = append(todo, s.User)
			}
		}
	}
	return t, nil
}

// take adds a node from which the target is reachable.
func (t *target) take(node *graph.Node, itself bool) {
	if itself && node.Path != "" {
		t.paths[node.Path] = true
	}
	switch {
	case node.Kind == graph.KindRoute:
		t.routes, t.message = append(t.routes, node.Name), true
	case node.Kind.Domain() == graph.Database:
		t.database = append(t.database, strings.ToLower(node.Name))
	default:
		t.names[node.Short] = true
		if node.Kind == graph.KindConstructor {
			t.names[node.Class] = true
		}
		t.message = t.message || node.Kind.IsType()
	}
}

// A searching walks forward and collects the open ends.
type searching struct {
	x      Index
	w      *dispatch.Walker
	t      *target
	follow func(graph.Edge) bool
	found  map[End]bool
	list   []End
	looked map[uint32]bool
	cut    bool // there are more states
	goal   map[uint32]bool
	hit    bool

	libs    *libraryTypes
	calls   map[uint32]bool // nodes that call a library
	outside map[uint32]bool // nodes of Go that call another library than the standard one
	touched []touch
}

func (s *searching) forward(from []uint32) error {
	seen := map[dispatch.State]int{}
	var todo []dispatch.State
	for _, n := range from {
		seen[dispatch.State{Node: n}] = 0
		todo = append(todo, dispatch.State{Node: n})
	}
	for i := 0; i < len(todo); i++ {
		at := todo[i]
		if !s.looked[at.Node] && at.On != dispatch.NotRun {
			s.looked[at.Node] = true
			if err := s.look(at.Node, seen[at]); err != nil {
				return err
			}
		}
		moves, err := s.w.StatesUsed(at, s.follow)
		if err != nil {
			return err
		}
		for _, m := range moves {
			next := dispatch.State{Node: m.Used, On: m.On}
			s.hit = s.hit || s.goal[m.Used]
			if _, ok := seen[next]; ok {
				continue
			}
			if len(todo) == maxStates {
				s.cut = true
				break
			}
			seen[next] = seen[at] + 1
			todo = append(todo, next)
		}
	}
	return nil
}

// look collects the open ends of a node.
func (s *searching) look(n uint32, depth int) error {
	node, err := s.x.Node(n)
	if err != nil || node.Flags.Has(graph.Test) {
		return err
	}
	ends, err := s.x.OpenEnds(n)
	if err != nil {
		return err
	}
	for _, e := range ends {
		may, anywhere := s.t.mayBe(e), false
		switch {
		case e.Reason == callbackParameter || e.Reason == callbackField:
			may, err = s.mayBeGiven(n, e, depth)
		case e.Reason == topicParameter:
			may = may && depth == 0
		case e.Reason == dynamicName && !may && strings.HasSuffix(e.Name, anyMember):
			var finds finding
			finds, err = s.libs.finds(n, e.Name, s.t.family)
			may, anywhere = finds != findsNone, finds == mayFindAny
		}
		if err != nil {
			return err
		}
		if may {
			s.add(node, e.Line, e.Name, e.Reason, depth, anywhere)
		}
	}
	if err := s.libraries(n, node, depth); err != nil {
		return err
	}
	return s.unread(n, node, depth)
}

// mayBe reports whether an open end may reach the target.
func (t *target) mayBe(e graph.OpenEnd) bool {
	switch e.Reason {
	case noRoute, otherRoute:
		return t.all || slices.ContainsFunc(t.routes, func(route string) bool { return mayRequest(e.Name, route) })
	case openChannel:
		return true
	case OpenTopic, topicParameter:
		return slices.ContainsFunc(t.routes, func(route string) bool { return matches(e.Name, route) })
	case OpenName:
		return slices.ContainsFunc(t.database, func(name string) bool { return fits(e.Name, name) })
	}
	return t.all || t.names[e.Name]
}

// mayRequest reports whether a request without a known route may be answered by a route:
// the verbs agree, and the route has the last literal segment of the request; the first
// ones may be a prefix that is unknown. Of a request whose URL is computed, only the verb
// is known.
func mayRequest(request, route string) bool {
	verb, path, _ := strings.Cut(request, " ")
	of, segments, _ := strings.Cut(route, " ")
	if http := strings.HasPrefix(path, "/") && strings.HasPrefix(segments, "/"); !http {
		return true
	}
	if verb != of && httpVerbs[verb] && httpVerbs[of] {
		return false
	}
	known := strings.Split(strings.ToLower(segments), "/")
	for _, s := range slices.Backward(strings.Split(strings.ToLower(path), "/")) {
		if s != "" && !strings.Contains(s, "{") {
			return slices.Contains(known, s)
		}
	}
	return true
}

// httpVerbs are the verbs of requests; any other word before a path is no single verb.
var httpVerbs = map[string]bool{"GET": true, "POST": true, "PUT": true, "PATCH": true, "DELETE": true,
	"HEAD": true, "OPTIONS": true}

// mayBeGiven reports whether code from which the target is reachable may set the parameter or
// field that node n calls. A parameter is set by callers, so it matters only where the walk begins:
// what the code on the way passes is known.
func (s *searching) mayBeGiven(n uint32, e graph.OpenEnd, depth int) (bool, error) {
	if e.Reason == callbackParameter {
		return depth == 0 && s.usedBefore(n, n, maxGiving), nil
	}
	edges, err := s.x.Out(n)
	if err != nil {
		return false, err
	}
	for _, x := range edges {
		to, err := s.x.Node(x.To)
		if err != nil {
			return false, err
		}
		if to.Short == e.Name && !to.Kind.IsCallable() && s.usedBefore(x.To, n, 2) {
			return true, nil
		}
	}
	return false, nil
}

// usedBefore reports whether a user of node n, direct or within some steps, leads to the target: it
// may hand a function to n. The node itself does not.
func (s *searching) usedBefore(n, but uint32, steps int) bool {
	far := map[uint32]int{n: 0}
	for todo := []uint32{n}; len(todo) > 0; todo = todo[1:] {
		users, err := s.x.In(todo[0])
		if err != nil || len(far) > maxGivers {
			return true
		}
		for _, e := range users {
			if _, ok := far[e.From]; ok || e.From == but || e.Kind == graph.Contains {
				continue
			}
			if s.t.nodes[e.From] {
				return true
			}
			if far[e.From] = far[todo[0]] + 1; far[e.From] < steps {
				todo = append(todo, e.From)
			}
		}
	}
	return false
}

// fits reports whether the name of a database object matches a pattern with holes:
// dbo.{}_Create. A pattern that is only a hole matches every name.
func fits(pattern, name string) bool {
	if _, last, ok := strings.Cut(name, "."); ok && !strings.Contains(pattern, ".") {
		name = last
	}
	return matches(strings.ToLower(pattern), name)
}

// matches reports whether a name matches a pattern with holes: TOPIC shop.{}.
func matches(pattern, name string) bool {
	parts := strings.Split(pattern, "{}")
	if !strings.HasPrefix(name, parts[0]) || !strings.HasSuffix(name, parts[len(parts)-1]) {
		return false
	}
	for _, p := range parts {
		i := strings.Index(name, p)
		if i < 0 {
			return false
		}
		name = name[i+len(p):]
	}
	return true
}

// libraries collects the library calls with unknown effects.
func (s *searching) libraries(n uint32, node *graph.Node, depth int) error {
	edges, err := s.x.ExternalEdges(n)
	if err != nil {
		return err
	}
	looksUp := false
	var ends []End
	for _, e := range edges {
		if e.Kind != graph.Calls && e.Kind != graph.Creates && e.Kind != graph.References {
			continue
		}
		to, err := s.x.Node(e.To)
		if err != nil {
			return err
		}
		switch reason := reasonOf(to.Name); reason {
		case "":
		case isLookup:
			looksUp = true
		default:
			ends = append(ends, End{What: to.Name, Line: e.Line, Reason: reason})
		}
	}
	for _, e := range ends {
		if e.Reason == runsFound {
			if looksUp {
				continue
			}
			e.Reason = reflection
		}
		s.add(node, e.Line, e.What, e.Reason, depth, false)
	}
	return s.libraryCalls(n, node, edges, depth)
}

// unread collects the messages without handlers, and the database objects whose names
// have holes.
func (s *searching) unread(n uint32, node *graph.Node, depth int) error {
	edges, err := s.x.Out(n)
	if err != nil {
		return err
	}
	for _, e := range edges {
		data := e.Kind == graph.ReadsFrom || e.Kind == graph.WritesTo || e.Kind == graph.Executes
		if e.Kind != graph.Requests && !data {
			continue
		}
		to, err := s.x.Node(e.To)
		if err != nil {
			return err
		}
		switch {
		case data && strings.Contains(to.Name, "{}"):
			if s.t.mayBe(graph.OpenEnd{Name: to.Name, Reason: OpenName}) {
				s.add(node, e.Line, to.Name, OpenName, depth, false)
			}
		case e.Kind == graph.Requests && s.t.message:
			handled, err := s.handled(e.To)
			if err != nil {
				return err
			}
			if !handled {
				s.add(node, e.Line, to.Name, NoConsumer, depth, false)
			}
		}
	}
	return nil
}

// handled reports whether a message or route has a handler in the tree.
func (s *searching) handled(n uint32) (bool, error) {
	edges, err := s.x.Out(n)
	return slices.ContainsFunc(edges, func(e graph.Edge) bool {
		return e.Kind == graph.Handles || e.Kind == graph.Routes
	}), err
}

// add adds an open end, unless it was already added; anywhere marks a lookup on an object that may
// come from anywhere.
func (s *searching) add(node *graph.Node, line uint32, what, reason string, depth int, anywhere bool) {
	e := End{ID: string(node.ID), Name: node.Name, Path: node.Path, Line: line, What: what,
		Reason: reason}
	if s.found[e] {
		return
	}
	s.found[e] = true
	if e.depth, e.near = depth, s.t.nearness(node, what, reason); anywhere {
		e.near = nearAnywhere
	}
	s.list = append(s.list, e)
}

// The nearness of lookups on objects that may come from anywhere. They are the same for every
// target, so only the first is listed.
const (
	nearAnywhere = 4
	maxAnywhere  = 1 // such lookups in a list
)

// nearness grades how much an open end has in common with the target: 0 for the most, less than
// nearAnywhere.
func (t *target) nearness(node *graph.Node, what, reason string) int {
	switch {
	case t.names[what], t.paths[node.Path]:
		return 0
	case slices.ContainsFunc(t.database, func(name string) bool { return fits(what, name) }):
		return 1
	}
	for p := range t.paths {
		if path.Dir(p) == path.Dir(node.Path) {
			return 2
		}
	}
	return 3
}

// ends sorts the open ends.
func (s *searching) ends() *Ends {
	slices.SortFunc(s.list, func(a, b End) int {
		return cmp.Or(cmp.Compare(a.near, b.near), cmp.Compare(a.depth, b.depth),
			strings.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), strings.Compare(a.What, b.What),
			strings.Compare(a.ID, b.ID))
	})
	near := 0
	for near < len(s.list) && s.list[near].near < nearAnywhere {
		near++
	}
	listed := min(len(s.list), near+maxAnywhere, maxListed)
	return &Ends{List: s.list[:listed], Total: len(s.list), Complete: !s.cut, Reached: s.hit}
}

// Users finds the open ends that may be uses of some nodes: calls of their names with
// unknown targets.
func Users(x Index, nodes []uint32) (*Ends, error) {
	t := &target{nodes: map[uint32]bool{}, names: map[string]bool{}, paths: map[string]bool{}}
	s := &searching{x: x, t: t, found: map[End]bool{}, libs: newLibraryTypes(x)}
	languages := map[string]bool{}
	for _, n := range nodes {
		node, err := x.Node(n)
		if err != nil {
			return nil, err
		}
		if node.Kind.IsCallable() || node.Kind.IsType() {
			t.take(node, true)
			languages[node.Language] = true
		}
	}
	for name := range t.names {
		users, err := x.OpenEndsOf(name)
		if err != nil {
			return nil, err
		}
		for _, n := range users {
			node, err := x.Node(n)
			if err != nil {
				return nil, err
			}
			if !related(languages, node.Language) || slices.Contains(nodes, n) {
				continue
			}
			if err := s.addNamed(n, node, name, false); err != nil {
				return nil, err
			}
		}
	}
	if err := s.lookups(nodes, languages); err != nil {
		return nil, err
	}
	out := s.ends()
	out.Complete = true
	return out, nil
}

// related reports whether code in a language may use definitions in the given languages.
func related(languages map[string]bool, of string) bool {
	if languages[of] {
		return true
	}
	script := func(l string) bool {
		return slices.Contains([]string{"javascript", "typescript", "tsx", "jsx", "vue", "svelte"}, l)
	}
	for l := range languages {
		if script(l) && script(of) {
			return true
		}
	}
	return false
}
