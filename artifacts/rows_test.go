package artifacts_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/artifacts/graphstore"
	"seedgraph/graph"
)

// TestRowsAreThoseOfTheMetadata compares Rows with the file itself, for every row,
// uncompressed and compressed.
func TestRowsAreThoseOfTheMetadata(t *testing.T) {
	index := artifactstest.Synthetic(60, 100, 7)
	want := metadataIDs(t, index)
	all := make([]int, len(want))
	for i := range all {
		all[len(all)-1-i] = i
	}
	for _, compress := range []bool{false, true} {
		r := openSynthetic(t, index, compress)
		ids, err := r.Rows(all)
		if err != nil {
			t.Fatal(err)
		}
		for i, id := range ids {
			if id != want[all[i]] {
				t.Errorf("compress %v: row %d is %s, want %s", compress, all[i], id, want[all[i]])
			}
			node, _ := graph.SplitChunk(id)
			if _, ok, err := r.Lookup(node); !ok || err != nil {
				t.Errorf("compress %v: row %d: no node %s: %v", compress, all[i], node, err)
			}
		}
		for _, row := range []int{-1, len(want), 1 << 40} {
			if _, err := r.Rows([]int{0, row}); !errors.Is(err, artifacts.ErrRow) {
				t.Errorf("compress %v: row %d: err = %v, want ErrRow", compress, row, err)
			}
		}
		if ids, err := r.Rows(nil); len(ids) != 0 || err != nil {
			t.Errorf("compress %v: no rows: %v, %v", compress, ids, err)
		}
	}
}

func openSynthetic(t *testing.T, index artifacts.Index, compress bool) *artifacts.Reader {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "out")
	if err := artifacts.Write(context.Background(), dir, index, graphstore.Create,
		artifacts.Options{Compress: compress}); err != nil {
		t.Fatal(err)
	}
	r, err := artifacts.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// metadataIDs reads the ids of all rows from the file.
func metadataIDs(t *testing.T, index artifacts.Index) []string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "out")
	if err := artifacts.Write(context.Background(), dir, index,
		graphstore.Create, artifacts.Options{}); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(filepath.Join(dir, "unified_metadata.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, line := range bytes.Split(bytes.TrimSpace(raw), []byte("\n")) {
		var row struct {
			Row     int    `json:"row_id"`
			ChunkID string `json:"chunk_id"`
			NodeKey string `json:"node_key"`
		}
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		if row.Row != len(ids) {
			t.Fatalf("row %d stands at %d", row.Row, len(ids))
		}
		ids = append(ids, row.ChunkID+row.NodeKey)
	}
	if len(ids) < 50 {
		t.Fatalf("only %d rows", len(ids))
	}
	return ids
}

func TestKindsWithoutAnEdge(t *testing.T) {
	r := openSynthetic(t, artifactstest.Synthetic(60, 100, 7), false)
	kinds := map[graph.EdgeKind]bool{graph.Calls: true, graph.Contains: true,
		graph.SynonymFor: true, graph.On: true}
	if err := r.WithoutEdge(kinds); err != nil {
		t.Fatal(err)
	}
	if len(kinds) != 2 || !kinds[graph.SynonymFor] || !kinds[graph.On] {
		t.Errorf("left %v, want SynonymFor and On", kinds)
	}
}
