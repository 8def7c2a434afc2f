package bun_test

import (
	"slices"
	"testing"

	"seedgraph/frameworks/bun"
	"seedgraph/frameworks/concept/interest"
)

// TestModules wants a module that a project which uses the library requires: without one its
// files are never read for it.
func TestModules(t *testing.T) {
	if got := bun.Mapper().(interest.Library).Modules(); !slices.Contains(got, "github.com/uptrace/bun") {
		t.Errorf("modules %q", got)
	}
}
