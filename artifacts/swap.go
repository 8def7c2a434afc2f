package artifacts

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// swapByRename moves target aside and temp to its place, for systems that cannot exchange
// two folders. Between the two steps there is no target: a reader finds no artifacts, but
// never a mixture; a build killed there leaves the old ones under the name of the
// temporary folder with asideMark, and the next build restores them first.
func swapByRename(temp, target string) error {
	aside := temp + asideMark
	err := os.Rename(target, aside)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(temp, target); err != nil {
		_ = os.Rename(aside, target)
		return err
	}
	return os.RemoveAll(aside)
}

// asideMark is the suffix of the name of artifacts that are being replaced.
const asideMark = ".old"

// restoreAside undoes an incomplete swapByRename.
func restoreAside(target string) error {
	entries, err := os.ReadDir(filepath.Dir(target))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), asideMark)
		aside := filepath.Join(filepath.Dir(target), e.Name())
		if !ok || !isTempName(name, filepath.Base(target)) || !holdsManifest(aside) {
			continue
		}
		restore := func() error { return os.Rename(aside, target) }
		if _, err := os.Lstat(target); err == nil {
			restore = func() error { return os.RemoveAll(aside) }
		}
		if err := restore(); err != nil {
			return err
		}
	}
	return nil
}

// Swap replaces a folder by a finished one like a build does, and removes the old
// contents. Both must be in one file system.
func Swap(temp, target string) error {
	if err := swap(temp, target); err != nil {
		return err
	}
	return os.RemoveAll(temp) // the previous target, if any
}
