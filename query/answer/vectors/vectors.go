// Package vectors ranks nodes by vectors computed by other programs, alone or combined
// with a search by words.
//
//   - A [Set] holds the vectors of nodes by id: from a file with a JSON object per
//     line, or from a file of raw numbers with a separate file of ids.
//   - [Rank] orders nodes by a [Mode]: by the cosine with the vector of the query, by their
//     ranks in that and in the search, or the nearest nodes by the search.
//
// In a hybrid search the cosines are one of the contributions to a score; see package search.
package vectors

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"seedgraph/query/answer"
)

// Names resolves ids to nodes. *names.Resolver implements it.
type Names interface {
	Found(name string) (ref answer.Ref, ok bool, err error)
}

// A Set holds vectors of nodes. A node may have several, for its parts.
type Set struct {
	nodes   []uint32
	vectors [][]float32 // normalized to length 1
	Skipped int         // number of ids that are not in the artifacts
}

// add adds the vector of an id, if the node exists.
func (s *Set) add(names Names, id string, v []float32) error {
	if len(s.vectors) > 0 && len(v) != len(s.vectors[0]) {
		return fmt.Errorf("vector of %s: %d numbers, those before have %d", id, len(v),
			len(s.vectors[0]))
	}
	if !normalize(v) {
		return fmt.Errorf("vector of %s: its length is 0 or not a number", id)
	}
	ref, ok, err := names.Found(id)
	switch {
	case err != nil:
		return err
	case !ok:
		s.Skipped++
		return nil
	}
	s.nodes = append(s.nodes, ref.Node)
	s.vectors = append(s.vectors, v)
	return nil
}

// normalize scales a vector to length 1, and reports whether that was possible.
func normalize(v []float32) bool {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	length := math.Sqrt(sum)
	if !(length > 0) || math.IsInf(length, 1) {
		return false
	}
	for i := range v {
		v[i] = float32(float64(v[i]) / length)
	}
	return true
}

// ReadLines parses lines such as {"id": "…", "vector": [0.1, …]}; "embedding" is accepted
// for "vector", and "chunk_id" or "node_key" for "id".
func ReadLines(names Names, raw []byte) (*Set, error) {
	s := &Set{}
	lines := bufio.NewScanner(bytes.NewReader(raw))
	lines.Buffer(nil, 64<<20)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var row struct {
			ID        string    `json:"id"`
			Chunk     string    `json:"chunk_id"`
			Key       string    `json:"node_key"`
			Vector    []float32 `json:"vector"`
			Embedding []float32 `json:"embedding"`
		}
		err := json.Unmarshal(lines.Bytes(), &row)
		if err == nil {
			if row.Vector == nil {
				row.Vector = row.Embedding
			}
			id := row.ID
			for _, other := range []string{row.Chunk, row.Key} {
				if id == "" {
					id = other
				}
			}
			err = s.add(names, id, row.Vector)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	return s, lines.Err()
}

// ReadRaw parses little-endian 32-bit floating-point numbers: one vector after another,
// for the ids in lines.
func ReadRaw(names Names, raw, ids []byte) (*Set, error) {
	list := strings.Fields(string(ids))
	if len(list) == 0 || len(raw)%(4*len(list)) != 0 {
		return nil, fmt.Errorf("%d bytes are not a whole number of 32-bit floats for each of %d ids",
			len(raw), len(list))
	}
	s := &Set{}
	size := len(raw) / len(list)
	for i, id := range list {
		if err := s.add(names, id, floats(raw[i*size:(i+1)*size])); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func floats(raw []byte) []float32 {
	v := make([]float32, len(raw)/4)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	return v
}

// ReadQuery parses the vector of a query: a JSON list, an object with such a list under
// "vector" or "embedding", or otherwise raw numbers.
func ReadQuery(raw []byte) ([]float32, error) {
	var v []float32
	switch text := bytes.TrimSpace(raw); {
	case bytes.HasPrefix(text, []byte("[")):
		if err := json.Unmarshal(text, &v); err != nil {
			return nil, err
		}
	case bytes.HasPrefix(text, []byte("{")):
		var row struct{ Vector, Embedding []float32 }
		if err := json.Unmarshal(text, &row); err != nil {
			return nil, err
		}
		if v = row.Vector; v == nil {
			v = row.Embedding
		}
	case len(raw)%4 == 0:
		v = floats(raw)
	}
	if !normalize(v) {
		return nil, errors.New("no vector: want a JSON list of numbers or raw 32-bit floats")
	}
	return v, nil
}

// Cosines returns the highest cosine of each node's vectors with a query vector.
func (s *Set) Cosines(query []float32) (map[uint32]float64, error) {
	out := map[uint32]float64{}
	for i, v := range s.vectors {
		if len(v) != len(query) {
			return nil, fmt.Errorf("the vector of the query has %d numbers, those of the nodes %d",
				len(query), len(v))
		}
		var sum float64
		for j, x := range v {
			sum += float64(x) * float64(query[j])
		}
		if best, ok := out[s.nodes[i]]; !ok || sum > best {
			out[s.nodes[i]] = sum
		}
	}
	return out, nil
}

// Map returns the cosines of a list by node, without nodes that have no vector.
func Map(list []float32) map[uint32]float64 {
	out := map[uint32]float64{}
	for n, c := range list {
		if c != 0 {
			out[uint32(n)] = float64(c)
		}
	}
	return out
}
