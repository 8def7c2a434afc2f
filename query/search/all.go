package search

import "seedgraph/tokens"

// WithAll returns the nodes that contain every word of the text, in any field, ascending.
// Words are parts of identifiers, stemmed; stop words count only if there are no others.
// It returns no nodes for a text without words.
func WithAll(ix Index, text string) ([]uint32, error) {
	return withAll(ix, text, func(*Frequencies) bool { return true })
}

// withAll is WithAll restricted to occurrences in fields accepted by fits.
func withAll(ix Index, text string, fits func(*Frequencies) bool) ([]uint32, error) {
	var words []string
	for _, without := range []tokens.TermKind{tokens.Stop, 0} {
		for _, t := range tokens.Terms(nil, text) {
			if t.Kind&tokens.Part != 0 && t.Kind&without == 0 {
				words = append(words, t.Text)
			}
		}
		if len(words) > 0 {
			break
		}
	}
	var nodes []uint32
	for i, w := range words {
		list, err := ix.Postings(w)
		if err != nil {
			return nil, err
		}
		nodes = common(nodes, list, fits, i == 0)
		if err := list.Err(); err != nil {
			return nil, err
		}
	}
	return nodes, nil
}

// common returns the nodes that are also in list, with frequencies accepted by fits; if
// first is set, it returns all nodes of the list.
func common(nodes []uint32, list Postings, fits func(*Frequencies) bool, first bool) []uint32 {
	var out []uint32
	i := 0
	for {
		n, freq, ok := list.Next()
		if !ok {
			return out
		}
		if !fits(freq) {
			continue
		}
		for i < len(nodes) && nodes[i] < n {
			i++
		}
		if first || i < len(nodes) && nodes[i] == n {
			out = append(out, n)
		}
	}
}
