package export

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"seedgraph/artifacts/artifactstest"
)

// TestReplaceable checks that a folder is replaced only if it consists entirely of an
// earlier export of the format.
func TestReplaceable(t *testing.T) {
	g := selected(t, artifactstest.Sample(), Selection{})
	f := &Format{Name: "pair", files: func(_ context.Context, _ *Graph, d *Dir, _ Options) error {
		return errors.Join(d.writeAll("a/x.csv", 0o644, "1"), d.writeAll("run.sh", 0o755, "2"))
	}}
	write := func(out string) error { return f.WriteFolder(context.Background(), g, out, Options{}) }
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	for range 2 {
		if err := write(out); err != nil {
			t.Fatal(err)
		}
	}
	if raw, err := os.ReadFile(filepath.Join(out, "a", "x.csv")); err != nil || string(raw) != "1" {
		t.Errorf("a/x.csv: %q, %v", raw, err)
	}
	other := *f
	other.Name = "other"
	err := other.WriteFolder(context.Background(), g, out, Options{})
	wantError(t, err, "contains an export of format pair")
	if err := os.WriteFile(filepath.Join(out, "a", "mine"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	wantError(t, write(out), "also holds a/mine")
	file := filepath.Join(out, "run.sh")
	wantError(t, write(file), "is not a folder")
	foreign := t.TempDir()
	if err := os.WriteFile(filepath.Join(foreign, "x"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	wantError(t, write(foreign), "not from an export")
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

func wantError(t *testing.T, err error, part string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), part) {
		t.Errorf("error %v, want one with %q", err, part)
	}
}
