package migration_test

import (
	"testing"

	"seedgraph/migration"
)

// TestLatest: the latest script and those called by versions have no other word in their names.
func TestLatest(t *testing.T) {
	for file, want := range map[string][2]bool{
		"a/latest.sql": {true, false}, "a/current.mysql": {true, false}, "a/latest_orders.sql": {},
		"latest/a.sql": {}, "a/9.5-1.sql": {false, true}, "a/v2.sql": {false, true},
		"a/1_orders.sql": {}, "1.0/a.sql": {},
	} {
		if got := [2]bool{migration.IsLatest(file), migration.IsVersion(file)}; got != want {
			t.Errorf("%s is the latest, a version: %v, want %v", file, got, want)
		}
	}
}
