package artifacts

import (
	"bytes"
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"seedgraph/artifacts/graphstore"
	"seedgraph/artifacts/tables"
)

// TestBlockScan checks that a scan yields the same blocks as separate look-ups, including
// values in several pieces, and reports missing blocks.
func TestBlockScan(t *testing.T) {
	dir := t.TempDir()
	w, err := graphstore.Create(filepath.Join(dir, "graph"))
	if err != nil {
		t.Fatal(err)
	}
	values := [][]byte{[]byte("one"), bytes.Repeat([]byte("two"), 2*tables.MaxPiece/3), []byte("x"), {}}
	for i, v := range values {
		n := uint32(i)
		if i == 3 {
			n = 5 // 3 and 4 are missing
		}
		if err := w.Put(blockKey(sectionNodes, n), v); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := openStore(filepath.Join(dir, "graph"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	scan := s.scan(sectionNodes)
	for i, want := range values[:3] {
		got, err := scan.next(uint32(i))
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("block %d has %d bytes, want %d (%v)", i, len(got), len(want), err)
		}
	}
	large, err1 := scan.next(1)
	small, err2 := scan.next(0)
	if err1 != nil || err2 != nil || &large[0] != &small[0] {
		t.Errorf("each block takes memory of its own (%v, %v)", err1, err2)
	}
	for range 2 {
		if _, err := scan.next(3); !errors.Is(err, ErrCorrupt) {
			t.Errorf("a block that is missing: %v", err)
		}
	}
}
