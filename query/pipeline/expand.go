package pipeline

import (
	"fmt"
	"slices"

	"seedgraph/graph"
	"seedgraph/internal/near"
	"seedgraph/query/answer"
	"seedgraph/query/answer/expansion"
	"seedgraph/query/expand"
)

var expandTree = &action{
	name: "expand_dependency_tree",
	fields: []fieldSpec{
		{name: maxDepthFrom, form: setting},
		{name: maxNodesFrom, form: setting},
		{name: allowlistFrom, form: setting},
		{name: "direction", form: choice, values: []string{"out", "in", "both"}},
		{name: "active_index_from_settings", form: setting, ignored: "the artifacts are the index"},
		{name: "repository_from_settings", form: setting,
			ignored: "add repository to the settings"},
	},
	complete: expandComplete,
	ready:    expandReady,
	run:      runExpand,
}

// The fields whose values are names of settings.
const (
	maxDepthFrom  = "max_depth_from_settings"
	maxNodesFrom  = "max_nodes_from_settings"
	allowlistFrom = "edge_allowlist_from_settings"
)

// An Edge is an edge in the state.
type Edge struct {
	From string `json:"from_id"`
	To   string `json:"to_id"`
	Type string `json:"edge_type"`
}

// expandDebug is graph_debug after expand_dependency_tree.
type expandDebug struct {
	Reason        string `json:"reason"`
	SeedCount     int    `json:"seed_count"`
	ExpandedCount int    `json:"expanded_count"`
	EdgesCount    int    `json:"edges_count"`
	Truncated     bool   `json:"truncated"` // MaxNodes left an edge unwalked
	MaxDepth      int    `json:"max_depth"`
	MaxNodes      int    `json:"max_nodes"`
	// nodes with an edge left unwalked because of MaxNodes
	Cut          int            `json:"cut"`
	NotExpanded  int            `json:"not_expanded"` // nodes at MaxDepth
	NodesByDepth []int          `json:"nodes_by_depth"`
	EdgesByKind  map[string]int `json:"edges_by_kind"`
	Filtered     map[string]int `json:"filtered_edges"` // excluded by the allow-list
	Denied       int            `json:"denied_nodes"`   // removed by access filters
}

func expandComplete(d *document, s *Step) {
	for _, key := range []string{maxDepthFrom, maxNodesFrom, allowlistFrom} {
		if s.lacks(key) {
			d.add(s.At, s.ID, key, "give the name of a setting", "is missing")
		}
	}
}

func expandReady(p stepContext, s *Step, add reporter) {
	for _, key := range []string{maxDepthFrom, maxNodesFrom} {
		p.number(s, key, add)
	}
	if v, ok := p.named(s, allowlistFrom, " (null follows all edges)", add); ok {
		if _, err := allowlist(v.Value); err != nil {
			add(p.placeOf(v, s, allowlistFrom), "settings."+s.text(allowlistFrom), "", "%v", err)
		}
	}
}

// named returns the setting whose name is the value of a field.
func (p *Pipeline) named(s *Step, key, note string, add reporter) (Setting, bool) {
	name := s.text(key)
	v, ok := p.Settings[name]
	if !ok {
		remedy := "add it" + note
		if n := near.Name(name, p.Settings.names()); n != "" {
			remedy += ", or name " + n
		}
		add(s.at(key), key, remedy, "settings have no %s", name)
	}
	return v, ok
}

// number returns the number, at least 1, in the setting named by a field.
func (p *Pipeline) number(s *Step, key string, add reporter) int {
	v, ok := p.named(s, key, "", add)
	if !ok {
		return 0
	}
	n, ok := wholeNumber(v.Value)
	name := "settings." + s.text(key)
	switch {
	case !ok:
		add(p.placeOf(v, s, key), name, "write a whole number, at least 1", "is %v", show(v.Value))
	case n < 1:
		add(p.placeOf(v, s, key), name, "it must be at least 1", "is %d", n)
	}
	return n
}

// placeOf returns the location of a setting or, if it has no line, of the field that
// names it.
func (p *Pipeline) placeOf(v Setting, s *Step, key string) Place {
	if v.At.Line > 0 {
		return v.At
	}
	return s.at(key)
}

// allowlist parses the setting: null or a list of edge kinds.
func allowlist(v any) ([]string, error) {
	if v == nil {
		return nil, nil
	}
	list, ok := v.([]any)
	if !ok {
		return nil, fmt.Errorf("is %s: write a list of edge kinds, or null for all", show(v))
	}
	entries := []string{}
	for _, x := range list {
		t, ok := x.(string)
		if !ok {
			return nil, fmt.Errorf("an entry is %s: write the name of an edge kind", show(x))
		}
		entries = append(entries, t)
	}
	_, err := expand.Kinds(entries)
	return entries, err
}

func runExpand(r *Run, s *Step) (Report, error) {
	r.clearGraph()
	if _, err := r.scope("primary"); err != nil {
		return Report{}, err
	}
	ids, err := r.State.ids("retrieval_seed_nodes")
	if err != nil {
		return Report{}, err
	}
	if len(ids) == 0 {
		r.State["graph_debug"] = expandDebug{Reason: "no_seeds", NodesByDepth: []int{},
			EdgesByKind: map[string]int{}, Filtered: map[string]int{}}
		return Report{Summary: "no seeds, nothing to do"}, nil
	}
	var seeds []uint32
	for _, id := range ids {
		ref, err := r.Artifacts.find(id)
		if err != nil {
			return Report{}, err
		}
		if !r.isUnknown(ref) {
			seeds = append(seeds, ref.Node)
		}
	}
	opts, entries := r.expandOptions(s)
	res, err := expand.Expand(answer.Graph(r.Artifacts.Index), seeds, opts)
	if err != nil {
		return Report{}, err
	}
	if err := r.warnOfKinds(entries, res); err != nil {
		return Report{}, err
	}
	return r.keepExpansion(res, opts)
}

// expandOptions reads the settings, which were checked before.
func (r *Run) expandOptions(s *Step) (expand.Options, []string) {
	p := r.Plan.Pipeline
	depth, _ := wholeNumber(p.Settings[s.text(maxDepthFrom)].Value)
	nodes, _ := wholeNumber(p.Settings[s.text(maxNodesFrom)].Value)
	entries, _ := allowlist(p.Settings[s.text(allowlistFrom)].Value)
	allow, _ := expand.Kinds(entries)
	direction := expand.Direction(s.word("direction", string(expand.Out)))
	return expand.Options{MaxDepth: depth, MaxNodes: nodes, Allow: allow, Direction: direction},
		entries
}

func (r *Run) warnOfKinds(entries []string, res *expand.Result) error {
	if slices.ContainsFunc(entries, expand.IsLegacy) {
		r.warn("edge kind ReferencedBy(C#) does not exist in graphs: remove it from the allow-list")
	}
	missing, err := expansion.MissingKinds(r.Artifacts.Index, entries, res)
	for _, kind := range missing {
		r.warn("edge kind %s: the artifacts have no such edge", kind)
	}
	return err
}

// clearGraph clears the keys that an expansion sets.
func (r *Run) clearGraph() {
	for _, key := range []string{"graph_seed_nodes", "graph_expanded_nodes", "graph_nodes",
		"graph_edges", "expanded_chunk_ids", "expanded_node_keys"} {
		r.State[key] = []string{}
	}
}

// keepExpansion stores in the state the nodes and edges of an expansion that the access
// filters admit.
func (r *Run) keepExpansion(res *expand.Result, opts expand.Options) (Report, error) {
	debug := expandDebug{
		Reason: "ok", Truncated: res.Truncated, MaxDepth: opts.MaxDepth, MaxNodes: opts.MaxNodes,
		Cut: res.AtCap, NotExpanded: res.AtDepth, Filtered: res.Filtered,
	}
	tally := expansion.NewTally()
	allowed, err := r.trim(res, opts.Direction)
	if err != nil {
		return Report{}, err
	}
	lists := map[string][]string{"graph_seed_nodes": {}, "graph_expanded_nodes": {},
		"expanded_chunk_ids": {}, "expanded_node_keys": {}}
	for _, step := range res.Steps {
		id, ok := allowed[step.Node]
		if !ok {
			debug.Denied++
			continue
		}
		keep(lists, id, step.Depth == 0)
		tally.Node(step.Depth, "")
	}
	edges := []Edge{}
	for _, e := range res.Edges {
		from, okFrom := allowed[e.From]
		to, okTo := allowed[e.To]
		if okFrom && okTo {
			edges = append(edges, Edge{from, to, e.Kind})
			tally.Edge(e)
		}
	}
	for key, list := range lists {
		r.State[key] = list
	}
	r.State["graph_nodes"] = lists["graph_expanded_nodes"] // the runtime has both keys
	debug.NodesByDepth, debug.EdgesByKind = tally.NodesByDepth, tally.EdgesByKind
	debug.SeedCount, debug.ExpandedCount, debug.EdgesCount = len(lists["graph_seed_nodes"]), len(lists["graph_expanded_nodes"]), len(edges)
	r.State["graph_edges"], r.State["graph_debug"] = edges, debug
	return Report{Summary: expandSays(debug)}, nil
}

// keep adds an id to the lists that it belongs to.
func keep(lists map[string][]string, id string, seed bool) {
	kind := "expanded_chunk_ids"
	if graph.NodeID(id).IsKey() {
		kind = "expanded_node_keys"
	}
	keys := []string{"graph_expanded_nodes", kind}
	if seed {
		keys = append(keys, "graph_seed_nodes")
	}
	for _, key := range keys {
		lists[key] = append(lists[key], id)
	}
}

func expandSays(d expandDebug) string {
	says := fmt.Sprintf("%s grew to %s by %s", count(d.SeedCount, "seed"),
		count(d.ExpandedCount, "node"), count(d.EdgesCount, "edge"))
	if d.Truncated {
		says += "; cut at " + count(d.MaxNodes, "node")
	}
	if d.Denied > 0 {
		says += "; " + count(d.Denied, "node") + " denied"
	}
	return says
}

// count formats a number of things: 1 node, 2 nodes.
func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// trim returns the ids of the nodes of an expansion that the access filters admit. If
// nodes must be reached through allowed ones, which is the default, nodes only reachable
// through denied ones are also left out.
func (r *Run) trim(res *expand.Result, direction expand.Direction) (map[uint32]string, error) {
	f, err := r.stateFilters()
	if err != nil {
		return nil, err
	}
	allowed := make(map[uint32]string, len(res.Steps))
	for _, step := range res.Steps {
		n, err := r.Artifacts.Index.Node(step.Node)
		if err != nil {
			return nil, err
		}
		if f.permits(n) {
			allowed[step.Node] = string(n.ID)
		}
	}
	if len(allowed) == len(res.Steps) || !r.mustTravel() {
		return allowed, nil
	}
	return reachable(res, allowed, direction), nil
}

// mustTravel returns the setting require_travel_permission.
func (r *Run) mustTravel() bool {
	v, ok := r.Plan.Pipeline.Settings["require_travel_permission"].Value.(bool)
	return v || !ok
}

// reachable returns the allowed nodes that are reachable from allowed seeds by edges
// between allowed nodes.
func reachable(res *expand.Result, allowed map[uint32]string,
	direction expand.Direction) map[uint32]string {
	next := map[uint32][]uint32{}
	for _, e := range res.Edges {
		if direction != expand.In {
			next[e.From] = append(next[e.From], e.To)
		}
		if direction != expand.Out {
			next[e.To] = append(next[e.To], e.From)
		}
	}
	out := map[uint32]string{}
	var queue []uint32
	reach := func(n uint32) {
		if id, ok := allowed[n]; ok && out[n] == "" {
			out[n] = id
			queue = append(queue, n)
		}
	}
	for _, step := range res.Steps {
		if step.Depth == 0 {
			reach(step.Node)
		}
	}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		for _, to := range next[n] {
			reach(to)
		}
	}
	return out
}
