package graphstore

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
	"github.com/dgraph-io/badger/v4/pb"
	"github.com/dgraph-io/ristretto/v2/z"

	"seedgraph/artifacts/tables"
)

// Two builds of one tree must produce the same bytes. Badger numbers its tables in the
// order in which background goroutines finish them; so the writer closes a table itself,
// by ending a stream, and waits for it before it begins the next. Compression would make
// table boundaries depend on timing, so it is off. The files that badger fills with
// random bytes (its key registry and value log) hold no data of ours and are removed.

const (
	storeVersion  = 1       // the version of every key
	maxTable      = 6 << 20 // bytes of keys and values per table
	writeBuffer   = 1 << 20 // bytes passed to badger at once
	tableDeadline = time.Minute
	tableProbe    = time.Second // interval of disk checks while waiting

	storeRoom    = 16 << 20 // disk space in bytes that an empty store may take while it is written
	storeHandles = 12       // file handles that badger needs to open an empty store, plus a reserve

	tableRoom = 1 << 20 // disk space in bytes that a table may take beyond twice its content
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
	// Streams do not use the two memory tables that badger allocates. They must be large
	// enough for a value below the threshold.
	o.MemTableSize = 1 << 20
	o.ValueThreshold = 2 * tables.MaxPiece
	o.ValueLogFileSize = 1 << 20
	o.BaseTableSize = 2 * maxTable
	o.TableSizeMultiplier = 1
	o.BloomFalsePositive = 0
	o.MetricsEnabled = false
	o.DetectConflicts = false
	return o
}

// A writer writes a store.
type writer struct {
	dir    string
	db     *badger.DB
	sw     *badger.StreamWriter
	buf    *z.Buffer
	stream uint32
	size   int // bytes in the current table
}

// Create creates a store in a new folder.
func Create(dir string) (tables.Writer, error) {
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
	w := &writer{dir: dir, db: db, sw: db.NewStreamWriter(), stream: 1}
	w.buf = z.NewBuffer(2*writeBuffer, "artifacts")
	if err := w.sw.Prepare(); err != nil {
		w.Abort()
		return nil, fmt.Errorf("create graph store: %w", err)
	}
	return w, nil
}

// Put stores a value, split into pieces if it is long.
func (w *writer) Put(key, value []byte) error {
	for n := uint32(0); ; n++ {
		piece, meta := value, byte(0)
		if len(piece) > tables.MaxPiece {
			piece, meta = value[:tables.MaxPiece], tables.MoreFollows
		}
		if err := w.putPiece(tables.PieceKey(key, n), piece, meta); err != nil {
			return err
		}
		if meta == 0 {
			return nil
		}
		value = value[tables.MaxPiece:]
	}
}

func (w *writer) putPiece(key, value []byte, meta byte) error {
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

func (w *writer) flush() error {
	err := w.sw.Write(w.buf)
	w.buf.Reset()
	return err
}

// endTable ends the stream, and thereby its table, and waits until the table is on disk.
func (w *writer) endTable() error {
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
	if err := w.awaitTable(); err != nil {
		return err
	}
	w.stream++
	w.size = 0
	return nil
}

// awaitTable waits until the table is on disk. Badger only reports a write error when the
// store is closed, which requires the table: so the disk is probed for whether it accepts
// files.
func (w *writer) awaitTable() error {
	began, probed := time.Now(), time.Now()
	for ; len(w.db.Tables()) < int(w.stream); time.Sleep(time.Millisecond) {
		if time.Since(began) > tableDeadline {
			return fmt.Errorf("a table is not on disk after %s", tableDeadline)
		}
		if time.Since(probed) > tableProbe {
			probed = time.Now()
			if err := probe(w.dir); err != nil {
				return err
			}
		}
	}
	return nil
}

// probe returns the error of creating a file in a folder, if any.
func probe(dir string) error {
	f, err := os.CreateTemp(dir, "probe")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(make([]byte, writeBuffer))
	return errors.Join(err, f.Sync(), f.Close())
}

// Close completes the store, and removes all files except its tables and badger's
// manifest.
func (w *writer) Close() error {
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
		w.Abort()
	}
	if err == nil {
		err = stripStore(w.dir)
	}
	if err != nil {
		return fmt.Errorf("write graph store: %w", err)
	}
	return nil
}

// Abort releases the resources of an unfinished store.
func (w *writer) Abort() {
	if w.sw == nil {
		return
	}
	w.sw.Cancel()
	_ = w.buf.Release()
	_ = w.db.Close()
	w.sw = nil
}

// stripStore removes the files that badger does not need to read the tables.
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
		if name := e.Name(); name == "MANIFEST" || strings.HasSuffix(name, tables.Suffix) {
			// Apply the folder's mode, after the umask, to its files as well.
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

// checkHandles returns an error if fewer than n file handles are left. It is called
// first, because badger terminates the process if it cannot open its folder.
func checkHandles(n int) error {
	var taken []*os.File
	defer func() {
		for _, f := range taken {
			f.Close()
		}
	}()
	for range n {
		f, err := os.Open(os.DevNull)
		if err != nil {
			return err
		}
		taken = append(taken, f)
	}
	return nil
}
