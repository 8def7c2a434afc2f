package migration_test

import (
	"testing"

	"seedgraph/source/migration"
)

// TestLatest checks that the names of the latest script, and of scripts of
// versions, have no other words.
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

// TestPlainer checks that a name with all words of another is a variant of it.
func TestPlainer(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"a/schema.sql", "a/schema-oracle.sql", -1}, {"a/schema-oracle.sql", "a/schema.sql", 1},
		{"a/pg-shop-schema.sql", "a/pg-big-shop-schema.sql", -1}, {"a/schema.sql", "b/schema-x.sql", 0},
		{"a/schema.sql", "a/schema-v2.sql", 0}, {"a/a-b.sql", "a/b-a-c.sql", 0},
		{"a/a.sql", "a/b.sql", 0}, {"a/_.sql", "a/a.sql", 0}, {"a/a.sql", "a/a.mysql", 0},
	} {
		if got := migration.CompareGenerality(c.a, c.b); got != c.want {
			t.Errorf("%s before %s: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
