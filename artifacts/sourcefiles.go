package artifacts

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// This file keeps which files of the source tree the artifacts were made of.

// sourceFilesFile lists the files that were read, those of projects among them.
const sourceFilesFile = "source_files.jsonl"

// A SourceFile is a file of the source tree as it was when the artifacts were made.
type SourceFile struct {
	Path   string `json:"path"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"` // of the bytes on disk
}

// writeSourceFiles writes source_files.jsonl, by path.
func (b *build) writeSourceFiles() error {
	if b.in.Files == nil {
		return nil
	}
	list := slices.Clone(b.in.Files)
	slices.SortFunc(list, func(x, y SourceFile) int { return cmp.Compare(x.Path, y.Path) })
	return b.writeLines(sourceFilesFile, func(w *bufio.Writer) {
		for _, f := range list {
			w.Write(plainJSON(f))
		}
	})
}

// SourceFiles lists the files that the artifacts were made of, by path; nil for artifacts
// that do not say. Who may see which of them is not known: the list is for readers without
// restrictions.
func (r *Reader) SourceFiles() ([]SourceFile, error) {
	if _, ok := r.manifest.file(sourceFilesFile); !ok {
		return nil, nil
	}
	if r.view != nil {
		return nil, fmt.Errorf("the list of files is not open to a restricted reader")
	}
	file, err := r.root.Open(filepath.FromSlash(sourceFilesFile))
	if err != nil {
		return nil, corruptf("%w", err)
	}
	defer file.Close()
	out := []SourceFile{}
	dec := json.NewDecoder(bufio.NewReaderSize(file, 1<<16))
	for {
		var f SourceFile
		switch err := dec.Decode(&f); err {
		case nil:
			out = append(out, f)
		case io.EOF:
			return out, nil
		default:
			return nil, corruptf("%s: %w", sourceFilesFile, err)
		}
	}
}

// Written returns when the artifacts were written, or brought here: the time of their
// manifest in the file system. It is no part of the artifacts.
func (r *Reader) Written() (time.Time, error) {
	info, err := r.root.Stat(manifestFile)
	if err != nil {
		return time.Time{}, err
	}
	return info.ModTime(), nil
}

// sourceFiles checks the order and the form of the list.
func (v *verifier) sourceFiles() error {
	list, err := v.r.SourceFiles()
	for i, f := range list {
		if i > 0 && list[i-1].Path >= f.Path {
			v.addf("%s is not behind %s", f.Path, list[i-1].Path)
		}
		if f.Path == "" || f.Bytes < 0 || len(f.SHA256) != 64 ||
			strings.Trim(f.SHA256, "0123456789abcdef") != "" {
			v.addf("%q has no size or hash", f.Path)
		}
	}
	return err
}
