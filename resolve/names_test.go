package resolve_test

import (
	"fmt"
	"testing"

	"seedgraph/resolve"
)

// TestNamesEnd: all of a chain of project files are queried. Where solutions decide, the
// possibilities double with each file, and only the first ones are.
func TestNamesEnd(t *testing.T) {
	hidden := func(string) bool { return true }
	for solution, want := range map[string]int{"": 100, "%d.sln": 64} {
		of := resolve.ProjectNamer(func(_ string, without func(string) bool) resolve.ProjectName {
			for i := range 100 {
				n := resolve.ProjectName{Name: "p", File: fmt.Sprintf("%d.csproj", i)}
				if solution != "" {
					n.Solution = fmt.Sprintf(solution, i)
				}
				if without == nil || !without(n.File) && !without(n.Solution) {
					return n
				}
			}
			return resolve.ProjectName{}
		})
		names := of.Names("a.cs", hidden)
		if len(names) != want {
			t.Errorf("with the solution %q: %d names, want %d", solution, len(names), want)
		}
		if open := of.Names("a.cs", nil); len(open) != 1 {
			t.Errorf("%d names where nothing is hidden", len(open))
		}
	}
}
