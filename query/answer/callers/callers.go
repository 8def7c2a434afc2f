// Package callers answers who uses a definition and what it uses, in one step, with
// every line where it does. Calls of an interface or base member count for what may
// run in its place, and calls of that for the interface or base member.
package callers

import (
	"cmp"
	"slices"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/answer/dispatch"
	"seedgraph/query/render"
)

// Options selects what is listed.
type Options struct {
	Callees bool          // what the nodes use, instead of who uses them
	Kinds   []string      // edges; empty: calls, creations and executions
	Filter  answer.Filter // of the items
	Limit   int           // items at most; 0: all
}

// An Answer is the callers or callees of nodes.
type Answer struct {
	Items []Item `json:"items"` // by node, code before tests, by path and line
	Total int    `json:"total"` // listed or not

	heads   []heading // of the nodes asked for
	callees bool
}

// An Item is a caller or callee of a node.
type Item struct {
	render.Item
	Of   string        `json:"of_id"` // the node asked for
	Use  *dispatch.Use `json:"via"`
	Test bool          `json:"test,omitempty"`

	within bool     // what is used is in the package or type asked for
	node   uint32   // the caller or callee
	source []string // the lines of the use; see AddSource
}

// Find finds the callers or callees of nodes.
func Find(x dispatch.Index, nodes []uint32, o Options) (*Answer, error) {
	opts, err := o.Filter.Options()
	if err != nil {
		return nil, err
	}
	follow, err := o.follow()
	if err != nil {
		return nil, err
	}
	a := &Answer{Items: []Item{}, callees: o.Callees}
	if o.Callees {
		x = dispatch.Wide(x)
	}
	w := dispatch.NewWalker(x)
	for _, n := range nodes {
		node, err := x.Node(n)
		if err != nil {
			return nil, err
		}
		steps, err := o.steps(x, w, n, follow)
		if err != nil {
			return nil, err
		}
		var items []Item
		for _, s := range steps {
			other := s.User
			if o.Callees {
				other = s.Used
			}
			it, info, err := answer.NewItem(x, answer.Target{Node: other}, 0)
			if err != nil {
				return nil, err
			}
			if !opts.Filter.Admits(info) {
				continue
			}
			item := Item{Item: it, Of: string(node.ID), Test: info.Flags.Has(graph.Test),
				within: node.Kind.IsOutside() && s.To != n, node: other}
			if item.Use, err = dispatch.NewUse(x, s); err != nil {
				return nil, err
			}
			items = append(items, item)
		}
		a.Items = append(a.Items, sorted(items)...)
		head := heading{string(node.ID), node.Name, len(items)}
		if len(nodes) > 1 { // overloads have one name
			head.name += " at " + render.Place(render.NewItem(node, 0))
		}
		a.heads = append(a.heads, head)
	}
	a.Total = len(a.Items)
	if o.Limit > 0 {
		a.Items = a.Items[:min(o.Limit, len(a.Items))]
	}
	return a, nil
}

// follow reads the kinds of edges.
func (o *Options) follow() (func(graph.Edge) bool, error) {
	if len(o.Kinds) == 0 {
		return dispatch.Runs, nil
	}
	allow, err := answer.Dependencies(o.Kinds)
	if err != nil {
		return nil, err
	}
	return func(e graph.Edge) bool { return allow.Has(e.Kind.String()) }, nil
}

// steps lists the steps to or from a node. Whoever creates an object of a type uses
// the type, whether that declares a constructor or not.
func (o *Options) steps(x dispatch.Index, w *dispatch.Walker, n uint32,
	follow func(graph.Edge) bool) ([]dispatch.Step, error) {
	if o.Callees {
		return w.Used(n, follow)
	}
	if node, err := x.Node(n); err != nil || node.Kind.IsOutside() {
		return o.foreignSteps(x, n, follow)
	}
	steps, err := w.Users(n, follow)
	if err != nil {
		return nil, err
	}
	if steps, err = implementations(w, n, steps, follow); err != nil {
		return nil, err
	}
	if len(o.Kinds) == 0 {
		if steps, err = enqueued(x, n, steps); err != nil {
			return nil, err
		}
	}
	edges, err := x.Out(n)
	if err != nil {
		return nil, err
	}
	for _, e := range edges {
		if e.Kind != graph.Contains {
			continue
		}
		node, err := x.Node(e.To)
		if err != nil {
			return nil, err
		}
		if node.Kind != graph.KindConstructor {
			continue
		}
		more, err := w.Users(e.To, follow)
		if err != nil {
			return nil, err
		}
		for i := range more {
			more[i].Used = more[i].To
		}
		steps = append(steps, more...)
	}
	return steps, nil
}

// enqueued appends the steps from those who have a queue run a function.
func enqueued(x dispatch.Index, n uint32, steps []dispatch.Step) ([]dispatch.Step, error) {
	topics, err := answer.Tasks(x, n)
	if err != nil {
		return nil, err
	}
	for _, topic := range topics {
		edges, err := x.In(topic)
		if err != nil {
			return nil, err
		}
		for _, e := range edges {
			if e.Kind == graph.Requests {
				steps = append(steps, dispatch.Step{Edge: e, User: e.From, Used: n})
			}
		}
	}
	return steps, nil
}

// implementations appends the steps from those who name a member that may run in the place of a
// node: of an interface member, they call what implements it.
func implementations(w *dispatch.Walker, n uint32, steps []dispatch.Step,
	follow func(graph.Edge) bool) ([]dispatch.Step, error) {
	known := map[dispatch.Step]bool{}
	for _, s := range steps {
		known[dispatch.Step{Edge: s.Edge}] = true
	}
	seen := map[uint32]bool{n: true}
	for queue := []uint32{n}; len(queue) > 0; queue = queue[1:] {
		below, err := w.Below(queue[0])
		if err != nil {
			return nil, err
		}
		for _, b := range below {
			if seen[b] {
				continue
			}
			seen[b] = true
			queue = append(queue, b)
			users, err := w.Users(b, follow)
			if err != nil {
				return nil, err
			}
			for _, s := range users {
				if key := (dispatch.Step{Edge: s.Edge}); s.To == b && !known[key] {
					known[key] = true
					steps = append(steps, s)
				}
			}
		}
	}
	return steps, nil
}

// foreignSteps lists the steps to a name outside the tree: every use of it, and of what is
// in it, of the kinds asked for; if none are, of any.
func (o *Options) foreignSteps(x dispatch.Index, n uint32,
	follow func(graph.Edge) bool) ([]dispatch.Step, error) {
	names, err := dispatch.Within(x, n)
	if err != nil {
		return nil, err
	}
	var out []dispatch.Step
	for _, name := range names {
		edges, err := x.In(name)
		if err != nil {
			return nil, err
		}
		for _, e := range edges {
			if e.Kind != graph.Contains && (len(o.Kinds) == 0 || follow(e)) {
				out = append(out, dispatch.Step{Edge: e, User: e.From, Used: e.To})
			}
		}
	}
	return out, nil
}

// sorted puts items into the order of an answer.
func sorted(items []Item) []Item {
	slices.SortStableFunc(items, func(a, b Item) int {
		if a.Test != b.Test {
			if b.Test {
				return -1
			}
			return 1
		}
		if (a.Path == "") != (b.Path == "") { // what is outside the tree comes last
			return len(b.Path) - len(a.Path)
		}
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Item.Line(), b.Item.Line()),
			cmp.Compare(a.ID, b.ID), cmp.Compare(a.Use.Type, b.Use.Type),
			cmp.Compare(a.Use.To, b.Use.To))
	})
	return items
}
