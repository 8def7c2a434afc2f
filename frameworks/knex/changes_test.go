package knex_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"seedgraph/frameworks/knex"
	"seedgraph/graph"
	"seedgraph/testkit/resolvetest"
)

// TestChanges checks the column, index or constraint that each migration operation
// changes.
func TestChanges(t *testing.T) {
	const code = `require('knex');
exports.up = async function (knex) {
  await knex.schema.alterTable('orders', (t) => {
    t.string('city');
    t.index(['city'], 'ix');
    t.unique(['city']);
    t.dropIndex('street', 'iy');
    t.dropColumn('old');
    t.comment('Orders');
  });
};
`
	var got []string
	for _, m := range resolvetest.Model(t, knex.Mapper(), "migrations/1_a.js", code).Migrations {
		for _, c := range m.Changes {
			got = append(got, change(c.Table.String(), c.Op, c.Part, c.To))
		}
	}
	want := []string{
		change("orders", 0, "", ""),
		change("orders", graph.AddsColumn, "city", ""),
		change("orders", 0, "ix", ""),
		change("orders", 0, "iy", ""),
		change("orders", graph.DropsColumn, "old", ""),
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func change(table string, op graph.SchemaOp, part, to string) string {
	return fmt.Sprintf("%s %s %q %q", table, op, part, to)
}
