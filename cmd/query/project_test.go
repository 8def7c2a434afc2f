package main

import (
	"path/filepath"
	"strings"
	"testing"

	"seedgraph/artifacts/artifactstest"
)

// TestProjectFilter checks that the file of the sample's class is in a project, and
// others are not.
func TestProjectFilter(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "sample.sg")
	writeIndex(t, dir, artifactstest.Sample())
	all := string(ask(t, "search", "order", "-a", dir))
	some := string(ask(t, "search", "order", "-a", dir, "--project", "shop.core"))
	if !strings.Contains(all, "load.py") || strings.Contains(some, "load.py") ||
		!strings.Contains(some, "OrderService.cs") {
		t.Errorf("all nodes:\n%s\nthose of the project:\n%s", all, some)
	}
	for _, args := range [][]string{{"list", "method", "class"}, {"impact", "OrderService.Check"},
		{"unused"}} {
		args = append(args, "-a", dir, "--project")
		if got := string(ask(t, append(args, "shop.core")...)); !strings.Contains(got, "OrderService") {
			t.Errorf("%q: the project is not there:\n%s", args, got)
		}
	}
	if got := string(ask(t, "show", "OrderService.Check", "-a", dir)); !strings.Contains(got,
		"\n  project    Shop.Core\n") {
		t.Errorf("show names no project:\n%s", got)
	}
}
