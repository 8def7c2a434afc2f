package artifacts

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// This file decides how new artifacts take the place of old ones.
//
// A build happens in OUT.tmp-RANDOM beside OUT. The folder holds a lock file
// that the build keeps locked, so that the next build can tell a live folder
// from one that a killed build left. When all is on disk, the two folders change
// places in one step, and what was OUT is removed under the temporary name.

// TempMark stands in the names of temporary folders, between the name of the
// artifacts and random characters.
const TempMark = ".tmp-"

const lockFile = ".lock"

// CheckTarget reports whether Write may write to dir: it does not exist, is
// empty, or holds artifacts of any version. Else the error is marked ErrTarget.
func CheckTarget(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("check output folder: %w", err)
	case len(entries) == 0 || len(entries) == 1 && entries[0].Name() == lockFile:
		return nil
	}
	if Holds(dir, entries) {
		return nil
	}
	return fmt.Errorf("%w: %s holds other files", ErrTarget, dir)
}

// Holds reports whether dir, which lists the given entries, holds artifacts of
// any version.
func Holds(dir string, entries []fs.DirEntry) bool {
	if !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == manifestFile }) {
		return false
	}
	raw, err := os.ReadFile(filepath.Join(dir, manifestFile))
	return err == nil && isOurs(raw)
}

// realTarget follows dir if it is a symbolic link, so that the link stays.
func realTarget(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		return real, nil
	}
	return abs, nil
}

// A tempDir is the folder that a build works in.
type tempDir struct {
	path string
	lock *os.File
}

// newTempDir makes the folder beside target and locks it.
func newTempDir(target string) (*tempDir, error) {
	if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
		return nil, err
	}
	for {
		var name [6]byte
		if _, err := rand.Read(name[:]); err != nil {
			return nil, err
		}
		path := target + TempMark + hex.EncodeToString(name[:])
		if err := os.Mkdir(path, 0o777); err != nil {
			return nil, err
		}
		// Another build may have taken the folder for a dead one before the lock
		// was on it: then it is gone, and there is a next try.
		if lock, ok := tryLock(filepath.Join(path, lockFile)); ok {
			return &tempDir{path, lock}, nil
		}
	}
}

// tryLock makes and locks a lock file; ok is false when another process holds
// it or has removed it meanwhile.
func tryLock(path string) (f *os.File, ok bool) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return nil, false
	}
	if lockNow(f) && isAt(f, path) {
		return f, true
	}
	f.Close()
	return nil, false
}

// isAt reports whether f is the file at path.
func isAt(f *os.File, path string) bool {
	a, err := f.Stat()
	if err != nil {
		return false
	}
	b, err := os.Stat(path)
	return err == nil && os.SameFile(a, b)
}

// removeDead removes the temporary folders of builds that were killed.
func removeDead(target string) error {
	paths, err := siblings(target)
	if err != nil {
		return err
	}
	for _, path := range paths {
		lock, ok := tryLock(filepath.Join(path, lockFile))
		if !ok {
			continue // alive, or just gone
		}
		_ = os.RemoveAll(path) // if it fails, the next build tries again
		lock.Close()
	}
	return nil
}

// siblings lists the temporary folders of target.
func siblings(target string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Dir(target))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	prefix := filepath.Base(target) + TempMark
	var paths []string
	for _, e := range entries {
		if e.IsDir() && len(e.Name()) > len(prefix) && e.Name()[:len(prefix)] == prefix {
			paths = append(paths, filepath.Join(filepath.Dir(target), e.Name()))
		}
	}
	return paths, nil
}

// discard removes the folder of a failed build.
func (t *tempDir) discard() {
	_ = os.RemoveAll(t.path) // the next build tries again
	t.lock.Close()
}

// publish puts the folder in the place of target and removes what was there.
func (t *tempDir) publish(target string) error {
	if err := swap(t.path, target); err != nil {
		t.discard()
		return fmt.Errorf("publish artifacts: %w", err)
	}
	// From here on the new artifacts count. The lock file is theirs now; what it
	// told apart is settled.
	err := os.Remove(filepath.Join(target, lockFile))
	if errors.Is(err, fs.ErrNotExist) {
		err = nil // a build that came after this one has taken the place
	}
	t.lock.Close()
	_ = os.RemoveAll(t.path) // what was target; if it fails, the next build tries again
	if serr := syncDir(filepath.Dir(target)); err == nil {
		err = serr
	}
	if err != nil {
		return fmt.Errorf("publish artifacts: %w", err)
	}
	return nil
}

// syncDir flushes the entries of a folder to disk.
func syncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
