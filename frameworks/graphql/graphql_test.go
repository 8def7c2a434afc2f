package graphql_test

import (
	"testing"

	"seedgraph/frameworks/graphql"
	"seedgraph/parse"
)

// TestSites: the sites of files with resolvers are requested, and files name their
// library.
func TestSites(t *testing.T) {
	for _, c := range []struct {
		lang, text string
		want       parse.SiteScope
		named      bool
	}{
		{"typescript", "import { Query } from '@nestjs/graphql'", parse.AllSites, true},
		{"java", "import org.springframework.graphql.data.x;", parse.AllSites, true},
		{"csharp", "[QueryType] class Q {}", parse.AllSites, false},
		{"csharp", "using HotChocolate;", parse.AllSites, true},
		{"csharp", "class Q {}", parse.NoSites, false},
		{"go", "HotChocolate", parse.NoSites, true},
		{"python", "import strawberry", parse.AllSites, true},
		{"python", "import flask", parse.NoSites, false},
		{"python", "schema = make_schema(Query)", parse.AllSites, false},
		{"python", "gql('query { a }')", parse.AllSites, true},
		{"typescript", "gql`query { a }`", parse.AllSites, true},
		{"javascript", "const resolvers = {}", parse.AllSites, false},
		{"javascript", "require('apollo-server')", parse.AllSites, true},
	} {
		src := parse.Source{Text: c.text}
		if got := graphql.Broker().Sites(c.lang, src); got != c.want {
			t.Errorf("%s %s: %d, want %d", c.lang, c.text, got, c.want)
		}
		namer := graphql.Broker().(interface {
			Named(string, parse.Source) bool
		})
		if got := namer.Named(c.lang, src); got != c.named {
			t.Errorf("%s %s: named %v", c.lang, c.text, got)
		}
	}
}
