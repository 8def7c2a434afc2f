package embedding_test

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"seedgraph/internal/embedding"
	"seedgraph/testkit/embeddingtest"
)

// oneHot returns n vectors, each with its own dimension.
func oneHot(n int) [][]float32 {
	rows := make([][]float32, n)
	for i := range rows {
		rows[i] = make([]float32, n)
		rows[i][i] = 1
	}
	return rows
}

// found returns the dimensions of the tokens of a text with one-hot vectors.
func found(t *testing.T, table *embedding.Table, text string) (dims []int) {
	t.Helper()
	e := embedding.NewEncoder(table)
	e.Add(text)
	v := make([]byte, table.Dims())
	e.Vector(v)
	for i, x := range v {
		if x != 0 {
			dims = append(dims, i)
		}
	}
	return dims
}

func read(t *testing.T, tokenizer string, rows [][]float32) *embedding.Table {
	t.Helper()
	table, err := embedding.ReadFolder(embeddingtest.Write(t, tokenizer, embeddingtest.Tensor(rows)))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestTokenizers checks the tokens of words, including words that no token covers.
func TestTokenizers(t *testing.T) {
	wordPiece := embeddingtest.Tokenizer([]string{"[UNK]", "order", "##s", "repo", "##sit", "##ory", "cafe"})
	unigram := `{"normalizer": {"type": "Sequence", "normalizers": [{"type": "Precompiled"}, {"type": "Lowercase"}]},
		"pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always"},
		"model": {"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0], ["▁order", -3], ["s", -4], ["▁o", -2],
			["rder", -2.5], ["▁", -5], ["▁orders", -9]]}}`
	bpe := `{"pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false},
		"model": {"type": "BPE", "vocab": {"Ġ": 0, "a": 1, "b": 2, "c": 3, "ab": 4, "bc": 5, "Ġa": 6, "Ã": 7, "©": 8, "Ã©": 9},
			"merges": ["b c", ["a", "b"], "Ġ a", "Ã ©"]}}`
	suffix := `{"model": {"type": "BPE", "end_of_word_suffix": "</w>",
		"vocab": {"a": 0, "b</w>": 1, "ab</w>": 2, "b": 3}, "merges": ["a b</w>"]}}`
	for _, c := range []struct {
		name, tokenizer string
		size            int
		text            string
		want            []int
	}{
		{"whole words", wordPiece, 7, "Order", []int{1}},
		{"parts of words", wordPiece, 7, "orders OrderRepository", []int{1, 2, 3, 4, 5}},
		{"no accents", wordPiece, 7, "Café", []int{6}},
		{"an unknown part makes the word unknown", wordPiece, 7, "orderx", nil},
		{"the most probable parts", unigram, 7, "Order", []int{1}},
		{"two parts instead of one that is rare", unigram, 7, "orders", []int{1, 2}},
		{"an unknown character is omitted", unigram, 7, "orderz", []int{1}},
		{"an early merge comes first", bpe, 10, "abc", []int{5, 6}},
		{"bytes as letters", bpe, 10, "éa", []int{0, 1, 9}},
		{"the end of a word", suffix, 4, "ab", []int{2}},
		{"not the end of a word", suffix, 4, "abb", []int{0, 1, 3}},
	} {
		if got := found(t, read(t, c.tokenizer, oneHot(c.size)), c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q has the tokens %v, want %v", c.name, c.text, got, c.want)
		}
	}
}

// TestVectors checks that a text is similar to those with the same and with related words, and
// that the encoded table is the same.
func TestVectors(t *testing.T) {
	table := read(t, embeddingtest.Tokenizer([]string{"order", "purchase", "thread"}),
		[][]float32{{1, 0.1, 0}, {0.9, 0.2, 0.1}, {0, 0.1, 3}})
	again, err := embedding.Decode(table.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	vector := func(table *embedding.Table, texts ...string) []byte {
		e, v := embedding.NewEncoder(table), make([]byte, 3)
		for _, text := range texts {
			e.Add(text)
		}
		e.Vector(v)
		return v
	}
	order := vector(table, "order")
	if !slices.Equal(order, vector(again, "order")) {
		t.Error("the decoded table has other vectors")
	}
	if c := embedding.Cosine(order, order); c < 0.98 || c > 1.02 {
		t.Errorf("the cosine of a vector with itself is %g", c)
	}
	near, far := embedding.Cosine(order, vector(table, "purchase")), embedding.Cosine(order, vector(table, "thread"))
	if near < 0.9 || math.Abs(float64(far)) > 0.1 {
		t.Errorf("cosines of related words %g, of others %g", near, far)
	}
	// Each Add has the same weight.
	a, b := vector(table, "order order order", "thread"), vector(table, "order", "thread")
	if !slices.Equal(a, b) {
		t.Errorf("a longer text has another weight: %v, %v", a, b)
	}
	if e := embedding.NewEncoder(table); e.Vector(make([]byte, 3)) {
		t.Error("a text without words has a vector")
	}
}

// TestFolderErrors checks that errors name the file and what is wrong.
func TestFolderErrors(t *testing.T) {
	good, rows := embeddingtest.Tokenizer([]string{"a", "b"}), embeddingtest.Tensor(oneHot(2))
	head := `{"e":{"dtype":"I8","shape":[1,1],` +
		`"data_offsets":[9223372036854775807,-9223372036854775808]}}`
	overflowing := append([]byte{byte(len(head)), 0, 0, 0, 0, 0, 0, 0}, head...)
	for _, c := range []struct {
		name, tokenizer string
		model           []byte
		want            string
	}{
		{"no model", good, nil, "model.safetensors: no such file"},
		{"too few rows", good, embeddingtest.Tensor([][]float32{{1, 2}}), `"b", number 1, has the row 1, and the tensor has 1 rows`},
		{"truncated", good, rows[:len(rows)-1], "model.safetensors: its tensor embeddings of the shape [2 2] is truncated"},
		{"no safetensors", good, []byte("PK\x03\x04 an archive of numbers"), "truncated or no safetensors file"},
		{"three dimensions", good, []byte(strings.Replace(string(rows), "[2,2]", "[4]  ", 1)), "must have one tensor with a row for each token, and has embeddings [4]"},
		{"numbers that are none", good, embeddingtest.Tensor([][]float32{{1}, {float32(math.NaN())}}), "infinite or none"},
		{"another type of numbers", good, []byte(strings.Replace(string(rows), `"F32"`, `"F8"`+" ", 1)), "type F8: convert it to F32"},
		{"offsets whose difference overflows", good, overflowing, "is truncated"},
		{"another tokenizer", `{"model": {"type": "WordLevel", "vocab": {"a": 0}}}`, rows, `tokenizer.json: its model has the type "WordLevel": only WordPiece, Unigram and BPE`},
		{"another normalizer", `{"normalizer": {"type": "Rot13"}, "model": {"type": "WordPiece", "vocab": {"a": 0}}}`, rows, `normalizer has the type "Rot13"`},
		{"no JSON", "vocab.txt", rows, "tokenizer.json: invalid character"},
		{"no vocabulary", `{"model": {"type": "WordPiece", "vocab": {}}}`, rows, "its vocabulary is empty"},
		{"merges of other tokens", `{"model": {"type": "BPE", "vocab": {"a": 0}, "merges": ["x y"]}}`, rows, "no merge has tokens"},
	} {
		_, err := embedding.ReadFolder(embeddingtest.Write(t, c.tokenizer, c.model))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	dir := embeddingtest.Write(t, good, rows)
	if err := os.Remove(filepath.Join(dir, "tokenizer.json")); err != nil {
		t.Fatal(err)
	}
	if _, err := embedding.ReadFolder(dir); err == nil || !strings.HasPrefix(err.Error(), "tokenizer.json: no such file") {
		t.Errorf("without tokenizer.json: %v", err)
	}
}

// TestDamage checks that a changed byte of an encoded table is an error.
func TestDamage(t *testing.T) {
	raw := read(t, embeddingtest.Tokenizer([]string{"a", "b"}), oneHot(2)).Bytes()
	for i := range raw {
		bad := slices.Clone(raw)
		bad[i] ^= 0x55
		if _, err := embedding.Decode(bad); err == nil {
			t.Errorf("byte %d is changed: no error", i)
		}
		if _, err := embedding.Decode(raw[:i]); err == nil {
			t.Errorf("%d of %d bytes: no error", i, len(raw))
		}
	}
}
