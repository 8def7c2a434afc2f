// Package embeddingtest writes folders with static embeddings for tests.
package embeddingtest

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// Tokenizer returns tokenizer.json for a WordPiece vocabulary with the numbers of the given
// order.
func Tokenizer(order []string) string {
	vocab := map[string]int{}
	for i, w := range order {
		vocab[w] = i
	}
	raw, err := json.Marshal(map[string]any{
		"normalizer":    map[string]any{"type": "BertNormalizer", "lowercase": true},
		"pre_tokenizer": map[string]any{"type": "BertPreTokenizer"},
		"model":         map[string]any{"type": "WordPiece", "unk_token": "[UNK]", "vocab": vocab},
	})
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// Tensor returns model.safetensors with one tensor of 32-bit floats.
func Tensor(rows [][]float32) []byte {
	var data bytes.Buffer
	for _, row := range rows {
		if err := binary.Write(&data, binary.LittleEndian, row); err != nil {
			panic(err)
		}
	}
	head := fmt.Sprintf(`{"__metadata__":{"format":"pt"},`+
		`"embeddings":{"dtype":"F32","shape":[%d,%d],"data_offsets":[0,%d]}}`,
		len(rows), len(rows[0]), data.Len())
	size := binary.LittleEndian.AppendUint64(nil, uint64(len(head)))
	return append(append(size, head...), data.Bytes()...)
}

// Write writes the files of an embedding to a new folder.
func Write(t testing.TB, tokenizer string, model []byte) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string][]byte{"tokenizer.json": []byte(tokenizer),
		"model.safetensors": model} {
		if text == nil {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Groups writes an embedding whose words are similar to those of their group only, and returns
// its folder.
func Groups(t testing.TB, groups ...[]string) string {
	t.Helper()
	var words []string
	var rows [][]float32
	for i, group := range groups {
		for range group {
			row := make([]float32, len(groups))
			row[i] = 1
			rows = append(rows, row)
		}
		words = append(words, group...)
	}
	return Write(t, Tokenizer(words), Tensor(rows))
}
