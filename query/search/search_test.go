package search

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"seedgraph/graph"
	"seedgraph/tokens"
)

// memory is an in-memory index of nodes, by number.
type memory struct {
	nodes   []graph.Node
	lengths []uint16
	lists   map[string][]entry
}

type entry struct {
	node uint32
	freq Frequencies
}

// newMemory indexes nodes. The text of a node is its doc comment, which becomes its only
// part.
func newMemory(nodes ...graph.Node) *memory {
	m := &memory{nodes: nodes, lists: map[string][]entry{}}
	for i := range nodes {
		n := &nodes[i]
		n.Parts = []graph.Part{{Text: n.Doc}}
		var lengths [tokens.NumFields]uint16
		freq := map[string]*Frequencies{}
		for f, text := range map[tokens.Field]string{
			tokens.FieldName: n.Short, tokens.FieldType: n.Class, tokens.FieldQualified: n.Name,
			tokens.FieldPath: n.Path, tokens.FieldBody: n.Doc,
		} {
			for _, t := range tokens.Terms(nil, text) {
				if t.Kind&tokens.Stop != 0 && f > tokens.FieldQualified {
					continue
				}
				if freq[t.Key()] == nil {
					freq[t.Key()] = new(Frequencies)
				}
				freq[t.Key()][f]++
				lengths[f]++
			}
		}
		m.lengths = append(m.lengths, lengths[:]...)
		for term, f := range freq {
			m.lists[term] = append(m.lists[term], entry{uint32(i), *f})
		}
	}
	return m
}

func (m *memory) NumNodes() uint32                   { return uint32(len(m.nodes)) }
func (m *memory) FieldLengths() ([]uint16, error)    { return m.lengths, nil }
func (m *memory) Node(n uint32) (*graph.Node, error) { return &m.nodes[n], nil }
func (m *memory) FileNodes(path string) ([]uint32, error) {
	var out []uint32
	for i, n := range m.nodes {
		if n.Path == path {
			out = append(out, uint32(i))
		}
	}
	return out, nil
}
func (m *memory) Terms(prefix string, f func(string, int) bool) error {
	for _, term := range slices.Sorted(maps.Keys(m.lists)) {
		if strings.HasPrefix(term, prefix) && !f(term, len(m.lists[term])) {
			break
		}
	}
	return nil
}
func (m *memory) Postings(term string) (Postings, error) {
	return &list{all: m.lists[term]}, nil
}
func (m *memory) Named(last string) ([]uint32, error) {
	var out []uint32
	for i, n := range m.nodes {
		if strings.ToLower(n.Short) == last {
			out = append(out, uint32(i))
		}
	}
	return out, nil
}

type list struct {
	all []entry
	at  int
}

func (l *list) Len() int   { return len(l.all) }
func (l *list) Err() error { return nil }
func (l *list) Next() (uint32, *Frequencies, bool) {
	if l.at == len(l.all) {
		return 0, nil, false
	}
	l.at++
	return l.all[l.at-1].node, &l.all[l.at-1].freq, true
}

// method makes a node from "Type.Name: words of the body".
func method(s string) graph.Node {
	name, body, _ := strings.Cut(s, ": ")
	class, short, ok := strings.Cut(name, ".")
	if !ok {
		class, short = "", name
	}
	return graph.Node{Kind: graph.KindMethod, Name: "Shop." + name, Short: short, Class: class,
		Path: "src/" + strings.ToLower(name) + ".go", Doc: body}
}

// found lists the names of the hits in order.
func found(t *testing.T, m *memory, text string, opts Options) []string {
	t.Helper()
	opts.Limit = max(opts.Limit, 1)
	res, err := Search(m, text, opts)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, h := range res.Hits {
		out = append(out, strings.TrimPrefix(h.Info.Name, "Shop."))
	}
	return out
}

func TestANameCountsMoreThanABody(t *testing.T) {
	m := newMemory(method("A.x: order order order billing"), method("B.order: nothing here at all"),
		method("C.y: unrelated words"))
	if got := found(t, m, "order", Options{Limit: 9}); !slices.Equal(got,
		[]string{"B.order", "A.x"}) {
		t.Errorf("got %q", got)
	}
}

func TestRareTermsCountMore(t *testing.T) {
	m := newMemory(method("A.a: common"), method("B.b: common"), method("C.c: common"),
		method("D.d: rare"))
	if got := found(t, m, "common rare", Options{Limit: 1}); got[0] != "D.d" {
		t.Errorf("got %q", got)
	}
}

func TestIdentifiersAreFoundWholeAndInParts(t *testing.T) {
	m := newMemory(method("A.a: sets user_ids at once"), method("B.b: a user without one"),
		method("C.c: identities"))
	if got := found(t, m, "userIDs", Options{Limit: 9}); !slices.Equal(got,
		[]string{"A.a", "B.b"}) {
		t.Errorf("got %q", got)
	}
}

func TestAnIdentifierAsWrittenCountsMoreThanItsWords(t *testing.T) {
	m := newMemory(method("A.a: time runs until it stops, to continue in time"),
		method("B.b: a long body that waits for timeUntilContinue and does much more besides"))
	if got := found(t, m, "simplify timeUntilContinue", Options{Limit: 9}); got[0] != "B.b" {
		t.Errorf("got %q", got)
	}
	off := map[string]float64{"whole": 0}
	if got := weighted(t, m, "simplify timeUntilContinue", off); got[0] != "A.a" {
		t.Errorf("without the identifier: got %q", got)
	}
}

func TestAnUnknownWordIsAnIdentifierInSmallLetters(t *testing.T) {
	m := newMemory(method("A.a: a key and a value"), method("B.b: sends a KeyValuePair"),
		method("C.c: both stream"))
	for text, want := range map[string]string{"fix keyvaluepair races": "B.b", "stream": "C.c"} {
		if got := found(t, m, text, Options{Limit: 9}); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: got %q", text, got)
		}
	}
}

func TestNeighboringWordsAreAnIdentifier(t *testing.T) {
	m := newMemory(method("A.a: delete in bulk, bulk or delete"), method("B.b: runs BulkDelete now"),
		method("C.c: runs bulk_delete now"))
	want := []string{"B.b", "C.c"}
	for _, text := range []string{"support bulk delete", "Bulk delete!"} {
		got := found(t, m, text, Options{Limit: 2})
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q", text, got)
		}
	}
	if got := found(t, m, "delete bulk", Options{Limit: 1}); got[0] != "A.a" {
		t.Errorf("in the other order: got %q", got)
	}
}

func TestJoinedWordsAreNoShareOfTheQuery(t *testing.T) {
	m := newMemory(method("A.a: bulk and delete"), method("B.b: BulkDelete"))
	res, err := Search(m, "bulk delete", Options{Limit: 9})
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range res.Hits {
		if h.Share != 1 {
			t.Errorf("%s has %v of the query", h.Info.Name, h.Share)
		}
	}
	if !slices.Equal(res.Terms, []string{"bulk", "delete", "delet"}) {
		t.Errorf("terms %q", res.Terms)
	}
}

func TestStopWordsCountOnlyAlone(t *testing.T) {
	m := newMemory(method("A.where: x"), method("B.b: orders"))
	if got := found(t, m, "where orders", Options{Limit: 9}); !slices.Equal(got, []string{"B.b"}) {
		t.Errorf("got %q", got)
	}
	if got := found(t, m, "where", Options{Limit: 9}); !slices.Equal(got, []string{"A.where"}) {
		t.Errorf("alone: got %q", got)
	}
}

func TestSymbolsComeFirstTheMoreExactlyTheEarlier(t *testing.T) {
	m := newMemory(
		method("Text.a: GetById GetById GetById getbyid"),
		method("Lower.getbyid: x"),
		method("Repo.GetById: x"),
		method("Other.GetById: x"),
	)
	got := found(t, m, "Repo.GetById", Options{Limit: 4})
	if want := []string{"Repo.GetById", "Other.GetById", "Lower.getbyid",
		"Text.a"}; got[0] != want[0] {
		t.Errorf("got %q, want %q", got, want)
	}
	got = found(t, m, "GetById", Options{Limit: 4})
	slices.Sort(got[:2])
	if want := []string{"Other.GetById", "Repo.GetById", "Lower.getbyid",
		"Text.a"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	got = found(t, m, "why does Repo.GetById fail", Options{Limit: 4})
	if got[0] != "Repo.GetById" {
		t.Errorf("within prose: got %q", got)
	}
}

func TestTheNameOfATypeMeansTheType(t *testing.T) {
	m := newMemory(
		graph.Node{Kind: graph.KindConstructor, Name: "Shop.Basket.Basket", Short: "Basket",
			Class: "Basket", Path: "a.cs", Doc: "basket basket new"},
		graph.Node{Kind: graph.KindClass, Name: "Shop.Basket", Short: "Basket", Path: "a.cs",
			Doc: "holds what a customer is about to buy, until it is bought"},
		graph.Node{Kind: graph.KindField, Name: "Shop.Page.Basket", Short: "Basket", Class: "Page",
			Path: "b.cs", Doc: "basket"},
	)
	if got := found(t, m, "Basket", Options{Limit: 9}); len(got) != 3 || got[0] != "Basket" {
		t.Errorf("got %q", got)
	}
}

func TestPhrasesComeFirst(t *testing.T) {
	m := newMemory(
		graph.Node{Kind: graph.KindMethod, Name: "Lock", Short: "Lock", Path: "state/lock.go",
			Doc: "state lock: error when acquiring, error when releasing the lock of the state"},
		graph.Node{Kind: graph.KindMethod, Name: "Wait", Short: "Wait", Path: "b.go",
			Doc: "while (true) { x(); y(); z(); } print(\"Error acquiring\n  the state lock\")"},
	)
	text := func(n uint32) (string, error) { return m.nodes[n].Doc, nil }
	for _, c := range []struct{ query, first string }{
		{"error Acquiring the state lock", "Wait"},
		{`"acquiring the state" Lock`, "Wait"},
		{`"the lock of" acquiring state`, "Lock"},
		{"acquiring lock state", "Lock"},
		{`"the lock`, "Lock"},
	} {
		if got := found(t, m, c.query, Options{Limit: 9,
			Text: text}); len(got) != 2 || got[0] != c.first {
			t.Errorf("%s: got %q", c.query, got)
		}
	}
	if got := found(t, m, "error acquiring the state lock", Options{Limit: 9}); got[0] != "Lock" {
		t.Errorf("without texts: got %q: the phrase makes no difference here", got)
	}
}

func TestWhatIsSeldomMeantIsDemoted(t *testing.T) {
	test := method("OrderTests.order: order order")
	test.Flags = graph.Test
	example := method("Demo.order: order")
	example.Path = "docs/Examples/order.go"
	m := newMemory(test, example, method("A.order: an order"))
	for treatment, last := range map[Treatment]bool{"": false, Demote: false, Keep: true,
		Drop: false} {
		got := found(t, m, "order", Options{Limit: 9, Selection: Selection{Tests: treatment}})
		if (got[0] == "A.order") == last {
			t.Errorf("%q: got %q", treatment, got)
		}
	}
	if got := found(t, m, "order", Options{Limit: 9, Selection: Selection{Tests: Drop}}); !slices.Equal(got,
		[]string{"A.order"}) {
		t.Errorf("dropped: got %q", got)
	}
	if got := found(t, m, "tests of order", Options{Limit: 1}); got[0] != "OrderTests.order" {
		t.Errorf("a text that speaks of tests: got %q", got)
	}
}

func TestFiltersHoldBack(t *testing.T) {
	table := graph.Node{Kind: graph.KindTable, Name: "dbo.Order", Short: "Order",
		Path: "sql/order.sql", Language: "sql", Doc: "order"}
	m := newMemory(method("A.order: order"), table)
	for _, f := range []Filter{
		{Kinds: []graph.NodeKind{graph.KindTable}}, {Languages: []string{"sql"}},
		{Domains: []graph.Domain{graph.Database}}, {Paths: []Glob{"sql/**"}},
		{Paths: []Glob{"nowhere",
			"*.sql"}},
	} {
		if got := found(t, m, "order", Options{Limit: 9, Selection: Selection{Filter: f}}); !slices.Equal(got,
			[]string{"dbo.Order"}) {
			t.Errorf("%+v: got %q", f, got)
		}
	}
}

func TestGlobs(t *testing.T) {
	for _, c := range []struct {
		glob Glob
		path string
		want bool
	}{
		{"*.go", "a/b/c.go", true},
		{"*.go", "a/b/c.gone", false},
		{"src", "src/a.go", true},
		{"src", "lib/src/a.go", true},
		{"src/", "src/a.go", true},
		{"src/*", "src/a/b.go", true},
		{"src/*.go", "src/a/b.go", false},
		{"src/**/b.go", "src/b.go", true},
		{"src/**/b.go", "src/x/y/b.go", true},
		{"**/test/**", "a/test/b", true},
		{"**", "a", true},
		{"./src/a?.go", "src/ab.go", true},
		{"src/a?.go", "src/a/.go", false},
		{"lib/src", "src/lib/src/a.go", false},
		{".", "a/b.go", true},
		{"./", "a/b.go", true},
		{".", "", false},
	} {
		if got := c.glob.Match(c.path); got != c.want {
			t.Errorf("%s on %s: %v", c.glob, c.path, got)
		}
	}
}

func TestLanguagesHaveShortNames(t *testing.T) {
	for name, want := range map[string]string{"go": "go", "Golang": "go", "C#": "csharp",
		"ts": "typescript tsx", "tsx": "tsx", "cobol": "", "": ""} {
		if got, err := ParseLanguages(name); strings.Join(got,
			" ") != want || (err != nil) != (want == "") {
			t.Errorf("%q: got %q and %v", name, got, err)
		}
	}
}

func TestTiesAreBrokenByNumber(t *testing.T) {
	var nodes []graph.Node
	for range 50 {
		nodes = append(nodes, graph.Node{Kind: graph.KindMethod, Name: "Same", Short: "Same",
			Path: "p",
			Doc:  "order"})
	}
	res, err := Search(newMemory(nodes...), "order", Options{Limit: 20})
	if err != nil {
		t.Fatal(err)
	}
	for i, h := range res.Hits {
		if h.Node != uint32(i) {
			t.Fatalf("hit %d is node %d", i, h.Node)
		}
	}
	if len(res.Hits) != 20 || res.Matched != 50 {
		t.Errorf("%d hits of %d", len(res.Hits), res.Matched)
	}
}

// TestExplanationsAddUp checks that the fields add up to the term, the terms to the text,
// and text, factor and bonus to the score.
func TestExplanationsAddUp(t *testing.T) {
	test := method("T.Order: bill the order")
	test.Flags = graph.Test
	m := newMemory(test, method("A.Order: bill the order"), method("B.bill: an order"))
	res, err := Search(m, "bill the customer_Order", Options{Limit: 9, Explain: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Hits) != 3 {
		t.Fatalf("%d hits", len(res.Hits))
	}
	same := func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
	for _, h := range res.Hits {
		var text float64
		for _, term := range h.Terms {
			var fields float64
			for _, f := range term.Fields {
				fields += f
			}
			if !same(fields, term.Score) {
				t.Errorf("%s: fields of %s make %g of %g", h.Info.Name, term.Term, fields,
					term.Score)
			}
			text += term.Score
		}
		if !same(text, h.Text) || !same((h.Text*h.Coverage+h.File.Total()+h.Graph)*h.Size*h.Factor+
			h.Bonus, h.Score) {
			t.Errorf("%s: terms make %g of %g, score %g", h.Info.Name, text, h.Text, h.Score)
		}
	}
}

// TestTheLimitOnlyCuts checks that the hits do not depend on the limit.
func TestTheLimitOnlyCuts(t *testing.T) {
	var nodes []graph.Node
	for i := range 60 {
		n := method("T" + strings.Repeat("x", i%7) + ".m: " + strings.Repeat("order ", i%5+1) +
			strings.Repeat("word ", i%11))
		if i%3 == 0 {
			n.Flags = graph.Test
		}
		nodes = append(nodes, n)
	}
	m := newMemory(nodes...)
	all, err := Search(m, "order", Options{Limit: 60})
	if err != nil {
		t.Fatal(err)
	}
	for limit := 1; limit < 60; limit++ {
		some, err := Search(m, "order", Options{Limit: limit})
		if err != nil {
			t.Fatal(err)
		}
		for i, h := range some.Hits {
			if h.Node != all.Hits[i].Node || h.Score != all.Hits[i].Score {
				t.Fatalf("limit %d, hit %d: node %d, want %d", limit, i, h.Node, all.Hits[i].Node)
			}
		}
	}
}

func TestSymbolsAreToldFromProse(t *testing.T) {
	for word, want := range map[string]string{
		"OrderService.Place": "OrderService.Place", "`save`": "save", "place()": "place",
		"user_id,": "user_id", "parseQuery": "parseQuery",
		"Foo::bar": "Foo.bar", "dbo.[Order]": "dbo.Order", "(OrderService)": "OrderService",
		"self->next":      "self.next",
		"List<Order>.Add": "List<Order>.Add",
		"order":           "", "Order": "", "HTTP": "", "e.g.": "", "it's": "", "1.2.3": "",
		"don't": "", "a": "", "...": "", "/etc/hosts": "", "read/write": "",
	} {
		got, ok := symbolOf(word, false)
		if !ok {
			got = ""
		}
		if got != want {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
	if got, ok := symbolOf("order", true); !ok || got != "order" {
		t.Errorf("alone: %q", got)
	}
}
