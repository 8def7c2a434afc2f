//go:build linux

package artifacts_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/artifacts/graphstore"
	"seedgraph/testkit/longtest"
)

// TestFullDisk checks that a disk that fills up is an error at any point of the build,
// and that no files are left.
func TestFullDisk(t *testing.T) {
	longtest.NotRaced(t)
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=40m"); err != nil {
		t.Skipf("mount: %v", err)
	}
	defer func() { _ = unix.Unmount(dir, unix.MNT_DETACH) }()
	full, sound := 0, 0
	in := artifactstest.Synthetic(5_000, 20_000, 1)
	for tenths := 0; tenths <= 396; tenths += 22 {
		filler := filepath.Join(dir, "filler")
		if err := os.WriteFile(filler, make([]byte, tenths<<20/10), 0o666); err != nil {
			t.Fatal(err)
		}
		out := filepath.Join(dir, "out")
		err := artifacts.Write(context.Background(), out, in,
			graphstore.Create, artifacts.Options{})
		switch {
		case err == nil:
			sound++
		case errors.Is(err, unix.ENOSPC):
			full++
		default:
			t.Errorf("with %d tenths of a MB taken: %v", tenths, err)
		}
		_ = os.RemoveAll(out)
		if entries, _ := os.ReadDir(dir); len(entries) != 1 {
			t.Errorf("with %d tenths of a MB taken, %d files are left, want one", tenths,
				len(entries))
		}
	}
	if full == 0 || sound == 0 {
		t.Errorf("%d builds met a full disk and %d did not: the test says nothing", full, sound)
	}
}
