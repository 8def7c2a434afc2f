package export

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"seedgraph/artifacts"
	"seedgraph/internal/hint"
	"seedgraph/internal/limited"
)

// markFile is the file that identifies a folder as an export.
const markFile = "seedgraph-export.json"

// A mark is the content of markFile.
type mark struct {
	Format string   `json:"format"`
	Files  []string `json:"files"` // relative to the folder, with '/', sorted
}

// WriteFile fills a new file and atomically replaces path with it; after an error the new
// file is removed.
func WriteFile(path string, fill func(io.Writer) error) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return writeInto(path, fill) // pipes and devices are not replaced
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	err = fill(f)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Chmod(f.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

func writeInto(path string, fill func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	err = fill(f)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

// WriteFolder writes g to a new folder and replaces dir with it; after an error the new
// folder is removed. The format must be a multi-file format. A dir that contains anything
// other than an earlier export of the format is refused.
func (f *Format) WriteFolder(ctx context.Context, g *Graph, dir string, o Options) error {
	dir = filepath.Clean(dir)
	if err := f.replaceable(dir); err != nil {
		return err
	}
	temp, err := os.MkdirTemp(filepath.Dir(dir), "."+filepath.Base(dir)+".*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	d := &Dir{root: temp}
	err = f.files(ctx, g, d, o)
	if cerr := d.close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = f.writeMark(d)
	}
	if err == nil {
		err = os.Chmod(temp, 0o755)
	}
	if err == nil {
		err = f.replaceable(dir) // dir may have changed meanwhile
	}
	if err != nil {
		return err
	}
	return artifacts.Swap(temp, dir)
}

func (f *Format) writeMark(d *Dir) error {
	slices.Sort(d.names)
	raw, err := json.MarshalIndent(mark{Format: f.Name, Files: d.names}, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(d.root, markFile), append(raw, '\n'), 0o644)
}

// replaceable returns an error if dir must not be replaced by an export.
func (f *Format) replaceable(dir string) error {
	info, err := os.Lstat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	refused := func(why string) error {
		return hint.With(fmt.Errorf("%s %s", dir, why), "give another folder with --output")
	}
	if !info.IsDir() {
		return refused("is not a folder")
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) == 0 {
		return err
	}
	var m mark
	raw, err := os.ReadFile(filepath.Join(dir, markFile))
	if err != nil || limited.UnmarshalJSON(raw, &m) != nil {
		return refused("contains files that are not from an export")
	}
	if m.Format != f.Name {
		return refused("contains an export of format " + m.Format)
	}
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if name = filepath.ToSlash(name); name != markFile && !slices.Contains(m.Files, name) {
			return refused("also holds " + name + ", which is not from the export")
		}
		return nil
	})
}

// A Dir is a folder that a format fills.
type Dir struct {
	root  string
	open  []*File
	names []string // of its files, relative to the root, with '/'
}

// A File is a file of a Dir. The Dir closes it.
type File struct {
	*bufio.Writer
	f *os.File
}

// Create creates a file with a name relative to the folder.
func (d *Dir) Create(name string) (*File, error) { return d.create(name, 0o644) }

func (d *Dir) create(name string, mode os.FileMode) (*File, error) {
	path := filepath.Join(d.root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return nil, err
	}
	file := &File{bufio.NewWriterSize(f, 1<<15), f}
	d.open = append(d.open, file)
	d.names = append(d.names, name)
	return file, nil
}

// close completes all files and returns the first error of any.
func (d *Dir) close() (err error) {
	for _, file := range d.open {
		err = cmp.Or(err, file.Flush(), file.f.Close())
	}
	return err
}

// writeAll writes a small file.
func (d *Dir) writeAll(name string, mode os.FileMode, content string) error {
	f, err := d.create(name, mode)
	if err != nil {
		return err
	}
	_, err = f.WriteString(content)
	return err
}
