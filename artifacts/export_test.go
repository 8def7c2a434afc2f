package artifacts

import (
	"testing"

	"seedgraph/tokens"
)

// TermKey returns the key under which Postings has a term. A query is to be
// analysed by tokens.Terms, as the index was.
func TermKey(t tokens.Term) string {
	return string(appendTermKey(nil, []byte(t.Text), t.Kind))
}

// CheckQuotes compares the values that FORMAT.md quotes of an index with those in r, and
// counts them.
func CheckQuotes(t *testing.T, r *Reader, of string) (n int) {
	t.Helper()
	for _, q := range quotes(t) {
		if q.attrs["of"] == of {
			n++
			q.checkValue(t, r)
		}
	}
	return n
}
