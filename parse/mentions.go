package parse

import "strings"

// gramBits is the binary logarithm of the size of a set of grams, eight kilobytes in all.
const gramBits = 16

// gramLength is the length of the runs of bytes that are kept.
const gramLength = 4

// Grams tell that a word is not in a text without looking through it: they are the hashes of
// all runs of four bytes that the text has. A file is asked for the words of every library
// that is known, and has none of most of them.
type Grams struct {
	ready bool
	set   [1 << gramBits / 64]uint64
}

// Reset makes g serve another text.
func (g *Grams) Reset() { g.ready = false }

// read keeps the grams of a text.
func (g *Grams) read(text string) {
	g.ready = true
	clear(g.set[:])
	gram := uint32(0)
	for i := range len(text) {
		gram = gram<<8 | uint32(text[i])
		h := hashGram(gram)
		g.set[h/64] |= 1 << (h % 64)
	}
}

// lacks reports whether the text cannot have the word.
func (g *Grams) lacks(word string) bool {
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

// Mentions reports whether one of some words is in the text, as the files of a framework
// name what they use of it.
func (s Source) Mentions(words []string) bool {
	for _, w := range words {
		if s.Has(w) {
			return true
		}
	}
	return false
}

// Has reports whether a word is in the text.
func (s Source) Has(word string) bool {
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
