package listing_test

import (
	"slices"
	"strings"
	"testing"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/answer/listing"
	"seedgraph/query/search"
	"seedgraph/testkit/answertest"
)

// TestLinesOfAList checks that the items of a list are printed as an index of their
// nodes.
func TestLinesOfAList(t *testing.T) {
	x := answertest.Shop(t)
	targets := []answer.Target{{Node: answertest.Node(t, x, "dbo.Order")}}
	a, err := listing.List(x, targets, 1)
	if err != nil {
		t.Fatal(err)
	}
	want, err := listing.Lines(x, targets)
	if got := a.Lines(); err != nil || !slices.Equal(got, want) || len(got) != 2 ||
		!strings.HasPrefix(got[0], "# 1 node, ") {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
}

// TestAfter checks that a page begins after the last node of the previous one.
func TestAfter(t *testing.T) {
	all := []answer.Target{{Node: 3}, {Node: 1}, {Node: 2}}
	for last, want := range map[answer.Target]int{{Node: 3}: 2, {Node: 1}: 1, {Node: 2}: 0} {
		rest, found := listing.After(all, last)
		if !found || len(rest) != want || want > 0 && rest[0] != all[len(all)-want] {
			t.Errorf("behind %v: %v, %v", last, rest, found)
		}
	}
	if rest, found := listing.After(all, answer.Target{Node: 9}); found || len(rest) != 3 {
		t.Errorf("behind a node that is not there: %v, %v", rest, found)
	}
}

// TestQueryLine checks that an explained search begins with the interpretation of the
// query.
func TestQueryLine(t *testing.T) {
	res, err := search.Search(answertest.Shop(t), "OrderService", search.Options{Limit: 1})
	if err != nil || len(res.Hits) != 1 {
		t.Fatal(res, err)
	}
	lines := listing.HitLines(res, true)
	if want := "# query of kind symbol; identifiers: OrderService"; lines[0] != want {
		t.Errorf("%q, want %q", lines[0], want)
	}
	if plain := listing.HitLines(res, false); !strings.HasPrefix(plain[0], " 1. ") {
		t.Errorf("nobody asked for it: %q", plain[0])
	}
}

// TestIndexOfHits checks that an index of hits has a line for each object, with the
// number of its older definitions.
func TestIndexOfHits(t *testing.T) {
	x := answertest.Shop(t)
	hit := func(name string, flags graph.Flags) search.Hit {
		return search.Hit{Node: answertest.Node(t, x, name),
			Info: &graph.Node{Kind: graph.KindTable, Name: name, Flags: flags}}
	}
	res := &search.Result{Hits: []search.Hit{hit("dbo.Order", 0), hit("dbo.BillOrder", 0),
		hit("dbo.Order", graph.Replaced)}}
	lines, err := listing.HitIndex(x, res)
	if err != nil || len(lines) != 3 || !strings.HasPrefix(lines[0], "# 2 nodes") ||
		!strings.HasSuffix(lines[1], "  + 1 older") || strings.Contains(lines[2], "older") {
		t.Errorf("%q, %v", lines, err)
	}
}

// TestOlderAreFolded checks that definitions replaced by the current one are counted next
// to it; if the current one is not a hit, they are ordinary hits.
func TestOlderAreFolded(t *testing.T) {
	hit := func(handle, name string, flags graph.Flags) search.Hit {
		return search.Hit{Info: &graph.Node{ID: graph.NodeID("sql:" + handle + "#x@" + handle),
			Kind: graph.KindProc, Name: name, Flags: flags}}
	}
	res := &search.Result{Hits: []search.Hit{
		hit("aaaaaaaaaa", "dbo.Gone", graph.Replaced), hit("bbbbbbbbbb", "dbo.Bill", 0),
		hit("cccccccccc", "dbo.Bill", graph.Replaced), hit("dddddddddd", "dbo.Pay", 0),
		hit("eeeeeeeeee", "dbo.Bill", graph.Replaced),
	}}
	text := strings.Join(listing.HitLines(res, false), "\n")
	for _, want := range []string{" 1. aaaaaaaaaa", " 2. bbbbbbbbbb", "  + 2 older", " 4. dddddddddd"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "cccccccccc") || strings.Contains(text, "eeeeeeeeee") ||
		strings.Count(text, "older") != 1 {
		t.Errorf("they are not folded:\n%s", text)
	}
	a := listing.NewHits("bill", res)
	var ids, older []string
	for _, it := range a.Items {
		ids = append(ids, it.Handle)
		older = append(older, it.Older...)
	}
	if got := strings.Join(ids, " "); got != "aaaaaaaaaa bbbbbbbbbb dddddddddd" ||
		len(a.Seeds) != 3 || len(a.Hits) != 3 || a.Hits[2].Rank != 4 {
		t.Errorf("items %s, seeds %v, hits %v", got, a.Seeds, a.Hits)
	}
	if got := strings.Join(older, " "); got != "sql:cccccccccc#x@cccccccccc sql:eeeeeeeeee#x@eeeeeeeeee" {
		t.Errorf("older: %s", got)
	}
}

// TestHitsOfAQuestionByFile checks that further hits of a file follow its best one, with
// their ranks and without the path, for questions and not for changes.
func TestHitsOfAQuestionByFile(t *testing.T) {
	hit := func(name, path string, line uint32) search.Hit {
		return search.Hit{Info: &graph.Node{ID: graph.NodeID("go:x#" + name + "@" + name), Kind: graph.KindMethod,
			Name: name, Path: path, NameLine: line, Span: graph.Span{StartLine: line, EndLine: line + 2},
			Signature: "func " + name + "()"}}
	}
	res := &search.Result{Kind: search.KindProse, Hits: []search.Hit{
		hit("aaaaaaaaaa", "cart.go", 1), hit("bbbbbbbbbb", "bill.go", 7), hit("cccccccccc", "cart.go", 5),
		hit("dddddddddd", "", 0), hit("eeeeeeeeee", "", 0),
	}}
	want := ` 1. aaaaaaaaaa  method aaaaaaaaaa
    cart.go:1-3  score 0.00  0 tokens
    func aaaaaaaaaa()
     3. cccccccccc  method cccccccccc
        :5-7  score 0.00  0 tokens
        func cccccccccc()
 2. bbbbbbbbbb  method bbbbbbbbbb
    bill.go:7-9  score 0.00  0 tokens
    func bbbbbbbbbb()
 4. dddddddddd  method dddddddddd
    external  score 0.00  0 tokens
    func dddddddddd()
 5. eeeeeeeeee  method eeeeeeeeee
    external  score 0.00  0 tokens
    func eeeeeeeeee()`
	if got := strings.Join(listing.HitLines(res, false), "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	res.Kind = search.KindChange
	got := strings.Join(listing.HitLines(res, false), "\n")
	if strings.Index(got, " 2. ") > strings.Index(got, " 3. ") || strings.Count(got, "cart.go") != 2 {
		t.Errorf("a change is grouped:\n%s", got)
	}
}
