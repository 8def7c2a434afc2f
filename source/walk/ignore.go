package walk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"seedgraph/internal/regular"
	"seedgraph/source/git"
)

// The matcher is our own because go-git's (v5.19.3) differs from git: on the
// trees of TestIgnoreAgainstGit its result differed from `git check-ignore`
// (2.39.5) for 4977 of 39525 files, in 121 of 200 trees. It treats "[!a]" as a
// plain set, lacks named classes, and does not backtrack when the first match
// after a "**" fails later. Ours agreed on all 308402 files of 2100 trees.

const (
	gitIgnoreFile = ".gitignore"
	ownIgnoreFile = ".seedgraphignore"
	maxIgnoreSize = 4 << 20 // bytes of an ignore file
)

// A verdict is the decision of ignore rules about a path.
type verdict uint8

const (
	unspoken verdict = iota // no rule matches
	ignored                 // the deciding rule excludes
	wanted                  // the deciding rule starts with "!"
)

// A ruleFile has the rules of one ignore file and of those in the folders above
// it: a linked list with an element per folder that has such a file.
type ruleFile struct {
	rules []rule
	base  int // length of the folder's path with its slash, in bytes of the paths passed to decide
	above *ruleFile
}

// decide checks the nearest file first, and in a file the last line first.
func (f *ruleFile) decide(path string, dir bool) verdict {
	name := path[strings.LastIndexByte(path, '/')+1:]
	for ; f != nil; f = f.above {
		rel := path[f.base:]
		for i := len(f.rules) - 1; i >= 0; i-- {
			if !f.rules[i].matches(rel, name, dir) {
				continue
			}
			if f.rules[i].negate {
				return wanted
			}
			return ignored
		}
	}
	return unspoken
}

// under adds the rules of a file in the folder dir; without rules it returns f.
func (f *ruleFile) under(dir string, rules []rule) *ruleFile {
	if len(rules) == 0 {
		return f
	}
	base := len(dir)
	if base > 0 {
		base++
	}
	return &ruleFile{rules: rules, base: base, above: f}
}

// A scope has the rules that apply in one folder: our own, and git's below them.
type scope struct {
	own    *ruleFile
	git    *ruleFile
	index  *gitIndex // of the repository of git's rules; nil without one
	hidden bool      // git ignores the folder: only tracked files count
}

// decide returns the scope's verdict on an entry of its folder. hidden reports
// that the entry is a folder that git ignores although it holds tracked files.
func (s scope) decide(path string, dir bool) (v verdict, hidden bool) {
	if v := s.own.decide(path, dir); v != unspoken {
		return v, false
	}
	if !s.hidden && s.git.decide(path, dir) != ignored {
		return unspoken, false
	}
	if s.index.tracks(path, dir) {
		return unspoken, dir
	}
	return ignored, false
}

// readRules compiles the ignore file at path. As in git, a missing file, a
// folder or a symbolic link has no rules.
func readRules(path string) ([]rule, error) {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	data, err := regular.Read(path, maxIgnoreSize)
	if errors.Is(err, regular.ErrTooLarge) {
		return nil, fmt.Errorf("more than %d bytes of rules", maxIgnoreSize)
	}
	if err != nil {
		return nil, err
	}
	return parseRules(data), nil
}

// excludeOf returns the rules of info/exclude, for paths that begin at dir.
func excludeOf(repo git.Repository, dir string) *ruleFile {
	rules, err := readRules(filepath.Join(repo.Common, "info", "exclude"))
	if err != nil {
		return nil // git continues without it, too
	}
	var none *ruleFile
	return none.under(dir, rules)
}

// outerScope returns the rules of the folders above root that apply at root,
// and root's path below the top of its repository (empty if it is the top or is
// not in one). A root that this repository ignores is not part of it: then the
// rules of the repository do not apply.
func outerScope(repo git.Repository, root string, noGit bool) (scope, string) {
	if repo.Top == "" {
		return scope{}, ""
	}
	prefix, err := filepath.Rel(repo.Top, root)
	if err != nil {
		return scope{}, ""
	}
	prefix = filepath.ToSlash(prefix)
	if prefix == "." {
		prefix = ""
	}
	var s scope
	if !noGit {
		s.git, s.index = excludeOf(repo, ""), newGitIndex(repo, "")
	}
	for dir, rest := "", prefix; rest != ""; {
		// An unreadable rules file above the tree does not affect the tree.
		s = s.enter(filepath.Join(repo.Top, filepath.FromSlash(dir)), dir, noGit, nil,
			func(string, error) {})
		var name string
		name, rest, _ = strings.Cut(rest, "/")
		dir = joinSlash(dir, name)
		v, hidden := s.decide(dir, true)
		if v == ignored {
			return scope{}, ""
		}
		s.hidden = hidden
	}
	return s, prefix
}

// enter adds the ignore files of the folder at path, which is dir in the paths
// of the rules. A listing, if there is one, saves looking for files that do not
// exist.
func (s scope) enter(path, dir string, noGit bool, list listing,
	failed func(name string, err error)) scope {
	add := func(f *ruleFile, name string) *ruleFile {
		if list != nil && !list.has(name) {
			return f
		}
		rules, err := readRules(filepath.Join(path, name))
		if err != nil {
			failed(name, err)
		}
		return f.under(dir, rules)
	}
	if !noGit {
		s.git = add(s.git, gitIgnoreFile)
	}
	s.own = add(s.own, ownIgnoreFile)
	return s
}

// Literal returns a pattern for Include and Exclude that matches only the given
// path relative to the root, whatever characters it contains.
func Literal(path string) string {
	var b strings.Builder
	b.WriteByte('/')
	for i := range len(path) {
		if strings.IndexByte(`*?[]\ !#`, path[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(path[i])
	}
	return b.String()
}

func joinSlash(dir, name string) string {
	if dir == "" {
		return name
	}
	return dir + "/" + name
}
