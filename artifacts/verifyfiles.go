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

// files compares sizes and hashes, and looks for files that nobody named.
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
			v.add(f.Path, "has another hash than %s says", manifestFile)
		}
	}
	err := fs.WalkDir(v.root.FS(), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !named[path] && path != lockFile {
			v.add(path, "is not named by %s", manifestFile)
		}
		return err
	})
	if err != nil {
		v.addError("files", err)
	}
}

// errNoFile says that a pipe, a device or a folder is in the place of a file.
var errNoFile = errors.New("no regular file")

// hash reads a file, at most one byte more than it should have.
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

// bytesSeen writes the size of a file of which no more than size+1 bytes were read.
func bytesSeen(got, size int64) string {
	if got > size {
		return "more"
	}
	return strconv.FormatInt(got, 10)
}
