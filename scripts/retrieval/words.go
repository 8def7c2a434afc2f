package main

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// stopWords are ignored in requests.
var stopWords = func() map[string]bool {
	stop := map[string]bool{}
	for w := range strings.FieldsSeq(`a an and are as at be by do does for from has have if in into
		is it its of on or so that the their then there this to was were when which while will with
		not no can should would could we i you he she they all any add added adds fix fixed fixes
		new use used using make makes`) {
		stop[w] = true
	}
	return stop
}()

// wordsOf returns the words of a text in lower case. A name of several parts counts
// as itself and as each part. Single characters are dropped.
func wordsOf(text string) []string {
	var words []string
	add := func(w string) {
		if len(w) > 1 {
			words = append(words, strings.ToLower(w))
		}
	}
	for len(text) > 0 {
		var name string
		if name, text = nextName(text); name == "" {
			continue
		}
		add(name)
		if parts := partsOf(name); len(parts) > 1 {
			for _, p := range parts {
				add(p)
			}
		}
	}
	return words
}

// nextName splits a possible name, or digits, off the beginning of a text; it is
// empty if there is neither.
func nextName(text string) (name, rest string) {
	belongs := isNamed
	if isDigit(text[0]) {
		belongs = isDigit
	}
	n := leading(text, belongs)
	return text[:n], text[max(n, 1):]
}

// partsOf splits a name where a letter or a digit follows one of another kind. The
// last of several upper-case letters belongs to the lower-case letters after it:
// HTTPServer has two parts.
func partsOf(name string) []string {
	var parts []string
	for len(name) > 0 {
		capitals := leading(name, isUpper)
		n := capitals
		switch small := leading(name[capitals:], isLower); {
		case capitals > 1 && small > 0:
			n--
		case capitals == 0 && small == 0:
			n = leading(name, isDigit)
		default:
			n += small
		}
		if n > 0 {
			parts = append(parts, name[:n])
		}
		name = name[max(n, 1):]
	}
	return parts
}

// leading returns the number of bytes at the beginning of a text that belong.
func leading(text string, belongs func(byte) bool) int {
	n := 0
	for n < len(text) && belongs(text[n]) {
		n++
	}
	return n
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }
func isLower(b byte) bool { return 'a' <= b && b <= 'z' }
func isUpper(b byte) bool { return 'A' <= b && b <= 'Z' }
func isNamed(b byte) bool { return b == '_' || isDigit(b) || isLower(b) || isUpper(b) }

// requestOf returns the words of a request.
func requestOf(text string) []string {
	return slices.DeleteFunc(wordsOf(text), func(w string) bool { return stopWords[w] })
}

// commonest returns the n most frequent words of a list; ties are in alphabetical
// order.
func commonest(words []string, n int) []string {
	count := countOf(words)
	sorted := slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
	})
	return sorted[:min(n, len(sorted))]
}

func countOf(words []string) map[string]int {
	count := map[string]int{}
	for _, w := range words {
		count[w]++
	}
	return count
}
