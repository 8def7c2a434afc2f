package search

import (
	"strings"
	"testing"

	"seedgraph/graph"
)

// TestTwoQuestions checks that two questions without a common answer get half of the list each,
// and that other texts are one question.
func TestTwoQuestions(t *testing.T) {
	nodes := []graph.Node{method("Order.bill: orders are billed"),
		method("Order.price: orders are priced and billed"), method("Refund.pay: refunds are paid"),
		method("Refund.stop: refunds are never paid twice")}
	m := newMemory(nodes...)
	for text, want := range map[string]string{
		"how are orders billed and how are refunds paid":    "Order Refund Order",
		"How are refunds paid, and how are orders billed?":  "Refund Order Refund",
		"how are orders billed and refunds paid":            "",
		"orders billed and how refunds are paid":            "",
		"how are orders billed and how are zebras fed":      "",
		"how are orders priced and where are orders billed": "",
	} {
		res, err := Search(m, text, Options{Limit: 3})
		if err != nil || len(res.Hits) == 0 {
			t.Fatal(res, err)
		}
		var types []string
		for i, h := range res.Hits {
			name := strings.Split(h.Info.Name, ".")
			types = append(types, name[len(name)-2])
			if (h.ScoreNote != "") != (want != "") || i > 0 && h.Score > res.Hits[i-1].Score {
				t.Errorf("%s: hit %d has the score %g (%s)", text, i, h.Score, h.ScoreNote)
			}
		}
		if got := strings.Join(types, " "); want != "" && got != want {
			t.Errorf("%s: hits of %s, want %s", text, got, want)
		}
	}
	// A definition that answers both questions is the best answer.
	m = newMemory(append(nodes, method("Both.all: refunds are paid, orders are billed"))...)
	res, err := Search(m, "how are orders billed and how are refunds paid", Options{Limit: 4})
	if err != nil || res.Hits[0].ScoreNote != "" {
		t.Error(res.Hits, err)
	}
}
