package tables

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const (
	Suffix      = ".sst"   // suffix of the names of tables
	MaxPiece    = 64 << 10 // maximum bytes of a value under one key
	MoreFollows = 1        // user meta of all pieces but the last
)

// PieceKey returns the key of piece n of the value at key; the first piece has the key
// itself.
func PieceKey(key []byte, n uint32) []byte {
	if n == 0 {
		return key
	}
	return binary.BigEndian.AppendUint32(append([]byte(nil), key...), n)
}

// A Writer writes a store: the tables in a folder. Keys must be added in ascending order.
type Writer interface {
	// Put stores a value. A value longer than MaxPiece is split into pieces.
	Put(key, value []byte) error
	// Close completes the store.
	Close() error
	// Abort releases the resources of an unfinished store; its files are unusable. After
	// Close it does nothing.
	Abort()
}

// Tables holds the open tables of a store. It is safe for concurrent use.
type Tables struct {
	list []*table // in the order of their keys
}

// Open opens the tables in dir. A folder without any is an error.
func Open(dir string) (*Tables, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	t := &Tables{}
	entries, err := fs.ReadDir(root.FS(), ".")
	for _, e := range entries {
		if err == nil && strings.HasSuffix(e.Name(), Suffix) {
			err = t.open(root, e.Name())
		}
	}
	if err == nil && len(t.list) == 0 {
		err = fmt.Errorf("%s has no tables", filepath.Base(dir))
	}
	if err != nil {
		t.Close()
		return nil, err
	}
	slices.SortFunc(t.list, func(a, b *table) int { return cmp.Compare(a.firstKey(), b.firstKey()) })
	return t, nil
}

// open opens one table.
func (t *Tables) open(root *os.Root, name string) error {
	f, err := root.Open(name)
	if err != nil {
		return err
	}
	one, err := openTable(f)
	if err != nil {
		f.Close()
		return err
	}
	t.list = append(t.list, one)
	return nil
}

// Value returns the joined pieces of the value at key, or nil if the key is missing.
func (t *Tables) Value(key []byte) ([]byte, error) { return t.Append([]byte{}, key) }

// Append appends the pieces of the value at key to b, or returns nil if the key is
// missing.
func (t *Tables) Append(b, key []byte) ([]byte, error) {
	for n := uint32(0); ; n++ {
		longer, meta, err := t.appendPiece(b, PieceKey(key, n))
		switch {
		case err != nil:
			return nil, err
		case longer == nil && n == 0:
			return nil, nil
		case longer == nil:
			return nil, fmt.Errorf("%w: key %x is missing", ErrDamaged, PieceKey(key, n))
		case meta != MoreFollows:
			return longer, nil
		}
		b = longer
	}
}

// appendPiece appends the value at key to b, which must not be nil, and returns its user
// meta; longer is nil if there is no value.
func (t *Tables) appendPiece(b, key []byte) (longer []byte, meta byte, err error) {
	at, found := slices.BinarySearchFunc(t.list, string(key), func(t *table, key string) int {
		return cmp.Compare(t.firstKey(), key)
	})
	if !found {
		at--
	}
	if at < 0 {
		return nil, 0, nil
	}
	return t.list[at].get(b, key)
}

// Close closes the tables.
func (t *Tables) Close() error {
	var err error
	for _, one := range t.list {
		err = cmp.Or(err, one.file.Close())
	}
	return err
}

// Tail returns the length of the part at the end of a file that is read when the store is
// opened: of a table the index and the last block, which is at most a full block plus one
// entry; of another file all of it.
func Tail(f *os.File, size int64) (int64, error) {
	if !strings.HasSuffix(f.Name(), Suffix) {
		return size, nil
	}
	// A table ends with: index, its length, checksum, its length.
	var word [4]byte
	rest := size
	for range 2 {
		if _, err := f.ReadAt(word[:], rest-4); err != nil {
			return 0, err
		}
		rest -= 4 + int64(binary.BigEndian.Uint32(word[:]))
	}
	const lastBlock = 2 * MaxPiece
	return size - max(rest-lastBlock, 0), nil
}
