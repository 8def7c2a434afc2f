package cli

import (
	"strings"
	"testing"
)

// TestBuildOf checks that the platform is given, and that each module has a line.
func TestBuildOf(t *testing.T) {
	b := BuildOf("indexer", "v1.2.3")
	if !strings.HasPrefix(b.Version, "v1.2.3") || !strings.Contains(b.Platform, "/") || b.Modules == nil {
		t.Errorf("%+v", b)
	}
	b.Modules = []Module{{"a.example/b", "v1.0.0", "h1:x"}}
	var out strings.Builder
	if err := b.Print(&out); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); !strings.HasPrefix(got, "indexer v1.2.3") ||
		!strings.HasSuffix(got, "\n  a.example/b v1.0.0\n") {
		t.Errorf("%q", got)
	}
}
