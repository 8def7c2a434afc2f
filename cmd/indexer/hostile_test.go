package main

import (
	"errors"
	"runtime/debug"
	"testing"

	"seedgraph/graphbuild"
	"seedgraph/parse"
	"seedgraph/parse/all"
	"seedgraph/tokens"
)

// TestHostileTextsCostTheirFileAtMost reads texts that are hard to digest with
// every front end and builds their graphs. Nothing panics, no recursion needs a deep
// stack, and the only error is that of a text with too many errors.
func TestHostileTextsCostTheirFileAtMost(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(256 << 20))
	counter, err := tokens.ByName("chars4")
	if err != nil {
		t.Fatal(err)
	}
	p := parse.NewParser()
	defer p.Close()
	kinds := []string{"noise", "printable", "braces", "parens", "brackets", "calls", "members", "classes", "empty"}
	if testing.Short() {
		kinds = []string{"braces", "calls", "empty"}
	}
	for _, lang := range all.Set().Languages() {
		for _, kind := range kinds {
			path := "hostile" + lang.Extensions()[0]
			in, err := read(lang, p, parse.Source{Path: path, Text: string(generators[kind]())}, counter)
			if err != nil {
				if !errors.Is(err, parse.ErrTooBroken) {
					t.Errorf("%s, %s: %v", lang.Name(), kind, err)
				}
				continue
			}
			if _, err := graphbuild.Build(t.Context(), []graphbuild.Input{*in}, graphbuild.Options{}); err != nil {
				t.Errorf("%s, %s: %v", lang.Name(), kind, err)
			}
		}
	}
}
