package xorm_test

import (
	"slices"
	"testing"

	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/xorm"
)

// TestModules checks that the module is one that projects which use the library
// require; otherwise their files would never be read.
func TestModules(t *testing.T) {
	if got := xorm.Mapper().(interest.Library).Modules(); !slices.Contains(got, "xorm.io/xorm") {
		t.Errorf("modules %q", got)
	}
}
