// Package stale checks whether artifacts are up to date with the source tree from
// which they were built: by a glance that costs next to nothing, or by reading all
// files.
package stale

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"seedgraph/artifacts"
	"seedgraph/internal/regular"
	"seedgraph/source/git"
	"seedgraph/source/walk"
)

// A Report has the differences between a source tree and its artifacts.
type Report struct {
	Commit string `json:"commit"` // that was indexed, or empty
	Head   string `json:"head"`   // that is checked out, or empty
	// from one to the other by first parents; -1 if unknown
	Commits int `json:"commits"`
	// paths of files, sorted
	Changed []string `json:"changed"`
	Added   []string `json:"added"`
	Removed []string `json:"removed"`
	// the artifacts do not list the files they were built from: it is only known that
	// these differ
	Unlisted bool `json:"unlisted"`
}

// Current reports whether the artifacts are up to date with the tree.
func (r *Report) Current() bool { return !r.moved() && r.files() == 0 && !r.Unlisted }

// moved reports whether another commit is checked out.
func (r *Report) moved() bool { return r.Head != r.Commit }

func (r *Report) files() int { return len(r.Changed) + len(r.Added) + len(r.Removed) }

// String returns a summary in a few words.
func (r *Report) String() string {
	var parts []string
	if r.moved() {
		parts = append(parts, r.move())
	}
	for _, p := range []struct {
		paths []string
		verb  string
	}{{r.Changed, "changed"}, {r.Added, "new"}, {r.Removed, "removed"}} {
		if n := len(p.paths); n > 0 {
			parts = append(parts, fmt.Sprintf("%s %s (%s)", count(n, "file"), p.verb, some(p.paths)))
		}
	}
	if r.Unlisted {
		parts = append(parts, "its files differ")
	}
	return strings.Join(parts, ", ")
}

// Since returns the differences in one line, for an answer: "2 files changed, 1 new
// since this index: a.go, …". It is empty if nothing changed.
func (r *Report) Since() string {
	if r.Current() {
		return ""
	}
	var parts, paths []string
	for _, p := range []struct {
		paths []string
		verb  string
	}{{r.Changed, "changed"}, {r.Added, "new"}, {r.Removed, "removed"}} {
		switch n := len(p.paths); {
		case n > 0 && len(paths) == 0:
			parts = append(parts, count(n, "file")+" "+p.verb)
		case n > 0:
			parts = append(parts, fmt.Sprintf("%d %s", n, p.verb))
		}
		paths = append(paths, p.paths...)
	}
	if r.Unlisted {
		parts = append(parts, "its files differ")
	}
	switch {
	case r.moved() && r.Commits > 0:
		parts = append(parts, count(r.Commits, "commit"))
	case r.moved():
		parts = append(parts, "another commit is checked out")
	}
	line := strings.Join(parts, ", ") + " since this index"
	if len(paths) > 0 {
		line += ": " + some(paths)
	}
	return line
}

func (r *Report) move() string {
	switch {
	case r.Commit == "":
		return "commit " + short(r.Head) + " instead of none"
	case r.Head == "":
		return "no commit instead of " + short(r.Commit)
	case r.Commits > 0:
		return fmt.Sprintf("%s since %s", count(r.Commits, "commit"), short(r.Commit))
	}
	return fmt.Sprintf("commit %s instead of %s", short(r.Head), short(r.Commit))
}

func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// some lists the first few paths.
func some(paths []string) string {
	const shown = 3
	text := strings.Join(paths[:min(len(paths), shown)], ", ")
	if len(paths) > shown {
		text += ", …"
	}
	return text
}

func short(commit string) string { return commit[:min(len(commit), 10)] }

// maxCommits limits the commits that are counted.
const maxCommits = 200

// newReport compares only commits.
func newReport(r *artifacts.Reader, root string) (*Report, error) {
	head, err := git.Head(root)
	if err != nil {
		return nil, err
	}
	out := &Report{Commit: r.Manifest().Source.Commit, Head: head, Commits: -1,
		Changed: []string{}, Added: []string{}, Removed: []string{}}
	if out.Commit == "" {
		out.Head = "" // the tree was not a work tree then: only its files show the changes
	}
	if n, known := git.CommitsSince(root, out.Commit, out.Head, maxCommits); known {
		out.Commits = n
	}
	return out, nil
}

// Compare compares artifacts with the files of a tree as a build would read them.
func Compare(r *artifacts.Reader, root string, now []walk.FileHash) (*Report, error) {
	out, err := newReport(r, root)
	if err != nil {
		return nil, err
	}
	then, err := r.SourceFiles()
	if err != nil {
		return nil, err
	}
	if then == nil {
		out.Unlisted = fingerprint(now) != r.Manifest().Source.Fingerprint
		return out, nil
	}
	hashes := make(map[string]string, len(now))
	for _, f := range now {
		hashes[f.Path] = hex.EncodeToString(f.Hash[:])
	}
	for _, f := range then {
		got, ok := hashes[f.Path]
		delete(hashes, f.Path)
		switch {
		case !ok:
			out.Removed = append(out.Removed, f.Path)
		case got != f.SHA256:
			out.Changed = append(out.Changed, f.Path)
		}
	}
	for path := range hashes {
		out.Added = append(out.Added, path)
	}
	slices.Sort(out.Added)
	return out, nil
}

// fingerprint returns the fingerprint of a tree.
func fingerprint(now []walk.FileHash) string {
	files := make([]artifacts.SourceFile, len(now))
	for i, f := range now {
		files[i] = artifacts.SourceFile{Path: f.Path, SHA256: hex.EncodeToString(f.Hash[:])}
	}
	return artifacts.Fingerprint(files)
}

// Limits of a glance. A tree with more files is judged only by its commit, and files
// beyond the bytes count as unchanged.
const (
	maxGlance      = 5_000
	maxGlanceBytes = 16 << 20
)

// Glance compares artifacts with the tree at root without reading it: the commit, and
// the files that are missing, of another size, or newer than the artifacts and of
// another hash. It does not look for new files.
//
// It takes a system call for each indexed file, up to maxGlance, and reads touched
// files, up to maxGlanceBytes.
func Glance(r *artifacts.Reader, root string) (*Report, error) {
	out, err := newReport(r, root)
	if err != nil || r.Manifest().Counts.Files > maxGlance {
		return out, err
	}
	files, err := r.SourceFiles()
	if err != nil || len(files) > maxGlance {
		return out, err
	}
	written, err := r.Written()
	if err != nil {
		return nil, err
	}
	budget := int64(maxGlanceBytes)
	for _, f := range files {
		full := filepath.Join(root, filepath.FromSlash(f.Path))
		info, err := os.Lstat(full)
		switch {
		case err != nil || !info.Mode().IsRegular():
			out.Removed = append(out.Removed, f.Path)
		case info.Size() != f.Bytes || touched(info, written) && differs(full, f, &budget):
			out.Changed = append(out.Changed, f.Path)
		}
	}
	return out, nil
}

// touched reports whether a file may have changed since the artifacts were written.
// Some file systems store times with a resolution of two seconds.
func touched(info os.FileInfo, written time.Time) bool {
	return info.ModTime().After(written.Add(-2 * time.Second))
}

// differs hashes a file of the same size as indexed, within the budget.
func differs(full string, f artifacts.SourceFile, budget *int64) bool {
	if *budget -= f.Bytes; *budget < 0 {
		return false
	}
	file, err := regular.OpenNoFollow(full)
	if err != nil {
		return true
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, io.LimitReader(file, f.Bytes+1)); err != nil {
		return true
	}
	return hex.EncodeToString(h.Sum(nil)) != f.SHA256
}
