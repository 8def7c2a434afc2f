//go:build linux

package artifacts_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/artifacts/graphstore"
	"seedgraph/testkit/longtest"
)

// TestNoHandlesLeft checks that reaching the limit of file handles while artifacts are
// written is an error that leaves no files.
func TestNoHandlesLeft(t *testing.T) {
	longtest.NotRaced(t)
	dir := t.TempDir()
	in := artifactstest.Synthetic(200, 800, 1)
	var before unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &before); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unix.Setrlimit(unix.RLIMIT_NOFILE, &before) }()
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip(err)
	}
	failed, sound := 0, 0
	for more := uint64(1); more <= 1000; more += 1 + more/40*10 {
		few := before
		few.Cur = uint64(len(open)) + more
		if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &few); err != nil {
			t.Fatal(err)
		}
		err := artifacts.Write(context.Background(), filepath.Join(dir, "out"), in,
			graphstore.Create, artifacts.Options{Workers: 1})
		if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &before); err != nil {
			t.Fatal(err)
		}
		left, readErr := os.ReadDir(dir)
		if readErr != nil {
			t.Fatal(readErr)
		}
		switch {
		case err == nil:
			sound++
		case len(left) > 0 && sound == 0:
			t.Errorf("%d handles: %v leaves %v", more, err, left)
		default:
			failed++
		}
	}
	if failed == 0 || sound == 0 {
		t.Errorf("%d builds failed, %d did not", failed, sound)
	}
}
