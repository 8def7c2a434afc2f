package resolve_test

import (
	"strings"
	"testing"

	"seedgraph/resolve"
)

func TestNearest(t *testing.T) {
	p := &resolve.Project{Files: map[string]string{"a.toy": "root", "lib/a.toy": " lib ",
		"lib/b.toy": "second", "lib/in/a.toy": "", "lib/readme": "no"}}
	of := p.Nearest(func(file, text string) string {
		if strings.HasSuffix(file, ".toy") {
			return text
		}
		return ""
	})
	for file, want := range map[string]string{"x.go": "root", "src/x.go": "root",
		"lib/x.go": "lib", "lib/in/x.go": "lib", "library/x.go": "root"} {
		if got := of(file); got != want {
			t.Errorf("%s is in %q, want %q", file, got, want)
		}
	}
	if got := (&resolve.Project{}).Nearest(nil)("x.go"); got != "" {
		t.Errorf("without project files a file is in %q", got)
	}
}
