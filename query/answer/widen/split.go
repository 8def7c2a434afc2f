package widen

import (
	"strings"

	"seedgraph/internal/lazyregexp"
	"seedgraph/tokens"
)

const (
	longText  = 8 // minimum number of words of a text that is split
	partWords = 2 // minimum number of words of a part, stop words excluded
)

// partEnd matches the boundaries of the parts of a long question: the end of a sentence
// or a line, a semicolon, a comma, and conjunctions.
var partEnd = lazyregexp.New(`[.?!;,]\s+|\n+|\s+(?:and|or|but|then|also)\s+`)

// split returns the parts of a long text; at most one if no parts are informative.
func split(text string) []string {
	if len(strings.Fields(text)) < longText {
		return nil
	}
	var out []string
	for _, part := range partEnd.Split(text, -1) {
		words := 0
		for _, t := range tokens.Terms(nil, part) {
			if t.Kind&tokens.Part != 0 && t.Kind&tokens.Stop == 0 {
				words++
			}
		}
		if words >= partWords {
			out = append(out, strings.TrimSpace(part))
		}
	}
	return out
}
