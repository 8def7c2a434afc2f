package spring_test

import (
	"testing"

	"seedgraph/frameworks/spring"
	"seedgraph/parse"
)

// TestSites: controllers need the annotations of files that name them, router functions
// all sites of non-test files, only in Java.
func TestSites(t *testing.T) {
	for _, c := range []struct {
		lang, text        string
		mapped, functions parse.SiteScope
	}{
		{"java", "import org.springframework.http.*;", parse.AttributeSites, parse.AllSites},
		{"java", "@FetchMapping void m() { }", parse.AttributeSites, parse.AllSites},
		{"java", "@V2Controller class A { }", parse.AttributeSites, parse.AllSites},
		{"java", "class A { }", parse.NoSites, parse.AllSites},
		{"java", "import org.junit.Test;", parse.NoSites, parse.NoSites},
		{"java", "import org.junit.Test; RouterFunction<R> r;", parse.NoSites, parse.AllSites},
		{"csharp", "class AController { RouterFunction r; }", parse.NoSites, parse.NoSites},
	} {
		src := parse.Source{Text: c.text}
		if got := spring.Framework().Sites(c.lang, src); got != c.mapped {
			t.Errorf("controllers, %s %q: %v, want %v", c.lang, c.text, got, c.mapped)
		}
		if got := spring.Functional().Sites(c.lang, src); got != c.functions {
			t.Errorf("router functions, %s %q: %v, want %v", c.lang, c.text, got, c.functions)
		}
	}
}
