package impact

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"seedgraph/graph"
)

// A Repository is one of a linked index, with the number of its affected definitions.
type Repository struct {
	Name     string `json:"name"`
	Affected int    `json:"affected"`
}

// countRepositories counts the affected definitions of each repository.
func (a *Answer) countRepositories() {
	counts := map[string]int{}
	for _, it := range a.listed {
		if name := graph.NodeID(it.ID).Repository(); name != "" && it.Depth > 0 {
			counts[name]++
		}
	}
	for name, n := range counts {
		a.Repositories = append(a.Repositories, Repository{name, n})
	}
	slices.SortFunc(a.Repositories, func(x, y Repository) int {
		return cmp.Or(cmp.Compare(y.Affected, x.Affected), cmp.Compare(x.Name, y.Name))
	})
}

// repositories returns the line that names the affected repositories.
func (a *Answer) repositories() string {
	parts := make([]string, len(a.Repositories))
	for i, r := range a.Repositories {
		parts[i] = fmt.Sprintf("%s (%d)", r.Name, r.Affected)
	}
	return "repositories: " + strings.Join(parts, ", ")
}
