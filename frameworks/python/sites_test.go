package python_test

import (
	"testing"

	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/python"
	"seedgraph/parse"
)

// TestSites: only the sites of files that may read settings are requested.
func TestSites(t *testing.T) {
	for text, want := range map[string]parse.SiteScope{
		`import os; os.environ["A"]`:                  parse.MemberSites,
		"from django.conf import settings":            parse.MemberSites,
		"from starlette.config import Config":         parse.MemberSites,
		`from shop import Config; c = Config(".env")`: parse.MemberSites,
		`from shop import config; config("LEVEL")`:    parse.MemberSites,
		"def level(): return 1":                       parse.NoSites,
	} {
		if got := python.Reader().Sites("python", parse.Source{Text: text}); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
	if got := python.Reader().Sites("java", parse.Source{Text: "environ"}); got != parse.NoSites {
		t.Errorf("a file of Java: %d", got)
	}
}

// TestNamed: a file that only calls a function named like a reader does not name a
// library.
func TestNamed(t *testing.T) {
	namer := python.Reader().(interest.Namer)
	for text, want := range map[string]bool{`config("LEVEL")`: false, "from decouple import config": false, "import environ": true} {
		if got := namer.Named("python", parse.Source{Text: text}); got != want {
			t.Errorf("%s: %t, want %t", text, got, want)
		}
	}
}
