package artifacts

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A storeReader reads a store; it is safe for concurrent use. The values that it
// returns are shared and must not be changed.
type storeReader struct {
	tables []*table // in the order of their keys
	cache  valueCache
}

// openStore opens the tables in dir.
func openStore(dir string) (*storeReader, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, corruptf("open graph store: %w", err)
	}
	defer root.Close()
	s := &storeReader{}
	entries, err := fs.ReadDir(root.FS(), ".")
	for _, e := range entries {
		if err == nil && strings.HasSuffix(e.Name(), tableSuffix) {
			err = s.openTable(root, e.Name())
		}
	}
	if err == nil && len(s.tables) == 0 {
		err = fmt.Errorf("%s has no tables", filepath.Base(dir))
	}
	if err != nil {
		s.close()
		return nil, corruptf("open graph store: %w", err)
	}
	slices.SortFunc(s.tables, func(a, b *table) int { return cmp.Compare(a.firstKey(), b.firstKey()) })
	return s, nil
}

// openTable opens a table of the store.
func (s *storeReader) openTable(root *os.Root, name string) error {
	f, err := root.Open(name)
	if err != nil {
		return err
	}
	t, err := openTable(f)
	if err != nil {
		f.Close()
		return err
	}
	s.tables = append(s.tables, t)
	return nil
}

// get returns the value at key. A missing key is damage: the reader asks only
// for what the writer put.
func (s *storeReader) get(key []byte) ([]byte, error) {
	value, err := s.find(key)
	if err == nil && value == nil {
		err = corruptf("key %x is missing", key)
	}
	return value, err
}

// find returns the value at key; nil if there is none.
func (s *storeReader) find(key []byte) ([]byte, error) {
	if value := s.cache.get(key); value != nil {
		return value, nil
	}
	value, err := s.read(key)
	if err == nil && value != nil {
		s.cache.put(key, value)
	}
	return value, err
}

// read joins the pieces of the value at key; nil if there are none.
func (s *storeReader) read(key []byte) (value []byte, err error) {
	for n := uint32(0); ; n++ {
		piece, meta, err := s.piece(pieceKey(key, n))
		switch {
		case err != nil:
			return nil, corruptf("read graph store: %w", err)
		case piece == nil && n == 0:
			return nil, nil
		case piece == nil:
			return nil, corruptf("key %x is missing", pieceKey(key, n))
		case n == 0:
			value = piece
		default:
			value = append(value, piece...)
		}
		if meta != moreFollows {
			return value, nil
		}
	}
}

// piece returns a copy of what is at key, and its user meta; nil if there is nothing.
func (s *storeReader) piece(key []byte) (value []byte, meta byte, err error) {
	at, found := slices.BinarySearchFunc(s.tables, string(key), func(t *table, key string) int {
		return cmp.Compare(t.firstKey(), key)
	})
	if !found {
		at--
	}
	if at < 0 {
		return nil, 0, nil
	}
	return s.tables[at].get(key)
}

// A blockScan reads the blocks of a section one after the other, and keeps none of them.
type blockScan struct {
	s       *storeReader
	section byte
}

// scan begins a scan.
func (s *storeReader) scan(section byte) blockScan { return blockScan{s, section} }

// next returns the value of a block.
func (b blockScan) next(block uint32) ([]byte, error) {
	key := blockKey(b.section, block)
	value, err := b.s.read(key)
	if err == nil && value == nil {
		err = corruptf("key %x is missing", key)
	}
	return value, err
}

// close closes the tables.
func (s *storeReader) close() error {
	var err error
	for _, t := range s.tables {
		err = cmp.Or(err, t.file.Close())
	}
	return err
}
