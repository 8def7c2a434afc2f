package history

import (
	"context"

	"seedgraph/source/git"
)

// A Commit is a commit of git.
type Commit = git.Commit

// Read returns the latest commits of a repository, at most the given number, the newest
// first, as [git.Reader.Log] does. Files are listed only for commits below the limit on
// files.
func Read(ctx context.Context, r *git.Reader, most int) ([]Commit, error) {
	return r.Log(ctx, most, hugeCommit)
}
