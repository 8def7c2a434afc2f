package xorm_test

import (
	"slices"
	"testing"

	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/xorm"
)

// TestModules wants a module that a project which uses the library requires: without one its
// files are never read for it.
func TestModules(t *testing.T) {
	if got := xorm.Mapper().(interest.Library).Modules(); !slices.Contains(got, "xorm.io/xorm") {
		t.Errorf("modules %q", got)
	}
}
