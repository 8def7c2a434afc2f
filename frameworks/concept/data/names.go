package data

import (
	"strings"
	"unicode"
)

// SnakeLetters converts a name to lower case with an underscore before each capital but the
// first letter.
//
//	OrderLine, HTTPCode    // order_line, h_t_t_p_code
func SnakeLetters(name string) string {
	var b strings.Builder
	for i, c := range name {
		if i > 0 && unicode.IsUpper(c) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}

// SnakeCase converts a name to lower case with an underscore before each word;
// consecutive capitals form one word.
//
//	OrderLine, HTTPCode, order_Line    // order_line, http_code, order_line
func SnakeCase(name string) string {
	runes := []rune(name)
	var b strings.Builder
	for i, c := range runes {
		if i > 0 && unicode.IsUpper(c) && runes[i-1] != '_' &&
			(!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}
