package paths

import "seedgraph/expand"

// Where two nodes meet, nodes with few edges come first: a node that much of the
// repository uses says nothing about any two of its parts. To avoid busier nodes a path may be
// a few edges longer.
var busyEdges = []int{30, 120, 0}

const busyDetour = 2

// meetings are the directions of paths between nodes of which neither depends on
// the other, the most telling first.
var meetings = []expand.Direction{expand.Above, expand.Below}

// A finder finds paths between two sets of nodes.
type finder struct {
	graph    expand.Adjacency
	from, to []uint32
}

// find finds paths in a direction; for Auto in the first that has one, which it
// leaves in opts.
func (f *finder) find(opts *expand.PathOptions, direction string) (*expand.Paths, error) {
	if direction != Auto {
		opts.Direction = expand.Direction(direction)
		return expand.FindPaths(f.graph, f.from, f.to, *opts)
	}
	for _, opts.Direction = range []expand.Direction{expand.Out, expand.In} {
		paths, err := expand.FindPaths(f.graph, f.from, f.to, *opts)
		if err != nil || len(paths.Found) > 0 {
			return paths, err
		}
	}
	paths, err := f.meet(opts)
	if err != nil || len(paths.Found) > 0 {
		return paths, err
	}
	opts.Direction = expand.Both
	return expand.FindPaths(f.graph, f.from, f.to, *opts)
}

// meet finds the nearest place where the ends meet that is not busy.
func (f *finder) meet(opts *expand.PathOptions) (*expand.Paths, error) {
	shortest, direction, err := f.nearest(*opts)
	if err != nil || len(shortest.Found) == 0 {
		return shortest, err
	}
	quiet := *opts
	quiet.MaxDepth = min(opts.MaxDepth, shortest.Found[0].Length+busyDetour)
	for _, quiet.Busy = range busyEdges {
		best, d, err := f.nearest(quiet)
		if err != nil || len(best.Found) > 0 {
			opts.Direction = d
			return best, err
		}
	}
	opts.Direction = direction
	return shortest, nil
}

// nearest finds the nearest place where the ends meet, and in which direction.
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
