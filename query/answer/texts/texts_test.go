package texts_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/answer/names"
	"seedgraph/query/answer/texts"
	"seedgraph/query/fetch"
	"seedgraph/testkit/answertest"
	"seedgraph/tokens"
)

// refs resolves ids in the shop.
func refs(t *testing.T, x *answer.Index, ids ...string) []answer.Ref {
	t.Helper()
	r := &names.Resolver{Index: x}
	var out []answer.Ref
	for _, id := range ids {
		ref, err := r.Canonical(id)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, ref.Key())
	}
	return out
}

// run fetches texts within a budget.
func run(t *testing.T, x *answer.Index, budget fetch.Budget, cost fetch.Cost,
	seeds ...answer.Ref) *texts.Result {
	t.Helper()
	c, err := tokens.ByName(tokens.O200k)
	if err != nil {
		t.Fatal(err)
	}
	res, err := fetch.Fetch(texts.Source{Index: x}, c, fetch.Request[answer.Ref]{
		Seeds: seeds, Cost: cost, Choose: func() (fetch.Budget, error) { return budget, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// TestSource checks that whole nodes and parts have texts, and unknown and external ones
// do not.
func TestSource(t *testing.T) {
	x := answertest.Shop(t)
	load := refs(t, x, "OrderRepository.GetById")[0]
	for id, want := range map[string]string{
		load.ID:             "public Order GetById(int id)",
		load.ID + "/2":      "// the second part of a long method",
		"dbo.Order":         "CREATE TABLE dbo.[Order]",
		"gone":              "",
		"Console.WriteLine": "",
	} {
		text, ok, err := texts.Source{Index: x}.Text(refs(t, x, id)[0])
		if err != nil || ok != (want != "") || !strings.HasPrefix(text.Text, want) {
			t.Errorf("%s: %+v %v (%v), want %q", id, text, ok, err, want)
		}
	}
}

// TestDescribe checks that an answer has included texts in both forms, and lists the
// others.
func TestDescribe(t *testing.T) {
	x := answertest.Shop(t)
	seeds := refs(t, x, "OrderRepository.Save", "OrderRepository.Export", "dbo.Order", "gone")
	res := run(t, x, fetch.Budget{Tokens: 60}, fetch.CostText, seeds...)
	a, err := texts.Describe(x, res, texts.Options{
		Score: func(r answer.Ref) float64 { return float64(len(r.ID)) }, Decisions: true,
		Tokenizer: "t", Cost: fetch.CostText,
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Items) != 2 || len(a.NodeTexts) != 2 || len(a.Decisions) != 4 || a.Tokenizer != "t" ||
		*a.Debug.BudgetTokens != 60 || a.Debug.MaxChars != nil {
		t.Fatalf("%+v", a)
	}
	for i, it := range a.Items {
		nt := a.NodeTexts[i]
		if it.ID != nt.NodeID || nt.ID != nt.NodeID || it.Text.Text != nt.Text.Text ||
			it.Score != float64(len(it.ID)) || !nt.IsSeed || nt.ParentID != nil {
			t.Errorf("%+v and %+v", it, nt)
		}
	}
	if !slices.Equal(a.Debug.Skipped, []string{seeds[1].ID}) || !slices.Equal(a.Debug.Missing,
		[]string{"gone"}) || a.Debug.TextsCount != 2 {
		t.Errorf("%+v", a.Debug)
	}
}

// TestShortfall checks that with the reported budget, nothing is skipped.
func TestShortfall(t *testing.T) {
	x := answertest.Shop(t)
	seeds := refs(t, x, "OrderRepository.Save", "OrderRepository.Export", "dbo.Order")
	for _, c := range []struct {
		small fetch.Budget
		unit  string
	}{{fetch.Budget{Tokens: 30}, "tokens"}, {fetch.Budget{Chars: 30}, "characters"}} {
		says := texts.Shortfall(run(t, x, c.small, fetch.CostText, seeds...))
		var skipped, of, size, needs int
		if _, err := fmt.Sscanf(says,
			"%d of %d nodes did not fit in %d "+c.unit+"; fetching all needs %d", &skipped, &of,
			&size, &needs); err != nil {
			t.Fatalf("%q: %v", says, err)
		}
		all := c.small
		if all.Tokens > 0 {
			all.Tokens = needs
		} else {
			all.Chars = needs
		}
		if says := texts.Shortfall(run(t, x, all, fetch.CostText,
			seeds...)); says != "" || skipped == 0 || of != 3 || size != 30 {
			t.Errorf("with %+v: %q", all, says)
		}
	}
}

// TestNothing checks that if no text fits, the smallest sufficient budget is reported,
// and that one text fits it.
func TestNothing(t *testing.T) {
	x := answertest.Shop(t)
	seeds := refs(t, x, "OrderRepository.Save", "OrderRepository.Export")
	for _, c := range []struct {
		small fetch.Budget
		unit  string
	}{{fetch.Budget{Tokens: 3}, "tokens"}, {fetch.Budget{Chars: 3}, "characters"}} {
		says := texts.Nothing(run(t, x, c.small, fetch.CostText, seeds...))
		var of, least, all int
		if _, err := fmt.Sscanf(says,
			"no text fits in 3 "+c.unit+": the smallest of %d needs %d, all need %d", &of, &least,
			&all); err != nil || of != 2 || all <= least {
			t.Fatalf("%q: %v", says, err)
		}
		for short, want := range map[int]int{0: 1, 1: 0} {
			budget := fetch.Budget{Tokens: least - short}
			if c.small.Chars > 0 {
				budget = fetch.Budget{Chars: least - short}
			}
			res := run(t, x, budget, fetch.CostText, seeds...)
			if len(res.Items) != want || (texts.Nothing(res) == "") != (want > 0) {
				t.Errorf("%d texts with %+v: %q", len(res.Items), budget, texts.Nothing(res))
			}
		}
	}
	one := texts.Nothing(run(t, x, fetch.Budget{Tokens: 3}, fetch.CostText, seeds[0]))
	if !strings.HasPrefix(one, "no text fits in 3 tokens: it needs ") {
		t.Errorf("of one text: %q", one)
	}
	if says := texts.Nothing(run(t, x, fetch.Budget{Tokens: 3}, fetch.CostText)); says != "" {
		t.Errorf("without nodes: %q", says)
	}
}

// TestKeepWhole checks for every tokenizer that the joined blocks stay within the budget,
// also for estimates that are too low individually.
func TestKeepWhole(t *testing.T) {
	x := answertest.Shop(t)
	seeds := refs(t, x, "OrderRepository.Save", "OrderService.Validate", "dbo.Order",
		"dbo.BillOrder", "dbo.OrderLine", "place_order", "legacy.getById")
	dropped := 0
	for _, name := range tokens.Names() {
		c, err := tokens.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		for budget := 1; budget < 500; budget++ {
			res, err := fetch.Fetch(texts.Source{Index: x}, c, fetch.Request[answer.Ref]{
				Seeds: seeds, Cost: fetch.CostBlock,
				Choose: func() (fetch.Budget, error) { return fetch.Budget{Tokens: budget}, nil },
			})
			if err != nil {
				t.Fatal(err)
			}
			before := len(res.Items)
			texts.KeepWhole(res, c)
			if n := c.Count(texts.Blocks(res)); n > budget {
				t.Fatalf("%s, %d: %d tokens", name, budget, n)
			}
			skipped, _ := texts.LeftOut(res)
			if len(res.Items)+len(skipped) != len(seeds) {
				t.Fatalf("%s, %d: %d items and %q", name, budget, len(res.Items), skipped)
			}
			dropped += before - len(res.Items)
		}
	}
	if dropped == 0 {
		t.Error("no budget needed it: the test says nothing")
	}
}

func TestProperties(t *testing.T) {
	code := texts.PropertiesOf(&graph.Node{
		Kind: graph.KindTypeAlias, Language: "typescript", Path: "src/a.TS", Class: "C", Short: "m",
		Signature: "a\n  b",
		Access:    graph.Access{Allow: []string{"x", "y"}, Level: 3},
	})
	want := []string{
		"repo_relative_path: src/a.TS", "source_file: a.TS", "class_name: C", "member_name: m",
		"symbol_type: TypeAlias", "signature: a b",
		"data_type: regular_code", "file_type: ts", "domain: code", "acl_allow: x, y",
		"doc_level: 3",
	}
	if got := code.Lines(nil); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if got := code.Lines([]string{"domain", "no such", "sql_name",
		"member_name"}); !slices.Equal(got, []string{"domain: code", "member_name: m"}) {
		t.Errorf("named: %q", got)
	}
	table := texts.PropertiesOf(&graph.Node{Kind: graph.KindTable, Language: "sql", Path: "a.sql",
		Schema: "dbo", Short: "T"})
	if table.SQLKind != "TABLE" || table.SQLSchema != "dbo" || table.SQLName != "T" ||
		table.Class != "" || table.Domain != "sql" {
		t.Errorf("%+v", table)
	}
	if names := texts.PropertyNames(); len(names) != 16 || names[0] != "repo_relative_path" {
		t.Errorf("names %q", names)
	}
}
