package functions_test

import (
	"testing"

	"seedgraph/frameworks/functions"
	"seedgraph/parse"
)

// TestSites: attributes are sufficient to find triggers, and only C# files are needed.
func TestSites(t *testing.T) {
	for _, c := range []struct {
		lang, text string
		want       parse.SiteScope
	}{
		{"csharp", `[HttpTrigger("get")] HttpRequest r`, parse.AttributeSites},
		{"csharp", `[QueueTrigger("orders")] string order`, parse.NoSites},
		{"java", `@HttpTrigger(name = "r") Request r`, parse.NoSites},
	} {
		got := functions.Framework().Sites(c.lang, parse.Source{Text: c.text})
		if got != c.want {
			t.Errorf("%s %q: %v, want %v", c.lang, c.text, got, c.want)
		}
	}
}
