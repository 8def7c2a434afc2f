package gobuilder_test

import (
	"slices"
	"testing"

	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/gobuilder"
)

// TestModules wants a module that a project which uses the library requires: without one its
// files are never read for it.
func TestModules(t *testing.T) {
	if got := gobuilder.Mapper().(interest.Library).Modules(); !slices.Contains(got, "github.com/Masterminds/squirrel") {
		t.Errorf("modules %q", got)
	}
}
