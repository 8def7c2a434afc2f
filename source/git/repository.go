package git

import (
	"os"
	"path/filepath"
	"strings"

	"seedgraph/internal/regular"
)

// A Repository has the locations of the parts of a repository.
type Repository struct {
	Top    string // the folder of the work tree
	Dir    string // HEAD and other files of only this work tree
	Common string // refs, objects, config: equal to Dir, except in linked work trees
}

// Find looks for a repository in dir, an absolute path, and its ancestors.
func Find(dir string) (Repository, bool) {
	for {
		if p, ok := At(dir); ok {
			return p, true
		}
		up := filepath.Dir(dir)
		if up == dir {
			return Repository{}, false
		}
		dir = up
	}
}

// At reports whether dir is the top of a work tree. Its .git is a folder, or a
// file with the path of one (submodules and linked work trees).
func At(dir string) (Repository, bool) {
	git := filepath.Join(dir, ".git")
	info, err := os.Stat(git)
	if err != nil {
		return Repository{}, false
	}
	if !info.IsDir() {
		if git = namedBy(git); git == "" {
			return Repository{}, false
		}
	}
	if _, err := os.Lstat(filepath.Join(git, "HEAD")); err != nil {
		return Repository{}, false
	}
	common := git
	if c := firstLine(filepath.Join(git, "commondir")); c != "" {
		common = resolveFrom(git, c)
	}
	return Repository{Top: dir, Dir: git, Common: common}, true
}

// namedBy returns the folder that a .git file names, or "".
func namedBy(file string) string {
	target, ok := strings.CutPrefix(firstLine(file), "gitdir:")
	if !ok {
		return ""
	}
	return resolveFrom(filepath.Dir(file), strings.TrimSpace(target))
}

// HasWorkTree reports whether dir, a folder with a .git, is another work tree of the
// same repository, as created by `git worktree add`. It also is one if the repository
// was moved since, so that the path in its .git is dangling. A bare repository has only
// linked work trees: none of them counts as a work tree of another.
func (p Repository) HasWorkTree(dir string) bool {
	if p.Common == "" || dir == p.Top || strings.EqualFold(p.config("core", "bare"), "true") {
		return false
	}
	if other, ok := At(dir); ok {
		return sameFolder(other.Common, p.Common)
	}
	named := namedBy(filepath.Join(dir, ".git"))
	if filepath.Base(filepath.Dir(named)) != "worktrees" {
		return false
	}
	_, err := os.Lstat(filepath.Join(p.Common, "worktrees", filepath.Base(named), "HEAD"))
	return err == nil
}

// sameFolder reports whether two paths refer to the same folder.
func sameFolder(a, b string) bool {
	x, err := os.Stat(a)
	y, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(x, y)
}

// config returns the last value of a key in the repository's own configuration, for a
// section written as in the file: `remote "origin"`. Section and key names are compared
// ignoring case. Files that the configuration includes are not read.
func (p Repository) config(section, key string) (value string) {
	p.settings(func(s, k, v string) {
		if strings.EqualFold(s, section) && strings.EqualFold(k, key) {
			value = v
		}
	})
	return value
}

// settings calls each for the repository's own configuration, in the order of the files: that
// of all work trees, then that of this one.
func (p Repository) settings(each func(section, key, value string)) {
	for _, file := range []string{filepath.Join(p.Common, "config"),
		filepath.Join(p.Dir, "config.worktree")} {
		data, err := readSmall(file)
		if err != nil {
			continue
		}
		section := ""
		for line := range strings.Lines(string(data)) {
			line = strings.TrimSpace(line)
			if strings.HasPrefix(line, "[") {
				name, rest, _ := strings.Cut(line[1:], "]")
				section = strings.Join(strings.Fields(name), " ")
				line = strings.TrimSpace(rest)
			}
			if line == "" || line[0] == '#' || line[0] == ';' {
				continue
			}
			key, value, given := strings.Cut(line, "=")
			if !given {
				value = "true"
			}
			each(section, strings.TrimSpace(key), settingValue(value))
		}
	}
}

// settingValue parses the value in a line, without quotes around it and comments after
// it.
func settingValue(text string) string {
	text = strings.TrimSpace(text)
	if quoted, ok := strings.CutPrefix(text, `"`); ok {
		value, _, _ := strings.Cut(quoted, `"`)
		return value
	}
	if i := strings.IndexAny(text, "#;"); i >= 0 {
		text = strings.TrimSpace(text[:i])
	}
	return text
}

// sha256 reports whether object ids are SHA-256, according to the settings or, without
// them, the id of the commit that is checked out.
func (p Repository) sha256() bool {
	if format := p.config("extensions", "objectformat"); format != "" {
		return strings.EqualFold(format, "sha256")
	}
	_, commit := p.head()
	return len(commit) == 64
}

// firstLine returns the first line of a small file without surrounding space,
// or empty if there is no such file.
func firstLine(path string) string {
	data, err := readSmall(path)
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(data), "\n")
	return strings.TrimSpace(line)
}

// maxFile limits the files of a repository that are read whole, in bytes: packed-refs
// and the indexes of the largest repositories are smaller.
const maxFile = 64 << 20

// readSmall reads a regular file of git.
func readSmall(path string) ([]byte, error) { return regular.Read(path, maxFile) }

func resolveFrom(dir, path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// realPath makes the path of a folder absolute and resolves symbolic links.
func realPath(root string) (string, error) {
	abs, err := filepath.Abs(root)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(abs)
}
