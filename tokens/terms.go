package tokens

import (
	"unicode"
	"unicode/utf8"
)

// A TermKind is the kind of a term, a set of the constants below. At least one
// of Whole and Part is set.
type TermKind uint8

const (
	// Whole marks an identifier as written, but lower-cased and without leading
	// and trailing underscores. It is not stemmed.
	Whole TermKind = 1 << iota
	// Part marks a part of an identifier, or a word of prose: lower-cased and
	// stemmed.
	Part
	// Stop marks a stop word: an English word or a keyword that nearly every
	// text has. It is not stemmed. An index of long texts omits it; an index of
	// names keeps it, and a query omits it unless it consists only of stop
	// words, so that a search for If finds the function If.
	Stop
	// Compound marks, in addition to Whole, an identifier of several parts.
	Compound
)

// MaxTerm is the length of the longest term, in bytes. Longer terms are truncated.
const MaxTerm = 64

// maxRun is the length of the longest identifier, in bytes. Longer ASCII runs
// are data, not names, and have no terms; other runs are split there.
const maxRun = 256

// A Term is one term of a text.
type Term struct {
	Text string
	Kind TermKind
}

// Terms appends the terms of text to dst in the order of Each.
func Terms(dst []Term, text string) []Term {
	new(Analyzer).Each(text, func(term []byte, kind TermKind) {
		dst = append(dst, Term{string(term), kind})
	})
	return dst
}

// An Analyzer finds the terms of texts. It only holds scratch memory: the zero
// value is ready to use, results never depend on earlier texts, and each
// goroutine needs its own.
//
// An identifier is a run of letters, marks, digits and underscores. Its terms
// are the identifier itself as Whole, followed by its parts in order as Part.
// Parts end at underscores, between letters and digits, between a lower-case
// and an upper-case letter, and before the last of several upper-case letters
// if a lower-case letter follows: HTTPServer2Go has http, server and go. A
// single s after several upper-case letters is a plural: userIDs has user and
// id. An identifier of one part is one term of both kinds, or two terms if its
// stem differs from it. Terms of a single character are omitted.
//
// In scripts that do not separate words by spaces the parts are the pairs of
// adjacent characters.
type Analyzer struct {
	lower []byte       // the identifier in lower case
	kinds []letterKind // of its characters
	ends  []int        // the end of each character in lower; unused if ASCII
	ascii bool
	parts []span
	stem  [MaxTerm]byte
}

// A span is a range of characters of the identifier.
type span struct{ start, end int }

// A letterKind is the property of a character that determines where parts end.
type letterKind uint8

const (
	noLetter letterKind = iota
	underscore
	digit
	small // or without case
	capital
	unspaced // of a script that does not separate words by spaces
	beyond   // only in byteKind: not ASCII
)

var byteKind = func() (t [256]letterKind) {
	for b := range t {
		switch c := byteClass[b]; {
		case b == '_':
			t[b] = underscore
		case c == longer:
			t[b] = beyond
		case c == number:
			t[b] = digit
		case c == lower:
			t[b] = small
		case c == upper:
			t[b] = capital
		}
	}
	return t
}()

var unspacedScripts = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer,
	unicode.Myanmar,
}

// kindOf returns the kind of a character that follows one of kind before.
func kindOf(r rune, before letterKind) letterKind {
	if r < utf8.RuneSelf {
		return byteKind[r]
	}
	switch c := classOf(r); {
	case c&mark != 0:
		return before // noLetter at the start
	case c&number != 0:
		return digit
	case c&upper != 0:
		return capital
	case c&caseless != 0 && unicode.In(r, unspacedScripts...):
		return unspaced
	case c&letter != 0:
		return small
	}
	return noLetter
}

// Each calls emit for each term of text, in order. The bytes of a term are
// valid only during the call.
func (a *Analyzer) Each(text string, emit func(term []byte, kind TermKind)) {
	a.Split(text, func(id string) { a.Identifier(id, emit) }, emit)
}

// Split calls ascii for each identifier of text that is ASCII, and emit for the terms
// of the others, in order. Since code repeats its identifiers, callers may cache the
// terms of one, which [Analyzer.Identifier] finds.
func (a *Analyzer) Split(text string, ascii func(id string), emit func(term []byte, kind TermKind)) {
	for i := 0; i < len(text); {
		j := i
		for j < len(text) && byteKind[text[j]]-1 < beyond-1 { // neither noLetter nor beyond
			j++
		}
		switch {
		case j-i > maxRun:
			i = j
			continue
		case j < len(text) && byteKind[text[j]] == beyond:
			if i = a.readUnicode(text, i); len(a.kinds) > 0 {
				a.identifier(emit)
			}
		default:
			if j-i > 1 {
				ascii(text[i:j])
			}
			i = j + 1
		}
	}
}

// Identifier calls emit for each term of an identifier that Split found, in order.
func (a *Analyzer) Identifier(id string, emit func(term []byte, kind TermKind)) {
	if a.readASCII(id); len(a.kinds) > 0 {
		a.identifier(emit)
	}
}

// readASCII reads an identifier, if it has two characters or more.
func (a *Analyzer) readASCII(s string) {
	for s != "" && s[0] == '_' {
		s = s[1:]
	}
	for s != "" && s[len(s)-1] == '_' {
		s = s[:len(s)-1]
	}
	a.ascii, a.kinds = true, a.kinds[:0]
	if len(s) < 2 {
		return
	}
	a.lower = append(a.lower[:0], s...)
	a.kinds = append(a.kinds, make([]letterKind, len(s))...)
	for i, b := range a.lower {
		kind := byteKind[b]
		a.kinds[i] = kind
		if kind == capital {
			a.lower[i] = b | 0x20
		}
	}
}

// readUnicode reads the identifier at text[i], up to maxRun bytes, and returns
// its end, or the end of the first character if there is no identifier.
func (a *Analyzer) readUnicode(text string, i int) int {
	a.ascii = false
	a.lower, a.kinds, a.ends = a.lower[:0], a.kinds[:0], a.ends[:0]
	kind := noLetter
	start := i
	for i < len(text) && i-start < maxRun {
		r, n := utf8.DecodeRuneInString(text[i:])
		kind = kindOf(r, kind)
		if kind == noLetter {
			break
		}
		i += n
		if kind == underscore && len(a.kinds) == 0 {
			continue
		}
		a.lower = utf8.AppendRune(a.lower, unicode.ToLower(r))
		a.kinds = append(a.kinds, kind)
		a.ends = append(a.ends, len(a.lower))
	}
	for n := len(a.kinds); n > 0 && a.kinds[n-1] == underscore; n-- {
		a.kinds = a.kinds[:n-1]
	}
	if i == start {
		_, n := utf8.DecodeRuneInString(text[i:])
		return i + n
	}
	return i
}

// bytes returns the characters from start to end in lower case.
func (a *Analyzer) bytes(s span) []byte {
	if a.ascii {
		return a.lower[s.start:s.end]
	}
	start := 0
	if s.start > 0 {
		start = a.ends[s.start-1]
	}
	return a.lower[start:a.ends[s.end-1]]
}

// identifier emits the terms of the identifier that was read.
func (a *Analyzer) identifier(emit func([]byte, TermKind)) {
	all := span{0, len(a.kinds)}
	a.parts = a.parts[:0]
	for i := 0; i < all.end; {
		if a.kinds[i] == underscore {
			i++
			continue
		}
		end := a.partEnd(i)
		a.parts = append(a.parts, span{i, end})
		i = end
	}
	if a.parts[0] == all {
		a.word(all, Whole|Part, emit)
		return
	}
	whole := capTerm(a.bytes(all))
	if isStop(whole) {
		emit(whole, Whole|Compound|Stop)
	} else {
		emit(whole, Whole|Compound)
	}
	for _, p := range a.parts {
		a.word(p, Part, emit)
	}
}

// partEnd returns the end of the part that starts with character i.
func (a *Analyzer) partEnd(i int) int {
	end := a.runEnd(i)
	if a.kinds[i] != capital || end == len(a.kinds) || a.kinds[end] != small {
		return end
	}
	if end == i+1 {
		return a.runEnd(end)
	}
	if after := a.runEnd(end); after == end+1 && a.bytes(span{end, after})[0] == 's' {
		return after
	}
	return end - 1
}

// runEnd returns the end of the characters of one kind from character i on.
func (a *Analyzer) runEnd(i int) int {
	kind := a.kinds[i]
	for i < len(a.kinds) && a.kinds[i] == kind {
		i++
	}
	return i
}

// word emits an identifier of one part, or a part.
func (a *Analyzer) word(s span, kind TermKind, emit func([]byte, TermKind)) {
	if a.kinds[s.start] == unspaced {
		a.pairs(s, kind, emit)
		return
	}
	if s.end-s.start < 2 {
		return
	}
	word := capTerm(a.bytes(s))
	if isStop(word) {
		emit(word, kind|Stop)
		return
	}
	if !a.ascii || !mayStem(word) {
		emit(word, kind)
		return
	}
	n := stem(&a.stem, word)
	if string(a.stem[:n]) == string(word) {
		emit(word, kind)
		return
	}
	if kind&Whole != 0 {
		emit(word, Whole)
	}
	emit(a.stem[:n], Part)
}

// pairs emits a run of a script without spaces: its pairs of characters, or
// the run itself if it has no more than two.
func (a *Analyzer) pairs(s span, kind TermKind, emit func([]byte, TermKind)) {
	run := a.bytes(s)
	if s.end-s.start <= 2 {
		emit(run, kind)
		return
	}
	if kind&Whole != 0 && len(run) <= MaxTerm {
		emit(run, Whole)
	}
	for i := s.start; i+2 <= s.end; i++ {
		emit(a.bytes(span{i, i + 2}), Part)
	}
}

// capTerm truncates a term to MaxTerm bytes, between characters.
func capTerm(term []byte) []byte {
	if len(term) <= MaxTerm {
		return term
	}
	n := MaxTerm
	for n > 0 && !utf8.RuneStart(term[n]) {
		n--
	}
	return term[:n]
}
