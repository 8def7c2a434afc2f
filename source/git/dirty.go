package git

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"seedgraph/internal/regular"
)

// Dirty reports whether files of the tree at root differ from the commit that is
// checked out: paths of root that are changed or untracked, and missing tracked files
// for which selects returns true. A tree outside any repository has no commit to differ
// from.
//
// Like git it trusts the time and size that the index has of a file, and hashes other
// files. Only the filter for line ends is applied: a file that another filter rewrites
// counts as changed if its time differs from the index. Staged changes are found with
// the cache of trees in the index; without the cache they are unknown, and the index
// counts as committed.
//
// It takes time proportional to the tracked files, and to the bytes of those that were
// touched.
func Dirty(root string, paths []string, selects func(path string) bool) (bool, error) {
	abs, err := realPath(root)
	if err != nil {
		return false, fmt.Errorf("find repository of %s: %w", root, err)
	}
	place, ok := Find(abs)
	if !ok {
		return false, nil
	}
	content, err := place.index()
	if err != nil || content.partial {
		return false, nil // only git knows
	}
	d := dirtiness{place: place, content: content}
	if info, err := os.Stat(filepath.Join(place.Dir, "index")); err == nil {
		d.looked = info.ModTime()
	}
	below, err := filepath.Rel(place.Top, abs)
	if err != nil {
		return false, fmt.Errorf("find repository of %s: %w", root, err)
	}
	folder, prefix := "", ""
	if below != "." {
		folder = filepath.ToSlash(below)
		prefix = folder + "/"
	}
	if d.staged(folder) {
		return true, nil
	}
	for _, p := range paths {
		if d.changed(prefix + p) {
			return true, nil
		}
	}
	return d.missing(prefix, selects), nil
}

// A dirtiness compares one work tree with its index.
type dirtiness struct {
	place   Repository
	content indexContent
	looked  time.Time // when git wrote the index
}

// staged reports whether the index is known to have another tree for a folder than the
// commit. The tree of the commit is read only for the top; below it, a valid cache
// entry of git counts as nothing staged since the last commit.
func (d *dirtiness) staged(folder string) bool {
	kept, ok := d.content.trees[folder]
	if !ok || kept == "" || folder != "" {
		return ok && kept == ""
	}
	_, commit := d.place.head()
	tree := treeOf(d.place.object(commit, "commit"))
	return tree != "" && tree != kept
}

// changed reports whether the file at a path differs from the one in the index.
func (d *dirtiness) changed(path string) bool {
	e, ok := d.content.find(path)
	if !ok {
		return !d.inSubmodule(path)
	}
	full := filepath.Join(d.place.Top, filepath.FromSlash(path))
	info, err := os.Lstat(full)
	if err != nil {
		return true
	}
	if e.unchanged(info, d.looked) {
		return false
	}
	text, err := regular.Read(full, math.MaxInt64-1)
	if err != nil {
		return true
	}
	return blobID(text, len(e.object)) != e.object &&
		blobID(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), len(e.object)) != e.object
}

// inSubmodule reports whether a path belongs to a nested repository, which has its
// own state.
func (d *dirtiness) inSubmodule(path string) bool {
	for i := strings.LastIndexByte(path, '/'); i > 0; i = strings.LastIndexByte(path[:i], '/') {
		if e, ok := d.content.find(path[:i]); ok {
			return e.submodule
		}
	}
	return false
}

// missing reports whether there is a missing tracked file below prefix for which
// selects returns true.
func (d *dirtiness) missing(prefix string, selects func(path string) bool) bool {
	for _, e := range d.content.entries {
		path, ok := strings.CutPrefix(e.path, prefix)
		if !ok || e.submodule || e.absent || !selects(path) {
			continue
		}
		_, err := os.Lstat(filepath.Join(d.place.Top, filepath.FromSlash(e.path)))
		if errors.Is(err, fs.ErrNotExist) {
			return true
		}
	}
	return false
}

// blobID returns the object id of a text in git. The number of hexadecimal digits
// selects the hash.
func blobID(text []byte, digits int) string {
	var h hash.Hash = sha1.New()
	if digits == 2*sha256.Size {
		h = sha256.New()
	}
	fmt.Fprintf(h, "blob %d\x00", len(text))
	h.Write(text)
	return hex.EncodeToString(h.Sum(nil))
}
