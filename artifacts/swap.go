package artifacts

import (
	"errors"
	"io/fs"
	"os"
)

// swapByRename moves target aside and temp to its place, for systems that
// cannot exchange two folders. Between the two steps there is no target: a
// reader finds no artifacts, never a mix; a build killed there leaves the old
// ones under the name aside, and the next build restores them first.
func swapByRename(temp, target string) error {
	aside := target + asideMark
	if err := os.RemoveAll(aside); err != nil {
		return err
	}
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

// asideMark ends the name of artifacts that are being replaced.
const asideMark = ".old"

// restoreAside undoes half of a swapByRename.
func restoreAside(target string) error {
	aside := target + asideMark
	raw, err := os.ReadFile(aside + "/" + manifestFile)
	if err != nil || !isOurs(raw) {
		return nil // nothing of ours
	}
	if _, err := os.Lstat(target); err == nil {
		return os.RemoveAll(aside)
	}
	return os.Rename(aside, target)
}
