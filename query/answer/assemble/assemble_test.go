package assemble_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/answer/assemble"
	"seedgraph/query/search"
	"seedgraph/testkit/answertest"
	"seedgraph/tokens"
)

func counter(t *testing.T) *tokens.Counter {
	t.Helper()
	c, err := tokens.ByName(tokens.O200k)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// options returns the options of a context with a budget.
func options(budget int) assemble.Options {
	return assemble.Options{
		Filter: search.Selection{Tests: "demote"}, Budget: budget,
		Relevance: assemble.DefaultRelevance, Direction: "both", List: true,
	}
}

// pack assembles a context.
func pack(t *testing.T, x *answer.Index, text string, o assemble.Options) *assemble.Answer {
	t.Helper()
	w, err := assemble.Plan(x, text, o)
	if err != nil {
		t.Fatal(err)
	}
	a, err := assemble.Pack(w, counter(t))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestBudgetHolds checks for all budgets that the token count is correct and never
// exceeds the budget, and that a node is either included or skipped.
func TestBudgetHolds(t *testing.T) {
	x := answertest.Shop(t)
	count := counter(t)
	skipped := 0
	for budget := 0; budget < 500; budget += 3 {
		a := pack(t, x, "how is an order placed and saved", options(budget))
		if n := count.Count(a.Context); n != a.Tokens || n > budget {
			t.Fatalf("budget %d: %d tokens, said %d", budget, n, a.Tokens)
		}
		sum := 0
		for _, it := range a.Items {
			sum += it.Tokens
			if a.Scores[it.ID] != it.Score || !slices.Contains(a.Nodes, it.ID) {
				t.Fatalf("budget %d: %+v is not in the lists", budget, it)
			}
			if slices.ContainsFunc(a.Skipped,
				func(s assemble.Skipped) bool { return s.Handle == it.Handle }) {
				t.Fatalf("budget %d: %s is included and skipped", budget, it.ID)
			}
		}
		if sum > a.Tokens {
			t.Fatalf("budget %d: items have %d tokens of %d", budget, sum, a.Tokens)
		}
		skipped += len(a.Skipped)
	}
	if skipped == 0 {
		t.Error("nothing was ever skipped")
	}
}

// TestIntent checks that auto means explain for a bare name and for given seeds, and
// otherwise locate.
func TestIntent(t *testing.T) {
	x := answertest.Shop(t)
	if a := pack(t, x, "OrderRepository.Save", options(500)); a.Intent != assemble.Explain ||
		a.SeedNode != a.Items[0].ID {
		t.Errorf("a name: %s from %s", a.Intent, a.SeedNode)
	}
	if a := pack(t, x, "where are orders stored", options(500)); a.Intent != assemble.Locate {
		t.Errorf("a question: %s", a.Intent)
	}
	o := options(500)
	ref, err := answer.RefTo(x, answer.Target{Node: answertest.Node(t, x, "dbo.BillOrder")})
	if err != nil {
		t.Fatal(err)
	}
	o.Seeds = []assemble.Seed{{Node: ref.Node, Score: 1}}
	if a := pack(t, x, "order", o); a.Intent != assemble.Explain || a.SeedNode != ref.ID ||
		!a.Items[0].IsSeed {
		t.Errorf("with a seed: %s from %s", a.Intent, a.SeedNode)
	}
	long := "the invoice of an order is written twice when the customer pays it in two parts and the second fails"
	for text, want := range map[string]assemble.Intent{
		long: assemble.Implement, long + "\n\nSee the log.": assemble.Implement,
		"why is " + long: assemble.Explain, long + "?": assemble.Explain,
		"keep the number of an order": assemble.Implement, "": assemble.Explain,
	} {
		if a := pack(t, x, text, o); a.Intent != want {
			t.Errorf("with a seed, %q: %s, want %s", text, a.Intent, want)
		}
	}
	o = options(500)
	o.Intent = assemble.Locate
	if a := pack(t, x, "OrderRepository.Save", o); a.Intent != assemble.Locate {
		t.Errorf("as asked for: %s", a.Intent)
	}
}

// TestFileAsSeed checks that a file given as a seed is replaced by its definitions, in
// file order, without its imports.
func TestFileAsSeed(t *testing.T) {
	x := answertest.Sources(t, `
-- shop/pay.py --
import decimal
import logging

def charge(order):
    return order.total

def refund(order):
    return -order.total
`)
	o := options(500)
	o.Seeds = []assemble.Seed{{Node: answertest.Node(t, x, "shop/pay.py"), Score: 1}}
	var got []string
	for _, it := range pack(t, x, "", o).Items {
		got = append(got, it.Name)
	}
	if want := []string{"pay.charge", "pay.refund"}; !slices.Equal(got, want) {
		t.Errorf("a file as a seed gives %q, want %q", got, want)
	}
}

// TestNeighborsFollow checks that an added node reports the edge by which it was reached,
// and that excluded edges are not followed.
func TestNeighborsFollow(t *testing.T) {
	x := answertest.Shop(t)
	o := options(2000)
	o.Relevance = 0.01
	a := pack(t, x, "OrderRepository.Save", o)
	linked := 0
	for _, it := range a.Items {
		if (it.Via == nil) != it.IsSeed || (it.ParentID == nil) != it.IsSeed ||
			it.Depth == 0 != it.IsSeed {
			t.Errorf("%+v", it)
		}
		if !it.IsSeed {
			linked++
		}
	}
	if linked == 0 {
		t.Error("no node was reached by an edge")
	}
	o.Kinds, o.Filter.Filter.Kinds = answertest.EdgeKinds(t, "SynonymFor"), []graph.NodeKind{graph.KindProc}
	for _, it := range pack(t, x, "bill order", o).Items {
		if it.Kind != "PROC" || !it.IsSeed {
			t.Errorf("of procedures, without edges: %+v", it)
		}
	}
}

// TestLongNodesAreCut checks that one part of a node is included if the node is too long
// for the budget.
func TestLongNodesAreCut(t *testing.T) {
	x := answertest.Shop(t)
	o := options(60)
	o.List = false
	a := pack(t, x, "the second part of a long method returns from a cache by id", o)
	i := slices.IndexFunc(a.Items, func(it assemble.Item) bool {
		return strings.HasPrefix(it.ID, "csharp:Shop.Data#OrderRepository.GetById(int)@")
	})
	if i < 0 {
		t.Fatalf("GetById is not in %+v", a)
	}
	if !strings.Contains(a.Context, "return cache[id];") || strings.Contains(a.Context,
		"SELECT") || !strings.HasSuffix(a.Items[i].ID, "/2") {
		t.Errorf("%s:\n%s", a.Items[i].ID, a.Context)
	}
}

// TestListOfTheRest checks that the remaining budget is used to list nodes that did not
// fit.
func TestListOfTheRest(t *testing.T) {
	x := answertest.Shop(t)
	listed := 0
	for budget := 40; budget < 200; budget += 5 {
		o := options(budget)
		o.Relevance = 0.5
		with := pack(t, x, "export everything as text", o)
		o.List = false
		without := pack(t, x, "export everything as text", o)
		if strings.Contains(without.Context, "# Left out") ||
			!slices.Equal(with.Nodes, without.Nodes) {
			t.Errorf("budget %d: the list changes the texts", budget)
		}
		if strings.Contains(with.Context, "# Left out, print with `query fetch HANDLE`:\n- `") {
			listed++
		}
	}
	if listed == 0 {
		t.Error("no context ends with a list")
	}
}

func TestTargetsAndLimits(t *testing.T) {
	x := answertest.Shop(t)
	o := options(2000)
	o.Limit = 2
	w, err := assemble.Plan(x, "order", o)
	if err != nil {
		t.Fatal(err)
	}
	targets, err := w.Targets()
	if err != nil || len(targets) != 2 {
		t.Errorf("%v (%v)", targets, err)
	}
	o.Limit, o.Nodes = 0, 2
	if a := pack(t, x, "order", o); len(a.Items) > 3 {
		t.Errorf("%d items, want the first and two", len(a.Items))
	}
}

func TestNothingFound(t *testing.T) {
	x := answertest.Shop(t)
	w, err := assemble.Plan(x, "zeppelin", options(500))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Targets(); !errors.Is(err, answer.ErrNothingFound) {
		t.Errorf("targets: %v", err)
	}
	a, err := assemble.Pack(w, counter(t))
	if !errors.Is(err, answer.ErrNothingFound) || a == nil || a.Items == nil || a.Context != "" {
		t.Errorf("%+v (%v)", a, err)
	}
}

func TestInvalidOptions(t *testing.T) {
	x := answertest.Shop(t)
	for want, change := range map[string]func(*assemble.Options){
		"the budget is -1":           func(o *assemble.Options) { o.Budget = -1 },
		"the number of nodes is -1":  func(o *assemble.Options) { o.Nodes = -1 },
		"the minimum relevance is 2": func(o *assemble.Options) { o.Relevance = 2 },
		"intent \"guess\"":           func(o *assemble.Options) { o.Intent = "guess" },
	} {
		o := options(100)
		change(&o)
		if _, err := assemble.Plan(x, "order", o); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// seed returns a seed for a named node.
func seed(t *testing.T, x *answer.Index, name string, score float64) assemble.Seed {
	t.Helper()
	return assemble.Seed{Node: answertest.Node(t, x, name), Score: score}
}

// lookup finds a node by its id.
func lookup(t *testing.T, x *answer.Index, id string) uint32 {
	t.Helper()
	whole, _ := graph.SplitChunk(id)
	n, ok, err := x.Lookup(whole)
	if err != nil || !ok {
		t.Fatalf("%s: %v, %v", id, ok, err)
	}
	return n
}

// TestHighestRank checks that without a text, seeds and hits, the walk starts from the
// callable definition with the highest PageRank.
func TestHighestRank(t *testing.T) {
	x := answertest.Shop(t)
	a := pack(t, x, "", options(2000))
	if len(a.Items) < 2 || a.Intent != assemble.Explain || !a.Items[0].IsSeed {
		t.Fatalf("%+v", a)
	}
	ranks, err := x.Ranks()
	if err != nil {
		t.Fatal(err)
	}
	rank := ranks[lookup(t, x, a.Items[0].ID)]
	for _, it := range a.Items[1:] {
		if r := ranks[lookup(t, x, it.ID)]; r > rank && it.Kind == "method" {
			t.Errorf("%s has rank %g, the seed %g", it.Name, r, rank)
		}
	}
}

// TestDeliveredNodesAreLeftOut checks that delivered nodes are included neither as hits
// nor through edges.
func TestDeliveredNodesAreLeftOut(t *testing.T) {
	x := answertest.Shop(t)
	o := options(2000)
	o.Relevance = 0.01
	all := pack(t, x, "OrderRepository.Save", o)
	for _, given := range all.Items {
		o.Exclude = []uint32{lookup(t, x, given.ID)}
		for _, it := range pack(t, x, "OrderRepository.Save", o).Items {
			if it.ID == given.ID {
				t.Errorf("%s is there again", it.ID)
			}
		}
	}
}

// TestDeliveredSeedsLeadOn checks that a delivered seed is left out, but its edges are
// followed.
func TestDeliveredSeedsLeadOn(t *testing.T) {
	x := answertest.Shop(t)
	ref, err := x.Resolve("OrderService.Validate")
	if err != nil {
		t.Fatal(err)
	}
	seed := ref.Nodes[0]
	for _, intent := range []assemble.Intent{assemble.Explain, assemble.Implement} {
		o := options(2000)
		o.Intent, o.Seeds = intent, []assemble.Seed{{Node: seed, Score: 1}}
		var want []string
		for _, it := range pack(t, x, "", o).Items {
			if lookup(t, x, it.ID) != seed {
				want = append(want, it.ID)
			}
		}
		o.Exclude = []uint32{seed}
		a := pack(t, x, "", o)
		if len(want) < 2 || !slices.Equal(a.Nodes, want) {
			t.Errorf("%s: %q, want %q", intent, a.Nodes, want)
		}
		w, err := assemble.Plan(x, "", o)
		if err != nil {
			t.Fatal(err)
		}
		targets, err := w.Targets()
		if err != nil || len(targets) == 0 || targets[0].Node == seed {
			t.Errorf("%s: targets %v (%v)", intent, targets, err)
		}
	}
}

// TestPages checks that the edges of nodes on earlier pages are followed, but the nodes
// are not repeated.
func TestPages(t *testing.T) {
	x := answertest.Shop(t)
	ref, err := x.Resolve("OrderService.Validate")
	if err != nil {
		t.Fatal(err)
	}
	o := options(2000)
	o.Intent, o.Seeds = assemble.Explain, []assemble.Seed{{Node: ref.Nodes[0], Score: 1}}
	whole := pack(t, x, "", o)
	if len(whole.Whole()) != len(whole.Items) || len(whole.Items) < 3 || whole.Short() {
		t.Fatalf("%d of %d items are whole, short: %v", len(whole.Whole()), len(whole.Items),
			whole.Short())
	}
	o.Budget = whole.Tokens / 2
	first := pack(t, x, "", o)
	if !first.Short() {
		t.Error("nothing is said to be left")
	}
	o.Budget, o.Given = 2000, map[uint32]bool{}
	for _, n := range first.Whole() {
		o.Given[n] = true
	}
	rest := pack(t, x, "", o)
	if !slices.Equal(append(first.Nodes, rest.Nodes...), whole.Nodes) || rest.Short() {
		t.Errorf("%v and %v are not %v", first.Nodes, rest.Nodes, whole.Nodes)
	}
}

// TestImplement checks that seeds come first, then hits related to them.
func TestImplement(t *testing.T) {
	x := answertest.Shop(t)
	o := options(2000)
	o.Seeds = []assemble.Seed{seed(t, x, "dbo.BillOrder", 1)}
	o.Intent = assemble.Implement
	a := pack(t, x, "change how it is billed", o)
	if !a.Items[0].IsSeed || !strings.Contains(a.Items[0].ID, "BillOrder") || len(a.Items) < 2 {
		t.Errorf("%+v", a.Nodes)
	}
}

// TestFormsAndSections checks that compressed nodes are added as signatures after all
// others were tried, and that each node is in its section.
func TestFormsAndSections(t *testing.T) {
	x := answertest.Shop(t)
	o := options(0)
	o.Compressed, o.Sections, o.List, o.NodeMost = true, true, false, 20
	compressed := 0
	for o.Budget = 40; o.Budget < 300; o.Budget += 7 {
		a := pack(t, x, "Shop.OrderService.Place", o)
		if n := counter(t).Count(a.Context); n > o.Budget || n != a.Tokens {
			t.Fatalf("budget %d: %d tokens, said %d", o.Budget, n, a.Tokens)
		}
		for _, it := range a.Items {
			if it.Form == "compressed" {
				compressed++
			}
			if !strings.Contains(a.Context, "=== "+strings.ToUpper(it.Section)+" ===") {
				t.Errorf("budget %d: no section %s in\n%s", o.Budget, it.Section, a.Context)
			}
		}
	}
	if compressed == 0 {
		t.Error("nothing was ever compressed")
	}
}

// TestCompressed checks that the compressed form has the signature, callees and callers,
// with a limited number of names.
func TestCompressed(t *testing.T) {
	x := answertest.Sources(t, `-- shop/shop.go --
package shop

func Bill() { One(); Two(); Three(); Four(); Five(); Six(); Seven(); Eight(); Nine(); Ten() }

func Caller() { Bill(); Bill() }

func One() {}
func Two() {}
func Three() {}
func Four() {}
func Five() {}
func Six() {}
func Seven() {}
func Eight() {}
func Nine() {}
func Ten() {}
`)
	o := options(2000)
	o.Compressed, o.List, o.NodeMost = true, false, 16
	o.Seeds = assemble.SeedsAt([]answer.Ref{{Target: answer.Target{
		Node: answertest.Node(t, x, "shop.Caller")}}})
	a := pack(t, x, "bill", o)
	for _, want := range []string{"func Bill()\ncalls: Eight, Five, Four, Nine, One, Seven and 4 more\n",
		"called by: Caller\n"} {
		if !strings.Contains(a.Context, want) {
			t.Errorf("no %q in\n%s", want, a.Context)
		}
	}
}

// TestSeedsAt checks that given nodes have equal weight and keep their order.
func TestSeedsAt(t *testing.T) {
	got := assemble.SeedsAt([]answer.Ref{{Target: answer.Target{Node: 4}},
		{Target: answer.Target{Node: 2}}})
	if want := []assemble.Seed{{Node: 4, Score: 1}, {Node: 2, Score: 1}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestSignals(t *testing.T) {
	s, err := assemble.ParseSignals([]string{"rank=0.5", "edges=0"})
	if err != nil || s != (assemble.Signals{Text: 1, Changes: 1, Feedback: 1, Embedding: 1, Rank: 0.5}) {
		t.Errorf("%+v (%v)", s, err)
	}
	for _, wrong := range []string{"rank", "rank=2", "rank=NaN", "luck=1"} {
		if _, err := assemble.ParseSignals([]string{wrong}); err == nil ||
			!strings.Contains(err.Error(), wrong) {
			t.Errorf("%s: %v", wrong, err)
		}
	}
	x := answertest.Shop(t)
	o := options(2000)
	o.Signals = &assemble.Signals{Text: 1}
	for _, it := range pack(t, x, "where are orders stored", o).Items {
		if !it.IsSeed {
			t.Errorf("%s was reached by an edge that carries nothing", it.ID)
		}
	}
}

// TestTerms checks that the terms add up to the relevance, and that a signal weights its term.
func TestTerms(t *testing.T) {
	x := answertest.Shop(t)
	ref := pack(t, x, "where are orders stored", options(2000)).Items
	if len(ref) == 0 {
		t.Fatal("no items")
	}
	o := options(2000)
	signals := assemble.DefaultSignals
	signals.Rank = 0.2
	o.Signals = &signals
	ranked := false
	for _, it := range pack(t, x, "where are orders stored", o).Items {
		terms := it.Why.Terms
		own := terms.Given + terms.Text + terms.Changes + terms.Feedback + terms.Embedding + terms.Rank
		if math.Abs(own-it.Why.Own) > 1e-4 || terms.Edges != it.Why.Graph {
			t.Errorf("%s: %+v", it.ID, it.Why)
		}
		ranked = ranked || terms.Rank > 0
	}
	if !ranked || ref[0].Why.Terms.Rank != 0 {
		t.Errorf("terms of PageRank: %v, without its signal %g", ranked, ref[0].Why.Terms.Rank)
	}
}

// TestSharedIndentationIsCut checks that lines keep their relative indentation, and the
// treatment of blank lines and lines with less indentation.
func TestSharedIndentationIsCut(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "",
		"\n\n":                                 "\n\n",
		"func f() {\n\tg()\n}\n":               "func f() {\n\tg()\n}\n",
		"    def f():\n\n        pass\n":       "def f():\n\n    pass\n",
		"\t\ta\n  \n\t\t\tb":                   "a\n  \n\tb",
		"\ta\n    b\n":                         "\ta\n    b\n",
		"    s = \"\"\"\n  left\n    \"\"\"\n": "  s = \"\"\"\nleft\n  \"\"\"\n",
		"    a\r\n\r\n    b\r\n":               "a\r\n\r\nb\r\n",
	} {
		if got := assemble.Outdent(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestContextsHaveNoSharedIndentation checks that methods start at the left margin.
func TestContextsHaveNoSharedIndentation(t *testing.T) {
	x := answertest.Shop(t)
	a := pack(t, x, "OrderRepository.Save", options(2000))
	if strings.Contains(a.Context, "\n    public") || !strings.Contains(a.Context, "\npublic") {
		t.Errorf("a method is indented:\n%s", a.Context)
	}
}

const commented = `
-- rate.go --
package rate

// Convert converts an amount.
func Convert(amount int) int {
	// rounds down
	return amount / Rate() // at the rate of the day
}

// Rate is the rate of the day.
func Rate() int {
	return 3
}
`

// TestContextsHaveNoComments checks that comments are removed, except those next to code,
// unless they are requested; the intent explain keeps them.
func TestContextsHaveNoComments(t *testing.T) {
	x := answertest.Sources(t, commented)
	for _, c := range []struct {
		intent   assemble.Intent
		comments bool
		want     bool
	}{
		{assemble.Locate, false, false}, {assemble.Locate, true, true},
		{assemble.Implement, false, false}, {assemble.Impact, false, false},
		{assemble.Explain, false, true},
	} {
		o := options(2000)
		o.Intent, o.Comments = c.intent, c.comments
		a := pack(t, x, "convert an amount", o)
		for _, comment := range []string{"// Convert converts", "// rounds down"} {
			if got := strings.Contains(a.Context, comment); got != c.want {
				t.Errorf("%s, comments %v: %q is there: %v\n%s", c.intent, c.comments, comment, got,
					a.Context)
			}
		}
		if !strings.Contains(a.Context, "// at the rate of the day") {
			t.Errorf("a comment beside code is missing:\n%s", a.Context)
		}
	}
}

// TestSizeWithoutComments checks that a definition that is too long only with its
// comments is included whole, and that the limit per node applies to the printed text.
func TestSizeWithoutComments(t *testing.T) {
	body := strings.Repeat("\tamount++\n", 40)
	comments := strings.Repeat("\t// one is added to the amount, which was stated before\n", 80)
	x := answertest.Sources(t, "-- a.go --\npackage a\n\nfunc Convert(amount int) int {\n"+
		body+comments+body+"\treturn amount\n}\n")
	for most, want := range map[int]string{0: "full", 600: "full", 200: "part"} {
		o := options(1000)
		o.NodeMost = most
		a := pack(t, x, "convert an amount", o)
		if len(a.Items) == 0 || a.Items[0].Form != want {
			t.Errorf("at most %d: %+v, want form %s", most, a.Items, want)
		}
	}
	o := options(1000)
	o.Comments = true
	if a := pack(t, x, "convert an amount", o); len(a.Items) > 0 && a.Items[0].Form == "full" {
		t.Errorf("with comments it fits: %+v", a.Items)
	}
}
