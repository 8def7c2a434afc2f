package git

import (
	"os"
	"path/filepath"
	"strings"

	"seedgraph/internal/regular"
)

// A Repository is where a repository keeps its parts.
type Repository struct {
	Top    string // the folder of the work tree
	Dir    string // HEAD and what belongs to this work tree alone
	Common string // refs, objects, config: Dir, but for linked work trees
}

// Find looks for a repository in dir, an absolute path, and the folders above it.
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

// At reports whether dir is the top of a work tree. Its .git is a folder,
// or a file that names one (submodules and linked work trees).
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

// HasWorkTree reports whether dir, a folder with a .git, is another work tree of the same
// repository, as `git worktree add` makes them. It is one, too, if the repository was moved
// since, so that the path in its .git leads nowhere. A bare repository has linked work trees
// alone: none of them is the other one of another.
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

// sameFolder reports whether two paths lead to one folder.
func sameFolder(a, b string) bool {
	x, err := os.Stat(a)
	y, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(x, y)
}

// config gives the last value of a key in the repository's own configuration, for a section
// written as in the file: `remote "origin"`. Section and key names are compared without regard
// to case. Files that the configuration includes are not read.
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

// settingValue reads a value in one line: quotes around it or a comment behind it are no part
// of it.
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

// sha256 reports whether object ids are SHA-256, as the settings say or, without them, the commit
// that is checked out.
func (p Repository) sha256() bool {
	if format := p.config("extensions", "objectformat"); format != "" {
		return strings.EqualFold(format, "sha256")
	}
	_, commit := p.head()
	return len(commit) == 64
}

// firstLine is the first line of a small file without the space around it, or
// empty when there is none.
func firstLine(path string) string {
	data, err := readSmall(path)
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(data), "\n")
	return strings.TrimSpace(line)
}

// maxFile bounds the files of a repository that are read whole, in bytes: packed-refs and the
// indexes of the largest repositories stay below.
const maxFile = 64 << 20

// readSmall reads a regular file of git's own.
func readSmall(path string) ([]byte, error) { return regular.Read(path, maxFile) }

func resolveFrom(dir, path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// realPath makes the path of a folder absolute and free of symbolic links.
func realPath(root string) (string, error) {
	abs, err := filepath.Abs(root)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(abs)
}
