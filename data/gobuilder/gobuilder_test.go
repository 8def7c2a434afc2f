package gobuilder_test

import (
	"slices"
	"testing"

	"seedgraph/data/gobuilder"
	"seedgraph/frameworks/interest"
	"seedgraph/testkit/resolvetest"
)

func TestStatements(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }

// TestModules wants a module that a project which uses the library requires: without one its
// files are never read for it.
func TestModules(t *testing.T) {
	if got := gobuilder.Mapper().(interest.Library).Modules(); !slices.Contains(got, "github.com/Masterminds/squirrel") {
		t.Errorf("modules %q", got)
	}
}
