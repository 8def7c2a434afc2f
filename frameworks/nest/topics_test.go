package nest

import (
	"testing"

	"seedgraph/parse"
)

// TestSites: the sites of files that import one of the libraries are requested.
func TestSites(t *testing.T) {
	for text, want := range map[string]parse.SiteScope{
		"import { ClientProxy } from '@nestjs/microservices'": parse.AllSites,
		"import { OnEvent } from '@nestjs/event-emitter'":     parse.AllSites,
		"export const Events = { Made: 'made' } as const":     parse.AllSites,
		"import { Get } from '@nestjs/common'":                parse.NoSites,
	} {
		if got := Broker().Sites("typescript", parse.Source{Text: text}); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}
