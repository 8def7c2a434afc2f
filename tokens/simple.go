package tokens

import (
	"unicode"
	"unicode/utf8"
)

// words counts the words between white space, like Python's str.split: the
// Unicode property White_Space and the four ASCII separators 1C to 1F.
type words struct{}

func isWordSpace(r rune) bool { return unicode.IsSpace(r) || 0x1c <= r && r <= 0x1f }

func (words) count(text string) int {
	n, inWord := 0, false
	for _, r := range text {
		s := isWordSpace(r)
		if inWord = inWord && !s; !inWord && !s {
			n++
			inWord = true
		}
	}
	return n
}

func (words) additive(a, b string) bool {
	last, _ := utf8.DecodeLastRuneInString(a)
	first, _ := utf8.DecodeRuneInString(b)
	return isWordSpace(last) || isWordSpace(first)
}

// chars4 counts a quarter of the code points, rounded down but not to 0.
type chars4 struct{}

func (chars4) count(text string) int {
	if text == "" {
		return 0
	}
	return max(1, utf8.RuneCountInString(text)/4)
}

func (chars4) additive(string, string) bool { return false }
