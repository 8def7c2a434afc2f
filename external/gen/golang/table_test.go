package golang

import (
	"testing"

	"seedgraph/external"
	"seedgraph/external/gen/check"
)

// TestTable compares every entry of the table with the result of Declare.
func TestTable(t *testing.T) {
	_, spaces := standard(t)
	var all []external.Declared
	for _, d := range spaces {
		all = append(all, *d)
	}
	for _, line := range check.Differences(external.Open("go").WithoutLibraries(), all) {
		t.Error(line)
	}
}
