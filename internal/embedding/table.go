package embedding

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"sort"
)

// MaxDim is the number of dimensions that a table keeps. Those of model2vec are in the order of
// their variance, so that the first ones have most of the information.
const MaxDim = 128

// magic begins an encoded table.
const magic = "sgtable1"

// A header describes an encoded table.
type header struct {
	Tokenizer
	Dim    int `json:"dim"`
	Count  int `json:"tokens"`
	Merges int `json:"merges,omitempty"`
}

// A Table holds the tokens of a vocabulary with their vectors, in ascending order of their
// bytes. It is safe for concurrent use.
type Table struct {
	raw []byte // the encoded table
	header
	ends   []byte // by token: the end of its text in texts
	texts  []byte
	scores []byte // by token, for Unigram
	merges []byte // for BPE
	scales []byte // by token: the value of 1 in its row
	rows   []byte // Dim signed bytes a token

	minScore float64
	floats   []float32 // the rows as numbers; nil before Expand
}

// A merge joins two adjacent tokens; a lower rank is earlier.
type merge struct{ left, right, rank, result uint32 }

// mergeBytes is the size of an encoded merge.
const mergeBytes = 16

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Seal appends the checksum that [Unseal] checks.
func Seal(b []byte) []byte {
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

// Unseal removes the checksum; it is an error if it does not match.
func Unseal(b []byte) ([]byte, error) {
	if len(b) < 4 {
		return nil, errors.New("it is too short")
	}
	body := b[:len(b)-4]
	if crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(b[len(body):]) {
		return nil, errors.New("its checksum does not match")
	}
	return body, nil
}

// Decode reads an encoded table, of which the result keeps the bytes.
func Decode(raw []byte) (*Table, error) {
	b, err := Unseal(raw)
	if err != nil {
		return nil, err
	}
	t := &Table{raw: raw}
	if len(b) < len(magic)+4 || string(b[:len(magic)]) != magic {
		return nil, errors.New("it is no table of this version")
	}
	size := int(binary.LittleEndian.Uint32(b[len(magic):]))
	if b = b[len(magic)+4:]; size > len(b) {
		return nil, errors.New("its head is too short")
	}
	if err := json.Unmarshal(b[:size], &t.header); err != nil {
		return nil, fmt.Errorf("its head: %w", err)
	}
	if t.Dim < 1 || t.Dim > MaxDim || t.Count < 1 || t.Count > len(b) ||
		t.Merges < 0 || t.Merges > len(b) {
		return nil, errors.New("its head has impossible sizes")
	}
	b = b[size:]
	take := func(n int) (part []byte) {
		if n < 0 || n > len(b) {
			b, err = nil, errors.New("it is too short")
			return nil
		}
		part, b = b[:n], b[n:]
		return part
	}
	t.ends = take(4 * t.Count)
	if t.ends != nil {
		t.texts = take(int(u32(t.ends, t.Count-1)))
	}
	if t.Kind == Unigram {
		t.scores = take(4 * t.Count)
	}
	t.merges = take(mergeBytes * t.Merges)
	t.scales = take(4 * t.Count)
	t.rows = take(t.Dim * t.Count)
	if err == nil && len(b) > 0 {
		err = errors.New("it is too long")
	}
	if err != nil {
		return nil, err
	}
	for i := 1; i < t.Count; i++ {
		if u32(t.ends, i-1) > u32(t.ends, i) {
			return nil, errors.New("the ends of its tokens do not ascend")
		}
	}
	for i := range t.Merges {
		if int(u32(t.merges, 4*i+3)) >= t.Count {
			return nil, errors.New("a merge has an unknown result")
		}
	}
	t.minScore = t.lowestScore()
	return t, nil
}

func u32(b []byte, i int) uint32 { return binary.LittleEndian.Uint32(b[4*i:]) }

func f32(b []byte, i int) float32 { return math.Float32frombits(u32(b, i)) }

// Bytes returns the encoded table, which must not be changed.
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

// Expand makes the vectors of many texts faster, for four times the memory. It must not be
// called while the table is used.
func (t *Table) Expand() {
	if t.floats != nil {
		return
	}
	floats := make([]float32, len(t.rows))
	for token := range t.Count {
		t.addRow(floats[token*t.Dim:][:t.Dim], uint32(token))
	}
	t.floats = floats
}

// add adds the vector of a token to a sum.
func (t *Table) add(sum []float32, token uint32) {
	if t.floats == nil {
		t.addRow(sum, token)
		return
	}
	row := t.floats[int(token)*t.Dim:][:len(sum)]
	for i, x := range row {
		sum[i] += x
	}
}

// addRow adds the row of a token to a sum. The conversions keep the result the same on all
// processors: without them, some would round a product and a sum in one step.
func (t *Table) addRow(sum []float32, token uint32) {
	scale := f32(t.scales, int(token))
	row := t.rows[int(token)*t.Dim:][:len(sum)]
	for i, b := range row {
		sum[i] += float32(scale * float32(int8(b)))
	}
}
