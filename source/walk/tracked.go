package walk

import (
	"slices"
	"sort"
	"strings"

	"seedgraph/source/git"
)

// A gitIndex knows which files of a repository are tracked. Git's ignore rules
// do not concern those: a file may be committed although a rule matches it,
// and projects have many such files. It is read when the first rule matches.
type gitIndex struct {
	repo  git.Repository
	base  int // length of the top's path with its slash, in bytes of the paths that are asked
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
// is a submodule or something in it is tracked.
func (x *gitIndex) tracks(path string, dir bool) bool {
	if x == nil {
		return false
	}
	if !x.read {
		// An index that cannot be read tells nothing, like one that is not there.
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
