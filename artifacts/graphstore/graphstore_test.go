package graphstore

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/dgraph-io/badger/v4"

	"seedgraph/artifacts/tables"
)

// TestTablesAreThoseOfBadger checks that package tables reads the same values as badger,
// in every table, and does not find missing keys.
func TestTablesAreThoseOfBadger(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "graph")
	writeNumbers(t, dir, 20_000)
	if files, _ := filepath.Glob(filepath.Join(dir, "*"+tables.Suffix)); len(files) < 2 {
		t.Fatalf("%d tables: the test wants several", len(files))
	}
	s, err := tables.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	pieces := map[string][]byte{} // joined pieces of badger's values
	var first string
	for _, p := range piecesOfBadger(t, dir) {
		if first == "" {
			first = string(p.key)
		}
		pieces[first] = append(pieces[first], p.value...)
		if p.meta != tables.MoreFollows {
			first = ""
		}
	}
	for key, want := range pieces {
		got, err := s.Value([]byte(key))
		if err != nil || got == nil || !bytes.Equal(got, want) {
			t.Fatalf("%x is %d bytes, want %d (%v)", key, len(got), len(want), err)
		}
		got, err = s.Append([]byte("ab"), []byte(key))
		if err != nil || string(got) != "ab"+string(want) {
			t.Fatalf("%x is %d bytes behind two, want %d (%v)", key, len(got), len(want), err)
		}
		if got, err := s.Value([]byte(key + "\x00")); got != nil || err != nil {
			t.Fatalf("%x, which is no key, has %d bytes (%v)", key+"\x00", len(got), err)
		}
	}
	if len(pieces) != 20_000 {
		t.Errorf("badger has %d values", len(pieces))
	}
	for _, key := range []string{"", "A", "zz"} {
		if got, err := s.Value([]byte(key)); got != nil || err != nil {
			t.Errorf("%q, which is no key, has %d bytes (%v)", key, len(got), err)
		}
	}
}

// numberKey returns the key of a number.
func numberKey(n uint32) []byte { return binary.BigEndian.AppendUint32([]byte("n"), n) }

// writeNumbers writes a store with a value for each number, some empty and some split
// into pieces.
func writeNumbers(t *testing.T, dir string, n int) {
	t.Helper()
	w, err := Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	for i := range uint32(n) {
		value := bytes.Repeat(fmt.Append(nil, i), 2*int(i%97))
		if i%5_000 == 4_999 {
			value = bytes.Repeat(value, 500)
		}
		if err := w.Put(numberKey(3*i), value); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	w.Abort() // like a deferred call
}

// TestAbort checks that an aborted store releases its resources and cannot be read.
func TestAbort(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "graph")
	w, err := Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Put(numberKey(1), []byte("one")); err != nil {
		t.Fatal(err)
	}
	w.Abort()
	w.Abort()
	if _, err := tables.Open(dir); err == nil {
		t.Error("a store that was given up can be read")
	}
	if _, err := Create(dir); err == nil {
		t.Error("a store is written where one is")
	}
}

// A piece is badger's value at a key.
type piece struct {
	key, value []byte
	meta       byte
}

// piecesOfBadger lists badger's values in a store, by key.
func piecesOfBadger(t *testing.T, dir string) (list []piece) {
	t.Helper()
	o := storeOptions(dir)
	o.ReadOnly = true
	db, err := badger.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	txn := db.NewTransaction(false)
	defer txn.Discard()
	it := txn.NewIterator(badger.DefaultIteratorOptions)
	defer it.Close()
	for it.Rewind(); it.Valid(); it.Next() {
		value, err := it.Item().ValueCopy(nil)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, piece{it.Item().KeyCopy(nil), value, it.Item().UserMeta()})
	}
	return list
}

// TestTablesThatAreDamaged checks that for any wrong byte, either the table is refused
// when it is opened or the value when it is read.
func TestTablesThatAreDamaged(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "graph")
	writeNumbers(t, dir, 60)
	file := filepath.Join(dir, "000001.sst")
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for at := 0; at < len(raw); at += 11 {
		damaged := slices.Clone(raw)
		damaged[at] ^= 0x11
		if err := os.WriteFile(file, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := readNumbers(dir, 60); !errors.Is(err, tables.ErrDamaged) {
			t.Fatalf("byte %d of %d: %v", at, len(raw), err)
		}
	}
	for _, size := range []int{0, 3, 5, len(raw) / 2, len(raw) - 1} {
		if err := os.WriteFile(file, raw[:size], 0o666); err != nil {
			t.Fatal(err)
		}
		if err := readNumbers(dir, 60); err == nil {
			t.Errorf("%d bytes of %d are read", size, len(raw))
		}
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if _, err := tables.Open(dir); err == nil {
		t.Error("a store without tables is opened")
	}
}

// readNumbers reads the values written by writeNumbers.
func readNumbers(dir string, n int) error {
	s, err := tables.Open(dir)
	if err != nil {
		return err
	}
	defer s.Close()
	for i := range uint32(n) {
		value, err := s.Value(numberKey(3 * i))
		if err != nil {
			return err
		}
		if value == nil {
			return fmt.Errorf("%w: %d is missing", tables.ErrDamaged, i)
		}
	}
	return nil
}
