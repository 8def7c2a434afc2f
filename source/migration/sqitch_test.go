package migration_test

import (
	"slices"
	"testing"

	"seedgraph/source/migration"
)

// TestSqitch checks that scripts run in the order of the plan next to them, scripts
// named by a tag before the rework of their change, and that scripts outside the three
// folders are not migrations.
func TestSqitch(t *testing.T) {
	plans := map[string]string{"db/sqitch.plan": `%project=shop

# a comment
zeta 2024-01-01T00:00:00Z A <a@b.c>
@v1 2024-01-02T00:00:00Z A <a@b.c>
+alpha [zeta] 2024-01-03T00:00:00Z A <a@b.c>
zeta [zeta@v1] 2024-01-04T00:00:00Z A <a@b.c>
-gone 2024-01-05T00:00:00Z A <a@b.c>
`, "sqitch.plan": "one 2024-01-01T00:00:00Z A <a@b.c>\n"}
	files := []string{"db/deploy/alpha.sql", "db/deploy/zeta.sql", "db/deploy/zeta@v1.sql",
		"db/revert/zeta.sql", "db/verify/zeta.sql", "db/other/a.sql", "db/deploy.sql",
		"deploy/one.sql", "dbs/deploy/alpha.sql"}
	got := migration.Sqitch(files, plans)
	var order []*migration.Script
	for i, f := range files {
		s := got[f]
		if known := i < 5 || i == 7; known != (s != nil) {
			t.Errorf("%s: %+v", f, s)
		}
		if s != nil && s.Undo != (i == 3 || i == 4) {
			t.Errorf("%s takes back: %v", f, s.Undo)
		}
		if i < 3 {
			order = append(order, s)
		}
	}
	slices.SortFunc(order, migration.Compare)
	for i, want := range []string{files[2], files[0], files[1]} {
		if order[i].Path != want || order[i].Set != "db" {
			t.Errorf("%s of %q at place %d, want %s", order[i].Path, order[i].Set, i, want)
		}
	}
}
