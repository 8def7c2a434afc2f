package artifacts

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"seedgraph/internal/embedding"
	"seedgraph/tokens"
)

// The files of the vectors of nodes: the vectors, and the table from which the vector of a
// query is computed.
const (
	embeddingsDir = "embeddings"
	vectorsFile   = embeddingsDir + "/vectors.bin"
	tableFile     = embeddingsDir + "/table.bin"
)

// vectorsMagic begins vectors.bin; the number of nodes and of dimensions follow.
const (
	vectorsMagic = "sgvector"
	vectorsHead  = len(vectorsMagic) + 8
)

// writeEmbeddings writes the vectors of all nodes, if there is a table. A vector follows from
// the texts of its node alone, so that it shows readers nothing of nodes that are hidden from
// them.
func (b *build) writeEmbeddings() error {
	t := b.in.Embeddings
	if t == nil {
		return nil
	}
	if err := os.MkdirAll(b.path(embeddingsDir), 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(b.path(tableFile), t.Bytes(), 0o666); err != nil {
		return err
	}
	t.Expand()
	dims := t.Dims()
	out := make([]byte, vectorsHead, vectorsHead+len(b.g.Nodes)*dims+4)
	copy(out, vectorsMagic)
	binary.LittleEndian.PutUint32(out[len(vectorsMagic):], uint32(len(b.g.Nodes)))
	binary.LittleEndian.PutUint32(out[len(vectorsMagic)+4:], uint32(dims))
	out = out[:cap(out)-4]
	folding := foldingOf(b.g)
	var next atomic.Int64 // the first node that nobody has taken
	var workers sync.WaitGroup
	for range b.opts.Workers {
		workers.Go(func() {
			a, e := newAnalyzer(b.g.Nodes, folding), embedding.NewEncoder(t)
			for b.ctx.Err() == nil {
				end := int(next.Add(postingBatch))
				for i := end - postingBatch; i < min(end, len(b.g.Nodes)); i++ {
					a.vector(uint32(i), e, out[vectorsHead+i*dims:][:dims])
				}
				if end >= len(b.g.Nodes) {
					return
				}
			}
		})
	}
	workers.Wait()
	if err := b.ctx.Err(); err != nil {
		return err
	}
	return os.WriteFile(b.path(vectorsFile), embedding.Seal(out), 0o666)
}

// vector writes the vector of node i: its name, its comment and its body have the same weight.
func (a *analyzer) vector(i uint32, e *embedding.Encoder, out []byte) {
	var name, doc, body []string
	a.texts(i, func(f tokens.Field, text string) {
		switch f {
		case tokens.FieldName, tokens.FieldType:
			name = append(name, text)
		case tokens.FieldDoc:
			doc = append(doc, text)
		case tokens.FieldBody:
			body = append(body, text)
		}
	})
	e.Reset()
	e.Add(name...)
	e.Add(doc...)
	e.Add(body...)
	e.Vector(out)
}

// An embeddings is the vectors of all nodes of the store, and their table.
type embeddings struct {
	table   *embedding.Table
	vectors []byte // without the head
}

// newEmbeddings returns a function that reads the vectors once; nil for artifacts without
// vectors.
func (r *Reader) newEmbeddings() func() (*embeddings, error) {
	return sync.OnceValues(func() (*embeddings, error) {
		if _, ok := r.manifest.file(vectorsFile); !ok {
			return nil, nil
		}
		table, err := r.readTable()
		if err != nil {
			return nil, err
		}
		raw, err := r.root.ReadFile(filepath.FromSlash(vectorsFile))
		if err != nil {
			return nil, corruptf("%w", err)
		}
		raw, err = embedding.Unseal(raw)
		if err == nil && (len(raw) < vectorsHead ||
			string(raw[:len(vectorsMagic)]) != vectorsMagic) {
			err = errors.New("its head is missing")
		}
		if err != nil {
			return nil, corruptf("%s: %w", vectorsFile, err)
		}
		nodes := uint64(binary.LittleEndian.Uint32(raw[len(vectorsMagic):]))
		dims := uint64(binary.LittleEndian.Uint32(raw[len(vectorsMagic)+4:]))
		raw = raw[vectorsHead:]
		if nodes != r.head.nodes || dims != uint64(table.Dims()) || uint64(len(raw)) != nodes*dims {
			return nil, corruptf("%s has %d vectors of %d dimensions, not %d of %d", vectorsFile,
				nodes, dims, r.head.nodes, table.Dims())
		}
		return &embeddings{table, raw}, nil
	})
}

func (r *Reader) readTable() (*embedding.Table, error) {
	raw, err := r.root.ReadFile(filepath.FromSlash(tableFile))
	if err != nil {
		return nil, corruptf("%w", err)
	}
	table, err := embedding.Decode(raw)
	if err != nil {
		return nil, corruptf("%s: %w", tableFile, err)
	}
	return table, nil
}

// EmbeddingTable returns the table of the vectors of nodes; nil if the artifacts have none.
func (r *Reader) EmbeddingTable() (*embedding.Table, error) {
	e, err := r.embeddings()
	if e == nil || err != nil {
		return nil, err
	}
	return e.table, nil
}

// Cosines returns the cosine of each node's vector with that of a text: 0 for a node without a
// vector. It returns nil if the artifacts have no vectors, or the table has no word of the
// text.
func (r *Reader) Cosines(text string) ([]float32, error) {
	e, err := r.embeddings()
	if e == nil || err != nil {
		return nil, err
	}
	dims := e.table.Dims()
	encoder, query := embedding.NewEncoder(e.table), make([]byte, dims)
	encoder.Add(text)
	if !encoder.Vector(query) {
		return nil, nil
	}
	out := make([]float32, r.NumNodes())
	for n := range out {
		raw := int(r.rawNumber(uint32(n)))
		out[n] = embedding.Cosine(query, e.vectors[raw*dims:][:dims])
	}
	return out, nil
}

// HasEmbeddings reports whether the artifacts have vectors of nodes.
func (m *Manifest) HasEmbeddings() bool {
	_, ok := m.file(vectorsFile)
	return ok
}

// embeddings checks the vectors: each has the length 1 or, without words, 0.
func (v *verifier) embeddings() error {
	e, err := v.r.embeddings()
	if e == nil || err != nil {
		return err
	}
	dims := e.table.Dims()
	for n := range v.r.NumNodes() {
		x := e.vectors[int(v.r.rawNumber(n))*dims:][:dims]
		if c := embedding.Cosine(x, x); c != 0 && (c < 0.8 || c > 1.2) {
			v.addf("the vector of node %d has the square length %.2f", n, c)
		}
	}
	return nil
}
