package typescript

import (
	"testing"

	"seedgraph/parse"
)

// TestIsDialect checks that a file is in Flow if the comments before its code
// declare it.
func TestIsDialect(t *testing.T) {
	l := &language{}
	for text, want := range map[string]bool{
		"// @flow\nf()":           true,
		"/* @flow strict */\nf()": true,
		"#!/usr/bin/env node\n'use strict';\n/*\n * Orders.\n *\n * @flow\n */\nf()": true,
		"// Orders.\n\n// @flow strict-local\nf()":                                   true,
		"f() // @flow":                  false,
		"f()\n// @flow\n":               false,
		"/* Orders. */ f() /* @flow */": false,
		"// @flower\nf()":               false,
		"// @noflow\nf()":               false,
		"const s = '// @flow'":          false,
		"":                              false,
	} {
		if got := parse.Dialectal(l).IsDialect(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
