package artifacts

import (
	"os"
	"path/filepath"
	"testing"
)

// TestLargeManifest checks that an implausibly large manifest is not read, and that its
// folder is not replaced by a build.
func TestLargeManifest(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, manifestFile), []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	for size, want := range map[int64]bool{maxManifest: true, maxManifest + 1: false} {
		if err := os.Truncate(filepath.Join(dir, manifestFile), size); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(filepath.Join(dir, manifestFile))
		if err != nil {
			t.Fatal(err)
		}
		if got := plausible(info); got != want {
			t.Errorf("%d bytes: %v", size, got)
		}
		if holdsManifest(dir) {
			t.Errorf("%d bytes: taken for artifacts", size)
		}
	}
}
