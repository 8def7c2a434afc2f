package tokens

import (
	_ "embed"
	"sync"
	"unicode/utf8"
)

//go:embed vocab/o200k_base.bin
var o200kData string

//go:embed vocab/cl100k_base.bin
var cl100kData string

// An encoding counts with a splitter and byte-pair merging of the pieces.
type encoding struct {
	vocab *vocabulary
	split splitter

	mu   sync.Mutex
	idle []*merger // as many as there were concurrent callers
}

func newEncoding(data string, split splitter) *encoding {
	return &encoding{vocab: openVocabulary(data), split: split}
}

// count counts each byte that is not valid UTF-8 as U+FFFD, as the consumer of
// the text will read it.
func (e *encoding) count(text string) int {
	if !utf8.ValidString(text) {
		text = string([]rune(text))
	}
	m := e.take()
	defer e.give(m)
	n := 0
	for i := 0; i < len(text); {
		end := e.split(text, i)
		n += m.count(text[i:end])
		i = end
	}
	return n
}

func (e *encoding) take() *merger {
	e.mu.Lock()
	defer e.mu.Unlock()
	if n := len(e.idle); n > 0 {
		m := e.idle[n-1]
		e.idle = e.idle[:n-1]
		return m
	}
	return &merger{vocab: e.vocab, cache: newPieceCache()}
}

func (e *encoding) give(m *merger) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.idle = append(e.idle, m)
}

// additive reports whether both splitters are certain to cut a+b at the end of
// a, and to split a by itself as within a+b. The rest follows, because a
// splitter never looks back.
//
// White space ends every piece except white space and symbols before line ends.
// White space up to a line end is a separate piece, except that symbols include
// the line ends after them, and in o200k_base the slashes after those.
func (e *encoding) additive(a, b string) bool {
	last := lastClass(a)
	first, _ := classAt(b, 0)
	switch {
	case last&newline != 0:
		if first&space != 0 {
			return false
		}
		return b[0] != '/' || lastClass(trimLineEnds(a))&(letter|number|space) != 0
	case last&space != 0:
		return false
	case first&newline != 0:
		return last&(letter|number) != 0
	}
	return first&space != 0
}

// lastClass returns the class of the last character of s; space if s is empty.
func lastClass(s string) class {
	if s == "" {
		return space
	}
	r, _ := utf8.DecodeLastRuneInString(s)
	return classOf(r)
}

func trimLineEnds(s string) string {
	for s != "" && (s[len(s)-1] == '\n' || s[len(s)-1] == '\r') {
		s = s[:len(s)-1]
	}
	return s
}
