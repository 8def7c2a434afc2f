package embedding

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"sort"
)

// MaxDim is the number of dimensions that a table keeps. Those of model2vec are in the order of
// their variance, so that the first ones have most of the information.
const MaxDim = 128

// magic begins an encoded table.
const magic = "sgtable2"

// maxIndex is the size of the largest part of a table before its rows, in bytes.
const maxIndex = 1 << 30

// A header describes an encoded table.
type header struct {
	Tokenizer
	Index  int `json:"index"` // the size of the sections between the head and the rows, in bytes
	Dim    int `json:"dim"`
	Count  int `json:"tokens"`
	Merges int `json:"merges,omitempty"`
}

// A Table holds the tokens of a vocabulary with their vectors, in ascending order of their
// bytes. It is safe for concurrent use.
type Table struct {
	header
	ends   []byte // by token: the end of its text in texts
	texts  []byte
	scores []byte // by token, for Unigram
	merges []byte // for BPE

	raw      []byte      // the encoded table, if it is in memory
	file     io.ReaderAt // the encoded table
	rowsAt   int64       // where its rows begin
	minScore float64
	floats   []float32 // the rows as numbers; nil before Expand
}

// A merge joins two adjacent tokens; a lower rank is earlier.
type merge struct{ left, right, rank, result uint32 }

// mergeBytes is the size of an encoded merge.
const mergeBytes = 16

// sumBytes is the size of a checksum.
const sumBytes = 4

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Checksum returns the checksum of bytes that follow others, whose checksum is sum.
func Checksum(sum uint32, b []byte) uint32 { return crc32.Update(sum, castagnoli, b) }

// Seal appends the checksum that [Unseal] checks.
func Seal(b []byte) []byte {
	return binary.LittleEndian.AppendUint32(b, Checksum(0, b))
}

// Unseal removes the checksum; it is an error if it does not match.
func Unseal(b []byte) ([]byte, error) {
	if len(b) < sumBytes {
		return nil, errors.New("it is too short")
	}
	body := b[:len(b)-sumBytes]
	if Checksum(0, body) != binary.LittleEndian.Uint32(b[len(body):]) {
		return nil, errors.New("its checksum does not match")
	}
	return body, nil
}

// Decode reads and checks an encoded table, of which the result keeps the bytes.
func Decode(raw []byte) (*Table, error) {
	t, err := Open(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return nil, err
	}
	t.raw = raw
	row := t.newRow()
	for token := range t.Count {
		if _, err := t.row(uint32(token), row); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// Open reads an encoded table of a size without its rows, which take most of it: they are read
// from the file, and checked, when they are used.
func Open(file io.ReaderAt, size int64) (*Table, error) {
	t := &Table{file: file}
	start := make([]byte, len(magic)+4)
	if err := readAt(file, start, 0); err != nil || string(start[:len(magic)]) != magic {
		return nil, errors.New("it is no table of this version")
	}
	length := binary.LittleEndian.Uint32(start[len(magic):])
	head := make([]byte, min(int64(length), size))
	if err := readAt(file, head, int64(len(start))); err != nil {
		return nil, fmt.Errorf("its head: %w", err)
	}
	if err := json.Unmarshal(head, &t.header); err != nil {
		return nil, fmt.Errorf("its head: %w", err)
	}
	if t.Dim < 1 || t.Dim > MaxDim || t.Count < 1 || int64(t.Count) > size ||
		t.Merges < 0 || int64(t.Merges) > size || t.Index < 4*t.Count || t.Index > maxIndex {
		return nil, errors.New("its head has impossible sizes")
	}
	sealed := len(start) + len(head) + t.Index + sumBytes
	t.rowsAt = int64(sealed)
	if size != t.rowsAt+int64(t.Count)*int64(t.rowBytes()) {
		return nil, errors.New("its size does not fit its head")
	}
	raw := make([]byte, sealed)
	if err := readAt(file, raw, 0); err != nil {
		return nil, err
	}
	body, err := Unseal(raw)
	if err != nil {
		return nil, err
	}
	return t, t.readIndex(body[len(start)+len(head):])
}

// readAt fills b from a place in a file.
func readAt(file io.ReaderAt, b []byte, at int64) error {
	if n, err := file.ReadAt(b, at); n < len(b) {
		return cmp.Or(err, io.ErrUnexpectedEOF)
	}
	return nil
}

// readIndex reads the sections before the rows.
func (t *Table) readIndex(b []byte) error {
	short := false
	take := func(n int) (part []byte) {
		if n > len(b) {
			b, short = nil, true
			return nil
		}
		part, b = b[:n], b[n:]
		return part
	}
	t.ends = take(4 * t.Count)
	t.texts = take(int(u32(t.ends, t.Count-1)))
	if t.Kind == Unigram {
		t.scores = take(4 * t.Count)
	}
	t.merges = take(mergeBytes * t.Merges)
	if short || len(b) > 0 {
		return errors.New("its sections do not fit its head")
	}
	for i := 1; i < t.Count; i++ {
		if u32(t.ends, i-1) > u32(t.ends, i) {
			return errors.New("the ends of its tokens do not ascend")
		}
	}
	for i := range t.Merges {
		if int(u32(t.merges, 4*i+3)) >= t.Count {
			return errors.New("a merge has an unknown result")
		}
	}
	t.minScore = t.lowestScore()
	return nil
}

func u32(b []byte, i int) uint32 { return binary.LittleEndian.Uint32(b[4*i:]) }

func f32(b []byte, i int) float32 { return math.Float32frombits(u32(b, i)) }

// Bytes returns the encoded table, which must not be changed; nil for a table of [Open].
func (t *Table) Bytes() []byte { return t.raw }

// Dims returns the number of dimensions of vectors.
func (t *Table) Dims() int { return t.Dim }

// Tokens returns the number of tokens.
func (t *Table) Tokens() int { return t.Count }

// text returns the text of a token.
func (t *Table) text(i int) []byte {
	start := uint32(0)
	if i > 0 {
		start = u32(t.ends, i-1)
	}
	return t.texts[start:u32(t.ends, i)]
}

// find returns the number of a token.
func (t *Table) find(text []byte) (uint32, bool) {
	i := sort.Search(t.Count, func(i int) bool { return bytes.Compare(t.text(i), text) >= 0 })
	return uint32(i), i < t.Count && bytes.Equal(t.text(i), text)
}

// score returns the logarithmic probability of a token.
func (t *Table) score(i uint32) float64 { return float64(f32(t.scores, int(i))) }

// lowestScore returns the lowest score of a token, 0 without scores.
func (t *Table) lowestScore() float64 {
	low := 0.0
	for i := range len(t.scores) / 4 {
		low = min(low, float64(f32(t.scores, i)))
	}
	return low
}

// merge returns the merge of two tokens.
func (t *Table) merge(left, right uint32) (m merge, ok bool) {
	before := func(i int) bool {
		l, r := u32(t.merges, 4*i), u32(t.merges, 4*i+1)
		return l > left || l == left && r >= right
	}
	i := sort.Search(t.Merges, before)
	if i == t.Merges {
		return m, false
	}
	m = merge{u32(t.merges, 4*i), u32(t.merges, 4*i+1), u32(t.merges, 4*i+2), u32(t.merges, 4*i+3)}
	return m, m.left == left && m.right == right
}

// rowBytes is the size of an encoded row: the value of 1, a signed byte for each dimension and
// the checksum of both.
func (t *Table) rowBytes() int { return 4 + t.Dim + sumBytes }

// newRow returns a buffer for a row.
func (t *Table) newRow() []byte { return make([]byte, t.rowBytes()) }

// row reads the row of a token into a buffer, and returns it without its checksum.
func (t *Table) row(token uint32, buffer []byte) ([]byte, error) {
	err := readAt(t.file, buffer, t.rowsAt+int64(token)*int64(len(buffer)))
	if err == nil {
		buffer, err = Unseal(buffer)
	}
	if err != nil {
		return nil, fmt.Errorf("its row %d: %w", token, err)
	}
	return buffer, nil
}

// Expand reads all rows: that makes the vectors of many texts faster, for four times the
// memory. It must not be called while the table is used.
func (t *Table) Expand() error {
	if t.floats != nil {
		return nil
	}
	floats, row := make([]float32, t.Count*t.Dim), t.newRow()
	for token := range t.Count {
		if err := t.addRow(floats[token*t.Dim:][:t.Dim], uint32(token), row); err != nil {
			return err
		}
	}
	t.floats = floats
	return nil
}

// add adds the vector of a token to a sum. The buffer has the size of a row.
func (t *Table) add(sum []float32, token uint32, buffer []byte) error {
	if t.floats == nil {
		return t.addRow(sum, token, buffer)
	}
	row := t.floats[int(token)*t.Dim:][:len(sum)]
	for i, x := range row {
		sum[i] += x
	}
	return nil
}

// addRow adds the row of a token to a sum. The conversions keep the result the same on all
// processors: without them, some would round a product and a sum in one step.
func (t *Table) addRow(sum []float32, token uint32, buffer []byte) error {
	row, err := t.row(token, buffer)
	if err != nil {
		return err
	}
	scale := f32(row, 0)
	for i, b := range row[4:][:len(sum)] {
		sum[i] += float32(scale * float32(int8(b)))
	}
	return nil
}
