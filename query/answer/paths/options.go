package paths

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/expand"
)

// Default numbers of listed paths: between two nodes, and between sets.
const (
	nodePaths = 3
	setPaths  = 20
)

// Options configures and bounds a search for paths.
type Options struct {
	MaxDepth  int              // maximum number of edges of a path; at least 1
	MaxPaths  int              // maximum number of paths; 0: 3 between two nodes, 20 between sets
	Kinds     answer.EdgeKinds // edges to follow; empty: executed code and data flow
	Direction expand.Direction // one of Directions; empty: Out
	Through   Through
	Op        Op // only accesses to tables by this operation; empty: both
}

// Meet requests paths that turn at a node reachable from both ends, or from which both
// are reachable.
const Meet expand.Direction = "meet"

// Directions lists the names of the directions of paths, the default first.
var Directions = []string{
	string(expand.Out), string(expand.In), string(Meet), string(expand.Above), string(expand.Below),
	string(expand.Both),
}

// ParseDirection parses the direction of paths in upper or lower case; the default of an
// empty text is Out.
func ParseDirection(s string) (expand.Direction, error) {
	if s == "" {
		return expand.Out, nil
	}
	d := strings.ToLower(s)
	if !slices.Contains(Directions, d) {
		return "", fmt.Errorf("direction %q: use %s", s, strings.Join(Directions, ", "))
	}
	return expand.Direction(d), nil
}

// An Op is an operation on tables.
type Op string

// The operations on tables.
const (
	Read  Op = "read"
	Write Op = "write"
)

// ParseOp parses an operation; an empty text means both.
func ParseOp(s string) (Op, error) {
	switch op := Op(s); op {
	case "", Read, Write:
		return op, nil
	}
	return "", fmt.Errorf("operation %q: use %s or %s", s, Read, Write)
}

// Through selects nodes that paths pass through only on request: connections through them
// explain little.
type Through struct {
	External bool // external symbols
	Tests    bool
}

// The names of nodes in [ParseThrough].
const (
	External = "external"
	Tests    = "tests"
)

// ParseThrough parses a list of External and Tests.
func ParseThrough(names []string) (t Through, err error) {
	for _, name := range names {
		switch name {
		case External:
			t.External = true
		case Tests:
			t.Tests = true
		default:
			return t, fmt.Errorf("through %q: use %s or %s", name, External, Tests)
		}
	}
	return t, nil
}

// options converts and checks the options.
func (o *Options) options(x answer.Nodes) (opts expand.PathOptions, err error) {
	switch {
	case o.MaxDepth < 1:
		return opts, fmt.Errorf("the maximum depth is %d: it must be at least 1", o.MaxDepth)
	case o.Op != "" && !o.Kinds.IsEmpty():
		return opts, errors.New("edge kinds and an operation are mutually exclusive")
	}
	return expand.PathOptions{
		MaxDepth: o.MaxDepth, MaxPaths: o.MaxPaths,
		Included: expand.Raw([]string{graph.Contains.String()}),
		Allow:    o.Kinds.Or(flowKinds(o.Op)),
		Admit:    o.Through.admit(x),
	}, nil
}

// admit returns a predicate for the nodes that paths may pass through.
func (t Through) admit(x answer.Nodes) func(uint32) bool {
	var closed graph.Flags
	if !t.External {
		closed |= graph.External
	}
	if !t.Tests {
		closed |= graph.Test
	}
	return func(n uint32) bool {
		node, err := x.Node(n)
		return err != nil || node.Flags&closed == 0
	}
}
