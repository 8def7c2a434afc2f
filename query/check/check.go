package check

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/query/answer/structure"
	"seedgraph/query/search"
)

// An Index is the graph that is compared with the rules. [*artifacts.Reader] implements
// it.
type Index interface {
	structure.Index
	ExternalEdges(n uint32) ([]graph.Edge, error)
}

// A Violation is a place where the graph breaks a rule.
type Violation struct {
	Rule    string   `json:"rule"`
	Message string   `json:"message"`
	Path    string   `json:"path"`   // empty without a place
	Line    uint32   `json:"line"`   // 0 without a place
	From    string   `json:"from"`   // ID of the origin of the edge, or of the route or table; empty for a cycle
	To      string   `json:"to"`     // ID of the target of the edge, or empty
	Edge    string   `json:"edge"`   // kind of the edge, or empty
	Tier    string   `json:"tier"`   // of the edge, or empty
	Groups  []string `json:"groups"` // of a cycle, or the writers of a table
}

// The names of the rules that have no name of their own.
const (
	ruleLayers  = "layers"
	ruleCycles  = "no_new_cycles"
	ruleRoutes  = "routes_require"
	ruleWriters = "single_writer"
)

// A checker evaluates rules. Test code is not subject to them.
type checker struct {
	x     Index
	rules *Rules
	nodes []graph.Node
	layer []int // index of the layer of each node, or -1
	found []Violation
}

// Check lists the violations of rules, those of one rule together, and the selectors that
// match no node.
func Check(ctx context.Context, x Index, r *Rules) (found []Violation, unmatched []string, err error) {
	c := &checker{x: x, rules: r, nodes: make([]graph.Node, x.NumNodes())}
	err = x.Nodes(func(n uint32, node *graph.Node) error {
		c.nodes[n] = *node
		return ctx.Err()
	})
	if err != nil {
		return nil, nil, err
	}
	c.placeInLayers()
	for _, step := range []func(context.Context) error{c.edges, c.cycles, c.routes, c.writers} {
		if err := step(ctx); err != nil {
			return nil, nil, err
		}
	}
	slices.SortStableFunc(c.found, compareViolations)
	return c.found, c.unmatched(), nil
}

func compareViolations(a, b Violation) int {
	return cmp.Or(strings.Compare(a.Rule, b.Rule), strings.Compare(a.Path, b.Path),
		cmp.Compare(a.Line, b.Line), strings.Compare(a.From, b.From),
		strings.Compare(a.To, b.To), strings.Compare(a.Edge, b.Edge),
		slices.Compare(a.Groups, b.Groups))
}

// placeInLayers finds the first layer of each node.
func (c *checker) placeInLayers() {
	if len(c.rules.Layers) == 0 {
		return
	}
	c.layer = make([]int, len(c.nodes))
	for n := range c.nodes {
		c.layer[n] = slices.IndexFunc(c.rules.Layers,
			func(l Layer) bool { return l.Of.Match(&c.nodes[n]) })
	}
}

// unmatched lists the selectors that match no node: they check nothing, often because
// folders were renamed.
func (c *checker) unmatched() []string {
	list := []string{}
	note := func(where string, s *Selector) {
		if !slices.ContainsFunc(c.nodes, func(n graph.Node) bool { return s.Match(&n) }) {
			list = append(list, where)
		}
	}
	for i := range c.rules.Layers {
		l := &c.rules.Layers[i]
		note(fmt.Sprintf("layer %s (line %d)", l.Name, l.line), &l.Of)
	}
	for i := range c.rules.Forbid {
		f := &c.rules.Forbid[i]
		note(fmt.Sprintf("from of %s (line %d)", f.Name, f.line), &f.From)
		note(fmt.Sprintf("to of %s (line %d)", f.Name, f.line), &f.To)
	}
	return list
}

// edges checks layers and forbidden edges.
func (c *checker) edges(ctx context.Context) error {
	if len(c.rules.Layers)+len(c.rules.Forbid) == 0 {
		return nil
	}
	for n := range c.nodes {
		if err := ctx.Err(); err != nil {
			return err
		}
		if c.nodes[n].Flags.Has(graph.Test) {
			continue
		}
		edges, err := c.x.Out(uint32(n))
		if err != nil {
			return err
		}
		outer, err := c.x.ExternalEdges(uint32(n))
		if err != nil {
			return err
		}
		for _, e := range slices.Concat(edges, outer) {
			c.edge(e)
		}
	}
	return nil
}

// isStatic reports whether an edge of a kind is a dependency in the source. A lower layer
// may reach an upper one at run time, through an interface or a message.
func isStatic(k graph.EdgeKind) bool {
	return k.IsDependency() && k != graph.Tests && !structure.AtRunTime(k)
}

func (c *checker) edge(e graph.Edge) {
	from, to := &c.nodes[e.From], &c.nodes[e.To]
	if c.layer != nil && isStatic(e.Kind) {
		if upper, lower := c.layer[e.To], c.layer[e.From]; upper >= 0 && upper < lower {
			c.addEdge(ruleLayers, e, fmt.Sprintf("%s is below %s", c.rules.Layers[lower].Name,
				c.rules.Layers[upper].Name))
		}
	}
	for i := range c.rules.Forbid {
		f := &c.rules.Forbid[i]
		fits := slices.Contains(f.Edges, e.Kind)
		if len(f.Edges) == 0 {
			fits = isStatic(e.Kind)
		}
		if fits && f.From.Match(from) && f.To.Match(to) {
			c.addEdge(f.Name, e, "")
		}
	}
}

func (c *checker) addEdge(rule string, e graph.Edge, why string) {
	from, to := &c.nodes[e.From], &c.nodes[e.To]
	message := fmt.Sprintf("%s %s %s", from.Name, e.Kind, to.Name)
	if why != "" {
		message += ": " + why
	}
	line := e.Line
	if line == 0 {
		line = from.Span.StartLine
	}
	c.found = append(c.found, Violation{Rule: rule, Message: message, Path: from.Path, Line: line,
		From: string(from.ID), To: string(to.ID), Edge: e.Kind.String(), Tier: e.Tier.String(),
		Groups: []string{}})
}

// cycles lists the cycles of groups. Those of a baseline are removed later.
func (c *checker) cycles(context.Context) error {
	if c.rules.Cycles == "" {
		return nil
	}
	s, err := structure.Find(c.x, structure.Options{By: c.rules.Cycles, Depth: math.MaxInt,
		Filter: search.Selection{Tests: search.Drop}})
	if err != nil {
		return err
	}
	for _, cycle := range s.Cycles {
		c.found = append(c.found, Violation{Rule: ruleCycles, Groups: cycle.Groups,
			Message: fmt.Sprintf("%s depend on each other; the lightest dependency is %s on %s, %d edges",
				list(cycle.Groups), cycle.Lightest.From, cycle.Lightest.To, cycle.Lightest.Edges)})
	}
	return nil
}

// maxListed bounds the number of names in a message.
const maxListed = 8

func list(names []string) string {
	if len(names) > maxListed {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:maxListed], ", "), len(names)-maxListed)
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// routes checks the HTTP routes that the tree answers.
func (c *checker) routes(context.Context) error {
	if c.rules.Routes == nil {
		return nil
	}
	for n := range c.nodes {
		route := &c.nodes[n]
		if route.Kind != graph.KindRoute || route.Language != "http" ||
			route.Flags.Has(graph.Test) || matchesName(c.rules.Routes.Except, route.Name) {
			continue
		}
		answered, err := c.isAnswered(uint32(n))
		if err != nil {
			return err
		}
		state := ""
		if answered {
			state = c.rules.Routes.breach(route)
		}
		if state != "" {
			c.found = append(c.found, Violation{Rule: ruleRoutes, Message: route.Name + " " + state,
				Path: route.Path, Line: route.Span.StartLine, From: string(route.ID), Groups: []string{}})
		}
	}
	return nil
}

// isAnswered reports whether a route has a handler in the tree.
func (c *checker) isAnswered(n uint32) (bool, error) {
	edges, err := c.x.Out(n)
	return slices.ContainsFunc(edges, func(e graph.Edge) bool { return e.Kind == graph.Routes }), err
}

// breach states how a route breaks the rule; empty if it does not.
func (a *Authorization) breach(route *graph.Node) string {
	state := "has no authorization that is known"
	for _, attribute := range route.Attributes() {
		switch attribute.Key {
		case graph.AttrAnonymous:
			if a.Anonymous {
				return ""
			}
			return "is open to everybody"
		case graph.AttrAuthorize:
			state = ""
		}
	}
	return state
}

// writers checks that a single group writes each table.
func (c *checker) writers(context.Context) error {
	w := c.rules.Writers
	if w == nil {
		return nil
	}
	groupOf, err := structure.Grouping(c.x, w.By)
	if err != nil {
		return err
	}
	for n := range c.nodes {
		table := &c.nodes[n]
		if table.Kind != graph.KindTable || len(w.Tables) > 0 && !matchesName(w.Tables, table.Name) ||
			matchesName(w.Except, table.Name) {
			continue
		}
		edges, err := c.x.In(uint32(n))
		if err != nil {
			return err
		}
		groups := []string{}
		for _, e := range edges {
			from := &c.nodes[e.From]
			if e.Kind == graph.WritesTo && !from.Flags.Has(graph.Test) && from.Path != "" {
				groups = append(groups, groupOf(from))
			}
		}
		slices.Sort(groups)
		if groups = slices.Compact(groups); len(groups) > 1 {
			c.found = append(c.found, Violation{Rule: ruleWriters,
				Message: fmt.Sprintf("%s is written by %s", table.Name, list(groups)),
				Path:    table.Path, Line: table.Span.StartLine, From: string(table.ID), Groups: groups})
		}
	}
	return nil
}
