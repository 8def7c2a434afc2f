// Package callers lists the users or the dependencies of a definition, one step away,
// with every line of use. Calls of an interface or base member count for the members that
// may run in its place, and calls of these for the interface or base member.
package callers

import (
	"cmp"
	"slices"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/answer/dispatch"
	"seedgraph/query/answer/openends"
	"seedgraph/query/render"
	"seedgraph/query/search"
)

// Options specifies which uses are listed.
type Options struct {
	Callees bool             // list dependencies instead of users
	Kinds   answer.EdgeKinds // empty: calls, creations and executions
	Filter  search.Selection // of the items
	Limit   int              // maximum number of items; 0: all
}

// An Answer is the callers or callees of nodes.
type Answer struct {
	Items []Item `json:"items"` // by node, code before tests, by path and line
	Total int    `json:"total"` // including items not listed
	// calls that may or may not be of a queried node, the nearest first; see AddOpenEnds
	OpenEnds []openends.End `json:"open_ends,omitempty"`
	Open     int            `json:"open,omitempty"` // number of open ends, listed or not

	heads   []heading // of the queried nodes
	callees bool
}

// An Item is a caller or callee of a node.
type Item struct {
	render.Item
	Of   string        `json:"of_id"` // the queried node
	Use  *dispatch.Use `json:"via"`
	Test bool          `json:"test,omitempty"`

	within bool     // the used node is in the queried package or type
	node   uint32   // the caller or callee
	source []string // source lines of the use; see AddSource
}

// Find finds the callers or callees of nodes.
func Find(x dispatch.Index, nodes []uint32, o Options) (*Answer, error) {
	follow := o.follow()
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
			if !o.Filter.Filter.Admits(info) {
				continue
			}
			item := Item{Item: it, Of: string(node.ID), Test: info.Flags.Has(graph.Test),
				within: node.Kind.IsExternal() && s.To != n, node: other}
			if item.Use, err = dispatch.NewUse(x, s); err != nil {
				return nil, err
			}
			items = append(items, item)
		}
		a.Items = append(a.Items, sorted(items)...)
		head := heading{string(node.ID), node.Name, len(items)}
		if len(nodes) > 1 { // overloads have the same name
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

// follow returns a predicate for the edges to list.
func (o *Options) follow() func(graph.Edge) bool {
	if o.Kinds.IsEmpty() {
		return dispatch.Runs
	}
	allow := o.Kinds.Or(answer.Dependencies())
	return func(e graph.Edge) bool { return allow.Has(e.Kind.String()) }
}

// steps lists the steps to or from a node. Creating an object of a type is a use of the
// type, whether or not it declares a constructor.
func (o *Options) steps(x dispatch.Index, w *dispatch.Walker, n uint32,
	follow func(graph.Edge) bool) ([]dispatch.Step, error) {
	if o.Callees {
		return w.Used(n, follow)
	}
	node, err := x.Node(n)
	if err != nil || node.Kind.IsExternal() {
		return o.foreignSteps(x, n, follow)
	}
	if node.Kind == graph.KindProperty && o.Kinds.IsEmpty() { // reads and assignments run it
		follow = func(e graph.Edge) bool { return dispatch.Runs(e) || e.Kind == graph.References }
	}
	steps, err := w.Users(n, follow)
	if err != nil {
		return nil, err
	}
	if steps, err = implementations(w, n, steps, follow); err != nil {
		return nil, err
	}
	if o.Kinds.IsEmpty() {
		if steps, err = handled(x, n, steps); err != nil {
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

// handled appends the steps from code that sends the messages which a node handles, and
// from code that enqueues a function as a task. A message without known senders, such as
// the model whose signals a function receives, is a step itself.
func handled(x dispatch.Index, n uint32, steps []dispatch.Step) ([]dispatch.Step, error) {
	in, err := x.In(n)
	if err != nil {
		return nil, err
	}
	for _, e := range in {
		if e.Kind != graph.Handles {
			continue
		}
		edges, err := x.In(e.From)
		if err != nil {
			return nil, err
		}
		known := len(steps)
		for _, sent := range edges {
			if sent.Kind == graph.Requests {
				steps = append(steps, dispatch.Step{Edge: sent, User: sent.From, Used: n})
			}
		}
		if len(steps) == known {
			steps = append(steps, dispatch.Step{Edge: e, User: e.From, Used: n})
		}
	}
	return steps, nil
}

// implementations appends the steps from users of members that may run in place of a
// node: calls of the implementation of an interface member count as calls of that member.
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

// foreignSteps lists the steps to an external symbol: all uses of the symbol and its
// contents, of the requested kinds or, by default, of any kind.
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
			if e.Kind != graph.Contains && (o.Kinds.IsEmpty() || follow(e)) {
				out = append(out, dispatch.Step{Edge: e, User: e.From, Used: e.To})
			}
		}
	}
	return out, nil
}

// sorted sorts items into the order of an answer.
func sorted(items []Item) []Item {
	slices.SortStableFunc(items, func(a, b Item) int {
		if a.Test != b.Test {
			if b.Test {
				return -1
			}
			return 1
		}
		if (a.Path == "") != (b.Path == "") { // external symbols come last
			return len(b.Path) - len(a.Path)
		}
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Item.Line(), b.Item.Line()),
			cmp.Compare(a.ID, b.ID), cmp.Compare(a.Use.Type, b.Use.Type),
			cmp.Compare(a.Use.To, b.Use.To))
	})
	return items
}
