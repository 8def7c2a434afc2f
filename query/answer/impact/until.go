package impact

import (
	"fmt"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/internal/near"
	"seedgraph/query/search"
)

// An Until selects the items of an impact: one of the constants, or a node kind.
type Until string

// The selections in addition to node kinds.
const (
	UntilTests   Until = "tests"
	UntilRoutes  Until = "routes"
	UntilEntries Until = "entries"
	UntilTables  Until = "tables"
)

// Untils lists the names of the selections in addition to node kinds.
var Untils = []string{string(UntilTests), string(UntilRoutes), string(UntilEntries), string(UntilTables)}

// ParseUntil parses a selection in upper or lower case; an empty text selects all items.
func ParseUntil(s string) (Until, error) {
	s = strings.ToLower(s)
	switch u := Until(s); u {
	case "", UntilTests, UntilRoutes, UntilEntries, UntilTables:
		return u, nil
	}
	kind, err := search.ParseKind(s)
	if err == nil {
		return Until(kind), nil
	}
	names := slices.Clone(Untils)
	for _, k := range graph.NodeKinds() {
		names = append(names, string(k))
	}
	advice := "use " + strings.Join(Untils, ", ") + " or a node kind"
	if like := near.Name(s, names); like != "" {
		advice = "did you mean " + like + "?"
	}
	return "", fmt.Errorf("--until %q is unknown: %s", s, advice)
}
