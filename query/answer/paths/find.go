package paths

import "seedgraph/query/expand"

// A common node of two others explains something only if it is not used everywhere: paths
// do not meet at a node with more edges than this, be it a logger or a base entity. To
// avoid the busier nodes within the limit, a path may be a few edges longer.
var busyEdges = []int{30, 120}

const busyDetour = 2

// meetings lists the directions of paths between nodes of which neither depends on the
// other, the most informative first.
var meetings = []expand.Direction{expand.Above, expand.Below}

// A finder finds paths between two sets of nodes.
type finder struct {
	graph    expand.Adjacency
	from, to []uint32
}

// find finds paths in a direction; for Meet in the one with the nearest meeting point,
// which it stores in opts.
func (f *finder) find(opts *expand.PathOptions, direction expand.Direction) (*expand.Paths, error) {
	if direction != Meet {
		opts.Direction = direction
		return expand.FindPaths(f.graph, f.from, f.to, *opts)
	}
	quiet := *opts
	var best *expand.Paths
	for _, quiet.Busy = range busyEdges {
		paths, d, err := f.nearest(quiet)
		if err != nil {
			return nil, err
		}
		if len(paths.Found) > 0 {
			if best == nil || paths.Found[0].Length+busyDetour < best.Found[0].Length {
				best, opts.Direction = paths, d
			}
		}
	}
	if best == nil {
		opts.Direction = meetings[0]
		return &expand.Paths{}, nil
	}
	return best, nil
}

// nearest finds the nearest meeting point of the ends, and its direction.
func (f *finder) nearest(opts expand.PathOptions) (*expand.Paths, expand.Direction, error) {
	best, direction := &expand.Paths{}, opts.Direction
	for _, opts.Direction = range meetings {
		paths, err := expand.FindPaths(f.graph, f.from, f.to, opts)
		if err != nil {
			return best, direction, err
		}
		if len(paths.Found) > 0 {
			best, direction, opts.MaxDepth = paths, opts.Direction, paths.Found[0].Length-1
		}
		if opts.MaxDepth < 1 {
			break
		}
	}
	return best, direction, nil
}
