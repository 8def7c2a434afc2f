package embedding

import (
	"iter"
	"unicode"
	"unicode/utf8"
)

// maxWord is the length of the longest word, in bytes; longer runs of letters are data.
const maxWord = 64

// A class is the property of a character that determines where words end.
type class uint8

const (
	separator class = iota
	small           // or without case
	capital
	digit
	ideograph // of a script that does not separate words by spaces
)

func classOf(r rune) class {
	switch {
	case r < utf8.RuneSelf:
		switch {
		case 'a' <= r && r <= 'z':
			return small
		case 'A' <= r && r <= 'Z':
			return capital
		case '0' <= r && r <= '9':
			return digit
		}
		return separator
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana):
		return ideograph
	case unicode.IsUpper(r):
		return capital
	case unicode.IsLetter(r), unicode.IsMark(r):
		return small
	case unicode.IsDigit(r):
		return digit
	}
	return separator
}

// Words returns the words of a text, in order and as written; see the package comment for
// where identifiers are split.
func Words(text string) iter.Seq[string] {
	return func(yield func(string) bool) { eachWord(text, yield) }
}

// eachWord calls f for the words of a text, in order, until it returns false. Words end at
// characters that are no letters and no digits, between letters and digits, before an
// upper-case letter that follows a lower-case one, and before the last of several upper-case
// letters if a lower-case one follows: HTTPServer2 has HTTP, Server and 2. A single character
// is a word only in a script without spaces.
func eachWord(text string, f func(word string) bool) {
	start, previous, last := 0, separator, 0 // last: where the previous character begins
	goOn := true
	emit := func(end int) {
		if n := end - start; goOn && n <= maxWord && (n > 1 && previous != separator) {
			goOn = f(text[start:end])
		}
	}
	for i, r := range text {
		c := classOf(r)
		switch {
		case c == previous && c != ideograph:
		case previous == capital && c == small:
			if last > start { // the last capital begins the next word
				previous = capital
				emit(last)
				start = last
			}
		default:
			emit(i)
			start = i
		}
		if !goOn {
			return
		}
		previous, last = c, i
	}
	emit(len(text))
}
