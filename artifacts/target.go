package artifacts

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// This file implements the replacement of old artifacts by new ones.
//
// A build writes to OUT.tmp-RANDOM next to OUT. The folder contains a lock file that the
// build keeps locked, so that the next build can distinguish the folder of a running
// build from the folder of a killed one. When all files are on disk, the two folders are
// exchanged atomically, and the previous contents of OUT are removed under the temporary
// name.

// TempMark is the part of the names of temporary folders between the name of the
// artifacts and random characters.
const TempMark = ".tmp-"

const lockFile = ".lock"

// tempBytes is the number of random bytes in the name of a temporary folder or file; they
// are written in hexadecimal.
const tempBytes = 6

// CheckTarget reports whether Write may write to dir: it does not exist, is empty, or
// contains artifacts of any version. Otherwise the error is marked ErrTarget.
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
	return fmt.Errorf("%w: %s contains other files", ErrTarget, dir)
}

// Holds reports whether dir, which has the given entries, contains artifacts of any
// version.
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

// realTarget resolves dir if it is a symbolic link, so that the link itself is kept.
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

// A tempDir is the working folder of a build.
type tempDir struct {
	path  string
	lock  *os.File
	spare []*os.File // reserved so that file handles are available for removing the folder
}

// spareHandles is the maximum number of file handles needed to remove a folder: one for
// each level, and one for its parent.
const spareHandles = 6

// newTempDir creates the folder next to target and locks it.
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
		// Another build may have removed the folder as abandoned before it was locked:
		// then try again.
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

// tryLock creates and locks a lock file; ok is false if another process holds it or has
// removed its folder meanwhile, or if it cannot be opened, which is an error.
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

// RemoveRemains removes the temporary folders of killed builds of target. [Write] does so itself.
func RemoveRemains(target string) error {
	paths, err := siblings(target)
	if err != nil {
		return err
	}
	for _, path := range paths {
		if _, err := os.Lstat(filepath.Join(path, lockFile)); err != nil && !holdsManifest(path) {
			// Not of this program, unless it was killed before it created the lock.
			// Removing an empty folder loses nothing; others are kept.
			_ = os.Remove(path)
			continue
		}
		lock, ok, err := tryLock(filepath.Join(path, lockFile))
		if err != nil || !ok {
			continue // in use, or just removed
		}
		removeLocked(path, lock)
	}
	return nil
}

// removeLocked removes a folder, its lock last, and closes the lock: if the program is killed
// meanwhile, the next build recognizes the rest as its own. If it fails, the next build tries
// again.
func removeLocked(path string, lock *os.File) {
	entries, err := os.ReadDir(path)
	if err != nil {
		entries, _ = os.ReadDir(path)
	}
	for _, e := range entries {
		if e.Name() != lockFile {
			removeAll(filepath.Join(path, e.Name()))
		}
	}
	if openFilesStay {
		lock.Close()
	}
	removeAll(path)
	lock.Close()
}

// removeAll removes a folder, with a second attempt after a failure: transient disk
// errors rarely repeat, and the remains would be in the way until the next build.
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

// isTempName reports whether newTempDir or newTempFile may create a file of this name for
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
	removeLocked(t.path, t.lock)
}

// release closes the spare handles.
func (t *tempDir) release() {
	closeAll(t.spare)
	t.spare = nil
}

// publish replaces target by the folder and removes the previous contents.
func (t *tempDir) publish(target string) error {
	if openFilesStay {
		t.lock.Close()
	}
	if err := swap(t.path, target); err != nil {
		t.discard()
		return fmt.Errorf("publish artifacts: %w", err)
	}
	// From here on the new artifacts are valid. The lock file is now part of them and has
	// no further purpose.
	t.release()
	err := os.Remove(filepath.Join(target, lockFile))
	if errors.Is(err, fs.ErrNotExist) {
		err = nil // a later build has replaced the target
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

// removeOld removes the previous target, which now has the name of a temporary folder.
func removeOld(path string) {
	if _, err := os.Lstat(path); err != nil {
		return // there was no target
	}
	lock, ok, err := tryLock(filepath.Join(path, lockFile))
	if err != nil {
		lock, ok, err = tryLock(filepath.Join(path, lockFile)) // as in removeAll
	}
	if err != nil || !ok {
		return // another build removes it
	}
	removeLocked(path, lock)
}

// syncDir flushes the entries of a folder to disk. Windows writes them through, and refuses to flush a
// folder.
func syncDir(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
