package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestOutputAtMountPoint checks that a build to a mount point, which cannot be
// replaced, is rejected before it begins; a folder within it is accepted.
func TestOutputAtMountPoint(t *testing.T) {
	top := t.TempDir()
	src, mounted := filepath.Join(top, "src"), filepath.Join(top, "mounted")
	if err := writeFolder(src, map[string]string{"a.py": "def f():\n    return 1\n"}); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(top, "other")
	for _, dir := range []string{mounted, other} {
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for name, mount := range map[string]func() error{
		"a file system": func() error { return unix.Mount("tmpfs", mounted, "tmpfs", 0, "size=40m") },
		"a folder of the same one": func() error {
			return unix.Mount(other, mounted, "", unix.MS_BIND, "")
		},
	} {
		if err := mount(); err != nil {
			t.Skipf("mount: %v", err)
		}
		phases := 0
		g := globals{streams: discard, phase: func(string) { phases++ }}
		err := execute(t.Context(), []string{"build", src, "--out", mounted, "--quiet"}, &g)
		if err == nil || !strings.Contains(err.Error(), "mount point") || phases > 0 {
			t.Errorf("%s: %v after %d phases", name, err, phases)
		}
		err = execute(t.Context(), []string{"build", src, "--out", filepath.Join(mounted, "index"),
			"--quiet"}, &globals{streams: discard})
		if err != nil {
			t.Errorf("%s: a folder within: %v", name, err)
		}
		if err := unix.Unmount(mounted, 0); err != nil {
			t.Fatal(err)
		}
	}
}
