package inventory

import (
	"slices"

	"seedgraph/answer/dispatch"
	"seedgraph/artifacts"
	"seedgraph/graph"
)

// A usage says what is used.
type usage struct {
	x      Index
	w      *dispatch.Walker
	uses   []artifacts.Uses // nil: the edges are read
	routes bool             // what a route leads to is used
	crowds map[uint32]crowd
}

func newUsage(x Index, routes bool) (*usage, error) {
	uses, err := x.Uses()
	return &usage{x: x, w: dispatch.NewWalker(x), uses: uses, routes: routes,
		crowds: map[uint32]crowd{}}, err
}

// used reports whether a node is used by others than itself: by its own name, or by
// that of a member that it stands in for.
func (u *usage) used(n uint32) (bool, error) { return u.usedBeside(n, []uint32{n}) }

// typeUsed reports whether something outside a type uses it or what it contains.
func (u *usage) typeUsed(n uint32) (bool, error) {
	own := []uint32{n}
	for i := 0; i < len(own); i++ {
		edges, err := u.x.Out(own[i])
		if err != nil {
			return false, err
		}
		for _, e := range edges {
			if e.Kind == graph.Contains && !slices.Contains(own, e.To) {
				own = append(own, e.To)
			}
		}
	}
	for _, m := range own {
		if used, err := u.usedBeside(m, own); used || err != nil {
			return used, err
		}
	}
	return false, nil
}

// usedBeside reports whether a node is used by others than own, which has it. The
// edges are read where the uses, if there are any, do not say it.
func (u *usage) usedBeside(n uint32, own []uint32) (bool, error) {
	if u.uses != nil {
		wanted := artifacts.UsedByOthers
		if u.routes {
			wanted |= artifacts.Routed
		}
		named := u.uses[n]&wanted != 0
		if named && len(own) == 1 || !named && u.uses[n]&artifacts.StandsIn == 0 {
			return named, nil
		}
	}
	above, err := u.w.Above(n)
	if err != nil {
		return false, err
	}
	for _, base := range above {
		used, err := u.usedAs(n, base, own)
		if used || err != nil {
			return used, err
		}
	}
	return false, nil
}

// usedAs reports whether others than own use node n by the name of a base.
func (u *usage) usedAs(n, base uint32, own []uint32) (bool, error) {
	c, err := u.crowd(base, n == base)
	if err != nil {
		return false, err
	}
	if slices.ContainsFunc(c.some, func(user uint32) bool { return !slices.Contains(own, user) }) {
		return true, nil
	}
	if !c.more {
		return false, nil
	}
	edges, err := u.x.In(base)
	if err != nil {
		return false, err
	}
	for _, e := range edges {
		if ok, err := u.counts(e, n == base); err != nil || ok && !slices.Contains(own, e.From) {
			return ok, err
		}
	}
	return false, nil
}

// A crowd is who uses a member.
type crowd struct {
	some []uint32 // a few of them
	more bool
}

// crowdSize is how many users of a member are kept: whoever asks is among them with a
// few members at most.
const crowdSize = 4

// crowd gathers who uses a base so that what stands in for it may run; itself: so that
// the base may run.
func (u *usage) crowd(base uint32, itself bool) (crowd, error) {
	if c, ok := u.crowds[base]; ok && !itself {
		return c, nil
	}
	var c crowd
	edges, err := u.x.In(base)
	if err != nil {
		return c, err
	}
	for _, e := range edges {
		ok, err := u.counts(e, itself)
		if err != nil {
			return c, err
		}
		switch {
		case !ok || slices.Contains(c.some, e.From):
		case len(c.some) < crowdSize:
			c.some = append(c.some, e.From)
		default:
			c.more = true
		}
		if c.more {
			break
		}
	}
	if !itself {
		u.crowds[base] = c
	}
	return c, nil
}

// counts reports whether an edge is a use of what it leads to, or unless itself is
// set, of what stands in for that.
func (u *usage) counts(e graph.Edge, itself bool) (bool, error) {
	switch e.Kind {
	case graph.Contains, graph.Imports, graph.Overrides, graph.Dispatches:
		return false, nil
	case graph.Routes:
		if !u.routes {
			return false, nil
		}
	}
	if itself {
		return true, nil
	}
	direct, err := u.w.Direct(e.From, e.To)
	return !direct, err
}
