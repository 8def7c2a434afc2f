package open

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"seedgraph/artifacts"
)

// The default locations of artifacts.
const (
	Variable = "SEEDGRAPH_ARTIFACTS"
	Folder   = ".seedgraph"
)

// Find returns the folder of the artifacts for dir: that folder, or the folder
// .seedgraph in it; if dir is empty, $SEEDGRAPH_ARTIFACTS in the same way or, if that
// is not set, the nearest folder .seedgraph in the current folder or one of its
// ancestors.
func Find(dir string) (string, error) {
	if dir == "" {
		dir = os.Getenv(Variable)
	}
	if dir != "" {
		return inTree(dir), nil
	}
	return Near()
}

// Near returns the nearest folder .seedgraph in the current folder or one of its ancestors.
func Near() (string, error) {
	here, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("find artifacts: %w", err)
	}
	for dir := here; ; dir = filepath.Dir(dir) {
		candidate := filepath.Join(dir, Folder)
		if info, err := os.Stat(candidate); err == nil && info.IsDir() {
			return candidate, nil
		} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("find artifacts: %w", err)
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("%w: no folder %s here or in a parent folder",
				artifacts.ErrNotFound, Folder)
		}
	}
}

// inTree returns the folder .seedgraph in dir, unless dir itself has artifacts or there
// is no such folder.
func inTree(dir string) string {
	entries, err := os.ReadDir(dir)
	if err != nil || artifacts.Holds(dir, entries) {
		return dir
	}
	inner := filepath.Join(dir, Folder)
	if info, err := os.Stat(inner); err == nil && info.IsDir() {
		return inner
	}
	return dir
}
