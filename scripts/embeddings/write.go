package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
)

// write writes the vectors as model.safetensors and the words as tokenizer.json.
func (m *model) write(dir string, words []string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	numbers := map[string]int{}
	for i, w := range words {
		numbers[w] = i
	}
	raw, err := json.Marshal(map[string]any{
		"normalizer":    map[string]any{"type": "Lowercase"},
		"pre_tokenizer": map[string]any{"type": "Whitespace"},
		"model":         map[string]any{"type": "WordPiece", "vocab": numbers, "unk_token": "[UNK]"},
	})
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "tokenizer.json"), raw, 0o666); err != nil {
		return err
	}
	var data bytes.Buffer
	for _, row := range m.rows {
		for _, x := range row {
			data.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(x)))
		}
	}
	head := fmt.Sprintf(`{"embeddings":{"dtype":"F32","shape":[%d,%d],"data_offsets":[0,%d]}}`,
		len(words), m.c.dim, data.Len())
	out := binary.LittleEndian.AppendUint64(nil, uint64(len(head)))
	out = append(append(out, head...), data.Bytes()...)
	return os.WriteFile(filepath.Join(dir, "model.safetensors"), out, 0o666)
}
