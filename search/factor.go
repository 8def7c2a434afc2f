package search

import (
	"strings"

	"seedgraph/graph"
)

// demotion is the factor of what is seldom meant.
const demotion = 0.3

// kindFactor is the factor of a kind: texts of types and files repeat what their
// members say, and single fields say little. Factors are at most 1.
func kindFactor(k graph.NodeKind) float64 {
	switch k {
	case graph.KindFile, graph.KindClass, graph.KindInterface, graph.KindStruct, graph.KindRecord, graph.KindProperty:
		return 0.8
	case graph.KindField, graph.KindConstant, graph.KindVariable:
		return 0.7
	}
	return 1
}

// seldomMeant says what makes n seldom meant; empty when nothing does.
func seldomMeant(n *graph.Node) string {
	switch {
	case n.Flags.Has(graph.Test):
		return "test"
	case n.Flags.Has(graph.Generated):
		return "generated"
	case n.Flags.Has(graph.Vendored):
		return "vendored"
	case isExample(n.Path):
		return "example"
	}
	return ""
}

// Demotion returns the factor of n by what it is, whatever the query: less than
// 1 for what is seldom meant, unless o keeps it.
func (o Options) Demotion(n *graph.Node) float64 {
	if o.Tests != Keep && seldomMeant(n) != "" {
		return demotion
	}
	return 1
}

// isExample reports whether a folder of path is one of examples.
func isExample(path string) bool {
	for {
		folder, rest, ok := strings.Cut(path, "/")
		if !ok {
			return false
		}
		switch strings.ToLower(folder) {
		case "example", "examples", "sample", "samples", "demo", "demos":
			return true
		}
		path = rest
	}
}
