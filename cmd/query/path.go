package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/expand"
	"seedgraph/graph"
	"seedgraph/internal/cli"
	"seedgraph/render"
)

// pathLimit is how many paths path prints by default.
const pathLimit = 1

// directionAuto tries the directions one after the other.
const directionAuto = "auto"

var pathDirections = []string{directionAuto, string(expand.Out), string(expand.In), string(expand.Above), string(expand.Below), string(expand.Both)}

type pathOptions struct {
	depth     int
	edges     []string
	direction string
	through   []string
}

const pathLong = `Path says why two nodes are connected: the shortest ways between them, the
strongest first.

By default it looks for a way along the edges, by which A leads to B (calls it,
reads it, is built on it), then for one by which B leads to A. Where neither does, it
looks for what leads to both, and for what both lead to, the nearest that is not used
everywhere; --direction asks for one of these alone. A call of a member leads on to
what overrides or implements it.

A and B are IDs, folders, or names of several overloads. They stand for what lies in
them but tests: a class for its methods, a folder for the definitions of its files. The
edges from them to that are printed, but do not count. Of ways of equal length the
strongest is the one with the highest product of the weights and confidences of its
edges, and of equal ones that through nodes with few edges: a logger that everything
calls explains little. Names outside the tree and tests can be ends, but paths lead
through them only with --through.`

const pathExample = `  query path OrderService.Place 'dbo.Order|TABLE'
  query path src/web src/data/OrderRepository.cs --edges Calls,Creates
  query path OrderService BillingJob --direction both --max-depth 4
  query path OrderService.Place 'dbo.Order|TABLE' --json | query fetch -`

func newPathCommand(g *globals) *cobra.Command {
	var o pathOptions
	c := &cobra.Command{
		Use:               "path A B",
		Short:             "Say why two nodes are connected",
		Long:              pathLong,
		Example:           pathExample,
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: completeIDs(g),
		RunE: func(c *cobra.Command, args []string) error {
			return g.with(func(s *session) error { return runPath(s, args, o) })
		},
	}
	f := c.Flags()
	f.IntVarP(&o.depth, "max-depth", "d", 12, "edges of a path at most")
	f.StringSliceVarP(&o.edges, "edges", "e", nil, "follow these kinds of edges alone (default all but Contains and Imports)")
	f.StringVar(&o.direction, "direction", directionAuto,
		"out: A leads to B, in: B to A, above: something leads to both, below: both lead to it, both: whichever way edges lead, auto: the first of these that there is")
	f.StringSliceVar(&o.through, "through", nil, "let paths lead through these, too: external, tests")
	_ = c.RegisterFlagCompletionFunc("through", cobra.FixedCompletions(throughNames, cobra.ShellCompDirectiveNoFileComp))
	completeEdges(c)
	_ = c.RegisterFlagCompletionFunc("direction", cobra.FixedCompletions(pathDirections, cobra.ShellCompDirectiveNoFileComp))
	return c
}

// pathAnswer is the JSON of path.
type pathAnswer struct {
	From      string     `json:"from_id"`   // as given if that is a folder, or a name of several nodes
	To        string     `json:"to_id"`     // likewise
	Direction string     `json:"direction"` // that of the paths
	Total     int        `json:"total"`     // shortest paths, listed or not
	Paths     []pathJSON `json:"paths"`     // the best first
	Items     []pathItem `json:"items"`     // the nodes of the paths, each once, in the order in which these lead to them
}

type pathJSON struct {
	Length   int       `json:"length"`   // edges, those from A or B to what lies in it not counted
	Strength float64   `json:"strength"` // product of the weights and confidences of these edges
	Nodes    []string  `json:"nodes"`    // from A to B
	Edges    []hopJSON `json:"edges"`    // between them: one less

	turn int // index of the node where it turns, if it does
}

type hopJSON struct {
	edgeJSON
	Against bool `json:"against"` // the path leads from its to_id to its from_id
}

type pathItem struct {
	render.Item
	ParentID *string   `json:"parent_id"` // the node before it on the first path that leads to it
	Via      *edgeJSON `json:"via"`       // the edge between them
}

func runPath(s *session, args []string, o pathOptions) error {
	opts, err := o.options(s)
	if err != nil {
		return err
	}
	ends, err := s.pathEnds(args)
	if err != nil {
		return err
	}
	paths, err := findPaths(adjacency{s}, ends, &opts, o.direction)
	if err != nil {
		return err
	}
	answer, err := s.pathAnswer(paths, ends, opts.Direction)
	if err != nil {
		return err
	}
	if s.json {
		err = render.JSON(s.streams.Out, answer)
	} else {
		err = s.printPaths(answer, ends)
	}
	if err == nil && len(paths.Found) == 0 {
		err = cli.WithHint(fmt.Errorf("%w: no path of at most %d edges from %s to %s%s", cli.ErrNothingFound, o.depth, args[0], args[1], directionText(o.direction)),
			"--max-depth, --edges and --direction say where to look")
	}
	return err
}

func directionText(direction string) string {
	switch expand.Direction(direction) {
	case expand.Out:
		return " along the edges"
	case expand.In:
		return " against the edges"
	case expand.Above:
		return " by way of what leads to both"
	case expand.Below:
		return " by way of what both lead to"
	}
	return ", whichever way edges lead"
}

func (o *pathOptions) options(s *session) (expand.PathOptions, error) {
	opts := expand.PathOptions{MaxDepth: o.depth, MaxPaths: s.limitOr(pathLimit), Turned: expand.Raw([]string{graph.Overrides.String()}), Stands: expand.Raw([]string{graph.Contains.String()})}
	o.direction = strings.ToLower(o.direction)
	if !slices.Contains(pathDirections, o.direction) {
		return opts, fmt.Errorf("--direction %s: use %s", o.direction, strings.Join(pathDirections, ", "))
	}
	if o.depth < 1 {
		return opts, fmt.Errorf("--max-depth is %d: it must be at least 1", o.depth)
	}
	var err error
	if opts.Admit, err = o.admission(s); err != nil {
		return opts, err
	}
	opts.Allow, err = contextEdges(o.edges)
	if err != nil {
		return opts, fmt.Errorf("--edges: %w", err)
	}
	return opts, nil
}

// throughNames are what paths lead through only if they are told to: what ties
// everything to everything explains nothing.
var throughNames = []string{"external", "tests"}

// admission says which nodes a path may lead through.
func (o *pathOptions) admission(s *session) (func(uint32) bool, error) {
	shut := graph.External | graph.Test
	for _, name := range o.through {
		switch name {
		case throughNames[0]:
			shut &^= graph.External
		case throughNames[1]:
			shut &^= graph.Test
		default:
			return nil, fmt.Errorf("--through %s: use %s", name, strings.Join(throughNames, " or "))
		}
	}
	return func(n uint32) bool {
		node, err := s.Node(n)
		return err != nil || node.Flags&shut == 0
	}, nil
}

// Where two nodes meet, at first only nodes with few edges count: what much of
// the repository uses ties no two of its parts together. To avoid others a path
// may be longer by some edges.
var busyEdges = []int{30, 120, 0}

const busyDetour = 2

// meetings are the directions of paths between nodes of which none leads to the
// other, the most telling first.
var meetings = []expand.Direction{expand.Above, expand.Below}

// findPaths looks for paths in the direction, or in the first that has one, and
// leaves in opts which that was.
func findPaths(g expand.Adjacency, ends [2]pathEnd, opts *expand.PathOptions, direction string) (*expand.Paths, error) {
	if direction != directionAuto {
		opts.Direction = expand.Direction(direction)
		return expand.FindPaths(g, ends[0].nodes, ends[1].nodes, *opts)
	}
	for _, opts.Direction = range []expand.Direction{expand.Out, expand.In} {
		paths, err := expand.FindPaths(g, ends[0].nodes, ends[1].nodes, *opts)
		if err != nil || len(paths.Found) > 0 {
			return paths, err
		}
	}
	paths, err := findMeeting(g, ends, opts)
	if err != nil || len(paths.Found) > 0 {
		return paths, err
	}
	opts.Direction = expand.Both
	return expand.FindPaths(g, ends[0].nodes, ends[1].nodes, *opts)
}

// findMeeting finds the nearest place where the ends meet that is not busy.
func findMeeting(g expand.Adjacency, ends [2]pathEnd, opts *expand.PathOptions) (*expand.Paths, error) {
	o, best := *opts, &expand.Paths{}
	find := func() error {
		for _, d := range meetings {
			o.Direction = d
			paths, err := expand.FindPaths(g, ends[0].nodes, ends[1].nodes, o)
			if err != nil {
				return err
			}
			if len(paths.Found) > 0 {
				best, opts.Direction, o.MaxDepth = paths, d, paths.Found[0].Length-1
			}
			if o.MaxDepth < 1 {
				break
			}
		}
		return nil
	}
	if err := find(); err != nil || len(best.Found) == 0 {
		return best, err
	}
	most := min(opts.MaxDepth, best.Found[0].Length+busyDetour)
	shortest, direction := best, opts.Direction
	for _, o.Busy = range busyEdges {
		best, o.MaxDepth = &expand.Paths{}, most
		if err := find(); err != nil || len(best.Found) > 0 {
			return best, err
		}
	}
	opts.Direction = direction
	return shortest, nil
}

func (s *session) pathAnswer(paths *expand.Paths, ends [2]pathEnd, direction expand.Direction) (*pathAnswer, error) {
	a := &pathAnswer{From: ends[0].id, To: ends[1].id, Direction: string(direction), Total: paths.Total, Paths: []pathJSON{}, Items: []pathItem{}}
	seen := map[uint32]bool{}
	for _, p := range paths.Found {
		path, items, err := s.describePath(p)
		if err != nil {
			return nil, err
		}
		a.Paths = append(a.Paths, path)
		for i, n := range p.Nodes {
			if !seen[n] {
				seen[n] = true
				a.Items = append(a.Items, items[i])
			}
		}
	}
	return a, nil
}

// describePath describes a path, and the nodes on it in order. The score of a
// node is the strength of the path.
func (s *session) describePath(p expand.Path) (pathJSON, []pathItem, error) {
	path := pathJSON{Length: p.Length, Strength: round(p.Strength), Nodes: []string{}, Edges: []hopJSON{}, turn: p.Turn}
	var items []pathItem
	for i, n := range p.Nodes {
		it, _, err := s.itemOf(target{node: n}, p.Strength)
		if err != nil {
			return path, nil, err
		}
		item := pathItem{Item: it}
		if i > 0 {
			e, err := s.edgeJSON(p.Edges[i-1])
			if err != nil {
				return path, nil, err
			}
			path.Edges = append(path.Edges, hopJSON{e, p.Edges[i-1].From == n})
			item.ParentID, item.Via = &items[i-1].ID, &e
		}
		path.Nodes = append(path.Nodes, it.ID)
		items = append(items, item)
	}
	return path, items, nil
}

// printPaths prints each path, a node a line under the edge that leads to it.
func (s *session) printPaths(a *pathAnswer, ends [2]pathEnd) error {
	items := map[string]*render.Item{}
	for i := range a.Items {
		items[a.Items[i].ID] = &a.Items[i].Item
	}
	for i, p := range a.Paths {
		lines := []string{pathTitle(p, expand.Direction(a.Direction), ends[0].name, ends[1].name, items[p.Nodes[p.turn]].Name)}
		if i > 0 {
			lines = append([]string{""}, lines...)
		}
		for j, id := range p.Nodes {
			if j > 0 {
				lines = append(lines, "    "+hopText(p.Edges[j-1]))
			}
			it := items[id]
			lines = append(lines, fmt.Sprintf("  %s  %s %s  %s", it.Handle, it.Kind, it.Name, render.Place(*it)))
		}
		if err := s.print(lines...); err != nil {
			return err
		}
	}
	if more := a.Total - len(a.Paths); more > 0 {
		s.warn("%d of %d shortest paths; --limit gives more", len(a.Paths), a.Total)
	}
	return nil
}

// pathTitle says what a path means.
func pathTitle(p pathJSON, direction expand.Direction, from, to, turn string) string {
	var says string
	switch {
	case p.Length == 0:
		return containment(p.Edges, from, to)
	case direction == expand.Out:
		says = fmt.Sprintf("%s leads to %s", from, to)
	case direction == expand.In:
		says = fmt.Sprintf("%s leads to %s", to, from)
	case direction == expand.Above:
		says = fmt.Sprintf("%s leads to both %s and %s", turn, from, to)
	case direction == expand.Below:
		says = fmt.Sprintf("both %s and %s lead to %s", from, to, turn)
	default:
		says = fmt.Sprintf("%s and %s meet", from, to)
	}
	edges := "edges"
	if p.Length == 1 {
		edges = "edge"
	}
	return fmt.Sprintf("%s: %d %s, strength %.3g", says, p.Length, edges, p.Strength)
}

// containment says what a path of Contains alone means.
func containment(edges []hopJSON, from, to string) string {
	up := slices.IndexFunc(edges, func(h hopJSON) bool { return h.Against })
	switch {
	case up < 0:
		return fmt.Sprintf("%s contains %s", from, to)
	case up == 0:
		return fmt.Sprintf("%s contains %s", to, from)
	}
	return fmt.Sprintf("%s and %s contain the same", from, to)
}

// hopText says how a path leads from one node to the next.
func hopText(h hopJSON) string {
	arrow := "->"
	if h.Against {
		arrow = "<-"
	}
	if h.Type == graph.Contains.String() {
		return arrow + " " + h.Type
	}
	text := fmt.Sprintf("%s %s (%s", arrow, h.Type, h.Tier)
	if h.Line > 0 {
		text += fmt.Sprintf(", line %d", h.Line)
	}
	return text + ")"
}
