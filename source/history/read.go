package history

import (
	"context"

	"seedgraph/source/git"
)

// A Commit is what is read of a commit.
type Commit = git.Commit

// Read returns the newest commits of a repository, at most most of them, the newest first, as
// [git.Reader.Log] does. Files are named only of commits that count.
func Read(ctx context.Context, r *git.Reader, most int) ([]Commit, error) {
	return r.Log(ctx, most, hugeCommit)
}
