package parse

import "strings"

// gramBits is the binary logarithm of the number of bits of a set of grams, which
// takes eight kilobytes.
const gramBits = 16

// gramLength is the length of a gram in bytes.
const gramLength = 4

// GramSet rule out that a word is in a text without searching it: they are a set of
// hashes of all runs of four bytes of the text. Each file is queried for the words
// of every known library, most of which it does not contain.
type GramSet struct {
	ready bool
	set   [1 << gramBits / 64]uint64
}

// Reset prepares g for another text.
func (g *GramSet) Reset() { g.ready = false }

// read adds the grams of a text.
func (g *GramSet) read(text string) {
	g.ready = true
	clear(g.set[:])
	gram := uint32(0)
	for i := range len(text) {
		gram = gram<<8 | uint32(text[i])
		h := hashGram(gram)
		g.set[h/64] |= 1 << (h % 64)
	}
}

// lacks reports whether the text cannot contain the word.
func (g *GramSet) lacks(word string) bool {
	gram := uint32(0)
	for i := range len(word) {
		gram = gram<<8 | uint32(word[i])
		if h := hashGram(gram); i >= gramLength-1 && g.set[h/64]&(1<<(h%64)) == 0 {
			return true
		}
	}
	return false
}

func hashGram(gram uint32) uint32 { return gram * 0x9e3779b1 >> (32 - gramBits) }

// ContainsAny reports whether the text contains one of the words by which files name
// the features of a framework.
func (s Source) ContainsAny(words []string) bool {
	for _, w := range words {
		if s.Contains(w) {
			return true
		}
	}
	return false
}

// Contains reports whether the text contains a word.
func (s Source) Contains(word string) bool {
	if s.Grams != nil {
		if !s.Grams.ready {
			s.Grams.read(s.Text)
		}
		if s.Grams.lacks(word) {
			return false
		}
	}
	return strings.Contains(s.Text, word)
}
