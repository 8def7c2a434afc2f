package artifacts

import (
	"strings"
	"unicode"
)

// analyze calls f for every index term of text.
func analyze(text string, f func(term string)) {
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }) {
		f(strings.ToLower(w))
	}
}
