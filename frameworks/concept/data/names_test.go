package data_test

import (
	"testing"

	"seedgraph/frameworks/concept/data"
)

// TestNames checks the conversion to snake case.
func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"OrderLine":  "order_line",
		"HTTPCode":   "http_code",
		"userID":     "user_id",
		"order_Line": "order_line",
		"Level2Item": "level2_item",
		"ABc":        "a_bc",
		"ÄrmelÖse":   "ärmel_öse",
		"":           "",
	} {
		if got := data.SnakeCase(name); got != want {
			t.Errorf("%s is written %q, want %q", name, got, want)
		}
	}
}
