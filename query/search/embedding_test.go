package search_test

import (
	"testing"

	"seedgraph/graph"
	"seedgraph/query/search"
	"seedgraph/testkit/answertest"
)

// TestEmbedding checks that vectors find a node without a word of the text, add to the scores
// of others, and do not find nodes that filters exclude.
func TestEmbedding(t *testing.T) {
	x := answertest.Shop(t)
	cosines := make([]float32, x.NumNodes())
	bill, table := answertest.Node(t, x, "dbo.BillOrder"), answertest.Node(t, x, "dbo.Order")
	cosines[bill], cosines[table] = 0.9, 0.1
	find := func(text string, opts search.Options) []search.Hit {
		t.Helper()
		opts.Limit, opts.Cosines = 10, cosines
		res, err := search.Search(x, text, opts)
		if err != nil {
			t.Fatal(err)
		}
		return res.Hits
	}
	hits := find("ask for money", search.Options{})
	if len(hits) != 1 || hits[0].Node != bill || hits[0].Embedding <= 0 ||
		hits[0].Cosine < 0.89 || hits[0].Text != 0 {
		t.Errorf("money: %+v", hits)
	}
	weights := search.Defaults()
	if err := weights.Set("embedding", 0); err != nil {
		t.Fatal(err)
	}
	if hits := find("ask for money", search.Options{Weights: weights}); len(hits) != 0 {
		t.Errorf("without weight: %+v", hits)
	}
	// The score is the sum that Hit documents.
	for _, h := range find("save an order of the repository", search.Options{}) {
		words := (h.Text*h.Coverage + h.File.Total() + h.Graph + h.Feedback) * h.Size * h.Reading
		sum := (words+h.Embedding)*h.Factor + h.Bonus
		if sum*h.Repeat < h.Score*0.999 || sum*h.Repeat > h.Score*1.001 {
			t.Errorf("%s: the parts are %g, the score %g", h.Info.Name, sum*h.Repeat, h.Score)
		}
	}
	if err := weights.Set("embedding", 1); err != nil {
		t.Fatal(err)
	}
	if hits := find("OrderRepository.Save", search.Options{Weights: weights}); hits[0].Node != bill {
		t.Errorf("with the whole weight: %+v", hits[0])
	}
	var filter search.Options
	filter.Filter.Kinds = []graph.NodeKind{graph.KindTable}
	for _, h := range find("ask for money", filter) {
		if h.Node == bill {
			t.Errorf("a filter does not hold: %+v", h)
		}
	}
}
