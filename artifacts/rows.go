package artifacts

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"sort"

	"github.com/klauspost/compress/zstd"

	"seedgraph/graph"
)

// ErrRow is the class of errors for rows that do not exist in the artifacts.
var ErrRow = errors.New("no such row")

// Rows returns the ids of rows of unified_metadata.jsonl, in the order of the argument:
// the id of a chunk or, for the row of a stand-in, the id of the chunk's node. An
// uncompressed file is searched, not read; a compressed one is read up to the last of the
// rows. An error for a missing row is marked ErrRow.
func (r *Reader) Rows(rows []int) ([]string, error) {
	entry, _ := r.manifest.file(metadataFile)
	f, err := r.root.Open(entry.Path)
	if err != nil {
		return nil, corruptf("%w", err)
	}
	defer f.Close()
	var ids map[int]string
	if entry.Path == metadataFile {
		ids, err = searchRows(f, entry.Size, rows)
	} else {
		ids, err = readRows(f, rows)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", entry.Path, err)
	}
	out := make([]string, len(rows))
	for i, row := range rows {
		id, ok := ids[row]
		if ok && !r.showsAllNodes() {
			own, _ := graph.SplitChunk(id)
			if _, ok, err = r.Lookup(own); err != nil {
				return nil, err
			}
		}
		if !ok {
			return nil, fmt.Errorf("row %d of %s: %w", row, metadataFile, ErrRow)
		}
		out[i] = id
	}
	return out, nil
}

// A metadataRow holds the members of a line that Rows uses.
type metadataRow struct {
	Row     *int   `json:"row_id"`
	ChunkID string `json:"chunk_id"`
	NodeKey string `json:"node_key"`
	NodeID  string `json:"node_id"`
}

func parseRow(line []byte) (row int, id string, err error) {
	var m metadataRow
	if err := json.Unmarshal(line, &m); err != nil || m.Row == nil {
		return 0, "", corruptf("%s: a line has no row_id", metadataFile)
	}
	id = m.ChunkID + m.NodeKey
	if own, _ := graph.SplitChunk(id); string(own) != m.NodeID {
		id = m.NodeID
	}
	return *m.Row, id, nil
}

// searchRows finds lines by binary search: they are ordered by row.
func searchRows(f *os.File, size int64, rows []int) (map[int]string, error) {
	ids := map[int]string{}
	for _, want := range rows {
		var failed error
		// lineAt returns the first line that begins at or after at.
		lineAt := func(at int64) (row int, id string, ok bool) {
			line, err := nextLine(f, at, size)
			if err == nil && line != nil {
				row, id, err = parseRow(line)
			}
			if err != nil {
				failed = err
			}
			return row, id, err == nil && line != nil
		}
		at := sort.Search(int(size), func(at int) bool {
			row, _, ok := lineAt(int64(at))
			return !ok || row >= want
		})
		if failed != nil {
			return nil, failed
		}
		if row, id, ok := lineAt(int64(at)); ok && row == want {
			ids[want] = id
		}
		if failed != nil {
			return nil, failed
		}
	}
	return ids, nil
}

// nextLine returns the first line that begins at or after at, or nil at the end.
func nextLine(f io.ReaderAt, at, size int64) ([]byte, error) {
	from := max(at-1, 0)
	r := bufio.NewReaderSize(io.NewSectionReader(f, from, size-from), 2<<10)
	if at > 0 {
		if _, err := r.ReadBytes('\n'); err != nil {
			return nil, ignoreEOF(err)
		}
	}
	line, err := r.ReadBytes('\n')
	if err != nil {
		return nil, ignoreEOF(err)
	}
	return bytes.TrimSpace(line), nil
}

func ignoreEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return corruptf("%w", err)
}

// readRows reads a compressed file up to the last of the rows.
func readRows(f fs.File, rows []int) (map[int]string, error) {
	dec, err := zstd.NewReader(f, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, err
	}
	defer dec.Close()
	ids := map[int]string{}
	lines := bufio.NewReader(dec)
	for last := slices.Max(append(rows, -1)); last >= 0; {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return ids, ignoreEOF(err)
		}
		row, id, err := parseRow(line)
		if err != nil {
			return nil, err
		}
		if slices.Contains(rows, row) {
			ids[row] = id
		}
		if row >= last {
			break
		}
	}
	return ids, nil
}
