package tokens

import (
	"sync"
	"unicode"
	"unicode/utf8"
)

// A class is a set of the Unicode properties used by the split patterns. The
// four kinds of letters and the marks are mutually exclusive.
type class uint8

const (
	upper    class = 1 << iota // \p{Lu} and \p{Lt}
	lower                      // \p{Ll}
	caseless                   // \p{Lm} and \p{Lo}
	mark                       // \p{M}
	number                     // \p{N}
	space                      // \s, the Unicode property White_Space
	newline                    // carriage return and line feed; also space
	longer                     // only in byteClass: the byte is not a character

	letter = upper | lower | caseless
)

// byteClass has the classes of the ASCII characters, and longer for other
// bytes.
var byteClass = func() (t [256]class) {
	for b := range t {
		switch r := rune(b); {
		case r >= utf8.RuneSelf:
			t[b] = longer
		case 'A' <= r && r <= 'Z':
			t[b] = upper
		case 'a' <= r && r <= 'z':
			t[b] = lower
		case '0' <= r && r <= '9':
			t[b] = number
		case r == '\r' || r == '\n':
			t[b] = space | newline
		case r == ' ' || '\t' <= r && r <= '\r':
			t[b] = space
		}
	}
	return t
}()

// classAt returns the class and the length in bytes of the character at s[i]. A
// byte that is not valid UTF-8 is a separate character and, like U+FFFD, of no
// class.
func classAt(s string, i int) (class, int) {
	if c := byteClass[s[i]]; c != longer {
		return c, 1
	}
	return longClassAt(s, i)
}

func longClassAt(s string, i int) (class, int) {
	r, n := utf8.DecodeRuneInString(s[i:])
	return classOf(r), n
}

// classOf returns the class of any character.
func classOf(r rune) class {
	if r < utf8.RuneSelf {
		return byteClass[r]
	}
	t := classTables()
	return t.pages[t.index[r>>8]][r&0xff]
}

// classes is a table of all characters beyond ASCII, in pages of 256; most
// pages are shared.
type classes struct {
	index [unicode.MaxRune>>8 + 1]uint16
	pages [][256]class
}

// classTables builds the table at the first non-ASCII character: many runs
// never encounter one.
var classTables = sync.OnceValue(func() *classes {
	t := &classes{pages: make([][256]class, 1, 256)} // page 0: no class
	for _, p := range []struct {
		table *unicode.RangeTable
		class class
	}{
		{unicode.Lu, upper}, {unicode.Lt, upper}, {unicode.Ll, lower}, {unicode.Lm, caseless},
		{unicode.Lo, caseless}, {unicode.M, mark}, {unicode.N, number},
		{unicode.White_Space, space},
	} {
		for _, r := range p.table.R16 {
			t.add(rune(r.Lo), rune(r.Hi), rune(r.Stride), p.class)
		}
		for _, r := range p.table.R32 {
			t.add(rune(r.Lo), rune(r.Hi), rune(r.Stride), p.class)
		}
	}
	return t
})

func (t *classes) add(lo, hi, stride rune, c class) {
	for r := lo; r <= hi; r += stride {
		page := t.index[r>>8]
		if page == 0 {
			page = uint16(len(t.pages))
			t.pages = append(t.pages, [256]class{})
			t.index[r>>8] = page
		}
		t.pages[page][r&0xff] |= c
	}
}
