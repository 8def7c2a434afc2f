package paths

import (
	"errors"
	"maps"
	"slices"

	"seedgraph/query/answer"
	"seedgraph/query/answer/dispatch"
	"seedgraph/query/expand"
)

// repeated is the number of additional paths searched for meeting points, because some
// repeat others.
const repeated = 100

// search finds paths between two ends. If the second is not reachable from the first, it
// determines whether the first is reachable from the second, or the second from members
// that may run in place of the first. Common nodes are searched only if neither end is
// reachable from the other.
func (a *Answer) search(x dispatch.Index, ends [2]end,
	opts *expand.PathOptions) (*flow, *expand.Paths,
	error) {
	direction := a.Direction
	if direction != expand.Out && direction != Meet {
		return search(x, ends, opts, direction)
	}
	a.Direction = expand.Out
	f, found, err := search(x, ends, opts, a.Direction)
	if err != nil || len(found.Found) > 0 {
		return f, found, err
	}
	if a.meet = direction == Meet; !a.meet {
		opts.MaxPaths = 1
	}
	g, reverse, err := search(x, [2]end{ends[1], ends[0]}, opts, a.Direction)
	if err != nil {
		return nil, nil, err
	}
	a.Reverse = len(reverse.Found) > 0
	if err := a.standIns(x, ends, *opts); err != nil || !a.meet {
		return f, found, err
	}
	if a.Reverse {
		a.Direction = expand.In
		for _, p := range reverse.Found {
			slices.Reverse(p.Nodes)
			slices.Reverse(p.Edges)
		}
		return g, reverse, nil
	}
	opts.MaxPaths += repeated
	f, found, err = search(x, ends, opts, Meet)
	a.Direction = opts.Direction
	return f, found, err
}

// search finds paths between two ends in one direction.
func search(x dispatch.Index, ends [2]end, opts *expand.PathOptions,
	direction expand.Direction) (*flow, *expand.Paths, error) {
	first, last, err := both(x, ends)
	if err != nil {
		return nil, nil, err
	}
	f := newFlow(x, opts.Allow)
	defer func(given expand.Allowlist) { opts.Allow = given }(opts.Allow)
	opts.Allow = f.walked(opts.Allow)
	f.starts = maps.Clone(first)
	maps.Copy(f.starts, last)
	if direction != expand.Out || !ends[0].set && !ends[1].set {
		tried := *opts
		tried.MaxPaths = max(opts.MaxPaths, triedPaths)
		found, err := (&finder{f, ends[0].nodes, ends[1].nodes}).find(&tried, direction)
		if err != nil {
			return nil, nil, err
		}
		opts.Direction = tried.Direction
		gone, err := f.validPaths(found, tried.Direction)
		if err == nil && gone > 0 && len(found.Found) == 0 {
			if err = f.searchStates(x, ends, opts, found); errors.Is(err, errStates) {
				err = nil // the answer is then unknown, which the open ends show
			}
		}
		return f, found, err
	}
	found, err := f.each(first, last, *opts, !ends[0].set)
	if err == nil {
		err = f.realEnds(found, first, last, opts, !ends[0].set)
	}
	return f, found, err
}

// searchStates finds one path between two ends that is valid for the receivers on the
// way, if the shortest ones are not.
func (f *flow) searchStates(x dispatch.Index, ends [2]end, opts *expand.PathOptions,
	found *expand.Paths) error {
	found.Total = 0
	if opts.Direction == expand.In {
		ends[0], ends[1] = ends[1], ends[0]
	} else if opts.Direction != expand.Out && opts.Direction != "" {
		return nil
	}
	first, last, err := both(x, ends)
	if err != nil {
		return err
	}
	p, ok, err := f.shortest(first, last, *opts)
	if err != nil || !ok {
		return err
	}
	if p, err = f.within(p, ends); err != nil {
		return err
	}
	if opts.Direction == expand.In {
		slices.Reverse(p.Nodes)
		slices.Reverse(p.Edges)
	}
	found.Found, found.Total = []expand.Path{p}, 1
	return nil
}

// realEnds keeps the paths of a set that are valid for the receivers on the way, and
// searches for alternatives to the others.
func (f *flow) realEnds(found *expand.Paths, first, last map[uint32]bool, opts *expand.PathOptions,
	toSet bool) error {
	var kept []expand.Path
	tried := 0
	for _, p := range found.Found {
		ok, err := f.holds(p, expand.Out)
		if err != nil {
			return err
		}
		if !ok && tried < triedEnds {
			tried++
			from, to := first, last
			if toSet {
				to = map[uint32]bool{p.Nodes[len(p.Nodes)-1]: true}
			} else {
				from = map[uint32]bool{p.Nodes[0]: true}
			}
			if p, ok, err = f.shortest(from, to, *opts); err != nil && !errors.Is(err, errStates) {
				return err
			}
		}
		if ok {
			kept = append(kept, p)
		} else {
			found.Total--
		}
	}
	found.Found = kept
	return nil
}

// both lists the definitions included in the two ends.
func both(x dispatch.Index, ends [2]end) (first, last map[uint32]bool, err error) {
	if first, err = members(x, ends[0].nodes); err != nil {
		return nil, nil, err
	}
	last, err = members(x, ends[1].nodes)
	return first, last, err
}

// standIns finds members that may run in place of members of the first end, and from
// which the second is reachable. An interface member has no edges of code, and a base
// member none to members that override it, but a query for one may mean these.
func (a *Answer) standIns(x dispatch.Index, ends [2]end, opts expand.PathOptions) error {
	first, last, err := both(x, ends)
	if err != nil {
		return err
	}
	f := newFlow(x, opts.Allow)
	opts.Allow = f.walked(opts.Allow)
	stands := map[uint32]bool{}
	for n := range first {
		instead, err := f.w.Below(n)
		if err != nil {
			return err
		}
		for _, i := range instead {
			if opts.Admit(i) && !first[i] && !last[i] {
				stands[i] = true
			}
		}
	}
	if len(stands) == 0 {
		return nil
	}
	opts.MaxPaths = len(stands)
	found, err := f.each(stands, last, opts, false)
	if err != nil {
		return err
	}
	for _, p := range found.Found {
		it, _, err := answer.NewItem(x, answer.Target{Node: p.Nodes[0]}, 0)
		if err != nil {
			return err
		}
		a.StandIns, a.stands = append(a.StandIns, it.ID), append(a.stands, it.Name)
	}
	return nil
}
