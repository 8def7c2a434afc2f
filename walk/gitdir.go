package walk

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"strings"
)

// A gitPlace is where a repository keeps its parts.
type gitPlace struct {
	top    string // the folder of the work tree
	dir    string // HEAD and what belongs to this work tree alone
	common string // refs, objects, config: dir, but for linked work trees
}

// findGit looks for a repository in dir and the folders above it.
func findGit(dir string) (gitPlace, bool) {
	for {
		if p, ok := gitAt(dir); ok {
			return p, true
		}
		up := filepath.Dir(dir)
		if up == dir {
			return gitPlace{}, false
		}
		dir = up
	}
}

// gitAt reports whether dir is the top of a work tree. Its .git is a folder,
// or a file that names one (submodules and linked work trees).
func gitAt(dir string) (gitPlace, bool) {
	git := filepath.Join(dir, ".git")
	info, err := os.Stat(git)
	if err != nil {
		return gitPlace{}, false
	}
	if !info.IsDir() {
		target, ok := strings.CutPrefix(firstLine(git), "gitdir:")
		if !ok {
			return gitPlace{}, false
		}
		git = resolveFrom(dir, strings.TrimSpace(target))
	}
	if _, err := os.Lstat(filepath.Join(git, "HEAD")); err != nil {
		return gitPlace{}, false
	}
	common := git
	if c := firstLine(filepath.Join(git, "commondir")); c != "" {
		common = resolveFrom(git, c)
	}
	return gitPlace{top: dir, dir: git, common: common}, true
}

// exclude gives the rules of info/exclude, for paths that begin at dir.
func (p gitPlace) exclude(dir string) *ruleFile {
	rules, err := readRules(filepath.Join(p.common, "info", "exclude"))
	if err != nil {
		return nil // git goes on without it as well
	}
	var none *ruleFile
	return none.under(dir, rules)
}

// config gives the last value of a key in the repository's own configuration,
// for a section written as in the file: `remote "origin"`. Section and key
// names are compared without regard to case.
func (p gitPlace) config(section, key string) string {
	data, err := readSmall(filepath.Join(p.common, "config"))
	if err != nil {
		return ""
	}
	value, in := "", false
	lines := bufio.NewScanner(bytes.NewReader(data))
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if strings.HasPrefix(line, "[") {
			name, rest, _ := strings.Cut(line[1:], "]")
			in = strings.EqualFold(strings.Join(strings.Fields(name), " "), section)
			line = strings.TrimSpace(rest)
		}
		k, v, ok := strings.Cut(line, "=")
		if in && ok && strings.EqualFold(strings.TrimSpace(k), key) {
			value = strings.Trim(strings.TrimSpace(v), `"`)
		}
	}
	return value
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

// readSmall reads a regular file of git's own, which is never large.
func readSmall(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxGitFile {
		return nil, os.ErrInvalid
	}
	return os.ReadFile(path)
}

const maxGitFile = 64 << 20 // bytes; packed-refs of the largest repositories stay below

func resolveFrom(dir, path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}
