package embedding

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A Kind is the algorithm of a tokenizer.
type Kind string

// The kinds.
const (
	WordPiece Kind = "WordPiece"
	Unigram   Kind = "Unigram"
	BPE       Kind = "BPE"
)

// A Tokenizer describes how words become tokens. It sees single words, so that rules about
// spaces, punctuation and special tokens do not apply.
type Tokenizer struct {
	Kind      Kind   `json:"kind"`
	Lower     bool   `json:"lower,omitempty"`      // words are lower-cased
	Unaccent  bool   `json:"unaccent,omitempty"`   // accents are removed
	Form      string `json:"form,omitempty"`       // Unicode normalization: NFC, NFD, NFKC or NFKD
	Before    string `json:"before,omitempty"`     // text before each word: "▁"
	After     string `json:"after,omitempty"`      // text after each word: "</w>"
	Inner     string `json:"inner,omitempty"`      // text before tokens of WordPiece but the first: "##"
	ByteLevel bool   `json:"byte_level,omitempty"` // tokens consist of bytes, written as characters
	MaxChars  int    `json:"max_chars,omitempty"`  // WordPiece does not know longer words
}

var forms = map[string]norm.Form{"NFC": norm.NFC, "NFD": norm.NFD, "NFKC": norm.NFKC,
	"NFKD": norm.NFKD}

// normal returns a word in the form of the vocabulary.
func (t *Tokenizer) normal(word string) string {
	if isASCII(word) {
		if t.Lower {
			word = strings.ToLower(word)
		}
		return word
	}
	if t.Unaccent {
		word = strings.Map(func(r rune) rune {
			if unicode.Is(unicode.Mn, r) {
				return -1
			}
			return r
		}, norm.NFD.String(word))
	}
	if f, ok := forms[t.Form]; ok {
		word = f.String(word)
	}
	if t.Lower {
		word = strings.ToLower(word)
	}
	return word
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// byteLetters are the characters that write bytes in the vocabulary of a byte-level tokenizer:
// those that are visible are written as themselves, the others as characters from U+0100.
var byteLetters = func() (letters [256]rune) {
	next := rune(0x100)
	for b := range letters {
		switch {
		case b >= '!' && b <= '~', b >= 0xA1 && b <= 0xAC, b >= 0xAE:
			letters[b] = rune(b)
		default:
			letters[b] = next
			next++
		}
	}
	return letters
}()

// bytesAsLetters writes the bytes of a text as letters.
func bytesAsLetters(text string) string {
	var b strings.Builder
	for i := range len(text) {
		b.WriteRune(byteLetters[text[i]])
	}
	return b.String()
}

// pieces finds the tokens of words; it belongs to one goroutine.
type pieces struct{ table *Table }

// of returns the known tokens of a word, in order.
func (p *pieces) of(word string) []uint32 {
	t := &p.table.Tokenizer
	word = t.normal(word)
	if t.ByteLevel {
		word = bytesAsLetters(word)
	}
	switch t.Kind {
	case Unigram:
		return p.unigram(t.Before + word)
	case BPE:
		return p.bpe(t.Before+word, t.After)
	}
	return p.wordPiece(word)
}

// wordPiece takes the longest token at each place. A word with an unknown part has no tokens.
func (p *pieces) wordPiece(word string) []uint32 {
	if utf8.RuneCountInString(word) > p.table.MaxChars {
		return nil
	}
	var out []uint32
	for start := 0; start < len(word); {
		end := len(word)
		var token uint32
		for ; end > start; end-- {
			text := []byte(word[start:end])
			if start > 0 {
				text = append([]byte(p.table.Inner), text...)
			}
			var ok bool
			if token, ok = p.table.find(text); ok {
				break
			}
		}
		if end == start {
			return nil
		}
		out = append(out, token)
		start = end
	}
	return out
}

// unknownPenalty is the score of an unknown character, below that of the least probable token.
const unknownPenalty = 10

// unigram finds the most probable tokens. Unknown characters are omitted.
func (p *pieces) unigram(word string) []uint32 {
	type step struct {
		score float64
		from  int
		token uint32
		known bool
	}
	best := make([]step, len(word)+1)
	for i := range best[1:] {
		best[i+1].from = -1
	}
	reach := func(end int, s step) {
		if best[end].from < 0 || s.score > best[end].score {
			best[end] = s
		}
	}
	for i, r := range word {
		at := best[i]
		one := i + utf8.RuneLen(r)
		single := false
		for end := one; end <= len(word); end++ {
			if end < len(word) && !utf8.RuneStart(word[end]) {
				continue
			}
			if token, ok := p.table.find([]byte(word[i:end])); ok {
				reach(end, step{at.score + p.table.score(token), i, token, true})
				single = single || end == one
			}
		}
		if !single {
			reach(one, step{at.score + p.table.minScore - unknownPenalty, i, 0, false})
		}
	}
	var out []uint32
	for i := len(word); i > 0; i = best[i].from {
		if best[i].known {
			out = append(out, best[i].token)
		}
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// bpe joins the characters of a word by the merges, the earliest first. Unknown characters are
// omitted.
func (p *pieces) bpe(word, after string) []uint32 {
	var out []uint32
	for i, r := range word {
		end := i + utf8.RuneLen(r)
		text := []byte(word[i:end])
		if end == len(word) {
			text = append(text, after...)
		}
		if token, ok := p.table.find(text); ok {
			out = append(out, token)
		}
	}
	for {
		at, best := -1, merge{}
		for i := range len(out) - 1 {
			if m, ok := p.table.merge(out[i], out[i+1]); ok && (at < 0 || m.rank < best.rank) {
				at, best = i, m
			}
		}
		if at < 0 {
			return out
		}
		out[at] = best.result
		out = append(out[:at+1], out[at+2:]...)
	}
}
