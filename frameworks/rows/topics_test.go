package rows_test

import (
	"testing"

	"seedgraph/frameworks/libraries"
	"seedgraph/frameworks/rows"
	"seedgraph/parse"
)

// TestSites: only the sites of files that import one of the libraries are requested.
func TestSites(t *testing.T) {
	for text, want := range map[string]parse.SiteScope{
		`import "github.com/nats-io/nats.go"`:                        parse.AllSites,
		`import "github.com/ThreeDotsLabs/watermill/message"`:        parse.AllSites,
		`import "github.com/elsewhere/nats-io" // nc.Subscribe("x")`: parse.NoSites,
	} {
		if got := rows.Broker(libraries.All()).Sites("go", parse.Source{Text: text}); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
	if got := rows.Broker(libraries.All()).Sites("java", parse.Source{Text: `"github.com/nats-io/nats.go"`}); got != parse.NoSites {
		t.Errorf("a file of Java: %d", got)
	}
}
