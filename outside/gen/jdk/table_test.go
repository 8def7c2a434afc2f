package jdk

import (
	"errors"
	"testing"

	"seedgraph/outside"
	"seedgraph/outside/gen/check"
	"seedgraph/outside/gen/source"
)

// TestTable compares every entry of the table with what is declared here.
func TestTable(t *testing.T) {
	all, err := Declare()
	if errors.Is(err, source.ErrUnavailable) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	for _, line := range check.Differences(outside.Open("jdk").Alone(), all) {
		t.Error(line)
	}
}
