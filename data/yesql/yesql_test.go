package yesql_test

import (
	"slices"
	"testing"

	"seedgraph/data/yesql"
	"seedgraph/frameworks/interest"
	"seedgraph/testkit/resolvetest"
)

func TestQueries(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }

// TestModules wants a module that a project which uses the library requires: without one its
// files are never read for it.
func TestModules(t *testing.T) {
	if got := yesql.Mapper().(interest.Library).Modules(); !slices.Contains(got, "github.com/knadh/goyesql") {
		t.Errorf("modules %q", got)
	}
}
