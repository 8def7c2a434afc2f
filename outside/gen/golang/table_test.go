package golang

import (
	"testing"

	"seedgraph/outside"
	"seedgraph/outside/gen/check"
)

// TestTable compares every entry of the table with what is declared here.
func TestTable(t *testing.T) {
	_, spaces := standard(t)
	var all []outside.Declared
	for _, d := range spaces {
		all = append(all, *d)
	}
	for _, line := range check.Differences(outside.Open("go"), all) {
		t.Error(line)
	}
}
