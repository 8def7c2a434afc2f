package build

import (
	"context"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"seedgraph/parse/all"
	"seedgraph/source/walk"
)

// HashTree hashes the files that a build with these settings would read,
// concurrently.
func HashTree(ctx context.Context, root string, settings map[string]string) ([]walk.FileHash,
	error) {
	options := walkOptionsOf(settings)
	options.ReadDir = withoutArtifacts(nil)
	selectFiles(all.Set(), languageRulesOf(settings["languages"]), &options)
	tree, err := walk.Walk(ctx, root, options)
	if err != nil {
		return nil, err
	}
	return hashFiles(ctx, tree)
}

// hashFiles hashes the files of a tree that a build would not skip, by path.
func hashFiles(ctx context.Context, tree *walk.Tree) ([]walk.FileHash, error) {
	hashes := make([]walk.FileHash, len(tree.Files))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, f := range tree.Files {
		group.Go(func() error {
			if hash, err := tree.Hash(ctx, f); err == nil { // otherwise a build would skip it
				hashes[i] = walk.FileHash{Path: f.Path, Hash: hash}
			}
			return ctx.Err()
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(hashes, func(h walk.FileHash) bool { return h.Path == "" }), nil
}
