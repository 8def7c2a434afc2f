package embedding

import (
	"cmp"
	"maps"
	"math"
	"strings"
)

const (
	// MaxWords is the number of different words of a text that count, from its beginning.
	MaxWords = 256

	// unit is the number that represents 1 in a vector.
	unit = 127

	// maxCached bounds the words that an encoder keeps with their tokens.
	maxCached = 1 << 16
)

// An Encoder computes vectors. Each goroutine needs its own. Results do not depend on earlier
// texts.
type Encoder struct {
	table  *Table
	known  map[string]*known
	texts  int       // number of calls of Add
	sum    []float32 // of the texts
	part   []float32 // of a text
	row    []byte    // a buffer
	err    error     // the first of the table
	pieces pieces
}

// A known word.
type known struct {
	tokens []uint32
	text   int // the last text with the word
}

// NewEncoder returns an encoder.
func NewEncoder(t *Table) *Encoder {
	return &Encoder{table: t, known: map[string]*known{}, sum: make([]float32, t.Dim),
		part: make([]float32, t.Dim), row: t.newRow(), pieces: pieces{table: t}}
}

// Reset begins a vector.
func (e *Encoder) Reset() { clear(e.sum) }

// Add adds the words of several texts as one, each different word once: repeated names say
// little more. All calls of Add have the same weight in the vector, however long their texts
// are.
func (e *Encoder) Add(texts ...string) {
	clear(e.part)
	e.texts++
	left := MaxWords
	for _, text := range texts {
		if left == 0 {
			break
		}
		eachWord(text, func(word string) bool {
			w := e.word(word)
			if w.text == e.texts {
				return true
			}
			w.text = e.texts
			for _, token := range w.tokens {
				if err := e.table.add(e.part, token, e.row); err != nil {
					e.err = cmp.Or(e.err, err)
				}
			}
			left--
			return left > 0
		})
	}
	length := lengthOf(e.part)
	if length == 0 {
		return
	}
	for i, x := range e.part {
		e.sum[i] += float32(float64(x) / length)
	}
}

// word returns the tokens of a word.
func (e *Encoder) word(word string) *known {
	w := e.known[word]
	if w == nil {
		w = &known{tokens: e.pieces.of(word)}
		if len(e.known) == maxCached {
			e.forget()
		}
		e.known[strings.Clone(word)] = w
	}
	return w
}

// forget drops the words that the current text does not have.
func (e *Encoder) forget() {
	maps.DeleteFunc(e.known, func(_ string, w *known) bool { return w.text != e.texts })
}

// Err returns the error of reading vectors of tokens from a table that is a file and was not
// expanded.
func (e *Encoder) Err() error { return e.err }

// Vector writes the vector of the texts, scaled to length 1, as signed bytes. It returns false,
// and writes zeros, if no text has a known token.
func (e *Encoder) Vector(out []byte) bool {
	length := lengthOf(e.sum)
	for i, x := range e.sum {
		out[i] = 0
		if length > 0 {
			out[i] = byte(int8(math.Round(float64(x) / length * unit)))
		}
	}
	return length > 0
}

// lengthOf returns the Euclidean length.
func lengthOf(v []float32) float64 {
	var sum float64
	for _, x := range v {
		sum += float64(float64(x) * float64(x))
	}
	return math.Sqrt(sum)
}

// Cosine returns the cosine of the angle between two vectors of the same table.
func Cosine(a, b []byte) float32 {
	var s0, s1, s2, s3 int32
	b = b[:len(a)]
	i := 0
	for ; i+4 <= len(a); i += 4 {
		x, y := a[i:i+4:i+4], b[i:i+4:i+4]
		s0 += int32(int8(x[0])) * int32(int8(y[0]))
		s1 += int32(int8(x[1])) * int32(int8(y[1]))
		s2 += int32(int8(x[2])) * int32(int8(y[2]))
		s3 += int32(int8(x[3])) * int32(int8(y[3]))
	}
	for ; i < len(a); i++ {
		s0 += int32(int8(a[i])) * int32(int8(b[i]))
	}
	return float32(s0+s1+s2+s3) / (unit * unit)
}
