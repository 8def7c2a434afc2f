package main

import (
	"bytes"
	"context"
	"testing"
	"unicode/utf8"

	"seedgraph/internal/cli"
	"seedgraph/internal/help"
)

// TestShortHelp: --help of every command fits.
func TestShortHelp(t *testing.T) {
	for _, c := range newRootCommand(&globals{}).Commands() {
		var out bytes.Buffer
		if err := run(context.Background(), []string{c.Name(), "--help"}, cli.Streams{Out: &out, Err: &out}); err != nil {
			t.Fatal(err)
		}
		if n := utf8.RuneCount(out.Bytes()); n > help.Max {
			t.Errorf("%s: %d characters", c.Name(), n)
		}
	}
}
