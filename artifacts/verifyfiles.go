package artifacts

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"strconv"
)

// files compares sizes and hashes, and reports files that are not in the manifest.
func (v *verifier) files(m *Manifest) {
	named := map[string]bool{manifestFile: true}
	for _, f := range m.Files {
		named[f.Path] = true
		got, err := v.hash(f.Path, f.Size)
		switch {
		case errors.Is(err, errNoFile):
			v.add(f.Path, "is %v", err)
		case err != nil:
			v.add(f.Path, "is missing")
		case got.Size != f.Size:
			v.add(f.Path, "has %s bytes, not %d", bytesSeen(got.Size, f.Size), f.Size)
		case got.SHA256 != f.SHA256:
			v.add(f.Path, "does not match its hash in %s", manifestFile)
		}
	}
	err := fs.WalkDir(v.root.FS(), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !named[path] && path != lockFile {
			v.add(path, "is not listed in %s", manifestFile)
		}
		return err
	})
	if err != nil {
		v.addError("files", err)
	}
}

// errNoFile reports that a path is a pipe, a device or a folder.
var errNoFile = errors.New("not a regular file")

// hash hashes a file, reading at most one byte more than its expected size.
func (v *verifier) hash(name string, size int64) (File, error) {
	info, err := v.root.Stat(filepath.FromSlash(name))
	if err != nil {
		return File{}, err
	}
	if !info.Mode().IsRegular() {
		return File{}, errNoFile
	}
	f, err := v.root.Open(filepath.FromSlash(name))
	if err != nil {
		return File{}, err
	}
	defer f.Close()
	h := sha256.New()
	n, err := io.Copy(h, io.LimitReader(f, size+1))
	return File{Size: n, SHA256: hex.EncodeToString(h.Sum(nil))}, err
}

// bytesSeen formats the size of a file of which at most size+1 bytes were read.
func bytesSeen(got, size int64) string {
	if got > size {
		return "more"
	}
	return strconv.FormatInt(got, 10)
}
