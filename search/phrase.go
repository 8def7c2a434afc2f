package search

import (
	"strings"
)

// Phrases: who pastes a message of a program means the place that has it word
// for word.
const (
	// words of a whole text that is looked for as a phrase; a quoted one has at
	// least 2
	minPhrase = 3
	// maximum number of texts that are read for a phrase; with more nodes, it is
	// not treated as one
	maxVerbatim = 2000
)

// phrases lists the parts of a text that code may contain word for word: those in
// double quotes, and the whole text.
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

// foldSpace makes s lower-case, and runs of white space in it one space.
func foldSpace(s string) string { return strings.Join(strings.Fields(strings.ToLower(s)), " ") }

// addPhrases finds the nodes whose texts have a phrase of the query.
func (r *ranking) addPhrases(text string) error {
	if r.opts.Text == nil {
		return nil
	}
	r.verbatim = map[uint32]string{}
	for _, p := range phrases(text) {
		nodes, err := WithAll(r.ix, p)
		if err != nil {
			return err
		}
		if len(nodes) > maxVerbatim {
			continue
		}
		for _, n := range nodes {
			body, err := r.opts.Text(n)
			if err != nil {
				return err
			}
			if r.verbatim[n] == "" && strings.Contains(foldSpace(body), p) {
				r.verbatim[n] = p
			}
		}
	}
	return nil
}
