package artifacts

import "seedgraph/tokens"

// TermKey returns the key under which Postings has a term. A query is to be
// analysed by tokens.Terms, as the index was.
func TermKey(t tokens.Term) string {
	return string(appendTermKey(nil, []byte(t.Text), t.Kind))
}
