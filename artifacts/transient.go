package artifacts

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"seedgraph/artifacts/tables"
)

// OpenTransient opens an index that was never published: its graph store is in memory, its texts are in a
// temporary folder, which Close removes. The index answers like one that Write wrote.
//
// Time and memory grow with the index, and are about those of Write.
func OpenTransient(ctx context.Context, in Index, workers int) (r *Reader, err error) {
	if err := check(in.Graph); err != nil {
		return nil, err
	}
	if err := mendTexts(in); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "seedgraph-")
	if err != nil {
		return nil, err
	}
	r = &Reader{transient: dir}
	defer func() {
		if err != nil {
			err = errors.Join(err, r.Close())
			r = nil
		}
	}()
	kept := &memoryStore{values: map[string][]byte{}}
	b := newBuild(ctx, dir, in, kept.create, Options{Workers: workers})
	if err := b.writeFiles(); err != nil {
		return r, err
	}
	files, err := listSizes(dir)
	if err != nil {
		return r, err
	}
	r.manifest = b.manifest(files)
	if _, err := r.manifest.encode(); err != nil { // which sets Self
		return r, err
	}
	if r.root, err = os.OpenRoot(dir); err != nil {
		return r, err
	}
	r.store = &storeReader{tables: kept}
	if err := r.openTexts(); err != nil {
		return r, err
	}
	return r.withoutExtraNodes(), nil
}

// listSizes lists the files below dir by path, without their hashes.
func listSizes(dir string) ([]File, error) {
	var files []File
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		files = append(files, File{Path: filepath.ToSlash(name), Size: info.Size()})
		return err
	})
	return files, err
}

// A memoryStore is a graph store that is not on disk.
type memoryStore struct{ values map[string][]byte }

// create returns the store for writing; it needs no folder.
func (m *memoryStore) create(string) (tables.Writer, error) { return m, nil }

func (m *memoryStore) Put(key, value []byte) error {
	m.values[string(key)] = bytes.Clone(value)
	return nil
}

// Append appends the value at key to b, or returns nil if the key is missing.
func (m *memoryStore) Append(b, key []byte) ([]byte, error) {
	value, ok := m.values[string(key)]
	if !ok {
		return nil, nil
	}
	return append(b, value...), nil
}

// Value returns the value at key, or nil if the key is missing.
func (m *memoryStore) Value(key []byte) ([]byte, error) {
	return m.Append([]byte{}, key)
}

func (m *memoryStore) Close() error { return nil }
func (m *memoryStore) Abort()       {}
