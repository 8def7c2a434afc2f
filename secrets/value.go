package secrets

import (
	"slices"
	"strings"
)

// A proof is how much a literal must look like a credential to be one.
type proof uint8

const (
	anyWord proof = iota // whatever it is
	noName               // it has a digit
	noWord               // letters and digits are mixed
)

// isCredential reports whether a literal that a name is given is a credential: neither a
// place that something else fills, nor a name or label.
func isCredential(v string, p proof) bool {
	if len(v) < 3 || isPlaceholder(v) || isLabel(v) {
		return false
	}
	switch p {
	case noName:
		return isStrong(v) || len(v) >= 6 && strings.ContainsAny(v, "0123456789")
	case noWord:
		return isStrong(v)
	}
	return true
}

// placeholders are parts of literals that something else fills, of patterns that passwords
// are tested by, and of addresses.
var placeholders = []string{"${", "$(", "{{", "%s", "%v", "%d", "%(", "#{", "...", "***", "<%",
	"(?", "[a-z", "[A-Z", `\d`, `\w`, ".*", ".+", "://", "](", "{}", "\u2026", "\u2022"}

// isPlaceholder reports whether a literal stands for something else.
func isPlaceholder(v string) bool {
	if strings.ContainsAny(v, " \t\n") || strings.Trim(v, v[:1]) == "" && !isDigit(v[0]) {
		return true // prose; xxxxxx
	}
	for _, p := range placeholders {
		if strings.Contains(v, p) {
			return true
		}
	}
	first, last := v[0], v[len(v)-1]
	switch first {
	case '$', '@', ':', '%', '#', '&':
		return isLetter(v[1]) && isName(v[1:]) // a variable or parameter, a place in a page
	case '<', '[', '{':
		return last == first+2 || strings.IndexByte(v, first+2) > 0
	case '/', '.', '~', '^', '-', '?', '*', '\\':
		return true // a path, a pattern, a flag, an escape
	}
	open := strings.IndexByte(v, '{')
	return open >= 0 && strings.IndexByte(v[open:], '}') > 1
}

// isName reports whether there are only the bytes of names.
func isName(v string) bool {
	for i := range len(v) {
		if !isWord(v[i]) && v[i] != '.' && v[i] != '-' {
			return false
		}
	}
	return true
}

// stops are literals that say what is wanted, or that nothing is.
var stops = words(`changeme changeit change todo example sample dummy placeholder redacted
	masked your my insert replace here required optional none null undefined nil empty string text
	str varchar char bool boolean number object any true false hidden default basic bearer
	unknown invalid missing wrong incorrect plain encrypted value jwt oauth user username login
	email input label field name type key id ref env file vault input form body query header
	enter current confirm repeat old forgot reset`)

// secretWords are parts of names of credentials.
var secretWords = words(`password passwd pwd pass passphrase passwort secret secrets token
	tokens credential credentials apikey accesskey auth access api key keys`)

func words(list string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(list) {
		out[w] = true
	}
	return out
}

// isLabel reports whether a literal is a word for people, the name of a field or setting, or
// one that says that there is no value.
func isLabel(v string) bool {
	if strings.IndexFunc(v, func(r rune) bool { return r > 127 }) >= 0 {
		return true // in the language of people
	}
	parts := wordsOf(v)
	digits, known := false, false
	for i, w := range parts {
		digits = digits || strings.ContainsAny(w, "0123456789") && !isVersion(w)
		known = known || secretWords[w] || i == 0 && stops[w]
	}
	if known && !digits {
		return true
	}
	if digits || !isName(v) {
		return false
	}
	title := v[0]|0x20 != v[0] && strings.ToLower(v[1:]) == v[1:] && len(parts) == 1
	capitals := strings.ToUpper(v) == v
	return title || capitals || strings.Contains(v, ".")
}

// isVersion reports whether a word is the name of a method or format that has a number.
func isVersion(w string) bool {
	letters := strings.TrimRight(w, "0123456789")
	return slices.Contains([]string{"v", "sha", "md", "aes", "rs", "hs", "es", "utf", "oauth",
		"oauth2", "base", "http", "s", "ed", "x", "p", "scram"}, letters)
}

// wordsOf splits a literal at what is neither letter nor digit and at capitals behind small
// letters, in lower case.
func wordsOf(v string) []string {
	var out []string
	from := 0
	end := func(i int) {
		if from < i {
			out = append(out, strings.ToLower(v[from:i]))
		}
	}
	for i := range len(v) {
		switch c := v[i]; {
		case !isLetter(c) && !isDigit(c):
			end(i)
			from = i + 1
		case c >= 'A' && c <= 'Z' && i > from && v[i-1] >= 'a' && v[i-1] <= 'z':
			end(i)
			from = i
		}
	}
	end(len(v))
	return out
}

// isStrong reports whether a literal is no word: letters and digits are mixed, or it is one
// of those that people make of the word secret.
func isStrong(v string) bool {
	if strings.LastIndex(v, "secret") > 0 && len(wordsOf(v)) == 1 {
		return true
	}
	letters, digits := 0, 0
	for i := range len(v) {
		switch c := v[i]; {
		case isLetter(c):
			letters++
		case isDigit(c):
			digits++
		case c <= ' ' || c > '~' || strings.IndexByte("<>[](){},;\"'`|", c) >= 0:
			return false
		}
	}
	return len(v) >= 8 && letters >= 2 && digits >= 2
}
