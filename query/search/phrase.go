package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"seedgraph/tokens"
)

// Phrases: a user who pastes a message of a program is looking for the code that contains
// it verbatim.
const (
	// minimum number of words of a whole text treated as a phrase; a quoted phrase has at
	// least 2
	minPhrase = 3
	// maximum number of texts that are searched for a phrase; if more nodes qualify, it
	// is not treated as one
	maxVerbatim = 2000
)

// phrases lists the parts of a text that code may contain verbatim: those in double
// quotes, and the whole text.
func phrases(text string) []string {
	var out []string
	add := func(s string, min int) {
		if s = foldSpace(s); strings.Count(s, " ")+1 >= min {
			out = append(out, s)
		}
	}
	for parts := strings.Split(text, `"`); len(parts) > 2; parts = parts[2:] {
		add(parts[1], 2)
	}
	add(strings.Trim(strings.TrimSpace(text), `"`), minPhrase)
	return out
}

// foldSpace converts s to lower case and replaces runs of white space by one space.
func foldSpace(s string) string { return strings.Join(strings.Fields(strings.ToLower(s)), " ") }

// addPhrases finds the nodes whose texts contain a phrase of the query.
func (r *ranking) addPhrases(text string) error {
	if r.opts.Text == nil {
		return nil
	}
	r.verbatim = map[uint32]string{}
	for _, p := range phrases(text) {
		nodes, err := withAll(r.ix, p, inBody)
		if err != nil {
			return err
		}
		if len(nodes) > maxVerbatim {
			continue
		}
		for _, n := range nodes {
			if r.verbatim[n] != "" {
				continue
			}
			body, err := r.opts.Text(n)
			if err != nil {
				return err
			}
			if hasPhrase(body, p) {
				r.verbatim[n] = p
			}
		}
	}
	return nil
}

// inBody reports whether a term is in a node's own text, where phrases are.
func inBody(freq *Frequencies) bool { return freq[tokens.FieldBody] > 0 }

// hasPhrase reports whether a text contains a phrase normalized by foldSpace. It copies
// nothing, because thousands of texts may be searched.
func hasPhrase(text, phrase string) bool {
	first, _ := utf8.DecodeRuneInString(phrase)
	for i, c := range text {
		if lower(c) == first && beginsWith(text[i:], phrase) {
			return true
		}
	}
	return false
}

// beginsWith reports whether a text begins with a phrase; each space of the phrase
// matches any white space.
func beginsWith(text, phrase string) bool {
	for _, want := range phrase {
		if want == ' ' {
			rest := strings.TrimLeftFunc(text, unicode.IsSpace)
			if len(rest) == len(text) {
				return false
			}
			text = rest
			continue
		}
		c, size := utf8.DecodeRuneInString(text)
		if size == 0 || lower(c) != want {
			return false
		}
		text = text[size:]
	}
	return true
}

// lower is a faster unicode.ToLower.
func lower(c rune) rune {
	switch {
	case 'A' <= c && c <= 'Z':
		return c | 0x20
	case c < utf8.RuneSelf:
		return c
	}
	return unicode.ToLower(c)
}
