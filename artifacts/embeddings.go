package artifacts

import (
	"encoding/binary"
	"io"
	"math"
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
	if err := t.Expand(); err != nil {
		return err
	}
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

// An embeddings is the files of the vectors of all nodes of the store, and of the table.
type embeddings struct {
	vectors, table *os.File
}

// openEmbeddings opens the files of the vectors, if there are any.
func (r *Reader) openEmbeddings() error {
	if !r.manifest.HasEmbeddings() {
		return nil
	}
	e := &embeddings{}
	var err error
	if e.vectors, err = r.openFile(vectorsFile); err != nil {
		return err
	}
	if e.table, err = r.openFile(tableFile); err != nil {
		return err
	}
	r.embeddings = e
	return nil
}

// openTable reads the table without its rows.
func (e *embeddings) openTable() (*embedding.Table, error) {
	info, err := e.table.Stat()
	if err != nil {
		return nil, corruptf("%w", err)
	}
	table, err := embedding.Open(e.table, info.Size())
	if err != nil {
		return nil, corruptf("%s: %w", tableFile, err)
	}
	return table, nil
}

// vectorBlock is the number of vectors that are read at once: few, so that they stay in the
// cache of the processor, and no memory is needed for all of them.
const vectorBlock = 512

// each calls f for the vectors of a number of nodes, in order. It is an error, found at the end,
// if the file has other vectors than were written.
func (e *embeddings) each(nodes uint64, dims int, f func(node int, vector []byte)) error {
	file := io.NewSectionReader(e.vectors, 0, math.MaxInt64)
	head := make([]byte, vectorsHead)
	if _, err := io.ReadFull(file, head); err != nil ||
		string(head[:len(vectorsMagic)]) != vectorsMagic {
		return corruptf("%s: its head is missing", vectorsFile)
	}
	hasNodes := uint64(binary.LittleEndian.Uint32(head[len(vectorsMagic):]))
	hasDims := uint64(binary.LittleEndian.Uint32(head[len(vectorsMagic)+4:]))
	if hasNodes != nodes || hasDims != uint64(dims) {
		return corruptf("%s has %d vectors of %d dimensions, not %d of %d", vectorsFile, hasNodes,
			hasDims, nodes, dims)
	}
	sum := embedding.Checksum(0, head)
	block := make([]byte, vectorBlock*dims)
	for node := 0; node < int(nodes); node += vectorBlock {
		part := block[:min(vectorBlock, int(nodes)-node)*dims]
		if _, err := io.ReadFull(file, part); err != nil {
			return corruptf("%s: %w", vectorsFile, err)
		}
		sum = embedding.Checksum(sum, part)
		for i := range len(part) / dims {
			f(node+i, part[i*dims:][:dims])
		}
	}
	end := make([]byte, 5) // the checksum, and nothing after it
	if n, err := io.ReadFull(file, end); n != 4 || err != io.ErrUnexpectedEOF ||
		binary.LittleEndian.Uint32(end) != sum {
		return corruptf("%s: its checksum does not match", vectorsFile)
	}
	return nil
}

// EmbeddingTable returns the table of the vectors of nodes; nil if the artifacts have none.
func (r *Reader) EmbeddingTable() (*embedding.Table, error) {
	if r.embeddings == nil {
		return nil, nil
	}
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

// Cosines returns the cosine of each node's vector with that of a text: 0 for a node without a
// vector. It returns nil if the artifacts have no vectors, or the table has no word of the
// text.
func (r *Reader) Cosines(text string) ([]float32, error) {
	if r.embeddings == nil {
		return nil, nil
	}
	table, err := r.embeddings.openTable()
	if err != nil {
		return nil, err
	}
	encoder, query := embedding.NewEncoder(table), make([]byte, table.Dims())
	encoder.Add(text)
	if err := encoder.Err(); err != nil {
		return nil, corruptf("%s: %w", tableFile, err)
	}
	if !encoder.Vector(query) {
		return nil, nil
	}
	all := make([]float32, r.head.nodes)
	err = r.embeddings.each(r.head.nodes, len(query), func(node int, vector []byte) {
		all[node] = embedding.Cosine(query, vector)
	})
	if err != nil || r.showsAllNodes() {
		return all, err
	}
	out := make([]float32, r.NumNodes())
	for n := range out {
		out[n] = all[r.rawNumber(uint32(n))]
	}
	return out, nil
}

// HasEmbeddings reports whether the artifacts have vectors of nodes.
func (m *Manifest) HasEmbeddings() bool {
	_, ok := m.file(vectorsFile)
	return ok
}

// embeddings checks the table and the vectors: each has the length 1 or, without words, 0.
func (v *verifier) embeddings() error {
	table, err := v.r.EmbeddingTable()
	if table == nil || err != nil {
		return err
	}
	return v.r.embeddings.each(v.r.head.nodes, table.Dims(), func(node int, x []byte) {
		if c := embedding.Cosine(x, x); c != 0 && (c < 0.8 || c > 1.2) {
			v.addf("the vector of node %d has the square length %.2f", node, c)
		}
	})
}
