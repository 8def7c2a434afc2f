package search

import (
	"slices"
	"strings"
	"testing"
)

func TestGlobsHaveBraces(t *testing.T) {
	for _, c := range []struct{ patterns, want string }{
		{"src", "src"},
		{"src/**/*.{ts tsx}", "src/**/*.ts src/**/*.tsx"}, // split at the comma, like the values of flags
		{"src/**/*.{ts,tsx}", "src/**/*.ts src/**/*.tsx"},
		{"{a,b}/{c,d}", "a/c a/d b/c b/d"},
		{"{a,b{c,d}}.go x", "a.go bc.go bd.go x"},
		{"{}", ""}, {"a}", "a}"},
	} {
		globs, err := ParseGlobs(strings.Fields(c.patterns))
		if err != nil {
			t.Errorf("%s: %v", c.patterns, err)
		}
		var got []string
		for _, g := range globs {
			if g != "" {
				got = append(got, string(g))
			}
		}
		if want := strings.Fields(c.want); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", c.patterns, got, want)
		}
	}
	for _, bad := range []string{"{a", "a{b,{c}", strings.Repeat("{a,b}", 20)} {
		if _, err := ParseGlobs([]string{bad}); err == nil {
			t.Errorf("%s is accepted", bad)
		}
	}
}
