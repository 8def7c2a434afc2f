//go:build unix

package regular_test

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"seedgraph/internal/regular"
)

// TestOnlyRegularFilesAreOpened checks that anything else gives an error that names
// the kind, without blocking.
func TestOnlyRegularFilesAreOpened(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(at("file"), []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(at("pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", at("socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for link, target := range map[string]string{"to-file": "file", "to-pipe": "pipe"} {
		if err := os.Symlink(target, at(link)); err != nil {
			t.Fatal(err)
		}
	}
	for path, kind := range map[string]string{at("pipe"): "named pipe", at("to-pipe"): "named pipe",
		at("socket"): "socket", dir: "folder", os.DevNull: "device"} {
		_, err := regular.Read(path, 100)
		if !errors.Is(err, regular.ErrNotRegular) || !strings.HasSuffix(err.Error(), kind) {
			t.Errorf("%s: %v, want a %s", path, err, kind)
		}
	}
	for _, name := range []string{"file", "to-file"} {
		if got, err := regular.Read(at(name), 4); err != nil || string(got) != "text" {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if _, err := regular.OpenNoFollow(at("to-file")); err == nil {
		t.Error("a link was followed")
	}
	if _, err := regular.Open(at("gone")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if _, err := regular.Read(at("file"), 3); !errors.Is(err, regular.ErrTooLarge) {
		t.Errorf("4 bytes of 3: %v", err)
	}
}

// TestSizesAreNotBelieved reads files of /proc, which report size 0.
func TestSizesAreNotBelieved(t *testing.T) {
	const file = "/proc/self/status"
	if _, err := os.Stat(file); err != nil {
		t.Skip("there is no " + file)
	}
	if _, err := regular.Read(file, 10); !errors.Is(err, regular.ErrTooLarge) {
		t.Errorf("got %v", err)
	}
}
