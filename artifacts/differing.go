package artifacts

import (
	"fmt"
	"os"
	"slices"
)

// Differing returns the paths of the files that only one of two artifact folders has, or that have other
// bytes there, sorted. It compares the manifests; [Verify] tells whether they are right.
func Differing(a, b string) ([]string, error) {
	x, err := manifestOf(a)
	if err != nil {
		return nil, err
	}
	y, err := manifestOf(b)
	if err != nil {
		return nil, err
	}
	out := []string{}
	if x.Self != y.Self {
		out = append(out, manifestFile)
	}
	for _, pair := range [][2]*Manifest{{x, y}, {y, x}} {
		for _, f := range pair[0].Files {
			if !slices.Contains(pair[1].Files, f) {
				out = append(out, f.Path)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// manifestOf reads the manifest of an artifact folder.
func manifestOf(dir string) (*Manifest, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotFound, err)
	}
	defer root.Close()
	return readManifest(root)
}
