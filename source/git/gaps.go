package git

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"seedgraph/internal/regular"
)

// maxAlternates limits the depth of object stores that borrow from each other, as
// in git.
const maxAlternates = 5

// checkObjects returns the real path of the object store. It fails if that store, or
// one that it borrows from, contains anything but folders and regular files: git would
// block on a named pipe.
func (r *Reader) checkObjects() (string, error) {
	store, err := filepath.EvalSymlinks(filepath.Join(r.repo.Common, "objects"))
	if err != nil {
		return "", fmt.Errorf("the repository has no objects: %w", plain(err))
	}
	if !within(store, r.repo.Common) {
		r.gap(GapAlternates, "the objects of the repository are stored elsewhere")
	}
	return store, r.checkStore(store, 0)
}

func (r *Reader) checkStore(store string, depth int) error {
	if err := onlyRegular(store); err != nil {
		return err
	}
	list, err := readSmall(filepath.Join(store, "info", "alternates"))
	if err != nil {
		return nil // most have none
	}
	for line := range strings.Lines(string(list)) {
		line = strings.TrimRight(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		other, err := filepath.EvalSymlinks(resolveFrom(store, strings.Trim(line, `"`)))
		if err != nil {
			r.gap(GapAlternates, "an alternate object store of the repository is missing")
			continue
		}
		if depth == 0 {
			r.gap(GapAlternates, "the repository has an alternate object store")
		}
		if depth >= maxAlternates {
			continue
		}
		if err := r.checkStore(other, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// gap records a gap, once.
func (r *Reader) gap(reason, detail string) {
	for _, g := range r.gaps {
		if g.Reason == reason && g.Detail == detail {
			return
		}
	}
	r.gaps = append(r.gaps, Gap{reason, detail})
}

// onlyRegular fails if a folder contains anything but folders and regular files.
func onlyRegular(dir string) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("read the objects of the repository: %w", plain(err))
		}
		mode := d.Type()
		if mode&fs.ModeSymlink != 0 {
			info, err := os.Stat(path)
			if err != nil {
				return nil // dangling, for git as well
			}
			if mode = info.Mode(); mode.IsDir() {
				return onlyRegular(path + string(filepath.Separator))
			}
		}
		if !mode.IsDir() && !mode.IsRegular() {
			rel, _ := filepath.Rel(dir, path)
			return fmt.Errorf("the objects of the repository include a %s: %s",
				regular.Kind(mode), filepath.ToSlash(rel))
		}
		return nil
	})
}

// plain removes the path from an error of the system.
func plain(err error) error {
	if e, ok := err.(*fs.PathError); ok {
		return e.Err
	}
	return err
}

// findGaps looks for things that make commits unreadable, or would make git read
// other commits.
func (r *Reader) findGaps() {
	if !r.repo.belongs() {
		r.gap(GapElsewhere, "the .git file of the tree refers to a repository that does not refer to the tree")
	}
	if data, err := readSmall(filepath.Join(r.repo.Common, "shallow")); err == nil {
		for line := range strings.Lines(string(data)) {
			if id := objectID(strings.TrimSpace(line)); id != "" {
				r.shallow = append(r.shallow, id)
			}
		}
	}
	if len(r.shallow) > 0 {
		r.gap(GapShallow, "the clone is shallow: it lacks older commits")
	}
	if r.partial() {
		r.gap(GapPartial, "the clone is partial: missing objects are not fetched")
	}
	if firstLine(filepath.Join(r.repo.Common, "info", "grafts")) != "" {
		r.gap(GapGrafts, "grafts of the repository are ignored")
	}
}

// belongs reports whether the repository is in its work tree or refers to it: otherwise
// the .git of a tree could name the repository of anybody. A linked work tree is named
// by the file gitdir, a submodule by the setting core.worktree.
func (p Repository) belongs() bool {
	switch {
	case within(p.Common, p.Top):
		return true
	case within(p.Dir, p.Common) && p.Dir != p.Common:
		named := firstLine(filepath.Join(p.Dir, "gitdir"))
		return named != "" && sameFolder(filepath.Dir(resolveFrom(p.Dir, named)), p.Top)
	}
	named := p.config("core", "worktree")
	return named != "" && sameFolder(resolveFrom(p.Dir, named), p.Top)
}

// within reports whether a path resolves to a folder or to something in it.
func within(path, folder string) bool {
	path, err := filepath.EvalSymlinks(path)
	folder, err2 := filepath.EvalSymlinks(folder)
	return err == nil && err2 == nil &&
		(path == folder || strings.HasPrefix(path, folder+string(filepath.Separator)))
}

// partial reports whether a repository relies on another one for missing objects.
func (r *Reader) partial() bool {
	found := false
	r.repo.settings(func(section, key, value string) {
		remote := strings.HasPrefix(strings.ToLower(section), "remote ")
		extension := strings.EqualFold(section, "extensions")
		found = found || remote && strings.EqualFold(key, "promisor") && isTrue(value) ||
			extension && strings.EqualFold(key, "partialclone") && value != ""
	})
	packs, _ := os.ReadDir(filepath.Join(r.repo.Common, "objects", "pack"))
	for _, e := range packs {
		found = found || strings.HasSuffix(e.Name(), ".promisor")
	}
	return found
}

// isTrue parses a boolean like git.
func isTrue(value string) bool {
	switch strings.ToLower(value) {
	case "true", "yes", "on", "1":
		return true
	}
	return false
}
