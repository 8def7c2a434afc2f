package fastapi

import (
	"testing"

	"seedgraph/parse"
)

// TestSites: only the sites of Python files that name a dependency are requested.
func TestSites(t *testing.T) {
	for _, c := range []struct {
		lang, text string
		want       parse.SiteScope
	}{
		{"python", "def one(store=Depends(store)): ...", parse.AllSites},
		{"python", "def one(user=Security(user)): ...", parse.AllSites},
		{"python", "class Depends: ...", parse.NoSites},
		{"python", "from fastapi import FastAPI", parse.NoSites},
		{"typescript", "const one = Depends(store)", parse.NoSites},
	} {
		got := Container().Sites(c.lang, parse.Source{Path: "a", Text: c.text})
		if got != c.want {
			t.Errorf("%s %q: %d, want %d", c.lang, c.text, got, c.want)
		}
	}
}
