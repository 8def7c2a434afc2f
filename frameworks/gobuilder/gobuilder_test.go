package gobuilder_test

import (
	"slices"
	"testing"

	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/gobuilder"
)

// TestModules checks that the module is one that projects which use the library
// require; otherwise their files would never be read.
func TestModules(t *testing.T) {
	if got := gobuilder.Mapper().(interest.Library).Modules(); !slices.Contains(got, "github.com/Masterminds/squirrel") {
		t.Errorf("modules %q", got)
	}
}
