package csharp_test

import (
	"testing"

	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/csharp"
	"seedgraph/parse"
)

// TestNamed: sites are only read if a file of the tree names a client: a call with the
// suffix Async may pass an address to one, but does not name one itself.
func TestNamed(t *testing.T) {
	client := csharp.Client()
	for _, c := range []struct {
		lang, text   string
		sites, named bool
	}{
		{"csharp", "class A { HttpClient http; }", true, true},
		{"csharp", "using Refit;", true, true},
		{"csharp", "class A { Task Go() => load.GoAsync(\"/a\"); }", true, false},
		{"csharp", "class A { void Go() { } }", false, false},
		{"java", "class A { HttpClient http; }", false, false},
	} {
		src := parse.Source{Path: "A.cs", Text: c.text}
		sites := client.Sites(c.lang, src) == parse.AllSites
		named := client.(interest.Namer).Named(c.lang, src)
		if sites != c.sites || named != c.named {
			t.Errorf("%s %q: sites %v, named %v", c.lang, c.text, sites, named)
		}
	}
}
