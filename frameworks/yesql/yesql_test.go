package yesql_test

import (
	"slices"
	"testing"

	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/yesql"
)

// TestModules checks that the module is one that projects which use the library
// require; otherwise their files would never be read.
func TestModules(t *testing.T) {
	if got := yesql.Mapper().(interest.Library).Modules(); !slices.Contains(got, "github.com/knadh/goyesql") {
		t.Errorf("modules %q", got)
	}
}
