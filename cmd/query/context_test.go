package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/artifacts/graphstore"
	"seedgraph/internal/cli"
	"seedgraph/query/answer/assemble"
	"seedgraph/tokens"
)

// ask runs a command line and returns its output.
func ask(t *testing.T, args ...string) []byte {
	t.Helper()
	var out, msg bytes.Buffer
	if err := run(context.Background(), args, cli.Streams{In: new(bytes.Buffer), Out: &out,
		Err: &msg}); err != nil {
		t.Fatalf("query %q: %v", args, err)
	}
	return out.Bytes()
}

// TestContextKeepsItsBudget checks the budget for random texts and budgets, in
// both encodings: of the whole text, including headers, and of its parts.
func TestContextKeepsItsBudget(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "synthetic.sg")
	if err := artifacts.Write(context.Background(), dir, artifactstest.Synthetic(600, 2000, 1),
		graphstore.Create, artifacts.Options{}); err != nil {
		t.Fatal(err)
	}
	words := []string{"order", "invoice", "CustomerService3", "retry", "parser", "the",
		"UpdateStock", "audit"}
	r := rand.New(rand.NewPCG(3, 4))
	filled := 0
	for _, name := range []string{tokens.O200k, tokens.Cl100k} {
		counter, err := tokens.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 25 {
			budget := r.IntN(3000)
			if i < 2 {
				budget = i
			}
			text := words[r.IntN(len(words))] + " " + words[r.IntN(len(words))]
			args := []string{"context", text, "-a", dir, "--tokens", name, "--budget-tokens",
				fmt.Sprint(budget), []string{"--sections", "--no-compressed", "--max-node-tokens=60",
					"--intent=implement"}[i%4]}
			if printed := counter.Count(string(ask(t, args...))); printed > budget {
				t.Fatalf("%q, %s: %d tokens printed, budget %d", text, name, printed, budget)
			}
			var a assemble.Answer
			if err := json.Unmarshal(ask(t, append(args, "--json")...), &a); err != nil {
				t.Fatal(err)
			}
			sum := 0
			for _, it := range a.Items {
				sum += it.Tokens
			}
			if got := counter.Count(a.Context); got != a.Tokens || got > budget || sum > got {
				t.Fatalf("%q, %s: %d tokens, said %d, items %d, budget %d", text, name, got,
					a.Tokens, sum,
					budget)
			}
			filled += len(a.Items)
		}
	}
	if filled < 100 {
		t.Errorf("only %d nodes were packed: the budgets were not put to a test", filled)
	}
}

// TestFetchKeepsItsBudget checks that the text output of fetch is within the
// budget, including headers.
func TestFetchKeepsItsBudget(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "shop.sg")
	writeShop(t, dir)
	for _, name := range tokens.Names() {
		counter, err := tokens.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		for budget := 1; budget < 400; budget += 7 {
			got := outcomeOf("", []string{"fetch", "OrderRepository.Save",
				"OrderService.Validate", "dbo.Order", "dbo.BillOrder", "OrderLine",
				"-a", dir, "--tokens", name, "-b", fmt.Sprint(budget)})
			if n := counter.Count(got.out); n > budget {
				t.Errorf("%s: %d tokens printed, budget %d", name, n, budget)
			}
			if nothing := got.out == ""; nothing != (got.code == 4) || !nothing && got.code != 0 {
				t.Errorf("%s, budget %d: %s", name, budget, show3(got))
			}
		}
	}
}
