package search

import (
	"slices"
	"strings"
	"testing"

	"seedgraph/graph"
)

// A tree is an index with paths and lines.
type tree struct{ *memory }

func (t tree) Paths(prefix string, f func(string) bool) error {
	var paths []string
	for _, n := range t.nodes {
		if strings.HasPrefix(n.Path, prefix) && !slices.Contains(paths, n.Path) {
			paths = append(paths, n.Path)
		}
	}
	slices.Sort(paths)
	for _, p := range paths {
		if !f(p) {
			break
		}
	}
	return nil
}

func (t tree) At(path string, line uint32) (uint32, bool, error) {
	for i, n := range t.nodes {
		if n.Path == path && n.Span.StartLine <= line && line <= n.Span.EndLine {
			return uint32(i), true, nil
		}
	}
	return 0, false, nil
}

// in makes a node at lines of a file from "path:first-last Type.Name: words of the body".
func in(path string, first, last uint32, s string) graph.Node {
	n := method(s)
	n.Path = path
	n.Span.StartLine, n.Span.EndLine = first, last
	n.Parts = []graph.Part{{}}
	return n
}

// first returns the name of the first hit in a tree.
func first(t *testing.T, text string, pairs map[string]float64, nodes ...graph.Node) string {
	t.Helper()
	w := Defaults()
	for name, value := range pairs {
		if err := w.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	res, err := Search(tree{newMemory(nodes...)}, text, Options{Limit: 9, Weights: w})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Hits) == 0 {
		return ""
	}
	return strings.TrimPrefix(res.Hits[0].Info.Name, "Shop.")
}

func TestPlacesLeadToDefinitions(t *testing.T) {
	nodes := []graph.Node{
		in("src/shop/cart.go", 1, 9, "Cart.Add: quantity of items"),
		in("src/shop/cart.go", 10, 20, "Cart.Total: sum"),
		in("src/bank/cart.go", 10, 20, "Card.Pay: a wrong total of the cart fails"),
		in("src/shop/order.go", 1, 9, "Order.Place: a wrong total of the cart fails"),
	}
	for text, want := range map[string]string{
		"a wrong total in shop/cart.go:12":                                                 "Cart.Total",
		`a wrong total in C:\work\src\shop\cart.go(12,5)`:                                  "Cart.Total",
		"a wrong total in /home/me/src/shop/cart.go:12:5":                                  "Cart.Total",
		"a wrong total, see shop/cart.go#L10-L12":                                          "Cart.Total",
		"a wrong total, see https://host.example/o/shop/blob/fix/x/src/shop/cart.go#L3":    "Cart.Add",
		"a wrong total, see https://host.example/o/shop/blob/0a1b/src/shop/cart.go#L3-L5.": "Cart.Add",
		"a wrong total of the cart fails":                                                  "Card.Pay",
	} {
		if got := first(t, text, map[string]float64{"mentioned": 0}, nodes...); got != want {
			t.Errorf("%q leads to %s, want %s", text, got, want)
		}
	}
}

// TestALinkIsNoText checks that the words of a link to a file do not count, other than
// those of the path in the tree.
func TestALinkIsNoText(t *testing.T) {
	ix := tree{newMemory(in("src/shop/cart.go", 1, 9, "Cart.Add: x"))}
	for text, want := range map[string]string{
		"see https://host.example/o/shop/blob/main/src/shop/cart.go#L3-L5 first": "see src/shop/cart.go first",
		"see shop/cart.go:3 and other.go:4":                                      "see shop/cart.go and other.go:4",
		"see other/market/cart.go:12":                                            "see other/market/cart.go:12",
		"see https://host.example/o/shop/issues/3":                               "see https://host.example/o/shop/issues/3",
	} {
		_, prose, err := mentionsOf(ix, text)
		if err != nil {
			t.Fatal(err)
		}
		if got := foldLines(prose); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// TestFramesAreNoPlaces checks that the lines of a stack trace, which belong to another
// build, are left to the rule for frames.
func TestFramesAreNoPlaces(t *testing.T) {
	ix := tree{newMemory(in("src/Order.java", 1, 9, "Order.place: x"))}
	found, _, err := mentionsOf(ix, "it fails\nat shop.Order.place(Order.java:3)\n")
	if err != nil || len(found) > 0 {
		t.Errorf("places %v, error %v", found, err)
	}
}

func TestMentionedFilesCount(t *testing.T) {
	nodes := []graph.Node{
		in("src/cart.go", 1, 9, "A.a: totals"),
		in("src/bank.go", 1, 9, "B.b: totals round"),
	}
	text := "totals round in cart.go"
	for weight, want := range map[float64]string{0: "B.b", 2: "A.a"} {
		got := first(t, text, map[string]float64{"mentioned": weight, "path": 0}, nodes...)
		if got != want {
			t.Errorf("with weight %g the first is %s, want %s", weight, got, want)
		}
	}
}

// TestANewMemberMentionsItsOwner checks that a qualified name that no node has names the
// type before its last dot, but no function and no namespace.
func TestANewMemberMentionsItsOwner(t *testing.T) {
	cron := graph.Node{Kind: graph.KindClass, Name: "Shop.Cron", Short: "Cron", Path: "cron.go",
		Parts: []graph.Part{{}}}
	daily := method("Cron.Daily: runs each day")
	job := method("Job.run: jobs never run again")
	job.Parts = []graph.Part{{}}
	m := newMemory(cron, daily, job)
	found, err := names(m, []string{"Cron.Never"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(found) != 1 || found[0].symbol != "Cron" || found[0].match != Exact {
		t.Errorf("Cron.Never names %+v, want the class Cron", found)
	}
	if found, err = names(m, []string{"Cron.Daily", "run.never", "Shop.Never"}, nil); err != nil {
		t.Fatal(err)
	}
	if len(found) != 1 || found[1].symbol != "Cron.Daily" {
		t.Errorf("Cron.Daily, run.never and Shop.Never name %+v, want the method Daily", found)
	}
}

func TestNamespacesAreNoHits(t *testing.T) {
	space := graph.Node{Kind: graph.KindNamespace, Name: "Shop.Billing", Short: "Billing"}
	bill := in("bill.go", 1, 9, "Bill.send: billing")
	if got := first(t, "Billing", nil, space, bill); got != "Bill.send" {
		t.Errorf("the first is %s, want a place", got)
	}
	res, err := Search(tree{newMemory(space, bill)}, "Billing",
		Options{Limit: 9, Selection: Selection{Filter: Filter{Kinds: []graph.NodeKind{graph.KindNamespace}}}})
	if err != nil || len(res.Hits) != 1 {
		t.Errorf("with a filter for namespaces: %+v, %v", res, err)
	}
}

// TestTitlesSayWhatAReportIsAbout checks that only the first line of a text of several
// asks for tests and documents, and that it weighs more.
func TestTitlesSayWhatAReportIsAbout(t *testing.T) {
	body := strings.Repeat("the server answers twice when a client disconnects\n", 4)
	for text, want := range map[string]bool{
		"the test of orders fails":                             true,
		"the test of orders fails\n" + body:                    true,
		"orders fail\n" + body + "I run the test with -v here": false,
	} {
		if got := parseQuery(text, Defaults(), kindOf).tests; got != want {
			t.Errorf("%q is about tests: %t, want %t", titleOf(text), got, want)
		}
		doc := strings.ReplaceAll(text, "test", "docs")
		if got := wishOf(&Filter{}, doc) == wishBoth; got != want {
			t.Errorf("%q is about documents: %t, want %t", titleOf(doc), got, want)
		}
	}
	weight := map[string]float64{}
	for _, t := range parseQuery("orders fail\n"+body, Defaults(), kindOf).terms {
		weight[t.text] = t.weight
	}
	if weight["order"] != 2 {
		t.Errorf("a word of the title weighs %g, want 2", weight["order"])
	}
}

// TestDocumentsKeepTheHistory checks that a tree with documents has its history.
func TestDocumentsKeepTheHistory(t *testing.T) {
	var ix Index = &view{}
	if _, ok := ix.(History); !ok {
		t.Error("a view has no history")
	}
	if _, ok := ix.(CoChanges); !ok {
		t.Error("a view has no co-changes")
	}
}
