package typescript

import (
	"testing"

	"seedgraph/resolve"
)

// TestProjectNames: the nearest package.json with a name determines the project.
func TestProjectNames(t *testing.T) {
	name := projectNames(&resolve.Project{Files: map[string]string{
		"package.json":          `{"name": "shop"}`,
		"web/package.json":      `{"name": "web"}`,
		"web/part/package.json": `{"private": true}`,
		"bad/package.json":      `{"name": `,
	}})
	for path, want := range map[string]string{"a.ts": "shop", "web/b.ts": "web", "web/part/c.ts": "web",
		"bad/d.ts": "shop"} {
		if got := name(path, nil).Name; got != want {
			t.Errorf("%s: project %q, want %q", path, got, want)
		}
	}
}
