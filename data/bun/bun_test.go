package bun_test

import (
	"slices"
	"testing"

	"seedgraph/data/bun"
	"seedgraph/frameworks/interest"
	"seedgraph/testkit/resolvetest"
)

func TestModels(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }

// TestModules wants a module that a project which uses the library requires: without one its
// files are never read for it.
func TestModules(t *testing.T) {
	if got := bun.Mapper().(interest.Library).Modules(); !slices.Contains(got, "github.com/uptrace/bun") {
		t.Errorf("modules %q", got)
	}
}
