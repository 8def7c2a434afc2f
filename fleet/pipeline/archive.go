package pipeline

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// suffixes are those of archives.
var suffixes = []string{".tar", ".tar.gz", ".tgz", ".zip"}

// Limits of an archive: the bytes of its files, and in a tar archive of all that is between them,
// too, and the number of its files.
const (
	maxUnpacked = 16 << 30
	maxFiles    = 4_000_000
)

func isArchive(file string) bool {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	for _, suffix := range suffixes {
		if strings.HasSuffix(file, suffix) {
			return true
		}
	}
	return false
}

// unpack writes the regular files of an archive below a folder, and returns the folder of the
// repository: the one that contains everything, as archives of servers have it.
func unpack(file, dir string) (string, error) {
	root, err := os.OpenRoot(dir) // through which no name leaves it
	if err != nil {
		return "", err
	}
	defer root.Close()
	u := &unpacker{root: root, rest: maxUnpacked, files: maxFiles}
	if strings.HasSuffix(file, ".zip") {
		err = u.zip(file)
	} else {
		err = u.tar(file)
	}
	if err != nil {
		return "", fmt.Errorf("unpack: %w", err)
	}
	entries, err := os.ReadDir(dir)
	if err == nil && len(entries) == 1 && entries[0].IsDir() {
		dir = filepath.Join(dir, entries[0].Name())
	}
	return dir, err
}

// An unpacker writes the files of an archive.
type unpacker struct {
	root  *os.Root
	rest  int64 // bytes that may still be written
	files int   // and files
}

func (u *unpacker) zip(file string) error {
	r, err := zip.OpenReader(file)
	if err != nil {
		return err
	}
	defer r.Close()
	for _, f := range r.File {
		if !f.Mode().IsRegular() {
			continue
		}
		content, err := f.Open()
		if err != nil {
			return err
		}
		err = u.write(f.Name, content)
		content.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

func (u *unpacker) tar(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	content := io.Reader(f)
	if !strings.HasSuffix(file, ".tar") {
		if content, err = gzip.NewReader(f); err != nil {
			return err
		}
	}
	most := &io.LimitedReader{R: content, N: u.rest + 1} // links and heads count, too
	if err = u.entries(tar.NewReader(most)); most.N <= 0 {
		return fmt.Errorf("more than %d bytes", int64(maxUnpacked))
	}
	return err
}

// entries writes the files of a tar archive.
func (u *unpacker) entries(r *tar.Reader) error {
	for {
		h, err := r.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if h.Typeflag == tar.TypeReg {
			if err := u.write(h.Name, r); err != nil {
				return err
			}
		}
	}
}

// write writes one file.
func (u *unpacker) write(name string, content io.Reader) error {
	if u.files--; u.files < 0 {
		return fmt.Errorf("more than %d files", maxFiles)
	}
	name = path.Clean(name)
	if err := u.root.MkdirAll(path.Dir(name), 0o777); err != nil {
		return err
	}
	w, err := u.root.Create(name)
	if err != nil {
		return err
	}
	n, err := io.Copy(w, io.LimitReader(content, u.rest+1))
	if u.rest -= n; u.rest < 0 {
		err = errors.Join(err, fmt.Errorf("more than %d bytes", int64(maxUnpacked)))
	}
	return errors.Join(err, w.Close())
}
