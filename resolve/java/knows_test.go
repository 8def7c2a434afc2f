package java

import (
	"testing"

	"seedgraph/external"
)

func TestKnownNames(t *testing.T) {
	r := rules{tree: &tree{packages: map[string]bool{"shop.orders": true},
		library: &library{platform: external.Open("jdk")}}}
	for name, want := range map[string]bool{"shop.orders": true, "java.util": true,
		"shop.payments": false} {
		if r.HasPackage(name) != want {
			t.Errorf("package %s: known is not %v", name, want)
		}
	}
	for name, want := range map[string]bool{"java.util.List": true, "java.util.Lost": false} {
		if r.HasType(name) != want {
			t.Errorf("type %s: known is not %v", name, want)
		}
	}
}
