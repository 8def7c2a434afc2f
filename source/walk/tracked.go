package walk

import (
	"slices"
	"sort"
	"strings"

	"seedgraph/source/git"
)

// A gitIndex knows the tracked files of a repository. Git's ignore rules do not
// apply to them: a file may be committed although a rule matches it, and
// projects have many such files. The index is read when the first rule matches.
type gitIndex struct {
	repo  git.Repository
	base  int // length of the top's path with its slash, in bytes of the paths passed to tracks
	read  bool
	paths []string // relative to the top, sorted bytewise
}

func newGitIndex(p git.Repository, dir string) *gitIndex {
	base := len(dir)
	if base > 0 {
		base++
	}
	return &gitIndex{repo: p, base: base}
}

// tracks reports whether the file at path is tracked; for a folder, whether it
// is a submodule or contains tracked files.
func (x *gitIndex) tracks(path string, dir bool) bool {
	if x == nil {
		return false
	}
	if !x.read {
		// An unreadable index counts as missing.
		x.paths, _ = x.repo.Tracked()
		x.read = true
	}
	path = path[x.base:]
	if _, ok := slices.BinarySearch(x.paths, path); ok {
		return true
	}
	i := sort.SearchStrings(x.paths, path+"/")
	return dir && i < len(x.paths) && strings.HasPrefix(x.paths[i], path+"/")
}
