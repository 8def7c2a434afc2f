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
	"seedgraph/build/cache"
	"seedgraph/external/libs"
	"seedgraph/source/git"
	"seedgraph/source/walk"
)

// A build whose inputs are those of the artifacts in its place changes nothing: the artifacts
// record a hash of all inputs, and a build compares it before it parses. The hash covers the
// program, the options, the state of git, the walk and the contents of all files. Builds with
// inputs that are not known before the end (installed libraries, commits) record none and are
// always made.

// recordsInputs reports whether all inputs of the build are known after the walk.
func (b *building) recordsInputs() bool {
	return b.Libs == libs.Off && b.History == 0
}

// changedSources are the marks of versions of programs that were built from changed sources: that
// of package cli, and that of the go command and of git describe.
var changedSources = []string{"changed", "dirty"}

// programOf returns what identifies the code of the program: its version, and a hash of the
// program where two of this version may differ. A hash alone would not do: it differs between
// machines, and so would the artifacts that two of them build with one release.
func programOf(version string) (string, error) {
	if identifiesCode(version) {
		return version, nil
	}
	key, err := cache.Program()
	return fmt.Sprintf("%s %x", version, key), err
}

// identifiesCode reports whether two programs of a version have the same code.
func identifiesCode(version string) bool {
	return version != "dev" && !slices.ContainsFunc(changedSources, func(mark string) bool { return strings.Contains(version, mark) })
}

// inputs returns the hash of all inputs.
func (b *building) inputs(tree *walk.Tree, repo git.State, hashes []walk.FileHash) (string, error) {
	program, err := programOf(b.host.Tool)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	fmt.Fprintf(h, "tool %q source %+v\n", program, b.source(repo).Named())
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
	return hex.EncodeToString(h.Sum(nil)), nil
}

// isCurrent reports whether the artifacts in the place of the build have the inputs of the tree,
// and lack no file that should have been indexed. Definitions lost to syntax errors follow from
// the inputs: the report lists them again.
func (b *building) isCurrent(ctx context.Context, tree *walk.Tree) (bool, error) {
	if b.Force || b.Bundle != "" || !b.recordsInputs() {
		return false, nil
	}
	r, err := artifacts.Open(b.Out)
	if err != nil { // no artifacts
		return false, nil
	}
	defer r.Close()
	if m := r.Manifest(); m.Inputs == "" || m.Compressed != b.Compress {
		return false, nil
	}
	b.report.Files = r.Manifest().Counts.Files
	var diagnostics []artifacts.Diagnostic
	err = r.Diagnostics(func(d artifacts.Diagnostic) error {
		diagnostics = append(diagnostics, d)
		return nil
	})
	failed := failures(diagnostics)
	if err != nil || slices.ContainsFunc(failed, isSkipped) { // a file may have become readable
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
	if err != nil {
		return false, err
	}
	inputs, err := b.inputs(tree, repo, hashes)
	if err != nil || inputs != r.Manifest().Inputs {
		return false, err
	}
	b.report.Failed = failed
	return true, nil
}
