package java

import (
	"testing"

	"seedgraph/resolve"
)

// TestProjectNames checks that the nearest build file names the project, and that a
// malformed one is ignored.
func TestProjectNames(t *testing.T) {
	name := projectNames(&resolve.Project{Files: map[string]string{
		"shop/pom.xml":             "<project><artifactId>shop</artifactId></project>",
		"shop/bad/pom.xml":         "<project><artifactId>",
		"tools/print/build.gradle": "",
	}})
	for path, want := range map[string]string{"shop/src/A.java": "shop", "shop/bad/B.java": "shop",
		"tools/print/src/C.java": "print", "D.java": ""} {
		if got := name(path, nil).Name; got != want {
			t.Errorf("%s: project %q, want %q", path, got, want)
		}
	}
}
