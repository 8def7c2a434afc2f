package fetch_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"seedgraph/query/fetch"
	"seedgraph/testkit/vectortest"
)

// A vector is one conformance case of the fetch_node_texts contract.
type vector struct {
	Seeds, Expanded []string
	Edges           []struct {
		From string `json:"from_id"`
		To   string `json:"to_id"`
	}
	Nodes    backend
	Mode     *string
	MaxChars *int           `json:"max_chars"`
	Tokens   *int           `json:"budget_tokens"`
	Key      *string        `json:"budget_tokens_from_settings"`
	Settings map[string]int `json:"settings"`
	Counter  string
	Cost     fetch.Cost
	Expect   struct {
		Error  string
		Reason string
		Items  []struct {
			ID     string  `json:"node_id"`
			IsSeed bool    `json:"is_seed"`
			Depth  int     `json:"depth"`
			Parent *string `json:"parent_id"`
		}
		Skipped, Missing []string
		UsedTokens       int `json:"used_tokens"`
		UsedChars        int `json:"used_chars"`
	}
}

// A key is an unmodified id.
type key string

func (k key) String() string { return string(k) }

// keys converts ids the way callers do: trimmed.
func keys(ids []string) []key {
	out := make([]key, len(ids))
	for i, id := range ids {
		out[i] = key(strings.TrimSpace(id))
	}
	return out
}

type backend map[string]struct{ Text, Path, Language string }

func (b backend) Text(k key) (fetch.Text, bool, error) {
	n, ok := b[string(k)]
	return fetch.Text{Text: n.Text, Path: n.Path, Language: n.Language}, ok, nil
}

type words struct{}

func (words) Count(s string) int { return len(strings.Fields(s)) }

type chars4 struct{}

func (chars4) Count(s string) int {
	if s == "" {
		return 0
	}
	return max(1, utf8.RuneCountInString(s)/4)
}

// TestVectors runs the conformance cases of the contract.
func TestVectors(t *testing.T) {
	vectortest.Each(t, "testdata/vectors.jsonl.gz", func(n int, v vector) {
		if err := runVector(v); err != nil {
			t.Errorf("line %d: %v", n+1, err)
		}
	})
}

func runVector(v vector) error {
	res, err := fetchVector(v)
	if v.Expect.Error != "" {
		if !errors.Is(err, fetch.ErrBudget) && !errors.Is(err, fetch.ErrMode) {
			return fmt.Errorf("err = %v, want %s", err, v.Expect.Error)
		}
		return nil
	}
	if err != nil {
		return err
	}
	if res.Reason() != v.Expect.Reason {
		return fmt.Errorf("reason %s, want %s", res.Reason(), v.Expect.Reason)
	}
	if len(res.Items) != len(v.Expect.Items) {
		return fmt.Errorf("%d items, want %d", len(res.Items), len(v.Expect.Items))
	}
	for i, it := range res.Items {
		w := v.Expect.Items[i]
		same := (it.Parent == nil) == (w.Parent == nil) && (it.Parent == nil ||
			string(*it.Parent) == *w.Parent)
		if it.ID() != w.ID || it.IsSeed != w.IsSeed || it.Depth != w.Depth || !same {
			return fmt.Errorf("item %d: %+v, want %+v", i, it, w)
		}
	}
	var skipped, missing []string
	for _, d := range res.Decisions {
		switch d.Reason {
		case fetch.Missing:
			missing = append(missing, d.ID)
		case fetch.OverTokens, fetch.OverChars:
			skipped = append(skipped, d.ID)
		}
	}
	if !slices.Equal(skipped, v.Expect.Skipped) || !slices.Equal(missing, v.Expect.Missing) {
		return fmt.Errorf("skipped %q missing %q, want %q and %q", skipped, missing,
			v.Expect.Skipped,
			v.Expect.Missing)
	}
	if res.UsedTokens != v.Expect.UsedTokens || res.UsedChars != v.Expect.UsedChars {
		return fmt.Errorf("used %d tokens %d chars, want %d and %d", res.UsedTokens, res.UsedChars,
			v.Expect.UsedTokens, v.Expect.UsedChars)
	}
	return nil
}

func fetchVector(v vector) (*fetch.Result[key], error) {
	req := fetch.Request[key]{Seeds: keys(v.Seeds), Expanded: keys(v.Expanded), Cost: v.Cost}
	for _, e := range v.Edges {
		req.Edges = append(req.Edges, fetch.Edge[key]{From: key(e.From), To: key(e.To)})
	}
	var count fetch.Counter = words{}
	if v.Counter == "chars4" {
		count = chars4{}
	}
	settings := func(key string) (int, bool) { n, ok := v.Settings[key]; return n, ok }
	choice := fetch.BudgetChoice{MaxChars: v.MaxChars, Tokens: v.Tokens, FromSettings: v.Key}
	req.Choose = func() (fetch.Budget, error) { return choice.Budget(settings) }
	if v.Mode != nil {
		req.ModeName = *v.Mode
	}
	return fetch.Fetch(v.Nodes, count, req)
}
