package search

import (
	"fmt"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/tokens"
)

// Documents are indexed under separate terms: a search for code does not find them, and
// its weights do not depend on the amount of documentation in a tree. They are searched,
// in the same way, if the filter names them or the text asks for them.

// A searchScope specifies whether code, documents or both are searched.
type searchScope uint8

const (
	wishCode searchScope = iota
	wishDocs
	wishBoth
)

// asking holds the words that ask for documents.
var asking = map[string]bool{"documentation": true, "docs": true, "readme": true, "changelog": true,
	"tutorial": true, "tutorials": true}

// wishOf determines whether to search code, documents or both.
func wishOf(f *Filter, text string) searchScope {
	named, docs, code := f.admitsDocs(), true, true
	for _, l := range []struct{ docs, len int }{
		{count(f.Domains, graph.Docs), len(f.Domains)}, {count(f.Kinds, graph.KindSection), len(f.Kinds)},
		{count(f.Languages, "markdown"), len(f.Languages)}} {
		docs = docs && (l.len == 0 || l.docs > 0)
		code = code && (l.len == 0 || l.docs < l.len)
	}
	if !named && len(f.Domains)+len(f.Kinds)+len(f.Languages) == 0 {
		named = slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(titleOf(text)),
			func(c rune) bool { return c < 'a' || c > 'z' }), func(w string) bool { return asking[w] })
	}
	switch {
	case !named || !docs:
		return wishCode
	case code:
		return wishBoth
	}
	return wishDocs
}

// count returns the number of occurrences of x in list.
func count[T comparable](list []T, x T) int {
	n := 0
	for _, y := range list {
		if x == y {
			n++
		}
	}
	return n
}

// searchWhole implements [Search] for one text.
func searchWhole(ix Index, text string, opts Options) (*Result, error) {
	docs, err := documents(ix)
	if err != nil {
		return nil, fmt.Errorf("search %q: %w", text, err)
	}
	wanted := wishOf(&opts.Filter, text)
	if len(docs) == 0 {
		return search(ix, text, opts)
	}
	if wanted != wishBoth {
		return search(viewOf(ix, docs, wanted == wishDocs, &opts), text, opts)
	}
	opts.Filter.Docs = true
	sub := opts
	found, err := search(viewOf(ix, docs, true, &sub), text, sub)
	if err != nil {
		return nil, err
	}
	res, err := search(viewOf(ix, docs, false, &opts), text, opts)
	if err != nil {
		return nil, err
	}
	res.join(found, opts.Limit)
	return res, nil
}

// documents lists the nodes of documents.
func documents(ix Index) ([]uint32, error) {
	list, err := ix.Postings(tokens.DocsMark)
	if err != nil {
		return nil, err
	}
	var out []uint32
	for {
		n, _, ok := list.Next()
		if !ok {
			return out, list.Err()
		}
		out = append(out, n)
	}
}

// join merges the hits of a search for documents.
func (r *Result) join(docs *Result, limit int) {
	r.docs, r.Matched = docs, r.Matched+docs.Matched
	scale := 1.0
	if len(r.Hits) > 0 && len(docs.Hits) > 0 {
		scale = r.Hits[0].Score / docs.Hits[0].Score
	}
	hits := slices.Clone(r.Hits)
	for _, h := range docs.Hits {
		h.Score *= scale
		hits = append(hits, h)
	}
	slices.SortStableFunc(hits, func(a, b Hit) int {
		switch {
		case a.Score > b.Score:
			return -1
		case a.Score < b.Score:
			return 1
		}
		return 0
	})
	r.Hits = hits[:min(len(hits), limit)]
}

// A view is an index restricted to documents, or to all other nodes.
type view struct {
	Index
	mark    string
	docs    []uint32
	wanted  bool // restricted to documents
	lengths []uint16
}

// viewOf returns the view for a search, and restricts the edges and cosines of opts to it.
func viewOf(ix Index, docs []uint32, wanted bool, opts *Options) *view {
	v := &view{Index: ix, docs: docs, wanted: wanted}
	if wanted {
		v.mark = tokens.DocsMark
	}
	if opts.Edges != nil {
		opts.Edges = edgesOf{opts.Edges, v}
	}
	if opts.Cosines != nil {
		opts.Cosines = v.within(opts.Cosines)
	}
	return v
}

// has reports whether a node is in the view.
func (v *view) has(n uint32) bool {
	_, is := slices.BinarySearch(v.docs, n)
	return is == v.wanted
}

// keep returns the nodes that are in the view.
func (v *view) keep(nodes []uint32, err error) ([]uint32, error) {
	return slices.DeleteFunc(slices.Clone(nodes), func(n uint32) bool { return !v.has(n) }), err
}

// Postings implements [Index].
func (v *view) Postings(term string) (Postings, error) { return v.Index.Postings(v.mark + term) }

// Terms implements [Index].
func (v *view) Terms(prefix string, f func(term string, nodes int) bool) error {
	return v.Index.Terms(v.mark+prefix, func(term string, nodes int) bool {
		if v.mark == "" && strings.HasPrefix(term, tokens.DocsMark) {
			return true
		}
		return f(strings.TrimPrefix(term, v.mark), nodes)
	})
}

// FieldLengths implements [Index]: nodes outside the view have no terms.
func (v *view) FieldLengths() ([]uint16, error) {
	if v.lengths != nil {
		return v.lengths, nil
	}
	all, err := v.Index.FieldLengths()
	if err != nil {
		return nil, err
	}
	const fields = int(tokens.NumFields)
	if v.wanted {
		v.lengths = make([]uint16, len(all))
		for _, n := range v.docs {
			copy(v.lengths[int(n)*fields:], all[int(n)*fields:(int(n)+1)*fields])
		}
		return v.lengths, nil
	}
	v.lengths = slices.Clone(all)
	for _, n := range v.docs {
		clear(v.lengths[int(n)*fields : (int(n)+1)*fields])
	}
	return v.lengths, nil
}

// FileNodes implements [Index].
func (v *view) FileNodes(path string) ([]uint32, error) { return v.keep(v.Index.FileNodes(path)) }

// Named implements [Index].
func (v *view) Named(last string) ([]uint32, error) { return v.keep(v.Index.Named(last)) }

// edgesOf restricts edges to a view.
type edgesOf struct {
	Edges
	v *view
}

// Out implements [Edges].
func (e edgesOf) Out(n uint32) ([]graph.Edge, error) { return e.within(e.Edges.Out(n)) }

// In implements [Edges].
func (e edgesOf) In(n uint32) ([]graph.Edge, error) { return e.within(e.Edges.In(n)) }

func (e edgesOf) within(list []graph.Edge, err error) ([]graph.Edge, error) {
	outside := func(x graph.Edge) bool { return !e.v.has(x.From) || !e.v.has(x.To) }
	if !slices.ContainsFunc(list, outside) {
		return list, err
	}
	return slices.DeleteFunc(slices.Clone(list), outside), err
}

// Paths implements [Places].
func (v *view) Paths(prefix string, f func(path string) bool) error {
	if tree, ok := v.Index.(Places); ok {
		return tree.Paths(prefix, f)
	}
	return nil
}

// At implements [Places].
func (v *view) At(path string, line uint32) (n uint32, ok bool, err error) {
	if tree, is := v.Index.(Places); is {
		n, ok, err = tree.At(path, line)
	}
	return n, ok && v.has(n), err
}

// HistoryFiles implements [History].
func (v *view) HistoryFiles() (int, error) {
	if past, ok := v.Index.(History); ok {
		return past.HistoryFiles()
	}
	return 0, nil
}

// History implements [History].
func (v *view) History(term string) ([]graph.FileWeight, error) {
	if past, ok := v.Index.(History); ok {
		return past.History(term)
	}
	return nil, nil
}

// Companions implements [CoChanges].
func (v *view) Companions(n uint32) ([]graph.Tie, error) {
	past, ok := v.Index.(CoChanges)
	if !ok {
		return nil, nil
	}
	ties, err := past.Companions(n)
	return slices.DeleteFunc(slices.Clone(ties), func(t graph.Tie) bool { return !v.has(t.Node) }), err
}
