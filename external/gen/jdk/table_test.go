package jdk

import (
	"errors"
	"testing"

	"seedgraph/external"
	"seedgraph/external/gen/check"
	"seedgraph/external/gen/source"
)

// TestTable compares every entry of the table with the result of Declare.
func TestTable(t *testing.T) {
	all, err := Declare()
	if errors.Is(err, source.ErrUnavailable) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	for _, line := range check.Differences(external.Open("jdk").WithoutLibraries(), all) {
		t.Error(line)
	}
}
