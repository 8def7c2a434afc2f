package search

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/internal/lazyregexp"
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

// outdatedName matches a name or path with a word that marks it as replaced by another.
var outdatedName = lazyregexp.New(
	`(?:^|[/._-])([Ll]egacy|[Dd]eprecated|[Oo]bsolete)(?:[A-Z/._-]|$)`)

// asksOutdated holds the stems by which a query asks for such definitions.
var asksOutdated = map[string]bool{"deprecat": true, "deprecation": true, "legaci": true, "obsolet": true,
	"old": true}

// outdatedReason returns the reason why n is taken for an old version of another
// definition, or "".
func outdatedReason(n *graph.Node) string {
	if n.Flags.Has(graph.Deprecated) {
		return "deprecated"
	}
	for _, name := range []string{n.Path, n.Name} {
		if m := outdatedName.FindStringSubmatch(name); m != nil {
			return strings.ToLower(m[1])
		}
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
