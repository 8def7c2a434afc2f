package yesql_test

import (
	"slices"
	"testing"

	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/yesql"
)

// TestModules wants a module that a project which uses the library requires: without one its
// files are never read for it.
func TestModules(t *testing.T) {
	if got := yesql.Mapper().(interest.Library).Modules(); !slices.Contains(got, "github.com/knadh/goyesql") {
		t.Errorf("modules %q", got)
	}
}
