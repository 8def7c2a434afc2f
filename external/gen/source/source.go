// Package source provides the published sources of the platforms to the generators of
// package outside: packages of the npm registry, by name and version.
package source

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// ErrUnavailable is returned if a source is unavailable on this machine: npm is not
// installed, or its registry does not respond.
var ErrUnavailable = errors.New("source not available")

// NPM returns a folder with the files of an npm package at a version. It downloads
// the package with the npm client unless it is in the cache.
func NPM(name, version string) (string, error) {
	cache, err := cacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, strings.NewReplacer("/", "-", "@", "").Replace(name)+"-"+version)
	if _, err := os.Stat(dir); err == nil {
		return onlyFolder(dir)
	}
	tmp, err := os.MkdirTemp(cache, "download-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp)
	pack := exec.Command("npm", "pack", "--silent", "--pack-destination", tmp, name+"@"+version)
	pack.Dir = tmp
	if out, err := pack.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: npm pack %s@%s: %v %s", ErrUnavailable, name, version, err, out)
	}
	archives, err := filepath.Glob(filepath.Join(tmp, "*.tgz"))
	if err != nil || len(archives) != 1 {
		return "", fmt.Errorf("npm pack %s@%s left %d archives", name, version, len(archives))
	}
	unpacked := filepath.Join(tmp, "unpacked")
	if err := unpack(archives[0], unpacked); err != nil {
		return "", err
	}
	// Another process may have been faster: then its folder is used.
	if err := os.Rename(unpacked, dir); err != nil && !errors.Is(err, os.ErrExist) {
		if _, gone := os.Stat(dir); gone != nil {
			return "", err
		}
	}
	return onlyFolder(dir)
}

// onlyFolder returns the top-level folder in an archive: most have package, those of
// @types the name of the package.
func onlyFolder(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	if len(entries) != 1 || !entries[0].IsDir() {
		return "", fmt.Errorf("%s: %d entries, not one folder", dir, len(entries))
	}
	return filepath.Join(dir, entries[0].Name()), nil
}

// cacheDir creates the folder for downloads: $SEEDGRAPH_SOURCES, or one in the user's
// cache.
func cacheDir() (string, error) {
	dir := os.Getenv("SEEDGRAPH_SOURCES")
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return "", err
		}
		dir = filepath.Join(cache, "seedgraph", "sources")
	}
	return dir, os.MkdirAll(dir, 0o755)
}

// unpack writes the regular files of a .tgz below dir.
func unpack(archive, dir string) error {
	f, err := os.Open(archive)
	if err != nil {
		return err
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	root, err := openRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for r := tar.NewReader(unzipped); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		if err := write(root, filepath.FromSlash(h.Name), r); err != nil {
			return fmt.Errorf("%s: %s: %w", archive, h.Name, err)
		}
	}
}

// openRoot creates and opens dir as a root that no name in an archive can escape.
func openRoot(dir string) (*os.Root, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	return os.OpenRoot(dir)
}

func write(root *os.Root, name string, r io.Reader) error {
	if err := root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := root.Create(name)
	if err != nil {
		return err
	}
	if _, err := io.Copy(f, r); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
