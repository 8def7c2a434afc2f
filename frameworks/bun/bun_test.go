package bun_test

import (
	"slices"
	"testing"

	"seedgraph/frameworks/bun"
	"seedgraph/frameworks/concept/interest"
)

// TestModules checks that the module is one that projects which use the library
// require; otherwise their files would never be read.
func TestModules(t *testing.T) {
	if got := bun.Mapper().(interest.Library).Modules(); !slices.Contains(got, "github.com/uptrace/bun") {
		t.Errorf("modules %q", got)
	}
}
