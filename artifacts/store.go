package artifacts

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
	"github.com/dgraph-io/badger/v4/pb"
	"github.com/dgraph-io/ristretto/v2/z"
)

// This file is the only one that speaks to badger.
//
// Two builds of one tree must give the same bytes. Badger numbers its tables in
// the order in which background goroutines finish them; so the writer closes a
// table itself, by ending a stream, and waits for it before it begins the next.
// Compression would move the boundaries of tables with the timing, so there is
// none. What badger fills with random bytes (its key registry and value log)
// holds nothing of ours and is removed.

const (
	storeVersion  = 1        // the version of every key
	maxTable      = 6 << 20  // bytes of keys and values in a table
	maxPiece      = 64 << 10 // bytes of a value under one key
	writeBuffer   = 1 << 20  // bytes handed to badger at once
	moreFollows   = 1        // user meta of a piece that is not the last
	tableDeadline = 5 * time.Minute

	storeRoom    = 16 << 20 // bytes on disk that an empty store may take while it is written
	storeHandles = 12       // file handles that badger takes to open an empty store, and some more

	tableRoom = 1 << 20 // bytes on disk that a table may take beyond twice its content
)

func storeOptions(dir string) badger.Options {
	o := badger.DefaultOptions(dir)
	o.Logger = nil
	o.Compression = options.None
	o.BlockCacheSize = 0
	o.IndexCacheSize = 0
	o.NumMemtables = 1
	o.NumLevelZeroTables = 1
	o.NumLevelZeroTablesStall = 2
	o.NumCompactors = 0
	o.MemTableSize = 4 << 20
	o.ValueThreshold = 4 * maxPiece
	o.ValueLogFileSize = 1 << 20
	o.BaseTableSize = 2 * maxTable
	o.TableSizeMultiplier = 1
	o.BloomFalsePositive = 0
	o.MetricsEnabled = false
	o.DetectConflicts = false
	return o
}

// A storeWriter writes a store. Keys must be put in ascending order.
type storeWriter struct {
	dir    string
	db     *badger.DB
	sw     *badger.StreamWriter
	buf    *z.Buffer
	stream uint32
	size   int // bytes of the current table
}

func createStore(dir string) (*storeWriter, error) {
	if err := os.Mkdir(dir, 0o777); err != nil {
		return nil, err
	}
	if err := reserve(dir, storeRoom); err != nil {
		return nil, fmt.Errorf("create graph store: %w", err)
	}
	if err := checkHandles(storeHandles); err != nil {
		return nil, fmt.Errorf("create graph store: %w", err)
	}
	db, err := badger.Open(storeOptions(dir))
	if err != nil {
		return nil, fmt.Errorf("create graph store: %w", err)
	}
	w := &storeWriter{dir: dir, db: db, sw: db.NewStreamWriter(), stream: 1}
	w.buf = z.NewBuffer(2*writeBuffer, "artifacts")
	if err := w.sw.Prepare(); err != nil {
		w.abort()
		return nil, fmt.Errorf("create graph store: %w", err)
	}
	return w, nil
}

// put stores a value. A value longer than maxPiece is cut: the first piece is
// under key, the others under key and their number.
func (w *storeWriter) put(key, value []byte) error {
	for n := uint32(0); ; n++ {
		piece, meta := value, byte(0)
		if len(piece) > maxPiece {
			piece, meta = value[:maxPiece], moreFollows
		}
		if err := w.putPiece(pieceKey(key, n), piece, meta); err != nil {
			return err
		}
		if meta == 0 {
			return nil
		}
		value = value[maxPiece:]
	}
}

// pieceKey is the key of piece n of the value at key.
func pieceKey(key []byte, n uint32) []byte {
	if n == 0 {
		return key
	}
	return binary.BigEndian.AppendUint32(append([]byte(nil), key...), n)
}

func (w *storeWriter) putPiece(key, value []byte, meta byte) error {
	badger.KVToBuffer(&pb.KV{
		Key: key, Value: value, UserMeta: []byte{meta},
		Version: storeVersion, StreamId: w.stream,
	}, w.buf)
	w.size += len(key) + len(value)
	if w.size >= maxTable {
		return w.endTable()
	}
	if w.buf.LenNoPadding() >= writeBuffer {
		return w.flush()
	}
	return nil
}

func (w *storeWriter) flush() error {
	err := w.sw.Write(w.buf)
	w.buf.Reset()
	return err
}

// endTable ends the stream, and so its table, and waits until that is on disk.
func (w *storeWriter) endTable() error {
	if w.size == 0 {
		return nil
	}
	if err := reserve(w.dir, 2*int64(w.size)+tableRoom); err != nil {
		return err
	}
	badger.KVToBuffer(&pb.KV{StreamId: w.stream, StreamDone: true}, w.buf)
	if err := w.flush(); err != nil {
		return err
	}
	for began := time.Now(); len(w.db.Tables()) < int(w.stream); time.Sleep(time.Millisecond) {
		if time.Since(began) > tableDeadline {
			return errors.New("write graph store: the table does not appear")
		}
	}
	w.stream++
	w.size = 0
	return nil
}

// close completes the store and leaves its tables and badger's manifest alone.
func (w *storeWriter) close() error {
	err := w.endTable()
	if err == nil {
		err = w.sw.Flush()
	}
	if err == nil {
		err = w.buf.Release()
		w.sw = nil
		if cerr := w.db.Close(); err == nil {
			err = cerr
		}
	} else {
		w.abort()
	}
	if err == nil {
		err = stripStore(w.dir)
	}
	if err != nil {
		return fmt.Errorf("write graph store: %w", err)
	}
	return nil
}

// abort releases what an unfinished store holds; its files are worthless.
func (w *storeWriter) abort() {
	if w.sw == nil {
		return
	}
	w.sw.Cancel()
	_ = w.buf.Release()
	_ = w.db.Close()
	w.sw = nil
}

// stripStore removes what badger does not need to read the tables.
func stripStore(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if name := e.Name(); name == "MANIFEST" || strings.HasSuffix(name, ".sst") {
			// What the umask has left of the folder's mode holds for files as well.
			err = os.Chmod(filepath.Join(dir, name), info.Mode().Perm()&0o666)
		} else {
			err = os.Remove(filepath.Join(dir, name))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// tailSize returns how much of the end of a file of the store badger reads when
// it opens it: all of its manifest; of a table the index, and the last block,
// which is at most a full block and one entry more.
func tailSize(f *os.File, size int64) (int64, error) {
	if !strings.HasSuffix(f.Name(), ".sst") {
		return size, nil
	}
	// A table ends: index, its length, checksum, its length.
	var word [4]byte
	rest := size
	for range 2 {
		if _, err := f.ReadAt(word[:], rest-4); err != nil {
			return 0, err
		}
		rest -= 4 + int64(binary.BigEndian.Uint32(word[:]))
	}
	const lastBlock = 2 * maxPiece
	return size - max(rest-lastBlock, 0), nil
}

// A storeReader reads a store; it is safe for concurrent use. The values that it
// returns are shared and must not be changed.
type storeReader struct {
	db    *badger.DB
	txn   *badger.Txn
	cache valueCache
}

func openStore(dir string) (s *storeReader, err error) {
	defer recoverCorrupt("open graph store", &err)
	o := storeOptions(dir)
	o.ReadOnly = true
	o.ChecksumVerificationMode = options.OnBlockRead
	if err := checkHandles(storeHandles); err != nil {
		return nil, fmt.Errorf("open graph store: %w", err)
	}
	db, err := badger.Open(o)
	if err != nil {
		if strings.Contains(err.Error(), syscall.EMFILE.Error()) {
			err = syscall.EMFILE // badger tells it in words alone
		}
		return nil, corruptf("open graph store: %w", err)
	}
	return &storeReader{db: db, txn: db.NewTransaction(false)}, nil
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
	defer recoverCorrupt("read graph store", &err)
	for n := uint32(0); ; n++ {
		item, err := s.txn.Get(pieceKey(key, n))
		if errors.Is(err, badger.ErrKeyNotFound) && n == 0 {
			return nil, nil
		}
		if err != nil {
			return nil, corruptf("read graph store: %w", err)
		}
		if value, err = appendItem(value, item); err != nil {
			return nil, corruptf("read graph store: %w", err)
		}
		if item.UserMeta() != moreFollows {
			return value, nil
		}
	}
}

// A blockScan reads the blocks of a section one after the other, which takes a fraction of the
// time that looking each of them up does.
type blockScan struct {
	it      *badger.Iterator
	section byte
}

// scan begins a scan, which must be closed.
func (s *storeReader) scan(section byte) *blockScan {
	o := badger.DefaultIteratorOptions
	o.PrefetchValues, o.Prefix = false, []byte{section}
	it := s.txn.NewIterator(o)
	it.Rewind()
	return &blockScan{it, section}
}

func (b *blockScan) close() { b.it.Close() }

// next returns the value of a block, which is that of the next key, and is valid until next is
// called again.
func (b *blockScan) next(block uint32) (value []byte, err error) {
	defer recoverCorrupt("read graph store", &err)
	key := blockKey(b.section, block)
	for n := uint32(0); ; n++ {
		if !b.it.Valid() || !bytes.Equal(b.it.Item().Key(), pieceKey(key, n)) {
			return nil, corruptf("key %x is missing", pieceKey(key, n))
		}
		item := b.it.Item()
		more := item.UserMeta() == moreFollows
		if value, err = appendItem(value, item); err != nil {
			return nil, corruptf("read graph store: %w", err)
		}
		value = slices.Clone(value) // the iterator uses its memory again
		if b.it.Next(); !more {
			return value, nil
		}
	}
}

// appendItem appends the value of item to b, which is not nil afterwards.
func appendItem(b []byte, item *badger.Item) ([]byte, error) {
	err := item.Value(func(v []byte) error {
		if b == nil {
			b = v[:len(v):len(v)] // the item's own copy
			return nil
		}
		b = append(b, v...)
		return nil
	})
	if b == nil {
		b = []byte{}
	}
	return b, err
}

func (s *storeReader) close() (err error) {
	defer recoverCorrupt("close graph store", &err)
	s.txn.Discard()
	return s.db.Close()
}

// recoverCorrupt turns a panic of badger, which meets damaged tables with one,
// into an error.
func recoverCorrupt(what string, err *error) {
	if r := recover(); r != nil {
		*err = corruptf("%s: %v", what, r)
	}
}
