package routes

import (
	"context"
	"strings"
	"testing"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// broken is a framework that panics.
type broken struct{}

func (broken) Sites(string, parse.Source) parse.SiteScope { return parse.AllSites }

func (broken) Endpoints(*eval.Tree) []Endpoint { panic("out of order") }

// steady finds one endpoint.
type steady struct{ broken }

func (steady) Endpoints(t *eval.Tree) []Endpoint {
	return []Endpoint{{Verb: Any, Template: "/x", At: eval.Place{File: t.Table.Files[0]}}}
}

func TestPanicCostsTheRoutesOfOneFramework(t *testing.T) {
	facts := &parse.Facts{Path: "a.x", Language: "x",
		Definitions: []parse.Definition{{Kind: graph.KindFile, Parent: -1}},
		Sites:       []parse.Site{{Kind: parse.SiteCall, Expr: parse.Expr{Kind: parse.ExprCall}}}}
	r, err := resolve.Resolve(context.Background(), []*parse.Facts{facts},
		resolve.Options{Languages: resolve.NewSet()})
	if err != nil {
		t.Fatal(err)
	}
	if found := (Set{broken{}, steady{}}).Endpoints(eval.NewTree(r)); len(found) != 1 {
		t.Errorf("%d endpoints, want 1", len(found))
	}
	if got := strings.Join(r.Table.Files[0].Failures, "; "); got != "out of order" {
		t.Errorf("noted: %q", got)
	}
}

// endless evaluates the expressions of the tree until it is stopped.
type endless struct {
	broken
	stop func()
}

func (e endless) Endpoints(t *eval.Tree) []Endpoint {
	for i := 0; ; i++ {
		if i == 10_000 {
			e.stop()
		}
		t.Evaluate(t.Calls()[0])
	}
}

// TestSearchStops: cancellation ends the search of a framework, and none starts after
// it.
func TestSearchStops(t *testing.T) {
	facts := &parse.Facts{Path: "a.x", Language: "x",
		Definitions: []parse.Definition{{Kind: graph.KindFile, Parent: -1}},
		Sites:       []parse.Site{{Kind: parse.SiteCall, Expr: parse.Expr{Kind: parse.ExprString}}}}
	r, err := resolve.Resolve(context.Background(), []*parse.Facts{facts},
		resolve.Options{Languages: resolve.NewSet()})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	tree := eval.NewTree(r)
	tree.StopWith(ctx)
	if found := (Set{endless{stop: stop}, steady{}}).Endpoints(tree); len(found) != 0 {
		t.Errorf("%d endpoints after an interrupt", len(found))
	}
}

func TestTemplates(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Join("", ""), "/"},
		{Join("/api/", "/x/"), "/api/x"},
		{Join("api", ""), "/api"},
		{Colons("/a/:id/b"), "/a/{id}/b"},
		{Colons(`/a/:id(\\d+)/*rest`), `/a/{id:\\d+}/{*rest}`},
		{Colons("/:id<int;min(1)>/x"), "/{id:int:min(1)}/x"},
		{Colons("/:id([{])/x"), "/{id}/x"}, // unbalanced braces
		{Colons("/:a-:b?"), "/{a}-{b?}"},
		{Colons("/:a?/:b+"), "/{a?}/{*b}"},
		{Colons("/:id{[0-9]{2}}/x"), "/{id:[0-9]{2}}/x"},
		{Colons("/a/x(y|z(1|2))w/b"), "/a/xw/b"}, // alternatives are unknown
		{Angles("a/<int:id>/<name>/<"), "a/{id:int}/{name}/<"},
		{Name("/a/{id:regex(^{{x}}$)}/{*rest}"), "/a/{}/{*}"},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
}
