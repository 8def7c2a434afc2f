#!/usr/bin/env bash
# The Lua grammar of github.com/smacker/go-tree-sitter: the tree of a file depends on the file that
# the process parsed before it.
#
# Version: v0.0.0-20240827094217-dd81d9e9be82, the newest of the module (grammar Azganoth/tree-sitter-lua).
# Guess:    a parser is a function of its input: a new parser, or another one, gives the same tree.
# Observed: after a file whose last string is still open, as an editor saves it half-typed, a block
#           comment of the next file runs on to the next quote, and the function between is gone:
#             alone:  (program (comment) (function_statement …
#             after:  (program (ERROR … without a function_statement
#           A new parser does not help: scanner.c keeps its state in two variables of the process,
#           and deserialize leaves them alone for an empty state, which is how a parse begins. So
#           files that are parsed by several threads disturb each other as well.
# Consequence for an indexer: parse Lua one file at a time, each after a text that resets the state.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat > go.mod <<'MOD'
module finding

go 1.22

require github.com/smacker/go-tree-sitter v0.0.0-20240827094217-dd81d9e9be82
MOD
cat > main.go <<'GO'
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/lua"
)

// tree parses a text with a parser of its own.
func tree(text string) string {
	p := sitter.NewParser()
	defer p.Close()
	p.SetLanguage(lua.GetLanguage())
	t, err := p.ParseCtx(context.Background(), nil, []byte(text))
	if err != nil {
		panic(err)
	}
	defer t.Close()
	return t.RootNode().String()
}

func main() {
	const file = "--[[ opens ]]\nfunction open() end\nreturn \"done\"\n"
	alone := tree(file)
	tree("x = \"half-typed")
	after := tree(file)
	fmt.Println("alone:", alone)
	fmt.Println("after:", after)
	if !strings.Contains(alone, "function_statement") || strings.Contains(after, "function_statement") {
		fmt.Println("the behaviour has changed")
		os.Exit(1)
	}
}
GO
GOFLAGS=-mod=mod go run . 2>/dev/null
