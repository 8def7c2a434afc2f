package message

import (
	"context"
	"strings"
	"testing"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
	"seedgraph/web"
)

// broken is a bus that panics.
type broken struct{}

func (broken) Handlings(*web.Tree) []Handling { panic("out of order") }

// steady finds two handlers of one message, one of them twice.
type steady struct{}

func (steady) Handlings(*web.Tree) []Handling {
	return []Handling{{0, 1, graph.Heuristic}, {0, 0, graph.Exact}, {0, 1, graph.Exact}}
}

// A panic costs the handlers of one bus; of equal handlings the surest is kept.
func TestHandlings(t *testing.T) {
	facts := &parse.Facts{Path: "a.x", Language: "x", Definitions: []parse.Definition{
		{Kind: graph.KindFile, Parent: -1}, {Kind: graph.KindClass, Name: "A", Symbol: "A"}}}
	r, err := resolve.Resolve(context.Background(), []*parse.Facts{facts},
		resolve.Options{Languages: resolve.NewSet()})
	if err != nil {
		t.Fatal(err)
	}
	found := (Set{broken{}, steady{}}).Handlings(web.NewTree(r))
	if len(found) != 2 || found[0].Handler != 0 || found[1] != (Handling{0, 1, graph.Exact}) {
		t.Errorf("the handlings are %v", found)
	}
	if got := strings.Join(r.Table.Files[0].Failures, "; "); got != "out of order" {
		t.Errorf("noted: %q", got)
	}
}
