package migration_test

import (
	"slices"
	"testing"

	"seedgraph/source/migration"
)

// TestArrangeChains checks that a migration runs after those that produce the state
// it starts from.
func TestArrangeChains(t *testing.T) {
	want := []string{
		// the one without a predecessor, then both ways to d000004
		"m/f000001-a000003.sql", "m/f000001-e000002.patch.sql", "m/f000001-e000002.cleanup.sql",
		"m/e000002-d000004.sql", "m/a000003-d000004.sql", "m/d000004-to-b000005.sql",
		// a cycle
		"n/a000001-b000001.sql", "n/b000001-a000001.sql",
	}
	var list []*migration.Script
	for _, p := range want {
		s, ok := migration.Of(p, "")
		if !ok || s.Version != "" || s.Undo {
			t.Fatalf("%s is %+v", p, s)
		}
		list = append(list, &s)
	}
	migration.ArrangeChains(list)
	slices.Reverse(list)
	slices.SortFunc(list, migration.Compare)
	for i, s := range list {
		if s.Path != want[i] {
			t.Errorf("%s at place %d, want %s", s.Path, i, want[i])
		}
	}
	for _, p := range []string{"m/2024010-2024020.sql", "m/ab-cd.sql", "m/abcdef0-abcdef01.sql"} {
		if s, ok := migration.Of(p, ""); ok && s.Tool == "plain" && s.Version == "" {
			t.Errorf("%s has hashes", p)
		}
	}
}
