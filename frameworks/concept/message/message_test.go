package message

import (
	"context"
	"strings"
	"testing"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// broken is a bus that panics.
type broken struct{}

func (broken) Handlings(*eval.Tree) []Handler { panic("out of order") }

// steady finds two handlers of one message, one of them twice.
type steady struct{}

func (steady) Handlings(*eval.Tree) []Handler {
	return []Handler{handling(1, graph.Heuristic), handling(0, graph.Exact), handling(1, graph.Exact)}
}

// handling returns a handling of the first definition by another.
func handling(by resolve.DefID, tier graph.Tier) Handler {
	return Handler{Message: 0, Handler: by, Tier: tier}
}

// Sites implements [web.SiteReader]; it needs no sites.
func (broken) Sites(string, parse.Source) parse.SiteScope { return parse.NoSites }

func (broken) Ends(*eval.Tree) []ChannelEnd { panic("out of order, too") }

// open has two ends of a topic, one of them twice, a sender to a topic without
// handlers, and two ends of topics with unknown names.
type open struct{ file *resolve.File }

func (open) Sites(string, parse.Source) parse.SiteScope { return parse.AllSites }

func (o open) Ends(*eval.Tree) []ChannelEnd {
	at := func(n uint32) eval.Place { return eval.Place{File: o.file, At: n} }
	paid, lost := Topic{System: "s", Name: "paid"}, Topic{System: "s", Name: "lost"}
	unknown := Topic{System: "s", Name: "to-" + eval.Hole}
	return []ChannelEnd{{Topic: unknown, At: at(4), Tier: graph.Exact},
		{Topic: unknown, Sends: true, At: at(5), Tier: graph.Exact},
		{Topic: lost, Sends: true, At: at(0), Tier: graph.Exact},
		{Topic: paid, Sends: true, At: at(1), Tier: graph.Typed},
		{Topic: paid, Sends: true, At: at(1), Tier: graph.Exact},
		{Topic: paid, At: at(9), Tier: graph.Exact},
		{Topic: Topic{System: "s"}, At: at(3), Tier: graph.Exact}}
}

// TestEnds: handlers of a topic are sorted before its senders; topics without a handler or a name
// have no ends, but what sends to one without a name is kept. A panic only loses the topics of
// one broker.
func TestEnds(t *testing.T) {
	facts := &parse.Facts{Path: "a.x", Language: "x", Definitions: []parse.Definition{
		{Kind: graph.KindFile, Parent: -1}}}
	r, err := resolve.Resolve(context.Background(), []*parse.Facts{facts},
		resolve.Options{Languages: resolve.NewSet()})
	if err != nil {
		t.Fatal(err)
	}
	set := Set{Brokers: []Broker{broken{}, open{r.Table.Files[0]}}}
	found, _, unnamed := set.Ends(eval.NewTree(r))
	if len(found) != 2 || found[0].Sends || found[0].At.At != 9 || !found[1].Sends ||
		found[1].Tier != graph.Exact {
		t.Errorf("the ends are %+v", found)
	}
	if len(unnamed) != 1 || unnamed[0].At.At != 5 {
		t.Errorf("the senders to unknown topics are %+v", unnamed)
	}
	if got := strings.Join(r.Table.Files[0].Failures, "; "); got != "out of order, too" {
		t.Errorf("noted: %q", got)
	}
	if n := len(set.Readers()); n != 2 {
		t.Errorf("%d readers of sites, want 2", n)
	}
}

// Sendings of the steady bus are of a message with a handler, twice at one place, and
// of one without.
func (steady) Sendings(*eval.Tree) []Publish {
	at := eval.Place{At: 4}
	return []Publish{{Message: 1, By: 1, At: at, Tier: graph.Exact},
		{By: 1, At: at, Tier: graph.Heuristic}, {By: 1, At: at, Tier: graph.Exact}}
}

func (steady) Sites(string, parse.Source) parse.SiteScope { return parse.AllSites }

func (broken) Sendings(*eval.Tree) []Publish { panic("cannot send") }

// TestSendings: only sendings of handled messages are kept; the surest of duplicates is
// kept.
func TestSendings(t *testing.T) {
	facts := &parse.Facts{Path: "a.x", Language: "x", Definitions: []parse.Definition{
		{Kind: graph.KindFile, Parent: -1}, {Kind: graph.KindClass, Name: "A", Symbol: "A"}}}
	r, err := resolve.Resolve(context.Background(), []*parse.Facts{facts},
		resolve.Options{Languages: resolve.NewSet()})
	if err != nil {
		t.Fatal(err)
	}
	set, tree := Set{Buses: []Bus{broken{}, steady{}}}, eval.NewTree(r)
	found, _ := set.Sendings(tree, []Handler{handling(1, graph.Exact)})
	if len(found) != 1 || found[0].Message != 0 || found[0].Tier != graph.Exact {
		t.Errorf("what is sent: %+v", found)
	}
	if got := strings.Join(r.Table.Files[0].Failures, "; "); got != "cannot send" {
		t.Errorf("noted: %q", got)
	}
	if found, _ := set.Sendings(tree, nil); len(found) > 0 {
		t.Errorf("sent, though nothing is handled: %+v", found)
	}
}

// TestHandlings: a panic only loses the handlers of one bus; the surest of duplicates
// is kept.
func TestHandlings(t *testing.T) {
	facts := &parse.Facts{Path: "a.x", Language: "x", Definitions: []parse.Definition{
		{Kind: graph.KindFile, Parent: -1}, {Kind: graph.KindClass, Name: "A", Symbol: "A"}}}
	r, err := resolve.Resolve(context.Background(), []*parse.Facts{facts},
		resolve.Options{Languages: resolve.NewSet()})
	if err != nil {
		t.Fatal(err)
	}
	found := (Set{Buses: []Bus{broken{}, steady{}}}).Handlings(eval.NewTree(r))
	if len(found) != 2 || found[0].Handler != 0 || found[1] != handling(1, graph.Exact) {
		t.Errorf("the handlings are %v", found)
	}
	if got := strings.Join(r.Table.Files[0].Failures, "; "); got != "out of order" {
		t.Errorf("noted: %q", got)
	}
}
