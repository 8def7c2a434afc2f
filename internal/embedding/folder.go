package embedding

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const (
	tokenizerFile = "tokenizer.json"

	// maxTokenizer is the size of the largest tokenizer.json that is read, in bytes.
	maxTokenizer = 256 << 20
)

// ReadFolder reads a static embedding: the vectors of model.safetensors for the vocabulary of
// tokenizer.json. Vectors with more than MaxDim dimensions are cut. Errors name the file.
func ReadFolder(dir string) (*Table, error) {
	words, err := readTokenizer(filepath.Join(dir, tokenizerFile))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", tokenizerFile, plain(err))
	}
	rows, err := readMatrix(filepath.Join(dir, modelFile))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", modelFile, plain(err))
	}
	raw, err := words.encode(rows)
	if err != nil {
		return nil, fmt.Errorf("%s does not fit %s: %w", modelFile, tokenizerFile, err)
	}
	return Decode(raw)
}

// plain removes the path from an error of the file system.
func plain(err error) error {
	if pathError := (*os.PathError)(nil); errors.As(err, &pathError) {
		return pathError.Err
	}
	return err
}

// A vocabulary is the contents of tokenizer.json.
type vocabulary struct {
	Tokenizer
	tokens []token
	merges [][2]string
}

// A token is an entry of the vocabulary.
type token struct {
	text   string
	number int
	score  float64
}

// A part is a normalizer, a pre-tokenizer or the model of tokenizer.json.
type part struct {
	Type          string `json:"type"`
	Normalizers   []part `json:"normalizers"`
	Pretokenizers []part `json:"pretokenizers"`

	Lowercase    bool            `json:"lowercase"`
	StripAccents *bool           `json:"strip_accents"`
	Prepend      string          `json:"prepend"`
	Replacement  string          `json:"replacement"`
	Scheme       string          `json:"prepend_scheme"`
	PrefixSpace  *bool           `json:"add_prefix_space"`
	Vocab        json.RawMessage `json:"vocab"`
	Merges       json.RawMessage `json:"merges"`
	Inner        *string         `json:"continuing_subword_prefix"`
	After        string          `json:"end_of_word_suffix"`
	MaxChars     int             `json:"max_input_chars_per_word"`
}

func readTokenizer(path string) (*vocabulary, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxTokenizer {
		return nil, fmt.Errorf("it is not a regular file of at most %d bytes", maxTokenizer)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var file struct {
		Normalizer   *part `json:"normalizer"`
		PreTokenizer *part `json:"pre_tokenizer"`
		Model        *part `json:"model"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, err
	}
	if file.Model == nil {
		return nil, errors.New("it has no model: it is not a file of the library tokenizers")
	}
	v := &vocabulary{}
	if err := v.readNormalizer(file.Normalizer); err != nil {
		return nil, err
	}
	if err := v.readPreTokenizer(file.PreTokenizer); err != nil {
		return nil, err
	}
	return v, v.readModel(file.Model)
}

// readNormalizer reads how texts are changed before they are split.
func (v *vocabulary) readNormalizer(p *part) error {
	if p == nil {
		return nil
	}
	switch p.Type {
	case "Sequence":
		for i := range p.Normalizers {
			if err := v.readNormalizer(&p.Normalizers[i]); err != nil {
				return err
			}
		}
	case "BertNormalizer":
		v.Lower = v.Lower || p.Lowercase
		if p.StripAccents == nil {
			p.StripAccents = &p.Lowercase
		}
		v.Unaccent = v.Unaccent || *p.StripAccents
	case "Lowercase":
		v.Lower = true
	case "StripAccents":
		v.Unaccent = true
	case "NFC", "NFD", "NFKC", "NFKD":
		v.Form = p.Type
	case "Precompiled", "Nmt": // the tables of SentencePiece, which are NFKC with rules for spaces
		v.Form = "NFKC"
	case "Prepend":
		v.Before = p.Prepend
	case "Replace", "Strip", "ByteLevel":
		// the others apply to spaces and punctuation
		v.ByteLevel = v.ByteLevel || p.Type == "ByteLevel"
	default:
		return unsupported("normalizer has the type", p.Type)
	}
	return nil
}

// readPreTokenizer reads how texts are split. Only what it writes before words matters, since
// words are found without it.
func (v *vocabulary) readPreTokenizer(p *part) error {
	if p == nil {
		return nil
	}
	switch p.Type {
	case "Sequence":
		for i := range p.Pretokenizers {
			if err := v.readPreTokenizer(&p.Pretokenizers[i]); err != nil {
				return err
			}
		}
	case "Metaspace":
		if p.Scheme != "never" && (p.PrefixSpace == nil || *p.PrefixSpace) {
			v.Before = cmp.Or(p.Replacement, "▁")
		}
	case "ByteLevel":
		v.ByteLevel = true
	case "BertPreTokenizer", "Whitespace", "WhitespaceSplit", "Punctuation", "Digits", "Split",
		"CharDelimiterSplit", "UnicodeScripts":
	default:
		return unsupported("pre_tokenizer has the type", p.Type)
	}
	if v.ByteLevel {
		v.Before = "Ġ" // a space as a letter: words are taken as if in the middle of a text
	}
	return nil
}

func unsupported(what, value string) error {
	return fmt.Errorf("its %s %q, which is not supported: use a model with another tokenizer", what,
		value)
}

func (v *vocabulary) readModel(p *part) error {
	v.Kind = Kind(p.Type)
	var err error
	switch v.Kind {
	case WordPiece:
		v.Inner, v.MaxChars = "##", cmp.Or(p.MaxChars, 100)
		if p.Inner != nil {
			v.Inner = *p.Inner
		}
		err = v.readNumbers(p.Vocab)
	case Unigram:
		err = v.readScores(p.Vocab)
	case BPE:
		if p.Inner != nil && *p.Inner != "" {
			return unsupported("BPE model has the prefix", *p.Inner)
		}
		v.After = p.After
		if err = v.readNumbers(p.Vocab); err == nil {
			err = v.readMerges(p.Merges)
		}
	default:
		return fmt.Errorf("its model has the type %q: only WordPiece, Unigram and BPE are "+
			"supported; use a model with one of these tokenizers", p.Type)
	}
	if err != nil {
		return err
	}
	if len(v.tokens) == 0 {
		return errors.New("its vocabulary is empty")
	}
	slices.SortFunc(v.tokens, func(a, b token) int {
		return cmp.Or(strings.Compare(a.text, b.text), cmp.Compare(a.number, b.number))
	})
	v.tokens = slices.CompactFunc(v.tokens, func(a, b token) bool { return a.text == b.text })
	return nil
}

// readNumbers reads a vocabulary of WordPiece or BPE: an object with the number of each token.
func (v *vocabulary) readNumbers(raw json.RawMessage) error {
	var numbers map[string]int
	if err := json.Unmarshal(raw, &numbers); err != nil {
		return fmt.Errorf("its vocabulary: %w", err)
	}
	for text, number := range numbers {
		v.tokens = append(v.tokens, token{text: text, number: number})
	}
	return nil
}

// readScores reads a vocabulary of Unigram: an array of tokens with their scores, by number.
func (v *vocabulary) readScores(raw json.RawMessage) error {
	var rows [][]any
	if err := json.Unmarshal(raw, &rows); err != nil {
		return fmt.Errorf("its vocabulary: %w", err)
	}
	for i, row := range rows {
		if len(row) != 2 {
			return fmt.Errorf("entry %d of its vocabulary has %d values, not a token and a score",
				i, len(row))
		}
		text, isText := row[0].(string)
		score, isNumber := row[1].(float64)
		if !isText || !isNumber {
			return fmt.Errorf("entry %d of its vocabulary is not a token and a score", i)
		}
		v.tokens = append(v.tokens, token{text, i, score})
	}
	return nil
}

// readMerges reads the merges of BPE: pairs of tokens, or both in one text with a space between
// them.
func (v *vocabulary) readMerges(raw json.RawMessage) error {
	var rows []json.RawMessage
	if err := json.Unmarshal(raw, &rows); err != nil {
		return fmt.Errorf("its merges: %w", err)
	}
	for i, row := range rows {
		var pair [2]string
		var text string
		if json.Unmarshal(row, &text) == nil {
			var ok bool
			if pair[0], pair[1], ok = strings.Cut(text, " "); !ok {
				return fmt.Errorf("merge %d, %q, is not a pair", i, text)
			}
		} else if err := json.Unmarshal(row, &pair); err != nil {
			return fmt.Errorf("merge %d: %w", i, err)
		}
		v.merges = append(v.merges, pair)
	}
	return nil
}

// encode returns the encoded table; see [Decode].
func (v *vocabulary) encode(m *matrix) ([]byte, error) {
	merges, err := v.encodeMerges()
	if err != nil {
		return nil, err
	}
	h := header{Tokenizer: v.Tokenizer, Dim: min(m.width, MaxDim), Count: len(v.tokens),
		Merges: len(merges) / mergeBytes}
	var texts bytes.Buffer
	var ends, scores, rows []byte
	vector := make([]float64, h.Dim)
	for _, t := range v.tokens {
		if t.number < 0 {
			return nil, fmt.Errorf("the token %q has the number %d", t.text, t.number)
		}
		if err := m.row(t.number, vector); err != nil {
			return nil, fmt.Errorf("the token %q, number %d, %w", t.text, t.number, err)
		}
		texts.WriteString(t.text)
		ends = binary.LittleEndian.AppendUint32(ends, uint32(texts.Len()))
		if v.Kind == Unigram {
			scores = binary.LittleEndian.AppendUint32(scores, math.Float32bits(float32(t.score)))
		}
		rows = append(rows, Seal(encodeRow(vector))...)
	}
	index := slices.Concat(ends, texts.Bytes(), scores, merges)
	h.Index = len(index)
	head, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	out := binary.LittleEndian.AppendUint32([]byte(magic), uint32(len(head)))
	return append(Seal(slices.Concat(out, head, index)), rows...), nil
}

// encodeRow returns the value of 1 in a vector, and the vector as signed bytes.
func encodeRow(vector []float64) []byte {
	most := 0.0
	for _, x := range vector {
		most = max(most, math.Abs(x))
	}
	scale := float32(most / unit)
	out := binary.LittleEndian.AppendUint32(nil, math.Float32bits(scale))
	for _, x := range vector {
		q := 0.0
		if scale > 0 {
			q = math.Round(x / float64(scale))
		}
		out = append(out, byte(int8(max(-unit, min(unit, q)))))
	}
	return out
}

// encodeMerges returns the merges by the numbers of their tokens in the table. A merge whose
// tokens are not in the vocabulary never applies.
func (v *vocabulary) encodeMerges() ([]byte, error) {
	find := func(text string) (uint32, bool) {
		i, ok := slices.BinarySearchFunc(v.tokens, text,
			func(t token, s string) int { return strings.Compare(t.text, s) })
		return uint32(i), ok
	}
	var list []merge
	for rank, pair := range v.merges {
		left, hasLeft := find(pair[0])
		right, hasRight := find(pair[1])
		result, ok := find(pair[0] + pair[1])
		if hasLeft && hasRight && ok {
			list = append(list, merge{left, right, uint32(rank), result})
		}
	}
	if len(v.merges) > 0 && len(list) == 0 {
		return nil, errors.New("no merge has tokens of the vocabulary")
	}
	slices.SortFunc(list, func(a, b merge) int {
		return cmp.Or(cmp.Compare(a.left, b.left), cmp.Compare(a.right, b.right),
			cmp.Compare(a.rank, b.rank))
	})
	list = slices.CompactFunc(list, func(a, b merge) bool {
		return a.left == b.left && a.right == b.right
	})
	var out []byte
	for _, m := range list {
		for _, n := range [...]uint32{m.left, m.right, m.rank, m.result} {
			out = binary.LittleEndian.AppendUint32(out, n)
		}
	}
	return out, nil
}
