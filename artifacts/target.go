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
	"strings"
)

// This file decides how new artifacts take the place of old ones.
//
// A build happens in OUT.tmp-RANDOM beside OUT. The folder holds a lock file
// that the build keeps locked, so that the next build can tell a live folder
// from one that a killed build left. When all is on disk, the two folders change
// places in one step, and what was OUT is removed under the temporary name.

// TempMark is part of the names of temporary folders, between the name of the
// artifacts and random characters.
const TempMark = ".tmp-"

const lockFile = ".lock"

// tempBytes is the number of random bytes in the name of a temporary folder or file; they
// are written in hexadecimal.
const tempBytes = 6

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
	return holdsManifest(dir)
}

// holdsManifest reports whether a folder has a manifest of this program.
func holdsManifest(dir string) bool {
	path := filepath.Join(dir, manifestFile)
	info, err := os.Stat(path)
	if err != nil || !plausible(info) {
		return false
	}
	raw, err := os.ReadFile(path)
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
	path  string
	lock  *os.File
	spare []*os.File // so that there are file handles left to remove the folder with
}

// spareHandles is how many file handles removing a folder takes at most: one for each level,
// and for the one around.
const spareHandles = 6

// newTempDir makes the folder beside target and locks it.
func newTempDir(target string) (*tempDir, error) {
	if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
		return nil, err
	}
	t := &tempDir{}
	var err error
	if t.spare, err = takeHandles(spareHandles); err != nil { // before there is a folder to remove
		return nil, err
	}
	for {
		var name [tempBytes]byte
		if _, err := rand.Read(name[:]); err != nil {
			return nil, err
		}
		path := target + TempMark + hex.EncodeToString(name[:])
		if err := os.Mkdir(path, 0o777); err != nil {
			return nil, err
		}
		// Another build may have taken the folder for a dead one before the lock
		// was on it: then it is gone, and there is a next try.
		lock, ok, err := tryLock(filepath.Join(path, lockFile))
		switch {
		case ok:
			t.path, t.lock = path, lock
			return t, nil
		case err != nil:
			t.release()
			return nil, errors.Join(err, os.Remove(path))
		}
	}
}

// tryLock makes and locks a lock file; ok is false when another process holds
// it or has removed its folder meanwhile, and when it cannot be opened, which is an error.
func tryLock(path string) (f *os.File, ok bool, err error) {
	f, err = os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o666)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	if lockNow(f) && isAt(f, path) {
		return f, true, nil
	}
	f.Close()
	return nil, false, nil
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
		if _, err := os.Lstat(filepath.Join(path, lockFile)); err != nil && !holdsManifest(path) {
			// Not of this program, unless it was killed before it made the lock. Nothing
			// is lost with an empty folder, and others are not removed.
			_ = os.Remove(path)
			continue
		}
		lock, ok, err := tryLock(filepath.Join(path, lockFile))
		if err != nil || !ok {
			continue // alive, or just gone
		}
		removeLocked(path)
		lock.Close()
	}
	return nil
}

// removeLocked removes a folder, its lock last: should the program be killed meanwhile,
// the next build knows the rest for one of its own. If it fails, the next build tries
// again.
func removeLocked(path string) {
	entries, err := os.ReadDir(path)
	if err != nil {
		entries, _ = os.ReadDir(path)
	}
	for _, e := range entries {
		if e.Name() != lockFile {
			removeAll(filepath.Join(path, e.Name()))
		}
	}
	removeAll(path)
}

// removeAll removes a folder, again if the first attempt fails: a disk that fails once often does not
// fail twice, and the rest is in the way until the next build.
func removeAll(path string) {
	if os.RemoveAll(path) != nil {
		_ = os.RemoveAll(path)
	}
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
	var paths []string
	for _, e := range entries {
		if e.IsDir() && isTempName(e.Name(), filepath.Base(target)) {
			paths = append(paths, filepath.Join(filepath.Dir(target), e.Name()))
		}
	}
	return paths, nil
}

// isTempName reports whether a name is one that newTempDir or newTempFile makes beside
// base.
func isTempName(name, base string) bool {
	random, ok := strings.CutPrefix(name, base+TempMark)
	if !ok || len(random) != 2*tempBytes {
		return false
	}
	_, err := hex.DecodeString(random)
	return err == nil && strings.ToLower(random) == random
}

// discard removes the folder of a failed build.
func (t *tempDir) discard() {
	t.release()
	removeLocked(t.path)
	t.lock.Close()
}

// release gives the spare handles back.
func (t *tempDir) release() {
	closeAll(t.spare)
	t.spare = nil
}

// publish puts the folder in the place of target and removes what was there.
func (t *tempDir) publish(target string) error {
	if err := swap(t.path, target); err != nil {
		t.discard()
		return fmt.Errorf("publish artifacts: %w", err)
	}
	// From here on the new artifacts count. The lock file is theirs now; what it
	// told apart is settled.
	t.release()
	err := os.Remove(filepath.Join(target, lockFile))
	if errors.Is(err, fs.ErrNotExist) {
		err = nil // a build that came after this one has taken the place
	}
	t.lock.Close()
	removeOld(t.path)
	if serr := syncDir(filepath.Dir(target)); err == nil {
		err = serr
	}
	if err != nil {
		return fmt.Errorf("publish artifacts: %w", err)
	}
	return nil
}

// removeOld removes what was the target before, which has the name of a temporary folder.
func removeOld(path string) {
	if _, err := os.Lstat(path); err != nil {
		return // there was none
	}
	lock, ok, err := tryLock(filepath.Join(path, lockFile))
	if err != nil {
		lock, ok, err = tryLock(filepath.Join(path, lockFile)) // as in removeAll
	}
	if err != nil || !ok {
		return // another build removes it
	}
	removeLocked(path)
	lock.Close()
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
