package embedding

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
)

const (
	modelFile = "model.safetensors"

	// maxModel is the size of the largest model.safetensors that is read, in bytes.
	maxModel = 2 << 30
	// maxModelHead is the size of the largest head of one, in bytes.
	maxModelHead = 16 << 20
)

// A tensor is one of the arrays of model.safetensors.
type tensor struct {
	Type    string   `json:"dtype"`
	Shape   []int    `json:"shape"`
	Offsets [2]int64 `json:"data_offsets"`

	data []byte
}

// widths are the sizes of the numbers of the types that are read.
var widths = map[string]int{"F64": 8, "F32": 4, "F16": 2, "BF16": 2, "I64": 8, "I32": 4, "I8": 1}

// at returns a number.
func (t *tensor) at(i int) float64 {
	switch t.Type {
	case "F64":
		return math.Float64frombits(binary.LittleEndian.Uint64(t.data[8*i:]))
	case "F32":
		return float64(f32(t.data, i))
	case "F16":
		return half(binary.LittleEndian.Uint16(t.data[2*i:]))
	case "BF16":
		return float64(math.Float32frombits(uint32(binary.LittleEndian.Uint16(t.data[2*i:])) << 16))
	case "I64":
		return float64(int64(binary.LittleEndian.Uint64(t.data[8*i:])))
	case "I32":
		return float64(int32(u32(t.data, i)))
	}
	return float64(int8(t.data[i]))
}

// half converts a number of 16 bits: a sign, 5 bits of the exponent, 10 bits of the fraction.
func half(b uint16) float64 {
	sign, exponent, fraction := 1.0, int(b>>10&31), float64(b&1023)
	if b>>15 == 1 {
		sign = -1
	}
	switch exponent {
	case 0:
		return sign * math.Ldexp(fraction, -24)
	case 31:
		return math.NaN() // or infinite, which is an error as well
	}
	return sign * math.Ldexp(1024+fraction, exponent-25)
}

// A matrix is the tensors of a static embedding.
type matrix struct {
	rows          *tensor
	tokens, width int     // its shape
	mapping       *tensor // the row of each token; nil: the row of its number
	weights       *tensor // of each token; nil: 1
}

// readMatrix reads model.safetensors.
func readMatrix(path string) (*matrix, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxModel {
		return nil, fmt.Errorf("it is not a regular file of at most %d bytes", maxModel)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	tensors, err := parseTensors(raw)
	if err != nil {
		return nil, err
	}
	return matrixOf(tensors)
}

// parseTensors reads a file in the format safetensors: the size of the head, the head as JSON,
// the numbers.
func parseTensors(raw []byte) (map[string]*tensor, error) {
	if len(raw) < 8 {
		return nil, fmt.Errorf("it has %d bytes and no head", len(raw))
	}
	size := binary.LittleEndian.Uint64(raw)
	if size > uint64(len(raw)-8) || size > maxModelHead {
		return nil, fmt.Errorf("it is truncated or no safetensors file: its head has %d bytes",
			size)
	}
	var head map[string]json.RawMessage
	if err := json.Unmarshal(raw[8:8+size], &head); err != nil {
		return nil, fmt.Errorf("its head: %w", err)
	}
	delete(head, "__metadata__")
	data := raw[8+size:]
	tensors := map[string]*tensor{}
	for _, name := range slices.Sorted(maps.Keys(head)) {
		t := &tensor{}
		if err := json.Unmarshal(head[name], t); err != nil {
			return nil, fmt.Errorf("its tensor %s: %w", name, err)
		}
		width, ok := widths[t.Type]
		if !ok {
			return nil, fmt.Errorf("its tensor %s has numbers of the type %s: convert it to F32, "+
				"F16 or I8",
				name, t.Type)
		}
		count := int64(width)
		for _, n := range t.Shape {
			if n < 0 || n > 0 && count > int64(len(raw))/int64(n) {
				return nil, fmt.Errorf("its tensor %s has the shape %v, more than the file "+
					"holds", name,
					t.Shape)
			}
			count *= int64(n)
		}
		if from, to := t.Offsets[0], t.Offsets[1]; from < 0 || to < from ||
			to > int64(len(data)) || to-from != count {
			return nil, fmt.Errorf("its tensor %s of the shape %v is truncated", name, t.Shape)
		}
		t.data = data[t.Offsets[0]:t.Offsets[1]]
		tensors[name] = t
	}
	return tensors, nil
}

// matrixOf finds the matrix among the tensors: the only one with two dimensions. Those named
// mapping and weights belong to it.
func matrixOf(tensors map[string]*tensor) (*matrix, error) {
	m := &matrix{mapping: tensors["mapping"], weights: tensors["weights"]}
	var names []string
	for _, name := range slices.Sorted(maps.Keys(tensors)) {
		t := tensors[name]
		names = append(names, fmt.Sprintf("%s %v", name, t.Shape))
		if t == m.mapping || t == m.weights {
			if len(t.Shape) != 1 {
				return nil, fmt.Errorf("its tensor %s has the shape %v, not one number for "+
					"each token", name,
					t.Shape)
			}
			continue
		}
		if len(t.Shape) != 2 || m.rows != nil {
			m.rows = nil
			break
		}
		m.rows = t
	}
	if m.rows == nil {
		return nil, fmt.Errorf("it must have one tensor with a row for each token, and has %s: a "+
			"static "+
			"embedding of model2vec has one", strings.Join(names, ", "))
	}
	if m.tokens, m.width = m.rows.Shape[0], m.rows.Shape[1]; m.tokens == 0 || m.width == 0 {
		return nil, fmt.Errorf("its tensor has the shape %v and no numbers", m.rows.Shape)
	}
	if m.mapping != nil && !slices.Contains([]string{"I64", "I32"}, m.mapping.Type) {
		return nil, fmt.Errorf("its tensor mapping has numbers of the type %s, not I64 or I32",
			m.mapping.Type)
	}
	return m, nil
}

// row returns the vector of a token by its number in the vocabulary.
func (m *matrix) row(token int, out []float64) error {
	row, weight := token, 1.0
	if m.mapping != nil {
		if token >= m.mapping.Shape[0] {
			return fmt.Errorf("has no number in the tensor mapping, which has %d",
				m.mapping.Shape[0])
		}
		row = int(m.mapping.at(token))
	}
	if m.weights != nil {
		if token >= m.weights.Shape[0] {
			return fmt.Errorf("has no number in the tensor weights, which has %d",
				m.weights.Shape[0])
		}
		weight = m.weights.at(token)
	}
	if row < 0 || row >= m.tokens {
		return fmt.Errorf("has the row %d, and the tensor has %d rows", row, m.tokens)
	}
	for i := range out {
		out[i] = weight * m.rows.at(row*m.width+i)
		if math.IsNaN(out[i]) || math.IsInf(out[i], 0) {
			return fmt.Errorf("has a vector with a number that is infinite or none")
		}
	}
	return nil
}
