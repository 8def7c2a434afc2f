package walk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// symlink skips a symbolic link and records the reason. No link is followed: its target
// is found under its own path, or is not part of the tree. Targets within the tree are
// recorded for path lookups. Links to files that are not selected are counted like such
// files.
func (w *walker) symlink(path string) {
	full := filepath.Join(w.tree.Root, filepath.FromSlash(path))
	target, err := filepath.EvalSymlinks(full)
	dir := false
	if err == nil {
		info, statErr := os.Stat(target)
		dir, err = statErr == nil && info.IsDir(), statErr
	}
	if !dir && !w.selects(path) {
		return
	}
	reason, detail := w.linkReason(full, target, err)
	if rel, err := filepath.Rel(w.tree.Root, target); reason == ReasonSymlink && err == nil {
		w.tree.Links[path] = filepath.ToSlash(rel)
	}
	w.skip(quoteBad(path), reason, quoteBad(detail))
}

func (w *walker) linkReason(link, target string, err error) (reason, detail string) {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ReasonSymlinkBroken, "target is missing"
	case err != nil && !errors.Is(err, fs.ErrPermission):
		// EvalSymlinks gives up after 255 links, with a separate error.
		return ReasonSymlinkLoop, "link cycle"
	case err != nil:
		return ReasonUnreadable, plainError(err).Error()
	case !inside(w.tree.Root, target):
		return ReasonSymlinkOut, "target is outside the tree"
	}
	rel, err := filepath.Rel(w.tree.Root, target)
	if err != nil {
		return ReasonSymlinkOut, "target is outside the tree"
	}
	if inside(target, link) {
		return ReasonSymlinkLoop, "target is the folder " + filepath.ToSlash(rel)
	}
	return ReasonSymlink, "target is " + filepath.ToSlash(rel)
}

// inside reports whether path is root or is below it.
func inside(root, path string) bool {
	sep := string(filepath.Separator)
	return path == root || strings.HasPrefix(path, strings.TrimSuffix(root, sep)+sep)
}
