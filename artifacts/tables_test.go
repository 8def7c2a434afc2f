package artifacts

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
)

// TestTablesAreThoseOfBadger: what this package reads from tables is what badger reads, in
// every table, and what badger does not have is not found.
func TestTablesAreThoseOfBadger(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "graph")
	writeNumbers(t, dir, 20_000)
	s, err := openStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	if len(s.tables) < 2 {
		t.Fatalf("%d tables: the test wants several", len(s.tables))
	}
	keys := 0
	eachOfBadger(t, dir, func(key, value []byte, meta byte) {
		keys++
		got, gotMeta, err := s.piece(key)
		if err != nil || gotMeta != meta || !bytes.Equal(got, value) {
			t.Fatalf("%x is %d bytes, want %d; meta %d, want %d (%v)", key, len(got), len(value),
				gotMeta, meta, err)
		}
		beside := append(slices.Clone(key), 0)
		if got, err := s.find(beside); got != nil || err != nil {
			t.Fatalf("%x, which is no key, has %d bytes (%v)", beside, len(got), err)
		}
	})
	if keys < 20_000 {
		t.Errorf("badger has %d keys", keys)
	}
	for _, key := range []string{"", "A", "zz"} {
		if got, err := s.find([]byte(key)); got != nil || err != nil {
			t.Errorf("%q, which is no key, has %d bytes (%v)", key, len(got), err)
		}
	}
}

// writeNumbers writes a store with a value for each number, some empty and some in pieces.
func writeNumbers(t *testing.T, dir string, n int) {
	t.Helper()
	w, err := createStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	for i := range uint32(n) {
		value := bytes.Repeat(fmt.Append(nil, i), 2*int(i%97))
		if i%5_000 == 4_999 {
			value = bytes.Repeat(value, 500)
		}
		if err := w.put(blockKey(sectionNodes, 3*i), value); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.close(); err != nil {
		t.Fatal(err)
	}
}

// eachOfBadger calls f for what badger has in a store.
func eachOfBadger(t *testing.T, dir string, f func(key, value []byte, meta byte)) {
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
		f(it.Item().KeyCopy(nil), value, it.Item().UserMeta())
	}
}

// TestTablesThatAreDamaged: whichever byte is wrong, a table is refused when it is opened or
// the value when it is read.
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
		if err := readNumbers(dir, 60); !errors.Is(err, ErrCorrupt) {
			t.Fatalf("byte %d of %d: %v", at, len(raw), err)
		}
	}
	for _, size := range []int{0, 3, 5, len(raw) / 2, len(raw) - 1} {
		if err := os.WriteFile(file, raw[:size], 0o666); err != nil {
			t.Fatal(err)
		}
		if err := readNumbers(dir, 60); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%d bytes of %d: %v", size, len(raw), err)
		}
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if _, err := openStore(dir); !errors.Is(err, ErrCorrupt) {
		t.Errorf("a store without tables: %v", err)
	}
}

// readNumbers reads what writeNumbers wrote.
func readNumbers(dir string, n int) error {
	s, err := openStore(dir)
	if err != nil {
		return err
	}
	defer s.close()
	for i := range uint32(n) {
		if _, err := s.get(blockKey(sectionNodes, 3*i)); err != nil {
			return err
		}
	}
	return nil
}

// TestBlocksWithWrongNumbers: numbers that lead out of a block are damage, whatever the
// checksum says.
func TestBlocksWithWrongNumbers(t *testing.T) {
	entry := func(shared, rest int, key, value string) []byte {
		b := binary.NativeEndian.AppendUint16(nil, uint16(shared))
		b = binary.NativeEndian.AppendUint16(b, uint16(rest))
		return append(append(b, key...), value...)
	}
	first := entry(0, 9, "k\xff\xff\xff\xff\xff\xff\xff\xfe", "\x00\x01\x00v")
	offsets := func(at ...uint32) (b []byte) {
		for _, n := range at {
			b = binary.NativeEndian.AppendUint32(b, n)
		}
		return b
	}
	sound := blockEntries{first, offsets(0), first[4:13]}
	if v, meta, err := sound.get([]byte("k")); string(v) != "v" || meta != 1 || err != nil {
		t.Errorf("a sound block has %q, %d, %v", v, meta, err)
	}
	deleted := slices.Clone(first)
	deleted[13] = 1
	for name, e := range map[string]blockEntries{
		"an entry beyond the end":   {first, offsets(99), first[4:13]},
		"a key beyond the end":      {entry(0, 99, "k", ""), offsets(0), first[4:13]},
		"more shared than there is": {entry(50, 9, "k12345678", "\x00\x00\x00v"), offsets(0), first[4:13]},
		"a key without version":     {entry(0, 1, "k", "\x00\x00\x00v"), offsets(0), first[4:13]},
		"a value beyond the end":    {first, offsets(0, 99), first[4:13]},
		"no value":                  {first[:14], offsets(0), first[4:13]},
		"a value that is gone":      {deleted, offsets(0), first[4:13]},
	} {
		if v, _, err := e.get([]byte("k")); !errors.Is(err, errTable) {
			t.Errorf("%s: %q, %v", name, v, err)
		}
	}
}
