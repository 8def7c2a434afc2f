#!/usr/bin/env bash
# bleve: the default analyzer keeps order.total as one word, and cuts utf8.decode in two.
#
# Version: github.com/blevesearch/bleve/v2 v2.6.3.
# Guess:    the analyzer standard separates words at punctuation: a search for total finds a text with
#           order.total, and one for decode a text with utf8.decode.
# Observed: it follows the word boundaries of Unicode (UAX 29), by which a dot or a colon between two
#           letters, or a dot between two digits, belongs to the word, and one between a digit and a letter
#           does not: order.total, obj.method and std:sort are one word each, utf8.decode and
#           utf8:decode are two, shop.Order2.total is shop.order2 and total. foo-bar is two, get_user is one.
# Consequence for an indexer: whether a member is found by its name depends on the last character of the
#           name in front of it. Split identifiers before such an analyzer, or use one of your own.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat > go.mod <<'MOD'
module finding

go 1.24

require github.com/blevesearch/bleve/v2 v2.6.3
MOD
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"

	"github.com/blevesearch/bleve/v2"
)

func main() {
	index, err := bleve.NewMemOnly(bleve.NewIndexMapping())
	if err != nil {
		panic(err)
	}
	for id, text := range map[string]string{"plain": "call order.total here", "digit": "call utf8.decode here"} {
		if err := index.Index(id, map[string]string{"text": text}); err != nil {
			panic(err)
		}
	}
	changed := false
	for _, c := range []struct {
		word string
		want uint64
	}{{"order.total", 1}, {"total", 0}, {"order", 0}, {"decode", 1}, {"utf8", 1}} {
		found, err := index.Search(bleve.NewSearchRequest(bleve.NewMatchQuery(c.word)))
		if err != nil {
			panic(err)
		}
		fmt.Println(c.word, found.Total)
		changed = changed || found.Total != c.want
	}
	standard := bleve.NewIndexMapping().AnalyzerNamed("standard")
	for _, c := range [][2]string{{"std:sort", "[std:sort]"}, {"utf8:decode", "[utf8 decode]"},
		{"shop.Order2.total", "[shop.order2 total]"}, {"foo-bar", "[foo bar]"}, {"get_user", "[get_user]"}} {
		words := []string{}
		for _, token := range standard.Analyze([]byte(c[0])) {
			words = append(words, string(token.Term))
		}
		fmt.Println(c[0], words)
		changed = changed || fmt.Sprint(words) != c[1]
	}
	if changed {
		fmt.Println("the behaviour has changed")
		os.Exit(1)
	}
}
GO
GOFLAGS=-mod=mod go run . 2>/dev/null
