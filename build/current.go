package build

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/external/libs"
	"seedgraph/source/git"
	"seedgraph/source/walk"
)

// A build whose inputs are those of the artifacts in its place changes nothing: the artifacts record
// a hash of all inputs, and a build compares it before it parses. The hash covers the program, the
// options, the state of git, the walk and the contents of all files. Builds with inputs that are not
// known before the end (installed libraries, commits) or that cannot be compared (a program built from
// changed sources) record none and are always made.

// recordsInputs reports whether all inputs of the build are known after the walk.
func (b *building) recordsInputs() bool {
	return b.Libs == libs.Off && b.History == 0 && identifiesCode(b.host.Tool)
}

// changedSources are the marks of versions of programs that were built from changed sources: that of package
// cli, and that of the go command and of git describe.
var changedSources = []string{"changed", "dirty"}

// identifiesCode reports whether two programs of a version have the same code. The build id of the program
// would tell others apart, but it differs between machines, and so would the artifacts of a release.
func identifiesCode(version string) bool {
	return version != "dev" && !slices.ContainsFunc(changedSources, func(mark string) bool { return strings.Contains(version, mark) })
}

// inputs returns the hash of all inputs.
func (b *building) inputs(tree *walk.Tree, repo git.State, hashes []walk.FileHash) string {
	h := sha256.New()
	fmt.Fprintf(h, "tool %q compress %v source %+v\n", b.host.Tool, b.Compress, b.source(repo).Named())
	settings := b.settings(nil)
	for _, key := range slices.Sorted(maps.Keys(settings)) {
		fmt.Fprintf(h, "option %q %q\n", key, settings[key])
	}
	digest := tree.Digest()
	h.Write(digest[:])
	for _, f := range hashes {
		io.WriteString(h, f.Path+"\x00")
		h.Write(f.Hash[:])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// isCurrent reports whether the artifacts in the place of the build have the inputs of the tree, and
// lack no file that should have been indexed.
func (b *building) isCurrent(ctx context.Context, tree *walk.Tree) (bool, error) {
	if b.Force || b.Bundle != "" || !b.recordsInputs() {
		return false, nil
	}
	r, err := artifacts.Open(b.Out)
	if err != nil || r.Manifest().Inputs == "" { // no artifacts, or none of this kind
		return false, nil
	}
	defer r.Close()
	b.report.Files = r.Manifest().Counts.Files
	var diagnostics []artifacts.Diagnostic
	err = r.Diagnostics(func(d artifacts.Diagnostic) error {
		diagnostics = append(diagnostics, d)
		return nil
	})
	if err != nil || len(failures(diagnostics)) > 0 {
		return false, nil
	}
	hashes, err := hashFiles(ctx, tree)
	if err != nil {
		return false, err
	}
	paths := make([]string, len(hashes))
	for i, f := range hashes {
		paths[i] = f.Path
	}
	repo, err := repositoryOf(b.Src, paths, b.walking.Select)
	return err == nil && b.inputs(tree, repo, hashes) == r.Manifest().Inputs, err
}
