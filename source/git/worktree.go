package git

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"seedgraph/internal/regular"
)

// An Incomparable is a file of the work tree that counts as unchanged because its text
// in a commit differs from the text in the work tree by a filter: only a program that
// is not run could compare them.
type Incomparable struct {
	Path   string // relative to the folder that is read
	Reason string // for people
}

// WorkTree writes the work tree, without untracked files, as a tree of git, and returns
// its object id for [Reader.Diff]. It only looks at files below the folder that is read
// for which wanted, called with their path in it, returns true; the others are as last
// added.
//
// Like git it trusts the time and the size that the index has of a file, and reads the
// other files. A file that is byte for byte as it was added is unchanged; in other
// files, line ends are converted as git would. Files with any other filter (Git LFS,
// encryption, encodings) are returned, by path.
//
// It takes time proportional to the tracked files, and to the bytes of those that were
// touched.
func (r *Reader) WorkTree(ctx context.Context, wanted func(path string) bool) (tree string,
	left []Incomparable, err error) {
	w := worktree{Reader: r, wanted: wanted}
	if err := w.list(ctx); err != nil {
		return "", nil, err
	}
	root, err := os.OpenRoot(r.repo.Top)
	if err != nil {
		return "", nil, err
	}
	defer root.Close()
	w.root = root
	for i := range w.entries {
		w.look(&w.entries[i])
	}
	if err := w.compare(ctx); err != nil {
		return "", nil, err
	}
	tree, err = w.write(ctx)
	slices.SortFunc(w.left, func(a, b Incomparable) int { return strings.Compare(a.Path, b.Path) })
	return tree, w.left, err
}

// A worktree is the work tree of a repository with its index.
type worktree struct {
	*Reader
	wanted  func(path string) bool
	root    *os.Root
	entries []indexEntry
	folders []string      // of a sparse index: all files in them are as added
	written time.Time     // when git wrote the index; zero: its times cannot be trusted
	changed []*indexEntry // those whose text is not byte for byte that of the index
	left    []Incomparable
}

// list reads the tracked files from the index or, without one, from the commit.
func (w *worktree) list(ctx context.Context) error {
	content, err := w.repo.index()
	sparse := func(e indexEntry) bool { return e.mode == modeFolder }
	if err == nil && !content.partial && !slices.ContainsFunc(content.entries, sparse) {
		info, err := os.Stat(filepath.Join(w.repo.Dir, "index"))
		if err == nil {
			w.written = info.ModTime()
		}
		w.entries = merged(content.entries)
		return nil
	}
	for _, e := range content.entries {
		if sparse(e) {
			w.folders = append(w.folders, strings.TrimSuffix(e.path, "/")+"/")
		}
	}
	out, err := w.run(ctx, nil, "ls-tree", "-r", "-z", "--full-tree", w.Head())
	if err != nil {
		return err
	}
	for _, line := range strings.Split(strings.TrimSuffix(out, "\x00"), "\x00") {
		head, name, _ := strings.Cut(line, "\t")
		fields := strings.Fields(head)
		if len(fields) != 3 {
			continue
		}
		mode, _ := strconv.ParseUint(fields[0], 8, 32)
		e := indexEntry{path: name, object: fields[2], mode: uint32(mode),
			submodule: mode == modeSubmodule}
		e.absent = slices.ContainsFunc(w.folders,
			func(f string) bool { return strings.HasPrefix(name, f) })
		w.entries = append(w.entries, e)
	}
	return nil
}

// merged keeps one entry for each path of which a merge has several.
func merged(entries []indexEntry) []indexEntry {
	return slices.CompactFunc(slices.Clone(entries),
		func(a, b indexEntry) bool { return a.path == b.path })
}

// look compares an entry with the work tree, byte by byte. It sets the mode of an entry
// whose file is missing to 0.
func (w *worktree) look(e *indexEntry) {
	name, inside := strings.CutPrefix(e.path, w.prefix)
	if !inside || e.submodule || e.absent || e.assumed || w.wanted != nil && !w.wanted(name) {
		return
	}
	path := filepath.FromSlash(e.path)
	info, err := w.root.Lstat(path)
	switch {
	case err != nil || info.IsDir():
		e.mode = 0
	case !e.unmerged && e.unchanged(info, w.written):
	case info.Mode()&os.ModeSymlink != 0:
		target, err := w.root.Readlink(path)
		if err != nil {
			e.mode = 0
		} else if id := w.id([]byte(filepath.ToSlash(target))); id != e.object {
			e.mode, e.object = modeLink, id
			w.store(id, []byte(filepath.ToSlash(target)))
		}
	case !info.Mode().IsRegular():
		w.leave(e, "a "+regular.Kind(info.Mode()))
	case info.Size() > maxDiffBytes:
		w.leave(e, fmt.Sprintf("more than %d bytes", maxDiffBytes))
	default:
		text, err := w.read(e)
		if err != nil {
			w.leave(e, "it cannot be read")
		} else if e.unmerged || w.id(text) != e.object {
			w.changed = append(w.changed, e)
		}
	}
}

// leave records a file that cannot be compared.
func (w *worktree) leave(e *indexEntry, reason string) {
	w.left = append(w.left, Incomparable{strings.TrimPrefix(e.path, w.prefix), reason})
}

// read reads a file of the work tree; the path must not lead outside it.
func (w *worktree) read(e *indexEntry) ([]byte, error) {
	f, err := w.root.OpenFile(filepath.FromSlash(e.path), os.O_RDONLY|regular.NonBlock, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, regular.ErrNotRegular
	}
	text, err := io.ReadAll(io.LimitReader(f, maxDiffBytes+1))
	if err == nil && len(text) > maxDiffBytes {
		err = regular.ErrTooLarge
	}
	return text, err
}

// compare computes the texts that git would store for the changed entries.
func (w *worktree) compare(ctx context.Context) error {
	if len(w.changed) == 0 {
		return nil
	}
	rules, err := w.attributes(ctx)
	if err != nil {
		return err
	}
	i := 0
	err = w.stored(ctx, func(stored []byte) error {
		e := w.changed[i]
		i++
		text, err := w.read(e)
		if err != nil {
			w.leave(e, "it cannot be read")
			return nil
		}
		text, why := rules[e.path].clean(text, stored)
		if why != "" {
			w.leave(e, why)
			return nil
		}
		if e.mode != modeFile && e.mode != modeExecutable {
			e.mode = modeFile
		}
		if id := w.id(text); id != e.object {
			e.object = id
			return w.store(id, text)
		}
		return nil
	})
	return err
}

// stored calls each with the indexed texts of the changed entries, nil for those that
// cannot be read, or that are larger than maxDiffBytes.
func (w *worktree) stored(ctx context.Context, each func(text []byte) error) error {
	var ids bytes.Buffer
	for _, e := range w.changed {
		fmt.Fprintln(&ids, e.object)
	}
	count := 0
	return w.stream(ctx, &ids, func(from io.Reader) error {
		in := bufio.NewReaderSize(from, 1<<16)
		for ; count < len(w.changed); count++ {
			text, err := readObject(in)
			if err == nil {
				err = each(text)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}, "cat-file", "--batch")
}

// readObject reads one object as cat-file prints it: "ID blob SIZE", a line feed, the
// object and another line feed; or "ID missing".
func readObject(in *bufio.Reader) ([]byte, error) {
	head, err := in.ReadString('\n')
	if err != nil {
		return nil, ended(err)
	}
	fields := strings.Fields(head)
	if len(fields) != 3 {
		return nil, nil
	}
	size, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil {
		return nil, fmt.Errorf("it printed %q", head)
	}
	var text []byte
	if size <= maxDiffBytes {
		text = make([]byte, size)
		_, err = io.ReadFull(in, text)
		size = 0
	}
	if err == nil {
		_, err = io.CopyN(io.Discard, in, size+1)
	}
	return text, ended(err)
}

// write writes the tree of the entries.
func (w *worktree) write(ctx context.Context) (string, error) {
	var list bytes.Buffer
	for _, e := range w.entries {
		if e.mode != 0 && validPath(e.path) {
			fmt.Fprintf(&list, "%o %s 0\t%s\x00", e.mode, e.object, e.path)
		}
	}
	if _, err := w.run(ctx, &list, "update-index", "-z", "--index-info"); err != nil {
		return "", err
	}
	tree, err := w.run(ctx, nil, "write-tree", "--missing-ok")
	return strings.TrimSpace(tree), err
}

// validPath reports whether git accepts a path in a tree. A damaged index may have
// other paths.
func validPath(path string) bool {
	for part := range strings.SplitSeq(path, "/") {
		if part == "" || part == "." || part == ".." || strings.EqualFold(part, ".git") {
			return false
		}
	}
	return true
}

// id returns the object id of a text.
func (w *worktree) id(text []byte) string {
	digits := 2 * sha1.Size
	if w.repo.sha256() {
		digits = 2 * sha256.Size
	}
	return blobID(text, digits)
}

// store writes a text into the private repository, atomically: git may be reading
// objects.
func (w *worktree) store(id string, text []byte) error {
	var b strings.Builder
	z, err := zlib.NewWriterLevel(&b, zlib.BestSpeed)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(z, "blob %d\x00%s", len(text), text); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	const unfinished = "objects/unfinished"
	path := filepath.Join(w.home, "objects", id[:2], id[2:])
	if err := w.put(unfinished, b.String()); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.Rename(filepath.Join(w.home, unfinished), path)
}
