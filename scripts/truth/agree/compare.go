package main

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/answer/impact"
	"seedgraph/query/answer/names"
	"seedgraph/query/answer/paths"
)

// pairsOfTarget is the number of pairs with one target.
const pairsOfTarget = 20

// maxDepth is a number of steps that no walk reaches.
const maxDepth = 1 << 20

// options configures a comparison.
type options struct {
	pairs, nodes int
	seed         uint64
	verbose      bool
}

// A result counts pairs.
type result struct{ pairs, connected, differ int }

// A comparison draws pairs of one index.
type comparison struct {
	x     *answer.Index
	r     *rand.Rand
	o     options
	ends  []uint32 // nodes that paths may start at
	goals []uint32
	found result
}

// compare compares the answers from an index.
func compare(dir string, o options) (result, error) {
	reader, err := artifacts.Open(dir)
	if err != nil {
		return result{}, err
	}
	defer reader.Close()
	return compareIn(answer.New(reader), o)
}

func compareIn(x *answer.Index, o options) (result, error) {
	c := &comparison{x: x, r: rand.New(rand.NewPCG(o.seed, 2)), o: o}
	if err := x.Nodes(c.list); err != nil {
		return c.found, err
	}
	for tries := 0; c.found.pairs < o.pairs && tries < o.pairs && len(c.goals) > 0; tries++ {
		if err := c.target(c.goals[c.r.IntN(len(c.goals))]); err != nil {
			return c.found, err
		}
	}
	return c.found, nil
}

// list adds a node to the ends of pairs.
func (c *comparison) list(n uint32, node *graph.Node) error {
	runs := node.Kind.IsCallable() && node.Complexity > 0
	if runs || node.Kind == graph.KindRoute {
		c.ends = append(c.ends, n)
	}
	if runs || node.Domain() == graph.Database {
		c.goals = append(c.goals, n)
	}
	return nil
}

// target compares the pairs with one target.
func (c *comparison) target(to uint32) error {
	// An impact for execution alone, and the whole: nodes in only the second refer to the
	// target, or are affected through a test or a constant.
	w, err := impact.Follow(c.x, []uint32{to}, impact.Options{MaxDepth: maxDepth, MaxNodes: c.o.nodes,
		Exactly: true, Skip: c.onlyRefers})
	if err != nil || w.Truncated() {
		return err
	}
	affected := map[uint32]bool{}
	for _, n := range w.Nodes() {
		affected[n] = w.Depth(n) > 0
	}
	from := w.Nodes()[1:]
	for i := range pairsOfTarget {
		n := c.ends[c.r.IntN(len(c.ends))]
		if i < pairsOfTarget/2 && len(from) > 0 {
			n = from[c.r.IntN(len(from))]
		}
		if err := c.pair(n, to, affected[n], w); err != nil {
			return err
		}
	}
	return nil
}

// onlyRefers reports whether an edge is followed by impacts but not by paths.
func (c *comparison) onlyRefers(e graph.Edge) bool {
	switch e.Kind {
	case graph.Inherits, graph.Implements, graph.ForeignKey, graph.Tests, graph.Configures,
		graph.Revises:
		return true
	case graph.References:
		to, err := c.x.Node(e.To)
		return err != nil || to.Kind != graph.KindProperty && to.Kind != graph.KindEvent
	}
	return false
}

// pair compares the answers for one pair.
func (c *comparison) pair(from, to uint32, affected bool, w *impact.Walk) error {
	start, err := c.x.Node(from)
	if err != nil {
		return err
	}
	end, err := c.x.Node(to)
	if err != nil || from == to || !start.Kind.IsCallable() && start.Kind != graph.KindRoute {
		return err
	}
	a, err := paths.Find(c.x, &names.Resolver{Index: c.x}, string(start.ID), string(end.ID),
		paths.Options{MaxDepth: maxDepth, Through: paths.Through{Tests: true}})
	if err != nil {
		return fmt.Errorf("path %s %s: %w", start.ID, end.ID, err)
	}
	c.found.pairs++
	if affected {
		c.found.connected++
	}
	if a.Connected == affected {
		return nil
	}
	c.found.differ++
	if c.o.verbose {
		fmt.Printf("%s\n  to %s: path %v (%s), impact %v\n", start.ID, end.ID, a.Connected, a.Answer, affected)
		c.way(a, from, affected, w)
	}
	return nil
}

// way prints the path, or the way of the impact.
func (c *comparison) way(a *paths.Answer, from uint32, affected bool, w *impact.Walk) {
	if !affected {
		fmt.Println(strings.Join(a.Lines(c.x), "\n"))
		return
	}
	for n := from; w.Depth(n) > 0; n = w.Step(n).Used {
		node, err := c.x.Node(n)
		if err != nil {
			return
		}
		fmt.Printf("    %s -%s-> (%d)\n", node.ID, w.Step(n).Kind, w.Step(n).Recv)
	}
}
