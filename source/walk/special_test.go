//go:build unix

package walk

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSpecialFiles(t *testing.T) {
	root := t.TempDir()
	makePipe(t, filepath.Join(root, "pipe.go"))
	socket, err := net.Listen("unix", filepath.Join(root, "s.go"))
	must(t, err)
	defer socket.Close()
	want := "skip pipe.go special: named pipe\nskip s.go special: socket\nignored 0, unselected 0\n"
	if got := outcome(t, root, Options{}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestChangedMeanwhile changes files between walking and reading.
func TestChangedMeanwhile(t *testing.T) {
	root := t.TempDir()
	for _, p := range []string{"gone.go", "grown.go", "linked.go", "pipe.go", "dir/a.go",
		"other.go"} {
		write(t, root, p, "x")
	}
	tree, err := Walk(context.Background(), root, Options{MaxFileBytes: 8})
	must(t, err)
	for _, p := range []string{"gone.go", "linked.go", "pipe.go"} {
		must(t, os.Remove(filepath.Join(root, p)))
	}
	must(t, os.RemoveAll(filepath.Join(root, "dir")))
	write(t, root, "dir", "now a file")
	write(t, root, "grown.go", "123456789")
	write(t, root, "other.go", "12345678")
	symlink(t, "other.go", filepath.Join(root, "linked.go"))
	makePipe(t, filepath.Join(root, "pipe.go"))
	got := map[string]string{}
	for _, f := range tree.Files {
		s, err := tree.Read(f)
		var skip *SkipError
		if errors.As(err, &skip) {
			got[f.Path] = skip.Skip.Reason
			if strings.Contains(err.Error(), root) {
				t.Errorf("%v names the root", err)
			}
			continue
		}
		got[f.Path] = s.Text
	}
	want := map[string]string{
		"gone.go": ReasonVanished, "dir/a.go": ReasonVanished, "grown.go": ReasonTooLarge,
		"linked.go": ReasonSymlink, "pipe.go": ReasonSpecial, "other.go": "12345678",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func makePipe(t *testing.T, path string) {
	t.Helper()
	must(t, syscall.Mkfifo(path, 0o666))
}
