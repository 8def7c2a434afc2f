package libraries_test

import (
	"testing"

	"seedgraph/frameworks/concept/model"
	"seedgraph/frameworks/libraries"
)

// TestRows: the built-in rows pass the check of rows in files.
func TestRows(t *testing.T) {
	all := libraries.All()
	for _, l := range all {
		if err := model.Check(l); err != nil {
			t.Errorf("%s: %v", l.Name, err)
		}
	}
	if err := model.CheckAll(all); err != nil {
		t.Error(err)
	}
	if len(all) < 8 {
		t.Errorf("%d rows", len(all))
	}
}
