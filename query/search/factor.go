package search

import (
	"strings"

	"seedgraph/graph"
)

// kindFactor returns the factor of a kind: texts of types and files repeat their members,
// and single fields carry little information. Factors are at most 1.
func (w *Values) kindFactor(k graph.NodeKind) float64 {
	switch k {
	case graph.KindFile, graph.KindClass, graph.KindInterface, graph.KindStruct, graph.KindRecord,
		graph.KindProperty:
		return min(w[weightType], 1)
	case graph.KindField, graph.KindConstant, graph.KindVariable:
		return min(w[weightValue], 1)
	}
	return 1
}

// demotionReason returns the reason why n is ranked lower, or "".
func demotionReason(n *graph.Node) string {
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

// Demotion returns the factor of n, regardless of the query: less than 1 for nodes that
// queries rarely mean, unless o keeps them.
func (o Options) Demotion(n *graph.Node) float64 {
	if o.Tests == Keep || demotionReason(n) == "" {
		return 1
	}
	if o.Weights == nil {
		return weightRows[weightDemotion].Default
	}
	return min(o.Weights.common[weightDemotion], 1)
}

// isExample reports whether a path has a folder of examples.
func isExample(file string) bool {
	for {
		folder, rest, ok := strings.Cut(file, "/")
		if !ok {
			return false
		}
		switch strings.ToLower(folder) {
		case "example", "examples", "sample", "samples", "demo", "demos":
			return true
		}
		file = rest
	}
}
