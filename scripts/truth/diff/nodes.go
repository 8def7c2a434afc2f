package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// csharp and typescript take the definitions of a file from the index of its tree:
// their lines come from the same parser as the index, so that only the comparison of
// indexes is checked. A definition is identified by its id.
var (
	csharp = language{suffixes: []string{".cs"}, key: keyByID, find: findNodes, byID: true,
		ends: ";,"}
	typescript = language{suffixes: []string{".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs"},
		key: keyByID, find: findNodes, byID: true, ends: ";,"}
)

func keyByID(file, id string) string {
	if id == "" {
		return file
	}
	return id
}

// A chunk is a text of the index.
type chunk struct {
	Text  string `json:"Text"`
	File  string `json:"RepoRelativePath"`
	Part  int    `json:"ChunkPart"`
	ID    string `json:"node_id"`
	Kind  string `json:"kind"`
	First int    `json:"start_line"`
	Last  int    `json:"end_line"`
}

// findNodes returns the definitions of a file in the index of its tree, the outer
// before the inner.
func findNodes(tree, file string, _ []byte) ([]*def, error) {
	f, err := os.Open(filepath.Join(tree+".sg", "regular_code_bundle", "chunks.json"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	byID := map[string]*def{}
	defs := []*def{}
	d := json.NewDecoder(bufio.NewReader(f))
	if _, err := d.Token(); err != nil { // the bracket
		return nil, err
	}
	for d.More() {
		var c chunk
		if err := d.Decode(&c); err != nil {
			return nil, err
		}
		if c.File != file || c.Kind == "file" || slices.Contains(stated, c.Kind) {
			continue
		}
		known := byID[c.ID]
		if known == nil {
			known = &def{path: file, symbol: c.ID, first: c.First, last: c.Last}
			byID[c.ID] = known
			defs = append(defs, known)
		}
		known.text += c.Text
		known.first, known.last = min(known.first, c.First), max(known.last, c.Last)
	}
	if _, err := d.Token(); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	slices.SortStableFunc(defs, func(a, b *def) int {
		if a.first != b.first {
			return a.first - b.first
		}
		return b.last - a.last
	})
	return defs, nil
}
