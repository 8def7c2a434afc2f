package tokens

import "unicode/utf8"

// The splitters split a text into pieces as the published patterns of the
// encodings do; no token crosses a piece. They look ahead but never back, so
// the pieces from a boundary on depend on nothing before it.
//
// cl100k_base:
//
//	'(?i:[sdmt]|ll|ve|re) | [^\r\n\p{L}\p{N}]?+\p{L}++ | \p{N}{1,3}+ |
//	 ?[^\s\p{L}\p{N}]++[\r\n]*+ | \s++$ | \s*[\r\n] | \s+(?!\S) | \s
//
// o200k_base, where W is [\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}], w for
// [\p{Ll}\p{Lm}\p{Lo}\p{M}] and c for (?i:'s|'t|'re|'ve|'m|'ll|'d):
//
//	[^\r\n\p{L}\p{N}]?W*w+c? | [^\r\n\p{L}\p{N}]?W+w*c? | \p{N}{1,3} |
//	 ?[^\s\p{L}\p{N}]+[\r\n/]* | \s*[\r\n]+ | \s+(?!\S) | \s+

const (
	wordUpper = upper | caseless | mark // W above
	wordLower = lower | caseless | mark // w above
	wordBoth  = caseless | mark         // in both
)

// A splitter returns the end of the piece that starts at s[i]; i < len(s).
type splitter func(s string, i int) int

// splitCl100k is the splitter of cl100k_base.
func splitCl100k(s string, i int) int {
	if s[i] == '\'' {
		if end := contraction(s, i); end > i {
			return end
		}
	}
	c, n := classAt(s, i)
	first := i
	if c&(letter|number|newline) == 0 {
		first += n
	}
	if end := run(s, first, letter); end > first {
		return end
	}
	if c&number != 0 {
		return digits(s, i)
	}
	if p := symbols(s, i); p > i {
		for p < len(s) && (s[p] == '\r' || s[p] == '\n') {
			p++
		}
		return p
	}
	return whitespace(s, i, true)
}

// splitO200k is the splitter of o200k_base.
func splitO200k(s string, i int) int {
	c, n := classAt(s, i)
	if end := o200kWord(s, i, c, n); end > i {
		if end < len(s) && s[end] == '\'' {
			return contraction(s, end)
		}
		return end
	}
	if c&number != 0 {
		return digits(s, i)
	}
	if p := symbols(s, i); p > i {
		for p < len(s) && (s[p] == '\r' || s[p] == '\n' || s[p] == '/') {
			p++
		}
		return p
	}
	return whitespace(s, i, false)
}

// o200kWord returns the end of the word at s[i], a character of class c and n
// bytes, without its contraction, or i.
func o200kWord(s string, i int, c class, n int) int {
	switch {
	case c&letter != 0:
		return casedWord(s, i, false)
	case c&(number|newline) != 0:
		return i
	case c&mark != 0:
		// A mark is both a leading character and a part of words: the first
		// pattern is tried for the one, then for the other, where it holds.
		if end := casedWord(s, i+n, true); end > i+n {
			return end
		}
		return casedWord(s, i, true)
	}
	if end := casedWord(s, i+n, false); end > i+n {
		return end
	}
	return i
}

// casedWord matches W*w+ at s[i] or, failing that and unless lowerOnly, W+w*.
// It returns the end of the match, or i.
func casedWord(s string, i int, lowerOnly bool) int {
	j, both := i, i // both: the end of the last character that is W and w
	for j < len(s) {
		if byteClass[s[j]] == upper {
			j++
			continue
		}
		c, n := classAt(s, j)
		if c&wordUpper == 0 {
			if c&lower != 0 {
				return run(s, j+n, wordLower)
			}
			break
		}
		j += n
		if c&wordBoth != 0 {
			both = j
		}
	}
	// No w follows the W's, so the pattern backtracks to the last one that is
	// also a w.
	if both > i || lowerOnly {
		return both
	}
	return j
}

// run returns the end of the characters of any class of the set c from s[i] on.
func run(s string, i int, c class) int {
	for i < len(s) {
		if byteClass[s[i]]&c != 0 {
			i++
			continue
		}
		got, n := classAt(s, i)
		if got&c == 0 {
			break
		}
		i += n
	}
	return i
}

// digits matches \p{N}{1,3} at s[i], a number.
func digits(s string, i int) int {
	for k := 0; k < 3 && i < len(s); k++ {
		c, n := classAt(s, i)
		if c&number == 0 {
			break
		}
		i += n
	}
	return i
}

// symbols matches " ?[^\s\p{L}\p{N}]+" at s[i], or returns i.
func symbols(s string, i int) int {
	first := i
	if s[i] == ' ' {
		first++
	}
	j := first
	for j < len(s) {
		c, n := classAt(s, j)
		if c&(space|letter|number) != 0 {
			break
		}
		j += n
	}
	if j == first {
		return i
	}
	return j
}

// whitespace matches the last alternatives of both patterns at s[i], a space:
// all up to the last line end; without a line end all but the last character,
// which belongs to the next piece; at the end of the text all. With wholeTail
// the run that ends the text is one piece even if it contains line ends.
func whitespace(s string, i int, wholeTail bool) int {
	j, last, lineEnd := i, i, i
	for j < len(s) {
		c, n := classAt(s, j)
		if c&space == 0 {
			break
		}
		last = j
		j += n
		if c&newline != 0 {
			lineEnd = j
		}
	}
	switch {
	case wholeTail && j == len(s):
		return j
	case lineEnd > i:
		return lineEnd
	case j == len(s) || last == i:
		return j
	}
	return last
}

// contraction matches '(?i:[sdmt]|ll|ve|re) at the apostrophe s[i], or returns
// i. Unicode has a third form of s: U+017F.
func contraction(s string, i int) int {
	rest := s[i+1:]
	if rest == "" {
		return i
	}
	switch rest[0] | 0x20 {
	case 's', 'd', 'm', 't':
		return i + 2
	case 'l':
		if len(rest) > 1 && rest[1]|0x20 == 'l' {
			return i + 3
		}
	case 'v', 'r':
		if len(rest) > 1 && rest[1]|0x20 == 'e' {
			return i + 3
		}
	}
	if r, n := utf8.DecodeRuneInString(rest); r == 'ſ' {
		return i + 1 + n
	}
	return i
}
