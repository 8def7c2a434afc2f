package build

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/internal/hint"
	"seedgraph/source/walk"
)

// walkOptions checks that SRC and the output folder are usable, before any work
// is done, and excludes output inside the tree from the walk.
func (o *Options) walkOptions(readDir func(dir string) ([]fs.DirEntry,
	error)) (walk.Options, error) {
	w := o.Walk
	w.ReadDir = withoutArtifacts(readDir)
	src, err := SourceFolder(o.Src)
	if err != nil {
		return w, err
	}
	out, err := resolved(o.Out)
	if err != nil {
		return w, err
	}
	if _, ok := below(src, out); ok {
		return w, hint.With(fmt.Errorf("the output folder %s contains the source tree %s", o.Out,
			o.Src), "choose another --out: the content of the output folder is replaced")
	}
	if err := checkOut(o.Out, out); err != nil {
		return w, err
	}
	bundle, err := o.checkBundle(out)
	if err != nil {
		return w, err
	}
	w.Exclude = w.Exclude[:len(w.Exclude):len(w.Exclude)]
	if err := o.checkCache(src, out); err != nil {
		return w, err
	}
	twin := ""
	if o.Twin != "" {
		if twin, err = resolved(o.Twin); err != nil {
			return w, err
		}
	}
	for _, path := range []string{out, bundle, twin} {
		if rel, ok := below(path, src); ok && path != "" {
			own := walk.Literal(filepath.ToSlash(rel))
			w.Exclude = append(w.Exclude, own, own+artifacts.TempMark+"*")
		}
	}
	return w, nil
}

// checkBundle checks that the bundle can be written, given the resolved output
// folder, and returns its resolved path, empty without a bundle.
func (o *Options) checkBundle(out string) (string, error) {
	if o.Bundle == "" {
		return "", nil
	}
	if !strings.EqualFold(filepath.Ext(o.Bundle), ".zip") {
		return "", hint.With(fmt.Errorf("the bundle %s does not end with .zip", o.Bundle),
			"LocalAI-RAG accepts only .zip: --bundle "+o.Bundle+".zip")
	}
	real, err := resolved(o.Bundle)
	if err != nil {
		return "", err
	}
	if _, ok := below(real, out); ok {
		return "", hint.With(fmt.Errorf("the bundle %s is in the output folder %s", o.Bundle, o.Out),
			"the content of the output folder is replaced: choose another --bundle")
	}
	parent, err := existingParent(real)
	if err == nil {
		err = writable(parent)
	}
	if err == nil && isMountPoint(real) {
		err = errors.New("it is a mount point")
	}
	if err != nil {
		return "", hint.With(fmt.Errorf("cannot write to %s: %w", o.Bundle, err),
			"choose another --bundle")
	}
	if err := artifacts.CheckBundle(real); err != nil {
		return "", hint.With(fmt.Errorf("cannot write to %s: %w", o.Bundle, err),
			"--bundle replaces only .zip files; choose another name")
	}
	return real, nil
}

// existingParent returns the existing folder that contains path, or will after
// missing folders are created.
func existingParent(path string) (string, error) {
	for parent := filepath.Dir(path); ; parent = filepath.Dir(parent) {
		info, err := os.Stat(parent)
		switch {
		case err == nil && info.IsDir():
			return parent, nil
		case err == nil || parent == filepath.Dir(parent):
			return "", fmt.Errorf("%s is not a folder", parent)
		}
	}
}

// withoutArtifacts makes folders that contain artifacts appear empty, whatever
// their names: an index of an index is useless.
func withoutArtifacts(readDir func(dir string) ([]fs.DirEntry,
	error)) func(dir string) ([]fs.DirEntry, error) {
	if readDir == nil {
		readDir = os.ReadDir
	}
	return func(dir string) ([]fs.DirEntry, error) {
		entries, err := readDir(dir)
		if artifacts.Holds(dir, entries) {
			return nil, err
		}
		return entries, err
	}
}

// SourceFolder returns the real path of the tree to index.
func SourceFolder(src string) (string, error) {
	info, err := os.Stat(src)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", hint.With(fmt.Errorf("%s does not exist", src),
			"give the folder of the source tree: indexer build SRC")
	case err != nil:
		return "", fmt.Errorf("open source tree: %w", err)
	case !info.IsDir():
		return "", hint.With(fmt.Errorf("%s is not a folder", src),
			"build indexes a folder; to inspect one file: indexer inspect "+src)
	}
	return resolved(src)
}

// maxLinks limits the length of a chain of symbolic links that ends in a missing
// file.
const maxLinks = 40

// resolved makes a path absolute and follows symbolic links, as far as it exists. A
// dangling link resolves to a path at which something may be created.
func resolved(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	rest, links := "", 0
	for at := abs; ; at = filepath.Dir(at) {
		if real, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(real, rest), nil
		}
		if target, err := os.Readlink(at); err == nil {
			if links++; links > maxLinks {
				return "", fmt.Errorf("%s is a link to itself", path)
			}
			if !filepath.IsAbs(target) {
				target = filepath.Join(filepath.Dir(at), target)
			}
			at = filepath.Join(target, "x") // whose parent is next
			continue
		}
		if at == filepath.Dir(at) {
			return abs, nil
		}
		rest = filepath.Join(filepath.Base(at), rest)
	}
}

// below returns the path of p relative to folder, "." for the folder itself; ok
// is false if p is not in it. Both must be results of resolved.
func below(p, folder string) (rel string, ok bool) {
	rel, err := filepath.Rel(folder, p)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", false
	}
	return rel, true
}

// checkOut checks that artifacts can be written to out, given its resolved
// path: otherwise a build would fail only after minutes.
func checkOut(out, real string) error {
	if info, err := os.Stat(real); err == nil && !info.IsDir() {
		return hint.With(fmt.Errorf("the output %s is a file", out), "choose a folder with --out")
	}
	parent, err := existingParent(real)
	if err != nil {
		return hint.With(fmt.Errorf("cannot write to %s: %w", out, err), "choose another --out")
	}
	if err := artifacts.CheckTarget(out); err != nil {
		return err
	}
	if isMountPoint(real) {
		return hint.With(fmt.Errorf("cannot write to %s: it is a mount point", out),
			"the folder is replaced; choose one below it: --out "+
				filepath.Join(out, "index"))
	}
	if err := writable(parent); err != nil {
		return hint.With(fmt.Errorf("cannot write to %s: %s: %w", out, parent, err),
			"artifacts are built next to the output folder; choose another --out")
	}
	return nil
}
