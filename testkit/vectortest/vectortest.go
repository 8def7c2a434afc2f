// Package vectortest reads the conformance vectors of the contracts, one JSON
// object per line: random inputs with the outcome required by the contract.
package vectortest

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"testing"
)

// vectors is the number of vectors in a file.
const vectors = 400

// Each calls f with each vector of a file, counted from 0.
func Each[V any](t *testing.T, path string, f func(n int, v V)) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	n := 0
	for ; lines.Scan(); n++ {
		var v V
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatalf("%s: vector %d: %v", path, n, err)
		}
		f(n, v)
	}
	if err := lines.Err(); err != nil || n != vectors {
		t.Errorf("%s: %d vectors, want %d: %v", path, n, vectors, err)
	}
}
