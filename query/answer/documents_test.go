package answer_test

import (
	"slices"
	"strings"
	"testing"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/answer/expansion"
	"seedgraph/query/answer/impact"
	"seedgraph/query/search"
	"seedgraph/testkit/answertest"
)

const documents = `
-- src/retry.go --
package src

// Retry calls f until it succeeds: the connection may be lost.
func Retry(f func() error) {}

func Other() { Retry(nil) }
-- README.md --
# Shop

How the connection is retried: see [the code](src/retry.go).

## Retry

When a connection is lost, retry. When a connection is lost, retry.
-- docs/more.md --
# Connection

[Retry](../README.md#retry) of a lost connection.
`

// withoutDocuments is the same sources without documents.
var withoutDocuments = documents[:strings.Index(documents, "-- README.md")]

// found lists the names of the hits of a search, with their scores on request.
func found(t *testing.T, x *answer.Index, text string, f search.Filter) (names []string, scores []float64) {
	t.Helper()
	res, err := search.Search(x, text, search.Options{Limit: 20, Selection: search.Selection{Filter: f}, Edges: x})
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range res.Hits {
		names, scores = append(names, h.Info.Name), append(scores, h.Score)
	}
	return names, scores
}

// TestDocumentsDoNotChangeSearches checks that the hits and scores of a search for code
// are exactly those in a tree without documents, and that documents are found if they are
// named or asked for.
func TestDocumentsDoNotChangeSearches(t *testing.T) {
	with, without := answertest.Sources(t, documents), answertest.Sources(t, withoutDocuments)
	for _, text := range []string{"retry when the connection is lost", "Retry", "shop", "lost"} {
		for _, f := range []search.Filter{{}, {Domains: []graph.Domain{graph.Code}}, {Languages: []string{"go"}}} {
			a, scoresA := found(t, with, text, f)
			b, scoresB := found(t, without, text, f)
			if !slices.Equal(a, b) || !slices.Equal(scoresA, scoresB) {
				t.Errorf("%q finds %v %v, and without documents %v %v", text, a, scoresA, b, scoresB)
			}
		}
	}
	for _, c := range []struct {
		text string
		f    search.Filter
		want string // name of the first hit
		none string // must not occur in the name of any hit
	}{
		{"lost connection", search.Filter{Domains: []graph.Domain{graph.Docs}}, "README.shop.retry", "src"},
		{"lost connection", search.Filter{Kinds: []graph.NodeKind{graph.KindSection}}, "README.shop.retry", "src"},
		{"lost connection", search.Filter{Languages: []string{"markdown"}}, "README.shop.retry", "src"},
	} {
		names, _ := found(t, with, c.text, c.f)
		if len(names) == 0 || names[0] != c.want || slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, c.none) }) {
			t.Errorf("%q with %+v finds %v", c.text, c.f, names)
		}
	}
	for _, f := range []search.Filter{{}, {Domains: []graph.Domain{graph.Docs, graph.Code}}} {
		names, _ := found(t, with, "retry in the docs", f)
		if !slices.Contains(names, "src.Retry") || !slices.Contains(names, "README.shop.retry") {
			t.Errorf("a text that asks for docs finds %v with %+v", names, f)
		}
	}
}

// TestDocumentsAreNotAffected checks that a document does not depend on the files it
// links to, and that an expansion of code reaches no document. A changed section affects
// the documents that link to it.
func TestDocumentsAreNotAffected(t *testing.T) {
	x := answertest.Sources(t, documents)
	affected := func(name string) (out []string) {
		a, err := impact.Find(x, []uint32{answertest.Node(t, x, name)}, impact.Options{MaxDepth: 5, MaxNodes: 100})
		if err != nil {
			t.Fatal(err)
		}
		for _, it := range slices.Concat(a.Items, a.ByMessage) {
			out = append(out, it.Name)
		}
		return out
	}
	if got := affected("src/retry.go"); slices.ContainsFunc(got, func(n string) bool { return strings.HasPrefix(n, "README") }) {
		t.Errorf("a change of the file affects %v", got)
	}
	admit, err := expansion.ReachFilter(x, nil, true)
	if err != nil {
		t.Fatal(err)
	}
	docs, err := x.Documents()
	if err != nil || len(docs) != 5 {
		t.Fatalf("%d nodes of documents (%v)", len(docs), err)
	}
	for _, n := range docs {
		if rank, err := x.Rank(n); admit(n) || rank != 0 || err != nil {
			t.Errorf("an expansion reaches node %d, with rank %v (%v)", n, rank, err)
		}
	}
	if !admit(answertest.Node(t, x, "src.Other")) {
		t.Error("an expansion does not reach code")
	}
}
